package attach

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"rlv/semantics/source"
)

// nest finds what lies around a place in the text. The spans of any two of its items
// are apart, or one lies in the other, as those of a syntax tree do: so the items
// around a place are the last one that begins before it and those around that one. Of
//
//	f { .. loop { .. } .. }  g { .. }
//
// the last to begin before a place in the loop is the loop, which lies in f; before a
// place behind the loop it is the loop as well, which is passed over.
type nest[T any] struct {
	items  []T // by their beginnings, outermost first
	spans  []source.Span
	around []int // the next item outwards; -1: none
}

func newNest[T any](items []T, span func(T) source.Span) *nest[T] {
	n := &nest[T]{items: slices.Clone(items)}
	slices.SortStableFunc(n.items, func(x, y T) int {
		return cmp.Or(cmp.Compare(span(x).Start, span(y).Start), cmp.Compare(span(y).End, span(x).End))
	})
	for i, t := range n.items {
		n.spans = append(n.spans, span(t))
		outer := i - 1
		for outer >= 0 && !Contains(n.spans[outer], n.spans[i]) {
			outer = n.around[outer]
		}
		n.around = append(n.around, outer)
	}
	return n
}

// from is the number of the first item that begins at an offset or behind it.
func (n *nest[T]) from(offset int) int {
	return sort.Search(len(n.spans), func(i int) bool { return n.spans[i].Start >= offset })
}

// at is the item that begins at an offset, the outermost of several; false: there is none.
func (n *nest[T]) at(offset int) (item T, ok bool) {
	if i := n.from(offset); i < len(n.items) && n.spans[i].Start == offset {
		return n.items[i], true
	}
	return item, false
}

// containing yields the items that contain a place, which is not empty, the innermost
// first.
func (n *nest[T]) containing(at source.Span) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := n.from(at.Start+1) - 1; i >= 0; i = n.around[i] {
			if Contains(n.spans[i], at) && !yield(n.items[i]) {
				return
			}
		}
	}
}

// within yields the items that lie within a place, by their beginnings.
func (n *nest[T]) within(at source.Span) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := n.from(at.Start); i < len(n.spans) && n.spans[i].Start <= at.End; i++ {
			if Contains(at, n.spans[i]) && !yield(n.items[i]) {
				return
			}
		}
	}
}
