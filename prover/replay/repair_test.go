package replay

import (
	"context"
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// Comparisons of numbers hold for most values that are drawn, and equations and what is said of
// arrays for many more than by chance. Numbers are small as a rule, but not always.
func TestValuesAreRepaired(t *testing.T) {
	e, goals := claimsOf(t, `  claim [between]: <k> start (I:Int +Int (J:Int +Int (K:Int +Int L:Int))) => done </k> <n> 0 => ?_ </n> requires 0 <=Int I andBool I <Int J andBool J <Int K andBool K <Int L
  claim [equal]: <k> start (I:Int +Int (J:Int +Int K:Int)) => done </k> <n> 0 => ?_ </n>
  claim [any]: <k> start I:Int => done </k> <n> 0 => ?_ </n>
`)
	equal := goals["equal"].Claim
	vars := term.Vars(termsOf(equal.Left)...)
	equal.Requires = []*term.Term{term.Eq(vars[0].Term(), term.Add(term.App(triangle, vars[1].Term()), term.Int(20)))}
	for name, percent := range map[string]int{"between": 20, "equal": 8} {
		r, rnd, run := New(e, goals[name], known), rand.New(rand.NewPCG(4, 2)), 0
		const draws = 500
		for range draws {
			if out := r.Run(context.Background(), r.Random(rnd)); out.Result != Rejected {
				run++
			}
		}
		if run*100 < draws*percent {
			t.Errorf("%s: %d of %d draws can be run", name, run, draws)
		}
	}
	r, rnd, large := New(e, goals["any"], Functions{}), rand.New(rand.NewPCG(4, 2)), 0
	for range 1000 {
		if n, _ := r.Random(rnd)[r.vars[0]].Int64(); n > 15 {
			large++
		}
	}
	if large == 0 || large > 50 {
		t.Errorf("%d of 1000 numbers are large", large)
	}
}

// A run ends where so much work is done.
func TestUntil(t *testing.T) {
	e, goals := claimsOf(t, "  claim [long]: <k> start I:Int => done </k> <n> 0 => ?_ </n> requires I ==Int 900\n")
	r := New(e, goals["long"], Functions{})
	values := r.Random(rand.New(rand.NewPCG(1, 1)))
	for range 40 {
		if out := r.Run(context.Background(), values); out.Result != Rejected {
			break
		}
		values = r.Random(rand.New(rand.NewPCG(1, uint64(r.Work()))))
	}
	for until, want := range map[int]Result{0: Holds, r.Work() + 100: Open, r.Work() + 1_000_000: Holds} {
		if r.Until(until); r.Run(context.Background(), values).Result != want {
			t.Errorf("until %d: not %d", until, want)
		}
	}
}
