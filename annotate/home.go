package annotate

import (
	"slices"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// home is a part of the program to whose beginning old(e) leads back: a
// procedure, or the statements of a fragment.
type home struct {
	span      source.Span
	procedure *procedure // that it is, or lies in; nil: none
}

// again says why one run of the home may begin while another one goes on, so that
// it cannot be told by what has been passed which one a state belongs to; "" if it
// cannot. Calls of a procedure with a contract are not followed where it calls
// itself.
func (h *home) again(c *compiler) string {
	switch {
	case h.procedure == nil:
	case c.recursive[h.procedure] != 0 && !h.procedure.hasContract():
		return "the function calls itself and has no contract, so it is not known to which call old belongs"
	case c.computesCalls():
		return "it is not known what is called, so neither to which call old belongs"
	}
	return ""
}

// computesCalls says that some call is not of a function of the program by its
// name: it may be of any.
func (c *compiler) computesCalls() bool {
	return slices.ContainsFunc(c.Shape.Called(c.Program.Term), func(name *term.Term) bool {
		return !slices.ContainsFunc(c.layout.procedures, func(p *procedure) bool { return term.Equal(p.name, name) })
	})
}

// findHomes lists the homes of the program.
func (c *compiler) findHomes() {
	l := c.layout
	add := func(span source.Span, p *procedure, begins ...*term.Term) *home {
		h := &home{span, p}
		l.homes = append(l.homes, h)
		for _, t := range begins {
			if t.Pos() != 0 {
				l.beginnings[t.Pos()] = append(l.beginnings[t.Pos()], h)
			}
		}
		return h
	}
	for _, p := range l.procedures {
		p.home = add(p.span, p, append(c.sequencesIn(p.body), p.body)...)
	}
	for _, f := range l.fragments {
		if f.group == nil {
			continue
		}
		span := source.Span{File: c.Program.File, Start: f.start, End: f.end}
		var in *procedure
		if h := c.homeOf(span); h != nil {
			in = h.procedure
		}
		f.home = add(span, in, f.group.statements[f.from])
	}
}

// sequencesIn are the statements that a body is, where they stand in brackets:
// rules may put them on top without the brackets.
func (c *compiler) sequencesIn(body *term.Term) []*term.Term {
	var out []*term.Term
	term.Children(body, func(t *term.Term) {
		if c.Shape.IsSequence(t) {
			out = append(out, t)
		}
	})
	return out
}

// homeOf returns the innermost home around a place; nil: it lies in none.
func (c *compiler) homeOf(at source.Span) *home {
	var best *home
	for _, h := range c.layout.homes {
		if h.span.Start <= at.Start && at.End <= h.span.End && (best == nil || h.span.End-h.span.Start < best.span.End-best.span.Start) {
			best = h
		}
	}
	return best
}

// watch follows a path of a unit: it knows in which states the homes that were
// passed began.
type watch struct {
	c      *compiler
	u      *unit
	passed *passage
}

// passage is the last beginning of a home on a path.
type passage struct {
	before *passage
	home   *home
	state  *rewrite.State
}

// Watches implements prover.Watch.
func (w *watch) Watches(pos int32) bool {
	return w.c.layout.points[pos] != nil || w.c.layout.beginnings[pos] != nil
}

// past is the watch behind a state; before is the position mark of the one that
// it came from.
func (w *watch) past(before int32, st *rewrite.State) *watch {
	next := w
	pos := st.Slots[w.c.K].Head().Pos()
	for _, h := range w.c.layout.beginnings[pos] {
		if w.c.isNew(before, pos) {
			began := &rewrite.State{Slots: slices.Clone(st.Slots), PC: st.PC}
			next = &watch{w.c, w.u, &passage{next.passed.without(h), h, began}}
		}
	}
	return next
}

// without leaves out what is known of a home: a later beginning counts.
func (p *passage) without(h *home) *passage {
	switch {
	case p == nil:
		return nil
	case p.home == h:
		return p.before
	}
	if rest := p.before.without(h); rest != p.before {
		return &passage{rest, p.home, p.state}
	}
	return p
}

// old is the scope of old(e) in an annotation; its second result says why there
// is none.
func (w *watch) old(r *meaning.Reader, at source.Span) (*meaning.Scope, string) {
	return w.c.oldAt(r, w.u, at, w.passed)
}

// oldAt is the scope of old(e) at a place that is come to in a unit: the
// beginning of its home, which for the unit's own is that of the unit.
func (c *compiler) oldAt(r *meaning.Reader, u *unit, at source.Span, passed *passage) (*meaning.Scope, string) {
	h := c.homeOf(at)
	switch {
	case h == nil:
		return nil, "it lies in no function and between no pre and post"
	case h.again(c) != "":
		return nil, h.again(c)
	case h == u.home:
		return u.old, ""
	}
	for p := passed; p != nil; p = p.before {
		if p.home == h {
			s := &meaning.Scope{Reader: r, State: c.WithK(p.state, term.DotK)}
			s.Old = s
			return s, ""
		}
	}
	why := "here it is executed as a part of " + u.name + ", and what it began with is not known behind the head of a loop"
	if h.procedure != nil && h == h.procedure.home && !h.procedure.hasContract() {
		why += "; give the function a contract"
	}
	return nil, why
}

// scopeAt is the scope of an assertion or assumption in a state of the path.
func (w *watch) scopeAt(r *meaning.Reader, a *syntax.Annotation, st *rewrite.State) *meaning.Scope {
	s := &meaning.Scope{Reader: r, State: st}
	s.Old, s.NoOld = w.old(r, a.Span)
	return s
}

// Reach implements prover.Watch.
func (w *watch) Reach(before int32, st *rewrite.State) (prover.Watch, []prover.Check) {
	next := w.past(before, st)
	var out []prover.Check
	for _, a := range w.c.pointsOn(before, st) {
		out = append(out, next.checks(a, st)...)
	}
	return next, out
}

// checks are the conditions of one assertion or assumption in a state.
func (w *watch) checks(a *syntax.Annotation, st *rewrite.State) []prover.Check {
	clauses, problems := w.scopeAt(w.c.Silently(), a, st).Clauses([]*syntax.Annotation{a})
	var out []prover.Check
	for _, cl := range clauses {
		out = append(out, prover.Check{Conjunct: conjunctsOf(cl)[0], Annotation: a.Span, Assume: assumption(a)})
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
