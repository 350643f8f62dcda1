package replay

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// endlessly makes formulas of the simple kind, with quantifiers over all integers,
// together with what they mean.
type endlessly struct {
	*rand.Rand
	scope    []*term.Variable
	array    *term.Term
	elements map[int64]int64
}

// place makes a bound variable with an offset, or a number.
func (g *endlessly) place() (*term.Term, func(environment) int64) {
	c := g.Int64N(5) - 2
	if g.IntN(4) == 0 {
		return term.Int(c), func(environment) int64 { return c }
	}
	v := g.scope[g.IntN(len(g.scope))]
	return term.Add(v.Term(), term.Int(c)), func(e environment) int64 { return e[v] + c }
}

func (g *endlessly) element() (*term.Term, func(environment) int64) {
	i, x := g.place()
	t := term.Apply(term.ArraySelect, g.array, i)
	if g.IntN(5) == 0 { // of an element
		return term.Apply(term.ArraySelect, g.array, t), func(e environment) int64 { return g.elements[g.elements[x(e)]] }
	}
	return t, func(e environment) int64 { return g.elements[x(e)] }
}

func (g *endlessly) atom() (*term.Term, func(environment) bool) {
	a, x := g.place()
	b, y := g.place()
	switch g.IntN(4) {
	case 0:
		b, y = g.element()
	case 1:
		a, x = g.element()
		b, y = g.element()
	}
	return compared(g.IntN(3), a, b, x, y)
}

func (g *endlessly) matrix(depth int) (*term.Term, func(environment) bool) {
	if depth == 0 {
		return g.atom()
	}
	a, x := g.matrix(depth - 1)
	b, y := g.matrix(depth - 1)
	return connected(g.IntN(3), a, b, x, y)
}

// formula makes one with so many nested quantifiers. In the meaning a quantifier goes so
// far on both sides; one within it goes further, so that it sees no end of the numbers.
func (g *endlessly) formula(quantifiers int, far int64) (*term.Term, func(environment) bool) {
	if quantifiers == 0 {
		return g.matrix(1 + g.IntN(2))
	}
	v := intVar(fmt.Sprint("u", len(g.scope))).Variable()
	g.scope = append(g.scope, v)
	body, holds := g.formula(quantifiers-1, far+30)
	if g.IntN(3) == 0 {
		a, x := g.atom()
		inner := holds
		body, holds = term.Implies(a, body), func(e environment) bool { return !x(e) || inner(e) }
	}
	g.scope = g.scope[:len(g.scope)-1]
	quantifier, any := term.Forall, false
	if g.IntN(2) == 0 {
		quantifier, any = term.Exists, true
	}
	return term.Apply(quantifier, v.Term(), body), func(e environment) bool {
		for n := -far; n <= far; n++ {
			e[v] = n
			if holds(e) == any {
				return any
			}
		}
		return !any
	}
}

// What is decided of quantifiers over all integers is what trying many integers shows.
func TestUnboundedQuantifiers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	formulas, decided, truths := 0, 0, 0
	for _, tt := range []struct{ quantifiers, formulas int }{{1, 3000}, {2, 1500}, {3, 120}} {
		for range tt.formulas {
			g := &endlessly{Rand: rnd, array: term.ConstArray(term.Int(rnd.Int64N(2))), elements: map[int64]int64{}}
			usual, _ := g.array.ArrayDefault().Int64()
			for n := int64(-400); n <= 400; n++ {
				g.elements[n] = usual
			}
			for range rnd.IntN(4) {
				k, v := rnd.Int64N(5)-2, rnd.Int64N(5)-2
				g.array = term.Apply(term.ArrayStore, g.array, term.Int(k), term.Int(v))
				g.elements[k] = v
			}
			f, meaning := g.formula(tt.quantifiers, 30)
			formulas++
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
	}
	if decided*100 < formulas*95 {
		t.Errorf("%d of %d formulas are decided", decided, formulas)
	}
	if truths*5 < decided || truths*5 > 4*decided {
		t.Errorf("%d of %d are true: the formulas are too simple", truths, decided)
	}
}

// What is not of the simple kind is not decided by what few integers show.
func TestUnboundedQuantifiersOfOtherKinds(t *testing.T) {
	a := term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(50), term.Int(700))
	at := func(i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }
	twice := func(v *term.Term) *term.Term { return term.Apply(term.IntMul, term.Int(2), v) }
	for _, tt := range []struct {
		name    string
		formula *term.Term
	}{
		{"a product", all(x, term.Lt(term.Apply(term.IntMul, x, x), term.Int(1_000_000)))},
		{"a multiple as index", all(x, term.Lt(at(term.Apply(term.IntMul, term.Int(-1), x)), term.Int(600)))},
		{"a number with a multiple of an element", all(x, all(y, term.Implies(term.Le(term.Int(1100), x), term.Not(term.Eq(x, twice(at(y)))))))},
		{"a remainder", all(x, term.Not(term.Eq(term.Apply(term.IntEMod, x, term.Int(100)), term.Int(50))))},
		{"a number beyond all", all(x, term.Lt(x, term.Int(1<<60)))},
		{"a number with an element", all(x, term.Lt(term.Sub(x, term.Add(at(x), at(term.Add(x, term.Int(1))))), term.Int(1000)))},
	} {
		if value, sure := known.Truth(tt.formula); sure {
			t.Errorf("%s: %v is %v, and should not be known", tt.name, tt.formula, value)
		}
	}
}
