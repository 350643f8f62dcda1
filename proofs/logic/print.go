package logic

import (
	"fmt"
	"strings"
)

var opNames = [NumOps]string{"OAdd", "OSub", "OMul", "OQuot", "ORem", "OEDiv", "OEMod", "OPow", "OMin", "OMax", "OAbs", "OLt", "OLe", "OEq",
	"OAnd", "OOr", "OImp", "ONot", "OBEq", "OIs", "OKEq", "OIte", "OIn", "OLook", "ORemove", "OUpd", "OMake", "OSel", "OSto", "OShift",
	"OConcat", "OLength", "OText", "OItem", "OCat", "OGet", "OTail", "OSize", "OMerge", "ORemoveAll", "OEmpty",
	"OSubstr", "OOrd", "OFind", "OFindChar", "OParse"}

// String returns Coq's name of the operation.
func (o Op) String() string { return opNames[o] }

// String writes a term for messages.
func (t *Term) String() string {
	var out strings.Builder
	t.write(&out)
	return out.String()
}

// write takes one walk: what is in it is written once, not at each place above it.
func (t *Term) write(to *strings.Builder) {
	switch t.Kind {
	case TV:
		fmt.Fprintf(to, "%v.%d", t.Sort, t.N)
	case TB:
		fmt.Fprintf(to, "bound.%d", t.N)
	case TInt:
		to.WriteString(t.Int.String())
	case TBool:
		fmt.Fprint(to, t.N == 1)
	case TStr:
		fmt.Fprintf(to, "%q", t.Text)
	case TTok:
		to.WriteString(t.Text)
	case TSym:
		fmt.Fprintf(to, "#%d", t.Sym)
	case TApp:
		writeParts(to, "(", t.A, t.B)
	case TOp:
		writeParts(to, fmt.Sprintf("(%v ", t.Op), t.A, t.B)
	case TFun:
		writeParts(to, fmt.Sprintf("(f%d ", t.Sym), t.A)
	default:
		to.WriteString("empty")
	}
}

func writeParts(to *strings.Builder, before string, ts ...*Term) {
	for _, t := range ts {
		to.WriteString(before)
		t.write(to)
		before = " "
	}
	to.WriteByte(')')
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
	var out strings.Builder
	f.write(&out)
	return out.String()
}

func (f *Form) write(to *strings.Builder) {
	if f.Kind == FT {
		f.Term.write(to)
		return
	}
	to.WriteString(map[FormKind]string{FNot: "not ", FAll: "all", FEx: "some"}[f.Kind])
	to.WriteByte('(')
	f.A.write(to)
	if f.B != nil {
		to.WriteString(map[FormKind]string{FAnd: " and ", FOr: " or ", FImp: " implies "}[f.Kind])
		f.B.write(to)
	}
	to.WriteByte(')')
}
