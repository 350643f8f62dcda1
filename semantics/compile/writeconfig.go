package compile

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// WriteConfig writes a configuration in cell notation (8.1 of the K notation):
// the user's cells, each with its content two columns deeper on lines of its own.
// With several top cells the invisible one is written around them.
func WriteConfig(w io.Writer, d *Definition, slots []*term.Term) error {
	p := &configPrinter{def: d, slots: slots, w: bufio.NewWriter(w)}
	var users []*Cell
	for _, c := range d.Layout.Root.Children {
		if c.Name != counterCellName {
			users = append(users, c)
		}
	}
	if len(users) == 1 {
		p.slot(users[0], 0)
	} else {
		p.line(0, "<"+topCellName+">")
		for _, c := range users {
			p.slot(c, 1)
		}
		p.line(0, "</"+topCellName+">")
	}
	return p.w.Flush()
}

// Format renders a term of the language, with brackets where the text would
// otherwise be read differently.
func (d *Definition) Format(t *term.Term) string {
	p := d.printer()
	return p.Format(t)
}

func (d *Definition) printer() *term.Printer { return &term.Printer{Brackets: d.NeedsBrackets} }

type configPrinter struct {
	def   *Definition
	slots []*term.Term
	w     *bufio.Writer
}

func (p *configPrinter) line(depth int, text string) {
	for range depth {
		p.w.WriteString("  ")
	}
	p.w.WriteString(text)
	p.w.WriteByte('\n')
}

// slot writes a cell of the flat part.
func (p *configPrinter) slot(c *Cell, depth int) {
	if c.Slot >= 0 {
		p.arg(c, p.slots[c.Slot], depth)
		return
	}
	p.line(depth, "<"+c.Name+">")
	for _, child := range c.Children {
		p.slot(child, depth+1)
	}
	p.line(depth, "</"+c.Name+">")
}

// arg writes what stands for a cell among its parent's arguments.
func (p *configPrinter) arg(c *Cell, t *term.Term, depth int) {
	switch {
	case t == nil:
		p.line(depth, "<"+c.Name+"> ... </"+c.Name+">")
	case c.Multiplicity == Star:
		p.collection(c, t, depth)
	case c.leaf() && c.Multiplicity == One:
		p.leaf(c, t, depth)
	default:
		p.cell(c, t, depth)
	}
}

// cell writes a cell term.
func (p *configPrinter) cell(c *Cell, t *term.Term, depth int) {
	switch {
	case !t.Is(c.Symbol):
		p.text(t, depth)
	case c.leaf():
		p.leaf(c, t.Arg(0), depth)
	default:
		p.line(depth, "<"+c.Name+">")
		for i, child := range c.Children {
			p.arg(child, t.Arg(i), depth+1)
		}
		p.line(depth, "</"+c.Name+">")
	}
}

func (p *configPrinter) text(t *term.Term, depth int) { p.line(depth, p.def.Format(t)) }

// leaf writes a leaf and its content. Entries of maps and sets stand on lines
// of their own, sorted by their text; computations are written with their end.
func (p *configPrinter) leaf(c *Cell, t *term.Term, depth int) {
	p.line(depth, "<"+c.Name+">")
	switch {
	case (t.Kind() == term.KMap || t.Kind() == term.KSet) && t.Len()+len(t.Opaque()) > 0:
		for _, text := range p.entries(t) {
			p.line(depth+1, text)
		}
	case c.Sort == term.SortK:
		p.line(depth+1, p.computation(t))
	default:
		p.text(t, depth+1)
	}
	p.line(depth, "</"+c.Name+">")
}

// computation writes a computation with its end, .K.
func (p *configPrinter) computation(t *term.Term) string {
	var parts []string
	for t != term.DotK && t.Sort() != term.SortK || t.IsSeq() {
		parts = append(parts, p.def.Format(t.Head()))
		t = t.Tail()
	}
	return strings.Join(append(parts, p.def.Format(t)), " ~> ")
}

// entries returns the texts of the entries of a map or set, sorted with digit
// runs compared as numbers; opaque parts stand at the end.
func (p *configPrinter) entries(t *term.Term) []string {
	entries, opaque := t.Entries()
	var texts []string
	for _, e := range entries {
		one := term.SingletonSet(e.Key)
		if e.Value != nil {
			one = term.SingletonMap(e.Key, e.Value)
		}
		texts = append(texts, p.def.Format(one))
	}
	slices.SortFunc(texts, CompareTexts)
	for _, o := range opaque {
		texts = append(texts, p.def.Format(o))
	}
	return texts
}

// collection writes the elements of a starred cell.
func (p *configPrinter) collection(c *Cell, t *term.Term, depth int) {
	if t.Kind() != term.KMap && t.Kind() != term.KSet && t.Kind() != term.KList {
		p.text(t, depth)
		return
	}
	elements, opaque := elementsOf(t)
	if len(elements)+len(opaque) == 0 {
		p.line(depth, "."+p.def.Lattice.Name(c.CellSort)+c.Collection)
	}
	var texts []string
	for _, e := range elements {
		var b strings.Builder
		inner := &configPrinter{def: p.def, slots: p.slots, w: bufio.NewWriter(&b)}
		inner.cell(c, e, depth)
		inner.w.Flush()
		texts = append(texts, b.String())
	}
	if t.Kind() != term.KList {
		slices.SortFunc(texts, CompareTexts)
	}
	for _, text := range texts {
		p.w.WriteString(text)
	}
	for _, o := range opaque {
		p.text(o, depth)
	}
}

// elementsOf returns the cells in a collection, and its opaque parts.
func elementsOf(t *term.Term) (elements, opaque []*term.Term) {
	if t.Kind() == term.KList {
		for _, it := range t.Items(0, -1) {
			if it.Segment {
				opaque = append(opaque, it.Term)
			} else {
				elements = append(elements, it.Term)
			}
		}
		return elements, opaque
	}
	entries, opaque := t.Entries()
	for _, e := range entries {
		if e.Value != nil {
			elements = append(elements, e.Value)
		} else {
			elements = append(elements, e.Key)
		}
	}
	return elements, opaque
}

// CompareTexts orders printed terms: runs of digits as numbers, the rest by
// bytes.
func CompareTexts(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if c := cmp.Compare(a[0], b[0]); c != 0 {
			// digits come before the sign of a negative number
			if x > 0 && b[0] == '-' {
				return -1
			}
			if y > 0 && a[0] == '-' {
				return 1
			}
			return c
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// NeedsBrackets reports whether a child at an open end of its parent needs
// brackets to be read back as it is: its production may not stand there by
// priority or associativity, or it could capture what follows.
func (d *Definition) NeedsBrackets(parent *term.Symbol, arg int, child *term.Term) bool {
	if child.IsSeq() && parent.Result != term.SortK {
		return true
	}
	if child.Kind() != term.KApp {
		return false
	}
	ps, cs := d.symbols.productions[parent], d.symbols.productions[child.Symbol()]
	if len(ps) == 0 || len(cs) == 0 || ps[0].IsFunction() && ps[0].Hook() != "" {
		return false
	}
	p, c := ps[len(ps)-1], cs[len(cs)-1]
	items := openEnds(p)
	if arg == 0 && items.first && (d.symbols.sig.Priority(p, c) || d.symbols.sig.RightAssoc(p, c)) {
		return true
	}
	last := len(p.Params) - 1
	if arg == last && items.last && (d.symbols.sig.Priority(p, c) || d.symbols.sig.LeftAssoc(p, c)) {
		return true
	}
	if p.List != nil || !unrelated(d.symbols.sig, p, c) {
		return false
	}
	return arg == 0 && items.first && openEnds(c).last && d.mayStand(p, c.Params[len(c.Params)-1]) ||
		arg == last && items.last && openEnds(c).first && d.mayStand(p, c.Params[0])
}

// mayStand reports whether what a production makes may stand where a sort is wanted.
func (d *Definition) mayStand(p *kdef.Production, sort kdef.SortID) bool {
	return d.Lattice.Leq(d.symbols.sortOf[p.Result], d.symbols.sortOf[sort])
}

// unrelated reports whether nothing tells which of two productions binds tighter.
func unrelated(sig *kdef.Signature, p, c *kdef.Production) bool {
	return !sig.Priority(p, c) && !sig.Priority(c, p) && !sig.LeftAssoc(p, c) && !sig.RightAssoc(p, c) && c.List == nil
}

// ends says which ends of a production are nonterminals.
type ends struct{ first, last bool }

func openEnds(p *kdef.Production) ends {
	if len(p.Items) == 0 {
		return ends{}
	}
	return ends{p.Items[0].Kind == kdef.NonTerminal, p.Items[len(p.Items)-1].Kind == kdef.NonTerminal}
}
