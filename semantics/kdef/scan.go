package kdef

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rlv/semantics/source"
)

// scanner reads the outer syntax of one file: layout, words, quoted text. It
// works on bytes; all that has a meaning there is ASCII.
type scanner struct {
	file *source.File
	text string
	pos  int
	*source.List
}

func isBlank(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' || c == '-' }

// span returns the span from start to end.
func (s *scanner) span(start, end int) source.Span {
	return source.Span{File: s.file, Start: start, End: end}
}

// here returns the span of the next run of non-blank characters.
func (s *scanner) here() source.Span {
	end := s.pos
	for end < len(s.text) && !isBlank(s.text[end]) {
		end++
	}
	return s.span(s.pos, end)
}

// cur returns the next byte, 0 at the end.
func (s *scanner) cur() byte { return s.at(0) }

// at returns the byte n after the next one, 0 behind the end.
func (s *scanner) at(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return 0
}

func (s *scanner) eof() bool { return s.pos >= len(s.text) }

// skipBlanks skips white space.
func (s *scanner) skipBlanks() {
	for s.pos < len(s.text) && isBlank(s.text[s.pos]) {
		s.pos++
	}
}

// skipLayout skips white space and comments.
func (s *scanner) skipLayout() {
	for {
		s.skipBlanks()
		if !s.skipComment() {
			return
		}
	}
}

// skipComment skips one comment that starts here and reports whether there was
// one. A comment that is not closed ends with the file, and is an error.
func (s *scanner) skipComment() bool {
	rest := s.text[s.pos:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			s.pos += i
		} else {
			s.pos = len(s.text)
		}
	case strings.HasPrefix(rest, "/*"):
		i := strings.Index(rest[2:], "*/")
		if i < 0 {
			s.Errorf(s.span(s.pos, s.pos+2), "unclosed-comment", "comment is not closed")
			s.pos = len(s.text)
			return true
		}
		s.pos += i + 4
	default:
		return false
	}
	return true
}

// word reads a word of letters, digits, _ and -, with an optional # in front;
// "" if there is none.
func (s *scanner) word() string {
	word := s.peekWord()
	s.pos += len(word)
	return word
}

// peekWord returns the next word without reading it.
func (s *scanner) peekWord() string {
	i := s.pos
	if i < len(s.text) && s.text[i] == '#' {
		i++
	}
	first := i
	for i < len(s.text) && isWord(s.text[i]) {
		i++
	}
	if i == first || !isLetter(s.text[first]) {
		return ""
	}
	return s.text[s.pos:i]
}

// run reads a run of non-blank characters.
func (s *scanner) run() string {
	start := s.pos
	for s.pos < len(s.text) && !isBlank(s.text[s.pos]) {
		s.pos++
	}
	return s.text[start:s.pos]
}

// accept reads the text if it comes next.
func (s *scanner) accept(text string) bool {
	if strings.HasPrefix(s.text[s.pos:], text) {
		s.pos += len(text)
		return true
	}
	return false
}

// quoted reads a string in double quotes and returns it unescaped. The
// opening quote comes next. Errors are reported; ok reports whether there was none.
func (s *scanner) quoted() (text string, ok bool) {
	start := s.pos
	end, closed := stringEnd(s.text, s.pos)
	s.pos = end
	if !closed {
		s.Errorf(s.span(start, start+1), "unclosed-string", "string is not closed before the end of its line")
		return "", false
	}
	if body := s.text[start+1 : end-1]; strings.IndexByte(body, '\\') < 0 {
		return body, true
	}
	return s.unescape(start+1, end-1)
}

// stringEnd returns the offset behind the string in double quotes that starts
// at start, and whether it is closed on its line.
func stringEnd(text string, start int) (end int, closed bool) {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
			if i < len(text) && text[i] == '\n' {
				return i, false
			}
		case '"':
			return i + 1, true
		case '\n':
			return i, false
		}
	}
	return len(text), false
}

// escapes are the escapes of one letter.
var escapes = map[byte]byte{'"': '"', '\\': '\\', 'n': '\n', 'r': '\r', 't': '\t', 'f': '\f'}

// hexEscapes are the escapes that take hexadecimal digits, and how many.
var hexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// unescape returns the text between the offsets with its escapes replaced.
func (s *scanner) unescape(start, end int) (string, bool) {
	var b strings.Builder
	ok := true
	for i := start; i < end; i++ {
		if s.text[i] != '\\' {
			b.WriteByte(s.text[i])
			continue
		}
		i++
		c := s.text[i]
		if plain, known := escapes[c]; known {
			b.WriteByte(plain)
			continue
		}
		n, known := hexEscapes[c]
		if r, good := hexRune(s.text[:end], i+1, n); known && good {
			b.WriteRune(r)
			i += n
			continue
		}
		s.Errorf(s.span(i-1, i+1), "bad-escape", `unknown escape; write \\ for a backslash`)
		ok = false
	}
	return b.String(), ok
}

// hexRune reads n hexadecimal digits.
func hexRune(text string, start, n int) (rune, bool) {
	if n == 0 || start+n > len(text) {
		return 0, false
	}
	v, err := strconv.ParseUint(text[start:start+n], 16, 32)
	return rune(v), err == nil && utf8.ValidRune(rune(v))
}

var quoteReplacer = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`)

// quote writes text as a string of the notation.
func quote(text string) string { return `"` + quoteReplacer.Replace(text) + `"` }
