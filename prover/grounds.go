package prover

import (
	"fmt"
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// Grounds say what rests on what the solvers trust.
type Grounds struct {
	// Lemmas has for each lemma of the solvers, in their order, what it rests on:
	// itself, and where it is proved what its proof rests on.
	Lemmas [][]proofs.Fact
	// Formulas are the lemmas, in that order.
	Formulas []*term.Term
	// ByName and OfNames are likewise the lemmas that the solvers are not told of.
	ByName  []*term.Term
	OfNames [][]proofs.Fact
	// Prelude is the fact that the solvers' prelude is.
	Prelude proofs.Fact
}

// Of returns what an answer rests on.
func (g Grounds) Of(a smt.Answer) []proofs.Fact {
	var out []proofs.Fact
	for _, i := range a.Lemmas {
		if i < len(g.Lemmas) {
			out = proofs.Union(out, g.Lemmas[i])
		} else {
			out = append(out, proofs.Fact{Kind: proofs.Axiom, Text: fmt.Sprintf("fact %d that the solver was given", i+1)})
		}
	}
	if a.Prelude {
		out = append(out, g.Prelude)
	}
	return out
}

// Rests returns what a lemma rests on, itself first; ok is false if it is none.
func (g Grounds) Rests(lemma *term.Term) (rests []proofs.Fact, ok bool) {
	isIt := func(f *term.Term) bool { return term.Equal(f, lemma) }
	if i := slices.IndexFunc(g.Formulas, isIt); i >= 0 && i < len(g.Lemmas) {
		return g.Lemmas[i], true
	}
	if i := slices.IndexFunc(g.ByName, isIt); i >= 0 {
		return g.OfNames[i], true
	}
	return nil, false
}
