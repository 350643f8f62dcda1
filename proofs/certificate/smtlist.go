package certificate

import (
	"fmt"

	"rlv/proofs/logic"
)

// read writes a term that is read as of a sort: an item of a list as an integer.
func (w *smtlib) read(sort smtSort, t *logic.Term, depth uint64) bool {
	if sort != smtInt || t.Kind != logic.TOp || t.Op != logic.OGet {
		return w.of(sort, t, depth)
	}
	return w.item(t, smtInt, "item", integer, depth)
}

// integer is what a value is read as where an integer is wanted.
func integer(v *logic.Term) *logic.Term {
	switch sort, known := v.KnownSort(); {
	case known && sort.Kind == logic.SInt:
		return v
	case known || v.Kind == logic.TSym || v.Kind == logic.TApp:
		return logic.Int64(0)
	}
	return logic.Operation(logic.OAdd, v, logic.Int64(0))
}

// item writes what is said, in terms of a sort, of an item of a list: of an item that is seen as
// itself, of one of another list by a function of the list and the place. Where there is no item it
// is said of what stands there then.
func (w *smtlib) item(t *logic.Term, sort smtSort, function string, said func(*logic.Term) *logic.Term, depth uint64) bool {
	at := w.name()
	w.put("(let ((", at, " ")
	if !w.read(smtInt, t.B, depth) {
		return false
	}
	w.put(")) ")
	var within func(l *logic.Term, at string) bool
	outside := func() bool { return w.of(sort, said(logic.Symbol(logic.Undef)), depth) }
	within = func(l *logic.Term, at string) bool {
		op := l.Kind == logic.TOp
		switch {
		case w.over():
			return false
		case l.Kind == logic.TNoList:
			return outside()
		case op && l.Op == logic.OItem:
			w.put("(ite (= ", at, " 0) ")
			ok := w.of(sort, said(l.A), depth)
			w.put(" ")
			ok = ok && outside()
			w.put(")")
			return ok
		case op && l.Op == logic.OCat:
			size, there := w.name(), w.name()
			w.put("(let ((", size, " ")
			ok := w.size(l.A, depth)
			w.put(")) (ite (< ", at, " ", size, ") ")
			ok = ok && within(l.A, at)
			w.put(fmt.Sprintf(" (let ((%s (- %s %s))) ", there, at, size))
			ok = ok && within(l.B, there)
			w.put(")))")
			return ok
		case op && l.Op == logic.OTail:
			there := w.name()
			w.put(fmt.Sprintf("(let ((%s (+ %s 1))) (ite (< %s 1) ", there, at, there))
			ok := outside()
			w.put(" ")
			ok = ok && within(l.A, there)
			w.put("))")
			return ok
		}
		w.put("(", function, " ")
		ok := w.of(smtList, l, depth)
		w.put(" ", at, ")")
		return ok
	}
	ok := within(t.A, at)
	w.put(")")
	return ok
}

// itemIs writes whether an item of a list is of a sort.
func (w *smtlib) itemIs(t *logic.Term, depth uint64) bool {
	what := fmt.Sprintf("item is %d", t.N)
	if w.functions[what] == "" {
		w.functions[what] = w.declare([]smtSort{smtList, smtInt}, smtBool)
	}
	return w.item(t.A, smtBool, w.functions[what], func(v *logic.Term) *logic.Term { return logic.Is(t.N, v) }, depth)
}

// size writes how many items a list has.
func (w *smtlib) size(l *logic.Term, depth uint64) bool {
	ok := true
	switch {
	case w.over():
		return false
	case l.Kind == logic.TNoList:
		w.put("0")
	case l.Kind == logic.TOp && l.Op == logic.OItem:
		w.put("1")
	case l.Kind == logic.TOp && l.Op == logic.OCat:
		w.put("(+ ")
		ok = w.size(l.A, depth)
		w.put(" ")
		ok = ok && w.size(l.B, depth)
		w.put(")")
	case l.Kind == logic.TOp && l.Op == logic.OTail:
		w.put("(max 0 (- ")
		ok = w.size(l.A, depth)
		w.put(" 1))")
	default:
		w.put("(max 0 (size ")
		ok = w.of(smtList, l, depth)
		w.put("))")
	}
	return ok
}
