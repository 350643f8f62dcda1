package term

import (
	"strconv"
	"strings"
)

// String renders the term in K's notation, with parentheses where needed and
// one blank between items.
func (t *Term) String() string {
	p := Printer{}
	return p.Format(t)
}

// Printer renders terms. Names, if set, gives variables another name.
type Printer struct {
	Names func(*Variable) string
	// Brackets reports whether child, as argument arg of parent, needs brackets
	// beyond what Symbol.Tight says; nil: no.
	Brackets func(parent *Symbol, arg int, child *Term) bool
	// Part gives a term a text of its own; false: it has the usual one. nil: all have.
	Part func(*Term) (string, bool)
	b    strings.Builder
}

// Format returns the text of a term.
func (p *Printer) Format(t *Term) string {
	p.b.Reset()
	p.write(t)
	return p.b.String()
}

// FormatEntry returns the text of one entry of a map or set.
func (p *Printer) FormatEntry(e Entry) string {
	p.b.Reset()
	p.writeEntry(e)
	return p.b.String()
}

// FormatItem returns the text of one item, or segment, of a list.
func (p *Printer) FormatItem(it ListItem) string {
	p.b.Reset()
	p.writeItem(it)
	return p.b.String()
}

// text adds an item, separated by one blank from what stands before.
func (p *Printer) text(s string) {
	if p.b.Len() > 0 {
		p.b.WriteByte(' ')
	}
	p.b.WriteString(s)
}

func (p *Printer) write(t *Term) {
	if p.Part != nil {
		if s, ok := p.Part(t); ok {
			p.text(s)
			return
		}
	}
	switch t.kind {
	case KInt:
		p.text(t.Big().String())
	case KBool:
		p.text(strconv.FormatBool(t.num == 1))
	case KString:
		p.text(Quote(t.Text()))
	case KToken:
		p.text(t.Text())
	case KVar:
		p.text(p.name(t.Variable()))
	case KMap, KSet:
		p.writeEntries(t)
	case KList:
		p.writeList(t)
	case KArray:
		p.writeArray(t)
	case KApp:
		p.writeApp(t)
	}
}

func (p *Printer) name(v *Variable) string {
	if p.Names != nil {
		return p.Names(v)
	}
	return v.Name
}

func (p *Printer) writeEntries(t *Term) {
	entries, opaque := t.Entries()
	if len(entries) == 0 && len(opaque) == 0 {
		p.text(map[Kind]string{KMap: ".Map", KSet: ".Set"}[t.kind])
	}
	for _, e := range entries {
		p.writeEntry(e)
	}
	for _, o := range opaque {
		p.write(o)
	}
}

func (p *Printer) writeEntry(e Entry) {
	if e.Value == nil {
		p.text("SetItem (")
		p.write(e.Key)
		p.text(")")
		return
	}
	p.writeIn(e.Key)
	p.text("|->")
	p.writeIn(e.Value)
}

// writeIn writes a key or value, in parentheses if it is an infix term.
func (p *Printer) writeIn(t *Term) {
	if t.kind == KApp && t.sym.Tight > 0 {
		p.parenthesised(t)
		return
	}
	p.write(t)
}

func (p *Printer) parenthesised(t *Term) {
	p.text("(")
	p.write(t)
	p.text(")")
}

func (p *Printer) writeList(t *Term) {
	if t.Len() == 0 {
		p.text(".List")
	}
	for _, it := range t.Items(0, -1) {
		p.writeItem(it)
	}
}

func (p *Printer) writeItem(it ListItem) {
	if it.Segment {
		p.write(it.Term)
		return
	}
	p.text("ListItem (")
	p.write(it.Term)
	p.text(")")
}

func (p *Printer) writeArray(t *Term) {
	entries := t.ArrayEntries()
	for range entries {
		p.text("#store (")
	}
	p.text("makeArray (")
	p.write(t.ArrayDefault())
	p.text(")")
	for _, e := range entries {
		p.text(",")
		p.write(e.Key)
		p.text(",")
		p.write(e.Value)
		p.text(")")
	}
}

func (p *Printer) writeApp(t *Term) {
	switch {
	case t.sym == seqSymbol:
		p.writeSeq(t)
		return
	case t.sym == dotKSymbol:
		p.text(".K")
		return
	case t.sym.Format == nil:
		p.text(t.sym.Name)
		if len(t.args) == 0 {
			return
		}
		p.text("(")
		for i, a := range t.args {
			if i > 0 {
				p.text(",")
			}
			p.write(a)
		}
		p.text(")")
		return
	}
	for _, f := range t.sym.Format {
		if f.Text != "" {
			p.text(f.Text)
		} else {
			p.writeArg(t, f.Arg)
		}
	}
}

func (p *Printer) writeArg(t *Term, i int) {
	a := t.args[i]
	if a.kind == KApp && needsParentheses(t.sym, i, a.sym) || p.Brackets != nil && p.Brackets(t.sym, i, a) {
		p.parenthesised(a)
		return
	}
	p.write(a)
}

// needsParentheses is about built-in operators: a looser child, or one of the
// same level on the right.
func needsParentheses(parent *Symbol, i int, child *Symbol) bool {
	if parent.Tight == 0 || child.Tight == 0 {
		return false
	}
	return child.Tight < parent.Tight || child.Tight == parent.Tight && (i > 0 || parent.Tight == tightCompare || parent != child && parent.Tight == tightOr)
}

func (p *Printer) writeSeq(t *Term) {
	for t.sym == seqSymbol {
		p.write(t.args[0])
		p.text("~>")
		t = t.args[1]
	}
	p.write(t)
}

// Quote writes a string literal of the K notation.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		case '\f':
			b.WriteString(`\f`)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
