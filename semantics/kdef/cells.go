package kdef

import (
	"strings"

	"rlv/semantics/source"
)

// Configuration is the declaration of the cells: a configuration sentence
// whose XML structure has been read, or the default `<k> $PGM:K </k>`.
type Configuration struct {
	Bubble  *Bubble // nil: the default
	Module  string
	Cells   []*CellDecl // the user's top cells
	Ensures source.Span // the text behind `ensures`; zero: none
}

// CellDecl is the declaration of a cell. It has children or a body.
type CellDecl struct {
	Name     string
	Props    []CellProp
	Parent   *CellDecl
	Children []*CellDecl
	Body     source.Span // of a leaf: the text of its initial term
	Span     source.Span // of the opening tag
}

// CellProp is `name="value"` in the opening tag of a cell.
type CellProp struct {
	Name, Value string
	Span        source.Span
}

// Prop returns the value of a property.
func (c *CellDecl) Prop(name string) (string, bool) {
	for _, p := range c.Props {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// Leaf reports whether the cell holds a term, not cells.
func (c *CellDecl) Leaf() bool { return len(c.Children) == 0 }

// Starred reports whether the cell may occur any number of times.
func (c *CellDecl) Starred() bool { return c.multiplicity() == "*" }

// Optional reports whether the cell may be absent, but occurs at most once.
func (c *CellDecl) Optional() bool { return c.multiplicity() == "?" }

func (c *CellDecl) multiplicity() string {
	value, _ := c.Prop("multiplicity")
	return value
}

// Sort returns the sort of the cell: FooBarCell for foo-bar.
func (c *CellDecl) Sort() string { return CellSort(c.Name) }

// FragmentSort returns the sort of some of the cell's children together.
func (c *CellDecl) FragmentSort() string { return c.Sort() + "Fragment" }

// CollectionSort returns the sort of any number of a starred cell, as in
// FooBarCellMap; "" if the cell is not starred.
func (c *CellDecl) CollectionSort() string {
	if !c.Starred() {
		return ""
	}
	kind, _ := c.Prop("type")
	return c.Sort() + kind
}

// CellSort returns the sort of the cells of a name.
func CellSort(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String() + "Cell"
}

// All calls f for each cell, parents before children, in the order declared.
func (c *Configuration) All(f func(*CellDecl)) {
	var visit func([]*CellDecl)
	visit = func(cells []*CellDecl) {
		for _, cell := range cells {
			f(cell)
			visit(cell.Children)
		}
	}
	visit(c.Cells)
}

// Cell returns the cell of a name, nil if there is none.
func (c *Configuration) Cell(name string) *CellDecl {
	var found *CellDecl
	c.All(func(cell *CellDecl) {
		if cell.Name == name {
			found = cell
		}
	})
	return found
}
