package grammar

import (
	"strings"

	"rlv/semantics/source"
)

// layout skips what stands between lexemes. By default these are blanks and
// C's two kinds of comments; a grammar that defines the sort #Layout has its
// own automaton instead.
type layout struct {
	own *lexer // nil: the default
}

// skip returns the position of the first byte from pos on that is no layout,
// and adds the comments on the way. A comment whose end is missing or doubtful is a
// diagnostic.
func (y *layout) skip(file *source.File, text string, pos int, comments []source.Span) (int, []source.Span, *source.Diagnostic) {
	if y.own != nil {
		return y.skipOwn(file, text, pos, comments)
	}
	for pos < len(text) {
		n, comment := 0, false
		switch c := text[pos]; {
		case isBlank(c):
			n = 1
		case c == '/' && strings.HasPrefix(text[pos:], "//"):
			n, comment = lineLength(text[pos:]), true
			if line := strings.TrimRight(text[pos:pos+n], " \t\r\f"); strings.HasSuffix(line, `\`) {
				end, hint := pos+len(line), ""
				if strings.HasSuffix(line, `/\`) {
					hint = `: put the /\ at the beginning of the next one`
				}
				return pos, comments, source.Errorf(source.Span{File: file, Start: end - 1, End: end}, "continued-comment",
					"a comment that ends in a backslash goes on in the next line for some languages, and not for others%s", hint)
			}
		case c == '/' && strings.HasPrefix(text[pos:], "/*"):
			end := strings.Index(text[pos+2:], "*/")
			if end < 0 {
				span := source.Span{File: file, Start: pos, End: pos + 2}
				return pos, comments, source.Errorf(span, "unterminated-comment", "this comment has no end")
			}
			n, comment = end+4, true
		default:
			return pos, comments, nil
		}
		if comment {
			comments = append(comments, source.Span{File: file, Start: pos, End: pos + n})
		}
		pos += n
	}
	return pos, comments, nil
}

// skipOwn skips by the automaton of the grammar's own layout.
func (y *layout) skipOwn(file *source.File, text string, pos int, comments []source.Span) (int, []source.Span, *source.Diagnostic) {
	start := pos
	for {
		n, _, _ := y.own.match(text[pos:])
		if n == 0 {
			break
		}
		pos += n
	}
	return pos, appendComments(comments, file, text, start, pos), nil
}

// appendComments adds the comments in a stretch of layout whose inner structure
// is not known: C's block comments as a whole, others line by line.
func appendComments(comments []source.Span, file *source.File, text string, pos, end int) []source.Span {
	for pos < end {
		if isBlank(text[pos]) {
			pos++
			continue
		}
		n := min(lineLength(text[pos:]), end-pos)
		if strings.HasPrefix(text[pos:end], "/*") {
			if k := strings.Index(text[pos:end], "*/"); k > 0 {
				n = k + 2
			}
		}
		length := len(strings.TrimRight(text[pos:pos+n], " \t\r\f"))
		comments = append(comments, source.Span{File: file, Start: pos, End: pos + length})
		pos += n
	}
	return comments
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// lineLength returns how long the first line of text is without its newline.
func lineLength(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}
