package bitvector

import (
	"math/big"

	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// span is between which numbers a term is; nil: there is no bound.
type span struct{ lo, hi *big.Int }

func number(n int64) *big.Int { return big.NewInt(n) }

// exactly is the span of one number.
func exactly(n *big.Int) span { return span{n, n} }

// finite reports whether both bounds are known.
func (s span) finite() bool { return s.lo != nil && s.hi != nil }

// notNegative reports whether no number of the span is negative.
func (s span) notNegative() bool { return s.lo != nil && s.lo.Sign() >= 0 }

// positive reports whether all numbers of the span are positive.
func (s span) positive() bool { return s.lo != nil && s.lo.Sign() > 0 }

// width is how many bits two's complement takes for each number of a finite span.
func (s span) width() int {
	bits := func(n *big.Int) int {
		if n.Sign() < 0 {
			n = new(big.Int).Not(n)
		}
		return n.BitLen() + 1
	}
	return max(bits(s.lo), bits(s.hi))
}

// least and most are the lesser and the greater one; nil if one is nil.
func least(x, y *big.Int) *big.Int {
	if x == nil || y == nil || x.Cmp(y) < 0 {
		return ifBoth(x, y)
	}
	return y
}

func most(x, y *big.Int) *big.Int {
	if x == nil || y == nil || x.Cmp(y) > 0 {
		return ifBoth(x, y)
	}
	return y
}

// ifBoth is x, nil if y is.
func ifBoth(x, y *big.Int) *big.Int {
	if y == nil {
		return nil
	}
	return x
}

// meet is what is in both spans.
func (s span) meet(o span) span {
	if s.lo == nil || o.lo != nil && o.lo.Cmp(s.lo) > 0 {
		s.lo = o.lo
	}
	if s.hi == nil || o.hi != nil && o.hi.Cmp(s.hi) < 0 {
		s.hi = o.hi
	}
	return s
}

// join is the least span with both.
func (s span) join(o span) span { return span{least(s.lo, o.lo), most(s.hi, o.hi)} }

// times is the span of n times what is in s.
func (s span) times(n *big.Int) span {
	by := func(x *big.Int) *big.Int {
		if x == nil {
			return nil
		}
		return new(big.Int).Mul(n, x)
	}
	switch n.Sign() {
	case 0:
		return exactly(n)
	case -1:
		return span{by(s.hi), by(s.lo)}
	}
	return span{by(s.lo), by(s.hi)}
}

// plus is the span of sums.
func (s span) plus(o span) span {
	add := func(x, y *big.Int) *big.Int {
		if x == nil || y == nil {
			return nil
		}
		return new(big.Int).Add(x, y)
	}
	return span{add(s.lo, o.lo), add(s.hi, o.hi)}
}

// complement is the span of -1 - x.
func (s span) complement() span { return s.times(number(-1)).plus(exactly(number(-1))) }

// corners is the span of the results of an operation that is monotonic in each operand, for
// finite spans.
func corners(s, o span, op func(x, y *big.Int) *big.Int) span {
	out := exactly(op(s.lo, o.lo))
	for _, n := range []*big.Int{op(s.lo, o.hi), op(s.hi, o.lo), op(s.hi, o.hi)} {
		out = out.join(exactly(n))
	}
	return out
}

// both is the span of x & y: it is at most the one that is not negative, and at most both where both
// are negative; then it is as wide as the wider one.
func both(x, y span) span {
	switch {
	case x.notNegative() && y.notNegative():
		hi := x.meet(y).hi
		return span{number(0), hi}
	case x.notNegative():
		return span{number(0), x.hi}
	case y.notNegative():
		return span{number(0), y.hi}
	case !x.finite() || !y.finite():
		return span{}
	}
	lo := new(big.Int).Lsh(number(-1), uint(max(x.width(), y.width())-1))
	return span{lo, most(x.hi, y.hi)}
}

// one is the span of x ^ y.
func one(x, y span) span {
	if !x.finite() || !y.finite() {
		return span{}
	}
	top := new(big.Int).Lsh(number(1), uint(max(x.width(), y.width())-1))
	out := span{new(big.Int).Neg(top), top.Sub(top, number(1))}
	if x.notNegative() && y.notNegative() {
		out.lo = number(0)
	}
	return out
}

// ranges knows between which numbers the terms of a question are.
type ranges struct {
	known termmap.Map[span] // by the question's conjuncts, for items of sums
	memo  termmap.Map[span]
}

// rounds is how often the conjuncts are looked through for bounds: that of x follows from that of
// y in the next one.
const rounds = 4

// learn finds bounds in the conjuncts of a question.
func (r *ranges) learn(conj []*term.Term) {
	var sums []*sum // each at most 0
	for _, c := range conj {
		sums = append(sums, atMostZero(c, true)...)
	}
	for i, s := range sums {
		sums[i] = s.gathered()
	}
	for range rounds {
		changed := false
		for _, s := range sums {
			changed = r.bound(s) || changed
		}
		if !changed {
			return
		}
		r.memo = termmap.Map[span]{}
	}
}

// width learns the bounds, and returns how many bits take the terms that have any; those of more
// than maxWidth do not count.
func (r *ranges) width(conj []*term.Term) int {
	r.learn(conj)
	width := 0
	for _, c := range conj {
		term.Walk(c, func(t *term.Term) bool {
			if t.Sort() == term.SortInt {
				if s := r.of(t); s.finite() && s.width() <= maxWidth {
					width = max(width, s.width())
				}
			}
			return true
		})
	}
	return width
}

// atMostZero are sums that are at most 0 if a formula is true, or if it is false.
func atMostZero(c *term.Term, holds bool) []*sum {
	between := func(x, y *term.Term, less int64) *sum {
		s := sumOf(x).plus(number(-1), sumOf(y))
		s.constant = new(big.Int).Add(s.constant, number(less))
		return s
	}
	s := c.Symbol()
	switch {
	case s == term.BoolNot:
		return atMostZero(c.Arg(0), !holds)
	case s == term.BoolImplies && !holds:
		return append(atMostZero(c.Arg(0), true), atMostZero(c.Arg(1), false)...)
	case s == term.BoolAnd && holds, s == term.BoolOr && !holds:
		var out []*sum
		for _, f := range c.Args() {
			out = append(out, atMostZero(f, holds)...)
		}
		return out
	case s == term.IntGe || s == term.IntGt:
		flip := map[*term.Symbol]*term.Symbol{term.IntGe: term.IntLe, term.IntGt: term.IntLt}
		return atMostZero(term.App(flip[s], c.Arg(1), c.Arg(0)), holds)
	case s == term.IntLe && holds:
		return []*sum{between(c.Arg(0), c.Arg(1), 0)}
	case s == term.IntLt && holds:
		return []*sum{between(c.Arg(0), c.Arg(1), 1)}
	case s == term.IntLe:
		return []*sum{between(c.Arg(1), c.Arg(0), 1)}
	case s == term.IntLt:
		return []*sum{between(c.Arg(1), c.Arg(0), 0)}
	case isEquation(c) && holds:
		return []*sum{between(c.Arg(0), c.Arg(1), 0), between(c.Arg(1), c.Arg(0), 0)}
	}
	return nil
}

// isEquation reports whether a formula is an equation of integers.
func isEquation(c *term.Term) bool {
	return c.Is(term.IntEq) || c.Is(term.KEq) && c.Arg(0).Sort() == term.SortInt && c.Arg(1).Sort() == term.SortInt
}

// maxBits bounds the numbers that are bounds.
const maxBits = 256

// bound learns from a sum that is at most 0, and reports whether that was new: an item is at most what
// all others leave it.
func (r *ranges) bound(s *sum) bool {
	items, changed := s.items(), false
	for _, x := range items {
		rest := exactly(s.constant)
		for _, y := range items {
			if y != x {
				rest = rest.plus(r.of(y).times(s.factor(y)))
			}
		}
		if rest.lo == nil || rest.lo.BitLen() > maxBits {
			continue
		}
		n := s.factor(x)
		limit := new(big.Int).Div(new(big.Int).Neg(rest.lo), new(big.Int).Abs(n)) // rounded down
		found := span{hi: limit}
		if n.Sign() < 0 {
			found = span{lo: limit.Neg(limit)}
		}
		old := r.of(x)
		if next := old.meet(found); next != old {
			known, _ := r.known.Get(x)
			r.known.Put(x, known.meet(found))
			r.memo.Delete(x)
			changed = true
		}
	}
	return changed
}

// of is the span of a term.
func (r *ranges) of(t *term.Term) span {
	if s, ok := r.memo.Get(t); ok {
		return s
	}
	var out span
	if s := sumOf(t).gathered(); s.isItem(t) {
		known, _ := r.known.Get(t)
		out = r.shape(t).meet(known)
	} else {
		out = exactly(s.constant)
		for _, x := range s.items() {
			out = out.plus(r.of(x).times(s.factor(x)))
		}
	}
	if out.lo != nil && out.lo.BitLen() > maxBits {
		out.lo = nil
	}
	if out.hi != nil && out.hi.BitLen() > maxBits {
		out.hi = nil
	}
	r.memo.Put(t, out)
	return out
}

// isItem reports whether the sum is the term t, and nothing more.
func (s *sum) isItem(t *term.Term) bool {
	items := s.items()
	return len(items) == 1 && s.constant.Sign() == 0 && s.factor(items[0]).Cmp(number(1)) == 0 && term.Equal(items[0], t)
}

// shape is the span of an item, by what it is made of.
func (r *ranges) shape(t *term.Term) span {
	of := func(i int) span { return r.of(t.Arg(i)) }
	switch s := t.Symbol(); {
	case s == nil:
	case instantiate.IsBoth(t):
		return both(of(0), of(1))
	case s == term.IntOr:
		return both(of(0).complement(), of(1).complement()).complement()
	case s == term.IntXor:
		return one(of(0), of(1))
	case s == term.KIte && t.Arg(1).Sort() == term.SortInt && t.Arg(2).Sort() == term.SortInt:
		return of(1).join(of(2))
	case isWritten(t):
		_, v, before := written(t)
		return r.of(v).join(r.of(before))
	case s == term.IntMin || s == term.IntMax:
		return of(0).join(of(1))
	case s == term.IntMul && of(0).finite() && of(1).finite():
		return corners(of(0), of(1), func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	case (s == term.IntShl || s == term.IntShr) && of(0).finite() && isShift(of(1)):
		shift := (*big.Int).Lsh
		if s == term.IntShr {
			shift = (*big.Int).Rsh
		}
		return corners(of(0), of(1), func(x, n *big.Int) *big.Int { return shift(new(big.Int), x, uint(n.Int64())) })
	case (s == term.IntEMod || s == term.IntTMod && of(0).notNegative()) && of(1).positive():
		out := span{lo: number(0)}
		if hi := of(1).hi; hi != nil {
			out.hi = new(big.Int).Sub(hi, number(1))
		}
		if of(0).notNegative() {
			out = out.meet(span{hi: of(0).hi})
		}
		return out
	case (s == term.IntEDiv || s == term.IntTDiv || s == term.IntTMod) && of(0).finite() && of(1).positive():
		return span{least(of(0).lo, number(0)), most(of(0).hi, number(0))}
	}
	return span{}
}

// isShift reports whether all numbers of a span can be shifted by.
func isShift(s span) bool {
	return s.finite() && s.notNegative() && s.hi.Cmp(number(maxConstant)) <= 0
}
