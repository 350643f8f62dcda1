package logic_test

import (
	"math/rand"
	"testing"

	"rlv/proofs/logic"
	"rlv/proofs/logic/logictest"
)

// A term has the value of its normal form, and of what a substitution makes of it, whatever values
// variables have; what is said of the kinds of its values holds of its value.
func TestNormalFormHasTheValue(t *testing.T) {
	g := logictest.Generator{Rand: rand.New(rand.NewSource(1))}
	moved, folded := 0, 0
	var w *logictest.World
	for i := range 40000 {
		if i%5 == 0 {
			w = g.World()
		}
		sort := g.Sort()
		u := g.Term(sort, 4)
		// What is known is what formulas say that hold.
		var pc []*logic.Form
		for range g.Intn(4) {
			s := g.Sort()
			x, y := g.Term(s, 1), g.Term(s, 1)
			o := []logic.Op{logic.OKEq, logic.OKEq, logic.OEq, logic.OLt, logic.OLe, logic.OIn, logic.OIn}[g.Intn(7)]
			if o == logic.OIn {
				x = g.Variable([]logic.Sort{{Kind: logic.SMap}, {Kind: logic.SMap}, {Kind: logic.SK}}[g.Intn(3)])
				u = g.About(x, y, u)
			}
			is := logic.Operation(o, x, y)
			if f := logic.Holds(logic.Unary(logic.ONot, is)); !w.Eval(is).Bool {
				pc = append(pc, f)
			} else {
				pc = append(pc, logic.Holds(is), logic.Not(f))
			}
		}
		var subst logic.Subst
		for range g.Intn(4) {
			v := g.Variable(g.Sort())
			if b := (logic.Subst{{Var: v.Var(), Term: g.Term(v.Sort, 2)}}); b.Sorted() {
				subst = append(subst, b...)
			}
		}
		c := logic.Calculator{Tests: w.Tests, Depth: 1, Apply: func(_ logic.Calculator, f logic.Sym, a *logic.Term) *logic.Term {
			if f == 31 && a.Kind == logic.TApp && a.A.Kind == logic.TSym {
				return w.Function(f, w.Eval(a)).Literal()
			}
			return nil
		}}.Knowing(pc)
		put := subst.In(nil, u)
		got, want := c.Within(subst, u), w.Eval(put)
		if w.Eval(got).String() != want.String() {
			t.Fatalf("%v\nunder %v, known %v\nis %v; in normal form\n%v\nit is %v", u, subst, pc, want, got, w.Eval(got))
		}
		if x, ok := got.KnownSort(); ok && want.As(x).String() != want.String() {
			t.Fatalf("%v is said to be of sort %v; it is %v", got, x, want)
		}
		if h, ok := got.Head(); ok && want.Head() != h {
			t.Fatalf("%v is said to have the head %v; it is %v", got, h, want)
		}
		v := g.Variant(sort, u)
		if logic.Apart(u, v) && w.Eval(u).String() == w.Eval(v).String() {
			t.Fatalf("%v and %v are said to be apart; they are %v", u, v, w.Eval(v))
		}
		if (w.Eval(c.Within(nil, logic.Operation(logic.OKEq, u, v))).Bool) != (w.Eval(u).String() == w.Eval(v).String()) {
			t.Fatalf("%v and %v: %v, %v", u, v, w.Eval(u), w.Eval(v))
		}
		// What is normal is not changed.
		if again := c.Within(nil, got); w.Eval(again).String() != want.String() {
			t.Fatalf("%v becomes %v", got, again)
		}
		if !logic.Equal(got, put) {
			moved++
		}
		if got.Size() < put.Size() {
			folded++
		}
	}
	t.Log(moved, "terms are changed,", folded, "become smaller")
	if moved < 20000 || folded < 16000 {
		t.Error("of too many nothing is computed")
	}
}
