package logic_test

import (
	"math/rand"
	"testing"

	"rlv/proofs/logic"
	"rlv/proofs/logic/logictest"
)

// sortsOfValues are random tables of sorts, and values: literals, symbols, and applications of those.
type sortsOfValues struct{ *rand.Rand }

func (g sortsOfValues) test() logic.Test {
	switch g.Intn(4) {
	case 0:
		return logic.Test{Head: logic.Head{Kind: logic.HInt}}
	case 1:
		return logic.Test{Head: logic.Head{Kind: logic.HBool}}
	}
	x := logic.Test{Head: logic.Head{Kind: logic.HSym, Sym: logic.Sym(20 + g.Intn(3))}}
	for range g.Intn(3) {
		x.Args = append(x.Args, uint64(g.Intn(5)))
	}
	return x
}

// table has sorts of which some have all tests of another one.
func (g sortsOfValues) table() [][]logic.Test {
	out := make([][]logic.Test, 5)
	for i := range out {
		for range g.Intn(3) {
			out[i] = append(out[i], g.test())
		}
		if i > 0 && g.Intn(2) == 0 {
			out[i] = append(out[i], out[g.Intn(i)]...)
		}
	}
	return out
}

func (g sortsOfValues) value(depth int) *logic.Term {
	switch k := g.Intn(5); {
	case k < 2:
		return []*logic.Term{logic.Int64(7), logic.True}[k]
	case k == 2 || depth == 0:
		return logic.Symbol(logic.Sym(20 + g.Intn(3)))
	}
	return logic.App(g.value(depth-1), g.value(depth-1))
}

// pattern is one of which some parts are any value.
func (g sortsOfValues) pattern(depth int) *logic.Term {
	if g.Intn(3) == 0 {
		return logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}, N: 9})
	}
	if t := g.value(depth); t.Kind == logic.TApp {
		return logic.App(g.pattern(depth-1), g.pattern(depth-1))
	} else if t.Kind == logic.TSym {
		return t
	}
	return logic.V(logic.Var{Sort: logic.Sort{Kind: []logic.SortKind{logic.SInt, logic.SBool}[g.Intn(2)]}, N: 9})
}

// fits reports whether a value is an instance of a pattern whose variables are all others.
func fits(p, v *logic.Term) bool {
	switch p.Kind {
	case logic.TV:
		return v.Fits(p.Sort)
	case logic.TApp:
		return v.Kind == logic.TApp && fits(p.A, v.A) && fits(p.B, v.B)
	}
	return logic.Equal(p, v)
}

// What the known sorts of a value tell of others, and that it is no instance of a pattern, is so: for random tables
// of sorts and values.
func TestKnownSortsOfValues(t *testing.T) {
	g, x := sortsOfValues{rand.New(rand.NewSource(1))}, logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}})
	is, isNot, foreign := 0, 0, 0
	for range 40000 {
		w, v := &logictest.World{Tests: g.table()}, g.value(2)
		var pc []*logic.Form
		known := map[int]bool{}
		for s := range w.Tests {
			if g.Intn(2) == 0 && w.Eval(logic.Is(uint64(s), v)).Bool {
				pc, known[s] = append(pc, logic.Holds(logic.Is(uint64(s), x))), true
			}
		}
		c := logic.Calculator{Tests: w.Tests}.Knowing(pc)
		for s := range w.Tests {
			got := c.Within(nil, logic.Is(uint64(s), x))
			switch want := w.Eval(logic.Is(uint64(s), v)).Bool; {
			case got.Kind == logic.TBool && got.IsTrue() != want:
				t.Fatalf("%v of sorts %v is said to be of sort %d: %v; sorts are %v", v, pc, s, got, w.Tests)
			case got.IsTrue() && !known[s]:
				is++
			case got.IsFalse():
				isNot++
			}
		}
		if p := g.pattern(2); c.Foreign(p, x) {
			foreign++
			if fits(p, v) {
				t.Fatalf("%v of sorts %v is said to be no instance of %v; sorts are %v", v, pc, p, w.Tests)
			}
		}
	}
	if is < 2000 || isNot < 5000 || foreign < 2000 {
		t.Error("little is told:", is, isNot, foreign)
	}
	t.Log(is, isNot, foreign)
}
