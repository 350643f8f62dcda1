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

// An array of a counterexample keeps only elements that every type of elements has; others
// stand for those that are too small or too large, in the same order.
func TestElementsOfAnyType(t *testing.T) {
	for _, c := range []struct{ given, want []int64 }{
		{[]int64{5, 127, 128, -128, -129}, []int64{5, 127, 127, -128, -128}},
		{[]int64{-31892, 40, -2438, -21239}, []int64{-128, 40, -126, -127}},
		{[]int64{1 << 40, 900, 900, 3}, []int64{127, 126, 126, 3}},
	} {
		array := term.ConstArray(term.Int(0))
		for i, n := range c.given {
			array = term.Apply(term.ArrayStore, array, term.Int(int64(i)), term.Int(n))
		}
		got := anyType(array)
		for i, want := range c.want {
			if n, ok := term.Apply(term.ArraySelect, got, term.Int(int64(i))).Int64(); !ok || n != want {
				t.Errorf("%v: element %d is %d, want %d", c.given, i, n, want)
			}
		}
	}
	if n := term.Int(1 << 40); anyType(n) != n {
		t.Error("a number is changed")
	}
}
