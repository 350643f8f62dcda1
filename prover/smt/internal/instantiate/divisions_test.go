package instantiate

import (
	"fmt"
	"testing"

	"rlv/semantics/term"

	"pgregory.net/rapid"
)

// values gives integers and formulas their values. By 0 all may come out: byZero says what.
type values struct {
	of     map[*term.Variable]int64
	byZero int64
}

func drawValues(t *rapid.T) values {
	v := values{map[*term.Variable]int64{}, rapid.Int64Range(-4, 4).Draw(t, "by 0")}
	for _, x := range []string{"a", "b", "m", "n"} {
		v.of[term.Var(x, term.SortInt).Variable()] = rapid.Int64Range(-9, 9).Draw(t, x)
	}
	return v
}

func (v values) truth(t *term.Term) bool {
	if t == term.True || t == term.False {
		return t == term.True
	}
	switch s := t.Symbol(); s {
	case term.BoolNot:
		return !v.truth(t.Arg(0))
	case term.BoolAnd:
		return v.truth(t.Arg(0)) && v.truth(t.Arg(1))
	case term.BoolOr:
		return v.truth(t.Arg(0)) || v.truth(t.Arg(1))
	case term.BoolImplies:
		return !v.truth(t.Arg(0)) || v.truth(t.Arg(1))
	case term.IntEq:
		return v.integer(t.Arg(0)) == v.integer(t.Arg(1))
	case term.IntLe:
		return v.integer(t.Arg(0)) <= v.integer(t.Arg(1))
	case term.IntLt:
		return v.integer(t.Arg(0)) < v.integer(t.Arg(1))
	}
	panic(fmt.Sprint("no formula: ", t))
}

func (v values) integer(t *term.Term) int64 {
	if n, ok := t.Int64(); ok {
		return n
	}
	if t.IsVar() {
		return v.of[t.Variable()]
	}
	x, y := v.integer(t.Arg(0)), v.integer(t.Arg(1))
	switch s := t.Symbol(); {
	case s == term.IntAdd:
		return x + y
	case s == term.IntSub:
		return x - y
	case s == term.IntMul:
		return x * y
	case y == 0:
		return v.byZero + 3*x
	case s == term.IntTDiv:
		return x / y
	case s == term.IntTMod:
		return x % y
	case s == term.IntEDiv || s == term.IntEMod:
		r := ((x % y) + y*y) % y
		if r < 0 {
			r += max(y, -y)
		}
		if s == term.IntEMod {
			return r
		}
		return (x - r) / y
	}
	panic(fmt.Sprint("no integer: ", t))
}

// drawInteger draws a term with products, and quotients and remainders by variables.
func drawInteger(t *rapid.T, depth int) *term.Term {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		if rapid.IntRange(0, 4).Draw(t, "number") == 0 {
			return term.Int(rapid.Int64Range(-3, 3).Draw(t, "value"))
		}
		return term.Var(rapid.SampledFrom([]string{"a", "b", "m", "n"}).Draw(t, "variable"), term.SortInt)
	}
	op := rapid.SampledFrom([]*term.Symbol{term.IntAdd, term.IntSub, term.IntMul, term.IntMul, term.IntTDiv, term.IntTMod, term.IntEDiv, term.IntEMod}).Draw(t, "op")
	x := drawInteger(t, depth-1)
	if op == term.IntAdd || op == term.IntSub || op == term.IntMul {
		return term.Apply(op, x, drawInteger(t, depth-1))
	}
	return term.Apply(op, x, term.Var(rapid.SampledFrom([]string{"m", "n"}).Draw(t, "divisor"), term.SortInt))
}

// The facts about divisions hold by themselves, whatever the values and whatever it is to divide
// by 0. The equations that they are found by are made to hold for one choice, so that they say
// something.
func TestDivisionFacts(t *testing.T) {
	found, used := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		v, other := drawValues(rt), drawValues(rt)
		var conj []*term.Term
		for range 2 {
			e := drawInteger(rt, 2)
			conj = append(conj, term.Eq(e, term.Int(v.integer(e))))
		}
		op := rapid.SampledFrom([]*term.Symbol{term.IntTMod, term.IntEMod}).Draw(rt, "asked")
		m := drawInteger(rt, 1)
		x := drawInteger(rt, 2)
		y := term.Add(x, term.Apply(term.IntMul, drawInteger(rt, 1), m))
		conj = append(conj, term.Le(term.Apply(op, x, m), term.Apply(op, y, m)))
		for _, f := range DivisionFacts(conj) {
			found++
			for _, v := range []values{v, other} {
				if !v.truth(f) {
					rt.Fatalf("%s is false for %v, found from %s", f, v, term.And(conj...))
				}
			}
			if f.Is(term.BoolImplies) && v.truth(f.Arg(0)) {
				used++
			}
		}
	})
	if found == 0 || used == 0 {
		t.Errorf("%d facts, %d with what they need: that says little", found, used)
	}
}
