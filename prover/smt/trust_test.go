package smt

import (
	"context"
	"math/rand"
	"testing"
	"time"

	"rlv/semantics/term"
)

// A solver that is made to trust something else begins with nodes of their own, while
// its processes live on: no answer may be about what they were told before.
func TestTrustOnlyForgets(t *testing.T) {
	for _, e := range engines {
		if e.name == "cvc5" || e.name == "none" {
			continue // its processes take long to begin, or there are none
		}
		t.Run(e.name, func(t *testing.T) {
			needEngine(t, e)
			r := rand.New(rand.NewSource(11))
			kept, verdicts := newTest(t, Options{Engine: e.name, Timeout: 5 * time.Second}), map[Result]int{}
			for range 12 {
				conj := randomConjunction(r, 2+r.Intn(6))
				kept.TrustOnly(nil, nil)
				fresh := newTest(t, Options{Engine: e.name, Timeout: 5 * time.Second})
				a, b := kept.Check(context.Background(), Query{Assertions: conj}), fresh.Check(context.Background(), Query{Assertions: conj})
				fresh.Close()
				verdicts[a.Result]++
				if a.Result != b.Result && a.Result != Unknown && b.Result != Unknown {
					t.Fatalf("%v is %v for a solver that was asked before, %v for another one", term.And(conj...), a.Result, b.Result)
				}
				if a.Result == Sat {
					checkModel(t, conj, a)
				}
			}
			if verdicts[Sat] == 0 || verdicts[Unsat] == 0 || verdicts[Unknown] > 3 {
				t.Errorf("the answers say little: %v", verdicts)
			}
		})
	}
}

// Trusting one more lemma is as having it from the beginning.
func TestTrustAddsALemma(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	g := term.NewSymbol(term.Symbol{Name: "g", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	x := ivar("x")
	positive := func(f *term.Symbol) *term.Term { return all_(x, term.Lt(term.Int(0), term.Apply(f, x))) }
	asked := func(f *term.Symbol) []*term.Term { return []*term.Term{term.Lt(term.Apply(f, ivar("y")), term.Int(0))} }
	s := newTest(t, Options{Lemmas: []*term.Term{positive(f)}})
	expect(t, s, Unsat, asked(f)...)
	if a := expect(t, s, Sat, asked(g)...); !a.Approximate {
		t.Error("nothing is known of g")
	}
	s.Trust(positive(g))
	if a := expect(t, s, Unsat, asked(g)...); len(a.Lemmas) != 1 || a.Lemmas[0] != 1 {
		t.Errorf("rests on %v", a.Lemmas)
	}
	expect(t, s, Unsat, asked(f)...)
	s.TrustOnly(nil, nil)
	expect(t, s, Sat, asked(f)...)
}

// What a lemma says of all values under a condition is not known without the condition.
func TestLemmasUnderAConditionAreKeptUnderIt(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	x, p := ivar("x"), ivar("p")
	fact := term.Implies(term.Lt(term.Int(0), p), all_(x, term.Lt(term.Int(0), term.Apply(f, x))))
	negative, holds := term.Lt(term.Apply(f, ivar("y")), term.Int(0)), term.Lt(term.Int(3), p)
	for _, o := range []Options{{Lemmas: []*term.Term{fact}}, {Definitions: []*term.Term{fact}}} {
		s := newTest(t, o)
		expect(t, s, Sat, negative)
		expect(t, s, Sat, negative, term.Not(holds))
		expect(t, s, Unsat, negative, holds)
	}
}
