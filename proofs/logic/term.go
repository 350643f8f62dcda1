package logic

import "math/big"

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
	OSubstr    // text, pair of the place where it begins and of that behind it
	OOrd       // the number of the only character
	OFind      // text, pair of a text and the place from which on it is looked for: its place, or -1
	OFindChar  // the same for the first of some characters
	OParse     // text, base: the integer that it denotes, or Undef
	NumOps     // how many there are
)

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

	// What is computed of it when it is made, so that looking at it takes no time.
	hash     uint64
	size     int
	kind     kind
	head     Head
	depth    int
	open     bool   // it has a bound variable
	variable bool   // it has a variable
	largest  uint64 // number of one
}

// length is how much there is of a literal, in words.
func (t *Term) length() int {
	if t.Int != nil {
		return len(t.Int.Bits())
	}
	return len(t.Text) / 8
}

// hugeSize is that of terms that are too large for anything.
const hugeSize = 1 << 40

// build completes a term.
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
	t.size, t.open, t.variable = 1+t.length(), t.Kind == TB, t.Kind == TV
	if t.variable {
		t.largest = t.N
	}
	for _, a := range []*Term{t.A, t.B} {
		if a != nil {
			t.size, t.depth = min(t.size+a.size, hugeSize), max(t.depth, a.depth+1)
			t.open, t.variable, t.largest = t.open || a.open, t.variable || a.variable, max(t.largest, a.largest)
			h = (h ^ a.hash) * 0x9fb21c651e98df25
			h ^= h >> 29
		}
	}
	t.hash, t.kind = h, kindOf(&t)
	t.head = headOf(&t)
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

// Below reports whether all variables of a term are below n (Coq: below).
func (t *Term) Below(n uint64) bool { return !t.variable || t.largest < n }

// Closed reports whether no bound variable is in a term (Coq: closed).
func (t *Term) Closed() bool { return !t.open }

// Negated returns the negation of a Boolean (Coq: nnot).
func Negated(t *Term) *Term { return not(t, unit) }

// Size is the number of nodes of a term as a tree, and of the words of its literals; at most some large number.
func (t *Term) Size() int { return t.size }

// Depth is how deep a term is nested.
func (t *Term) Depth() int { return t.depth }

// Hash returns a hash: equal terms have equal ones.
func (t *Term) Hash() uint64 { return t.hash }

// Rebuilt returns a term with the given parts, for readers of terms.
func Rebuilt(t Term) *Term { return build(t) }
