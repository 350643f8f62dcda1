package replay

import (
	"context"
	"math/rand/v2"
	"testing"

	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// watched is a program with checks where a run comes to "up 0".
type watched struct {
	prover.NoProgram
	checks []prover.Check
}

func (w watched) Watch() prover.Watch { return w }

func (watched) Watches(int32) bool { return false }

func (w watched) Meet(prover.Watch) prover.Watch { return w }

func (watched) Apart(*term.Term, int32, int32) bool { return false }

func (watched) Mentions(*term.Variable) bool { return false }

func (watched) Recall(*term.Variable, *rewrite.State, term.Substitution) *term.Term { return nil }

func (w watched) Reach(_ int32, st *rewrite.State) (prover.Watch, []prover.Check) {
	if top := st.Slots[0].Head(); len(top.Args()) == 1 && term.Equal(top.Arg(0), term.Int(0)) {
		return w, w.checks
	}
	return w, nil
}

// TestPoints runs a goal along which assertions and assumptions stand.
func TestPoints(t *testing.T) {
	e, goals := claimsOf(t, "  claim [c]: <k> up I:Int => up 0 </k> <n> 0 => I </n> requires I >Int 0\n  claim [stuck]: <k> up I:Int => spin 0 </k> <n> 0 => I </n> requires I >Int 0\n")
	span := goals["c"].Span
	inside := source.Span{File: span.File, Start: span.Start + 1, End: span.Start + 2}
	outside := source.Span{File: span.File, Start: 0, End: 1}
	unknown := term.Lt(term.App(mystery, term.Int(1)), term.Int(3))
	check := func(f *term.Term, at source.Span) prover.Check {
		return prover.Check{Conjunct: prover.Conjunct{Formula: f, Span: at, Text: "c"}}
	}
	found := check(term.False, inside)
	found.Found = true
	assumption := func(f *term.Term) prover.Check {
		c := check(f, inside)
		c.Assume = &proofs.Fact{Kind: proofs.Assume}
		return c
	}
	for _, tt := range []struct {
		name, claim string
		checks      []prover.Check
		want        Result
	}{
		{"no check", "c", nil, Holds},
		{"a true one", "c", []prover.Check{check(term.True, inside)}, Holds},
		{"a false one", "c", []prover.Check{check(term.True, inside), check(term.False, inside)}, Fails},
		{"one that is not known", "c", []prover.Check{check(unknown, inside)}, Holds},
		{"one of another function", "c", []prover.Check{check(term.False, outside)}, Holds},
		{"one that nobody wrote", "c", []prover.Check{found}, Holds},
		{"one that nobody wrote, before it is stuck", "stuck", []prover.Check{found}, Open},
		{"a true assumption", "c", []prover.Check{assumption(term.True)}, Holds},
		{"a false assumption", "c", []prover.Check{assumption(term.False), check(term.False, inside)}, Rejected},
		{"an assumption that is not known", "c", []prover.Check{assumption(unknown)}, Rejected},
	} {
		g := *goals[tt.claim]
		g.Span, g.Program = span, watched{checks: tt.checks}
		r := New(e, &g, known)
		out := r.Run(context.Background(), r.Model(map[*term.Variable]*term.Term{valueOf(r, "I"): term.Int(2)}))
		if out.Result != tt.want || out.Point != (tt.want == Fails) || out.Point && out.Conjunct.Text != "c" {
			t.Errorf("%s: result %d, want %d: %+v", tt.name, out.Result, tt.want, out)
		}
	}
}

func valueOf(r *Runner, name string) *term.Variable {
	for _, v := range r.vars {
		if v.BaseName() == name {
			return v
		}
	}
	return nil
}

// Random values and those of a solver are such that a run can begin: keys of memory
// are different and below the counter, and every variable has a value.
func TestValuesCanBeRun(t *testing.T) {
	e, goals := claimsOf(t, "  claim [c]: <k> paint C:Color => done </k> <mem> (A:Int |-> V:Int) (B:Int |-> W:Int) REST:Map </mem>\n")
	r := New(e, goals["c"], nil)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 50 {
		values := r.Random(rnd)
		if i%2 == 0 {
			values = r.Model(map[*term.Variable]*term.Term{valueOf(r, "A"): term.Int(7), valueOf(r, "B"): term.Int(7)})
		}
		for _, v := range r.vars {
			if values[v] == nil || !values[v].IsValue() {
				t.Fatalf("%s is %v", v.Name, values[v])
			}
		}
		a, _ := values[valueOf(r, "A")].Int64()
		b, _ := values[valueOf(r, "B")].Int64()
		counter, ok := values[r.counter].Int64()
		if a == b || !ok || a >= counter || b >= counter {
			t.Fatalf("keys %d and %d, counter %d", a, b, counter)
		}
		if out := r.Run(context.Background(), values); out.Result != Holds {
			t.Fatalf("result %d with %v: ends in %v", out.Result, values, out.End)
		}
	}
}

// impossible is a program that is never in a state.
type impossible struct{ prover.NoProgram }

func (impossible) Possible(*rewrite.State) []*term.Term { return []*term.Term{term.False} }

// A run from a state in which the program cannot be shows nothing.
func TestImpossibleStates(t *testing.T) {
	e, goals := claimsOf(t, `
  claim [fails]: <k> start I:Int => done </k> <n> 0 => ?N:Int </n> ensures ?N <Int 0
  claim [stuck]: <k> half I:Int => done </k> <n> 8 => ?_N:Int </n>
`)
	for name, want := range map[string]Result{"fails": Fails, "stuck": Stuck} {
		g := goals[name]
		for _, program := range []prover.Program{prover.NoProgram{}, impossible{}} {
			g.Program = program
			r := New(e, g, nil)
			if out := r.Run(context.Background(), r.Model(nil)); out.Result != want {
				t.Errorf("%s: result %d, want %d", name, out.Result, want)
			}
			want = Rejected
		}
	}
}

// Arrays are drawn with elements in the range that the left side gives them.
func TestElementsInRange(t *testing.T) {
	e, goals := claimsOf(t, `
  claim [bits]: <k> start I:Int => done </k> <n> 0 => ?_N:Int </n>
    requires #Forall J:Int . (0 <=Int #select(A:Array, J) andBool #select(A, J) <=Int 1)
  claim [bytes]: <k> start I:Int => done </k> <n> 0 => ?_N:Int </n>
    requires #Forall J:Int . (250 <=Int #select(A:Array, J) andBool #select(A, J) <=Int 255)
`)
	for name, ends := range map[string][2]int64{"bits": {0, 1}, "bytes": {250, 255}} {
		r := New(e, goals[name], nil)
		rnd := rand.New(rand.NewPCG(1, 1))
		for range 100 {
			a := r.Random(rnd)[valueOf(r, "A")]
			for i := range int64(9) {
				if n, ok := term.Apply(term.ArraySelect, a, term.Int(i)).Int64(); !ok || n < ends[0] || n > ends[1] {
					t.Fatalf("%s: element %d is %d", name, i, n)
				}
			}
		}
	}
}
