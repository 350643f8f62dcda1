package nonlinear

import (
	"fmt"
	"slices"
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
	for _, x := range []string{"a", "b", "m", "n", "x", "y"} {
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
	if t.Is(term.KIte) {
		if v.truth(t.Arg(0)) {
			return v.integer(t.Arg(1))
		}
		return v.integer(t.Arg(2))
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

// drawDivision draws a quotient or remainder of a kind that other facts are about.
func drawDivision(t *rapid.T) *term.Term {
	op := rapid.SampledFrom([]*term.Symbol{term.IntTDiv, term.IntTMod, term.IntEDiv, term.IntEMod}).Draw(t, "op")
	quotient := map[*term.Symbol]*term.Symbol{term.IntTMod: term.IntTDiv, term.IntEMod: term.IntEDiv}[op]
	if quotient == nil {
		quotient = op
	}
	mul := func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }
	x, y, z := drawInteger(t, 1), drawInteger(t, 1), drawInteger(t, 0)
	switch rapid.IntRange(0, 5).Draw(t, "form") {
	case 0:
		return term.Apply(op, x, term.Sub(term.Int(0), y))
	case 1:
		return term.Apply(op, mul(x, z), mul(y, z))
	case 2:
		return term.Apply(op, term.Apply(quotient, x, y), z)
	case 3:
		return term.Apply(op, x, mul(y, z))
	case 4:
		return term.Apply(op, mul(x, z), term.Int(rapid.Int64Range(-8, 8).Draw(t, "number")))
	}
	return term.Apply(op, x, y)
}

// The facts hold by themselves, whatever the values and whatever it is to divide by 0. The
// equations that they are found by are made to hold for one choice, so that they say something.
func TestFacts(t *testing.T) {
	found, used := map[string]int{}, map[string]int{}
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
		compare := rapid.SampledFrom([]*term.Symbol{term.IntLe, term.IntLt, term.IntEq}).Draw(rt, "comparison")
		conj = append(conj, term.Apply(compare, drawDivision(rt), term.Add(drawDivision(rt), drawInteger(rt, 1))))
		condition := term.Le(drawInteger(rt, 0), drawInteger(rt, 0))
		if !v.truth(condition) {
			condition = term.Not(condition)
		}
		choice := term.Ite(condition, drawInteger(rt, 1), drawInteger(rt, 1))
		conj = append(conj, condition, term.Eq(choice, term.Int(v.integer(choice))))
		check := func(kind string, facts []*term.Term) {
			for _, f := range facts {
				found[kind]++
				for _, v := range []values{v, other} {
					if !v.truth(f) {
						rt.Fatalf("%s is false for %v, found from %s", f, v, term.And(conj...))
					}
				}
				if f.Is(term.BoolImplies) && v.truth(f.Arg(0)) {
					used[kind]++
				}
			}
		}
		check("all", Facts(conj))
		all, more := simpler(divisions(conj))
		check("simpler", more)
		check("compared", compared(conj, all))
		r, equations := reduction(conj, all)
		check("factored", factored(equations, r).facts)
		// An equation plus a multiple of another one, and one that is off by one.
		if len(equations) > 0 {
			e := equations[rapid.IntRange(0, len(equations)-1).Draw(rt, "multiple of")]
			factor := drawInteger(rt, 1)
			difference := term.Apply(term.IntMul, factor, term.Sub(e.Arg(0), e.Arg(1)))
			off := term.Int(rapid.Int64Range(0, 1).Draw(rt, "off"))
			check("settled", settled([]*term.Term{term.Eq(term.Add(term.Apply(term.IntMul, x, y), difference), term.Add(term.Apply(term.IntMul, x, y), off))}, r))
		}
		for _, d := range all {
			check("residues", d.residues())
		}
	})
	for _, kind := range []string{"all", "simpler", "compared", "factored", "settled", "residues"} {
		if used[kind] == 0 {
			t.Errorf("%s: %d facts, %d with what they need: that says little", kind, found[kind], used[kind])
		}
	}
}

// An equation follows from others by what these make of the polynomials in it.
func TestSettled(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	mul := func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }
	a, b, m, n, x, y := v("a"), v("b"), v("m"), v("n"), v("x"), v("y")
	sum := term.Eq(m, term.Add(mul(x, a), mul(y, b)))
	common := term.Eq(mul(a, n), mul(b, v("k")))
	left, right := mul(mul(a, n), m), mul(mul(a, b), term.Add(mul(x, v("k")), mul(y, n)))
	for _, tt := range []struct {
		asked, want *term.Term
	}{
		{term.Eq(left, right), term.Eq(left, right)},
		{term.Eq(left, term.Add(right, term.Int(1))), term.Ne(left, term.Add(right, term.Int(1)))},
		{term.Eq(left, term.Add(right, a)), nil},
	} {
		var want []*term.Term
		if tt.want != nil {
			want = []*term.Term{tt.want}
		}
		var got []*term.Term
		for _, f := range Facts([]*term.Term{sum, common, term.Not(tt.asked)}) {
			got = append(got, f.Arg(1))
		}
		if !slices.EqualFunc(got, want, term.Equal) {
			t.Errorf("%s: %v, want %v", tt.asked, got, want)
		}
	}
}

// What a choice is follows where its condition is known: the remainder of b * m, where b is 1
// if a is not above 0.
func TestChosen(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	a, b, m, n := v("a"), v("b"), v("m"), v("n")
	choice := term.Eq(b, term.Ite(term.Le(a, term.Int(0)), term.Int(1), term.Int(2)))
	remainder := term.Apply(term.IntEMod, term.Apply(term.IntMul, b, m), n)
	for _, tt := range []struct {
		condition *term.Term
		want      string
	}{
		{term.Le(a, term.Int(0)), "m"},
		{term.Lt(term.Int(0), a), "2 *Int m"},
		{term.Lt(term.Int(1), a), "#if a <=Int 0 #then 1 #else 2 #fi *Int m"},
	} {
		conj := []*term.Term{tt.condition, choice, term.Ne(remainder, m)}
		r := Reduction(conj)
		if got, _, _ := r.Of(remainder.Arg(0)); got.String() != tt.want {
			t.Errorf("%s: b * m is %s, want %s", tt.condition, got, tt.want)
		}
	}
}

// An equation that says what 1 is divides what its factors do not: Euclid's lemma.
func TestOne(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	a, b, m, n := v("a"), v("b"), v("m"), v("n")
	mul := func(x, y *term.Term) *term.Term { return term.Apply(term.IntMul, x, y) }
	bezout := term.Eq(term.Add(mul(v("x"), a), mul(v("y"), b)), term.Int(1))
	divides := term.Eq(term.Apply(term.IntEMod, mul(b, m), a), term.Int(0))
	for _, tt := range []struct {
		conj []*term.Term
		want bool
	}{
		{[]*term.Term{bezout, divides}, true},
		{[]*term.Term{term.Eq(term.Add(mul(v("x"), a), mul(v("y"), b)), term.Int(2)), divides}, false},
		{[]*term.Term{bezout, term.Eq(term.Apply(term.IntEMod, mul(n, m), a), term.Int(0))}, false},
	} {
		asked := term.Apply(term.IntEMod, m, a)
		found := false
		for _, f := range Facts(append(tt.conj, term.Ne(asked, term.Int(0)))) {
			found = found || f.Is(term.BoolImplies) && slices.ContainsFunc(term.Conjuncts(nil, f.Arg(1)), func(c *term.Term) bool {
				return term.Equal(c, term.Eq(asked, term.Int(0)))
			})
		}
		if found != tt.want {
			t.Errorf("%v: it says that %s is 0: %v, want %v", tt.conj, asked, found, tt.want)
		}
	}
}
