package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rlv/prover"
	"rlv/report"
	"rlv/semantics/source"
)

const (
	right   = "int n;\n//@pre: n > 0\nn = n + 1;\n//@post: n > 1\n"
	wrong   = "int n;\n//@pre: n > 0\nn = n - 1;\n//@post: n > 0\n"
	nothing = "int n;\nn = 1;\n"
	broken  = "int n;\nn = = 1;\n"
)

func newVerifier(t *testing.T, o Options) *Verifier {
	t.Helper()
	v, err := New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// events is a printer that notes what it is told.
type events struct{ list []string }

func (e *events) Warning(d *source.Diagnostic) { e.list = append(e.list, "warning "+d.Code) }
func (e *events) Lemma(v *prover.Verdict)      { e.list = append(e.list, "lemma "+string(v.Status)) }
func (e *events) Goal(v *prover.Verdict)       { e.list = append(e.list, "goal "+string(v.Status)) }
func (e *events) Note(d *source.Diagnostic)    { e.list = append(e.list, "note "+d.Code) }
func (e *events) File(f *report.File)          { e.list = append(e.list, f.File+" "+string(f.Status)) }
func (e *events) Close() error                 { return nil }

// What is said of several programs comes in their order, however many are verified at
// a time; one without annotations is left out where it may be.
func TestProgramsComeInOrder(t *testing.T) {
	var inputs []Input
	var want []string
	for i := range 4 {
		for name, p := range map[string]struct {
			text string
			told []string
		}{
			"right":  {right, []string{"goal proved", "%s proved"}},
			"wrong":  {wrong, []string{"goal refuted", "%s not proved"}},
			"broken": {broken, []string{"%s wrong input"}},
			"none":   {nothing, nil},
			"lemma":  {"//@lemma: (forall a) (a > 3)\n" + right, []string{"lemma refuted", "goal proved", "%s not proved"}},
		} {
			path := fmt.Sprintf("%s%d.imp", name, i)
			inputs = append(inputs, Input{Path: path, Text: p.text + strings.Repeat("\n", i*100), Optional: true})
			for _, told := range p.told {
				want = append(want, strings.Replace(told, "%s", path, 1))
			}
		}
	}
	for _, jobs := range []int{0, 1, 3} {
		var got events
		if status := newVerifier(t, Options{Jobs: jobs}).Programs(context.Background(), inputs, &got); status != report.WrongInput {
			t.Errorf("status %s", status)
		}
		if !slices.Equal(got.list, want) {
			t.Errorf("%d at a time:\n%s\nwant:\n%s", jobs, strings.Join(got.list, "\n"), strings.Join(want, "\n"))
		}
	}
	if status := newVerifier(t, Options{}).Programs(context.Background(), []Input{{Path: "a.imp", Text: nothing, Optional: true}}, report.Silent{}); status != "" {
		t.Errorf("status %q of nothing", status)
	}
}

// Errors are values, with the outcome that they mean, and nothing is printed.
func TestErrorsAreValues(t *testing.T) {
	dir := t.TempDir()
	printed := filepath.Join(dir, "printed")
	f, err := os.Create(printed)
	if err != nil {
		t.Fatal(err)
	}
	out, errs := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = f, f
	defer func() { os.Stdout, os.Stderr = out, errs }()
	deep := "int n;\n//@pre: true\nn = " + strings.Repeat("(", 1<<16) + "1;\n//@post: true\n"
	for _, tt := range []struct {
		in     Input
		want   string
		status report.Status
	}{
		{Input{Path: "right.imp", Text: right}, "", report.Proved},
		{Input{Path: "wrong.imp", Text: wrong}, "", report.NotProved},
		{Input{Path: filepath.Join(dir, "none.imp")}, "there is no such file", report.WrongInput},
		{Input{Path: dir + "/.imp"}, "there is no such file", report.WrongInput},
		{Input{Path: "none.imp", Text: nothing}, ErrNothing.Error(), report.WrongInput},
		{Input{Path: "empty.imp", Text: " \n"}, "empty-file", report.WrongInput},
		{Input{Path: "binary.imp", Text: "int \x00"}, "binary-file", report.WrongInput},
		{Input{Path: "broken.imp", Text: broken}, "broken.imp:2:5", report.WrongInput},
		{Input{Path: "deep.imp", Text: deep}, "deep.imp", report.WrongInput},
		{Input{Path: "a.unknown", Text: right}, "no language is known", report.WrongInput},
	} {
		file, err := newVerifier(t, Options{}).Program(context.Background(), tt.in, nil)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) || file.Status != tt.status || file.Err != err {
			t.Errorf("%s: %s, %v", tt.in.Path, file.Status, err)
		}
	}
	if text, err := os.ReadFile(printed); err != nil || len(text) > 0 {
		t.Errorf("printed: %s %v", text, err)
	}
}

func TestSolverThatIsNotThere(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	file, err := newVerifier(t, Options{Solver: "z3-process"}).Program(context.Background(), Input{Path: "a.imp", Text: right}, nil)
	if err == nil || !strings.Contains(err.Error(), "not installed") || file.Status != report.WrongInput {
		t.Errorf("%s %v", file.Status, err)
	}
}

func TestPreludeThatContradictsItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.smt2")
	if err := os.WriteFile(path, []byte("(declare-const a Int)\n(assert (and (< a 0) (> a 0)))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := New(context.Background(), Options{Prelude: path}); err == nil || !strings.Contains(err.Error(), "everything could be proved") {
		t.Error(err)
	}
}

// A run that is cancelled comes to its end, and nothing is proved by that.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := time.Now()
	file, err := newVerifier(t, Options{}).Program(ctx, Input{Path: "../examples/imp/sum.imp"}, nil)
	if err == nil && file.Status == report.Proved {
		t.Errorf("%+v", file)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it takes %v", d)
	}
	// What the exploration does not come to is not told of as something wrong or odd.
	v, whole := newVerifier(t, Options{}), 0
	for _, path := range []string{"../examples/imp/sum.imp", "../examples/cink/matrix.cink"} {
		for left := int64(0); ; left = 2*left + 1 {
			ctx := &fading{Context: context.Background()}
			ctx.left.Store(left)
			c, err := v.newRun(path, 1, &events{}).compile(ctx, Input{Path: path}, false)
			over := ctx.left.Load() < 0
			switch {
			case err == nil:
				for _, w := range c.Warnings {
					t.Errorf("%s, left alone %d times: %v", path, left, w)
				}
				whole++
				c.solvers.close()
			case !errors.Is(err, ErrInterrupted):
				t.Errorf("%s, left alone %d times: %v", path, left, err)
			}
			if !over {
				break
			}
		}
	}
	if whole <= 2 {
		t.Error("no exploration was interrupted that has goals all the same")
	}
}

// fading is a context that is cancelled once it was asked so often whether it is.
type fading struct {
	context.Context
	left atomic.Int64
}

func (f *fading) Err() error {
	if f.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A verifier may be used by several goroutines.
func TestConcurrentUse(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 2})
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			in, want := Input{Path: "a.imp", Text: right}, report.Proved
			if i%2 == 0 {
				in, want = Input{Path: "b.cink", Text: "//@pre: n > 0\n//@post: result > 1\nint f(int n) { return n; }\n"}, report.NotProved
			}
			if file, err := v.Program(context.Background(), in, nil); err != nil || file.Status != want {
				t.Errorf("%s: %s %v", in.Path, file.Status, err)
			}
		})
	}
	all.Wait()
}

// A panic while a counterexample is run costs that goal, which is told of once like
// the others.
func TestPanicCostsOneGoal(t *testing.T) {
	var got events
	r := newVerifier(t, Options{}).newRun("a.imp", 1, &got)
	c, err := r.compile(context.Background(), Input{Path: "a.imp", Text: wrong}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	verdicts, err := r.prove(context.Background(), c.Engine, c.solvers, c.Goals, &confirmer{})
	if err != nil || len(verdicts) != 1 || verdicts[0].Status != prover.Unknown || verdicts[0].Failure.Reason != prover.ReasonInternal {
		t.Errorf("%+v %v", verdicts, err)
	}
	if !slices.Equal(got.list, []string{"goal unknown"}) {
		t.Errorf("told: %v", got.list)
	}
	err = r.guarded(func() error { panic("boom") })
	var bug *BugError
	if !errors.As(err, &bug) || len(bug.Stack) == 0 || StatusOf(err) != report.Undecided {
		t.Errorf("%v", err)
	}
}

const count = `module COUNT
  imports INT
  imports K-EQUAL
  syntax Pgm ::= "up" Int | "done"
  configuration <T> <k> $PGM:Pgm </k> <n> 0 </n> </T>
  rule <k> up I => done ...</k> requires I <=Int 0
  rule <k> up I => up (I -Int 1) ...</k> <n> N => N +Int 1 </n> requires I >Int 0
endmodule
`

// TestSpec proves claims, those that are selected.
func TestSpec(t *testing.T) {
	dir := t.TempDir()
	spec := `requires "count.k"
module SPEC
  imports COUNT
  claim [up]: <k> up I:Int => done </k> <n> N:Int => N +Int I </n> requires I >=Int 0
  claim [bad]: <k> up 3 => done </k> <n> 0 => 2 </n>
endmodule
`
	for name, text := range map[string]string{"count.k": count, "spec.k": spec} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name   string
		spec   Spec
		status report.Status
		goals  string
		want   string // a part of the error
	}{
		{"all", Spec{}, report.NotProved, "proved refuted", ""},
		{"one", Spec{Claims: []string{"up"}}, report.Proved, "proved", ""},
		{"but one", Spec{Exclude: []string{"bad"}}, report.Proved, "proved", ""},
		{"one trusted", Spec{Claims: []string{"bad"}, Trust: []string{"up"}}, report.NotProved, "trusted refuted", ""},
		{"a wrong label", Spec{Exclude: []string{"dab"}}, report.WrongInput, "", "there is no claim with the label dab"},
		{"none", Spec{Exclude: []string{"up", "bad"}}, report.WrongInput, "", "has no claims to prove"},
		{"a wrong module", Spec{Module: "CEPS"}, report.WrongInput, "", "CEPS"},
	} {
		tt.spec.Path = filepath.Join(dir, "spec.k")
		file, err := newVerifier(t, Options{}).Spec(context.Background(), tt.spec, nil)
		var goals []string
		for _, g := range file.Goals {
			goals = append(goals, string(g.Status))
		}
		if file.Status != tt.status || strings.Join(goals, " ") != tt.goals || (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %s, %v, %v", tt.name, file.Status, goals, err)
		}
	}
	_, err := newVerifier(t, Options{}).Spec(context.Background(), Spec{Path: filepath.Join(dir, "no.k")}, nil)
	if err == nil || errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
