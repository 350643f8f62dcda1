package instantiate

import (
	"slices"
	"testing"

	"rlv/semantics/term"
)

// Values of what is multiplied, and of rows and columns, are found by dividing polynomials.
func TestMultiplied(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	a, b, c, m, n, p, x, y := v("a"), v("b"), v("c"), v("m"), v("n"), v("p"), v("x"), v("y")
	k, u, w, array := v("k"), v("u"), v("w"), term.Var("array", term.SortArray)
	mul := func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }
	at := func(i *term.Term) *term.Term { return term.Apply(term.ArraySelect, array, i) }
	forAll := func(body *term.Term, vars ...*term.Term) *term.Term {
		for _, x := range slices.Backward(vars) {
			body = term.Apply(term.Forall, x, body)
		}
		return body
	}
	grid := forAll(term.Le(term.Int(0), at(term.Add(mul(u, n), w))), u, w)
	for _, tt := range []struct {
		name string
		conj []*term.Term
		want *term.Term // an instance
	}{
		{"transitivity", []*term.Term{term.Eq(term.Sub(a, b), mul(x, m)), term.Eq(term.Sub(b, c), mul(y, m)), forAll(term.Ne(term.Sub(a, c), mul(k, m)), k)}, term.False},
		{"an element of a row", []*term.Term{grid, term.Lt(at(term.Add(mul(x, n), y)), term.Int(0))}, term.Le(term.Int(0), at(term.Add(mul(x, n), y)))},
		{"the next row", []*term.Term{grid, term.Lt(at(term.Add(mul(x, n), term.Add(n, y))), term.Int(0))},
			term.Le(term.Int(0), at(term.Add(mul(term.Add(x, term.Int(1)), n), y)))},
		{"an element of a row, quantified one by one", []*term.Term{forAll(term.Implies(term.Le(u, p), forAll(term.Le(term.Int(0), at(term.Add(mul(u, n), w))), w)), u),
			term.Lt(at(term.Add(mul(x, n), y)), term.Int(0))}, term.Le(term.Int(0), at(term.Add(mul(x, n), y)))},
		{"any place", []*term.Term{grid, term.Lt(at(p), term.Int(0))},
			term.Le(term.Int(0), at(term.Add(mul(term.Apply(term.IntEDiv, p, n), n), term.Apply(term.IntEMod, p, n))))},
	} {
		q := New(nil, nil, 100).Question(tt.conj, Facts{})
		q.Instantiate(3)
		found := false
		for _, f := range q.Formulas() {
			term.Walk(f, func(t *term.Term) bool {
				found = found || term.Equal(t, tt.want)
				return !found
			})
		}
		if !found {
			t.Errorf("%s: %s is no instance among %v", tt.name, tt.want, q.Formulas())
		}
	}
}
