package instantiate

import (
	"maps"
	"slices"

	"rlv/prover/smt/internal/bounds"
	"rlv/prover/smt/internal/columns"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Grounder turns questions with quantifiers into ones without that follow from them.
// What it finds out about a formula serves all questions.
type Grounder struct {
	// Bits has questions get the facts about bits in them.
	Bits bool
	// All has questions get all trusted facts, whatever they are about: for where it is asked whether these
	// contradict each other.
	All bool

	constants           termmap.Map[*term.Term] // Skolem constants, by existential formula
	opaque              termmap.Map[*term.Term] // Boolean constants for formulas left whole
	universals          termmap.Map[*universal]
	definitions, lemmas []trusted
	lastAsked           []*term.Term
	lastRelevant        Relevance // of the facts to what was asked last
	columns             columns.Table
	forms               *bounds.Forms
	limit               int                 // instances of one question
	bare                map[*term.Term]bool // as in pools
}

// active is a universal formula within a question.
type active struct {
	*universal
	formula *term.Term // as it stands in the question or among the facts
	guard   *term.Term // nil: it holds outright; else what it depends on
	// trusted: a definition or lemma, not a part of the question.
	trusted bool
	origin  int // the lemma that it follows from, or noLemma
	done    termmap.Tuples[struct{}]
	wrote   bool // its instances are about places that are written ([universal.atWrites])
}

// noLemma is the origin of what rests on no lemma.
const noLemma = -1

// trusted is a formula that holds in all questions.
type trusted struct {
	all, about functions
	universals []active     // as a question has them at first
	facts      []*term.Term // those without quantifiers
	uses       []Use        // of the existential formulas in them
}

// New returns a grounder of questions that may use definitions and lemmas, and get a
// limited number of instances each.
func New(definitions, lemmas []*term.Term, limit int) *Grounder {
	g := &Grounder{limit: limit, forms: bounds.NewForms(), bare: map[*term.Term]bool{}}
	for _, d := range definitions {
		g.definitions = append(g.definitions, g.trusted(d, noLemma))
	}
	for _, l := range lemmas {
		g.Trust(l)
	}
	return g
}

// Trust adds a lemma to those that questions may use.
func (g *Grounder) Trust(lemma *term.Term) {
	g.lemmas = append(g.lemmas, g.trusted(lemma, len(g.lemmas)))
	g.lastAsked = nil
}

// trusted takes a formula apart that holds in all questions.
func (g *Grounder) trusted(formula *term.Term, origin int) trusted {
	all := functions{}.in(formula)
	t := trusted{all: all, about: all.about()}
	for _, c := range term.Conjuncts(nil, formula) {
		if !c.HasBinders() {
			t.facts = append(t.facts, c)
			continue
		}
		q := &Question{grounder: g, traced: true}
		if f := q.nnf(c, true, true); f != term.True {
			t.facts = append(t.facts, f)
		}
		t.uses = append(t.uses, q.uses...)
		for _, u := range q.active {
			t.universals = append(t.universals, active{universal: u.universal, formula: u.formula, guard: u.guard, trusted: true, origin: origin})
		}
	}
	return t
}

// Relevance returns which facts have to do with a question.
func (g *Grounder) Relevance(conj []*term.Term) Relevance {
	if g.lastAsked != nil && !g.All && slices.Equal(g.lastAsked, conj) {
		return g.lastRelevant
	}
	all := slices.Concat(g.definitions, g.lemmas)
	if len(all) == 0 {
		return Relevance{}
	}
	reached, taken := functions{}.in(conj...), make([]bool, len(all))
	for grown := true; grown; {
		grown = false
		for i, t := range all {
			if !taken[i] && (g.All || len(t.about) == 0 || reached.meet(t.about)) {
				taken[i], grown = true, true
				maps.Copy(reached, t.all)
			}
		}
	}
	var r Relevance
	for i, is := range taken {
		switch definitions := len(g.definitions); {
		case is && i < definitions:
			r.Definitions = append(r.Definitions, i)
		case is:
			r.Lemmas = append(r.Lemmas, i-definitions)
			r.Laws = r.Laws || all[i].all.nonlinear()
		}
	}
	if !g.All {
		g.lastAsked, g.lastRelevant = slices.Clone(conj), r
	}
	return r
}
