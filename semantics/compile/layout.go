package compile

import (
	"slices"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The names of the cells that every configuration has.
const (
	topCellName     = "generatedTop"
	counterCellName = "generatedCounter"
)

// newLayout makes the layout of a declared configuration. For
//
//	<T> <k> $PGM </k> <threads> <thread multiplicity="*" type="Map"> <id/> <stack/> </thread> </threads> <out/> </T>
//
// the slots are k, thread, a map from ids to <thread> terms, out and the counter; T and
// threads are nodes of the tree of cells only. A rule thus matches and writes a few
// entries of an array, however deep the cells are nested. The content of the
// leaves is put in later (setContents), except for its sort, leafSort.
func (s *symbols) newLayout(conf *kdef.Configuration, leafSort func(*kdef.CellDecl) term.Sort) *Layout {
	root := &Cell{Name: topCellName, CellSort: s.sort(kdef.TopCellSort), Slot: -1}
	b := layoutBuilder{symbols: s, leafSort: leafSort, layout: &Layout{Root: root, K: -1}}
	for _, decl := range conf.Cells {
		b.declare(decl, root)
	}
	counter := &Cell{Name: counterCellName, Parent: root, Sort: term.SortInt, CellSort: s.sort(kdef.CounterCellSort), Initial: term.Int(0)}
	root.Children = append(root.Children, counter)
	b.finish(root)
	b.number(root)
	b.layout.Counter = counter.Slot
	return b.layout
}

type layoutBuilder struct {
	*symbols
	layout   *Layout
	leafSort func(*kdef.CellDecl) term.Sort
}

// declare adds a declared cell, with what it contains, to its parent.
func (b *layoutBuilder) declare(decl *kdef.CellDecl, parent *Cell) {
	c := &Cell{Name: decl.Name, Parent: parent, CellSort: b.sort(decl.Sort()), Slot: -1, Span: decl.Span, decl: decl}
	parent.Children = append(parent.Children, c)
	switch {
	case decl.Starred():
		c.Multiplicity = Star
		c.Collection, _ = decl.Prop("type")
	case decl.Optional():
		c.Multiplicity = Optional
	}
	c.Stream, _ = decl.Prop("stream")
	_, c.Exit = decl.Prop("exit")
	if decl.Leaf() {
		c.Sort = b.leafSort(decl)
		if c.Name == "k" {
			c.Sort = term.SortK
		}
	}
	for _, child := range decl.Children {
		b.declare(child, c)
	}
}

// finish makes the symbols of a cell and of those in it, innermost first.
func (b *layoutBuilder) finish(c *Cell) {
	var args []term.Sort
	for _, child := range c.Children {
		b.finish(child)
		args = append(args, child.argSort())
	}
	if c.leaf() {
		args = []term.Sort{c.Sort}
	}
	format, _ := c.format(nil, 0)
	c.Symbol = term.NewSymbol(term.Symbol{Name: b.unique("<" + c.Name + ">"), Args: args, Result: c.CellSort, Format: format})
	if c.Multiplicity == Optional {
		text := "." + b.lattice.Name(c.CellSort)
		c.Absent = term.App(term.NewSymbol(term.Symbol{Name: b.unique(text), Result: c.CellSort, Format: []term.FormatItem{{Text: text}}}))
	}
	if !c.leaf() {
		b.fragment(c)
	}
}

// fragment makes the symbol for some of the children of a cell together: it has
// an argument for each child, notCaptured where the child is not among them.
func (b *layoutBuilder) fragment(c *Cell) {
	args := make([]term.Sort, len(c.Children))
	for i := range args {
		args[i] = term.SortK
	}
	name := b.lattice.Name(c.CellSort) + "Fragment"
	c.Fragment = term.NewSymbol(term.Symbol{Name: b.unique("<" + c.Name + ">-fragment"), Args: args, Result: b.sort(name)})
}

// leaf reports whether the cell holds a term.
func (c *Cell) leaf() bool { return len(c.Children) == 0 }

// argSort is the sort of what stands for the cell among its parent's
// arguments: the content of a leaf, a cell term, or a collection of them.
func (c *Cell) argSort() term.Sort {
	switch {
	case c.Multiplicity == Star:
		return c.collectionSort()
	case c.Multiplicity == One && c.leaf():
		return c.Sort
	}
	return c.CellSort
}

func (c *Cell) collectionSort() term.Sort {
	switch c.Collection {
	case "Map":
		return term.SortMap
	case "Set":
		return term.SortSet
	}
	return term.SortList
}

// empty returns the empty collection of a starred cell.
func (c *Cell) empty() *term.Term {
	switch c.Collection {
	case "Map":
		return term.EmptyMap
	case "Set":
		return term.EmptySet
	}
	return term.EmptyList
}

// format writes the cell as a term: its tags around its content, leaves that
// are arguments themselves with tags of their own. arg is the next argument.
func (c *Cell) format(out []term.FormatItem, arg int) ([]term.FormatItem, int) {
	out = append(out, term.FormatItem{Text: "<" + c.Name + ">"})
	if c.leaf() {
		out, arg = append(out, term.FormatItem{Arg: arg}), arg+1
	}
	for _, child := range c.Children {
		if child.Multiplicity == One && child.leaf() {
			out, arg = child.format(out, arg)
			continue
		}
		out, arg = append(out, term.FormatItem{Arg: arg}), arg+1
	}
	return append(out, term.FormatItem{Text: "</" + c.Name + ">"}), arg
}

// number gives the leaves and collections outside collections their slots.
func (b *layoutBuilder) number(c *Cell) {
	if c.Multiplicity == One && !c.leaf() {
		for _, child := range c.Children {
			b.number(child)
		}
		return
	}
	c.Slot = len(b.layout.Slots)
	b.layout.Slots = append(b.layout.Slots, c)
	if c.Name == "k" && c.Multiplicity == One {
		b.layout.K = c.Slot
	}
}

// Cell returns the cell called name, nil if there is none.
func (l *Layout) Cell(name string) *Cell { return l.Root.find(name) }

func (c *Cell) find(name string) *Cell {
	if c.Name == name {
		return c
	}
	for _, child := range c.Children {
		if found := child.find(name); found != nil {
			return found
		}
	}
	return nil
}

// depth counts the cells around c.
func (c *Cell) depth() int {
	n := 0
	for p := c.Parent; p != nil; p = p.Parent {
		n++
	}
	return n
}

// inside reports whether c is p or within it.
func (c *Cell) inside(p *Cell) bool {
	for ; c != nil; c = c.Parent {
		if c == p {
			return true
		}
	}
	return false
}

// index is the place of the cell among its parent's children.
func (c *Cell) index() int {
	return slices.Index(c.Parent.Children, c)
}

// checkLayout reports what makes no sense in a configuration.
func (b *builder) checkLayout(l *Layout) {
	seen := 0
	var visit func(*Cell)
	visit = func(c *Cell) {
		if c.Name == "k" {
			seen++
			if !c.leaf() {
				b.Errorf(c.Span, "k-cell", "the <k> cell must not contain cells")
			}
		}
		if c.Multiplicity == Star && c.Collection == "Map" && (c.leaf() || !c.Children[0].leaf() || c.Children[0].Multiplicity != One) {
			b.Errorf(c.Span, "no-key-cell", "the elements of a Map of cells are found by their first child; <%s> needs a leaf cell as its first child", c.Name)
		}
		if c.Stream != "" && c.Sort != term.SortList && c.Sort != term.SortK {
			b.Errorf(c.Span, "bad-stream", "a stream cell holds a List; <%s> holds a term of sort %s", c.Name, b.lattice.Name(c.Sort))
		}
		if c.Exit && c.Sort != term.SortInt {
			b.Errorf(c.Span, "bad-exit", "the exit cell holds an Int; <%s> holds a term of sort %s", c.Name, b.lattice.Name(c.Sort))
		}
		for _, child := range c.Children {
			visit(child)
		}
	}
	visit(l.Root)
	if seen == 0 {
		var span source.Span
		if len(l.Root.Children) > 0 {
			span = l.Root.Children[0].Span
		}
		b.Errorf(span, "k-cell", "the configuration has no <k> cell")
	}
}

// Collections returns the cells of which there may be several.
func (l *Layout) Collections() []*Cell {
	return slices.DeleteFunc(l.cells(), func(c *Cell) bool { return c.Multiplicity != Star })
}

// Key returns the first child of a cell if its content tells cells apart: the key
// of a Map of cells, or another leaf that is not the computation.
func (c *Cell) Key() *Cell {
	if c.leaf() || !c.Children[0].leaf() || c.Children[0].Multiplicity != One || c.Children[0].Name == "k" {
		return nil
	}
	return c.Children[0]
}
