package term

import "sync/atomic"

// Class tells what a symbol's applications are.
type Class uint8

// The classes of symbols.
const (
	Constructor Class = iota // free: equal iff same symbol and equal arguments
	Function                 // evaluated; see Symbol.Eval
	Binder                   // a quantifier over its first argument, a variable
)

// Variant is one typing of an overloaded constructor (the K manual's
// overloads): with arguments at or below Args the result has sort Result.
type Variant struct {
	Args   []Sort
	Result Sort
}

// Symbol is a constructor or function. Symbols are compared by pointer; a
// definition owns its symbols, and the built-in ones are shared by all.
type Symbol struct {
	Name   string // unique within a definition
	Args   []Sort
	Result Sort
	Class  Class
	Hook   string // K's hook name for a built-in function, such as INT.add

	// Total reports whether a function has a value for all arguments. For a partial
	// one, Defined returns the condition under which it has one, if it is known.
	Total   bool
	Defined func(args []*Term) *Term

	// Eval returns the value or a simplified form of the application, or nil if
	// there is nothing to do. It does not keep the slice.
	Eval func(args []*Term) *Term
	// Rules is Eval for a function that rules define, as a part of another
	// evaluation, whose effort it shares; nil for the others.
	Rules func(args []*Term, e *Effort) *Term

	// Pending, of a constructor with rules that apply anywhere, is the function that
	// stands for an application of which it is not known whether one does.
	Pending *Symbol

	// Recursive reports whether the rules of a function may lead to a call of itself.
	Recursive bool

	// Assigns reports whether the symbol is syntax that changes an object when it is
	// evaluated (rlv's attribute assigns).
	Assigns bool

	// BothBits reports whether a function of two integers gives the bits that both have, in
	// two's complement (rlv's attribute both-bits).
	BothBits bool

	// Variants, least first, and their lattice, for overloaded constructors.
	Variants []Variant
	Lattice  *Lattice

	// SMTHook is a term of SMT-LIB with #1, #2.. for the arguments; SMTLib the
	// name of an uninterpreted function (the K manual's smt-hook and smtlib).
	SMTHook, SMTLib string

	// Format is how the symbol is written: texts, and argument numbers as
	// negative lengths; see FormatItem.
	Format []FormatItem
	// Tight orders infix symbols for printing: a child with a lower value than
	// its parent is put in parentheses. Zero is not infix.
	Tight int

	// chooses reports whether an application has the sort that its arguments after the
	// first have in common.
	chooses bool

	number int
	seed   uint64
	small  smallOp
}

// symbols counts those that were made.
var symbols atomic.Int64

// Effort is what the evaluation of a function has taken so far: applications of
// functions within it, and those that wait for each other.
type Effort struct{ Steps, Depth int }

// FormatItem is a terminal's text, or argument Arg where Text is "".
type FormatItem struct {
	Text string
	Arg  int
}

// NewSymbol finishes a symbol for use in terms.
func NewSymbol(s Symbol) *Symbol {
	c := s
	c.number = int(symbols.Add(1))
	c.seed = hashString(c.Name) ^ 0x9e3779b97f4a7c15*uint64(len(c.Args)+1)
	return &c
}

// IsFunction reports whether applications of the symbol are evaluated.
func (s *Symbol) IsFunction() bool { return s.Class == Function }

func (s *Symbol) String() string { return s.Name }

// Number is a number from 1 on that no other symbol of the process has: what is kept with
// symbols is in a slice by their numbers.
func (s *Symbol) Number() int { return s.number }

// Hash is a hash of the name.
func (s *Symbol) Hash() uint64 { return s.seed }

// SortOf is the sort of an application.
func (s *Symbol) SortOf(args []*Term) Sort {
	switch {
	case s.Variants != nil:
		return s.leastSort(args)
	case s.chooses && args[1].sort == args[2].sort:
		return args[1].sort
	}
	return s.Result
}

// leastSort is the sort of an application of an overloaded constructor: the result
// of its least variant that the arguments fit.
func (s *Symbol) leastSort(args []*Term) Sort {
	for i := range s.Variants {
		v := &s.Variants[i]
		fits := true
		for j, a := range args {
			if !s.Lattice.Leq(a.sort, v.Args[j]) {
				fits = false
				break
			}
		}
		if fits {
			return v.Result
		}
	}
	return s.Result
}

func hashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h)
}

// mix spreads a change of any bit over all others; cheap hashes of parts become
// those of terms by it.
func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	return h
}
