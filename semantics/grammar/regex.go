package grammar

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// maxRegexDepth bounds how deep `{Name}` references may be nested.
const maxRegexDepth = 20

// compileRegex compiles a regular expression of the flex dialect. The named
// ones, written {Name}, are looked up in lexical. Anchors are refused: a token
// does not depend on what is around it.
func compileRegex(text string, lexical map[string]string) (*syntax.Prog, error) {
	translated, err := translateFlex(text, lexical, 0)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(translated, syntax.Perl)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	for i := range prog.Inst {
		if prog.Inst[i].Op == syntax.InstEmptyWidth {
			return nil, fmt.Errorf("anchors and boundaries are not supported in a token's regular expression")
		}
	}
	return prog, nil
}

// translateFlex rewrites the flex dialect in Go's: quoted strings and {Name}
// are replaced, escaped letters without a meaning in flex stand for themselves.
func translateFlex(text string, lexical map[string]string, depth int) (string, error) {
	if depth > maxRegexDepth {
		return "", fmt.Errorf("the named regular expressions refer to each other")
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		var n int
		var err error
		switch text[i] {
		case '\\':
			n = flexEscape(&b, text[i:])
		case '[':
			n, err = flexClass(&b, text[i:])
		case '"':
			n, err = flexQuoted(&b, text[i:])
		case '{':
			n, err = flexBraces(&b, text[i:], lexical, depth)
		default:
			b.WriteByte(text[i])
			n = 1
		}
		if err != nil {
			return "", err
		}
		i += n
	}
	return b.String(), nil
}

// flexEscape translates the escape at the start of text.
func flexEscape(b *strings.Builder, text string) int {
	if len(text) < 2 {
		b.WriteString(`\\`)
		return 1
	}
	r, size := utf8.DecodeRuneInString(text[1:])
	switch {
	case strings.ContainsRune("abfnrtvx01234567", r):
		if r == 'b' {
			b.WriteString(`\x08`)
		} else {
			b.WriteByte('\\')
			b.WriteRune(r)
		}
	case r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '8' || r == '9'):
		b.WriteRune(r)
	case r < utf8.RuneSelf:
		b.WriteByte('\\')
		b.WriteRune(r)
	default:
		b.WriteString(text[1 : 1+size])
	}
	return 1 + size
}

// flexClass translates a bracketed class, in which only the backslash and the
// end have a meaning.
func flexClass(b *strings.Builder, text string) (int, error) {
	b.WriteByte('[')
	i := 1
	if i < len(text) && text[i] == '^' {
		b.WriteByte('^')
		i++
	}
	for first := true; i < len(text); first = false {
		switch {
		case text[i] == ']' && !first:
			b.WriteByte(']')
			return i + 1, nil
		case text[i] == '\\':
			i += flexEscape(b, text[i:])
			continue
		case strings.HasPrefix(text[i:], "[:"):
			if end := strings.Index(text[i:], ":]"); end > 0 {
				b.WriteString(text[i : i+end+2])
				i += end + 2
				continue
			}
			b.WriteString(`\[`)
		case text[i] == '[' || text[i] == ']':
			b.WriteByte('\\')
			b.WriteByte(text[i])
		default:
			b.WriteByte(text[i])
		}
		i++
	}
	return 0, fmt.Errorf("missing ] in a regular expression")
}

// flexQuoted translates "literal text".
func flexQuoted(b *strings.Builder, text string) (int, error) {
	b.WriteString("(?:")
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			b.WriteByte(')')
			return i + 1, nil
		case '\\':
			i += flexEscape(b, text[i:]) - 1
		default:
			b.WriteString(regexpQuote(text[i]))
		}
	}
	return 0, fmt.Errorf("missing \" in a regular expression")
}

func regexpQuote(c byte) string {
	if strings.IndexByte(`\.+*?()|[]{}^$`, c) >= 0 {
		return `\` + string(rune(c))
	}
	return string([]byte{c})
}

// flexBraces translates a repetition, which is left as it is, or {Name}.
func flexBraces(b *strings.Builder, text string, lexical map[string]string, depth int) (int, error) {
	end := strings.IndexByte(text, '}')
	if end < 0 {
		return 0, fmt.Errorf("missing } in a regular expression")
	}
	name := text[1:end]
	if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == ',' {
		b.WriteString(text[:end+1])
		return end + 1, nil
	}
	definition, ok := lexical[name]
	if !ok {
		return 0, fmt.Errorf("unknown name {%s} in a regular expression", name)
	}
	inner, err := translateFlex(definition, lexical, depth+1)
	if err != nil {
		return 0, err
	}
	b.WriteString("(?:" + inner + ")")
	return end + 1, nil
}
