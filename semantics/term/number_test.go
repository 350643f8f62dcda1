package term

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// wordy draws numbers about the edges of a machine word, small ones and large ones.
func wordy(t *rapid.T, name string) *big.Int {
	n := big.NewInt(rapid.OneOf(rapid.Int64Range(-9, 9), rapid.Int64(), rapid.Int64Range(math.MaxInt64-3, math.MaxInt64),
		rapid.Int64Range(math.MinInt64, math.MinInt64+3), rapid.Int64Range(1<<31-2, 1<<32+2)).Draw(t, name))
	return n.Lsh(n, uint(rapid.SampledFrom([]int{0, 0, 0, 1, 40}).Draw(t, name+" shifted")))
}

func TestNumbersAreIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := wordy(t, "x"), wordy(t, "y")
		a, b := numberOf(new(big.Int).Set(x)), numberOf(new(big.Int).Set(y))
		is := func(what string, got number, want *big.Int) {
			t.Helper()
			if got != numberOf(want) && (got.large == nil || numberOf(got.large).large == nil || got.large.Cmp(want) != 0) {
				t.Fatalf("%s of %s and %s is %s, not %s, or not in its form", what, x, y, got.value(), want)
			}
		}
		is("the sum", a.plus(b), new(big.Int).Add(x, y))
		is("the product", a.times(b), new(big.Int).Mul(x, y))
		is("the negative", a.negated(), new(big.Int).Neg(x))
		is("the divisor", divisor(a, b), new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y)))
		is("the literal", numberIn(BigInt(x)), x)
		if y.Sign() != 0 {
			q, r := a.over(b)
			wantQ, wantR := new(big.Int).DivMod(x, y, new(big.Int))
			is("the quotient", q, wantQ)
			is("the rest", r, wantR)
			q, r = a.nearest(b)
			if half := new(big.Int).Abs(new(big.Int).Lsh(r.value(), 1)); half.CmpAbs(y) > 0 || half.CmpAbs(y) == 0 && r.sign() < 0 {
				t.Fatalf("the nearest to %s / %s leaves %s", x, y, r.value())
			}
			is("what is divided", q.times(b).plus(r), x)
		}
		if a.sign() != x.Sign() || !Equal(a.term(), BigInt(x)) || a.isUnit() != (x.IsInt64() && (x.Int64() == 1 || x.Int64() == -1)) {
			t.Fatalf("%s is read as %s", x, a.value())
		}
		if x.Cmp(numberOf(x).value()) != 0 {
			t.Fatalf("%s is changed", x)
		}
	})
}

// Equal numbers of any size are found by their hashes, others of one size and of one sign or the other apart by them.
func TestHashOfBig(t *testing.T) {
	seen := map[uint64]string{}
	for i := range int64(2000) {
		n := new(big.Int).Lsh(big.NewInt(i-1000), 100)
		if n.Sign() == 0 {
			continue
		}
		if hashBig(n) != hashBig(new(big.Int).Add(n, new(big.Int))) || BigInt(n).hash != BigInt(new(big.Int).Set(n)).hash {
			t.Fatalf("%v has several hashes", n)
		}
		if other, ok := seen[hashBig(n)]; ok {
			t.Fatalf("%v has the hash of %s", n, other)
		}
		seen[hashBig(n)] = n.String()
	}
}
