package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Instances may be chosen by a model of the ground formulas that there are so far: one that
// the model satisfies refutes nothing now, one that it does not satisfies rules the model
// out. So a few are added at a time, and neither facts that have nothing to do with the
// question nor the order in which facts stand matter much (Y. Ge and L. de Moura, "Complete
// instantiation for quantified formulas in satisfiability modulo theories", 2009; A. Reynolds,
// C. Tinelli and L. de Moura, "Finding conflicting instances of quantified formulas in SMT",
// 2014).

// Model says what ground terms and formulas are in a model of the ground formulas.
type Model interface {
	// Distance is how far the body of a universal formula (its negation if not positive), with values
	// for the variables, is from being false: the number of its parts that the model says
	// nothing of; 0 if it is false, and less than 0 if it is true.
	Distance(body *term.Term, positive bool) int
	// Value is what a term is; nil: the model does not say.
	Value(t *term.Term) *term.Term
}

// candidate is an instance that may be added.
type candidate struct {
	of       *active
	values   []*term.Term
	distance int
	nth      int // of its formula
}

// The limits of guided instantiation: the terms at which formulas are tried in one round, and the
// instances that one adds.
const (
	maxTried = 600
	maxAdded = 12
)

// Guide chooses instances of a question by models of it.
type Guide struct {
	*Question
	// Apart has formulas tried only at terms that are different in the model. More different ones are tried then,
	// but there is more to an instance than what the model says of its terms: of what is bound within, say.
	Apart bool
}

// Terms returns the ground terms whose values make a model by which instances are chosen.
func (q Guide) Terms() []*term.Term {
	q.gather()
	var out []*term.Term
	for _, v := range term.Vars(q.formulas...) {
		out = append(out, v.Term())
	}
	return append(append(out, q.pool.apps.Order...), q.pool.known.Order...)
}

// Atom returns the Boolean constant that stands for a quantified formula, if there is one.
func (q Guide) Atom(formula *term.Term) (*term.Term, bool) {
	for _, f := range []*found{&q.grounder.facts.found, &q.grounder.found} {
		if b, ok := f.opaque.Get(formula); ok {
			return b, true
		}
	}
	return nil, false
}

// Add adds the instances that are the closest to being false, a few, and returns how many:
// none if all that may be added are true.
func (q Guide) Add(m Model) int {
	q.tupleLimit, q.guided, q.model = maxTried, true, nil
	if q.Apart {
		q.model = m
	}
	found := q.falsified(m)
	if len(found) == 0 && !q.wide {
		q.wide = true
		found = q.falsified(m)
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return a.nth - b.nth
	})
	before := q.count
	var out []*term.Term
	for _, c := range found {
		if q.count >= before+maxAdded || q.count >= q.grounder.limit || c.distance > 0 && found[0].distance == 0 {
			break
		}
		out = append(out, q.made(c.of, c.values)...)
	}
	q.add(out...)
	return q.count - before
}

// falsified are the instances that are not true in a model.
func (q Guide) falsified(m Model) (found []candidate) {
	for _, u := range q.active {
		guarded := -1
		if u.guard != nil {
			if guarded = m.Distance(u.guard, false); guarded < 0 {
				continue // it is not said to hold
			}
		}
		nth := 0
		var seen termmap.Tuples[struct{}]
		for _, values := range q.tuples(u, &q.pool) {
			_, dup := u.done.Get(values)
			if _, again := seen.Get(values); dup || again || q.tooDeep(u, values) {
				continue
			}
			seen.Put(values, struct{}{})
			if d := m.Distance(u.instance(values), u.positive); d >= 0 {
				found = append(found, candidate{u, values, d + max(0, guarded), nth})
				nth++
			}
		}
	}
	return found
}
