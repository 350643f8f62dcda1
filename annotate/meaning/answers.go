package meaning

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// answers are those of probes that read, by the state and what was asked: half of what is read
// of a state was read before, as the conditions on a loop are by each of its goals. What is
// read depends on the state alone, and on the oracle.
type answers map[question]*answer

// question is what was asked, and of what state, as hashes.
type question struct {
	state uint64
	kind  shape.Probe
	asked uint64
}

type answer struct {
	state, next *rewrite.State // state is a copy: its owner may go on changing it
	asked, top  *term.Term
	err         error
}

// maxAnswers bounds how many are remembered.
const maxAnswers = 1 << 12

// find returns the question whether a term has a value of some kind in a state, and its answer; nil: it was
// not asked before. The computation, in slot k, has no part in it.
func (as answers) find(st *rewrite.State, k int, kind shape.Probe, e *term.Term) (question, *answer) {
	q := question{digest(st, k), kind, e.Hash()}
	if a := as[q]; a != nil && term.Equal(a.asked, e) && agree(a.state, st, k) {
		return q, a
	}
	return q, nil
}

// keep notes an answer.
func (as answers) keep(q question, a answer) *answer {
	if len(as) >= maxAnswers {
		clear(as)
	}
	a.state = &rewrite.State{Slots: slices.Clone(a.state.Slots), PC: a.state.PC}
	as[q] = &a
	return &a
}

// digest is the hash of a state without its computation.
func digest(st *rewrite.State, k int) uint64 {
	h := uint64(0)
	add := func(t *term.Term) {
		h = (h ^ t.Hash()) * 0x9e3779b97f4a7c15
		h ^= h >> 31
	}
	for i, t := range st.Slots {
		if i != k {
			add(t)
		}
	}
	for _, t := range st.PC {
		add(t)
	}
	return h
}

// agree reports whether two states differ in nothing but their computations.
func agree(a, b *rewrite.State, k int) bool {
	for i, t := range a.Slots {
		if i != k && !term.Equal(t, b.Slots[i]) {
			return false
		}
	}
	return slices.EqualFunc(a.PC, b.PC, term.Equal)
}
