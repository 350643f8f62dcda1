package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// maxWritten bounds the writes by which two arrays differ that instances are about.
const maxWritten = 4

// atWrites returns values for the variables of a lemma of which some stand in predicates only
// that the question does not mention, as i and j do in
//
//	for all a, b, n, v, i, j: swapped(a, b, n, i, j) implies count(a, n, v) = count(b, n, v)
//
// where the question speaks of count(a, n, v) and of count(b, n, v), and b is a with some
// elements written. Then i and j are the places where these are; what is no index in the
// definition of the predicate is a value that was written. None, if that is not so.
func (u *universal) atWrites(matches [][][]*term.Term, known []*active, limit int) [][]*term.Term {
	open, index := make([]bool, len(u.vars)), make([]bool, len(u.vars))
	for i, v := range u.vars {
		open[i] = !determined(matches, i)
		if !open[i] {
			continue
		}
		var in bool
		if index[i], in = u.inPredicates(v, known); v.Sort != term.SortInt || !in {
			return nil
		}
	}
	var out [][]*term.Term
	for _, values := range u.join(matches, limit) {
		var choices []termmap.Set
		places, contents := writes(values)
		for i := range u.vars {
			var c termmap.Set
			switch {
			case !open[i]:
				c.Add(values[i])
			case index[i]:
				c.Order = places
			default:
				c.Order = contents
			}
			choices = append(choices, c)
		}
		if len(places) > 0 {
			out = append(out, product(choices, limit)...)
		}
	}
	return out[:min(len(out), limit)]
}

// inPredicates reports whether the triggers with a variable are predicates, and whether it is an
// index of an array in the definition of one.
func (u *universal) inPredicates(v *term.Variable, known []*active) (index, in bool) {
	for _, t := range u.triggers {
		if !term.Occurs(v, t) {
			continue
		}
		if t.Sort() != term.SortBool {
			return false, false
		}
		for _, d := range known {
			for _, pattern := range d.triggers {
				if t.Is(pattern.Symbol()) && d.trusted && d.origin == noLemma && d.isGeneral(pattern) {
					at := slices.IndexFunc(t.Args(), func(a *term.Term) bool { return a.Variable() == v })
					index = index || at >= 0 && d.indexes(d.position(pattern.Arg(at).Variable()))
				}
			}
		}
	}
	return index, true
}

// position is that of a variable among those that are bound.
func (u *universal) position(v *term.Variable) int { return slices.Index(u.vars, v) }

// writes are the places at which two arrays among some terms differ by writes, and what was written.
func writes(values []*term.Term) (places, contents []*term.Term) {
	for _, a := range values {
		for _, b := range values {
			if a == nil || b == nil || a.Sort() != term.SortArray || b.Sort() != term.SortArray {
				continue
			}
			if places, contents = between(a, b); places != nil {
				return places, contents
			}
		}
	}
	return nil, nil
}

// between are the places, each once, at which one array was written to make another, with what
// was written; nil if it was made otherwise. Of arrays that begin at the same place within others
// they count from there.
func between(from, to *term.Term) (places, contents []*term.Term) {
	begin := term.Int(0)
	if from.Is(term.ArrayShift) && to.Is(term.ArrayShift) && term.Equal(from.Arg(1), to.Arg(1)) {
		from, to, begin = from.Arg(0), to.Arg(0), from.Arg(1)
	}
	var at, with termmap.Set
	for range maxWritten {
		if !to.Is(term.ArrayStore) {
			return nil, nil
		}
		at.Add(term.Sub(to.Arg(1), begin))
		with.Add(to.Arg(2))
		if to = to.Arg(0); term.Equal(from, to) {
			return at.Order, with.Order
		}
	}
	return nil, nil
}
