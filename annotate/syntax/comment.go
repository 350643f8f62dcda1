package syntax

import (
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// Annotation is one annotation as written.
type Annotation struct {
	Key  Key
	Span source.Span // of the whole comment
	Text source.Span // of what follows the key
}

// Annotations finds the annotations among the comments of a file: comments
// that begin with @. A line comment that begins with @ but no key continues the
// annotation on the line before; so does one that begins with how a lemma is proved, and one
// whose text is indented and begins with another word without a colon.
func Annotations(comments []source.Span) ([]*Annotation, []*source.Diagnostic) {
	var out []*Annotation
	var problems []*source.Diagnostic
	for _, c := range comments {
		body, ok := commentBody(c)
		if !ok {
			continue
		}
		key, rest := splitKey(body)
		switch {
		case slices.Contains(keys, Key(key)):
			out = append(out, &Annotation{Key: Key(key), Span: c, Text: rest})
		case len(out) > 0 && (key == "" || key == "by" || isIndented(c, body, rest) && keyElsewhere(key) == "") && continues(out[len(out)-1], c):
			last := out[len(out)-1]
			last.Span = last.Span.To(c)
			last.Text = last.Text.To(body)
		default:
			hint := keyElsewhere(key)
			if hint == "" {
				hint = kdef.DidYouMean(key, words())
			}
			if hint == "" && len(out) > 0 && continues(out[len(out)-1], c) {
				hint = "; what continues the annotation above is indented by two blanks or more"
			}
			problems = append(problems, source.Errorf(c, "unknown-annotation",
				"unknown annotation %q; there are %s%s", "@"+key, strings.Join(words(), ", "), hint))
		}
	}
	return out, problems
}

// commentBody returns what follows the @ in a comment that has one.
func commentBody(c source.Span) (source.Span, bool) {
	text := c.Text()
	start := 0
	end := len(text)
	switch {
	case strings.HasPrefix(text, "/*"):
		start, end = 2, len(text)-2
	case strings.HasPrefix(text, "//"):
		start = 2
	case strings.HasPrefix(text, "#"), strings.HasPrefix(text, ";"), strings.HasPrefix(text, "%"):
		start = 1
	case strings.HasPrefix(text, "--"):
		start = 2
	}
	for start < end && isBlank(text[start]) {
		start++
	}
	if start >= end || text[start] != '@' {
		return source.Span{}, false
	}
	start++
	for start < end && isBlank(text[start]) {
		start++
	}
	for end > start && isBlank(text[end-1]) {
		end--
	}
	return source.Span{File: c.File, Start: c.Start + start, End: c.Start + end}, true
}

// isIndented reports whether two blanks or more, or a tab, stand between the @ of a comment
// and its body, and no colon behind its first word.
func isIndented(c, body, rest source.Span) bool {
	before := c.File.Text()[c.Start:body.Start]
	first := c.File.Text()[body.Start:rest.Start]
	return (strings.HasSuffix(before, "  ") || strings.HasSuffix(before, "\t")) && !strings.Contains(first, ":")
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// splitKey takes the key and an optional colon off the front.
func splitKey(body source.Span) (string, source.Span) {
	text := body.Text()
	i := 0
	for i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] == '-') {
		i++
	}
	key := text[:i]
	if i < len(text) && !isBlank(text[i]) && text[i] != ':' || key == "" {
		return "", body
	}
	j := i
	for j < len(text) && isBlank(text[j]) {
		j++
	}
	if j < len(text) && text[j] == ':' {
		j++
	}
	for j < len(text) && isBlank(text[j]) {
		j++
	}
	return key, source.Span{File: body.File, Start: body.Start + j, End: body.End}
}

// continues reports whether c stands on the line right after a.
func continues(a *Annotation, c source.Span) bool {
	between := a.Span.File.Text()[a.Span.End:c.Start]
	return strings.TrimSpace(between) == "" && strings.Count(between, "\n") <= 1
}

// OneLine is the text of an annotation without its line breaks, and without what marks the
// lines that continue it.
func (a *Annotation) OneLine() string {
	var words []string
	for line := range strings.Lines(a.Text.Text()) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//"); ok {
			line = strings.TrimLeft(rest, " \t@")
		}
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}
