package smt

import (
	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// complete looks whether the model of ground formulas, which say less than the question of
// the arrays that are columns, is one of the whole question, once the columns have the
// values that their cases give them. Then it is complete, and no approximation if all of
// the question could be evaluated.
func (g *grounding) complete(conj []*term.Term, table *columns.Table, out *outcome) {
	whole, ok := g.Skolemised()
	if out.Result != Sat || !g.Loosened() || !ok {
		return
	}
	v := newValuation(out.Model).following(whole, table)
	exact := true
	for _, c := range whole {
		switch x := v.value(c); {
		case x == term.True:
		case x == nil && len(table.Of(c)) == 0: // by what the backend takes functions for
			exact = false
		default:
			return
		}
	}
	out.complete, out.Approximate = true, out.Approximate && !exact
	if exact {
		out.Reason = ""
	}
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
