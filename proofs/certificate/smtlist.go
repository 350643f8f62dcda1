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
	at := w.name()
	w.put("(let ((", at, " ")
	if !w.read(smtInt, t.B, depth) {
		return false
	}
	w.put(")) ")
	ok := w.item(t.A, at, depth)
	w.put(")")
	return ok
}

// item writes what stands in a list at the place with a name, as an integer: where there is no
// item, or none that is an integer, it is 0.
func (w *smtlib) item(l *logic.Term, at string, depth uint64) bool {
	switch {
	case l.Kind == logic.TNoList:
		w.put("0")
		return true
	case l.Kind == logic.TOp && l.Op == logic.OItem:
		w.put("(ite (= ", at, " 0) ")
		if sort, known := l.A.KnownSort(); known && sort.Kind != logic.SInt {
			w.put("0")
		} else if !w.of(smtInt, logic.Operation(logic.OAdd, l.A, logic.Int64(0)), depth) {
			return false
		}
		w.put(" 0)")
		return true
	case l.Kind == logic.TOp && l.Op == logic.OCat:
		size, there := w.name(), w.name()
		w.put("(let ((", size, " ")
		if !w.size(l.A, depth) {
			return false
		}
		w.put(")) (ite (< ", at, " ", size, ") ")
		if !w.item(l.A, at, depth) {
			return false
		}
		w.put(fmt.Sprintf(" (let ((%s (- %s %s))) ", there, at, size))
		ok := w.item(l.B, there, depth)
		w.put(")))")
		return ok
	case l.Kind == logic.TOp && l.Op == logic.OTail:
		there := w.name()
		w.put(fmt.Sprintf("(let ((%s (+ %s 1))) (ite (< %s 1) 0 ", there, at, there))
		ok := w.item(l.A, there, depth)
		w.put("))")
		return ok
	}
	w.put("(item ")
	ok := w.of(smtList, l, depth)
	w.put(" ", at, ")")
	return ok
}

// size writes how many items a list has.
func (w *smtlib) size(l *logic.Term, depth uint64) bool {
	ok := true
	switch {
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
