package alias

import (
	"strings"

	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Unmarked are the names of the array parameters, and parts of parameters, all of whose elements have values in the left side of
// a contract, while in another state, where these are some terms, that is not plain.
func Unmarked(r *meaning.Reader, left *rewrite.State, names []string, params map[string]meaning.Value, st *rewrite.State, are []*term.Term) []string {
	var out []string
	check := func(name string, own, now meaning.Value) {
		if own.Array != nil && own.Array.Lengths == nil && now.Array != nil && !now.Array.OfObjects() && term.Equal(own.Array.Initialised, meaning.AllInitialised) && !term.Equal(now.Array.Initialised, meaning.AllInitialised) {
			out = append(out, name)
		}
	}
	for i, name := range names {
		own, isParam := params[name]
		switch {
		case i >= len(are) || !isParam:
		case own.Object == nil:
			now, _ := r.ValueOf(st, are[i])
			check(name, own, now)
		default:
			if now, _ := r.ValueOf(st, are[i]); now.Array != nil && now.Array.Lengths != nil { // made by new, which the contract does not take
				continue
			}
			for _, f := range r.Fields(left, own.Object) {
				now, _ := r.FieldOf(st, are[i], f.Name)
				check(PartName(name, f.Name), f.Value, now)
			}
		}
	}
	return out
}

// PartName is the name of a part of a parameter in goals.
func PartName(parameter, part string) string {
	return parameter + "_" + strings.ReplaceAll(part, ".", "_")
}
