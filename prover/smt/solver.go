package smt

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/loose"
	"rlv/prover/smt/internal/parted"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// Solver decides conjunctions: it is the way that a question takes through syntax,
// cache, instances and backends. It is for one goroutine at a time.
type Solver struct {
	options    Options
	backends   lineup
	translator *translate.Translator
	presolver  *presolver
	grounder   *instantiate.Grounder
	prelude    *translate.Prelude
	asked      bool // something since it was new or began anew
	cache      *cache
	models     *models
	loose      *loose.Loose
	counters   Counters
	closed     bool
	hopeless   func(Spent) bool // of the query at hand
	alone      bool             // likewise
	effort     Effort
	gaveUp     bool // the question at hand is left open for that
	// groundBefore is how often the ground backend was asked before the question at hand.
	groundBefore int
}

// New returns a solver. Its error is about the options: an unknown engine, or
// a prelude that cannot be read (with all problems, as diagnostics). A solver
// command that is missing is no error: its answers are Unknown and say so.
func New(o Options) (*Solver, error) {
	if o.Effort <= 0 {
		o.Effort = 1
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.MemoryMB <= 0 {
		o.MemoryMB = DefaultMemoryMB
	}
	if o.MaxInstances <= 0 {
		o.MaxInstances = DefaultMaxInstances
	}
	if o.PreludeName == "" {
		o.PreludeName = "SMT prelude"
	}
	if o.Faults == nil {
		o.Faults = &Faults{}
	}
	p, err := translate.ParsePrelude(o.Prelude, o.PreludeName)
	if err != nil {
		return nil, err
	}
	e, err := engineOf(o)
	if err != nil {
		return nil, err
	}
	s := &Solver{options: o, backends: e.lineup(o, p), prelude: p, presolver: newPresolver()}
	s.renew(s.newGrounder())
	return s, nil
}

func (s *Solver) newGrounder() *instantiate.Grounder {
	g := instantiate.New(s.options.Definitions, s.options.Lemmas, int(s.options.Effort*float64(s.options.MaxInstances)))
	g.Bits = !s.options.Expressible
	return g
}

// renew starts translation and grounding afresh, with no answer remembered.
func (s *Solver) renew(g *instantiate.Grounder) {
	for _, e := range s.backends.all() {
		e.Reset()
	}
	s.cache, s.models, s.loose = newCache(), newModels(s.options.Near), loose.New(s.trusted(), values)
	s.presolver.forget()
	s.translator = translate.New(s.prelude, s.trusted())
	s.grounder, s.asked = g, false
}

// trusted returns the definitions and the lemmas.
func (s *Solver) trusted() []*term.Term {
	return slices.Concat(s.options.Definitions, s.options.Lemmas)
}

// trusts reports whether there are any.
func (s *Solver) trusts() bool { return len(s.options.Definitions)+len(s.options.Lemmas) > 0 }

// Trust makes the solver trust one more lemma. It then answers as a solver with that
// lemma in its options, which it need not start anew for.
func (s *Solver) Trust(lemma *term.Term) {
	s.options.Lemmas = append(slices.Clip(s.options.Lemmas), lemma)
	s.cache, s.loose = newCache(), loose.New(s.trusted(), values)
	s.grounder.Trust(lemma)
	if s.translator.Note(lemma) && s.asked {
		s.Forget() // what was translated before does not know of facts about these symbols
	}
}

// TrustOnly makes the solver trust these definitions and lemmas and no others, and
// forget what it was asked.
func (s *Solver) TrustOnly(definitions, lemmas []*term.Term) {
	s.options.Definitions, s.options.Lemmas = definitions, lemmas
	s.renew(s.newGrounder())
}

// Forget makes the solver as it was when it was new: what it is asked from now on, it
// answers, and counts as the work for it, whatever it was asked before. Where answers
// were remembered, or a solver process went on with what it had learned, which goals
// are proved one after the other would be seen in their counters and, of what is hard,
// in verdicts.
func (s *Solver) Forget() {
	if s.asked {
		s.renew(s.grounder.Anew())
	}
}

// Close ends the solver's processes.
func (s *Solver) Close() {
	s.closed = true
	for _, e := range s.backends.all() {
		e.Reset()
	}
}

// Counters returns what the solver has done so far.
func (s *Solver) Counters() Counters { return s.counters }

// Valid asks whether the goal follows from the hypotheses: it does if the
// result is Unsat. The model of a Sat is a counterexample.
func (s *Solver) Valid(ctx context.Context, hypotheses []*term.Term, goal *term.Term) Answer {
	return s.Check(ctx, Query{Assertions: append(slices.Clip(hypotheses), term.Not(goal))})
}

// Check answers a question. It gives up, with Unknown, when its effort is used up; also
// when ctx is done or the time limit of the solver has passed, and the answer is Late.
func (s *Solver) Check(ctx context.Context, q Query) (a Answer) {
	start := time.Now()
	s.counters.Queries++
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Reason: fmt.Sprintf("internal error: %v", p)}
			s.Forget()
		}
		if a.Result == Unknown {
			s.counters.Unknown++
		}
		a.Time = time.Since(start)
	}()
	switch {
	case s.closed:
		return Answer{Reason: "the solver is closed"}
	case ctx.Err() != nil:
		return Answer{Reason: "the question was cancelled: " + ctx.Err().Error(), Late: true}
	}
	conj := make([]*term.Term, 0, len(q.Assertions)+4)
	for _, t := range q.Assertions {
		conj = term.Conjuncts(conj, t)
	}
	s.hopeless, s.alone = q.Hopeless, q.Alone
	defer func() { s.hopeless = nil }()
	return s.answer(ctx, conj, q.Effort)
}

// Core refutes a question anew, whatever was asked before, and returns a part of it that
// no longer can do without any of its formulas; nil if it is not refuted. It takes the
// effort of a question many times.
func (s *Solver) Core(ctx context.Context, q Query) *Core {
	var conj []*term.Term
	for _, t := range q.Assertions {
		conj = term.Conjuncts(conj, t)
	}
	if s.closed || s.backends.ground == nil || s.prelude.HasFacts() {
		return nil
	}
	s.asked = true
	return (&refutation{Solver: s, ctx: ctx, deadline: s.deadline(ctx), conj: conj}).core()
}

// answer decides a list of conjuncts by cache, syntax and backends.
func (s *Solver) answer(ctx context.Context, conj []*term.Term, effort Effort) Answer {
	if len(conj) == 0 {
		s.counters.Trivial++
		return Answer{Result: Sat, By: Syntax, Model: map[*term.Variable]*term.Term{}}
	}
	if s.translator.Len() > maxNodes {
		s.Forget()
	}
	s.asked = true
	s.cache.align(conj)
	if a, ok := s.cache.get(effort); ok {
		s.counters.CacheHits++
		return a
	}
	byForm := effort >= Quick && s.backends.ground != nil && !s.prelude.HasFacts() // a prelude may know names
	if byForm {
		if a, found := s.cache.getForm(); found {
			s.counters.CacheHits++
			return a
		}
	}
	a, lasting := s.decided(ctx, conj, effort)
	if lasting {
		s.cache.put(effort, a)
		if byForm {
			s.cache.putForm(a)
		}
	}
	return a
}

// decided decides the question at hand, which is new, by the values of earlier ones, by
// bounds of differences, by syntax, or by the backends; lasting reports whether the answer
// is worth remembering.
func (s *Solver) decided(ctx context.Context, conj []*term.Term, effort Effort) (a Answer, lasting bool) {
	evaluated := effort == Glance && s.evaluates()
	if evaluated && s.models.satisfy(s.cache.path, 0) {
		s.counters.Evaluated++
		return Answer{Result: Sat, By: Evaluation}, true
	}
	if s.presolver.excluded(conj) { // most questions that no values satisfy: a change looks at all conjuncts
		s.counters.Trivial++
		return Answer{Result: Unsat, By: Syntax}, false
	}
	if evaluated && s.models.satisfy(s.cache.path, maxRepairs) {
		s.counters.Evaluated++
		return Answer{Result: Sat, By: Evaluation}, true
	}
	by, v := s.differences(conj)
	switch {
	case by == Sat && effort >= Sketch:
		s.models.keep(s.cache.path, v)
		s.counters.Evaluated++
		return Answer{Result: Sat, By: Evaluation}, true
	case s.presolver.contradictory(conj), effort <= Steady && parted.ExcludedByFew(conj):
		s.counters.Trivial++
		return Answer{Result: Unsat, By: Syntax}, false
	case by == Unsat:
		s.counters.Differences++
		return Answer{Result: Unsat, By: Differences}, true
	case s.backends.ground == nil:
		return Answer{Reason: "no solver is used (engine none)"}, false
	}
	s.effort, s.gaveUp, s.groundBefore = effort, false, s.counters.Ground
	r := s.askRest(ctx, conj, effort)
	if evaluated && r.Result == Sat {
		if s.models.learn(s.cache.path, r.Model) {
			r.Approximate = false
		}
		r.Model = nil
	}
	return r.Answer, !r.lost && !s.gaveUp && ctx.Err() == nil
}

// differences decides the question at hand by bounds of differences. Where a second opinion
// is asked for, or not the simplex method first, it is Unknown.
func (s *Solver) differences(conj []*term.Term) (Result, *valuation) {
	if s.backends.first == nil || s.backends.agree {
		return Unknown, nil
	}
	r, v := differences(conj)
	if r == Sat && !s.evaluates() {
		return Unknown, nil
	}
	return r, v
}

// evaluates reports whether values of variables may show that the question at hand is
// satisfiable: nothing but its text is said about them, and no second opinion is asked.
func (s *Solver) evaluates() bool {
	return s.backends.first != nil && !s.backends.agree && !s.prelude.HasFacts() && !s.cache.top().binders
}

// maxNodes bounds the nodes that solver processes are made to remember.
const maxNodes = 1 << 20
