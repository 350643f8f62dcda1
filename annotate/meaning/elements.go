package meaning

import (
	"rlv/annotate/syntax"
	"rlv/semantics/term"
)

// Listed is what is listed of the elements of an array.
type Listed struct {
	Array *Slice
	At    *Elements
}

// OthersKeep are the clauses that what is not listed of arrays by modifies keeps its value, by what
// stands for the contents on entry; nil: they are the same, or it is not known.
func OthersKeep(listed []Listed, modifies []*syntax.Annotation, now func(*term.Variable) *term.Term) []Clause {
	var out []Clause
	seen := map[*term.Variable]bool{}
	for _, e := range listed {
		for _, a := range []*term.Term{e.Array.Array, e.Array.Initialised} {
			if !a.IsVar() || seen[a.Variable()] {
				continue
			}
			seen[a.Variable()] = true
			later := now(a.Variable())
			if later == nil {
				continue
			}
			k := term.Fresh("k", term.SortInt)
			other := term.True
			for _, o := range listed {
				if term.Equal(o.Array.Array, e.Array.Array) {
					other = term.And(other, o.At.Without(k))
				}
			}
			same := term.Eq(term.Apply(term.ArraySelect, later, k), term.Apply(term.ArraySelect, a, k))
			out = append(out, Clause{Formula: term.Apply(term.Forall, k, term.Implies(other, same)), Span: modifies[0].Span,
				Text: "the elements that modifies does not list keep their values"})
		}
	}
	return out
}
