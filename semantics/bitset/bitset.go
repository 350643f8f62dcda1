// Package bitset has sets of small numbers, one bit a number: of sorts, of
// productions, of token kinds. The orders of a definition are such sets by row, and
// the parser asks them in its innermost loop.
package bitset

import (
	"iter"
	"math/bits"
)

// Set is a set of numbers from 0 on, all of one type so that sorts and productions
// are not mixed up. Element i is bit i%64 of word i/64. The nil Set is empty; a Set
// has nothing beyond its last word, and Add and Union lengthen it where needed. Two
// sets made by New with one size have the same words if and only if they have the
// same elements.
type Set[E ~int | ~int32] []uint64

// New returns an empty set with room for the numbers below n.
func New[E ~int | ~int32](n int) Set[E] { return make(Set[E], (n+63)/64) }

// Has reports whether i is in the set.
func (s Set[E]) Has(i E) bool { return int(i>>6) < len(s) && s[i>>6]>>(i&63)&1 != 0 }

// Add adds i.
func (s *Set[E]) Add(i E) {
	s.grow(int(i>>6) + 1)
	(*s)[i>>6] |= 1 << (i & 63)
}

// grow gives the set at least n words.
func (s *Set[E]) grow(n int) {
	if n > len(*s) {
		*s = append(*s, make(Set[E], n-len(*s))...)
	}
}

// Remove removes i.
func (s Set[E]) Remove(i E) {
	if int(i>>6) < len(s) {
		s[i>>6] &^= 1 << (i & 63)
	}
}

// Union adds the elements of t and reports whether that changed the set.
func (s *Set[E]) Union(t Set[E]) bool {
	s.grow(len(t))
	changed := false
	for i, w := range t {
		if w&^(*s)[i] != 0 {
			(*s)[i] |= w
			changed = true
		}
	}
	return changed
}

// Keep removes what is not in t.
func (s Set[E]) Keep(t Set[E]) {
	n := min(len(s), len(t))
	for i := range n {
		s[i] &= t[i]
	}
	clear(s[n:])
}

// Subtract removes what is in t.
func (s Set[E]) Subtract(t Set[E]) {
	for i := range min(len(s), len(t)) {
		s[i] &^= t[i]
	}
}

// Meets reports whether the sets have a common element.
func (s Set[E]) Meets(t Set[E]) bool {
	for i := range min(len(s), len(t)) {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// Empty reports whether the set has no element.
func (s Set[E]) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// All yields the elements in increasing order. The set may change on the way: what
// is added to the word at hand, or removed from it, is not noticed.
func (s Set[E]) All() iter.Seq[E] {
	return func(yield func(E) bool) {
		for k, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(E(k<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
