package term

import (
	"math/rand/v2"
	"testing"
)

// What is compared without making terms is what it is by making them, where numbers are
// large as well.
func TestComparedAsByTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	variables := []*Term{Var("a", SortInt), Var("b", SortInt), Var("c", SortInt)}
	numbers := []int64{0, 1, -1, 2, 7, maxSmall - 1, maxSmall, maxSmall + 1, -maxSmall, 1 << 40, 1<<62 + 5, -1 << 62}
	number := func() *Term { return Int(numbers[r.IntN(len(numbers))]) }
	var sum func(depth int) *Term
	sum = func(depth int) *Term {
		switch n := r.IntN(6); {
		case depth == 0 || n == 0:
			return variables[r.IntN(len(variables))]
		case n == 1:
			return number()
		default:
			f := []*Symbol{IntAdd, IntSub, IntMul}[r.IntN(3)]
			return App(f, sum(depth-1), sum(depth-1))
		}
	}
	compared, open := 0, 0
	for range 20_000 {
		values := Substitution{}
		for _, x := range variables[:2+r.IntN(2)] {
			values[x.Variable()] = number()
		}
		f := []*Symbol{IntEq, IntLe, IntLt}[r.IntN(3)]
		c := App(f, sum(3), sum(r.IntN(6)))
		if r.IntN(2) == 0 {
			c = App(BoolNot, c)
		}
		truth, ok := Compared(c, func(x *Variable) *Term { return values[x] })
		if !ok {
			open++
			continue
		}
		if compared++; made(c, values) != Bool(truth) {
			t.Fatalf("%v is %v, by terms %v", c, truth, made(c, values))
		}
	}
	if compared < 1000 || open < 1000 {
		t.Error(compared, "are compared,", open, "are not")
	}
}

// made is a term with its variables' values, made anew from its parts.
func made(t *Term, values Substitution) *Term {
	if t.Kind() != KApp {
		return values.Apply(t)
	}
	var args []*Term
	for _, a := range t.Args() {
		args = append(args, made(a, values))
	}
	return Apply(t.Symbol(), args...)
}
