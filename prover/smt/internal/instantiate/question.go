package instantiate

import (
	"maps"
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Facts are the trusted formulas that a question is given.
type Facts struct {
	Definitions, Lemmas bool
	Near                bool // without the lemmas that are far ([Relevance])
	From, To            int  // the places of the lemmas, of those that have to do with it; To is 0: all from From on
}

// Question is a conjunction on its way to one without quantifiers that follows from
// it: its ground formulas, which grow, and the universal formulas that are active in
// it. That the ground formulas have no model refutes the conjunction; that they have
// one says nothing if something is quantified or trusted.
type Question struct {
	grounder   *Grounder
	formulas   []*term.Term // without quantifiers
	active     []*active
	seen       termmap.Set // universal formulas that are active
	quantified bool
	count      int
	origin     int               // of the universal formulas that are found
	rests      map[int]bool      // the lemmas that the ground formulas come from
	skolems    termmap.Set       // Skolem constants of this question
	literals   termmap.Map[bool] // applications of functions that are ground formulas, or their negations
	pool       pool
	columns    columnFacts
	whole      []*term.Term // the conjunction
	traced     bool
	bare       bool  // without facts about bits
	tupleLimit int   // instances of one formula in one round
	guided     bool  // instances are chosen by models
	wide       bool  // where nothing else is left: what is said of a value by a function is tried at all values
	model      Model // that says which terms are different; nil: none does
	uses       []Use // if traced
}

// Question returns the question of a conjunction, with trusted formulas beside it. It
// has no instances yet.
func (g *Grounder) Question(conj []*term.Term, with Facts) *Question {
	q, relevant := g.newQuestion(), g.Relevance(conj)
	conj = framed(equated(conj))
	q.whole = conj
	q.begin(q.columns.loosened(conj), with, relevant)
	return q
}

// Bare returns the question as Question does, to which no facts about bits are added.
func (g *Grounder) Bare(conj []*term.Term, with Facts) *Question {
	q := g.Question(conj, with)
	q.bare = true
	return q
}

// Traced returns the question of a conjunction as Question does, but of the conjuncts as they
// are, whatever equations say, and with its uses noted.
func (g *Grounder) Traced(conj []*term.Term, with Facts) *Question {
	q := g.newQuestion()
	q.traced, q.whole = true, conj
	q.begin(conj, with, g.Relevance(conj))
	return q
}

// Uses returns the uses of quantified formulas so far, in the order in which they were
// made; nil if the question is not traced.
func (q *Question) Uses() []Use { return q.uses }

func (g *Grounder) newQuestion() *Question {
	return &Question{grounder: g, origin: noLemma, columns: columnFacts{grounder: g}, pool: pool{bare: g.bare}, tupleLimit: maxTupleRound}
}

// begin adds what the question is about: the facts, and the conjuncts.
func (q *Question) begin(conj []*term.Term, with Facts, relevant Relevance) {
	g := q.grounder
	q.quantified = slices.ContainsFunc(conj, (*term.Term).HasBinders)
	if with.Definitions {
		for _, i := range relevant.Definitions {
			q.trust(g.facts.definitions[i])
		}
	}
	if with.Lemmas {
		for _, i := range relevant.Lemmas {
			if l := g.facts.lemmas[i]; with.From <= i && (with.To == 0 || i < with.To) && !(with.Near && slices.Contains(relevant.Far, i)) {
				q.trust(l)
			}
		}
	}
	q.add(q.ground(conj)...)
}

// trust adds a trusted fact.
func (q *Question) trust(t *trusted) {
	q.grounder.takeApart(t)
	for _, u := range t.universals {
		q.active = append(q.active, &u)
	}
	if len(t.facts) > 0 && t.origin != noLemma {
		q.rest(t.origin)
	}
	if q.traced {
		q.uses = append(q.uses, t.uses...)
	}
	q.add(t.facts...)
}

// add adds ground formulas, with what is known of the items of columns that they read.
func (q *Question) add(formulas ...*term.Term) {
	for _, f := range formulas {
		f = q.columns.settled(f)
		q.note(f, true, maxNoted)
		q.formulas = append(append(q.formulas, q.columns.told...), f)
		q.columns.told = q.columns.told[:0]
	}
}

// maxNoted bounds the depth at which literals are looked for.
const maxNoted = 6

// note notes the literals that a ground formula, or its negation, says.
func (q *Question) note(f *term.Term, positive bool, depth int) {
	s := f.Symbol()
	switch {
	case depth == 0 || s == nil:
	case s == term.BoolNot:
		q.note(f.Arg(0), !positive, depth-1)
	case (s == term.BoolAnd || s == term.BoolAndThen) && positive, (s == term.BoolOr || s == term.BoolOrElse) && !positive:
		q.note(f.Arg(0), positive, depth-1)
		q.note(f.Arg(1), positive, depth-1)
	case s == term.BoolImplies && !positive:
		q.note(f.Arg(0), true, depth-1)
		q.note(f.Arg(1), false, depth-1)
	case s.Class == term.Function && s.Hook == "":
		q.literals.Put(f, positive)
	}
}

// Loosened reports whether the ground formulas say less than the conjunction does of what
// arrays are equal.
func (q *Question) Loosened() bool { return len(q.columns.arrays) > 0 }

// Formulas returns the ground formulas found so far. They are never taken back:
// what is added comes last.
func (q *Question) Formulas() []*term.Term { return q.formulas }

// Quantified reports whether the conjunction itself has quantifiers.
func (q *Question) Quantified() bool { return q.quantified }

// Skolemised returns the conjunction with Skolem constants for its quantifiers; false if
// it has universal formulas as well.
func (q *Question) Skolemised() (conj []*term.Term, ok bool) {
	if slices.ContainsFunc(q.active, func(a *active) bool { return !a.trusted }) {
		return nil, false
	}
	for _, c := range q.whole {
		conj = term.Conjuncts(conj, q.nnf(c, true, true))
	}
	return conj, true
}

// HasUniversals reports whether there are formulas to instantiate.
func (q *Question) HasUniversals() bool { return len(q.active) > 0 }

// Instances returns the number of instances made so far.
func (q *Question) Instances() int { return q.count }

// Lemmas returns the lemmas that the ground formulas come from, in ascending order.
func (q *Question) Lemmas() []int { return slices.Sorted(maps.Keys(q.rests)) }

// Indexes returns the indexes at which arrays are read or written, each once.
func (q *Question) Indexes() []*term.Term { return q.pool.indexTerms() }

// Instantiate adds instances to the ground formulas. A round matches the terms of
// all formulas that are there when it begins.
func (q *Question) Instantiate(rounds int) {
	for range rounds {
		q.gather()
		if len(q.active) == 0 {
			return
		}
		fs := q.round(&q.pool)
		if len(fs) == 0 {
			return
		}
		q.add(fs...)
	}
}

// gather makes the terms of the question known to its pool, and adds what is known of the items of
// lists, of the remainders and of the bits among them.
func (q *Question) gather() {
	q.collect()
	for _, item := range q.pool.items {
		q.add(itemFacts(item)...)
	}
	q.pool.items = nil
	for i, r := range q.pool.remainders.Order {
		if q.pool.compared.Add(r) {
			q.add(remainderFacts(r, q.pool.remainders.Order[:i])...)
		}
	}
	if q.bare || !q.grounder.Bits {
		return
	}
	for i := 0; i < len(q.pool.halved.Order); i++ {
		if t := q.pool.halved.Order[i]; q.pool.halves.Add(t) {
			f := halvesFact(t)
			q.add(f)
			q.pool.collect(f)
		}
	}
	for i := 0; i < len(q.pool.bits.Order); i++ {
		if t := q.pool.bits.Order[i]; q.pool.told.Add(t) {
			facts := bitFacts(t, q.pool.bits.Order[:i])
			q.add(facts...)
			for _, f := range facts {
				q.pool.collect(f)
			}
		}
	}
}

// collect makes the terms of the question known to its pool.
func (q *Question) collect() {
	for _, f := range q.formulas {
		q.pool.collect(f)
	}
	for _, a := range q.active {
		if !a.trusted {
			for _, t := range a.ground {
				q.pool.collect(t)
			}
			for _, t := range a.compares {
				q.pool.compares.Add(t)
			}
		}
	}
	q.pool.addFront()
}
