package prover

import (
	"context"
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// Core returns the core of an obligation, by a solver that trusts what it trusted when it
// proved it: what that is the grounds say. It is nil if the solver does not prove it again,
// from the beginning.
func Core(ctx context.Context, s Solver, grounds Grounds, o *proofs.Obligation) *proofs.Core {
	negated := term.Conjuncts(nil, term.Not(o.Goal))
	var query []*term.Term
	for _, h := range o.Hypotheses {
		query = term.Conjuncts(query, h)
	}
	c := s.Core(ctx, smt.Query{Assertions: append(query, negated...)})
	if c == nil {
		return nil
	}
	out := &proofs.Core{By: string(c.By)}
	for _, a := range c.Assertions {
		if has(query, a) {
			out.Hypotheses = append(out.Hypotheses, a)
		} else {
			out.Goal = true
		}
	}
	for _, f := range c.Facts {
		fact := proofs.Fact{Kind: proofs.Definition, Text: f.Formula.String()}
		if f.Lemma >= 0 && f.Lemma < len(grounds.Lemmas) {
			fact = grounds.Of(smt.Answer{Lemmas: []int{f.Lemma}})[0]
		}
		out.Facts = append(out.Facts, proofs.Used{Fact: fact, Formula: f.Formula})
	}
	for _, u := range c.Uses {
		out.Uses = append(out.Uses, proofs.Use{Formula: u.Formula, Witness: u.Witness, Values: u.Values, Solved: u.Solved, Result: u.Result})
	}
	return out
}

func has(list []*term.Term, t *term.Term) bool {
	return slices.ContainsFunc(list, func(u *term.Term) bool { return term.Equal(t, u) })
}

// cores finds the cores of obligations. Equal ones, which come again along a path, have one
// core.
func cores(ctx context.Context, solver Solver, grounds Grounds, obligations []proofs.Obligation) {
	known := map[uint64][]int{}
	for i := range obligations {
		o := &obligations[i]
		key := o.Goal.Hash()
		for _, h := range o.Hypotheses {
			key = key*31 + h.Hash()
		}
		for _, j := range known[key] {
			if same(&obligations[j], o) {
				o.Core = obligations[j].Core
			}
		}
		if o.Core == nil {
			o.Core = Core(ctx, solver, grounds, o)
			known[key] = append(known[key], i)
		}
	}
}

// same reports whether two obligations are the same question.
func same(a, b *proofs.Obligation) bool {
	return term.Equal(a.Goal, b.Goal) && slices.EqualFunc(a.Hypotheses, b.Hypotheses, term.Equal)
}
