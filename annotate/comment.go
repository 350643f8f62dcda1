package annotate

import (
	"maps"
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// annotation is one annotation as written.
type annotation struct {
	key  string
	span source.Span // of the whole comment
	text source.Span // of what follows the key
}

var keys = map[string]bool{
	"pre": true, "post": true, "inv": true, "modifies": true, "decreases": true,
	"assert": true, "assume": true, "logic": true, "axiom": true, "lemma": true,
}

// annotations finds the annotations among the comments of a file: comments
// that begin with @. A line comment that begins with @ but no key continues the
// annotation on the line before.
func annotations(comments []source.Span) ([]*annotation, []*source.Diagnostic) {
	var out []*annotation
	var problems []*source.Diagnostic
	for _, c := range comments {
		body, ok := commentBody(c)
		if !ok {
			continue
		}
		key, rest := splitKey(body)
		switch {
		case keys[key]:
			out = append(out, &annotation{key: key, span: c, text: rest})
		case len(out) > 0 && key == "" && continues(out[len(out)-1], c):
			last := out[len(out)-1]
			last.span = last.span.To(c)
			last.text = last.text.To(body)
		default:
			problems = append(problems, source.Errorf(c, "unknown-annotation",
				"unknown annotation %q; there are pre, post, inv, modifies, decreases, assert, assume, logic, axiom and lemma%s", "@"+key, kdef.DidYouMean(key, slices.Sorted(maps.Keys(keys)))))
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

// continues says whether c stands on the line right after a.
func continues(a *annotation, c source.Span) bool {
	between := a.span.File.Text[a.span.End:c.Start]
	return strings.TrimSpace(between) == "" && strings.Count(between, "\n") <= 1
}

// oneLine is the text of an annotation without its line breaks.
func (a *annotation) oneLine() string { return strings.Join(strings.Fields(a.text.Text()), " ") }
