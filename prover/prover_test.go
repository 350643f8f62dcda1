package prover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

// lost is a solver that never answers, as one that crashed or timed out.
type lost struct{}

func (lost) Forget() {}

func (lost) Check(context.Context, smt.Query) smt.Answer {
	return smt.Answer{Result: smt.Unknown, Reason: "killed", By: "nobody"}
}

func (lost) Core(context.Context, smt.Query) *smt.Core { return nil }

func realSolver() (Solver, func(), error) {
	s, err := smt.New(smt.Options{})
	return s, s.Close, err
}

func lostSolver() (Solver, func(), error) { return lost{}, func() {}, nil }

// definitions of the languages in testdata, each read once.
var definitions = map[string]func() (*compile.Definition, error){"toy": load("toy"), "branch": load("branch")}

func load(language string) func() (*compile.Definition, error) {
	return sync.OnceValues(func() (*compile.Definition, error) {
		return compile.Load(filepath.Join("testdata", language+".k"), compile.Options{CacheDir: "off"})
	})
}

// goalsOf reads the claims of a specification over the toy language.
func goalsOf(t *testing.T, claims string) (*rewrite.Engine, []*Goal) {
	t.Helper()
	return goalsIn(t, "toy", claims)
}

// goalsIn reads the claims of a specification over one of the definitions.
func goalsIn(t *testing.T, language, claims string) (*rewrite.Engine, []*Goal) {
	t.Helper()
	d, err := definitions[language]()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t-spec.k")
	if err := os.WriteFile(path, []byte("module T-SPEC\n imports "+strings.ToUpper(language)+"\n"+claims+"\nendmodule\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	spec, err := compile.LoadSpec(path, d, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	var goals []*Goal
	for _, c := range spec.Claims {
		goals = append(goals, &Goal{Name: c.Label, Title: c.Label, Claim: c, OnePath: c.Attrs.Has("one-path"), Trusted: c.Attrs.Has("trusted")})
	}
	return rewrite.New(spec.Definition), goals
}

// proveText proves the claims of a specification over the toy language.
func proveText(t *testing.T, claims string, solver func() (Solver, func(), error)) []*Verdict {
	t.Helper()
	e, goals := goalsOf(t, claims)
	p := New(e, goals, Options{Solver: solver, Depth: 2000, Branches: 200, KeepTrees: true})
	verdicts, err := p.Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

const loopClaim = `claim <k> while (x < n) { x = x + 1 ; .Stmts } => .K ...</k> <mem> x |-> (X:Int => N:Int) n |-> N:Int </mem> requires X <=Int N`

func TestVerdicts(t *testing.T) {
	cases := []struct {
		name, claims string
		want         Status
	}{
		{"a loop is its own hypothesis", loopClaim, Proved},
		{"a loop without its condition", strings.Replace(loopClaim, "requires X <=Int N", "", 1), Refuted},
		{"no hypothesis before a step", `claim <k> x = 1 ; => .K ...</k> <mem> x |-> (_:Int => 2) </mem>`, Refuted},
		{"an endless loop satisfies everything", `claim <k> spin ; => .K ...</k> <mem> x |-> (_:Int => 2) </mem>`, Proved},
		{"division where the divisor may be zero", `claim <k> x = 1 / n ; => .K ...</k> <mem> n |-> N:Int x |-> (_:Int => ?_) </mem>`, Refuted},
		{"division where it may not", `claim <k> x = 1 / n ; => .K ...</k> <mem> n |-> N:Int x |-> (_:Int => ?_) </mem> requires N =/=Int 0`, Proved},
		{"a left side that nothing satisfies", `claim <k> x = 1 ; => .K ...</k> <mem> x |-> (X:Int => 2) </mem> requires X <Int 0 andBool X >Int 0`, Vacuous},
		{"all paths of a choice", `claim <k> choose {x = 1 ; .Stmts} {x = 2 ; .Stmts} => .K ...</k> <mem> x |-> (_:Int => 1) </mem>`, Refuted},
		{"one path of a choice", `claim <k> choose {x = 1 ; .Stmts} {x = 2 ; .Stmts} => .K ...</k> <mem> x |-> (_:Int => 2) </mem> [one-path]`, Proved},
		{"operands with effects, left first", `claim <k> x = bump(y) + y ; => .K ...</k> <mem> x |-> (_:Int => 2) y |-> (0 => 1) </mem>`, Refuted},
		{"operands with effects, right first", `claim <k> x = bump(y) + y ; => .K ...</k> <mem> x |-> (_:Int => 1) y |-> (0 => 1) </mem>`, Refuted},
		{"operands with effects, both", `claim <k> x = bump(y) + y ; => .K ...</k> <mem> x |-> (_:Int => ?X:Int) y |-> (0 => 1) </mem> ensures 1 <=Int ?X andBool ?X <=Int 2`, Proved},
		{"a frame stays opaque", `claim <k> (x = 1 ; => .K) ~> _:K </k> <mem> x |-> (_:Int => 2) </mem>`, Refuted},
		{"an existential does not capture", `claim <k> x = 1 ; => .K ...</k> <mem> x |-> (V:Int => ?V:Int) </mem> ensures ?V ==Int V`, Refuted},
		{"fresh constants differ", `claim <k> fresh x ; ~> fresh y ; => .K ...</k> <mem> x |-> (_:Int => ?A:Int) y |-> (_:Int => ?B:Int) </mem> ensures ?A =/=Int ?B`, Proved},
		{"fresh constants are not equal", `claim <k> fresh x ; ~> fresh y ; => .K ...</k> <mem> x |-> (_:Int => ?A:Int) y |-> (_:Int => ?B:Int) </mem> ensures ?A ==Int ?B`, Refuted},
		{"a cell that is not mentioned is unchanged", `claim <k> x = 1 ; => .K ...</k> <mem> x |-> (_:Int => 1) </mem> <log> L:Int => L +Int 1 </log>`, Refuted},
		{"the program may not end early", `claim <k> x = 1 ; => y ...</k> <mem> x |-> (_:Int => 1) </mem>`, Unknown},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := proveText(t, c.claims, realSolver)[0]
			if v.Status != c.want && !(c.want == Refuted && v.Status == Failed) {
				t.Errorf("%s, want %s: %+v", v.Status, c.want, v.Failure)
			}
		})
	}
}

// A hypothesis is used only where its condition holds.
func TestHypothesisCondition(t *testing.T) {
	use := `claim <k> x = 5 ; ~> while (x < n) { x = x + 1 ; .Stmts } => .K ...</k> <mem> x |-> (_:Int => 3) n |-> 3 </mem>`
	if v := proveText(t, loopClaim+"\n"+use, realSolver)[1]; v.Status == Proved {
		t.Error("a hypothesis was used without its condition")
	}
	good := strings.NewReplacer("x = 5", "x = 2").Replace(use)
	if v := proveText(t, loopClaim+"\n"+good, realSolver)[1]; v.Status != Proved || v.Stats.Uses != 1 {
		t.Errorf("%s %+v %+v", v.Status, v.Stats, v.Failure)
	}
}

// What may be undefined is not proved, whatever else is the reason.
func TestPartialLookup(t *testing.T) {
	v := proveText(t, `claim <k> read x ; => .K ...</k> <mem> _:Map => ?_ </mem>`, realSolver)[0]
	if v.Status == Proved {
		t.Error("looking up a key that may be absent is proved")
	}
	v = proveText(t, `claim <k> read x ; => .K ...</k> <mem> x |-> _:Int </mem>`, realSolver)[0]
	if v.Status != Proved {
		t.Errorf("looking up a key that is there: %s %+v", v.Status, v.Failure)
	}
}

// A solver that does not answer proves nothing and prunes nothing.
func TestLostSolver(t *testing.T) {
	for _, claims := range []string{
		loopClaim,
		`claim <k> x = 1 / n ; => .K ...</k> <mem> n |-> N:Int x |-> (_:Int => ?_) </mem> requires N >Int 0`,
		`claim <k> x = 1 ; => .K ...</k> <mem> x |-> (X:Int => ?Y:Int) </mem> ensures ?Y <Int X *Int X +Int 2`,
	} {
		v := proveText(t, claims, lostSolver)[0]
		if v.Status != Unknown {
			t.Errorf("%s: %s", claims, v.Status)
		}
		if v.Failure == nil || v.Failure.Asked == "" {
			t.Errorf("the failure does not say who was asked: %+v", v.Failure)
		}
	}
}

func TestIndependentOperandsAreNotEnumerated(t *testing.T) {
	v := proveText(t, `claim <k> x = (y + n) + (n + y) ; => .K ...</k> <mem> x |-> (_:Int => Y:Int +Int N:Int +Int N +Int Y) y |-> Y n |-> N </mem>`, realSolver)[0]
	if v.Status != Proved {
		t.Fatalf("%s %+v", v.Status, v.Failure)
	}
	if len(v.Tree.Root.Cases) != 0 {
		t.Error("orders of operands that cannot interfere are enumerated")
	}
}

func TestTrustedClaimsAreListed(t *testing.T) {
	vs := proveText(t, `claim [helper]: <k> spin ; => .K ...</k> <mem> x |-> (_:Int => 3) </mem> [trusted]
claim <k> x = 1 ; ~> spin ; => .K ...</k> <mem> x |-> (_:Int => 3) </mem>`, realSolver)
	if vs[0].Status != Assumed || vs[1].Status != Proved {
		t.Fatalf("%s %s %+v", vs[0].Status, vs[1].Status, vs[1].Failure)
	}
	if as := vs[1].Tree.Rests; len(as) != 1 || as[0].Kind != proofs.TrustedClaim {
		t.Errorf("assumed: %v", as)
	}
}

// A proof records what a checker needs: rules, substitutions, obligations.
func TestProofTree(t *testing.T) {
	v := proveText(t, loopClaim, realSolver)[0]
	if v.Status != Proved {
		t.Fatal(v.Failure)
	}
	n := v.Tree.Root.Count()
	if n["SymbolicStep"] == 0 || n["CircularHypothesis"] != 1 || n["Implication"] != 2 || n["CaseAnalysis"] != 1 {
		t.Errorf("rules: %v", n)
	}
	if len(v.Tree.Obligations) == 0 {
		t.Error("no obligations are recorded")
	}
	for i, o := range v.Tree.Obligations {
		if o.ID != i || o.By == "" || o.Goal == nil {
			t.Errorf("obligation %+v", o)
		}
	}
}

func TestLimitsAreUnknown(t *testing.T) {
	// Without its invariant as a hypothesis the loop unrolls until the limit.
	v := proveText(t, `claim <k> while (x < n) { x = x + 1 ; .Stmts } => .K </k> <mem> x |-> (0 => N:Int) n |-> N:Int </mem> requires 0 <=Int N`, realSolver)[0]
	if v.Status != Unknown || v.Failure.Reason != ReasonLimit {
		t.Errorf("%s %+v", v.Status, v.Failure)
	}
}

func ExampleStatus() {
	fmt.Println(Proved, Refuted, Vacuous, Unknown)
	// Output: proved refuted vacuous unknown
}

// broken is a program whose watch has a bug.
type broken struct{ NoProgram }

func (b broken) Watch() Watch { return b }

func (broken) Watches(int32) bool { return false }

func (b broken) Meet(Watch) Watch { return b }

func (broken) Apart(*term.Term, int32, int32) bool { return false }

func (broken) Mentions(*term.Variable) bool { return false }

func (broken) Recall(*term.Variable, *rewrite.State, term.Substitution) *term.Term { return nil }

func (broken) Reach(int32, *rewrite.State) (Watch, []Check) { panic("boom") }

// A panic where a goal is proved, or where its verdict is told, is a bug in rlv: it
// costs that goal, which is unknown, and not the others.
func TestPanicsCostOneGoal(t *testing.T) {
	for _, where := range []string{"in the proof", "in the report"} {
		e, goals := goalsOf(t, loopClaim+"\n"+strings.ReplaceAll(loopClaim, "N", "M"))
		if where == "in the proof" {
			goals[0].Program = broken{}
		}
		opts := Options{Jobs: 2, Solver: realSolver}
		opts.Done = func(v *Verdict) {
			if where == "in the report" && v.Goal == goals[0] {
				panic("boom")
			}
		}
		verdicts, err := New(e, goals, opts).Prove(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if v := verdicts[0]; v.Status != Unknown || v.Failure == nil || v.Failure.Reason != ReasonInternal || !strings.Contains(v.Failure.Message, "boom") {
			t.Errorf("%s: %v %v", where, v.Status, v.Failure)
		}
		if v := verdicts[1]; v.Status != Proved {
			t.Errorf("%s: the other goal is %v", where, v.Status)
		}
	}
}
