package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/termmap"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// completed gives the variables without a value all their candidates.
func (q *Question) completed(u *active, p *pool, partial []*term.Term) [][]*term.Term {
	candidates := make([]termmap.Set, len(u.vars))
	for i, v := range u.vars {
		if partial[i] != nil {
			candidates[i].Add(partial[i])
		} else {
			q.candidates(u, i, v, p, &candidates[i])
		}
	}
	return product(candidates, q.tupleLimit)
}

// candidates adds the values of interest of one variable: the question's own
// constants first, then index terms, then the ends of ranges.
func (q *Question) candidates(u *active, i int, v *term.Variable, p *pool, out *termmap.Set) {
	switch translate.DomainOf(v.Sort) {
	case fol.Bool:
		out.Add(term.True)
		out.Add(term.False)
	case fol.Array:
		for _, a := range p.arrays.Order {
			out.Add(a)
		}
	case fol.Int:
		q.integers(u, i, p, out)
	}
	if q.model != nil && v.Sort == term.SortInt {
		out.Order = q.different(out.Order)
	}
	if len(out.Order) > maxCandidates {
		out.Order = out.Order[:maxCandidates]
	}
}

// different leaves out terms that are the same as others in the model: the instances at them are about as far from
// being false, so one of them is mostly enough to rule the model out.
func (q *Question) different(terms []*term.Term) []*term.Term {
	var values termmap.Set
	return slices.DeleteFunc(slices.Clone(terms), func(t *term.Term) bool {
		x := q.model.Value(t)
		return x != nil && !values.Add(x)
	})
}

func (q *Question) integers(u *active, i int, p *pool, out *termmap.Set) {
	indexed := false
	for _, s := range u.sites {
		if s.v != i || s.bound != nil {
			continue
		}
		indexed = true
		for _, t := range p.indexes {
			if t.at.Sort() == term.SortInt && q.meet(s.array, t.root) {
				out.Add(s.value(t.at))
			}
		}
		if s.array == nil { // it may be a part of another one, in which elements count from where it begins
			for _, part := range p.parts.Order {
				root := arrayRoot(part.Arg(0))
				for _, t := range p.indexes {
					if t.at.Sort() == term.SortInt && q.meet(root, t.root) {
						out.Add(s.value(term.Sub(t.at, part.Arg(1))))
					}
				}
			}
		}
	}
	for _, s := range q.skolems.Order {
		if s.Sort() == term.SortInt && !indexed {
			out.Add(s)
		}
	}
	for _, s := range u.sites {
		if s.v == i && s.bound != nil {
			out.Add(s.value(s.bound))
		}
	}
	if q.guided && !indexed {
		q.ends(u, i, out)
		for _, t := range p.compares.Order {
			out.Add(t)
		}
	}
}

// ends adds the values of an end of a range for which it is one of what the question says of ranges itself: where a
// part is to end that has a property, others say where parts end that have one.
func (q *Question) ends(u *active, i int, out *termmap.Set) {
	for _, cut := range q.cuts(u, i) {
		for _, a := range q.active {
			for _, s := range a.sites {
				if s.bound != nil && !a.trusted {
					out.Add(cut.value(s.first()))
				}
			}
		}
	}
}

// cuts are where a bound variable is the end of a range, in its formula or in the definition of a function there.
func (q *Question) cuts(u *active, i int) []site {
	out := slices.Clone(u.universal.cuts)
	for _, t := range u.triggers {
		for _, d := range q.active {
			if d.trusted && d.unfolds == nil {
				out = append(out, u.through(t, d.universal)...)
			}
		}
	}
	return slices.DeleteFunc(out, func(s site) bool { return s.v != i })
}

// meet reports whether what is known of one array may be about another one; nil: it is
// not known which it is.
func (q *Question) meet(a, b *term.Term) bool {
	a, b = q.columns.family(a), q.columns.family(b)
	return a == nil || b == nil || term.Equal(a, b)
}

// product returns all combinations of candidates, at most a number of them.
func product(candidates []termmap.Set, limit int) [][]*term.Term {
	out := [][]*term.Term{nil}
	for _, c := range candidates {
		var next [][]*term.Term
		for _, head := range out {
			for _, t := range c.Order {
				if len(next) >= limit {
					break
				}
				next = append(next, append(slices.Clone(head), t))
			}
		}
		out = next
	}
	return out
}

// ShiftBy adds the instances for 0 to n - 1 of what holds of each number by which something is shifted: what is
// no 1 << k, for all k, is none of 1, 2, 4 and so on.
func (q *Question) ShiftBy(n int64) {
	var out []*term.Term
	for _, u := range q.active {
		if len(u.vars) != 1 || u.vars[0].Sort != term.SortInt || !isShiftedBy(u.body, u.vars[0]) {
			continue
		}
		for k := int64(0); k < n && q.count < q.grounder.limit; k++ {
			values := []*term.Term{term.Int(k)}
			if _, dup := u.done.Get(values); !dup {
				out = append(out, q.made(u, values)...)
			}
		}
	}
	q.add(out...)
}

// isShiftedBy reports whether a number of which a variable is a part is one by which something is shifted.
func isShiftedBy(t *term.Term, v *term.Variable) bool {
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || (u.Is(term.IntShl) || u.Is(term.IntShr)) && term.Occurs(v, u.Arg(1))
		return !found
	})
	return found
}
