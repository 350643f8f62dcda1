package logic

import (
	"math/rand"
	"testing"
)

// Formulas are equal where they are written alike.
func TestEqualForms(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var random func(depth int) *Form
	random = func(depth int) *Form {
		if k := FormKind(r.Intn(7)); depth > 0 {
			switch k {
			case FNot, FAll, FEx:
				return &Form{Kind: k, A: random(depth - 1)}
			case FAnd, FOr, FImp:
				return &Form{Kind: k, A: random(depth - 1), B: random(depth - 1)}
			}
		}
		return Holds(Operation(OLt, Bound(uint64(r.Intn(2))), Int64(1)))
	}
	same := 0
	for range 20000 {
		f, g := random(2), random(2)
		equal := EqualForms(f, g)
		if equal != (f.String() == g.String()) {
			t.Fatal(f, g, equal)
		}
		if equal && f != g {
			same++
		}
	}
	if same < 100 || EqualForms(nil, random(1)) || EqualForms(random(1), nil) || !EqualForms(nil, nil) {
		t.Error(same)
	}
}

// What is known outside of a quantifier may be about what it binds by chance only.
func TestNothingIsKnownUnderQuantifiers(t *testing.T) {
	is := Operation(OEq, Bound(0), Int64(1))
	c := Calculator{}.Knowing([]*Form{Holds(Unary(ONot, is))})
	same := Holds(Operation(OKEq, Bound(0), Int64(1)))
	if f := c.WithinForm(nil, same); !f.Term.IsFalse() {
		t.Error("outside:", f)
	}
	for _, f := range []*Form{{Kind: FAll, A: same}, {Kind: FEx, A: same}, {Kind: FAll, A: Not(same)}} {
		got := c.WithinForm(nil, f)
		for got.A != nil {
			got = got.A
		}
		if got.Term.IsFalse() {
			t.Error(f, "becomes", got)
		}
	}
	if f := c.WithinForm(nil, Not(same)); !f.A.Term.IsFalse() {
		t.Error("in a negation:", f)
	}
}

// A path condition says that terms differ where it says that they are not equal, and in no other way.
func TestWhatIsKnown(t *testing.T) {
	x, y, m := variable(SInt, 0), variable(SInt, 1), variable(SMap, 0)
	not := func(o Op, a, b *Term) *Form { return Holds(Unary(ONot, Operation(o, a, b))) }
	for _, c := range []struct {
		f     *Form
		known int
	}{
		{not(OEq, x, y), 1}, {not(OKEq, x, y), 1}, {not(OIn, m, x), 1}, {not(OLt, x, y), 0}, {not(OLe, x, y), 0}, {not(OBEq, x, y), 0}, {not(OLook, m, x), 0},
		{Holds(Operation(OEq, x, y)), 0}, {Holds(Unary(OItem, Operation(OEq, x, y))), 0}, {Not(Holds(Operation(OEq, x, y))), 0}, {Holds(x), 0},
		{&Form{Kind: FAll, A: not(OEq, x, y)}, 0}, {&Form{Kind: FOr, A: not(OEq, x, y), B: not(OEq, x, y)}, 0},
	} {
		if k := knownOf([]*Form{c.f}); len(k) != c.known {
			t.Errorf("%v: %v", c.f, k)
		}
	}
}
