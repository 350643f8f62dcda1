package instantiate

import "rlv/semantics/term"

// Solvers know little of remainders by a divisor that is not a number. A question
// gets these facts for the remainders that it mentions.

// maxRemainders bounds the remainders of one question that are compared.
const maxRemainders = 12

// maxMultiple bounds the multiples of the divisor by which dividends may differ.
const maxMultiple = 3

// isRemainder reports whether t is a remainder by a divisor that is not a number.
func isRemainder(t *term.Term) bool {
	return (t.Is(term.IntTMod) || t.Is(term.IntEMod)) && t.Arg(1).Kind() != term.KInt
}

// remainderFacts are the facts that a remainder is the same as another one, or 0, where
// the dividends differ by a multiple of the divisor; and that the dividends are
// the same where the remainders are, and they differ by less than the divisor.
func remainderFacts(r *term.Term, others []*term.Term) []*term.Term {
	var out []*term.Term
	a, y := r.Arg(0), r.Arg(1)
	compare := func(b, result *term.Term) {
		if !multiple(term.Sub(a, b), y) {
			return
		}
		guard := term.Not(term.Eq(y, term.Int(0)))
		if r.Is(term.IntTMod) { // it has the sign of the dividend
			zero := term.Int(0)
			guard = term.And(guard, term.Or(term.And(term.Le(zero, a), term.Le(zero, b)), term.And(term.Le(a, zero), term.Le(b, zero))))
		}
		out = append(out, term.Implies(guard, term.Eq(r, result)))
	}
	compare(term.Int(0), term.Int(0))
	for _, o := range others {
		if o.Symbol() == r.Symbol() && term.Equal(o.Arg(1), y) {
			b := o.Arg(0)
			compare(b, o)
			near := term.And(term.Lt(term.Int(0), y), term.Lt(term.Sub(a, b), y), term.Lt(term.Sub(b, a), y))
			out = append(out, term.Implies(term.And(near, term.Eq(r, o)), term.Eq(a, b)))
		}
	}
	return out
}

// multiple reports whether d is y times a small number.
func multiple(d, y *term.Term) bool {
	for k := int64(-maxMultiple); k <= maxMultiple; k++ {
		if term.Equal(d, term.Apply(term.IntMul, term.Int(k), y)) {
			return true
		}
	}
	return false
}
