package kdef

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// intern returns the production of the definition that is identical to p: the
// one met before, or p itself, now numbered and named.
func (e *elaborator) intern(p *Production, m *Module) *Production {
	key := identity(p)
	if before := e.identical[key]; before != nil {
		e.merge(before, p)
		return before
	}
	p.Module = m.Name
	p.Index = len(e.Productions)
	p.Result = e.declare(p.Sort)
	p.Params = nil
	for _, arg := range p.Args() {
		p.Params = append(p.Params, e.declare(arg))
	}
	p.Subsort = len(p.Items) == 1 && p.Items[0].Kind == NonTerminal && !p.IsToken() && !p.IsBracket() && label(p) == "" && !p.Attrs.Has("overload")
	p.SortTest = e.isSortTest(p)
	e.name(p)
	e.identical[key] = p
	e.Productions = append(e.Productions, p)
	e.note(p)
	return p
}

// note records on the sort what a new production says about it.
func (e *elaborator) note(p *Production) {
	s := e.Sorts[p.Result]
	s.Token = s.Token || p.IsToken()
	if p.List == nil {
		e.checkSubsort(p)
		return
	}
	if s.List == nil {
		s.List = &ListSort{Elem: e.declare(p.List.Elem), Sep: p.List.Sep, NonEmpty: p.List.NonEmpty}
	}
	switch {
	case p.List.Unit && s.List.Unit == nil:
		s.List.Unit = p
	case !p.List.Unit && s.List.Cons == nil:
		s.List.Cons = p
	case !p.List.Unit:
		e.Errorf(p.Span, "duplicate-list", "sort %s is declared as two different lists", p.Sort)
	}
}

// isSortTest reports whether a production is isS(K) for a sort S. What only looks
// like it is refused, since isS(..) would have two meanings.
func (e *elaborator) isSortTest(p *Production) bool {
	if len(p.Items) != 4 || p.Items[0].Kind != Terminal || p.Items[1].Text != "(" || p.Items[2].Kind != NonTerminal || p.Items[3].Text != ")" {
		return false
	}
	name, ok := strings.CutPrefix(p.Items[0].Text, "is")
	if _, known := e.SortID(name); !ok || !known {
		return false
	}
	if p.Sort == "Bool" && p.Items[2].Sort == "K" && p.IsFunction() && p.Attrs.Has("symbol") && p.Hook() == "" {
		return true
	}
	e.Errorf(p.Span, "sort-test", "is%s(..) tests already whether a term is of sort %s; to give it further rules, write Bool ::= is%s(K) [function, symbol], or leave the production out", name, name, name)
	return false
}

// checkSubsort refuses attributes on a subsort, which has no node to carry
// them.
func (e *elaborator) checkSubsort(p *Production) {
	if !p.Subsort {
		return
	}
	for _, key := range []string{"strict", "seqstrict", "function", "macro", "macro-rec", "alias", "alias-rec", "hook", "binder"} {
		if p.Attrs.Has(key) {
			e.Errorf(p.Span, "attribute-on-subsort", "%s on a subsort has no meaning; give the production a symbol(..) if it is to be a node", key)
		}
	}
}

// identity is equal for productions that are one.
func identity(p *Production) string {
	b := make([]byte, 0, 128)
	for _, text := range []string{p.Sort, label(p), p.Group} {
		b = append(append(b, text...), '|')
	}
	for _, is := range []bool{p.IsFunction(), p.IsToken(), p.IsBracket()} {
		b = strconv.AppendBool(b, is)
	}
	for _, it := range p.Items {
		b = strconv.AppendInt(append(b, '|'), int64(it.Kind), 10)
		b = append(strconv.AppendQuote(b, it.Text), it.Sort...)
	}
	if p.List != nil {
		b = fmt.Appendf(b, "|%v", *p.List)
	}
	return string(b)
}

// label returns symbol(n) or klabel(n), "" without either.
func label(p *Production) string {
	if name, _ := p.Attrs.Get("symbol"); name != "" {
		return name
	}
	name, _ := p.Attrs.Get("klabel")
	return name
}

// merge adds the attributes of a second declaration of one production. It warns
// of a function that is declared twice, since the rules beside either
// declaration are then rules of both.
func (e *elaborator) merge(before, again *Production) {
	if before.IsFunction() && !e.Modules[before.Module].Library {
		e.Warnf(again.Span, "function-twice", "the same function is declared at %s: the rules of both are one function's", before.Span)
	}
	for _, a := range again.Attrs {
		i := slices.IndexFunc(before.Attrs, func(b Attribute) bool { return b.Key == a.Key })
		switch {
		case i >= 0 && before.Attrs[i].Value == a.Value:
		case i >= 0:
			e.Errorf(a.Span, "conflicting-attributes", "%s(%s) here, but %s(%s) in the same production in module %s", a.Key, a.Value, a.Key, before.Attrs[i].Value, before.Module)
		case e.base != nil && before.Index < len(e.base.Productions):
			e.Errorf(a.Span, "conflicting-attributes", "a specification cannot add %s to a production of the definition", a.Key)
		default:
			before.Attrs = append(slices.Clip(before.Attrs), a)
			e.checkMerged(before, again, a)
		}
	}
}

// name gives a production its unique name.
func (e *elaborator) name(p *Production) {
	symbol, _ := p.Attrs.Get("symbol")
	if other := e.taken[symbol]; symbol != "" && other != nil && !other.Subsort {
		e.Errorf(p.Span, "duplicate-symbol", "symbol %s names another production too, in module %s", symbol, other.Module)
	}
	p.Name = label(p)
	if p.Name == "" || e.taken[p.Name] != nil {
		p.Name = derivedName(p)
	}
	for n, name := 2, p.Name; e.taken[p.Name] != nil; n++ {
		p.Name = fmt.Sprintf("%s#%d", name, n)
	}
	e.taken[p.Name] = p
}

// derivedName is the generated label and the sorts.
func derivedName(p *Production) string {
	return strings.Join(append([]string{generatedLabel(p), p.Sort}, p.Args()...), "_")
}

// generatedLabel is the items with _ for nonterminals, and the module: by it
// priorities speak of a production that has no symbol(..).
func generatedLabel(p *Production) string {
	var b strings.Builder
	for _, it := range p.Items {
		if it.Kind == NonTerminal {
			b.WriteByte('_')
		} else {
			for _, r := range it.Text {
				if !unicode.IsSpace(r) {
					b.WriteRune(r)
				}
			}
		}
	}
	return b.String() + labelEnd(p.Module)
}

// labelEnd is how the generated labels of the productions of a module end.
func labelEnd(module string) string { return "_" + module }
