package term

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sums is a polynomial by the text of its products, the long way.
type sums map[string]*big.Int

func (s sums) add(product string, n *big.Int) {
	if s[product] == nil {
		s[product] = new(big.Int)
	}
	if s[product].Add(s[product], n); s[product].Sign() == 0 {
		delete(s, product)
	}
}

func (s sums) times(other sums) sums {
	out := sums{}
	for k, n := range s {
		for l, m := range other {
			factors := append(strings.Fields(k), strings.Fields(l)...)
			slices.Sort(factors)
			out.add(strings.Join(factors, " "), new(big.Int).Mul(n, m))
		}
	}
	return out
}

// sumsOf multiplies everything out.
func sumsOf(t *Term) sums {
	out := sums{}
	switch {
	case t.IsInt():
		out.add("", t.Big())
	case t.Is(IntAdd), t.Is(IntSub):
		out = sumsOf(t.Arg(0))
		for k, n := range sumsOf(t.Arg(1)) {
			if t.Is(IntSub) {
				n = new(big.Int).Neg(n)
			}
			out.add(k, n)
		}
	case t.Is(IntMul):
		out = sumsOf(t.Arg(0)).times(sumsOf(t.Arg(1)))
	default:
		out.add(strings.ReplaceAll(t.String(), " ", ""), big.NewInt(1))
	}
	return out
}

// anyPolynomial draws a term of sums and products that is not simplified.
func anyPolynomial(t *rapid.T, depth int) *Term {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "literal") {
			return BigInt(wordy(t, "n"))
		}
		v := Var(rapid.SampledFrom([]string{"A", "B", "C", "D"}).Draw(t, "variable"), SortInt)
		if rapid.Bool().Draw(t, "quotient") {
			return App(IntTDiv, v, Int(2))
		}
		return v
	}
	op := rapid.SampledFrom([]*Symbol{IntAdd, IntSub, IntAdd, IntSub, IntMul}).Draw(t, "operator")
	return App(op, anyPolynomial(t, depth-1), anyPolynomial(t, depth-1))
}

// Polynomials are what multiplying out gives, in the order of their monomials, in whichever
// way the sums and products were written.
func TestPolynomialsAreMultipliedOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyPolynomial(t, 3), anyPolynomial(t, 3)
		sign := rapid.SampledFrom([]int64{-1, 0, 1}).Draw(t, "sign")
		p := combination(x, y, sign)
		want := sumsOf(x)
		for k, n := range sumsOf(y) {
			want.add(k, new(big.Int).Mul(n, big.NewInt(sign)))
		}
		if !slices.IsSortedFunc(p.mons, func(a, b monomial) int { return compareAtoms(a.atoms, b.atoms) }) {
			t.Fatalf("the monomials of %s and %s are not in order", x, y)
		}
		tooLarge := false
		for _, m := range p.mons {
			tooLarge = tooLarge || slices.ContainsFunc(m.atoms, func(a *Term) bool { return a.Is(IntMul) })
		}
		got := sums{}
		for _, m := range p.mons {
			part := sums{"": m.coef.value()}
			for _, a := range m.atoms {
				part = part.times(sumsOf(a))
			}
			for k, n := range part {
				got.add(k, n)
			}
			if m.coef.sign() == 0 {
				t.Fatalf("%s and %s have a monomial with the coefficient 0", x, y)
			}
		}
		got.add("", p.c.value())
		if !maps.EqualFunc(got, want, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
			t.Fatalf("%s %+d * %s is read as %v, multiplied out it is %v", x, sign, y, got, want)
		}
		if again := combination(p.term(), nil, 0); !tooLarge && !Equal(again.term(), p.term()) {
			t.Fatalf("%s is %s when it is read again", p.term(), again.term())
		}
	})
}

// Terms differ by a constant if that is all that is left where one is taken from the other.
func TestTermsThatDiffer(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		x := anyPolynomial(t, 1)
		y := anyPolynomial(t, 1)
		if rapid.Bool().Draw(t, "near") {
			y = App(rapid.SampledFrom([]*Symbol{IntAdd, IntSub}).Draw(t, "operator"), x, BigInt(wordy(t, "by")))
		}
		rest := sumsOf(App(IntSub, x, y))
		delete(rest, "")
		constant := sumsOf(App(IntSub, x, y))[""]
		want := len(rest) == 0 && constant != nil
		if want {
			found++
		}
		if got := differ(x, y); got != want {
			t.Fatalf("%s and %s differ: %v", x, y, got)
		}
	})
	if found < 10 {
		t.Errorf("only %d pairs that differ", found)
	}
}
