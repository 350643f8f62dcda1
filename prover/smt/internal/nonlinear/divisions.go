package nonlinear

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

// same reports whether two divisions have the same operands.
func (d *division) same(o *division) bool {
	return d.truncating == o.truncating && term.Equal(o.dividend, d.dividend) && term.Equal(o.divisor, d.divisor)
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

// divisions returns those of the formulas that linear arithmetic does not decide: those by what
// is itself divided last, which instances are full of, and the inner ones first. Where there are such, or products, those that it
// decides come behind them, for what they say of the others: if e % 2 is 0, so is n % 2 for each multiple n of e.
func divisions(formulas []*term.Term) []*division {
	var plain, nested, linear []*division
	products := false
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] || len(plain) >= maxDivisions {
			return
		}
		seen[t] = true
		term.Children(t, visit)
		products = products || t.Is(term.IntMul) && !t.Arg(0).IsInt()
		d, out := divisionOf(t), &plain
		switch {
		case d == nil || term.Equal(d.divisor, term.Int(0)):
			return
		case d.isLinear():
			out = &linear
		case Divided(d.divisor):
			out = &nested
		}
		if len(*out) < maxDivisions && !slices.ContainsFunc(*out, d.same) {
			*out = append(*out, d)
		}
	}
	for _, f := range formulas {
		visit(f)
	}
	out := append(plain, nested...)
	if products || len(out) > 0 {
		out = append(out, linear...)
	}
	return out[:min(len(out), maxDivisions)]
}

// Divided reports whether there is a quotient or a remainder in a term.
func Divided(t *term.Term) bool {
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || IsDivision(u)
		return !found
	})
	return found
}

// IsDivision reports whether a term is a quotient or a remainder.
func IsDivision(t *term.Term) bool {
	return t.Is(term.IntTDiv) || t.Is(term.IntTMod) || t.Is(term.IntEDiv) || t.Is(term.IntEMod)
}

// divisionOf returns the division whose quotient or remainder a term is, nil if it is none.
func divisionOf(t *term.Term) *division {
	if !IsDivision(t) {
		return nil
	}
	return &division{truncating: t.Is(term.IntTDiv) || t.Is(term.IntTMod), dividend: t.Arg(0), divisor: t.Arg(1)}
}

// isLinear reports whether linear arithmetic decides what it is.
func (d *division) isLinear() bool { return d.divisor.IsInt() && !nonlinear(d.dividend) }

// nonlinear reports whether a term has a product in it.
func nonlinear(t *term.Term) bool {
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || u.Is(term.IntMul) && !u.Arg(0).IsInt()
		return !found
	})
	return found
}

// Reduction returns what remainders are, and the equations among the formulas.
func Reduction(formulas []*term.Term) *term.Reduction {
	r, _ := reduction(formulas, divisions(formulas))
	return r
}

func reduction(formulas []*term.Term, all []*division) (*term.Reduction, []*term.Term) {
	r := &term.Reduction{}
	var learned []*term.Term
	for _, d := range all {
		product := term.Apply(term.IntMul, d.quotient(), d.divisor)
		r.Learn(d.remainder(), term.Sub(d.dividend, product), d.remainder(), divisible(d.divisor)...)
	}
	for _, f := range formulas {
		for _, e := range equations(nil, f, true) {
			if len(learned) == maxRewriting {
				return r, learned
			}
			if chosen, why := chosen(e, formulas); chosen != nil {
				r.Learn(chosen.Arg(0), chosen.Arg(1), nil, e, why)
				continue
			}
			learned = append(learned, e)
			r.Learn(e.Arg(0), e.Arg(1), nil, e)
		}
	}
	return r, learned
}

// chosen returns what an equation says of a choice of which a formula says how it is made, and that
// formula; nil if there is none. So definitions are unfolded.
func chosen(e *term.Term, formulas []*term.Term) (equation, because *term.Term) {
	for side := range 2 {
		choice, other := e.Arg(side), e.Arg(1-side)
		if !choice.Is(term.KIte) {
			continue
		}
		for made, condition := range []*term.Term{choice.Arg(0), term.Not(choice.Arg(0))} {
			equation = term.Eq(choice.Arg(1+made), other)
			if equation.Is(term.IntEq) && slices.ContainsFunc(formulas, func(f *term.Term) bool { return term.Equal(f, condition) }) {
				return equation, condition
			}
		}
	}
	return nil, nil
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

// Facts returns facts about the divisions and the equations of products in a conjunction.
func Facts(conj []*term.Term) []*term.Term {
	all := divisions(conj)
	if len(all) == 0 && !slices.ContainsFunc(conj, nonlinear) {
		return nil
	}
	r, equations := reduction(conj, all)
	related := factored(equations, r)
	related.facts = append(related.facts, settled(conj, r)...)
	all, out := simpler(all)
	out = append(out, related.facts...)
	out = append(out, compared(conj, all)...)
	var known []*division
	for _, d := range all {
		if d.divisor.IsInt() && !d.isLinear() {
			out = append(out, d.residues()...)
		}
		if d.truncating && nonlinear(d.dividend) {
			out = append(out, natural(d.dividend))
		}
		if !d.reduce(r, related.ones) {
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

// natural says that a polynomial is not negative where what it is made of is not, unless it
// subtracts: that decides how division truncates.
func natural(p *term.Term) *term.Term {
	zero := term.Int(0)
	if !term.Additive(p) {
		return term.True
	}
	var premises []*term.Term
	for _, a := range term.Atoms(p) {
		premises = append(premises, term.Le(zero, a))
	}
	return term.Implies(term.And(premises...), term.Le(zero, p))
}

// reduce finds the multiple of the divisor in the dividend. If something is left, the dividend is
// multiplied by what is 1.
func (d *division) reduce(r *term.Reduction, ones []one) bool {
	if !d.multiples(r, d.dividend, nil) {
		return false
	}
	for _, u := range ones {
		if term.Equal(d.rest, term.Int(0)) {
			break
		}
		again := *d
		if again.multiples(u.others, term.Apply(term.IntMul, d.dividend, u.is), u.because) && term.Equal(again.rest, term.Int(0)) {
			*d = again
		}
	}
	return true
}

// multiples finds the multiple of the divisor in what the dividend is where the premises hold.
func (d *division) multiples(r *term.Reduction, dividend *term.Term, premises []*term.Term) bool {
	dividend, because, ok := r.Of(dividend)
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
	d.by, d.because = by, nil
	for _, c := range slices.Concat(premises, because, more, divisible(d.divisor)) {
		if !slices.ContainsFunc(d.because, func(o *term.Term) bool { return term.Equal(o, c) }) {
			d.because = append(d.because, c)
		}
	}
	return true
}

// determined says what the quotient and the remainder are if the rest is in their range.
func (d *division) determined() *term.Term {
	if term.Equal(d.multiple, term.Int(0)) && term.Equal(d.rest, d.dividend) {
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
