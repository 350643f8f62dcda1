package logic

// kind is what is known of a value from its term (Coq: kind).
type kind struct {
	of   shape
	sort Sort // of an ofSort
}

type shape uint8

const (
	ofSort shape = iota
	isSymbol
	isApplication
)

func of(k SortKind) kind { return kind{sort: Sort{Kind: k}} }

// anything is the kind of which nothing is known.
var anything = of(SK)

// kindOfOp is the kind of what operations give (Coq: okind).
func kindOfOp(o Op) kind {
	switch o {
	case OAdd, OSub, OMul, OQuot, ORem, OEDiv, OEMod, OPow, OMin, OMax, OAbs, OSel, OLength, OSize, OOrd, OFind, OFindChar:
		return of(SInt)
	case OLt, OLe, OEq, OAnd, OOr, OImp, ONot, OBEq, OIs, OKEq, OIn, OEmpty:
		return of(SBool)
	case ORemove, OUpd, OMerge, ORemoveAll:
		return of(SMap)
	case OMake, OSto, OShift:
		return of(SArr)
	case OConcat, OText, OSubstr:
		return of(SStr)
	case OItem, OCat, OTail:
		return of(SList)
	}
	return anything
}

// kindOf is what is known of the values of a term (Coq: tkind).
func kindOf(t *Term) kind {
	switch t.Kind {
	case TV, TFun:
		return kind{sort: t.Sort}
	case TB, TInt:
		return of(SInt)
	case TBool:
		return of(SBool)
	case TStr:
		return of(SStr)
	case TTok:
		return kind{sort: Sort{Kind: STok, Tok: t.Sym}}
	case TSym:
		return kind{of: isSymbol}
	case TApp:
		return kind{of: isApplication}
	case TNoMap:
		return of(SMap)
	case TNoList:
		return of(SList)
	}
	if t.Op == OIte && t.B.Kind == TApp && t.B.A.kind == t.B.B.kind {
		return t.B.A.kind
	}
	return kindOfOp(t.Op)
}

// IsInt reports whether a term is an integer in any case (Coq: is_int).
func (t *Term) IsInt() bool { return t.kind == of(SInt) }

// IsBool reports whether a term is a Boolean in any case (Coq: is_bool).
func (t *Term) IsBool() bool { return t.kind == of(SBool) }

func (t *Term) isMap() bool  { return t.kind == of(SMap) }
func (t *Term) isList() bool { return t.kind == of(SList) }

// isKey reports whether a term may be a key in any case (Coq: is_key).
func (t *Term) isKey() bool { return t.kind.of == ofSort && t.kind.sort.Kind <= STok }

// IsTrue reports whether a term is the literal true.
func (t *Term) IsTrue() bool { return t.Kind == TBool && t.N == 1 }

// IsFalse reports whether a term is the literal false.
func (t *Term) IsFalse() bool { return t.Kind == TBool && t.N == 0 }

// KnownSort returns the sort that all values of a term have, if it is known.
func (t *Term) KnownSort() (Sort, bool) {
	return t.kind.sort, t.kind.of == ofSort && t.kind != anything
}

// Fits reports whether all values of a term are of a sort (Coq: within).
func (t *Term) Fits(s Sort) bool { return s.Kind == SK || t.kind == kind{sort: s} }

// Apart reports whether two terms have no value in common, by their kinds (Coq: apart).
func Apart(a, b *Term) bool { return a.kind != anything && b.kind != anything && a.kind != b.kind }

// ByParts reports whether equality of what an operation gives is said of its operands; of integers and
// Booleans it is said of the whole (Coq: by_parts).
func (o Op) ByParts() bool {
	k := kindOfOp(o)
	return k != of(SInt) && k != of(SBool)
}
