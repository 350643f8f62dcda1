// Package source holds what every other package uses to speak about a user's
// text: files, spans in them, and diagnostics with a stable code, a position
// and the offending line with a caret. It stands at the bottom of the import
// order and knows nothing about languages or proofs.
package source

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// File is the text of one file of the user, or of an embedded one. The line
// table is built once, at its first use, so that positions are cheap.
type File struct {
	Name  string
	size  int // of the text
	text  func() string
	lines func() []int // byte offset of the start of each line

	// Literal is how many bytes the literal has, of the language that the file is in, with
	// which a text begins; 0: it begins with none. Nil: there are none.
	Literal func(text string) int
}

// NewFile returns the file called name with the given text.
func NewFile(name, text string) *File {
	return &File{Name: name, size: len(text), text: func() string { return text }, lines: sync.OnceValue(func() []int { return linesOf(text) })}
}

// NewEmbedded returns the file called name of so many bytes, which are read when they are first
// asked for.
func NewEmbedded(name string, size int, read func() string) *File {
	text := sync.OnceValue(read)
	return &File{Name: name, size: size, text: text, lines: sync.OnceValue(func() []int { return linesOf(text()) })}
}

// Text returns the text of the file.
func (f *File) Text() string { return f.text() }

// Len returns the length of the text in bytes.
func (f *File) Len() int { return f.size }

func linesOf(text string) []int {
	lines := make([]int, 1, strings.Count(text, "\n")+1)
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return lines
		}
		i += n + 1
		lines = append(lines, i)
	}
}

// Position returns the line and the column, both from 1, of a byte offset.
// Columns count code points.
func (f *File) Position(offset int) (line, column int) {
	if offset < 0 {
		offset = 0
	}
	if offset > f.Len() {
		offset = f.Len()
	}
	lines := f.lines()
	line = sort.Search(len(lines), func(i int) bool { return lines[i] > offset })
	start := lines[line-1]
	return line, utf8.RuneCountInString(f.Text()[start:offset]) + 1
}

// Line returns the text of a line (from 1) without its newline.
func (f *File) Line(line int) string {
	lines := f.lines()
	if line < 1 || line > len(lines) {
		return ""
	}
	start, end := lines[line-1], f.Len()
	if line < len(lines) {
		end = lines[line] - 1
	}
	return strings.TrimSuffix(f.Text()[start:end], "\r")
}

// Span is a range of bytes in a file; the zero Span is "nowhere".
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span points nowhere.
func (s Span) IsZero() bool { return s.File == nil }

// Contains reports whether another span is a part of this one.
func (s Span) Contains(t Span) bool { return s.File == t.File && s.Start <= t.Start && t.End <= s.End }

// Text returns the text that the span covers.
func (s Span) Text() string {
	if s.File == nil || s.Start < 0 || s.End > s.File.Len() || s.Start > s.End {
		return ""
	}
	return s.File.Text()[s.Start:s.End]
}

// String returns file:line:column of the start of the span.
func (s Span) String() string {
	if s.File == nil {
		return "-"
	}
	line, column := s.File.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", Printable(s.File.Name), line, column)
}

// To returns the span from the start of s to the end of t, both in one file.
func (s Span) To(t Span) Span {
	if s.File == nil {
		return t
	}
	if t.File != s.File || t.End < s.Start {
		return s
	}
	return Span{File: s.File, Start: s.Start, End: t.End}
}

// Severity says how bad a diagnostic is.
type Severity int

// The severities. Only an Error makes a command fail.
const (
	Error Severity = iota
	Warning
	Note
)

func (s Severity) String() string {
	return [...]string{"error", "warning", "note"}[s]
}

// Diagnostic is one problem at one place. It is an error value.
type Diagnostic struct {
	Severity Severity
	Code     string // stable and kebab-case, such as "unknown-sort"
	Span     Span
	Message  string
	Related  []Diagnostic // other places that explain this one
}

// Errorf returns an error diagnostic.
func Errorf(span Span, code, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Error, Code: code, Span: span, Message: fmt.Sprintf(format, args...)}
}

// Warningf returns a warning diagnostic.
func Warningf(span Span, code, format string, args ...any) *Diagnostic {
	return &Diagnostic{Severity: Warning, Code: code, Span: span, Message: fmt.Sprintf(format, args...)}
}

// Error renders the diagnostic in one line, without the source line.
func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s [%s]", d.Span, d.Severity, Printable(d.Message), d.Code)
}

// Render returns the diagnostic with its source line and a caret under it.
func (d *Diagnostic) Render() string {
	var b strings.Builder
	b.WriteString(d.Error())
	b.WriteByte('\n')
	if d.Span.File != nil {
		writeCaret(&b, d.Span)
	}
	for i := range d.Related {
		r := &d.Related[i]
		fmt.Fprintf(&b, "  %s: %s\n", r.Span, Printable(r.Message))
		if r.Span.File != nil {
			writeCaret(&b, r.Span)
		}
	}
	return b.String()
}
