package languages

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// typed returns a program of the typist's.
func typed(seed uint64) string {
	w := &typist{r: rand.New(rand.NewPCG(seed, 7)), fuel: 60}
	w.out.WriteString("#include <iostream>\n#include <cassert>\nusing namespace std;\n" + namedTypes + "struct S { int a; char b; bool c; int *p; };\n" + largeStruct + moreTypes)
	w.push()
	w.out.WriteString("int g = 3, h, k[3] = {1, 2};\nchar l = 'l';\nS gs = {1, 'g', true, &g};\n")
	w.out.WriteString("T gt = {gs, {1, 2}, {{2, 'b'}}, {&g, &h}};\n" + helpers)
	w.declare("gt", object{t: tLarge})
	w.declare("g", object{t: tInt})
	w.declare("h", object{t: tInt})
	w.declare("k", object{t: tInt, n: 3})
	w.declare("l", object{t: tChar})
	w.put("unsigned gu = 4294967290; short gn[2] = {-7}; unsigned long gl;")
	w.declare("gu", object{t: tUns})
	w.declare("gn", object{t: tShort, n: 2})
	w.declare("gl", object{t: tULong})
	w.put("Color gc; Mode gm = Mode::late; Row gw; Color gd[2] = {BLUE};")
	w.declare("gc", object{t: tColor})
	w.declare("gw", object{t: tInt, n: 3})
	w.declare("gd", object{t: tColor, n: 2})
	w.put("Tile ge = wall; Sign gf[2] = {dash, blot}; Grade gg;")
	w.declare("ge", object{t: tTile})
	w.declare("gf", object{t: tSign, n: 2})
	w.declare("gg", object{t: tGrade})
	w.declare("gs", object{t: tRec})
	w.put("int *w(int *);\nvoid v(const S &s) { if (s.a > %d) return; h++; }\nint *w(int *p) { return p; }", w.r.IntN(3))
	for i := range w.r.IntN(3) {
		w.function(fmt.Sprintf("f%d", i))
	}
	w.inside, w.fuel = false, 9
	w.out.WriteString("int main() {\n")
	w.push()
	w.effect = true
	for w.fuel > 0 {
		w.statement(3)
	}
	w.show()
	w.out.WriteString("return 0; }\n" + w.behind)
	return w.out.String()
}

func (w *typist) push() {
	w.scopes, w.order = append(w.scopes, map[string]object{}), append(w.order, nil)
}

func (w *typist) pop() {
	w.scopes, w.order = w.scopes[:len(w.scopes)-1], w.order[:len(w.order)-1]
}

func (w *typist) declare(name string, o object) {
	top := len(w.scopes) - 1
	o.depth = top
	w.scopes[top][name] = o
	w.order[top] = append(w.order[top], name)
}

func (w *typist) put(format string, args ...any) {
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// shown is what is printed of an object.
var shown = map[ctype]string{tRec: ".a", tLarge: ".r[1].a", tPtr: "[0]", tTile: " + 0", tSign: " + 0", tGrade: " + 0"}

// show prints what is visible.
func (w *typist) show() {
	for _, t := range []ctype{tInt, tBool, tChar, tUns, tLong, tShort, tWord, tULong, tColor, tStep, tTile, tSign, tGrade} {
		for _, name := range w.visible(func(o object) bool { return o.t == t && o.n == 0 }) {
			w.put("cout << %s%s << ' ';", name, shown[t])
		}
	}
	for _, name := range w.visible(func(o object) bool { return o.n > 0 && o.rows == 0 }) {
		w.put("for (int i = 0; i < %d; i++) cout << %s[i]%s << ',';", w.lookup(name).n, name, shown[w.lookup(name).t])
	}
	for _, name := range w.visible(func(o object) bool { return o.t == tLarge && o.n == 0 }) {
		w.put("cout << %s.d[2] << %s.m[1][0] << %s.s.a << %s.r[1].b;", name, name, name, name)
	}
	w.put("cout << gs.a << gs.b << gs.c << *gs.p << endl;")
}

// function declares a function: one without effects knows its parameters only. What has
// no name there is not used; a prototype may be ahead of it, or of main, which it then follows.
func (w *typist) function(name string) {
	f := routine{name: name, result: pick(w, tInt, tInt, tChar, tUns, tShort, pick(w, enumerated...)), pure: w.chance(60)}
	globals, order := w.scopes[0], w.order[0]
	if f.pure {
		w.scopes[0], w.order[0] = map[string]object{}, nil
	}
	w.push()
	var texts, ahead []string
	for i := range 1 + w.r.IntN(3) {
		p := w.parameter(f.pure)
		f.params = append(f.params, p)
		name := fmt.Sprintf("q%d", i)
		ahead = append(ahead, w.again(p).called(pick(w, "", "", name, "p"+name)))
		if w.chance(20) {
			texts = append(texts, p.called(""))
			continue
		}
		texts = append(texts, p.called(name))
		o := object{t: p.t, fixed: strings.Contains(p.form, "const") && p.t != tPtr}
		if p.t == tPtr {
			o = object{t: tInt, n: 3, passed: true}
		}
		w.declare(name, o)
	}
	prototype := w.chance(50)
	if prototype {
		w.put("%s %s(%s);", f.result, name, strings.Join(ahead, ", "))
	}
	start := w.out.Len()
	w.put("%s %s(%s) {", f.result, name, strings.Join(texts, ", "))
	w.push()
	w.inside, w.fuel, w.effect = true, 3, !f.pure
	if f.pure {
		w.put("if (%s) return %s;", w.truth(1).text, w.like(f.result, 1).text)
	} else {
		for w.fuel > 0 {
			w.statement(1)
		}
	}
	w.put("return %s;\n}", w.like(f.result, 2).text)
	w.pop()
	w.pop()
	w.scopes[0], w.order[0] = globals, order
	w.calls = append(w.calls, f)
	if prototype && w.chance(50) {
		all := w.out.String()
		w.out.Reset()
		w.out.WriteString(all[:start])
		w.behind += all[start:]
	}
}

// called is a parameter with a name, or with none.
func (p param) called(name string) string { return strings.TrimSpace(fmt.Sprintf(p.form, name)) }

// again is a parameter as another declaration of its function may write it.
func (w *typist) again(p param) param {
	switch {
	case p.t == tPtr:
		p.form = pick(w, "int *%s", "int %s[]", "int %s[3]", "Ptr %s", "Row %s", "int *const %s")
	case !p.ref && !strings.Contains(p.form, "&"):
		p.form = pick(w, "", "const ") + string(p.t) + " %s"
	}
	return p
}

func (w *typist) parameter(pure bool) param {
	p := []param{{"int %s", tInt, false}, {"char %s", tChar, false}, {"bool %s", tBool, false}, {"const int &%s", tInt, false},
		{"int const %s", tInt, false}, {"struct S %s", tRec, false}, {"unsigned %s", tUns, false}, {"const long &%s", tLong, false}, {"unsigned char %s", tByte, false}, {"enum Color %s", tColor, false}, {"const Step &%s", tStep, false}, {"uint %s", tUns, false},
		{"Tile %s", tTile, false}, {"const Sign &%s", tSign, false}, {"enum Grade %s", tGrade, false},
		{"int &%s", tInt, true}, {"char &%s", tChar, true}, {"unsigned &%s", tUns, true}, {"short int &%s", tShort, true}, {"int *const %s", tPtr, false}, {"int %s[]", tPtr, false}, {"S &%s", tRec, true}, {"Row %s", tPtr, false}, {"Ptr %s", tPtr, false}, {"Color &%s", tColor, true}, {"Tile &%s", tTile, true}, {"Sign &%s", tSign, true}}
	if pure {
		return p[w.r.IntN(15)]
	}
	return p[w.r.IntN(len(p))]
}

// statement writes a statement; nested ones may go to the given depth.
func (w *typist) statement(depth int) {
	w.fuel--
	switch w.r.IntN(23) {
	case 22:
		w.course()
	case 21:
		w.ownTypes()
	case 20:
		w.mode()
	case 18:
		w.visit()
	case 19:
		w.several()
	case 0, 1, 2, 3:
		w.declaration()
	case 4, 5, 6:
		w.put("cout << %s << ' ' << %s << endl;", w.value(pick(w, numeric...), 3).at(sum), w.value(pick(w, tInt, tBool, tUns), 2).at(sum))
	case 7:
		w.effects()
	case 8:
		if depth > 0 {
			w.conditionalStatement(depth - 1)
		}
	case 9, 10:
		if depth > 0 {
			w.loop(depth - 1)
		}
	case 11, 12:
		if depth > 0 {
			w.choice(depth - 1)
		}
	case 13:
		if w.jumps > 0 {
			w.put("if (%s) %s;", w.truth(1).text, pick(w, "break", "continue"))
		}
	case 14:
		w.heap()
	case 15:
		w.rest()
	default:
		w.assign()
	}
}

// rest writes a statement of a form that is nowhere else.
func (w *typist) rest() {
	switch w.r.IntN(5) {
	case 0:
		w.put(";")
	case 1:
		w.put("assert(%s || true);", w.truth(1).at(either))
	case 2:
		w.put("cout << (cin >> h ? 1 : 0);")
	case 3:
		w.put("{ const S y = gs; cout << y.a; }")
	case 4:
		if !w.inside {
			w.put("v(%s);", w.record(tRec, 1).at(assign))
		}
	}
}

var castFirst = regexp.MustCompile(`^(int|char|bool|unsigned|long|short)\(`)

func (w *typist) assign() {
	t := pick(w, tInt, tInt, tInt, tChar, tBool, tPtr, tRec, tUns, tUns, pick(w, sized...), pick(w, enumerated...))
	if t == tPtr {
		w.redirect()
		return
	}
	if l, ok := w.place(t, 2, true); ok {
		text := w.assignment(t, l, 2).text
		if castFirst.MatchString(text) {
			text = "(" + text + ")" // else it is, or looks like, a declaration
		}
		w.put("%s;", text)
	}
}

// redirect makes a pointer point to something that lives as long.
func (w *typist) redirect() {
	if name, ok := w.scalar(tPtr, true); ok {
		depth := w.lookup(name).depth
		to, ok := w.name(func(o object) bool { return o.t == tInt && o.rows == 0 && o.depth <= depth && !o.fixed })
		if !ok {
			return
		}
		if n := w.lookup(to).n; n > 0 {
			w.put("%s = %s + %d;", name, to, w.r.IntN(n))
		} else {
			w.put("%s = &%s;", name, to)
		}
	}
}

// effects calls a function that changes something, alone.
func (w *typist) effects() {
	var fit []routine
	for _, f := range w.calls {
		if !f.pure {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 || w.inside {
		return
	}
	was := w.effect
	w.effect = false
	if p, ok := w.applied(pick(w, fit...), 1); ok {
		w.put("cout << %s << endl;", p.text)
	}
	w.effect = was
}

func (w *typist) heap() {
	name := w.free()
	if w.chance(20) {
		w.put("{ int *%s = new int; *%s = 4; cout << *%s << endl; delete %s; }", name, name, name, name)
		return
	}
	if w.chance(50) {
		w.put("{ int *%s = new int(%s); *%s += 2; cout << *%s << endl; delete %s; }", name, w.hiding(name, tInt, 1).at(assign), name, name, name)
		return
	}
	w.put("{ int *%s = new int[3]%s; %s[1] = 5; cout << %s[%s] << endl; delete[] %s; }", name, pick(w, "()", "()", "()", ""), name, name, pick(w, "1", "1", "0", "2", "3 - 1"), name)
}

// hiding is a value that does not mention a name that is being declared.
func (w *typist) hiding(name string, t ctype, depth int) piece {
	was := w.hidden
	w.hidden = name
	defer func() { w.hidden = was }()
	return w.like(t, depth)
}

func (w *typist) declaration() {
	name := w.free()
	switch w.r.IntN(18) {
	case 17:
		w.deduced(name)
	case 15, 16:
		w.named(name)
	case 12, 13, 14:
		w.aggregate(name)
	case 0, 1:
		t := pick(w, tInt, tInt, tBool, tChar, tUns, pick(w, sized...))
		e := w.hiding(name, t, 2).at(assign)
		if w.chance(2) {
			e = pick(w, name, "("+name+" = 1) + ("+e+")")
		}
		w.put("%s %s = %s;", w.spelt(t), name, e)
		w.declare(name, object{t: t})
	case 2:
		t := pick(w, tInt, tChar, tUns, tLong, pick(w, lettered...))
		w.put("const %s %s = %s;", t, name, w.hiding(name, t, 2).at(assign))
		w.declare(name, object{t: t, fixed: true})
	case 3:
		w.reference(name)
	case 4:
		w.view(name)
	case 5:
		t := pick(w, tInt, tInt, tChar, tBool, tUns, tByte, tLong, pick(w, lettered...), pick(w, lettered...))
		w.put("%s %s[%d] = {%s, %s};", t, name, 3, w.hiding(name, t, 1).at(assign), w.hiding(name, t, 1).at(assign))
		w.declare(name, object{t: t, n: 3})
	case 6:
		w.put("int %s[2][3] = {{%s, 2}, {3, %s}};", name, w.hiding(name, tInt, 1).at(assign), w.hiding(name, tInt, 1).at(assign))
		w.declare(name, object{t: tInt, rows: 2, n: 3})
	case 7:
		w.put("int *%s = %s;", name, w.local(name).at(assign))
		w.declare(name, object{t: tPtr})
	case 8:
		if w.chance(30) {
			w.put("S %s = %s;", name, w.hiding(name, tRec, 1).at(assign))
		} else {
			w.put("S %s = {%s, 'q', %s, &g};", name, w.hiding(name, tInt, 1).at(assign), w.hiding(name, tBool, 1).at(assign))
		}
		w.declare(name, object{t: tRec})
	case 9:
		w.put("S *%s = %s;", name, w.hiding(name, tRecs, 1).at(assign))
		w.declare(name, object{t: tRecs, fixed: true})
	case 10:
		w.put("int %s, *%s = &%s;", name, name+"p", name)
		w.put("*%sp = %s;", name, w.hiding(name, tInt, 1).at(assign))
		w.declare(name, object{t: tInt})
	case 11:
		w.put("int %s;", name)
		if !w.chance(2) {
			w.put("%s = %s;", name, w.hiding(name, tInt, 1).at(assign))
		}
		w.declare(name, object{t: tInt})
	}
}

// spelt is a type in one of the ways to write it.
func (w *typist) spelt(t ctype) string {
	switch t {
	case tInt:
		return pick(w, "int", "int", "signed", "signed int", "whole")
	case tUns:
		return pick(w, "unsigned", "unsigned int", "uint")
	case tLong:
		return pick(w, "long", "long int", "long long", "long long int")
	case tShort:
		return pick(w, "short", "short int")
	case tWord:
		return pick(w, "unsigned short", "unsigned short int")
	case tULong:
		return pick(w, "unsigned long", "unsigned long int", "unsigned long long", "unsigned long long int")
	}
	return string(t)
}

// local is a pointer to what lives as long as this scope.
func (w *typist) local(name string) piece {
	was := w.hidden
	w.hidden = name
	defer func() { w.hidden = was }()
	return w.pointer(2)
}

func (w *typist) reference(name string) {
	was := w.hidden
	w.hidden = name
	t := pick(w, tInt, tInt, tChar, tBool, tRec, tUns, tShort, pick(w, enumerated...), pick(w, lettered...))
	l, ok := w.place(t, 2, true)
	w.hidden = was
	if ok {
		w.put("%s &%s = %s;", t, name, l.at(assign))
		w.declare(name, object{t: t})
	}
}

// view is a const reference: to an object of its type, of another, or to a value.
func (w *typist) view(name string) {
	was := w.hidden
	w.hidden = name
	t := pick(w, tInt, tChar, tBool, tUns, tLong)
	from := pick(w, t, tInt, tChar, tBool, tUns, pick(w, enumerated...))
	e, ok := w.place(from, 2, false)
	if w.chance(30) || !ok {
		e = w.value(from, 2)
	}
	w.hidden = was
	w.put("const %s &%s = %s;", t, name, e.at(assign))
	w.declare(name, object{t: t, fixed: true})
}

// body is a block, or a single statement, or a single declaration. A block does
// not declare anew the name that is taken, that of a for loop's variable.
func (w *typist) body(depth int, before, taken string) {
	switch {
	case w.chance(15):
		t := pick(w, tInt, tChar)
		name := w.free()
		w.put("%s %s %s = %s;", before, t, name, w.hiding(name, t, 1).at(assign))
	case w.chance(15):
		w.put("%s cout << %s << endl;", before, w.value(tInt, 2).at(sum))
	default:
		w.put("%s {", before)
		o := w.lookup(taken)
		w.push()
		if taken != "" {
			w.declare(taken, o)
		}
		for range 1 + w.r.IntN(3) {
			w.statement(depth)
		}
		w.pop()
		w.put("}")
	}
}

func (w *typist) conditionalStatement(depth int) {
	w.body(depth, fmt.Sprintf("if (%s)", w.condition(2).text), "")
	if w.chance(50) {
		w.body(depth, "else", "")
	}
}

func (w *typist) loop(depth int) {
	if w.loops >= 2 {
		return
	}
	w.loops++
	w.jumps++
	defer func() { w.loops, w.jumps = w.loops-1, w.jumps-1 }()
	if w.chance(25) && w.each(depth) {
		return
	}
	w.push()
	counter := w.free()
	n := 1 + w.r.IntN(3)
	if w.chance(50) {
		w.push()
		t := pick(w, tInt, tUns)
		w.declare(counter, object{t: t, fixed: true})
		w.body(depth, fmt.Sprintf("for (%s %s = 0; %s < %d; %s)", t, counter, counter, n, pick(w, counter+"++", "++"+counter, counter+" += 1, "+w.truth(1).at(assign))), counter)
		w.pop()
	} else {
		w.put("{ int %s = %d;", counter, n)
		w.declare(counter, object{t: tInt, fixed: true})
		if w.chance(50) {
			w.body(depth, fmt.Sprintf("while (%s-- > 0)", counter), "")
		} else {
			w.body(depth, "do", "")
			w.put("while (--%s > 0);", counter)
		}
		w.put("}")
	}
	w.pop()
}

// choice is a switch whose labels stand anywhere in it.
func (w *typist) choice(depth int) {
	labels := []string{"case 0:", "case 1:", "case 1 + 1:", "case 'a':", "case 7 / 2:", "case 1 << 3 | 6 & ~2:", "case GREEN:", "case Color::BLUE:", "case down:", "case wall:", "case Sign::dash:", "case good:", "default:"}
	w.r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	labels = labels[:2+w.r.IntN(4)]
	w.push()
	counter := w.free()
	w.hidden = counter
	w.put("{ int %s = %d;\nswitch (%s) {", counter, 1+w.r.IntN(3), pick(w, w.index(4, 2).text, w.value(tChar, 1).text, w.value(tInt, 1).text, w.value(pick(w, lettered...), 1).text))
	w.hidden = ""
	w.declare(counter, object{t: tInt, fixed: true})
	w.push()
	was := w.jumps
	w.labelled(depth, &labels, counter)
	for len(labels) > 0 {
		w.put("%s", w.label(&labels))
		w.plain(depth)
	}
	w.jumps = was
	w.pop()
	w.put("} }")
	w.pop()
}

func (w *typist) label(labels *[]string) string {
	if len(*labels) == 0 {
		return ""
	}
	l := (*labels)[0]
	*labels = (*labels)[1:]
	return l
}

// plain writes a statement that is no declaration.
func (w *typist) plain(depth int) {
	switch w.r.IntN(4) {
	case 0:
		w.put("cout << %s << endl;", w.value(tInt, 2).at(sum))
	case 1:
		w.body(depth, "if (true)", "")
	case 2:
		w.put("break;")
	default:
		w.put("{")
		w.push()
		w.statement(depth)
		w.pop()
		w.put("}")
	}
}

// labelled writes statements with labels at any depth: nothing that a jump would
// pass has an initial value.
func (w *typist) labelled(depth int, labels *[]string, counter string) {
	if w.chance(40) {
		name := w.free()
		w.put("int %s;", name)
		w.declare(name, object{})
		w.put("%s %s = %s;", w.label(labels), name, w.value(tInt, 1).at(assign))
		w.put("cout << %s << endl;", name)
	}
	for range 1 + w.r.IntN(3) {
		head, tail := pick(w, "{", "if (l) {", "else", "do {", "while", "for"), ""
		switch head {
		case "else":
			w.put("if (%s) %s cout << 1; else", w.truth(1).text, w.label(labels))
			head = "{"
		case "do {":
			tail = fmt.Sprintf(" while (%s-- > 0);", counter)
		case "while":
			head = fmt.Sprintf("while (%s-- > 0) {", counter)
		case "for":
			head = fmt.Sprintf("for (h = 0; %s > 0; %s--) {", counter, counter)
		}
		if head == "{" || head == "if (l) {" || depth > 0 {
			w.put("%s", head)
			w.push()
			w.put("%s", w.label(labels))
			w.plain(depth - 1)
			if depth > 0 && len(*labels) > 0 {
				w.labelled(depth-1, labels, counter)
			}
			w.pop()
			w.put("}%s", tail)
		}
	}
}
