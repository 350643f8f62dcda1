package search

import (
	"fmt"
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// known has the states in which paths branched, ended, or may have met. Two states are one if their
// slots and path conditions are equal up to the names of the variables that were made
// on the way; the conjuncts may stand in any order.
type known struct {
	byHash map[uint64][]*seen
	names  map[name]*term.Term
	rests  map[uint64]bool // hashes of the computations before which paths may meet
}

// seen is a state with the smallest number of steps after which it was reached.
type seen struct {
	slots, pc []*term.Term
	depth     int
	visits    *visits
}

type name struct {
	number int
	sort   term.Sort
}

func newKnown() *known {
	return &known{map[uint64][]*seen{}, map[name]*term.Term{}, map[uint64]bool{}}
}

// part notes where the paths of a branching may meet again. Where it adds nothing to
// the path condition, as with the order of operands, they may once all operands have
// come to results; in front is then what is behind all of them now.
//
//	f(x) ~> [] + g(y) ~> print([]) ~> .K
//	g(y) ~> f(x) + [] ~> print([]) ~> .K      they may meet before print([])
//
// After other branchings the path conditions differ for good.
func (k *known) part(slot int, next []rewrite.Successor) {
	var rest *term.Term
	parted := 0
	for _, succ := range next {
		if len(succ.Conds) > 0 {
			continue
		}
		parted++
		if c := succ.State.Slots[slot]; rest == nil {
			rest = c
		} else {
			rest = commonRest(rest, c)
		}
	}
	if parted > 1 {
		k.rests[rest.Hash()] = true
	}
}

// mayMeet reports whether paths may meet in states with a computation.
func (k *known) mayMeet(computation *term.Term) bool { return k.rests[computation.Tail().Hash()] }

// commonRest is the longest computation with which two computations end.
func commonRest(a, b *term.Term) *term.Term {
	m, n := items(a), items(b)
	for ; m > n; m-- {
		a = a.Tail()
	}
	for ; n > m; n-- {
		b = b.Tail()
	}
	for !term.Equal(a, b) {
		a, b = a.Tail(), b.Tail()
	}
	return a
}

// items is the number of items of a computation.
func items(k *term.Term) int {
	n := 0
	for ; k != term.DotK; k = k.Tail() {
		n++
	}
	return n
}

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
	hash := s.hash()
	for _, old := range k.byHash[hash] {
		if old.same(s) {
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

// canonical renames the variables made on the way in the order in which they occur.
func (k *known) canonical(st *rewrite.State) *seen {
	s := &seen{slots: st.Slots, pc: st.PC}
	rename := term.Substitution{}
	for _, v := range term.Vars(slices.Concat(st.Slots, st.PC)...) {
		if v.IsFresh() {
			rename[v] = k.numbered(len(rename), v.Sort)
		}
	}
	if len(rename) > 0 {
		s.slots, s.pc = applied(rename, st.Slots), applied(rename, st.PC)
	}
	return s
}

// numbered is the canonical variable of a number. No program, definition or
// annotation can name it.
func (k *known) numbered(n int, sort term.Sort) *term.Term {
	key := name{n, sort}
	v := k.names[key]
	if v == nil {
		v = term.Var(fmt.Sprintf("#%d", n), sort)
		k.names[key] = v
	}
	return v
}

func applied(s term.Substitution, ts []*term.Term) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = s.Apply(t)
	}
	return out
}

// hash does not depend on the order of the conjuncts.
func (s *seen) hash() uint64 {
	h := uint64(len(s.pc))
	for _, t := range s.slots {
		h = h*0x9e3779b97f4a7c15 + t.Hash()
	}
	for _, c := range s.pc {
		h += c.Hash() * 0xff51afd7ed558ccd
	}
	return h
}

func (s *seen) same(o *seen) bool {
	if len(s.pc) != len(o.pc) || !slices.EqualFunc(s.slots, o.slots, term.Equal) {
		return false
	}
	for _, c := range s.pc {
		if !rewrite.Holds(o.pc, c) {
			return false
		}
	}
	for _, c := range o.pc {
		if !rewrite.Holds(s.pc, c) {
			return false
		}
	}
	return true
}
