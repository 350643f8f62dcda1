package syntax

import (
	"strings"

	"rlv/semantics/source"
)

// Included is what an include names.
type Included struct {
	Name    string // of a library, without its brackets, or the path of a file
	Library bool
	Span    source.Span // with brackets or quotation marks
}

// ParseInclude parses `<name>` or `"path"`.
func ParseInclude(span source.Span) (*Included, *source.Diagnostic) {
	text := strings.TrimSpace(span.Text())
	for _, marks := range []string{"<>", `""`} {
		inner, begins := strings.CutPrefix(text, marks[:1])
		inner, ends := strings.CutSuffix(inner, marks[1:])
		if begins && ends && inner != "" && !strings.ContainsAny(inner, "<>\"\n\x00") {
			return &Included{inner, marks == "<>", span}, nil
		}
	}
	return nil, source.Errorf(span, "annotation-syntax", "include names a library in brackets, as in <arrays>, or a file in quotation marks")
}

// File finds the annotations of a file that has nothing but comments.
func File(file *source.File) ([]*Annotation, []*source.Diagnostic) {
	var comments []source.Span
	text := file.Text()
	for i := 0; i < len(text); {
		rest, length := text[i:], 0
		switch {
		case isBlank(text[i]):
			i++
			continue
		case strings.HasPrefix(rest, "//"):
			if length = strings.IndexByte(rest, '\n'); length < 0 {
				length = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			if end := strings.Index(rest[2:], "*/"); end >= 0 {
				length = end + 4
			}
		}
		if length == 0 {
			if length = strings.IndexAny(rest, "\r\n"); length < 0 {
				length = len(rest)
			}
			return nil, []*source.Diagnostic{source.Errorf(source.Span{File: file, Start: i, End: i + length}, "annotation-syntax",
				"only annotations stand in a file that is included, in comments that begin with // or stand between /* and */")}
		}
		comments = append(comments, source.Span{File: file, Start: i, End: i + length})
		i += length
	}
	return Annotations(comments)
}

// Declared is the name that a declaration gives to a logic function, lemma or axiom; without
// text if it gives none.
func (a *Annotation) Declared() Token {
	toks, problem := Lex(a.Text)
	if problem != nil || toks[0].Kind != NameToken {
		return Token{}
	}
	if a.Key == Logic || a.Key != Ghost && (&parser{toks: toks}).named() {
		return toks[0]
	}
	return Token{}
}
