package search

import "slices"

// Order says which of the waiting nodes is followed next.
type Order int

// The orders. DepthFirst follows one path to its end before the next, in the order of
// the definition's rules. BreadthFirst follows the paths with the fewest branchings
// first; a long way without one takes turns.
const (
	DepthFirst Order = iota
	BreadthFirst
)

// frontier has the nodes that wait. Depth-first it is a stack, breadth-first a queue
// whose front moves.
type frontier struct {
	order Order
	nodes []*Node
	front int
	peak  int // most nodes that waited at once
}

func (f *frontier) len() int { return len(f.nodes) - f.front }

// push adds the nodes of a branching, first choice first.
func (f *frontier) push(nodes ...*Node) {
	if f.order == DepthFirst {
		for i := len(nodes) - 1; i >= 0; i-- {
			f.nodes = append(f.nodes, nodes[i])
		}
	} else {
		f.nodes = append(f.nodes, nodes...)
	}
	f.peak = max(f.peak, f.len())
}

// pop removes the node to follow; nil: none waits.
func (f *frontier) pop() *Node {
	if f.len() == 0 {
		return nil
	}
	if f.order == DepthFirst {
		last := len(f.nodes) - 1
		n := f.nodes[last]
		f.nodes[last] = nil
		f.nodes = f.nodes[:last]
		return n
	}
	n := f.nodes[f.front]
	f.nodes[f.front] = nil
	if f.front++; f.front > len(f.nodes)/2 && f.front > 64 {
		f.nodes = slices.Clone(f.nodes[f.front:])
		f.front = 0
	}
	return n
}
