package kernel

// kind is what is known of a value from its term (Coq: kind).
type kind struct {
	of   kindOf
	sort Sort // of an ofSort
}

type kindOf uint8

const (
	ofSort kindOf = iota
	isSymbol
	isApplication
)

func of(k SortKind) kind { return kind{sort: Sort{Kind: k}} }

// anything is the kind of which nothing is known.
var anything = of(SK)

// apart reports whether no value is of both kinds (Coq: apart).
func apart(a, b kind) bool { return a != anything && b != anything && a != b }

// fits reports whether what is of a kind is of a sort (Coq: within).
func fits(k kind, s Sort) bool { return s.Kind == SK || k == kind{sort: s} }

// kindOfOp is the kind of what operations give (Coq: okind).
func kindOfOp(o Op) kind {
	switch o {
	case OAdd, OSub, OMul, OQuot, ORem, OEDiv, OEMod, OPow, OMin, OMax, OAbs, OSel, OLength, OSize:
		return of(SInt)
	case OLt, OLe, OEq, OAnd, OOr, OImp, ONot, OBEq, OIs, OKEq, OIn, OEmpty:
		return of(SBool)
	case ORemove, OUpd, OMerge, ORemoveAll:
		return of(SMap)
	case OMake, OSto, OShift:
		return of(SArr)
	case OConcat, OText:
		return of(SStr)
	case OItem, OCat, OTail:
		return of(SList)
	}
	return anything
}

// kind is what is known of the values of a term (Coq: tkind).
func (t *Term) kind() kind {
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
	if t.Op == OIte && t.B.Kind == TApp {
		if k := t.B.A.kind(); k == t.B.B.kind() {
			return k
		}
		return anything
	}
	return kindOfOp(t.Op)
}

// below reports whether all variables of a term are below n (Coq: below).
func (t *Term) below(n uint64) bool {
	for ; t.A != nil; t = t.B {
		if t.B == nil {
			return t.A.below(n)
		}
		if !t.A.below(n) {
			return false
		}
	}
	return t.Kind != TV || t.N < n
}

// below reports whether all variables of a formula are below n (Coq: fbelow).
func (f *Form) below(n uint64) bool {
	if f.Kind == FT {
		return f.Term.below(n)
	}
	return f.A.below(n) && (f.B == nil || f.B.below(n))
}

// closed reports whether no bound variable is in a term (Coq: closed).
func (t *Term) closed() bool {
	for ; t.A != nil; t = t.B {
		if t.B == nil {
			return t.A.closed()
		}
		if !t.A.closed() {
			return false
		}
	}
	return t.Kind != TB
}

// get returns what stands in the place of a variable (Coq: get).
func (s Subst) get(t *Term) *Term {
	for i := range s {
		if s[i].Var.N == t.N && s[i].Var.Sort == t.Sort {
			return s[i].Term
		}
	}
	return t
}

// sorted reports whether each term is of its variable's sort (Coq: sorted_subst).
func (s Subst) sorted() bool {
	for i := range s {
		if !fits(s[i].Term.kind(), s[i].Var.Sort) {
			return false
		}
	}
	return true
}

// closed reports whether no term has a bound variable (Coq: closed_subst).
func (s Subst) closed() bool {
	for i := range s {
		if !s[i].Term.closed() {
			return false
		}
	}
	return true
}

// below reports whether the variables of all terms are below n (Coq: below_subst).
func (s Subst) below(n uint64) bool {
	for i := range s {
		if !s[i].Term.below(n) {
			return false
		}
	}
	return true
}

// in substitutes in a term (Coq: tsub).
func (s Subst) in(t *Term) *Term {
	switch {
	case t.Kind == TV:
		return s.get(t)
	case t.A == nil:
		return t
	case t.B == nil:
		return t.with(s.in(t.A), nil)
	}
	return t.with(s.in(t.A), s.in(t.B))
}

// inForm substitutes in a formula (Coq: fsub).
func (s Subst) inForm(f *Form) *Form { return f.each(s.in) }

// each replaces the terms of a formula.
func (f *Form) each(g func(*Term) *Term) *Form {
	if f == nil {
		return nil
	}
	if f.Kind == FT {
		return Holds(g(f.Term))
	}
	return &Form{Kind: f.Kind, A: f.A.each(g), B: f.B.each(g)}
}

// instance puts a term in the place of the variable that the quantifier d above binds
// (Coq: tinst).
func instance(d uint64, u, t *Term) *Term {
	switch {
	case t.Kind == TB && t.N < d:
		return t
	case t.Kind == TB && t.N == d:
		return u
	case t.Kind == TB:
		return Bound(t.N - 1)
	case t.A == nil:
		return t
	case t.B == nil:
		return t.with(instance(d, u, t.A), nil)
	}
	return t.with(instance(d, u, t.A), instance(d, u, t.B))
}

// instanceOf is instance in a formula (Coq: finst).
func instanceOf(d uint64, u *Term, f *Form) *Form {
	switch f.Kind {
	case FT:
		return Holds(instance(d, u, f.Term))
	case FNot:
		return Not(instanceOf(d, u, f.A))
	case FAll, FEx:
		return &Form{Kind: f.Kind, A: instanceOf(d+1, u, f.A)}
	}
	return &Form{Kind: f.Kind, A: instanceOf(d, u, f.A), B: instanceOf(d, u, f.B)}
}

// isInt reports whether a term is an integer in any case (Coq: is_int).
func (t *Term) isInt() bool { return t.kind() == of(SInt) }

// KnownSort returns the sort that all values of a term have, if it is known.
func KnownSort(t *Term) (Sort, bool) {
	k := t.kind()
	return k.sort, k.of == ofSort && k != anything
}

// Closed reports whether no variable of a quantifier is in a term.
func Closed(t *Term) bool { return t.closed() }
