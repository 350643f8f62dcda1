package logic

import (
	"math/rand"
	"testing"
)

func variable(k SortKind, n uint64) *Term { return V(Var{Sort{Kind: k}, n}) }

// Items of lists, and what is left of a list, are computed as in Coq (tests/Computed.v has the same table).
func TestListsAreComputed(t *testing.T) {
	var calculator Calculator
	l := variable(SList, 0)
	item := func(n int64) *Term { return Unary(OItem, Int64(n)) }
	list := Operation(OCat, item(5), Operation(OCat, item(6), l))
	get := func(l *Term, at int64) *Term { return Operation(OGet, l, Int64(at)) }
	for _, c := range []struct{ term, want *Term }{
		{get(list, 0), Int64(5)}, {get(list, 1), Int64(6)}, {get(list, 4), get(l, 2)}, {get(list, -1), Symbol(Undef)},
		{get(item(5), 0), Int64(5)}, {get(item(5), 1), Symbol(Undef)}, {get(NoList, 0), Symbol(Undef)},
		{get(Unary(OTail, Unary(OTail, l)), 1), get(l, 3)}, {get(Unary(OTail, Operation(OCat, l, item(5))), 1), get(Operation(OCat, l, item(5)), 2)},
		{Unary(OTail, list), Operation(OCat, item(6), l)}, {Unary(OEmpty, NoList), True},
		{Unary(OEmpty, Operation(OCat, l, item(5))), False}, {Unary(OEmpty, l), Unary(OEmpty, l)},
		{Operation(OAdd, get(list, 1), Int64(0)), Int64(6)}, {Operation(OAdd, variable(SInt, 0), Int64(0)), variable(SInt, 0)},
		{Operation(OAdd, get(l, 0), Int64(0)), Operation(OAdd, get(l, 0), Int64(0))},
		{Operation(OAdd, Operation(OAdd, variable(SInt, 0), Int64(2)), Int64(-2)), variable(SInt, 0)},
	} {
		if got := calculator.Within(nil, c.term); !Equal(got, c.want) {
			t.Errorf("%v is %v; want %v", c.term, got, c.want)
		}
	}
}

// Operations that look into texts are computed as in Coq (tests/Computed.v has the same table).
func TestTextsAreComputed(t *testing.T) {
	var calculator Calculator
	text := func(o Op, s string, a, b *Term) *Term { return Operation(o, Str(s), App(a, b)) }
	number := func(s string, base int64) *Term { return Operation(OParse, Str(s), Int64(base)) }
	n, none := Int64, Symbol(Undef)
	for _, c := range []struct{ term, want *Term }{
		{text(OSubstr, "abc", n(1), n(2)), Str("b")}, {text(OSubstr, "abc", n(1), n(4)), Str("")}, {text(OSubstr, "abc", n(3), n(3)), Str("")},
		{text(OSubstr, "abc", n(-1), n(1)), Str("")}, {Unary(OOrd, Str("a")), n(97)}, {Unary(OOrd, Str("")), n(0)}, {Unary(OOrd, Str("ab")), n(0)},
		{text(OFind, "abcbc", Str("bc"), n(0)), n(1)}, {text(OFind, "abcbc", Str("bc"), n(2)), n(3)}, {text(OFind, "abcbc", Str("bc"), n(4)), n(-1)},
		{text(OFind, "abc", Str(""), n(3)), n(3)}, {text(OFind, "abc", Str(""), n(4)), n(-1)},
		{text(OFindChar, "abcb", Str("xb"), n(0)), n(1)}, {text(OFindChar, "abcb", Str("xb"), n(2)), n(3)},
		{text(OFindChar, "abcb", Str(""), n(0)), n(-1)}, {text(OFindChar, "abcb", Str("b"), n(-3)), n(1)},
		{number("-1f", 16), n(-31)}, {number("+017", 8), n(15)}, {number("18", 8), none}, {number("", 10), none}, {number("-", 10), none},
		{number("Zz", 36), n(1295)}, {number("1_0", 10), none}, {number("1", 1), none}, {Operation(OParse, variable(SStr, 0), n(10)), Operation(OParse, variable(SStr, 0), n(10))},
	} {
		if got := calculator.Within(nil, c.term); !Equal(got, c.want) {
			t.Errorf("%v is %v; want %v", c.term, got, c.want)
		}
	}
}

// What is known of the sorts of a value tells whether it is of another, and whether it is an instance of a pattern: as
// in Coq (tests/Computed.v).
func TestKnownSorts(t *testing.T) {
	x, other, u := variable(SK, 0), variable(SK, 1), variable(SK, 2)
	symbol := func(f Sym, args ...uint64) Test { return Test{Head{Kind: HSym, Sym: f}, args} }
	integer, boolean := Test{Head: Head{Kind: HInt}}, Test{Head: Head{Kind: HBool}}
	c := Calculator{Tests: [][]Test{{integer}, {integer, symbol(20)}, {symbol(21, 0)}, {symbol(20)}, {symbol(20), symbol(21), integer}, {symbol(21, 0), boolean}, {symbol(21, 1)}}}
	c = c.Knowing([]*Form{Holds(Is(1, x)), Holds(Unary(ONot, Is(3, x))), Holds(Is(2, u))})
	for _, y := range []struct {
		t     *Term
		wants []verdict
	}{
		{x, []verdict{unknown, yes, no, unknown, yes, no, no}},
		{other, make([]verdict, 7)},
		{u, []verdict{no, no, yes, no, yes, yes, unknown}},
	} {
		for s, want := range y.wants {
			is := []*Term{unknown: Is(uint64(s), y.t), no: False, yes: True}[want]
			if got := c.Within(nil, Is(uint64(s), y.t)); !Equal(got, is) {
				t.Errorf("sort %d: %v; want %v", s, got, is)
			}
		}
	}
	of := func(f Sym) *Term { return App(Symbol(f), variable(SInt, 0)) }
	for i, p := range []*Term{variable(SInt, 0), variable(SBool, 0), Symbol(20), Symbol(21), of(20), of(21), variable(SK, 5)} {
		want := [][2]bool{{false, true}, {true, true}, {false, true}, {true, false}, {false, true}, {true, false}, {false, false}}[i]
		if got := [2]bool{c.Foreign(p, x), c.Foreign(p, u)}; got != want || c.Foreign(p, other) {
			t.Errorf("pattern %v: %v; want %v", p, got, want)
		}
	}
}

// generator makes random terms over variables 0 to 2 of each sort.
type generator struct{ *rand.Rand }

func (g generator) integer(depth int) *Term {
	if depth == 0 {
		if g.Intn(2) == 0 {
			return Int64(int64(g.Intn(7) - 3))
		}
		return variable(SInt, uint64(g.Intn(3)))
	}
	ops := []Op{OAdd, OSub, OMul, OQuot, ORem, OEDiv, OEMod, OMin, OMax}
	switch g.Intn(6) {
	case 0:
		return g.integer(0)
	case 1:
		return Unary(OAbs, g.integer(depth-1))
	case 2:
		m, k := g.mapping(depth-1), g.integer(depth-1)
		return Operation(OIte, Operation(OIn, m, k), App(Operation(OLook, m, k), Int64(5)))
	case 3:
		return Operation(OSel, g.array(depth-1), g.integer(depth-1))
	case 4:
		return Operation(OIte, g.boolean(depth-1), App(g.integer(depth-1), g.integer(depth-1)))
	}
	return Operation(ops[g.Intn(len(ops))], g.integer(depth-1), g.integer(depth-1))
}

func (g generator) boolean(depth int) *Term {
	if depth == 0 {
		return Operation(OLe, g.integer(0), g.integer(0))
	}
	switch g.Intn(6) {
	case 0:
		return Unary(ONot, g.boolean(depth-1))
	case 1:
		return Operation(OIn, g.mapping(depth-1), g.integer(depth-1))
	case 2:
		return Operation([]Op{OAnd, OOr, OImp, OBEq, OKEq}[g.Intn(5)], g.boolean(depth-1), g.boolean(depth-1))
	}
	return Operation([]Op{OLt, OLe, OEq, OKEq}[g.Intn(4)], g.integer(depth-1), g.integer(depth-1))
}

func (g generator) mapping(depth int) *Term {
	if depth == 0 {
		return NoMap
	}
	m := g.mapping(depth - 1)
	for range g.Intn(4) {
		if g.Intn(4) == 0 {
			m = Operation(ORemove, m, g.integer(0))
		} else {
			m = Operation(OUpd, m, App(g.integer(depth-1), g.integer(depth-1)))
		}
	}
	return m
}

func (g generator) array(depth int) *Term {
	a := Unary(OMake, g.integer(0))
	for range g.Intn(3) {
		a = Operation(OSto, a, App(g.integer(0), g.integer(0)))
	}
	return a
}

// A term has the same value whether it is brought into normal form before its variables get
// values or only then.
func TestNormalKeepsValues(t *testing.T) {
	g := generator{rand.New(rand.NewSource(1))}
	l := Calculator{Tests: [][]Test{{{Head: Head{Kind: HInt}}}}}
	for range 20000 {
		var u *Term
		if g.Intn(2) == 0 {
			u = g.integer(3)
		} else {
			u = g.boolean(3)
		}
		var s Subst
		for n := range uint64(3) {
			s = append(s, Binding{variable(SInt, n).Var(), Int64(int64(g.Intn(5) - 2))})
		}
		want := l.Within(nil, s.In(nil, u))
		if got := l.Within(nil, s.In(nil, l.Within(nil, u))); !Equal(got, want) {
			t.Fatalf("%v\nunder %v\nis %v; in normal form\n%v\nit is %v", u, s, want, l.Within(nil, u), got)
		}
		if got := l.Within(s, u); !Equal(got, want) {
			t.Fatalf("%v under %v: %v, and %v", u, s, got, want)
		}
	}
}

// What looks a key up passes updates at keys that differ, and no others.
func TestLookUp(t *testing.T) {
	x, y := variable(SInt, 0), variable(SInt, 1)
	upd := func(m *Term, kv ...*Term) *Term {
		for i := 0; i < len(kv); i += 2 {
			m = Operation(OUpd, m, App(kv[i], kv[i+1]))
		}
		return m
	}
	l := Calculator{}
	m := upd(NoMap, x, Int64(1), Operation(OAdd, x, Int64(1)), Int64(2), y, Int64(3))
	pair := Known{{x, y}}
	for _, c := range []struct {
		d    Known
		key  *Term
		want *Term
	}{
		{nil, y, Int64(3)},
		{nil, x, Operation(OLook, m, x)}, // y may be x
		{pair, x, Int64(1)},
		{Known{{y, x}}, x, Int64(1)},
		{pair, Operation(OAdd, x, Int64(2)), Operation(OLook, m, Operation(OAdd, x, Int64(2)))},
		{nil, Str("x"), Symbol(Undef)},
		{nil, variable(SK, 0), Operation(OLook, m, variable(SK, 0))},
	} {
		if got := (Calculator{Known: c.d}).operation(OLook, 0, m, c.key); !Equal(got, c.want) {
			t.Errorf("at %v: %v, not %v", c.key, got, c.want)
		}
	}
	k := variable(SK, 0)
	for _, o := range []Op{OLook, OIn} { // what is no key is not in a map
		u := upd(NoMap, k, Int64(1))
		if got := l.operation(o, 0, u, k); !Equal(got, Operation(o, u, k)) {
			t.Errorf("%v of what may be no key: %v", o, got)
		}
	}
}

// What is known to be absent is: look-ups, tests and removals give what they give in the map that
// a variable stands for, which does not have the key.
func TestAbsentKeys(t *testing.T) {
	g := generator{rand.New(rand.NewSource(2))}
	l := Calculator{}
	whole, key := variable(SMap, 0), variable(SInt, 0)
	knowing := l.Knowing([]*Form{Holds(Unary(ONot, Operation(OIn, whole, key)))})
	for range 20000 {
		m := whole
		for range g.Intn(4) {
			if g.Intn(3) == 0 {
				m = Operation(ORemove, m, g.integer(0))
			} else {
				m = Operation(OUpd, m, App(g.integer(0), g.integer(0)))
			}
		}
		u := Operation([]Op{OIn, OLook, ORemove}[g.Intn(3)], m, g.integer(0))
		content := NoMap
		for range g.Intn(4) {
			content = Operation(OUpd, content, App(Int64(int64(g.Intn(4))), Int64(7)))
		}
		s := Subst{{whole.Var(), l.Within(nil, content)}, {key.Var(), Int64(int64(4 + g.Intn(2)))}}
		for i := range uint64(2) {
			s = append(s, Binding{variable(SInt, i+1).Var(), Int64(int64(g.Intn(7) - 1))})
		}
		want := l.Within(nil, s.In(nil, u))
		if got := l.Within(nil, s.In(nil, knowing.Within(nil, u))); !Equal(got, want) {
			t.Fatalf("%v under %v is %v; where the key is known to be absent it is %v", u, s, want, knowing.Within(nil, u))
		}
	}
}
