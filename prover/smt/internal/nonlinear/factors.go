package nonlinear

import (
	"math/big"
	"slices"

	"rlv/semantics/term"
)

// relations are what follows from the equations of a question by common factors, and what it
// says of the number 1.
type relations struct {
	facts []*term.Term
	ones  []one
}

// one is a polynomial that is 1 where because holds.
type one struct {
	is      *term.Term
	because []*term.Term
	others  *term.Reduction // by the other equations, so that it is not made 1 again
}

// maxOnes bounds what is said of the number 1.
const maxOnes = 2

// factored takes common factors out of equations, as these are by the others:
//
//	g * p = 0      implies  g = 0 or p = 0
//	g * p = 3      implies  -3 <= g <= 3
func factored(equations []*term.Term, r *term.Reduction) relations {
	var out relations
	for _, e := range equations {
		p, because, ok := r.Solved(term.Sub(e.Arg(0), e.Arg(1)))
		if !ok || p.IsInt() {
			continue
		}
		because = append(slices.Clip(because), e)
		others := r.Without(e)
		constant := term.Constant(p)
		product := term.Sub(p, term.BigInt(constant))
		for _, g := range term.LeadingFactors(p) {
			q, ok := over(product, g)
			if !ok || q.IsInt() {
				continue
			}
			if constant.Sign() == 0 {
				nonzero := append(because[:len(because):len(because)], term.Ne(g, term.Int(0)))
				out.facts = append(out.facts, term.Implies(term.And(nonzero...), term.Eq(q, term.Int(0))))
				out.one(q, nonzero, others)
				continue
			}
			most := term.BigInt(new(big.Int).Abs(constant))
			out.facts = append(out.facts, term.Implies(term.And(because...), term.And(term.Le(g, most), term.Le(term.Sub(term.Int(0), most), g))))
		}
		out.one(p, because, others)
	}
	return out
}

// one notes what is 1 if a polynomial is 0.
func (r *relations) one(p *term.Term, because []*term.Term, others *term.Reduction) {
	c := term.Constant(p)
	if !c.IsInt64() || c.Int64() != 1 && c.Int64() != -1 || len(r.ones) >= maxOnes {
		return
	}
	is := term.Apply(term.IntMul, term.BigInt(c.Neg(c)), term.Sub(p, term.BigInt(term.Constant(p))))
	r.ones = append(r.ones, one{is, because, others})
}

// maxSettled bounds the equations of a question that are looked at.
const maxSettled = 24

// settled says of the equations in formulas with products, true or not, what follows from the others: with
// g = u * a + v * b and a * s = b * t,
//
//	a * s * g = a * b * (u * t + v * s)
func settled(formulas []*term.Term, r *term.Reduction) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	looked := 0
	var visit func(f *term.Term)
	visit = func(f *term.Term) {
		switch {
		case seen[f] || looked == maxSettled:
		case f.Is(term.IntEq) && nonlinear(f):
			looked++
			out = append(out, settledBy(r, f)...)
		case f.Sort() == term.SortBool:
			term.Children(f, visit)
		}
		seen[f] = true
	}
	for _, f := range formulas {
		visit(f)
	}
	return out
}

// settledBy says whether an equation holds, if that follows from others.
func settledBy(r *term.Reduction, equation *term.Term) []*term.Term {
	p, because, ok := r.Of(term.Sub(equation.Arg(0), equation.Arg(1)))
	if !ok || !p.IsInt() || len(because) == 0 || slices.ContainsFunc(because, func(t *term.Term) bool { return term.Equal(t, equation) }) {
		return nil
	}
	if p.Big().Sign() != 0 {
		equation = term.Not(equation)
	}
	return []*term.Term{term.Implies(term.And(because...), equation)}
}
