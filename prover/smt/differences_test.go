package smt

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/semantics/term"
)

// randomDifference is a bound of a difference or, now and then, another formula.
func randomDifference(r *rand.Rand, others int) *term.Term {
	x, y := ivar(fmt.Sprint("x", r.Intn(4))), ivar(fmt.Sprint("x", r.Intn(4)))
	k := term.Int(int64(r.Intn(7) - 3))
	switch r.Intn(6 + others) {
	case 0, 1:
		return term.Le(term.Add(x, k), y)
	case 2:
		return term.Lt(x, term.Add(y, k))
	case 3:
		return term.Le(k, x)
	case 4:
		return term.Le(x, k)
	case 5:
		return term.Eq(x, term.Add(y, k))
	case 6:
		return term.Not(term.Eq(x, y))
	case 7:
		return term.Not(term.InKeys(x, term.Var("rest", term.SortMap)))
	}
	return randomFormula(r, 1)
}

// What bounds of differences say of a question, a solver of its own says, too, and what
// they call a solution makes all conjuncts true.
func TestDifferencesAgree(t *testing.T) {
	needCommand(t, "z3")
	process := newTest(t, Options{Engine: "z3-process", Timeout: 5 * time.Second})
	s := newTest(t, Options{})
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	found := map[Result]int{}
	for range 400 {
		var conj []*term.Term
		for range 2 + r.Intn(7) {
			conj = term.Conjuncts(conj, randomDifference(r, r.Intn(4)))
		}
		got, v := s.differences(conj)
		found[got]++
		if got == Unknown {
			continue
		}
		if b := askDirectly(process, conj); b.Result != got && b.Result != Unknown {
			t.Fatalf("seed %d: %v is %v by bounds, %v by the z3 process", seed, term.And(conj...), got, b.Result)
		}
		if got == Sat && !v.satisfies(conj) {
			t.Fatalf("seed %d: %v is not true in %v", seed, term.And(conj...), v.values)
		}
	}
	if found[Sat] < 30 || found[Unsat] < 30 || found[Unknown] < 30 {
		t.Errorf("the questions are of one kind: %v", found)
	}
}

// Where a second opinion is asked for, or the simplex method is not, bounds of differences
// decide nothing. A map that is open may be empty.
func TestDifferencesDecide(t *testing.T) {
	x, y := ivar("x"), ivar("y")
	rest := term.Var("rest", term.SortMap)
	above := []*term.Term{term.Lt(x, y), term.Not(term.InKeys(y, rest))}
	for _, engine := range []string{"both", "none"} {
		for _, conj := range [][]*term.Term{above, {term.Lt(x, y), term.Lt(y, x)}} {
			if got, _ := newTest(t, Options{Engine: engine}).differences(conj); got != Unknown {
				t.Errorf("%s: %v", engine, got)
			}
		}
	}
	s := newTest(t, Options{})
	if a := feasible(s, above); a.Result != Sat || a.By != Evaluation || a.Approximate || a.Model != nil {
		t.Errorf("%+v", a)
	}
	z := ivar("z")
	if a := s.Valid(t.Context(), []*term.Term{term.Lt(x, y), term.Lt(y, z)}, term.Lt(term.Add(x, term.Int(1)), z)); a.Result != Unsat || a.By != Differences {
		t.Errorf("%+v", a)
	}
	if c := s.Counters(); c.Simplex+c.Ground+c.Full > 0 || c.Differences != 1 || c.Evaluated != 1 {
		t.Errorf("%+v", c)
	}
}
