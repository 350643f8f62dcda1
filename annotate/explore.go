package annotate

import (
	"fmt"
	"slices"

	"rlv/annotate/ahead"
	"rlv/annotate/alias"
	"rlv/annotate/allocation"
	"rlv/annotate/attach"
	"rlv/annotate/carried"
	"rlv/annotate/meaning"
	"rlv/annotate/passage"
	"rlv/annotate/ways"
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Exploration runs a function symbolically, from a call with arbitrary arguments, to
// learn the form of the states at the heads of loops. For
//
//	int f(int n) { int i = 0; while (i < n) { //@inv: 0 <= i <= n
//	  i++; } return i; }
//
// the path comes to the loop's head with <store> 1 |-> n, 2 |-> 0 </store>. The loop
// assigns to i, so the pattern of the head is 1 |-> n, 2 |-> I with a new variable I, in
// which the invariant reads 0 <= I <= n. The body, run from there under I < n, comes
// back with 2 |-> I + 1, which the pattern covers: the form is found. Had the body
// changed more, such as 1 |-> n - 1, the pattern would be made general enough for both
// (1 |-> N, 2 |-> I) and the body run again. Two goals come of it, and the path goes on
// behind the loop as the first of them says: with 2 |-> I' and I' >= n.

// exploration follows the symbolic paths of one goal to learn where they lead:
// which loops they reach in which states, and how they end.
type exploration struct {
	c *compiler
	// owner is the unit, a contract or a fragment, that is verified.
	owner *unit
	// way is how paths are followed.
	way *ways.Way
	// ends says where paths end.
	ends func(*rewrite.State) bool
	// finals are the states at the ends.
	finals []*rewrite.State
	// cuts are the cut points reached: they lead to the goal's own right side.
	cuts []*cutPoint
	// depth is how many loops are around that are looked at.
	depth int
	// course is that of the path at hand.
	course course
}

// course is what is to be known of a path.
type course struct {
	// watch follows it.
	watch *watch
	// unrolled are the visits of loops without invariant.
	unrolled *passage.Unrolling
	// before is the position mark of the state before the one at hand.
	before int32
	// conditions is how many its path condition had; what the one at hand has more, rules ask for.
	conditions int
}

// maxUnrolled is how often a loop without invariant is unrolled where it depends
// on what is not known, and maxOpen how often, after a few visits, a solver may fail to say
// whether paths within go on.
const (
	maxUnrolled = 200
	fewUnrolled = 5
	maxOpen     = 8
)

// unroll counts a visit of a loop without invariant. It reports whether that was
// once too often: the prover will not follow it either.
func (x *exploration) unroll(l *attach.Loop, st *rewrite.State) bool {
	u := x.course.unrolled.Of(l)
	if len(st.PC) > u.Conditions || u.Times == 0 {
		if u.Times == 0 {
			u.Open = x.c.meter.Open()
		}
		u = passage.Unrolling{Before: x.course.unrolled, Loop: l, Times: u.Times + 1, Conditions: len(st.PC), Open: u.Open}
		x.course.unrolled = &u
	}
	if u.Times > maxUnrolled || u.Times > fewUnrolled && x.c.meter.Open()-u.Open > maxOpen {
		x.c.endless[l] = true
	}
	return x.c.endless[l]
}

// unit is what is verified for itself: its loops and the meaning of old.
type unit struct {
	c      *compiler
	name   string
	old    *meaning.Scope
	rigid  map[*term.Variable]bool // the values on entry
	loops  []*loopGoals
	behind carried.Behind // them
	// around is the goal of the contract that is the unit; nil for fragments.
	around *prover.Goal
	// contract is the unit itself, if it is one.
	contract *contract
	home     *attach.Home // that the unit is
}

// newUnit starts a unit that begins in the given state.
func newUnit(c *compiler, name string, entry *rewrite.State) *unit {
	u := &unit{c: c, name: name, rigid: map[*term.Variable]bool{}, behind: carried.Behind{}}
	for _, v := range term.Vars(slices.Concat(entry.Slots, entry.PC)...) {
		u.rigid[v] = true
	}
	return u
}

// maxSteps bounds the states that are looked at from one start.
const maxSteps = 50_000

// beginning says what is done in the state in which a walk begins.
type beginning int

// The beginnings.
const (
	come     beginning = iota // the same as in every other state
	onTop                     // what is on top is executed, also the head of a loop
	fromCall                  // likewise, also a call of a function with a contract
)

// followed is an exploration from a state, in the first of the ways that comes to an end,
// or else the last.
func (c *compiler) followed(st *rewrite.State, how beginning, each []ways.Way, begin func() *exploration) (x *exploration) {
	problems := c.problems.ErrorCount()
	for i := range each {
		c.problems.Cut(problems) // what was found half-way
		x = begin()
		x.way = &each[i]
		x.way.Last = i == len(each)-1
		if x.walk(st, how); !x.way.Left {
			break
		}
	}
	return x
}

// walk follows all paths from a state. Loops with invariants and calls of functions
// with contracts are passed by what is known of them. The course of the path at hand
// goes on in each.
func (x *exploration) walk(st *rewrite.State, begin beginning) {
	if x.course.watch == nil {
		x.course.watch = &watch{u: x.owner}
	}
	start, way := x.course, x.way
	options := search.Options{
		Limits:    search.Limits{States: maxSteps, Branches: way.Branches},
		Identical: true, Joins: way.Merged, Together: x.together,
		Guide: func(n *search.Node) bool {
			how := come
			if c, ok := n.Data.(*course); ok {
				x.course = *c
			} else {
				x.course, how = start, begin
			}
			if how == come {
				x.owner.contract.noteLater(n.State, x.course.conditions, x.owner.rigid)
			}
			next := x.step(n.State, how)
			if next == nil {
				return false
			}
			x.owner.contract.noteReads(next, x.owner.rigid)
			after := x.course
			after.before, after.conditions = next.Pos, len(next.PC)
			n.State, n.Data = next, &after
			return true
		},
	}
	r := search.Run(x.c.ctx, x.c.Engine, st, x.c.Oracle, options, func(e search.Event) search.Answer {
		switch {
		case e.Err != nil:
			panic(e.Err)
		case way.Left && !way.Last || x.c.meter.Spent("exploration of "+x.owner.name, e.State):
			return search.Stop
		}
		return search.Pass
	})
	way.Left = way.Left || r.Open[search.BecauseBranches] > 0 || way.Merged && r.Open[search.BecauseStates] > 0
	x.course = start
}

// together reports whether paths of which two courses are known may go on as one from a
// state, and what is then known: what both have passed in the same state.
func (x *exploration) together(st *rewrite.State, a, b any) (any, bool) {
	p, q := *a.(*course), b.(*course)
	if p.watch.Apart(st.Slots[x.c.K], p.before, q.before) {
		return nil, false
	}
	p.unrolled, p.watch, p.conditions = p.unrolled.Most(q.unrolled), p.watch.Meet(q.watch).(*watch), len(st.PC)
	return &p, true
}

// step returns the state from which the rules say how the path at hand goes on; nil: it
// does not.
func (x *exploration) step(st *rewrite.State, how beginning) *rewrite.State {
	if how == come {
		if st = x.pass(x.course.before, st); st == nil {
			return nil
		}
	}
	for how != fromCall {
		if how == come && x.ends(st) {
			x.finals = append(x.finals, st)
			return nil
		}
		switch l := x.c.loopOnTop(st); {
		case how == onTop || l == nil:
		case len(l.Inv) > 0:
			if st = x.arrive(l, st); st == nil {
				return nil
			}
			continue
		case x.unroll(l, st):
			return nil
		}
		call := x.c.contractOnTop(st)
		if call != nil && x.c.varied(call, st) {
			return nil // all is explored again, with a contract for what is passed here
		}
		if call != nil {
			if call.pending {
				x.c.waits = x.c.waits || call != x.owner.contract
				return nil // nor is this path followed before what is returned there is known
			}
			if call.relax(st) {
				x.c.relaxed = append(x.c.relaxed, call)
				return nil // all is explored again when that contract has been made anew
			}
			m := ahead.Match(x.c.space.Lattice, call.use, st)
			if next := ahead.Behind(call.goal, m, st); len(next) > 0 && !x.c.isExecuted(call, m, st) {
				x.owner.contract.noteNeeds(st, m, x.owner.rigid)
				for _, other := range next[1:] {
					x.walk(other, come)
				}
				st, how = next[0], come
				continue
			}
		}
		if how == come && x.c.refuse(st) != "" {
			return nil // nor does the prover go on
		}
		if call != nil && !ahead.IsPrepared(x.c.Reader, st) {
			x.c.noteUnfit(call, st)
		}
		break
	}
	return st
}

// loopOnTop returns the loop whose head is on top of the computation.
func (c *compiler) loopOnTop(st *rewrite.State) *attach.Loop {
	return c.layout.LoopOf(c.Shape.LoopBody(st.Slots[c.K].Head()))
}

// procedureOnTop returns the function whose call is on top, with its arguments
// evaluated; nil: there is none.
func (c *compiler) procedureOnTop(st *rewrite.State) *attach.Procedure {
	name, _, ok := c.Shape.Call(st.Slots[c.K].Head())
	if !ok || slices.ContainsFunc(c.CallArguments(st), func(a *term.Term) bool { return !c.IsResult(a) }) {
		return nil
	}
	if named := c.layout.Named(name); len(named) == 1 {
		return named[0]
	}
	return nil // or it is not decided which
}

// contractOnTop returns the contract of the function whose call is on top, with
// its arguments evaluated; nil: there is none.
func (c *compiler) contractOnTop(st *rewrite.State) *contract {
	p := c.procedureOnTop(st)
	if p == nil || !p.HasContract() {
		return nil
	}
	c.rounds.Ask(p)
	var ways []alias.Nowhere
	for _, ct := range c.contract[p] {
		ways = append(ways, ct.nowhere)
	}
	i := alias.Covering(ways, c.CallArguments(st))
	if len(ways) > 0 && c.contract[p][i].left.Slots[c.K].Head().Symbol() == st.Slots[c.K].Head().Symbol() {
		return c.contract[p][i].covering(st)
	}
	return nil
}

// refuse says why a loop without invariant, or a call that no contract passes, is
// not executed either: it would be unrolled without end. It is "" where all is
// well.
func (c *compiler) refuse(st *rewrite.State) string {
	l := c.loopOnTop(st)
	if l != nil && c.narrow[l] {
		return narrowLoop
	}
	if l != nil && c.endless[l] {
		line, column := l.Node.Span.File.Position(l.Node.Span.Start)
		return fmt.Sprintf("the loop at %d:%d has no invariant, and how often it runs depends on what is not known: give it an @inv", line, column)
	}
	if l != nil && c.isElsewhere(l, st) {
		line, column := l.Node.Span.File.Position(l.Node.Span.Start)
		return fmt.Sprintf("the loop at %d:%d is come to in states of which no pattern stands for all, so that its invariant is not read in this one: objects are made or gone, or pointers lead elsewhere, on some paths to it only", line, column)
	}
	if why := c.unread[l]; l != nil && why != nil {
		line, column := why.Span.File.Position(why.Span.Start)
		return fmt.Sprintf("the invariant of this loop has no meaning where its function is executed as a part of another one: at %d:%d, %s", line, column, why.Message)
	}
	p := c.procedureOnTop(st)
	if p == nil {
		return ""
	}
	ct := c.contractOnTop(st)
	if ct != nil {
		if why := ct.notApart(st); why != "" {
			return why
		}
		if n := allocation.NotKnown(c.Silently(), st, ct.names, ct.granted); n != nil {
			return fmt.Sprintf("%s takes it that %s, which is not so, or not known, in %s", ct.name, n.Span.Text(), ahead.CallAt(c.Program, st))
		}
	}
	isUnasked := len(p.Pre) > 0 && c.layout.IsEmpty(p) // of which nothing is executed where its precondition would be asked
	if c.recursive[p] == 0 && !isUnasked || ahead.IsPrepared(c.Reader, st) {
		return ""
	}
	if ct != nil {
		return c.unfit(ct, st)
	}
	if !p.HasContract() && slices.ContainsFunc(c.CallArguments(st), func(a *term.Term) bool { return !a.IsGround() }) {
		return fmt.Sprintf("%s calls itself, and has no contract by which this call could be understood", p.Name.Text())
	}
	return ""
}

// isElsewhere reports whether a loop is come to in a state of another form than the patterns of its head, where how often it runs
// depends on what is not known: it would be unrolled without end. It is asked where no goal of the loop applies, without a solver.
func (c *compiler) isElsewhere(l *attach.Loop, st *rewrite.State) bool {
	return len(c.heads[l]) > 0 && !ahead.Fits(c.Engine.Definition.Lattice, c.heads[l], st) && c.Silently().IsOpen(st, l.Words())
}

// noteUnfit notes that the function is executed where it is called.
func (c *compiler) noteUnfit(ct *contract, st *rewrite.State) {
	at := c.Program.Span(st.Pos)
	if ct.unfit = at; slices.ContainsFunc(c.result.Notes, func(n *source.Diagnostic) bool { return n.Span == at }) {
		return
	}
	c.result.Notes = append(c.result.Notes, source.Warningf(at, "contract-not-used", "%s; so it is executed here", c.unfit(ct, st)))
}

// leaveOut notes that a loop's invariant cannot be read where its function is executed as a part of a unit, by all problems but n.
func (c *compiler) leaveOut(l *attach.Loop, in *unit, n int) {
	why := slices.Concat(c.problems.Errors(), []*source.Diagnostic{source.Errorf(l.Node.Span, "no-value", "it cannot be read")})[min(n, len(c.problems.Errors()))]
	c.problems.Cut(n)
	c.unread[l] = why
	note := source.Warningf(why.Span, "invariant-not-read", "in %s, where the function around this is executed, it is left out: %s", in.name, why.Message)
	if !slices.ContainsFunc(c.result.Notes, func(n *source.Diagnostic) bool { return n.Span == note.Span && n.Message == note.Message }) {
		c.result.Notes = append(c.result.Notes, note)
	}
}

// isExecuted reports whether the prover will execute a function whose contract a call has the form of: two
// arguments lead to one object in that, and to two here. Where a loop of the function has an invariant, it is
// looked at as if the contract were used: behind the loop's head it is not known how the function began.
func (c *compiler) isExecuted(call *contract, m *rewrite.Match, st *rewrite.State) bool {
	if len(m.Equations) == 0 || c.Oracle.Prune(st.PC, m.Equations...) != rewrite.Unsatisfiable {
		return false
	}
	for _, l := range c.layout.Loops {
		if at := l.Node.Span; len(l.Inv) > 0 && call.Span.Start <= at.Start && at.End <= call.Span.End {
			return false
		}
	}
	return true
}

// unfit says why a contract is of no use at a call.
func (c *compiler) unfit(ct *contract, st *rewrite.State) string {
	return alias.Misfit(ct.name, ct.names, c.CallArguments(ct.left), c.CallArguments(st), ct.left.Slots, st.Slots)
}
