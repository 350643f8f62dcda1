package smt

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/instantiate"
	"rlv/semantics/term"
)

// grounding is a question on its way through the attempts that are made with the same
// trusted facts.
type grounding struct {
	*instantiate.Question
	nodes  []*fol.Node // of its ground formulas
	asked  int         // times
	putOff bool        // not asked since the last instances were made
	last   outcome
}

func (s *Solver) newGrounding(conj []*term.Term, with instantiate.Facts) *grounding {
	g := &grounding{Question: s.grounder.Question(conj, with)}
	s.translate(g)
	return g
}

// translate translates the ground formulas that are new.
func (s *Solver) translate(g *grounding) {
	for _, f := range g.Formulas()[len(g.nodes):] {
		g.nodes = append(g.nodes, s.translator.Formula(f))
	}
}

// open reports whether the ground formulas are weaker than the question.
func (s *Solver) open(g *grounding) bool {
	return g.Quantified() || (len(s.lemmas) > 0 || s.prelude.HasFacts()) && anyHas(g.nodes, fol.HasAxioms)
}

// anyHas reports whether one of the nodes has a property.
func anyHas(nodes []*fol.Node, f fol.Flags) bool {
	return slices.ContainsFunc(nodes, func(n *fol.Node) bool { return n.Has(f) })
}
