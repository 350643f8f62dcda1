package kdef

import (
	"strings"

	"rlv/semantics/source"
)

// File is a definition file as written: what it requires and its modules.
type File struct {
	Source   *source.File
	Requires []Require
	Modules  []*Module

	sum [32]byte // SHA-256 of the text as read
}

// Require is one `requires "file"`.
type Require struct {
	Path string
	Span source.Span
}

// Module is `module NAME [attributes] imports* sentence* endmodule`.
type Module struct {
	Name      string
	Attrs     Attributes
	Imports   []Import
	Sentences []Sentence
	Span      source.Span // of the name
	Library   bool        // one of rlv's own library modules (INT, MAP, ...)
}

// Bubbles returns the rules, claims, contexts and configurations of the
// module, in file order.
func (m *Module) Bubbles() []*Bubble {
	var bubbles []*Bubble
	for _, s := range m.Sentences {
		if b, ok := s.(*Bubble); ok {
			bubbles = append(bubbles, b)
		}
	}
	return bubbles
}

// Import is `imports [public|private] NAME`.
type Import struct {
	Name    string
	Private bool
	Span    source.Span
}

// Sentence is one of *Syntax, *SyntaxPriority, *SyntaxAssoc, *SyntaxLexical,
// *SyntaxSynonym, *Bubble.
type Sentence interface{ sentence() }

// Syntax is `syntax S [attrs]` or `syntax S ::= block > block ...`.
type Syntax struct {
	Sort   string
	Attrs  Attributes
	Blocks []Block // none: the sort is only declared

	// Param is P in `syntax {P} S ::= ..`, which stands for its productions with
	// each sort in the place of P; only the library has it.
	Param string
	Span  source.Span
}

// Block is the productions between two `>`; Assoc is "", "left", "right" or
// "non-assoc".
type Block struct {
	Assoc       string
	Productions []*Production
}

// Production is one alternative of a syntax sentence, or a generated one.
type Production struct {
	Sort   string
	Items  []Item
	Attrs  Attributes
	Span   source.Span
	Module string // the module that declares it

	// What Load derives. The numbers are those of the whole Definition, so that
	// a production is one pointer and one number in all its signatures.
	Index   int      // position in Definition.Productions
	Name    string   // unique: symbol(..), klabel(..) or derived from the items and sorts
	Result  SortID   // of Sort
	Params  []SortID // of the nonterminals, in order
	Subsort bool     // exactly one nonterminal, neither label nor token: S ::= T
	Group   string   // overload group: overload(x), or klabel(x) without symbol; "" none
	List    *ListInfo
	// SortTest reports whether the production declares isSort(K), which exists without
	// it: rules for it belong to the sort test.
	SortTest bool

	instance bool // of a parametric sentence
}

// IsFunction reports whether the production is a function symbol.
func (p *Production) IsFunction() bool { return p.Attrs.Has("function") }

// IsTotal reports whether a function is defined for all arguments.
func (p *Production) IsTotal() bool {
	return p.Attrs.Has("total") || p.Attrs.Has("functional")
}

// IsMacro reports whether the production's rules are expanded at compile time.
func (p *Production) IsMacro() bool {
	return p.Attrs.Has("macro") || p.Attrs.Has("macro-rec") || p.Attrs.Has("alias") || p.Attrs.Has("alias-rec")
}

// Label returns the name that symbol(..) or klabel(..) gives the production, ""
// if neither does.
func (p *Production) Label() string { return label(p) }

// IsToken reports whether what the production parses is a token of its sort.
func (p *Production) IsToken() bool { return p.Attrs.Has("token") }

// IsBracket reports whether the production's node is dropped after filtering.
func (p *Production) IsBracket() bool { return p.Attrs.Has("bracket") }

// Hook returns the name of the built-in operation, "" if there is none.
func (p *Production) Hook() string {
	hook, _ := p.Attrs.Get("hook")
	return hook
}

// String renders the production as in a syntax sentence, without attributes.
func (p *Production) String() string {
	var b strings.Builder
	b.WriteString(p.Sort)
	b.WriteString(" ::=")
	for _, it := range p.Items {
		b.WriteByte(' ')
		b.WriteString(it.String())
	}
	return b.String()
}

// ListInfo marks the two productions that `List{E,"sep"}` generates.
type ListInfo struct {
	Elem     string // element sort
	Sep      string
	NonEmpty bool
	Unit     bool // this is the unit (".Es"), not the cons
}

// Args returns the sorts of the nonterminals, in order.
func (p *Production) Args() []string {
	var sorts []string
	for _, it := range p.Items {
		if it.Kind == NonTerminal {
			sorts = append(sorts, it.Sort)
		}
	}
	return sorts
}

// ItemKind tells the items of a production apart.
type ItemKind int

// The kinds of items.
const (
	Terminal    ItemKind = iota // Text
	NonTerminal                 // Sort, Name (may be "")
	Regex                       // Text: the regular expression, unescaped once
	UserList                    // Sort (element), Text (separator), NonEmpty; only before Signature expands it
)

// Item is one item of a production.
type Item struct {
	Kind     ItemKind
	Text     string
	Sort     string
	Name     string
	NonEmpty bool
	Span     source.Span
}

// String renders the item as in a syntax sentence.
func (it Item) String() string {
	switch it.Kind {
	case Terminal:
		return quote(it.Text)
	case Regex:
		return "r" + quote(it.Text)
	case UserList:
		name := "List"
		if it.NonEmpty {
			name = "NeList"
		}
		return name + "{" + it.Sort + "," + quote(it.Text) + "}"
	}
	if it.Name != "" {
		return it.Name + ": " + it.Sort
	}
	return it.Sort
}

// SyntaxPriority is `syntax priority g.. > g..`.
type SyntaxPriority struct {
	Groups [][]string
	Span   source.Span
}

// SyntaxAssoc is `syntax left|right|non-assoc g..`.
type SyntaxAssoc struct {
	Assoc string
	Tags  []string
	Span  source.Span
}

// SyntaxLexical is `syntax lexical N = r"..."`.
type SyntaxLexical struct {
	Name, Regex string
	Span        source.Span
}

// SyntaxSynonym is `syntax A = B`.
type SyntaxSynonym struct {
	New, Old string
	Span     source.Span
}

// BubbleKind tells the sentences whose body is parsed later apart.
type BubbleKind int

// The kinds of bubbles.
const (
	RuleBubble BubbleKind = iota
	ClaimBubble
	ContextBubble
	ConfigBubble
)

// Bubble is a rule, claim, context or configuration: its body is raw text, to
// be parsed with the grammar of its module.
type Bubble struct {
	Kind   BubbleKind
	Label  string
	Body   source.Span // the text between header and attributes, comments included
	Attrs  Attributes
	Span   source.Span // of the whole sentence
	Module string
}

func (*Syntax) sentence()         {}
func (*SyntaxPriority) sentence() {}
func (*SyntaxAssoc) sentence()    {}
func (*SyntaxLexical) sentence()  {}
func (*SyntaxSynonym) sentence()  {}
func (*Bubble) sentence()         {}

// Attribute is `key`, `key(text)` or `key("string")`.
type Attribute struct {
	Key   string
	Value string // the text in parentheses, unquoted if it was a string
	Span  source.Span
}

// Attributes is an attribute list in the order written.
type Attributes []Attribute

// Has reports whether the key occurs.
func (a Attributes) Has(key string) bool {
	_, ok := a.Get(key)
	return ok
}

// Get returns the value of the first attribute with the key.
func (a Attributes) Get(key string) (string, bool) {
	for _, x := range a {
		if x.Key == key {
			return x.Value, true
		}
	}
	return "", false
}
