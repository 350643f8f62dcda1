package instantiate

import "rlv/semantics/term"

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
