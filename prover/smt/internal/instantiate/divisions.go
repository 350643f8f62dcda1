package instantiate

import (
	"slices"

	"rlv/semantics/term"
)

// What a quotient and a remainder are follows from what the dividend is by the equations of a
// question, but no solver finds it that does not multiply equations. From a % m = 0, the
// polynomial a * b is a / m * b * m, so that
//
//	m != 0 and a % m = 0  implies  (a * b) % m = 0 and (a * b) / m = a / m * b
//
// A question gets such facts on demand, about the divisions that it has: each is true by itself.

// The bounds on what one question is asked about divisions.
const (
	maxDivisions = 16 // divisions of one question
	maxRewriting = 48 // that dividends are rewritten by
)

// division is a dividend and a divisor.
type division struct {
	truncating        bool // as C divides; else the remainder is never negative
	dividend, divisor *term.Term
	// The dividend is multiple times the divisor, and the rest, where because holds.
	multiple, rest, by *term.Term
	because            []*term.Term
}

func (d *division) quotient() *term.Term {
	if d.truncating {
		return term.Apply(term.IntTDiv, d.dividend, d.divisor)
	}
	return term.Apply(term.IntEDiv, d.dividend, d.divisor)
}

func (d *division) remainder() *term.Term {
	if d.truncating {
		return term.Apply(term.IntTMod, d.dividend, d.divisor)
	}
	return term.Apply(term.IntEMod, d.dividend, d.divisor)
}

// divisions returns those of the formulas that linear arithmetic does not decide, the inner
// ones first.
func divisions(formulas []*term.Term) []*division {
	var out []*division
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] || len(out) >= maxDivisions {
			return
		}
		seen[t] = true
		term.Children(t, visit)
		d := divisionOf(t)
		if d == nil || len(out) >= maxDivisions {
			return
		}
		for _, o := range out {
			if o.truncating == d.truncating && term.Equal(o.dividend, d.dividend) && term.Equal(o.divisor, d.divisor) {
				return
			}
		}
		out = append(out, d)
	}
	for _, f := range formulas {
		visit(f)
	}
	return out
}

// divisionOf returns the division whose quotient or remainder a term is, nil if it is none or
// one of a linear dividend by a number.
func divisionOf(t *term.Term) *division {
	truncating := t.Is(term.IntTDiv) || t.Is(term.IntTMod)
	if !truncating && !t.Is(term.IntEDiv) && !t.Is(term.IntEMod) || t.Arg(1).IsInt() && !nonlinear(t.Arg(0)) {
		return nil
	}
	return &division{truncating: truncating, dividend: t.Arg(0), divisor: t.Arg(1)}
}

// nonlinear reports whether a term has a product in it.
func nonlinear(t *term.Term) bool {
	if t.Is(term.IntMul) && !t.Arg(0).IsInt() {
		return true
	}
	found := false
	term.Children(t, func(c *term.Term) { found = found || nonlinear(c) })
	return found
}

// reduction learns what remainders are, and the equations among the formulas.
func reduction(formulas []*term.Term, all []*division) *term.Reduction {
	r := &term.Reduction{}
	for _, d := range all {
		product := term.Apply(term.IntMul, d.quotient(), d.divisor)
		r.Learn(d.remainder(), term.Sub(d.dividend, product), d.remainder(), divisible(d.divisor)...)
	}
	n := 0
	for _, f := range formulas {
		for _, e := range equations(nil, f, true) {
			if n++; n > maxRewriting {
				return r
			}
			r.Learn(e.Arg(0), e.Arg(1), nil, e)
		}
	}
	return r
}

// equations appends the equations of integers that hold if a formula does, or its negation.
func equations(out []*term.Term, f *term.Term, truth bool) []*term.Term {
	switch {
	case f.Is(term.BoolNot):
		return equations(out, f.Arg(0), !truth)
	case truth && (f.Is(term.BoolAnd) || f.Is(term.BoolAndThen)), !truth && (f.Is(term.BoolOr) || f.Is(term.BoolOrElse)):
		return equations(equations(out, f.Arg(0), truth), f.Arg(1), truth)
	case !truth && f.Is(term.BoolImplies):
		return equations(equations(out, f.Arg(0), true), f.Arg(1), false)
	case truth && f.Is(term.IntEq):
		return append(out, f)
	}
	return out
}

// divisible says that a divisor is not 0, unless that is known.
func divisible(d *term.Term) []*term.Term {
	if c := term.Ne(d, term.Int(0)); c != term.True {
		return []*term.Term{c}
	}
	return nil
}

// DivisionFacts returns facts about the divisions in a conjunction.
func DivisionFacts(conj []*term.Term) []*term.Term {
	all := divisions(conj)
	if len(all) == 0 {
		return nil
	}
	r := reduction(conj, all)
	var known []*division
	var out []*term.Term
	for _, d := range all {
		if !d.reduce(r) {
			continue
		}
		out = term.Conjuncts(out, d.determined())
		for _, o := range known {
			if d.comparable(o) {
				out = term.Conjuncts(out, d.congruent(o))
			}
		}
		known = append(known, d)
	}
	return out
}

// reduce finds the multiple of the divisor in the dividend.
func (d *division) reduce(r *term.Reduction) bool {
	dividend, because, ok := r.Of(d.dividend)
	if !ok {
		return false
	}
	by, more, ok := r.Of(d.divisor)
	if !ok || term.Equal(by, term.Int(0)) {
		return false
	}
	if d.multiple, d.rest, ok = term.DividePolynomial(dividend, by); !ok {
		return false
	}
	d.by = by
	for _, c := range slices.Concat(because, more, divisible(d.divisor)) {
		if !slices.ContainsFunc(d.because, func(o *term.Term) bool { return term.Equal(o, c) }) {
			d.because = append(d.because, c)
		}
	}
	return true
}

// determined says what the quotient and the remainder are if the rest is in their range.
func (d *division) determined() *term.Term {
	if term.Equal(d.multiple, term.Int(0)) {
		return term.True // as any solver knows
	}
	is := term.And(term.Eq(d.quotient(), d.multiple), term.Eq(d.remainder(), d.rest))
	return term.Implies(term.And(append(d.because, d.inRange())...), is)
}

// inRange says that the rest may be the remainder: it is less than the divisor's absolute value,
// and has the sign that remainders have.
func (d *division) inRange() *term.Term {
	zero := term.Int(0)
	if term.Equal(d.rest, zero) {
		return term.True
	}
	less := func(t *term.Term) *term.Term {
		return term.Or(term.Lt(t, d.divisor), term.Lt(t, term.Sub(zero, d.divisor)))
	}
	up := term.And(term.Le(zero, d.rest), less(d.rest))
	if !d.truncating {
		return up
	}
	down := term.And(term.Le(d.rest, zero), less(term.Sub(zero, d.rest)))
	return term.Or(term.And(term.Le(zero, d.dividend), up), term.And(term.Le(d.dividend, zero), down))
}

// comparable reports whether the remainders of two divisions are the same for what is known of
// the dividends, unless each of them is known.
func (d *division) comparable(o *division) bool {
	return d.truncating == o.truncating && !term.Equal(d.rest, term.Int(0)) && term.Equal(d.by, o.by) && term.Equal(d.rest, o.rest)
}

// congruent says that two divisions with the same rest have the same remainder, and what their
// quotients have to do with each other.
func (d *division) congruent(o *division) *term.Term {
	conditions := slices.Concat(d.because, o.because)
	if d.truncating { // remainders have the sign of the dividend
		zero := term.Int(0)
		conditions = append(conditions, term.Or(
			term.And(term.Le(zero, d.dividend), term.Le(zero, o.dividend)),
			term.And(term.Le(d.dividend, zero), term.Le(o.dividend, zero))))
	}
	quotients := term.Eq(term.Sub(d.quotient(), d.multiple), term.Sub(o.quotient(), o.multiple))
	return term.Implies(term.And(conditions...), term.And(term.Eq(d.remainder(), o.remainder()), quotients))
}
