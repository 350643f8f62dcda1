package page

import "fmt"

// Tree is the tree of a search, folded to branchings.
type Tree struct {
	File    string // name of the program
	Source  string // its text
	Title   string // what was looked for
	Summary string // what came out, in a line
	// Nodes has parents before their children. Where it has several nodes without a
	// parent the start itself branched.
	Nodes []Node
}

// Node is a stretch of a path from a branching, or the start, to the next.
type Node struct {
	ID        int      // 1 or more
	Parent    int      // ID of the node that branched, a smaller one; 0: the start
	Condition []string // conjuncts that the branching added to the path condition
	Rule      string   // "file:line" of the rule whose application began the node; may be ""
	Kind      Kind     // what is at the end
	Because   string   // why it is stuck, cut or undecided; may be ""
	Line      int      // line of the program at the end; 0: none
	Lines     []int    // lines of the program passed on the stretch; one that is there twice counts once
	Steps     int      // steps made on the stretch
	Output    string   // what was written from the start to the end
	Solution  int      // number of the solution; 0: none
}

// Kind says what is at the end of a node.
type Kind string

// The kinds of nodes.
const (
	Inner      Kind = "inner"       // a branching
	Final      Kind = "final"       // the end of the program
	Stuck      Kind = "stuck"       // a state that no rule applies to
	NeedsInput Kind = "needs input" // a read with no input left
	Cut        Kind = "cut"         // a limit of the search
	Same       Kind = "same"        // a state that another path came to
	Undecided  Kind = "undecided"   // a state of which it cannot be told what follows
)

// Kinds returns all kinds, in the order in which they are counted for people.
func Kinds() []Kind {
	return []Kind{Final, Stuck, NeedsInput, Cut, Undecided, Same, Inner}
}

// check returns an error if a tree is none: an ID that does not grow, a parent that is
// not there, a kind that is unknown. Nothing of such a tree is drawn.
func (t *Tree) check() error {
	known := map[Kind]bool{}
	for _, k := range Kinds() {
		known[k] = true
	}
	seen := map[int]bool{0: true}
	last := 0
	for _, n := range t.Nodes {
		switch {
		case n.ID <= last:
			return fmt.Errorf("page: node %d stands after node %d", n.ID, last)
		case !seen[n.Parent]:
			return fmt.Errorf("page: node %d has the parent %d, which does not stand before it", n.ID, n.Parent)
		case !known[n.Kind]:
			return fmt.Errorf("page: node %d is of the unknown kind %q", n.ID, n.Kind)
		}
		seen[n.ID] = true
		last = n.ID
	}
	return nil
}
