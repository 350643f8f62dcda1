package term

import (
	"math"
	"math/big"
	"math/bits"
)

// number is an integer of any size: in a machine word where it fits, so that the sums
// of small numbers, which nearly all are, take no memory.
type number struct {
	small int64
	large *big.Int // nil: it is small; never changed
}

// numberOf returns a number; b is kept.
func numberOf(b *big.Int) number {
	// The least word is left out: of all others the negative is a word too.
	if b.IsInt64() && b.Int64() != math.MinInt64 {
		return number{small: b.Int64()}
	}
	return number{large: b}
}

// numberIn is the one of a literal.
func numberIn(t *Term) number {
	if t.small && t.num != math.MinInt64 {
		return number{small: t.num}
	}
	return number{large: t.Big()}
}

// value returns the number; what is returned must not be changed.
func (a number) value() *big.Int {
	if a.large != nil {
		return a.large
	}
	return big.NewInt(a.small)
}

// term returns the literal.
func (a number) term() *Term {
	if a.large != nil {
		return BigInt(a.large)
	}
	return Int(a.small)
}

// is reports whether the number is n.
func (a number) is(n int64) bool { return a.large == nil && a.small == n }

// isUnit reports whether it is 1 or -1.
func (a number) isUnit() bool { return a.is(1) || a.is(-1) }

func (a number) sign() int {
	switch {
	case a.large != nil:
		return a.large.Sign()
	case a.small > 0:
		return 1
	case a.small < 0:
		return -1
	}
	return 0
}

func (a number) negated() number {
	if a.large != nil {
		return numberOf(new(big.Int).Neg(a.large))
	}
	return number{small: -a.small}
}

func (a number) plus(b number) number {
	if a.large == nil && b.large == nil {
		if s := a.small + b.small; (s > a.small) == (b.small > 0) && s != math.MinInt64 {
			return number{small: s}
		}
	}
	return numberOf(new(big.Int).Add(a.value(), b.value()))
}

func (a number) times(b number) number {
	if a.large == nil && b.large == nil {
		if hi, lo := bits.Mul64(magnitude(a.small), magnitude(b.small)); hi == 0 && lo <= math.MaxInt64 {
			return number{small: a.small * b.small}
		}
	}
	return numberOf(new(big.Int).Mul(a.value(), b.value()))
}

func magnitude(n int64) uint64 { return uint64(max(n, -n)) }

// over divides and rounds as Euclidean division does: with a rest that is not negative.
func (a number) over(b number) (quotient, rest number) {
	if a.large == nil && b.large == nil {
		q, r := a.small/b.small, a.small%b.small
		if r < 0 {
			step := int64(1)
			if b.small < 0 {
				step = -1
			}
			q, r = q-step, r+step*b.small
		}
		return number{small: q}, number{small: r}
	}
	q, r := new(big.Int).DivMod(a.value(), b.value(), new(big.Int))
	return numberOf(q), numberOf(r)
}

// nearest divides and rounds to the nearest integer, down from the middle.
func (a number) nearest(b number) (quotient, rest number) {
	quotient, rest = a.over(b)
	size := b
	if b.sign() < 0 {
		size = b.negated()
	}
	if rest.plus(rest).plus(size.negated()).sign() <= 0 {
		return quotient, rest
	}
	step := number{small: int64(b.sign())}
	return quotient.plus(step), rest.plus(size.negated())
}

// divisor returns the greatest common divisor, not negative; that of 0 and n is n.
func divisor(a, b number) number {
	if a.large == nil && b.large == nil {
		x, y := max(a.small, -a.small), max(b.small, -b.small)
		for y != 0 {
			x, y = y, x%y
		}
		return number{small: x}
	}
	return numberOf(new(big.Int).GCD(nil, nil, new(big.Int).Abs(a.value()), new(big.Int).Abs(b.value())))
}
