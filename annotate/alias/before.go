package alias

import (
	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Before are the clauses that what lies before array parameters, which have names and values on entry, is in a state what it
// was on entry: before all that lead into the array, as those do that are shared. They are said of the place of a contract.
func Before(r *meaning.Reader, params []*term.Term, names []string, args map[string]meaning.Value, shared map[int]int, st *rewrite.State, at source.Span) []meaning.Clause {
	var out []meaning.Clause
	for i, arg := range params {
		v, ok := r.ValueOf(st, arg)
		_, follows := shared[i]
		if !ok || v.Array == nil || v.Array.OfObjects() || follows || i >= len(names) || args[names[i]].Array == nil {
			continue
		}
		own := args[names[i]].Array
		for _, a := range [][2]*term.Term{{own.Array, v.Array.Array}, {own.Initialised, v.Array.Initialised}} {
			if own.Offset.IsInt() || term.Equal(a[0], a[1]) {
				continue
			}
			k := term.Fresh("k", term.SortInt)
			same := term.Eq(term.Apply(term.ArraySelect, a[1], k), term.Apply(term.ArraySelect, a[0], k))
			before := []*term.Term{term.Le(term.Int(0), k), term.Lt(k, own.Offset)}
			for j := range names {
				if first, follows := shared[j]; follows && first == i {
					before = append(before, term.Lt(k, args[names[j]].Array.Offset))
				}
			}
			f := term.Apply(term.Forall, k, term.Implies(term.And(before...), same))
			out = append(out, meaning.Clause{Formula: f, Span: at, Text: "what lies before " + names[i] + " keeps its value", Found: true})
		}
	}
	return out
}
