package instantiate

import (
	"math/big"
	"testing"

	"rlv/semantics/term"

	"pgregory.net/rapid"
)

// shiftBy is a number that others are shifted by.
var shiftBy = term.Var("n", term.SortInt)

// drawMask draws what has the lowest bits, all but these, one, or few.
func drawMask(t *rapid.T) *term.Term {
	one := oneBit(shiftBy)
	switch rapid.IntRange(0, 3).Draw(t, "mask") {
	case 0:
		return one
	case 1:
		return term.Sub(one, term.Int(1))
	case 2:
		return term.Sub(term.Int(0), one)
	}
	return term.Int(rapid.Int64Range(-1, 40).Draw(t, "few"))
}

// drawBits draws a number made of others and their bits.
func drawBits(t *rapid.T, depth int) *term.Term {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		if rapid.IntRange(0, 5).Draw(t, "number") == 0 {
			return term.Int(rapid.Int64Range(-3, 8).Draw(t, "value"))
		}
		return term.Var(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "variable"), term.SortInt)
	}
	x := drawBits(t, depth-1)
	switch op := rapid.IntRange(0, 7).Draw(t, "operator"); op {
	case 0:
		return term.Sub(term.Int(-1), x)
	case 1:
		return without(x, drawBits(t, depth-1), rapid.Int64Range(0, 2).Draw(t, "times"))
	case 2:
		return term.Sub(x, term.Apply(term.IntAnd, x, drawBits(t, 0)))
	case 6:
		return term.Apply(term.IntMul, term.Int(rapid.Int64Range(-8, 8).Draw(t, "factor")), x)
	case 7:
		return term.Apply(term.IntShl, x, rapid.SampledFrom([]*term.Term{shiftBy, term.Int(0), term.Int(4)}).Draw(t, "by"))
	default:
		return term.Apply([]*term.Symbol{term.IntAnd, term.IntOr, term.IntXor}[op-3], x, drawBits(t, depth-1))
	}
}

// Facts about bits hold for all numbers, as math/big has them, of any sign and size.
func TestBitFacts(t *testing.T) {
	used := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		values := term.Substitution{}
		for _, name := range []string{"a", "b", "c"} {
			n := new(big.Int).SetUint64(rapid.Uint64().Draw(rt, name))
			n.Rsh(n, uint(rapid.IntRange(0, 64).Draw(rt, "less")))
			if rapid.Bool().Draw(rt, "negative") {
				n.Not(n)
			}
			values[term.Var(name, term.SortInt).Variable()] = term.BigInt(n)
		}
		var terms []*term.Term
		shift := rapid.Int64Range(0, 70).Draw(rt, "shift")
		for range 3 {
			x, y := drawBits(rt, 2), drawBits(rt, 1)
			values[shiftBy.Variable()] = term.Int(shift)
			if rapid.Bool().Draw(rt, "masked") {
				y = drawMask(rt)
			}
			op := rapid.SampledFrom([]*term.Symbol{term.IntAnd, term.IntAnd, term.IntAnd, term.IntOr, term.IntXor, term.IntShl, term.IntShr, term.IntShr}).Draw(rt, "term")
			if op == term.IntShl || op == term.IntShr {
				y = term.Add(shiftBy, term.Int(rapid.Int64Range(0, 3).Draw(rt, "more")))
				switch rapid.IntRange(0, 3).Draw(rt, "one") {
				case 0:
					op, x = term.IntShl, term.Int(1)
				case 1:
					x = term.Var("a", term.SortInt)
				}
			}
			if e := term.Apply(op, x, y); IsBits(e) {
				terms = append(terms, e)
			}
		}
		for i, e := range terms {
			facts := bitFacts(e, terms[:i])
			if IsBoth(e) {
				facts = append(facts, halvesFact(e))
			}
			for _, f := range facts {
				if values.Apply(f) != term.True {
					rt.Fatalf("%s is %s for %v", f, values.Apply(f), values)
				}
				if f.Is(term.BoolImplies) && values.Apply(f.Arg(0)) == term.True {
					used[e.Symbol().Name]++
				}
			}
			if !IsBoth(e) {
				continue
			}
			for _, a := range swapped(e) {
				used["masks"] += len(maskFacts(e, a[0], a[1]))
				for _, f := range apartFacts(e, a[0], a[1]) {
					if !f.Is(term.BoolImplies) || values.Apply(f.Arg(0)) == term.True {
						used["apart"]++
					}
				}
			}
		}
	})
	for of, least := range map[string]int{term.IntAnd.Name: 50, term.IntShl.Name: 50, term.IntShr.Name: 50, "masks": 3, "apart": 3} {
		if used[of] < least {
			t.Errorf("%s: %d facts with what they need: that says little", of, used[of])
		}
	}
}

// How often two divides a number is never said too often.
func TestTwos(t *testing.T) {
	often := 0
	rapid.Check(t, func(rt *rapid.T) {
		x, values := drawBits(rt, 3), term.Substitution{shiftBy.Variable(): term.Int(rapid.Int64Range(0, 9).Draw(rt, "n"))}
		for _, name := range []string{"a", "b", "c"} {
			values[term.Var(name, term.SortInt).Variable()] = term.Int(rapid.Int64Range(-20, 20).Draw(rt, name))
		}
		v := values.Apply(x).Big()
		if n := twos(x); v.Sign() != 0 && n > int(v.TrailingZeroBits()) {
			rt.Fatalf("%s, which is %v for %v: %d", x, v, values, n)
		} else if n > 0 && n < maxTwos {
			often++
		}
	})
	if often < 3 {
		t.Errorf("%d multiples of two: that says little", often)
	}
}

// What is shifted by a few more is as much more, for all numbers.
func TestShiftedFurther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := term.Var("a", term.SortInt)
		values := term.Substitution{
			a.Variable():       term.Int(rapid.Int64().Draw(rt, "a")),
			shiftBy.Variable(): term.Int(rapid.Int64Range(0, 70).Draw(rt, "n")),
		}
		op := rapid.SampledFrom([]*term.Symbol{term.IntShl, term.IntShr}).Draw(rt, "operator")
		more := term.Int(rapid.Int64Range(1, 9).Draw(rt, "more"))
		less, further := term.Apply(op, a, shiftBy), term.Apply(op, a, term.Add(shiftBy, more))
		for _, f := range bitFacts(further, []*term.Term{less}) {
			if values.Apply(f) != term.True {
				rt.Fatalf("%s for %v", f, values)
			}
		}
		if len(furtherFacts(further, less)) != 1 || len(furtherFacts(less, further)) != 0 {
			rt.Fatalf("%s and %s", less, further)
		}
	})
}
