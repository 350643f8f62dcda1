package search

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// endOfInput stands behind the last item of a symbolic input. No rule of a
// definition has a pattern for it; one that reads an item of whatever sort is seen by
// that the marker is gone.
var endOfInput = term.App(term.NewSymbol(term.Symbol{Name: "#endOfInput", Result: term.SortKItem, Class: term.Constructor}))

// Streams are the slots of the cells that are connected with input and output; -1:
// the definition has none.
type Streams struct{ In, Out int }

// StreamsOf finds the stream cells of a definition (K-NOTATION section 7).
func StreamsOf(l *compile.Layout) Streams {
	slot := func(stream string) int {
		return slices.IndexFunc(l.Slots, func(c *compile.Cell) bool { return c.Stream == stream })
	}
	return Streams{In: slot("stdin"), Out: slot("stdout")}
}

// Open returns the list of an input of which only the first items are known: a path
// that reads on ends there.
func Open(items []*term.Term) *term.Term {
	return term.ListOf(append(slices.Clip(items), endOfInput)...)
}

// Closed returns the list of an input that ends behind the items.
func Closed(items []*term.Term) *term.Term { return term.ListOf(items...) }

// opened reports whether a list ends in the marker, and exhausted whether nothing
// stands before it.
func opened(list *term.Term) (open, exhausted bool) {
	n := list.Len()
	if list.Kind() != term.KList || n == 0 || list.Item(n-1).Term != endOfInput {
		return false, false
	}
	return true, n == 1
}
