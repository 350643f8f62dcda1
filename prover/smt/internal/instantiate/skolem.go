package instantiate

import "rlv/semantics/term"

// nnf returns the negation normal form of t (of its negation if not positive)
// without quantifiers. At the top, t is a conjunct of the question.
func (q *Question) nnf(t *term.Term, positive, top bool) *term.Term {
	if !t.HasBinders() {
		if positive {
			return t
		}
		return term.Not(t)
	}
	a := t.Args()
	switch t.Symbol() {
	case term.BoolNot:
		return q.nnf(a[0], !positive, top)
	case term.BoolAnd, term.BoolAndThen:
		return q.junction(a[0], a[1], positive, positive, positive, top)
	case term.BoolOr, term.BoolOrElse:
		return q.junction(a[0], a[1], !positive, positive, positive, top)
	case term.BoolImplies:
		return q.junction(a[0], a[1], !positive, !positive, positive, top)
	case term.BoolEq, term.KEq:
		return q.equivalence(t, positive, top)
	case term.Forall:
		return q.quantifier(t, positive, positive, top)
	case term.Exists:
		return q.quantifier(t, !positive, positive, top)
	}
	return literal(q.grounder.Hidden(t), positive)
}

func literal(t *term.Term, positive bool) *term.Term {
	if positive {
		return t
	}
	return term.Not(t)
}

// junction is the conjunction or disjunction of two formulas.
func (q *Question) junction(a, b *term.Term, conjunction, pa, pb, top bool) *term.Term {
	if !conjunction {
		switch x, y := q.truth(a, pa), q.truth(b, pb); {
		case x > 0 || y > 0:
			return term.True
		case x < 0:
			return q.nnf(b, pb, top)
		case y < 0:
			return q.nnf(a, pa, top)
		}
	}
	x, y := q.nnf(a, pa, top && conjunction), q.nnf(b, pb, top && conjunction)
	if conjunction {
		return term.And(x, y)
	}
	return term.Or(x, y)
}

// truth is more than 0 if a literal (its negation if not positive) is a ground formula of the
// question, less than 0 if its negation is, and else 0.
func (q *Question) truth(t *term.Term, positive bool) int {
	for t.Is(term.BoolNot) {
		t, positive = t.Arg(0), !positive
	}
	truth, ok := q.literals.Get(t)
	switch {
	case !ok:
		return 0
	case truth == positive:
		return 1
	}
	return -1
}

// equivalence of two formulas, at least one of which has quantifiers: each is
// needed in both polarities, unless it is known whether the other one holds.
func (q *Question) equivalence(t *term.Term, positive, top bool) *term.Term {
	a, b := t.Arg(0), t.Arg(1)
	if a.Sort() != term.SortBool || b.Sort() != term.SortBool {
		return literal(q.grounder.Hidden(t), positive)
	}
	if truth := q.truth(a, positive); truth != 0 {
		return q.nnf(b, truth > 0, top)
	}
	if truth := q.truth(b, positive); truth != 0 {
		return q.nnf(a, truth > 0, top)
	}
	return term.And(
		term.Or(q.nnf(a, false, false), q.nnf(b, positive, false)),
		term.Or(q.nnf(a, true, false), q.nnf(b, !positive, false)))
}

// Hidden returns a formula with Boolean constants for what is quantified in it, the same
// for equal parts.
func (g *Grounder) Hidden(t *term.Term) *term.Term {
	if !t.HasBinders() {
		return t
	}
	if s := t.Symbol(); s != nil && s.Class == term.Binder {
		return g.atom(t)
	}
	return term.MapChildren(t, g.Hidden)
}

// atom returns the Boolean constant that stands for a formula.
func (g *Grounder) atom(t *term.Term) *term.Term {
	return remembered(g, opaque, t, func() *term.Term { return term.Fresh("holds", term.SortBool) })
}

// quantifier handles a quantified formula, which acts as a universal or an existential
// one; if positive, its body holds, and if not, the negation of that.
func (q *Question) quantifier(t *term.Term, universal, positive, top bool) *term.Term {
	if !universal {
		c := q.skolem(t)
		v := t.Arg(0).Variable()
		body := term.Substitution{v: c}.Apply(t.Arg(1))
		if q.traced {
			q.uses = append(q.uses, Use{Formula: literal(t, positive), Witness: true, Values: []*term.Term{c}, Result: literal(body, positive)})
		}
		return q.nnf(body, positive, top)
	}
	f := literal(t, positive)
	guard, out := (*term.Term)(nil), term.True
	if !top {
		guard = q.grounder.atom(f)
		out = guard
	}
	if q.seen.Add(term.And(out, f)) {
		q.active = append(q.active, &active{universal: q.grounder.universal(f, t, positive), formula: f, guard: guard, origin: q.origin})
	}
	return out
}

// skolem returns the Skolem constant of an existential formula, or of the negation
// of a universal one.
func (q *Question) skolem(t *term.Term) *term.Term {
	c := remembered(q.grounder, constants, t, func() *term.Term {
		v := t.Arg(0).Variable()
		return term.Fresh(v.BaseName(), v.Sort)
	})
	q.skolems.Add(c)
	return c
}

// ground returns conjuncts without quantifiers that follow from conj, without
// instances yet.
func (q *Question) ground(conj []*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conj {
		if c.HasBinders() {
			c = q.nnf(c, true, true)
		}
		out = term.Conjuncts(out, c)
	}
	return out
}

// instantiate returns the instance of a universal formula, as a conjunct.
func (q *Question) instantiate(u *active, values []*term.Term) *term.Term {
	q.origin = u.origin
	body := u.instance(values)
	if q.traced {
		q.uses = append(q.uses, Use{Formula: u.formula, Values: values, Result: literal(body, u.positive)})
	}
	f := q.nnf(body, u.positive, u.guard == nil)
	if u.guard != nil {
		f = term.Or(term.Not(u.guard), f)
	}
	return f
}
