package prover

import (
	"context"
	"fmt"
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// session is the proof of one goal.
type session struct {
	ctx         context.Context
	p           *Prover
	goal        *prepared
	solver      Solver
	stats       Stats
	obligations []proofs.Obligation
	answers     []int // to questions on which the step at hand rests
	branches    int
	merges      bool
	most        int  // branches
	crowded     bool // they were not enough
	joins       joins
	memory      *memory
	frames      *rewrite.Frames // of the left side
	at          *proofs.Node    // whose pattern is being proved
	uses        map[*Goal]use
	effort      smt.Effort // for what has to be proved
	last        smt.Answer // of the last query
	falsity     Falsity    // of the goal, as far as it is known
	tried       [2]bool    // to find that out, with little and with much effort
	open        bool       // the path condition was not refuted with the negation of what it should imply
}

func newSession(ctx context.Context, p *Prover, g *prepared, solver Solver, a attempt) *session {
	s := &session{ctx: ctx, p: p, goal: g, solver: solver, merges: a.merges, most: a.branches, at: &proofs.Node{}, uses: map[*Goal]use{}}
	s.memory = newMemory(p)
	s.joins = joins{p: p, names: s.memory.names, vars: s.memory.vars}
	s.frames = p.engine.Freshness().Frames(g.start.Slots)
	return s
}

// branch is a state on its way, with what is needed to say how it came there.
type branch struct {
	state   *rewrite.State
	stepped bool // at least one semantic step was taken: hypotheses may be used
	depth   int
	parted  *parting // from others that it may meet
	met     bool     // it goes on from where paths met: what is asked of each was asked
	splits  int      // case splits for hypotheses so far
	path    *path
	before  int32    // position mark of the state before
	watch   Watch    // of the path that led here; nil: none
	miss    *Failure // why the right side, reached in form, did not follow
	strayed *Failure // how a state on the path that is where the right side ends was of another form; nil: none was
}

// path is the list of places passed, latest first.
type path struct {
	before *path
	pos    int32
	state  *rewrite.State // that was come to there
	ways   []way          // if it is where paths met; then before is nil
}

// way is one of several that lead to a place: the path that has come there, the condition
// under which it is taken, and the values of the columns then.
type way struct {
	path   *path
	when   []*term.Term
	values term.Substitution
}

// taken reports whether a way is that of a model, as far as that can be told.
func (w way) taken(model term.Substitution) bool {
	for v, t := range w.values {
		if model.Apply(term.Eq(v.Term(), t)) == term.False {
			return false
		}
	}
	return !slices.ContainsFunc(w.when, func(c *term.Term) bool { return model.Apply(c) == term.False })
}

// moved goes on to a state, which is told of in the path unless it is one of a value, whose
// place is where it was computed.
func (s *session) moved(b *branch, st *rewrite.State) {
	k := s.p.space.K
	if st.Pos != 0 && (b.path == nil || b.path.pos != st.Pos) && (k < 0 || !s.p.engine.Definition.IsResult(st.Slots[k].Head())) {
		b.path = &path{before: b.path, pos: st.Pos, state: st}
	}
	b.met, b.stepped = false, true
	b.before = b.state.Pos
	b.state = st
	b.depth++
}

// run proves the goal: no hypothesis before the first step.
func (s *session) run() (*proofs.Node, *Failure) {
	if core := s.vacuous(); core != nil {
		return &proofs.Node{Start: patternOf(s.goal.start)}, &Failure{Status: Vacuous, Reason: ReasonVacuous, State: s.goal.start,
			Message: "no state satisfies the left side of this goal", Contradiction: s.written(core)}
	}
	return s.node(&branch{state: s.goal.start, watch: s.goal.watch})
}

// written are conditions of the goal's left side as they were written.
func (s *session) written(core []*term.Term) []Conjunct {
	var out []Conjunct
	for _, f := range core {
		for _, c := range s.goal.Conjuncts {
			if slices.ContainsFunc(term.Conjuncts(nil, c.Formula), func(g *term.Term) bool { return term.Equal(f, g) }) {
				if !slices.ContainsFunc(out, func(o Conjunct) bool { return o.Span == c.Span }) {
					out = append(out, c)
				}
				break
			}
		}
	}
	return out
}

// node proves the pattern of b, as far as the joins that are open.
func (s *session) node(b *branch) (*proofs.Node, *Failure) {
	n := &proofs.Node{Start: patternOf(b.state)}
	return n, s.follow(n, b)
}

// follow goes on with the proof of a node from the pattern of b.
func (s *session) follow(n *proofs.Node, b *branch) *Failure {
	around, waiting := s.at, s.joins.waiting
	s.at = n
	defer func() { s.at = around }()
	for {
		if f := s.limits(b); f != nil {
			return f
		}
		done, f := s.look(n, b)
		if !done {
			done, f = s.advance(n, b)
		}
		if done {
			if f == nil && s.joins.waiting == waiting {
				s.memory.proved(n)
			}
			return f
		}
	}
}

// look takes what is asked of the pattern of b as it is. It reports whether the node is
// finished.
func (s *session) look(n *proofs.Node, b *branch) (bool, *Failure) {
	if !b.met {
		if f := s.point(n, b); f != nil || n.Dead != nil {
			return true, f
		}
		if n.Closing, b.miss = s.implication(b); n.Closing != nil {
			return true, nil
		}
		if b.miss != nil && b.miss.Reason == ReasonForm {
			b.strayed = b.miss
		}
	}
	return s.joins.arrives(n, b) || s.memory.comesAgain(n, b), nil
}

// advance uses a hypothesis, or makes a step. It reports whether the node is finished.
func (s *session) advance(n *proofs.Node, b *branch) (bool, *Failure) {
	if b.stepped {
		cases, f := s.hypothesis(b)
		if f != nil {
			return true, f
		}
		if cases != nil {
			return s.proceed(n, b, cases)
		}
	}
	cases, f := s.step(b)
	if f != nil {
		return true, f
	}
	if len(cases) == 0 {
		n.Ends = s.answers
	}
	return s.proceed(n, b, cases)
}

// point takes the assertions and assumptions that stand at the place of the
// program that was reached: assertions are proved, then both are known.
func (s *session) point(n *proofs.Node, b *branch) *Failure {
	if b.watch == nil {
		return nil
	}
	var checks []Check
	b.watch, checks = b.watch.Reach(b.before, b.state)
	if b.depth == 0 && !s.goal.FromStart {
		return nil
	}
	for i := range checks {
		if f := s.take(n, b, &checks[i]); f != nil || n.Dead != nil {
			return f
		}
	}
	return nil
}

// take takes one of them. An assumption is noted with the node; if no state
// satisfies it nothing is left to prove, and that is noted, too.
func (s *session) take(n *proofs.Node, b *branch, c *Check) *Failure {
	step := proofs.Step{Rule: proofs.CaseAnalysis, Name: "assert", Added: []*term.Term{c.Formula}, Annotation: c.Annotation}
	switch {
	case c.Assume != nil:
		step.Name = "assume"
		n.Rest(*c.Assume)
	case c.Instance != nil:
		step.Name = "use"
		if !s.use(n, c.Instance, &step.Obligations) {
			return s.fail(b, &Failure{Reason: ReasonAssert, Status: Unknown, Formula: c.Formula, Conjunct: &c.Conjunct, Message: c.Instance.Name + " is not proved, so it cannot be used here"})
		}
	case !s.proves(b.state.PC, c.Formula, proofs.ForAssertion, &step.Obligations):
		f := &Failure{Reason: ReasonAssert, Formula: c.Formula, Conjunct: &c.Conjunct, Message: "this assertion does not hold here"}
		if c.Of != nil {
			f.Reason, f.Message, f.Uses = ReasonCut, NotHere, c.Of
		}
		f = s.fail(b, s.withAnswer(f))
		if c.Of != nil {
			f.Code = c.Call
		}
		return f
	}
	st, ok := b.state.With([]*term.Term{c.Formula})
	if !ok {
		st = b.state
		st.PC = append(st.PC[:len(st.PC):len(st.PC)], term.False)
	}
	step.Result = patternOf(st)
	n.Steps = append(n.Steps, step)
	b.state = st
	if c.Assume != nil && (!ok || s.Prune(st.PC) == rewrite.Unsatisfiable) {
		n.Dead = c.Assume
	}
	return nil
}

// use takes an instance as it is, with what its lemma rests on, if the solvers trust the
// lemma: it is an axiom, or proved. Otherwise it does not hold.
func (s *session) use(n *proofs.Node, i *Instance, ids *[]int) bool {
	lemma := i.General()
	rests, ok := s.p.opts.Grounds.Rests(lemma)
	if !ok {
		return false
	}
	n.Rest(rests...)
	goal := i.Formula()
	s.record(proofs.Obligation{Purpose: proofs.ForUse, Goal: goal, By: string(smt.Syntax), Core: &proofs.Core{
		Goal: true, By: string(smt.Syntax),
		Facts: []proofs.Used{{Fact: rests[0], Formula: lemma}},
		Uses:  []proofs.Use{{Formula: lemma, Values: i.Values, Result: goal}},
	}}, ids)
	return true
}

// outcome is one way on: a step and the state that it leads to.
type outcome struct {
	step  proofs.Step
	state *rewrite.State
}

// proceed follows the outcomes of a step: one extends the node, several split
// it. It reports whether the node is finished.
func (s *session) proceed(n *proofs.Node, b *branch, out []outcome) (bool, *Failure) {
	if len(out) == 1 {
		n.Steps = append(n.Steps, out[0].step)
		s.moved(b, out[0].state)
		return false, nil
	}
	if len(out) > 1 && s.memory.again(n, b) {
		return true, nil
	}
	s.memory.part(b, out)
	if s.goal.OnePath {
		if choices := unconditional(out); len(choices) > 0 {
			return true, s.choose(n, b, choices)
		}
	}
	joined := s.merges && len(out) > 1 && s.joins.push(out)
	for i, o := range out {
		child := *b
		s.moved(&child, o.state)
		s.branches++
		node, f := s.node(&child)
		n.Cases = append(n.Cases, &proofs.Case{Step: o.step, Node: node})
		if f != nil {
			for _, o := range out[i+1:] {
				n.Cases = append(n.Cases, &proofs.Case{Step: o.step, Node: &proofs.Node{Start: patternOf(o.state)}})
			}
			return true, f
		}
	}
	n.NoState = len(out) == 0
	if !joined {
		return true, nil
	}
	return true, s.meet(s.joins.pop())
}

// meet goes on from a join: with one pattern for all paths that can be merged. Those with
// most left to do go first, as far as others may be waiting.
func (s *session) meet(waiting []*arrival) *Failure {
	for {
		waiting = slices.DeleteFunc(waiting, func(a *arrival) bool { return s.joins.arrives(a.node, a.branch) })
		if len(waiting) == 0 {
			return nil
		}
		g, others := s.joins.gather(waiting)
		joined := len(others) > 0 && s.joins.pushAt(s.p.awaiting(g.state).Tail())
		if f := s.goOn(g); f != nil {
			return f
		}
		if waiting = others; joined {
			waiting = append(waiting, s.joins.pop()...)
		}
	}
}

// goOn proves the pattern of a group.
func (s *session) goOn(g *group) *Failure {
	if len(g.paths) == 1 {
		a := g.paths[0].arrival
		a.branch.met = true
		return s.follow(a.node, a.branch)
	}
	node := &proofs.Node{Start: patternOf(g.state)}
	for _, p := range g.paths {
		p.node.Arrives = &proofs.Arrival{At: node, Witnesses: p.witnesses}
	}
	return s.follow(node, g.branch())
}

// unconditional returns the outcomes that are possible in the whole pattern.
func unconditional(out []outcome) []outcome {
	var some []outcome
	for _, o := range out {
		if len(o.step.Added) == 0 {
			some = append(some, o)
		}
	}
	return some
}

// choose proves one of several outcomes, which is enough for one-path goals.
func (s *session) choose(n *proofs.Node, b *branch, choices []outcome) *Failure {
	var first *Failure
	for _, o := range choices {
		child := *b
		s.moved(&child, o.state)
		s.branches++
		node, f := s.node(&child)
		this := &proofs.Case{Step: o.step, Node: node}
		if f == nil {
			n.Cases = []*proofs.Case{this}
			return nil
		}
		n.Cases = append(n.Cases, this)
		if first == nil {
			first = f
		}
	}
	return first
}

func patternOf(st *rewrite.State) proofs.Pattern {
	return proofs.Pattern{Slots: st.Slots, Condition: st.PC}
}

func (s *session) limits(b *branch) *Failure {
	tell(s)
	why := ""
	switch {
	case s.ctx.Err() != nil:
		why = overdue(s.p.opts.Time)
	case b.depth > s.p.opts.Depth:
		why = fmt.Sprintf("the limit of %d steps was reached; is a loop or a recursive call without an annotation?", s.p.opts.Depth)
	case s.branches > s.most:
		s.crowded = true
		why = fmt.Sprintf("the limit of %d branches was reached", s.most)
	default:
		return nil
	}
	return s.fail(b, &Failure{Status: Unknown, Reason: ReasonLimit, Message: why})
}

// fail completes a failure with the path and what can be observed.
func (s *session) fail(b *branch, f *Failure) *Failure {
	f.State, f.At = b.state, s.at
	f.Code = s.codeOf(b, f)
	f.Path = s.places(b.path, f.Model)
	if f.Model != nil {
		f.Start = evaluated(s.goal.Program.Observe(s.goal.start, nil), f.Model)
		f.End = Now(evaluated(s.goal.Program.Observe(b.state, nil), f.Model))
	}
	return f
}

// codeOf is the place of what is stuck, or of the code for which a goal is used, unless that is
// the code that the goal is about: of a call, not of a loop.
func (s *session) codeOf(b *branch, f *Failure) source.Span {
	k := s.p.space.K
	switch {
	case k < 0:
	case f.Reason == ReasonStuck, f.Reason == ReasonUndecided, f.Reason == ReasonRefused:
		return CodeOf(s.goal.Program.Locate, b.state.Slots[k])
	case f.Uses != nil:
		place := rewrite.Position(b.state.Slots[k].Head())
		if place != 0 && place != rewrite.Position(f.Uses.Claim.Left[k].Term.Head()) {
			return s.goal.Program.Locate(place)
		}
	}
	return source.Span{}
}

// CodeOf is the place of the first piece of a computation that has one in the program; zero:
// none has.
func CodeOf(locate func(pos int32) source.Span, computation *term.Term) source.Span {
	for t := computation; t != term.DotK; t = t.Tail() {
		if place := rewrite.Position(t.Head()); place != 0 {
			if at := locate(place); !at.IsZero() {
				return at
			}
		}
	}
	return source.Span{}
}

func evaluated(obs []Observation, model map[*term.Variable]*term.Term) []Observation {
	for i := range obs {
		obs[i] = obs[i].Under(model)
	}
	return obs
}

// places turns a path into source spans, first place first. Where several have met it
// follows the one that the model takes.
func (s *session) places(p *path, model term.Substitution) []source.Span {
	var out []source.Span
	p.back(model, func(p *path) bool {
		if sp := s.goal.Program.Locate(p.pos); !sp.IsZero() {
			out = append(out, sp)
		}
		return true
	})
	slices.Reverse(out)
	return out
}

// back calls f for what was passed, the latest first, on the way that a model takes, until it returns false.
func (p *path) back(model term.Substitution, f func(*path) bool) {
	for ; p != nil; p = p.before {
		for p != nil && len(p.ways) > 0 {
			i := max(0, slices.IndexFunc(p.ways, func(w way) bool { return w.taken(model) }))
			p = p.ways[i].path
		}
		if p == nil || !f(p) {
			return
		}
	}
}
