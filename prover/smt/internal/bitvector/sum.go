package bitvector

import (
	"math/big"

	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// sum is a number that is made of others: multiples of terms, and a constant.
type sum struct {
	of       termmap.Map[*big.Int]
	order    []*term.Term // those with a factor, in the order in which they came
	constant *big.Int
}

// add adds n times x.
func (s *sum) add(n *big.Int, x *term.Term) {
	old, ok := s.of.Get(x)
	if !ok {
		old = new(big.Int)
		s.order = append(s.order, x)
	}
	s.of.Put(x, new(big.Int).Add(old, n))
}

// factor is how many times s has x.
func (s *sum) factor(x *term.Term) *big.Int {
	if n, ok := s.of.Get(x); ok {
		return n
	}
	return new(big.Int)
}

// items are the terms whose factor is not 0.
func (s *sum) items() []*term.Term {
	var out []*term.Term
	for _, x := range s.order {
		if s.factor(x).Sign() != 0 {
			out = append(out, x)
		}
	}
	return out
}

// plus returns s and n times o.
func (s *sum) plus(n *big.Int, o *sum) *sum {
	out := newSum(new(big.Int).Add(s.constant, new(big.Int).Mul(n, o.constant)))
	for _, x := range s.items() {
		out.add(s.factor(x), x)
	}
	for _, x := range o.items() {
		out.add(new(big.Int).Mul(n, o.factor(x)), x)
	}
	return out
}

// size is how many items the sum has, the constant among them.
func (s *sum) size() int {
	n := len(s.items())
	if s.constant.Sign() != 0 {
		n++
	}
	return n
}

func newSum(constant *big.Int) *sum { return &sum{constant: constant} }

// maxConstant bounds constant shifts.
const maxConstant = 128

// sumOf returns a term as a sum.
func sumOf(t *term.Term) *sum {
	one := big.NewInt(1)
	switch {
	case t.IsInt():
		return newSum(t.Big())
	case t.Is(term.IntAdd):
		return sumOf(t.Arg(0)).plus(one, sumOf(t.Arg(1)))
	case t.Is(term.IntSub):
		return sumOf(t.Arg(0)).plus(big.NewInt(-1), sumOf(t.Arg(1)))
	case t.Is(term.IntMul) && t.Arg(0).IsInt():
		return newSum(new(big.Int)).plus(t.Arg(0).Big(), sumOf(t.Arg(1)))
	case t.Is(term.IntMul) && t.Arg(1).IsInt():
		return newSum(new(big.Int)).plus(t.Arg(1).Big(), sumOf(t.Arg(0)))
	case t.Is(term.IntShl):
		if n, ok := t.Arg(1).Int64(); ok && 0 <= n && n <= maxConstant {
			return newSum(new(big.Int)).plus(new(big.Int).Lsh(one, uint(n)), sumOf(t.Arg(0)))
		}
	}
	s := newSum(new(big.Int))
	s.add(one, t)
	return s
}

// gathered returns the sum with operators of bits for what stands there by its arithmetic:
//
//	x + y - 2 * (x & y) is x ^ y    x + y - (x & y) is x | y
//
// Operators within operators are found from the outermost on, as the inner ones are parts of x then.
func (s *sum) gathered() *sum {
	for {
		best := s
		for _, t := range s.items() {
			if !instantiate.IsBoth(t) {
				continue
			}
			both, n := sumOf(t.Arg(0)).plus(big.NewInt(1), sumOf(t.Arg(1))), s.factor(t)
			for times, op := range []*term.Symbol{term.IntOr, term.IntXor} {
				each := big.NewInt(int64(-1 - times))
				k, rest := new(big.Int).QuoRem(n, each, new(big.Int))
				if rest.Sign() != 0 {
					continue
				}
				less := s.plus(new(big.Int).Neg(k), both)
				less.add(new(big.Int).Neg(n), t)
				less.add(k, term.App(op, t.Arg(0), t.Arg(1)))
				if less.size() < best.size() {
					best = less
				}
			}
		}
		if best == s {
			return s
		}
		s = best
	}
}
