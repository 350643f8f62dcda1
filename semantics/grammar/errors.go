package grammar

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rlv/semantics/source"
)

// maxExpected bounds how many alternatives a syntax error lists.
const maxExpected = 8

// syntaxError describes a parse that has no item left at a token.
func (p *parse) syntaxError(failed int) *source.Diagnostic {
	c := &p.chart
	if failed < 0 {
		return source.Errorf(p.span, "text-too-large", "this text is too large or too ambiguous for the parser (%d tokens)", len(c.tokens))
	}
	if p.g.rules != nil {
		if p.badRecord != nil {
			return p.badRecord
		}
		if d := p.unknownCell(); d != nil {
			return d
		}
	}
	span := source.Span{File: p.span.File, Start: p.span.End, End: p.span.End}
	found := "the end"
	if failed < len(c.tokens) {
		span.Start, span.End = int(c.tokens[failed].start), int(c.tokens[failed].end)
		found = fmt.Sprintf("%q", source.Shorten(span.Text(), 30))
	} else if n := len(c.tokens); n > 0 {
		span.Start, span.End = int(c.tokens[n-1].end), int(c.tokens[n-1].end)
	}
	if n := wordLength(p.span.File.Text()[span.End:p.span.End]); p.g.rules != nil && span.Text() == ":" && n > 0 {
		return source.Errorf(span, "unknown-sort", "there is no sort %s", p.span.File.Text()[span.End:span.End+n])
	}
	d := source.Errorf(span, "syntax-error", "unexpected %s", found)
	if expected := p.expected(failed); expected != "" {
		d.Message += ", expected " + expected
	}
	d.Message += p.hint(failed)
	return d
}

// expected lists what could stand at a token: it computes the set again,
// without looking at the token.
func (p *parse) expected(failed int) string {
	c := &p.chart
	j := int32(failed)
	again := chart{t: c.t, tokens: c.tokens[:failed], listsAll: true}
	again.parse(p.start)
	return p.listExpected(&again, j)
}

// listExpected names what the items of the last set of a chart wait for.
func (p *parse) listExpected(c *chart, j int32) string {
	var terminals, sorts []string
	if int(j) >= len(c.setItems) {
		return ""
	}
	for _, it := range c.items[c.setItems[j]:] {
		inside := it.pred >= 0 || c.t.prods[c.t.prodOf[it.state]].kind == pRoot
		switch sym := c.t.next[it.state]; {
		case !inside || sym == symEnd:
		case sym >= 0:
			terminals = append(terminals, p.kindName(sym))
		default:
			sorts = append(sorts, p.v.name(c.t.classes[classBase-sym].sort))
		}
	}
	return enumerate(unique(terminals), unique(sorts))
}

func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// enumerate renders a capped list of alternatives, sorts last.
func enumerate(terminals, sorts []string) string {
	var all []string
	for _, s := range sorts {
		all = append(all, article(s))
	}
	all = append(all, terminals...)
	if len(all) == 0 {
		return "the end"
	}
	if len(all) > maxExpected {
		return fmt.Sprintf("%s or one of %d more", strings.Join(all[:maxExpected], ", "), len(all)-maxExpected)
	}
	if len(all) == 1 {
		return all[0]
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

func article(sort string) string {
	if strings.ContainsRune("AEIO", rune(sort[0])) {
		return "an " + sort
	}
	return "a " + sort
}

// hint says more about errors that are made often.
func (p *parse) hint(failed int) string {
	c := &p.chart
	if p.g.rules == nil || failed >= len(c.tokens) {
		return ""
	}
	text := p.span.File.Text()
	at := int(c.tokens[failed].start)
	if strings.HasPrefix(text[at:], ":") {
		if n := wordLength(strings.TrimLeft(text[at:], ":")); n > 0 {
			return "; if this is a cast, its sort is unknown"
		}
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	if unicode.IsUpper(r) && at > 0 && strings.ContainsRune(":", rune(text[at-1])) {
		return "; if this is a cast, its sort is unknown"
	}
	return ""
}

// kindName returns what a token kind of the tables is called.
func (p *parse) kindName(kind int32) string {
	if p.globalKind != nil {
		kind = p.globalKind[kind]
	}
	return p.g.kinds.names[kind]
}
