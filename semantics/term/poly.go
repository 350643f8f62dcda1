package term

import (
	"math"
	"slices"
)

// Polynomial normal form: a sum of monomials, each an integer coefficient
// times a sorted product of atoms, and a constant. Atoms are integer terms that
// are no sums and no products. Terms of sort Int are kept in the form that
// poly.term builds, so equal polynomials are equal terms:
//
//	(x + 1) * (x - 1)    is  x * x - 1, whichever way it was written
//	x - (y - 3) + y      is  x + 3
//	x / 2 + x / 2        is  2 * (x / 2): a division is an atom
//	x + 1 <= 2 * y - x   is  x < y: 2y - 2x - 1 >= 0, divided by 2 and rounded
//	2 * x == 3           is  false: the divisor 2 of the left side does not divide 3
//
// These are the questions that would otherwise go to a solver most often.

type monomial struct {
	atoms []*Term
	coef  number
}

type poly struct {
	mons []monomial // sorted by compareAtoms, no zero coefficient
	c    number
}

var one = number{small: 1}

func constPoly(n number) poly { return poly{c: n} }

// toPoly reads a term as a polynomial; what is no sum, difference or product is an
// atom.
func toPoly(t *Term) poly { return combination(t, nil, 0) }

// combination returns x + sign * y, for terms; y is not looked at if sign is 0.
func combination(x, y *Term, sign int64) poly {
	n := summands(x)
	if sign != 0 {
		n += summands(y)
	}
	r := reader{mons: make([]monomial, 0, n), atoms: make([]*Term, 0, n)}
	r.add(x, one)
	if sign != 0 {
		r.add(y, number{small: sign})
	}
	return r.poly()
}

// summands is about how many monomials a term has.
func summands(t *Term) int {
	n := 1
	for ; t.sym == IntAdd || t.sym == IntSub; t = t.args[0] {
		n += summands(t.args[1])
	}
	return n
}

// reader reads terms as one polynomial. All monomials are collected before they are
// sorted.
type reader struct {
	mons  []monomial
	atoms []*Term // of the monomials, one after the other
	c     number
}

// add adds k * t.
func (r *reader) add(t *Term, k number) {
	for ; t.sym == IntAdd || t.sym == IntSub; t = t.args[0] {
		if t.sym == IntAdd {
			r.add(t.args[1], k)
		} else {
			r.add(t.args[1], k.negated())
		}
	}
	from := len(r.atoms)
	m := monomial{coef: k}
	if !r.factors(t, &m) || len(r.atoms)-from > maxDegree {
		// It has sums, or is too large.
		r.atoms = r.atoms[:from]
		if p, ok := mulPoly(toPoly(t.args[0]), toPoly(t.args[1])); ok {
			for _, own := range p.mons {
				r.mons = append(r.mons, monomial{own.atoms, own.coef.times(k)})
			}
			r.c = r.c.plus(p.c.times(k))
			return
		}
		m.coef, r.atoms = k, append(r.atoms, t)
	}
	if m.atoms = r.atoms[from:len(r.atoms):len(r.atoms)]; len(m.atoms) == 0 {
		r.c = r.c.plus(m.coef)
		return
	}
	slices.SortStableFunc(m.atoms, Compare)
	r.mons = append(r.mons, m)
}

// factors multiplies a monomial by t; false if t has a sum.
func (r *reader) factors(t *Term, m *monomial) bool {
	switch {
	case t.kind == KInt:
		m.coef = m.coef.times(numberIn(t))
	case t.sym == IntMul:
		return r.factors(t.args[0], m) && r.factors(t.args[1], m)
	case t.sym == IntAdd, t.sym == IntSub:
		return false
	default:
		r.atoms = append(r.atoms, t)
	}
	return true
}

// poly returns the sum of all that was added.
func (r *reader) poly() poly {
	slices.SortStableFunc(r.mons, func(a, b monomial) int { return compareAtoms(a.atoms, b.atoms) })
	out := r.mons[:0]
	for _, m := range r.mons {
		if last := len(out) - 1; last >= 0 && compareAtoms(out[last].atoms, m.atoms) == 0 {
			out[last].coef = out[last].coef.plus(m.coef)
			continue
		}
		out = append(out, m)
	}
	return poly{mons: slices.DeleteFunc(out, func(m monomial) bool { return m.coef.sign() == 0 }), c: r.c}
}

// compareAtoms orders products: those of more factors first, then by their factors.
func compareAtoms(a, b []*Term) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	for i := range a {
		if c := Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// addPoly returns a + sign*b.
func addPoly(a, b poly, sign int64) poly {
	s := number{small: sign}
	out := poly{mons: make([]monomial, 0, len(a.mons)+len(b.mons)), c: a.c.plus(b.c.times(s))}
	i, j := 0, 0
	for i < len(a.mons) || j < len(b.mons) {
		order := 0
		switch {
		case i == len(a.mons):
			order = 1
		case j == len(b.mons):
			order = -1
		default:
			order = compareAtoms(a.mons[i].atoms, b.mons[j].atoms)
		}
		switch {
		case order < 0:
			out.mons = append(out.mons, a.mons[i])
			i++
		case order > 0:
			m := b.mons[j]
			out.mons = append(out.mons, monomial{m.atoms, m.coef.times(s)})
			j++
		default:
			m := a.mons[i]
			if coef := m.coef.plus(b.mons[j].coef.times(s)); coef.sign() != 0 {
				out.mons = append(out.mons, monomial{m.atoms, coef})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// maxProduct bounds the number of monomials that multiplying out may make, and
// maxDegree their degree; a larger product stays a product, an atom.
const (
	maxProduct = 48
	maxDegree  = 8
)

func mulPoly(a, b poly) (poly, bool) {
	if (len(a.mons)+1)*(len(b.mons)+1) > maxProduct {
		return poly{}, false
	}
	out := constPoly(a.c.times(b.c))
	for _, m := range a.mons {
		out = addPoly(out, scale(monomialPoly(m), b.c), 1)
		for _, n := range b.mons {
			if len(m.atoms)+len(n.atoms) > maxDegree {
				return poly{}, false
			}
			atoms := append(slices.Clone(m.atoms), n.atoms...)
			slices.SortStableFunc(atoms, Compare)
			out = addPoly(out, monomialPoly(monomial{atoms, m.coef.times(n.coef)}), 1)
		}
	}
	for _, n := range b.mons {
		out = addPoly(out, scale(monomialPoly(n), a.c), 1)
	}
	return out, true
}

func monomialPoly(m monomial) poly { return poly{mons: []monomial{m}} }

// scale returns k times p.
func scale(p poly, k number) poly {
	if k.sign() == 0 {
		return poly{}
	}
	out := poly{mons: make([]monomial, len(p.mons)), c: p.c.times(k)}
	for i, m := range p.mons {
		out.mons[i] = monomial{m.atoms, m.coef.times(k)}
	}
	return out
}

// term builds the normal form: positive monomials, then negative ones, then
// the constant.
func (p poly) term() *Term {
	var sum *Term
	add := func(t *Term) {
		if sum == nil {
			sum = t
		} else {
			sum = App(IntAdd, sum, t)
		}
	}
	for _, m := range p.mons {
		if m.coef.sign() > 0 {
			add(m.term(m.coef))
		}
	}
	constant := p.c
	if sum == nil && (constant.sign() != 0 || len(p.mons) == 0) {
		sum, constant = constant.term(), number{}
	}
	for _, m := range p.mons {
		if m.coef.sign() < 0 {
			if sum == nil {
				sum = Int(0)
			}
			sum = App(IntSub, sum, m.term(m.coef.negated()))
		}
	}
	switch constant.sign() {
	case 1:
		add(constant.term())
	case -1:
		sum = App(IntSub, sum, constant.negated().term())
	}
	return sum
}

func (m monomial) term(coef number) *Term {
	t := m.atoms[0]
	for _, a := range m.atoms[1:] {
		t = App(IntMul, t, a)
	}
	if !coef.is(1) {
		t = App(IntMul, coef.term(), t)
	}
	return t
}

// differ reports whether two integers differ by a constant that is not zero. Whether a key is
// that of an entry is asked of all entries of a map, whose keys are mostly variables, or what
// lies a little behind one.
func differ(a, b *Term) bool {
	v, m, plain := shifted(a)
	if w, n, both := shifted(b); plain && both {
		return v == w && m != n
	}
	d := combination(a, b, -1)
	return len(d.mons) == 0 && d.c.sign() != 0
}

// shifted splits a variable and a small constant that is added to it or taken away, or a small
// constant alone: then there is no variable.
func shifted(t *Term) (v *Variable, by int64, ok bool) {
	switch {
	case t.kind == KVar:
		return t.Variable(), 0, true
	case t.kind == KInt:
		return nil, t.num, t.small
	case t.sym != IntAdd && t.sym != IntSub || t.args[0].kind != KVar:
		return nil, 0, false
	}
	by, ok = t.args[1].Int64()
	if t.sym == IntSub {
		by = -by // the least number has none on the other side, and is written as a sum
	}
	return t.args[0].Variable(), by, ok && by != math.MinInt64
}

// content returns the greatest common divisor of the coefficients of p's monomials,
// without the constant; 0 if there are none.
func (p poly) content() number {
	g := number{}
	for _, m := range p.mons {
		if g = divisor(g, m.coef); g.is(1) {
			break
		}
	}
	return g
}

// divided returns p with coefficients divided by k > 0 and the constant rounded down, as a
// bound on an integer may be: 2 * x <= 3 is x <= 1.
func (p poly) divided(k number) poly {
	out := poly{mons: make([]monomial, len(p.mons))}
	out.c, _ = p.c.over(k)
	for i, m := range p.mons {
		coef, _ := m.coef.over(k)
		out.mons[i] = monomial{m.atoms, coef}
	}
	return out
}

// split returns the positive and the negated negative part of p's monomials.
func (p poly) split() (pos, neg poly) {
	for _, m := range p.mons {
		if m.coef.sign() > 0 {
			pos.mons = append(pos.mons, m)
		} else {
			neg.mons = append(neg.mons, monomial{m.atoms, m.coef.negated()})
		}
	}
	return pos, neg
}

// nonNegative returns the normal form of p >= 0, one of True, False, a < b and
// a <= b with nothing common to both sides.
func (p poly) nonNegative() *Term {
	if len(p.mons) == 0 {
		return Bool(p.c.sign() >= 0)
	}
	if g := p.content(); !g.is(1) {
		p = p.divided(g)
	}
	pos, neg := p.split() // neg <= pos + c
	strict := p.c.sign() < 0
	c := p.c
	if strict {
		c = c.plus(one) // neg < pos + (c + 1)
	}
	if c.sign() >= 0 {
		pos.c = c
	} else {
		neg.c = c.negated()
	}
	if strict {
		return App(IntLt, neg.term(), pos.term())
	}
	return App(IntLe, neg.term(), pos.term())
}

// isZero returns the normal form of p = 0.
func (p poly) isZero() *Term {
	if len(p.mons) == 0 {
		return Bool(p.c.sign() == 0)
	}
	if g := p.content(); !g.is(1) {
		if _, rest := p.c.over(g); rest.sign() != 0 {
			return False
		}
		p = p.divided(g)
	}
	if p.mons[0].coef.sign() < 0 {
		p = scale(p, number{small: -1})
	}
	pos, neg := p.split()
	if p.c.sign() > 0 {
		if len(neg.mons) == 0 {
			neg.c = p.c.negated()
		} else {
			pos.c = p.c
		}
	} else {
		neg.c = p.c.negated()
	}
	return App(IntEq, pos.term(), neg.term())
}
