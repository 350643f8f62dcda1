package smt

import (
	"context"
	"math/rand/v2"
	"testing"

	"rlv/prover/smt/internal/parted"
	"rlv/semantics/term"
)

// randomFew is a universal formula about few numbers, about two written elements of an array.
func randomFew(rnd *rand.Rand) *term.Term {
	i, j, x, a := ivar("i"), ivar("j"), ivar("x"), term.Var("a", term.SortArray)
	number := func() *term.Term { return term.Int(rnd.Int64N(5) - 1) }
	for range 3 {
		a = term.Apply(term.ArrayStore, a, number(), term.Add(x, number()))
	}
	value := func() *term.Term {
		switch rnd.IntN(5) {
		case 0:
			return term.Add(i, number())
		case 1:
			return term.Add(j, x)
		case 2:
			return number()
		}
		return term.Apply(term.ArraySelect, a, []*term.Term{i, j, term.Add(i, j), number()}[rnd.IntN(4)])
	}
	var formula func(depth int) *term.Term
	formula = func(depth int) *term.Term {
		switch rnd.IntN(depth + 3) {
		case 0:
			return term.Le(value(), value())
		case 1:
			return term.Lt(value(), term.Add(value(), term.Int(3)))
		case 2:
			u := value()
			return term.Le(u, term.Add(u, number()))
		case 3:
			return term.And(formula(depth-1), formula(depth-1))
		default:
			return term.Implies(formula(depth-1), formula(depth-1))
		}
	}
	within := func(v, body *term.Term) *term.Term {
		low, high := term.Le(number(), v), term.Le(v, number())
		if rnd.IntN(2) == 0 {
			low, high = term.Lt(number(), v), term.Lt(v, number())
		}
		if rnd.IntN(8) == 0 {
			high = term.Le(v, x)
		}
		return all_(v, term.Implies(term.And(low, high), body))
	}
	return within(i, within(j, formula(2)))
}

// What holds of a few numbers, as simplifying its instances shows, has no counterexample: the long way is a solver that
// is given what the instances are.
func TestFewAreSimplifiedOneByOne(t *testing.T) {
	rnd, found := rand.New(rand.NewPCG(5, 1)), 0
	s := newTest(t, Options{Engine: "z3"})
	for range 4000 {
		f := randomFew(rnd)
		if !parted.ExcludedByFew([]*term.Term{term.Le(ivar("x"), ivar("y")), term.Not(f)}) {
			continue
		}
		if found++; found > 300 {
			break
		}
		if _, out := s.askGround(context.Background(), []*term.Term{term.Not(f)}, s.deadline(context.Background()), Steady); out.Result != Unsat {
			t.Fatalf("%v is said to hold: %v", f, out.Result)
		}
	}
	if found < 100 {
		t.Errorf("only %d formulas hold", found)
	}
	found = 0
	for range 40000 {
		f := randomFew(rnd)
		if !parted.ExcludedByFew([]*term.Term{term.Le(ivar("x"), ivar("y")), f}) {
			continue
		}
		if found++; found > 300 {
			break
		}
		if _, out := s.askGround(context.Background(), []*term.Term{f}, s.deadline(context.Background()), Steady); out.Result != Unsat {
			t.Fatalf("%v is said to fail: %v", f, out.Result)
		}
	}
	if found < 50 {
		t.Errorf("only %d formulas fail", found)
	}
}

// That 9 has no divisors is refuted by one of the numbers that could be one.
func TestFewHaveAnExample(t *testing.T) {
	d := ivar("d")
	none := func(n int64) *term.Term {
		body := term.Not(term.Eq(term.Apply(term.IntTMod, term.Int(n), d), term.Int(0)))
		return all_(d, term.Implies(term.And(term.Lt(term.Int(1), d), term.Lt(d, term.Int(n))), body))
	}
	for n := range int64(60) {
		prime := n > 1
		for i := int64(2); i < n; i++ {
			prime = prime && n%i != 0
		}
		if n > 1 && parted.ExcludedByFew([]*term.Term{none(n)}) == prime || n > 1 && parted.ExcludedByFew([]*term.Term{term.Not(none(n))}) != prime {
			t.Errorf("of %d it is said that it has a divisor, and it has none, or the reverse", n)
		}
	}
}

// Products of elements, as in a matrix that executed loops have written.
func TestFewAreDecidedBeforeSolvers(t *testing.T) {
	a, b, c := term.Var("a", term.SortArray), term.Var("b", term.SortArray), term.Var("c", term.SortArray)
	at := func(m, i, j *term.Term) *term.Term {
		return term.Apply(term.ArraySelect, m, term.Add(term.Apply(term.IntMul, term.Int(4), i), j))
	}
	product := func(i, j *term.Term) *term.Term {
		sum := term.Int(0)
		for k := range int64(4) {
			sum = term.Add(sum, term.Apply(term.IntMul, at(a, i, term.Int(k)), at(b, term.Int(k), j)))
		}
		return sum
	}
	written := c
	for n := range int64(16) {
		written = term.Apply(term.ArrayStore, written, term.Int(n), product(term.Int(n/4), term.Int(n%4)))
	}
	i, j := ivar("i"), ivar("j")
	few := func(v, body *term.Term) *term.Term {
		return all_(v, term.Implies(term.And(term.Le(term.Int(0), v), term.Lt(v, term.Int(4))), body))
	}
	s := newTest(t, Options{})
	right := few(i, few(j, term.Eq(at(written, i, j), product(i, j))))
	if a := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Not(right)}}); a.Result != Unsat || a.By != Syntax {
		t.Errorf("%v by %s", a.Result, a.By)
	}
	wrong := few(i, few(j, term.Eq(at(written, i, j), product(j, i))))
	if parted.ExcludedByFew([]*term.Term{term.Not(wrong)}) || parted.ExcludedByFew([]*term.Term{right}) {
		t.Error("a transposed matrix is said to be the same")
	}
}
