package smt

import (
	"errors"
	"fmt"
	"strings"

	"rlv/semantics/source"
)

// sexpr is an S-expression of SMT-LIB: an atom, or a list.
type sexpr struct {
	atom  string // with its quotes, "" for a list
	list  []sexpr
	start int // byte offset
}

func (e sexpr) isList() bool { return e.atom == "" }

// head returns the atom that a list begins with, "" if there is none.
func (e sexpr) head() string {
	if len(e.list) == 0 {
		return ""
	}
	return e.list[0].atom
}

func (e sexpr) String() string {
	if !e.isList() {
		return e.atom
	}
	parts := make([]string, len(e.list))
	for i, p := range e.list {
		parts[i] = p.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// maxNesting bounds the depth of S-expressions that are read.
const maxNesting = 10_000

var errNesting = errors.New("parentheses are nested too deep")

// syntaxError is a problem at a byte offset of an S-expression text.
type syntaxError struct {
	offset int
	reason string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.offset, e.reason) }

// at turns the error into a diagnostic about a file.
func (e *syntaxError) at(f *source.File) *source.Diagnostic {
	return source.Errorf(source.Span{File: f, Start: e.offset, End: e.offset + 1}, "bad-smt-text", "%s", e.reason)
}

// parseSexprs reads all S-expressions of a text. Its errors are *syntaxError.
func parseSexprs(text string) ([]sexpr, error) {
	p := sexprParser{text: text}
	open := []sexpr{{}}
	for {
		p.skip()
		if p.pos == len(text) {
			break
		}
		top := &open[len(open)-1]
		switch text[p.pos] {
		case '(':
			if len(open) > maxNesting {
				return nil, &syntaxError{p.pos, errNesting.Error()}
			}
			open = append(open, sexpr{start: p.pos})
			p.pos++
		case ')':
			if len(open) == 1 {
				return nil, &syntaxError{p.pos, "closing parenthesis without an opening one"}
			}
			done := *top
			open = open[:len(open)-1]
			open[len(open)-1].list = append(open[len(open)-1].list, done)
			p.pos++
		default:
			start := p.pos
			a, err := p.atom()
			if err != nil {
				return nil, err
			}
			top.list = append(top.list, sexpr{atom: a, start: start})
		}
	}
	if len(open) > 1 {
		return nil, &syntaxError{open[len(open)-1].start, "opening parenthesis that is never closed"}
	}
	return open[0].list, nil
}

type sexprParser struct {
	text string
	pos  int
}

func (p *sexprParser) skip() {
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
func (p *sexprParser) atom() (string, error) {
	start := p.pos
	switch c := p.text[start]; c {
	case '|', '"':
		end := p.closing(c)
		if end < 0 {
			return "", &syntaxError{start, fmt.Sprintf("%c that is never closed", c)}
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
func (p *sexprParser) closing(quote byte) int {
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
