// Package shape knows what a language's pieces of syntax are: its loops, procedures,
// calls, sequences and so on, and the probes by which a state is asked what it means.
// All of it stands in the attributes of the language's definition. Which there are, and
// what they take, is one table in package kdef, which checks them where a definition is
// loaded; so nothing here can fail.
//
//	syntax Stmt ::= "while" cond: Exp body: Stmt   [loop(cond, body)]
//	syntax KItem ::= "#value" "(" Exp ")"          [probe(value)]
//
// The first says that such a node is a loop, and which of its arguments is its body
// ([Shape.LoopBody]). The second is a term that annotations put on top of the
// computation, with ordinary rules that rewrite it into the answer ([Shape.Probe]).
package shape

import (
	"maps"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// Probe is a kind of probe: a question about a state.
type Probe string

// The kinds of probes. Those with an argument are about a name or a result.
const (
	Start        Probe = "start"         // stands where the program would start
	Frame        Probe = "frame"         // makes an arbitrary caller
	Input        Probe = "input"         // the items to be read
	Output       Probe = "output"        // the items written
	Invoke       Probe = "invoke"        // calls a procedure with arbitrary arguments
	InvokeInside Probe = "invoke-inside" // likewise, pointers lead to anywhere in their blocks
	Many         Probe = "many"          // before either: a parameter leads to an array
	Variable     Probe = "variable"      // likewise: a parameter leads to a variable
	ManyPart     Probe = "many-part"     // likewise: a part of an object leads to an array
	LedPart      Probe = "led-part"      // likewise: a part of objects in an array leads to one of its own each
	Lead         Probe = "lead"          // behind either: the parts of a global that lead nowhere lead somewhere
	Open         Probe = "open"          // makes where those lead arbitrary
	Local        Probe = "local"         // what a declaration or parameter says of names, for what is behind
	Loosen       Probe = "loosen"        // they lead nowhere where an assignment to a place may lead them elsewhere
	Tests        Probe = "tests"         // the constant that leads nowhere, if a piece of program asks whether a name is that
	Outcome      Probe = "outcome"       // an arbitrary result of a procedure
	Declare      Probe = "declare"       // makes a variable
	Value        Probe = "value"         // the value of a name or result
	Array        Probe = "array"         // likewise, of what leads to an array
	Allocated    Probe = "allocated"     // whether a name leads to the start of what can be given back
	Grant        Probe = "grant"         // makes it so
	Explain      Probe = "explain"       // why a computation is stuck, in words
	Beyond       Probe = "beyond"        // around such words: the definition does not say what the program does
	Havoc        Probe = "havoc"         // makes the value of a name arbitrary
	Forget       Probe = "forget"        // likewise, perhaps without a value
	HavocPart    Probe = "havoc-part"    // makes what a name leads to arbitrary
	ForgetPart   Probe = "forget-part"   // likewise, perhaps without a value
	Typed        Probe = "typed"         // promises what is so of an object in memory by its type
)

// Jump says what a jump leaves.
type Jump string

// The jumps.
const (
	LeavesLoop     Jump = "loop"     // the loop around it
	LeavesBody     Jump = "body"     // the rest of the loop's body
	LeavesFunction Jump = "function" // the procedure around it
)

// Shape is what the attributes of a definition say about its syntax. It does not
// change. For attributes that name nonterminals it holds positions of arguments.
type Shape struct {
	def        *compile.Definition
	loops      map[*term.Symbol]int // the body
	iterates   map[*term.Symbol]int // the body of a statement that leads to a loop
	procedures map[*term.Symbol]procedure
	prototypes map[*term.Symbol]procedure // without a body
	parameters map[*term.Symbol]int       // the name
	calls      map[*term.Symbol]call
	library    []string
	declares   map[*term.Symbol]int // the names
	assigns    map[*term.Symbol]int // the target
	parts      map[*term.Symbol]int // the base
	indexed    []*term.Symbol       // parts by their numbers, in brackets
	leaves     map[*term.Symbol]Jump
	catches    map[*term.Symbol]bool // a jump that leaves a loop ends inside
	sequences  map[*term.Symbol]bool
	isDecl     map[*term.Symbol]bool
	probes     map[Probe]*term.Symbol
	operators  map[string][]*term.Symbol // binary operators by text
	bothBits   *term.Symbol              // the function with the attribute both-bits
	lists      map[*term.Symbol]bool     // user lists
	nothing    *term.Symbol              // a statement that does nothing
	text       string                    // of that
}

type procedure struct{ name, params, body int }
type call struct{ name, args int }

// Of reads the shape of a language off its definition.
func Of(d *compile.Definition) *Shape {
	s := &Shape{def: d,
		loops: map[*term.Symbol]int{}, iterates: map[*term.Symbol]int{}, procedures: map[*term.Symbol]procedure{}, prototypes: map[*term.Symbol]procedure{},
		parameters: map[*term.Symbol]int{}, calls: map[*term.Symbol]call{}, declares: map[*term.Symbol]int{},
		assigns: map[*term.Symbol]int{}, parts: map[*term.Symbol]int{}, leaves: map[*term.Symbol]Jump{}, catches: map[*term.Symbol]bool{},
		sequences: map[*term.Symbol]bool{}, isDecl: map[*term.Symbol]bool{}, probes: map[Probe]*term.Symbol{},
		operators: map[string][]*term.Symbol{}, lists: map[*term.Symbol]bool{}}
	of := map[string]map[*term.Symbol]int{
		"iterates": s.iterates, "parameter": s.parameters, "declares": s.declares, "assigns": s.assigns, "part": s.parts,
	}
	d.EachSymbol(func(sym *term.Symbol, p *kdef.Production) { s.add(sym, p, of) })
	return s
}

// add records what the attributes of one production say: those of one nonterminal, and
// others.
func (s *Shape) add(sym *term.Symbol, p *kdef.Production, of map[string]map[*term.Symbol]int) {
	for key, into := range of {
		if a, ok := p.Shape(key); ok {
			into[sym] = a[0]
		}
	}
	if a, ok := p.Shape("loop"); ok {
		s.loops[sym] = a[1]
	}
	if a, ok := p.Shape("procedure"); ok {
		s.procedures[sym] = procedure{a[0], a[1], a[2]}
	}
	if a, ok := p.Shape("prototype"); ok {
		s.prototypes[sym] = procedure{name: a[0], params: a[1]}
	}
	if a, ok := p.Shape("call"); ok {
		s.calls[sym] = call{a[0], a[1]}
	}
	s.library = append(s.library, p.Names("library")...)
	if what := p.Word("leaves"); what != "" {
		s.leaves[sym] = Jump(what)
	}
	note(s.catches, sym, p.Word("catches") == "loop")
	if kind := p.Word("probe"); kind != "" {
		s.probes[Probe(kind)] = sym
	}
	if p.Attrs.Has("nothing") {
		s.nothing, s.text = sym, textOf(p)
	}
	isList := p.List != nil && !p.List.Unit
	note(s.isDecl, sym, p.Attrs.Has("declaration"))
	note(s.lists, sym, isList)
	note(s.sequences, sym, p.Attrs.Has("sequence") || isList && p.List.Sep == "")
	if _, ok := p.Shape("part"); ok && isIndexed(p) {
		s.indexed = append(s.indexed, sym)
	}
	if sym.BothBits {
		s.bothBits = sym
	}
	if isOperator(p) {
		s.operators[p.Items[1].Text] = append(s.operators[p.Items[1].Text], sym)
	}
}

// note adds a symbol to a set if it belongs there.
func note(set map[*term.Symbol]bool, sym *term.Symbol, belongs bool) {
	if belongs {
		set[sym] = true
	}
}

// textOf is the text of a production without nonterminals.
func textOf(p *kdef.Production) string {
	var words []string
	for _, it := range p.Items {
		words = append(words, it.Text)
	}
	return strings.Join(words, " ")
}

// isOperator reports whether a production is a binary operator of programs.
func isOperator(p *kdef.Production) bool {
	return len(p.Items) == 3 && p.Items[0].Kind == kdef.NonTerminal && p.Items[1].Kind == kdef.Terminal && p.Items[2].Kind == kdef.NonTerminal && !p.IsFunction()
}

// isIndexed reports whether a production is an operand with another one in brackets.
func isIndexed(p *kdef.Production) bool {
	return len(p.Items) == 4 && p.Items[0].Kind == kdef.NonTerminal && p.Items[1].Kind == kdef.Terminal &&
		p.Items[2].Kind == kdef.NonTerminal && p.Items[3].Kind == kdef.Terminal && !p.IsFunction()
}

// Indexed returns the ways to write a part of an object by its number: base, then number.
func (s *Shape) Indexed() []*term.Symbol { return s.indexed }

// Probe returns the production of a kind of probe; nil if the language has none.
func (s *Shape) Probe(kind Probe) *term.Symbol { return s.probes[kind] }

// Probes returns all probes, of whatever kind.
func (s *Shape) Probes() []*term.Symbol { return slices.Collect(maps.Values(s.probes)) }

// IsProbe reports whether a symbol is a probe, of whatever kind.
func (s *Shape) IsProbe(sym *term.Symbol) bool {
	return slices.Contains(s.Probes(), sym)
}

// Operators returns the binary operators that are written with a text.
func (s *Shape) Operators(text string) []*term.Symbol { return s.operators[text] }

// BothBits returns the function that gives the bits which two integers both have; nil if the
// language has none.
func (s *Shape) BothBits() *term.Symbol { return s.bothBits }

// LoopBody returns the body of a loop; nil if t is none.
func (s *Shape) LoopBody(t *term.Term) *term.Term { return argument(s.loops, t) }

// Iterated returns the body of a loop, or of a statement that leads to one, such as one
// that is rewritten into it; nil if t is neither.
func (s *Shape) Iterated(t *term.Term) *term.Term {
	if b := argument(s.iterates, t); b != nil {
		return b
	}
	return s.LoopBody(t)
}

// argument returns the argument of t at the position that a table has for its symbol;
// nil if it has none.
func argument(at map[*term.Symbol]int, t *term.Term) *term.Term {
	if t.Kind() != term.KApp {
		return nil
	}
	if i, ok := at[t.Symbol()]; ok && i >= 0 {
		return t.Arg(i)
	}
	return nil
}

// of is what is said of the symbol of a term; false: nothing.
func of[T any](said map[*term.Symbol]T, t *term.Term) (found T, ok bool) {
	if t.Kind() == term.KApp {
		found, ok = said[t.Symbol()]
	}
	return found, ok
}

// Procedure takes a procedure apart; false if t is none.
func (s *Shape) Procedure(t *term.Term) (name, params, body *term.Term, ok bool) {
	p, ok := of(s.procedures, t)
	if !ok {
		return nil, nil, nil, false
	}
	return t.Arg(p.name), t.Arg(p.params), t.Arg(p.body), true
}

// Prototype takes the declaration of a procedure without its body apart; false if t is none.
func (s *Shape) Prototype(t *term.Term) (name, params *term.Term, ok bool) {
	p, ok := of(s.prototypes, t)
	if !ok {
		return nil, nil, false
	}
	return t.Arg(p.name), t.Arg(p.params), true
}

// HasProcedures reports whether the language has procedures.
func (s *Shape) HasProcedures() bool { return len(s.procedures) > 0 }

// Call takes a call apart; false if t is none.
func (s *Shape) Call(t *term.Term) (name, args *term.Term, ok bool) {
	c, ok := of(s.calls, t)
	if !ok {
		return nil, nil, false
	}
	return t.Arg(c.name), t.Arg(c.args), true
}

// IsLibrary reports whether a name, where the program has no procedure of it, is that of a
// function of the language's library, which calls none of the program's.
func (s *Shape) IsLibrary(name *term.Term) bool { return slices.Contains(s.library, name.Text()) }

// IsSequence reports whether t is a sequence of statements: of two, or a list of them.
func (s *Shape) IsSequence(t *term.Term) bool {
	return t.Kind() == term.KApp && s.sequences[t.Symbol()]
}

// IsList reports whether t is an element of a user list with the rest of it.
func (s *Shape) IsList(t *term.Term) bool { return t.Kind() == term.KApp && s.lists[t.Symbol()] }

// Nothing is the text of a statement that does nothing; "" if the definition names none.
func (s *Shape) Nothing() string { return s.text }

// IsNothing reports whether t is the statement that does nothing.
func (s *Shape) IsNothing(t *term.Term) bool { return s.nothing != nil && t.Symbol() == s.nothing }

// IsDeclaration reports whether t is a declaration at top level.
func (s *Shape) IsDeclaration(t *term.Term) bool {
	return t.Kind() == term.KApp && s.isDecl[t.Symbol()]
}

// IsOperation reports whether t is an application of a binary operator that is no
// result: such a term is left to be evaluated.
func (s *Shape) IsOperation(t *term.Term) bool {
	k := s.def.KResult
	if k == term.NoSort || t.Symbol().Class != term.Constructor || s.def.Lattice.Leq(t.Sort(), k) {
		return false
	}
	for _, syms := range s.operators {
		for _, sym := range syms {
			if t.Symbol() == sym {
				return true
			}
		}
	}
	return false
}
