package nonlinear

import "rlv/semantics/term"

// simpler adds the divisions that others come down to, and facts that say so:
//
//	a / -b        is  -(a / b), with the same remainder
//	(c*a) / (c*b) is  a / b, and the remainder c times that of a by b
//	a / b / c     is  a / (b * c), for divisors above 0 where remainders are never negative
//
// The last one is of use in both directions, so each factor of a divisor is divided by alone, too.
func simpler(all []*division) (more []*division, facts []*term.Term) {
	more = all
	derive := func(of *division, dividend, divisor *term.Term) *division {
		d := &division{truncating: of.truncating, dividend: dividend, divisor: divisor}
		for _, o := range more {
			if o.same(d) {
				return o
			}
		}
		more = append(more, d)
		return d
	}
	for i := 0; i < len(more) && len(more) <= maxDivisions; i++ {
		d := more[i]
		if negated := term.Sub(term.Int(0), d.divisor); d.divisor.Is(term.IntSub) && term.Equal(d.divisor.Arg(0), term.Int(0)) {
			o := derive(d, d.dividend, negated)
			facts = append(facts, term.Implies(term.Ne(d.divisor, term.Int(0)), term.And(
				term.Eq(d.quotient(), term.Sub(term.Int(0), o.quotient())), term.Eq(d.remainder(), o.remainder()))))
			continue
		}
		if inner := divisionOf(d.dividend); inner != nil && !inner.isLinear() && inner.truncating == d.truncating && term.Equal(inner.quotient(), d.dividend) {
			o := derive(d, inner.dividend, term.Apply(term.IntMul, inner.divisor, d.divisor))
			facts = append(facts, nested(d, inner, o))
		}
		for _, c := range term.LeadingFactors(d.divisor) {
			rest, ok := over(d.divisor, c)
			if !ok || rest.IsInt() {
				continue
			}
			if dividend, ok := over(d.dividend, c); ok {
				o := derive(d, dividend, rest)
				facts = append(facts, term.Implies(term.And(d.positive(c), term.Ne(rest, term.Int(0))), term.And(
					term.Eq(d.quotient(), o.quotient()), term.Eq(d.remainder(), term.Apply(term.IntMul, c, o.remainder())))))
				continue
			}
			inner := derive(d, d.dividend, c)
			facts = append(facts, nested(derive(d, inner.quotient(), rest), inner, d))
		}
	}
	return more, facts
}

// nested says that the quotient of a quotient is that by the product of the divisors.
func nested(outer, inner, whole *division) *term.Term {
	return term.Implies(term.And(inner.positive(inner.divisor), term.Ne(outer.divisor, term.Int(0))), term.Eq(outer.quotient(), whole.quotient()))
}

// positive says of a factor of the divisor that it is not 0, or where remainders are never
// negative, that it is above 0.
func (d *division) positive(c *term.Term) *term.Term {
	if d.truncating {
		return term.Ne(c, term.Int(0))
	}
	return term.Lt(term.Int(0), c)
}

// over returns a polynomial divided by another one, if nothing is left.
func over(p, d *term.Term) (quotient *term.Term, ok bool) {
	quotient, rest, ok := term.DividePolynomial(p, d)
	return quotient, ok && term.Equal(rest, term.Int(0))
}
