package replay

import (
	"maps"

	"rlv/semantics/term"
)

// Smaller yields values that differ from others in one variable, which is smaller there: a
// number is nearer to zero, of an array one element more is as most are, or nearer to zero,
// or what most are is nearer to zero, but for the elements at numbers among the values.
// What saves most comes first.
func (r *Runner) Smaller(values term.Substitution, yield func(term.Substitution) bool) {
	var near []*term.Term
	for _, v := range r.vars {
		if t := values[v]; t != nil && t.IsInt() && !r.keys[v] && v != r.counter {
			near = append(near, term.Sub(t, term.Int(1)), t, term.Add(t, term.Int(1)))
		}
	}
	for _, v := range r.vars {
		if r.keys[v] || v == r.counter || values[v] == nil {
			continue
		}
		for _, t := range smaller(values[v], near) {
			if term.Equal(t, values[v]) {
				continue
			}
			next := maps.Clone(values)
			next[v] = t
			if !yield(next) {
				return
			}
		}
	}
}

// smaller are the values that are tried in the place of one.
func smaller(t *term.Term, near []*term.Term) []*term.Term {
	switch t.Kind() {
	case term.KInt:
		return nearer(t)
	case term.KArray:
		return smallerArrays(t, near)
	}
	return nil
}

// nearer are numbers that are nearer to zero, or as near and positive.
func nearer(t *term.Term) []*term.Term {
	n, ok := t.Int64()
	if !ok {
		return []*term.Term{term.Int(0)}
	}
	var out []*term.Term
	for d := n; d != 0; d /= 2 {
		out = append(out, term.Int(n-d))
	}
	if n < 0 {
		out = append(out, term.Int(-n))
	}
	return out
}

// smallerArrays are the arrays with one element, or what most are, nearer to zero, or one
// element as most are; in the second case also with the elements at some keys left.
func smallerArrays(t *term.Term, near []*term.Term) []*term.Term {
	entries := t.ArrayEntries()
	with := func(usual *term.Term, changed int, value *term.Term) *term.Term {
		out := term.ConstArray(usual)
		for i, e := range entries {
			switch {
			case i != changed:
				out = term.Apply(term.ArrayStore, out, e.Key, e.Value)
			case value != nil:
				out = term.Apply(term.ArrayStore, out, e.Key, value)
			}
		}
		return out
	}
	var out []*term.Term
	if t.ArrayDefault().IsInt() {
		for _, usual := range nearer(t.ArrayDefault()) {
			kept := term.ConstArray(usual)
			for _, key := range near {
				kept = term.Apply(term.ArrayStore, kept, key, t.ArrayDefault())
			}
			for _, e := range entries {
				kept = term.Apply(term.ArrayStore, kept, e.Key, e.Value)
			}
			out = append(out, with(usual, -1, nil), kept)
		}
	}
	for i := range entries {
		out = append(out, with(t.ArrayDefault(), i, nil))
		if entries[i].Value.IsInt() {
			for _, value := range nearer(entries[i].Value) {
				out = append(out, with(t.ArrayDefault(), i, value))
			}
		}
	}
	return out
}
