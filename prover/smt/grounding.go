package smt

import "rlv/semantics/term"

// grounding is a question on its way: its conjuncts, and what follows from them
// without quantifiers.
type grounding struct {
	question
	conj       []*term.Term
	quantified bool
	formulas   []*term.Term
	pool       pool
	nodes      []*node
}

func (s *solver) newGrounding(conj []*term.Term) *grounding {
	g := &grounding{question: question{grounder: s.grounder}, conj: conj}
	for _, c := range conj {
		g.quantified = g.quantified || c.HasBinders()
	}
	for _, l := range s.grounder.lemmas {
		g.active = append(g.active, &active{universal: l})
	}
	g.extend(s, s.grounder.facts)
	g.extend(s, g.ground(conj))
	return g
}

// extend adds formulas without quantifiers.
func (g *grounding) extend(s *solver, fs []*term.Term) {
	for _, f := range fs {
		g.formulas = append(g.formulas, f)
		g.nodes = append(g.nodes, s.translator.formula(f))
	}
}

// open says that the ground formulas are weaker than the question.
func (g *grounding) open(s *solver) bool {
	if g.quantified {
		return true
	}
	if len(s.lemmas) == 0 && !s.prelude.facts() {
		return false
	}
	for _, n := range g.nodes {
		if n.flags&flagAxioms != 0 {
			return true
		}
	}
	return false
}

// approximate says that the ground formulas abstract from something.
func (g *grounding) approximate() bool {
	for _, n := range g.nodes {
		if n.flags&flagApprox != 0 {
			return true
		}
	}
	return false
}

// instantiateRounds adds instances.
func (g *grounding) instantiateRounds(s *solver, rounds int) {
	if len(g.active) == 0 {
		return
	}
	for range rounds {
		for _, f := range g.formulas {
			g.pool.collect(f)
		}
		fs := g.round(&g.pool)
		if len(fs) == 0 {
			return
		}
		g.extend(s, fs)
	}
}
