package translate

import (
	"math/big"
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// translation is the meaning of a function for solvers: it builds the node of an
// application to arguments. Nil: they know nothing about this application.
type translation func(t *Translator, a []*term.Term) *fol.Node

// builtins has the built-in functions that solvers know something about.
var builtins map[*term.Symbol]translation

// The table is not filled in where it is declared, since translations translate
// their arguments by it.
func init() {
	builtins = map[*term.Symbol]translation{
		term.BoolNot:     operation(fol.Not, fol.Bool, fol.Bool),
		term.BoolAnd:     junction(fol.And, term.BoolAnd),
		term.BoolAndThen: junction(fol.And, term.BoolAnd),
		term.BoolOr:      junction(fol.Or, term.BoolOr),
		term.BoolOrElse:  junction(fol.Or, term.BoolOr),
		term.BoolImplies: operation(fol.Implies, fol.Bool, fol.Bool, fol.Bool),
		term.BoolEq:      operation(fol.Eq, fol.Bool, fol.Bool, fol.Bool),
		term.BoolNe:      negated(operation(fol.Eq, fol.Bool, fol.Bool, fol.Bool)),
		term.BoolXor:     negated(operation(fol.Eq, fol.Bool, fol.Bool, fol.Bool)),

		term.IntAdd:     (*Translator).sum,
		term.IntSub:     operation(fol.Sub, fol.Int, fol.Int, fol.Int),
		term.IntMul:     operation(fol.Mul, fol.Int, fol.Int, fol.Int),
		term.IntEDiv:    operation(fol.Div, fol.Int, fol.Int, fol.Int),
		term.IntEMod:    operation(fol.Mod, fol.Int, fol.Int, fol.Int),
		term.IntTDiv:    truncated(fol.Div),
		term.IntTMod:    truncated(fol.Mod),
		term.IntPow:     (*Translator).power,
		term.IntLt:      operation(fol.Lt, fol.Bool, fol.Int, fol.Int),
		term.IntLe:      operation(fol.Le, fol.Bool, fol.Int, fol.Int),
		term.IntGt:      flipped(operation(fol.Lt, fol.Bool, fol.Int, fol.Int)),
		term.IntGe:      flipped(operation(fol.Le, fol.Bool, fol.Int, fol.Int)),
		term.IntEq:      operation(fol.Eq, fol.Bool, fol.Int, fol.Int),
		term.IntNe:      negated(operation(fol.Eq, fol.Bool, fol.Int, fol.Int)),
		term.IntDivides: (*Translator).divides,
		term.IntMin:     (*Translator).minimum,
		term.IntMax:     (*Translator).maximum,
		term.IntAbs:     (*Translator).absolute,
		term.IntNot:     (*Translator).complement,
		term.IntShl:     (*Translator).shiftLeft,
		term.IntShr:     (*Translator).shiftRight,
		term.IntAnd:     (*Translator).mask,

		term.KEq:      (*Translator).equality,
		term.KNe:      negated((*Translator).equality),
		term.KIte:     (*Translator).choice,
		term.StringEq: operation(fol.Eq, fol.Bool, fol.Value, fol.Value),
		term.StringNe: negated(operation(fol.Eq, fol.Bool, fol.Value, fol.Value)),

		term.ArrayMake:   operation(fol.Fill, fol.Array, fol.Int),
		term.ArraySelect: operation(fol.Select, fol.Int, fol.Array, fol.Int),
		term.ArrayStore:  operation(fol.Store, fol.Array, fol.Array, fol.Int, fol.Int),
	}
}

// operation translates a function that is an operation of the solvers, by its result
// and its arguments.
func operation(o fol.Op, result fol.Domain, args ...fol.Domain) translation {
	return func(t *Translator, a []*term.Term) *fol.Node {
		nodes := make([]*fol.Node, len(args))
		for i, d := range args {
			nodes[i] = t.As(d, a[i])
		}
		return t.Make(o, result, nodes...)
	}
}

// flipped exchanges the two arguments of a translation.
func flipped(f translation) translation {
	return func(t *Translator, a []*term.Term) *fol.Node { return f(t, []*term.Term{a[1], a[0]}) }
}

// negated negates what a translation says.
func negated(f translation) translation {
	return func(t *Translator, a []*term.Term) *fol.Node { return t.Not(f(t, a)) }
}

// junction flattens nested conjunctions or disjunctions, those of the symbol, so that
// long ones are not deep.
func junction(o fol.Op, s *term.Symbol) translation {
	return func(t *Translator, a []*term.Term) *fol.Node {
		var args []*fol.Node
		t.flatten(s, a[0], &args)
		t.flatten(s, a[1], &args)
		return t.Make(o, fol.Bool, args...)
	}
}

func (t *Translator) flatten(s *term.Symbol, x *term.Term, out *[]*fol.Node) {
	if x.Symbol() == s {
		t.flatten(s, x.Arg(0), out)
		t.flatten(s, x.Arg(1), out)
		return
	}
	*out = append(*out, t.Formula(x))
}

func (t *Translator) equality(a []*term.Term) *fol.Node { return t.equal(t.Node(a[0]), t.Node(a[1])) }

// equal is equality of two nodes of any domains.
func (t *Translator) equal(x, y *fol.Node) *fol.Node {
	x, y = t.alike(x, y)
	return t.Eq(x, y)
}

func (t *Translator) choice(a []*term.Term) *fol.Node {
	c := t.Formula(a[0])
	x, y := t.alike(t.Node(a[1]), t.Node(a[2]))
	return t.Ite(c, x, y)
}

// alike brings two nodes into one domain.
func (t *Translator) alike(x, y *fol.Node) (*fol.Node, *fol.Node) {
	if x.Domain != y.Domain {
		return t.coerce(fol.Value, x), t.coerce(fol.Value, y)
	}
	return x, y
}

// sum flattens nested sums.
func (t *Translator) sum(a []*term.Term) *fol.Node {
	x := a[0]
	args := []*fol.Node{t.As(fol.Int, a[1])}
	for x.Symbol() == term.IntAdd {
		args = append(args, t.As(fol.Int, x.Arg(1)))
		x = x.Arg(0)
	}
	args = append(args, t.As(fol.Int, x))
	slices.Reverse(args)
	return t.Make(fol.Add, fol.Int, args...)
}

// truncated expresses division or remainder that truncates towards zero by the
// Euclidean one: both agree for a dividend that is not negative, and are odd in
// the dividend when they truncate.
func truncated(o fol.Op) translation {
	return func(t *Translator, a []*term.Term) *fol.Node {
		x, y := t.As(fol.Int, a[0]), t.As(fol.Int, a[1])
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
}

func (t *Translator) divides(a []*term.Term) *fol.Node {
	return t.Eq(t.Make(fol.Mod, fol.Int, t.As(fol.Int, a[1]), t.As(fol.Int, a[0])), t.Int64(0))
}

func (t *Translator) minimum(a []*term.Term) *fol.Node {
	x, y := t.As(fol.Int, a[0]), t.As(fol.Int, a[1])
	return t.Ite(t.Make(fol.Le, fol.Bool, x, y), x, y)
}

func (t *Translator) maximum(a []*term.Term) *fol.Node {
	x, y := t.As(fol.Int, a[0]), t.As(fol.Int, a[1])
	return t.Ite(t.Make(fol.Le, fol.Bool, x, y), y, x)
}

func (t *Translator) absolute(a []*term.Term) *fol.Node { return t.abs(t.As(fol.Int, a[0])) }

func (t *Translator) abs(x *fol.Node) *fol.Node {
	return t.Ite(t.Make(fol.Le, fol.Bool, t.Int64(0), x), x, t.Neg(x))
}

// maxUnfoldedPower bounds the constant exponent up to which a power is written
// as a product.
const maxUnfoldedPower = 32

// power writes a power with a small constant exponent as a product.
func (t *Translator) power(a []*term.Term) *fol.Node {
	n, ok := a[1].Int64()
	if !ok || n < 1 || n > maxUnfoldedPower {
		return nil
	}
	x := t.As(fol.Int, a[0])
	if n == 1 {
		return x
	}
	return t.Make(fol.Mul, fol.Int, slices.Repeat([]*fol.Node{x}, int(n))...)
}

// maxShift bounds the constant shifts that are written as arithmetic.
const maxShift = 4096

// pow2 returns 2^n for a constant shift n, nil for another one.
func pow2(n *term.Term) *big.Int {
	if k, ok := n.Int64(); ok && k >= 0 && k <= maxShift {
		return new(big.Int).Lsh(big.NewInt(1), uint(k))
	}
	return nil
}

// complement is -1 - x.
func (t *Translator) complement(a []*term.Term) *fol.Node {
	return t.Make(fol.Sub, fol.Int, t.Int64(-1), t.As(fol.Int, a[0]))
}

func (t *Translator) shiftLeft(a []*term.Term) *fol.Node {
	if p := pow2(a[1]); p != nil {
		return t.Make(fol.Mul, fol.Int, t.Integer(p), t.As(fol.Int, a[0]))
	}
	return nil
}

func (t *Translator) shiftRight(a []*term.Term) *fol.Node {
	if p := pow2(a[1]); p != nil {
		return t.Make(fol.Div, fol.Int, t.As(fol.Int, a[0]), t.Integer(p))
	}
	return nil
}

// mask translates a conjunction of bits with 2^n - 1: the remainder by 2^n.
func (t *Translator) mask(a []*term.Term) *fol.Node {
	x, m := a[0], a[1]
	if x.IsInt() {
		x, m = m, x
	}
	if !m.IsInt() || m.Big().Sign() <= 0 {
		return nil
	}
	next := new(big.Int).Add(m.Big(), big.NewInt(1))
	if next.TrailingZeroBits() != uint(next.BitLen()-1) {
		return nil
	}
	return t.Make(fol.Mod, fol.Int, t.As(fol.Int, x), t.Integer(next))
}
