package instantiate

import (
	"slices"
	"testing"

	"rlv/semantics/term"
)

// What has to do with a question are the facts about functions that it reaches, and those about none; what
// has not brings nothing into it, though it speaks of sums as the question does.
func TestFactsThatHaveToDoWithAQuestion(t *testing.T) {
	function := func(name string) func(*term.Term) *term.Term {
		f := &term.Symbol{Name: name, Class: term.Function, Args: []term.Sort{term.SortInt}, Result: term.SortInt}
		return func(a *term.Term) *term.Term { return term.Apply(f, a) }
	}
	f, g, h, k := function("f"), function("g"), function("h"), function("k")
	x := term.Var("X", term.SortInt)
	y := term.Var("Y", term.SortInt)
	one, two := term.Int(1), term.Int(2)
	definitions := []*term.Term{
		forall(x, term.Eq(f(x), term.Add(g(x), one))), // f by g
		forall(x, term.Eq(h(x), term.Add(k(x), two))), // h by k
	}
	lemmas := []*term.Term{
		forall(x, term.Le(one, g(x))),                 // about g
		forall(x, term.Le(term.Add(x, one), k(x))),    // about k
		forall(x, term.Le(x, term.Int(9))),            // about nothing but numbers
		forall(x, term.Le(g(x), h(term.Add(x, one)))), // from g to h
	}
	for _, tt := range []struct {
		name          string
		definitions   []*term.Term
		lemmas        []*term.Term
		asked         *term.Term
		defined, said []int
	}{
		{"f leads to g", definitions, lemmas[:3], f(one), []int{0}, []int{0, 2}},
		{"g has its definition's facts", definitions, lemmas[:3], g(one), []int{0}, []int{0, 2}},
		{"h leads to k", definitions, lemmas[:3], h(one), []int{1}, []int{1, 2}},
		{"numbers lead to nothing", definitions, lemmas[:3], term.Add(one, y), nil, []int{2}},
		{"products lead to what is about them", nil, []*term.Term{forall(x, term.Le(one, term.Apply(term.IntMul, x, x)))}, term.Apply(term.IntMul, y, x), nil, []int{0}},
		{"remainders lead to what is about them alone", nil, []*term.Term{
			forall(x, term.Le(one, term.Apply(term.IntTMod, x, two))), forall(x, term.Le(term.Apply(term.IntTMod, x, two), g(x)))}, term.Apply(term.IntTMod, y, two), nil, []int{0}},
		{"quotients are like remainders", nil, []*term.Term{forall(x, term.Le(one, term.Apply(term.IntTMod, x, two)))}, term.Apply(term.IntTDiv, y, two), nil, []int{0}},
		{"what is linear leads to no products", nil, []*term.Term{forall(x, term.Le(one, term.Apply(term.IntMul, x, x)))}, term.Apply(term.IntMul, y, two), nil, nil},
		{"a lemma leads from g to h, and that to k", definitions, lemmas, f(one), []int{0, 1}, []int{0, 1, 2, 3}},
	} {
		gr := New(tt.definitions, tt.lemmas, 100)
		conj := []*term.Term{term.Lt(tt.asked, one)}
		r := gr.Relevance(conj)
		if !slices.Equal(r.Definitions, tt.defined) || !slices.Equal(r.Lemmas, tt.said) {
			t.Errorf("%s: %v and %v, want %v and %v", tt.name, r.Definitions, r.Lemmas, tt.defined, tt.said)
		}
		if q := gr.Question(conj, Facts{Definitions: true, Lemmas: true}); len(q.active) != len(tt.defined)+len(tt.said) {
			t.Errorf("%s: %d facts are active", tt.name, len(q.active))
		}
	}
	// A lemma that is trusted later counts for what was asked before.
	gr := New(nil, nil, 100)
	conj := []*term.Term{term.Lt(g(one), one)}
	if r := gr.Relevance(conj); len(r.Lemmas) > 0 {
		t.Errorf("there are no lemmas: %v", r)
	}
	gr.Trust(lemmas[0])
	if r := gr.Relevance(conj); len(r.Lemmas) != 1 {
		t.Errorf("a lemma that was trusted later: %v", r)
	}
	// Whether facts contradict each other is asked of all of them.
	gr = New(definitions, lemmas, 100)
	gr.All = true
	if r := gr.Relevance(nil); len(r.Definitions) != len(definitions) || len(r.Lemmas) != len(lemmas) {
		t.Errorf("all facts: %v", r)
	}
	gr.All = false
	if r := gr.Relevance(nil); len(r.Definitions) != 0 || len(r.Lemmas) != 1 {
		t.Errorf("all facts are asked of again: %v", r)
	}
}

// Lemmas about operators alone are far where they have one that neither the question has nor what it reaches without them. The
// laws of remainders have nothing to do with remainders by numbers, but where there are products.
func TestLemmasThatAreFar(t *testing.T) {
	times, mod := func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }, func(x, y *term.Term) *term.Term { return term.Apply(term.IntTMod, x, y) }
	x, y, a, b, two := ivar("X"), ivar("Y"), ivar("a"), ivar("b"), term.Int(2)
	f := term.NewSymbol(term.Symbol{Name: "f", Class: term.Function, Args: []term.Sort{term.SortInt}, Result: term.SortInt})
	zero := func(t *term.Term) *term.Term { return forall(x, forall(y, term.Eq(t, term.Int(0)))) }
	lemmas := []*term.Term{
		zero(times(x, y)),
		zero(mod(x, y)),
		zero(mod(times(x, y), y)),
		zero(mod(x, two)),
		zero(term.Add(term.Apply(f, x), mod(times(x, y), y))),
	}
	for _, tt := range []struct {
		name      string
		asked     *term.Term
		said, far []int
	}{
		{"products", times(a, b), []int{0, 1, 2, 3}, []int{1, 2, 3}},
		{"remainders", mod(a, b), []int{0, 1, 2, 3}, []int{0, 2}},
		{"both", mod(times(a, b), b), []int{0, 1, 2, 3}, nil},
		{"remainders by numbers", mod(a, two), []int{3}, nil},
		{"products and remainders by numbers", mod(times(a, b), two), []int{0, 1, 2, 3}, nil},
		{"a function about both", term.Apply(f, a), []int{0, 1, 2, 3, 4}, nil},
	} {
		g, conj := New(nil, lemmas, 100), []*term.Term{term.Lt(tt.asked, a)}
		if r := g.Relevance(conj); !slices.Equal(r.Lemmas, tt.said) || !slices.Equal(r.Far, tt.far) {
			t.Errorf("%s: %v, of which %v are far; want %v and %v", tt.name, r.Lemmas, r.Far, tt.said, tt.far)
		}
		if q := g.Question(conj, Facts{Lemmas: true, Near: true}); len(q.active) != len(tt.said)-len(tt.far) {
			t.Errorf("%s: %d lemmas are active that are near", tt.name, len(q.active))
		}
	}
}
