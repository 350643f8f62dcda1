package logictest

import (
	"maps"
	"math/big"

	"rlv/proofs/logic"
)

// World says what variables, what quantifiers bind, tests of sorts and functions stand for.
type World struct {
	Variables map[logic.Var]*Value
	Bound     []int64
	Tests     [][]logic.Test
	Function  func(f logic.Sym, arguments *Value) *Value
}

// Eval is the value of a term (Coq: eval). Exponents are small.
func (w *World) Eval(t *logic.Term) *Value {
	switch t.Kind {
	case logic.TV:
		if v := w.Variables[t.Var()]; v != nil {
			return v.As(t.Sort)
		}
		return undefined.As(t.Sort)
	case logic.TB:
		if t.N < uint64(len(w.Bound)) {
			return integer(big.NewInt(w.Bound[t.N]))
		}
		return integer(new(big.Int))
	case logic.TInt:
		return integer(t.Int)
	case logic.TBool:
		return boolean(t.N == 1)
	case logic.TStr:
		return text(t.Text)
	case logic.TTok:
		return &Value{Kind: logic.HTok, Sym: t.Sym, Text: t.Text}
	case logic.TSym:
		return symbol(t.Sym)
	case logic.TApp:
		return &Value{Kind: logic.HSym, A: w.Eval(t.A), B: w.Eval(t.B)}
	case logic.TNoMap:
		return mapping(nil)
	case logic.TNoList:
		return &Value{Kind: logic.HList}
	case logic.TFun:
		return w.Function(t.Sym, w.Eval(t.A)).As(t.Sort)
	}
	return w.operation(t, w.Eval(t.A), w.Eval(t.B))
}

// operation is Coq's eop.
func (w *World) operation(t *logic.Term, a, b *Value) *Value {
	x, y, p, q := a.asInt(), b.asInt(), a.asBool(), b.asBool()
	pair := b.Kind == logic.HSym && b.A != nil
	switch t.Op {
	case logic.OLt:
		return boolean(x.Cmp(y) < 0)
	case logic.OLe:
		return boolean(x.Cmp(y) <= 0)
	case logic.OEq:
		return boolean(x.Cmp(y) == 0)
	case logic.OAnd:
		return boolean(p && q)
	case logic.OOr:
		return boolean(p || q)
	case logic.OImp:
		return boolean(!p || q)
	case logic.ONot:
		return boolean(!p)
	case logic.OBEq:
		return boolean(p == q)
	case logic.OIs:
		return boolean(w.isSort(t.N, a))
	case logic.OKEq:
		return boolean(a.String() == b.String())
	case logic.OIte:
		switch {
		case !pair:
			return undefined
		case p:
			return b.A
		}
		return b.B
	case logic.OIn:
		_, in := a.asMap()[b.String()]
		return boolean(in && b.isKey())
	case logic.OLook:
		if e, in := a.asMap()[b.String()]; in && b.isKey() {
			return e.Value
		}
		return undefined
	case logic.ORemove:
		return mapping(without(a.asMap(), b.String()))
	case logic.OUpd:
		if pair && b.A.isKey() {
			return mapping(put(a.asMap(), b.A, b.B))
		}
		return mapping(a.asMap())
	case logic.OMerge:
		m := a.asMap()
		for _, e := range b.asMap() {
			m = put(m, e.Key, e.Value)
		}
		return mapping(m)
	case logic.ORemoveAll:
		m := a.asMap()
		for k := range b.asMap() {
			m = without(m, k)
		}
		return mapping(m)
	case logic.OMake:
		return array(x, nil)
	case logic.OSel:
		if e, in := a.asArray().Entries[y.String()]; in {
			return e.Value
		}
		return integer(a.asArray().Int)
	case logic.OSto:
		if c := a.asArray(); pair {
			return array(c.Int, put(c.Entries, integer(b.A.asInt()), integer(b.B.asInt())))
		}
		return a.asArray()
	case logic.OShift:
		m := map[string]Entry{}
		for _, e := range a.asArray().Entries {
			m = put(m, integer(new(big.Int).Sub(e.Key.Int, y)), e.Value)
		}
		return array(a.asArray().Int, m)
	case logic.OConcat:
		return text(a.asText() + b.asText())
	case logic.OLength:
		return integer(big.NewInt(int64(len(a.asText()))))
	case logic.OText:
		if a.Kind == logic.HTok {
			return text(a.Text)
		}
		return text("")
	case logic.OItem:
		return &Value{Kind: logic.HList, Items: []*Value{a}}
	case logic.OCat:
		return &Value{Kind: logic.HList, Items: append(append([]*Value{}, a.asList()...), b.asList()...)}
	case logic.OGet:
		if l := a.asList(); y.Sign() >= 0 && y.Cmp(big.NewInt(int64(len(l)))) < 0 {
			return l[y.Int64()]
		}
		return undefined
	case logic.OTail:
		l := a.asList()
		return &Value{Kind: logic.HList, Items: l[min(1, len(l)):]}
	case logic.OSize:
		return integer(big.NewInt(int64(len(a.asList()))))
	case logic.OEmpty:
		return boolean(len(a.asList()) == 0)
	}
	return integer(compute(t.Op, x, y))
}

// compute is the arithmetic of integers (Coq: Z.quot, Z.rem, ediv, emod and so on).
func compute(o logic.Op, x, y *big.Int) *big.Int {
	z := new(big.Int)
	switch o {
	case logic.OAdd:
		return z.Add(x, y)
	case logic.OSub:
		return z.Sub(x, y)
	case logic.OMul:
		return z.Mul(x, y)
	case logic.OAbs:
		return z.Abs(x)
	case logic.OPow:
		z.SetInt64(1)
		if y.Sign() < 0 {
			z.SetInt64(0)
		}
		for range max(y.Int64(), 0) {
			z.Mul(z, x)
		}
		return z
	}
	less := x.Cmp(y) < 0
	switch {
	case o == logic.OMin && less || o == logic.OMax && !less:
		return x
	case o == logic.OMin || o == logic.OMax:
		return y
	case y.Sign() == 0 && (o == logic.OQuot || o == logic.OEDiv):
		return z
	case y.Sign() == 0:
		return x
	}
	quotient, rest := z.QuoRem(new(big.Int).Abs(x), new(big.Int).Abs(y), new(big.Int))
	if x.Sign() < 0 {
		quotient.Neg(quotient)
		rest.Neg(rest)
	}
	if euclidean := o == logic.OEDiv || o == logic.OEMod; euclidean && rest.Sign() < 0 {
		rest.Add(rest, new(big.Int).Abs(y))
		quotient.Sub(quotient, big.NewInt(1))
	}
	if y.Sign() < 0 {
		quotient.Neg(quotient)
	}
	if o == logic.OQuot || o == logic.OEDiv {
		return quotient
	}
	return rest
}

func put(m map[string]Entry, k, v *Value) map[string]Entry {
	out := map[string]Entry{}
	maps.Copy(out, m)
	out[k.String()] = Entry{k, v}
	return out
}

func without(m map[string]Entry, key string) map[string]Entry {
	out := maps.Clone(m)
	delete(out, key)
	return out
}

// isSort is Coq's is_sort.
func (w *World) isSort(n uint64, v *Value) bool {
	if n >= uint64(len(w.Tests)) {
		return false
	}
	for _, t := range w.Tests[n] {
		if w.passes(v, t.Head, t.Args) {
			return true
		}
	}
	return false
}

// passes looks at the arguments that a test names, the last first, then at the head of what is left (Coq:
// passes).
func (w *World) passes(v *Value, h logic.Head, args []uint64) bool {
	if len(args) > 0 {
		return v.A != nil && w.isSort(args[0], v.B) && w.passes(v.A, h, args[1:])
	}
	return v.Head() == h
}
