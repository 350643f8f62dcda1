package encode

import (
	"testing"
	"time"

	"rlv/proofs/logic"
)

// Decoding takes one walk over a term, however deep its operations stand in each other.
func TestDeepTermsAreDecodedInOneWalk(t *testing.T) {
	x, l := logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SInt}}), logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SList}, N: 1})
	sum, rest := x, l
	for range 500 {
		sum, rest = logic.Operation(logic.OAdd, sum, logic.Unary(logic.OAbs, x)), logic.Unary(logic.OTail, rest)
	}
	// What solvers do not know is looked at once, too, though it stands under a quantifier and has no name.
	unknown := logic.Operation(logic.OLook, logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SMap}}), logic.Bound(0))
	for range 500 {
		unknown = logic.Unary(logic.OSize, logic.Unary(logic.OItem, unknown))
	}
	if Decode(&logic.Form{Kind: logic.FAll, A: logic.Holds(logic.Operation(logic.OLt, x, unknown))}) != nil {
		t.Error("what has no form is decoded")
	}
	for name, f := range map[string]*logic.Term{
		"sum":  logic.Operation(logic.OLt, x, sum),
		"size": logic.Operation(logic.OLt, x, logic.Unary(logic.OSize, rest)),
		"item": logic.Is(0, logic.Operation(logic.OGet, rest, sum)),
	} {
		started := time.Now()
		if Decode(logic.Holds(f)) == nil {
			t.Errorf("%s is not decoded", name)
		}
		if took := time.Since(started); took > 10*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
	}
}
