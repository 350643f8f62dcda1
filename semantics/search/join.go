package search

import (
	"slices"

	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Where paths that have branched meet again, they are merged into one (package pattern,
// Space.Merge). No graph of the control flow is needed: the computation says where a
// path is. Of the waiting nodes the one with the longest computation goes on; what it
// is about to do is further inside than what the others wait for, so in
//
//	if (x < 0) y = 1; else y = 2; print(y);
//
// both branches come down to print(y); before one goes on behind that, and they meet
// there. Nodes meet with equal computations, or with results of one sort on top of
// equal ones: so the two orders of operands and short circuits meet as well.
//
// A proof is a tree, and lets paths wait at the longest computation with which all
// successors of a step end. That is one of the places here: what is inside of it is longer,
// so of the paths from one branching none is taken on behind it while others are inside,
// and all are there at once. Here paths from several branchings meet as well, and such that
// come behind the tail together, as by a return.

// meeting is where a node waits: the length of its computation, and what others need to
// have in common with it to be merged.
type meeting struct {
	length int
	tail   uint64    // hash of the computation, below a result on top
	sort   term.Sort // of that result; NoSort: there is none
}

// joins keeps the waiting nodes by where they may meet.
type joins struct {
	space   pattern.Space
	result  func(*term.Term) bool
	keep    []int
	waiting map[int][]*Node // by the length of the computation
	longest int
	count   int
}

// newJoins returns nil for definitions whose states have no one computation.
func newJoins(e *rewrite.Engine, keep []int) *joins {
	d := e.Definition
	if d.Layout.K < 0 {
		return nil
	}
	return &joins{
		space:  pattern.Space{Lattice: d.Lattice, K: d.Layout.K, Counter: d.Layout.Counter},
		result: d.IsResult,
		keep:   keep, waiting: map[int][]*Node{},
	}
}

// meeting is where a state may meet others.
func (j *joins) meeting(st *rewrite.State) meeting {
	k := st.Slots[j.space.K]
	m := meeting{length: length(k), tail: k.Hash(), sort: term.NoSort}
	if k.IsSeq() && j.result(k.Head()) {
		m.tail, m.sort = k.Tail().Hash(), k.Head().Sort()
	}
	return m
}

func length(k *term.Term) int {
	n := 0
	for ; k.IsSeq(); k = k.Tail() {
		n++
	}
	return n
}

func (j *joins) push(nodes ...*Node) {
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		at := length(n.State.Slots[j.space.K])
		j.waiting[at] = append(j.waiting[at], n)
		j.longest = max(j.longest, at)
		j.count++
	}
}

// pop removes a node with the longest computation; nil: none waits.
func (j *joins) pop() *Node {
	if j.count == 0 {
		return nil
	}
	all := j.waiting[j.longest]
	n := all[len(all)-1]
	j.take(j.longest, len(all)-1)
	return n
}

// take removes a waiting node.
func (j *joins) take(at, i int) {
	j.waiting[at] = slices.Delete(j.waiting[at], i, i+1)
	j.count--
	for len(j.waiting[j.longest]) == 0 && j.longest > 0 {
		delete(j.waiting, j.longest)
		j.longest--
	}
}

// meets reports whether a node has come down to where others wait.
func (j *joins) meets(n *Node) bool {
	return j.count > 0 && length(n.State.Slots[j.space.K]) <= j.longest
}

// moved reports whether a guide has put a node, from a state, to where others wait.
func (j *joins) moved(from *rewrite.State, n *Node) bool {
	return j.count > 0 && from != n.State && !term.Equal(from.Slots[j.space.K], n.State.Slots[j.space.K]) && j.meets(n)
}

// partner removes and returns a waiting node that the function can make one with n, and the
// state for both; nil: there is none.
func (j *joins) partner(n *Node, one func(m *Node) *rewrite.State) (*Node, *rewrite.State) {
	here := j.meeting(n.State)
	for i, m := range j.waiting[here.length] {
		if j.meeting(m.State) != here || !j.together(n.State, m.State) {
			continue
		}
		if st := one(m); st != nil {
			j.take(here.length, i)
			return m, st
		}
	}
	return nil, nil
}

// together reports whether two computations are equal but for results on top of them.
func (j *joins) together(a, b *rewrite.State) bool {
	x, y := a.Slots[j.space.K], b.Slots[j.space.K]
	return term.Equal(x, y) || x.IsSeq() && y.IsSeq() && j.result(x.Head()) && j.result(y.Head()) && term.Equal(x.Tail(), y.Tail())
}

// merged is the node for what paths have in common from where they meet on. What differs in
// names only needs no new variables.
func (s *searcher) merged(n *Node) *Node {
	for !s.stopped {
		var data any
		same := false
		m, st := s.joins.partner(n, func(m *Node) *rewrite.State {
			ok := false
			if data, ok = s.together(n.State, m.Data, n.Data); !ok {
				return nil
			}
			if same = s.known != nil && pattern.MayBeSame(m.State, n.State) && s.known.seen(m.State).same(s.known.seen(n.State)); same {
				return m.State
			}
			st, _, _ := s.joins.space.Merge(s.joins.keep, m.State, n.State)
			return st
		})
		if m == nil {
			break
		}
		if same {
			s.result.Identical++
		} else {
			s.result.Merged++
		}
		s.tell(Event{Kind: Same, Node: n, State: n.State})
		n = &Node{ID: s.number(), From: m, State: st, Depth: max(n.Depth, m.Depth), Data: data, Joined: true, Arrived: n.Arrived || m.Arrived, visits: n.visits.most(m.visits)}
	}
	return n
}

// most has for each head of a loop the larger count of two.
func (v *visits) most(w *visits) *visits {
	out := v
	for u := w; u != nil; u = u.before {
		if u.times > out.of(u.head) {
			out = &visits{out, u.head, u.times}
		}
	}
	return out
}
