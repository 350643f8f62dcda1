package kdef

// item reads one item, or a group of them in the shorthand foo(A, B).
func (p *parser) item(prod *Production) bool {
	start := p.pos
	switch c := p.cur(); {
	case c == '"':
		text, ok := p.quoted()
		prod.Items = append(prod.Items, Item{Kind: Terminal, Text: text, Span: p.span(start, p.pos)})
		return ok
	case c == 'r' && p.at(1) == '"':
		p.pos++
		text, ok := p.quoted()
		prod.Items = append(prod.Items, Item{Kind: Regex, Text: text, Span: p.span(start, p.pos)})
		return ok
	case c == '(':
		return p.arguments(prod)
	}
	return p.wordItem(prod)
}

// wordItem reads an item that starts with a word: a sort, `name: Sort`,
// foo(A, B) or a list.
func (p *parser) wordItem(prod *Production) bool {
	start := p.pos
	word := p.word()
	end := p.pos
	if word == "" {
		p.Errorf(p.here(), "expected-item", "expected a sort, a \"terminal\" or a regular expression here")
		return false
	}
	if (word == "List" || word == "NeList") && p.cur() == '{' {
		return p.list(prod, word == "NeList", start)
	}
	p.skipLayout()
	called := p.cur() == '('
	switch {
	case p.cur() == ':' && p.at(1) != ':':
		p.pos++
		p.skipLayout()
		return p.nonterminal(prod, word, start)
	case isSortName(word) && called && len(prod.Items) > 0:
		p.Errorf(p.span(start, end), "unclear-production", "write %q \"(\" or %s \"(\" here, whichever is meant", word, word)
		return false
	case isSortName(word) && !called:
		p.pos = start
		return p.nonterminal(prod, "", start)
	case called:
		prod.Items = append(prod.Items, Item{Kind: Terminal, Text: word, Span: p.span(start, end)})
		return p.arguments(prod) && (!isSortName(word) || p.alone(word))
	}
	p.Errorf(p.span(start, end), "unquoted-terminal", "%s is no sort; terminals stand in double quotes", word)
	return false
}

// alone checks that nothing follows Foo(A, B): among other items, Foo might as
// well be a sort.
func (p *parser) alone(word string) bool {
	p.skipLayout()
	if p.productionEnds() {
		return true
	}
	p.Errorf(p.here(), "unclear-production", "%s(..) must be the whole production; write %q \"(\" if more items follow", word, word)
	return false
}

// nonterminal reads a sort, with the name read before it.
func (p *parser) nonterminal(prod *Production, name string, start int) bool {
	sort, ok := p.sort()
	if ok {
		prod.Items = append(prod.Items, Item{Kind: NonTerminal, Sort: sort, Name: name, Span: p.span(start, p.pos)})
	}
	return ok
}

// arguments reads `(A, B)`, the shorthand for the terminals around sorts.
func (p *parser) arguments(prod *Production) bool {
	terminal := func(text string) bool {
		p.skipLayout()
		start := p.pos
		if !p.accept(text) {
			return false
		}
		prod.Items = append(prod.Items, Item{Kind: Terminal, Text: text, Span: p.span(start, p.pos)})
		p.skipLayout()
		return true
	}
	terminal("(")
	if terminal(")") {
		return true
	}
	for p.argument(prod) {
		if terminal(")") {
			return true
		}
		if !terminal(",") {
			p.Errorf(p.here(), "expected-item", "expected , or ) here")
			return false
		}
	}
	return false
}

// argument reads `Sort` or `name: Sort` between parentheses.
func (p *parser) argument(prod *Production) bool {
	start := p.pos
	name := p.word()
	p.skipLayout()
	if name != "" && p.accept(":") {
		p.skipLayout()
		return p.nonterminal(prod, name, start)
	}
	p.pos = start
	return p.nonterminal(prod, "", start)
}

// list reads `{E,"sep"}` behind List or NeList.
func (p *parser) list(prod *Production, nonEmpty bool, start int) bool {
	p.pos++
	p.skipLayout()
	elem, ok := p.sort()
	if !ok {
		return false
	}
	p.skipLayout()
	if !p.accept(",") {
		p.Errorf(p.here(), "bad-list", "expected `List{Sort,\"separator\"}`")
		return false
	}
	p.skipLayout()
	if p.cur() != '"' {
		p.Errorf(p.here(), "bad-list", "expected the separator in double quotes here")
		return false
	}
	sep, ok := p.quoted()
	p.skipLayout()
	if !ok || !p.accept("}") {
		p.Errorf(p.here(), "bad-list", "expected } here")
		return false
	}
	prod.Items = append(prod.Items, Item{Kind: UserList, Sort: elem, Text: sep, NonEmpty: nonEmpty, Span: p.span(start, p.pos)})
	return true
}
