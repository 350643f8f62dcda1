package instantiate

import (
	"slices"

	"rlv/semantics/term"
)

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

// Relevance returns which facts have to do with a question.
func (g *Grounder) Relevance(conj []*term.Term) Relevance {
	if slices.Equal(g.lastAsked, conj) {
		return g.lastRelevant
	}
	var reached functions
	relevant := func(given []trusted) func() []int {
		var out []int
		left := make([]int, len(given))
		for i := range left {
			left[i] = i
		}
		return func() []int {
			left = slices.DeleteFunc(left, func(i int) bool {
				about := given[i].about
				if len(about) > 0 && !reached.meet(about) {
					return false
				}
				for f := range about {
					reached[f] = true
				}
				out = append(out, i)
				return true
			})
			return out
		}
	}
	var r Relevance
	if len(g.definitions)+len(g.lemmas) > 0 {
		reached = functions{}.in(conj...)
		definitions, lemmas := relevant(g.definitions), relevant(g.lemmas)
		for n := -1; n < len(reached); {
			n = len(reached)
			r = Relevance{definitions(), lemmas()}
		}
		slices.Sort(r.Definitions)
		slices.Sort(r.Lemmas)
	}
	g.lastAsked, g.lastRelevant = slices.Clone(conj), r
	return r
}
