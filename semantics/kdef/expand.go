package kdef

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rlv/semantics/source"
)

// expand returns what a production as written stands for: a list is two.
func (e *elaborator) expand(written *Production) []*Production {
	p := *written
	p.Sort = e.original(p.Sort)
	for i, it := range written.Items {
		it.Sort = e.original(it.Sort)
		if it.Kind == Regex {
			it.Text = e.regex(it.Text, it.Span)
		}
		if it != written.Items[i] {
			if &p.Items[0] == &written.Items[0] {
				p.Items = slices.Clone(p.Items) // what is written stays
			}
			p.Items[i] = it
		}
	}
	p.Group = overloadGroup(p.Attrs)
	if len(p.Items) == 1 && p.Items[0].Kind == UserList {
		return e.expandList(&p)
	}
	return []*Production{&p}
}

// overloadGroup returns the overload group of a production.
func overloadGroup(attrs Attributes) string {
	if group, ok := attrs.Get("overload"); ok {
		return group
	}
	if label, ok := attrs.Get("klabel"); ok && !attrs.Has("symbol") {
		return label
	}
	return ""
}

// expandList returns the cons and the unit of a list.
func (e *elaborator) expandList(p *Production) []*Production {
	it := p.Items[0]
	sep := strings.TrimSpace(it.Text)
	cons, unit := *p, *p
	cons.List = &ListInfo{Elem: it.Sort, Sep: sep, NonEmpty: it.NonEmpty}
	unit.List = &ListInfo{Elem: it.Sort, Sep: sep, NonEmpty: it.NonEmpty, Unit: true}
	cons.Items = []Item{{Kind: NonTerminal, Sort: it.Sort, Span: it.Span}}
	if sep != "" {
		cons.Items = append(cons.Items, Item{Kind: Terminal, Text: sep, Span: it.Span})
	}
	cons.Items = append(cons.Items, Item{Kind: NonTerminal, Sort: p.Sort, Span: it.Span})
	unit.Items = []Item{{Kind: Terminal, Text: "." + p.Sort, Span: it.Span}}
	unit.Attrs = nil
	if name, ok := p.Attrs.Get("terminator-symbol"); ok {
		unit.Attrs = Attributes{{Key: "symbol", Value: name, Span: p.Span}}
	}
	if unit.Group != "" {
		unit.Group = `.List{"` + unit.Group + `"}`
	}
	return []*Production{&cons, &unit}
}

var lexicalName = regexp.MustCompile(`\{#?[A-Za-z][A-Za-z0-9_-]*\}`)

// regex replaces {N} in a regular expression by what N was declared as.
func (e *elaborator) regex(text string, span source.Span) string {
	for depth := 0; lexicalName.MatchString(text); depth++ {
		if depth > 10 || len(text) > 1<<16 {
			e.Errorf(span, "lexical-cycle", "the regular expression grows without end: a name in it stands for itself")
			return text
		}
		text = lexicalName.ReplaceAllStringFunc(text, func(name string) string {
			s := e.lexical[strings.Trim(name, "{}")]
			if s == nil {
				e.Errorf(span, "unknown-lexical", "no `syntax lexical` declares %s", name)
				return ""
			}
			return "(" + s.Regex + ")"
		})
	}
	return text
}

// checkStrict reports positions that a production does not have.
func (e *elaborator) checkStrict(p *Production) {
	arity := len(p.Args())
	if len(p.Items) == 1 && p.Items[0].Kind == UserList {
		arity = 2
	}
	for _, a := range p.Attrs {
		if a.Key != "strict" && a.Key != "seqstrict" {
			continue
		}
		if strings.Contains(a.Value, ";") || strings.ContainsFunc(a.Value, isLetterRune) {
			e.Errorf(a.Span, "unsupported", "context aliases in %s are not supported", a.Key)
			continue
		}
		for _, position := range (Attributes{a}).List(a.Key) {
			if n, err := strconv.Atoi(position); err != nil || n < 1 || n > arity {
				e.Errorf(a.Span, "bad-strict", "%s has no position %s: the production has %d nonterminals", a.Key, position, arity)
			}
		}
		if arity == 0 {
			e.Errorf(a.Span, "bad-strict", "%s on a production without nonterminals", a.Key)
		}
	}
}

// isLetterRune is isLetter on runes.
func isLetterRune(r rune) bool { return r < 0x80 && isLetter(byte(r)) }
