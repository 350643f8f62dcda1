package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is a text as it may reach a terminal: characters that control one, or
// the direction and look of the text around them, and bytes that are no text are
// escaped. Line breaks and tabs stay.
func Printable(s string) string {
	if strings.IndexFunc(s, isControl) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == '\n' || r == '\t' {
			b.WriteRune(r)
		} else {
			b.WriteString(escaped(s, r, size))
		}
		s = s[size:]
	}
	return b.String()
}

// isControl reports whether a character is not to be printed as it is.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)
}

// escaped is the first character of s, which is r of so many bytes, or its escape.
func escaped(s string, r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1, r < 0x20, r == 0x7f:
		return fmt.Sprintf("\\x%02x", s[0])
	case !isControl(r):
		return s[:size]
	case r > 0xffff:
		return fmt.Sprintf("\\U%08x", r)
	}
	return fmt.Sprintf("\\u%04x", r)
}

// Shorten returns a text that has at most n code points, and "..." if that is not
// all of it.
func Shorten(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i] + "..."
		}
	}
	return text
}

// maxLine bounds how much of a line is shown, in code points.
const maxLine = 160

// writeCaret writes the line at which a span begins with carets under the span. A
// tab takes one column, an escaped character as many as its escape has.
func writeCaret(b *strings.Builder, s Span) {
	line, column := s.File.Position(s.Start)
	text := s.File.Line(line)
	length := utf8.RuneCountInString(text)
	last := column // the column behind the span
	if endLine, endColumn := s.File.Position(s.End); endLine > line {
		last = length + 1
	} else if endLine == line {
		last = endColumn
	}
	from := 1
	if column > maxLine/2 && length > maxLine {
		from = column - maxLine/2
	}
	prefix := fmt.Sprintf("%5d | ", line)
	shown, indent, width := excerpt(text, from, column, last)
	fmt.Fprintf(b, "%s%s\n%s%s\n", prefix, shown, strings.Repeat(" ", len(prefix)+indent), strings.Repeat("^", max(1, width)))
}

// excerpt returns what is shown of a line from a column on, and how much of that
// lies before the first marked column and between it and the last one.
func excerpt(text string, from, first, last int) (shown string, indent, width int) {
	var b strings.Builder
	for column := 1; len(text) > 0 && column < from+maxLine; column++ {
		r, size := utf8.DecodeRuneInString(text)
		piece := escaped(text, r, size)
		if text = text[size:]; column < from {
			continue
		}
		if r == '\t' {
			piece = " "
		}
		b.WriteString(piece)
		switch n := utf8.RuneCountInString(piece); {
		case column < first:
			indent += n
		case column < last:
			width += n
		}
	}
	return b.String(), indent, width
}
