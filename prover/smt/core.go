package smt

import (
	"context"
	"slices"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/nonlinear"
	"rlv/semantics/term"
)

// Use is how a quantified formula is used: at values for its variables, or with a constant
// for what it says is there. The formula implies the result.
type Use = instantiate.Use

// Core is a small part of a question that has no model by itself, with the uses of
// quantified formulas that show it: where each quantified part is read as a Boolean
// constant ([Hide]), its formulas have no model.
type Core struct {
	Assertions []*term.Term // conjuncts of the question
	Facts      []Fact       // that the solver trusts
	// Uses are of assertions, of facts, of parts of them, and of results of earlier uses.
	Uses []Use
	By   Decider
}

// Fact is a definition or a lemma of the solver's options.
type Fact struct {
	Formula *term.Term
	Lemma   int // its place in Options.Lemmas; -1 if it is a definition
}

// refutation is the search for a core.
type refutation struct {
	*Solver
	ctx      context.Context
	deadline time.Time
	conj     []*term.Term
	by       fol.Backend // who refuted it last
	open     int         // times that a solver behind the simplex method left a question open
}

// maxOpen is how often solvers may leave a question open in the search for a core; then only the simplex method is
// asked. Each time takes a second: what follows from products of unknowns would take minutes. A core that is found
// after four times is rare; what is left open when it is made smaller stays in it.
const maxOpen = 5

// core makes the attempts at the question that the solver makes.
func (r *refutation) core() *Core {
	// What is equal by an equation of the question only looks equal with that put in. Then
	// formulas are instantiated at more terms.
	for _, rewritten := range [][]Use{nil, instantiate.Rewritten(r.conj)} {
		begun := map[instantiate.Facts]*traced{}
		for _, a := range r.attempts(r.conj, false) {
			if a.first { // no more is asked of it than there, and nothing is left open by it
				open := r.open
				r.open = maxOpen
				c := r.attempt(r.begin(rewritten, a.Facts), a.rounds)
				if r.open = open; c != nil {
					return c
				}
				continue
			}
			if begun[a.Facts] == nil || a.guided {
				begun[a.Facts] = r.begin(rewritten, a.Facts)
			}
			if a.guided {
				guided{r.Solver, r.ctx, r.deadline, a.apart}.refute(&grounding{Question: begun[a.Facts].Question})
				a.rounds = nil
			}
			if c := r.attempt(begun[a.Facts], a.rounds); c != nil {
				return c
			}
		}
	}
	return nil
}

// part is a formula that a refutation may use.
type part struct {
	hidden *term.Term // without quantifiers
	take   func(*Core)
	place  int // among the parts of the question
}

// traced is a question with the parts that it has so far: those given, and the uses.
type traced struct {
	*instantiate.Question
	parts []part
	uses  int
}

func (r *refutation) add(q *traced, formula *term.Term, take func(*Core)) {
	q.parts = append(q.parts, part{hidden: r.grounder.Hidden(formula), take: take})
}

// begin returns the question with conjuncts that are rewritten beside it.
func (r *refutation) begin(rewritten []Use, with instantiate.Facts) *traced {
	terms := slices.Clone(r.conj)
	for _, u := range rewritten {
		terms = append(terms, u.Result)
	}
	q := &traced{Question: r.grounder.Traced(terms, with)}
	for _, c := range r.conj {
		r.add(q, c, func(core *Core) { core.Assertions = append(core.Assertions, c) })
	}
	for _, fact := range r.facts(with) {
		r.add(q, fact.Formula, func(core *Core) { core.Facts = append(core.Facts, fact) })
	}
	for _, u := range rewritten {
		r.use(q, u)
	}
	return q
}

// use adds what a use of a formula says.
func (r *refutation) use(q *traced, u Use) {
	r.add(q, u.Implication(), func(core *Core) { core.Uses = append(core.Uses, u) })
}

// attempt refutes the question with instances as an attempt makes them.
func (r *refutation) attempt(q *traced, rounds []int) *Core {
	for _, n := range append([]int{0}, rounds...) {
		before := q.uses
		q.Instantiate(n)
		for _, u := range q.Uses()[q.uses:] {
			r.use(q, u)
		}
		if q.uses = len(q.Uses()); n > 0 && q.uses == before {
			return nil
		}
		if r.refutes(q.parts) {
			core := &Core{}
			r.take(core, q.parts)
			core.By = Decider(r.by.Name())
			return core
		}
	}
	return nil
}

// take puts into a core the parts that it needs, in their order. Of those that can do without
// each other it prefers what is no disjunction: bounds of a value that depends on which way was
// taken, to the ways. So other checkers need no cases, of which there are 2^n behind n branches.
func (r *refutation) take(core *Core, parts []part) {
	sorted := slices.Clone(parts)
	for i := range sorted {
		sorted[i].place = i
	}
	slices.SortStableFunc(sorted, func(p, q part) int { return p.cases() - q.cases() })
	needed := r.minimal(nil, sorted, false)
	slices.SortFunc(needed, func(p, q part) int { return p.place - q.place })
	for _, p := range needed {
		p.take(core)
	}
}

// cases is 1 if the part is a disjunction.
func (p part) cases() int {
	if p.hidden.Is(term.BoolOr) {
		return 1
	}
	return 0
}

// facts are the definitions and lemmas that an attempt uses.
func (r *refutation) facts(with instantiate.Facts) []Fact {
	var out []Fact
	if with.Definitions {
		for _, d := range r.options.Definitions {
			out = append(out, Fact{d, -1})
		}
	}
	if with.Lemmas {
		for i, l := range r.options.Lemmas {
			out = append(out, Fact{l, i})
		}
	}
	return out
}

// refutes reports whether the parts have no model. The simplex method is asked first.
func (r *refutation) refutes(parts []part) bool {
	var formulas []*term.Term
	for _, p := range parts {
		formulas = term.Conjuncts(formulas, p.hidden)
	}
	formulas = append(formulas, instantiate.Known(formulas)...)
	questions := [][]*fol.Node{r.nodes(formulas)}
	if facts := nonlinear.Facts(formulas); len(facts) > 0 {
		questions = append(questions, slices.Concat(questions[0], r.nodes(facts)))
	}
	for _, e := range []fol.Backend{r.backends.first, r.backends.ground, r.backends.last} {
		for _, nodes := range questions {
			if e == nil || r.ctx.Err() != nil || e != r.backends.first && r.open >= maxOpen {
				continue
			}
			out := r.askNodes(r.ctx, e, nodes, nil, r.deadline)
			if out.Result == Unsat {
				r.by = e
				return true
			}
			if out.Result == Sat {
				return false
			}
			if e != r.backends.first {
				r.open++
			}
		}
	}
	return false
}

// minimal returns a part of wanted that, with the background, still has no model, and of
// which nothing can be left out (U. Junker, "QuickXplain: preferred explanations and
// relaxations for over-constrained problems", 2004). What comes first is kept rather
// than what comes later. The background has grown since it was last asked about if added
// is set.
func (r *refutation) minimal(background, wanted []part, added bool) []part {
	if added && r.refutes(background) {
		return nil
	}
	if len(wanted) <= 1 {
		return wanted
	}
	half := len(wanted) / 2
	first, second := wanted[:half:half], wanted[half:]
	second = r.minimal(append(background[:len(background):len(background)], first...), second, true)
	first = r.minimal(append(background[:len(background):len(background)], second...), first, len(second) > 0)
	return append(first[:len(first):len(first)], second...)
}

// Formulas returns the assertions, the facts, and what the uses add.
func (c *Core) Formulas() []*term.Term {
	out := slices.Clone(c.Assertions)
	for _, f := range c.Facts {
		out = append(out, f.Formula)
	}
	for _, u := range c.Uses {
		out = append(out, u.Implication())
	}
	return out
}

// Hide returns formulas with Boolean constants for what is quantified in them, the same for
// equal parts. If they have no model then, the formulas have none, whatever the quantified
// parts mean.
func Hide(formulas []*term.Term) []*term.Term {
	g := instantiate.New(nil, nil, 0)
	out := make([]*term.Term, len(formulas))
	for i, f := range formulas {
		out[i] = g.Hidden(f)
	}
	return out
}
