package smt

import (
	"slices"

	"rlv/prover/smt/internal/ackermann"
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
	known map[uint64]satisfied // by the question
	order []uint64             // the questions, the oldest at next
	next  int
	last  *valuation
	near  bool // values are not larger than they have to be
}

// satisfied is a question with a valuation that satisfies it.
type satisfied struct {
	conj []*term.Term
	*valuation
}

// maxModels bounds the valuations that are kept.
const maxModels = 64

func newModels(near bool) *models {
	return &models{known: map[uint64]satisfied{}, last: newValuation(nil), near: near}
}

// near is a valuation, and how many of the first conjuncts of a question are true with it.
type near struct {
	*valuation
	sure int
}

// maxNear bounds the valuations from which one is looked for. Behind a branch where both
// ways have met, it is mostly one of theirs from which to go on.
const maxNear = 3

// nearest returns the valuations for the longest beginnings of a question for which there
// are any, else the last.
func (m *models) nearest(p *path) []near {
	var out []near
	add := func(v *valuation, sure int) {
		if !slices.ContainsFunc(out, func(n near) bool { return n.valuation == v }) {
			out = append(out, near{v, sure})
		}
	}
	for i, l := range slices.Backward(p.levels) {
		for _, v := range []*valuation{l.valuation, l.other} {
			if v != nil {
				add(v, i)
			}
		}
		if k, ok := m.known[l.sequence]; ok && slices.Equal(k.conj, p.conj[:i]) {
			add(k.valuation, i)
		}
		if len(out) >= maxNear-1 {
			return out
		}
	}
	if len(out) == 0 {
		add(m.last, 0)
	}
	return out
}

// keep notes a valuation that satisfies the question at hand.
func (m *models) keep(p *path, v *valuation) {
	m.last = v
	p.top().valuation = v
	if n := len(p.levels); n > 1 {
		p.levels[n-2].branched(v)
	}
	question := p.top().sequence
	if _, ok := m.known[question]; !ok {
		if len(m.order) < maxModels {
			m.order = append(m.order, question)
		} else {
			delete(m.known, m.order[m.next])
			m.order[m.next] = question
			m.next = (m.next + 1) % maxModels
		}
	}
	m.known[question] = satisfied{p.conj, v}
}

// learn notes a model of the question at hand that a backend has found, if it is one, with
// values for columns of which the backend was not told all. It reports whether it is.
func (m *models) learn(p *path, model map[*term.Variable]*term.Term) bool {
	v := newValuation(model)
	if !v.satisfies(p.conj) {
		v = v.following(p.conj, &p.table)
		if !v.satisfies(p.conj) {
			return false
		}
	}
	m.keep(p, v)
	return true
}

// satisfy reports whether a valuation is known that satisfies the question at hand, or one
// that does after so many changes.
func (m *models) satisfy(p *path, repairs int) bool {
	for _, n := range m.nearest(p) {
		r := repair{path: p, near: m.near}
		if v := r.repaired(n.valuation, n.sure, repairs); v != nil {
			m.keep(p, v)
			return true
		}
	}
	return false
}

// maxGuessed bounds the changes of guessed values.
const maxGuessed = 16

// guess returns values that satisfy formulas without quantifiers, of which nothing is known; nil if
// it finds none. They begin as 0, and are changed one after the other. Where what is asked is nonlinear, a solver
// may look for values for long.
func guess(formulas []*term.Term) *valuation {
	formulas, ok := ackermann.Without(formulas)
	if !ok {
		return nil
	}
	p := newPath()
	p.align(formulas)
	r := repair{path: p, near: true}
	return r.repaired(newValuation(nil), 0, maxGuessed)
}
