// Package termmap has maps and sets of terms. Terms are mostly hash-consed, but not all
// equal ones are one pointer, so that Go's maps would tell them apart.
package termmap

import (
	"slices"

	"rlv/semantics/term"
)

// Map maps terms to values, by equality of terms. The zero value is empty. Most maps are
// small: there, keys are looked through; larger ones have a hash table with open addressing.
type Map[V any] struct {
	entries []entry[V] // in the order in which keys got a value
	table   []int32    // empty, taken away, or the number of an entry; nil while there are few
	used    int        // places of the table that are not empty
}

type entry[V any] struct {
	value V
	key   *term.Term // nil: taken away
}

// empty and removed are what a place of the table has if not the number of an entry, from 1 on.
const (
	empty   int32 = 0
	removed int32 = -1
)

// few is how many entries are looked through.
const few = 8

// find returns the number of a key's entry, and its place in the table; -1 if it has none.
func (t *Map[V]) find(k *term.Term) (n, place int) {
	if t.table == nil {
		for i := range t.entries {
			if other := t.entries[i].key; other == k || other != nil && other.Hash() == k.Hash() && term.Equal(other, k) {
				return i, 0
			}
		}
		return -1, 0
	}
	mask := len(t.table) - 1
	for i := int(k.Hash()) & mask; ; i = (i + 1) & mask {
		switch at := t.table[i]; at {
		case empty:
			return -1, i
		case removed:
		default:
			if other := t.entries[at-1].key; other == k || other.Hash() == k.Hash() && term.Equal(other, k) {
				return int(at - 1), i
			}
		}
	}
}

// Get returns the value of a key, if it has one.
func (t *Map[V]) Get(k *term.Term) (v V, ok bool) {
	if n, _ := t.find(k); n >= 0 {
		return t.entries[n].value, true
	}
	return v, false
}

// Has reports whether a key has a value.
func (t *Map[V]) Has(k *term.Term) bool {
	n, _ := t.find(k)
	return n >= 0
}

// Put sets the value of a key.
func (t *Map[V]) Put(k *term.Term, v V) {
	n, place := t.find(k)
	if n >= 0 {
		t.entries[n].value = v
		return
	}
	t.entries = append(t.entries, entry[V]{v, k})
	switch {
	case t.table == nil && len(t.entries) <= few:
	case 2*(t.used+1) > len(t.table):
		t.build()
	default:
		t.table[place] = int32(len(t.entries))
		t.used++
	}
}

// build makes the table, with room for as many entries again.
func (t *Map[V]) build() {
	t.entries = slices.DeleteFunc(t.entries, func(e entry[V]) bool { return e.key == nil })
	size := 4 * few
	for size < 4*len(t.entries) {
		size *= 2
	}
	t.table, t.used = make([]int32, size), len(t.entries)
	for n, e := range t.entries {
		i := int(e.key.Hash()) & (size - 1)
		for t.table[i] != empty {
			i = (i + 1) & (size - 1)
		}
		t.table[i] = int32(n + 1)
	}
}

// Delete takes a key and its value away.
func (t *Map[V]) Delete(k *term.Term) {
	n, place := t.find(k)
	if n < 0 {
		return
	}
	t.entries[n] = entry[V]{}
	if t.table != nil {
		t.table[place] = removed
	}
	for last := len(t.entries) - 1; last >= 0 && t.entries[last].key == nil; last-- {
		t.entries = t.entries[:last]
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
