package smt

import (
	"math/big"

	"rlv/semantics/term"
)

// maxUnfoldedPower bounds the constant exponent up to which a power is written
// as a product.
const maxUnfoldedPower = 32

// builtin translates the application of a built-in function, or returns nil for
// one that solvers know nothing about.
func (t *translator) builtin(hook string, a []*term.Term) *node {
	if n := t.boolean(hook, a); n != nil {
		return n
	}
	if n := t.arithmetic(hook, a); n != nil {
		return n
	}
	if n := t.bits(hook, a); n != nil {
		return n
	}
	switch hook {
	case "KEQUAL.eq":
		return t.equal(t.node(a[0]), t.node(a[1]))
	case "KEQUAL.ne":
		return t.not(t.equal(t.node(a[0]), t.node(a[1])))
	case "STRING.eq":
		return t.equal(t.as(domValue, a[0]), t.as(domValue, a[1]))
	case "STRING.ne":
		return t.not(t.equal(t.as(domValue, a[0]), t.as(domValue, a[1])))
	case "KEQUAL.ite":
		return t.choice(t.formula(a[0]), t.node(a[1]), t.node(a[2]))
	case "ARRAY.make":
		return t.op(opFill, domArray, t.as(domInt, a[0]))
	case "ARRAY.lookup":
		return t.op(opSelect, domInt, t.as(domArray, a[0]), t.as(domInt, a[1]))
	case "ARRAY.update":
		return t.op(opStore, domArray, t.as(domArray, a[0]), t.as(domInt, a[1]), t.as(domInt, a[2]))
	}
	return nil
}

// equal is equality of two nodes of any domains.
func (t *translator) equal(x, y *node) *node {
	if x.dom != y.dom {
		x, y = t.coerce(domValue, x), t.coerce(domValue, y)
	}
	return t.eq(x, y)
}

func (t *translator) choice(c, x, y *node) *node {
	if x.dom != y.dom {
		x, y = t.coerce(domValue, x), t.coerce(domValue, y)
	}
	return t.ite(c, x, y)
}

func (t *translator) boolean(hook string, a []*term.Term) *node {
	switch hook {
	case "BOOL.not":
		return t.not(t.formula(a[0]))
	case "BOOL.and", "BOOL.andThen":
		return t.junction(opAnd, term.BoolAnd, a)
	case "BOOL.or", "BOOL.orElse":
		return t.junction(opOr, term.BoolOr, a)
	case "BOOL.implies":
		return t.op(opImplies, domBool, t.formula(a[0]), t.formula(a[1]))
	case "BOOL.eq":
		return t.eq(t.formula(a[0]), t.formula(a[1]))
	case "BOOL.ne", "BOOL.xor":
		return t.not(t.eq(t.formula(a[0]), t.formula(a[1])))
	}
	return nil
}

// junction flattens nested conjunctions or disjunctions, so that long ones are
// not deep.
func (t *translator) junction(o op, s *term.Symbol, a []*term.Term) *node {
	var args []*node
	t.flatten(s, a[0], &args)
	t.flatten(s, a[1], &args)
	return t.op(o, domBool, args...)
}

func (t *translator) flatten(s *term.Symbol, x *term.Term, out *[]*node) {
	if x.Symbol() == s {
		t.flatten(s, x.Arg(0), out)
		t.flatten(s, x.Arg(1), out)
		return
	}
	*out = append(*out, t.formula(x))
}

func (t *translator) arithmetic(hook string, a []*term.Term) *node {
	switch hook {
	case "INT.add":
		return t.sum(a)
	case "INT.sub":
		return t.ints(opSub, domInt, a)
	case "INT.mul":
		return t.ints(opMul, domInt, a)
	case "INT.lt":
		return t.ints(opLt, domBool, a)
	case "INT.le":
		return t.ints(opLe, domBool, a)
	case "INT.gt":
		return t.ints(opLt, domBool, []*term.Term{a[1], a[0]})
	case "INT.ge":
		return t.ints(opLe, domBool, []*term.Term{a[1], a[0]})
	case "INT.eq":
		return t.ints(opEq, domBool, a)
	case "INT.ne":
		return t.not(t.ints(opEq, domBool, a))
	}
	return t.division(hook, a)
}

// ints applies an operation to integers.
func (t *translator) ints(o op, d domain, a []*term.Term) *node {
	return t.op(o, d, t.as(domInt, a[0]), t.as(domInt, a[1]))
}

// sum flattens nested sums.
func (t *translator) sum(a []*term.Term) *node {
	var args []*node
	x := a[0]
	args = append(args, t.as(domInt, a[1]))
	for x.Symbol() == term.IntAdd {
		args = append(args, t.as(domInt, x.Arg(1)))
		x = x.Arg(0)
	}
	args = append(args, t.as(domInt, x))
	for i, j := 0, len(args)-1; i < j; i, j = i+1, j-1 {
		args[i], args[j] = args[j], args[i]
	}
	return t.op(opAdd, domInt, args...)
}

// division translates division, remainder, and what is defined by cases.
func (t *translator) division(hook string, a []*term.Term) *node {
	switch hook {
	case "INT.tdiv":
		return t.truncated(opDiv, t.as(domInt, a[0]), t.as(domInt, a[1]))
	case "INT.tmod":
		return t.truncated(opMod, t.as(domInt, a[0]), t.as(domInt, a[1]))
	case "INT.ediv":
		return t.ints(opDiv, domInt, a)
	case "INT.emod":
		return t.ints(opMod, domInt, a)
	case "INT.divides":
		return t.eq(t.ints(opMod, domInt, []*term.Term{a[1], a[0]}), t.int64(0))
	case "INT.min":
		x, y := t.as(domInt, a[0]), t.as(domInt, a[1])
		return t.ite(t.op(opLe, domBool, x, y), x, y)
	case "INT.max":
		x, y := t.as(domInt, a[0]), t.as(domInt, a[1])
		return t.ite(t.op(opLe, domBool, x, y), y, x)
	case "INT.abs":
		x := t.as(domInt, a[0])
		return t.ite(t.op(opLe, domBool, t.int64(0), x), x, t.neg(x))
	case "INT.pow":
		return t.power(a)
	}
	return nil
}

// truncated expresses division or remainder that truncates towards zero by the
// Euclidean one: both agree for a dividend that is not negative, and are odd in
// the dividend when they truncate.
func (t *translator) truncated(o op, x, y *node) *node {
	if x.op == opInt {
		if x.num.Sign() >= 0 {
			return t.op(o, domInt, x, y)
		}
		return t.neg(t.op(o, domInt, t.integer(new(big.Int).Neg(x.num)), y))
	}
	up := t.op(o, domInt, x, y)
	down := t.neg(t.op(o, domInt, t.neg(x), y))
	return t.ite(t.op(opLe, domBool, t.int64(0), x), up, down)
}

// power writes a power with a small constant exponent as a product.
func (t *translator) power(a []*term.Term) *node {
	n, ok := a[1].Int64()
	if !ok || n < 1 || n > maxUnfoldedPower {
		return nil
	}
	x := t.as(domInt, a[0])
	args := make([]*node, n)
	for i := range args {
		args[i] = x
	}
	if n == 1 {
		return x
	}
	return t.op(opMul, domInt, args...)
}

// maxShift bounds the constant shifts that are written as arithmetic.
const maxShift = 4096

// bits translates the bit operations that are arithmetic.
func (t *translator) bits(hook string, a []*term.Term) *node {
	switch hook {
	case "INT.not":
		return t.op(opSub, domInt, t.int64(-1), t.as(domInt, a[0]))
	case "INT.shl":
		if n, ok := a[1].Int64(); ok && n >= 0 && n <= maxShift {
			return t.op(opMul, domInt, t.integer(pow2(n)), t.as(domInt, a[0]))
		}
	case "INT.shr":
		if n, ok := a[1].Int64(); ok && n >= 0 && n <= maxShift {
			return t.op(opDiv, domInt, t.as(domInt, a[0]), t.integer(pow2(n)))
		}
	case "INT.and":
		if a[0].IsInt() {
			a = []*term.Term{a[1], a[0]}
		}
		if m := a[1]; m.IsInt() && m.Big().Sign() > 0 {
			next := new(big.Int).Add(m.Big(), big.NewInt(1))
			if next.TrailingZeroBits() == uint(next.BitLen()-1) {
				return t.op(opMod, domInt, t.as(domInt, a[0]), t.integer(next))
			}
		}
	}
	return nil
}
