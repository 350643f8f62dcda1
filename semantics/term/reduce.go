package term

import (
	"math/big"
	"slices"
)

// Reduction rewrites polynomials by equations of integers, until nothing of what the
// equations are solved for is left. It is Gaussian elimination, of atoms: an equation is
// solved for one that it has in a monomial of its own, with the coefficient 1 or -1. With
// a = q * m and b = p * m, the polynomial a * c + b is c * m * q + m * p. What stands within
// an atom, such as the dividend of a quotient, is not rewritten.
//
// Equations that can be solved for no atom rewrite products, the largest monomial that they have:
// with b * c = q * m, the polynomial b * c * d is q * m * d. Quotients count least for that, so
// that divisors are brought together with them.
type Reduction struct {
	rules    []eliminated
	products []relation
}

// relation is a polynomial that is 0.
type relation struct {
	is0     poly
	because []*Term
}

// eliminated is an atom with what it is. The value has no atom that is eliminated.
type eliminated struct {
	atom    *Term
	value   poly
	because []*Term
}

// maxRelations bounds the equations that rewrite products, and how often they do that to one
// polynomial.
const maxRelations = 16

// Learn adds the equation a = b, which holds where all of because do. An atom that is given, as
// first, is preferred.
func (r *Reduction) Learn(a, b, first *Term, because ...*Term) {
	p, why, ok := r.reduced(combination(a, b, -1))
	if !ok || len(p.mons) == 0 {
		return
	}
	because = union(slices.Clone(because), why)
	at := p.solvable(first)
	if at < 0 {
		if len(r.products) < maxRelations {
			r.products = append(r.products, relation{p, because})
		}
		return
	}
	atom := p.mons[at].atoms[0]
	value := poly{mons: slices.Delete(slices.Clone(p.mons), at, at+1), c: p.c}
	if p.mons[at].coef.sign() > 0 {
		value = scale(value, number{small: -1})
	}
	rule := eliminated{atom, value, because}
	for i, old := range r.rules {
		if v, used, ok := rule.put(old.value); !ok {
			return // too large
		} else if used {
			r.rules[i] = eliminated{old.atom, v, union(slices.Clone(old.because), because)}
		}
	}
	r.rules = append(r.rules, rule)
	var products []relation
	for _, old := range r.products {
		v, used, ok := rule.put(old.is0)
		if used {
			old = relation{v, union(slices.Clone(old.because), because)}
		}
		if ok && len(old.is0.mons) > 0 {
			products = append(products, old)
		}
	}
	r.products = products
}

// Of returns what a polynomial is by the equations, and conditions under which it is; false
// if it would be too large.
func (r *Reduction) Of(t *Term) (value *Term, because []*Term, ok bool) {
	value, because, ok = r.Solved(t)
	if !ok {
		return nil, nil, false
	}
	p := toPoly(value)
	for range maxRelations {
		at := slices.IndexFunc(r.products, func(e relation) bool {
			q, used, ok := e.rewrite(p)
			if used && ok {
				p = q
			}
			return used && ok
		})
		if at < 0 {
			break
		}
		because = union(because, r.products[at].because)
	}
	return p.term(), because, true
}

// Without returns the equations without those that rewrite products for a reason.
func (r *Reduction) Without(reason *Term) *Reduction {
	out := &Reduction{rules: r.rules}
	for _, e := range r.products {
		if !slices.ContainsFunc(e.because, func(t *Term) bool { return Equal(t, reason) }) {
			out.products = append(out.products, e)
		}
	}
	return out
}

// Solved returns what a polynomial is by the equations that are solved for an atom, as Of does.
func (r *Reduction) Solved(t *Term) (value *Term, because []*Term, ok bool) {
	p, because, ok := r.reduced(toPoly(t))
	if !ok {
		return nil, nil, false
	}
	return p.term(), because, true
}

// rewrite takes the multiples of the relation's largest monomial out of a polynomial.
func (e relation) rewrite(p poly) (value poly, used, ok bool) {
	lead := slices.MinFunc(e.is0.mons, func(m, n monomial) int {
		if c := n.weight() - m.weight(); c != 0 {
			return c
		}
		return compareAtoms(m.atoms, n.atoms)
	})
	if !lead.coef.isUnit() || len(lead.atoms) < 2 {
		return p, false, true
	}
	value = p
	for _, m := range p.mons {
		if factor, found := m.over(lead, number.over); found {
			product, fits := mulPoly(factor, e.is0)
			if !fits {
				return p, false, false
			}
			value, used = addPoly(value, product, -1), true
		}
	}
	return value, used, true
}

// weight is the number of factors that are no quotients.
func (m monomial) weight() int {
	n := 0
	for _, a := range m.atoms {
		if !a.Is(IntTDiv) && !a.Is(IntEDiv) {
			n++
		}
	}
	return n
}

func (r *Reduction) reduced(p poly) (value poly, because []*Term, ok bool) {
	for _, rule := range r.rules {
		q, used, ok := rule.put(p)
		if !ok {
			return poly{}, nil, false
		}
		if used {
			p, because = q, union(because, rule.because)
		}
	}
	return p, because, true
}

// put puts the value in place of the atom; used reports whether it is there, ok whether the
// result is not too large.
func (e eliminated) put(p poly) (value poly, used, ok bool) {
	out := poly{c: p.c}
	for _, m := range p.mons {
		part := constPoly(m.coef)
		for _, a := range m.atoms {
			factor := monomialPoly(monomial{atoms: []*Term{a}, coef: one})
			if Equal(a, e.atom) {
				factor, used = e.value, true
			}
			if part, ok = mulPoly(part, factor); !ok {
				return poly{}, false, false
			}
		}
		out = addPoly(out, part, 1)
	}
	return out, used, true
}

// solvable returns the place of a monomial that is an atom which p has nowhere else, with the
// coefficient 1 or -1: the one that is given, or a variable, or any; -1 if there is none.
func (p poly) solvable(first *Term) int {
	best, rank := -1, 0
	for i, m := range p.mons {
		if len(m.atoms) != 1 || !m.coef.isUnit() || p.occurrences(m.atoms[0]) > 1 {
			continue
		}
		own := 1
		switch {
		case first != nil && Equal(m.atoms[0], first):
			own = 3
		case m.atoms[0].IsVar():
			own = 2
		}
		if own > rank {
			best, rank = i, own
		}
	}
	return best
}

// occurrences is the number of monomials that have an atom.
func (p poly) occurrences(atom *Term) int {
	n := 0
	for _, m := range p.mons {
		if slices.ContainsFunc(m.atoms, func(a *Term) bool { return Equal(a, atom) }) {
			n++
		}
	}
	return n
}

// union adds the terms that are not among others.
func union(to, more []*Term) []*Term {
	for _, t := range more {
		if !slices.ContainsFunc(to, func(o *Term) bool { return Equal(o, t) }) {
			to = append(to, t)
		}
	}
	return to
}

// DividePolynomial divides a polynomial by another one that is not 0, so that
// p = quotient * d + rest, where no monomial of the rest can be made smaller by the leading one
// of d. Polynomials that differ by a multiple of d have the same rest if the leading
// coefficient of d is 1. It is no division of the values: the rest may be larger than d. False:
// what comes of it is too large.
func DividePolynomial(p, d *Term) (quotient, rest *Term, ok bool) {
	return dividePolynomial(p, d, number.over)
}

// RoundPolynomial divides as [DividePolynomial] does, but with the coefficients of the quotient rounded to
// the nearest integers: of 8 * i + j - 1 by 8 it leaves j - 1.
func RoundPolynomial(p, d *Term) (quotient, rest *Term, ok bool) {
	return dividePolynomial(p, d, number.nearest)
}

// division divides a number by another one, which is not 0.
type division func(a, b number) (quotient, rest number)

func dividePolynomial(p, d *Term, by division) (quotient, rest *Term, ok bool) {
	left, divisor := toPoly(p), toPoly(d)
	lead := monomial{coef: divisor.c}
	if len(divisor.mons) > 0 {
		lead = divisor.mons[0]
	}
	if lead.coef.sign() == 0 {
		return nil, nil, false
	}
	q, r := poly{}, poly{}
	for len(left.mons) > 0 || left.c.sign() != 0 {
		top := poly{c: left.c}
		own := monomial{coef: left.c}
		if len(left.mons) > 0 {
			own = left.mons[0]
			top = monomialPoly(own)
		}
		if factor, found := own.over(lead, by); found {
			product, fits := mulPoly(factor, divisor)
			if !fits {
				return nil, nil, false
			}
			q, left = addPoly(q, factor, 1), addPoly(left, product, -1)
			top = addPoly(top, mustMultiply(factor, lead), -1)
		}
		r, left = addPoly(r, top, 1), addPoly(left, top, -1)
	}
	return q.term(), r.term(), true
}

// mustMultiply multiplies a monomial, which may be constant, by another one whose product with
// more was not too large.
func mustMultiply(factor poly, lead monomial) poly {
	if len(lead.atoms) == 0 {
		return scale(factor, lead.coef)
	}
	out, _ := mulPoly(factor, monomialPoly(lead))
	return out
}

// over returns what a monomial is divided by another one, with the coefficient of a
// division; false if that is 0 or there is no such monomial.
func (m monomial) over(d monomial, by division) (poly, bool) {
	atoms := slices.Clone(m.atoms)
	for _, a := range d.atoms {
		at := slices.IndexFunc(atoms, func(o *Term) bool { return Equal(a, o) })
		if at < 0 {
			return poly{}, false
		}
		atoms = slices.Delete(atoms, at, at+1)
	}
	coef, _ := by(m.coef, d.coef)
	if coef.sign() == 0 {
		return poly{}, false
	}
	if len(atoms) == 0 {
		return constPoly(coef), true
	}
	return monomialPoly(monomial{atoms, coef}), true
}

// LeadingFactors returns the atoms of the first monomial of a polynomial, each once.
func LeadingFactors(t *Term) []*Term {
	p := toPoly(t)
	if len(p.mons) == 0 {
		return nil
	}
	return union(nil, p.mons[0].atoms)
}

// Atoms returns the atoms of a polynomial, each once.
func Atoms(t *Term) []*Term {
	var out []*Term
	for _, m := range toPoly(t).mons {
		out = union(out, m.atoms)
	}
	return out
}

// At returns the value of a polynomial where its atoms have values.
func At(t *Term, value func(atom *Term) *big.Int) *big.Int {
	p := toPoly(t)
	out := new(big.Int).Set(p.c.value())
	for _, m := range p.mons {
		product := new(big.Int).Set(m.coef.value())
		for _, a := range m.atoms {
			product.Mul(product, value(a))
		}
		out.Add(out, product)
	}
	return out
}

// Constant returns the constant of a polynomial.
func Constant(t *Term) *big.Int { return new(big.Int).Set(toPoly(t).c.value()) }

// Additive reports whether no coefficient of a polynomial is negative.
func Additive(t *Term) bool {
	p := toPoly(t)
	return p.c.sign() >= 0 && !slices.ContainsFunc(p.mons, func(m monomial) bool { return m.coef.sign() < 0 })
}
