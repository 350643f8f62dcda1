package grammar

import (
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// Kind tells the nodes of a parse tree apart.
type Kind int

// The kinds of nodes. Brackets, `::` casts and implicit parentheses are gone
// from a finished tree, and list terminators are there.
const (
	App      Kind = iota // Prod applied to Children (nonterminals in order)
	Token                // a token of sort Sort with text Text (Int, Bool, String raw text included)
	Var                  // Text is the name without ?/!/@ and sort; Sort is its inferred or declared sort
	Rewrite              // Children[0] => Children[1]
	Seq                  // Children in order: A ~> B ~> C, flattened; no child is a Seq; none: .K
	Cell                 // <Text> body </Text>: Children[0] is the body; DotsLeft, DotsRight
	Bag                  // juxtaposed cells (Children; none: .Bag)
	Ite                  // #if 0 #then 1 #else 2 #fi
	IsSort               // isS(child): Text is S
	Downcast             // {child}:>S: Text is S
	As                   // child #as Var: Children[0], Children[1]
	Let                  // #let 0 = 1 #in 2, or #fun(0 => 2)(1): what 0 matches in 1 has its name in 2
	Or                   // 0 #Or 1: alternatives of a pattern
	Amb                  // internal to this package
)

// VarKind tells ordinary variables from the marked ones.
type VarKind int

// The kinds of variables; an Anonymous one is a lone _ (or ?_), new at each place.
const (
	Ordinary    VarKind = iota
	Existential         // ?X
	Fresh               // !X
	SetVar              // @X
)

// Tree is a node of a finished, unambiguous parse tree.
type Tree struct {
	Kind                Kind
	Prod                *kdef.Production // App
	Children            []*Tree
	Text                string
	Sort                string // the static sort; of a Var its final sort
	VarKind             VarKind
	Anonymous           bool // Var: _ or ?_
	Cast                bool // Var: it carried a :Sort cast itself
	DotsLeft, DotsRight bool
	Span                source.Span
}

// Sentence is a parsed rule, claim or context.
type Sentence struct {
	Bubble   *kdef.Bubble
	Body     *Tree
	Requires *Tree // nil: none
	Ensures  *Tree // nil: none
}
