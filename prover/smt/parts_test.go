package smt

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/parted"
	"rlv/semantics/term"
)

// A question holds for values where one of its parts does, and for no others.
func TestPartsSayTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := ivar("x"), ivar("y")
	odd := predicate("odd", term.SortInt, term.SortInt)
	body := func(a, b *term.Term) *term.Term {
		return term.And(term.Lt(a, b), term.Not(term.Eq(term.Apply(term.IntTMod, a, term.Int(2)), term.Int(0))))
	}
	d := parted.Definitions{all_(x, all_(y, term.Eq(term.Apply(odd, x, y), body(x, y))))}
	var meant func(t *term.Term) *term.Term // with the predicate's definition in its place
	meant = func(t *term.Term) *term.Term {
		if t.Is(odd) {
			return body(t.Arg(0), t.Arg(1))
		}
		return term.MapChildren(t, meant)
	}
	var formula func(depth int) *term.Term
	formula = func(depth int) *term.Term {
		if depth == 0 && r.IntN(3) == 0 {
			return term.Apply(odd, []*term.Term{x, y, term.Add(x, y)}[r.IntN(3)], y)
		}
		if depth == 0 {
			return term.Eq(term.Apply(term.IntTMod, []*term.Term{x, y, term.Add(x, y)}[r.IntN(3)], term.Int(int64(2+r.IntN(3)))), term.Int(int64(r.IntN(2))))
		}
		a, b := formula(depth-1), formula(depth-1)
		return []func() *term.Term{
			func() *term.Term { return term.And(a, b) },
			func() *term.Term { return term.Or(a, b) },
			func() *term.Term { return term.Implies(a, b) },
			func() *term.Term { return term.Apply(term.BoolEq, a, b) },
			func() *term.Term { return term.Not(a) },
		}[r.IntN(5)]()
	}
	split := 0
	for range 3000 {
		conj := []*term.Term{formula(1), term.Not(formula(3)), formula(2)}
		all := d.Parts(conj, r.IntN(2) == 0)
		if all == nil {
			continue
		}
		split++
		for n := range 49 {
			values := term.Substitution{x.Variable(): term.Int(int64(n%7 - 3)), y.Variable(): term.Int(int64(n/7 - 3))}
			some := term.False
			for _, p := range all {
				some = term.Or(some, values.Apply(meant(term.And(p...))))
			}
			if want := values.Apply(meant(term.And(conj...))); some != want {
				t.Fatalf("%s is %s for %v, and its parts are %s", term.And(conj...), want, values, some)
			}
		}
	}
	if split < 300 {
		t.Errorf("%d questions have parts", split)
	}
}

// An equivalence is shown in each direction, also where the instances for both would be too many, and a conclusion
// with something quantified in it conjunct by conjunct.
func TestGoalsAreShownPartByPart(t *testing.T) {
	a, b, m, n, d, k, zero := ivar("a"), ivar("b"), ivar("m"), ivar("n"), ivar("d"), ivar("k"), term.Int(0)
	rest := func(x, y *term.Term) *term.Term { return term.Apply(term.IntTMod, x, y) }
	forall := func(v, f *term.Term) *term.Term { return term.Apply(term.Forall, v, f) }
	iff := func(a, b *term.Term) *term.Term { return term.Apply(term.BoolEq, a, b) }
	natural := term.And(term.Lt(zero, m), term.Le(zero, a), term.Le(zero, b))
	positive := term.And(term.Lt(zero, d), term.Le(zero, n))
	multiple := term.Apply(term.Exists, k, term.Eq(n, mul(k, d)))
	for name, q := range map[string]struct {
		right, wrong *term.Term
	}{
		"congruence": {
			forall(a, forall(b, forall(m, term.Implies(natural, iff(term.Eq(rest(a, m), rest(b, m)), term.Eq(rest(term.Sub(a, b), m), zero)))))),
			forall(a, forall(b, forall(m, term.Implies(natural, iff(term.Eq(rest(a, m), rest(b, m)), term.Eq(rest(term.Add(a, b), m), zero)))))),
		},
		"divisor": {
			forall(n, forall(d, term.Implies(positive, iff(term.Eq(rest(n, d), zero), multiple)))),
			forall(n, forall(d, term.Implies(positive, iff(term.Eq(rest(n, d), term.Int(1)), multiple)))),
		},
	} {
		s := newTest(t, Options{})
		if v := s.Valid(context.Background(), nil, q.right); v.Result != Unsat {
			t.Errorf("%s: %v (%s)", name, v.Result, v.Reason)
		}
		if c := s.Counters(); c.Full > 0 {
			t.Errorf("%s: %d questions to backends that take quantifiers", name, c.Full)
		}
		if v := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Not(q.wrong)}, Effort: Steady}); v.Result == Unsat {
			t.Errorf("%s: what is wrong is shown", name)
		}
	}
}

// A predicate is shown by what defines it, conjunct by conjunct, and refuted by one of few numbers.
func TestPredicatesAreShownPartByPart(t *testing.T) {
	n, r, d := ivar("n"), ivar("r"), ivar("d")
	prime := predicate("prime", term.SortInt)
	none := func(n, end *term.Term) *term.Term {
		rest := term.Apply(term.IntTMod, n, d)
		return all_(d, term.Implies(term.And(term.Lt(term.Int(1), d), term.Lt(d, end)), term.Not(term.Eq(rest, term.Int(0)))))
	}
	is := func(n int64) *term.Term { return term.Apply(prime, term.Int(n)) }
	definition := all_(n, term.Eq(term.Apply(prime, n), term.And(term.Lt(term.Int(1), n), none(n, n))))
	root := func(n, square *term.Term) *term.Term {
		return term.Implies(term.And(term.Lt(term.Int(1), n), term.Lt(term.Int(0), r), term.Lt(n, square), none(n, r)), term.Apply(prime, n))
	}
	for name, q := range map[string]struct{ right, wrong *term.Term }{
		"root":   {root(n, mul(r, r)), root(n, term.Add(mul(r, r), term.Int(1)))},
		"few":    {term.And(is(2), is(7), term.Not(is(9))), term.And(is(2), is(9), term.Not(is(7)))},
		"nested": {term.And(term.Or(is(13), term.Lt(r, n)), term.Not(is(1))), term.And(term.Or(is(15), term.Lt(r, n)), term.Not(is(1)))},
	} {
		s := newTest(t, Options{Definitions: []*term.Term{definition}})
		asks := func(goal *term.Term) Answer {
			return s.Check(context.Background(), Query{Assertions: []*term.Term{term.Not(goal)}, Effort: Steady, Alone: true})
		}
		if a := asks(q.right); a.Result != Unsat || a.Time > time.Second {
			t.Errorf("%s: %v in %v", name, a.Result, a.Time)
		}
		if a := asks(q.wrong); a.Result == Unsat {
			t.Errorf("%s: what is wrong is shown", name)
		}
	}
}

func predicate(name string, args ...term.Sort) *term.Symbol {
	return term.NewSymbol(term.Symbol{Name: name, Args: args, Result: term.SortBool, Class: term.Function, Total: true, SMTLib: name})
}

// Exposed conjuncts say what they said before, of whatever predicates are asked, and the solver finds an
// example that only a definition says something of.
func TestExposedSaysTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x, y, k := ivar("x"), ivar("y"), ivar("k")
	odd, even := predicate("odd", term.SortInt), predicate("even", term.SortInt)
	isOdd := func(a *term.Term) *term.Term { return term.Eq(term.Apply(term.IntTMod, a, term.Int(2)), term.Int(1)) }
	d := parted.Definitions{all_(x, term.Eq(term.Apply(odd, x), isOdd(x))), all_(x, term.Eq(term.Apply(even, x), term.Not(term.Or(isOdd(x), term.Lt(x, term.Int(0))))))}
	var meant func(t *term.Term) *term.Term
	meant = func(t *term.Term) *term.Term {
		switch {
		case t.Is(odd):
			return isOdd(t.Arg(0))
		case t.Is(even):
			return term.Not(term.Or(isOdd(t.Arg(0)), term.Lt(t.Arg(0), term.Int(0))))
		}
		return term.MapChildren(t, meant)
	}
	asks := func(of *term.Term) *term.Term { return term.Apply([]*term.Symbol{odd, even}[r.IntN(2)], of) }
	has := func(all []*term.Term, f *term.Term) bool {
		return slices.ContainsFunc(all, func(g *term.Term) bool { return term.Equal(f, g) })
	}
	exposed := 0
	for range 2000 {
		var conj []*term.Term
		for range 1 + r.IntN(4) {
			c := []*term.Term{asks(x), term.Not(asks(y)), all_(k, term.Implies(term.Lt(k, x), asks(k))), term.Apply(term.Exists, k, term.And(asks(k), asks(y))),
				term.Not(term.Apply(term.Exists, k, term.And(term.Lt(y, k), asks(term.Add(k, x))))), term.Lt(x, y)}[r.IntN(6)]
			conj = term.Conjuncts(conj, c)
		}
		var lemmas []*term.Term
		if r.IntN(3) == 0 {
			lemmas = append(lemmas, all_(k, asks(k)))
		}
		out := d.Exposed(conj, lemmas)
		if out == nil {
			continue
		}
		exposed++
		var before, after []*term.Term
		for _, c := range conj {
			before = term.Conjuncts(before, meant(c))
		}
		for _, c := range out {
			after = term.Conjuncts(after, meant(c))
		}
		for _, c := range after {
			if !has(before, c) {
				t.Fatalf("%s does not follow from %s", c, term.And(conj...))
			}
		}
		for _, c := range before {
			if !has(after, c) {
				t.Fatalf("%s is lost: %s", c, term.And(out...))
			}
		}
	}
	if exposed < 300 {
		t.Errorf("%d questions are exposed", exposed)
	}

	// What is bound where a predicate is asked is not what its definition binds: x < y, for all y and some x.
	below := predicate("below", term.SortInt)
	bound := parted.Definitions{all_(x, term.Eq(term.Apply(below, x), all_(y, term.Lt(x, y))))}
	if out := bound.Exposed([]*term.Term{term.Apply(term.Exists, y, term.Apply(below, y))}, nil); out != nil {
		t.Errorf("%v: y is another one", out)
	}

	// What a goal says for all values is said of constants where it is refuted, what it looks for is not.
	for f, want := range map[*term.Term]bool{
		term.Not(all_(x, term.Implies(term.Apply(odd, x), term.Apply(even, x)))):                                 false,
		term.Apply(term.Exists, x, term.Apply(odd, x)):                                                           false,
		term.Not(term.Apply(term.Exists, x, term.Apply(odd, x))):                                                 true,
		term.Not(all_(x, term.Implies(all_(y, term.Apply(odd, y)), term.Lt(x, term.Int(0))))):                    true,
		term.Not(all_(x, term.Implies(term.Apply(term.Exists, y, term.Apply(odd, y)), term.Lt(x, term.Int(0))))): false,
	} {
		if out := d.Exposed([]*term.Term{f}, nil); (out != nil) != want {
			t.Errorf("%s is exposed: %v", f, out)
		}
	}

	a, n, i, m := term.Var("a", term.SortArray), ivar("n"), ivar("i"), ivar("m")
	least := predicate("least", term.SortArray, term.SortInt, term.SortInt)
	at := func(i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }
	within := func(v, low *term.Term) *term.Term { return term.And(term.Le(low, v), term.Lt(v, n)) }
	all := func(k, low *term.Term) *term.Term {
		return all_(i, term.Implies(within(i, low), term.Le(at(k), at(i))))
	}
	definition := all_(a, all_(k, all_(n, term.Eq(term.Apply(least, a, k, n), all(k, term.Int(0))))))
	s := newTest(t, Options{Definitions: []*term.Term{definition}})
	for low, want := range []Result{Unsat, Sat} {
		goal := term.Apply(term.Exists, k, term.And(within(k, term.Int(int64(low))), term.Apply(least, a, k, n)))
		is := s.Check(context.Background(), Query{Assertions: []*term.Term{within(m, term.Int(0)), all(m, term.Int(0)), term.Not(goal)}})
		if is.Result == Unsat != (want == Unsat) || is.Time > 2*time.Second && want == Unsat {
			t.Errorf("the least from %d: %v in %v", low, is.Result, is.Time)
		}
	}
}
