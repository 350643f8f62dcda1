package search

import (
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// known has the states in which paths branched, ended, or may have met. Two states are one if their
// slots and path conditions are equal up to the names of the variables that were made
// on the way; the conjuncts may stand in any order.
type known struct {
	byHash   map[uint64][]*seen
	names    pattern.Names
	meetings pattern.Meetings
}

// seen is a state with the smallest number of steps after which it was reached.
type seen struct {
	*pattern.Canonical
	depth  int
	visits *visits
}

func newKnown() *known {
	return &known{map[uint64][]*seen{}, pattern.Names{}, pattern.Meetings{}}
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
// before. Where limits are set, a state that was reached later before is taken anew:
// they may have cut what comes behind it.
func (k *known) add(n *Node, l Limits) bool {
	s := k.canonical(n.State)
	if s.visits = n.visits; l.Depth > 0 {
		s.depth = n.Depth
	}
	old := k.find(s)
	if old == nil || old.depth <= s.depth && old.visits.within(s.visits) {
		return old != nil
	}
	old.depth, old.visits = s.depth, s.visits
	return false
}

// addEnd notes a state that is an end; it reports whether that was told before.
func (k *known) addEnd(st *rewrite.State) bool { return k.find(k.canonical(st)) != nil }

// find returns the state that is the same as s; nil if there was none, and s is noted.
func (k *known) find(s *seen) *seen {
	hash := s.Hash()
	for _, old := range k.byHash[hash] {
		if old.Same(s.Canonical) {
			return old
		}
	}
	k.byHash[hash] = append(k.byHash[hash], s)
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

// canonical is the form in which a state is kept.
func (k *known) canonical(st *rewrite.State) *seen {
	return &seen{Canonical: k.names.Canonical(st, nil)}
}
