package arith

import (
	"context"
	"testing"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// Shorthands for terms.
func ivar(name string) *term.Term       { return term.Var(name, term.SortInt) }
func avar(name string) *term.Term       { return term.Var(name, term.SortArray) }
func mul(a, b *term.Term) *term.Term    { return term.Apply(term.IntMul, a, b) }
func sel(a, i *term.Term) *term.Term    { return term.Apply(term.ArraySelect, a, i) }
func sto(a, i, v *term.Term) *term.Term { return term.Apply(term.ArrayStore, a, i, v) }

// Functions of integers, from integers to arrays, and of arrays.
var (
	unary   = term.NewSymbol(term.Symbol{Name: "u", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	maker   = term.NewSymbol(term.Symbol{Name: "make", Args: []term.Sort{term.SortInt}, Result: term.SortArray, Class: term.Function})
	counter = term.NewSymbol(term.Symbol{Name: "count", Args: []term.Sort{term.SortArray, term.SortInt}, Result: term.SortInt, Class: term.Function})
)

// Questions of each kind, as this solver itself has to answer them.
func TestAnswers(t *testing.T) {
	tr := translate.New(&translate.Prelude{}, nil)
	a, i, j, k, x, y := avar("a"), ivar("i"), ivar("j"), ivar("k"), ivar("x"), ivar("y")
	count := func(a *term.Term) *term.Term { return term.Apply(counter, a, k) }
	u := func(x *term.Term) *term.Term { return term.Apply(unary, x) }
	made := func(x *term.Term) *term.Term { return term.Apply(maker, x) }
	less, n := term.Lt, func(n int64) *term.Term { return term.Int(n) }
	swapped := sto(sto(a, i, sel(a, j)), j, sel(a, i))
	for _, c := range []struct {
		name string
		want fol.Result
		conj []*term.Term
	}{
		{"an array that was written to", fol.Sat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2))}},
		{"what was there is written", fol.Unsat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2)), term.Eq(sel(a, i), x)}},
		{"it is where nothing is read", fol.Sat, []*term.Term{term.Eq(count(a), n(1)), term.Eq(count(sto(a, i, x)), n(2)), term.Eq(sel(a, j), x)}},
		{"equals are exchanged", fol.Unsat, []*term.Term{term.Eq(sel(a, i), sel(a, j)), less(count(a), count(swapped))}},
		{"others are", fol.Sat, []*term.Term{less(sel(a, i), sel(a, j)), less(count(a), count(swapped))}},
		{"arrays of a function", fol.Sat, []*term.Term{term.Eq(sel(made(x), i), n(1)), term.Eq(sel(made(y), i), n(2))}},
		{"equal ones have equal elements", fol.Unsat, []*term.Term{term.Eq(sel(made(x), i), n(1)), term.Eq(sel(made(y), i), n(2)), term.Le(x, y), term.Le(y, x)}},
		{"what is counted in them is left to others", fol.Unknown, []*term.Term{less(count(made(x)), count(made(y))), term.Le(x, y), term.Le(y, x)}},
		{"congruence", fol.Unsat, []*term.Term{term.Le(x, y), term.Le(y, x), less(u(x), u(y))}},
		{"congruence of congruence", fol.Unsat, []*term.Term{term.Eq(u(u(u(x))), x), term.Eq(u(u(u(u(u(x))))), x), term.Not(term.Eq(u(x), x))}},
		{"parity", fol.Unsat, []*term.Term{term.Eq(term.Add(mul(n(2), x), mul(n(6), y)), n(7))}},
		{"parity of two", fol.Unsat, []*term.Term{term.Eq(mul(n(2), x), i), term.Eq(mul(n(2), y), term.Add(i, n(1)))}},
		{"a gap", fol.Unsat, []*term.Term{less(n(3), mul(n(5), x)), less(mul(n(5), x), n(5))}},
		{"remainders", fol.Unsat, []*term.Term{term.Eq(term.Apply(term.IntEMod, x, n(4)), n(3)), term.Eq(term.Apply(term.IntEMod, x, n(2)), n(0))}},
		{"a remainder by nothing", fol.Sat, []*term.Term{less(term.Apply(term.IntEMod, x, y), n(-5))}},
		{"a remainder by something", fol.Unsat, []*term.Term{less(term.Apply(term.IntEMod, x, y), n(0)), term.Not(term.Eq(y, n(0)))}},
		{"a quotient by nothing", fol.Sat, []*term.Term{term.Eq(term.Apply(term.IntEDiv, n(1), y), n(9)), term.Eq(y, n(0))}},
		{"two quotients by nothing", fol.Unsat, []*term.Term{term.Eq(x, n(0)), term.Eq(y, n(0)),
			term.Not(term.Eq(term.Apply(term.IntEDiv, i, y), term.Apply(term.IntEDiv, i, x)))}},
		{"a square", fol.Unsat, []*term.Term{less(mul(x, x), x)}},
		{"products of what is not negative", fol.Unsat, []*term.Term{term.Le(n(0), x), term.Le(n(0), y), less(mul(x, y), n(0))}},
		{"products in the order of their factors", fol.Unsat, []*term.Term{less(x, y), term.Le(n(0), k), less(mul(y, k), term.Add(mul(x, k), k))}},
		{"those of what is negative", fol.Unsat, []*term.Term{less(x, y), less(k, n(0)), less(mul(x, k), mul(y, k))}},
		{"rows do not meet", fol.Unsat, []*term.Term{less(x, y), term.Le(n(0), i), less(i, k), term.Le(n(0), j), less(j, k),
			term.Eq(term.Add(mul(x, k), i), term.Add(mul(y, k), j))}},
		{"products are multiplied out", fol.Unsat, []*term.Term{less(mul(term.Add(x, y), term.Add(x, y)), term.Add(mul(x, x), term.Sub(mul(n(2), mul(x, y)), mul(n(-1), term.Sub(mul(y, y), n(0))))))}},
		{"products of equals", fol.Unsat, []*term.Term{term.Le(x, term.Add(y, n(1))), less(y, x), term.Not(term.Eq(mul(x, i), term.Add(mul(y, i), i)))}},
		{"a product has factors", fol.Sat, []*term.Term{term.Eq(mul(x, y), n(35)), less(n(1), x), less(n(1), y), less(x, n(6))}},
		{"a large number", fol.Unknown, []*term.Term{less(x, n(1<<40))}},
		{"a large factor", fol.Unknown, []*term.Term{less(mul(n(1<<21), x), mul(n(3), y))}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var q fol.Query
			for _, f := range c.conj {
				q.Assertions = append(q.Assertions, tr.Formula(f))
			}
			if got := New(1).Check(context.Background(), q); got.Result != c.want {
				t.Errorf("%v: %v (%s)", term.And(c.conj...), got.Result, got.Reason)
			}
		})
	}
}
