package smt

import (
	"context"
	"testing"

	"rlv/semantics/term"
)

// Questions have one canonical form if they are the same up to the names of variables, and
// only then.
func TestCanonicalForms(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	a := func(name string) *term.Term { return term.Var(name, term.SortArray) }
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true, SMTLib: "f"})
	g := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true, SMTLib: "f"})
	x, y, z := v("x"), v("y"), v("z")
	read := func(a, i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }
	forall := func(x, body *term.Term) *term.Term { return term.Apply(term.Forall, x, body) }
	cases := []struct {
		one, two []*term.Term
		same     bool
	}{
		{[]*term.Term{term.Lt(x, y)}, []*term.Term{term.Lt(v("p"), v("q"))}, true},
		{[]*term.Term{term.Lt(x, y), term.Lt(y, z)}, []*term.Term{term.Lt(v("p"), v("q")), term.Lt(v("q"), v("r"))}, true},
		{[]*term.Term{term.Lt(x, y), term.Lt(y, z)}, []*term.Term{term.Lt(v("p"), v("q")), term.Lt(v("p"), v("r"))}, false},
		{[]*term.Term{term.Lt(x, y), term.Lt(y, x)}, []*term.Term{term.Lt(v("p"), v("q")), term.Lt(v("q"), v("r"))}, false},
		{[]*term.Term{term.Lt(x, y)}, []*term.Term{term.Le(x, y)}, false},
		{[]*term.Term{term.Lt(x, term.Int(3))}, []*term.Term{term.Lt(x, term.Int(4))}, false},
		{[]*term.Term{term.Lt(x, y)}, []*term.Term{term.Lt(x, y), term.Lt(x, y)}, false},
		{[]*term.Term{term.Eq(term.Apply(f, x), x)}, []*term.Term{term.Eq(term.Apply(f, y), y)}, true},
		{[]*term.Term{term.Eq(term.Apply(f, x), x)}, []*term.Term{term.Eq(term.Apply(g, x), x)}, false},
		{[]*term.Term{term.Lt(read(a("a"), x), y)}, []*term.Term{term.Lt(read(a("b"), v("i")), v("j"))}, true},
		{[]*term.Term{term.Lt(read(a("a"), x), read(a("b"), x))}, []*term.Term{term.Lt(read(a("a"), x), read(a("a"), y))}, false},
		{[]*term.Term{forall(x, term.Lt(x, y))}, []*term.Term{forall(z, term.Lt(z, v("p")))}, true},
		{[]*term.Term{forall(x, term.Lt(x, y))}, []*term.Term{forall(x, term.Lt(y, x))}, false},
		{[]*term.Term{term.Var("b", term.SortBool)}, []*term.Term{term.Var("c", term.SortBool)}, true},
	}
	p := newPath()
	form := func(conj []*term.Term) int32 {
		p.align(conj)
		return p.top().form
	}
	for _, c := range cases {
		one, two := form(c.one), form(c.two)
		if one == noForm || two == noForm || (one == two) != c.same {
			t.Errorf("%v and %v: one canonical form: %v, want %v", c.one, c.two, one == two, c.same)
		}
	}
}

// The answer to a question is that to another one of its form, if little effort
// is enough and the solver trusts the same.
func TestCanonicalFormsAreAnswered(t *testing.T) {
	s := newTest(t, Options{})
	x, y := term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	p, q := term.Var("p", term.SortInt), term.Var("q", term.SortInt)
	ctx := context.Background()
	// Not decided by syntax.
	first := []*term.Term{term.Lt(term.Apply(term.IntMul, x, y), term.Int(6)), term.Lt(term.Int(2), x), term.Lt(term.Int(2), y)}
	second := []*term.Term{term.Lt(term.Apply(term.IntMul, p, q), term.Int(6)), term.Lt(term.Int(2), p), term.Lt(term.Int(2), q)}
	if a := feasible(s, first); a.Result != Unsat || a.Cached {
		t.Fatalf("%+v", a)
	}
	if a := feasible(s, second); a.Result != Unsat || !a.Cached {
		t.Errorf("the form was not recognized: %+v", a)
	}
	if a := s.Check(ctx, Query{Assertions: second}); a.Cached && a.Result != Unsat {
		t.Errorf("%+v", a)
	}
}
