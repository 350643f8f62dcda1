package instantiate

import "rlv/semantics/term"

// functions are functions of which only facts are known.
type functions map[*term.Symbol]bool

// in adds the functions that occur in terms.
func (fs functions) in(ts ...*term.Term) functions {
	for _, t := range ts {
		if !t.HasFunctions() {
			continue
		}
		term.Walk(t, func(u *term.Term) bool {
			if f := u.Symbol(); f != nil && f.Class == term.Function && f.Hook == "" {
				fs[f] = true
			}
			return u.HasFunctions()
		})
	}
	return fs
}

// meet reports whether there is a function in both.
func (fs functions) meet(others functions) bool {
	for f := range others {
		if fs[f] {
			return true
		}
	}
	return false
}

// Relevance says which trusted facts, by their places, have to do with a question: those that are about no
// functions, and those about one that the question reaches, by what it says and by what relevant facts say.
// There is nothing in the question to instantiate the others at, but for what else they speak of, such as
// remainders, of which they say nothing that is known to hold.
type Relevance struct{ Definitions, Lemmas []int }
