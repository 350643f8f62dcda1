package languages

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer makes a random program that is defined whatever it computes: indexes
// are taken modulo the length, divisors are positive, numbers stay small, loops
// count, an expression calls at most one function that changes something, and
// what an operand changes no other operand mentions.
type writer struct {
	r      *rand.Rand
	out    strings.Builder
	indent int
	names  int
	scopes [][]variable
	pure   []function // functions without effects
	impure []function
	loops  int // nesting of loops, which bounds the running time
	inFor  int // loops that continue and break may concern
	budget int // statements that are left
	fault  string
}

type kind int

const (
	number    kind = iota // int, to be read and written
	counter               // int, to be read
	flag                  // bool
	letter                // char
	array                 // int[size]
	matrix                // int[size][3]
	pointer               // int*, to an int that lives at least as long
	structure             // struct S
)

type variable struct {
	name string
	kind kind
	size int
}

type function struct {
	name   string
	params []kind
}

// program returns a program and its input. A fault is a statement that main
// runs at some point.
func program(seed uint64, fault string) (text, input string) {
	w := &writer{r: rand.New(rand.NewPCG(seed, 1)), budget: 40, fault: fault}
	w.line("#include <iostream>")
	w.line("using namespace std;")
	w.line("struct S { int a; int b; int *p; };")
	w.push()
	w.line("int g0 = %d, g1;", w.r.IntN(9))
	w.line("int ga[4] = {1, 2, 3};")
	w.declare(variable{"g0", number, 0})
	w.declare(variable{"g1", number, 0})
	w.declare(variable{"ga", array, 4})
	for range 1 + w.r.IntN(2) {
		w.pureFunction()
	}
	w.recursive()
	for range 1 + w.r.IntN(3) {
		w.impureFunction()
	}
	w.mainFunction()
	var in strings.Builder
	for range w.r.IntN(8) {
		fmt.Fprintf(&in, "%d ", w.r.IntN(200)-100)
	}
	return w.out.String(), in.String()
}

func (w *writer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", w.indent))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

func (w *writer) push() { w.scopes = append(w.scopes, nil) }
func (w *writer) pop()  { w.scopes = w.scopes[:len(w.scopes)-1] }

func (w *writer) declare(v variable) {
	top := len(w.scopes) - 1
	w.scopes[top] = append(w.scopes[top], v)
}

func (w *writer) fresh(prefix string) string {
	w.names++
	return fmt.Sprintf("%s%d", prefix, w.names)
}

// some returns a variable of one of the kinds.
func (w *writer) some(kinds ...kind) (variable, bool) {
	var fit []variable
	for _, s := range w.scopes {
		for _, v := range s {
			for _, k := range kinds {
				if v.kind == k {
					fit = append(fit, v)
				}
			}
		}
	}
	if len(fit) == 0 {
		return variable{}, false
	}
	return fit[w.r.IntN(len(fit))], true
}

func (w *writer) open(format string, args ...any) {
	w.line(format+" {", args...)
	w.indent++
	w.push()
}

func (w *writer) close(end string) {
	w.pop()
	w.indent--
	w.line("}%s", end)
}

// atom is a small number; without names, no variable of the program is in it.
func (w *writer) atom() string {
	switch w.r.IntN(7) {
	case 0:
		return fmt.Sprint(w.r.IntN(20) - 5)
	case 1:
		if v, ok := w.some(array); ok {
			return fmt.Sprintf("%s[%s]", v.name, w.index(v.size))
		}
	case 2:
		if v, ok := w.some(matrix); ok {
			return fmt.Sprintf("%s[%s][%s]", v.name, w.index(v.size), w.index(3))
		}
	case 3:
		if v, ok := w.some(pointer); ok {
			return "*" + v.name
		}
	case 4:
		if v, ok := w.some(structure); ok {
			return v.name + []string{".a", ".b"}[w.r.IntN(2)]
		}
	case 5:
		if v, ok := w.some(flag, letter); ok {
			return v.name
		}
	}
	v, _ := w.some(number, counter)
	return v.name
}

// index is an expression within 0 .. n-1.
func (w *writer) index(n int) string {
	if v, ok := w.some(number, counter); ok && w.r.IntN(2) == 0 {
		return fmt.Sprintf("(%s %% %d + %d) %% %d", v.name, n, n, n)
	}
	return fmt.Sprint(w.r.IntN(n))
}

// expression is of type int, and small.
func (w *writer) expression(depth int) string {
	if depth == 0 {
		return w.atom()
	}
	a := func() string { return w.expression(depth - 1) }
	switch w.r.IntN(12) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", a(), a())
	case 2:
		return fmt.Sprintf("(%s - %s)", a(), a())
	case 3:
		return fmt.Sprintf("(%s * %s)", w.atom(), w.atom())
	case 4:
		return fmt.Sprintf("(%s / (%s %% 5 + 6))", a(), w.atom())
	case 5:
		return fmt.Sprintf("(%s %% %d)", a(), 2+w.r.IntN(9))
	case 6:
		return fmt.Sprintf("(%s ? %s : %s)", w.condition(1), a(), a())
	case 7:
		return fmt.Sprintf("-(%s)", a())
	case 8:
		if len(w.pure) > 0 {
			f := w.pure[w.r.IntN(len(w.pure))]
			return fmt.Sprintf("%s(%s, %s)", f.name, w.atom(), w.expression(depth-1))
		}
	case 9:
		return fmt.Sprintf("int(%s)", w.condition(1))
	case 10:
		return fmt.Sprintf("(%s, %s)", w.condition(1), a())
	}
	return a()
}

func (w *writer) condition(depth int) string {
	if depth > 0 {
		switch w.r.IntN(5) {
		case 0:
			return fmt.Sprintf("(%s && %s)", w.condition(depth-1), w.condition(depth-1))
		case 1:
			return fmt.Sprintf("(%s || %s)", w.condition(depth-1), w.condition(depth-1))
		case 2:
			return fmt.Sprintf("(!%s)", w.condition(depth-1))
		}
	}
	op := []string{"<", "<=", ">", ">=", "==", "!="}[w.r.IntN(6)]
	return fmt.Sprintf("(%s %s %s)", w.expression(1), op, w.expression(1))
}

func (w *writer) small(depth int) string { return fmt.Sprintf("%s %% 100", w.expression(depth)) }

func (w *writer) pureFunction() {
	f := function{w.fresh("pure"), []kind{number, number}}
	w.open("int %s(int x, int y)", f.name)
	globals := w.scopes[0]
	w.scopes[0] = nil
	w.declare(variable{"x", number, 0})
	w.declare(variable{"y", number, 0})
	w.line("int z = %s;", w.small(2))
	w.declare(variable{"z", number, 0})
	w.line("if %s return %s;", w.condition(1), w.small(2))
	w.line("return %s;", w.small(2))
	w.close("")
	w.scopes[0] = globals
	w.pure = append(w.pure, f)
}

func (w *writer) recursive() {
	f := function{w.fresh("again"), []kind{number, number}}
	w.open("int %s(int d, int x)", f.name)
	w.line("if (d <= 0 || d > 6) return x %% 50;")
	w.line("return (%s(d - 1, x + 1) + %s(d - 2, x * 2)) %% 90;", f.name, f.name)
	w.close("")
	w.pure = append(w.pure, f)
}

func (w *writer) impureFunction() {
	kinds := [][]kind{{number}, {pointer}, {array, number}, {matrix, number}}[w.r.IntN(4)]
	f := function{w.fresh("change"), kinds}
	var params []string
	w.push()
	for _, k := range kinds {
		name := w.fresh("q")
		switch k {
		case number:
			if kinds[0] == number {
				params = append(params, "int &"+name)
			} else {
				params = append(params, "const int "+name)
				k = counter
			}
		case pointer:
			params = append(params, "int *"+name)
		case array:
			params = append(params, "int "+name+"[]")
		case matrix:
			params = append(params, "int "+name+"[][3]")
		}
		w.declare(variable{name, k, map[kind]int{array: 4, matrix: 2}[k]})
	}
	w.open("int %s(%s)", f.name, strings.Join(params, ", "))
	w.statements(2 + w.r.IntN(3))
	w.line("return %s;", w.small(1))
	w.close("")
	w.pop()
	w.impure = append(w.impure, f)
}

func (w *writer) mainFunction() {
	w.budget = 30
	w.open("int main()")
	w.line("int a0 = %s, a1 = %s;", w.small(1), w.small(1))
	w.declare(variable{"a0", number, 0})
	w.declare(variable{"a1", number, 0})
	w.statements(8 + w.r.IntN(10))
	if w.fault != "" {
		w.line("%s", w.fault)
	}
	w.line("int in, sum = 0;")
	w.line("while (cin >> in) sum += in;")
	w.line("cout << sum << endl;")
	for _, s := range w.scopes {
		for _, v := range s {
			switch v.kind {
			case number, counter, flag, letter:
				w.line("cout << %s << \" \";", v.name)
			case array:
				w.line("for (int *z = %s; z != %s + %d; z++) cout << *z << \",\";", v.name, v.name, v.size)
			case matrix:
				w.line("for (int i = 0; i < %d; i++) for (int j = 0; j < 3; j++) cout << %s[i][j] << ' ';", v.size, v.name)
			case structure:
				w.line("cout << %s.a << %s.b << *%s.p << endl;", v.name, v.name, v.name)
			}
		}
	}
	w.line("return 0;")
	w.close("")
}

func (w *writer) statements(n int) {
	for range n {
		if w.budget--; w.budget > 0 {
			w.statement()
		}
	}
}

func (w *writer) block(n int) {
	w.statements(n)
	w.close("")
}

func (w *writer) statement() {
	switch w.r.IntN(22) {
	case 0:
		name := w.fresh("n")
		w.line("int %s = %s;", name, w.small(2))
		w.declare(variable{name, number, 0})
	case 1:
		name, n := w.fresh("v"), 4+w.r.IntN(2)
		w.line("int %s[%d] = {%s, %s};", name, n, w.small(1), w.small(1))
		w.declare(variable{name, array, n})
	case 2:
		name := w.fresh("m")
		w.line("int %s[2][3] = {{%s, 2}, {3}};", name, w.small(1))
		w.declare(variable{name, matrix, 2})
	case 3:
		w.pointerTo()
	case 4:
		if v, ok := w.some(number); ok {
			name := w.fresh("r")
			w.line("int &%s = %s;", name, v.name)
			w.declare(variable{name, number, 0})
		}
	case 5:
		if v, ok := w.some(number); ok {
			name := w.fresh("s")
			w.line("S %s = {%s, %s, &%s};", name, w.small(1), w.small(1), v.name)
			w.declare(variable{name, structure, 0})
		}
	case 6:
		name := w.fresh("b")
		w.line("bool %s = %s;", name, w.condition(1))
		w.declare(variable{name, flag, 0})
	case 7:
		name := w.fresh("c")
		w.line("char %s = 'a' + (%s %% 20 + 20) %% 20;", name, w.atom())
		w.declare(variable{name, letter, 0})
	case 8:
		w.open("if %s", w.condition(1))
		w.statements(1 + w.r.IntN(3))
		w.pop()
		w.indent--
		w.line("} else {")
		w.indent++
		w.push()
		w.block(1 + w.r.IntN(2))
	case 9, 10:
		w.loop()
	case 11:
		w.choice()
	case 12:
		w.line("cout << %s << ' ' << %s << endl;", w.expression(2), w.condition(1))
	case 13:
		if w.inFor > 0 {
			w.line("if %s %s;", w.condition(1), []string{"break", "continue"}[w.r.IntN(2)])
		}
	case 14:
		w.call()
	case 15:
		name := w.fresh("h")
		w.line("int *%s = new int[3];", name)
		w.line("for (int i = 0; i < 3; i++) %s[i] = i * i;", name)
		w.line("cout << *(%s + 1) + %s[2] << endl;", name, name)
		w.line("delete[] %s;", name)
	case 16:
		if v, ok := w.some(array); ok {
			t := w.fresh("t")
			w.line("int %s = 0;", t)
			w.line("cout << %s[%s++] + %s << %s << endl;", v.name, t, w.expression(1), t)
		}
	default:
		w.assign()
	}
}

func (w *writer) pointerTo() {
	name := w.fresh("p")
	if v, ok := w.some(array); ok && w.r.IntN(2) == 0 {
		w.line("int *%s = &%s[%s];", name, v.name, w.index(v.size))
	} else if v, ok := w.some(number); ok {
		w.line("int *%s = &%s;", name, v.name)
	} else {
		return
	}
	w.declare(variable{name, pointer, 0})
}

func (w *writer) target() string {
	switch w.r.IntN(6) {
	case 0:
		if v, ok := w.some(array); ok {
			return fmt.Sprintf("%s[%s]", v.name, w.index(v.size))
		}
	case 1:
		if v, ok := w.some(matrix); ok {
			return fmt.Sprintf("%s[%s][%s]", v.name, w.index(v.size), w.index(3))
		}
	case 2:
		if v, ok := w.some(pointer); ok {
			return "(*" + v.name + ")"
		}
	case 3:
		if v, ok := w.some(structure); ok {
			return []string{v.name + ".b", "(*" + v.name + ".p)", "(&" + v.name + ")->a"}[w.r.IntN(3)]
		}
	}
	v, _ := w.some(number)
	return v.name
}

func (w *writer) assign() {
	t := w.target()
	switch w.r.IntN(6) {
	case 0:
		w.line("%s += %s;", t, w.small(1))
	case 1:
		w.line("%s -= %s;", t, w.small(1))
	case 2:
		w.line("%s%s;", t, []string{"++", "--"}[w.r.IntN(2)])
	default:
		w.line("%s = %s;", t, w.small(3))
		return
	}
	w.line("%s %%= 1000;", t)
}

func (w *writer) loop() {
	if w.loops >= 2 {
		w.assign()
		return
	}
	w.loops++
	w.inFor++
	i := w.fresh("i")
	switch w.r.IntN(3) {
	case 0:
		w.open("for (int %s = 0; %s < %d; %s++)", i, i, 1+w.r.IntN(4), i)
		w.declare(variable{i, counter, 0})
		w.block(1 + w.r.IntN(3))
	case 1:
		w.line("int %s = %d;", i, w.r.IntN(4))
		w.declare(variable{i, counter, 0})
		w.open("while (%s-- > 0)", i)
		w.block(1 + w.r.IntN(3))
	default:
		w.line("int %s = 0;", i)
		w.declare(variable{i, counter, 0})
		w.open("do")
		w.statements(1 + w.r.IntN(2))
		w.close(fmt.Sprintf(" while (++%s < %d);", i, 1+w.r.IntN(3)))
	}
	w.loops--
	w.inFor--
}

func (w *writer) choice() {
	was := w.inFor
	w.inFor = 0
	w.open("switch ((%s %% 3 + 3) %% 3)", w.atom())
	w.line("case 0: cout << \"zero\";")
	w.line("case 1:")
	w.open("")
	w.block(1)
	w.line("break;")
	w.line("default:")
	w.open("")
	w.block(1)
	w.close("")
	w.inFor = was
}

// call calls a function with effects, alone in its expression. What it is given
// lies in main or is global.
func (w *writer) call() {
	if len(w.impure) == 0 {
		return
	}
	f := w.impure[w.r.IntN(len(w.impure))]
	var args []string
	for i, k := range f.params {
		v, ok := w.some(k)
		switch {
		case k == number && i > 0:
			args = append(args, w.expression(1))
			continue
		case !ok || k == array && v.size < 4:
			return
		}
		args = append(args, v.name)
	}
	w.line("cout << %s(%s) << endl;", f.name, strings.Join(args, ", "))
}
