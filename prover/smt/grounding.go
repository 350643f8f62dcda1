package smt

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// grounding is a question on its way: its conjuncts, and what follows from them
// without quantifiers.
type grounding struct {
	question
	conj       []*term.Term
	quantified bool
	facts
	formulas []*term.Term
	pool     pool
	nodes    []*fol.Node
	asked    int  // times
	putOff   bool // not asked since the last instances were made
	last     outcome
}

// facts says which of the trusted facts are used.
type facts struct{ definitions, lemmas bool }

func (s *Solver) newGrounding(conj []*term.Term, with facts) *grounding {
	g := &grounding{question: question{grounder: s.grounder, origin: noLemma}, conj: conj, facts: with}
	conj = withEquations(conj)
	g.quantified = hasBinders(conj)
	var trusted []trusted
	if with.definitions {
		trusted = append(trusted, s.grounder.definitions)
	}
	if with.lemmas {
		trusted = append(trusted, s.grounder.lemmas)
	}
	for _, t := range trusted {
		for _, u := range t.universals {
			g.active = append(g.active, &active{universal: u.universal, trusted: true, origin: u.origin})
		}
		g.rest(t.always...)
		g.extend(s, t.facts)
	}
	g.extend(s, g.ground(conj))
	return g
}

func hasBinders(ts []*term.Term) bool {
	return slices.ContainsFunc(ts, (*term.Term).HasBinders)
}

// extend adds formulas without quantifiers.
func (g *grounding) extend(s *Solver, fs []*term.Term) {
	for _, f := range fs {
		g.formulas = append(g.formulas, f)
		g.nodes = append(g.nodes, s.translator.Formula(f))
	}
}

// open says that the ground formulas are weaker than the question.
func (g *grounding) open(s *Solver) bool {
	if g.quantified {
		return true
	}
	if len(s.lemmas) == 0 && !s.prelude.HasFacts() {
		return false
	}
	for _, n := range g.nodes {
		if n.Has(fol.HasAxioms) {
			return true
		}
	}
	return false
}

// approximate says that the ground formulas abstract from something.
func (g *grounding) approximate() bool {
	for _, n := range g.nodes {
		if n.Has(fol.Approximate) {
			return true
		}
	}
	return false
}

// instantiateRounds adds instances.
func (g *grounding) instantiateRounds(s *Solver, rounds int) {
	for range rounds {
		for _, f := range g.formulas {
			g.pool.collect(f)
		}
		for _, a := range g.active {
			if !a.trusted {
				for _, t := range a.ground {
					g.pool.collect(t)
				}
			}
		}
		g.pool.addFront()
		for _, item := range g.pool.items {
			g.extend(s, itemFacts(item))
		}
		g.pool.items = nil
		for i, r := range g.pool.remainders.order {
			if g.pool.compared.add(r) {
				g.extend(s, remainderFacts(r, g.pool.remainders.order[:i]))
			}
		}
		if len(g.active) == 0 {
			return
		}
		fs := g.round(&g.pool)
		if len(fs) == 0 {
			return
		}
		g.extend(s, fs)
	}
}
