package smt

import (
	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// complete looks whether the model of ground formulas that say less than the question of
// the arrays that are columns is one of the whole question, once the columns have the
// values that their cases give them. Then the answer is no approximation.
func (g *grounding) complete(conj []*term.Term, table *columns.Table, out *outcome) {
	if out.Result != Sat || !g.Loosened() {
		return
	}
	whole, ok := g.Skolemised()
	if !ok {
		return
	}
	v := newValuation(out.Model).following(whole, table)
	if c, _ := v.falsified(whole); c != nil {
		return
	}
	out.exact, out.Approximate, out.Reason = true, false, ""
	out.Model = map[*term.Variable]*term.Term{}
	for _, x := range term.Vars(conj...) { // without Skolem constants
		if n := v.value(x.Term()); n != nil {
			out.Model[x] = n
		}
	}
}

// orWhole returns the formulas whose variables a model is about: those of the question
// without its quantifiers, if that can be had.
func (g *grounding) orWhole(conj []*term.Term) []*term.Term {
	if whole, ok := g.Skolemised(); ok && g.Loosened() {
		return whole
	}
	return conj
}
