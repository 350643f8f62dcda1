package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rlv/semantics/source"
)

// Token is a lexeme of the formula language; its text tells what it is.
type Token struct {
	Text string
	Span source.Span
	Kind TokenKind
}

// TokenKind tells names and numbers from symbols.
type TokenKind int

// The kinds of tokens.
const (
	endToken  TokenKind = iota
	NameToken           // a name or a word
	numberToken
	literalToken // of the language that the file is in
	symbolToken
)

// symbols of the formula language, longest first.
var symbols = []string{"<==>", "==>", "->", "/\\", "\\/", "&&", "||", "<<", ">>", "<=", ">=", "==", "!=", "..", "(", ")", "[", "]", "!", "<", ">", "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", ",", ":", ".", "?"}

// inK are spellings of operators in the notation of the K framework, and what they are
// here; longer ones first where one begins another. Division is not among them: in K
// it is that of the logic, here that of the language.
var inK = []struct{ text, symbol string }{
	{"=/=Int", "!="}, {"=/=Bool", "!="}, {"=/=K", "!="}, {"==Int", "=="}, {"==Bool", "<==>"}, {"==K", "=="},
	{"<=Int", "<="}, {">=Int", ">="}, {"<Int", "<"}, {">Int", ">"}, {"+Int", "+"}, {"-Int", "-"}, {"*Int", "*"},
	{"andBool", "/\\"}, {"orBool", "\\/"}, {"impliesBool", "==>"}, {"notBool", notBool},
}

// notBool is the negation that binds less than comparisons, as in K.
const notBool = "notBool"

// spelledInK returns the operator of K at the beginning of a text; "" if there is none.
func spelledInK(text string) (spelling, symbol string) {
	for _, op := range inK {
		if spelled(text, op.text) {
			return op.text, op.symbol
		}
	}
	return "", ""
}

// spelled reports whether a text begins with a word, and not with a longer one.
func spelled(text, word string) bool {
	rest, ok := strings.CutPrefix(text, word)
	r, _ := utf8.DecodeRuneInString(rest)
	return ok && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Lex splits the text of an annotation; the last token is the empty one at its end.
func Lex(span source.Span) ([]Token, *source.Diagnostic) { return lex(span, false) }

// lex is Lex, with the operators of K as well if they are wanted.
func lex(span source.Span, k bool) ([]Token, *source.Diagnostic) {
	text := span.Text()
	out := make([]Token, 0, len(text)/3+2)
	for i := 0; i < len(text); {
		c := text[i]
		start := i
		at := func() source.Span {
			return source.Span{File: span.File, Start: span.Start + start, End: span.Start + i}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if k && (spelled(text[i:], "/Int") || spelled(text[i:], "%Int")) {
			i += len("/Int")
			return nil, source.Errorf(at(), "annotation-syntax", "%s is the division of K's integers; write %c for that of the language", text[start:i], c)
		}
		if k {
			if spelling, symbol := spelledInK(text[i:]); spelling != "" {
				i += len(spelling)
				out = append(out, Token{symbol, at(), symbolToken})
				continue
			}
		}
		switch {
		case isBlank(c) || c == '\f' || c == '\v':
			i++
			continue
		case c == '/' && strings.HasPrefix(text[i:], "//"):
			// A continued line comment: skip its slashes and @.
			i += 2
			for i < len(text) && (isBlank(text[i]) || text[i] == '@') {
				i++
			}
			continue
		case c >= '0' && c <= '9':
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
			kind := numberToken
			if n := literal(span.File, text[start:]); start+n > i { // not the digits alone
				i, kind = start+n, literalToken
			}
			out = append(out, Token{text[start:i], at(), kind})
			continue
		case r == '_' || unicode.IsLetter(r):
			i = nameEnd(text, i)
			out = append(out, Token{text[start:i], at(), NameToken})
			continue
		}
		found := ""
		for _, s := range symbols {
			if strings.HasPrefix(text[i:], s) {
				found = s
				break
			}
		}
		if n := literal(span.File, text[i:]); found == "" && n > 0 {
			i += n
			out = append(out, Token{text[start:i], at(), literalToken})
			continue
		}
		if found == "" {
			i += size
			if c == '\\' && nameEnd(text, i) > i {
				i = nameEnd(text, i)
				return nil, escaped(at())
			}
			return nil, source.Errorf(at(), "annotation-syntax", "%q does not belong in a formula", text[start:i])
		}
		i += len(found)
		out = append(out, Token{found, at(), symbolToken})
	}
	end := source.Span{File: span.File, Start: span.End, End: span.End}
	return append(out, Token{"", end, endToken}), nil
}

// literal is the length of the literal with which a text of a file begins.
func literal(file *source.File, text string) int {
	if file.Literal == nil {
		return 0
	}
	return file.Literal(text)
}

// nameEnd is where the name ends that goes on at i. Its parts may be joined by ::.
func nameEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == ':' && strings.HasPrefix(text[i:], "::") {
			next, _ := utf8.DecodeRuneInString(text[i+2:])
			if next != '_' && !unicode.IsLetter(next) {
				break
			}
			size = 2
		} else if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i += size
	}
	return i
}
