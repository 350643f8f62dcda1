package specification

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// inexpressible is what a term has that the notation has no word for; it is thrown.
type inexpressible struct{ what string }

// terms writes terms so that they are read as what they are. Every variable has its
// sort where it stands first in a claim.
type terms struct {
	*compile.Definition
	names    *names
	cast     map[*term.Variable]bool // in the claim at hand
	exist    map[*term.Variable]bool
	tokens   map[tokenKey]bool // to be declared
	declared map[tokenKey]bool // by the definition
	literal  map[term.Sort]bool
	logic    map[*term.Symbol]string // the words of functions that the definition has not
	misread  map[*term.Symbol]bool   // whose arguments need their sorts
	words    []string
}

// tokenKey is a token of a sort.
type tokenKey struct {
	sort term.Sort
	text string
}

func newTerms(d *compile.Definition) *terms {
	t := &terms{Definition: d, tokens: map[tokenKey]bool{}, declared: map[tokenKey]bool{}, literal: map[term.Sort]bool{}, logic: map[*term.Symbol]string{}}
	taken := map[string]bool{"HOLE": true, "K": true}
	for _, p := range d.Source.Productions {
		sort, _ := d.Lattice.Lookup(p.Sort)
		for _, it := range p.Items {
			taken[it.Text] = true
		}
		if len(p.Items) == 1 && p.IsToken() {
			t.declared[tokenKey{sort, p.Items[0].Text}] = true
			t.literal[sort] = t.literal[sort] || p.Items[0].Kind == kdef.Regex && !onlyPrograms(p)
		}
	}
	t.names = newNames(taken)
	return t
}

// onlyPrograms reports whether rules do not know the token of a production.
func onlyPrograms(p *kdef.Production) bool { return strings.HasSuffix(p.Module, "-PROGRAM-PARSING") }

// claim begins another claim with the given existentials.
func (t *terms) claim(existentials []*term.Variable) {
	t.names.claim()
	t.cast, t.exist = map[*term.Variable]bool{}, map[*term.Variable]bool{}
	for _, v := range existentials {
		t.exist[v] = true
	}
}

// written are the variables that were written in the claim at hand, by their names.
func (t *terms) written() map[string]*term.Variable {
	out := map[string]*term.Variable{}
	for v := range t.cast {
		out[t.names.of(v)] = v
	}
	return out
}

// format writes a term that stands alone.
func (t *terms) format(x *term.Term) string { return t.within(x, func() { t.write(x) }) }

// operand writes a term that stands beside a connective.
func (t *terms) operand(x *term.Term) string {
	return t.within(x, func() { t.bracketed(x, isOpen(x) && !isComparison(x)) })
}

func (t *terms) within(x *term.Term, write func()) string {
	before := t.words
	t.words = nil
	defer func() { t.words = before }()
	write()
	return strings.Join(t.words, " ")
}

func (t *terms) text(s string) { t.words = append(t.words, s) }

func (t *terms) bracketed(x *term.Term, brackets bool) {
	if brackets {
		t.text("(")
	}
	t.write(x)
	if brackets {
		t.text(")")
	}
}

func (t *terms) write(x *term.Term) {
	switch x.Kind() {
	case term.KInt, term.KBool:
		t.text(x.String())
	case term.KString:
		t.text(quote(x.Text()))
	case term.KToken:
		t.token(x)
	case term.KVar:
		t.variable(x.Variable())
	case term.KMap, term.KSet:
		t.entries(x)
	case term.KList:
		t.list(x)
	case term.KArray:
		t.array(x)
	case term.KApp:
		t.application(x)
	default:
		panic(inexpressible{fmt.Sprintf("the term %s", x)})
	}
}

func (t *terms) variable(v *term.Variable) {
	name := t.names.of(v)
	if t.exist[v] {
		name = "?" + name
	}
	if !t.cast[v] {
		t.cast[v] = true
		name += ":" + t.Lattice.Name(v.Sort)
	}
	t.text(name)
}

// sentenceWords end a sentence, or a part of one, where they stand alone.
var sentenceWords = map[string]bool{
	"rule": true, "claim": true, "configuration": true, "context": true, "syntax": true, "endmodule": true,
	"imports": true, "import": true, "requires": true, "ensures": true, "when": true, "module": true,
}

// token writes a token. One that looks like something else in a rule is written with
// its sort.
func (t *terms) token(x *term.Term) {
	key := tokenKey{x.Sort(), x.Text()}
	switch {
	case t.literal[key.sort] && !t.declared[key] && !looksOtherwise(key.text):
	case looksOtherwise(key.text) || !isWord(key.text):
		escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(key.text)
		t.text(fmt.Sprintf(`#token("%s","%s")`, escaped, t.Lattice.Name(key.sort)))
		return
	case !t.declared[key]:
		t.tokens[key] = true
	}
	t.text(key.text)
}

// looksOtherwise reports whether a word is read as a variable, or as the start of a
// sentence.
func looksOtherwise(text string) bool {
	return sentenceWords[text] || text == "" || text[0] >= 'A' && text[0] <= 'Z' || text[0] == '_' || strings.ContainsAny(text, " \t\n") || strings.Contains(text, "//") || strings.Contains(text, "/*")
}

func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && !(r >= 'a' && r <= 'z') && !(r >= 'A' && r <= 'Z') && !(r >= '0' && r <= '9')
	})
}

// quote writes a string. No blank is left beside what would end a sentence or begin a
// comment.
func quote(text string) string {
	quoted := term.Quote(text)
	for _, word := range strings.Fields(quoted) {
		if sentenceWords[strings.Trim(word, `"`)] || strings.Contains(word, "//") || strings.Contains(word, "/*") {
			return strings.ReplaceAll(quoted, " ", `\x20`)
		}
	}
	return quoted
}

func (t *terms) entries(x *term.Term) {
	entries, opaque := x.Entries()
	if len(entries)+len(opaque) == 0 {
		t.text(map[term.Kind]string{term.KMap: ".Map", term.KSet: ".Set"}[x.Kind()])
	}
	for _, e := range entries {
		if e.Value == nil {
			t.text("SetItem (")
			t.write(e.Key)
			t.text(")")
			continue
		}
		t.bracketed(e.Key, isOpen(e.Key))
		t.text("|->")
		t.bracketed(e.Value, isOpen(e.Value))
	}
	for _, o := range opaque {
		t.bracketed(o, isOpen(o))
	}
}

func (t *terms) list(x *term.Term) {
	if x.Len() == 0 {
		t.text(".List")
	}
	for _, it := range x.Items(0, -1) {
		if it.Segment {
			t.bracketed(it.Term, isOpen(it.Term))
			continue
		}
		t.text("ListItem (")
		t.write(it.Term)
		t.text(")")
	}
}

func (t *terms) array(x *term.Term) {
	entries := x.ArrayEntries()
	for range entries {
		t.text("#store (")
	}
	t.text("makeArray (")
	t.write(x.ArrayDefault())
	t.text(")")
	for _, e := range entries {
		t.text(",")
		t.write(e.Key)
		t.text(",")
		t.write(e.Value)
		t.text(")")
	}
}

func (t *terms) application(x *term.Term) {
	sym := x.Symbol()
	switch {
	case x == term.DotK:
		t.text(".K")
	case x.IsSeq():
		t.bracketed(x.Arg(0), x.Arg(0).IsSeq())
		t.text("~>")
		t.write(x.Arg(1))
	case sym.Class == term.Binder:
		t.items(sym.Format, func(i int) { t.bracketed(x.Arg(i), i == 1 && isOpen(x.Arg(1))) })
	case sym == term.ListInt:
		t.args("#item", x.Args())
	case t.IsTest(sym):
		t.args(sym.Name, x.Args())
	case len(t.Productions(sym)) == 0 && sym.Hook == "" && sym.Class == term.Function && sym.SMTLib == sym.Name && sym.Format != nil:
		if t.logic[sym] == "" {
			t.logic[sym] = t.word(sym.Name)
		}
		t.items(append([]term.FormatItem{{Text: t.logic[sym]}}, sym.Format[1:]...), func(i int) { t.write(x.Arg(i)) })
	case len(t.Productions(sym)) == 0 && sym.Hook == "":
		panic(inexpressible{fmt.Sprintf("%s, which is no syntax of the language,", sym.Name)})
	default:
		first, last := 0, len(sym.Format)-1
		at := -1
		t.items(sym.Format, func(i int) {
			at = slices.IndexFunc(sym.Format, func(f term.FormatItem) bool { return f.Text == "" && f.Arg == i })
			cast := t.misread[sym] && x.Arg(i).Kind() == term.KApp
			t.bracketed(x.Arg(i), cast || t.needsBrackets(sym, i, x.Arg(i), at == first || at == last))
			if cast {
				t.words[len(t.words)-1] += ":" + t.Lattice.Name(sym.Args[i])
			}
		})
	}
}

// word is a word of its own for a function, for which no other thing is written.
func (t *terms) word(name string) string {
	for t.names.taken[name] || looksOtherwise(name) {
		name = "#" + name
	}
	t.names.taken[name] = true
	return name
}

func (t *terms) items(format []term.FormatItem, arg func(i int)) {
	for _, f := range format {
		if f.Text != "" {
			t.text(f.Text)
		} else {
			arg(f.Arg)
		}
	}
}

// needsBrackets reports whether an argument is written in brackets. An argument inside,
// between words, is so only where it is a sequence.
func (t *terms) needsBrackets(sym *term.Symbol, i int, x *term.Term, atEnd bool) bool {
	switch {
	case x.IsSeq():
		return true
	case t.NeedsBrackets(sym, i, x):
		return true
	case !atEnd || !isOpen(x):
		return false
	case len(t.Productions(sym)) > 0 && t.Productions(sym)[0].Hook() == "":
		return x.Symbol() != nil && x.Symbol().Hook != ""
	}
	return !bindsTighter(x, sym, i)
}

// isOpen reports whether a term begins or ends with a part of its own, so that it may
// run into what stands beside it.
func isOpen(x *term.Term) bool {
	switch {
	case x.Kind() == term.KMap || x.Kind() == term.KSet || x.Kind() == term.KList:
		return x.Len() > 0 || len(x.Opaque()) > 0
	case x.Kind() != term.KApp || x == term.DotK:
		return false
	}
	f := x.Symbol().Format
	return x.IsSeq() || x.Symbol().Class == term.Binder || len(f) > 0 && (f[0].Text == "" || f[len(f)-1].Text == "")
}

var (
	sums     = []*term.Symbol{term.IntAdd, term.IntSub}
	products = []*term.Symbol{term.IntMul}
	compares = []*term.Symbol{term.IntLt, term.IntLe, term.IntGt, term.IntGe, term.IntEq, term.IntNe}
)

func isComparison(x *term.Term) bool { return slices.Contains(compares, x.Symbol()) }

// bindsTighter reports whether an application of a built-in operator needs no brackets as an
// argument of another one. There are few cases: what is not one of them has brackets.
func bindsTighter(x *term.Term, around *term.Symbol, i int) bool {
	own := x.Symbol()
	switch {
	case slices.Contains(compares, around):
		return slices.Contains(sums, own) || slices.Contains(products, own)
	case slices.Contains(sums, around):
		return slices.Contains(products, own) || i == 0 && slices.Contains(sums, own)
	case slices.Contains(products, around):
		return i == 0 && own == around
	case around == term.BoolAnd || around == term.BoolOr:
		return isComparison(x) || i == 0 && own == around
	case around == term.BoolImplies:
		return isComparison(x)
	}
	return false
}

// args writes arguments with commas between.
func (t *terms) args(word string, args []*term.Term) {
	t.text(word + " (")
	for i, a := range args {
		if i > 0 {
			t.text(",")
		}
		t.write(a)
	}
	t.text(")")
}
