package rewrite

import "rlv/semantics/term"

// memo remembers results of one function on values. A run comes to the same nodes of its
// program again and again, and asks of them what it asked before: whether an index is a name,
// which bounds a type has. It is by the very nodes of the arguments, so that positions in the
// result are those that they would be. What is not found has cost a few comparisons.
type memo [1 << memoBits]remembered

type remembered struct {
	args   [maxMemoArgs]*term.Term
	result *term.Term // nil: there is nothing
}

const (
	memoBits     = 5
	maxMemoArgs  = 3  // functions of more arguments are mostly about what changes
	maxMemoDepth = 16 // further down nothing is remembered: each level would do so for itself
)

// get returns the result for arguments, nil if it is not remembered.
func (m *memo) get(args []*term.Term) *term.Term {
	if m == nil || len(args) > maxMemoArgs {
		return nil
	}
	r := m.at(args)
	for i, a := range args {
		if r.args[i] != a {
			return nil
		}
	}
	return r.result
}

// with remembers a result, in place of another one.
func (m *memo) with(args []*term.Term, result *term.Term) *memo {
	if len(args) > maxMemoArgs {
		return m
	}
	if m == nil {
		m = &memo{}
	}
	r := m.at(args)
	copy(r.args[:], args)
	r.result = result
	return m
}

// at is where the result for arguments is, if it is remembered.
func (m *memo) at(args []*term.Term) *remembered {
	h := uint64(0)
	for _, a := range args {
		h = (h ^ a.Hash()) * 0x9e3779b97f4a7c15
	}
	return &m[h>>(64-memoBits)]
}
