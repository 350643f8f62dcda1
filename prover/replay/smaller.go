package replay

import (
	"maps"
	"slices"

	"rlv/semantics/term"
)

// Smaller yields values that are smaller than others. First all numbers are, by the same, as
// far as they stay positive: a length and the indexes below it. Then one variable is: a
// number is nearer to zero, of an array one element more is as most are, or nearer to zero,
// or what most are is nearer to zero, but for the elements at numbers among the values; a
// list has one item less, or one nearer to zero. Variables with equal values, such as an array and what it
// was before, change together or alone.
// What saves most comes first.
func (r *Runner) Smaller(values term.Substitution, yield func(term.Substitution) bool) {
	if r.together(values, yield) {
		r.each(values, yield)
	}
}

// maxSmaller bounds the values that are tried for a formula.
const maxSmaller = 2_000

// Smallest are values for which a formula is false, as others are, made small one by one or all of them together.
func (f Functions) Smallest(formula *term.Term, values term.Substitution) term.Substitution {
	r, left := &Runner{unknowns: unknowns{vars: term.Vars(formula)}}, maxSmaller
	for again := true; again && left > 0; {
		again = false
		r.Smaller(values, func(next term.Substitution) bool {
			left--
			if holds, known := f.Truth(next.Apply(formula)); known && !holds {
				values, again = next, true
			}
			return !again && left > 0
		})
	}
	return values
}

// together yields the values with all numbers smaller by the same, once with the elements of
// arrays where they are and once with those at the smaller indexes. It reports whether
// more are wanted.
func (r *Runner) together(values term.Substitution, yield func(term.Substitution) bool) bool {
	most, some := int64(0), 0
	for _, v := range r.vars {
		if n, ok := r.number(values, v); ok && n > 0 {
			most, some = max(most, n), some+1
		}
	}
	for d := most; d > 0 && some > 1; d /= 2 {
		for _, shift := range []int64{0, d} {
			next, changed := term.Substitution{}, 0
			for v, t := range values {
				next[v] = t
				if n, ok := r.number(values, v); ok && n >= d {
					next[v], changed = term.Int(n-d), changed+1
				} else if t != nil && t.Kind() == term.KArray && shift > 0 {
					next[v] = shifted(t, shift)
				}
			}
			if changed > 1 && !yield(next) {
				return false
			}
		}
	}
	return true
}

// number is the value of a variable, if it is a number and no place in memory.
func (r *Runner) number(values term.Substitution, v *term.Variable) (int64, bool) {
	t := values[v]
	if t == nil || !t.IsInt() || r.keys[v] || v == r.counter {
		return 0, false
	}
	return t.Int64()
}

// shifted is an array without its first elements.
func shifted(array *term.Term, by int64) *term.Term {
	out := term.ConstArray(array.ArrayDefault())
	for _, e := range array.ArrayEntries() {
		if k, ok := e.Key.Int64(); ok && k >= by {
			out = term.Apply(term.ArrayStore, out, term.Int(k-by), e.Value)
		}
	}
	return out
}

// each yields values that differ from others in one variable, or in all that have its value.
func (r *Runner) each(values term.Substitution, yield func(term.Substitution) bool) {
	var near []*term.Term
	for _, v := range r.vars {
		if t := values[v]; t != nil && t.IsInt() && !r.keys[v] && v != r.counter {
			near = append(near, term.Sub(t, term.Int(1)), t, term.Add(t, term.Int(1)))
		}
	}
	free := slices.DeleteFunc(slices.Clone(r.vars), func(v *term.Variable) bool {
		return r.keys[v] || v == r.counter || values[v] == nil
	})
	for i, v := range free {
		same := slices.DeleteFunc(slices.Clone(free), func(w *term.Variable) bool { return !term.Equal(values[v], values[w]) })
		for _, t := range smaller(values[v], near) {
			if term.Equal(t, values[v]) {
				continue
			}
			if len(same) > 1 && same[0] == free[i] && !yield(with(values, same, t)) || !yield(with(values, free[i:i+1], t)) {
				return
			}
		}
	}
}

// with are values in which some variables have another one.
func with(values term.Substitution, vars []*term.Variable, t *term.Term) term.Substitution {
	next := maps.Clone(values)
	for _, v := range vars {
		next[v] = t
	}
	return next
}

// smaller are the values that are tried in the place of one.
func smaller(t *term.Term, near []*term.Term) []*term.Term {
	switch t.Kind() {
	case term.KInt:
		return nearer(t)
	case term.KArray:
		return smallerArrays(t, near)
	case term.KList:
		return smallerLists(t)
	}
	return nil
}

// smallerLists are the empty list, those without one item, and those with one nearer to zero.
func smallerLists(t *term.Term) []*term.Term {
	if t.Len() == 0 || !t.IsValue() {
		return nil
	}
	items := make([]*term.Term, t.Len())
	for i := range items {
		items[i] = t.Item(i).Term
	}
	out := []*term.Term{term.EmptyList}
	for i := range items {
		out = append(out, term.ListOf(slices.Delete(slices.Clone(items), i, i+1)...))
	}
	for i, item := range items {
		if item.IsInt() {
			for _, value := range nearer(item) {
				next := slices.Clone(items)
				next[i] = value
				out = append(out, term.ListOf(next...))
			}
		}
	}
	return out
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
