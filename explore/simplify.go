package explore

import (
	"slices"

	"rlv/semantics/term"
)

// The sizes up to which a path condition is simplified: each conjunct and each symbol
// costs a question.
const (
	maxSimplified = 300
	maxEquated    = 40
)

// simplified is a path condition without the conjuncts that follow from the others. A
// symbol that can have one value only, which model has, is said to be equal to it. Of
//
//	0 < n, 1 < n, n <= 2
//
// there is left n == 2.
func (o *oracle) simplified(pc []*term.Term, symbols []*term.Variable, model term.Substitution) []*term.Term {
	out := slices.Clone(pc)
	if len(out) > maxSimplified {
		return out
	}
	var known []*term.Term
	if len(symbols) <= maxEquated {
		for _, v := range symbols {
			if eq := term.Eq(v.Term(), model[v]); slices.ContainsFunc(out, func(c *term.Term) bool { return term.Occurs(v, c) }) && o.follows(out, eq) {
				known = append(known, eq)
			}
		}
	}
	values := term.Substitution{}
	for _, eq := range known { // a value takes the place of its symbol elsewhere
		for _, v := range term.Vars(eq) {
			values[v] = model[v]
		}
	}
	for i, c := range out {
		out[i] = values.Apply(c)
	}
	out = slices.DeleteFunc(append(known, out...), func(c *term.Term) bool { return c == term.True })
	for i := len(known); i < len(out); {
		rest := slices.Delete(slices.Clone(out), i, i+1)
		if o.ctx.Err() == nil && o.follows(rest, out[i]) {
			out = rest
		} else {
			i++
		}
	}
	return out
}
