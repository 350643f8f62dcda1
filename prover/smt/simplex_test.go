package smt

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

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
	e := newSimplex()
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
		if want := s.ground.Check(context.Background(), q); want.Result != got.Result && want.Result != Unknown {
			t.Fatalf("seed %d: %v is %v, %v by Z3", seed, term.And(conj...), got.Result, want.Result)
		}
	}
	if t.Log(count); count[Unknown] > n/4 || count[Sat] < n/10 || count[Unsat] < n/10 {
		t.Errorf("of %d questions: %v", n, count)
	}
}

// Questions of each kind, as the simplex method itself has to answer them.
func TestSimplexAnswers(t *testing.T) {
	s := newTest(t, Options{Engine: "z3"})
	a, i, j, k, x, y := avar("a"), ivar("i"), ivar("j"), ivar("k"), ivar("x"), ivar("y")
	count := func(a *term.Term) *term.Term { return term.Apply(randomCount, a, k) }
	u := func(x *term.Term) *term.Term { return term.Apply(randomUnary, x) }
	made := func(x *term.Term) *term.Term { return term.Apply(randomMake, x) }
	less, n := term.Lt, func(n int64) *term.Term { return term.Int(n) }
	swapped := sto(sto(a, i, sel(a, j)), j, sel(a, i))
	for _, c := range []struct {
		name string
		want Result
		conj []*term.Term
	}{
		{"an array that was written to", Sat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2))}},
		{"what was there is written", Unsat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2)), term.Eq(sel(a, i), x)}},
		{"it is where nothing is read", Sat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2)), term.Eq(sel(a, j), x)}},
		{"equals are exchanged", Unsat, []*term.Term{term.Eq(sel(a, i), sel(a, j)), less(count(a), count(swapped))}},
		{"others are", Sat, []*term.Term{less(sel(a, i), sel(a, j)), less(count(a), count(swapped))}},
		{"arrays of a function", Sat, []*term.Term{term.Eq(sel(made(x), i), n(1)), term.Eq(sel(made(y), i), n(2))}},
		{"equal ones have equal elements", Unsat, []*term.Term{term.Eq(sel(made(x), i), n(1)), term.Eq(sel(made(y), i), n(2)), term.Le(x, y), term.Le(y, x)}},
		{"what is counted in them is left to others", Unknown, []*term.Term{less(count(made(x)), count(made(y))), term.Le(x, y), term.Le(y, x)}},
		{"congruence", Unsat, []*term.Term{term.Le(x, y), term.Le(y, x), less(u(x), u(y))}},
		{"congruence of congruence", Unsat, []*term.Term{term.Eq(u(u(u(x))), x), term.Eq(u(u(u(u(u(x))))), x), term.Not(term.Eq(u(x), x))}},
		{"parity", Unsat, []*term.Term{term.Eq(term.Add(mul(n(2), x), mul(n(6), y)), n(7))}},
		{"parity of two", Unsat, []*term.Term{term.Eq(mul(n(2), x), i), term.Eq(mul(n(2), y), term.Add(i, n(1)))}},
		{"a gap", Unsat, []*term.Term{less(n(3), mul(n(5), x)), less(mul(n(5), x), n(5))}},
		{"remainders", Unsat, []*term.Term{term.Eq(term.Apply(term.IntEMod, x, n(4)), n(3)), term.Eq(term.Apply(term.IntEMod, x, n(2)), n(0))}},
		{"a remainder by nothing", Sat, []*term.Term{less(term.Apply(term.IntEMod, x, y), n(-5))}},
		{"a remainder by something", Unsat, []*term.Term{less(term.Apply(term.IntEMod, x, y), n(0)), term.Not(term.Eq(y, n(0)))}},
		{"a quotient by nothing", Sat, []*term.Term{term.Eq(term.Apply(term.IntEDiv, n(1), y), n(9)), term.Eq(y, n(0))}},
		{"two quotients by nothing", Unsat, []*term.Term{term.Eq(x, n(0)), term.Eq(y, n(0)),
			term.Not(term.Eq(term.Apply(term.IntEDiv, i, y), term.Apply(term.IntEDiv, i, x)))}},
		{"a square", Unsat, []*term.Term{less(mul(x, x), x)}},
		{"products are multiplied out", Unsat, []*term.Term{less(mul(term.Add(x, y), term.Add(x, y)), term.Add(mul(x, x), term.Sub(mul(n(2), mul(x, y)), mul(n(-1), term.Sub(mul(y, y), n(0))))))}},
		{"products of equals", Unsat, []*term.Term{term.Le(x, term.Add(y, n(1))), less(y, x), term.Not(term.Eq(mul(x, i), term.Add(mul(y, i), i)))}},
		{"a product has factors", Sat, []*term.Term{term.Eq(mul(x, y), n(35)), less(n(1), x), less(n(1), y), less(x, n(6))}},
		{"a large number", Unknown, []*term.Term{less(x, n(1<<40))}},
		{"a large factor", Unknown, []*term.Term{less(mul(n(1<<21), x), mul(n(3), y))}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var q fol.Query
			for _, f := range c.conj {
				q.Assertions = append(q.Assertions, s.translator.Formula(f))
			}
			if got := newSimplex().Check(context.Background(), q); got.Result != c.want {
				t.Errorf("%v: %v (%s)", term.And(c.conj...), got.Result, got.Reason)
			}
		})
	}
}

// liar says of all questions that they have no model.
type liar struct{ *simplex }

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
	s.simplex = liar{newSimplex()}
	a := s.Check(context.Background(), Query{Assertions: q})
	if want := "simplex says unsat, " + s.ground.Name() + " says sat"; a.Result != Unknown || a.Reason != want || said != want+": x <Int y" {
		t.Errorf("disagreed: %v (%s), %q", a.Result, a.Reason, said)
	}
}
