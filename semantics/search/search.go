package search

import (
	"context"
	"runtime/metrics"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Kind is what became of a state.
type Kind int

// The kinds. Where only a part of a state is stuck, its path condition says which,
// and the rest goes on.
const (
	Inner      Kind = iota // execution goes on
	Final                  // the computation is used up, or has come to a result
	Stuck                  // no rule applies
	NeedsInput             // a rule waits for an item behind those of the input
	Cut                    // a limit of paths was reached
	Same                   // another path came there before
	Undecided              // it cannot be told what follows
)

// isEnd reports whether states of the kind are ends of executions.
func (k Kind) isEnd() bool { return k == Final || k == Stuck || k == NeedsInput }

// The reasons for which a search is not complete.
const (
	BecauseDepth     = "the limit of steps on a path"
	BecauseUnroll    = "the limit of visits of a loop head"
	BecauseStates    = "the limit of states"
	BecauseBranches  = "the limit of branches"
	BecauseMemory    = "the limit of memory"
	BecauseSolutions = "enough was found"
	BecauseStopped   = "interrupted"
	BecauseRule      = "rules of which it cannot be told whether they apply"
	BecauseSolver    = "questions that the solver left open"
	BecauseText      = "reads of text, of which symbolic input has none"
	BecausePattern   = "states of which it cannot be told whether they are instances of the pattern"
	BecauseOutput    = "output of which it depends on the input whether it has the text"
	BecauseFunction  = "functions whose evaluation does not end"
)

// Limits bound a search; 0: no limit.
type Limits struct {
	Depth     int    // steps on a path
	States    int    // states looked at
	Branches  int    // ways that paths have parted, beyond the first
	Solutions int    // events that are taken as solutions
	Unroll    int    // visits of one loop head on a path
	Memory    uint64 // bytes that are in use
}

// Options are how to search.
type Options struct {
	Order  Order
	Limits Limits
	// Identical makes states that are the same up to names one.
	Identical bool
	// Orders are the orders of steps to follow. Where something is asked of states on
	// the way, all are to be; where only of ends, local steps of threads may be taken
	// first, which needs Identical.
	Orders rewrite.Orders
	// Joins merges paths where they meet (join.go); then it has no order.
	Joins bool
	// Keep are slots in which states that are merged are equal. What was read and written
	// is in lists, which are equal in any case.
	Keep []int
	// Head returns a number for the loop whose head is on top of a state; 0: there is
	// none. It is asked if visits are limited; nil: there are no loops.
	Head func(*rewrite.State) int32
	// Guide is asked at each state before the rules are. It may put another state into
	// the node, from which the path then goes on, as behind a call of which a contract
	// says what it does; and it reports whether the path goes on at all. A path that does
	// not counts as no end and is no reason why a search is not complete. It may be nil.
	Guide func(*Node) bool
	// Together reports whether two paths of which a guide knows a and b (Data) may go on as
	// one from a state, and what it then knows. It may be nil: they may, as the first.
	Together func(st *rewrite.State, a, b any) (data any, ok bool)
	// Progress is told of the work now and then. It may be nil.
	Progress func(Work)
}

// Event is a state that was reached.
type Event struct {
	Kind Kind
	Node *Node
	// State is that of the node, with what makes it stuck in its path condition.
	State *rewrite.State
	// Unsure is set if a solver did not say whether some input leads there.
	Unsure bool
	// Because is why a state is stuck although a rule matches; "" if none does. It is why
	// a path was cut or is undecided.
	Because string
	// Err says which function it is whose evaluation does not end; nil where that is not
	// why.
	Err error
}

// Answer is what a visitor makes of an event.
type Answer int

// The answers.
const (
	Pass       Answer = iota // nothing that was looked for
	Found                    // a solution
	Stop                     // a solution, or enough
	Infeasible               // no input leads there: the end does not count
)

// Work counts what was done.
type Work struct {
	States    int // looked at
	Depth     int // of the deepest state
	Waiting   int // nodes in the frontier
	Peak      int // most of them at once
	Identical int // paths that came to where another was before
	Merged    int // paths that were merged into another
}

// Result is the outcome of a search.
type Result struct {
	Work
	// Ends counts the events by kind.
	Ends map[Kind]int
	// Open says how often the search was cut, or could not tell, by reason.
	Open      map[string]int
	Solutions int
}

// Complete reports whether nothing was cut or left undecided: what was not found is
// not there.
func (r *Result) Complete() bool { return len(r.Open) == 0 }

// turn is how many steps a node makes before others have their turn, where that is
// the order.
const turn = 1000

// searcher is a search at work.
type searcher struct {
	ctx     context.Context
	engine  *rewrite.Engine
	oracle  rewrite.Oracle
	options Options
	visit   func(Event) Answer
	streams Streams
	todo    frontier
	start   *rewrite.State
	local   bool   // local steps of threads are taken first
	joins   *joins // in place of todo; nil: paths are not merged
	known   *known // states at the ends of nodes
	told    *known // ends that were told
	nodes   int
	parted  int // ways in all branchings, beyond the first of each
	result  *Result
	stopped bool
}

// Run follows the executions from a state and tells the visitor of each that
// ends, and of each state that is passed. The oracle prunes; only what it calls
// unsatisfiable is left out.
func Run(ctx context.Context, e *rewrite.Engine, start *rewrite.State, oracle rewrite.Oracle, o Options, visit func(Event) Answer) *Result {
	s := &searcher{ctx: ctx, engine: e, oracle: oracle, options: o, visit: visit, streams: StreamsOf(e.Definition.Layout),
		todo: frontier{order: o.Order}, start: start, local: o.Orders.Local && o.Identical, result: &Result{Ends: map[Kind]int{}, Open: map[string]int{}}}
	if o.Identical {
		s.known, s.told = newKnown(start), newKnown(start)
	}
	if o.Joins {
		s.joins = newJoins(e, o.Keep)
	}
	s.push(&Node{ID: s.number(), State: start})
	for n := s.pop(); n != nil; n = s.pop() {
		if s.follow(n); s.stopped {
			break
		}
	}
	s.result.Waiting, s.result.Peak = s.waiting(), s.todo.peak
	return s.result
}

func (s *searcher) number() int {
	s.nodes++
	return s.nodes
}

// push lets nodes wait, pop takes the next one.
func (s *searcher) push(nodes ...*Node) {
	if s.joins == nil {
		s.todo.push(nodes...)
		return
	}
	s.joins.push(nodes...)
	s.todo.peak = max(s.todo.peak, s.joins.count)
}

func (s *searcher) pop() *Node {
	if s.joins == nil {
		return s.todo.pop()
	}
	n := s.joins.pop()
	if n != nil {
		n = s.merged(n)
	}
	return n
}

// waiting counts the nodes that wait.
func (s *searcher) waiting() int {
	if s.joins == nil {
		return s.todo.len()
	}
	return s.joins.count
}

// follow goes on with a node until it branches, ends or is cut.
func (s *searcher) follow(n *Node) {
	for steps := 0; ; steps++ {
		if s.joins == nil && s.options.Order == BreadthFirst && steps == turn || s.joins != nil && steps > 0 && s.joins.meets(n) {
			s.push(n)
			return
		}
		if s.over() || s.cut(n) {
			return
		}
		s.look(n)
		at := n.State
		if s.stopped || !s.guided(n) {
			return
		}
		if s.joins != nil && s.joins.moved(at, n) {
			s.push(n)
			return
		}
		if s.ended(n) || s.stopped {
			return
		}
		meets := s.mayMeet(n)
		if meets && s.again(n) {
			return
		}
		d := s.derive(n)
		if d == nil {
			return
		}
		if len(d.Undecided) > 0 {
			s.leaveOpen(n, Undecided, BecauseRule, len(d.Undecided))
		}
		if n.local++; !d.Reduced {
			n.local = 0
		}
		next, beyond := s.successors(n.State, d)
		if len(next) != 1 || len(beyond) > 0 || d.Uncovered != nil {
			if d.Reduced || meets || !s.again(n) { // circles are left only where all threads have their turn
				s.branch(n, next)
				s.leave(n, d, beyond)
			}
			return
		}
		n.moved(next[0])
	}
}

// guided reports whether a path goes on at a state.
func (s *searcher) guided(n *Node) bool { return s.options.Guide == nil || s.options.Guide(n) }

// look counts a state and tells of it.
func (s *searcher) look(n *Node) {
	w := &s.result.Work
	w.States++
	w.Depth = max(w.Depth, n.Depth)
	if s.options.Progress != nil && w.States%progressEvery == 0 {
		w.Waiting, w.Peak = s.waiting(), s.todo.peak
		s.options.Progress(*w)
	}
	s.tell(Event{Kind: Inner, Node: n, State: n.State})
}

// The numbers of states between two looks at the memory, and between two reports.
const (
	memoryEvery   = 1 << 10
	progressEvery = 1 << 8
)

// over reports whether the whole search has come to a limit; what waits is cut.
func (s *searcher) over() bool {
	l := s.options.Limits
	switch {
	case s.ctx.Err() != nil:
		s.stop(BecauseStopped, 1)
	case l.States > 0 && s.result.States >= l.States:
		s.stop(BecauseStates, 1)
	case l.Branches > 0 && s.parted > l.Branches:
		s.stop(BecauseBranches, 1)
	case l.Memory > 0 && s.result.States%memoryEvery == 0 && inUse() > l.Memory:
		s.stop(BecauseMemory, 1)
	}
	return s.stopped
}

// stop ends the search: the paths that wait are cut, and so many that are at hand.
func (s *searcher) stop(why string, atHand int) {
	s.stopped = true
	if n := atHand + s.waiting(); n > 0 {
		s.result.Open[why] += n
	}
}

func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// cut reports whether a path has come to a limit.
func (s *searcher) cut(n *Node) bool {
	l := s.options.Limits
	if l.Depth > 0 && n.Depth >= l.Depth {
		s.leaveOpen(n, Cut, BecauseDepth, 1)
		return true
	}
	if l.Unroll > 0 && s.options.Head != nil {
		if head := s.options.Head(n.State); head != 0 {
			times := n.visits.of(head) + 1
			if times > l.Unroll {
				s.leaveOpen(n, Cut, BecauseUnroll, 1)
				return true
			}
			n.visits = &visits{n.visits, head, times}
		}
	}
	return false
}

// tell tells the visitor of an event; of each end once, if identical states are one.
func (s *searcher) tell(e Event) {
	if s.stopped {
		return
	}
	goesOn := 1 // the path of an inner state
	if e.Kind.isEnd() && s.told != nil && s.told.addEnd(e.State) {
		return
	}
	answer := s.visit(e)
	if e.Kind != Inner {
		goesOn = 0
		if answer != Infeasible {
			s.result.Ends[e.Kind]++
		}
	}
	if answer == Pass || answer == Infeasible {
		return
	}
	if answer == Found {
		s.result.Solutions++
	}
	if n := s.options.Limits.Solutions; answer == Stop || n > 0 && s.result.Solutions >= n {
		s.stop(BecauseSolutions, goesOn)
	}
}

// ended tells of a state that is an end by its form: no oracle has to be asked.
func (s *searcher) ended(n *Node) bool {
	if len(s.engine.Waiting(n.State.Slots)) > 0 || s.engine.MayStep(n.State.Slots) {
		return false
	}
	if s.again(n) {
		return true
	}
	s.tell(Event{Kind: Final, Node: n, State: n.State})
	return true
}

// again reports whether another path came to the state of a node before.
func (s *searcher) again(n *Node) bool {
	if s.known == nil || !s.known.add(n, s.options.Limits, s.together) {
		return false
	}
	s.result.Identical++
	s.tell(Event{Kind: Same, Node: n, State: n.State})
	return true
}

// together asks the guide whether two paths may go on as one from a state.
func (s *searcher) together(st *rewrite.State, a, b any) (data any, ok bool) {
	if s.options.Together == nil {
		return a, true
	}
	return s.options.Together(st, a, b)
}

// mayMeet reports whether paths that parted before may meet in the state of a node.
func (s *searcher) mayMeet(n *Node) bool {
	k := s.engine.Definition.Layout.K
	return s.known != nil && k >= 0 && s.known.mayMeet(n.State.Slots[k])
}

// leaveOpen notes why the search is not complete at a node.
func (s *searcher) leaveOpen(n *Node, kind Kind, why string, times int) {
	s.result.Open[why] += times
	s.tell(Event{Kind: kind, Node: n, State: n.State, Because: why})
}

// leaveAt is leaveOpen where a function does not end.
func (s *searcher) leaveAt(n *Node, err error) {
	s.result.Open[BecauseFunction]++
	s.tell(Event{Kind: Undecided, Node: n, State: n.State, Because: BecauseFunction, Err: err})
}

// derive is the derivative of a state; nil if a function has no end there.
func (s *searcher) derive(n *Node) (d *rewrite.Derivative) {
	defer func() {
		if r := recover(); r != nil {
			err := rewrite.AsLimit(r)
			if err == nil {
				panic(r)
			}
			s.leaveAt(n, err)
			d = nil
		}
	}()
	orders := s.options.Orders
	orders.Local = s.local && n.local < localSteps
	return s.engine.DeriveIn(n.State, s.oracle, orders)
}

// localSteps is how many local steps are taken first in a row. Then all threads have
// their turn: one that makes local steps for ever does not hide the others.
const localSteps = 100

// restart begins the search anew, with all interleavings. Ends that were told are not
// told again.
func (s *searcher) restart() {
	s.local, s.known, s.result.Open = false, newKnown(s.start), map[string]int{}
	s.todo = frontier{order: s.todo.order, peak: s.todo.peak}
	s.todo.push(&Node{ID: s.number(), State: s.start})
}

// successors returns the successors of a state; apart from the others those that read
// beyond the end of the input.
func (s *searcher) successors(st *rewrite.State, d *rewrite.Derivative) (next, beyond []rewrite.Successor) {
	in := s.streams.In
	if in < 0 {
		return d.Successors, nil
	}
	if open, _ := opened(st.Slots[in]); !open {
		return d.Successors, nil
	}
	for _, succ := range d.Successors {
		if open, _ := opened(succ.State.Slots[in]); open {
			next = append(next, succ)
		} else {
			beyond = append(beyond, succ)
		}
	}
	return next, beyond
}

// leave tells of what of a state does not go on: the successors that read beyond the
// end of the input, and the part that the rules do not cover.
func (s *searcher) leave(n *Node, d *rewrite.Derivative, beyond []rewrite.Successor) {
	if s.local && d.Because != "" { // other threads may be anywhere when one is stuck so
		s.restart()
		return
	}
	for _, succ := range beyond {
		s.tell(Event{Kind: NeedsInput, Node: n, State: succ.State})
	}
	if d.Uncovered == nil {
		return
	}
	st, ok := n.State.With(d.Uncovered)
	if !ok {
		return
	}
	e := Event{Kind: Stuck, Node: n, State: st, Unsure: d.Verdict != rewrite.Satisfiable, Because: d.Because}
	switch {
	case len(s.engine.Waiting(st.Slots)) == 0:
		e.Kind = Final
	case s.waits(st.Slots):
		e.Kind = NeedsInput
	case s.waitsForText(st.Slots):
		s.leaveOpen(n, Undecided, BecauseText, 1)
		return
	case e.Unsure:
		s.result.Open[BecauseSolver]++
	}
	s.tell(e)
}

// waits reports whether execution waits for an item behind the last of the input.
func (s *searcher) waits(slots []*term.Term) bool {
	in := s.streams.In
	if in < 0 {
		return false
	}
	_, exhausted := opened(slots[in])
	return exhausted && s.engine.Awaits(slots, in)
}

// waitsForText reports whether execution waits for an item where a symbol stands,
// which no rule takes: it wants text.
func (s *searcher) waitsForText(slots []*term.Term) bool {
	in := s.streams.In
	if in < 0 || slots[in].Kind() != term.KList || slots[in].Len() == 0 {
		return false
	}
	return slots[in].Item(0).Term.IsVar() && s.engine.Refuses(slots, in)
}

// branch makes a node of each successor.
func (s *searcher) branch(n *Node, next []rewrite.Successor) {
	if k := s.engine.Definition.Layout.K; s.known != nil && k >= 0 {
		s.known.part(k, next)
	}
	s.parted += max(0, len(next)-1)
	var nodes []*Node
	for _, succ := range next {
		m := &Node{ID: s.number(), From: n, Rule: succ.Rule, Added: succ.Conds, State: n.State, Depth: n.Depth, Data: n.Data, visits: n.visits, local: n.local}
		m.moved(succ)
		nodes = append(nodes, m)
	}
	s.push(nodes...)
}
