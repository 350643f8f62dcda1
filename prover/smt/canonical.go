package smt

import (
	"encoding/binary"
	"slices"

	"rlv/semantics/term"
)

// canonizer writes conjunctions in a canonical form: two have one form only if they
// are the same up to the names of variables, and then they are satisfiable both or
// neither. Where an exploration is repeated, its questions have the same forms. Each
// term is written where it first occurs, and by its number afterwards:
//
//	x < y, y < z      Lt(var var)  Lt(#2 var)
//	p < q, q < r      the same
//	p < q, p < r      Lt(var var)  Lt(#1 var)
//
// Forms are kept as a tree, with an edge for what is written for a conjunct, so that a
// form is a number.
type canonizer struct {
	symbols map[*term.Symbol]uint64
	tree    map[edge]int32
	answers map[int32]Answer      // to quick questions, by form
	numbers map[*term.Term]uint64 // of the terms of the question at hand, by first occurrence
	terms   []*term.Term          // by number
	out     []byte
}

// edge leads from the form of some conjuncts to that with one more.
type edge struct {
	from int32
	text string
}

// noForm is the form of what has none. That of no conjuncts is 0.
const noForm = -1

// maxForms bounds the tree of forms.
const maxForms = 1 << 17

func newCanonizer() canonizer {
	return canonizer{symbols: map[*term.Symbol]uint64{}, tree: map[edge]int32{}, answers: map[int32]Answer{}, numbers: map[*term.Term]uint64{}}
}

// formSeen marks, beside the kinds of terms, one that was written before, by number.
const formSeen = 100

// follow returns the form with one conjunct more; noForm if that has terms that have none.
func (w *canonizer) follow(from int32, c *term.Term) int32 {
	if from == noForm {
		return noForm
	}
	w.out = w.out[:0]
	if !w.write(c) {
		return noForm
	}
	e := edge{from, string(w.out)}
	to, ok := w.tree[e]
	if !ok {
		to = int32(len(w.tree) + 1)
		w.tree[e] = to
	}
	return to
}

// forget takes the numbers of terms back, but for the first n.
func (w *canonizer) forget(n int) {
	for _, t := range w.terms[n:] {
		delete(w.numbers, t)
	}
	w.terms = slices.Delete(w.terms, n, len(w.terms))
}

// crowded reports whether there are too many forms to be kept.
func (w *canonizer) crowded() bool { return len(w.tree) >= maxForms }

func (w *canonizer) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *canonizer) text(s string) {
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *canonizer) write(t *term.Term) bool {
	if n, ok := w.numbers[t]; ok {
		w.out = append(w.out, formSeen)
		w.number(n)
		return true
	}
	w.numbers[t] = uint64(len(w.terms))
	w.terms = append(w.terms, t)
	w.out = append(w.out, byte(t.Kind()))
	switch t.Kind() {
	case term.KVar:
		w.number(uint64(t.Sort()))
	case term.KInt:
		w.text(t.Big().String())
	case term.KBool:
		w.number(map[bool]uint64{true: 1}[t == term.True])
	case term.KString:
		w.text(t.Text())
	case term.KToken:
		w.number(uint64(t.Sort()))
		w.text(t.Text())
	case term.KApp:
		w.symbol(t.Symbol())
		w.number(uint64(len(t.Args())))
		for _, a := range t.Args() {
			if !w.write(a) {
				return false
			}
		}
	case term.KArray:
		entries := t.ArrayEntries()
		w.number(uint64(len(entries)))
		for _, e := range entries {
			if !w.write(e.Key) || !w.write(e.Value) {
				return false
			}
		}
		return w.write(t.ArrayDefault())
	default: // collections: their order depends on names
		return false
	}
	return true
}

// symbol writes the number of a symbol. It is kept, so that no other one takes
// its place.
func (w *canonizer) symbol(s *term.Symbol) {
	n, ok := w.symbols[s]
	if !ok {
		n = uint64(len(w.symbols))
		w.symbols[s] = n
	}
	w.number(n)
}
