package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/nonlinear"
	"rlv/semantics/term"
)

// Bound variables that are multiplied by what is symbolic have values of interest where such
// products are found by polynomial division. "For all k: a - c differs from k * m" is refuted by
// a - b = x * m and b - c = y * m, at k = x + y: these equations make a - c the polynomial
// (x + y) * m. And "for all u, v: .. a[u * n + v]" is of interest at u = i, v = j + 1 where
// a[i * n + j + 1] is read; where a[p] is, at the quotient and the remainder of p by n.
//
// Of several bound variables in an equation each takes its multiples from what the others leave:
// "for all u, v: g differs from u * a + v * b" is of interest at u = x, v = y if g is x * a + y * b,
// and "p differs from u * n + v" at the quotient and the remainder. What divides a number has a
// cofactor: "for all e: n % e is not 0" is of interest at n / d where n is divided by d.

// scaled is an equation in the body of a universal formula: of bound variables, each times a
// coefficient, and the rest.
type scaled struct {
	terms []multiplied
	rest  *term.Term
}

// multiplied is a bound variable with its coefficient.
type multiplied struct {
	v    int // position in vars
	coef *term.Term
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

// addScaled notes an equation of bound variables that are multiplied, unless it gives the value
// of one that is not.
func (u *universal) addScaled(equation *term.Term) {
	u.addSides(equation.Arg(0), equation.Arg(1))
}

// addSides notes the equation of two terms.
func (u *universal) addSides(a, b *term.Term) {
	rest := term.Sub(a, b)
	var e scaled
	units := 0
	for i, v := range u.vars {
		if v.Sort != term.SortInt || !term.Occurs(v, rest) {
			continue
		}
		coef, ok := u.linear(v, rest)
		if !ok {
			return
		}
		rest = term.Substitution{v: term.Int(0)}.Apply(rest)
		if isUnit(coef) {
			units++
		}
		e.terms = append(e.terms, multiplied{i, coef})
	}
	// A variable that is not multiplied has what the others leave.
	slices.SortStableFunc(e.terms, func(a, b multiplied) int {
		switch x, y := isUnit(a.coef), isUnit(b.coef); {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
	if len(e.terms) > 0 && isNegative(e.terms[len(e.terms)-1].coef) {
		u.addSides(b, a)
		return
	}
	if e.rest = rest; len(e.terms) > units && units < 2 && !u.mentionsInner(rest) {
		u.scaled = append(u.scaled, e)
	}
}

// isNegative reports whether a coefficient is written with a minus.
func isNegative(coef *term.Term) bool {
	if coef.IsInt() {
		return coef.Big().Sign() < 0
	}
	return coef.Is(term.IntSub) && term.Equal(coef.Arg(0), term.Int(0))
}

// isUnit reports whether a coefficient is 1 or -1.
func isUnit(coef *term.Term) bool {
	n, ok := coef.Int64()
	return ok && (n == 1 || n == -1)
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
		return u.cofactors(p)
	}
	out := u.cofactors(p)
	r := nonlinear.Reduction(q.formulas)
	value := func(tuple []*term.Term, v int, t *term.Term) []*term.Term {
		if tuple == nil {
			tuple = make([]*term.Term, len(u.vars))
		}
		if v >= 0 {
			tuple[v] = t
		}
		return tuple
	}
	for _, e := range u.scaled {
		out = append(out, u.solutions(e, r)...)
	}
	for _, g := range u.grids {
		for _, at := range p.indexes {
			if at.at.Sort() != term.SortInt || !q.meet(g.array, at.root) {
				continue
			}
			place := term.Sub(at.at, g.rest)
			quotient, rest, ok := divided(r, place, g.width, term.RoundPolynomial)
			if !ok || term.Equal(quotient, term.Int(0)) {
				quotient, rest = term.Apply(term.IntEDiv, place, g.width), term.Apply(term.IntEMod, place, g.width)
			}
			out = append(out, value(value(nil, g.outer, quotient), g.inner, rest))
		}
	}
	return out
}

// division divides a polynomial by another one.
type division func(p, d *term.Term) (quotient, rest *term.Term, ok bool)

// divided divides a polynomial, as it is by equations, by another one.
func divided(r *term.Reduction, p, d *term.Term, divide division) (quotient, rest *term.Term, ok bool) {
	p, _, ok = r.Of(p)
	if !ok {
		return nil, nil, false
	}
	if d, _, ok = r.Of(d); !ok {
		return nil, nil, false
	}
	return divide(p, d)
}

// solutions returns values that may make an equation true: those that polynomial division gives if
// nothing is left, and what one variable is by division with a remainder.
func (u *active) solutions(e scaled, r *term.Reduction) [][]*term.Term {
	all, _, ok := r.Of(term.Sub(term.Int(0), e.rest))
	if !ok {
		return nil
	}
	var out [][]*term.Term
	for _, order := range e.orders() {
		exact, rounded := make([]*term.Term, len(u.vars)), make([]*term.Term, len(u.vars))
		left, after, whole := all, all, true
		for _, m := range order {
			if exact[m.v], left, ok = divided(r, left, m.coef, term.DividePolynomial); !ok {
				return out
			}
			rounded[m.v], after, _ = divided(r, after, m.coef, term.DividePolynomial)
			if !isUnit(m.coef) && !term.Equal(after, term.Int(0)) {
				whole = false
				rounded[m.v] = term.Add(rounded[m.v], term.Apply(term.IntEDiv, after, m.coef))
				after = term.Apply(term.IntEMod, after, m.coef)
			}
		}
		if term.Equal(left, term.Int(0)) {
			out = append(out, exact)
		}
		if !whole && (len(order) == 1 || isUnit(order[1].coef)) {
			out = append(out, rounded)
		}
	}
	return out
}

// orders are those in which variables take their multiples: one that is not multiplied is the last.
func (e scaled) orders() [][]multiplied {
	if len(e.terms) == 1 || isUnit(e.terms[len(e.terms)-1].coef) {
		return [][]multiplied{e.terms}
	}
	backward := slices.Clone(e.terms)
	slices.Reverse(backward)
	return [][]multiplied{e.terms, backward}
}

// cofactors returns values for the variables by which a number is divided, where it is divided by
// others.
func (u *active) cofactors(p *pool) [][]*term.Term {
	var out [][]*term.Term
	for _, t := range u.triggers {
		if !nonlinear.IsDivision(t) || u.mentions(t.Arg(0)) || u.mentionsInner(t) {
			continue
		}
		at := slices.IndexFunc(u.vars, func(v *term.Variable) bool { return t.Arg(1).Variable() == v })
		if at < 0 {
			continue
		}
		for _, o := range p.apps.Order {
			if !nonlinear.IsDivision(o) || !term.Equal(o.Arg(0), t.Arg(0)) || nonlinear.IsDivision(o.Arg(1)) || o.Arg(1).IsInt() {
				continue
			}
			values := make([]*term.Term, len(u.vars))
			values[at] = term.Apply(term.IntTDiv, o.Arg(0), o.Arg(1))
			out = append(out, values)
		}
	}
	return out
}
