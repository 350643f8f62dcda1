package termmap

import (
	"slices"

	"rlv/semantics/term"
)

// Tuples maps tuples of terms to values. The zero value is empty.
type Tuples[V any] struct {
	m    map[uint64][]tupleEntry[V]
	size int
}

type tupleEntry[V any] struct {
	key   []*term.Term
	value V
}

func tupleHash(k []*term.Term) uint64 {
	h := uint64(len(k))
	for _, t := range k {
		h = (h ^ t.Hash()) * 0x9fb21c651e98df25
	}
	return h
}

// Len returns the number of tuples that have a value.
func (m *Tuples[V]) Len() int { return m.size }

// Get returns the value of a tuple, if it has one.
func (m *Tuples[V]) Get(k []*term.Term) (v V, ok bool) {
	for _, e := range m.m[tupleHash(k)] {
		if slices.EqualFunc(e.key, k, term.Equal) {
			return e.value, true
		}
	}
	return v, false
}

// Put sets the value of a tuple that has none.
func (m *Tuples[V]) Put(k []*term.Term, v V) {
	if m.m == nil {
		m.m = map[uint64][]tupleEntry[V]{}
	}
	h := tupleHash(k)
	m.m[h] = append(m.m[h], tupleEntry[V]{k, v})
	m.size++
}
