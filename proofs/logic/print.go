package logic

import "fmt"

var opNames = [NumOps]string{"OAdd", "OSub", "OMul", "OQuot", "ORem", "OEDiv", "OEMod", "OPow", "OMin", "OMax", "OAbs", "OLt", "OLe", "OEq",
	"OAnd", "OOr", "OImp", "ONot", "OBEq", "OIs", "OKEq", "OIte", "OIn", "OLook", "ORemove", "OUpd", "OMake", "OSel", "OSto", "OShift",
	"OConcat", "OLength", "OText", "OItem", "OCat", "OGet", "OTail", "OSize", "OMerge", "ORemoveAll", "OEmpty",
	"OSubstr", "OOrd", "OFind", "OFindChar", "OParse"}

// String returns Coq's name of the operation.
func (o Op) String() string { return opNames[o] }

// String writes a term for messages.
func (t *Term) String() string {
	switch t.Kind {
	case TV:
		return fmt.Sprintf("%v.%d", t.Sort, t.N)
	case TB:
		return fmt.Sprintf("bound.%d", t.N)
	case TInt:
		return t.Int.String()
	case TBool:
		return fmt.Sprint(t.N == 1)
	case TStr:
		return fmt.Sprintf("%q", t.Text)
	case TTok:
		return t.Text
	case TSym:
		return fmt.Sprintf("#%d", t.Sym)
	case TApp:
		return fmt.Sprintf("(%v %v)", t.A, t.B)
	case TOp:
		return fmt.Sprintf("(%v %v %v)", t.Op, t.A, t.B)
	case TFun:
		return fmt.Sprintf("(f%d %v)", t.Sym, t.A)
	}
	return "empty"
}

// String writes a sort as in Coq.
func (s Sort) String() string {
	if s.Kind == STok {
		return fmt.Sprintf("(STok %d)", s.Tok)
	}
	return [...]string{"SInt", "SBool", "SStr", "", "SMap", "SArr", "SList", "SK"}[s.Kind]
}

// String writes a formula for messages.
func (f *Form) String() string {
	switch f.Kind {
	case FT:
		return f.Term.String()
	case FNot:
		return fmt.Sprintf("not %v", f.A)
	case FAll:
		return fmt.Sprintf("all(%v)", f.A)
	case FEx:
		return fmt.Sprintf("some(%v)", f.A)
	}
	return fmt.Sprintf("(%v %s %v)", f.A, map[FormKind]string{FAnd: "and", FOr: "or", FImp: "implies"}[f.Kind], f.B)
}
