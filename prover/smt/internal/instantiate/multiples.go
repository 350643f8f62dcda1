package instantiate

import (
	"slices"

	"rlv/semantics/term"
)

// Bound variables that are multiplied by what is symbolic have values of interest where such
// products are found by polynomial division. "For all k: a - c differs from k * m" is refuted by
// a - b = x * m and b - c = y * m, at k = x + y: these equations make a - c the polynomial
// (x + y) * m. And "for all u, v: .. a[u * n + v]" is of interest at u = i, v = j + 1 where
// a[i * n + j + 1] is read; where a[p] is, at the quotient and the remainder of p by n.

// scaled is an equation in the body of a universal formula: of a bound variable, times a
// coefficient, and the rest.
type scaled struct {
	v          int // position in vars
	coef, rest *term.Term
}

// grid is an index in the body that has two bound variables: outer * width + inner + rest.
type grid struct {
	outer, inner int // positions in vars; -1: it is none of these
	width, rest  *term.Term
	array        *term.Term // nil: it is not known
}

// linear returns the coefficient of a bound variable in an integer term, where it is one and has
// no bound variable in it.
func (u *universal) linear(v *term.Variable, t *term.Term) (coef *term.Term, ok bool) {
	at := func(n int64) *term.Term { return term.Substitution{v: term.Int(n)}.Apply(t) }
	coef = term.Sub(at(1), at(0))
	if u.mentions(coef) || u.mentionsInner(coef) {
		return nil, false
	}
	return coef, !term.Occurs(v, term.Sub(t, term.Apply(term.IntMul, coef, v.Term())))
}

// addScaled notes the equation of a bound variable that is multiplied by no number.
func (u *universal) addScaled(equation *term.Term) {
	t := term.Sub(equation.Arg(0), equation.Arg(1))
	for i, v := range u.vars {
		if v.Sort != term.SortInt || !term.Occurs(v, t) {
			continue
		}
		rest := term.Substitution{v: term.Int(0)}.Apply(t)
		coef, ok := u.linear(v, t)
		if ok && !coef.IsInt() && !u.mentions(rest) && !u.mentionsInner(rest) {
			u.scaled = append(u.scaled, scaled{i, coef, rest})
		}
	}
}

// grid notes an index that has a bound variable with a width, and maybe one without. One of them
// may be bound within the body.
func (u *universal) grid(t, array *term.Term) {
	if t.Sort() != term.SortInt {
		return
	}
	g := grid{outer: -1, inner: -1, rest: t, array: array}
	single := false
	for _, v := range term.Vars(t) {
		own := slices.Index(u.vars, v)
		if own < 0 && !u.inner[v] {
			continue
		}
		coef, ok := u.linear(v, t)
		switch one := ok && term.Equal(coef, term.Int(1)); {
		case one && !single:
			g.inner, single = own, true
		case ok && !one && g.width == nil:
			g.outer, g.width = own, coef
		default:
			return
		}
		g.rest = term.Substitution{v: term.Int(0)}.Apply(g.rest)
	}
	if g.width != nil && (g.outer >= 0 || g.inner >= 0) {
		u.grids = append(u.grids, g)
	}
}

// multiplied returns values for variables of a formula that polynomial division gives; nil for
// those of which it says nothing.
func (u *active) multiplied(q *Question, p *pool) [][]*term.Term {
	if len(u.scaled) == 0 && len(u.grids) == 0 {
		return nil
	}
	r := reduction(q.formulas, divisions(q.formulas))
	var out [][]*term.Term
	value := func(tuple []*term.Term, v int, t *term.Term) []*term.Term {
		if tuple == nil {
			tuple = make([]*term.Term, len(u.vars))
		}
		if v >= 0 {
			tuple[v] = t
		}
		return tuple
	}
	for _, m := range u.scaled {
		if quotient, rest, ok := divided(r, term.Sub(term.Int(0), m.rest), m.coef); ok && term.Equal(rest, term.Int(0)) {
			out = append(out, value(nil, m.v, quotient))
		}
	}
	for _, g := range u.grids {
		for _, at := range p.indexes {
			if at.at.Sort() != term.SortInt || !q.meet(g.array, at.root) {
				continue
			}
			place := term.Sub(at.at, g.rest)
			quotient, rest, ok := divided(r, place, g.width)
			if !ok || term.Equal(quotient, term.Int(0)) {
				quotient, rest = term.Apply(term.IntEDiv, place, g.width), term.Apply(term.IntEMod, place, g.width)
			}
			out = append(out, value(value(nil, g.outer, quotient), g.inner, rest))
		}
	}
	return out
}

// divided divides a polynomial, as it is by equations, by another one.
func divided(r *term.Reduction, p, d *term.Term) (quotient, rest *term.Term, ok bool) {
	p, _, ok = r.Of(p)
	if !ok {
		return nil, nil, false
	}
	if d, _, ok = r.Of(d); !ok {
		return nil, nil, false
	}
	return term.DividePolynomial(p, d)
}
