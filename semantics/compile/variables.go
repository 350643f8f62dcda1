package compile

import (
	"maps"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// variables finds the names of variables and functions in a program that nothing introduces. What is a
// use of a variable says a subsort with the attribute variable: in
//
//	syntax Exp ::= Id [variable]
//
// each name is one where an expression stands. Declarations (declares, introduces, parameter) introduce names
// from there on, to the end of the scope, procedure or prototype around them; procedures and types are known in
// the whole program, as are those that the attribute provided lists, of a subsort or a call, and what a call names may also be a variable. Statements outside of procedures may be those
// of a procedure that is not there: nothing is said of their names.
type variables struct {
	*source.List
	lattice  *term.Lattice
	places   []place
	scopes   []map[string]bool
	global   map[string]bool // procedures and types
	within   int             // procedures around what is looked at
	declared map[*grammar.Tree]bool
}

// place is where a name is a variable: instead of a term of a sort, names of a sort.
type place struct {
	sort  term.Sort
	names string
}

// checkVariables reports the names in a program that nothing introduces. Definitions that do not say what
// a variable is have none that is looked at.
func (d *Definition) checkVariables(program *grammar.Tree, found *source.List) {
	c := variables{List: found, lattice: d.Lattice, scopes: []map[string]bool{{}}, global: map[string]bool{}, declared: map[*grammar.Tree]bool{}}
	for _, p := range d.Source.Productions {
		if p.Subsort && p.Attrs.Has("variable") {
			if sort, ok := d.Lattice.Lookup(p.Sort); ok {
				c.places = append(c.places, place{sort, p.Args()[0]})
			}
			for _, name := range p.Names("provided") {
				c.global[name] = true
			}
		}
	}
	if len(c.places) > 0 {
		c.collect(program)
		c.visit(program)
	}
}

// collect notes the procedures and types of a program.
func (c *variables) collect(t *grammar.Tree) {
	for _, key := range []string{"procedure", "prototype"} {
		if at := shapeOf(t, key); at != nil {
			c.global[t.Children[at[0]].Text] = true
		}
	}
	for _, i := range shapeOf(t, "defines") {
		eachDeclared(t.Children[i], func(name *grammar.Tree) { c.global[name.Text] = true })
	}
	for _, child := range t.Children {
		c.collect(child)
	}
}

// eachDeclared calls f for the name that a declarator declares, or each of a list.
func eachDeclared(t *grammar.Tree, f func(name *grammar.Tree)) {
	if t.Kind == grammar.App && t.Prod.List != nil {
		for _, child := range t.Children {
			eachDeclared(child, f)
		}
		return
	}
	if name := firstOf(grammar.Token, t); name != nil {
		f(name)
	}
}

// visit goes through a tree in the order of the text.
func (c *variables) visit(t *grammar.Tree) {
	if t.Kind != grammar.App {
		return
	}
	if t.Prod.Attrs.Has("scope") || t.Prod.Attrs.Has("procedure") || t.Prod.Attrs.Has("prototype") {
		c.scopes = append(c.scopes, map[string]bool{})
		defer func() { c.scopes = c.scopes[:len(c.scopes)-1] }()
	}
	if t.Prod.Attrs.Has("procedure") {
		c.within++
		defer func() { c.within-- }()
	}
	for _, key := range []string{"declares", "introduces", "parameter"} {
		for _, i := range shapeOf(t, key) {
			eachDeclared(t.Children[i], func(name *grammar.Tree) {
				c.declared[name] = true
				c.scopes[len(c.scopes)-1][name.Text] = true
			})
		}
	}
	if at := shapeOf(t, "call"); at != nil {
		if name := t.Children[at[0]]; name.Kind == grammar.Token && !slices.Contains(t.Prod.Names("library"), name.Text) && !slices.Contains(t.Prod.Names("provided"), name.Text) {
			c.find(name, "function")
		}
	}
	if at := shapeOf(t, "may-refer"); at != nil && t.Children[at[0]].Kind == grammar.Token {
		c.find(t.Children[at[0]], "variable")
	}
	for i, child := range t.Children {
		if child.Kind == grammar.Token && c.isVariable(child.Sort, t.Prod.Args()[i]) {
			c.find(child, "variable")
		}
		c.visit(child)
	}
}

// isVariable reports whether a name of a sort is a variable where a term of another sort is expected.
func (c *variables) isVariable(names, sort string) bool {
	expected, ok := c.lattice.Lookup(sort)
	return ok && slices.ContainsFunc(c.places, func(p place) bool { return p.names == names && c.lattice.Leq(p.sort, expected) })
}

// find reports a name that is not known.
func (c *variables) find(name *grammar.Tree, what string) {
	if c.within == 0 || c.declared[name] || c.global[name.Text] {
		return
	}
	for _, scope := range c.scopes {
		if scope[name.Text] {
			return
		}
	}
	known := maps.Clone(c.global)
	for _, scope := range c.scopes {
		maps.Copy(known, scope)
	}
	c.Errorf(name.Span, "unknown-name", "unknown %s `%s`%s", what, name.Text, kdef.DidYouMean(name.Text, slices.Sorted(maps.Keys(known))))
}
