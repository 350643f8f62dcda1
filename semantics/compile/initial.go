package compile

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/term"
)

// The configuration variables that say how stream cells begin. They need not
// be given: a stream then has no text and is "on", connected with the world.
const (
	// InputVariable is the text that is on standard input, a string.
	InputVariable = "$STDIN"
	// StreamVariable is "on" or "off", a string.
	StreamVariable = "$IO"
)

// Initial returns the slots of the initial configuration (4.2 of the K
// notation) for the given configuration variables, named $PGM and so on; the
// dollar sign may be left out. It is an error if one is missing.
func (d *Definition) Initial(vars map[string]*term.Term) ([]*term.Term, error) {
	in := initial{def: d, values: term.Substitution{}, missing: map[string]bool{}, given: map[string]*term.Term{}}
	for name, t := range vars {
		in.given["$"+strings.TrimPrefix(name, "$")] = term.Evaluate(t)
	}
	slots := make([]*term.Term, len(d.Layout.Slots))
	for i, c := range d.Layout.Slots {
		slots[i] = in.arg(c)
	}
	for name := range in.missing {
		return nil, fmt.Errorf("the configuration needs a value for %s", name)
	}
	return slots, nil
}

// initial makes the declared contents with the inputs put in.
type initial struct {
	def     *Definition
	given   map[string]*term.Term
	values  term.Substitution
	missing map[string]bool
}

// arg is the initial content of a slot, or of an argument of a cell.
func (in *initial) arg(c *Cell) *term.Term {
	if c.Multiplicity != One && !c.startsFull() {
		return c.nothing()
	}
	if c.Multiplicity == One && c.leaf() {
		return in.content(c)
	}
	cell := in.cell(c)
	switch c.Collection {
	case "Map":
		return term.SingletonMap(cell.Arg(0), cell)
	case "Set":
		return term.SingletonSet(cell)
	case "List":
		return term.ListOf(cell)
	}
	return cell
}

// cell is a cell term with its initial contents.
func (in *initial) cell(c *Cell) *term.Term {
	if c.leaf() {
		return term.App(c.Symbol, in.content(c))
	}
	args := make([]*term.Term, len(c.Children))
	for i, child := range c.Children {
		args[i] = in.arg(child)
	}
	return term.App(c.Symbol, args...)
}

// startsFull reports whether a `?` or `*` cell is there from the beginning: if it
// mentions a configuration variable, or has the property initial.
func (c *Cell) startsFull() bool {
	if c.decl != nil {
		if _, ok := c.decl.Prop("initial"); ok {
			return true
		}
	}
	return c.mentionsInput()
}

// StartsEmpty reports whether a slot of a collection holds nothing in the initial
// configuration.
func (c *Cell) StartsEmpty() bool {
	if c.Multiplicity != One {
		return !c.startsFull()
	}
	return c.leaf() && c.Initial != nil && isEmpty(term.Evaluate(c.Initial))
}

func isEmpty(t *term.Term) bool {
	return t == term.EmptyMap || t == term.EmptySet || t == term.EmptyList
}

func (c *Cell) mentionsInput() bool {
	return c.Initial != nil && !c.Initial.IsGround() || slices.ContainsFunc(c.Children, (*Cell).mentionsInput)
}

// content is the initial content of a leaf.
func (in *initial) content(c *Cell) *term.Term {
	if c.Stream != "" {
		return in.stream(c)
	}
	t := term.Rebuild(term.Evaluate(c.Initial), func(v *term.Variable) *term.Term {
		if t := in.given[v.Name]; t != nil {
			return t
		}
		in.missing[v.Name] = true
		return nil
	})
	if c.Sort == term.SortK {
		return term.Seq(t, term.DotK)
	}
	return t
}

// stream is the content of a stream cell: three items (section 7 of the K
// notation).
func (in *initial) stream(c *Cell) *term.Term {
	flag, text := term.Str("on"), term.Str("")
	if t := in.given[StreamVariable]; t != nil {
		flag = t
	}
	if t := in.given[InputVariable]; t != nil && c.Stream == "stdin" {
		text = t
	}
	symbol := func(name string, arg *term.Term) *term.Term {
		return term.App(in.def.streamSymbol(name), arg)
	}
	if c.Stream == "stdin" {
		return term.ListOf(symbol("#buffer", text), flag, symbol("#istream", term.Int(0)))
	}
	return term.ListOf(symbol("#ostream", term.Int(1)), flag, symbol("#buffer", text))
}

// streamSymbol returns a constructor of what stands in stream cells.
func (d *Definition) streamSymbol(name string) *term.Symbol {
	for _, p := range d.symbols.sig.Productions {
		if p.Name == name && d.symbols.byProduction[p.Index] != nil {
			return d.symbols.byProduction[p.Index]
		}
	}
	return term.NewSymbol(term.Symbol{Name: name, Args: []term.Sort{term.SortK}, Result: term.SortKItem})
}
