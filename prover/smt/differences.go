package smt

import (
	"rlv/prover/smt/internal/difference"
	"rlv/semantics/term"
)

// differences decides a question by the bounds of differences among its conjuncts: they
// contradict each other, or they have a solution that makes the other conjuncts true. It
// is Unknown with most questions that have other conjuncts. The valuation is that of a Sat.
func differences(conj []*term.Term) (Result, *valuation) {
	system := difference.New()
	var others []*term.Term
	for _, c := range conj {
		if !system.Add(c) {
			others = append(others, c)
		}
	}
	switch system.Solve() {
	case difference.Contradictory:
		return Unsat, nil
	case difference.Satisfiable:
		if v := newValuation(system.Model()); v.satisfies(others) {
			return Sat, v
		}
	}
	return Unknown, nil
}
