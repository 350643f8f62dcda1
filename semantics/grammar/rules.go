package grammar

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// The regular expressions of the tokens that only rules have.
const (
	variableRegex = `[!?@]?([A-Z][A-Za-z0-9'_]*|_|_[A-Z][A-Za-z0-9'_]*)`
	inputRegex    = `\$[A-Z][A-Za-z0-9'_]*`
	stringRegex   = `\"([^\"\n\r\\]|\\.)*\"`
	literalRegex  = `#token\([ \t\n]*` + stringRegex + `[ \t\n]*,[ \t\n]*` + stringRegex + `[ \t\n]*\)`
)

// rules is what a grammar of sentences has besides one of programs: the token
// kinds of the notation itself, and what depends on the module of a sentence.
type rules struct {
	variable, input, literal      kindID
	open, closing, arrow, tilde   kindID
	dots, brace, unbrace          kindID
	cond, then, otherwise, fi, as kindID
	requires, when, ensures       kindID
	comma, colon                  kindID
	let, equals, in, fun, or      kindID
	records                       map[kindID][]*kdef.Production // by the token of its name
	casts                         map[kindID]int32              // `:S` and `::S`
	typed, literals               []kindID                      // by sort
	mu                            sync.Mutex
	views                         map[string]*view
	instances                     [][]*prod           // by sort: what fits only it
	library                       map[string]*Grammar // for the sentences of library modules, by module
}

// NewRules returns the grammar of the rules, claims, contexts and initial
// terms that a module of the definition sees. Its lexer is one for the whole
// definition. Errors are bad regular expressions, and errors in the initial
// terms of the configuration, all at once.
func NewRules(def *kdef.Definition, module string) (*Grammar, error) {
	return newRules(def, module, false)
}

// newRules makes a grammar of sentences. A library grammar knows the tokens of
// its module only, and no cells.
func newRules(def *kdef.Definition, module string, library bool) (*Grammar, error) {
	sig, err := def.Closure(module, false)
	if err != nil {
		return nil, err
	}
	g := &Grammar{def: def, kinds: newKindTable(), view: newView(sig, true)}
	g.rules = &rules{views: map[string]*view{module: g.view}, records: map[kindID][]*kdef.Production{}}
	var all *multierror.Error
	scanned := sig.Productions
	if !library {
		scanned = ruleProductions(def, sig)
	}
	for _, p := range scanned {
		if p.Subsort || p.Sort == layoutSort || p.SortTest || isParentheses(p) {
			continue
		}
		if err := g.addDeclared(p); err != nil {
			all = multierror.Append(all, err)
		}
	}
	if err := g.addNotation(); err != nil {
		all = multierror.Append(all, err)
	}
	for _, p := range scanned {
		if !library && !p.Subsort && !p.SortTest {
			g.addLabelled(p)
			g.addRecord(p)
		}
	}
	g.scanner.lexer = g.kinds.lexer
	if all == nil && !library {
		all = g.addCells(all)
	}
	if all != nil {
		return nil, single(all)
	}
	return g, nil
}

// ruleProductions returns the productions of all modules that rules of the
// definition see; those for programs only are not among them.
func ruleProductions(def *kdef.Definition, sig *kdef.Signature) []*kdef.Production {
	signatures := []*kdef.Signature{sig}
	for _, name := range []string{def.Main, def.SyntaxModule, def.Spec} {
		if other, err := def.Closure(name, false); err == nil {
			signatures = append(signatures, other)
		}
	}
	var all []*kdef.Production
	for _, p := range def.Productions {
		if slices.ContainsFunc(signatures, func(s *kdef.Signature) bool { return s.Has(p) }) {
			all = append(all, p)
		}
	}
	return all
}

// isParentheses reports whether a production is the bracket that rules have for
// every sort anyway.
func isParentheses(p *kdef.Production) bool {
	return p.IsBracket() && len(p.Items) == 3 &&
		p.Items[0].Text == "(" && p.Items[1].Kind == kdef.NonTerminal && p.Items[2].Text == ")"
}

// addNotation adds the tokens and productions of the notation itself.
func (g *Grammar) addNotation() error {
	r, k := g.rules, g.kinds
	for text, kind := range map[string]*kindID{
		"(": &r.open, ")": &r.closing, "=>": &r.arrow, "~>": &r.tilde, "...": &r.dots, "{": &r.brace, "}": &r.unbrace,
		"#if": &r.cond, "#then": &r.then, "#else": &r.otherwise, "#fi": &r.fi, "#as": &r.as,
		"requires": &r.requires, "when": &r.when, "ensures": &r.ensures, ",": &r.comma,
		"#let": &r.let, "=": &r.equals, "#in": &r.in, "#fun": &r.fun, "#Or": &r.or,
	} {
		*kind = k.terminal(text)
	}
	var err error
	for _, x := range []struct {
		kind        *kindID
		regex, name string
	}{
		{&r.variable, variableRegex, "a variable"}, {&r.input, inputRegex, "a configuration variable"},
		{&r.literal, literalRegex, "#token"},
	} {
		if *x.kind, err = k.regex(x.regex, 0, x.name, source.Span{}); err != nil {
			return err
		}
	}
	const sortK, sortBag = int32(kdef.SortK), int32(kdef.SortBag)
	g.add(&prod{kind: pVar, any: true, items: []item{terminal(r.variable)}})
	g.add(&prod{kind: pSeqUnit, sort: sortK, items: []item{terminal(k.terminal(".K"))}})
	g.add(&prod{kind: pSeqUnit, sort: sortK, items: []item{terminal(k.terminal("."))}})
	g.add(&prod{kind: pSeq, sort: sortK, items: []item{nonterminal(sortK), terminal(r.tilde), nonterminal(sortK)}})
	g.add(&prod{kind: pBagUnit, sort: sortBag, items: []item{terminal(k.terminal(".Bag"))}})
	g.add(&prod{kind: pBag, sort: sortBag, items: []item{nonterminal(sortBag), nonterminal(sortBag)}})
	for _, s := range g.def.Sorts {
		g.addSortNotation(s)
	}
	return nil
}

// addSortNotation adds what the notation has for each sort: casts, the sort
// test, typed variables, literal tokens.
func (g *Grammar) addSortNotation(s *kdef.Sort) {
	r, k, sort := g.rules, g.kinds, int32(s.ID)
	const sortK, sortBool = int32(kdef.SortK), int32(kdef.SortBool)
	if r.casts == nil {
		r.casts = map[kindID]int32{}
	}
	for _, prefix := range []string{":", "::"} {
		kind := k.terminal(prefix + s.Name)
		r.casts[kind] = sort
		g.add(&prod{kind: pCast, sort: sort, items: []item{filtered(sort, onlyTight), terminal(kind)}})
	}
	strict := []item{terminal(r.brace), nonterminal(sort), terminal(r.unbrace), terminal(k.terminal("::" + s.Name))}
	g.add(&prod{kind: pCast, sort: sort, items: strict})
	down := []item{terminal(r.brace), nonterminal(sortK), terminal(r.unbrace), terminal(k.terminal(":>" + s.Name))}
	g.add(&prod{kind: pDowncast, sort: sort, items: down})
	test := []item{terminal(k.terminal("is" + s.Name)), terminal(r.open), nonterminal(sortK), terminal(r.closing)}
	g.add(&prod{kind: pIsSort, sort: sortBool, cell: s.Name, items: test})
	typed, literal := k.fresh("a variable"), k.fresh("#token")
	r.typed, r.literals = append(r.typed, typed), append(r.literals, literal)
	g.add(&prod{kind: pTypedVar, sort: sort, items: []item{terminal(typed)}})
	g.add(&prod{kind: pLiteral, sort: sort, items: []item{terminal(literal)}})
}

// addCells adds the productions of the cells. The sort of a leaf is that of its
// initial term, which is parsed for it.
func (g *Grammar) addCells(all *multierror.Error) *multierror.Error {
	c := g.def.Config
	if c == nil {
		return all
	}
	g.addCell("generatedTop", kdef.TopCellSort, int32(kdef.SortBag))
	if id, ok := g.def.SortID("Int"); ok {
		g.addCell("generatedCounter", kdef.CounterCellSort, int32(id))
	}
	c.All(func(cell *kdef.CellDecl) {
		body := int32(kdef.SortBag)
		if cell.Leaf() {
			var err error
			if body, err = g.leafSort(cell); err != nil {
				all = multierror.Append(all, err)
			}
		}
		g.addCell(cell.Name, cell.Sort(), body)
	})
	return all
}

// leafSort returns the sort of a leaf cell. `<k>` is of sort K in any case.
func (g *Grammar) leafSort(cell *kdef.CellDecl) (int32, error) {
	tree, err := g.parseTerm(g.configView(), cell.Body, int32(kdef.SortK))
	if err != nil {
		return int32(kdef.SortK), err
	}
	id, ok := g.def.SortID(tree.Sort)
	if cell.Name == "k" || tree.Kind == Var || tree.Kind == Seq || !ok {
		return int32(kdef.SortK), nil
	}
	return int32(id), nil
}

// configView returns the view of the module that declares the configuration.
func (g *Grammar) configView() *view {
	if v, err := g.viewOf(g.def.Config.Module); err == nil {
		return v
	}
	return g.view
}

// addCell adds the productions of a cell, with and without dots.
func (g *Grammar) addCell(name, sortName string, body int32) {
	id, ok := g.def.SortID(sortName)
	if !ok {
		return
	}
	open, closing := g.kinds.terminal("<"+name+">"), g.kinds.terminal("</"+name+">")
	for i := range 4 {
		p := &prod{kind: pCell, sort: int32(id), cell: name, dotsLeft: i&1 != 0, dotsRight: i&2 != 0}
		p.items = append(p.items, terminal(open))
		if p.dotsLeft {
			p.items = append(p.items, terminal(g.rules.dots))
		}
		p.items = append(p.items, nonterminal(body))
		if p.dotsRight {
			p.items = append(p.items, terminal(g.rules.dots))
		}
		p.items = append(p.items, terminal(closing))
		g.add(p)
	}
}

// viewOf returns the view of a module.
func (g *Grammar) viewOf(module string) (*view, error) {
	g.rules.mu.Lock()
	defer g.rules.mu.Unlock()
	if v := g.rules.views[module]; v != nil {
		return v, nil
	}
	if module == "" {
		return g.view, nil
	}
	sig, err := g.def.Closure(module, false)
	if err != nil {
		return nil, err
	}
	v := newView(sig, true)
	g.rules.views[module] = v
	return v, nil
}

// instancesOf returns the productions that fit only where a sort is expected:
// brackets, rewrites, conditionals, aliases, local names, alternatives.
func (g *Grammar) instancesOf(sort int32) []*prod {
	r := g.rules
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.instances == nil {
		r.instances = make([][]*prod, len(g.def.Sorts))
	}
	if r.instances[sort] == nil {
		self, boolean, whole := nonterminal(sort), nonterminal(int32(kdef.SortBool)), nonterminal(int32(kdef.SortK))
		r.instances[sort] = []*prod{
			{kind: pBracket, items: []item{terminal(r.open), self, terminal(r.closing)}},
			{kind: pRewrite, items: []item{self, terminal(r.arrow), self}},
			{kind: pIte, items: []item{terminal(r.cond), boolean, terminal(r.then), self, terminal(r.otherwise), self, terminal(r.fi)}},
			{kind: pAs, items: []item{self, terminal(r.as), filtered(sort, onlyVariables)}},
			{kind: pOr, items: []item{self, terminal(r.or), self}},
			{kind: pLet, items: []item{terminal(r.let), whole, terminal(r.equals), whole, terminal(r.in), self}},
			{kind: pFun, items: []item{
				terminal(r.fun), terminal(r.open), whole, terminal(r.arrow), self, terminal(r.closing), terminal(r.open), whole, terminal(r.closing),
			}},
		}
		for _, p := range r.instances[sort] {
			p.sort, p.exact = sort, true
		}
	}
	return r.instances[sort]
}

var literalParts = regexp.MustCompile(`(?s)^#token\(\s*("(?:[^"\\]|\\.)*")\s*,\s*"([^"]*)"\s*\)$`)

// literal splits the text of a #token("text","S").
func literal(text string) (token, sort string) {
	m := literalParts.FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	return unescape(m[1]), m[2]
}

// unescape returns the text of a quoted token, whose inner quotes and
// backslashes are escaped.
func unescape(quoted string) string {
	quoted = strings.TrimSuffix(strings.TrimPrefix(quoted, `"`), `"`)
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		if quoted[i] == '\\' && i+1 < len(quoted) && (quoted[i+1] == '"' || quoted[i+1] == '\\') {
			i++
		}
		b.WriteByte(quoted[i])
	}
	return b.String()
}
