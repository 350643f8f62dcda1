package languages

import (
	"fmt"
	"slices"
)

// The typist's enumerations and other names of types.

const (
	tColor ctype = "Color"
	tStep  ctype = "Step"
	tTile  ctype = "Tile"
	tSign  ctype = "Sign"
	tGrade ctype = "Grade"
)

// lettered are the enumerations that are kept as characters, enumerated all that convert
// to numbers, and operands all types that do.
var (
	lettered   = []ctype{tTile, tSign, tGrade}
	enumerated = append([]ctype{tColor, tStep}, lettered...)
	operands   = append(append([]ctype{}, numeric...), enumerated...)
)

// namedTypes are declared before the structs.
const namedTypes = `enum Color { RED, GREEN = 5, BLUE, };
enum Step : short { down = -2, up = down + 3 };
enum Tile : unsigned char { grass, wall = '#', rock = 200 };
enum Sign : char { dash = '-', dot, blot = -7 };
enum Grade : signed char { best = 65, good, worst = -128 };
enum { LOW = -3, HIGH };
enum : short { DEEP = -9, FLAT };
enum class Mode { off, on = 7, late };
enum struct Size : unsigned char { small, big = 200 };
enum class Key : char { none, star = '*' };
typedef unsigned int uint;
typedef int *Ptr;
using whole = int;
using Row = int[3];
using Back = int *;
`

// enumerators are the constants of the enumerations, and masks leave of any number a value
// of them.
var (
	enumerators = map[ctype][]string{
		tColor: {"RED", "GREEN", "BLUE", "Color::GREEN"},
		tStep:  {"down", "up", "Step::up"},
		tTile:  {"grass", "wall", "rock", "Tile::wall"},
		tSign:  {"dash", "dot", "blot", "Sign::dot"},
		tGrade: {"best", "good", "worst", "Grade::best"},
	}
	masks = map[ctype]string{tColor: "7", tStep: "32767", tTile: "255", tSign: "127", tGrade: "127"}
)

// enumerator is a constant, or a value, of an enumeration.
func (w *typist) enumerator(t ctype, depth int) piece {
	if depth > 0 {
		switch w.r.IntN(5) {
		case 0:
			n := w.value(tInt, depth-1)
			if w.chance(2) {
				return piece{fmt.Sprintf("(%s) (%s)", t, n.text), unary}
			}
			return piece{fmt.Sprintf(pick(w, "(%s) (%s & %s)", "static_cast<%s>(%s & %s)"), t, n.at(bothBits), masks[t]), unary}
		case 1:
			return w.conditional(t, depth-1)
		case 2:
			if p, ok := w.call(t, depth-1); ok {
				return p
			}
		}
		if l, ok := w.place(t, depth, false); ok && w.chance(60) {
			return l
		}
	}
	return piece{pick(w, enumerators[t]...), postfix}
}

// overloads tell the types of their arguments, which those of the second name promote.
const overloads = `int o(int q) { return 1; }
int o(bool) { return 2; }
int o(char q) { return 3; }
int o(unsigned) { return 4; }
int o(long);
int o(short q) { return 6; }
int o(const unsigned char) { return 7; }
int o(unsigned short q) { return 8; }
int o(unsigned long) { return 9; }
int o(Color) { return 10; }
int o(const Step &) { return 11; }
int o(enum Grade q) { return 12; }
int o(long q) { return 5; }
int ow(int) { return 21; }
int ow(unsigned q) { return 22; }
int ow(long q) { return 23; }
int ow(unsigned long) { return 24; }
int ow(int q, int) { return 25 + q % 3; }
int ow(int, short, int s = 3) { return 26 + s; }
int ow(int *) { return 27; }
int ow(S []) { return 28; }
int ow(S) { return 29; }
int ow(char *q) { return 30; }
`

// overloaded calls one of several functions that share their name.
func (w *typist) overloaded(depth int) string {
	any := func() string { return w.value(pick(w, operands...), depth).at(assign) }
	arg := ""
	switch w.r.IntN(6) {
	case 0:
		arg = any()
	case 1:
		arg = w.value(pick(w, tPtr, tPtr, tRec, tRecs), depth).at(assign)
	case 2:
		arg = fmt.Sprintf("%s, (%s) (%s)", any(), pick(w, tInt, tShort), any())
	default:
		return "o(" + any() + ")"
	}
	if arg == "NULL" { // whose type C++ leaves open
		arg = "&g"
	}
	return "ow(" + arg + ")"
}

// named declares an object of a type with a name of its own.
func (w *typist) named(name string) {
	switch w.r.IntN(7) {
	case 0, 1:
		t := pick(w, enumerated...)
		kind := pick(w, "", "", "const ")
		w.put("%s%s %s = %s;", kind, t, name, w.hiding(name, t, 2).at(assign))
		w.declare(name, object{t: t, fixed: kind != ""})
	case 2:
		t := pick(w, enumerated...)
		w.put("%s %s[3] = {%s, %s};", t, name, w.hiding(name, t, 1).at(assign), w.hiding(name, t, 1).at(assign))
		w.declare(name, object{t: t, n: 3})
	case 3:
		w.put("Row %s = {%s, 2};", name, w.hiding(name, tInt, 1).at(assign))
		w.declare(name, object{t: tInt, n: 3})
	case 4:
		w.put("Row %s[2] = {{%s}, {3, 4}};", name, w.hiding(name, tInt, 1).at(assign))
		w.declare(name, object{t: tInt, rows: 2, n: 3})
	case 5:
		w.put("%s %s = %s;", pick(w, "Ptr", "Back"), name, w.local(name).at(assign))
		w.declare(name, object{t: tPtr})
	case 6:
		t := pick(w, enumerated...)
		w.put("%s %s[2][3] = {{%s}, {%s}};", t, name, w.hiding(name, t, 1).at(assign), w.hiding(name, t, 1).at(assign))
		w.declare(name, object{t: t, rows: 2, n: 3})
	}
}

// mode writes a statement with what is scoped, or has a name of its own.
func (w *typist) mode() {
	switch w.r.IntN(11) {
	case 0:
		w.put("gm = %s ? Mode::on : Mode::off; cout << (int) gm << (gm < Mode::late);", w.truth(1).at(either))
	case 1:
		w.put("{ Size z = Size::big; std::cout << static_cast<int>(z) << sizeof(Size) << sizeof(Step) << sizeof(uint) << std::endl; }")
	case 2:
		w.put("switch (gm) { case Mode::off: gm = Mode::on; break; case Mode::on: gm = Mode::late; default: cout << (gm == Mode::late) << (uint) LOW << HIGH; }")
	case 3:
		w.put("cout << (std::cin >> h ? 1 : 0);")
	case 4:
		w.put("{ Ptr z = new whole(%s); Color *y = new Color[2](); y[1] = BLUE; cout << *z << y[0] << y[1]; delete z; delete[] y; }", w.hiding("z", tInt, 1).at(assign))
	case 5:
		w.put("{ Back z[2] = {&g, &h}; Ptr *y = new Ptr[2]; y[0] = z[1]; cout << *y[0] << *z[0]; delete[] y; }")
	case 6: // those that are written as characters
		t := pick(w, lettered...)
		w.put("{ const %s z = %s; %s y[2] = {z}; if (0 <= z && z < 128) cout << y[0]; cout << dash << %s << y[1] + z; }", t, w.hiding("z", t, 2).at(assign), t, pick(w, "best", "wall", "(Sign) 'x'", "dot"))
	case 7:
		t := pick(w, lettered...)
		w.put("switch (%s) { case %s: cout << 1; break; case %s: cout << 2; case %s: cout << 3; default: cout << sizeof(%s); }", w.value(t, 2).text, enumerators[t][0], enumerators[t][1], enumerators[t][2], t)
	case 8:
		t := pick(w, lettered...)
		w.put("{ %s *y = new %s[3](); y[1] = %s; %s *z = new %s(y[1]); *(y + 2) = *z; cout << 0 + y[%s] << int(*z) << (y[0] == y[2]); delete z; delete[] y; }",
			t, t, w.hiding("y", t, 1).at(assign), t, t, pick(w, "0", "1", "2"))
	case 9:
		w.put("{ Key z = %s ? Key::star : (Key) 65; cout << (char) z << (z > Key::none) << sizeof(z); switch (z) { case Key::star: cout << 1; break; default: cout << int(z) + 1; } }", w.hiding("z", tBool, 1).at(either))
	case 10:
		if !w.inside {
			w.put("cout << tiled(gt.x, ge, %s) << gt.x[1] - ge;", pick(w, "gf", "gf + 1", "&gt.y"))
		}
	}
}

// deduced declares an object whose type is that of its initial value, one in braces, or
// one that depends on the size of another.
func (w *typist) deduced(name string) {
	t := pick(w, operands...)
	switch w.r.IntN(4) {
	case 0:
		w.put("%s %s = (%s) (%s);", pick(w, "auto", "const auto"), name, t, w.hiding(name, t, 1).text)
		w.declare(name, object{t: t, fixed: true})
	case 1:
		w.put("int %s{%s};", name, pick(w, "", "3", "-2147483647"))
		w.declare(name, object{t: tInt})
	case 2:
		if of, ok := w.name(func(o object) bool { return o.t == t && o.n == 0 && !o.fixed }); ok && of != name {
			w.put("auto &%s = %s;", name, of)
			w.declare(name, object{t: t})
		}
	case 3:
		if of, ok := w.name(func(o object) bool { return o.n > 0 && o.rows == 0 && slices.Contains(operands, o.t) }); ok && of != name {
			w.put("int %s = sizeof(%s[0]) + sizeof(%s) + sizeof(%s[0] * 2) + sizeof(-%s[1]) + sizeof((%s));", name, of, of, of, of, of)
			w.declare(name, object{t: tInt})
		}
	}
}

// each is a loop over the elements of an array.
func (w *typist) each(depth int) bool {
	of, ok := w.name(func(o object) bool {
		return o.n > 0 && o.rows == 0 && !o.fixed && !o.passed && slices.Contains(operands, o.t)
	})
	if !ok {
		return false
	}
	t := w.lookup(of).t
	w.push()
	name := w.free()
	o := object{t: t}
	kind := pick(w, string(t)+" ", "auto ", "const auto ", string(t)+" &", "auto &", "const "+string(t)+" &")
	o.fixed = kind[0] == 'c'
	w.declare(name, o)
	w.body(depth, fmt.Sprintf("for (%s%s : %s)", kind, name, of), name)
	w.pop()
	return true
}
