package term

import (
	"cmp"
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

// orderedAtoms are atoms in the order that they have in products and sums: applications by the name of the operation
// (tdiv, tmod) and then by operands, before variables, with numbers in names as numbers.
var orderedAtoms = []*Term{
	App(IntTDiv, Var("X2", SortInt), Int(2)),
	App(IntTDiv, Var("X10", SortInt), Int(2)),
	App(IntTMod, Var("A", SortInt), Int(3)),
	Var("A", SortInt), Var("X2", SortInt), Var("X10", SortInt), Var("Y", SortInt),
}

// sumWriter writes random sums, and keeps what they come to: the coefficients of products, by the places of
// their atoms in orderedAtoms, in order.
type sumWriter struct {
	*rapid.T
	apply func(op *Symbol, x, y *Term) *Term
	comes sums
}

// sum writes n summands in some nesting, of which everything counts k times.
func (w *sumWriter) sum(n int, k *big.Int) *Term {
	if rapid.IntRange(0, 9).Draw(w.T, "multiplied") == 0 {
		by := wordy(w.T, "by")
		return w.apply(IntMul, BigInt(by), w.sum(n, new(big.Int).Mul(by, k)))
	}
	if n == 1 {
		return w.summand(k)
	}
	first := rapid.IntRange(1, n-1).Draw(w.T, "first")
	if rapid.Bool().Draw(w.T, "minus") {
		return w.apply(IntSub, w.sum(first, k), w.sum(n-first, new(big.Int).Neg(k)))
	}
	return w.apply(IntAdd, w.sum(first, k), w.sum(n-first, k))
}

// summand writes a product of a literal and atoms, in any order and nesting.
func (w *sumWriter) summand(k *big.Int) *Term {
	coef := big.NewInt(int64(rapid.IntRange(-1, 1).Draw(w.T, "unit"))) // these cancel out
	if rapid.Bool().Draw(w.T, "any") {
		coef = wordy(w.T, "coefficient")
	}
	atoms := rapid.SliceOfN(rapid.IntRange(0, len(orderedAtoms)-1), 0, 3).Draw(w.T, "atoms")
	factors := []*Term{BigInt(coef)}
	for _, a := range atoms {
		factors = append(factors, orderedAtoms[a])
	}
	slices.Sort(atoms)
	product := make([]byte, 0, len(atoms))
	for _, a := range atoms {
		product = append(product, 'a'+byte(a))
	}
	w.comes.add(string(product), new(big.Int).Mul(coef, k))
	factors = rapid.Permutation(factors).Draw(w.T, "factors")
	for len(factors) > 1 {
		at := rapid.IntRange(0, len(factors)-2).Draw(w.T, "at")
		factors = slices.Replace(factors, at, at+2, w.apply(IntMul, factors[at], factors[at+1]))
	}
	return factors[0]
}

// term is the sum as it has to be written: products of more atoms first, then by their atoms, what is added before
// what is taken away and the constant last, but first where nothing else is added.
func (s sums) term() *Term {
	var added, taken []*Term
	for _, product := range slices.SortedFunc(maps.Keys(s), func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) }) {
		if product == "" {
			continue
		}
		out := orderedAtoms[product[0]-'a']
		for _, a := range product[1:] {
			out = App(IntMul, out, orderedAtoms[a-'a'])
		}
		coef := s[product]
		if abs := new(big.Int).Abs(coef); abs.Cmp(big.NewInt(1)) != 0 {
			out = App(IntMul, BigInt(abs), out)
		}
		if coef.Sign() > 0 {
			added = append(added, out)
		} else {
			taken = append(taken, out)
		}
	}
	constant := new(big.Int)
	if s[""] != nil {
		constant.Set(s[""])
	}
	if len(added) == 0 {
		added, constant = []*Term{BigInt(constant)}, new(big.Int)
	}
	sum := added[0]
	for _, x := range added[1:] {
		sum = App(IntAdd, sum, x)
	}
	for _, x := range taken {
		sum = App(IntSub, sum, x)
	}
	switch constant.Sign() {
	case 1:
		sum = App(IntAdd, sum, BigInt(constant))
	case -1:
		sum = App(IntSub, sum, BigInt(new(big.Int).Neg(constant)))
	}
	return sum
}

// Sums are written in one way, however they were written before: the terms that a polynomial by maps and
// math/big gives, in an order of its own.
func TestSumsAreWrittenInOneWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, way := range []string{"at once", "step by step"} {
			w := &sumWriter{T: t, comes: sums{}, apply: func(op *Symbol, x, y *Term) *Term { return App(op, x, y) }}
			if way != "at once" {
				w.apply = func(op *Symbol, x, y *Term) *Term { return Apply(op, x, y) }
			}
			written := w.sum(rapid.IntRange(1, 16).Draw(t, "summands"), big.NewInt(1))
			got, want := written, w.comes.term()
			if way == "at once" {
				got = combination(written, nil, 0).term()
			}
			if !Equal(got, want) {
				t.Fatalf("%s, %s is %s, not %s", way, written, got, want)
			}
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
