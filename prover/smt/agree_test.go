package smt

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/prover/smt/internal/arith"
	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// The functions of random questions: of integers, of values, of arrays.
var (
	randomItem  = term.Sort(100)
	randomUnary = term.NewSymbol(term.Symbol{Name: "u", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	randomHolds = term.NewSymbol(term.Symbol{Name: "holds", Args: []term.Sort{term.SortInt, term.SortBool}, Result: term.SortBool, Class: term.Function})
	randomBox   = term.NewSymbol(term.Symbol{Name: "rbox", Args: []term.Sort{term.SortInt}, Result: randomItem})
	randomOpen  = term.NewSymbol(term.Symbol{Name: "ropen", Args: []term.Sort{randomItem}, Result: term.SortInt, Class: term.Function})
	randomMake  = term.NewSymbol(term.Symbol{Name: "rmake", Args: []term.Sort{term.SortInt}, Result: term.SortArray, Class: term.Function})
	randomCount = term.NewSymbol(term.Symbol{Name: "rcount", Args: []term.Sort{term.SortArray, term.SortInt}, Result: term.SortInt, Class: term.Function})
)

// richFormula is a random formula with functions, division and products, too.
func richFormula(r *rand.Rand) *term.Term {
	x, y := randomInt(r, 1), randomInt(r, 1)
	box := func() *term.Term {
		if r.Intn(2) == 0 {
			return term.Apply(randomBox, randomInt(r, 1))
		}
		return term.Var(fmt.Sprint("b", r.Intn(2)), randomItem)
	}
	switch r.Intn(9) {
	case 0:
		return term.Eq(term.Apply(randomUnary, x), y)
	case 1:
		return term.Lt(term.Apply(randomUnary, x), term.Apply(randomUnary, y))
	case 2:
		return term.Apply(randomHolds, x, randomFormula(r, 0))
	case 3:
		return term.Not(term.Apply(randomHolds, x, randomFormula(r, 0)))
	case 4:
		return term.Le(term.Apply(randomCount, randomArray(r, 1), x), y)
	case 5:
		return term.Eq(term.Apply(randomCount, randomArray(r, 1), x), term.Apply(randomUnary, y))
	case 6:
		return term.Apply(term.KEq, box(), box())
	case 7:
		return term.Lt(term.Apply(randomOpen, box()), x)
	}
	switch r.Intn(6) {
	case 4:
		return term.Eq(sel(term.Apply(randomMake, x), y), randomInt(r, 1))
	case 5:
		return term.Lt(term.Apply(randomCount, sto(term.Apply(randomMake, x), y, x), y), randomInt(r, 1))
	case 0:
		return term.Le(mul(x, y), randomInt(r, 1))
	case 1:
		return term.Eq(term.Apply(term.IntEMod, x, ivar("x1")), y)
	case 2:
		return term.Lt(term.Apply(term.IntEDiv, x, ivar("x2")), mul(y, y))
	}
	return term.Le(term.Apply(term.IntTDiv, x, term.Int(int64(r.Intn(7)-3))), y)
}

// The answers of the simplex method are those of Z3, and it answers most.
func TestSimplexAgrees(t *testing.T) {
	needCommand(t, "z3")
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	s := newTest(t, Options{Engine: "z3", Timeout: 5 * time.Second})
	e := arith.New(1)
	count := map[Result]int{}
	n := 3000
	if testing.Short() {
		n = 500
	}
	for range n {
		conj := randomConjunction(r, r.Intn(8))
		for range 1 + r.Intn(10) {
			f := richFormula(r)
			if r.Intn(3) == 0 {
				f = term.Or(f, richFormula(r))
			}
			conj = append(conj, f)
		}
		var q fol.Query
		for _, c := range conj {
			q.Assertions = append(q.Assertions, s.translator.Formula(c))
		}
		q.Timeout = 5 * time.Second
		got := e.Check(context.Background(), q)
		count[got.Result]++
		if got.Result == Unknown {
			continue
		}
		if want := s.backends.ground.Check(context.Background(), q); want.Result != got.Result && want.Result != Unknown {
			t.Fatalf("seed %d: %v is %v, %v by Z3", seed, term.And(conj...), got.Result, want.Result)
		}
	}
	if t.Log(count); count[Unknown] > n/4 || count[Sat] < n/10 || count[Unsat] < n/10 {
		t.Errorf("of %d questions: %v", n, count)
	}
}

// liar says of all questions that they have no model.
type liar struct{ *arith.Solver }

func (liar) Check(context.Context, fol.Query) fol.Reply { return fol.Reply{Result: Unsat} }

// Two engines that have to agree prove nothing where they do not.
func TestDisagreement(t *testing.T) {
	said := ""
	s := newTest(t, Options{Engine: "both", Disagree: func(m string) { said += m }})
	q := []*term.Term{term.Lt(ivar("x"), ivar("y"))}
	if a := s.Check(context.Background(), Query{Assertions: q}); a.Result != Sat || said != "" {
		t.Errorf("agreed: %v, %q", a.Result, said)
	}
	s = newTest(t, Options{Engine: "both", Disagree: func(m string) { said += m }})
	s.backends.first = liar{arith.New(1)}
	a := s.Check(context.Background(), Query{Assertions: q})
	if want := "simplex says unsat, " + s.backends.ground.Name() + " says sat"; a.Result != Unknown || a.Reason != want || said != want+": x <Int y" {
		t.Errorf("disagreed: %v (%s), %q", a.Result, a.Reason, said)
	}
}
