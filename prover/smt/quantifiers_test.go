package smt

import (
	"context"
	"testing"
	"time"

	"rlv/semantics/term"
)

// forall is a quantifier over an integer in a range; f gets the variable.
func forall(lo, hi *term.Term, f func(u *term.Term) *term.Term) *term.Term {
	u := term.Fresh("u", term.SortInt)
	return all_(u, term.Implies(between(lo, u, hi), f(u)))
}

func exists(lo, hi *term.Term, f func(u *term.Term) *term.Term) *term.Term {
	u := term.Fresh("v", term.SortInt)
	return some(u, term.And(between(lo, u, hi), f(u)))
}

func sortedUpTo(a, lo, hi *term.Term) *term.Term {
	return forall(lo, hi, func(i *term.Term) *term.Term {
		return forall(i, hi, func(j *term.Term) *term.Term { return term.Le(sel(a, i), sel(a, j)) })
	})
}

type implication struct {
	name       string
	hypotheses []*term.Term
	goal       *term.Term
}

func pred(t *term.Term) *term.Term { return term.Sub(t, term.Int(1)) }
func succ(t *term.Term) *term.Term { return term.Add(t, term.Int(1)) }

// arrayGoals are valid obligations of the kind that loops over arrays give.
func arrayGoals() []implication {
	a, b := avar("a"), avar("b")
	i, n, m, x, k, v := ivar("i"), ivar("n"), ivar("m"), ivar("x"), ivar("k"), ivar("v")
	zero := term.Int(0)
	filled := func(a, hi *term.Term) *term.Term {
		return forall(zero, pred(hi), func(u *term.Term) *term.Term { return term.Eq(sel(a, u), v) })
	}
	maximal := func(hi, m *term.Term) *term.Term {
		return forall(zero, pred(hi), func(u *term.Term) *term.Term { return term.Le(sel(a, u), m) })
	}
	absent := func(lo, hi *term.Term) *term.Term {
		return forall(lo, pred(hi), func(u *term.Term) *term.Term { return term.Not(term.Eq(sel(a, u), x)) })
	}
	attained := func(hi *term.Term) *term.Term {
		return exists(zero, pred(hi), func(u *term.Term) *term.Term { return term.Eq(sel(a, u), m) })
	}
	copied := func(hi *term.Term) *term.Term {
		return forall(zero, pred(hi), func(u *term.Term) *term.Term { return term.Eq(sel(a, u), sel(b, u)) })
	}
	inside := between(zero, i, pred(n))
	return []implication{
		{"fill keeps", []*term.Term{filled(a, i), inside}, filled(sto(a, i, v), succ(i))},
		{"fill ends", []*term.Term{filled(a, i), term.Le(n, i)}, filled(a, n)},
		{"max keeps, smaller", []*term.Term{maximal(i, m), term.Le(sel(a, i), m), inside}, maximal(succ(i), m)},
		{"max keeps, larger", []*term.Term{maximal(i, m), term.Lt(m, sel(a, i)), inside}, maximal(succ(i), sel(a, i))},
		{"max attained", []*term.Term{attained(i), inside}, attained(succ(i))},
		{"max attained, new", []*term.Term{term.Eq(m, sel(a, i)), inside}, attained(succ(i))},
		{"search keeps", []*term.Term{absent(zero, i), term.Not(term.Eq(sel(a, i), x)), inside}, absent(zero, succ(i))},
		{"search fails", []*term.Term{absent(zero, i), term.Le(n, i)}, term.Not(exists(zero, pred(n), func(u *term.Term) *term.Term { return term.Eq(sel(a, u), x) }))},
		{"binary search, right", []*term.Term{sortedUpTo(a, zero, pred(n)), between(zero, k, pred(n)), term.Lt(sel(a, k), x)}, absent(zero, succ(k))},
		{"binary search, left", []*term.Term{sortedUpTo(a, zero, pred(n)), between(zero, k, pred(n)), term.Lt(x, sel(a, k))}, absent(k, n)},
		{"copy keeps", []*term.Term{copied(i), inside}, forall(zero, i, func(u *term.Term) *term.Term { return term.Eq(sel(sto(a, i, sel(b, i)), u), sel(b, u)) })},
		{"sorted by neighbours", []*term.Term{sortedUpTo(a, zero, pred(i)), term.Lt(zero, i), term.Le(sel(a, pred(i)), sel(a, i))}, sortedUpTo(a, zero, i)},
		{"swap of equals", []*term.Term{term.Eq(b, sto(sto(a, i, sel(a, k)), k, sel(a, i))), filled(a, n), between(zero, i, pred(n)), between(zero, k, pred(n))}, filled(b, n)},
		{"shift", []*term.Term{forall(term.Int(1), n, func(u *term.Term) *term.Term { return term.Eq(sel(b, pred(u)), sel(a, u)) }), between(zero, k, pred(n))}, term.Eq(sel(b, k), sel(a, succ(k)))},
		{"reverse", []*term.Term{forall(zero, pred(n), func(u *term.Term) *term.Term { return term.Eq(sel(b, term.Sub(pred(n), u)), sel(a, u)) }), between(zero, k, pred(n))}, term.Eq(sel(b, k), sel(a, term.Sub(pred(n), k)))},
		{"partition", []*term.Term{
			forall(zero, pred(i), func(u *term.Term) *term.Term { return term.Lt(sel(a, u), x) }),
			forall(i, pred(n), func(u *term.Term) *term.Term { return term.Le(x, sel(a, u)) }),
		}, forall(zero, pred(i), func(u *term.Term) *term.Term {
			return forall(i, pred(n), func(w *term.Term) *term.Term { return term.Lt(sel(a, u), sel(a, w)) })
		})},
	}
}

func TestArrayGoals(t *testing.T) {
	s := newTest(t, Options{Timeout: 3 * time.Second})
	for _, g := range arrayGoals() {
		t.Run(g.name, func(t *testing.T) {
			a := s.Valid(context.Background(), g.hypotheses, g.goal)
			if a.Result != Unsat {
				t.Errorf("got %v (%s) by %s, %d instances", a.Result, a.Reason, a.By, a.Instances)
			}
			t.Logf("%v by %s, %d instances", a.Time.Round(10*time.Microsecond), a.By, a.Instances)
		})
	}
	if n := s.Counters().Full; n > 0 {
		t.Errorf("%d questions needed a solver with quantifiers", n)
	}
}

// The same goals through SMT-LIB text with their quantifiers.
func TestArrayGoalsByText(t *testing.T) {
	needCommand(t, "z3")
	s := newTest(t, Options{Engine: "z3-process", Timeout: 3 * time.Second})
	for _, g := range arrayGoals() {
		conj := append(g.hypotheses, term.Not(g.goal))
		out := s.askFull(context.Background(), conj, nil, Thorough, time.Now().Add(3*time.Second))
		if out.Result != Unsat {
			t.Errorf("%s: got %v (%s)", g.name, out.Result, out.Reason)
		}
	}
}

// Each hypothesis is needed, or one of the range's ends is moved: the goal is
// no longer valid, and must not be proved.
func TestWrongArrayGoals(t *testing.T) {
	a, i, n, v := avar("a"), ivar("i"), ivar("n"), ivar("v")
	zero := term.Int(0)
	filled := func(a, lo, hi *term.Term) *term.Term {
		return forall(lo, hi, func(u *term.Term) *term.Term { return term.Eq(sel(a, u), v) })
	}
	wrong := []implication{
		{"one too far", []*term.Term{filled(a, zero, pred(i))}, filled(a, zero, i)},
		{"wrong place", []*term.Term{filled(a, zero, pred(i)), term.Lt(zero, i)}, filled(sto(a, pred(i), term.Int(5)), zero, pred(i))},
		{"nothing known", nil, filled(a, zero, n)},
		{"exists of nothing", []*term.Term{filled(a, zero, n)}, exists(zero, n, func(u *term.Term) *term.Term { return term.Eq(sel(a, u), v) })},
		{"neighbours only", []*term.Term{sortedUpTo(a, zero, pred(i))}, sortedUpTo(a, zero, i)},
		{"exists forall", []*term.Term{all_(ivar("q1"), some(ivar("q2"), term.Lt(ivar("q1"), ivar("q2"))))},
			some(ivar("q3"), all_(ivar("q4"), term.Lt(ivar("q4"), ivar("q3"))))},
	}
	for _, name := range []string{"auto", "z3-process"} {
		s := newTest(t, Options{Engine: name, Timeout: 400 * time.Millisecond})
		for _, g := range wrong {
			if a := s.Valid(context.Background(), g.hypotheses, g.goal); a.Result == Unsat {
				t.Errorf("%s: proved by %s", g.name, a.By)
			} else if a.Result == Sat {
				t.Logf("%s: sat by %s, approximate %v, %v", g.name, a.By, a.Approximate, a.Model)
			}
		}
	}
}

// Polarities: a quantifier under an equivalence, an implication, a negation.
func TestQuantifiersInside(t *testing.T) {
	a, x, n := avar("a"), ivar("x"), ivar("n")
	p := term.Var("p", term.SortBool)
	zero := term.Int(0)
	all := forall(zero, pred(n), func(u *term.Term) *term.Term { return term.Lt(sel(a, u), x) })
	one := exists(zero, pred(n), func(u *term.Term) *term.Term { return term.Le(x, sel(a, u)) })
	bad := term.And(between(zero, ivar("k"), pred(n)), term.Le(x, sel(a, ivar("k"))))
	s := newTest(t, Options{Timeout: 2 * time.Second})
	expect(t, s, Unsat, term.Apply(term.BoolEq, p, all), p, bad)
	expect(t, s, Unsat, term.Apply(term.BoolEq, all, one))
	expect(t, s, Unsat, term.Or(term.And(p, all), term.And(term.Not(p), all)), bad)
	expect(t, s, Unsat, term.Implies(p, all), p, bad)
	expect(t, s, Unsat, term.Not(term.Implies(all, term.Not(one))))
	expect(t, s, Unsat, term.Eq(term.Ite(all, x, n), x), bad, term.Lt(n, x), term.Lt(x, n))
	// The truth value of the condition is not settled by what is said.
	if r := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Eq(term.Ite(all, x, n), n), term.Lt(n, x)}}); r.Result == Unsat {
		t.Error("a condition with a quantifier was decided out of nothing")
	}
	if r := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Or(all, one), bad}}); r.Result == Unsat {
		t.Error("a disjunction was taken for a conjunction")
	}
	if r := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Apply(term.BoolEq, p, all), term.Not(p)}}); r.Result == Unsat {
		t.Error("an equivalence was taken for a fact")
	}
}

// An instance must not capture the variable of an inner quantifier.
func TestNoCapture(t *testing.T) {
	a := avar("a")
	u, w := term.Fresh("u", term.SortInt), term.Fresh("w", term.SortInt)
	// For all u there is w = u + 1 with u < w: the bound w - 1 of u is no term
	// that u may be replaced by.
	f := all_(u, some(w, term.And(term.Lt(u, w), term.Eq(sel(a, u), sel(a, w)))))
	for _, name := range []string{"auto", "z3-process"} {
		s := newTest(t, Options{Engine: name, Timeout: 300 * time.Millisecond})
		if r := s.Check(context.Background(), Query{Assertions: []*term.Term{f, term.Lt(sel(a, term.Int(0)), sel(a, term.Int(1)))}}); r.Result == Unsat {
			t.Errorf("%s: a satisfiable question was refuted", name)
		}
	}
}

func gcdSymbol() *term.Symbol {
	return term.NewSymbol(term.Symbol{Name: "gcd", Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt, Class: term.Function, SMTLib: "gcd"})
}

func TestLemmas(t *testing.T) {
	gcd := gcdSymbol()
	g := func(x, y *term.Term) *term.Term { return term.Apply(gcd, x, y) }
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	zero := term.Int(0)
	lemmas := []*term.Term{
		all_(x, all_(y, term.Implies(term.Lt(zero, y), term.Eq(g(x, y), g(y, term.Apply(term.IntTMod, x, y)))))),
		all_(x, term.Implies(term.Le(zero, x), term.Eq(g(x, zero), x))),
	}
	a, b, r, c := ivar("a"), ivar("b"), ivar("r"), ivar("c")
	step := []*term.Term{term.Lt(zero, b), term.Eq(r, term.Apply(term.IntTMod, a, b)), term.Eq(g(a, b), c)}
	s := newTest(t, Options{Lemmas: lemmas, Timeout: 2 * time.Second})
	ctx := context.Background()
	for _, goal := range []implication{
		{"step", step, term.Eq(g(b, r), c)},
		{"end", []*term.Term{term.Eq(b, zero), term.Le(zero, a), term.Eq(g(a, b), c)}, term.Eq(a, c)},
		{"numbers", nil, term.Eq(g(term.Int(12), term.Int(18)), term.Int(6))},
	} {
		if v := s.Valid(ctx, goal.hypotheses, goal.goal); v.Result != Unsat {
			t.Errorf("%s: %v (%s) by %s, %d instances", goal.name, v.Result, v.Reason, v.By, v.Instances)
		}
	}
	if v := s.Valid(ctx, step, term.Eq(g(a, r), c)); v.Result == Unsat {
		t.Error("a wrong goal was proved")
	}
	if v := s.Valid(ctx, []*term.Term{term.Eq(g(a, b), c)}, term.Lt(zero, c)); v.Result == Unsat {
		t.Error("a goal that does not follow was proved")
	}
	bare := newTest(t, Options{Timeout: time.Second})
	if v := bare.Valid(ctx, step, term.Eq(g(b, r), c)); v.Result != Sat || v.Approximate {
		t.Errorf("without the lemmas: %v, approximate %v", v.Result, v.Approximate)
	}
}

// What needs none of the laws of products and remainders is proved before they are tried: the
// simplex method knows nothing of their instances, and another backend takes seconds.
func TestLawsThatAreNotNeededCostNothing(t *testing.T) {
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	zero, times := term.Int(0), func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }
	quotient, remainder := term.Apply(term.IntTDiv, x, y), term.Apply(term.IntTMod, x, y)
	law := all_(x, all_(y, term.Implies(term.And(term.Lt(zero, y), term.Le(zero, x), term.Eq(remainder, zero)), term.Eq(times(quotient, y), x))))
	a, i, j, n, m := avar("a"), ivar("i"), ivar("j"), ivar("n"), ivar("m")
	rows := func(a *term.Term) *term.Term {
		return forall(zero, pred(i), func(u *term.Term) *term.Term {
			return forall(zero, pred(m), func(v *term.Term) *term.Term { return term.Eq(sel(a, term.Add(times(u, m), v)), zero) })
		})
	}
	matrix := []*term.Term{rows(a), between(zero, i, pred(n)), between(zero, j, pred(m))}
	s := newTest(t, Options{Lemmas: []*term.Term{law}, Timeout: 10 * time.Second})
	if v := s.Valid(context.Background(), matrix, rows(sto(a, term.Add(times(i, m), j), n))); v.Result != Unsat {
		t.Errorf("not proved: %s", v.Reason)
	}
	if c := s.Counters(); c.Ground+c.Full > 0 {
		t.Errorf("%d and %d questions to backends after the first", c.Ground, c.Full)
	}
	needed := []*term.Term{term.Lt(zero, n), term.Le(zero, m), term.Eq(term.Apply(term.IntTMod, m, n), zero)}
	if v := s.Valid(context.Background(), needed, term.Eq(times(term.Apply(term.IntTDiv, m, n), n), m)); v.Result != Unsat {
		t.Errorf("with the law: %s", v.Reason)
	}
}

// Remainders by numbers are linear: the simplex method tells, by cuts, what others take seconds for.
func TestRemaindersByNumbers(t *testing.T) {
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	n, zero := term.Int, term.Int(0)
	mod := func(x *term.Term, k int64) *term.Term { return term.Apply(term.IntTMod, x, n(k)) }
	times := func(k int64, x *term.Term) *term.Term { return term.Apply(term.IntMul, n(k), x) }
	sum := func(x *term.Term, more ...*term.Term) *term.Term {
		for _, y := range more {
			x = term.Add(x, y)
		}
		return x
	}
	natural := []*term.Term{term.Le(zero, x), term.Le(zero, y), term.Le(zero, z)}
	for name, tt := range map[string]struct {
		given []*term.Term
		goal  *term.Term
	}{
		"of any sign":     {[]*term.Term{term.Eq(mod(x, 12), zero), term.Eq(mod(y, 18), zero)}, term.Eq(mod(term.Add(x, y), 6), zero)},
		"sum":             {natural, term.Eq(mod(term.Add(mod(x, 7), mod(y, 7)), 7), mod(term.Add(x, y), 7))},
		"digits":          {natural, term.Eq(mod(sum(times(100, x), times(10, y), z), 11), mod(sum(x, times(10, y), z), 11))},
		"to the next one": {append(natural, term.Lt(y, n(8)), term.Eq(mod(term.Add(x, y), 8), zero)), term.Eq(y, mod(term.Sub(n(8), mod(x, 8)), 8))},
		"there and back": {append(natural, term.Lt(x, n(26)), term.Lt(y, n(26))),
			term.Eq(mod(term.Add(term.Sub(mod(term.Add(x, y), 26), y), n(26)), 26), x)},
	} {
		s := newTest(t, Options{Timeout: 10 * time.Second})
		if v := s.Valid(context.Background(), tt.given, tt.goal); v.Result != Unsat {
			t.Errorf("%s: %s", name, v.Reason)
		}
		if c := s.Counters(); c.Ground+c.Full > 0 {
			t.Errorf("%s: %d and %d questions to backends after the first", name, c.Ground, c.Full)
		}
		if v := s.Valid(context.Background(), tt.given, term.Not(tt.goal)); v.Result != Sat {
			t.Errorf("not %s: %v", name, v.Result)
		}
	}
}

// A feasible path condition with quantifiers costs no full search.
func TestFeasibleWithQuantifiers(t *testing.T) {
	s := newTest(t, Options{Timeout: 5 * time.Second})
	g := arrayGoals()[0]
	a := feasible(s, g.hypotheses)
	if a.Result != Sat || !a.Approximate {
		t.Errorf("got %v, approximate %v", a.Result, a.Approximate)
	}
	if n := s.Counters().Full; n != 0 {
		t.Errorf("%d full searches", n)
	}
	if a := feasible(s, append(g.hypotheses, term.Not(g.goal))); a.Result != Unsat {
		t.Errorf("infeasible: got %v", a.Result)
	}
}
