package languages

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The typed programs are compared with what g++ and its sanitizers make of them,
// where ints have 32 bits. RLV_TYPED sets how many, RLV_SEED the first seed.

const typedBatch = 400

func TestTypedProgramsRunAsCompiled(t *testing.T) { compareTyped(t, firstSeed(t)*1_000_000, 40) }

func TestSlowTypedProgramsRunAsCompiled(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 250
	}
	if text := os.Getenv("RLV_TYPED"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("RLV_TYPED: %v", err)
		}
	}
	compareTyped(t, firstSeed(t)*1_000_000+1000, n)
}

// tally counts what became of the programs.
type tally struct {
	sync.Mutex
	same, undefined int
	silent          map[string]int // stuck where g++ is silent, by reason
}

// silences are the reasons for which a program may be stuck though the sanitizers
// find nothing: those that the header of the definition names.
var silences = []string{"unsequenced", "has no value yet", "the pointers are not compared", "the pointers do not lead into one array",
	"the type of this operand", "does not fit an int", "does not fit a long", "the object is gone", "none of ASCII",
	"the pointer would leave", "what is behind an array", "finding the place of the struct", "the shift is by", "is no value of the enumeration"}

func compareTyped(t *testing.T, first uint64, n int) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("g++ is not installed; `make deps` installs it")
	}
	d, err := Load("x.cink", kdef.Options{IntWidth: 32})
	if err != nil {
		t.Fatal(err)
	}
	count := &tally{silent: map[string]int{}}
	var wg sync.WaitGroup
	slots := make(chan struct{}, 2)
	for from := 0; from < n; from += typedBatch {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			compareTypedBatch(t, gxx, d, first+uint64(from), min(typedBatch, n-from), count)
		}()
	}
	wg.Wait()
	t.Logf("%d programs: %d with the same output, %d undefined and stuck", n, count.same, count.undefined)
	for _, why := range slices.Sorted(maps.Keys(count.silent)) {
		t.Logf("%6d stuck: %s", count.silent[why], why)
	}
}

func compareTypedBatch(t *testing.T, gxx string, d *compile.Definition, first uint64, n int, count *tally) {
	var texts []string
	for i := range n {
		texts = append(texts, typed(first+uint64(i)))
	}
	engine := rewrite.New(d)
	for i, want := range runTogether(t, gxx, texts) {
		got, err := interpret(engine, texts[i], "")
		why := ""
		if err != nil {
			why = explained(engine, texts[i], err)
		}
		if fault := count.judge(want, got, err, why); fault != "" {
			t.Errorf("seed %d: %s\n%s\nprints %q: %s\ncompiled: %q, undefined %v", first+uint64(i), fault, texts[i], got, why, want.text, want.undefined)
		}
	}
}

// judge compares a run with what the compiled program did.
func (c *tally) judge(want outcome, got string, err error, why string) string {
	c.Lock()
	defer c.Unlock()
	switch {
	case want.undefined && err == nil:
		return "not stuck where the sanitizers stop"
	case want.undefined:
		c.undefined++
	case err == nil && got != want.text:
		return "prints something else"
	case err == nil:
		c.same++
	case !strings.HasPrefix(want.text, got):
		return "prints something else before it is stuck"
	default:
		for _, s := range silences {
			if strings.Contains(why, s) {
				c.silent[s]++
				return ""
			}
		}
		return "stuck for a reason that the definition does not name"
	}
	return ""
}

// outcome is what a compiled program did.
type outcome struct {
	text      string
	undefined bool
}

var mainFunction = regexp.MustCompile(`\bint main\(\)`)

// runTogether compiles programs as one, and runs each in a process of its own.
func runTogether(t *testing.T, gxx string, texts []string) []outcome {
	t.Helper()
	var unit strings.Builder
	unit.WriteString("#include <iostream>\n#include <cassert>\n#include <unistd.h>\n#include <sys/wait.h>\nusing namespace std;\n")
	for i, text := range texts {
		body := strings.NewReplacer("#include <iostream>", "", "#include <cassert>", "", "using namespace std;", "").Replace(text)
		fmt.Fprintf(&unit, "namespace p%d {\n%s}\n", i, mainFunction.ReplaceAllString(body, "int run()"))
	}
	unit.WriteString("int (*all[])() = {")
	for i := range texts {
		fmt.Fprintf(&unit, "p%d::run, ", i)
	}
	unit.WriteString(`};
int main() {
  cout.setf(ios::unitbuf);
  for (auto run : all) {
    cout.flush();
    pid_t child = fork();
    if (child == 0) { alarm(20); run(); _exit(0); }
    int status;
    waitpid(child, &status, 0);
    cout << "\x01#" << (status != 0) << "#\x02";
  }
}
`)
	exe := filepath.Join(t.TempDir(), "typed")
	cmd := exec.Command(gxx, "-std=c++17", "-w", "-Wno-narrowing", "-O0", "-fsanitize=address,undefined", "-fsanitize-undefined-trap-on-error", "-x", "c++", "-o", exe, "-")
	cmd.Stdin = strings.NewReader(unit.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("g++: %v\n%.3000s", err, out)
	}
	run := exec.Command(exe)
	run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1")
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	return outcomes(t, out, len(texts))
}

func outcomes(t *testing.T, out []byte, n int) []outcome {
	t.Helper()
	var all []outcome
	for _, part := range bytes.Split(out, []byte("#\x02")) {
		if text, status, ok := bytes.Cut(part, []byte("\x01#")); ok {
			all = append(all, outcome{string(text), string(status) != "0"})
		}
	}
	if len(all) != n {
		t.Fatalf("%d of %d programs ran", len(all), n)
	}
	return all
}

// explained is why a program is stuck, in the definition's words.
func explained(e *rewrite.Engine, text string, err error) string {
	var s *stuckAt
	if !errors.As(err, &s) {
		return err.Error()
	}
	if why := e.Explain(s.slots); why != "" {
		return why
	}
	return err.Error()
}

// TestTypedProgramsCoverTheSyntax looks for the productions of the syntax that no
// typed program contains.
func TestTypedProgramsCoverTheSyntax(t *testing.T) {
	d, err := Load("x.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*term.Symbol]bool{}
	for seed := range uint64(400) {
		p, err := d.ParseProgram(source.NewFile("typed.cink", typed(seed)))
		if err != nil {
			t.Fatal(err)
		}
		term.Walk(p.Term, func(u *term.Term) bool {
			if u.Kind() == term.KApp {
				seen[u.Symbol()] = true
			}
			return true
		})
	}
	d.EachSymbol(func(sym *term.Symbol, p *kdef.Production) {
		if at, ok := p.Shape("refers"); ok && p.NonterminalName(at[0]) == "function" {
			return // nothing defines a function of a struct
		}
		if p.Module == "CINK-SYNTAX" && !seen[sym] && !p.Subsort && !p.Attrs.Has("macro") {
			t.Errorf("%s: no typed program contains %s", p.Span, p.Name)
		}
	})
}
