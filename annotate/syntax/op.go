package syntax

import "slices"

// Op says what a [Node] is. Operators are spelt as in the formulas, whichever of
// their spellings was used.
type Op string

// The leaves, and what is written with a word or with brackets.
const (
	Name    Op = "name"
	Number  Op = "number"  // its digits are the node's name
	Literal Op = "literal" // of the language; its text is the node's name
	True    Op = "true"
	False   Op = "false"
	Result  Op = "result" // the value that a function returns; where there is none, a name
	Old     Op = "old"
	Len     Op = "len"
	Apply   Op = "app"     // a logic function, by name
	Index   Op = "index"   // a[i]; *p is p[0]
	Field   Op = "field"   // s.x and p->x
	ForAll  Op = "forall"  // the body; with a range also its two ends
	Exists  Op = "exists"  // likewise
	Choice  Op = "?"       // c ? a : b
	Address Op = "address" // &a[i]
	Neg     Op = "neg"
	Flip    Op = "~" // all bits
)

// The connectives, comparisons and arithmetic. What Quotient and Remainder mean, and the
// bits of two numbers, the language says.
const (
	Not          Op = "!"
	And          Op = "/\\"
	Or           Op = "\\/"
	Implies      Op = "==>"
	Iff          Op = "<==>"
	Equal        Op = "=="
	Unequal      Op = "!="
	Less         Op = "<"
	LessEqual    Op = "<="
	Greater      Op = ">"
	GreaterEqual Op = ">="
	Plus         Op = "+"
	Minus        Op = "-"
	Times        Op = "*"
	Quotient     Op = "/"
	Remainder    Op = "%"
	BothBits     Op = "&"
	OneBit       Op = "^"
	AnyBit       Op = "|"
	ShiftLeft    Op = "<<"
	ShiftRight   Op = ">>"
)

// Key is the word with which an annotation begins.
type Key string

// The keys of annotations.
const (
	Pre       Key = "pre"
	Post      Key = "post"
	Inv       Key = "inv"
	Modifies  Key = "modifies"
	Decreases Key = "decreases"
	Assert    Key = "assert"
	Assume    Key = "assume"
	Use       Key = "use"
	Ghost     Key = "ghost"
	Logic     Key = "logic"
	Axiom     Key = "axiom"
	Lemma     Key = "lemma"
	Include   Key = "include"
	Label     Key = "label"
)

// keys are all of them.
var keys = []Key{Pre, Post, Inv, Modifies, Decreases, Assert, Assume, Use, Ghost, Logic, Axiom, Lemma, Include, Label}

// IsPoint reports whether annotations with the key are about a point of the program.
func (k Key) IsPoint() bool { return k == Assert || k == Assume || k == Use || k == Label }

// IsDeclaration reports whether annotations with the key stand outside of functions, and may
// stand in files that are included.
func (k Key) IsDeclaration() bool { return k == Logic || k == Axiom || k == Lemma || k == Include }

// words are the keys in the order of the alphabet.
func words() []string {
	var out []string
	for _, k := range keys {
		out = append(out, string(k))
	}
	slices.Sort(out)
	return out
}
