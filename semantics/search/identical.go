package search

import (
	"slices"

	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// known has the states in which paths branched, ended, or may have met. Two states are one if their
// slots and path conditions are equal up to the names of the variables that were made
// on the way; the conjuncts may stand in any order. Variables of the start keep their names.
type known struct {
	given    map[*term.Variable]bool // those of the start
	index    pattern.Index[*seen]
	names    pattern.Names
	meetings pattern.Meetings
}

// seen is a state with the smallest number of steps after which it was reached.
type seen struct {
	*pattern.Form
	depth  int
	visits *visits
	data   any // what a guide knows of the path
}

func newKnown(start *rewrite.State) *known {
	k := &known{map[*term.Variable]bool{}, pattern.Index[*seen]{}, pattern.Names{}, pattern.Meetings{}}
	for _, v := range term.Vars(slices.Concat(start.Slots, start.PC)...) {
		k.given[v] = true
	}
	return k
}

// part notes where the paths of a branching may meet again.
func (k *known) part(slot int, next []rewrite.Successor) {
	states := make([]*rewrite.State, len(next))
	for i, succ := range next {
		states[i] = succ.State
	}
	k.meetings.Part(slot, states, func(i int) bool { return len(next[i].Conds) > 0 })
}

// mayMeet reports whether paths may meet in states with a computation.
func (k *known) mayMeet(computation *term.Term) bool { return k.meetings.At(computation) }

// add notes the state at the end of a node; it reports whether that was reached
// before, by a path with which this one may go on as one. Where limits are set, a state
// that was reached later before is taken anew: they may have cut what comes behind it.
func (k *known) add(n *Node, l Limits, together func(st *rewrite.State, a, b any) (any, bool)) bool {
	s := k.seen(n.State)
	s.visits, s.data = n.visits, n.Data
	if l.Depth > 0 {
		s.depth = n.Depth
	}
	old := k.find(s, func(old *seen) bool {
		_, ok := together(n.State, old.data, s.data)
		return ok
	})
	if old == nil || old.depth <= s.depth && old.visits.within(s.visits) {
		return old != nil
	}
	old.depth, old.visits = s.depth, s.visits
	return false
}

// addEnd notes a state that is an end; it reports whether that was told before.
func (k *known) addEnd(st *rewrite.State) bool {
	return k.find(k.seen(st), func(*seen) bool { return true }) != nil
}

// find returns a state that is the same as s, of those that are admitted; nil if there was
// none, and s is noted.
func (k *known) find(s *seen, admitted func(*seen) bool) *seen {
	for _, old := range k.index.Like(s) {
		if old.same(s) && admitted(old) {
			return old
		}
	}
	k.index.Add(s)
	return nil
}

// within reports whether no head of a loop was passed more often than in w.
func (v *visits) within(w *visits) bool {
	for u := v; u != nil; u = u.before {
		if v.of(u.head) > w.of(u.head) {
			return false
		}
	}
	return true
}

// seen is a state as it is kept.
func (k *known) seen(st *rewrite.State) *seen {
	return &seen{Form: k.names.Form(st, func(v *term.Variable) bool { return k.given[v] })}
}

// Hash is that of the canonical form.
func (s *seen) Hash() uint64 { return s.Canonical().Hash() }

// same reports whether two states are the same up to names.
func (s *seen) same(o *seen) bool { return s.Canonical().Same(o.Canonical()) }
