package kernel

import (
	"math/rand"
	"slices"
	"testing"

	"rlv/proofs/logic"
)

// Of what a place where paths meet asks, that is left out which a look among all hypotheses would find; all else stays.
func TestBeyondLeavesOutWhatIsThere(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	random := func(n int) []*logic.Form {
		out := make([]*logic.Form, n)
		for i := range out {
			out[i] = logic.Holds(logic.Operation(logic.OLe, logic.Int64(int64(r.Intn(3))), logic.V(logic.Var{N: uint64(r.Intn(2))})))
		}
		return out
	}
	shorter := 0
	for range 2000 {
		hypotheses := random(r.Intn(6))
		asked := append(slices.Clone(hypotheses[:r.Intn(len(hypotheses)+1)]), random(r.Intn(4))...)
		left := beyond(nil, hypotheses, asked)
		shorter += len(asked) - len(left)
		if out := asked[:len(asked)-len(left)]; !slices.EqualFunc(left, asked[len(out):], logic.EqualForms) ||
			slices.ContainsFunc(out, func(f *logic.Form) bool { return !trivial(nil, hypotheses, f) }) {
			t.Fatalf("of %v under %v is left %v", asked, hypotheses, left)
		}
	}
	if shorter == 0 {
		t.Error("nothing is left out")
	}
}
