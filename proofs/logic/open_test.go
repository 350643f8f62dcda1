package logic_test

import (
	"math/rand"
	"testing"

	"rlv/proofs/logic"
	"rlv/proofs/logic/logictest"
)

// The body of a quantified formula with a term for its variable says what it said where the variable has the term's value,
// under other quantifiers, too; what those around bind stays what it was.
func TestOpenPutsTheValueIn(t *testing.T) {
	g := logictest.Generator{Rand: rand.New(rand.NewSource(5))}
	var bound logic.Subst
	for i := range uint64(3) {
		bound = append(bound, logic.Binding{Var: logic.Var{N: i}, Term: logic.Bound(2 - i)})
	}
	changed := 0
	for range 20000 {
		w := g.World()
		inner := g.Intn(3) // quantifiers in the body
		body := bound.In(nil, g.Term(logic.Sort{Kind: logic.SBool}, 4))
		put := logic.Subst{{Var: logic.Var{N: 0}, Term: logic.Int64(int64(g.Intn(4)))}}.In(nil, g.Term(logic.Sort{}, 1))
		if !put.Closed() || !put.IsInt() {
			continue
		}
		f := logic.Holds(body)
		for range inner {
			f = &logic.Form{Kind: []logic.FormKind{logic.FAll, logic.FEx}[g.Intn(2)], A: f}
		}
		premise := logic.Holds(bound.In(nil, g.Term(logic.Sort{Kind: logic.SBool}, 2)))
		f = (&logic.Form{Kind: logic.FAll, A: logic.Implies(premise, logic.Not(f))}).Open(put)
		got, first := f.B.A, f.A.Term
		for range inner {
			got = got.A
		}
		around := []int64{int64(g.Intn(4)), int64(g.Intn(4)), int64(g.Intn(4))}
		within := []int64{int64(g.Intn(4)), int64(g.Intn(4))}[:inner]
		value := w.Eval(put).As(logic.Sort{})
		w.Bound = append(append([]int64{}, within...), around...)
		is := w.Eval(got.Term).String()
		w.Bound = around
		isFirst := w.Eval(first).String()
		w.Bound = append(append(append([]int64{}, within...), value.Int.Int64()), around...)
		if want := w.Eval(body).String(); is != want {
			t.Fatalf("%v under %d quantifiers with %v is %v: %s, not %s", body, inner, put, got.Term, is, want)
		}
		w.Bound = append([]int64{value.Int.Int64()}, around...)
		if want := w.Eval(premise.Term).String(); isFirst != want {
			t.Fatalf("%v with %v is %v: %s, not %s", premise, put, first, isFirst, want)
		}
		if !logic.Equal(got.Term, body) {
			changed++
		}
	}
	if t.Log(changed, "bodies are changed"); changed < 4000 {
		t.Error("few have the variable")
	}
}

// Under premises a term is put in as it is without them: for what is of all values under any, for what is of some under
// those without quantifiers.
func TestUnderPremises(t *testing.T) {
	x := logic.V(logic.Var{})
	body := logic.Holds(logic.Operation(logic.OLt, logic.Bound(0), logic.Int64(3)))
	premise := logic.Holds(logic.Operation(logic.OLt, x, logic.Int64(2)))
	all, some := &logic.Form{Kind: logic.FAll, A: body}, &logic.Form{Kind: logic.FEx, A: body}
	for _, c := range []struct {
		f    *logic.Form
		kind logic.FormKind
		want string
	}{
		{all, logic.FAll, "(OLt SInt.0 3)"},
		{some, logic.FEx, "(OLt SInt.0 3)"},
		{all, logic.FEx, ""},
		{some, logic.FAll, ""},
		{premise, logic.FAll, ""},
		{logic.Implies(premise, all), logic.FAll, "((OLt SInt.0 2) implies (OLt SInt.0 3))"},
		{logic.Implies(premise, some), logic.FEx, "((OLt SInt.0 2) implies (OLt SInt.0 3))"},
		{logic.Implies(all, some), logic.FEx, ""},
		{logic.Implies(logic.Not(some), some), logic.FEx, ""},
		{logic.Implies(&logic.Form{Kind: logic.FAnd, A: premise, B: all}, some), logic.FEx, ""},
		{logic.Implies(some, all), logic.FAll, "(some((OLt bound.0 3)) implies (OLt SInt.0 3))"},
		{logic.Implies(premise, some), logic.FAll, ""},
		{&logic.Form{Kind: logic.FAnd, A: premise, B: all}, logic.FAll, ""},
		{logic.Not(all), logic.FAll, ""},
	} {
		got := ""
		if f := c.f.Under(c.kind, x); f != nil {
			got = f.String()
		}
		if got != c.want {
			t.Errorf("%v becomes %q, not %q", c.f, got, c.want)
		}
	}
}

// What follows from its double negation in Coq (Coq: stable).
func TestStable(t *testing.T) {
	is := logic.Holds(logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SBool}}))
	of := func(k logic.FormKind, a, b *logic.Form) *logic.Form { return &logic.Form{Kind: k, A: a, B: b} }
	all, some := of(logic.FAll, is, nil), of(logic.FEx, is, nil)
	for _, c := range []struct {
		f    *logic.Form
		want bool
	}{
		{is, true}, {all, true}, {some, false}, {logic.Not(some), true}, {of(logic.FAll, some, nil), false},
		{of(logic.FAnd, is, all), true}, {of(logic.FAnd, is, some), false}, {of(logic.FAnd, some, is), false},
		{of(logic.FOr, is, is), true}, {of(logic.FOr, is, all), true}, {of(logic.FOr, all, is), true}, {of(logic.FOr, all, all), false}, {of(logic.FOr, is, some), false}, {of(logic.FOr, some, is), false},
		{of(logic.FOr, logic.Not(all), all), false}, {of(logic.FImp, some, is), true}, {of(logic.FImp, is, some), false},
	} {
		if c.f.Stable() != c.want {
			t.Errorf("%v: %v", c.f, !c.want)
		}
	}
}

// A formula is below a number if all of its parts are.
func TestFormsAreBelow(t *testing.T) {
	low, high := logic.Holds(logic.V(logic.Var{N: 2})), logic.Holds(logic.V(logic.Var{N: 5}))
	for k := logic.FNot; k <= logic.FEx; k++ {
		parts := [][]*logic.Form{{high, nil}}
		if k == logic.FAnd || k == logic.FOr || k == logic.FImp {
			parts = [][]*logic.Form{{high, low}, {low, high}, {logic.Not(low), logic.Not(high)}, {logic.Implies(low, high), low}, {low, logic.Implies(low, high)}}
		}
		for _, p := range parts {
			if f := (&logic.Form{Kind: k, A: p[0], B: p[1]}); f.Below(5) || !f.Below(6) {
				t.Error(f)
			}
		}
	}
}
