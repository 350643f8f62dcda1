package instantiate

import (
	"testing"

	"rlv/semantics/term"
)

// A lemma about places that only a predicate names is about those that are written between two
// arrays, and what the predicate means is said with it.
func TestWrittenPlaces(t *testing.T) {
	array := func(name string) *term.Term { return term.Var(name, term.SortArray) }
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortArray}, Result: term.SortInt, Class: term.Function, Total: true})
	p := term.NewSymbol(term.Symbol{Name: "p", Args: []term.Sort{term.SortArray, term.SortArray, term.SortInt}, Result: term.SortBool, Class: term.Function, Total: true})
	store := func(a *term.Term, i string) *term.Term { return term.Apply(term.ArrayStore, a, ivar(i), term.Int(0)) }
	equal := func(a, b *term.Term) *term.Term { return term.Eq(term.Apply(f, a), term.Apply(f, b)) }
	a, b, i := array("a"), array("b"), ivar("i")
	means := func(a, b, i *term.Term) *term.Term { return term.Eq(sel(a, i), sel(b, i)) }
	definition := forall(a, forall(b, forall(i, term.Apply(term.BoolEq, term.Apply(p, a, b, i), means(a, b, i)))))
	lemma := forall(a, forall(b, forall(i, term.Implies(term.Apply(p, a, b, i), equal(a, b)))))
	x, y := array("x"), array("y")
	once := store(x, "k")
	twice := store(once, "l")
	from := func(a *term.Term, begin string) *term.Term { return term.Apply(term.ArrayShift, a, ivar(begin)) }
	for _, tt := range []struct {
		from, to *term.Term
		places   int
	}{{x, once, 1}, {x, twice, 2}, {twice, once, 1}, {x, y, 0}, {x, x, 0}, {y, twice, 0}, {store(x, "m"), twice, 0},
		{from(x, "o"), from(once, "o"), 1}, {from(x, "o"), from(twice, "o"), 2}, {from(x, "o"), from(once, "j"), 0}, {x, from(once, "o"), 0}} {
		q := New([]*term.Term{definition}, []*term.Term{lemma}, 600).Question([]*term.Term{term.Not(equal(tt.from, tt.to))}, Facts{Definitions: true, Lemmas: true})
		q.Instantiate(1)
		pairs := 2 * tt.places // either array may be the first
		if n := q.Instances(); n != 2*pairs {
			t.Errorf("%v, %v: %d instances, want %d of the lemma and as many of the definition", tt.from, tt.to, n, pairs)
		}
	}
}
