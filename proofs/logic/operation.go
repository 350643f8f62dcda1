package logic

import "math/big"

// arithmetic computes an operation of two integers; nil if it is none (Coq: nint2).
func arithmetic(o Op, a, b *big.Int) *big.Int {
	z := new(big.Int)
	switch o {
	case OSub:
		return z.Sub(a, b)
	case OMul:
		bounded(float64(a.BitLen()) + float64(b.BitLen()))
		return z.Mul(a, b)
	case OQuot:
		z, _ = divide(a, b)
	case ORem:
		_, z = divide(a, b)
	case OEDiv:
		z, _ = euclid(a, b)
	case OEMod:
		_, z = euclid(a, b)
	case OPow:
		if b.Sign() < 0 {
			return z
		}
		if a.BitLen() > 1 {
			times, _ := new(big.Float).SetInt(b).Float64()
			bounded(float64(a.BitLen()) * times)
		}
		return z.Exp(a, b, nil)
	case OMin:
		z = a
		if a.Cmp(b) > 0 {
			z = b
		}
	case OMax:
		z = a
		if a.Cmp(b) < 0 {
			z = b
		}
	default:
		return nil
	}
	return z
}

// operation is an operation in normal form; n is the sort of an OIs (Coq: nop).
func (c Calculator) operation(o Op, n uint64, a, b *Term) *Term {
	c.Meter.Spend(1 + a.length() + b.length())
	switch o {
	case OAdd:
		return plus(a, b)
	case OSub, OMul, OQuot, ORem, OEDiv, OEMod, OPow, OMin, OMax:
		if a.Kind == TInt && b.Kind == TInt {
			z := Int(arithmetic(o, a.Int, b.Int))
			c.Meter.Spend((a.length()*b.length() + z.length()*z.length()) / 64)
			if o == OPow {
				c.Meter.Spend(b.Int.BitLen())
			}
			return z
		}
	case OAbs:
		if a.Kind == TInt {
			return Int(new(big.Int).Abs(a.Int))
		}
	case OLt, OLe, OEq:
		return c.compare(o, a, b)
	case OAnd:
		return and(a, b)
	case OOr:
		return or(a, b)
	case OImp:
		return implies(a, b)
	case ONot:
		return not(a, b)
	case OBEq:
		if a.Kind == TBool && b.Kind == TBool {
			return Bool(a.N == b.N)
		}
	case OIs:
		x := c.isOfSort(n, a)
		if x == unknown {
			x = c.told(n, a)
		}
		if x != unknown {
			return Bool(x == yes)
		}
	case OKEq:
		return c.Same(a, b)
	case OIte:
		if a.Kind == TBool && b.Kind == TApp {
			if a.N == 1 {
				return b.A
			}
			return b.B
		}
	case OIn:
		return c.in(a, b)
	case OLook:
		return c.look(a, b)
	case ORemove:
		return c.remove(a, b)
	case OMerge:
		return c.merge(a, b)
	case ORemoveAll:
		return c.removeAll(a, b)
	case OUpd:
		if b.Kind == TApp {
			return c.update(a, b.A, b.B)
		}
	case OSel:
		return c.choose(a, b)
	case OConcat:
		if a.Kind == TStr && b.Kind == TStr {
			bounded(float64(len(a.Text)) + float64(len(b.Text)))
			return Str(a.Text + b.Text)
		}
	case OLength:
		if a.Kind == TStr {
			return Int64(int64(len(a.Text)))
		}
	case OText:
		if a.Kind == TTok {
			return Str(a.Text)
		}
	case OSubstr, OOrd, OFind, OFindChar, OParse:
		if t := ofText(o, a, b); t != nil {
			return t
		}
	case OCat:
		return c.concatenate(a, b)
	case OGet:
		if b.Kind == TInt {
			return c.itemAt(a, b.Int)
		}
	case OTail, OSize:
		if t := list(o, a); t != nil {
			return t
		}
	case OEmpty:
		switch {
		case a.Kind == TNoList:
			return True
		case c.hasItem(a):
			return False
		}
	}
	return build(Term{Kind: TOp, Op: o, N: n, A: a, B: b})
}

// list computes an operation of a list; nil if it is not known.
func list(o Op, a *Term) *Term {
	switch {
	case a.Kind == TNoList:
		return map[Op]*Term{OTail: NoList, OSize: Int64(0)}[o]
	case IsOp(a, OItem):
		return map[Op]*Term{OTail: NoList, OSize: Int64(1)}[o]
	case IsOp(a, OCat) && IsOp(a.A, OItem) && o == OTail && a.B.isList():
		return a.B
	}
	return nil
}

// itemAt is the item of a list at a place (Coq: nget).
func (c Calculator) itemAt(l *Term, at *big.Int) *Term {
	if at.Sign() < 0 {
		return Symbol(Undef)
	}
	one := big.NewInt(1)
	for {
		c.Meter.Spend(1)
		switch {
		case l.Kind == TNoList:
			return Symbol(Undef)
		case IsOp(l, OItem) && at.Sign() > 0:
			return Symbol(Undef)
		case IsOp(l, OItem):
			return l.A
		case IsOp(l, OTail):
			at, l = new(big.Int).Add(at, one), l.A
		case IsOp(l, OCat) && IsOp(l.A, OItem) && at.Sign() == 0:
			return l.A.A
		case IsOp(l, OCat) && IsOp(l.A, OItem):
			at, l = new(big.Int).Sub(at, one), l.B
		default:
			return Operation(OGet, l, Int(at))
		}
	}
}

// hasItem reports whether an item of a list is seen (Coq: has_item).
func (c Calculator) hasItem(l *Term) bool {
	for ; IsOp(l, OCat); l = l.B {
		c.Meter.Spend(1)
		if c.hasItem(l.A) {
			return true
		}
	}
	return IsOp(l, OItem)
}

// divide is truncating division; by zero 0 and the dividend (Coq: Z.quot, Z.rem).
func divide(a, b *big.Int) (quot, rem *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	return new(big.Int).QuoRem(a, b, new(big.Int))
}

// euclid is Euclidean division; by zero 0 and the dividend (Coq: ediv, emod).
func euclid(a, b *big.Int) (div, mod *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	return new(big.Int).DivMod(a, b, new(big.Int))
}
