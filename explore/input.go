package explore

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Input is a list of items to be read, some of them symbols.
type Input struct {
	Items []*term.Term
	// Symbols are those of the items that are symbols, in order of their first place.
	Symbols []*term.Variable
}

// maxItems bounds the items of an input.
const maxItems = 100_000

// ParseInput reads the items of an input, separated by blanks: a name is a symbol of
// sort Int, the same name the same symbol; an integer, a string in quotes, true and
// false stand for themselves. All that is wrong is in the error, with places in the text.
func ParseInput(name, text string) (Input, error) {
	file := source.NewFile(name, text)
	var in Input
	symbols := map[string]*term.Term{}
	problems := &source.List{}
	for start := 0; start < len(text); {
		r, size := utf8.DecodeRuneInString(text[start:])
		if unicode.IsSpace(r) {
			start += size
			continue
		}
		end := endOfItem(text, start)
		at := source.Span{File: file, Start: start, End: end}
		if len(in.Items) == maxItems {
			problems.Errorf(at, "input-too-long", "an input has at most %d items", maxItems)
			break
		}
		item, why := readItem(text[start:end], symbols)
		if start = end; why != "" {
			problems.Errorf(at, "wrong-item", "%s", why)
			continue
		}
		if in.Items = append(in.Items, item); item.IsVar() && len(symbols) > len(in.Symbols) {
			in.Symbols = append(in.Symbols, item.Variable())
		}
	}
	if err := problems.Err(); err != nil {
		return Input{}, err
	}
	return in, nil
}

// Inputs returns the input of n symbols in1, in2 and so on.
func Inputs(n int) Input {
	var in Input
	for i := range n {
		v := term.Var(fmt.Sprintf("in%d", i+1), term.SortInt)
		in.Items, in.Symbols = append(in.Items, v), append(in.Symbols, v.Variable())
	}
	return in
}

// endOfItem is the place behind an item: the next blank, outside of a string.
func endOfItem(text string, start int) int {
	quoted := text[start] == '"'
	for i := start + 1; i < len(text); i++ {
		switch r, _ := utf8.DecodeRuneInString(text[i:]); {
		case quoted && text[i] == '\\':
			i++
		case quoted && text[i] == '"':
			return i + 1
		case !quoted && unicode.IsSpace(r):
			return i
		}
	}
	return len(text)
}

// readItem reads one item; why says what is wrong with it.
func readItem(text string, symbols map[string]*term.Term) (item *term.Term, why string) {
	switch {
	case text == "true" || text == "false":
		return term.Bool(text == "true"), ""
	case text[0] == '"':
		s, ok := unquote(text)
		if !ok {
			return nil, "this string does not end, or has an escape other than \\n \\t \\r \\\" and \\\\"
		}
		return term.Str(s), ""
	case isName(text):
		if symbols[text] == nil {
			symbols[text] = term.Var(text, term.SortInt)
		}
		return symbols[text], ""
	}
	if n, ok := new(big.Int).SetString(text, 10); ok && text[0] != '+' {
		return term.BigInt(n), ""
	}
	return nil, fmt.Sprintf("%q is no item of an input: those are names (symbols), integers, strings in quotes, true and false", source.Shorten(text, 20))
}

func isName(text string) bool {
	for i, r := range text {
		if r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r))) {
			return false
		}
	}
	return true
}

// unquote reads a string with its quotes.
func unquote(text string) (string, bool) {
	if len(text) < 2 || text[len(text)-1] != '"' || !utf8.ValidString(text) {
		return "", false
	}
	var b strings.Builder
	for i := 1; i < len(text)-1; i++ {
		c := text[i]
		if c == '\\' {
			if i++; i == len(text)-1 {
				return "", false
			}
			at := strings.IndexByte(`ntr"\`, text[i])
			if at < 0 {
				return "", false
			}
			c = "\n\t\r\"\\"[at]
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
