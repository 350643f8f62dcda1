package smt

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// cored are questions that have no model, with what the solver trusts.
func cored() map[string]struct {
	lemmas, question []*term.Term
} {
	out := map[string]struct{ lemmas, question []*term.Term }{}
	for _, g := range arrayGoals() {
		out[g.name] = struct{ lemmas, question []*term.Term }{nil, append(slices.Clip(g.hypotheses), term.Not(g.goal))}
	}
	gcd := term.NewSymbol(term.Symbol{Name: "gcd", Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	of := func(a, b *term.Term) *term.Term { return term.App(gcd, a, b) }
	mod := func(a, b *term.Term) *term.Term { return term.Apply(term.IntTMod, a, b) }
	p, q, zero := term.Fresh("p", term.SortInt), term.Fresh("q", term.SortInt), term.Int(0)
	positive := term.And(term.Le(zero, p), term.Lt(zero, q))
	step := all_(p, all_(q, term.Implies(positive, term.Eq(of(p, q), of(q, mod(p, q))))))
	// As annotations give axioms: where what they say has a value.
	base := term.Implies(all_(q, term.Implies(term.Lt(zero, q), term.Not(term.Eq(q, zero)))), all_(p, term.Implies(term.Le(zero, p), term.Eq(of(p, zero), p))))
	a, b, x, y := ivar("a"), ivar("b"), ivar("x"), ivar("y")
	out["step"] = struct{ lemmas, question []*term.Term }{[]*term.Term{base, step}, []*term.Term{
		term.Le(zero, x), term.Lt(zero, y), term.Le(zero, a), term.Eq(of(a, b), of(x, y)), term.Not(term.Eq(of(a, b), of(y, mod(x, y))))}}
	out["base"] = struct{ lemmas, question []*term.Term }{[]*term.Term{step, base}, []*term.Term{
		term.Le(zero, x), term.Le(zero, b), term.Eq(y, zero), term.Lt(x, of(x, y))}}
	out["equation"] = struct{ lemmas, question []*term.Term }{nil, []*term.Term{
		term.Eq(a, succ(b)), all_(q, term.Lt(sel(avar("v"), succ(q)), sel(avar("v"), q))), term.Le(sel(avar("v"), b), sel(avar("v"), a)), term.Lt(x, y)}}
	return out
}

// A core is refuted by another solver that sees no quantifier, nothing can be left out of
// it, and what its uses add is so whatever else holds.
func TestCores(t *testing.T) {
	ctx := context.Background()
	other, err := New(Options{Engine: "z3"})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for name, c := range cored() {
		t.Run(name, func(t *testing.T) {
			s, err := New(Options{Lemmas: c.lemmas})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			// Some of it has nothing to do with it.
			question := append(slices.Clone(c.question), term.Lt(ivar("far"), ivar("away")))
			core := s.Core(ctx, Query{Assertions: question})
			if core == nil {
				t.Fatal("no core")
			}
			var conj []*term.Term
			for _, q := range question {
				conj = term.Conjuncts(conj, q)
			}
			for _, a := range core.Assertions {
				if !slices.ContainsFunc(conj, func(q *term.Term) bool { return term.Equal(q, a) }) {
					t.Errorf("%v is not asserted", a)
				}
			}
			for _, f := range core.Facts {
				if f.Lemma < 0 || !term.Equal(c.lemmas[f.Lemma], f.Formula) {
					t.Errorf("%v is not trusted", f)
				}
			}
			formulas := core.Formulas()
			if a := other.Check(ctx, Query{Assertions: Hide(formulas)}); a.Result != Unsat {
				t.Errorf("%v is not refuted: %v %s", formulas, a.Result, a.Reason)
			}
			for i := range formulas {
				less := slices.Delete(slices.Clone(formulas), i, i+1)
				if a := other.Check(ctx, Query{Assertions: Hide(less)}); a.Result == Unsat {
					t.Errorf("without %v the core is refuted as well", formulas[i])
				}
			}
			made := map[string]bool{}
			for _, u := range core.Uses {
				if u.Witness {
					w := fmt.Sprint(u.Values)
					if made[w] || slices.ContainsFunc(conj, func(q *term.Term) bool { return term.Occurs(u.Values[0].Variable(), q) }) {
						t.Errorf("the witness %s is not new", w)
					}
					made[w] = true
				} else if a := other.Valid(ctx, nil, u.Implication()); a.Result != Unsat {
					t.Errorf("%v does not follow from %v: %v", u.Result, u.Formula, a.Reason)
				}
			}
		})
	}
}

// What has a model has no core.
func TestNoCore(t *testing.T) {
	ctx := context.Background()
	for name, c := range cored() {
		s, err := New(Options{Lemmas: c.lemmas})
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.question {
			less := slices.Delete(slices.Clone(c.question), i, i+1)
			if s.Check(ctx, Query{Assertions: less}).Result != Sat {
				continue
			}
			if core := s.Core(ctx, Query{Assertions: less}); core != nil {
				t.Errorf("%s without %v has the core %v", name, c.question[i], core.Formulas())
			}
		}
		s.Close()
	}
	s, err := New(Options{Engine: "none"})
	if err != nil {
		t.Fatal(err)
	}
	if core := s.Core(ctx, Query{Assertions: []*term.Term{term.False}}); core != nil {
		t.Error("a core is found without a solver")
	}
}
