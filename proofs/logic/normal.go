package logic

import (
	"cmp"
	"math/big"
)

// Known are pairs of terms that are known to differ (Coq: known).
type Known [][2]*Term

// knownOf are the pairs of which a path condition says that they differ (Coq: known_of).
func knownOf(pc []*Form) Known {
	var out Known
	for _, f := range pc {
		if f.Kind == FT && IsOp(f.Term, ONot) {
			switch e := f.Term.A; {
			case IsOp(e, OEq) || IsOp(e, OKEq):
				out = append(out, [2]*Term{e.A, e.B})
			case IsOp(e, OIn):
				out = append(out, [2]*Term{e, True})
			}
		} else if f.Kind == FT && IsOp(f.Term, OIs) {
			out = append(out, [2]*Term{f.Term, False})
		}
	}
	return out
}

// offset is an integer as a base, nil for none, and what is added to it (Coq: offset).
func (c Calculator) offset(t *Term) (*Term, *big.Int) {
	sum := new(big.Int)
	for {
		c.Meter.Spend(1)
		switch {
		case t.Kind == TInt:
			return nil, sum.Add(sum, t.Int)
		case t.Kind == TOp && t.Op == OAdd && t.B.Kind == TInt:
			sum.Add(sum, t.B.Int)
		case t.Kind == TOp && t.Op == OSub && t.B.Kind == TInt:
			sum.Sub(sum, t.B.Int)
		default:
			return t, sum
		}
		t = t.A
	}
}

// absent reports whether it is known that a key is not in a map.
func (c Calculator) absent(m, k *Term) bool {
	return len(c.Known) > 0 && c.listed(Operation(OIn, m, k), True)
}

func (c Calculator) sameBase(a, b *Term) bool {
	return a == b || a != nil && b != nil && c.Meter.Equal(a, b)
}

func (c Calculator) listed(a, b *Term) bool {
	c.Meter.Spend(len(c.Known))
	for _, p := range c.Known {
		if c.Meter.Equal(p[0], a) && c.Meter.Equal(p[1], b) || c.Meter.Equal(p[0], b) && c.Meter.Equal(p[1], a) {
			return true
		}
	}
	return false
}

// Differ reports whether the values of two terms differ: by their kind, by their
// constructors, by a constant, or as it is known (Coq: differ).
func (c Calculator) Differ(a, b *Term) bool {
	c.Meter.Spend(1)
	if Apart(a, b) || a.Kind == TInt && b.Kind == TInt && a.Int.Cmp(b.Int) != 0 {
		return true
	}
	if a.Kind == b.Kind {
		switch a.Kind {
		case TApp:
			return c.Differ(a.A, b.A) || c.Differ(a.B, b.B)
		case TSym:
			return a.Sym != b.Sym
		case TBool:
			return a.N != b.N
		case TStr, TTok:
			return a.Text != b.Text
		}
	}
	if c.listed(a, b) {
		return true
	}
	if !a.IsInt() || !b.IsInt() {
		return false
	}
	c.Meter.Spend(16) // numbers are made
	p, x := c.offset(a)
	q, y := c.offset(b)
	return c.sameBase(p, q) && x.Cmp(y) != 0
}

func IsOp(t *Term, o Op) bool { return t.Kind == TOp && t.Op == o }

// IsUpdate reports whether a term is an update of a map or of an array by a pair.
func IsUpdate(t *Term, o Op) bool { return IsOp(t, o) && t.B.Kind == TApp }

// find finds a key in a map: the value of one that is there; of one of which that is not known, the
// map in which it is or is not.
func (c Calculator) find(m, k *Term) (there verdict, at *Term) {
	for {
		c.Meter.Spend(1)
		key := m.B
		switch {
		case m.Kind == TNoMap:
			return no, nil
		case IsUpdate(m, OUpd):
			key = m.B.A
		case !IsOp(m, ORemove) && c.absent(m, k):
			return no, nil
		case !IsOp(m, ORemove):
			return unknown, m
		}
		switch {
		case c.Meter.Equal(k, key) && m.Op == ORemove:
			return no, nil
		case c.Meter.Equal(k, key) && k.isKey():
			return yes, m.B.B
		case c.Meter.Equal(k, key) || !c.Differ(k, key):
			return unknown, m
		}
		m = m.A
	}
}

// look looks a key up (Coq: nlook).
func (c Calculator) look(m, k *Term) *Term {
	switch there, at := c.find(m, k); there {
	case yes:
		return at
	case no:
		return Symbol(Undef)
	default:
		return Operation(OLook, at, k)
	}
}

// in tests whether a key is there (Coq: nin).
func (c Calculator) in(m, k *Term) *Term {
	switch there, at := c.find(m, k); there {
	case unknown:
		return Operation(OIn, at, k)
	default:
		return Bool(there == yes)
	}
}

// update puts a value at a key: in its place where it is there, else among the literals by
// their order, or on top (Coq: nupd).
func (c Calculator) update(m, k, v *Term) *Term {
	if t := c.replace(m, k, v); t != nil {
		return t
	}
	return c.insert(m, k, v)
}

// replace puts a value at a key that is seen to be there; nil if it is not (Coq: nreplace).
func (c Calculator) replace(m, k, v *Term) *Term {
	c.Meter.Spend(nodeWork)
	switch {
	case !IsUpdate(m, OUpd):
		return nil
	case c.Meter.Equal(k, m.B.A):
		return Operation(OUpd, m.A, App(k, v))
	case c.Differ(k, m.B.A):
		if below := c.replace(m.A, k, v); below != nil {
			return Operation(OUpd, below, m.B)
		}
	}
	return nil
}

// insert puts an update on top, or below literals that are larger (Coq: ninsert).
func (c Calculator) insert(m, k, v *Term) *Term {
	c.Meter.Spend(nodeWork + len(k.Text)/64)
	if IsUpdate(m, OUpd) && literalLess(k, m.B.A) {
		return Operation(OUpd, c.insert(m.A, k, v), m.B)
	}
	return Operation(OUpd, m, App(k, v))
}

// literalLess orders literals: by kind, then integers by value, false before true, texts by their bytes,
// tokens by sort first (Coq: literal_lt).
func literalLess(a, b *Term) bool {
	if a.Kind < TInt || a.Kind > TTok || b.Kind < TInt || b.Kind > TTok {
		return false
	}
	order := cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Sym, b.Sym), cmp.Compare(a.N, b.N), cmp.Compare(a.Text, b.Text))
	if order == 0 && a.Kind == TInt {
		order = a.Int.Cmp(b.Int)
	}
	return order < 0
}

// remove takes a key out (Coq: nremove).
func (c Calculator) remove(m, k *Term) *Term {
	c.Meter.Spend(nodeWork)
	switch {
	case m.Kind == TNoMap:
		return m
	case IsUpdate(m, OUpd) && c.Meter.Equal(k, m.B.A):
		return c.remove(m.A, k)
	case IsUpdate(m, OUpd) && c.Differ(k, m.B.A):
		return Operation(OUpd, c.remove(m.A, k), m.B)
	case !IsUpdate(m, OUpd) && m.isMap() && c.absent(m, k):
		return m
	}
	return Operation(ORemove, m, k)
}

// merge puts maps together (Coq: nmerge).
func (c Calculator) merge(a, b *Term) *Term {
	switch {
	case b.Kind == TNoMap && a.isMap():
		return a
	case IsUpdate(b, OUpd):
		return c.update(c.merge(a, b.A), b.B.A, b.B.B)
	}
	return Operation(OMerge, a, b)
}

// removeAll takes the keys of a map or set out of another (Coq: nremove_all).
func (c Calculator) removeAll(a, b *Term) *Term {
	switch {
	case b.Kind == TNoMap && a.isMap():
		return a
	case IsUpdate(b, OUpd) && b.B.A.isKey():
		return c.remove(c.removeAll(a, b.A), b.B.A)
	}
	return Operation(ORemoveAll, a, b)
}

// choose selects an item of an array (Coq: nsel).
func (c Calculator) choose(a, i *Term) *Term {
	for IsUpdate(a, OSto) {
		c.Meter.Spend(1)
		j, v := a.B.A, a.B.B
		switch {
		case c.Meter.Equal(i, j) && v.IsInt():
			return v
		case c.Meter.Equal(i, j) || !i.IsInt() || !j.IsInt() || !c.Differ(i, j):
			return Operation(OSel, a, i)
		}
		a = a.A
	}
	if IsOp(a, OMake) && a.A.IsInt() {
		return a.A
	}
	return Operation(OSel, a, i)
}

// compare is a comparison of integers (Coq: ncompare).
func (c Calculator) compare(o Op, a, b *Term) *Term {
	p, x := c.offset(a)
	q, y := c.offset(b)
	if !c.sameBase(p, q) {
		return Operation(o, a, b)
	}
	order := x.Cmp(y)
	return Bool(order < 0 && o != OEq || order == 0 && o != OLt)
}

func sum(a, b *big.Int) *Term { return Int(new(big.Int).Add(a, b)) }

// plus adds integers (Coq: nadd).
func plus(a, b *Term) *Term {
	switch {
	case b.Kind != TInt:
	case a.Kind == TInt:
		return sum(a.Int, b.Int)
	case IsOp(a, OAdd) && a.B.Kind == TInt:
		return added(a.A, sum(a.B.Int, b.Int))
	default:
		return added(a, b)
	}
	return Operation(OAdd, a, b)
}

// added adds a literal, which may be 0 (Coq: nplus).
func added(a, z *Term) *Term {
	if z.Int.Sign() == 0 && a.IsInt() {
		return a
	}
	return Operation(OAdd, a, z)
}

// and is a conjunction (Coq: nand).
func and(a, b *Term) *Term {
	switch {
	case a.IsFalse() || b.IsFalse():
		return False
	case a.IsTrue() && b.IsBool():
		return b
	case !a.IsTrue() && b.IsTrue() && a.IsBool():
		return a
	}
	return Operation(OAnd, a, b)
}

// or is a disjunction (Coq: nor).
func or(a, b *Term) *Term {
	switch {
	case a.IsTrue() || b.IsTrue():
		return True
	case a.IsFalse() && b.IsBool():
		return b
	case !a.IsFalse() && b.IsFalse() && a.IsBool():
		return a
	}
	return Operation(OOr, a, b)
}

// implies is an implication (Coq: nimp).
func implies(a, b *Term) *Term {
	switch {
	case a.IsFalse():
		return True
	case a.IsTrue() && b.IsBool():
		return b
	}
	return Operation(OImp, a, b)
}

// not is a negation (Coq: nnot).
func not(a, b *Term) *Term {
	switch {
	case a.Kind == TBool:
		return Bool(a.N == 0)
	case IsOp(a, ONot) && a.A.IsBool():
		return a.A
	}
	return Operation(ONot, a, b)
}

// Same is an equality (Coq: nkeq).
func (c Calculator) Same(a, b *Term) *Term {
	switch {
	case c.Meter.Equal(a, b):
		return True
	case c.Differ(a, b):
		return False
	case a.IsInt() && b.IsInt():
		return c.compare(OEq, a, b)
	case a.IsBool() && b.IsBool():
		return Operation(OBEq, a, b)
	}
	return Operation(OKEq, a, b)
}

// concatenate puts lists together (Coq: ncat).
func (c Calculator) concatenate(a, b *Term) *Term {
	c.Meter.Spend(2 * nodeWork) // and what of it is still open
	switch {
	case a.Kind == TNoList && b.isList():
		return b
	case a.Kind == TNoList:
		return Operation(OCat, a, b)
	case IsOp(a, OCat):
		return Operation(OCat, a.A, c.concatenate(a.B, b))
	case b.Kind == TNoList && a.isList():
		return a
	}
	return Operation(OCat, a, b)
}
