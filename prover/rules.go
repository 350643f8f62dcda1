package prover

import (
	"fmt"
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// implication tries the rule Implication: the pattern implies the goal's right
// side. It returns the closing, or, if the configuration has the form of the
// right side but a condition does not follow, that as a failure to report if
// the search ends here.
func (s *session) implication(b *branch) (*proofs.Closing, *Failure) {
	var miss *Failure
	var matches []*rewrite.Match
	for _, t := range s.goal.targets {
		matches = append(matches, t.Matches(s.lattice(), b.state.Slots)...)
	}
	if len(matches) == 0 {
		return nil, s.misfit(b)
	}
	for _, m := range matches {
		if m.Undecided != "" {
			continue
		}
		witnesses := placeholders(m)
		conditions := m.Conditions()
		for i, c := range conditions {
			conditions[i].Source = s.goal.Ensured(m.Program.Rule, c.Source)
		}
		closing, f := s.closes(b, conditions, witnesses)
		if closing != nil {
			closing.Witnesses = s.values(m, witnesses)
			return closing, nil
		}
		if miss == nil {
			miss = f
		}
	}
	return nil, miss
}

// values are those of the existentials of the right side, as a match and what was found of
// what it left open say; of those that were left to the solver there are none.
func (s *session) values(m *rewrite.Match, open term.Substitution) term.Substitution {
	if !s.p.opts.KeepTrees {
		return nil
	}
	found, out := term.Substitution{}, term.Substitution{}
	for v, t := range open {
		if t != nil {
			found[v] = t
		}
	}
	matched := m.Substitution()
	for _, v := range s.goal.Claim.Existentials {
		if t := found.Apply(matched.Apply(v.Term())); !mentionsOpen(t, open) && !term.Occurs(v, t) {
			out[v] = t
		}
	}
	return out
}

// misfit describes the first cell that is not as the right side has it, where the computation
// is; nil if that is not.
func (s *session) misfit(b *branch) *Failure {
	k := s.p.engine.Definition.Layout.K
	var wrong *compile.Slot
	for i, p := range s.goal.slots {
		slot := &s.goal.Claim.Right[i]
		fits := slices.ContainsFunc(p.Matches(s.lattice(), b.state.Slots), func(m *rewrite.Match) bool { return m.Undecided == "" })
		switch {
		case !fits && (slot.Index == k || k < 0):
			return nil
		case !fits && wrong == nil:
			wrong = slot
		}
	}
	if wrong == nil {
		return nil
	}
	if s.goal.Found {
		return s.fail(b, ending{s, b}.outsideFrame(&Failure{Status: Failed, Reason: ReasonForm}))
	}
	name := s.p.engine.Definition.Layout.Slots[wrong.Index].Name
	return s.fail(b, &Failure{Status: Failed, Reason: ReasonForm, Message: fmt.Sprintf(
		"the computation ends as the right side says, but the cell <%s> holds %s, not %s", name, b.state.Slots[wrong.Index], wrong.Term)})
}

func (s *session) lattice() *term.Lattice { return s.p.engine.Definition.Lattice }

// placeholders binds the existentials that matching leaves open to new
// variables, which are to be found.
func placeholders(m *rewrite.Match) term.Substitution {
	out := term.Substitution{}
	for _, o := range m.Open {
		out[o.Value] = nil
	}
	for _, v := range m.Unbound() {
		ph := term.Fresh(v.Name, v.Sort)
		m.Bind(v, ph)
		out[ph.Variable()] = nil
	}
	return out
}

// closes proves the conditions of an implication, finding values for the open
// existentials from equations, and leaving the others to the solver.
func (s *session) closes(b *branch, conditions []rewrite.Condition, open term.Substitution) (*proofs.Closing, *Failure) {
	s.answers = nil
	conds := s.simplifyAll(b.state.PC, formulas(conditions))
	s.solveWitnesses(conds, open)
	closing := &proofs.Closing{Obligations: s.answers}
	pc := b.state.PC
	pc = s.together(pc, conds, open, proofs.ForImplication, &closing.Obligations)
	var loose []*term.Term
	var looseSource *term.Term
	for i, c := range conds {
		if mentionsOpen(c, open) {
			loose = append(loose, c)
			looseSource = conditions[i].Source
			continue
		}
		if !s.proves(pc, c, proofs.ForImplication, &closing.Obligations) {
			f := s.missed(b, c, conditions[i].Source)
			if conditions[i].Source != nil { // the others are about a state that is as it must be
				f.unasked = &unasked{pc, conds[i+1:], conditions[i+1:], open, s.goal.Goal}
			}
			return nil, f
		}
		pc = withProved(pc, c)
	}
	if len(loose) > 0 {
		c := quantify(term.And(loose...), open)
		if !s.proves(pc, c, proofs.ForImplication, &closing.Obligations) {
			return nil, s.missed(b, c, looseSource)
		}
	}
	return closing, nil
}

// together proves in one question the conditions that are simple, if there are
// several, and returns the path condition with them: most often all hold. What it
// does not prove is left to be proved one by one.
func (s *session) together(pc, conds []*term.Term, open term.Substitution, purpose proofs.Purpose, ids *[]int) []*term.Term {
	var simple []*term.Term
	for _, c := range conds {
		if !c.HasBinders() && c != term.True && c != term.False && !rewrite.Holds(pc, c) && !mentionsOpen(c, open) && isArithmetic(c) {
			simple = append(simple, c)
		}
	}
	if len(simple) < 2 || !s.provesQuickly(pc, term.And(simple...), purpose, ids) {
		return pc
	}
	return append(pc[:len(pc):len(pc)], simple...)
}

// isArithmetic reports whether no function occurs that only definitions, lemmas and
// axioms know, and no element of an array, of which quantified facts speak:
// conditions with those are best proved one after the other.
func isArithmetic(c *term.Term) bool {
	plain := true
	term.Walk(c, func(t *term.Term) bool {
		if sym := t.Symbol(); sym != nil && sym.Class == term.Function && (sym.Hook == "" || sym == term.ArraySelect) {
			plain = false
		}
		return plain
	})
	return plain
}

// withProved adds a condition that was proved to what later ones are proved
// from, if it is an application of a function that only axioms, definitions and
// lemmas know: they may be about it.
func withProved(pc []*term.Term, c *term.Term) []*term.Term {
	if s := c.Symbol(); s == nil || s.Class != term.Function || s.Hook != "" || c.HasBinders() {
		return pc
	}
	return append(pc[:len(pc):len(pc)], c)
}

func formulas(cs []rewrite.Condition) []*term.Term {
	out := make([]*term.Term, len(cs))
	for i, c := range cs {
		out[i] = c.Formula
	}
	return out
}

// solveWitnesses replaces open existentials by values that equations give.
func (s *session) solveWitnesses(conds []*term.Term, open term.Substitution) {
	for progress := true; progress; {
		progress = false
		for v, value := range open {
			if value != nil {
				continue
			}
			for _, c := range conds {
				t := term.SolveFor(c, v)
				if t == nil || !s.lattice().Leq(t.Sort(), v.Sort) {
					continue
				}
				open[v] = t
				one := term.Substitution{v: t}
				for i := range conds {
					conds[i] = one.Apply(conds[i])
				}
				for w, u := range open {
					if u != nil && w != v {
						open[w] = one.Apply(u)
					}
				}
				progress = true
				break
			}
		}
	}
}

func mentionsOpen(c *term.Term, open term.Substitution) bool {
	for v, value := range open {
		if value == nil && term.Occurs(v, c) {
			return true
		}
	}
	return false
}

func quantify(c *term.Term, open term.Substitution) *term.Term {
	for _, v := range term.Vars(c) {
		if value, ok := open[v]; ok && value == nil {
			c = term.Apply(term.Exists, v.Term(), c)
		}
	}
	return c
}

// missed describes a condition of the right side that does not follow.
func (s *session) missed(b *branch, c, original *term.Term) *Failure {
	f := &Failure{Reason: ReasonNotImplied, Formula: c, Conjunct: s.goal.ConjunctOf(original),
		Message: "this does not follow where the goal's right side is reached"}
	if f.Conjunct != nil && f.Conjunct.Measure {
		f.Reason, f.Message = ReasonVariant, NoDecrease
	}
	f = s.withAnswer(f)
	if original == nil && s.goal.Found { // a cell that must be as on the left
		f = ending{s, b}.outsideFrame(f)
	}
	return s.fail(b, f)
}

// withAnswer sets the status and the counterexample from the last query.
func (s *session) withAnswer(f *Failure) *Failure {
	a := s.last
	if a.Result != smt.Sat {
		f.Status = Unknown
		f.Asked = a.Words()
		return f
	}
	f.Status, f.Model, f.Spurious, f.Abstract = Refuted, a.Model, a.Approximate, a.Approximate
	if f.Spurious {
		f.Status = Failed
	}
	return f
}

// hypothesis tries the rule CircularHypothesis with every goal of the set that may
// cover the pattern, those first whose left side has its form whatever values are the same. It
// returns nil outcomes if none covers the pattern.
func (s *session) hypothesis(b *branch) ([]outcome, *Failure) {
	var first *Failure // of a goal that should apply; another one may
	type use struct {
		h *prepared
		m *rewrite.Match
	}
	var later []use
	try := func(u use) []outcome {
		out, f := s.apply(b, u.h, u.m)
		if out == nil && first == nil {
			first = f
		}
		return out
	}
	for h := range s.p.hypotheses.covering(s.goal.Goal, b.state) {
		if h.OnePath && !s.goal.OnePath || h.NotAHypothesis || !h.isAbout(s.p.space.K, b.state) {
			continue
		}
		for _, m := range h.use.Matches(s.lattice(), b.state.Slots) {
			switch {
			case m.Undecided != "":
			case len(m.Equations) > 0:
				later = append(later, use{h, m})
			default:
				if out := try(use{h, m}); out != nil {
					return out, nil
				}
			}
		}
	}
	for _, u := range later {
		if out := try(u); out != nil {
			return out, nil
		}
	}
	if first != nil {
		return nil, first
	}
	if why := s.goal.Program.Refuse(b.state); why != "" {
		return nil, s.fail(b, &Failure{Status: Failed, Reason: ReasonRefused, Message: why})
	}
	return nil, nil
}

// isAbout reports whether a goal may be meant for the code on top of a state: one that is made
// of annotations is not for equal code at another place, which has its own.
func (h *prepared) isAbout(k int, st *rewrite.State) bool {
	if !h.Found || k < 0 {
		return true
	}
	place := rewrite.Position(h.start.Slots[k].Head())
	return place == 0 || place == rewrite.Position(st.Slots[k].Head())
}

// maxSplits bounds the case splits for hypotheses on one branch.
const maxSplits = 16

// apply uses a goal whose left side matches. If its conditions follow, it
// covers the pattern (Definition 14 of the paper). If they may hold or not, the
// cases are split, unless the goal stands for an annotation: then it must hold.
func (s *session) apply(b *branch, h *prepared, m *rewrite.Match) ([]outcome, *Failure) {
	if len(m.Equations) > 0 && s.Prune(b.state.PC, m.Equations...) == rewrite.Unsatisfiable {
		return nil, nil // it only looks as if it matched
	}
	conditions := s.hypothesisConditions(b, m, h)
	conds := s.simplifyAll(b.state.PC, formulas(conditions))
	var used []int
	var open []*term.Term
	pc := b.state.PC
	if h.Cut {
		pc = s.together(pc, conds, nil, proofs.ForCover, &used)
	}
	for i, c := range conds {
		if s.proves(pc, c, proofs.ForCover, &used) {
			continue
		}
		if h.Cut {
			f := &Failure{Reason: ReasonCut, Formula: c, Conjunct: h.ConjunctOf(conditions[i].Source), Uses: h.Goal,
				Message: NotHere, unasked: &unasked{pc, conds[i+1:], conditions[i+1:], nil, h.Goal}}
			return nil, s.fail(b, s.withAnswer(f))
		}
		open = append(open, c)
	}
	if len(open) == 0 {
		return s.covered(b, b.state, h, m, used)
	}
	if b.splits >= maxSplits || s.Prune(b.state.PC, open...) == rewrite.Unsatisfiable || s.last.Result != smt.Sat {
		return nil, nil
	}
	return s.split(b, h, m, open, used)
}

// covered is the outcome of using h in a state that it covers, in each of its ways; there is
// none if its right side contradicts the path condition.
func (s *session) covered(b *branch, st *rewrite.State, h *prepared, m *rewrite.Match, used []int) ([]outcome, *Failure) {
	kind, f := s.decreases(b, st, h, m, &used)
	if f != nil {
		return nil, f
	}
	s.noteUse(h.Goal, kind)
	if f := s.keeps(b, st, h, m, &used); f != nil {
		return nil, f
	}
	s.stats.Uses++
	out := []outcome{}
	InEach(h.Ways(), m, func() {
		if o, ok := s.result(st, h, m); ok {
			o.step.Use = kind.String()
			out = append(out, o)
		}
	})
	if h.Trusted {
		fact := proofs.Fact{Kind: proofs.TrustedClaim, Text: h.Name, Span: h.Span}
		s.at.Rest(fact)
		if !slices.ContainsFunc(out, func(o outcome) bool { return s.Prune(o.state.PC) != rewrite.Unsatisfiable }) {
			s.at.Dead, out = &fact, []outcome{}
		}
	}
	if len(out) > 0 {
		out[0].step.Obligations = used
	}
	return out, nil
}

// keeps checks, where a goal is used in its own proof, that what it must keep is as it
// was at the start.
func (s *session) keeps(b *branch, st *rewrite.State, h *prepared, m *rewrite.Match, used *[]int) *Failure {
	if h != s.goal || len(h.Keeps) == 0 {
		return nil
	}
	now := m.Substitution()
	for _, v := range h.Keeps {
		same := term.Eq(v.Term(), now.Apply(v.Term()))
		if !s.proves(st.PC, same, proofs.ForFrame, used) {
			f := s.withAnswer(&Failure{Reason: ReasonForm, Formula: same})
			f.Message, f.Conjunct = h.Frame, h.listed()
			return s.fail(b, f)
		}
	}
	return nil
}

// split uses h where the open conditions hold and leaves the rest.
func (s *session) split(b *branch, h *prepared, m *rewrite.Match, open []*term.Term, used []int) ([]outcome, *Failure) {
	b.splits++
	out := []outcome{}
	if st, ok := b.state.With(open); ok {
		var f *Failure
		if out, f = s.covered(b, st, h, m, used); f != nil {
			return nil, f
		}
		for i := range out {
			out[i].step.Added = append(out[i].step.Added, open...)
		}
	}
	not := term.Not(term.And(open...))
	if st, ok := b.state.With(term.Conjuncts(nil, not)); ok {
		out = append(out, outcome{step: proofs.Step{Rule: proofs.CaseAnalysis, Name: "rest", Added: []*term.Term{not}, Result: patternOf(st)}, state: st})
	}
	return out, nil
}

// hypothesisConditions instantiates the conditions of a goal used as
// hypothesis. Variables that only its conditions mention may have any value:
// the ones that the equations among them determine are taken.
func (s *session) hypothesisConditions(b *branch, m *rewrite.Match, h *prepared) []rewrite.Condition {
	existential := map[*term.Variable]bool{}
	for _, v := range h.Claim.Existentials {
		existential[v] = true
	}
	open := term.Substitution{}
	same := term.Substitution{}
	rigid := term.Substitution{}
	for _, o := range m.Open {
		if h.Rigid[o.Variable] {
			rigid[o.Value] = o.Variable.Term()
		} else {
			open[o.Value], same[o.Value] = nil, o.Variable.Term()
		}
	}
	m.Refine(rigid)
	for _, v := range m.Unbound() {
		if h.Rigid[v] && !existential[v] {
			m.Bind(v, v.Term())
			continue
		}
		if t := s.recalled(b, v); t != nil {
			m.Bind(v, t)
			continue
		}
		ph := term.Fresh(v.Name, v.Sort)
		m.Bind(v, ph)
		if !existential[v] {
			open[ph.Variable()], same[ph.Variable()] = nil, v.Term()
		}
	}
	conditions := m.Conditions()
	if len(open) == 0 {
		return conditions
	}
	conds := formulas(conditions)
	s.solveWitnesses(conds, open)
	for v, t := range open {
		if t != nil {
			continue
		}
		// Any value will do: the variable itself is right where both goals speak
		// of the same state.
		one := term.Substitution{v: same[v]}
		for i := range conds {
			conds[i] = one.Apply(conds[i])
		}
		for w, u := range open {
			if u != nil {
				open[w] = one.Apply(u)
			}
		}
		open[v] = same[v]
	}
	m.Refine(open)
	for i := range conditions {
		conditions[i].Formula = conds[i]
	}
	return conditions
}

// recalled is what a variable of a hypothesis stands for by what the path has passed, or in a
// goal that speaks of it itself; nil: that is not known.
func (s *session) recalled(b *branch, v *term.Variable) *term.Term {
	if b.watch == nil {
		return nil
	}
	t := b.watch.Recall(v, b.state, nil)
	if t != nil && slices.ContainsFunc(s.goal.Claim.Requires, func(f *term.Term) bool { return term.Occurs(v, f) }) {
		return v.Term()
	}
	return t
}

// result is the state after using h.
func (s *session) result(from *rewrite.State, h *prepared, m *rewrite.Match) (outcome, bool) {
	added := s.simplifyAll(from.PC, m.Ensures())
	next := *from
	next.Slots = m.Result(from.Slots)
	st, ok := next.With(added)
	step := proofs.Step{Rule: proofs.CircularHypothesis, Name: h.Name, Added: added, Span: s.goal.Program.Locate(from.Pos)}
	if !ok {
		return outcome{}, false
	}
	step.Substitution = m.Substitution()
	step.Result = patternOf(st)
	return outcome{step: step, state: st}, true
}

// step tries the rule SymbolicStep: all successors, which must cover the
// pattern.
func (s *session) step(b *branch) ([]outcome, *Failure) {
	s.answers = nil
	s.open = b.miss != nil && (b.miss.Reason == ReasonNotImplied || b.miss.Reason == ReasonVariant)
	d := s.p.engine.DeriveIn(b.state, s, s.goal.orders)
	s.open = false
	s.stats.Steps++
	if len(d.Undecided) > 0 {
		if b.miss != nil {
			return nil, b.miss
		}
		if f := (ending{s, b}).otherResult(); f != nil {
			return nil, s.fail(b, f)
		}
		if b.strayed != nil && s.isUnknown(b.state) {
			return nil, b.strayed
		}
		return nil, s.undecided(b, d.Undecided[0])
	}
	if d.Uncovered != nil {
		if b.miss != nil {
			return nil, b.miss
		}
		return nil, s.stuck(b, d)
	}
	out := make([]outcome, 0, len(d.Successors))
	for _, succ := range d.Successors {
		out = append(out, outcome{step: s.stepOf(succ, b), state: succ.State})
	}
	if len(out) > 0 {
		out[0].step.Obligations, out[0].step.LeftOut = s.answers, s.leftOut(b.state.PC, d.LeftOut)
	}
	return out, nil
}

// isUnknown reports whether nothing is known of the computation of a state: the code that the goal is about is done.
func (s *session) isUnknown(st *rewrite.State) bool {
	k := s.p.space.K
	return k >= 0 && st.Slots[k].IsVar()
}

// leftOut notes with each rule that leads nowhere the obligation that shows it.
func (s *session) leftOut(pc []*term.Term, rules []rewrite.LeftOut) []proofs.LeftOut {
	if !s.p.opts.Certify {
		return nil
	}
	var out []proofs.LeftOut
	for _, l := range rules {
		conds := term.Conjuncts(nil, term.And(l.Conds...))
		i := slices.IndexFunc(s.answers, func(id int) bool {
			h := s.obligations[id].Hypotheses
			return len(h) >= len(pc)+len(conds) && slices.EqualFunc(h[len(pc):len(pc)+len(conds)], conds, term.Equal)
		})
		var ids []int
		if i >= 0 {
			ids = s.answers[i : i+1]
		} else {
			s.record(proofs.Obligation{Purpose: proofs.ForStep, Hypotheses: slices.Concat(pc, conds), Goal: term.False, By: string(smt.Syntax)}, &ids)
		}
		out = append(out, proofs.LeftOut{Rule: l.Rule.Label, Condition: l.Conds, Obligation: ids[0]})
	}
	return out
}

func (s *session) stepOf(succ rewrite.Successor, b *branch) proofs.Step {
	step := proofs.Step{Rule: proofs.SymbolicStep, Name: succ.Rule.Label, Added: succ.Conds, Span: s.goal.Program.Locate(b.state.Pos), Result: patternOf(succ.State)}
	if s.p.opts.KeepTrees {
		step.Substitution = succ.Match.Substitution()
	}
	return step
}

func (s *session) undecided(b *branch, u rewrite.Undecided) *Failure {
	return s.fail(b, &Failure{Status: Unknown, Reason: ReasonUndecided, Because: u.Reason,
		Message: fmt.Sprintf("it cannot be told whether the rule %s applies: %s", ruleName(u.Entry.Rule()), u.Reason)})
}

func ruleName(r *compile.Rule) string {
	if r.Label != "" {
		return r.Label
	}
	return r.Span.String()
}

// stuck describes a state that no rule covers.
func (s *session) stuck(b *branch, d *rewrite.Derivative) *Failure {
	f := &Failure{Reason: ReasonStuck, Formula: term.And(d.Uncovered...), Message: s.stuckMessage(b.state)}
	if d.Because != "" {
		f.Message = "the program is stuck: " + d.Because
	}
	s.Decide(b.state.PC, d.Uncovered...)
	return s.fail(b, s.withAnswer(f))
}

func (s *session) stuckMessage(st *rewrite.State) string {
	k := s.p.engine.Definition.Layout.K
	switch waiting := s.p.engine.Waiting(st.Slots); {
	case k < 0 && len(waiting) > 0:
		return fmt.Sprintf("no rule applies to %s: the program is stuck", source.Shorten(waiting[0].K.Head().String(), maxQuoted))
	case k < 0, st.Slots[k] == term.DotK:
		return "the program ends without reaching the goal's right side"
	}
	return fmt.Sprintf("no rule applies to %s: the program is stuck", source.Shorten(st.Slots[k].Head().String(), maxQuoted))
}

// maxQuoted is how many characters of a computation a message quotes.
const maxQuoted = 80
