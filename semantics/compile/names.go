package compile

import (
	"fmt"
	"maps"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// names finds what the names in a program stand for that must be defined before they
// are used, such as those of types: a production with refers(what) needs every name in
// its part what to be one that a production with defines(name) before it defines; one with
// may-refer(what) has names of other things there, too. That is
// the first name in its part name, or of each element if it is a list. A name is known
// to the end of the production with scope around its definition. Where it is defined
// again in another scope, that name and what refers to it get a name of their own: rules
// may so take all names for those of one scope.
type names struct {
	*source.List
	scopes []map[string]string // what is known by a name, outermost first
	taken  map[string]bool     // names that stand for something
	text   map[string]bool     // all names in the program, found when a new one is needed
	root   *grammar.Tree
}

// resolveNames reports the names in a program that nothing before them defines, and
// renames what is defined in several scopes.
func resolveNames(program *grammar.Tree, found *source.List) {
	c := names{List: found, scopes: []map[string]string{{}}, taken: map[string]bool{}, root: program}
	c.visit(program)
}

// visit goes through a tree in the order of the text. What a production refers to comes
// before what it defines, and that before its other parts, which may refer to it.
func (c *names) visit(t *grammar.Tree) {
	if t.Kind == grammar.App {
		if t.Prod.Attrs.Has("scope") {
			c.scopes = append(c.scopes, map[string]string{})
			defer func() { c.scopes = c.scopes[:len(c.scopes)-1] }()
		}
		if at, ok := t.Prod.Shape("refers"); ok {
			c.refer(t.Children[at[0]], t.Prod.NonterminalName(at[0]))
		}
		if at, ok := t.Prod.Shape("may-refer"); ok {
			c.refer(t.Children[at[0]], "")
		}
		if at, ok := t.Prod.Shape("defines"); ok {
			for _, i := range at {
				c.define(t.Children[i])
			}
		}
	}
	for _, child := range t.Children {
		c.visit(child)
	}
}

// define makes what a tree defines known in the innermost scope.
func (c *names) define(t *grammar.Tree) {
	if t.Kind == grammar.App && t.Prod.List != nil {
		for _, child := range t.Children {
			c.define(child)
		}
		return
	}
	name := firstOf(grammar.Token, t)
	if name == nil {
		return
	}
	inner := c.scopes[len(c.scopes)-1]
	own, again := inner[name.Text]
	if !again {
		own = name.Text
		if c.taken[own] {
			own = c.unused(name.Text)
		}
		inner[name.Text], c.taken[own] = own, true
	}
	name.Text = own
}

// unused is a name like another one that does not occur in the program.
func (c *names) unused(like string) string {
	if c.text == nil {
		c.text = map[string]bool{}
		c.collect(c.root)
	}
	for i := 2; ; i++ {
		if name := fmt.Sprintf("%s_%d", like, i); !c.text[name] && !c.taken[name] {
			return name
		}
	}
}

func (c *names) collect(t *grammar.Tree) {
	if t.Kind == grammar.Token {
		c.text[t.Text] = true
	}
	for _, child := range t.Children {
		c.collect(child)
	}
}

// refer checks the names in a tree; they need not be known where there is no word for
// what they stand for.
func (c *names) refer(t *grammar.Tree, what string) {
	if t.Kind == grammar.Token {
		c.find(t, what)
	}
	for _, child := range t.Children {
		c.refer(child, what)
	}
}

// find gives a name the one by which the innermost scope with it knows it.
func (c *names) find(t *grammar.Tree, what string) {
	known := map[string]bool{}
	for _, scope := range slices.Backward(c.scopes) {
		if own, ok := scope[t.Text]; ok {
			t.Text = own
			return
		}
		for name := range scope {
			known[name] = true
		}
	}
	if what == "" {
		return
	}
	c.Errorf(t.Span, "unknown-name", "unknown %s `%s`%s", what, t.Text, kdef.DidYouMean(t.Text, slices.Sorted(maps.Keys(known))))
}
