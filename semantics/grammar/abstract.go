package grammar

import (
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// addLabelled adds a second way to write a production in rules: its label in
// backquotes before its arguments, as in `label`(A, B).
func (g *Grammar) addLabelled(p *kdef.Production) {
	label := p.Label()
	if label == "" || p.IsToken() || p.IsBracket() || strings.ContainsAny(label, "`\n") {
		return
	}
	q := &prod{kind: pApp, decl: p, sort: int32(p.Result), abstract: true}
	q.items = append(q.items, terminal(g.kinds.terminal("`"+label+"`")), terminal(g.rules.open))
	for i, sort := range p.Params {
		if i > 0 {
			q.items = append(q.items, terminal(g.rules.comma))
		}
		q.items = append(q.items, nonterminal(int32(sort)))
	}
	if len(p.Params) == 0 {
		q.items = append(q.items, terminal(g.kinds.terminal(".KList")))
	}
	q.items = append(q.items, terminal(g.rules.closing))
	g.add(q)
}

// addRecord notes a production foo(a: A, b: B): rules may write it as
// foo(... b: X), in any order, with any value for what they leave out. The
// parser gets a production for each such text that a sentence has.
func (g *Grammar) addRecord(p *kdef.Production) {
	if !isPrefix(p) {
		return
	}
	named := false
	for _, it := range p.Items {
		if isFieldName(it.Name) {
			named = true
			g.kinds.terminal(it.Name)
		}
	}
	if named {
		g.rules.colon = g.kinds.terminal(":")
		kind := g.kinds.terminal(p.Items[0].Text)
		g.rules.records[kind] = append(g.rules.records[kind], p)
	}
}

// isFieldName reports whether a name can be used in a record: one that begins like
// a variable would hide the variable.
func isFieldName(name string) bool {
	return name != "" && 'a' <= name[0] && name[0] <= 'z'
}

// isPrefix reports whether a production is of the form name(A, B).
func isPrefix(p *kdef.Production) bool {
	n := len(p.Items)
	if n < 4 || n%2 != 0 || p.Items[0].Kind != kdef.Terminal || p.Items[1].Text != "(" || p.Items[n-1].Text != ")" {
		return false
	}
	for i, it := range p.Items[2 : n-1] {
		if i%2 == 0 && it.Kind != kdef.NonTerminal || i%2 == 1 && it.Text != "," {
			return false
		}
	}
	return true
}

// recordProds returns the productions for the records that a sentence writes.
func (p *parse) recordProds() []*prod {
	r, tokens := p.g.rules, p.chart.tokens
	var added []*prod
	for i := 0; i+2 < len(tokens); i++ {
		if !p.isKind(i+1, r.open) || !p.isKind(i+2, r.dots) {
			continue
		}
		for _, kind := range tokens[i].kinds {
			for _, decl := range r.records[p.globalKind[kind]] {
				if q := p.record(decl, p.globalKind[kind], i+2); q != nil && p.v.sig.Has(decl) {
					added = append(added, q)
				}
			}
		}
	}
	return added
}

// isKind reports whether token i is of a kind of the grammar.
func (p *parse) isKind(i int, kind kindID) bool {
	return i < len(p.chart.tokens) && slices.ContainsFunc(p.chart.tokens[i].kinds, func(k kindID) bool { return p.globalKind[k] == kind })
}

// record makes the production for a record whose dots are token number dots; nil,
// and an error noted, if it names an argument twice or one that does not exist.
func (p *parse) record(decl *kdef.Production, name kindID, dots int) *prod {
	r := p.g.rules
	q := &prod{kind: pRecord, decl: decl, sort: int32(decl.Result), abstract: true}
	q.items = append(q.items, terminal(name), terminal(r.open), terminal(r.dots))
	for i, depth := dots, 0; depth >= 0 && i+1 < len(p.chart.tokens); i++ {
		switch {
		case p.isKind(i+1, r.open):
			depth++
		case p.isKind(i+1, r.closing):
			depth--
		}
		if depth != 0 || !p.isKind(i+2, r.colon) || i > dots && !p.isKind(i, r.comma) {
			continue
		}
		field := slices.Index(fields(decl), p.text(p.chart.tokens[i+1]))
		switch {
		case field < 0:
			p.badRecord = source.Errorf(p.tokenSpan(i+1), "unknown-field", "%s has no argument called %s; it has %s",
				decl.Items[0].Text, p.text(p.chart.tokens[i+1]), strings.Join(fields(decl), ", "))
			return nil
		case slices.Contains(q.fields, field):
			p.badRecord = source.Errorf(p.tokenSpan(i+1), "duplicate-field", "the argument %s is given twice", fields(decl)[field])
			return nil
		}
		if len(q.fields) > 0 {
			q.items = append(q.items, terminal(r.comma))
		}
		q.fields = append(q.fields, field)
		q.items = append(q.items, terminal(p.g.kinds.terminals[fields(decl)[field]]), terminal(r.colon), nonterminal(int32(decl.Params[field])))
	}
	q.items = append(q.items, terminal(r.closing))
	return q
}

// fields returns the names of the arguments of a production.
func fields(p *kdef.Production) []string {
	var names []string
	for _, it := range p.Items {
		if it.Kind == kdef.NonTerminal {
			names = append(names, it.Name)
		}
	}
	return names
}

// recordTree puts the arguments that a record gives at their places; the others
// are anonymous variables.
func (r *resolver) recordTree(t *Tree, q *prod, base int, found *reading) {
	t.Prod = q.decl
	t.Children = make([]*Tree, len(q.decl.Params))
	for k, field := range q.fields {
		t.Children[field] = r.read(base+k, found)
		if t.Children[field] == nil {
			found.tree = nil
			return
		}
	}
	for i, sort := range q.decl.Params {
		if t.Children[i] == nil {
			v := r.newTree()
			v.Kind, v.Text, v.Anonymous, v.Sort, v.Span = Var, "_", true, r.p.v.name(int32(sort)), t.Span
			t.Children[i] = v
		}
	}
}
