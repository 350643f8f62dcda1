package verify

import (
	"context"
	"strings"
	"testing"
	"time"

	"rlv/prover"
	"rlv/report"
)

// A lemma that the clock keeps from being proved is unknown, without any values for which
// it might be false.
func TestLateLemmaIsUnknown(t *testing.T) {
	v, err := New(context.Background(), Options{Solver: "z3", Timeout: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	text := `//@lemma (forall a, b) (a * a * a + b * b * b != 1729 * a * b + 3)
//@pre: x > 0
//@post: result > 0
int f(int x) { return x; }
`
	f, err := v.Program(context.Background(), Input{Path: "late.cink", Text: text}, report.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	if g := f.Goals[0]; g.Status != prover.Unknown || !strings.Contains(g.Failure.Message, "the time limit of a question") || len(g.Failure.Start) > 0 {
		t.Errorf("%s: %+v", g.Status, g.Failure)
	}
}
