package languages

// moreTypes are declared behind the others: types with what is declared of them, types
// that typedef names, constants, and functions with types of their own.
const moreTypes = `#define WIDTH 3
#define LEAST -4
#define LETTER 'd'
#define MASK 0x1f
#define MORE (WIDTH * 2 + 1)
struct Pair { int a; short b; } gpair = {4, 5}, *gpairs = &gpair;
enum Kind { some, none = 6 } gkind = none;
enum Level : short { deep_down = -3 } glevel;
typedef struct { int u; char v; } Anon, *AnonPtr;
typedef struct Cell { int u; struct Cell *next; } Cell;
typedef struct Node { int u; } Leaf, Leaves[2];
typedef struct Later Later;
struct Later { int u; Later *same; };
typedef struct Later Late, *LatePtr;
typedef enum { first, last = MORE } Order;
typedef enum Tone { low_tone, high_tone } Sound;
typedef enum Tint : short { pale = 2 } Shade;
typedef enum Glyph : char { bar = '|', tilde = 126 } Mark;
enum Digit : unsigned char { zero = '0', nine = zero + 9 } gdigit = nine, gdigits[2] = {zero};
typedef unsigned Natural, Naturals[WIDTH];
static int const unit = 1;
constexpr int span_of = WIDTH + 1;
static int twice(int const n) { return n + n; }
inline static int nested(const int n) { struct S { int n; char b; }; S s = {n, 'x'}; return n > 0 ? nested(n - 1) + s.n : 0; }
inline int kinds(enum Kind k, struct Pair p, const int * const q) { enum Color { RED = 4, no_color }; Color c = k == none ? RED : no_color; return c + p.a + *q; }
`

// ownTypes writes a block with types of its own, of which some hide others, or one that
// uses those of moreTypes.
func (w *typist) ownTypes() {
	e := func() string { return w.hiding("x", tInt, 2).at(assign) }
	switch w.r.IntN(15) {
	case 0:
		w.put("{ int x = %s; struct S { short a; unsigned char d[2]; S *q; }; S y = {(short) (x & 7), {3, 250}, nullptr}; struct S *z = &y; z->q = z; z->q->a += 2; "+
			"S u[2] = {y}; u[1] = *z; u[1].d[1] += 9; cout << y.a << u[1].a + u[0].d[0] << (int) u[1].d[1]; }", e())
	case 1:
		w.put("{ int x = %s; typedef short Color; Color y = (Color) x; { typedef unsigned long Color; Color z = y; cout << (z > 7) << sizeof(Color); } cout << y << sizeof(Color); }", e())
	case 2:
		w.put("{ int x = %s; enum Color { BLUE = 2, RED }; Color y = x > 0 ? RED : BLUE; cout << y << (Color) 1 << Color::RED; switch (y) { case BLUE: cout << 'b'; case RED: cout << 'r'; } }", e())
	case 3:
		w.put("{ int x = %s; using Row = long[2]; using Back = Row; Row y = {x}; Back z = {1, y[0]}; cout << y[1] << z[1]; }", e())
	case 4:
		w.put("for (int i = 0; i < 2; i++) { int x = %s; typedef struct { int u; bool v; } Own, *Ref; Own y = {x, true}; Ref z = &y; z->v = z->u == i; cout << y.u << y.v; }", e())
	case 5:
		w.put("{ enum { LOW = %d, TOP }; enum class Mode { on = 1, off }; Mode x = Mode::off; int y[TOP + 1] = {LOW}; cout << y[0] << (int) x << (x == Mode::on); }", w.r.IntN(3))
	case 6:
		w.put("{ int own = %s; struct S x = gs; struct S *y = new struct S; *y = x; enum Color z = RED; const struct S &u = *y; y->a = z + own; cout << x.a << u.a; delete y; }", e())
	case 7:
		w.put("{ size_t x = %s; std::size_t y = x + 1; int32_t z = (int32_t) y; uint8_t u = x; int64_t v = u; uint64_t s = z; uint32_t t = s; int16_t r = t; uint16_t q = r; int8_t p = q; cout << (x < y) << z << v << t << r << q << (int) p; }", e())
	case 8:
		w.put("{ Anon x = {%s, 'k'}; AnonPtr y = &x; Cell z = {y->u, nullptr}, u = {2, &z}; u.next->u++; cout << u.next->u << x.v; Leaves s = {{3}}; Leaf t = s[1]; cout << t.u << s[0].u; }", e())
	case 9:
		w.put("{ Later x = {%s, nullptr}; LatePtr y = &x; Late z = *y; z.same = y; z.same->u--; cout << x.u << z.u; }", e())
	case 10:
		w.put("{ int x = %s; int * const y = &x; int const *z = y; S * const u = &gs; *y -= u->a; cout << *z << x; Order s = last; Sound t = high_tone; enum Tone r = t; Shade q = pale; cout << s << r << q; }", e())
	case 11:
		w.put("{ int x[WIDTH + span_of] = {%s, LETTER}; const int y = MASK - MORE; short z[y] = {LEAST}; Naturals u = {1, 2u}; Natural v = u[1]; cout << x[1] << z[0] << z[y - 1] << v - WIDTH << unit; }", e())
	case 12:
		w.put("{ int x = %s; cout << twice(x %% 9) << nested(x & 3) << kinds(gkind, gpair, &h); gpairs->b += glevel; cout << gpair.b; glevel = deep_down; }", e())
	case 13:
		w.put("{ struct Pair { int x; } p = {%s}, q; struct Pair2 { Pair a; Pair b[2]; }; q = p; Pair2 z = {p, {q}}; z.b[1].x = ++z.a.x; enum Kind { none = 3 } k = none; cout << z.b[1].x << q.x << k; }", e())
	case 14:
		w.put("{ int x = %s; Mark y = bar; enum Glyph z = x > y ? y : tilde; enum Digit : signed char { zero = 'z', six = -6 }; struct Own { Digit a; Mark b[2]; } u = {six, {z}}; u.a = (Digit) (u.a + x %% 9); "+
			"cout << y << z << zero << u.b[1] + 0 << 0 + u.a << sizeof(Digit); swap(gdigits[0], gdigit); cout << gdigit << gdigits[0]; }", e())
	}
}
