package meaning

import (
	"rlv/annotate/syntax"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Function is a function that annotations declare. One that is defined
// without recursion and quantifiers stands for its body. Any other with a
// definition is a symbol with an equation, at whose applications lemmas can be
// instantiated; one without a definition is known by axioms only.
type Function struct {
	Symbol *term.Symbol
	Span   source.Span
	Params []*term.Variable
	Body   *term.Term // nil: not defined by an expression
	Macro  bool
	Parts  []Clause // the conjuncts of the definition of a predicate, over Params
}

// under returns the values of the parameters where a function is applied to arguments.
func (f *Function) under(args []*term.Term) term.Substitution {
	sub := term.Substitution{}
	for i, v := range f.Params {
		sub[v] = args[i]
	}
	return sub
}

// apply returns the application to arguments.
func (f *Function) apply(args []*term.Term) *term.Term {
	if !f.Macro {
		return term.Apply(f.Symbol, args...)
	}
	return f.under(args).Apply(f.Body)
}

// Fact is a lemma or an axiom that has a name: the body, for all values of the parameters.
type Fact struct {
	Name   string
	Key    syntax.Key // Lemma or Axiom
	Params []*term.Variable
	Body   *term.Term
}
