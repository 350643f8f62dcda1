package grammar

import (
	"slices"

	"rlv/semantics/bitset"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// ParseSentence parses a rule, claim or context by the grammar of its module.
// Errors are *source.Diagnostic, or several in a *multierror.Error.
func (g *Grammar) ParseSentence(b *kdef.Bubble) (*Sentence, error) {
	if g.rules == nil {
		return nil, source.Errorf(b.Span, "no-rules", "a grammar of programs cannot parse sentences")
	}
	if g.isForeign(b.Module) {
		library, err := g.libraryRules(b.Module)
		if err != nil {
			return nil, err
		}
		return library.ParseSentence(b)
	}
	v, err := g.viewOf(b.Module)
	if err != nil {
		return nil, err
	}
	p := &parse{g: g, v: v, span: b.Body, start: int32(kdef.SortK)}
	if err := p.read(false); err != nil {
		return nil, err
	}
	equation := b.Attrs.Has("simplification") || b.Attrs.Has("anywhere") || b.Attrs.Has("macro") || b.Attrs.Has("macro-rec")
	p.prepare(func(prods []*prod) []*prod { return append(prods, p.sentenceProds(prods, equation)...) })
	found, err := p.run()
	if err != nil {
		return nil, err
	}
	s := &Sentence{Bubble: b, Body: found[0], Requires: found[1], Ensures: found[2]}
	if nested := nestedRewrite(s.Body, false); nested != nil {
		return nil, source.Errorf(nested.Span, "nested-rewrite", "this rewrite is inside another one")
	}
	settleSequences(s)
	return s, nil
}

// isForeign reports whether a module is one of the library, whose sentences are
// parsed without the tokens of the user's modules.
func (g *Grammar) isForeign(module string) bool {
	m := g.def.Modules[module]
	return m != nil && m.Library && g.view.sig.Module != module
}

// libraryRules returns the grammar of a library module, made on first use.
func (g *Grammar) libraryRules(module string) (*Grammar, error) {
	g.rules.mu.Lock()
	defer g.rules.mu.Unlock()
	if l := g.rules.library[module]; l != nil {
		return l, nil
	}
	l, err := newRules(g.def, module, true)
	if err != nil {
		return nil, err
	}
	if g.rules.library == nil {
		g.rules.library = map[string]*Grammar{}
	}
	g.rules.library[module] = l
	return l, nil
}

// ParseTerm parses a term of a sort by the grammar of the module, such as the
// initial content of a cell. Configuration variables ($PGM) may occur.
func (g *Grammar) ParseTerm(span source.Span, sort string) (*Tree, error) {
	if g.rules == nil {
		return g.Parse(span, sort)
	}
	id, ok := g.view.sig.SortID(sort)
	if !ok {
		return nil, source.Errorf(span, "unknown-sort", "there is no sort %s", sort)
	}
	return g.parseTerm(g.view, span, int32(id))
}

func (g *Grammar) parseTerm(v *view, span source.Span, sort int32) (*Tree, error) {
	p := &parse{g: g, v: v, span: span, start: sort}
	if err := p.read(true); err != nil {
		return nil, err
	}
	p.prepare(func(prods []*prod) []*prod { return append(prods, root(sort, noFilter)) })
	found, err := p.run()
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// prepare makes the tables of the sentence: only productions whose terminals
// all occur in it take part. roots adds those that the parse starts with.
func (p *parse) prepare(roots func([]*prod) []*prod) {
	local := p.localKinds()
	var prods []*prod
	for _, q := range p.g.prods {
		if p.v.sees(q) && occurs(q, local) {
			prods = append(prods, q)
		}
	}
	prods = slices.DeleteFunc(roots(append(prods, p.recordProds()...)), func(q *prod) bool { return !occurs(q, local) })
	expected := bitset.New[int32](len(p.v.below))
	for _, q := range prods {
		for _, it := range q.items {
			if !it.isTerminal() {
				expected.Add(it.sort)
			}
		}
	}
	expected.Add(int32(kdef.SortBool))
	expected.Add(int32(kdef.SortK))
	for sort := range expected.All() {
		for _, q := range p.g.instancesOf(sort) {
			if occurs(q, local) {
				prods = append(prods, q)
			}
		}
	}
	p.chart.t = newTables(p.v, prods, local, len(p.globalKind))
}

// sees reports whether a production is visible: one of the definition or a cell.
func (v *view) sees(p *prod) bool {
	if p.decl != nil {
		return v.sig.Has(p.decl)
	}
	return p.kind != pCell || v.sig.Config != nil
}

// occurs reports whether all terminals of a production are among the kinds.
func occurs(p *prod, local []int32) bool {
	for _, it := range p.items {
		if it.isTerminal() && local[it.kind] < 0 {
			return false
		}
	}
	return true
}

// localKinds renumbers the token kinds that occur.
func (p *parse) localKinds() []int32 {
	local := make([]int32, len(p.g.kinds.names))
	for i := range local {
		local[i] = -1
	}
	total := 0
	for _, t := range p.chart.tokens {
		total += len(t.kinds)
	}
	flat := make([]kindID, 0, total)
	for i, t := range p.chart.tokens {
		from := len(flat)
		for _, k := range t.kinds {
			if local[k] < 0 {
				local[k] = int32(len(p.globalKind))
				p.globalKind = append(p.globalKind, k)
			}
			flat = append(flat, local[k])
		}
		p.chart.tokens[i].kinds = flat[from:]
	}
	if p.globalKind == nil {
		p.globalKind = []kindID{}
	}
	return local
}

// sentenceProds returns the productions of a whole sentence: a body, which may
// be a rewrite, and conditions. The right side of a rule for a function has a
// sort below that of the function; of an equation, in general, below that of
// the production on top of the left side.
func (p *parse) sentenceProds(prods []*prod, equation bool) []*prod {
	const sortK = int32(kdef.SortK)
	arrow := terminal(p.g.rules.arrow)
	left := onlyFunctions
	if equation {
		left = onlyExact
	}
	var added []*prod
	sorts := bitset.New[int32](len(p.v.below))
	for _, q := range prods {
		if q.decl != nil && (equation || q.decl.IsFunction() || q.decl.IsMacro()) && !sorts.Has(q.sort) {
			sorts.Add(q.sort)
			added = append(added, &prod{kind: pTop, sort: q.sort, items: []item{filtered(q.sort, left), arrow, nonterminal(q.sort)}})
		}
	}
	if !equation {
		added = append(added, &prod{kind: pTop, sort: sortK, items: []item{filtered(sortK, noFunctions), arrow, nonterminal(sortK)}})
	}
	return append(added, p.conditions()...)
}

// conditions returns the roots: a body with and without conditions.
func (p *parse) conditions() []*prod {
	r := p.g.rules
	body, boolean := filtered(int32(kdef.SortK), onlyBody), nonterminal(int32(kdef.SortBool))
	var roots []*prod
	for _, requires := range []kindID{-1, r.requires, r.when} {
		for _, ensures := range []kindID{-1, r.ensures} {
			q := &prod{kind: pRoot, sort: int32(kdef.SortK), items: []item{body}}
			if requires >= 0 {
				q.requires = true
				q.items = append(q.items, terminal(requires), boolean)
			}
			if ensures >= 0 {
				q.ensures = true
				q.items = append(q.items, terminal(ensures), boolean)
			}
			roots = append(roots, q)
		}
	}
	return roots
}
