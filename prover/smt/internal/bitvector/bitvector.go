// Package bitvector asks about the bits of numbers as vectors of bits, which solvers know all of.
//
// Numbers have no width, vectors have one. A vector of w bits stands for a number up to multiples of
// 2^w: sums, products and operators of bits can be made of such numbers. Where it matters which
// number it is, as in a comparison, it has to be between -2^(w-1) and 2^(w-1) - 1, and that must
// follow from the question: of each term it is found out between which numbers it is (ranges.go), and w is
// such that all that is known to be between some numbers is exact.
//
// What cannot be said of vectors is a vector, or a Boolean, of which nothing is known. So each model
// of the question is one of the vectors, and that they have none refutes the question; that they have one says
// nothing.
//
// # Example
//
// From 0 <= a, a <= 255, 0 <= b, b <= 255, a + b != (a ^ b) + 2 * (a & b), with vectors of 11 bits:
//
//	(bvsle 0 a) (bvsle a 255) (bvsle 0 b) (bvsle b 255)
//	(not (= (bvadd a b) (bvadd (bvxor a b) (bvmul 2 (bvand a b)))))
package bitvector

import (
	"fmt"
	"math/big"
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// The limits of a question: how wide its vectors are, and how many terms it has.
const (
	maxWidth = 68
	maxTerms = 3000
)

// Concerned reports whether there are operators of bits in formulas.
func Concerned(conj []*term.Term) bool {
	found := false
	for _, c := range conj {
		term.Walk(c, func(t *term.Term) bool {
			found = found || instantiate.IsBits(t)
			return !found
		})
	}
	return found
}

// Question is a conjunction as one about vectors.
type Question struct {
	*fol.Builder
	Assertions []*fol.Node
	width      int
	ranges     ranges
	vectors    termmap.Map[*fol.Node]
	formulas   termmap.Map[*fol.Node]
	functions  map[string]*fol.Fun
	unknown    []*term.Term // what is a vector of its own
}

// New returns the question of a conjunction without quantifiers; nil if it is too large, or nothing in it
// has bounds.
func New(conj []*term.Term) *Question {
	q := &Question{Builder: fol.NewBuilder(), functions: map[string]*fol.Fun{}}
	n := 0
	for _, c := range conj {
		term.Walk(c, func(*term.Term) bool { n++; return n <= maxTerms })
	}
	if n > maxTerms {
		return nil
	}
	q.width = q.ranges.width(conj)
	if q.width == 0 {
		return nil
	}
	for _, c := range conj {
		f := q.formula(c) // which may add what it needs
		q.Assertions = append(q.Assertions, f)
	}
	return q
}

// Width is how many bits the vectors of a conjunction would have; 0 if nothing in it has bounds.
func Width(conj []*term.Term) int { return new(ranges).width(conj) }

// fits reports whether a term is the number that its vector is.
func (q *Question) fits(t *term.Term) bool {
	s := q.ranges.of(t)
	return s.finite() && s.width() <= q.width
}

// apply applies a function of vectors that solvers know.
func (q *Question) apply(name string, result fol.Domain, args ...*fol.Node) *fol.Node {
	f := q.functions[name]
	if f == nil {
		f = q.NewFun(name, nil, result)
		f.Declared = true
		q.functions[name] = f
	}
	return q.Apply(f, 0, args...)
}

// vectorOf applies a function whose result is a vector.
func (q *Question) vectorOf(name string, args ...*fol.Node) *fol.Node {
	return q.apply(name, fol.Bits(q.width), args...)
}

// literal is the vector of a number.
func (q *Question) literal(n *big.Int) *fol.Node {
	n = new(big.Int).Mod(n, new(big.Int).Lsh(number(1), uint(q.width)))
	return q.vectorOf(fmt.Sprintf("(_ bv%s %d)", n, q.width))
}

// atMost is x <= y.
func (q *Question) atMost(x, y *fol.Node) *fol.Node { return q.apply("bvsle", fol.Bool, x, y) }

// vector is a term up to multiples of 2^width.
func (q *Question) vector(t *term.Term) *fol.Node {
	if n, ok := q.vectors.Get(t); ok {
		return n
	}
	s := sumOf(t).gathered()
	var n *fol.Node
	if s.isItem(t) {
		n = q.item(t)
	} else {
		n = q.sum(s)
	}
	q.vectors.Put(t, n)
	return n
}

// sum is a sum of vectors. One of the form -1 - x is a complement.
func (q *Question) sum(s *sum) *fol.Node {
	items, negative := s.items(), 0
	for _, x := range items {
		if s.factor(x).Sign() < 0 {
			negative++
		}
	}
	if s.constant.Cmp(number(-1)) == 0 && 2*negative > len(items) {
		rest := newSum(number(-1)).plus(number(-1), s)
		return q.vectorOf("bvnot", q.sum(rest))
	}
	var out *fol.Node
	if s.constant.Sign() != 0 || len(items) == 0 {
		out = q.literal(s.constant)
	}
	for _, x := range items {
		v := q.vector(x)
		if n := s.factor(x); n.Cmp(number(1)) != 0 {
			v = q.vectorOf("bvmul", q.literal(n), v)
		}
		if out == nil {
			out = v
		} else {
			out = q.vectorOf("bvadd", out, v)
		}
	}
	return out
}

// operations are those of which a vector needs no more of its operands than their vectors.
var operations = map[*term.Symbol]string{term.IntAnd: "bvand", term.IntOr: "bvor", term.IntXor: "bvxor", term.IntMul: "bvmul"}

// item is the vector of a term that is no sum.
func (q *Question) item(t *term.Term) *fol.Node {
	s := t.Symbol()
	vector := func(i int) *fol.Node { return q.vector(t.Arg(i)) }
	var n *fol.Node
	switch {
	case s == nil:
	case instantiate.IsBoth(t):
		n = q.vectorOf("bvand", vector(0), vector(1))
	case operations[s] != "":
		n = q.vectorOf(operations[s], vector(0), vector(1))
	case s == term.IntShl && q.isShift(t.Arg(1)):
		n = q.vectorOf("bvshl", vector(0), vector(1))
	case s == term.IntShr && q.isShift(t.Arg(1)) && q.fits(t.Arg(0)):
		n = q.vectorOf("bvashr", vector(0), vector(1))
	case s == term.KIte && t.Arg(1).Sort() == term.SortInt && t.Arg(2).Sort() == term.SortInt:
		n = q.Ite(q.formula(t.Arg(0)), vector(1), vector(2))
	case (s == term.IntMin || s == term.IntMax) && q.fits(t.Arg(0)) && q.fits(t.Arg(1)):
		x, y := vector(0), vector(1)
		if s == term.IntMax {
			x, y = y, x
		}
		n = q.Ite(q.atMost(vector(0), vector(1)), x, y)
	case isWritten(t):
		there, v, before := written(t)
		n = q.Ite(q.formula(there), q.vector(v), q.vector(before))
	case s == term.IntEMod || s == term.IntEDiv:
		n = q.divided(s == term.IntEDiv, t.Arg(0), t.Arg(1))
	case s == term.IntTMod || s == term.IntTDiv:
		n = q.truncated(s == term.IntTDiv, t.Arg(0), t.Arg(1))
	}
	if n == nil {
		n = q.whatever(t)
	}
	return n
}

// isWritten reports whether a term is an element of an array in which one has been written.
func isWritten(t *term.Term) bool { return t.Is(term.ArraySelect) && t.Arg(0).Is(term.ArrayStore) }

// written is whether an element is that which has been written, what it is then, and what it is else.
func written(t *term.Term) (there, v, before *term.Term) {
	store, at := t.Arg(0), t.Arg(1)
	return term.Eq(at, store.Arg(1)), store.Arg(2), term.Apply(term.ArraySelect, store.Arg(0), at)
}

// isShift reports whether a term is no negative number, and known by its vector.
func (q *Question) isShift(n *term.Term) bool { return q.fits(n) && q.ranges.of(n).notNegative() }

// divided is the quotient or the remainder, as SMT-LIB has them of integers; nil if it is not known of
// vectors. Of a power of two the remainder is some of the bits, the quotient the others.
func (q *Question) divided(quotient bool, x, y *term.Term) *fol.Node {
	if n, ok := powerOfTwo(y); ok && n < q.width {
		switch {
		case !quotient:
			return q.vectorOf("bvand", q.vector(x), q.literal(new(big.Int).Sub(y.Big(), number(1))))
		case q.fits(x):
			return q.vectorOf("bvashr", q.vector(x), q.literal(number(int64(n))))
		}
		return nil
	}
	if !q.fits(x) || !q.fits(y) || !q.ranges.of(x).notNegative() || !q.ranges.of(y).positive() {
		return nil
	}
	return q.vectorOf(unsignedDivision[quotient], q.vector(x), q.vector(y))
}

// unsignedDivision divides vectors that are no negative numbers.
var unsignedDivision = map[bool]string{true: "bvudiv", false: "bvurem"}

// truncated is the quotient or the remainder of division that truncates: for numbers that are not
// negative the other one, for negative ones the negated one of the opposite number.
func (q *Question) truncated(quotient bool, x, y *term.Term) *fol.Node {
	if q.ranges.of(x).notNegative() {
		return q.divided(quotient, x, y)
	}
	opposite := term.Sub(term.Int(0), x)
	if !q.fits(x) || !q.fits(opposite) || !q.fits(y) || !q.ranges.of(y).positive() {
		return nil
	}
	v, minus, zero := q.vector(x), q.vector(opposite), q.literal(new(big.Int))
	return q.Ite(q.atMost(zero, v), q.vectorOf(unsignedDivision[quotient], v, q.vector(y)),
		q.vectorOf("bvneg", q.vectorOf(unsignedDivision[quotient], minus, q.vector(y))))
}

// powerOfTwo returns n if a term is the number 2^n.
func powerOfTwo(t *term.Term) (n int, ok bool) {
	if !t.IsInt() || t.Big().Sign() <= 0 {
		return 0, false
	}
	n = t.Big().BitLen() - 1
	return n, int(t.Big().TrailingZeroBits()) == n
}

// whatever is a vector of which the bounds of a term are known at most.
func (q *Question) whatever(t *term.Term) *fol.Node {
	n := q.Apply(q.NewFun(fmt.Sprintf("|x%d|", len(q.unknown)), nil, fol.Bits(q.width)), 0)
	q.unknown = append(q.unknown, t)
	if s := q.ranges.of(t); q.fits(t) {
		q.Assertions = append(q.Assertions, q.atMost(q.literal(s.lo), n), q.atMost(n, q.literal(s.hi)))
	}
	return n
}

// formula is a term of sort Bool.
func (q *Question) formula(t *term.Term) *fol.Node {
	if n, ok := q.formulas.Get(t); ok {
		return n
	}
	n := q.connected(t)
	if n == nil {
		n = q.Apply(q.NewFun(fmt.Sprintf("|p%d|", q.Len()), nil, fol.Bool), 0)
		if isEquation(t) { // numbers that are equal have equal vectors
			same := q.Eq(q.vector(t.Arg(0)), q.vector(t.Arg(1)))
			q.Assertions = append(q.Assertions, q.Make(fol.Implies, fol.Bool, n, same))
		}
	}
	q.formulas.Put(t, n)
	return n
}

// connectives are those of Booleans.
var connectives = map[*term.Symbol]fol.Op{
	term.BoolAnd: fol.And, term.BoolAndThen: fol.And, term.BoolOr: fol.Or, term.BoolOrElse: fol.Or, term.BoolImplies: fol.Implies,
	term.BoolEq: fol.Eq, term.BoolNot: fol.Not,
}

// connected is a formula of which vectors can say what it says; nil if they cannot.
func (q *Question) connected(t *term.Term) *fol.Node {
	s := t.Symbol()
	if t.Kind() == term.KBool {
		return q.Truth(t == term.True)
	}
	if op, ok := connectives[s]; ok && s != nil {
		var args []*fol.Node
		for _, a := range t.Args() {
			args = append(args, q.formula(a))
		}
		return q.Make(op, fol.Bool, args...)
	}
	switch {
	case s == nil:
		return nil
	case s == term.BoolNe || s == term.BoolXor:
		return q.Not(q.Eq(q.formula(t.Arg(0)), q.formula(t.Arg(1))))
	case s == term.IntNe || s == term.KNe && t.Arg(0).Sort() == term.SortInt && t.Arg(1).Sort() == term.SortInt:
		return q.Not(q.formula(term.App(term.IntEq, t.Args()...)))
	case s == term.KIte && t.Arg(1).Sort() == term.SortBool && t.Arg(2).Sort() == term.SortBool:
		return q.Ite(q.formula(t.Arg(0)), q.formula(t.Arg(1)), q.formula(t.Arg(2)))
	case len(t.Args()) != 2 || slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return a.Sort() != term.SortInt || !q.fits(a) }):
		return nil
	}
	x, y := t.Arg(0), t.Arg(1)
	switch {
	case isEquation(t):
		return q.Eq(q.vector(x), q.vector(y))
	case s == term.IntLe:
		return q.atMost(q.vector(x), q.vector(y))
	case s == term.IntLt:
		return q.Not(q.atMost(q.vector(y), q.vector(x)))
	case s == term.IntGe:
		return q.atMost(q.vector(y), q.vector(x))
	case s == term.IntGt:
		return q.Not(q.atMost(q.vector(x), q.vector(y)))
	}
	return nil
}
