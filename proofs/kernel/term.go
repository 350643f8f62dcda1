package kernel

import (
	"fmt"
	"math/big"
)

// Sym is the number of a symbol, at least 1; those below [FirstSym] are reserved (Coq: sym).
type Sym uint64

// The reserved symbols.
const (
	Unit     Sym = 1 // ends tuples, and is the second operand of unary operations
	Undef    Sym = 2 // what a look-up of an absent key gives
	FirstSym Sym = 16
)

// SortKind is the kind of a sort of variables.
type SortKind uint8

// The kinds of sorts.
const (
	SInt SortKind = iota
	SBool
	SStr
	STok
	SMap
	SArr
	SList
	SK // any value
)

// Sort says what values a variable may have (Coq: sort).
type Sort struct {
	Kind SortKind
	Tok  Sym // of an STok: the sort of its tokens
}

// Var is a variable. Equal numbers of different sorts have nothing to do with each other.
type Var struct {
	Sort Sort
	N    uint64
}

// Op is an operation (Coq: op). Unary ones have Unit as second operand; those with three
// operands have the pair of two as second.
type Op uint8

// The operations.
const (
	OAdd Op = iota
	OSub
	OMul
	OQuot
	ORem
	OEDiv
	OEMod
	OPow
	OMin
	OMax
	OAbs
	OLt
	OLe
	OEq
	OAnd
	OOr
	OImp
	ONot
	OBEq
	OIs // is of the sort with the number Term.N
	OKEq
	OIte
	OIn
	OLook
	ORemove
	OUpd
	OMake
	OSel
	OSto
	OShift
	OConcat
	OLength
	OText
	OItem
	OCat
	OGet // list, place from 0 on: the item there, or Undef
	OTail
	OSize
	OMerge     // two maps; where both have a key, the second counts
	ORemoveAll // map, map or set: without the keys of the second
	OEmpty     // the list has no item
	NumOps     // how many there are
)

var opNames = [NumOps]string{"OAdd", "OSub", "OMul", "OQuot", "ORem", "OEDiv", "OEMod", "OPow", "OMin", "OMax", "OAbs", "OLt", "OLe", "OEq",
	"OAnd", "OOr", "OImp", "ONot", "OBEq", "OIs", "OKEq", "OIte", "OIn", "OLook", "ORemove", "OUpd", "OMake", "OSel", "OSto", "OShift",
	"OConcat", "OLength", "OText", "OItem", "OCat", "OGet", "OTail", "OSize", "OMerge", "ORemoveAll", "OEmpty"}

// String returns Coq's name of the operation.
func (o Op) String() string { return opNames[o] }

// Kind is the form of a term.
type Kind uint8

// The forms of terms.
const (
	TV      Kind = iota // variable N of Sort
	TB                  // the integer that the N-th quantifier around binds
	TInt                // Int
	TBool               // N is 1 or 0
	TStr                // Text
	TTok                // the token Text of the sort Sym
	TSym                // Sym
	TApp                // A applied to B
	TNoMap              // the empty map or set
	TNoList             // the empty list
	TOp                 // Op of A and B; OIs: N is the number of the sort
	TFun                // the function Sym, whose values are of Sort, of the tuple A
)

// Term is an immutable term (Coq: term). Use the constructors.
type Term struct {
	Kind Kind
	Op   Op
	Sort Sort
	Sym  Sym
	N    uint64
	Int  *big.Int // not to be changed
	Text string
	A, B *Term
	hash uint64
	size int // of the term as a tree, at most hugeSize
}

// hugeSize is that of terms that are too large for anything.
const hugeSize = 1 << 40

// build completes a term with its hash and size.
func build(t Term) *Term {
	h := uint64(t.Kind)*0x9e3779b97f4a7c15 ^ t.N*0xd6e8feb86659fd93 ^ uint64(t.Sym)*0xc2b2ae3d27d4eb4f ^ uint64(t.Op)<<32 ^ uint64(t.Sort.Kind)<<40 ^ uint64(t.Sort.Tok)<<44
	for i := 0; i < len(t.Text); i++ {
		h = (h ^ uint64(t.Text[i])) * 1099511628211
	}
	if t.Int != nil {
		for _, w := range t.Int.Bits() {
			h = (h ^ uint64(w)) * 1099511628211
		}
		h += uint64(t.Int.Sign())
	}
	t.size = 1
	for _, a := range []*Term{t.A, t.B} {
		if a != nil {
			t.size = min(t.size+a.size, hugeSize)
			h = (h ^ a.hash) * 0x9fb21c651e98df25
			h ^= h >> 29
		}
	}
	t.hash = h
	return &t
}

// The terms that are there once.
var (
	unit   = Symbol(Unit)
	True   = build(Term{Kind: TBool, N: 1})
	False  = build(Term{Kind: TBool})
	NoMap  = build(Term{Kind: TNoMap})
	NoList = build(Term{Kind: TNoList})
)

// V returns a variable.
func V(v Var) *Term { return build(Term{Kind: TV, Sort: v.Sort, N: v.N}) }

// Bound returns the integer that the i-th quantifier around binds.
func Bound(i uint64) *Term { return build(Term{Kind: TB, N: i}) }

// Int returns an integer; it keeps z.
func Int(z *big.Int) *Term { return build(Term{Kind: TInt, Int: z}) }

// Int64 returns an integer.
func Int64(z int64) *Term { return Int(big.NewInt(z)) }

// Bool returns a Boolean.
func Bool(b bool) *Term {
	if b {
		return True
	}
	return False
}

// Str returns a string.
func Str(s string) *Term { return build(Term{Kind: TStr, Text: s}) }

// Tok returns a token.
func Tok(sort Sym, s string) *Term { return build(Term{Kind: TTok, Sym: sort, Text: s}) }

// Symbol returns a constructor.
func Symbol(f Sym) *Term { return build(Term{Kind: TSym, Sym: f}) }

// App applies a term to arguments, one after the other.
func App(f *Term, args ...*Term) *Term {
	for _, a := range args {
		f = build(Term{Kind: TApp, A: f, B: a})
	}
	return f
}

// Operation returns an operation of two terms.
func Operation(o Op, a, b *Term) *Term { return build(Term{Kind: TOp, Op: o, A: a, B: b}) }

// Unary returns an operation of one term.
func Unary(o Op, a *Term) *Term { return Operation(o, a, unit) }

// Is returns the test of a term for the sort with this number.
func Is(sort uint64, a *Term) *Term {
	return build(Term{Kind: TOp, Op: OIs, N: sort, A: a, B: unit})
}

// Fun applies a function with values of a sort to arguments.
func Fun(f Sym, sort Sort, args ...*Term) *Term {
	t := unit
	for i := len(args) - 1; i >= 0; i-- {
		t = App(args[i], t)
	}
	return FunOf(f, sort, t)
}

// FunOf applies a function with values of a sort to a tuple.
func FunOf(f Sym, sort Sort, tuple *Term) *Term {
	return build(Term{Kind: TFun, Sym: f, Sort: sort, A: tuple})
}

// Var returns the variable that a TV is.
func (t *Term) Var() Var { return Var{t.Sort, t.N} }

// with returns t with other parts.
func (t *Term) with(a, b *Term) *Term {
	if a == t.A && b == t.B {
		return t
	}
	return build(Term{Kind: t.Kind, Op: t.Op, Sort: t.Sort, Sym: t.Sym, N: t.N, A: a, B: b})
}

// Equal reports whether two terms are the same.
func Equal(a, b *Term) bool {
	for a != b {
		if a.hash != b.hash || a.Kind != b.Kind || a.Op != b.Op || a.Sort != b.Sort || a.Sym != b.Sym || a.N != b.N || a.Text != b.Text {
			return false
		}
		switch {
		case a.Int != nil:
			return b.Int != nil && a.Int.Cmp(b.Int) == 0
		case a.A == nil:
			return true
		case a.B == nil:
			a, b = a.A, b.A
		case !Equal(a.A, b.A):
			return false
		default:
			a, b = a.B, b.B
		}
	}
	return true
}

// FormKind is the form of a formula.
type FormKind uint8

// The forms of formulas.
const (
	FT FormKind = iota // Term is true
	FNot
	FAnd
	FOr
	FImp
	FAll // over an integer
	FEx
)

// Form is an immutable formula (Coq: form).
type Form struct {
	Kind FormKind
	Term *Term // of an FT
	A, B *Form
}

// Holds returns the formula that a term is true.
func Holds(t *Term) *Form { return &Form{Kind: FT, Term: t} }

// Not returns a negation.
func Not(f *Form) *Form { return &Form{Kind: FNot, A: f} }

// EqualForms reports whether two formulas are the same.
func EqualForms(f, g *Form) bool {
	if f == g {
		return true
	}
	if f == nil || g == nil || f.Kind != g.Kind {
		return false
	}
	if f.Kind == FT {
		return Equal(f.Term, g.Term)
	}
	return EqualForms(f.A, g.A) && EqualForms(f.B, g.B)
}

// Binding is what a substitution puts in the place of a variable.
type Binding struct {
	Var  Var
	Term *Term
}

// Subst is a substitution; what it does not mention stands for itself. The first entry for
// a variable counts (Coq: subst).
type Subst []Binding

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

// Hash returns a hash: equal terms have equal ones.
func (t *Term) Hash() uint64 { return t.hash }

// Rebuilt returns a term with the given parts, for readers of terms.
func Rebuilt(t Term) *Term { return build(t) }

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
