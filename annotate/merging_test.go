package annotate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/pattern"

	"github.com/rogpeppe/go-internal/diff"
)

// sequential is a function of n parts, each with the parameter b of its number, and with
// what stands before it in the file.
func sequential(n int, before, part, post string) string {
	var params []string
	var b strings.Builder
	for i := range n {
		params = append(params, fmt.Sprintf("int b%d", i))
		fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(part, "B", fmt.Sprintf("b%d", i)))
	}
	return fmt.Sprintf("%s//@post: %s\nint f(%s) {\n  int s = 0;\n%s  return s;\n}\n", before, post, strings.Join(params, ", "), b.String())
}

const clamp = "int clamp(int x) { if (x < 0) return 0; if (x > 10) return 10; return x; }\n"

// parts are such functions.
var parts = []struct {
	name, before, part, post string
}{
	{"count", "", "if (B > 0) s = s + 1;", "result >= 0"},
	{"cut off", "", "if (B < 0) B = 0; s = s + B;", "result >= 0"},
	{"greatest", "", "if (B > s) s = B;", "result >= 0"},
	{"nested", "", "if (B > 0) { if (B > s) s = B; else s = s + 1; } else s = s - B;", "result >= 0"},
	{"called", clamp, "s = s + clamp(B);", "result >= 0"},
	{"contract", "//@post: 0 <= result <= 10\n" + clamp, "s = s + clamp(B);", "result >= 0"},
	{"old", "int twice(int x) { int y = x; x = x + y;\n  //@assert: x == 2 * old(x)\n  return x; }\n", "if (B > 0) s = s + twice(B); else s = s + twice(1);", "result >= 0"},
	{"loop", "", "if (B < 0) B = 0; for (int i = 0; i < B && i < 3; i++) {\n    //@inv: i >= 0 /\\ s >= 0\n    s = s + 1; }", "result >= 0"},
}

// The questions of an exploration grow with the program, not with its paths.
func TestExplorationMerges(t *testing.T) {
	for _, p := range parts {
		questions := map[int]int{}
		for _, n := range []int{6, 12} {
			printed, q := explored(t, "f.cink", sequential(n, p.before, p.part, p.post), pattern.Always)
			if questions[n] = q; !strings.Contains(printed, "claim [f]") || strings.Contains(printed, "limit") {
				t.Errorf("%s: n=%d: %s", p.name, n, printed)
			}
		}
		if questions[6] == 0 || questions[12] > 5*questions[6]/2 {
			t.Errorf("%s: the questions %v are not linear", p.name, questions)
		}
	}
}

// Where nothing branches but the order of operands, nothing needs to be merged.
func TestExplorationSharesIdenticalStates(t *testing.T) {
	asked := map[int]int{}
	for _, n := range []int{4, 16} {
		_, asked[n] = explored(t, "f.cink", sequential(n, parts[5].before, parts[5].part, parts[5].post), pattern.Never)
	}
	if asked[16] > 5*asked[4] {
		t.Errorf("questions %v", asked)
	}
}

// Merged or not, exploration finds goals that are the same up to names. Only what is known
// where paths meet at the head of a loop is more: that it is as on one of them.
func TestFormsDoNotDependOnMerging(t *testing.T) {
	texts := map[string]string{}
	for _, p := range parts {
		if p.name == "loop" {
			continue
		}
		texts[p.name+".cink"] = sequential(4, p.before, p.part, p.post)
	}
	for name, text := range texts {
		sameForms(t, name, text)
	}
}

func TestSlowFormsOfExamples(t *testing.T) {
	var paths []string
	for _, glob := range []string{"../examples/cink/*.cink", "../examples/cink/wrong/*.cink", "../examples/imp/*.imp"} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatal("no examples", err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sameForms(t, path, string(text))
	}
}

func sameForms(t *testing.T, name, text string) {
	t.Helper()
	want, _ := explored(t, name, text, pattern.Never)
	for _, m := range []pattern.Merging{pattern.Auto, pattern.Always} {
		got, _ := explored(t, name, text, m)
		if want, got := withoutNames(want), withoutNames(got); want != got {
			t.Errorf("%s:\n%.4000s", name, diff.Diff("never", []byte(want), string(m), []byte(got)))
		}
	}
}

// withoutNames numbers the existentials of each claim in the order of their places, and puts
// conditions and their alternatives in order: what is known of a place where something may have
// been made comes in the order in which paths are followed.
func withoutNames(text string) string {
	var out []string
	for _, claim := range strings.Split(text, "\nclaim ") {
		numbers := map[string]int{}
		claim = regexp.MustCompile(`\?[A-Za-z_]\w*`).ReplaceAllStringFunc(claim, func(n string) string {
			if numbers[n] == 0 {
				numbers[n] = len(numbers) + 1
			}
			return fmt.Sprintf("?%d", numbers[n])
		})
		lines := strings.Split(claim, "\n")
		for i, l := range lines {
			or := strings.Split(l, " orBool ")
			slices.Sort(or)
			lines[i] = strings.Join(or, " orBool ")
		}
		sortConditions(lines)
		out = append(out, strings.Join(lines, "\n"))
	}
	return strings.Join(out, "\nclaim ")
}

// sortConditions puts lines that follow each other and have a condition each in order.
func sortConditions(lines []string) {
	isCondition := func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "and ") }
	for i := 0; i < len(lines); i++ {
		from := i
		for i < len(lines) && isCondition(lines[i]) {
			i++
		}
		slices.Sort(lines[from:i])
	}
}
