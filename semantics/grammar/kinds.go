package grammar

import (
	"strconv"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// kindTable numbers the token kinds of a grammar.
type kindTable struct {
	names     []string // for messages
	terminals map[string]kindID
	regexes   map[string]kindID
	lexer     *lexer
}

func newKindTable() *kindTable {
	return &kindTable{terminals: map[string]kindID{}, regexes: map[string]kindID{}, lexer: newLexer()}
}

// terminal returns the kind of a terminal, a new one if need be.
func (t *kindTable) terminal(text string) kindID {
	if k, ok := t.terminals[text]; ok {
		return k
	}
	k := t.fresh(strconv.Quote(text))
	t.terminals[text] = k
	t.lexer.addTerminal(text, k)
	return k
}

// fresh returns a kind that the lexer never gives by itself.
func (t *kindTable) fresh(name string) kindID {
	t.names = append(t.names, name)
	return kindID(len(t.names) - 1)
}

// regex returns the kind of a regular expression; what it is called in messages
// is the name.
func (t *kindTable) regex(text string, prec int, name string, span source.Span) (kindID, error) {
	key := strconv.Itoa(prec) + " " + text
	if k, ok := t.regexes[key]; ok {
		return k, nil
	}
	prog, err := compileRegex(text, nil)
	if err != nil {
		return 0, source.Errorf(span, "bad-regex", "regular expression r%q: %v", text, err)
	}
	k := t.fresh(name)
	t.regexes[key] = k
	t.lexer.addRegex(prog, k, prec)
	return k, nil
}

// item translates an item of a production of the definition.
func (t *kindTable) item(it kdef.Item, p *kdef.Production, arg int) (item, error) {
	switch it.Kind {
	case kdef.Terminal:
		return terminal(t.terminal(it.Text)), nil
	case kdef.Regex:
		value, _ := p.Attrs.Get("prec")
		prec, _ := strconv.Atoi(value)
		k, err := t.regex(it.Text, prec, p.Sort, it.Span)
		return terminal(k), err
	}
	return nonterminal(int32(p.Params[arg])), nil
}
