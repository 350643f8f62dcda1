package search_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes a random program with the inputs x and y.
type writer struct {
	*rand.Rand
	strings.Builder
	loops  int
	inLoop int
	orders int // operators that may still be written one of whose operands calls or assigns
	program
}

func newWriter(seed uint64) *writer { return &writer{Rand: rand.New(rand.NewPCG(seed, 7))} }

func pick[T any](w *writer, of ...T) T { return of[w.IntN(len(of))] }

// ordered reports whether one more operator may have operands that call or assign.
func (w *writer) ordered() bool {
	if w.orders == 0 || w.inLoop > 0 {
		return false
	}
	w.orders--
	w.unordered = true
	return true
}

func (w *writer) done() program { return program{w.String(), w.unordered} }

// linef writes a line.
func (w *writer) linef(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// cink is a writer of programs in CinK: branches, loops, an array with indexes that may
// be out of bounds, division, calls, and side effects; those beside other operands in
// every fourth program: there are orders of evaluation then.
type cink struct{ *writer }

func cinkProgram(seed uint64) program {
	w := cink{newWriter(seed)}
	if seed%4 == 0 {
		w.orders = 2
	}
	w.linef("int g = 1;\nint f(int n) { if (n > 1) return n - 1; return n + 2; }")
	w.linef("int h(int n) { g = g + n; return g; }\nint sum(int n, int m) { return n + m; }")
	w.linef("int main() {\nint x, y, s = 0, a[3] = {1, 2, 3};\ncin >> x >> y;")
	for range 2 + w.IntN(4) {
		w.statement(2)
	}
	w.linef("cout << s << x << y << a[1] << g;\nreturn 0;\n}")
	return w.done()
}

func (w cink) statement(depth int) {
	if depth == 0 {
		w.simple()
		return
	}
	switch w.IntN(8) {
	case 0, 1, 2:
		w.linef("if (%s) {", w.condition())
		w.statement(depth - 1)
		if w.IntN(2) == 0 {
			w.linef("} else {")
			w.statement(depth - 1)
		}
		w.linef("}")
	case 3:
		w.loops++
		w.linef("int i%d = 0;\nwhile (i%d < %s && i%d < 3) {\ni%d++;", w.loops, w.loops, pick(w.writer, "x", "y", "2"), w.loops, w.loops)
		w.inLoop++
		w.statement(depth - 1)
		w.inLoop--
		w.linef("}")
	default:
		w.simple()
	}
}

func (w cink) simple() {
	switch w.IntN(10) {
	case 0:
		w.linef("a[%s] = %s;", pick(w.writer, w.index(), "x++", "y -= 1"), w.value(1))
	case 1:
		w.linef("cout << %s;", pick(w.writer, w.value(2), "x++", "h(x)"))
	case 2:
		w.linef("s = %s / %s;", w.value(1), pick(w.writer, "2", "x", "y", "(x - 1)"))
	case 3:
		w.linef("s = %s;", pick(w.writer, "h(x)", "h(2) * 2", "-(y = x)", "f(y++)", "f(f(x))"))
	case 4:
		w.linef("%s;", pick(w.writer, "x++", "--y", "s += x", "y -= 2", "x %= 2"))
	case 5:
		if w.IntN(4) == 0 {
			w.linef("cin >> %s;", pick(w.writer, "s", "x"))
		}
	case 6, 7:
		if w.ordered() {
			w.linef("s = %s;", pick(w.writer, "h(x) - g", "x++ * y", "g + h(2) * 2", "h(x) - h(y)", "sum(h(x), g)", "(y = 2) + s", "x++ - x", "(x += 2) % 3", "a[x++] + s", "h(y) / h(x)"))
		}
	default:
		w.linef("%s = %s;", pick(w.writer, "s", "x", "y"), w.value(2))
	}
}

func (w cink) index() string {
	return pick(w.writer, "0", "1", "2", "x", "y", "x + 1", "1 - y", "a[x]")
}

func (w cink) value(depth int) string {
	if depth == 0 {
		return pick(w.writer, "x", "y", "s", "1", "2", "g")
	}
	switch w.IntN(6) {
	case 0:
		if w.ordered() {
			return fmt.Sprintf("f(%s)", w.value(depth-1))
		}
		return w.value(0)
	case 1:
		return fmt.Sprintf("a[%s]", w.index())
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", w.condition(), w.value(depth-1), w.value(0))
	}
	return fmt.Sprintf("(%s %s %s)", w.value(depth-1), pick(w.writer, "+", "-", "*"), w.value(0))
}

func (w cink) condition() string {
	c := fmt.Sprintf("%s %s %s", w.value(0), pick(w.writer, "<", "<=", "==", "!=", ">"), w.value(w.IntN(2)))
	if w.IntN(4) == 0 {
		c += fmt.Sprintf(" %s y > %d", pick(w.writer, "&&", "||"), w.IntN(3)-1)
	}
	return c
}

// imp is a writer of programs in IMP, whose inputs are the first values of x and y.
type imp struct{ *writer }

func impProgram(seed uint64) program {
	w := imp{newWriter(seed)}
	w.linef("int s, i1, i2, i3;")
	for range 2 + w.IntN(5) {
		w.statement(2)
	}
	return w.done()
}

func (w imp) statement(depth int) {
	if depth == 0 {
		w.linef("%s = %s;", pick(w.writer, "s", "x", "y"), w.value(2))
		return
	}
	switch w.IntN(6) {
	case 0, 1, 2:
		w.linef("if (%s) {", w.condition(1))
		w.statement(depth - 1)
		w.linef("}")
		if w.IntN(2) == 0 {
			w.linef("else {")
			w.statement(depth - 1)
			w.linef("}")
		}
	case 3:
		if w.loops == 3 {
			return
		}
		w.loops++
		w.linef("while (i%d < 3 && i%d < %s) {\ni%d = i%d + 1;", w.loops, w.loops, pick(w.writer, "x", "y", "s"), w.loops, w.loops)
		w.statement(depth - 1)
		w.linef("}")
	default:
		w.statement(0)
	}
}

func (w imp) value(depth int) string {
	if depth == 0 {
		return pick(w.writer, "x", "y", "s", "1", "3", "-x")
	}
	if w.IntN(40) == 0 {
		return "undeclared"
	}
	return fmt.Sprintf("(%s %s %s)", w.value(depth-1), pick(w.writer, "+", "-", "+", "-", "*", "/ 2 +", "/", "%"), w.value(0))
}

func (w imp) condition(depth int) string {
	if depth > 0 && w.IntN(3) == 0 {
		return fmt.Sprintf("%s %s %s", w.condition(0), pick(w.writer, "&&", "||"), w.condition(0))
	}
	c := fmt.Sprintf("%s %s %s", w.value(w.IntN(2)), pick(w.writer, "<", "<=", "==", "!=", ">", ">="), w.value(0))
	if w.IntN(5) == 0 {
		c = "! (" + c + ")"
	}
	return c
}

// postfix is a writer of programs for testdata/postfix.k. Cells 0 and 1 hold x and y; an
// address may be any number.
type postfix struct{ *writer }

func postfixProgram(seed uint64) program {
	w := postfix{newWriter(seed)}
	w.linef("to f dup 1 less if 2 add else 1 sub end end\nto g 2 fetch add dup 2 store end\nin 0 store in 1 store")
	for range 2 + w.IntN(4) {
		w.statement(2)
	}
	w.linef("0 fetch out 1 fetch out 2 fetch out")
	return w.done()
}

func (w postfix) statement(depth int) {
	if depth == 0 {
		w.simple()
		return
	}
	switch w.IntN(6) {
	case 0, 1, 2:
		w.linef("%s if", w.condition())
		w.statement(depth - 1)
		w.linef("else")
		if w.IntN(2) == 0 {
			w.statement(depth - 1)
		}
		w.linef("end")
	case 3:
		w.linef("0 while dup 3 less if dup %s less else false end do", w.value(0))
		w.statement(depth - 1)
		w.linef("1 add end drop")
	default:
		w.simple()
	}
}

func (w postfix) simple() {
	switch w.IntN(8) {
	case 0, 1:
		w.linef("%s %s store", w.value(1), w.value(1))
	case 2:
		w.linef("%s out", w.value(2))
	case 3:
		if w.IntN(4) == 0 {
			w.linef("%s", pick(w.writer, "in out", "drop", "add", "true out"))
		}
	default:
		w.linef("%s %d store", w.value(2), w.IntN(3))
	}
}

func (w postfix) value(depth int) string {
	if depth == 0 {
		return pick(w.writer, "0 fetch", "1 fetch", "2 fetch", "1", "2")
	}
	switch w.IntN(7) {
	case 0:
		return w.value(depth-1) + " fetch"
	case 1:
		return w.value(depth-1) + pick(w.writer, " f", " g")
	case 2:
		return w.value(depth-1) + pick(w.writer, " sign", " clip", " sign")
	}
	return fmt.Sprintf("%s %s %s", w.value(depth-1), w.value(0), pick(w.writer, "add", "sub", "mul", "div"))
}

func (w postfix) condition() string {
	c := fmt.Sprintf("%s %s %s", w.value(0), w.value(w.IntN(2)), pick(w.writer, "less", "same"))
	if w.IntN(4) == 0 {
		c += " not"
	}
	return c
}
