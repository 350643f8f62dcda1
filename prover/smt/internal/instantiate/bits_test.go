package instantiate

import (
	"math/big"
	"testing"

	"rlv/semantics/term"

	"pgregory.net/rapid"
)

// drawBits draws a number made of others and their bits.
func drawBits(t *rapid.T, depth int) *term.Term {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		if rapid.IntRange(0, 5).Draw(t, "number") == 0 {
			return term.Int(rapid.Int64Range(-3, 8).Draw(t, "value"))
		}
		return term.Var(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "variable"), term.SortInt)
	}
	x := drawBits(t, depth-1)
	switch op := rapid.IntRange(0, 5).Draw(t, "operator"); op {
	case 0:
		return term.Sub(term.Int(-1), x)
	case 1:
		return without(x, drawBits(t, depth-1), rapid.Int64Range(0, 2).Draw(t, "times"))
	case 2:
		return term.Sub(x, term.Apply(term.IntAnd, x, drawBits(t, 0)))
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
		for range 3 {
			x, y := drawBits(rt, 2), drawBits(rt, 1)
			op := rapid.SampledFrom([]*term.Symbol{term.IntAnd, term.IntAnd, term.IntAnd, term.IntOr, term.IntXor, term.IntShl, term.IntShr, term.IntShr}).Draw(rt, "term")
			if op == term.IntShl || op == term.IntShr {
				y = term.Var("n", term.SortInt)
				values[y.Variable()] = term.Int(rapid.Int64Range(0, 70).Draw(rt, "shift"))
				if rapid.IntRange(0, 3).Draw(rt, "one") == 0 {
					op, x = term.IntShl, term.Int(1)
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
		}
	})
	for _, op := range []*term.Symbol{term.IntAnd, term.IntShl, term.IntShr} {
		if used[op.Name] < 50 {
			t.Errorf("%s: %d facts with what they need: that says little", op.Name, used[op.Name])
		}
	}
}
