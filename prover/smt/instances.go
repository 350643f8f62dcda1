package smt

import (
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// Limits of instantiation, beside the number of instances.
const (
	maxCandidates  = 40  // values for one variable in one round
	maxTupleRound  = 200 // instances of one formula in one round
	maxGroundTerms = 400 // ground applications that are matched
	maxUnfoldings  = 2   // of a recursive function at an application of the question
)

// pool has the ground terms of a question at which formulas are instantiated.
type pool struct {
	indexes              []index      // of array reads and writes
	known                termSet      // those reads and writes
	arrays               termSet      // array variables
	apps                 termSet      // applications of trigger functions
	items                []*term.Term // new applications that are items of lists
	lists                termSet      // lists that are put together
	remainders, compared termSet
	seen                 map[*term.Term]bool
	// depth is how many unfoldings an application comes from; absent: none.
	depth termMap[int]
}

// index is a ground index with the root of its array; nil: unknown.
type index struct{ root, at *term.Term }

// indexTerms returns the indexes, each once.
func (p *pool) indexTerms() []*term.Term {
	var out termSet
	for _, i := range p.indexes {
		out.add(i.at)
	}
	return out.order
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
			if root := arrayRoot(f.Arg(0)); p.known.add(f) {
				p.indexes = append(p.indexes, index{root, f.Arg(1)})
			}
		}
		if f.Is(term.ListInt) {
			p.items = append(p.items, f)
		}
		if isRemainder(f) && len(p.remainders.order) < maxRemainders {
			p.remainders.add(f)
		}
		if isTrigger(f) && len(p.apps.order) < maxGroundTerms {
			p.apps.add(f)
		}
	}
	if f.Kind() == term.KList {
		p.addItems(f)
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
			at, depth := u.unfoldedAt(values), 0
			if at != nil {
				if depth, _ = p.depth.get(at); depth >= maxUnfoldings {
					continue
				}
			}
			u.done.put(values, struct{}{})
			f := q.instantiate(u, values)
			if at != nil {
				if !literalArguments(at) {
					depth++
				}
				p.deepen(f, at.Symbol(), depth)
			}
			if f == term.True {
				continue
			}
			q.instances++
			q.rest(u.origin)
			out = term.Conjuncts(out, f)
		}
	}
	return out
}

// rest notes that the ground formulas come from these lemmas, too.
func (q *question) rest(lemmas ...int) {
	for _, l := range lemmas {
		if l == noLemma {
			continue
		}
		if q.rests == nil {
			q.rests = map[int]bool{}
		}
		q.rests[l] = true
	}
}

// unfoldedAt is the application that an instance unfolds; nil: it unfolds none.
func (u *universal) unfoldedAt(values []*term.Term) *term.Term {
	if u.unfolds == nil {
		return nil
	}
	s := term.Substitution{}
	for i, v := range u.vars {
		s[v] = values[i]
	}
	return s.Apply(u.unfolds)
}

// literalArguments says that all integers among the arguments of an application are
// numbers: its unfoldings come to an end.
func literalArguments(at *term.Term) bool {
	return !slices.ContainsFunc(at.Args(), func(a *term.Term) bool { return a.Sort() == term.SortInt && !a.IsInt() })
}

// deepen marks the applications of sym in f that are new.
func (p *pool) deepen(f *term.Term, sym *term.Symbol, depth int) {
	term.Walk(f, func(t *term.Term) bool {
		if t.Is(sym) && !p.apps.has(t) && !p.depth.has(t) {
			p.depth.put(t, depth)
		}
		return t.HasFunctions()
	})
}

// tuples returns values for the variables of a formula: those that triggers,
// matched together, determine, combined with the candidates for the others.
func (q *question) tuples(u *active, p *pool) [][]*term.Term {
	matches := u.matches(p)
	for i, v := range u.vars {
		if u.trusted && u.owned(v) && !determined(matches, i) {
			return nil // about applications that the question does not have
		}
	}
	var alone [][]*term.Term
	for _, ms := range matches {
		for _, m := range ms {
			if !slices.Contains(m, nil) && len(alone) < maxTupleRound {
				alone = append(alone, m)
			}
		}
	}
	if len(alone) > 0 {
		return alone
	}
	var out [][]*term.Term
	for _, partial := range u.join(matches) {
		out = append(out, q.completed(u, p, partial)...)
		if len(out) >= maxTupleRound {
			return out[:maxTupleRound]
		}
	}
	return out
}

// owned says that a variable stands in an application of a function that is
// known by such formulas only.
func (u *universal) owned(v *term.Variable) bool {
	for _, t := range u.triggers {
		if t.Symbol().Hook == "" && term.Occurs(v, t) {
			return true
		}
	}
	return false
}

// matches returns, for each trigger, the values that the ground applications
// give the variables; nil where one gives none.
func (u *universal) matches(p *pool) [][][]*term.Term {
	out := make([][][]*term.Term, len(u.triggers))
	for i, pattern := range u.triggers {
		for _, t := range p.apps.order {
			values := make([]*term.Term, len(u.vars))
			if t.Is(pattern.Symbol()) && u.match(pattern, t, values) {
				out[i] = append(out[i], values)
			}
		}
	}
	return out
}

// join combines the matches of several triggers that agree on the variables
// they share, until each variable that some match determines has a value.
func (u *universal) join(matches [][][]*term.Term) [][]*term.Term {
	var out [][]*term.Term
	var extend func(values []*term.Term)
	extend = func(values []*term.Term) {
		if len(out) >= maxTupleRound {
			return
		}
		open := -1
		for i, v := range values {
			if v == nil && determined(matches, i) {
				open = i
				break
			}
		}
		if open < 0 {
			out = append(out, values)
			return
		}
		for _, ms := range matches {
			for _, m := range ms {
				if m[open] != nil {
					if merged := merge(values, m); merged != nil {
						extend(merged)
					}
				}
			}
		}
	}
	extend(make([]*term.Term, len(u.vars)))
	return out
}

// determined says that some match has a value for variable i.
func determined(matches [][][]*term.Term, i int) bool {
	for _, ms := range matches {
		for _, m := range ms {
			if m[i] != nil {
				return true
			}
		}
	}
	return false
}

// merge joins two partial assignments; nil if they differ somewhere.
func merge(a, b []*term.Term) []*term.Term {
	out := slices.Clone(a)
	for i, v := range b {
		switch {
		case v == nil:
		case out[i] == nil:
			out[i] = v
		case !term.Equal(out[i], v):
			return nil
		}
	}
	return out
}

// completed gives the variables without a value all their candidates.
func (q *question) completed(u *active, p *pool, partial []*term.Term) [][]*term.Term {
	candidates := make([]termSet, len(u.vars))
	for i, v := range u.vars {
		if partial[i] != nil {
			candidates[i].add(partial[i])
		} else {
			q.candidates(u, i, v, p, &candidates[i])
		}
	}
	return product(candidates)
}

// candidates adds the values of interest of one variable: the question's own
// constants first, then index terms, then the ends of ranges.
func (q *question) candidates(u *active, i int, v *term.Variable, p *pool, out *termSet) {
	switch translate.DomainOf(v.Sort) {
	case fol.Bool:
		out.add(term.True)
		out.add(term.False)
	case fol.Array:
		for _, a := range p.arrays.order {
			out.add(a)
		}
	case fol.Int:
		q.integers(u, i, p, out)
	}
	if len(out.order) > maxCandidates {
		out.order = out.order[:maxCandidates]
	}
}

func (q *question) integers(u *active, i int, p *pool, out *termSet) {
	indexed := false
	for _, s := range u.sites {
		if s.v != i || s.bound != nil {
			continue
		}
		indexed = true
		for _, t := range p.indexes {
			if t.at.Sort() == term.SortInt && (s.array == nil || t.root == nil || term.Equal(s.array, t.root)) {
				out.add(s.value(t.at))
			}
		}
	}
	for _, s := range q.skolems.order {
		if s.Sort() == term.SortInt && !indexed {
			out.add(s)
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
