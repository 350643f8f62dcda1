package smt

import (
	"testing"

	"rlv/semantics/term"
)

// What presolve decides, and what it leaves to backends.
func TestPresolve(t *testing.T) {
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	n := func(n int64) *term.Term { return term.Int(n) }
	for _, c := range []struct {
		name string
		want bool
		conj []*term.Term
	}{
		{"the example of the comment", true, []*term.Term{term.Le(term.Add(x, n(1)), y), term.Or(term.Lt(y, x), term.Eq(z, n(0))), term.Lt(n(0), z)}},
		{"without its last literal", false, []*term.Term{term.Le(term.Add(x, n(1)), y), term.Or(term.Lt(y, x), term.Eq(z, n(0)))}},
		{"a literal and its negation", true, []*term.Term{term.Eq(mul(x, y), z), term.Not(term.Eq(mul(x, y), z))}},
		{"bounds that meet", false, []*term.Term{term.Le(x, y), term.Le(y, x)}},
		{"bounds that exclude each other", true, []*term.Term{term.Le(x, y), term.Lt(y, x)}},
		{"an equation between other bounds", true, []*term.Term{term.Eq(x, term.Add(y, n(3))), term.Lt(x, y)}},
		{"an equation that gives a value", true, []*term.Term{term.Eq(x, n(3)), term.Lt(mul(x, x), n(9))}},
		{"three bounds in a circle are for backends", false, []*term.Term{term.Lt(x, y), term.Lt(y, z), term.Lt(z, x)}},
	} {
		if got := newPresolver().contradictory(c.conj); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
