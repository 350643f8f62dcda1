package verify

import (
	"context"
	"testing"

	"rlv/prover"
)

// Where its hypothesis is needed an induction is told, before solvers are asked that take quantifiers.
func TestInductionsAreToldWhere(t *testing.T) {
	const text = `//@logic weakly(Int[] a, Int m, Int n): Bool = (forall i : m..n-2) a[i] <= a[i+1]
//@logic sorted(Int[] a, Int m, Int n): Bool = (forall j : m..n-1) (forall i : m..j-1) a[i] <= a[j]
//@lemma (forall Int[] a, m, n) (0 <= m <= n ==> weakly(a, m, n) ==> sorted(a, m, n)) by induction on n - m
int f() { return 0; }
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("sorted.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "sorted.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	for _, v := range r.lemmas(c.solvers, c.Lemmas, c.Functions, nil) {
		if n := c.solvers.first.Counters().Full; v.Status != prover.Proved || n > 0 {
			t.Errorf("%s, with %d questions to solvers that take quantifiers", v.Status, n)
		}
	}
}
