package kdef

import (
	"slices"
	"strings"

	"rlv/semantics/source"
)

// parseConfiguration reads the XML structure of a configuration sentence and
// checks all properties. The contents of the leaves stay text.
func parseConfiguration(b *Bubble, found *source.List) *Configuration {
	text := b.Body.File.Text()[:b.Body.End]
	r := &cellReader{scanner{file: b.Body.File, text: text, pos: b.Body.Start, List: found}}
	c := &Configuration{Bubble: b, Module: b.Module}
	for {
		r.skipLayout()
		if !r.atCell() {
			break
		}
		cell := r.cell(nil, 1)
		if cell == nil {
			return c
		}
		c.Cells = append(c.Cells, cell)
	}
	r.ending(c)
	checkNames(c, found)
	return c
}

// ending reads what stands behind the cells.
func (r *cellReader) ending(c *Configuration) {
	switch {
	case len(c.Cells) == 0:
		r.Errorf(r.here(), "expected-cell", "expected a cell <name> here")
	case r.peekWord() == "ensures":
		r.word()
		r.skipLayout()
		c.Ensures = r.span(r.pos, len(r.text))
	case !r.eof():
		r.Errorf(r.here(), "expected-cell", "expected a cell or the end of the configuration here")
	}
}

// checkNames reports cells that are declared twice or share their sort.
func checkNames(c *Configuration, found *source.List) {
	seen := map[string]*CellDecl{}
	c.All(func(cell *CellDecl) {
		before := seen[cell.Sort()]
		switch {
		case before == nil:
			seen[cell.Sort()] = cell
		case before.Name == cell.Name:
			found.Errorf(cell.Span, "duplicate-cell", "cell %s is declared twice", cell.Name)
		default:
			found.Errorf(cell.Span, "duplicate-cell", "cells %s and %s would share the sort %s", before.Name, cell.Name, cell.Sort())
		}
	})
}

// cellReader reads cells.
type cellReader struct{ scanner }

// maxCellDepth bounds how deep cells nest.
const maxCellDepth = 200

// atCell reports whether the opening tag of a cell comes next.
func (r *cellReader) atCell() bool { return r.cur() == '<' && isLetter(r.at(1)) }

// cellName reads a cell's name.
func (r *cellReader) cellName() string {
	start := r.pos
	for c := r.cur(); isLetter(c) || r.pos > start && (isDigit(c) || c == '-'); c = r.cur() {
		r.pos++
	}
	return r.text[start:r.pos]
}

// cell reads one cell; nil after an error that leaves the position unclear.
func (r *cellReader) cell(parent *CellDecl, depth int) *CellDecl {
	start := r.pos
	r.pos++
	c := &CellDecl{Name: r.cellName(), Parent: parent}
	if depth > maxCellDepth {
		r.Errorf(r.span(start, r.pos), "too-deep", "cells are nested more than %d deep", maxCellDepth)
		return nil
	}
	if !r.props(c) {
		return nil
	}
	c.Span = r.span(start, r.pos)
	r.checkProps(c)
	r.skipLayout()
	if !r.atCell() {
		return r.leaf(c)
	}
	for r.atCell() {
		child := r.cell(c, depth+1)
		if child == nil {
			return nil
		}
		c.Children = append(c.Children, child)
		r.skipLayout()
	}
	if !r.closing(c.Name) {
		r.Errorf(r.here(), "cell-not-closed", "expected a cell or </%s> here", c.Name)
		return nil
	}
	return c
}

// closing reads the closing tag of a cell.
func (r *cellReader) closing(name string) bool {
	start := r.pos
	if r.accept("</") {
		r.skipBlanks()
		if r.cellName() == name {
			r.skipBlanks()
			if r.accept(">") {
				return true
			}
		}
	}
	r.pos = start
	return false
}

// leaf reads the content of a leaf up to its closing tag.
func (r *cellReader) leaf(c *CellDecl) *CellDecl {
	start, end := r.pos, r.pos
	closed := false
	for !r.eof() {
		if r.cur() == '<' && r.at(1) == '/' && isLetter(r.at(2)) {
			if closed = r.closing(c.Name); closed {
				break
			}
			r.Errorf(r.here(), "cell-not-closed", "cell %s is closed by another name here", c.Name)
			return nil
		}
		if !r.skipComment() {
			r.leafByte()
			end = r.pos
		}
		r.skipBlanks()
	}
	c.Body = r.span(start, end)
	switch {
	case !closed:
		r.Errorf(c.Span, "cell-not-closed", "cell %s is not closed", c.Name)
		return nil
	case start == end:
		r.Errorf(c.Span, "empty-cell", "cell %s has no initial content; write .Map, .List, .Set or .K for an empty one", c.Name)
	}
	return c
}

// leafByte skips a byte, or a string as a whole.
func (r *cellReader) leafByte() {
	if r.cur() == '"' {
		if end, closed := stringEnd(r.text, r.pos); closed {
			r.pos = end
			return
		}
	}
	r.pos++
}

// props reads the properties and the end of an opening tag.
func (r *cellReader) props(c *CellDecl) bool {
	for {
		r.skipBlanks()
		start := r.pos
		switch {
		case r.accept(">"):
			return true
		case r.accept("/>"):
			r.Errorf(r.span(start, r.pos), "unsupported", "<%s/>, a cell of another configuration, is not supported", c.Name)
			return false
		}
		name := r.cellName()
		r.skipBlanks()
		if name == "" || !r.accept("=") {
			r.Errorf(r.here(), "bad-property", "expected a property name=\"value\" or > in the tag of cell %s", c.Name)
			return false
		}
		r.skipBlanks()
		if r.cur() != '"' {
			r.Errorf(r.here(), "bad-property", "expected the value of %s in double quotes", name)
			return false
		}
		value, ok := r.quoted()
		if !ok {
			return false
		}
		c.Props = append(c.Props, CellProp{Name: name, Value: value, Span: r.span(start, r.pos)})
	}
}

// cellProps are the properties a cell can have, with their values; nil: any.
var cellProps = map[string][]string{
	"multiplicity": {"1", "?", "*"}, "type": {"Map", "Set", "List"}, "stream": {"stdin", "stdout"},
	"exit": {""}, "initial": {""}, "unused": {""}, "color": nil, "format": nil, "parser": nil, "group": nil,
}

// checkProps reports properties that are unknown, doubled, of a wrong value or
// at odds with each other.
func (r *cellReader) checkProps(c *CellDecl) {
	for i, p := range c.Props {
		values, known := cellProps[p.Name]
		switch {
		case !known:
			r.Errorf(p.Span, "unknown-property", "unknown property %s of cell %s", p.Name, c.Name)
		case values != nil && !slices.Contains(values, p.Value):
			r.Errorf(p.Span, "bad-property", "property %s cannot be %s; it is one of %s", p.Name, quote(p.Value), quoteAll(values))
		case slices.ContainsFunc(c.Props[:i], func(q CellProp) bool { return q.Name == p.Name }):
			r.Errorf(p.Span, "duplicate-property", "property %s is given twice", p.Name)
		}
	}
	kind, typed := c.Prop("type")
	switch {
	case c.Starred() && !typed:
		r.Errorf(c.Span, "untyped-collection", "cell %s of multiplicity \"*\" needs type=\"Map\" or type=\"Set\"", c.Name)
	case typed && !c.Starred():
		r.Errorf(c.Span, "bad-property", "cell %s has type %s but not multiplicity=\"*\"", c.Name, quote(kind))
	}
}

func quoteAll(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = quote(v)
	}
	return strings.Join(quoted, ", ")
}
