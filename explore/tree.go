package explore

import (
	"fmt"
	"slices"

	"rlv/explore/page"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
)

// leaf is an end of a path in the tree of a search.
type leaf struct {
	event    search.Event
	solution *Solution
}

// tree is the tree of the search, folded to its branchings: a node stands for a stretch
// of a path without one. The request must have asked for it.
func (r *run) tree() *page.Tree {
	b := &treeBuilder{run: r, nodes: map[*search.Node]*page.Node{}, branched: map[*search.Node]bool{}}
	for _, l := range r.leaves {
		for n := l.event.Node; n != nil && b.nodes[n] == nil; n = n.From {
			b.nodes[n] = &page.Node{}
			b.branched[n.From] = true
			b.order = append(b.order, n)
		}
	}
	slices.SortFunc(b.order, func(x, y *search.Node) int { return x.ID - y.ID })
	t := &page.Tree{File: r.report.File, Source: r.program.Program.File.Text(), Title: r.report.Target, Summary: r.report.Summary(), Nodes: []page.Node{}}
	for i, n := range b.order {
		b.inner(n, i+1)
	}
	b.ends = len(b.order)
	for _, l := range r.leaves {
		b.leaf(l)
	}
	for _, n := range b.order {
		t.Nodes = append(t.Nodes, *b.nodes[n])
	}
	t.Nodes = append(t.Nodes, b.extra...)
	return t
}

// treeBuilder makes the nodes of a tree.
type treeBuilder struct {
	*run
	nodes    map[*search.Node]*page.Node
	branched map[*search.Node]bool
	order    []*search.Node
	ends     int         // numbers given
	extra    []page.Node // ends of a part of a state, of which the rest goes on
}

// inner fills in a node as one that branches.
func (b *treeBuilder) inner(n *search.Node, id int) {
	p := b.nodes[n]
	*p = page.Node{ID: id, Kind: page.Inner, Condition: Formulas(n.Added), Lines: b.program.linesOf(n.Stretch()), Steps: n.Depth}
	if n.From != nil {
		p.Parent = b.nodes[n.From].ID
		p.Steps -= n.From.Depth
	}
	if n.Rule != nil && !n.Rule.Span.IsZero() {
		line, _ := n.Rule.Span.File.Position(n.Rule.Span.Start)
		p.Rule = fmt.Sprintf("%s:%d", n.Rule.Span.File.Name, line)
	}
	b.at(p, n.State)
}

// at says where a node ends.
func (b *treeBuilder) at(p *page.Node, st *rewrite.State) {
	p.Line = b.program.lineOf(st.Pos)
	p.Output, _ = b.program.written(st.Slots)
}

// leaf puts an end into the tree: the node ends there, or the end is only of a part of its
// state, and is a node of its own.
func (b *treeBuilder) leaf(l leaf) {
	e := l.event
	p := b.nodes[e.Node]
	if e.Kind == search.Inner {
		p.Solution = l.solution.Number
		return
	}
	if b.branched[e.Node] || p.Kind != page.Inner || len(e.State.PC) > len(e.Node.State.PC) {
		b.ends++
		b.extra = append(b.extra, page.Node{ID: b.ends, Parent: p.ID, Condition: Formulas(e.State.PC[min(len(e.Node.State.PC), len(e.State.PC)):])})
		p = &b.extra[len(b.extra)-1]
		b.at(p, e.State)
	}
	p.Kind, p.Because = pageKinds[e.Kind], e.Because
	if l.solution != nil {
		p.Solution, p.Because = l.solution.Number, l.solution.Because
	}
}

var pageKinds = map[search.Kind]page.Kind{
	search.Final: page.Final, search.Stuck: page.Stuck, search.NeedsInput: page.NeedsInput,
	search.Cut: page.Cut, search.Same: page.Same, search.Undecided: page.Undecided,
}
