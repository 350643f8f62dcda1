package smt

import (
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// What is compared without making terms is what it is by making them, where numbers are
// large as well.
func TestComparedAsByTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	variables := []*term.Term{ivar("a"), ivar("b"), ivar("c")}
	numbers := []int64{0, 1, -1, 2, 7, maxSmall - 1, maxSmall, maxSmall + 1, -maxSmall, 1 << 40, 1<<62 + 5, -1 << 62}
	number := func() *term.Term { return term.Int(numbers[r.IntN(len(numbers))]) }
	var sum func(depth int) *term.Term
	sum = func(depth int) *term.Term {
		switch n := r.IntN(6); {
		case depth == 0 || n == 0:
			return variables[r.IntN(len(variables))]
		case n == 1:
			return number()
		default:
			f := []*term.Symbol{term.IntAdd, term.IntSub, term.IntMul}[r.IntN(3)]
			return term.App(f, sum(depth-1), sum(depth-1))
		}
	}
	compared := 0
	for range 20_000 {
		values := term.Substitution{}
		for _, x := range variables {
			values[x.Variable()] = number()
		}
		f := []*term.Symbol{term.IntEq, term.IntLe, term.IntLt}[r.IntN(3)]
		c := term.App(f, sum(3), sum(r.IntN(6)))
		if r.IntN(2) == 0 {
			c = term.App(term.BoolNot, c)
		}
		truth, ok := newValuation(values).compared(c)
		if !ok {
			continue
		}
		if compared++; made(c, values) != term.Bool(truth) {
			t.Fatalf("%v is %v, by terms %v", c, truth, made(c, values))
		}
	}
	if compared < 1000 {
		t.Error("only", compared, "are compared")
	}
}

// made is a term with its variables' values, made anew from its parts.
func made(t *term.Term, values term.Substitution) *term.Term {
	if t.Kind() != term.KApp {
		return values.Apply(t)
	}
	var args []*term.Term
	for _, a := range t.Args() {
		args = append(args, made(a, values))
	}
	return term.Apply(t.Symbol(), args...)
}
