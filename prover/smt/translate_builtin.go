package smt

import (
	"math/big"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// maxUnfoldedPower bounds the constant exponent up to which a power is written
// as a product.
const maxUnfoldedPower = 32

// builtin translates the application of a built-in function, or returns nil for
// one that solvers know nothing about.
func (t *translator) builtin(hook string, a []*term.Term) *fol.Node {
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
		return t.Not(t.equal(t.node(a[0]), t.node(a[1])))
	case "STRING.eq":
		return t.equal(t.as(fol.Value, a[0]), t.as(fol.Value, a[1]))
	case "STRING.ne":
		return t.Not(t.equal(t.as(fol.Value, a[0]), t.as(fol.Value, a[1])))
	case "KEQUAL.ite":
		return t.choice(t.formula(a[0]), t.node(a[1]), t.node(a[2]))
	case "ARRAY.make":
		return t.Make(fol.Fill, fol.Array, t.as(fol.Int, a[0]))
	case "ARRAY.lookup":
		return t.Make(fol.Select, fol.Int, t.as(fol.Array, a[0]), t.as(fol.Int, a[1]))
	case "ARRAY.update":
		return t.Make(fol.Store, fol.Array, t.as(fol.Array, a[0]), t.as(fol.Int, a[1]), t.as(fol.Int, a[2]))
	}
	return nil
}

// equal is equality of two nodes of any domains.
func (t *translator) equal(x, y *fol.Node) *fol.Node {
	if x.Domain != y.Domain {
		x, y = t.coerce(fol.Value, x), t.coerce(fol.Value, y)
	}
	return t.Eq(x, y)
}

func (t *translator) choice(c, x, y *fol.Node) *fol.Node {
	if x.Domain != y.Domain {
		x, y = t.coerce(fol.Value, x), t.coerce(fol.Value, y)
	}
	return t.Ite(c, x, y)
}

func (t *translator) boolean(hook string, a []*term.Term) *fol.Node {
	switch hook {
	case "BOOL.not":
		return t.Not(t.formula(a[0]))
	case "BOOL.and", "BOOL.andThen":
		return t.junction(fol.And, term.BoolAnd, a)
	case "BOOL.or", "BOOL.orElse":
		return t.junction(fol.Or, term.BoolOr, a)
	case "BOOL.implies":
		return t.Make(fol.Implies, fol.Bool, t.formula(a[0]), t.formula(a[1]))
	case "BOOL.eq":
		return t.Eq(t.formula(a[0]), t.formula(a[1]))
	case "BOOL.ne", "BOOL.xor":
		return t.Not(t.Eq(t.formula(a[0]), t.formula(a[1])))
	}
	return nil
}

// junction flattens nested conjunctions or disjunctions, so that long ones are
// not deep.
func (t *translator) junction(o fol.Op, s *term.Symbol, a []*term.Term) *fol.Node {
	var args []*fol.Node
	t.flatten(s, a[0], &args)
	t.flatten(s, a[1], &args)
	return t.Make(o, fol.Bool, args...)
}

func (t *translator) flatten(s *term.Symbol, x *term.Term, out *[]*fol.Node) {
	if x.Symbol() == s {
		t.flatten(s, x.Arg(0), out)
		t.flatten(s, x.Arg(1), out)
		return
	}
	*out = append(*out, t.formula(x))
}

func (t *translator) arithmetic(hook string, a []*term.Term) *fol.Node {
	switch hook {
	case "INT.add":
		return t.sum(a)
	case "INT.sub":
		return t.ints(fol.Sub, fol.Int, a)
	case "INT.mul":
		return t.ints(fol.Mul, fol.Int, a)
	case "INT.lt":
		return t.ints(fol.Lt, fol.Bool, a)
	case "INT.le":
		return t.ints(fol.Le, fol.Bool, a)
	case "INT.gt":
		return t.ints(fol.Lt, fol.Bool, []*term.Term{a[1], a[0]})
	case "INT.ge":
		return t.ints(fol.Le, fol.Bool, []*term.Term{a[1], a[0]})
	case "INT.eq":
		return t.ints(fol.Eq, fol.Bool, a)
	case "INT.ne":
		return t.Not(t.ints(fol.Eq, fol.Bool, a))
	}
	return t.division(hook, a)
}

// ints applies an operation to integers.
func (t *translator) ints(o fol.Op, d fol.Domain, a []*term.Term) *fol.Node {
	return t.Make(o, d, t.as(fol.Int, a[0]), t.as(fol.Int, a[1]))
}

// sum flattens nested sums.
func (t *translator) sum(a []*term.Term) *fol.Node {
	var args []*fol.Node
	x := a[0]
	args = append(args, t.as(fol.Int, a[1]))
	for x.Symbol() == term.IntAdd {
		args = append(args, t.as(fol.Int, x.Arg(1)))
		x = x.Arg(0)
	}
	args = append(args, t.as(fol.Int, x))
	for i, j := 0, len(args)-1; i < j; i, j = i+1, j-1 {
		args[i], args[j] = args[j], args[i]
	}
	return t.Make(fol.Add, fol.Int, args...)
}

// division translates division, remainder, and what is defined by cases.
func (t *translator) division(hook string, a []*term.Term) *fol.Node {
	switch hook {
	case "INT.tdiv":
		return t.truncated(fol.Div, t.as(fol.Int, a[0]), t.as(fol.Int, a[1]))
	case "INT.tmod":
		return t.truncated(fol.Mod, t.as(fol.Int, a[0]), t.as(fol.Int, a[1]))
	case "INT.ediv":
		return t.ints(fol.Div, fol.Int, a)
	case "INT.emod":
		return t.ints(fol.Mod, fol.Int, a)
	case "INT.divides":
		return t.Eq(t.ints(fol.Mod, fol.Int, []*term.Term{a[1], a[0]}), t.Int64(0))
	case "INT.min":
		x, y := t.as(fol.Int, a[0]), t.as(fol.Int, a[1])
		return t.Ite(t.Make(fol.Le, fol.Bool, x, y), x, y)
	case "INT.max":
		x, y := t.as(fol.Int, a[0]), t.as(fol.Int, a[1])
		return t.Ite(t.Make(fol.Le, fol.Bool, x, y), y, x)
	case "INT.abs":
		x := t.as(fol.Int, a[0])
		return t.Ite(t.Make(fol.Le, fol.Bool, t.Int64(0), x), x, t.Neg(x))
	case "INT.pow":
		return t.power(a)
	}
	return nil
}

// truncated expresses division or remainder that truncates towards zero by the
// Euclidean one: both agree for a dividend that is not negative, and are odd in
// the dividend when they truncate.
func (t *translator) truncated(o fol.Op, x, y *fol.Node) *fol.Node {
	if x.Op == fol.Numeral {
		if x.Num.Sign() >= 0 {
			return t.Make(o, fol.Int, x, y)
		}
		return t.Neg(t.Make(o, fol.Int, t.Integer(new(big.Int).Neg(x.Num)), y))
	}
	up := t.Make(o, fol.Int, x, y)
	down := t.Neg(t.Make(o, fol.Int, t.Neg(x), y))
	return t.Ite(t.Make(fol.Le, fol.Bool, t.Int64(0), x), up, down)
}

// power writes a power with a small constant exponent as a product.
func (t *translator) power(a []*term.Term) *fol.Node {
	n, ok := a[1].Int64()
	if !ok || n < 1 || n > maxUnfoldedPower {
		return nil
	}
	x := t.as(fol.Int, a[0])
	args := make([]*fol.Node, n)
	for i := range args {
		args[i] = x
	}
	if n == 1 {
		return x
	}
	return t.Make(fol.Mul, fol.Int, args...)
}

// maxShift bounds the constant shifts that are written as arithmetic.
const maxShift = 4096

// bits translates the bit operations that are arithmetic.
func (t *translator) bits(hook string, a []*term.Term) *fol.Node {
	switch hook {
	case "INT.not":
		return t.Make(fol.Sub, fol.Int, t.Int64(-1), t.as(fol.Int, a[0]))
	case "INT.shl":
		if n, ok := a[1].Int64(); ok && n >= 0 && n <= maxShift {
			return t.Make(fol.Mul, fol.Int, t.Integer(pow2(n)), t.as(fol.Int, a[0]))
		}
	case "INT.shr":
		if n, ok := a[1].Int64(); ok && n >= 0 && n <= maxShift {
			return t.Make(fol.Div, fol.Int, t.as(fol.Int, a[0]), t.Integer(pow2(n)))
		}
	case "INT.and":
		if a[0].IsInt() {
			a = []*term.Term{a[1], a[0]}
		}
		if m := a[1]; m.IsInt() && m.Big().Sign() > 0 {
			next := new(big.Int).Add(m.Big(), big.NewInt(1))
			if next.TrailingZeroBits() == uint(next.BitLen()-1) {
				return t.Make(fol.Mod, fol.Int, t.as(fol.Int, a[0]), t.Integer(next))
			}
		}
	}
	return nil
}
