package instantiate

import (
	"slices"

	"rlv/semantics/term"
)

// equated replaces variables that an equation gives a value by that value
// in all other conjuncts, so that terms which are equal look equal when formulas
// are instantiated. The equations stay, and with them the models.
func equated(conj []*term.Term) []*term.Term {
	out, _ := Eliminate(conj, solvedEquation)
	return out
}

// equation is a conjunct, by its number, that gives a variable a value; nil: there
// is none. Variables that were used stay.
type equation func(conj []*term.Term, used map[*term.Variable]bool) (*term.Variable, *term.Term, int)

// maxEquations bounds the equations that are used: it must cost less than a solver.
const maxEquations = 6

// Eliminate puts the values that equations give variables into the other
// conjuncts; it reports whether there were any.
func Eliminate(conj []*term.Term, find equation) ([]*term.Term, bool) {
	out, changed := conj, false
	used := map[*term.Variable]bool{}
	for range maxEquations {
		v, value, at := find(out, used)
		if v == nil {
			break
		}
		used[v] = true
		s := term.Substitution{v: value}
		next := make([]*term.Term, 0, len(out))
		for i, c := range out {
			if i != at {
				c = s.Apply(c)
			}
			next = term.Conjuncts(next, c)
		}
		out, changed = next, true
	}
	return out, changed
}

// solvedEquation finds a conjunct that can be solved for a variable.
func solvedEquation(conj []*term.Term, used map[*term.Variable]bool) (*term.Variable, *term.Term, int) {
	for i, c := range conj {
		if !c.Is(term.IntEq) && !c.Is(term.KEq) || c.HasBinders() {
			continue
		}
		if slices.ContainsFunc(term.Vars(c), func(v *term.Variable) bool { return used[v] }) {
			continue
		}
		for _, v := range term.Vars(c) {
			if value := term.SolveFor(c, v); value != nil && value.Sort() == v.Sort {
				return v, value, i
			}
		}
	}
	return nil, nil, 0
}
