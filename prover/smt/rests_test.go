package smt

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// boundLemmas are facts about functions that nothing else says anything of, each
// of one of them or of two: f0(x) > x, f0(x) <= f1(x), f1(3) > 7, ..
func boundLemmas(r *rand.Rand, fs []*term.Symbol) []*term.Term {
	var out []*term.Term
	for range 6 {
		x := ivar("x")
		f, g := fs[r.IntN(len(fs))], fs[r.IntN(len(fs))]
		switch r.IntN(4) {
		case 0:
			out = append(out, term.Le(term.Int(int64(r.IntN(9))), term.Apply(f, term.Int(int64(r.IntN(4))))))
		case 1:
			out = append(out, all_(x, term.Lt(x, term.Apply(f, x))))
		case 2:
			out = append(out, all_(x, term.Le(term.Apply(f, x), term.Apply(g, succ(x)))))
		default:
			out = append(out, all_(x, term.Implies(term.Le(x, term.Int(2)), term.Lt(term.Apply(f, x), term.Int(10)))))
		}
	}
	return out
}

// What an Unsat does not name it does not rest on: with the lemmas that are named
// alone it is found again, and from the cache the same are named.
func TestLemmasThatAnAnswerRestsOn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	var fs []*term.Symbol
	for _, name := range []string{"f0", "f1", "f2"} {
		fs = append(fs, term.NewSymbol(term.Symbol{Name: name, Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true}))
	}
	with := func(lemmas []*term.Term) *Solver {
		s, err := New(Options{Lemmas: lemmas})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	unsat, fewer := 0, 0
	for range 60 {
		lemmas := boundLemmas(r, fs)
		s := with(lemmas)
		for range 4 {
			x := term.Apply(fs[r.IntN(3)], term.Int(int64(r.IntN(4))))
			query := []*term.Term{term.Le(x, term.Int(int64(r.IntN(7)-2)))}
			a := feasible(s, query)
			if a.Result != Unsat {
				continue
			}
			unsat++
			var named []*term.Term
			for _, i := range a.Lemmas {
				named = append(named, lemmas[i])
			}
			if len(named) < len(lemmas) {
				fewer++
			}
			alone := with(named)
			if b := alone.Check(context.Background(), Query{Assertions: query}); b.Result != Unsat {
				t.Errorf("%v: rests on %v of %v: with these alone it is %v", query, a.Lemmas, lemmas, b.Result)
			}
			alone.Close()
			if b := feasible(s, query); !b.Cached || !slices.Equal(a.Lemmas, b.Lemmas) {
				t.Errorf("%v: rests on %v, from the cache on %v", query, a.Lemmas, b.Lemmas)
			}
		}
		s.Close()
	}
	if unsat < 20 || fewer < 10 {
		t.Errorf("%d questions were refuted, %d of them with fewer lemmas: too few to say anything", unsat, fewer)
	}
}

// A prelude is named by the answers of the solvers that were given it.
func TestPreludeThatAnAnswerRestsOn(t *testing.T) {
	s, err := New(Options{Prelude: "(declare-fun lblp (Int) Int)\n(assert (forall ((x Int)) (> (lblp x) x)))"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := term.NewSymbol(term.Symbol{Name: "p", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true, SMTLib: "lblp"})
	x := ivar("x")
	a := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Le(term.Apply(p, x), x)}})
	if a.Result != Unsat || !a.Prelude {
		t.Errorf("%v, prelude %v", a.Result, a.Prelude)
	}
	a = s.Check(context.Background(), Query{Assertions: []*term.Term{term.Lt(x, term.Int(0)), term.Lt(term.Int(3), term.Apply(term.IntMul, x, term.Int(7)))}})
	if a.Result != Unsat || a.Prelude {
		t.Errorf("%v, prelude %v", a.Result, a.Prelude)
	}
}
