package term

import (
	"math/big"
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
	coef  *big.Int
}

type poly struct {
	mons []monomial // sorted by compareAtoms, no zero coefficient
	c    *big.Int
}

var one = big.NewInt(1)

func constPoly(n *big.Int) poly { return poly{c: n} }

// toPoly reads a term as a polynomial; what is no sum, difference or product is an
// atom.
func toPoly(t *Term) poly {
	switch {
	case t.kind == KInt:
		return constPoly(t.Big())
	case t.sym == IntAdd:
		return addPoly(toPoly(t.args[0]), toPoly(t.args[1]), 1)
	case t.sym == IntSub:
		return addPoly(toPoly(t.args[0]), toPoly(t.args[1]), -1)
	case t.sym == IntMul:
		a, b := toPoly(t.args[0]), toPoly(t.args[1])
		if p, ok := mulPoly(a, b); ok {
			return p
		}
	}
	return poly{mons: []monomial{{atoms: []*Term{t}, coef: one}}, c: new(big.Int)}
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
	s := big.NewInt(sign)
	out := poly{c: new(big.Int).Add(a.c, new(big.Int).Mul(b.c, s))}
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
			out.mons = append(out.mons, monomial{m.atoms, new(big.Int).Mul(m.coef, s)})
			j++
		default:
			m := a.mons[i]
			coef := new(big.Int).Add(m.coef, new(big.Int).Mul(b.mons[j].coef, s))
			if coef.Sign() != 0 {
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
	out := poly{c: new(big.Int).Mul(a.c, b.c)}
	for _, m := range a.mons {
		out = addPoly(out, scale(monomialPoly(m), b.c), 1)
		for _, n := range b.mons {
			if len(m.atoms)+len(n.atoms) > maxDegree {
				return poly{}, false
			}
			atoms := append(slices.Clone(m.atoms), n.atoms...)
			slices.SortStableFunc(atoms, Compare)
			p := poly{mons: []monomial{{atoms, new(big.Int).Mul(m.coef, n.coef)}}, c: new(big.Int)}
			out = addPoly(out, p, 1)
		}
	}
	for _, n := range b.mons {
		out = addPoly(out, scale(monomialPoly(n), a.c), 1)
	}
	return out, true
}

func monomialPoly(m monomial) poly { return poly{mons: []monomial{m}, c: new(big.Int)} }

// scale returns k times p.
func scale(p poly, k *big.Int) poly {
	if k.Sign() == 0 {
		return constPoly(new(big.Int))
	}
	out := poly{c: new(big.Int).Mul(p.c, k)}
	for _, m := range p.mons {
		out.mons = append(out.mons, monomial{m.atoms, new(big.Int).Mul(m.coef, k)})
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
		if m.coef.Sign() > 0 {
			add(m.term(m.coef))
		}
	}
	constant := p.c
	if sum == nil && (constant.Sign() != 0 || len(p.mons) == 0) {
		sum, constant = BigInt(constant), new(big.Int)
	}
	for _, m := range p.mons {
		if m.coef.Sign() < 0 {
			if sum == nil {
				sum = Int(0)
			}
			sum = App(IntSub, sum, m.term(new(big.Int).Neg(m.coef)))
		}
	}
	switch constant.Sign() {
	case 1:
		add(BigInt(constant))
	case -1:
		sum = App(IntSub, sum, BigInt(new(big.Int).Neg(constant)))
	}
	return sum
}

func (m monomial) term(coef *big.Int) *Term {
	t := m.atoms[0]
	for _, a := range m.atoms[1:] {
		t = App(IntMul, t, a)
	}
	if coef.Cmp(one) != 0 {
		t = App(IntMul, BigInt(coef), t)
	}
	return t
}

// constantDifference returns a - b if it is a constant.
func constantDifference(a, b *Term) (*big.Int, bool) {
	d := addPoly(toPoly(a), toPoly(b), -1)
	return d.c, len(d.mons) == 0
}

// content returns the greatest common divisor of the coefficients of p's monomials,
// without the constant; 0 if there are none.
func (p poly) content() *big.Int {
	g := new(big.Int)
	for _, m := range p.mons {
		g.GCD(nil, nil, g, new(big.Int).Abs(m.coef))
	}
	return g
}

// divided returns p with coefficients divided by k and the constant floored.
func (p poly) divided(k *big.Int) poly {
	out := poly{c: floorDiv(p.c, k)}
	for _, m := range p.mons {
		out.mons = append(out.mons, monomial{m.atoms, new(big.Int).Quo(m.coef, k)})
	}
	return out
}

// floorDiv divides by b > 0 and rounds down, as a bound on an integer may be: 2 * x
// <= 3 is x <= 1.
func floorDiv(a, b *big.Int) *big.Int {
	q, m := new(big.Int).DivMod(a, b, new(big.Int))
	_ = m // b > 0: Euclidean division is flooring
	return q
}

// split returns the positive and the negated negative part of p's monomials.
func (p poly) split() (pos, neg poly) {
	pos, neg = constPoly(new(big.Int)), constPoly(new(big.Int))
	for _, m := range p.mons {
		if m.coef.Sign() > 0 {
			pos.mons = append(pos.mons, m)
		} else {
			neg.mons = append(neg.mons, monomial{m.atoms, new(big.Int).Neg(m.coef)})
		}
	}
	return pos, neg
}

// nonNegative returns the normal form of p >= 0, one of True, False, a < b and
// a <= b with nothing common to both sides.
func (p poly) nonNegative() *Term {
	if len(p.mons) == 0 {
		return Bool(p.c.Sign() >= 0)
	}
	if g := p.content(); g.Cmp(one) > 0 {
		p = p.divided(g)
	}
	pos, neg := p.split() // neg <= pos + c
	strict := p.c.Sign() < 0
	c := p.c
	if strict {
		c = new(big.Int).Add(c, one) // neg < pos + (c + 1)
	}
	if c.Sign() >= 0 {
		pos.c = c
	} else {
		neg.c = new(big.Int).Neg(c)
	}
	if strict {
		return App(IntLt, neg.term(), pos.term())
	}
	return App(IntLe, neg.term(), pos.term())
}

// isZero returns the normal form of p = 0.
func (p poly) isZero() *Term {
	if len(p.mons) == 0 {
		return Bool(p.c.Sign() == 0)
	}
	g := p.content()
	if new(big.Int).Mod(p.c, g).Sign() != 0 {
		return False
	}
	p = p.divided(g)
	if p.mons[0].coef.Sign() < 0 {
		p = scale(p, big.NewInt(-1))
	}
	pos, neg := p.split()
	if p.c.Sign() > 0 {
		if len(neg.mons) == 0 {
			neg.c = new(big.Int).Neg(p.c)
		} else {
			pos.c = p.c
		}
	} else {
		neg.c = new(big.Int).Neg(p.c)
	}
	return App(IntEq, pos.term(), neg.term())
}
