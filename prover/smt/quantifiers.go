package smt

import (
	"slices"

	"rlv/semantics/term"
)

// grounder turns a question with quantifiers into one without that follows
// from it. Existential formulas get constants (Hilbert's epsilon: one for each
// formula, so that a formula met again gets the same one), universal formulas
// are replaced by their instances at terms of the question.
type grounder struct {
	constants           termMap[*term.Term] // by existential formula
	opaque              termMap[*term.Term] // Boolean constants for formulas left whole
	universals          termMap[*universal]
	definitions, lemmas trusted
	limit               int // instances of one question
}

// active is a universal formula within a question.
type active struct {
	*universal
	guard *term.Term // nil: it holds outright; else what it depends on
	// trusted says that it is a definition or lemma, not a part of the question.
	trusted bool
	origin  int // the lemma that it follows from, or noLemma
	done    tupleMap[struct{}]
}

// noLemma is the origin of what rests on no lemma.
const noLemma = -1

// trusted are facts that hold in all questions.
type trusted struct {
	universals []trustedUniversal
	facts      []*term.Term // those without quantifiers
	always     []int        // the lemmas that these come from
}

// trustedUniversal is a universal formula with the lemma that it comes from.
type trustedUniversal struct {
	*universal
	origin int
}

func newGrounder(definitions, lemmas []*term.Term, limit int) *grounder {
	g := &grounder{limit: limit}
	for _, d := range definitions {
		g.definitions = g.definitions.with(g.trusted(d, noLemma))
	}
	for i, l := range lemmas {
		g.lemmas = g.lemmas.with(g.trusted(l, i))
	}
	return g
}

// trusted takes a formula apart that holds in all questions.
func (g *grounder) trusted(formula *term.Term, origin int) trusted {
	var t trusted
	for _, c := range term.Conjuncts(nil, formula) {
		if !c.HasBinders() {
			t.facts = append(t.facts, c)
			continue
		}
		q := &question{grounder: g}
		if f := q.nnf(c, true, true); f != term.True {
			t.facts = append(t.facts, f)
		}
		for _, u := range q.active {
			t.universals = append(t.universals, trustedUniversal{u.universal, origin})
		}
	}
	if len(t.facts) > 0 && origin != noLemma {
		t.always = []int{origin}
	}
	return t
}

// with returns the facts of both.
func (t trusted) with(u trusted) trusted {
	return trusted{slices.Concat(t.universals, u.universals), slices.Concat(t.facts, u.facts), slices.Concat(t.always, u.always)}
}

// question is the state of one question's grounding.
type question struct {
	*grounder
	active    []*active
	seen      termSet // universal formulas that are active
	instances int
	origin    int          // of the universal formulas that are found
	rests     map[int]bool // the lemmas that the ground formulas come from
	skolems   termSet      // constants of this question's existentials
}

// nnf returns the negation normal form of t (of its negation if not positive)
// without quantifiers. top says that t is a conjunct of the question.
func (q *question) nnf(t *term.Term, positive, top bool) *term.Term {
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
		return q.equivalence(t, positive)
	case term.Forall:
		return q.quantified(t, positive, positive, top)
	case term.Exists:
		return q.quantified(t, !positive, positive, top)
	}
	return literal(q.hide(t), positive)
}

func literal(t *term.Term, positive bool) *term.Term {
	if positive {
		return t
	}
	return term.Not(t)
}

// junction is the conjunction or disjunction of two formulas.
func (q *question) junction(a, b *term.Term, conjunction, pa, pb, top bool) *term.Term {
	x, y := q.nnf(a, pa, top && conjunction), q.nnf(b, pb, top && conjunction)
	if conjunction {
		return term.And(x, y)
	}
	return term.Or(x, y)
}

// equivalence of two formulas, at least one of which has quantifiers: each is
// needed in both polarities.
func (q *question) equivalence(t *term.Term, positive bool) *term.Term {
	a, b := t.Arg(0), t.Arg(1)
	if a.Sort() != term.SortBool || b.Sort() != term.SortBool {
		return literal(q.hide(t), positive)
	}
	return term.And(
		term.Or(q.nnf(a, false, false), q.nnf(b, positive, false)),
		term.Or(q.nnf(a, true, false), q.nnf(b, !positive, false)))
}

// hide replaces quantified formulas inside a term by Boolean constants.
func (q *question) hide(t *term.Term) *term.Term {
	if !t.HasBinders() {
		return t
	}
	if s := t.Symbol(); s != nil && s.Class == term.Binder {
		return q.atom(t)
	}
	return term.MapChildren(t, q.hide)
}

// atom returns the Boolean constant that stands for a formula.
func (g *grounder) atom(t *term.Term) *term.Term {
	b, ok := g.opaque.get(t)
	if !ok {
		b = term.Fresh("holds", term.SortBool)
		g.opaque.put(t, b)
	}
	return b
}

// quantified handles a quantified formula: universal says whether it acts as a
// universal one, positive whether its body holds or its negation.
func (q *question) quantified(t *term.Term, universal, positive, top bool) *term.Term {
	if !universal {
		c := q.witness(t)
		v := t.Arg(0).Variable()
		return q.nnf(term.Substitution{v: c}.Apply(t.Arg(1)), positive, top)
	}
	f := literal(t, positive)
	guard, out := (*term.Term)(nil), term.True
	if !top {
		guard = q.atom(f)
		out = guard
	}
	if q.seen.add(term.And(out, f)) {
		q.active = append(q.active, &active{universal: q.universal(f, t, positive), guard: guard, origin: q.origin})
	}
	return out
}

// witness returns the constant of an existential formula, or of the negation
// of a universal one.
func (q *question) witness(t *term.Term) *term.Term {
	c, ok := q.constants.get(t)
	if !ok {
		v := t.Arg(0).Variable()
		c = term.Fresh(v.BaseName(), v.Sort)
		q.constants.put(t, c)
	}
	q.skolems.add(c)
	return c
}

// ground returns conjuncts without quantifiers that follow from conj, without
// instances yet.
func (q *question) ground(conj []*term.Term) []*term.Term {
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
func (q *question) instantiate(u *active, values []*term.Term) *term.Term {
	q.origin = u.origin
	f := q.nnf(u.instance(values), u.positive, u.guard == nil)
	if u.guard != nil {
		f = term.Or(term.Not(u.guard), f)
	}
	return f
}
