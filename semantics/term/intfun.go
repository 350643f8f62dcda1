package term

import (
	"math/big"
	"math/bits"
)

func init() {
	IntAdd.Eval, IntSub.Eval, IntMul.Eval = addEval, subEval, mulEval
	for _, s := range []*Symbol{IntTDiv, IntEDiv} {
		partialInt(s, func(x *Term) *Term { return x })
	}
	for _, s := range []*Symbol{IntTMod, IntEMod} {
		partialInt(s, func(*Term) *Term { return Int(0) })
	}
	IntPow.Eval, IntPow.Total = powEval, false
	IntPow.Defined = func(a arg) *Term { return Le(Int(0), a[1]) }
	IntPowMod.Eval, IntPowMod.Total = powmodEval, false
	IntPowMod.Defined = func(a arg) *Term { return And(Le(Int(0), a[1]), Ne(a[2], Int(0))) }
	IntShr.Eval, IntShl.Eval = shiftEval((*big.Int).Rsh), shiftEval((*big.Int).Lsh)
	for _, s := range []*Symbol{IntShr, IntShl} {
		s.Total = false
		s.Defined = func(a arg) *Term { return Le(Int(0), a[1]) }
	}
	IntAnd.Eval = bitsEval((*big.Int).And)
	IntOr.Eval = bitsEval((*big.Int).Or)
	IntXor.Eval = bitsEval((*big.Int).Xor)
	IntNot.Eval = func(a arg) *Term { return Apply(IntSub, Int(-1), a[0]) }
	IntAbs.Eval = absEval
	IntMin.Eval = func(a arg) *Term { return choose(Apply(IntLe, a[0], a[1]), a[0], a[1]) }
	IntMax.Eval = func(a arg) *Term { return choose(Apply(IntLe, a[0], a[1]), a[1], a[0]) }
	IntLog2.Total, IntLog2.Eval = false, log2Eval
	IntLog2.Defined = func(a arg) *Term { return Lt(Int(0), a[0]) }
	initComparisons()
}

func initComparisons() {
	IntLt.Eval = func(a arg) *Term { return lessEval(a[0], a[1], 1) }
	IntLe.Eval = func(a arg) *Term { return lessEval(a[0], a[1], 0) }
	IntGt.Eval = func(a arg) *Term { return lessEval(a[1], a[0], 1) }
	IntGe.Eval = func(a arg) *Term { return lessEval(a[1], a[0], 0) }
	IntEq.Eval = func(a arg) *Term { return intEqual(a[0], a[1]) }
	IntNe.Eval = func(a arg) *Term { return Not(intEqual(a[0], a[1])) }
	IntDivides.Eval = func(a arg) *Term {
		if a[0].IsInt() && a[0].Big().Sign() != 0 {
			return Apply(IntEq, Apply(IntTMod, a[1], a[0]), Int(0))
		}
		return nil
	}
	IntDivides.Total = false
	IntDivides.Defined = func(a arg) *Term { return Ne(a[0], Int(0)) }
}

// addEval adds: small numbers in registers where that does not overflow, other
// numbers with math/big, and terms as polynomials.
func addEval(a arg) *Term {
	x, y := a[0], a[1]
	if x.small && y.small && x.kind == KInt && y.kind == KInt {
		if s := x.num + y.num; (s > x.num) == (y.num > 0) {
			return Int(s)
		}
	}
	if x.IsInt() && y.IsInt() {
		return BigInt(new(big.Int).Add(x.Big(), y.Big()))
	}
	return combination(x, y, 1).term()
}

// subEval is addEval with a minus.
func subEval(a arg) *Term {
	x, y := a[0], a[1]
	if x.small && y.small && x.kind == KInt && y.kind == KInt {
		if d := x.num - y.num; (d < x.num) == (y.num > 0) {
			return Int(d)
		}
	}
	if x.IsInt() && y.IsInt() {
		return BigInt(new(big.Int).Sub(x.Big(), y.Big()))
	}
	return combination(x, y, -1).term()
}

// mulEval multiplies. A product of polynomials that would have too many monomials
// (mulPoly) stays, with its factors in order.
func mulEval(a arg) *Term {
	x, y := a[0], a[1]
	if x.small && y.small && x.kind == KInt && y.kind == KInt {
		if hi, lo := bits.Mul64(uint64(max(x.num, -x.num)), uint64(max(y.num, -y.num))); hi == 0 && lo < 1<<63 {
			return Int(x.num * y.num)
		}
	}
	if x.IsInt() && y.IsInt() {
		return BigInt(new(big.Int).Mul(x.Big(), y.Big()))
	}
	if p, ok := mulPoly(toPoly(x), toPoly(y)); ok {
		return p.term()
	}
	if Compare(x, y) > 0 {
		return App(IntMul, y, x)
	}
	return nil
}

// partialInt makes s a division-like function, undefined for divisor 0, and
// simplified by unit for the divisor 1.
func partialInt(s *Symbol, unit func(x *Term) *Term) {
	s.Total = false
	s.Defined = func(a arg) *Term { return Ne(a[1], Int(0)) }
	s.Eval = func(a arg) *Term {
		x, y := a[0], a[1]
		switch {
		case !y.IsInt():
			return nil
		case y.Big().Sign() == 0:
			return nil
		case x.IsInt():
			return divide(s, x, y)
		case y.small && y.num == 1:
			return unit(x)
		}
		return nil
	}
}

// divide divides two numbers, y not zero. T is for division that truncates, as in C:
// -7 by 2 is -3, with the remainder -1. E is for Euclidean division, whose remainder
// is never negative: -4, with the remainder 1.
func divide(s *Symbol, x, y *Term) *Term {
	if x.small && y.small && y.num > 0 {
		switch s {
		case IntTDiv:
			return Int(x.num / y.num)
		case IntTMod:
			return Int(x.num % y.num)
		}
	}
	z := new(big.Int)
	switch s {
	case IntTDiv:
		z.Quo(x.Big(), y.Big())
	case IntTMod:
		z.Rem(x.Big(), y.Big())
	case IntEDiv:
		z.Div(x.Big(), y.Big())
	case IntEMod:
		z.Mod(x.Big(), y.Big())
	}
	return BigInt(z)
}

// maxPower bounds the size in bits of a power that is computed.
const maxPower = 1 << 22

// powEval is x to the power of n, for n not negative; x^0 is 1 for all x. A symbolic
// x is multiplied out up to its fourth power.
func powEval(a arg) *Term {
	x, n := a[0], a[1]
	if !n.IsInt() || !n.small || n.num < 0 {
		return nil
	}
	if x.IsInt() {
		if n.num > maxPower/int64(max(1, x.Big().BitLen())) {
			return nil
		}
		return BigInt(new(big.Int).Exp(x.Big(), n.Big(), nil))
	}
	if n.num <= 4 {
		p := Int(1)
		for i := int64(0); i < n.num; i++ {
			p = Apply(IntMul, p, x)
		}
		return p
	}
	return nil
}

// powmodEval is x to the power of n modulo m, not negative, also for a negative m. A
// negative n, which asks for an inverse, is outside its domain.
func powmodEval(a arg) *Term {
	if !a[0].IsInt() || !a[1].IsInt() || !a[2].IsInt() || a[2].Big().Sign() == 0 || a[1].Big().Sign() < 0 {
		return nil
	}
	m := new(big.Int).Abs(a[2].Big())
	return BigInt(new(big.Int).Exp(a[0].Big(), a[1].Big(), m))
}

// shiftEval shifts by a number of bits that is not negative; to the right it rounds
// down, so -5 >> 1 is -3.
func shiftEval(op func(z, x *big.Int, n uint) *big.Int) func(arg) *Term {
	return func(a arg) *Term {
		n, ok := a[1].Int64()
		if !a[0].IsInt() || !ok || n < 0 || n > maxPower {
			return nil
		}
		return BigInt(op(new(big.Int), a[0].Big(), uint(n)))
	}
}

// bitsEval works on numbers as infinite two's complements: -1 has all bits. Of
// symbolic arguments nothing is simplified.
func bitsEval(op func(z, x, y *big.Int) *big.Int) func(arg) *Term {
	return func(a arg) *Term {
		if !a[0].IsInt() || !a[1].IsInt() {
			return nil
		}
		return BigInt(op(new(big.Int), a[0].Big(), a[1].Big()))
	}
}

func absEval(a arg) *Term {
	if a[0].IsInt() {
		return BigInt(new(big.Int).Abs(a[0].Big()))
	}
	return nil
}

// choose is a or b by a condition, nil if it is not decided.
func choose(c, a, b *Term) *Term {
	switch c {
	case True:
		return a
	case False:
		return b
	}
	return nil
}

// log2Eval is the largest n such that 2^n <= x, for x > 0.
func log2Eval(a arg) *Term {
	if !a[0].IsInt() || a[0].Big().Sign() <= 0 {
		return nil
	}
	return Int(int64(a[0].Big().BitLen() - 1))
}

// lessEval is x + strict <= y in normal form.
func lessEval(x, y *Term, strict int64) *Term {
	if x.small && y.small && x.kind == KInt && y.kind == KInt {
		return Bool(x.num < y.num || strict == 0 && x.num == y.num)
	}
	p := combination(y, x, -1)
	p.c = p.c.plus(number{small: -strict})
	return p.nonNegative()
}

// intEqual is x - y = 0 in normal form: 2x = 3 is false, and x + 1 = y is the same
// term as x = y - 1.
func intEqual(x, y *Term) *Term {
	if x == y {
		return True
	}
	if x.small && y.small && x.kind == KInt && y.kind == KInt {
		return Bool(x.num == y.num)
	}
	return combination(x, y, -1).isZero()
}

// Add, Sub, Lt, Le, Eq and Ne are shorthands for applications to integers.
func Add(a, b *Term) *Term { return Apply(IntAdd, a, b) }

// Sub returns a - b.
func Sub(a, b *Term) *Term { return Apply(IntSub, a, b) }

// Lt returns a < b.
func Lt(a, b *Term) *Term { return Apply(IntLt, a, b) }

// Le returns a <= b.
func Le(a, b *Term) *Term { return Apply(IntLe, a, b) }

// Ne returns that two integers differ.
func Ne(a, b *Term) *Term { return Apply(IntNe, a, b) }
