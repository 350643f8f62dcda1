package explore

import (
	"slices"

	"rlv/explore/page"
	"rlv/semantics/search"
)

// leaf is an end of a path in the tree of a search.
type leaf struct {
	event    search.Event
	solution *Solution
}

// Tree is the tree of the search, folded to its branchings: a node stands for a stretch
// of a path without one. The request must have asked for it.
func (r *Report) Tree() *page.Tree {
	t := &page.Tree{File: r.File, Source: r.source, Title: r.Target, Summary: r.Summary(), Nodes: []page.Node{}}
	b := &treeBuilder{report: r, tree: t, nodes: map[*search.Node]int{}}
	for _, l := range r.nodes {
		b.leaf(l)
	}
	slices.SortStableFunc(t.Nodes, func(x, y page.Node) int { return x.ID - y.ID })
	return t
}
