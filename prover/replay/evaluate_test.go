package replay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"rlv/semantics/term"
)

// environment gives values to bound variables.
type environment map[*term.Variable]int64

// generator makes random formulas together with what they mean, computed in Go.
type generator struct {
	*rand.Rand
	bound int // variables made so far
	open  int // quantifiers without bounds that may still be made
	scope []*term.Variable
}

// wide is the domain of quantifiers without bounds in the meaning of a formula: it
// holds every value that the evaluator samples.
const wide = 3 * sampled

var (
	triangle = logic("triangle", term.SortInt, term.SortInt)
	mystery  = logic("mystery", term.SortInt, term.SortInt)
	endless  = logic("endless", term.SortInt, term.SortInt)
	positive = logic("positive", term.SortBool, term.SortInt)
	argument = intVar("n").Variable()
	known    = Functions{
		triangle: {Params: []*term.Variable{argument}, Body: term.Ite(term.Le(argument.Term(), term.Int(0)), term.Int(0),
			term.Add(argument.Term(), term.App(triangle, term.Sub(argument.Term(), term.Int(1)))))},
		endless:  {Params: []*term.Variable{argument}, Body: term.App(endless, term.Add(argument.Term(), term.Int(1)))},
		positive: {Params: []*term.Variable{argument}, Body: term.Lt(term.Int(0), argument.Term())},
	}
)

func logic(name string, result term.Sort, args ...term.Sort) *term.Symbol {
	return term.NewSymbol(term.Symbol{Name: name, Args: args, Result: result, Class: term.Function, Total: true})
}

func intVar(name string) *term.Term { return term.Var(name, term.SortInt) }

// integer makes a term of sort Int.
func (g *generator) integer(depth int) (*term.Term, func(environment) int64) {
	if depth == 0 || g.IntN(4) == 0 {
		if len(g.scope) > 0 && g.IntN(3) > 0 {
			v := g.scope[g.IntN(len(g.scope))]
			return v.Term(), func(e environment) int64 { return e[v] }
		}
		n := g.Int64N(9) - 4
		return term.Int(n), func(environment) int64 { return n }
	}
	a, x := g.integer(depth - 1)
	switch g.IntN(6) {
	case 0:
		c, y := g.formula(depth - 1)
		b, z := g.integer(depth - 1)
		return term.Ite(c, a, b), func(e environment) int64 {
			if y(e) {
				return x(e)
			}
			return z(e)
		}
	case 1:
		n := g.Int64N(4) + 1
		return term.Apply(term.IntEMod, a, term.Int(n)), func(e environment) int64 { return (x(e)%n + n) % n }
	case 2: // of small numbers only: the recursion is as deep as they are large
		small := term.Apply(term.IntEMod, a, term.Int(7))
		return term.App(triangle, small), func(e environment) int64 { n := (x(e)%7 + 7) % 7; return n * (n + 1) / 2 }
	case 3:
		n := g.Int64N(5) - 2
		return term.Apply(term.IntMul, a, term.Int(n)), func(e environment) int64 { return x(e) * n }
	}
	b, y := g.integer(depth - 1)
	if g.IntN(2) == 0 {
		return term.Add(a, b), func(e environment) int64 { return x(e) + y(e) }
	}
	return term.Sub(a, b), func(e environment) int64 { return x(e) - y(e) }
}

// formula makes a term of sort Bool.
func (g *generator) formula(depth int) (*term.Term, func(environment) bool) {
	if depth == 0 {
		return g.comparison(0)
	}
	switch g.IntN(8) {
	case 0, 1:
		return g.quantifier(depth)
	case 2:
		return g.comparison(depth - 1)
	case 3:
		a, x := g.integer(depth - 1)
		return term.App(positive, a), func(e environment) bool { return x(e) > 0 }
	case 4:
		a, x := g.formula(depth - 1)
		return term.Not(a), func(e environment) bool { return !x(e) }
	}
	a, x := g.formula(depth - 1)
	b, y := g.formula(depth - 1)
	return connected(g.IntN(3), a, b, x, y)
}

func (g *generator) comparison(depth int) (*term.Term, func(environment) bool) {
	a, x := g.integer(depth)
	b, y := g.integer(depth)
	return compared(g.IntN(3), a, b, x, y)
}

// connected joins two formulas and their meanings in one of three ways.
func connected(way int, a, b *term.Term, x, y func(environment) bool) (*term.Term, func(environment) bool) {
	switch way {
	case 0:
		return term.And(a, b), func(e environment) bool { return x(e) && y(e) }
	case 1:
		return term.Or(a, b), func(e environment) bool { return x(e) || y(e) }
	}
	return term.Implies(a, b), func(e environment) bool { return !x(e) || y(e) }
}

// compared compares two integers and their meanings in one of three ways.
func compared(way int, a, b *term.Term, x, y func(environment) int64) (*term.Term, func(environment) bool) {
	switch way {
	case 0:
		return term.Le(a, b), func(e environment) bool { return x(e) <= y(e) }
	case 1:
		return term.Lt(a, b), func(e environment) bool { return x(e) < y(e) }
	}
	return term.Eq(a, b), func(e environment) bool { return x(e) == y(e) }
}

// quantifier makes a formula over the values between two bounds, which may depend on
// variables around it, or over all integers.
func (g *generator) quantifier(depth int) (*term.Term, func(environment) bool) {
	g.bound++
	v := intVar(fmt.Sprint("q", g.bound)).Variable()
	low, from := g.integer(0)
	high, to := g.integer(0)
	bounded := g.open == 0 || g.IntN(3) > 0
	if !bounded {
		g.open--
		from, to = func(environment) int64 { return -wide }, func(environment) int64 { return wide }
	}
	g.scope = append(g.scope, v)
	body, holds := g.formula(depth - 1)
	g.scope = g.scope[:len(g.scope)-1]
	within := term.And(term.Le(low, v.Term()), term.Lt(v.Term(), term.Add(high, term.Int(1))))
	quantifier, any := term.Forall, false
	if g.IntN(2) == 0 {
		quantifier, any = term.Exists, true
	}
	switch {
	case bounded && any:
		body = term.And(within, body)
	case bounded:
		body = term.Implies(within, body)
	}
	return term.Apply(quantifier, v.Term(), body), func(e environment) bool {
		defer func(old int64) { e[v] = old }(e[v])
		for e[v] = from(e); e[v] <= to(e); e[v]++ {
			if holds(e) == any {
				return any
			}
		}
		return !any
	}
}

// TestTruthOfRandomFormulas compares the evaluator with the meaning of closed
// formulas. Where all quantifiers have bounds nearly all must be decided; where some
// have none, what is said to be known must be right as far as a witness shows it.
func TestTruthOfRandomFormulas(t *testing.T) {
	for _, tt := range []struct {
		name    string
		open    int
		decided int // percent, at least
	}{{"bounded", 0, 95}, {"one without bounds", 1, 60}} {
		t.Run(tt.name, func(t *testing.T) {
			const formulas = 4000
			rnd := rand.New(rand.NewPCG(5, 8))
			decided, truths := 0, 0
			for range formulas {
				g := &generator{Rand: rnd, open: tt.open}
				f, meaning := g.formula(4)
				value, sure := known.Truth(f)
				if !sure {
					continue
				}
				decided++
				if value {
					truths++
				}
				if want := meaning(environment{}); value != want {
					t.Fatalf("%v is %v, but evaluates to %v", f, want, value)
				}
			}
			if decided*100 < formulas*tt.decided {
				t.Errorf("%d of %d formulas are decided", decided, formulas)
			}
			if truths*5 < decided || truths*5 > 4*decided {
				t.Errorf("%d of %d are true: the formulas are too simple", truths, decided)
			}
		})
	}
}

var x, y = intVar("x"), intVar("y")

// between is low <= v < high.
func between(low int64, v *term.Term, high int64) *term.Term {
	return term.And(term.Le(term.Int(low), v), term.Lt(v, term.Int(high)))
}

func all(v, body *term.Term) *term.Term  { return term.Apply(term.Forall, v, body) }
func some(v, body *term.Term) *term.Term { return term.Apply(term.Exists, v, body) }

func TestTruth(t *testing.T) {
	apply := func(s *term.Symbol, n int64) *term.Term { return term.App(s, term.Int(n)) }
	secret := term.Lt(apply(mystery, 1), term.Int(5))
	odd := term.Eq(term.Apply(term.IntEMod, x, term.Int(2)), term.Int(1))
	array := term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(2), term.Int(7))
	divided := term.Eq(term.Apply(term.IntTDiv, term.Int(1), apply(triangle, 0)), term.Int(1))
	for _, tt := range []struct {
		name    string
		formula *term.Term
		want    string // true, false or unknown
	}{
		{"a recursive function", term.Eq(apply(triangle, 100), term.Int(5050)), "true"},
		{"a predicate", apply(positive, 0), "false"},
		{"a function without definition", secret, "unknown"},
		{"nothing of a false premise matters", term.Implies(apply(positive, 0), secret), "true"},
		{"nothing of what follows a false conjunct matters", term.And(apply(positive, 0), secret), "false"},
		{"nothing of what follows a true disjunct matters", term.Or(apply(positive, 1), secret), "true"},
		{"what follows a true conjunct matters", term.And(apply(positive, 1), secret), "unknown"},
		{"a choice by what is known", term.Eq(term.Ite(apply(positive, 1), term.Int(3), apply(mystery, 1)), term.Int(3)), "true"},
		{"a choice by what is not", term.Eq(term.Ite(secret, term.Int(3), apply(triangle, 2)), term.Int(3)), "unknown"},
		{"an application to what is not known", term.Eq(term.App(triangle, apply(mystery, 1)), term.Int(3)), "unknown"},
		{"a recursion without end", term.Eq(apply(endless, 1), term.Int(3)), "unknown"},
		{"a division by zero", divided, "unknown"},
		{"a division by zero that is not reached", term.And(apply(positive, 0), divided), "false"},
		{"an element of an array", term.Eq(term.Apply(term.ArraySelect, array, apply(triangle, 1)), term.Int(0)), "true"},
		{"strict bounds", all(x, term.Implies(term.And(term.Lt(term.Int(1), x), term.Lt(x, term.Int(3))), term.Eq(x, term.Int(2)))), "true"},
		{"the narrowest bounds", all(x, term.Implies(term.And(between(-maxRange, x, 2*maxRange), between(3, x, 4)), odd)), "true"},
		{"the other narrowest bounds", some(x, term.And(between(3, x, 5), between(-maxRange, x, 2*maxRange), term.Eq(x, term.Int(4)))), "true"},
		{"bounds in a disjunction", all(x, term.Or(term.Lt(x, term.Int(2)), term.Lt(term.Int(3), x), term.App(positive, x))), "true"},
		{"no values", all(x, term.Implies(between(3, x, 3), odd)), "true"},
		{"no values, no witness", some(x, term.And(between(3, x, 3), odd)), "false"},
		{"bounds by functions", all(x, term.Implies(term.And(term.Le(apply(triangle, 2), x), term.Le(x, apply(triangle, 2))), odd)), "true"},
		{"bounds that are not known", all(x, term.Implies(term.And(term.Le(apply(mystery, 2), x), term.Le(x, term.Int(1))), term.Le(x, term.Int(1)))), "unknown"},
		{"one bound only", all(x, term.Implies(term.Le(term.Int(0), x), term.App(positive, term.Add(x, term.Int(1))))), "true"},
		{"a bound of a multiple", all(x, term.Implies(term.And(term.Le(term.Int(0), x), term.Le(term.Apply(term.IntMul, term.Int(2), x), term.Int(7))), term.Lt(x, term.Int(4)))), "true"},
		{"a bound of a sum of multiples", all(x, term.Implies(term.And(term.Le(term.Int(0), x), term.Le(term.Apply(term.IntMul, term.Int(2), x), term.App(triangle, term.Int(3)))), term.Lt(x, term.Int(4)))), "true"},
		{"a counterexample without bounds", all(x, odd), "false"},
		{"a witness without bounds", some(x, odd), "true"},
		{"a witness far from zero", some(x, term.Eq(x, term.Add(apply(triangle, 50), term.Int(0)))), "true"},
		{"more values than are tried", all(x, term.Implies(between(0, x, 2*maxRange), term.App(positive, term.Add(x, term.Int(1))))), "unknown"},
		{"a counterexample among them", all(x, term.Implies(between(0, x, 2*maxRange), term.Not(term.App(positive, x)))), "false"},
		{"something in a range is not known", all(x, term.Implies(between(0, x, 3), term.Lt(term.App(mystery, x), term.Int(3)))), "unknown"},
		{"nested bounds", all(x, term.Implies(between(0, x, 4), some(y, term.And(term.Le(term.Int(0), y), term.Le(y, x), term.Eq(y, x))))), "true"},
		{"another sort", some(term.Var("a", term.SortArray), term.Eq(term.Apply(term.ArraySelect, term.Var("a", term.SortArray), term.Int(0)), apply(triangle, 1))), "unknown"},
		{"a free variable", odd, "unknown"},
	} {
		start := time.Now()
		got := "unknown"
		if value, sure := known.Truth(tt.formula); sure {
			got = fmt.Sprint(value)
		}
		if got != tt.want {
			t.Errorf("%s: %v is %s, want %s", tt.name, tt.formula, got, tt.want)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s takes %v", tt.name, d)
		}
	}
}

func TestCounterexample(t *testing.T) {
	array := term.Var("a", term.SortArray)
	for _, tt := range []struct {
		name    string
		formula *term.Term
		found   bool
	}{
		{"false for some values", term.Or(term.Le(x, term.Int(3)), term.Le(y, x)), true},
		{"false for some elements", term.Le(term.Apply(term.ArraySelect, array, x), term.Int(2)), true},
		{"false", term.App(positive, term.Int(0)), true},
		{"true", term.App(positive, term.Int(1)), false},
		{"never known", term.Lt(term.App(mystery, x), term.Int(3)), false},
		{"of a sort without values", term.Eq(term.Var("m", term.SortMap), term.EmptyMap), false},
		{"true for all values", term.Le(x, term.Add(x, term.App(triangle, term.Int(1)))), false},
	} {
		values := known.Counterexample(context.Background(), 50_000, tt.formula)
		if (values != nil) != tt.found {
			t.Errorf("%s: %v", tt.name, values)
		}
		if value, sure := known.Truth(values.Apply(tt.formula)); values != nil && (value || !sure) {
			t.Errorf("%s: %v does not refute %v", tt.name, values, tt.formula)
		}
	}
}

// always is that a search goes on.
func always() bool { return true }

// A search is the same every time, so that a report is.
func TestSearchIsRepeatable(t *testing.T) {
	draw := func(rnd *rand.Rand) term.Substitution {
		return randomOf(rnd, term.Vars(x, term.Var("a", term.SortArray), term.Var("l", term.SortList), term.Var("b", term.SortBool)))
	}
	list := func() (out []string) {
		Search(context.Background(), always, draw, func(values term.Substitution) bool {
			out = append(out, fmt.Sprint(values.Apply(x), values.Apply(term.Var("a", term.SortArray)), values.Apply(term.Var("l", term.SortList)), values.Apply(term.Var("b", term.SortBool))))
			return len(out) == 50
		})
		return out
	}
	a, b := list(), list()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("%s, then %s", a[i], b[i])
		}
	}
	different := map[string]bool{}
	for _, s := range a {
		different[s] = true
	}
	if len(different) < 40 {
		t.Errorf("%d different values of 50", len(different))
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if values := Search(done, always, draw, func(term.Substitution) bool { return true }); values != nil {
		t.Errorf("a search that is over finds %v", values)
	}
}

// A function has no value where its definition says nothing, not even one that is equal to another such value.
func TestNoValueOutsideTheDefinition(t *testing.T) {
	half := logic("half", term.SortInt, term.SortInt)
	n := argument.Term()
	functions := Functions{half: {Params: []*term.Variable{argument}, Body: term.Int(7), Where: term.Lt(term.Int(0), n)}}
	at := func(n int64) *term.Term { return term.App(half, term.Int(n)) }
	for _, c := range []struct {
		formula      *term.Term
		value, known bool
	}{
		{term.Eq(at(1), term.Int(7)), true, true},
		{term.Eq(at(1), at(2)), true, true},
		{term.Eq(at(0), term.Int(7)), false, false},
		{term.Eq(at(0), at(-1)), false, false},
	} {
		if value, known := functions.Truth(c.formula); value != c.value || known != c.known {
			t.Errorf("%v: %v, known: %v", c.formula, value, known)
		}
	}
}

// Quantifiers without bounds are decided where the bound variables decide conditionals, and where they divide a
// number other than zero.
func TestQuantifiersOfConditionalsAndDivisors(t *testing.T) {
	v := intVar("v")
	forall := func(body *term.Term) *term.Term { return term.App(term.Forall, v, body) }
	divides := func(n int64) *term.Term { return term.Eq(term.Apply(term.IntTMod, term.Int(n), v), term.Int(0)) }
	positive, square := term.Lt(term.Int(0), v), term.Apply(term.IntMul, v, v)
	number := func(f *term.Term, n int64) *term.Term {
		return term.Ite(f, term.App(triangle, term.Int(2)), term.Int(n))
	}
	for _, c := range []struct {
		formula      *term.Term
		value, known bool
	}{
		{forall(term.Eq(number(term.Lt(v, term.Int(0)), 3), term.Int(3))), true, true},
		{forall(term.Eq(number(term.Lt(v, term.Int(0)), 4), term.Int(4))), false, true},
		{forall(term.Eq(number(term.Lt(v, term.Int(90)), 4), term.Int(3))), false, true},
		{forall(term.Implies(term.And(positive, divides(12), divides(18)), divides(6))), true, true},
		{forall(term.Implies(term.And(positive, divides(22), divides(33)), term.Lt(v, term.Int(11)))), false, true},
		{forall(term.Implies(term.And(positive, divides(22), divides(33)), term.Lt(v, term.Int(12)))), true, true},
		{forall(term.Implies(term.And(positive, divides(0)), term.Lt(term.Apply(term.IntMul, v, v), term.Int(1000)))), false, false},
		{forall(term.Implies(term.Le(square, term.Int(150)), term.Lt(v, term.Int(13)))), true, true},
		{forall(term.Implies(term.Le(square, term.Int(150)), term.Lt(v, term.Int(12)))), false, true},
		{forall(term.Implies(term.Lt(square, term.Int(-4)), term.Lt(v, term.Int(0)))), true, true},
		{forall(term.Not(term.Eq(square, term.Int(143)))), true, true},
		{forall(term.Not(term.Eq(square, term.Int(144)))), false, true},
		{forall(term.Implies(term.Eq(term.Apply(term.IntMul, v, term.Sub(v, term.Int(1))), term.Int(6)), term.Lt(v, term.Int(3)))), false, true},
		{forall(term.Not(term.Eq(term.Apply(term.IntEMod, v, term.Int(100)), term.Int(0)))), false, true},
		{forall(term.Not(term.Eq(term.Apply(term.IntEMod, v, term.Int(100)), term.Int(50)))), false, false},
		{forall(term.Implies(term.Eq(term.Apply(term.IntTDiv, v, term.Int(100)), term.Int(3)), term.Lt(v, term.Int(301)))), false, false},
	} {
		if value, known := known.Truth(c.formula); value != c.value || known != c.known {
			t.Errorf("%v: %v, known: %v", c.formula, value, known)
		}
	}
}

// Items that are no numbers stand for numbers of their own, each for the same one wherever it is.
func TestItemsThatAreNoNumbers(t *testing.T) {
	item := func(i int64, items ...*term.Term) *term.Term {
		return term.Apply(term.ListInt, term.ListOf(items...), term.Int(i))
	}
	a, b, three := term.Str("a"), term.Str("b"), term.Int(3)
	for _, c := range []struct {
		formula      *term.Term
		value, known bool
	}{
		{term.Eq(item(0, a, three), three), false, true},
		{term.Eq(item(1, a, three), three), true, true},
		{term.Eq(item(0, a, b), item(1, a, b)), false, true},
		{term.Eq(item(0, a, b), item(1, b, a)), true, true},
		{term.Eq(item(2, a, b), three), false, false},
	} {
		if value, known := known.Truth(c.formula); value != c.value || known != c.known {
			t.Errorf("%v: %v, known: %v", c.formula, value, known)
		}
	}
}

// What nests deeply or makes huge numbers is given up before it is dear, whatever it would come to.
func TestDeepAndHugeIsGivenUpEarly(t *testing.T) {
	n, square, hex := argument.Term(), logic("square", term.SortInt, term.SortInt), logic("hex", term.SortInt, term.SortInt)
	before := func(f *term.Symbol) *term.Term { return term.App(f, term.Sub(n, term.Int(1))) }
	functions := Functions{
		triangle: known[triangle],
		square:   {Params: known[triangle].Params, Body: term.Ite(term.Le(n, term.Int(0)), term.Int(3), term.Apply(term.IntMul, before(square), before(square)))},
		hex:      {Params: known[triangle].Params, Body: term.Ite(term.Le(n, term.Int(0)), term.Int(1), term.Add(term.Apply(term.IntMul, term.Int(16), before(hex)), n))},
	}
	for _, tt := range []struct {
		f     *term.Symbol
		n     int64
		known bool
	}{{triangle, 1000, true}, {triangle, 100_000, false}, {square, 8, true}, {square, 27, false}, {hex, 300, true}, {hex, 3900, false}} {
		e, formula := functions.evaluator(), term.Lt(term.Int(0), term.App(tt.f, term.Int(tt.n)))
		start := time.Now()
		v := e.eval(formula)
		if is, certain := functions.Truth(formula); is != tt.known || certain != tt.known || e.over() == tt.known || tt.known && v != term.True {
			t.Errorf("%v: %v, %v", formula, is, certain)
		}
		if took := time.Since(start); !tt.known && (e.steps > maxSteps/2 && !e.deep && tt.f == triangle || took > 2*time.Second) {
			t.Errorf("%v takes %d steps and %v", formula, e.steps, took)
		}
	}
}
