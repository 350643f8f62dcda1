package annotate

import (
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// logicFunction is a function that annotations declare. One that is defined
// without recursion and quantifiers stands for its body. Any other with a
// definition is a symbol with an equation, at whose applications lemmas can be
// instantiated; one without a definition is known by axioms only.
type logicFunction struct {
	sym    *term.Symbol
	span   source.Span
	params []*term.Variable
	body   *term.Term // nil: not defined by an expression
	macro  bool
}

// apply returns the application to arguments.
func (f *logicFunction) apply(args []*term.Term) *term.Term {
	if !f.macro {
		return term.Apply(f.sym, args...)
	}
	sub := term.Substitution{}
	for i, v := range f.params {
		sub[v] = args[i]
	}
	return sub.Apply(f.body)
}
