package compile

import (
	"maps"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// nameCheck finds the names in a program that must be defined before they are used,
// such as those of types, and are not: a production with refers(what) needs every name
// in its part what to be the first name in the part of a production with defines(name)
// that stands before it.
type nameCheck struct {
	*source.List
	defined map[string]bool
}

// checkNames reports the names in a program that nothing before them defines.
func checkNames(program *grammar.Tree, found *source.List) {
	c := nameCheck{found, map[string]bool{}}
	c.visit(program)
}

// visit goes through a tree in the order of the text. What a production refers to comes
// before what it defines, and that before its other parts, which may refer to it.
func (c *nameCheck) visit(t *grammar.Tree) {
	if t.Kind == grammar.App {
		if at, ok := t.Prod.Shape("refers"); ok {
			c.refer(t.Children[at[0]], t.Prod.NonterminalName(at[0]))
		}
		if at, ok := t.Prod.Shape("defines"); ok {
			if name := firstOf(grammar.Token, t.Children[at[0]]); name != nil {
				c.defined[name.Text] = true
			}
		}
	}
	for _, child := range t.Children {
		c.visit(child)
	}
}

// refer checks the names in a tree.
func (c *nameCheck) refer(t *grammar.Tree, what string) {
	if t.Kind == grammar.Token && !c.defined[t.Text] {
		known := slices.Sorted(maps.Keys(c.defined))
		c.Errorf(t.Span, "unknown-name", "unknown %s `%s`%s", what, t.Text, kdef.DidYouMean(t.Text, known))
	}
	for _, child := range t.Children {
		c.refer(child, what)
	}
}
