package smt

import (
	"encoding/binary"

	"rlv/semantics/term"
)

// canonizer writes conjunctions in a canonical form: two have one form only if they
// are the same up to the names of variables, and then they are satisfiable both or
// neither. Where an exploration is repeated, its questions have the same forms. Each
// term is written where it first occurs, and by its number afterwards:
//
//	x < y, y < z      Lt(var var) end Lt(#2 var) end
//	p < q, q < r      the same
//	p < q, p < r      Lt(var var) end Lt(#1 var) end
type canonizer struct {
	symbols map[*term.Symbol]uint64
}

// The marks in a canonical form, apart from the kinds of terms.
const (
	formSeen = 100 + iota // a term that was written before, by number
	formEnd
)

// form returns the canonical form of a conjunction; false if it has terms that have
// none.
func (s *canonizer) form(conj []*term.Term) (string, bool) {
	w := formWriter{canonizer: s, out: make([]byte, 0, 512), seen: map[*term.Term]uint64{}}
	for _, t := range conj {
		if !w.write(t) {
			return "", false
		}
		w.out = append(w.out, formEnd)
	}
	return string(w.out), true
}

type formWriter struct {
	*canonizer
	out  []byte
	seen map[*term.Term]uint64 // numbers of terms, in the order of their first occurrences
}

func (w *formWriter) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *formWriter) text(s string) {
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *formWriter) write(t *term.Term) bool {
	if n, ok := w.seen[t]; ok {
		w.out = append(w.out, formSeen)
		w.number(n)
		return true
	}
	w.seen[t] = uint64(len(w.seen))
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
func (w *formWriter) symbol(s *term.Symbol) {
	n, ok := w.symbols[s]
	if !ok {
		n = uint64(len(w.symbols))
		w.symbols[s] = n
	}
	w.number(n)
}
