package kernel

import "math/big"

// known are pairs of terms that are known to differ (Coq: known).
type known [][2]*Term

// offset is an integer as a base, nil for none, and what is added to it (Coq: offset).
func offset(t *Term) (*Term, *big.Int) {
	sum := new(big.Int)
	for {
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
func (d known) absent(m, k *Term) bool { return len(d) > 0 && d.listed(Operation(OIn, m, k), True) }

func sameBase(a, b *Term) bool { return a == b || a != nil && b != nil && Equal(a, b) }

func (d known) listed(a, b *Term) bool {
	for _, p := range d {
		if Equal(p[0], a) && Equal(p[1], b) || Equal(p[0], b) && Equal(p[1], a) {
			return true
		}
	}
	return false
}

// differ reports whether the values of two terms differ: by their kind, by their
// constructors, by a constant, or as it is known (Coq: differ).
func (d known) differ(a, b *Term) bool {
	if apart(a.kind(), b.kind()) {
		return true
	}
	if a.Kind == b.Kind {
		switch a.Kind {
		case TApp:
			return d.differ(a.A, b.A) || d.differ(a.B, b.B)
		case TSym:
			return a.Sym != b.Sym
		case TBool:
			return a.N != b.N
		case TStr, TTok:
			return a.Text != b.Text
		}
	}
	if d.listed(a, b) {
		return true
	}
	if !a.isInt() || !b.isInt() {
		return false
	}
	p, x := offset(a)
	q, y := offset(b)
	return sameBase(p, q) && x.Cmp(y) != 0
}

func isOp(t *Term, o Op) bool { return t.Kind == TOp && t.Op == o }

// isUpdate reports whether a term is an update of a map or of an array by a pair.
func isUpdate(t *Term, o Op) bool { return isOp(t, o) && t.B.Kind == TApp }

// isKey reports whether a term may be a key in any case (Coq: is_key).
func (t *Term) isKey() bool {
	k := t.kind()
	return k.of == ofSort && k.sort.Kind <= STok
}

// look looks a key up (Coq: nlook).
func (d known) look(m, k *Term) *Term {
	for {
		at := m.B
		switch {
		case m.Kind == TNoMap:
			return Symbol(Undef)
		case isUpdate(m, OUpd):
			at = m.B.A
		case !isOp(m, ORemove) && d.absent(m, k):
			return Symbol(Undef)
		case !isOp(m, ORemove):
			return Operation(OLook, m, k)
		}
		switch {
		case Equal(k, at) && m.Op == ORemove:
			return Symbol(Undef)
		case Equal(k, at) && k.isKey():
			return m.B.B
		case Equal(k, at) || !d.differ(k, at):
			return Operation(OLook, m, k)
		}
		m = m.A
	}
}

// in tests whether a key is there (Coq: nin).
func (d known) in(m, k *Term) *Term {
	for {
		at := m.B
		switch {
		case m.Kind == TNoMap:
			return False
		case isUpdate(m, OUpd):
			at = m.B.A
		case !isOp(m, ORemove) && d.absent(m, k):
			return False
		case !isOp(m, ORemove):
			return Operation(OIn, m, k)
		}
		switch {
		case Equal(k, at) && m.Op == ORemove:
			return False
		case Equal(k, at) && k.isKey():
			return True
		case Equal(k, at) || !d.differ(k, at):
			return Operation(OIn, m, k)
		}
		m = m.A
	}
}

// update puts a value at a key: in its place where it is there, else among the literals by
// their order, or on top (Coq: nupd).
func (d known) update(m, k, v *Term) *Term {
	if t := d.replace(m, k, v); t != nil {
		return t
	}
	return insert(m, k, v)
}

// replace puts a value at a key that is seen to be there; nil if it is not (Coq: nreplace).
func (d known) replace(m, k, v *Term) *Term {
	switch {
	case !isUpdate(m, OUpd):
		return nil
	case Equal(k, m.B.A):
		return Operation(OUpd, m.A, App(k, v))
	case d.differ(k, m.B.A):
		if below := d.replace(m.A, k, v); below != nil {
			return Operation(OUpd, below, m.B)
		}
	}
	return nil
}

// insert puts an update on top, or below literals that are larger (Coq: ninsert).
func insert(m, k, v *Term) *Term {
	if isUpdate(m, OUpd) && literalLess(k, m.B.A) {
		return Operation(OUpd, insert(m.A, k, v), m.B)
	}
	return Operation(OUpd, m, App(k, v))
}

// literalLess reports whether a literal is before another (Coq: literal_lt).
func literalLess(a, b *Term) bool { return isLiteral(a) && isLiteral(b) && compareKeys(a, b) < 0 }

func isLiteral(t *Term) bool {
	return t.Kind == TInt || t.Kind == TBool || t.Kind == TStr || t.Kind == TTok
}

// remove takes a key out (Coq: nremove).
func (d known) remove(m, k *Term) *Term {
	switch {
	case m.Kind == TNoMap:
		return m
	case isUpdate(m, OUpd) && Equal(k, m.B.A):
		return d.remove(m.A, k)
	case isUpdate(m, OUpd) && d.differ(k, m.B.A):
		return Operation(OUpd, d.remove(m.A, k), m.B)
	case !isUpdate(m, OUpd) && m.kind() == of(SMap) && d.absent(m, k):
		return m
	}
	return Operation(ORemove, m, k)
}

// merge puts maps together (Coq: nmerge).
func (d known) merge(a, b *Term) *Term {
	switch {
	case b.Kind == TNoMap && a.kind() == of(SMap):
		return a
	case isUpdate(b, OUpd):
		return d.update(d.merge(a, b.A), b.B.A, b.B.B)
	}
	return Operation(OMerge, a, b)
}

// removeAll takes the keys of a map or set out of another (Coq: nremove_all).
func (d known) removeAll(a, b *Term) *Term {
	switch {
	case b.Kind == TNoMap && a.kind() == of(SMap):
		return a
	case isUpdate(b, OUpd) && b.B.A.isKey():
		return d.remove(d.removeAll(a, b.A), b.B.A)
	}
	return Operation(ORemoveAll, a, b)
}

// choose selects an item of an array (Coq: nsel).
func (d known) choose(a, i *Term) *Term {
	for isUpdate(a, OSto) {
		j, v := a.B.A, a.B.B
		switch {
		case Equal(i, j) && v.isInt():
			return v
		case Equal(i, j) || !i.isInt() || !j.isInt() || !d.differ(i, j):
			return Operation(OSel, a, i)
		}
		a = a.A
	}
	if isOp(a, OMake) && a.A.isInt() {
		return a.A
	}
	return Operation(OSel, a, i)
}

// head is the top of the values of a term, if it is known (Coq: thead).
func (t *Term) head() (Head, bool) {
	for t.Kind == TApp {
		t = t.A
	}
	if t.Kind == TSym {
		return Head{Kind: HSym, Sym: t.Sym}, true
	}
	if k := t.kind(); k.of == ofSort {
		switch k.sort.Kind {
		case SInt:
			return Head{Kind: HInt}, true
		case SBool:
			return Head{Kind: HBool}, true
		case SStr:
			return Head{Kind: HStr}, true
		case STok:
			return Head{Kind: HTok, Sym: k.sort.Tok}, true
		case SMap:
			return Head{Kind: HMap}, true
		case SArr:
			return Head{Kind: HArr}, true
		case SList:
			return Head{Kind: HList}, true
		}
	}
	return Head{}, false
}

// verdict is yes, no, or not known.
type verdict uint8

const (
	unknown verdict = iota
	no
	yes
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// passes is whether a term passes a test (Coq: tpasses).
func (l *Language) passes(t *Term, h Head, args []uint64) verdict {
	if len(args) == 0 {
		if own, ok := t.head(); ok {
			return verdictOf(own == h)
		}
		return unknown
	}
	if t.Kind != TApp {
		if apart(t.kind(), kind{of: isApplication}) {
			return no
		}
		return unknown
	}
	front, last := l.passes(t.A, h, args[1:]), l.isOfSort(args[0], t.B)
	switch {
	case front == no || last == no:
		return no
	case front == yes:
		return last
	}
	return unknown
}

// isOfSort is whether a term is of the sort with a number (Coq: tis).
func (l *Language) isOfSort(s uint64, t *Term) verdict {
	if s >= uint64(len(l.Tests)) {
		return no
	}
	out := no
	for _, x := range l.Tests[s] {
		switch l.passes(t, x.Head, x.Args) {
		case yes:
			return yes
		case unknown:
			out = unknown
		}
	}
	return out
}

// compare is a comparison of integers (Coq: ncompare).
func compare(o Op, a, b *Term) *Term {
	p, x := offset(a)
	q, y := offset(b)
	if !sameBase(p, q) {
		return Operation(o, a, b)
	}
	c := x.Cmp(y)
	return Bool(c < 0 && o != OEq || c == 0 && o != OLt)
}

func sum(a, b *big.Int) *Term { return Int(new(big.Int).Add(a, b)) }

// plus adds integers (Coq: nadd).
func plus(a, b *Term) *Term {
	switch {
	case b.Kind != TInt:
	case a.Kind == TInt:
		return sum(a.Int, b.Int)
	case isOp(a, OAdd) && a.B.Kind == TInt:
		return added(a.A, sum(a.B.Int, b.Int))
	default:
		return added(a, b)
	}
	return Operation(OAdd, a, b)
}

// added adds a literal, which may be 0 (Coq: nplus).
func added(a, z *Term) *Term {
	if z.Int.Sign() == 0 && a.isInt() {
		return a
	}
	return Operation(OAdd, a, z)
}

func (t *Term) isBool() bool { return t.kind() == of(SBool) }
func (t *Term) isList() bool { return t.kind() == of(SList) }

// isTrue and isFalse test for literals.
func (t *Term) isTrue() bool  { return t.Kind == TBool && t.N == 1 }
func (t *Term) isFalse() bool { return t.Kind == TBool && t.N == 0 }

// and is a conjunction (Coq: nand).
func and(a, b *Term) *Term {
	switch {
	case a.isFalse() || b.isFalse():
		return False
	case a.isTrue() && b.isBool():
		return b
	case !a.isTrue() && b.isTrue() && a.isBool():
		return a
	}
	return Operation(OAnd, a, b)
}

// or is a disjunction (Coq: nor).
func or(a, b *Term) *Term {
	switch {
	case a.isTrue() || b.isTrue():
		return True
	case a.isFalse() && b.isBool():
		return b
	case !a.isFalse() && b.isFalse() && a.isBool():
		return a
	}
	return Operation(OOr, a, b)
}

// implies is an implication (Coq: nimp).
func implies(a, b *Term) *Term {
	switch {
	case a.isFalse():
		return True
	case a.isTrue() && b.isBool():
		return b
	}
	return Operation(OImp, a, b)
}

// not is a negation (Coq: nnot).
func not(a, b *Term) *Term {
	switch {
	case a.Kind == TBool:
		return Bool(a.N == 0)
	case isOp(a, ONot) && a.A.isBool():
		return a.A
	}
	return Operation(ONot, a, b)
}

// same is an equality (Coq: nkeq).
func (d known) same(a, b *Term) *Term {
	switch {
	case Equal(a, b):
		return True
	case d.differ(a, b):
		return False
	case a.isInt() && b.isInt():
		return compare(OEq, a, b)
	case a.isBool() && b.isBool():
		return Operation(OBEq, a, b)
	}
	return Operation(OKEq, a, b)
}

// concatenate puts lists together (Coq: ncat).
func concatenate(a, b *Term) *Term {
	switch {
	case a.Kind == TNoList && b.isList():
		return b
	case a.Kind == TNoList:
		return Operation(OCat, a, b)
	case isOp(a, OCat):
		return Operation(OCat, a.A, concatenate(a.B, b))
	case b.Kind == TNoList && a.isList():
		return a
	}
	return Operation(OCat, a, b)
}
