package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// mode says on which sides of a rule a cell stands.
type mode int

const (
	both      mode = iota
	onlyLeft       // within the left side of a rewrite between cells
	onlyRight      // within the right side
)

// node is a cell in a rule. On a side where it does not stand, the content is
// not used.
type node struct {
	cell  *Cell
	span  source.Span
	open  bool // a parent cell with dots
	items []*item
	l, r  *term.Term // content of a leaf, dots included
}

// item is a child of a parent cell in a rule: one cell on both sides, a rewrite
// between cells, or a variable for all other children.
type item struct {
	span     source.Span
	node     *node
	rewrite  bool
	lefts    []*node
	rights   []*node
	restL    *term.Term // variables for the rest of the children
	restR    *term.Term
	fragment bool
}

// cells returns all nodes of an item.
func (it *item) cells() []*node {
	if it.node != nil {
		return []*node{it.node}
	}
	return slices.Concat(it.lefts, it.rights)
}

// hasCells reports whether a sentence's body is written with cells.
func hasCells(t *grammar.Tree) bool {
	switch t.Kind {
	case grammar.Cell, grammar.Bag:
		return true
	case grammar.Rewrite:
		return hasCells(t.Children[0]) || hasCells(t.Children[1])
	}
	return false
}

// bag reads the children of a parent cell.
func (s *scope) bag(t *grammar.Tree, m mode) []*item {
	switch t.Kind {
	case grammar.Bag:
		var out []*item
		for _, c := range t.Children {
			out = append(out, s.bag(c, m)...)
		}
		return out
	case grammar.Cell:
		if n := s.cell(t, m); n != nil {
			return []*item{{span: t.Span, node: n}}
		}
		return nil
	case grammar.Rewrite:
		return s.bagRewrite(t, m)
	case grammar.Var:
		v := s.fragmentVariable(t, m)
		return []*item{{span: t.Span, fragment: true, restL: v, restR: v}}
	}
	s.Errorf(t.Span, "expected-cell", "a cell is expected here")
	return nil
}

// bagRewrite reads a rewrite between cells.
func (s *scope) bagRewrite(t *grammar.Tree, m mode) []*item {
	if m != both || s.rewriting {
		s.Errorf(t.Span, "nested-rewrite", "a rewrite stands inside another one")
		return nil
	}
	s.rewriting = true
	defer func() { s.rewriting = false }()
	out := &item{span: t.Span, rewrite: true}
	for _, it := range s.bag(t.Children[0], onlyLeft) {
		if it.fragment {
			out.fragment, out.restL = true, it.restL
			continue
		}
		out.lefts = append(out.lefts, it.node)
	}
	for _, it := range s.bag(t.Children[1], onlyRight) {
		if it.fragment {
			out.fragment, out.restR = true, it.restR
			continue
		}
		out.rights = append(out.rights, it.node)
	}
	return []*item{out}
}

// fragmentVariable builds a variable for the rest of a cell's children.
func (s *scope) fragmentVariable(t *grammar.Tree, m mode) *term.Term {
	if m == onlyRight {
		return s.on(right, t)
	}
	return s.on(left, t)
}

// cell reads a cell.
func (s *scope) cell(t *grammar.Tree, m mode) *node {
	c := s.def.Layout.Cell(t.Text)
	if c == nil {
		s.Errorf(t.Span, "unknown-cell", "the configuration has no cell <%s>", t.Text)
		return nil
	}
	n := &node{cell: c, span: t.Span}
	if !c.leaf() {
		n.open = t.DotsLeft || t.DotsRight
		n.items = s.bag(t.Children[0], m)
		return n
	}
	s.leaf(n, t, m)
	return n
}

// leaf builds the content of a leaf on the sides where it stands.
func (s *scope) leaf(n *node, t *grammar.Tree, m mode) {
	rest := s.dots(n, t, m)
	if m != onlyRight {
		n.l = s.withDots(n, t, s.on(left, t.Children[0]), rest)
	}
	if m != onlyLeft {
		if m == both && !hasRewrite(t.Children[0]) && len(s.aliases) == 0 {
			n.r = n.l
			return
		}
		n.r = s.withDots(n, t, s.on(right, t.Children[0]), rest)
	}
}

// hasRewrite reports whether the two sides of a tree may differ.
func hasRewrite(t *grammar.Tree) bool {
	return t.Kind == grammar.Rewrite || t.Kind == grammar.As || slices.ContainsFunc(t.Children, hasRewrite)
}

// dots returns the variable for what the dots in a leaf stand for, nil without
// dots.
func (s *scope) dots(n *node, t *grammar.Tree, m mode) *term.Term {
	if !t.DotsLeft && !t.DotsRight {
		return nil
	}
	if m == onlyRight {
		s.Errorf(t.Span, "dots-on-right", "... in the leaf cell <%s> on the right of a rewrite has no meaning", n.cell.Name)
		return nil
	}
	switch sort := n.cell.Sort; {
	case sort == term.SortK && t.DotsLeft:
		s.Errorf(t.Span, "bad-dots", "... stands at the end of the cell <%s> of sort K only", n.cell.Name)
	case sort == term.SortList && t.DotsLeft && t.DotsRight:
		s.Errorf(t.Span, "bad-dots", "... stands at one side of the List cell <%s> only", n.cell.Name)
	case sort != term.SortK && sort != term.SortList && sort != term.SortMap && sort != term.SortSet:
		s.Errorf(t.Span, "bad-dots", "... in the cell <%s>, which holds a term of sort %s", n.cell.Name, s.lattice.Name(sort))
		return nil
	}
	return s.generated(frameName(n.cell), n.cell.Sort)
}

// frameName is the name of the variable for what a rule does not say about a
// cell.
func frameName(c *Cell) string { return "rest:" + c.Name }

// withDots adds what the dots stand for to the content of a leaf.
func (s *scope) withDots(n *node, t *grammar.Tree, content, rest *term.Term) *term.Term {
	if rest == nil {
		return content
	}
	switch n.cell.Sort {
	case term.SortK:
		return term.Seq(content, rest)
	case term.SortList:
		if t.DotsLeft {
			return term.Concat(rest, content)
		}
		return term.Concat(content, rest)
	}
	return term.Union(content, rest)
}

// implicitK puts the body of a sentence without cells into the <k> cell, with
// dots.
func (s *scope) implicitK(t *grammar.Tree) []*item {
	k := s.def.Layout.Cell("k")
	rest := s.generated(frameName(k), term.SortK)
	n := &node{cell: k, span: t.Span}
	n.l = term.Seq(s.on(left, t), rest)
	n.r = term.Seq(s.on(right, t), rest)
	return []*item{{span: t.Span, node: n}}
}

// complete wraps the children given for a cell in the parents that are left
// out, so that all are direct children (4.4 of the K notation). With the
// configuration <T> <k/> <state> <env/> <store/> </state> </T> the rule
//
//	rule <k> X:Id => V ...</k> <env>... X |-> L ...</env> <store>... L |-> V ...</store>
//
// gets <T> around all and <state>... ...</state> around <env> and <store>, innermost
// parents first. Cells that are unique in their parent share one; two <env> would belong
// to two threads, say, each in a cell of its own.
func (s *scope) complete(parent *Cell, open bool, items []*item) []*item {
	base := parent.depth() + 1
	deepest := base
	var rest []*item
	byLevel := map[int][]*item{}
	for _, it := range items {
		if it.fragment && len(it.cells()) == 0 {
			rest = append(rest, it)
			continue
		}
		level, ok := s.level(parent, it)
		if !ok {
			return nil
		}
		byLevel[level] = append(byLevel[level], it)
		deepest = max(deepest, level)
	}
	for level := deepest; level > base; level-- {
		wrapped := s.wrapLevel(byLevel[level], open)
		if wrapped == nil && len(byLevel[level]) > 0 {
			return nil
		}
		byLevel[level-1] = append(byLevel[level-1], wrapped...)
	}
	return append(byLevel[base], rest...)
}

// level returns the depth of an item's cells, which must have one parent.
func (s *scope) level(parent *Cell, it *item) (int, bool) {
	cells := it.cells()
	for _, n := range cells {
		if n.cell == parent || !n.cell.inside(parent) {
			s.Errorf(n.span, "misplaced-cell", "the cell <%s> does not belong into <%s>", n.cell.Name, parent.Name)
			return 0, false
		}
		if n.cell.Parent != cells[0].cell.Parent {
			s.Errorf(it.span, "cells-of-two-parents", "a rewrite between cells of different parents, <%s> and <%s>", cells[0].cell.Name, n.cell.Name)
			return 0, false
		}
	}
	if len(cells) == 0 {
		s.Errorf(it.span, "empty-rewrite", "a rewrite between no cells")
		return 0, false
	}
	return cells[0].cell.depth(), true
}

// wrapLevel puts the items of one level into their parents.
func (s *scope) wrapLevel(items []*item, open bool) []*item {
	var parents []*Cell
	groups := map[*Cell][]*item{}
	for _, it := range items {
		p := it.cells()[0].cell.Parent
		if groups[p] == nil {
			parents = append(parents, p)
		}
		groups[p] = append(groups[p], it)
	}
	var out []*item
	for _, p := range parents {
		wrapped := s.wrapGroup(p, groups[p], open)
		if wrapped == nil {
			return nil
		}
		out = append(out, wrapped...)
	}
	return out
}

// wrapGroup puts items of one parent into one such cell, or each into its own.
func (s *scope) wrapGroup(p *Cell, items []*item, open bool) []*item {
	wrap := func(items []*item) *item {
		return &item{span: items[0].span, node: &node{cell: p, span: items[0].span, open: open, items: items}}
	}
	if !repeats(items) {
		return []*item{wrap(items)}
	}
	var out []*item
	for _, it := range items {
		if it.node == nil || it.node.cell != items[0].cells()[0].cell {
			s.Errorf(it.span, "ambiguous-completion", "it is not clear into which <%s> cells these cells belong; write the <%s> cells", p.Name, p.Name)
			return nil
		}
		out = append(out, wrap([]*item{it}))
	}
	return out
}

// repeats reports whether a cell that is unique in its parent occurs twice on one
// side.
func repeats(items []*item) bool {
	l, r := map[*Cell]int{}, map[*Cell]int{}
	again := func(in map[*Cell]int) func(*node) bool {
		return func(n *node) bool {
			in[n.cell]++
			return in[n.cell] > 1 && n.cell.Multiplicity != Star
		}
	}
	return slices.ContainsFunc(items, func(it *item) bool {
		lefts, rights := it.lefts, it.rights
		if it.node != nil {
			lefts, rights = []*node{it.node}, []*node{it.node}
		}
		return slices.ContainsFunc(lefts, again(l)) || slices.ContainsFunc(rights, again(r))
	})
}
