package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// The limits of instantiation, beside the number of instances.
const (
	maxCandidates  = 40  // values for one variable in one round
	maxTupleRound  = 200 // instances of one formula in one round
	maxGroundTerms = 400 // ground applications that are matched
	maxMixed       = 8   // values of one variable that other matches give
	maxUnfoldings  = 2   // of a recursive function at an application of the question
)

// E-matching finds instances by the applications in a formula. The lemma
//
//	for all x, y: 0 < y implies gcd(x, y) = gcd(y, x % y)
//
// has the triggers gcd(x, y), gcd(y, x % y) and x % y. In a question that mentions
// gcd(a, b), the first gives x = a, y = b, which determines all variables: the
// instance is 0 < b implies gcd(a, b) = gcd(b, a % b). The next round finds
// gcd(b, a % b), and so on: of such a recursive function, an application is unfolded
// maxUnfoldings times. Where no trigger has all variables, matches of several
// triggers that agree on the variables they share are joined.

// round makes the instances that the pool gives rise to and that are new. It
// returns conjuncts.
func (q *Question) round(p *pool) []*term.Term {
	var out []*term.Term
	// Instances may make further formulas active; they wait for the next round.
	for _, u := range slices.Clone(q.active) {
		for _, values := range q.tuples(u, p) {
			if q.count >= q.grounder.limit {
				return out
			}
			if _, dup := u.done.Get(values); dup {
				continue
			}
			if !q.tooDeep(u, values) {
				out = append(out, q.made(u, values)...)
				if u.wrote {
					out = append(out, q.unfolded(u, values)...)
				}
			}
		}
	}
	return out
}

// tooDeep reports whether an instance unfolds a recursive function once too often.
func (q *Question) tooDeep(u *active, values []*term.Term) bool {
	at := u.unfoldedAt(values)
	if at == nil {
		return false
	}
	depth, _ := q.pool.depth.Get(at)
	return depth >= maxUnfoldings || q.guided && !q.pool.apps.Has(at)
}

// made makes an instance, and returns it as conjuncts: none if it says nothing.
func (q *Question) made(u *active, values []*term.Term) []*term.Term {
	u.done.Put(values, struct{}{})
	f := q.instantiate(u, values)
	if at := u.unfoldedAt(values); at != nil {
		depth, _ := q.pool.depth.Get(at)
		if !literalArguments(at) {
			depth++
		}
		q.pool.deepen(f, at.Symbol(), depth)
	}
	if f == term.True {
		return nil
	}
	q.count++
	q.rest(u.origin)
	return term.Conjuncts(nil, f)
}

// unfolded are the definitions of the predicates that an instance speaks of and the question does
// not: there is no other use for them.
func (q *Question) unfolded(u *active, values []*term.Term) (out []*term.Term) {
	s := term.Substitution{}
	for i, v := range u.vars {
		s[v] = values[i]
	}
	for _, t := range u.triggers {
		at := s.Apply(t)
		if t.Sort() != term.SortBool || q.pool.apps.Has(at) {
			continue
		}
		for _, d := range slices.Clone(q.active) {
			if !d.trusted || d.origin != noLemma {
				continue
			}
			for _, pattern := range d.triggers {
				args := make([]*term.Term, len(d.vars))
				if !at.Is(pattern.Symbol()) || !d.isGeneral(pattern) || !d.match(pattern, at, args) {
					continue
				}
				if _, dup := d.done.Get(args); !dup {
					out = append(out, q.made(d, args)...)
				}
			}
		}
	}
	return out
}

// rest notes that the ground formulas come from these lemmas, too.
func (q *Question) rest(lemmas ...int) {
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

// literalArguments reports whether all integers among the arguments of an application are
// numbers: its unfoldings come to an end.
func literalArguments(at *term.Term) bool {
	return !slices.ContainsFunc(at.Args(), func(a *term.Term) bool { return a.Sort() == term.SortInt && !a.IsInt() })
}

// tuples returns values for the variables of a formula: those that polynomial division gives,
// then those of triggers.
func (q *Question) tuples(u *active, p *pool) [][]*term.Term {
	var out [][]*term.Term
	for _, partial := range u.multiplied(q, p) {
		out = append(out, q.completed(u, p, partial)...)
	}
	return append(out, q.matched(u, p)...)
}

// matched returns those that triggers, matched together, determine, combined with the candidates
// for the others.
func (q *Question) matched(u *active, p *pool) [][]*term.Term {
	matches := u.matches(p)
	u.wrote = false
	for i, v := range u.vars {
		if u.trusted && u.owned(v) && !determined(matches, i) && !(q.guided && u.indexes(i)) {
			u.wrote = true // it is about applications that the question does not have
			return u.atWrites(matches, q.active, q.tupleLimit)
		}
	}
	var alone [][]*term.Term
	for _, ms := range matches {
		for _, m := range ms {
			if !slices.Contains(m, nil) && len(alone) < q.tupleLimit {
				alone = append(alone, m)
			}
		}
	}
	if len(alone) > 0 && (!q.guided || u.trusted && u.origin == noLemma) {
		return alone
	}
	var out [][]*term.Term
	joined := u.join(matches, q.tupleLimit)
	if q.guided {
		joined = append(joined, u.mixed(matches, q.tupleLimit)...)
		ofItself := q.wide && !u.trusted && len(u.vars) == 1 && u.owned(u.vars[0])
		if ofItself || !slices.ContainsFunc(u.vars, func(v *term.Variable) bool { return !u.indexes(slices.Index(u.vars, v)) }) {
			joined = append(joined, make([]*term.Term, len(u.vars)))
		}
	}
	for _, partial := range joined {
		out = append(out, q.completed(u, p, partial)...)
		if len(out) >= q.tupleLimit {
			return out[:q.tupleLimit]
		}
	}
	return out
}

// indexes reports whether a variable is an index of an array.
func (u *universal) indexes(v int) bool {
	return slices.ContainsFunc(u.sites, func(s site) bool { return s.v == v && s.bound == nil })
}

// owned reports whether a variable stands in an application of a function that is
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
		for _, t := range p.apps.Order {
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
func (u *universal) join(matches [][][]*term.Term, limit int) [][]*term.Term {
	var out [][]*term.Term
	var extend func(values []*term.Term)
	extend = func(values []*term.Term) {
		if len(out) >= limit {
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

// mixed combines each match with what others give the variables that it says nothing of, whatever
// these say of the variables that they share.
func (u *universal) mixed(matches [][][]*term.Term, limit int) [][]*term.Term {
	places := make([]termmap.Set, len(u.vars))
	for _, ms := range matches {
		for _, m := range ms {
			for i, v := range m {
				if v != nil {
					places[i].Add(v)
				}
			}
		}
	}
	var out [][]*term.Term
	for _, ms := range matches {
		for _, m := range ms {
			if len(out) >= limit {
				return out
			}
			choices := make([]termmap.Set, len(m))
			for i, v := range m {
				switch {
				case v != nil:
					choices[i].Add(v)
				case len(places[i].Order) > 0:
					choices[i].Order = places[i].Order[:min(len(places[i].Order), maxMixed)]
				default:
					choices[i].Order = []*term.Term{nil}
				}
			}
			out = append(out, product(choices, limit)...)
		}
	}
	return out
}

// determined reports whether some match has a value for variable i.
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

// match finds the values of bound variables for which a trigger may equal a
// ground term. It is loose: what does not determine a variable is not
// compared, since an instance is never wrong.
func (u *universal) match(pattern, t *term.Term, values []*term.Term) bool {
	if pattern.IsGround() || !u.mentions(pattern) {
		return true
	}
	for i, v := range u.vars {
		if pattern.Variable() == v {
			if translate.DomainOf(v.Sort) != translate.DomainOf(t.Sort()) {
				return false
			}
			if values[i] == nil {
				values[i] = t
			}
			return true
		}
	}
	if s, ok := u.solve(pattern); ok {
		if t.Sort() == term.SortInt && values[s.v] == nil {
			values[s.v] = s.value(t)
		}
		return true
	}
	if pattern.Symbol() == nil || !t.Is(pattern.Symbol()) || len(t.Args()) != len(pattern.Args()) {
		return true
	}
	for i, p := range pattern.Args() {
		if !u.match(p, t.Arg(i), values) {
			return false
		}
	}
	return true
}
