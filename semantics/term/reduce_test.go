package term

import (
	"testing"

	"pgregory.net/rapid"
)

// drawPolynomial draws a polynomial of three variables, and atoms that are none.
func drawPolynomial(t *rapid.T, depth int) *Term {
	x := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "variable")
	if depth == 0 {
		if rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
			return Int(rapid.Int64Range(-4, 4).Draw(t, "number"))
		}
		return Var(x, SortInt)
	}
	op := rapid.SampledFrom([]*Symbol{IntAdd, IntSub, IntMul, IntMul}).Draw(t, "op")
	return Apply(op, drawPolynomial(t, depth-1), drawPolynomial(t, depth-1))
}

// What is divided is the sum of the rest and of the quotient times the divisor, and the rest
// cannot be divided again; the difference of two such rests is no multiple but 0.
func TestDividePolynomial(t *testing.T) {
	for name, divide := range map[string]func(p, d *Term) (quotient, rest *Term, ok bool){"rounded down": DividePolynomial, "rounded": RoundPolynomial} {
		divided := 0
		rapid.Check(t, func(rt *rapid.T) {
			p, d := drawPolynomial(rt, 3), drawPolynomial(rt, 1)
			q, r, ok := divide(p, d)
			if !ok {
				return
			}
			if !Equal(Add(Apply(IntMul, q, d), r), p) {
				rt.Fatalf("%s: (%s) = (%s) * (%s) + %s", name, p, q, d, r)
			}
			again, _, _ := divide(r, d)
			if !Equal(again, Int(0)) {
				rt.Fatalf("%s: the rest %s is divided by %s", name, r, d)
			}
			if !Equal(q, Int(0)) && !d.IsInt() {
				divided++
			}
		})
		if divided == 0 {
			t.Errorf("%s: nothing was divided", name)
		}
	}
}

// What a polynomial is by equations has the same value wherever these hold.
func TestReduction(t *testing.T) {
	reduced := 0
	rapid.Check(t, func(rt *rapid.T) {
		values, others := Substitution{}, Substitution{}
		for _, x := range []string{"x", "y", "z"} {
			values[Var(x, SortInt).Variable()] = Int(rapid.Int64Range(-5, 5).Draw(rt, x))
			others[Var(x, SortInt).Variable()] = Int(rapid.Int64Range(-1, 1).Draw(rt, x))
		}
		var r Reduction
		for range 3 {
			e := drawPolynomial(rt, 2)
			r.Learn(e, values.Apply(e), nil, Eq(e, values.Apply(e)))
		}
		p := drawPolynomial(rt, 3)
		got, because, ok := r.Of(p)
		if !ok {
			return
		}
		for _, v := range []Substitution{values, others} {
			if v.Apply(And(because...)) == True && !Equal(v.Apply(got), v.Apply(p)) {
				rt.Fatalf("%s becomes %s because of %v; they differ for %v", p, got, because, v)
			}
		}
		if again, _, _ := r.Of(got); !Equal(again, got) {
			rt.Fatalf("%s becomes %s, and then %s", p, got, again)
		}
		if !Equal(got, p) {
			reduced++
			if len(because) == 0 {
				rt.Fatalf("%s becomes %s for no reason", p, got)
			}
		}
	})
	if reduced == 0 {
		t.Error("nothing was reduced")
	}
}

// The reasons given are all that a reduction rests on: with others, it is the same.
func TestReductionReasons(t *testing.T) {
	x, y, z := Var("x", SortInt), Var("y", SortInt), Var("z", SortInt)
	var r Reduction
	first, second := Eq(x, Add(y, Int(1))), Eq(Apply(IntMul, y, z), Int(6))
	r.Learn(x, Add(y, Int(1)), nil, first)
	r.Learn(Apply(IntMul, y, z), Int(6), nil, second) // is solved for nothing
	third := Eq(y, Apply(IntMul, Int(2), z))
	r.Learn(y, Apply(IntMul, Int(2), z), nil, third)
	got, because, _ := r.Of(Apply(IntMul, x, z))
	if want := Add(Apply(IntMul, Int(2), Apply(IntMul, z, z)), z); !Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if len(because) != 2 || !Equal(because[0], first) || !Equal(because[1], third) {
		t.Errorf("because of %v", because)
	}

	var chained Reduction
	chained.Learn(x, y, nil, first)
	chained.Learn(x, z, nil, second) // tells of y by the first only
	if got, because, _ := chained.Of(y); !Equal(got, z) || len(because) != 2 {
		t.Errorf("%s because of %v", got, because)
	}

	// What is solved later is put into the equations that rewrite products, with its reasons.
	var products Reduction
	products.Learn(Apply(IntMul, x, y), Apply(IntMul, z, Var("u", SortInt)), nil, first)
	products.Learn(z, Int(3), nil, second)
	got, because, _ = products.Of(Apply(IntMul, x, Apply(IntMul, y, y)))
	if want := Apply(IntMul, Int(3), Apply(IntMul, Var("u", SortInt), y)); !Equal(got, want) || len(because) != 2 {
		t.Errorf("%s because of %v, want %s because of two", got, because, want)
	}
	if got, because, _ := products.Without(first).Of(Apply(IntMul, x, y)); !Equal(got, Apply(IntMul, x, y)) || len(because) != 0 {
		t.Errorf("without the reason: %s because of %v", got, because)
	}
}
