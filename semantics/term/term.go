package term

import (
	"math/big"
	"sync"
	"sync/atomic"
)

// Kind tells the forms of terms apart.
type Kind uint8

// The kinds of terms.
const (
	KApp    Kind = iota // a symbol applied to arguments
	KInt                // an integer
	KBool               // true or false
	KString             // a string
	KToken              // a token of a syntactic sort, such as an identifier
	KVar                // a variable
	KMap                // a finite map, perhaps with opaque parts
	KSet                // a finite set, perhaps with opaque parts
	KList               // a list, perhaps with opaque segments
	KArray              // an array with concrete indexes only
)

const (
	flagVars    = 1 << iota // has a variable
	flagFuns                // has a function application
	flagBinds               // has a binder
	flagAssigns             // has a piece of syntax that assigns
	flagCount   = iota
)

// Term is an immutable term. Use the constructors; the zero Term is not one.
type Term struct {
	hash  uint64
	pos   int32
	sort  Sort
	kind  Kind
	flags uint8
	small bool // KInt: num holds the value
	sym   *Symbol
	num   int64 // KInt if small; KBool 0 or 1
	args  []*Term
	data  any // *big.Int, string, *Variable, *mapData, *listData, *arrayData
}

// Kind returns the form of the term.
func (t *Term) Kind() Kind { return t.kind }

// Symbol returns the symbol of an application, nil for other kinds.
func (t *Term) Symbol() *Symbol { return t.sym }

// Args returns the arguments of an application; do not change the slice.
func (t *Term) Args() []*Term { return t.args }

// Arg returns argument i of an application.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// Sort returns the least sort of the term.
func (t *Term) Sort() Sort { return t.sort }

// Hash returns a hash of the structure; equal terms have equal hashes.
func (t *Term) Hash() uint64 { return t.hash }

// Pos returns the position mark of program text, 0 for none. It is not part
// of equality; its meaning belongs to whoever made the term.
func (t *Term) Pos() int32 { return t.pos }

// IsGround reports whether no variable occurs in the term.
func (t *Term) IsGround() bool { return t.flags&flagVars == 0 }

// IsValue reports whether the term is ground and has no function application: it
// denotes itself.
func (t *Term) IsValue() bool { return t.flags&(flagVars|flagFuns) == 0 }

// HasFunctions reports whether a function application occurs in the term.
func (t *Term) HasFunctions() bool { return t.flags&flagFuns != 0 }

// HasBinders reports whether a quantifier occurs in the term.
func (t *Term) HasBinders() bool { return t.flags&flagBinds != 0 }

// Is reports whether the term is an application of s.
func (t *Term) Is(s *Symbol) bool { return t.sym == s }

// The size of the cons table: 2^16 slots are half a megabyte, which stays in a second-level
// cache. Of that 2^11 are used until that many terms have taken another one's place: a small
// program touches few pages of memory, and the first touch of a page takes as long as some
// hundred terms.
const (
	tableBits = 16
	firstBits = 11
)

var (
	table     [1 << tableBits]atomic.Pointer[Term]
	tableMask atomic.Uint64 // which bits of a hash are the place in the table
	crowded   atomic.Int32  // terms that have taken another one's place, while few places are used
)

func init() { tableMask.Store(1<<firstBits - 1) }

// place is where a term with a hash and a position mark is in the cons table.
func place(hash uint64, pos int32) *atomic.Pointer[Term] {
	return &table[(hash^uint64(uint32(pos))*0x9e3779b1)&tableMask.Load()&(1<<tableBits-1)]
}

// keep puts a term in its place, where old was.
func keep(slot *atomic.Pointer[Term], old, t *Term) {
	slot.Store(t)
	if old != nil && tableMask.Load() < 1<<tableBits-1 && crowded.Add(1) >= 1<<firstBits {
		tableMask.Store(1<<tableBits - 1)
	}
}

// intern returns a node equal to *c, the one in the table if it is there. Kinds
// other than applications are compared by the caller's same.
func intern(c *Term, same func(a, b *Term) bool) *Term {
	slot := place(c.hash, c.pos)
	old := slot.Load()
	if old != nil && old.hash == c.hash && old.kind == c.kind && old.pos == c.pos && same(old, c) {
		return old
	}
	n := new(Term)
	*n = *c
	keep(slot, old, n)
	return n
}

// App builds the application of a symbol without evaluating it.
func App(s *Symbol, args ...*Term) *Term { return AppAt(s, 0, args) }

// AppAt builds an application with position mark pos without evaluating it.
// The slice is copied if it is needed, so callers may reuse it.
func AppAt(s *Symbol, pos int32, args []*Term) *Term {
	h, flags := s.digest(args)
	slot := place(h, pos)
	old := slot.Load()
	if old != nil && old.hash == h && old.sym == s && old.pos == pos && sameArgs(old.args, args) {
		return old
	}
	t := newAt(s, pos, args, h, flags)
	keep(slot, old, t)
	return t
}

// NewAt is AppAt for a term that will hardly be built again: it is not looked for among
// those that were built before. A concrete run makes such terms at each step, and most of
// the time would go into reading nodes that nothing refers to any more.
func NewAt(s *Symbol, pos int32, args []*Term) *Term {
	h, flags := s.digest(args)
	return newAt(s, pos, args, h, flags)
}

// digest returns the hash of an application and the flags of its arguments.
func (s *Symbol) digest(args []*Term) (hash uint64, flags uint8) {
	h := s.seed
	for _, a := range args {
		h = (h ^ a.hash) * 0x9fb21c651e98df25
		h ^= h >> 29
		flags |= a.flags
	}
	return h, flags
}

func newAt(s *Symbol, pos int32, args []*Term, h uint64, flags uint8) *Term {
	t := newApp(args)
	t.hash, t.pos, t.kind, t.sym, t.flags = h, pos, KApp, s, flags
	if s.Assigns {
		t.flags |= flagAssigns
	}
	switch s.Class {
	case Function:
		t.flags |= flagFuns
	case Binder:
		t.flags |= flagFuns | flagBinds
	}
	t.sort = s.SortOf(args)
	return t
}

// newApp allocates a node together with a copy of its arguments.
func newApp(args []*Term) *Term {
	switch len(args) {
	case 0:
		return new(Term)
	case 1:
		n := new(struct {
			Term
			a [1]*Term
		})
		n.a[0] = args[0]
		n.args = n.a[:]
		return &n.Term
	case 2:
		n := new(struct {
			Term
			a [2]*Term
		})
		n.a = [2]*Term(args)
		n.args = n.a[:]
		return &n.Term
	case 3:
		n := new(struct {
			Term
			a [3]*Term
		})
		n.a = [3]*Term(args)
		n.args = n.a[:]
		return &n.Term
	}
	n := new(Term)
	n.args = append(make([]*Term, 0, len(args)), args...)
	return n
}

func sameArgs(a, b []*Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Apply builds the application of a symbol and evaluates it if it is a
// function that can be.
func Apply(s *Symbol, args ...*Term) *Term {
	return ApplyAt(s, 0, args)
}

// ApplyAt is Apply with a position mark for what stays an application; the
// slice may be reused.
func ApplyAt(s *Symbol, pos int32, args []*Term) *Term {
	return ApplyWithin(s, pos, args, nil)
}

// ApplyWithin is ApplyAt as a part of an evaluation that has taken some effort, nil
// if it is none.
func ApplyWithin(s *Symbol, pos int32, args []*Term, e *Effort) *Term {
	if s.Eval != nil {
		var v *Term
		if e != nil && s.Rules != nil {
			v = s.Rules(args, e)
		} else {
			v = s.Eval(args)
		}
		if v != nil {
			if pos != 0 && s.Pending != nil {
				return v.placed(pos)
			}
			return v
		}
	}
	return AppAt(s, pos, args)
}

// placed gives what a rule that applies anywhere has built the position of what
// it replaces.
func (t *Term) placed(pos int32) *Term {
	if t.kind != KApp || t.pos != 0 || t == DotK {
		return t
	}
	if t.sym == seqSymbol {
		return Seq(t.args[0].placed(pos), t.args[1].placed(pos))
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = a.placed(pos)
	}
	return AppAt(t.sym, pos, args)
}

// WithPos returns the application t with position mark pos.
func (t *Term) WithPos(pos int32) *Term {
	if t.pos == pos {
		return t
	}
	if t.kind == KApp {
		return AppAt(t.sym, pos, t.args)
	}
	c := *t
	c.pos = pos
	return &c
}

// The symbols of sequences, K's `~>` and `.K`: a computation is a right-nested
// sequence of items that ends in DotK or in a frame variable of sort K.
var (
	seqSymbol  = NewSymbol(Symbol{Name: "~>", Args: []Sort{SortKItem, SortK}, Result: SortK})
	dotKSymbol = NewSymbol(Symbol{Name: ".K", Result: SortK})
	// DotK is the empty computation.
	DotK = App(dotKSymbol)
)

// Seq returns head followed by tail. The result is in normal form: flat,
// right-nested, without empty parts, and a sequence of one is the item itself.
func Seq(head, tail *Term) *Term { return seq(head, tail, true) }

// NewSeq is Seq for a sequence that will hardly be built again, see [NewAt].
func NewSeq(head, tail *Term) *Term { return seq(head, tail, false) }

func seq(head, tail *Term, shared bool) *Term {
	switch {
	case head == DotK:
		return tail
	case tail == DotK:
		return head
	case head.sym == seqSymbol:
		return seq(head.args[0], seq(head.args[1], tail, shared), shared)
	case shared:
		return App(seqSymbol, head, tail)
	}
	return NewAt(seqSymbol, 0, []*Term{head, tail})
}

// IsSeq reports whether t is a non-empty sequence.
func (t *Term) IsSeq() bool { return t.sym == seqSymbol }

// Head and Tail take a non-empty computation apart; a single item is a
// sequence of one.
func (t *Term) Head() *Term {
	if t.sym == seqSymbol {
		return t.args[0]
	}
	return t
}

// Tail returns what follows the head.
func (t *Term) Tail() *Term {
	if t.sym == seqSymbol {
		return t.args[1]
	}
	return DotK
}

const (
	minCached = -256
	maxCached = 1024
)

var cachedInts = makeCachedInts()

// True and False are the Booleans.
var (
	True  = &Term{kind: KBool, sort: SortBool, num: 1, hash: hashString("true")}
	False = &Term{kind: KBool, sort: SortBool, num: 0, hash: hashString("false")}
)

func makeCachedInts() (cached [maxCached - minCached + 1]*Term) {
	for i := range cached {
		cached[i] = newInt(int64(i + minCached))
	}
	return cached
}

func newInt(n int64) *Term {
	return &Term{kind: KInt, sort: SortInt, small: true, num: n, hash: mix(uint64(n)*0x9e3779b97f4a7c15 + 0x1234567)}
}

// Int returns an integer.
func Int(n int64) *Term {
	if n >= minCached && n <= maxCached {
		return cachedInts[n-minCached]
	}
	return newInt(n)
}

// BigInt returns an integer of any size; it keeps n.
func BigInt(n *big.Int) *Term {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return &Term{kind: KInt, sort: SortInt, data: n, hash: hashBig(n)}
}

// hashBig hashes a number by its words, since its digits take time that grows with the square of their number.
func hashBig(n *big.Int) uint64 {
	h := uint64(n.Sign())
	for _, w := range n.Bits() {
		h = mix(h ^ uint64(w))
	}
	return h
}

// IsInt reports whether the term is an integer literal.
func (t *Term) IsInt() bool { return t.kind == KInt }

// Int64 returns the value of an integer that fits in 64 bits.
func (t *Term) Int64() (int64, bool) { return t.num, t.kind == KInt && t.small }

// Big returns the value of an integer; do not change it.
func (t *Term) Big() *big.Int {
	if t.small {
		return big.NewInt(t.num)
	}
	return t.data.(*big.Int)
}

// Bool returns a Boolean.
func Bool(b bool) *Term {
	if b {
		return True
	}
	return False
}

// Str returns a string of sort String.
func Str(s string) *Term {
	return intern(&Term{kind: KString, sort: SortString, data: s, hash: hashString(s) ^ 0x5bd1e995}, sameText)
}

// Token returns a token of a syntactic sort.
func Token(sort Sort, text string) *Term {
	return intern(&Term{kind: KToken, sort: sort, data: text, hash: hashString(text) ^ 0xc2b2ae35}, sameText)
}

func sameText(a, b *Term) bool { return a.sort == b.sort && a.data.(string) == b.data.(string) }

// Text returns the text of a string or token.
func (t *Term) Text() string {
	s, _ := t.data.(string)
	return s
}

// Variable is the identity of a variable: there is one for each name and sort.
type Variable struct {
	Name string
	Sort Sort
	// Triggers are, of the variable of a quantifier, parts of its body by which a user wants
	// instances to be looked for. They are advice, and say nothing.
	Triggers []*Term
	term     *Term
}

// Term returns the variable as a term.
func (v *Variable) Term() *Term { return v.term }

// variables holds the variables that [Var] has made, by their [variableKey]. They
// are those of definitions and programs; fresh ones are nowhere but in terms.
var variables sync.Map

type variableKey struct {
	name string
	sort Sort
}

// Var returns the variable with the given name and sort as a term. It cannot find
// what [Fresh] has made.
func Var(name string, sort Sort) *Term {
	key := variableKey{name, sort}
	v, ok := variables.Load(key)
	if !ok {
		v, _ = variables.LoadOrStore(key, newVariable(name, sort))
	}
	return v.(*Variable).term
}

// newVariable makes a variable that is equal to no other.
func newVariable(name string, sort Sort) *Variable {
	v := &Variable{Name: name, Sort: sort}
	v.term = &Term{kind: KVar, sort: sort, flags: flagVars, data: v, hash: mix(hashString(name) + uint64(sort))}
	return v
}

// Variable returns the identity of a variable term, nil for other terms.
func (t *Term) Variable() *Variable {
	v, _ := t.data.(*Variable)
	return v
}

// IsVar reports whether the term is a variable.
func (t *Term) IsVar() bool { return t.kind == KVar }
