package languages

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// typist makes random well-typed programs from the productions of the syntax:
// every form of lvalue, mixed types, side effects in operands, names that hide
// others, labels in nested statements. Most are defined; where one is not, its
// interpretation must be stuck. That no production is forgotten is what
// TestTypedProgramsCoverTheSyntax is for.
type typist struct {
	r      *rand.Rand
	out    strings.Builder
	scopes []map[string]object
	order  [][]string // the names of each scope as they were declared
	hidden string     // the name that is being declared
	calls  []routine
	behind string // definitions of functions that stand behind main
	effect bool   // side effects are welcome
	loops  int
	jumps  int // break and continue have a loop
	fuel   int
	inside bool // a function other than main
}

// ctype is a type of C++.
type ctype string

const (
	tInt   ctype = "int"
	tBool  ctype = "bool"
	tChar  ctype = "char"
	tPtr   ctype = "int *"
	tRec   ctype = "S"
	tRecs  ctype = "S *"
	tLarge ctype = "T"
	tUns   ctype = "unsigned"
	tLong  ctype = "long"
	tShort ctype = "short"
	tByte  ctype = "unsigned char"
	tWord  ctype = "unsigned short"
	tULong ctype = "unsigned long"
)

// sized are the integer types besides int, and numeric all types of numbers.
var (
	sized   = []ctype{tUns, tUns, tUns, tLong, tShort, tByte, tWord, tULong}
	numeric = append([]ctype{tInt, tInt, tInt, tInt, tBool, tChar, tInt, tInt}, sized...)
)

func isSized(t ctype) bool { return slices.Contains(sized, t) }

// object is what a name stands for.
type object struct {
	t      ctype
	rows   int // of an array of rows
	layers int // of an array of arrays of rows
	n      int // elements of an array
	fixed  bool
	passed bool // an array parameter, which is a pointer
	depth  int
}

type routine struct {
	name   string
	result ctype
	params []param
	pure   bool
}

type param struct {
	form string // with %s for the name
	t    ctype
	ref  bool // wants an lvalue
}

// piece is the text of an expression and how tightly it binds.
type piece struct {
	text string
	prec int
}

const (
	comma = iota
	assign
	either
	both
	anyBit
	oneBit
	bothBits
	equal
	order
	shifted
	sum
	product
	unary
	postfix
)

// at is the text where at least the given precedence is wanted.
func (p piece) at(prec int) string {
	if p.prec < prec {
		return "(" + p.text + ")"
	}
	return p.text
}

func (w *typist) chance(percent int) bool { return w.r.IntN(100) < percent }

func pick[T any](w *typist, of ...T) T { return of[w.r.IntN(len(of))] }

// visible returns the names that fit, innermost declarations only.
func (w *typist) visible(fits func(object) bool) []string {
	var out []string
	seen := map[string]bool{w.hidden: true}
	for i := len(w.scopes) - 1; i >= 0; i-- {
		for _, name := range w.order[i] {
			if !seen[name] {
				seen[name] = true
				if fits(w.scopes[i][name]) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

func (w *typist) lookup(name string) object {
	for i := len(w.scopes) - 1; i >= 0; i-- {
		if o, ok := w.scopes[i][name]; ok {
			return o
		}
	}
	return object{}
}

func (w *typist) name(fits func(object) bool) (string, bool) {
	names := w.visible(fits)
	if len(names) == 0 {
		return "", false
	}
	return pick(w, names...), true
}

func (w *typist) scalar(t ctype, written bool) (string, bool) {
	return w.name(func(o object) bool { return o.t == t && o.n == 0 && !(written && o.fixed) })
}

// like is a value that converts to a type.
func (w *typist) like(t ctype, depth int) piece {
	if slices.Contains(numeric, t) && w.chance(25) {
		return w.value(pick(w, operands...), depth)
	}
	return w.value(t, depth)
}

// value is an expression of a type.
func (w *typist) value(t ctype, depth int) piece {
	switch t {
	case tBool:
		return w.truth(depth)
	case tChar:
		return w.letter(depth)
	case tPtr:
		return w.pointer(depth)
	case tRec, tRecs:
		return w.record(t, depth)
	}
	if slices.Contains(enumerated, t) {
		return w.enumerator(t, depth)
	}
	if isSized(t) && w.chance(70) {
		return w.sizedNumber(t, depth)
	}
	return w.number(depth)
}

// sizedNumber is a number that is made of a type, or of operands one of which is of it.
func (w *typist) sizedNumber(t ctype, depth int) piece {
	if depth > 0 {
		d := depth - 1
		switch w.r.IntN(8) {
		case 0:
			return piece{w.cast(t, d), unary}
		case 1, 2:
			op, prec := pick(w, "+", "-"), sum
			if w.chance(40) {
				op, prec = "*", product
			}
			return piece{w.value(t, d).at(prec) + " " + op + " " + w.value(pick(w, numeric...), d).at(prec+1), prec}
		case 3:
			return piece{w.value(t, d).at(product) + pick(w, " / ", " % ") + pick(w, "3", "7u", "-2", "10L", "0xffffffff"), product}
		case 4:
			return piece{pick(w, "-", "~", "+") + " " + w.value(t, d).at(unary), unary}
		case 5:
			return piece{w.value(t, d).at(shifted) + pick(w, " >> ", " >> ", " << ") + pick(w, "1", "4u", "7", "12L", "31", "33"), shifted}
		}
	}
	if w.chance(75) {
		if l, ok := w.place(t, depth, false); ok {
			return l
		}
	}
	n := w.r.IntN(12)
	return piece{pick(w, fmt.Sprintf("%du", n), fmt.Sprintf("%dL", n), fmt.Sprintf("0x%xU", n), fmt.Sprintf("%dul", n), "4294967295", "0xffffffff", "2147483648",
		"0xffffffffffffffff", "0b1101", "9223372036854775807", "sizeof(Color)", "sizeof(Tile)", "sizeof(short)", "sizeof(unsigned)"), postfix}
}

func (w *typist) literal() piece {
	n := w.r.IntN(12)
	return piece{pick(w, fmt.Sprint(n), fmt.Sprint(n), fmt.Sprintf("0%o", n), fmt.Sprintf("0x%X", n)), postfix}
}

func (w *typist) number(depth int) piece {
	if depth <= 0 {
		if name, ok := w.scalar(tInt, false); ok && w.chance(60) {
			return piece{name, postfix}
		}
		return w.literal()
	}
	d := depth - 1
	operand := func() piece { return w.value(pick(w, operands...), d) }
	binary := func(op string, prec int) piece {
		return piece{operand().at(prec) + " " + op + " " + operand().at(prec+1), prec}
	}
	switch w.r.IntN(19) {
	case 0, 1:
		return binary(pick(w, "+", "-"), sum)
	case 16:
		return binary("&", bothBits)
	case 17:
		return pick(w, binary("^", oneBit), binary("|", anyBit))
	case 18:
		return piece{"~" + operand().at(unary), unary}
	case 2:
		return binary("*", product)
	case 3:
		if w.chance(5) {
			return binary(pick(w, "/", "%"), product)
		}
		return piece{fmt.Sprintf("%s %s %d", operand().at(product), pick(w, "/", "%"), pick(w, 1, 2, 3, 7, -2)), product}
	case 4:
		if w.chance(5) {
			return binary(pick(w, "<<", ">>"), shifted)
		}
		return piece{fmt.Sprintf("%s %s %d", operand().at(shifted), pick(w, ">>", ">>", "<<"), w.r.IntN(4)), shifted}
	case 5:
		return piece{pick(w, "-", "+") + " " + operand().at(unary), unary}
	case 6:
		return piece{w.cast(tInt, d), unary}
	case 7:
		return w.conditional(tInt, d)
	case 8:
		if p, ok := w.call(tInt, d); ok {
			return p
		}
	case 9:
		return piece{operand().at(assign) + ", " + w.number(d).at(assign), comma}
	case 10:
		if p, ok := w.distance(d); ok {
			return p
		}
	case 11:
		if l, ok := w.place(tInt, d, true); ok && w.effect && w.chance(50) {
			return piece{l.at(postfix) + pick(w, "++", "--"), postfix}
		}
	case 12:
		return w.literal()
	case 13:
		return piece{w.overloaded(d), postfix}
	}
	if l, ok := w.place(tInt, depth, false); ok {
		return l
	}
	return w.literal()
}

func (w *typist) cast(t ctype, depth int) string {
	e := w.value(pick(w, operands...), depth)
	if w.chance(20) {
		return fmt.Sprintf("static_cast<%s>(%s)", t, e.at(assign))
	}
	if w.chance(50) && !strings.Contains(string(t), " ") {
		return fmt.Sprintf("%s(%s)", t, e.at(assign))
	}
	return fmt.Sprintf("(%s) %s", t, e.at(unary))
}

// conditional mixes the types of its operands where the result is an int.
func (w *typist) conditional(t ctype, depth int) piece {
	a, b := t, t
	if t == tInt {
		a, b = pick(w, numeric...), pick(w, numeric...)
	}
	return piece{fmt.Sprintf("%s ? %s : %s", w.value(pick(w, tBool, tInt), depth).at(either), w.value(a, depth).at(assign), w.value(b, depth).at(assign)), assign}
}

// distance is the difference of pointers into one array.
func (w *typist) distance(depth int) (piece, bool) {
	name, ok := w.name(func(o object) bool { return o.n > 0 && o.rows == 0 })
	if !ok {
		return piece{}, false
	}
	n := w.lookup(name).n
	return piece{fmt.Sprintf("&%s[%s] - (%s + %d)", name, w.index(n, depth).text, name, w.r.IntN(n+1)), sum}, true
}

func (w *typist) truth(depth int) piece {
	if depth <= 0 {
		if name, ok := w.scalar(tBool, false); ok && w.chance(60) {
			return piece{name, postfix}
		}
		return piece{pick(w, "true", "false"), postfix}
	}
	d := depth - 1
	switch w.r.IntN(10) {
	case 0, 1, 2:
		op := pick(w, "<", "<=", ">", ">=")
		return piece{w.value(pick(w, operands...), d).at(order) + " " + op + " " + w.value(pick(w, operands...), d).at(order+1), order}
	case 3:
		op := pick(w, "==", "!=")
		return piece{w.value(pick(w, operands...), d).at(equal) + " " + op + " " + w.value(pick(w, operands...), d).at(equal+1), equal}
	case 4:
		return piece{w.condition(d).at(both) + " && " + w.condition(d).at(both+1), both}
	case 5:
		return piece{w.condition(d).at(either) + " || " + w.condition(d).at(either+1), either}
	case 6:
		return piece{"!" + w.condition(d).at(unary), unary}
	case 7:
		return piece{w.cast(tBool, d), unary}
	case 8:
		p := w.pointer(d)
		if w.chance(20) {
			return piece{p.at(equal) + pick(w, " == ", " != ") + pick(w, "nullptr", "NULL"), equal}
		}
		return piece{p.at(equal) + pick(w, " == ", " != ") + w.pointer(d).at(equal+1), equal}
	}
	if l, ok := w.place(tBool, depth, false); ok {
		return l
	}
	return piece{"true", postfix}
}

// condition is of any type that converts to bool.
func (w *typist) condition(depth int) piece {
	return w.value(pick(w, tBool, tBool, tInt, tChar, tPtr, tUns, pick(w, enumerated...)), depth)
}

func (w *typist) letter(depth int) piece {
	if depth > 0 {
		switch w.r.IntN(5) {
		case 0:
			return piece{w.cast(tChar, depth-1), unary}
		case 1:
			return w.conditional(tChar, depth-1)
		case 2:
			if p, ok := w.call(tChar, depth-1); ok {
				return p
			}
		case 3:
			if l, ok := w.place(tChar, depth, true); ok && w.effect {
				return piece{l.at(postfix) + pick(w, "++", "--"), postfix}
			}
		}
		if l, ok := w.place(tChar, depth, false); ok && w.chance(60) {
			return l
		}
	}
	return piece{pick(w, "'a'", "'z'", "'7'", "' '", "'\\''", "'\\\\'", "'\\n'", "'\\?'", "'\\101'", "'\\x42'", "'\"'"), postfix}
}

func (w *typist) pointer(depth int) piece {
	if depth > 0 {
		switch w.r.IntN(6) {
		case 0:
			if l, ok := w.place(tInt, depth-1, true); ok {
				return piece{"&" + l.at(unary), unary}
			}
		case 1:
			if name, ok := w.name(func(o object) bool { return o.t == tInt && o.n > 0 && o.rows == 0 && !o.fixed }); ok {
				n := w.lookup(name).n
				return pick(w, piece{name, postfix}, piece{fmt.Sprintf("%s + %s", name, w.index(n, depth-1).at(product)), sum},
					piece{fmt.Sprintf("&%s[%d]", name, w.r.IntN(n)), unary})
			}
		case 2:
			if name, ok := w.name(func(o object) bool { return o.t == tInt && o.rows > 0 && o.layers == 0 }); ok {
				o := w.lookup(name)
				return piece{fmt.Sprintf("%s[%d] + %d", name, w.r.IntN(o.rows), w.r.IntN(o.n)), sum}
			}
		case 3:
			return w.conditional(tPtr, depth-1)
		}
	}
	if l, ok := w.place(tPtr, depth-1, false); ok {
		return l
	}
	if w.chance(3) {
		return piece{"NULL", postfix}
	}
	return piece{"&g", unary}
}

func (w *typist) record(t ctype, depth int) piece {
	if t == tRecs {
		if name, ok := w.scalar(tRec, false); ok && w.chance(60) {
			return piece{"&" + name, unary}
		}
		if name, ok := w.scalar(tRecs, false); ok {
			return piece{name, postfix}
		}
		return piece{"&gs", unary}
	}
	if l, ok := w.place(tRec, depth, false); ok {
		return l
	}
	return piece{"gs", postfix}
}

// call calls a function; one with effects only where effects are welcome.
func (w *typist) call(t ctype, depth int) (piece, bool) {
	var fit []routine
	for _, f := range w.calls {
		if f.result == t && f.pure {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return piece{}, false
	}
	return w.applied(pick(w, fit...), depth)
}

func (w *typist) applied(f routine, depth int) (piece, bool) {
	var args []string
	for _, p := range f.params {
		e := w.like(p.t, depth)
		if p.ref {
			l, ok := w.place(p.t, depth, true)
			if !ok {
				return piece{}, false
			}
			e = l
		} else if p.t == tPtr {
			name, ok := w.name(func(o object) bool { return o.t == tInt && o.n >= 3 && o.rows == 0 && !o.fixed })
			if !ok {
				return piece{}, false
			}
			e = piece{name, postfix}
		}
		args = append(args, e.at(assign))
	}
	return piece{f.name + "(" + strings.Join(args, ", ") + ")", postfix}, true
}

// free is a name for a declaration in the innermost scope: one that hides
// another as likely as not.
func (w *typist) free(avoid ...string) string {
	top := w.scopes[len(w.scopes)-1]
	for range 10 {
		name := pick(w, "a", "b", "c", "d", "e", "x", "y", "z")
		if _, ok := top[name]; !ok && !slices.Contains(avoid, name) {
			return name
		}
	}
	for i := 0; ; i++ {
		if _, ok := top[fmt.Sprintf("v%d", i)]; !ok {
			return fmt.Sprintf("v%d", i)
		}
	}
}
