package smt

import (
	"slices"

	"rlv/semantics/term"
)

// Limits of instantiation, beside the number of instances.
const (
	maxCandidates  = 40  // values for one variable in one round
	maxTupleRound  = 200 // instances of one formula in one round
	maxGroundTerms = 400 // ground applications that are matched
)

// pool has the ground terms of a question at which formulas are instantiated.
type pool struct {
	indexes termSet // index terms of array reads and writes
	arrays  termSet // array variables
	apps    termSet // applications of trigger functions
	seen    map[*term.Term]bool
}

// collect adds the ground terms of a formula.
func (p *pool) collect(f *term.Term) {
	if p.seen == nil {
		p.seen = map[*term.Term]bool{}
	}
	if p.seen[f] {
		return
	}
	p.seen[f] = true
	if f.Kind() == term.KApp {
		if s := f.Symbol(); s == term.ArraySelect || s == term.ArrayStore {
			p.indexes.add(f.Arg(1))
		}
		if isTrigger(f) && len(p.apps.order) < maxGroundTerms {
			p.apps.add(f)
		}
	}
	if f.Kind() == term.KVar && f.Sort() == term.SortArray {
		p.arrays.add(f)
	}
	term.Children(f, p.collect)
}

// round makes the instances that the pool gives rise to and that are new. It
// returns conjuncts.
func (q *question) round(p *pool) []*term.Term {
	var out []*term.Term
	// Instances may make further formulas active; they wait for the next round.
	for _, u := range slices.Clone(q.active) {
		for _, values := range q.tuples(u, p) {
			if q.instances >= q.limit {
				return out
			}
			if _, dup := u.done.get(values); dup {
				continue
			}
			u.done.put(values, struct{}{})
			f := q.instantiate(u, values)
			if f == term.True {
				continue
			}
			q.instances++
			out = term.Conjuncts(out, f)
		}
	}
	return out
}

// tuples returns values for the variables of a formula: those that a trigger
// determines altogether, and otherwise all combinations of candidates.
func (q *question) tuples(u *active, p *pool) [][]*term.Term {
	var out [][]*term.Term
	candidates := make([]termSet, len(u.vars))
	for _, pattern := range u.triggers {
		for _, t := range p.apps.order {
			if !t.Is(pattern.Symbol()) || len(out) >= maxTupleRound {
				continue
			}
			values := make([]*term.Term, len(u.vars))
			if !u.match(pattern, t, values) {
				continue
			}
			if !slices.Contains(values, nil) {
				out = append(out, values)
			}
			for i, v := range values {
				if v != nil {
					candidates[i].add(v)
				}
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for i, v := range u.vars {
		q.candidates(u, i, v, p, &candidates[i])
	}
	return product(candidates)
}

// candidates adds the values of interest of one variable: the question's own
// constants first, then index terms, then the ends of ranges.
func (q *question) candidates(u *active, i int, v *term.Variable, p *pool, out *termSet) {
	switch domainOf(v.Sort) {
	case domBool:
		out.add(term.True)
		out.add(term.False)
	case domArray:
		for _, a := range p.arrays.order {
			out.add(a)
		}
	case domInt:
		q.integers(u, i, p, out)
	}
	if len(out.order) > maxCandidates {
		out.order = out.order[:maxCandidates]
	}
}

func (q *question) integers(u *active, i int, p *pool, out *termSet) {
	for _, s := range q.skolems.order {
		if s.Sort() == term.SortInt {
			out.add(s)
		}
	}
	for _, s := range u.sites {
		if s.v != i || s.bound != nil {
			continue
		}
		for _, t := range p.indexes.order {
			if t.Sort() == term.SortInt {
				out.add(s.value(t))
			}
		}
	}
	for _, s := range u.sites {
		if s.v == i && s.bound != nil {
			out.add(s.value(s.bound))
		}
	}
}

// product returns all combinations of candidates, at most maxTupleRound.
func product(candidates []termSet) [][]*term.Term {
	out := [][]*term.Term{nil}
	for _, c := range candidates {
		var next [][]*term.Term
		for _, head := range out {
			for _, t := range c.order {
				if len(next) >= maxTupleRound {
					break
				}
				next = append(next, append(slices.Clone(head), t))
			}
		}
		out = next
	}
	return out
}
