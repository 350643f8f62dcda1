package languages

import "fmt"

// The typist's objects that are parts of others: structs with structs, arrays and
// pointers in them, arrays of those, and arrays of more dimensions.

// largeStruct is what the typist calls T.
const largeStruct = "struct T;\nstruct T { S s; int d[3]; S r[2]; int *q[2]; int m[2][2]; unsigned u; short v[2]; long w; Color c; Row e; Step t[2]; Tile x[2]; Sign y; Grade z; };\n"

// large is an object of the large struct, whole: a name, an element or through a pointer.
func (w *typist) large(depth int) piece {
	if name, ok := w.name(func(o object) bool { return o.t == tLarge && o.n > 0 }); ok && w.chance(50) {
		return piece{fmt.Sprintf("%s[%s]", name, w.index(w.lookup(name).n, depth).text), postfix}
	}
	if name, ok := w.scalar(tLarge, false); ok {
		return piece{name, postfix}
	}
	return piece{"gt", postfix}
}

// within is a place in a large struct, if it has one of the type.
func (w *typist) within(t ctype, depth int) (piece, bool) {
	o := w.large(depth)
	member := pick(w, o.at(postfix)+".", o.at(postfix)+".", "(&"+o.at(unary)+")->")
	i := func(n int) string { return w.index(n, depth).text }
	s := pick(w, member+"s", fmt.Sprintf("%sr[%s]", member, i(2)), fmt.Sprintf("(*(%sr + %d))", member, w.r.IntN(2)))
	switch t {
	case tRec:
		return piece{s, postfix}, true
	case tPtr:
		return piece{fmt.Sprintf("%sq[%s]", member, i(2)), postfix}, true
	case tInt:
		switch w.r.IntN(5) {
		case 3:
			return piece{fmt.Sprintf("%se[%s]", member, i(3)), postfix}, true
		case 0:
			return piece{fmt.Sprintf("%sd[%s]", member, i(3)), postfix}, true
		case 1:
			return piece{fmt.Sprintf("%sm[%s][%s]", member, i(2), i(2)), postfix}, true
		case 2:
			return piece{fmt.Sprintf("*%sq[%s]", member, i(2)), unary}, true
		}
	}
	switch t {
	case tUns:
		return piece{member + "u", postfix}, true
	case tColor:
		return piece{member + "c", postfix}, true
	case tStep:
		return piece{fmt.Sprintf("%st[%s]", member, i(2)), postfix}, true
	case tTile:
		return piece{fmt.Sprintf("%sx[%s]", member, i(2)), postfix}, true
	case tSign:
		return piece{member + "y", postfix}, true
	case tGrade:
		return piece{member + "z", postfix}, true
	case tShort:
		return piece{fmt.Sprintf("%sv[%s]", member, i(2)), postfix}, true
	case tLong:
		return piece{member + "w", postfix}, true
	}
	f, ok := fields[t]
	return piece{s + "." + f, postfix}, ok
}

// aggregate declares an object with parts.
func (w *typist) aggregate(name string) {
	e := func(t ctype) string { return w.hiding(name, t, 1).at(assign) }
	plain := func() string { return fmt.Sprintf("{%s, 'q', %s, &g}", e(tInt), e(tBool)) }
	one := func() string {
		switch w.r.IntN(3) {
		case 0:
			return fmt.Sprintf("{%s, {%s, 2}, {%s, gs}, {&g, &h}, {1, 2, 3}}", plain(), e(tInt), plain())
		case 1:
			return fmt.Sprintf("{%s, 'w', false, &h, {%s}, {{2, 'z'}}, &g, &h, {{1, 2}, {%s}}}", e(tInt), e(tInt), e(tInt))
		}
		return fmt.Sprintf("{gs, %s, 1, 2, gs, {5}, {&g}, {}}", e(tInt))
	}
	switch w.r.IntN(8) {
	case 0:
		w.put("S %s[%s] = {%s, %s};", name, pick(w, "", "2"), plain(), pick(w, plain(), "gs"))
		w.declare(name, object{t: tRec, n: 2})
	case 1:
		w.put("T %s = %s;", name, one())
		w.declare(name, object{t: tLarge})
	case 2:
		w.put("T %s[2] = {%s, %s};", name, one(), pick(w, one(), "gt"))
		w.declare(name, object{t: tLarge, n: 2})
	case 3:
		w.put("int *%s[2] = {&g%s};", name, pick(w, ", &h", ""))
		w.declare(name, object{t: tPtr, n: 2})
	case 4:
		w.put("int %s[2][2][3] = {{{%s, 1}, 2, %s}, 3};", name, e(tInt), e(tInt))
		w.declare(name, object{t: tInt, layers: 2, rows: 2, n: 3})
	case 5:
		w.put("T %s; %s = gt;", name, name)
		w.declare(name, object{t: tLarge})
	case 6:
		w.put("S %s[3]; %s[0] = %s[1] = gs; %s[2].a = %s;", name, name, name, name, e(tInt))
		w.declare(name, object{t: tRec, n: 3})
	case 7:
		w.put("T &%s = %s;", name, w.besides(name, func() piece { return w.large(1) }).at(assign))
		w.declare(name, object{t: tLarge})
	}
}

// besides makes a piece that does not mention a name that is being declared.
func (w *typist) besides(name string, make func() piece) piece {
	was := w.hidden
	w.hidden = name
	defer func() { w.hidden = was }()
	return make()
}

// several makes objects with new[] and lets pointers lead into them.
func (w *typist) several() {
	name := w.free()
	// Arrays of pointers, and how they end.
	array, end := "int **"+name+" = new int*[3]", " delete[] "+name+";"
	structs, nested := "S **"+name+" = new S*[3]", "T **"+name+" = new T*[2]"
	if w.r.IntN(2) == 0 {
		array, structs, nested, end = "int *"+name+"[3]", "S *"+name+"[3]", "T *"+name+"[2]", ""
	}
	switch w.r.IntN(7) {
	case 0:
		w.put("{ S *%s = new S[2]%s; %s[1] = gs; %s[0].a = 3; cout << %s[%s].a << %s->a << (%s + 1)->b; delete[] %s; }",
			name, pick(w, "()", ""), name, name, name, pick(w, "0", "1", "2"), name, name, name)
	case 1:
		w.put("{ int **%s = new int*[2]%s; %s[0] = &g; *%s[0] += 1; cout << *%s[%s]; delete[] %s; }",
			name, pick(w, "()", ""), name, name, name, pick(w, "0", "0", "1"), name)
	case 2:
		w.put("{ T *%s = new T[2](); %s[1].r[1] = gs; %s[0] = %s[1]; cout << %s->r[%s].a << %s[0].m[1][0]; delete[] %s; }",
			name, name, name, name, name, pick(w, "0", "1", "2"), name, name)
	case 3:
		w.put("{ gt.q[0] = new int[3](); gt.q[0][1] = 4; cout << gt.q[0][%s]; delete[] gt.q[0]; gt.q[0] = &g; }", pick(w, "0", "1", "3"))
	case 4: // rows, which are led elsewhere and given back
		w.put("{ %s, *t; for (int i = 0; i < 3; ++i) { %s[i] = new int[i + 1]; for (int j = 0; j <= i; ++j) %s[i][j] = 9 * i + j; }", array, name, name)
		w.put("t = %s[%s]; %s[2] = %s; cout << t[0] << %s[2][%s] << (t == %s[2]);", name, pick(w, "0", "1", "2", "3"), name, pick(w, "t", name+"[1]", "new int[1]()"), name, pick(w, "0", "1", "2"), name)
		w.put("delete[] %s[0]; %s; cout << %s[%s][0]; delete[] %s[1];%s }", name, pick(w, name+"[0] = new int[2]()", "*"+name+" = new int[1](), **"+name+" = 3", "t = nullptr"), name, pick(w, "1", "0", "2"), name, end)
	case 5: // structs, which are led elsewhere and given back
		w.put("{ %s, *t; for (int i = 0; i < 3; ++i) { %s[i] = new S%s; %s[i]->a = 9 * i; }", structs, name, pick(w, "", "()", "{4}", "(gs)"), name)
		w.put("t = %s[%s]; %s[2] = %s; cout << t->a << (*%s[2]).a << (t == %s[2]) << (&t->a == &%s[1]->a);", name, pick(w, "0", "1", "2", "3"), name, pick(w, "t", name+"[1]", "new S()"), name, name, name)
		w.put("delete %s[0]; %s; cout << %s[%s]->%s; delete %s[1];%s }", name, pick(w, name+"[0] = new S{5}", "*"+name+" = new S(), (*"+name+")->a = 3", "t = nullptr"), name, pick(w, "1", "0", "2"), pick(w, "a", "a", "b"), name, end)
	case 6: // and such with arrays in them
		w.put("{ %s; %s[0] = new T(); %s[0]->r[1].a = g; %s[0]->m[1][%s] = 7; *(%s + 1) = new T(*%s[0]);", nested, name, name, name, pick(w, "0", "1"), name, name)
		w.put("T *t = %s[%s]; t->r[0] = t->r[1]; cout << t->r[0].a << %s[1]->r[0].a << %s[1]->m[1][0] << (t == *%s);", name, pick(w, "0", "1"), name, name, name)
		w.put("delete %s[0]; cout << %s->m[%s][0] << %s[1]->r[1].a; delete %s;%s }", name, pick(w, "t", name+"[1]"), pick(w, "0", "1", "2"), name, pick(w, name+"[1]", "t"), end)
	}
}

// visit calls the functions that work on arrays of structs.
func (w *typist) visit() {
	if w.inside {
		return
	}
	name, ok := w.name(func(o object) bool { return o.t == tRec && o.n > 0 })
	if !ok {
		name = "gt.r"
	}
	switch w.r.IntN(4) {
	case 0:
		w.put("exchange(%s[%d], %s[%d]);", name, w.r.IntN(2), name, w.r.IntN(2))
	case 1:
		w.put("cout << total(%s, 2);", name)
	case 2:
		w.put("cout << total(%s + 1, 1) << (&%s[1].a == &(%s + 1)->a) << (&%s[1] - %s);", name, name, name, name, name)
	case 3:
		w.put("cout << corner(gt.m) << deep(cube);")
	}
}

// helpers are functions that take arrays of structs and of arrays.
const helpers = overloads + `void exchange(S &a, S &b) { S t = a; a = b; b = t; b.a++; }
int total(S s[], int n) { int t = 0; for (int i = 0; i < n; i++) { t += s[i].a; s[i].a++; } return t; }
int corner(int m[][2]) { return m[1][1]; }
int cube[2][3][2] = {{{1, 2}, {3}}, {{4, 5}, 6, 7, 8}};
int deep(int c[][3][2]) { c[0][0][1]++; return c[1][2][0] + c[1][1][1] * 10; }
int tiled(Tile t[], const Tile &u, Sign []);
int *ways[2] = {&g};
using std::max;
struct V { int a = 5 * 2; short b{-2}; unsigned u; bool c = true; char d{}; V *n = nullptr; };
V ready, readies[2];
int never() { static int n = 3; return ++n; }
int kept(int q) {
  static int n = 3, m; static S s = {7, 'k'}; static bool b; static short a[2][2] = {{1}}; static const unsigned char f = 'f'; static int *p = nullptr;
  for (int y : k) { static unsigned u = 1; u -= y % 100 + q % 100; m += u % 3; }
  if (q > 3) { static Mode d = Mode::late; p = &n; n += d == Mode::late; d = Mode::off; return kept(2); }
  b = !b; s.a += b; a[1][0]++; n = n * 2 % 1000; return n + m % 5 + s.a + a[1][0] + f + (p == nullptr ? 0 : *p);
}
S made(int a, char b) { return {a, b}; }
T paired(S x, S y) { return {x, {1, x.a}, {y, {2}}}; }
int tiled(Tile t[2], const Tile &, Sign *) { t[0] = t[1]; t[1] = (Tile) (t[0] ^ wall); return t[0] + (t[1] < rock); }
int plus1(int a, int b = g + 7, unsigned char c = 'x') { return a % 1000 + b % 100 * 2 + c; }
`

// course writes a statement with what the library has, default arguments, or objects that
// are made where they are needed.
func (w *typist) course() {
	t := pick(w, numeric...)
	of := func(t ctype) string { return fmt.Sprintf("(%s) (%s)", t, w.value(pick(w, operands...), 1).text) }
	switch w.r.IntN(10) {
	case 9:
		w.put("cout << kept(%s) << never() << kept(%d);", of(tInt), w.r.IntN(6))
	case 7:
		w.put("{ V yy, z{%s}, x[2] = {{1}}; V *n = new V[2]%s; cout << yy.a << yy.b << z.a << z.u << yy.c << x[0].a << x[1].a << x[1].u << n[1].b << (yy.n == n->n) << ready.a << readies[1].b << %s.u; delete[] n; }",
			w.hiding("z", tInt, 1).at(assign), pick(w, "", "()"), pick(w, "z", "ready", "x[0]", "n[1]", "V{2}"))
	case 8:
		w.put("for (%s y : %s) { if (y == 2) %s; cout << y; }", pick(w, "int", "auto", "const int &", "int &"), pick(w, "gt.d", "(&gt)->e", "gt.e"), pick(w, "break", "continue", "y"))
	case 0, 1:
		w.put("cout << 0 + %s(%s, %s);", pick(w, "std::max", "std::min", "max", "min"), of(t), of(t))
	case 2:
		w.put("cout << 0 + %s(%s);", pick(w, "std::abs", "abs"), of(pick(w, tInt, tLong, tShort, tChar)))
	case 3:
		if w.inside {
			return
		}
		w.put("std::swap(%s); cout << k[0];", pick(w, "k[0], k[2]", "g, h", "gs, gt.s", "gt.r[0], *&gs", "gt.q[0], gs.p", "gs.a, gt.m[1][0]", "gu, gt.u", "ge, gt.x[1]"))
	case 4:
		w.put("{ S y = S{%s, 'y', %s, &g}; cout << y.a << S{y}.a << T{{%s}, {4, 5}}.s.a << total(&y, 1); y = {7, 'q'}; cout << y.a << y.c; }",
			w.hiding("y", tInt, 1).at(assign), w.hiding("y", tBool, 1).at(assign), w.hiding("y", tInt, 1).at(assign))
	case 5:
		w.put("cout << made(%s, 'm').a << made(3, 'b').c << paired(gs, made(5, 'c')).s.a;", of(tInt))
	case 6:
		w.put("cout << plus1(%s) << plus1(%s, %s) << plus1(1, 2, 'y');", of(tInt), of(tInt), of(tInt))
	}
}
