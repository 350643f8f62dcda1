// Package sexpr reads the S-expressions of SMT-LIB: preludes, hooks, and what
// solvers over text answer.
package sexpr

import (
	"fmt"
	"strings"

	"rlv/semantics/source"
)

// Expr is an S-expression of SMT-LIB: an atom, or a list.
type Expr struct {
	Atom  string // with its quotes; "" for a list
	List  []Expr
	Start int // byte offset in the text
}

// IsList reports whether e is a list.
func (e Expr) IsList() bool { return e.Atom == "" }

// Head returns the atom that a list begins with, "" if there is none.
func (e Expr) Head() string {
	if len(e.List) == 0 {
		return ""
	}
	return e.List[0].Atom
}

// String returns SMT-LIB text that reads as e, with one space between items.
func (e Expr) String() string {
	if !e.IsList() {
		return e.Atom
	}
	parts := make([]string, len(e.List))
	for i, p := range e.List {
		parts[i] = p.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// maxNesting bounds the depth of S-expressions that are read.
const maxNesting = 10_000

// Error is a problem at a byte offset of an S-expression text.
type Error struct {
	Offset int
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason) }

// At turns the error into a diagnostic about a file.
func (e *Error) At(f *source.File) *source.Diagnostic {
	return source.Errorf(source.Span{File: f, Start: e.Offset, End: e.Offset + 1}, "bad-smt-text", "%s", e.Reason)
}

// Parse reads all S-expressions of a text. Its errors are *Error.
func Parse(text string) ([]Expr, error) {
	p := reader{text: text}
	open := []Expr{{}}
	for {
		p.skip()
		if p.pos == len(text) {
			break
		}
		top := &open[len(open)-1]
		switch text[p.pos] {
		case '(':
			if len(open) > maxNesting {
				return nil, &Error{Offset: p.pos, Reason: "parentheses are nested too deep"}
			}
			open = append(open, Expr{Start: p.pos})
			p.pos++
		case ')':
			if len(open) == 1 {
				return nil, &Error{Offset: p.pos, Reason: "closing parenthesis without an opening one"}
			}
			done := *top
			open = open[:len(open)-1]
			open[len(open)-1].List = append(open[len(open)-1].List, done)
			p.pos++
		default:
			start := p.pos
			a, err := p.atom()
			if err != nil {
				return nil, err
			}
			top.List = append(top.List, Expr{Atom: a, Start: start})
		}
	}
	if len(open) > 1 {
		return nil, &Error{Offset: open[len(open)-1].Start, Reason: "opening parenthesis that is never closed"}
	}
	return open[0].List, nil
}

type reader struct {
	text string
	pos  int
}

func (p *reader) skip() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.pos++
		case c == ';':
			if i := strings.IndexByte(p.text[p.pos:], '\n'); i >= 0 {
				p.pos += i
			} else {
				p.pos = len(p.text)
			}
		default:
			return
		}
	}
}

// atom reads a symbol, literal or keyword.
func (p *reader) atom() (string, error) {
	start := p.pos
	switch c := p.text[start]; c {
	case '|', '"':
		end := p.closing(c)
		if end < 0 {
			return "", &Error{Offset: start, Reason: fmt.Sprintf("%c that is never closed", c)}
		}
		p.pos = end
	default:
		if i := strings.IndexAny(p.text[start:], " \t\r\n();\"|"); i >= 0 {
			p.pos += i
		} else {
			p.pos = len(p.text)
		}
	}
	return p.text[start:p.pos], nil
}

// closing returns the end of a quoted atom; a doubled '"' stands for itself.
func (p *reader) closing(quote byte) int {
	for i := p.pos + 1; i < len(p.text); i++ {
		if p.text[i] != quote {
			continue
		}
		if quote == '"' && i+1 < len(p.text) && p.text[i+1] == '"' {
			i++
			continue
		}
		return i + 1
	}
	return -1
}
