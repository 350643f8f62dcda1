package grammar

import (
	"slices"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// Grammar parses the programs, or the sentences, of a definition. It may be
// used by several goroutines.
type Grammar struct {
	def     *kdef.Definition
	kinds   *kindTable
	scanner scanner
	view    *view   // of the module that the grammar was made for
	prods   []*prod // all that do not depend on an expected sort
	tables  *tables // programs
	groups  int32   // how many lists and chains there are
	rules   *rules  // nil: a grammar of programs
}

// NewProgram returns the grammar of the programs of a module, usually the
// syntax module of the definition. Errors are bad regular expressions.
func NewProgram(def *kdef.Definition, module string) (*Grammar, error) {
	sig, err := def.Closure(module, true)
	if err != nil {
		return nil, err
	}
	g := &Grammar{def: def, kinds: newKindTable(), view: newView(sig, false)}
	var all *multierror.Error
	for _, p := range sig.Productions {
		if err := g.addProgramProd(p); err != nil {
			all = multierror.Append(all, err)
		}
	}
	if err := g.addLayout(sig); err != nil {
		all = multierror.Append(all, err)
	}
	if all != nil {
		return nil, single(all)
	}
	g.scanner.lexer = g.kinds.lexer
	g.addChains()
	for _, s := range sig.Sorts() {
		g.add(root(int32(s.ID), noFilter))
	}
	g.tables = newTables(g.view, g.prods, nil, len(g.kinds.names))
	return g, nil
}

// layoutSort is the sort of what stands between the tokens of programs.
const layoutSort = "#Layout"

// addProgramProd adds what a production of the definition means in programs.
func (g *Grammar) addProgramProd(p *kdef.Production) error {
	if p.Subsort || p.Sort == layoutSort || p.SortTest {
		return nil
	}
	sort := int32(p.Result)
	if p.List == nil {
		return g.addDeclared(p)
	}
	if p.List.Unit {
		if !p.List.NonEmpty {
			g.add(&prod{kind: pApp, decl: p, sort: sort})
		}
		return nil
	}
	var separator []item
	if p.List.Sep != "" {
		separator = append(separator, terminal(g.kinds.terminal(p.List.Sep)))
	}
	parts := g.addParts(separator, nonterminal(int32(p.Params[0])), nil)
	g.add(&prod{kind: pList, decl: p, sort: sort, items: []item{parts}})
	return nil
}

// addParts adds the productions of one or more elements with separators, in
// left recursion, and returns the nonterminal for them.
func (g *Grammar) addParts(separator []item, elem item, chainOf *prod) item {
	g.groups++
	parts := item{kind: -1, sort: elem.sort, filter: onlyParts, group: g.groups}
	more := append([]item{parts}, separator...)
	g.add(&prod{kind: pListOne, group: g.groups, chainOf: chainOf, sort: elem.sort, items: []item{elem}})
	g.add(&prod{kind: pListMore, group: g.groups, chainOf: chainOf, sort: elem.sort, items: append(more, elem)})
	return parts
}

// addChains replaces right-associative infix operators by productions for whole
// chains of them: E ::= (E op)+ E' where E' is not such a chain. The trees are
// the same, but right recursion would cost time quadratic in the length.
func (g *Grammar) addChains() {
	for i, p := range g.prods {
		if !g.isRightInfix(p) {
			continue
		}
		last := len(p.items) - 1
		chain := *p
		chain.kind = pChain
		chain.items = append([]item{g.addParts(p.items[1:last], p.items[0], p)}, p.items[1:last]...)
		chain.items = append(chain.items, filtered(p.items[last].sort, notSelf))
		g.prods[i] = &chain
	}
}

// isRightInfix reports whether a production may be its own last child, but not its
// own first one, and has terminals only between them.
func (g *Grammar) isRightInfix(p *prod) bool {
	last := len(p.items) - 1
	if p.kind != pApp || last < 1 || p.items[0].isTerminal() || p.items[last].isTerminal() || p.argument(last) != 2 {
		return false
	}
	e := g.view.exclusions(p.decl)
	self := int32(p.decl.Index)
	return e.positions == nil && g.view.fits(p.sort, p.items[last].sort) &&
		slices.Contains(e.first, self) && !slices.Contains(e.last, self)
}

func (g *Grammar) add(p *prod) { g.prods = append(g.prods, p) }

// addDeclared adds a production of the definition as it is written.
func (g *Grammar) addDeclared(p *kdef.Production) error {
	q := &prod{kind: pApp, decl: p, sort: int32(p.Result)}
	arg := 0
	for _, it := range p.Items {
		if it.Kind == kdef.Terminal && it.Text == "" {
			continue // the production derives the empty text
		}
		translated, err := g.kinds.item(it, p, arg)
		if err != nil {
			return err
		}
		if !translated.isTerminal() {
			arg++
			if p.IsToken() {
				translated.filter = onlyTokens
			}
		}
		q.items = append(q.items, translated)
	}
	switch {
	case p.IsToken() || len(p.Items) == 1 && p.Items[0].Kind == kdef.Regex:
		q.kind = pToken
	case p.IsBracket() && arg == 1:
		q.kind = pBracket
	}
	g.add(q)
	return nil
}

// addLayout reads the productions of the sort of the layout.
func (g *Grammar) addLayout(sig *kdef.Signature) error {
	own := newLexer()
	found := false
	for _, p := range sig.Productions {
		if p.Sort != layoutSort {
			continue
		}
		for _, it := range p.Items {
			if it.Kind != kdef.Regex {
				return source.Errorf(it.Span, "bad-layout", "the sort %s has regular expressions only", layoutSort)
			}
			prog, err := compileRegex(it.Text, nil)
			if err != nil {
				return source.Errorf(it.Span, "bad-regex", "regular expression r%q: %v", it.Text, err)
			}
			own.addRegex(prog, 0, 0)
			found = true
		}
	}
	if found {
		g.scanner.layout.own = own
	}
	return nil
}

// Parse parses a span of a file as a program, or a part of one, of a sort.
// Errors are *source.Diagnostic, or several in a *multierror.Error.
func (g *Grammar) Parse(span source.Span, start string) (*Tree, error) {
	tree, _, err := g.ParseWithComments(span, start)
	return tree, err
}

// ParseWithComments parses like Parse, and returns also the comments in the
// span, in order. They are there even if the text has syntax errors.
func (g *Grammar) ParseWithComments(span source.Span, start string) (*Tree, []source.Span, error) {
	if g.rules != nil {
		tree, err := g.ParseTerm(span, start)
		return tree, nil, err
	}
	sort, ok := g.view.sig.SortID(start)
	if !ok {
		return nil, nil, source.Errorf(span, "unknown-sort", "the grammar of programs has no sort %s", start)
	}
	tokens, comments, err := g.scanner.scan(span)
	if err != nil {
		return nil, comments, err
	}
	p := &parse{g: g, v: g.view, span: span, start: int32(sort)}
	p.chart = chart{t: g.tables, tokens: tokens}
	found, err := p.run()
	if err != nil {
		return nil, comments, err
	}
	return found[0], comments, nil
}

// TokenLength returns the length of the longest lexeme at the start of a text if that is of a
// kind with a regular expression, such as a literal; else 0.
func (g *Grammar) TokenLength(text string) int {
	l := g.scanner.lexer
	l.mu.Lock()
	defer l.mu.Unlock()
	n, kinds, _ := l.match(text)
	if !slices.ContainsFunc(kinds, func(k kindID) bool { return slices.Contains(l.kinds, k) }) {
		return 0
	}
	return n
}

// Comments returns the comments in a span, in order. Where a text has lexical
// errors, what is behind them counts as well.
func (g *Grammar) Comments(span source.Span) []source.Span {
	_, comments, _ := g.scanner.scan(span)
	return comments
}
