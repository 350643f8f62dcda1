package languages

import (
	"fmt"
	"regexp"
	"strings"
)

// The typist's lvalues: names, elements, fields, what pointers lead to, and what is
// composed of them.

// index is an expression that is mostly within 0 .. n-1.
func (w *typist) index(n, depth int) piece {
	switch {
	case w.chance(65) || depth <= 0:
		return piece{fmt.Sprint(w.r.IntN(n)), postfix}
	case w.chance(3):
		return piece{w.value(tInt, depth-1).at(assign), assign}
	}
	e := w.value(tInt, depth-1).at(product)
	if w.chance(50) {
		return piece{fmt.Sprintf("(%s %% %d + %d) %% %d", e, n, n, n), product}
	}
	return piece{fmt.Sprintf("%s %% %d == 0", e, 2+w.r.IntN(3)), equal}
}

// place is an lvalue of a type; written says that it is going to be changed.
func (w *typist) place(t ctype, depth int, written bool) (piece, bool) {
	for range 8 {
		if p, ok := w.somePlace(t, depth, written); ok {
			return p, true
		}
	}
	name, ok := w.scalar(t, written)
	return piece{name, postfix}, ok
}

// somePlace is an lvalue of some form, if there is one of it.
func (w *typist) somePlace(t ctype, depth int, written bool) (piece, bool) {
	if depth > 0 && w.chance(30) {
		return w.composed(t, depth-1, written)
	}
	switch w.r.IntN(7) {
	case 6:
		return w.within(t, depth-1)
	case 0:
		return w.element(t, depth-1, written)
	case 1:
		return w.field(t, depth-1)
	case 2:
		if t == tInt && depth > 0 {
			return w.target(depth - 1)
		}
		if t == tRec {
			if name, ok := w.scalar(tRecs, false); ok {
				return piece{"*" + name, unary}, true
			}
		}
	}
	name, ok := w.scalar(t, written)
	return piece{name, postfix}, ok
}

func (w *typist) element(t ctype, depth int, written bool) (piece, bool) {
	name, ok := w.name(func(o object) bool { return o.t == t && o.n > 0 && !(written && o.fixed) })
	if !ok {
		return piece{}, false
	}
	o := w.lookup(name)
	if o.layers > 0 {
		name = fmt.Sprintf("%s[%s]", name, w.index(o.layers, depth).text)
	}
	if o.rows > 0 {
		return piece{fmt.Sprintf("%s[%s][%s]", name, w.index(o.rows, depth).text, w.index(o.n, depth).text), postfix}, true
	}
	return piece{fmt.Sprintf("%s[%s]", name, w.index(o.n, depth).text), postfix}, true
}

var fields = map[ctype]string{tInt: "a", tChar: "b", tBool: "c", tPtr: "p"}

func (w *typist) field(t ctype, depth int) (piece, bool) {
	f, ok := fields[t]
	if !ok {
		return piece{}, false
	}
	if name, ok := w.scalar(tRecs, false); ok && w.chance(40) {
		return piece{name + "->" + f, postfix}, true
	}
	if depth > 0 && w.chance(20) {
		if p, ok := w.place(tRec, depth-1, false); ok {
			return piece{pick(w, p.at(postfix)+"."+f, "(&"+p.at(unary)+")->"+f), postfix}, true
		}
	}
	name, ok := w.scalar(tRec, false)
	return piece{name + "." + f, postfix}, ok && name != ""
}

// target is what a pointer leads to.
func (w *typist) target(depth int) (piece, bool) {
	p := w.pointer(depth)
	if strings.Contains(p.text, "NULL") {
		p = piece{"&g", unary}
	}
	switch w.r.IntN(5) {
	case 0:
		return piece{p.at(postfix) + "[0]", postfix}, true
	case 4:
		if !w.inside {
			return piece{"*w(" + p.at(assign) + ")", unary}, true
		}
	case 1:
		if l, ok := w.place(tInt, depth-1, true); ok {
			return piece{"*&" + l.at(unary), unary}, true
		}
	}
	return piece{"*" + p.at(unary), unary}, true
}

// composed is an lvalue that is made of others.
func (w *typist) composed(t ctype, depth int, written bool) (piece, bool) {
	l, ok := w.place(t, depth, true)
	if !ok {
		return piece{}, false
	}
	switch w.r.IntN(5) {
	case 0:
		m, ok := w.place(t, depth, written)
		if !ok {
			return l, true
		}
		return piece{fmt.Sprintf("%s ? %s : %s", w.value(tBool, depth).at(either), m.at(assign), l.at(assign)), assign}, true
	case 1:
		return piece{fmt.Sprintf("%s, %s", w.value(pick(w, tInt, tBool, tChar), depth).at(assign), l.at(assign)), comma}, true
	}
	if !w.effect || t == tRec {
		return l, true
	}
	return w.assignment(t, l, depth), true
}

// assignment is an lvalue too.
func (w *typist) assignment(t ctype, l piece, depth int) piece {
	switch {
	case (t == tInt || t == tChar || isSized(t)) && w.chance(40):
		return piece{pick(w, "++", "--") + " " + l.at(unary), unary}
	case (t == tInt || isSized(t)) && w.chance(40):
		op := pick(w, "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=")
		e := w.value(pick(w, numeric...), depth).at(assign)
		if op == "/=" || op == "%=" || op == "*=" || op == "<<=" || op == ">>=" {
			e = fmt.Sprint(1 + w.r.IntN(4))
		}
		return piece{fmt.Sprintf("%s %s %s", l.at(either), op, e), assign}
	}
	if changes.MatchString(l.text) {
		return w.constant(t, l)
	}
	return piece{fmt.Sprintf("%s = %s", l.at(either), w.like(t, depth).at(assign)), assign}
}

// changes finds the side effects of a place.
var changes = regexp.MustCompile(`\+\+|--|\w\(|[^=!<>]=[^=]|[+*/%&|^-]=|<<=|>>=`)

// constant assigns what reads nothing to a place that has side effects: C++17 has the
// right side evaluated before them, g++ 12 sometimes reads a variable there after them.
func (w *typist) constant(t ctype, l piece) piece {
	switch t {
	case tInt, tUns, tLong, tShort, tByte, tWord, tULong:
		return piece{fmt.Sprintf("%s = %s", l.at(either), w.literal().at(assign)), assign}
	case tChar:
		return piece{fmt.Sprintf("%s = %s", l.at(either), w.letter(0).at(assign)), assign}
	case tBool:
		return piece{fmt.Sprintf("%s = %s", l.at(either), pick(w, "true", "false")), assign}
	case tPtr:
		return piece{fmt.Sprintf("%s = &g", l.at(either)), assign}
	}
	return l
}
