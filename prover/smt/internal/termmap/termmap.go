// Package termmap has maps and sets of terms. Terms are mostly hash-consed, but not all
// equal ones are one pointer, so that Go's maps would tell them apart.
package termmap

import (
	"slices"

	"rlv/semantics/term"
)

// Map maps terms to values, by equality of terms. The zero value is empty.
type Map[V any] struct {
	m map[uint64][]entry[V] // by hash
}

type entry[V any] struct {
	key   *term.Term
	value V
}

// Get returns the value of a key, if it has one.
func (t *Map[V]) Get(k *term.Term) (v V, ok bool) {
	for _, e := range t.m[k.Hash()] {
		if term.Equal(e.key, k) {
			return e.value, true
		}
	}
	return v, false
}

// Has reports whether a key has a value.
func (t *Map[V]) Has(k *term.Term) bool {
	_, ok := t.Get(k)
	return ok
}

// Put sets the value of a key.
func (t *Map[V]) Put(k *term.Term, v V) {
	if t.m == nil {
		t.m = map[uint64][]entry[V]{}
	}
	es := t.m[k.Hash()]
	for i := range es {
		if term.Equal(es[i].key, k) {
			es[i].value = v
			return
		}
	}
	t.m[k.Hash()] = append(es, entry[V]{k, v})
}

// Delete takes a key and its value away.
func (t *Map[V]) Delete(k *term.Term) {
	es := slices.DeleteFunc(t.m[k.Hash()], func(e entry[V]) bool { return term.Equal(e.key, k) })
	if len(es) == 0 {
		delete(t.m, k.Hash())
	} else {
		t.m[k.Hash()] = es
	}
}

// Set is a set of terms. The zero value is empty.
type Set struct {
	index Map[struct{}]
	Order []*term.Term // its members, in the order of insertion
}

// Add adds k, and reports whether it is new.
func (s *Set) Add(k *term.Term) bool {
	if s.index.Has(k) {
		return false
	}
	s.index.Put(k, struct{}{})
	s.Order = append(s.Order, k)
	return true
}

// Cut takes all members away but the first n.
func (s *Set) Cut(n int) {
	for _, k := range s.Order[n:] {
		s.index.Delete(k)
	}
	s.Order = slices.Delete(s.Order, n, len(s.Order))
}

// Has reports whether k is a member.
func (s *Set) Has(k *term.Term) bool { return s.index.Has(k) }
