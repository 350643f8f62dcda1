package compile

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"rlv/semantics/term"
)

// The stored form of a compiled definition is what parsing and compiling its
// sentences comes to: the contents of the cells, the rules and the macros. What
// follows from the outer syntax alone - sorts, the symbols of productions, the
// layout - is made anew by each load and referred to by number. Texts and symbols
// are numbered in the whole form and stand before all else. Each rule, and the rules of
// each function, are a part of their own, which may be read later or never; terms are
// numbered within a part, at first use.

// errUnstorable is that a definition has something that has no stored form.
var errUnstorable = errors.New("the definition has no stored form")

// The ways in which a stored form names a symbol.
const (
	builtinSymbol    = iota // by its name
	productionSymbol        // by the number of a production
	predicateSymbol         // by the sort that it tests
	downcastSymbol          // by its sort
	freshSymbol             // by the sort that it generates
	cellSymbol              // by the number of the cell that it builds
	fragmentSymbol
	restoreSymbol
	generatedSymbol // in full
	definedSymbol   // by the function about whose value it is
)

// The forms of terms beside their kinds.
const (
	sequenceForm = 64 + iota
	constantForm // a term that there is only one of, by its number
)

// constants lists the terms that are compared by identity.
func (l *Layout) constants() []*term.Term {
	out := []*term.Term{term.DotK, notCaptured}
	for _, c := range l.cells() {
		if c.Absent != nil {
			out = append(out, c.Absent)
		}
	}
	return out
}

// knownSymbols lists the symbols that are not built in and that a load makes, or
// can make, without the sentences.
func (b *builder) knownSymbols() map[*term.Symbol][]uint64 {
	known := map[*term.Symbol][]uint64{}
	for i, sym := range b.byProduction {
		if sym != nil && known[sym] == nil {
			known[sym] = []uint64{productionSymbol, uint64(i)}
		}
	}
	for kind, table := range map[uint64]map[term.Sort]*term.Symbol{predicateSymbol: b.predicates, downcastSymbol: b.downcasts, freshSymbol: b.fresh} {
		for sort, sym := range table {
			known[sym] = []uint64{kind, uint64(sort)}
		}
	}
	for i, c := range b.def.Layout.cells() {
		known[c.Symbol] = []uint64{cellSymbol, uint64(i)}
		if c.Fragment != nil {
			known[c.Fragment] = []uint64{fragmentSymbol, uint64(i)}
		}
		if c.restore != nil {
			known[c.restore] = []uint64{restoreSymbol, uint64(i)}
		}
	}
	return known
}

// cells lists all cells, parents first.
func (l *Layout) cells() []*Cell {
	var out []*Cell
	var visit func(c *Cell)
	visit = func(c *Cell) {
		out = append(out, c)
		for _, child := range c.Children {
			visit(child)
		}
	}
	visit(l.Root)
	return out
}

// byName returns the keys of a table in an order that is the same in each run.
func byName[T any](table map[*term.Symbol]T) []*term.Symbol {
	return slices.SortedFunc(maps.Keys(table), func(a, b *term.Symbol) int { return strings.Compare(a.Name, b.Name) })
}
