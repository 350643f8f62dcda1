// Package compile makes a definition executable: from the parsed sentences of
// a definition it builds symbols, the layout of the configuration, and rules
// whose left sides are linear and whose data stand in conditions.
//
// The passes, in order (the K manual's, and section 6 of the paper): parse
// every sentence with the grammar of its module; macros; streams; strictness
// and contexts to heating and cooling; implicit <k>; completion of
// configurations; fresh constants; linearisation with data moved into
// conditions; definedness of partial functions; rule index and checks.
package compile

import (
	"sync"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Definition is an executable language definition.
type Definition struct {
	Name    string
	Source  *kdef.Definition
	Lattice *term.Lattice
	Layout  *Layout

	Entries         []Entry // of the rewrite rules, in the order of the files, heating and cooling after their production's
	Functions       Table
	Anywhere        Table
	Simplifications Table

	KResult  term.Sort // NoSort if the definition has none
	Warnings []*source.Diagnostic

	symbols  *symbols
	macros   map[*term.Symbol][]*macro
	inputs   map[string]string // the sorts of the configuration variables
	programs *grammar.Grammar  // of programs, made on first use
	lazy     sync.Mutex
	store    *store // where it is kept; nil: nowhere
}

// IsResult reports whether a term is certainly a result, which the language does not
// evaluate.
func (d *Definition) IsResult(t *term.Term) bool {
	return d.KResult != term.NoSort && d.Lattice.Leq(t.Sort(), d.KResult)
}

// Layout is the configuration as a tree of cells, and its flat form: every
// leaf cell and every cell collection that is not inside a collection is a slot.
// The content of a slot of sort K is a computation in normal form (term.Seq).
type Layout struct {
	Root  *Cell // the invisible top cell
	Slots []*Cell
	K     int // slot of the computation cell, -1 if it is inside a collection
	// Counter is the slot of <generatedCounter>, always the last.
	Counter int
}

// Multiplicity says how often a cell occurs in its parent.
type Multiplicity int

// The multiplicities.
const (
	One      Multiplicity = iota
	Optional              // "?"
	Star                  // "*"
)

// Cell is a declared cell.
type Cell struct {
	Name         string
	Multiplicity Multiplicity
	Collection   string // Star: "Map", "Set" or "List"
	Stream       string // "stdin", "stdout" or ""
	Exit         bool
	Parent       *Cell
	Children     []*Cell   // none: a leaf
	Sort         term.Sort // of the content of a leaf
	CellSort     term.Sort // of the cell as a term, FooCell

	// Symbol builds the cell as a term, from its content or its children: the
	// form in which elements of collections, and cells in computations, exist.
	// Argument i is for child i: the content of a leaf, the cell term of an
	// inner cell, a cell term or Absent for an Optional one, and a Map, Set or List
	// of cell terms for a Star.
	Symbol *term.Symbol
	// Absent is the content of an Optional cell's slot or argument when there is none.
	Absent *term.Term
	// Slot is the index in Layout.Slots, -1 if the cell is inner or inside a collection.
	Slot int
	// Initial is the declared content of a leaf; configuration variables are
	// variables named $PGM and so on.
	Initial *term.Term
	Span    source.Span
	// Fragment builds some of the children of a parent cell together, as a term:
	// an argument for each child, NotCaptured where the child is not there.
	Fragment *term.Symbol

	decl    *kdef.CellDecl
	restore *term.Symbol // takes the cell out of a fragment of its parent
}

// RuleKind tells where a rule comes from.
type RuleKind int

// The kinds of rules.
const (
	UserRule RuleKind = iota
	HeatRule
	CoolRule
	FunctionRule
	AnywhereRule
	SimplificationRule
	ClaimRule
)

// Slot is a pattern or a term at a slot of the configuration.
type Slot struct {
	Index int
	Term  *term.Term
}

// Rule is a rule or a claim. In a rewrite rule Left are the slots that are
// matched and Right those that are written; other slots stay. In rules for
// functions LeftArgs are the patterns of the arguments and RightTerm the result.
//
// Left sides are linear; every subterm of a data sort (Int, Bool, String) is a
// variable, literals and repeated variables stand as equations in Requires. The
// one exception are keys of Map and Set patterns: a key may be a variable that
// is bound elsewhere in the left side, or any term over such variables; it is
// looked up after everything else is matched. Patterns for collections are Map,
// Set and List terms with at most one opaque part, a variable.
type Rule struct {
	Index    int    // position in Definition.Rules; in claims in Spec.Claims
	Label    string // as written, else derived from kind, production and position; unique
	Kind     RuleKind
	Span     source.Span
	Module   string
	Priority int // smaller first; 50 by default, 200 for owise
	Owise    bool

	Left  []Slot
	Right []Slot

	Symbol    *term.Symbol // of a function, anywhere or simplification rule
	LeftArgs  []*term.Term
	RightTerm *term.Term

	Requires []*term.Term // conjuncts
	Ensures  []*term.Term
	// Evaluable are the conjuncts under which the conditions have a value, and
	// Defined those under which the right side has one, as far as they do not
	// stand in Requires. Where the left side matches and one of them is false,
	// execution is stuck.
	Evaluable, Defined []*term.Term
	// Hidden are those of both that are about an application inside another one:
	// that the whole has a value does not show that they hold.
	Hidden []*term.Term

	Fresh        []*term.Variable // !X, in order of their numbers
	Existentials []*term.Variable // ?X

	// Operand is the way from the top of the computation to the operand that a
	// heating rule takes out, by argument positions from 0. It is nil where the
	// rule depends on more than the operand itself, so that the evaluation of
	// another one may make it applicable or keep it from being so.
	Operand []int

	Attrs kdef.Attributes // of the sentence

	// Variant is what the attribute decreases of a claim names: integers.
	Variant []*term.Term
	// Nest is what the attribute nest of a claim names: the number of a group, and integers.
	Nest []*term.Term

	written []application // of functions on the right side and in the conditions
}

// Spec is a specification module: claims over a definition, and the lemmas
// that it brings.
type Spec struct {
	Name            string
	Claims          []*Rule
	Equations       []*Equation // claims about functions
	Simplifications []*Rule     // also installed among the definition's for this spec
	SMTLemmas       []*Rule
	Definition      *Definition // the definition with what the spec adds
}
