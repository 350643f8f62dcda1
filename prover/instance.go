package prover

import (
	"slices"

	"rlv/semantics/term"
)

// Instance is a lemma or an axiom at values of its variables.
type Instance struct {
	Name      string
	Variables []*term.Variable
	Body      *term.Term
	Values    []*term.Term // of the variables
}

// Formula is what the lemma says of the values.
func (i *Instance) Formula() *term.Term {
	at := term.Substitution{}
	for k, v := range i.Variables {
		at[v] = i.Values[k]
	}
	return at.Apply(i.Body)
}

// General is the lemma: what it says of all values.
func (i *Instance) General() *term.Term { return ForAll(i.Variables, i.Body) }

// ForAll is a formula for all values of variables.
func ForAll(vars []*term.Variable, f *term.Term) *term.Term {
	for _, v := range slices.Backward(vars) {
		f = term.Apply(term.Forall, v.Term(), f)
	}
	return f
}
