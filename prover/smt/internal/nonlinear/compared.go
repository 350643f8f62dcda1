package nonlinear

import (
	"slices"

	"rlv/semantics/term"
)

// Quotients are compared by what is divided: of a / d < b / d + c, multiplied by d > 0, is left
//
//	a - a % d + d <= b - b % d + c * d
//
// which is linear in the products and remainders. Such products are those of a comparison of the
// question and of the divisors that its quotients have.

// The bounds on what comparisons are multiplied by.
const (
	maxCompared   = 16 // comparisons of one question
	maxMultiplied = 2  // divisors
)

// compared returns the comparisons of the formulas, multiplied.
func compared(formulas []*term.Term, all []*division) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	found := 0
	var visit func(f *term.Term)
	visit = func(f *term.Term) {
		if seen[f] || found >= maxCompared {
			return
		}
		seen[f] = true
		switch {
		case f.Is(term.IntLt), f.Is(term.IntLe), f.Is(term.IntEq):
			if facts := multiplied(f, all); facts != nil {
				out = append(out, facts...)
				found++
			}
		case f.Sort() == term.SortBool:
			term.Children(f, visit)
		}
	}
	for _, f := range formulas {
		visit(f)
	}
	return out
}

// multiplied returns what a comparison says, and what its negation does, multiplied by the divisors
// of its quotients; nil if there are none.
func multiplied(comparison *term.Term, all []*division) []*term.Term {
	zero := term.Int(0)
	p := term.Sub(comparison.Arg(0), comparison.Arg(1))
	if comparison.Is(term.IntLt) {
		p = term.Add(p, term.Int(1))
	}
	var used []*division
	product := term.Int(1)
	var above []*term.Term
	for _, d := range all {
		if d.divisor.IsInt() || !slices.ContainsFunc(term.Atoms(p), func(a *term.Term) bool { return term.Equal(a, d.quotient()) }) {
			continue
		}
		used = append(used, d)
		if c := term.Lt(zero, d.divisor); !slices.Contains(above, c) {
			above = append(above, c)
			product = term.Apply(term.IntMul, product, d.divisor)
		}
	}
	if len(above) == 0 || len(above) > maxMultiplied {
		return nil
	}
	whole := term.Apply(term.IntMul, p, product)
	for _, d := range used {
		quotient, rest, ok := term.DividePolynomial(whole, term.Apply(term.IntMul, d.quotient(), d.divisor))
		if !ok {
			return nil
		}
		whole = term.Add(term.Apply(term.IntMul, quotient, term.Sub(d.dividend, d.remainder())), rest)
	}
	when := func(premise, conclusion *term.Term) *term.Term {
		return term.Implies(term.And(append(above[:len(above):len(above)], premise)...), conclusion)
	}
	out := []*term.Term{when(term.Lt(zero, p), term.Le(product, whole))}
	for _, d := range used {
		out = append(out, d.less())
	}
	if comparison.Is(term.IntEq) {
		return append(out, when(term.Eq(p, zero), term.Eq(whole, zero)), when(term.Lt(p, zero), term.Le(whole, term.Sub(zero, product))))
	}
	return append(out, when(term.Le(p, zero), term.Le(whole, zero)))
}

// less says that the quotient of a positive number by more than 1 is less than the number.
func (d *division) less() *term.Term {
	return term.Implies(
		term.And(term.Lt(term.Int(0), d.dividend), term.Lt(term.Int(1), d.divisor)),
		term.Lt(d.quotient(), d.dividend))
}
