package kdef

import (
	"slices"
	"strings"

	"rlv/semantics/source"
)

var bubblePlaces = map[BubbleKind]place{
	RuleBubble: onRule, ClaimBubble: onClaim, ContextBubble: onContext, ConfigBubble: onConfig,
}

// bubble reads the rest of a rule, claim, context or configuration; start is
// where its keyword stands. What stands between label and attributes is kept as text
// for the grammar of the module, which is not known yet: of
//
//	rule [swap]: a => b requires c  [owise]  // why
//
// the label is swap, the body a => b requires c, and the attribute owise.
func (p *parser) bubble(kind BubbleKind, start int) {
	p.skipLayout()
	if kind == ContextBubble && p.peekWord() == "alias" {
		p.Errorf(p.here(), "unsupported", "context aliases are not supported")
		p.skipToSentence()
		return
	}
	b := &Bubble{Kind: kind, Module: p.module.Name}
	b.Label = p.label()
	first, end, comments := p.bubbleExtent()
	next := p.pos
	b.Span = p.span(start, max(end, start))
	b.Attrs, end = p.trailer(first, end, comments)
	for end > first && isBlank(p.text[end-1]) {
		end--
	}
	b.Body = p.span(first, end)
	p.pos = next
	if strings.TrimSpace(b.Body.Text()) == "" {
		p.Errorf(p.span(start, start), "empty-sentence", "nothing stands between this keyword and the next sentence")
		return
	}
	p.checkAttributes(b.Attrs, bubblePlaces[kind])
	if name, ok := b.Attrs.Get("label"); ok && b.Label == "" {
		b.Label = name
	}
	p.module.Sentences = append(p.module.Sentences, b)
}

// label reads `[ label ] :` if it comes next.
func (p *parser) label() string {
	start := p.pos
	if !p.accept("[") {
		return ""
	}
	p.skipBlanks()
	first := p.pos
	for !p.eof() && !isBlank(p.cur()) && !strings.ContainsRune("[]_", rune(p.cur())) {
		p.pos++
	}
	label := p.text[first:p.pos]
	p.skipBlanks()
	if closed := p.accept("]"); closed && label != "" {
		p.skipBlanks()
		if p.accept(":") {
			return label
		}
	}
	p.pos = start
	return ""
}

// bubbleExtent finds the end of a bubble by runs of non-blank characters, and
// leaves the position at the word that ends it. A comment counts only at the
// start of a run, and so does a keyword only as a whole run. It returns the
// start of the first run, the end of the last, and the comments between.
func (p *parser) bubbleExtent() (first, end int, comments []source.Span) {
	first = p.pos
	end = first
	started := false
	for {
		p.skipBlanks()
		start := p.pos
		if p.skipComment() {
			comments = append(comments, p.span(start, p.pos))
			continue
		}
		word := p.run()
		if word == "" || isSentenceWord(word) {
			p.pos = start
			return first, end, comments
		}
		if !started {
			first, started = start, true
		}
		end = p.pos
	}
}

// maxTrailers bounds how many `[` are tried as the start of the attributes.
const maxTrailers = 256

// trailer finds the attributes at the end of a bubble: from the last `[`
// backwards, the first from which all the rest reads as an attribute list. It
// returns them and the end of what remains.
func (p *parser) trailer(first, end int, comments []source.Span) (Attributes, int) {
	if end <= first || p.text[end-1] != ']' {
		return nil, end
	}
	at := end
	for range maxTrailers {
		i := strings.LastIndexByte(p.text[first:at], '[')
		if i < 0 {
			break
		}
		at = first + i
		if inside(at, comments) {
			continue
		}
		rest := parser{scanner: scanner{file: p.file, text: p.text[:end], pos: at, List: &source.List{}}}
		if attrs, ok := rest.attributeList(); ok && rest.pos == end {
			return attrs, at
		}
	}
	return nil, end
}

// inside reports whether an offset lies in one of the spans.
func inside(at int, spans []source.Span) bool {
	return slices.ContainsFunc(spans, func(s source.Span) bool { return s.Start <= at && at < s.End })
}
