package annotate

import (
	"slices"

	"rlv/annotate/alias"
	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/passage"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// again says why it cannot be told to which run of the home a state belongs; "" if it can.
func (u *unit) again(h *attach.Home) string {
	return u.c.layout.Again(h, u.c.recursive[h.Procedure] != 0)
}

// watch follows a path of a unit: it knows in which states the homes that were
// passed began, and in which those labels were passed that lie in these runs of them.
type watch struct {
	u      *unit
	passed *passage.Passage
	// from is the position mark of what its path comes from, where that is no state.
	from int32
}

// Watches implements prover.Watch.
func (w *watch) Watches(pos int32) bool {
	lay := w.u.c.layout
	return lay.Points[pos] != nil || lay.Beginnings[pos] != nil || lay.Iterated(pos) != nil
}

// Meet implements prover.Watch.
func (w *watch) Meet(other prover.Watch) prover.Watch {
	if both := w.passed.And(other.(*watch).passed); both != w.passed {
		return &watch{w.u, both, w.from}
	}
	return w
}

// Apart implements prover.Watch.
func (w *watch) Apart(computation *term.Term, one, other int32) bool {
	lay := w.u.c.layout
	return term.Some(computation, func(t *term.Term) bool {
		pos := t.Pos()
		return pos != 0 && w.Watches(pos) && lay.IsNew(one, pos) != lay.IsNew(other, pos)
	})
}

// Mentions implements prover.Watch.
func (w *watch) Mentions(v *term.Variable) bool {
	for p := w.passed; p != nil; p = p.Before {
		if slices.ContainsFunc(p.State.Slots, func(t *term.Term) bool { return term.Occurs(v, t) }) || slices.ContainsFunc(p.State.PC, func(t *term.Term) bool { return term.Occurs(v, t) }) {
			return true
		}
	}
	return false
}

// past is the watch behind a state; before is the position mark of the one that
// it came from.
func (w *watch) past(before int32, st *rewrite.State) *watch {
	lay, passed := w.u.c.layout, w.passed
	pos := st.Slots[w.u.c.K].Head().Pos()
	here := func() *rewrite.State { return &rewrite.State{Slots: slices.Clone(st.Slots), PC: st.PC} }
	for _, h := range lay.Beginnings[pos] {
		if lay.IsNew(before, pos) {
			passed = &passage.Passage{Before: passed.Without(func(l passage.Landmark) bool { return l.IsIn(lay, h) }), At: passage.Landmark{Home: h}, State: here()}
		}
	}
	if l := w.u.c.loopOnTop(st); l != nil {
		passed = passed.Without(func(m passage.Landmark) bool { return m.Loop == l && (!m.Entry || lay.IsNew(before, pos)) })
	}
	if l := lay.Iterated(pos); l != nil && passed.Of(passage.Landmark{Loop: l}) == nil {
		passed = &passage.Passage{Before: passed, At: passage.Landmark{Loop: l}, State: here()}
	}
	for _, a := range lay.PointsOn(before, pos) {
		if a.Key == syntax.Label {
			passed = &passage.Passage{Before: passed.Without(func(l passage.Landmark) bool { return l.Label == a }), At: passage.Landmark{Label: a}, State: here()}
		}
	}
	if passed == w.passed {
		return w
	}
	return &watch{w.u, passed, w.from}
}

// old is the scope of old(e) in an annotation; its second result says why there
// is none.
func (w *watch) old(r *meaning.Reader, at source.Span) (*meaning.Scope, string) {
	return w.u.oldAt(r, at, w.passed)
}

// oldAt is the scope of old(e) at a place that is come to in a unit: the
// beginning of its home, which for the unit's own is that of the unit.
func (u *unit) oldAt(r *meaning.Reader, at source.Span, passed *passage.Passage) (*meaning.Scope, string) {
	h := u.c.layout.HomeOf(at)
	switch {
	case h == nil:
		return nil, "it lies in no function and between no pre and post"
	case u.again(h) != "":
		return nil, u.again(h)
	case h == u.home && u.old != nil: // which is read with the reader at hand: goals are proved beside each other
		old := *u.old
		old.Reader, old.Old = r, &old
		return &old, ""
	case h == u.home:
		return nil, ""
	}
	if began := passed.Of(passage.Landmark{Home: h}); began != nil {
		s := &meaning.Scope{Reader: r, State: u.c.WithK(began, term.DotK)}
		s.Old = s
		return s, ""
	}
	why := "here it is executed as a part of " + u.name + ", and what it began with is not known behind the head of a loop"
	if h.IsProcedure() && !h.Procedure.HasContract() {
		why += "; give the function a contract"
	}
	return nil, why
}

// scopeAt is the scope of an assertion or assumption in a state of the path.
func (w *watch) scopeAt(r *meaning.Reader, a *syntax.Annotation, st *rewrite.State) *meaning.Scope {
	s := &meaning.Scope{Reader: r, State: st}
	s.Old, s.NoOld = w.old(r, a.Span)
	s.At = func(name string) (*meaning.Scope, string) {
		_, then, why := w.u.labelled(name, a.Span, w.passed)
		if then == nil {
			return nil, why
		}
		return &meaning.Scope{Reader: r, State: w.u.c.WithK(then, term.DotK), Old: s.Old, NoOld: s.NoOld, At: s.At}, ""
	}
	return s
}

// labelled is the point that an annotation at a place means, and the state in which a path last
// passed it; nil, and why there is none.
func (u *unit) labelled(name string, at source.Span, passed *passage.Passage) (passage.Landmark, *rewrite.State, string) {
	point, ok := passage.Named(u.c.layout, name, at)
	why := u.again(u.c.layout.HomeOf(at))
	switch then := passed.Of(point); {
	case !ok && (name == attach.LoopCurrent || name == attach.LoopEntry):
		return point, nil, "no loop is around this"
	case !ok:
		return point, nil, "no label here is called " + name
	case why != "":
		return point, nil, why
	case then == nil:
		return point, nil, "some path comes here that has not passed " + name + ", or has passed it in a loop with an invariant"
	default:
		return point, then, ""
	}
}

// Recall implements prover.Watch.
func (w *watch) Recall(v *term.Variable, st *rewrite.State, values term.Substitution) *term.Term {
	m, ok := w.u.c.remembered[v]
	if !ok {
		return nil
	}
	return m.Recall(v, w.passed, st, values)
}

// Reach implements prover.Watch.
func (w *watch) Reach(before int32, st *rewrite.State) (prover.Watch, []prover.Check) {
	if before == 0 {
		before = w.from
	}
	next := w.past(before, st)
	pos := st.Slots[w.u.c.K].Head().Pos()
	var out []prover.Check
	for _, h := range w.u.c.layout.Beginnings[pos] {
		if h != w.u.home && h.IsProcedure() && w.u.c.layout.IsNew(before, pos) {
			out = append(out, w.asked(h.Procedure, before, st)...)
		}
	}
	for _, a := range w.u.c.layout.PointsOn(before, pos) {
		out = append(out, next.checks(a, st)...)
	}
	return next, out
}

// asked are the conditions of a procedure that is executed in the unit, as its contract does not cover the call, in the state
// where it begins: its precondition holds there, but for what relates pointers into different arrays.
func (w *watch) asked(p *attach.Procedure, call int32, st *rewrite.State) []prover.Check {
	of := w.u.c.contract[p]
	if len(of) == 0 {
		return nil
	}
	s := &meaning.Scope{Reader: w.u.c.Silently(), State: st}
	s.Old = s
	clauses, problems := s.Clauses(alias.Asked(s, p.Pre))
	for _, d := range problems {
		clauses = append(clauses, meaning.Clause{Formula: term.False, Span: d.Span, Text: "is defined: " + d.Span.Text(), Found: true})
	}
	var out []prover.Check
	for _, c := range meaning.ConjunctsOf(clauses...) {
		out = append(out, prover.Check{Conjunct: c, Annotation: c.Span, Of: of[0].goal, Call: w.u.c.Program.Span(call)})
	}
	return out
}

// checks are the conditions of one assertion, assumption or use of a lemma in a state.
func (w *watch) checks(a *syntax.Annotation, st *rewrite.State) []prover.Check {
	clauses, problems := w.scopeAt(w.u.c.Silently(), a, st).Clauses([]*syntax.Annotation{a})
	var out []prover.Check
	for _, cl := range clauses {
		out = append(out, prover.Check{Conjunct: meaning.ConjunctsOf(cl)[0], Annotation: a.Span, Assume: assumption(a), Instance: cl.Instance})
	}
	switch {
	case len(problems) > 0:
		// Not readable in this state: it must not pass for true.
		return []prover.Check{{Conjunct: prover.Conjunct{Formula: term.False, Span: a.Span, Text: problems[0].Message, Found: true}, Annotation: a.Span}}
	case len(out) == 0: // it says nothing, but it was reached
		out = []prover.Check{{Conjunct: prover.Conjunct{Formula: term.True, Span: a.Span, Text: a.OneLine()}, Annotation: a.Span, Assume: assumption(a)}}
	}
	return out
}
