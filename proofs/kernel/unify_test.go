package kernel

import (
	"math/rand"
	"testing"

	"rlv/proofs/logic"
	"rlv/proofs/logic/logictest"
)

// Equality of what an operation gives is said of its operands, that of integers of the whole;
// where the operands differ, it is said of the whole, too.
func TestUnifyByParts(t *testing.T) {
	x, y, m := variable(logic.SInt, 0), variable(logic.SInt, 1), variable(logic.SMap, 0)
	one := logic.Operation(logic.OAdd, x, logic.Int64(1))
	other := logic.Operation(logic.OAdd, logic.Int64(1), x)
	same := func(o logic.Op, a, b *logic.Term) *logic.Term { return logic.Operation(o, a, b) }
	for _, c := range []struct {
		name string
		a, b *logic.Term
		want []*logic.Term
	}{
		{"look-up", same(logic.OLook, m, one), same(logic.OLook, m, other), []*logic.Term{same(logic.OEq, one, other)}},
		{"item", logic.Unary(logic.OItem, one), logic.Unary(logic.OItem, other), []*logic.Term{same(logic.OEq, one, other)}},
		{"update at a key that is not seen", same(logic.OUpd, m, logic.App(one, x)), same(logic.OUpd, m, logic.App(other, y)), []*logic.Term{same(logic.OEq, one, other), same(logic.OEq, x, y)}},
		{"integer", one, same(logic.OAdd, y, logic.Int64(1)), []*logic.Term{same(logic.OEq, one, same(logic.OAdd, y, logic.Int64(1)))}},
		{"operands that differ", same(logic.OLook, m, x), same(logic.OLook, m, one), []*logic.Term{same(logic.OKEq, same(logic.OLook, m, x), same(logic.OLook, m, one))}},
	} {
		got, ok := unify(logic.Calculator{}, c.a, c.b, nil)
		if !ok || len(got) != len(c.want) {
			t.Errorf("%s: %v %v", c.name, ok, got)
			continue
		}
		for i, f := range got {
			if !logic.Equal(f.Term, c.want[i]) {
				t.Errorf("%s: %v for %v", c.name, f.Term, c.want[i])
			}
		}
	}
}

// Maps with the same content are unified in whatever order they were written, and with no
// others.
func TestUnifyMaps(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	keys := []*logic.Term{logic.Int64(-2), logic.Int64(7), logic.False, logic.True, logic.Str(""), logic.Str("a"), logic.Str("ab"), logic.Tok(1, "a"), logic.Tok(1, "b"), logic.Tok(2, "a")}
	put := func(m, k, v *logic.Term) *logic.Term {
		return logic.Calculator{}.Within(nil, logic.Operation(logic.OUpd, m, logic.App(k, v)))
	}
	one, two := logic.Int64(1), logic.Int64(2)
	if m := put(put(logic.NoMap, two, one), one, one); !logic.Equal(m, logic.Operation(logic.OUpd, logic.Operation(logic.OUpd, logic.NoMap, logic.App(one, one)), logic.App(two, one))) {
		t.Error("keys out of order:", m)
	}
	write := func(last int) *logic.Term {
		m := logic.NoMap
		for _, i := range r.Perm(len(keys)) {
			m = put(put(m, keys[i], logic.Int64(-1)), keys[i], variable(logic.SInt, uint64(min(i, last))))
		}
		return m
	}
	for range 200 {
		if eqs, ok := unify(logic.Calculator{}, write(9), write(9), nil); !ok || len(eqs) > 0 {
			t.Fatal("equal maps", ok, eqs)
		}
		if eqs, ok := unify(logic.Calculator{}, write(9), write(8), nil); !ok || len(eqs) != 1 || !logic.Equal(eqs[0].Term, logic.Operation(logic.OEq, variable(logic.SInt, 9), variable(logic.SInt, 8))) {
			t.Fatal("maps that differ in a value", ok, eqs)
		}
		if eqs, ok := unify(logic.Calculator{}, write(9), write(9).A, nil); ok && len(eqs) == 0 {
			t.Fatal("maps with other keys")
		}
	}
}

// Terms that are unified have the same value wherever what that asks for holds, whatever values variables have.
func TestWhatIsUnifiedIsEqual(t *testing.T) {
	g := logictest.Generator{Rand: rand.New(rand.NewSource(3))}
	c := logic.Calculator{}
	integer, mapping := logic.Sort{Kind: logic.SInt}, logic.Sort{Kind: logic.SMap}
	// other is a term like another: written by another operation, in another order, or with another part.
	other := func(s logic.Sort, u *logic.Term) *logic.Term {
		switch v := *u; {
		case u.Kind == logic.TOp && g.Intn(3) == 0:
			v.Op = logic.Op(g.Intn(int(logic.NumOps)))
			return logic.Rebuilt(v)
		case logic.IsUpdate(u, logic.OUpd) && logic.IsUpdate(u.A, logic.OUpd) && g.Intn(3) > 0:
			return logic.Operation(logic.OUpd, logic.Operation(logic.OUpd, u.A.A, u.B), u.A.B)
		}
		return g.Variant(s, u)
	}
	var w *logictest.World
	unified, asked := 0, 0
	for i := range 60000 {
		if i%5 == 0 {
			w = g.World()
		}
		s := g.Sort()
		u := g.Term(s, 3)
		if i%3 == 0 { // keys that may be the same
			u = g.Term(mapping, 1)
			for range 2 + g.Intn(2) {
				u = logic.Operation(logic.OUpd, u, logic.App(g.Term(integer, 1), g.Term(g.Sort(), 1)))
			}
		}
		v := other(s, u)
		if g.Intn(3) == 0 {
			v = other(s, v)
		}
		eqs, ok := unify(c, u, v, nil)
		if !ok {
			continue
		}
		hold := true
		for _, f := range eqs {
			hold = hold && w.Eval(f.Term).Bool
		}
		if !hold {
			continue
		}
		if unified++; len(eqs) > 0 {
			asked++
		}
		if a, b := w.Eval(u), w.Eval(v); a.String() != b.String() {
			t.Fatalf("%v and %v are unified by %v; they are %v and %v", u, v, eqs, a, b)
		}
	}
	t.Log(unified, "are unified,", asked, "by equations")
	if asked < 2000 {
		t.Error("few are unified by equations")
	}
}
