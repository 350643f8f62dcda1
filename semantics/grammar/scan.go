package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

// token is a lexeme and all kinds that it may be.
type token struct {
	start, end int32
	kinds      []kindID
}

// The bounds of the work on one text.
const (
	maxLexicalErrors = 10      // reported at once
	maxTokens        = 4 << 20 // in one text
	lookaheadBudget  = 64      // bytes looked at per byte of text, on average
)

// scanner cuts texts into tokens.
type scanner struct {
	lexer  *lexer
	layout layout
}

// scan returns the tokens and comments of a span. Errors are diagnostics, or a
// *multierror.Error over them.
func (s *scanner) scan(span source.Span) (tokens []token, comments []source.Span, err error) {
	s.lexer.mu.Lock()
	defer s.lexer.mu.Unlock()
	text := span.File.Text()[:span.End]
	tokens = make([]token, 0, (span.End-span.Start)/4+8)
	var all *multierror.Error
	var bad *source.Diagnostic
	work := lookaheadBudget * (span.End - span.Start + 1024)
	for pos := span.Start; ; {
		pos, comments, bad = s.layout.skip(span.File, text, pos, comments)
		if bad != nil {
			all = multierror.Append(all, bad)
			break
		}
		if pos >= len(text) {
			break
		}
		n, kinds, seen := s.lexer.match(text[pos:])
		if work -= seen; work < 0 || len(tokens) >= maxTokens {
			all = multierror.Append(all, source.Errorf(source.Span{File: span.File, Start: pos, End: pos}, "text-too-large",
				"scanning takes too long here: too many tokens, or a token of this grammar needs unbounded lookahead"))
			break
		}
		if n == 0 {
			bad, pos = lexicalError(span.File, text, pos)
			all = multierror.Append(all, bad)
			if len(all.Errors) >= maxLexicalErrors {
				break
			}
			continue
		}
		tokens = append(tokens, token{start: int32(pos), end: int32(pos + n), kinds: kinds})
		pos += n
	}
	return tokens, comments, single(all)
}

// single returns the only error of a list as it is.
func single(all *multierror.Error) error {
	if all != nil && len(all.Errors) == 1 {
		return all.Errors[0]
	}
	return all.ErrorOrNil()
}

// connectives are those of matching logic, which the notation has and rlv lacks.
var connectives = map[string]bool{
	"#Top": true, "#Bottom": true, "#Not": true, "#And": true, "#Implies": true, "#Exists": true, "#Forall": true,
	"#Ceil": true, "#Floor": true, "#Equals": true, "#AG": true, "#wEF": true, "#wAF": true,
}

// lexicalError describes the text at pos, where no token starts, and returns
// the position from which to go on.
func lexicalError(file *source.File, text string, pos int) (*source.Diagnostic, int) {
	r, size := utf8.DecodeRuneInString(text[pos:])
	span := source.Span{File: file, Start: pos, End: pos + size}
	if r == '"' {
		span.End = pos + lineLength(text[pos:])
		return source.Errorf(span, "unterminated-string", "this string has no end on its line, or a wrong escape"), span.End
	}
	if label := strings.IndexByte(text[pos+1:], '`'); r == '`' && label > 0 && label < lineLength(text[pos:]) {
		span.End = pos + label + 2
		return source.Errorf(span, "unknown-label", "no production has the label %s, by symbol(..) or klabel(..)", strings.Trim(span.Text(), "`")), span.End
	}
	if n := wordLength(text[pos:]); n > 0 {
		span.End = pos + n
		if connectives[span.Text()] {
			return source.Errorf(span, "unsupported", "%s, a connective of matching logic, is not supported", span.Text()), span.End
		}
		return source.Errorf(span, "unknown-word", "%q is no token of this grammar", span.Text()), span.End
	}
	if r == utf8.RuneError && size == 1 {
		return source.Errorf(span, "illegal-character", "the byte 0x%02x is not UTF-8", text[pos]), span.End
	}
	return source.Errorf(span, "illegal-character", "the character %q starts no token", r), span.End
}

// wordLength returns the length of the identifier-like run at the start of
// text.
func wordLength(text string) int {
	for i, r := range text {
		if r != '_' && r != '#' && !unicode.IsLetter(r) && !(i > 0 && unicode.IsDigit(r)) || r == utf8.RuneError {
			return i
		}
	}
	return len(text)
}

// cellTag returns the opening or closing tag at the start of text, or "".
func cellTag(text string) string {
	end := strings.IndexByte(text, '>')
	if end < 2 || text[0] != '<' {
		return ""
	}
	name := strings.TrimPrefix(text[1:end], "/")
	if name == "" || !(name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z') {
		return ""
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			return ""
		}
	}
	return text[:end+1]
}
