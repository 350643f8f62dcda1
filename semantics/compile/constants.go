package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// constants checks that a program changes nothing that it declares to be constant, and leads nothing to it by which it may be
// changed. What is constant is said by productions with the attribute constant: of the names that a declaration or
// parameter introduces which has such a production as a part of its own, or is one. The parts in a declarator, as of const int *p or
// const int a[3], are the levels behind which it is constant; a production with address(base) is the same thing by another name, or in
// an expression a level less. Names are known in the blocks where they are declared. What is not told of is the rest: values that
// are converted, calls of one of several functions, results.
type constants struct {
	*source.List
	scopes     []map[string]declared
	parameters map[string][]declared // of the functions of which there is one of a name
}

// declared is what a declaration says of a name.
type declared struct {
	constant bool
	level    int  // parts in its declarator
	alias    bool // it is the same as something else
	at       source.Span
}

// isLike reports whether declarations say the same.
func (d declared) isLike(o declared) bool {
	return d.constant == o.constant && d.level == o.level && d.alias == o.alias
}

// checkConstants reports what a program changes that is constant.
func checkConstants(program *grammar.Tree, found *source.List) {
	c := constants{List: found, scopes: []map[string]declared{{}}, parameters: map[string][]declared{}}
	c.collect(program)
	c.visit(program)
}

// collect finds the parameters of functions; of several of a name that take others nothing is known.
func (c *constants) collect(t *grammar.Tree) {
	if t.Kind != grammar.App {
		return
	}
	for _, key := range []string{"procedure", "prototype"} {
		at, ok := t.Prod.Shape(key)
		if !ok {
			continue
		}
		name := firstOf(grammar.Token, t.Children[at[0]])
		if name == nil {
			continue
		}
		var params []declared
		for _, p := range itemsOf(t.Children[at[1]]) {
			d := declared{level: -1} // of which nothing is known
			if i, ok := positionOf(p, "parameter"); ok {
				d = c.declared(p, p.Children[i])
			}
			params = append(params, d)
		}
		if before, again := c.parameters[name.Text]; again && !slices.EqualFunc(before, params, declared.isLike) {
			params = nil
		}
		c.parameters[name.Text] = params
	}
	for _, child := range t.Children {
		c.collect(child)
	}
}

// itemsOf are the elements of a list; t itself if it is none.
func itemsOf(t *grammar.Tree) []*grammar.Tree {
	if t.Kind != grammar.App || t.Prod.List == nil {
		return []*grammar.Tree{t}
	}
	var out []*grammar.Tree
	for _, child := range t.Children { // the rest is a list, too
		out = append(out, itemsOf(child)...)
	}
	return out
}

// declared is what a declaration says of the name in a declarator.
func (c *constants) declared(t, declarator *grammar.Tree) declared {
	d := declared{at: t.Span, constant: t.Prod.Attrs.Has("constant")}
	for _, child := range t.Children {
		if child != declarator && child.Kind == grammar.App && child.Prod.Attrs.Has("constant") {
			d.constant = true
		}
	}
	_, d.level, d.alias = rootOf(declarator)
	return d
}

// rootOf is the name of what an expression is a part of, behind how many levels, and whether the outermost production takes something
// as it is; nil: it is no part of what has a name, or what a field leads to, which may be constant or not.
func rootOf(t *grammar.Tree) (name *grammar.Tree, level int, alias bool) {
	for {
		switch {
		case t.Kind == grammar.Token:
			return t, level, alias
		case t.Kind != grammar.App:
			return nil, 0, false
		case t.Prod.Attrs.Has("bracket") && len(t.Children) == 1:
			t = t.Children[0]
			continue
		}
		if at, ok := positionOf(t, "address"); ok {
			alias, t = true, t.Children[at]
			continue
		}
		if at, ok := positionOf(t, "part"); ok {
			if level > 0 && isField(t.Prod) {
				return nil, 0, false
			}
			level, t = level+1, t.Children[at]
			continue
		}
		at, ok := positionOf(t, "assigns")
		if !ok {
			return nil, 0, false
		}
		t = t.Children[at]
	}
}

// isField reports whether a part is one by its name.
func isField(p *kdef.Production) bool {
	return len(p.Items) == 3 && p.Items[1].Kind == kdef.Terminal && p.Items[2].Kind == kdef.NonTerminal
}

// visit goes through a tree in the order of the text.
func (c *constants) visit(t *grammar.Tree) {
	if t.Kind != grammar.App {
		return
	}
	_, isProcedure := t.Prod.Shape("procedure")
	_, isIteration := t.Prod.Shape("iterates")
	_, isType := t.Prod.Shape("defines") // which may have fields
	if isProcedure || isIteration || isType || t.Prod.Attrs.Has("scope") {
		c.scopes = append(c.scopes, map[string]declared{})
		defer func() { c.scopes = c.scopes[:len(c.scopes)-1] }()
	}
	for _, key := range []string{"declares", "parameter"} {
		if at, ok := positionOf(t, key); ok {
			c.declare(t, t.Children[at])
			return
		}
	}
	if at, ok := positionOf(t, "assigns"); ok {
		c.assign(t, t.Children[at])
	}
	if at, ok := t.Prod.Shape("call"); ok {
		c.call(t.Children[at[0]], itemsOf(t.Children[at[1]]))
	}
	for _, child := range t.Children {
		c.visit(child)
	}
}

// declare notes the names that a declaration introduces, and looks into their initial values.
func (c *constants) declare(t, names *grammar.Tree) {
	for _, child := range t.Children {
		if child != names {
			c.visit(child)
		}
	}
	for _, declarator := range itemsOf(names) {
		n := declarator
		name, _, _ := rootOf(n)
		d := c.declared(t, n)
		if at, ok := positionOf(n, "assigns"); ok { // its initial value
			for i, value := range n.Children {
				if i != at {
					c.visit(value)
					c.leads(d, value)
				}
			}
		} else {
			for n.Kind == grammar.App && len(n.Children) > 0 { // the sizes of arrays
				for _, child := range n.Children[1:] {
					c.visit(child)
				}
				n = n.Children[0]
			}
		}
		if name == nil { // of which nothing is known, but that it is no name from around
			name, d = firstOf(grammar.Token, declarator), declared{}
		}
		if name != nil {
			c.scopes[len(c.scopes)-1][name.Text] = d
		}
	}
}

// positionOf is the position that an attribute of a tree's production names.
func positionOf(t *grammar.Tree, key string) (int, bool) {
	if t.Kind != grammar.App {
		return 0, false
	}
	at, ok := t.Prod.Shape(key)
	if !ok {
		return 0, false
	}
	return at[0], true
}

// known is what is declared of a name; false: nothing.
func (c *constants) known(name *grammar.Tree) (declared, bool) {
	if name == nil {
		return declared{}, false
	}
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if d, ok := c.scopes[i][name.Text]; ok {
			return d, true
		}
	}
	return declared{}, false
}

// assign checks what an assignment changes, and to what it leads that.
func (c *constants) assign(t, target *grammar.Tree) {
	name, level, alias := rootOf(target)
	d, ok := c.known(name)
	switch {
	case !ok || alias:
	case d.constant && level >= d.level:
		c.refuse(target.Span, "%s is constant: it cannot be changed", name, d)
	case !d.constant && level == 0 && len(t.Children) == 2:
		d.alias = false // it was led to something where it was declared
		for _, value := range t.Children {
			if value != target {
				c.leads(d, value)
			}
		}
	}
}

// leads checks that what is led to a value may be led there: a pointer that is not to something constant is led to nothing that is.
func (c *constants) leads(to declared, value *grammar.Tree) {
	name, level, address := rootOf(value)
	of, ok := c.known(name)
	if !ok || !of.constant || to.constant || to.level < 0 {
		return
	}
	pointer := to.level > 0 && (address || level < of.level)
	same := to.alias && to.level == 0 && !address && level >= of.level
	if pointer || same {
		c.refuse(value.Span, "%s is constant: this would let it be changed", name, of)
	}
}

// call checks the arguments of a call.
func (c *constants) call(callee *grammar.Tree, args []*grammar.Tree) {
	name := firstOf(grammar.Token, callee)
	if name == nil {
		return
	}
	params := c.parameters[name.Text]
	if len(params) != len(args) {
		return
	}
	for i, a := range args {
		c.leads(params[i], a)
	}
}

func (c *constants) refuse(at source.Span, format string, name *grammar.Tree, d declared) {
	e := c.Errorf(at, "constant", format, name.Text)
	e.Related = append(e.Related, source.Diagnostic{Severity: source.Note, Span: d.at, Message: "it is declared here"})
}
