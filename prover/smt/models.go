package smt

import (
	"slices"

	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// models are valuations that satisfied the last questions. The questions of a path
// are each the one before with a conjunct more, and mostly satisfiable: a valuation of
// the one before, with a value changed perhaps, satisfies the next. That takes an
// evaluation of the conjuncts, where a solver solves all of the question anew.
//
// An example: n = 1, j = 0 satisfies  0 < n, 0 <= j, j < n. With  1 < n  added it does
// not; it is made to by n = 2, and the other conjuncts are still true. With  n <= j  no
// change of one value, or two, makes all true: the question is put to a solver.
//
// Only that a question is satisfiable comes from here, and only where every conjunct
// was evaluated.
type models struct {
	known map[uint64]*valuation // by the question that they satisfied
	order []uint64              // the questions, the oldest at next
	next  int
	last  *valuation
	table columns.Table
}

// maxModels bounds the valuations that are kept.
const maxModels = 64

func newModels() *models {
	return &models{known: map[uint64]*valuation{}, last: newValuation(nil)}
}

// prefixes returns numbers of the beginnings of a question, from that of none on.
func prefixes(conj []*term.Term) []uint64 {
	out := make([]uint64, 1, len(conj)+1)
	for i, c := range conj {
		h := (out[i] ^ c.Hash()) * 0x9fb21c651e98df25
		out = append(out, h^h>>29)
	}
	return out
}

// nearest returns the valuation for the longest beginning of a question for which
// there is one, else the last.
func (m *models) nearest(prefixes []uint64) *valuation {
	for _, h := range slices.Backward(prefixes) {
		if v := m.known[h]; v != nil {
			return v
		}
	}
	return m.last
}

// keep notes a valuation that satisfies a question.
func (m *models) keep(question uint64, v *valuation) {
	m.last = v
	if m.known[question] == nil {
		if len(m.order) < maxModels {
			m.order = append(m.order, question)
		} else {
			delete(m.known, m.order[m.next])
			m.order[m.next] = question
			m.next = (m.next + 1) % maxModels
		}
	}
	m.known[question] = v
}

// learn notes a model that a backend has found, if it is one, with values for columns of
// which the backend was not told all. It reports whether it is.
func (m *models) learn(conj []*term.Term, model map[*term.Variable]*term.Term) bool {
	v := newValuation(model)
	if c, known := v.falsified(conj); c != nil || !known {
		v = v.following(conj, &m.table)
		if c, known = v.falsified(conj); c != nil || !known {
			return false
		}
	}
	h := prefixes(conj)
	m.keep(h[len(conj)], v)
	return true
}

// satisfy reports whether a valuation is known, or soon found, that satisfies a
// question.
func (m *models) satisfy(conj []*term.Term) bool {
	h := prefixes(conj)
	r := repair{conj: conj, table: &m.table}
	v := r.repaired(m.nearest(h))
	if v != nil {
		m.keep(h[len(conj)], v)
	}
	return v != nil
}
