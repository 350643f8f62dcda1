package instantiate

import (
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

	constants           termmap.Map[*term.Term] // Skolem constants, by existential formula
	opaque              termmap.Map[*term.Term] // Boolean constants for formulas left whole
	universals          termmap.Map[*universal]
	definitions, lemmas trusted
	trustedLemmas       int // their number
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

// trusted are facts that hold in all questions.
type trusted struct {
	universals []trustedUniversal
	facts      []*term.Term // those without quantifiers
	always     []int        // the lemmas that these come from
	uses       []Use        // of the existential formulas in them
}

// trustedUniversal is a universal formula with the lemma that it comes from.
type trustedUniversal struct {
	*universal
	formula, guard *term.Term // as in active
	origin         int
}

// New returns a grounder of questions that may use definitions and lemmas, and get a
// limited number of instances each.
func New(definitions, lemmas []*term.Term, limit int) *Grounder {
	g := &Grounder{limit: limit, forms: bounds.NewForms(), bare: map[*term.Term]bool{}}
	for _, d := range definitions {
		g.definitions = g.definitions.with(g.trusted(d, noLemma))
	}
	for _, l := range lemmas {
		g.Trust(l)
	}
	return g
}

// Trust adds a lemma to those that questions may use.
func (g *Grounder) Trust(lemma *term.Term) {
	g.lemmas = g.lemmas.with(g.trusted(lemma, g.trustedLemmas))
	g.trustedLemmas++
}

// trusted takes a formula apart that holds in all questions.
func (g *Grounder) trusted(formula *term.Term, origin int) trusted {
	var t trusted
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
			t.universals = append(t.universals, trustedUniversal{u.universal, u.formula, u.guard, origin})
		}
	}
	if len(t.facts) > 0 && origin != noLemma {
		t.always = []int{origin}
	}
	return t
}

// with returns the facts of both.
func (t trusted) with(u trusted) trusted {
	return trusted{slices.Concat(t.universals, u.universals), slices.Concat(t.facts, u.facts), slices.Concat(t.always, u.always), slices.Concat(t.uses, u.uses)}
}
