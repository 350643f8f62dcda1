// Package approach follows the code that leads to statements between a precondition and a
// postcondition.
package approach

import (
	"fmt"
	"maps"
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Approach follows the code that leads to fragments, to learn in which states their
// statements may start. It must not miss any, for the goal of a fragment is about
// these states only: every path is followed, and what cannot be followed is a
// reason to refuse the fragment.
//
// Where paths meet, at the heads of loops and at the statements around the
// fragments, one pattern stands for all states that come there. What differs in data
// is made arbitrary until the pattern covers them (abstract interpretation, joining
// by anti-unification); of the conditions of paths those stay that all have. No solver
// is asked.
type Approach struct {
	Reader *meaning.Reader
	Layout *attach.Layout
	Space  pattern.Space
	// Passed is the state behind a call that is passed by what a contract says; nil: it is executed.
	Passed func(*rewrite.State) *rewrite.State
	// IsOver reports whether nothing more may be done.
	IsOver func() bool
	Known  []*term.Term // conditions that hold on all paths
	// Ends says where the paths that matter end; nil: where nothing is left to do.
	Ends     func(*rewrite.State) bool
	Around   map[int32]*term.Term // the statements around the fragments, by position mark
	meetings []*meeting
	waiting  []reached
	steps    int
	problem  string
}

// reached is a state with the position mark of the state that it came from.
type reached struct {
	state  *rewrite.State
	before int32
}

// meeting is a place where paths meet.
type meeting struct {
	place   int32
	loop    *attach.Loop // nil: a statement
	pattern *rewrite.State
	open    map[*term.Variable]bool // may have any value
	pending bool                    // the paths from the pattern have not been followed
	widened int
}

// An approach makes so many steps at most, and so many for each byte of the program: a statement that is
// executed once takes about one for each of its bytes. So what bounds it are calls that do not end.
const (
	maxApproach     = 10_000
	approachOfAByte = 10
)

// limit is how many steps the approach may make.
func (a *Approach) limit() int {
	return maxApproach + approachOfAByte*len(a.Reader.Program.File.Text())
}

// Follow follows all paths from a state.
func (a *Approach) Follow(start *rewrite.State) {
	a.step(start)
	for a.problem == "" {
		if n := len(a.waiting); n > 0 {
			r := a.waiting[n-1]
			a.waiting = a.waiting[:n-1]
			if !a.meets(r) {
				a.step(r.state)
			}
		} else if m := a.next(); m != nil {
			m.pending = false
			a.step(m.pattern)
		} else {
			return
		}
	}
}

// next is the first place in the program from which paths are to be followed: all
// that leads there has most likely been followed by then.
func (a *Approach) next() *meeting {
	var first *meeting
	for _, m := range a.meetings {
		if m.pending && (first == nil || a.Reader.Program.Span(m.place).Start < a.Reader.Program.Span(first.place).Start) {
			first = m
		}
	}
	return first
}

// step adds the successors of a state to those that wait. Calls are executed but for
// those that are passed.
func (a *Approach) step(st *rewrite.State) {
	switch a.steps++; {
	case a.Ends != nil && a.Ends(st):
		return
	case a.steps > a.limit() || a.IsOver():
		a.problem = fmt.Sprintf("the code before it takes too many steps: more than %d", a.limit())
		return
	}
	if a.steps > 1 {
		if next := a.Passed(st); next != nil {
			a.waiting = append(a.waiting, reached{next, st.Pos})
			return
		}
	}
	d := a.Reader.Engine.Derive(st, meaning.Silent{})
	if len(d.Undecided) > 0 {
		a.problem = "what the code around it does cannot be told: " + d.Undecided[0].Reason
	}
	for _, s := range d.Successors {
		a.waiting = append(a.waiting, reached{s.State, st.Pos})
	}
}

// meets handles a state at a place where paths meet; it reports whether it is one.
func (a *Approach) meets(r reached) bool {
	st := r.state
	head := st.Slots[a.Reader.K].Head()
	place, loop := head.Pos(), a.Layout.LoopOf(a.Reader.Shape.LoopBody(head))
	switch s := a.Around[place]; {
	case s != nil && term.Equal(s, head) && a.Layout.IsNew(r.before, place):
		loop = nil
	case loop != nil:
		place = loop.Body.Pos()
	default:
		return false
	}
	a.join(place, loop, st)
	return true
}

// join adds a state to those at a place where paths meet: to one of the patterns
// there, or as one of its own.
func (a *Approach) join(place int32, loop *attach.Loop, st *rewrite.State) {
	c := a.Reader
	var there []*meeting
	for _, m := range a.meetings {
		if m.place == place && m.loop == loop && term.Equal(m.pattern.Slots[c.K], st.Slots[c.K]) {
			there = append(there, m)
		}
	}
	covers := func(m *meeting) bool { return a.Space.Covers(m.pattern, st, m.open) || a.widen(m, st) }
	if i := slices.IndexFunc(there, covers); i >= 0 {
		there[i].keepOnly(a.facts(there[i].pattern, st.PC, there[i].open))
		return
	}
	if len(there) >= maxPatterns {
		line, column := c.Program.File.Position(c.Program.Span(place).Start)
		a.problem = fmt.Sprintf("too many paths that differ in more than data meet at %d:%d", line, column)
		return
	}
	m := &meeting{place: place, loop: loop, open: map[*term.Variable]bool{}, pending: true}
	m.pattern = c.WithK(st, st.Slots[c.K])
	if c.Counter >= 0 {
		next := term.Fresh("Next", term.SortInt)
		m.pattern.Slots[c.Counter] = next
		m.open[next.Variable()] = true
	}
	m.pattern.PC = a.facts(m.pattern, st.PC, m.open)
	a.meetings = append(a.meetings, m)
}

// facts are the conditions of a path that are about what a pattern leaves as it is.
func (a *Approach) facts(pattern *rewrite.State, pc []*term.Term, open map[*term.Variable]bool) []*term.Term {
	fixed := map[*term.Variable]bool{}
	for i, slot := range pattern.Slots {
		if i != a.Reader.K {
			for _, v := range term.Vars(slot) {
				fixed[v] = !open[v]
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(pc), func(f *term.Term) bool {
		return !rewrite.Holds(a.Known, f) && slices.ContainsFunc(term.Vars(f), func(v *term.Variable) bool { return !fixed[v] })
	})
}

// keepOnly drops the conditions of the pattern that are not among those that hold in
// another state at the meeting, too.
func (m *meeting) keepOnly(pc []*term.Term) {
	kept := slices.DeleteFunc(slices.Clone(m.pattern.PC), func(f *term.Term) bool { return !rewrite.Holds(pc, f) })
	if len(kept) < len(m.pattern.PC) {
		pattern := *m.pattern
		pattern.PC = kept
		m.pattern, m.pending = &pattern, true
	}
}

// maxPatterns bounds the patterns for the states at one place.
const maxPatterns = 32

// maxWidenings bounds how often a pattern is made more general.
const maxWidenings = 40

// widen makes the pattern of a meeting cover another state, if they differ in data.
func (a *Approach) widen(m *meeting, st *rewrite.State) bool {
	slots, made, mixed, ok := a.Space.Joined(m.pattern, st)
	if !ok || len(mixed) > 0 || m.widened >= maxWidenings {
		return false
	}
	maps.Copy(m.open, made)
	pattern := *m.pattern
	pattern.Slots = slots
	m.pattern, m.pending = &pattern, true
	m.widened++
	return true
}

// At is the pattern of the states in which a statement is reached, as far as they are
// of a form that is admitted, with the variables in it that stand for different
// places; it says why there is none. If no form is admitted, all count.
func (a *Approach) At(s *term.Term, admitted func(*rewrite.State) bool) (st *rewrite.State, mixed map[*term.Variable]bool, why string) {
	var forms []*rewrite.State
	for _, m := range a.meetings {
		if m.loop == nil && m.place == s.Pos() {
			forms = append(forms, m.pattern)
		}
	}
	switch {
	case a.problem != "":
		return nil, nil, a.problem
	case len(forms) == 0:
		return nil, nil, "no path of the program leads to them"
	case slices.ContainsFunc(forms, admitted):
		forms = slices.DeleteFunc(forms, func(st *rewrite.State) bool { return !admitted(st) })
	}
	st, mixed = forms[0], map[*term.Variable]bool{}
	for _, f := range forms[1:] {
		slots, _, more, ok := a.Space.Joined(st, f)
		if !ok || !term.Equal(st.Slots[a.Reader.K], f.Slots[a.Reader.K]) {
			return nil, nil, "they are reached in states of different form"
		}
		maps.Copy(mixed, more)
		st = a.Reader.WithK(st, st.Slots[a.Reader.K])
		st.Slots = slots
		st.PC = slices.DeleteFunc(slices.Clone(st.PC), func(c *term.Term) bool { return !rewrite.Holds(f.PC, c) })
	}
	return st, mixed, ""
}
