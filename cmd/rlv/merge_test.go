package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rlv/process/processtest"
	"rlv/prover"
	"rlv/report"
)

// Paths that meet. Each kind is a program with n branches one after the other, of which 2^n
// paths would come; a faulty one has a fault in one of them.
type branching struct {
	kind    string
	program func(n, faulty int) string // faulty: the number of the branch with a fault; -1: none
}

var branchings = []branching{
	{"counting", func(n, faulty int) string {
		return sequence("0 <= result <= "+fmt.Sprint(n), "int f("+numbered(n, ", ", "int b%[1]d")+")", "int s = 0;", "return s;", n, func(i int) (string, string) {
			return fmt.Sprintf("b%d > 0", i), either(i == faulty, "s = s + 2;", "s = s + 1;")
		})
	}},
	{"clamping", func(n, faulty int) string {
		return sequence("result >= 0", "int f("+numbered(n, ", ", "int b%[1]d")+")", "int s = 0;", "return s;", n, func(i int) (string, string) {
			return fmt.Sprintf("b%d < 0", i), fmt.Sprintf(either(i == faulty, "b%[1]d = -1;", "b%[1]d = 0;"), i) + fmt.Sprintf("\n  s = s + b%d;", i)
		})
	}},
	{"maximum", func(n, faulty int) string {
		return sequence(numbered(n, ` /\ `, "result >= b%[1]d"), "int f("+numbered(n, ", ", "int b%[1]d")+")", "int m = b0;", "return m;", n, func(i int) (string, string) {
			return fmt.Sprintf("b%d > m", i), fmt.Sprintf(either(i == faulty, "m = b%d - 1;", "m = b%d;"), i)
		})
	}},
	{"array elements", func(n, faulty int) string {
		return fmt.Sprintf("//@pre: len(a) >= %d\n//@modifies: a\n", n) +
			sequence(fmt.Sprintf("(forall k : 0..%d) (a[k] >= 0)", n-1), "void f(int a[])", "", "", n, func(i int) (string, string) {
				return fmt.Sprintf("a[%d] < 0", i), fmt.Sprintf(either(i == faulty, "a[%d] = -1;", "a[%d] = 0;"), i)
			})
	}},
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// sequence is a function of n branches, whose statements stand in lines of their own.
func sequence(post, head, before, after string, n int, branch func(i int) (condition, body string)) string {
	return "//@post: " + post + "\n" + head + " {\n  " + before + "\n" + repeated(n, "", func(i int) string {
		c, b := branch(i)
		return "  if (" + c + ")\n    " + b + "\n"
	}) + "  " + after + "\n}\n"
}

// warm gives a test a cache of compiled definitions, and fills it.
func warm(t *testing.T) {
	t.Helper()
	t.Setenv("RLV_CACHE", t.TempDir())
	verifiedText(t, straightLine(1))
}

// outcome is a report on a program, with what the run took.
type outcome struct {
	goals []report.Goal
	measured
}

// verifiedText runs the command on a text in the language of the examples.
func verifiedText(t testing.TB, text string, flags ...string) outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "branching"+filepath.Ext(grownBeside))
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("rlv", append([]string{"verify", "--format", "json", path}, flags...)...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, io.Discard
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil || len(r.Files) != 1 {
		t.Fatalf("%v\n%s\n%s", err, out.String(), text)
	}
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return outcome{r.Files[0].Goals, measured{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), used.Maxrss << 10}}
}

// whyNot is the message of a goal that is not proved.
func whyNot(g report.Goal) string {
	if g.Failure == nil {
		return ""
	}
	return g.Failure.Message + "; " + g.Failure.Replay
}

// mostSteps is the largest number of steps of one goal.
func (o outcome) mostSteps(t testing.TB) int {
	t.Helper()
	most := 0
	for _, g := range o.goals {
		if g.Status != prover.Proved {
			t.Errorf("%s: %s: %s", g.Name, g.Status, whyNot(g))
		}
		most = max(most, g.Steps)
	}
	return most
}

// within checks what a run took: processor time, so that other work does not count.
func (o outcome) within(t testing.TB, cpu time.Duration, memory int64) {
	t.Helper()
	if o.cpu > cpu && o.cpu > processtest.Allow(t, cpu) {
		t.Errorf("%v of the processor, more than %v", o.cpu, cpu)
	}
	if memory > 0 && o.memory > memory {
		t.Errorf("%d MB, more than %d", o.memory/1e6, memory/1e6)
	}
}

// The cost of branches one after the other grows with their number, not with that of the
// paths.
func TestSlowSequentialBranches(t *testing.T) {
	warm(t)
	for _, b := range branchings {
		t.Run(b.kind, func(t *testing.T) {
			steps := map[int]int{}
			for n, limit := range map[int]time.Duration{12: 300 * time.Millisecond, 20: time.Second, 40: 4 * time.Second} {
				o := verifiedText(t, b.program(n, -1))
				o.within(t, limit, 100e6)
				steps[n] = o.mostSteps(t)
				t.Logf("n = %d: %d steps, %v, %d MB", n, steps[n], o.cpu, o.memory/1e6)
			}
			if (steps[20]-steps[12])*20 != (steps[40]-steps[20])*8 {
				t.Errorf("steps by n are not linear: %v", steps)
			}
		})
	}
}

const clamp = "int clamp(int x) {\n  if (x < 0) return 0;\n  return x;\n}\n"

// The orders of operands meet, with a contract for what they call and without.
func TestSlowSumsOfCalls(t *testing.T) {
	warm(t)
	sum := "//@post: result >= 0\nint f(" + numbered(8, ", ", "int b%[1]d") + ") {\n  int s = 0;\n" + numbered(8, "", "  s = s + clamp(b%[1]d);\n") + "  return s;\n}\n"
	for _, c := range []struct {
		name, text string
		steps      int
	}{
		{"with a contract", `//@post: (x < 0 ==> result == 0) /\ (x >= 0 ==> result == x)` + "\n" + clamp + sum, 600},
		{"without", clamp + sum, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := verifiedText(t, c.text)
			o.within(t, 300*time.Millisecond, 100e6)
			if n := o.mostSteps(t); n >= c.steps {
				t.Errorf("%d steps, not less than %d", n, c.steps)
			}
		})
	}
}

// Branches that know nothing of each other in the body of a loop.
func TestSlowBranchesInALoop(t *testing.T) {
	warm(t)
	o := verifiedText(t, `//@pre: len(a) >= n /\ n >= 0
//@post: result >= 0
int f(int a[], int n, `+numbered(10, ", ", "int c%[1]d")+`) {
  int i = 0;
  int s = 0;
  //@inv: 0 <= i <= n /\ s >= 0
  while (i < n) {
`+numbered(10, "", "    if (a[i] > c%[1]d) s = s + 1;\n")+`    i = i + 1;
  }
  return s;
}
`)
	o.within(t, 400*time.Millisecond, 100e6)
	if n := o.mostSteps(t); n >= 400 {
		t.Errorf("%d steps, not less than 400", n)
	}
}

// A fault in one branch of twenty is found, confirmed by a run, and the path that is shown
// goes through it.
func TestSlowFaultInOneBranch(t *testing.T) {
	warm(t)
	r := rand.New(rand.NewPCG(13, 8))
	const n = 20
	for i := range 50 {
		b, faulty := branchings[i%len(branchings)], 1+r.IntN(n-1)
		good, bad := strings.Split(b.program(n, -1), "\n"), strings.Split(b.program(n, faulty), "\n")
		line := 1 + slices.IndexFunc(bad, func(s string) bool { return !slices.Contains(good, s) })
		o := verifiedText(t, strings.Join(bad, "\n"))
		g := o.goals[0]
		switch {
		case g.Status != prover.Refuted || g.Failure == nil:
			t.Errorf("%s, fault in branch %d: %s: %s", b.kind, faulty, g.Status, whyNot(g))
		case !strings.Contains(g.Failure.Replay, "confirmed"):
			t.Errorf("%s, fault in branch %d: the replay says %q", b.kind, faulty, g.Failure.Replay)
		case !slices.ContainsFunc(g.Failure.Path, func(p report.Place) bool { return p.Line == line }):
			t.Errorf("%s, fault in branch %d: line %d is not on the path", b.kind, faulty, line)
		}
		o.within(t, 4*time.Second, 0)
	}
}
