package search

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Node is a stretch of a path from a branching, or the start, to the next. While it
// is followed, State and what belongs to it move on.
type Node struct {
	ID    int
	From  *Node          // the node that branched; nil: the start
	Rule  *compile.Rule  // whose application began the node; nil: the start
	Added []*term.Term   // what the branching added to the path condition
	State *rewrite.State // the last one that was reached
	Depth int            // steps from the start
	// Joined reports whether the node stands for several paths that met at its start; From
	// is the end of one of them.
	Joined bool
	// Arrived reports whether execution came to another piece of program text with the
	// last step.
	Arrived bool
	// Before is the state before the last one, and Step the rule that led from it to
	// that; nil at the start.
	Before *rewrite.State
	Step   *compile.Rule
	// Data is what a guide knows of the path. The nodes of a branching begin with that of
	// the one before. Whether two states are one does not depend on it.
	Data   any
	trail  *trail
	visits *visits
	local  int // steps since all threads had their turn
}

// trail is the list of the position marks passed on a node, the latest first.
type trail struct {
	before *trail
	pos    int32
}

// visits counts how often heads of loops were passed on a path.
type visits struct {
	before *visits
	head   int32
	times  int
}

func (v *visits) of(head int32) int {
	for ; v != nil; v = v.before {
		if v.head == head {
			return v.times
		}
	}
	return 0
}

// moved goes one step on.
func (n *Node) moved(next rewrite.Successor) {
	st := next.State
	n.Before, n.Step = n.State, next.Rule
	if n.Arrived = st.Pos != 0 && st.Pos != n.State.Pos; n.Arrived {
		n.trail = &trail{n.trail, st.Pos}
	}
	n.State = st
	n.Depth++
}

// Positions returns the position marks that the path to the end of the node passed,
// in order. One that is passed several times in a row stands once.
func (n *Node) Positions() []int32 {
	var out []int32
	for m := n; m != nil; m = m.From {
		for t := m.trail; t != nil; t = t.before {
			if len(out) == 0 || out[len(out)-1] != t.pos {
				out = append(out, t.pos)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// EachPosition calls f for the position marks that the path to the end of the node
// passed, the latest first, until f returns false.
func (n *Node) EachPosition(f func(pos int32) bool) {
	for m := n; m != nil; m = m.From {
		for t := m.trail; t != nil; t = t.before {
			if !f(t.pos) {
				return
			}
		}
	}
}

// Stretch returns the position marks that were passed on the node itself, in order.
func (n *Node) Stretch() []int32 {
	var out []int32
	for t := n.trail; t != nil; t = t.before {
		out = append(out, t.pos)
	}
	slices.Reverse(out)
	return out
}

// Choices returns the nodes from the start to this one.
func (n *Node) Choices() []*Node {
	var out []*Node
	for ; n != nil; n = n.From {
		out = append(out, n)
	}
	slices.Reverse(out)
	return out
}
