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

	facts        *facts
	found        found // about formulas of questions
	trusting     bool  // a fact is taken apart
	lastAsked    []*term.Term
	lastRelevant Relevance // of the facts to what was asked last
	columns      columns.Table
	forms        *bounds.Forms
	limit        int                 // instances of one question
	bare         map[*term.Term]bool // as in pools
}

// facts are those that questions may use, with what was found out about them.
type facts struct {
	definitions, lemmas []*trusted
	found               found
}

// found is what was found out about formulas.
type found struct {
	constants  termmap.Map[*term.Term] // Skolem constants, by existential formula
	opaque     termmap.Map[*term.Term] // Boolean constants for formulas left whole
	universals termmap.Map[*universal]
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

// trusted is a formula that holds in all questions. It is taken apart for the first of them that it has to do with.
type trusted struct {
	formula    *term.Term
	origin     int // the lemma that it is, or noLemma
	all, about functions
	law        bool         // it is about operators alone
	apart      bool         // it was taken apart
	universals []active     // as a question has them at first
	facts      []*term.Term // those without quantifiers
	uses       []Use        // of the existential formulas in them
}

// New returns a grounder of questions that may use definitions and lemmas, and get a
// limited number of instances each.
func New(definitions, lemmas []*term.Term, limit int) *Grounder {
	g := (&Grounder{facts: &facts{}, limit: limit}).Anew()
	for _, d := range definitions {
		g.facts.definitions = append(g.facts.definitions, newTrusted(d, noLemma))
	}
	for _, l := range lemmas {
		g.Trust(l)
	}
	return g
}

// Anew returns the grounder as it would be if it had not been asked anything.
func (g *Grounder) Anew() *Grounder {
	return &Grounder{facts: g.facts, Bits: g.Bits, limit: g.limit, forms: bounds.NewForms(), bare: map[*term.Term]bool{}}
}

// remembered returns what was found out about a formula; where that is nothing, it is found out, for the facts if
// one of them is taken apart and else for questions. What is found out about facts does not depend on questions.
func remembered[V any](g *Grounder, in func(*found) *termmap.Map[V], formula *term.Term, find func() V) V {
	own := in(&g.facts.found)
	v, ok := own.Get(formula)
	if !ok && !g.trusting {
		own = in(&g.found)
		v, ok = own.Get(formula)
	}
	if !ok {
		v = find()
		own.Put(formula, v)
	}
	return v
}

// The kinds of what is found out.
func constants(f *found) *termmap.Map[*term.Term]  { return &f.constants }
func opaque(f *found) *termmap.Map[*term.Term]     { return &f.opaque }
func universals(f *found) *termmap.Map[*universal] { return &f.universals }

// Trust adds a lemma to those that questions may use.
func (g *Grounder) Trust(lemma *term.Term) {
	g.facts.lemmas = append(g.facts.lemmas, newTrusted(lemma, len(g.facts.lemmas)))
	g.lastAsked = nil
}

func newTrusted(formula *term.Term, origin int) *trusted {
	all := functions{}.in(formula)
	about := all.about()
	return &trusted{formula: formula, origin: origin, all: all, about: about, law: about.nonlinear()}
}

// takeApart finds out what a question gets of a trusted fact.
func (g *Grounder) takeApart(t *trusted) {
	if t.apart {
		return
	}
	t.apart, g.trusting = true, true
	defer func() { g.trusting = false }()
	for _, c := range term.Conjuncts(nil, t.formula) {
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
			t.universals = append(t.universals, active{universal: u.universal, formula: u.formula, guard: u.guard, trusted: true, origin: t.origin})
		}
	}
}

// Relevance returns which facts have to do with a question.
func (g *Grounder) Relevance(conj []*term.Term) Relevance {
	if g.lastAsked != nil && !g.All && slices.Equal(g.lastAsked, conj) {
		return g.lastRelevant
	}
	all := slices.Concat(g.facts.definitions, g.facts.lemmas)
	if len(all) == 0 {
		return Relevance{}
	}
	reached, taken := functions{}.in(conj...).close(), make([]bool, len(all))
	reach := func(laws bool) {
		for grown := true; grown; {
			grown = false
			for i, t := range all {
				if !taken[i] && (laws || !t.law) && (g.All || len(t.about) == 0 || reached.meet(t.about)) {
					taken[i], grown = true, true
					maps.Copy(reached, t.all)
					reached.close()
				}
			}
		}
	}
	reach(false)
	near := maps.Clone(reached)
	reach(true)
	var r Relevance
	for i, is := range taken {
		switch n := i - len(g.facts.definitions); {
		case is && n < 0:
			r.Definitions = append(r.Definitions, i)
		case is:
			r.Lemmas = append(r.Lemmas, n)
			r.Nonlinear = r.Nonlinear || all[i].all.nonlinear()
			if all[i].law && !all[i].all.within(near) {
				r.Far = append(r.Far, n)
			}
		}
	}
	if !g.All {
		g.lastAsked, g.lastRelevant = slices.Clone(conj), r
	}
	return r
}
