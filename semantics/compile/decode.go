package compile

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// decoder reads a stored form. It panics with errDamaged where that makes no
// sense, which decode turns into an error.
type decoder struct {
	*builder
	in       []byte
	texts    []string
	terms    []*term.Term
	stored   []*term.Symbol
	cells    []*Cell
	origins  []*kdef.Bubble
	file     *source.File // of the tree at hand
	stack    []*term.Term // arguments of the applications being read
	single   []*term.Term
	restorer *emitter
}

// decode completes the definition of b, which is new, from its stored form.
func (b *builder) decode(data []byte, bubbles []*kdef.Bubble) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errDamaged, p)
		}
	}()
	// The tables get the size that they will have, about: a form has a term in 22 bytes, a text in 60.
	d := &decoder{builder: b, in: data, origins: bubbles, terms: make([]*term.Term, 0, len(data)/20), texts: make([]string, 0, len(data)/50)}
	for range d.count() {
		b.extended[d.sort()] = true
	}
	var leaves []*grammar.Tree
	cells := leavesOf(b.def.Source.Config)
	d.expect(d.number() == uint64(len(cells)))
	for _, c := range cells {
		d.file = c.Body.File
		leaves = append(leaves, d.tree())
	}
	b.configure(leaves)
	d.expect(b.ErrorCount() == 0)
	d.cells, d.single = b.def.Layout.cells(), b.def.Layout.constants()
	d.restorer = &emitter{scope: b.newScope(source.Span{})}
	d.macros()
	b.def.Rules = d.rules()
	for i, r := range b.def.Rules {
		r.Index = i
	}
	for _, table := range []map[*term.Symbol][]*Rule{b.def.Functions, b.def.Anywhere, b.def.Simplifications} {
		for range d.count() {
			sym := d.symbol()
			table[sym] = d.rules()
		}
	}
	for range d.count() {
		bubble, _ := d.origin()
		d.expect(bubble != nil)
		b.Add(source.Warningf(bubble.Span, d.text(), "%s", d.text()))
	}
	d.expect(len(d.in) == 0 && b.ErrorCount() == 0)
	return nil
}

func (d *decoder) expect(ok bool) {
	if !ok {
		panic(errDamaged)
	}
}

func (d *decoder) number() uint64 {
	if len(d.in) > 0 && d.in[0] < 0x80 {
		n := d.in[0]
		d.in = d.in[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(d.in)
	d.expect(size > 0)
	d.in = d.in[size:]
	return n
}

func (d *decoder) signed() int {
	n, size := binary.Varint(d.in)
	d.expect(size > 0)
	d.in = d.in[size:]
	return int(n)
}

// count reads the length of something that takes a byte an element at least.
func (d *decoder) count() int {
	n := d.number()
	d.expect(n <= uint64(len(d.in)))
	return int(n)
}

func (d *decoder) flag() bool { return d.number() == 1 }

func (d *decoder) sort() term.Sort {
	n := d.number()
	d.expect(n < uint64(d.lattice.Len()))
	return term.Sort(n)
}

func (d *decoder) text() string {
	n := d.number()
	if n < uint64(len(d.texts)) {
		return d.texts[n]
	}
	size := d.count()
	d.expect(n == uint64(len(d.texts)))
	s := string(d.in[:size])
	d.in = d.in[size:]
	d.texts = append(d.texts, s)
	return s
}

// origin reads where a rule comes from: a bubble, or a production.
func (d *decoder) origin() (*kdef.Bubble, *kdef.Production) {
	n := d.number()
	i := n/2 - 1
	if n%2 == 0 {
		d.expect(i < uint64(len(d.origins)))
		return d.origins[i], nil
	}
	d.expect(i < uint64(len(d.def.Source.Productions)))
	return nil, d.def.Source.Productions[i]
}

func (d *decoder) rules() []*Rule {
	rules := make([]Rule, d.count())
	out := make([]*Rule, len(rules))
	for i := range rules {
		out[i] = &rules[i]
		d.rule(out[i])
	}
	return out
}

func (d *decoder) rule(r *Rule) {
	if bubble, prod := d.origin(); bubble != nil {
		r.Span, r.Module, r.Attrs = bubble.Span, bubble.Module, bubble.Attrs
	} else {
		r.Span, r.Module = prod.Span, prod.Module
	}
	r.Label, r.Kind, r.Priority, r.Owise = d.text(), RuleKind(d.number()), d.signed(), d.flag()
	for _, slots := range []*[]Slot{&r.Left, &r.Right} {
		if n := d.count(); n > 0 {
			*slots = make([]Slot, n)
		}
		for i := range *slots {
			index := d.number()
			d.expect(index < uint64(len(d.def.Layout.Slots)))
			(*slots)[i] = Slot{int(index), d.term()}
		}
	}
	if d.flag() {
		r.Symbol, r.LeftArgs, r.RightTerm = d.symbol(), d.list(), d.term()
	}
	r.Requires, r.Ensures = d.list(), d.list()
	r.Evaluable, r.Defined, r.Hidden = d.list(), d.list(), d.list()
	r.Fresh, r.Existentials = d.variables(), d.variables()
	operand := d.flag()
	if n := d.count(); operand {
		r.Operand = make([]int, n)
		for i := range r.Operand {
			r.Operand[i] = int(d.number())
		}
	}
}

func (d *decoder) macros() {
	for range d.count() {
		sym := d.symbol()
		for range d.count() {
			d.def.macros[sym] = append(d.def.macros[sym], &macro{left: d.term(), right: d.term(), recursive: d.flag(), free: d.variables()})
		}
	}
}

func (d *decoder) variables() []*term.Variable {
	var out []*term.Variable
	for range d.count() {
		v := d.term().Variable()
		d.expect(v != nil)
		out = append(out, v)
	}
	return out
}

func (d *decoder) list() []*term.Term {
	n := d.count()
	if n == 0 {
		return nil
	}
	out := make([]*term.Term, n)
	for i := range out {
		out[i] = d.term()
	}
	return out
}

func (d *decoder) term() *term.Term {
	n := d.number()
	if n < uint64(len(d.terms)) {
		d.expect(d.terms[n] != nil)
		return d.terms[n]
	}
	d.expect(n == uint64(len(d.terms)))
	d.terms = append(d.terms, nil)
	t := d.form()
	d.terms[n] = t
	return t
}

// form reads a term at its first use.
func (d *decoder) form() *term.Term {
	switch kind := term.Kind(d.number()); kind {
	case sequenceForm:
		return term.Seq(d.term(), d.term())
	case constantForm:
		n := d.number()
		d.expect(n < uint64(len(d.single)))
		return d.single[n]
	case term.KApp:
		sym := d.symbol()
		from := len(d.stack)
		for range d.count() {
			d.stack = append(d.stack, d.term())
		}
		d.expect(len(d.stack)-from == len(sym.Args))
		t := term.AppAt(sym, 0, d.stack[from:])
		d.stack = d.stack[:from]
		return t
	case term.KInt:
		n, ok := new(big.Int).SetString(d.text(), 10)
		d.expect(ok)
		return term.BigInt(n)
	case term.KBool:
		return term.Bool(d.flag())
	case term.KString:
		return term.Str(d.text())
	case term.KToken:
		return term.Token(d.sort(), d.text())
	case term.KVar:
		fresh, name, sort := d.flag(), d.text(), d.sort()
		if fresh {
			return term.Fresh(name, sort)
		}
		return term.Var(name, sort)
	case term.KMap, term.KSet:
		return d.collection(kind)
	case term.KList:
		out := term.EmptyList
		for range d.count() {
			if d.flag() {
				out = term.Concat(out, d.term())
			} else {
				out = term.Concat(out, term.ListOf(d.term()))
			}
		}
		return out
	case term.KArray:
		out := term.ConstArray(d.term())
		for range d.count() {
			out = term.Apply(term.ArrayStore, out, d.term(), d.term())
			d.expect(out.Kind() == term.KArray)
		}
		return out
	}
	panic(errDamaged)
}

func (d *decoder) collection(kind term.Kind) *term.Term {
	out := term.EmptyMap
	if kind == term.KSet {
		out = term.EmptySet
	}
	for range d.count() {
		key, value := d.term(), (*term.Term)(nil)
		if kind == term.KMap {
			value = d.term()
		}
		out = out.Put(key, value)
	}
	for range d.count() {
		out = term.Union(out, d.term())
		d.expect(out != nil)
	}
	return out
}

func (d *decoder) symbol() *term.Symbol {
	n := d.number()
	if n < uint64(len(d.stored)) {
		d.expect(d.stored[n] != nil)
		return d.stored[n]
	}
	d.expect(n == uint64(len(d.stored)))
	d.stored = append(d.stored, nil)
	sym := d.newSymbol()
	d.expect(sym != nil)
	d.stored[n] = sym
	return sym
}

func (d *decoder) newSymbol() *term.Symbol {
	switch kind := d.number(); kind {
	case builtinSymbol:
		return term.Builtin(d.text())
	case productionSymbol:
		n := d.number()
		d.expect(n < uint64(len(d.byProduction)))
		return d.byProduction[n]
	case predicateSymbol:
		return d.predicate(d.sort())
	case downcastSymbol:
		return d.downcast(d.sort())
	case freshSymbol:
		return d.generator(d.sort())
	case cellSymbol, fragmentSymbol, restoreSymbol:
		return d.ofCell(kind)
	case generatedSymbol:
		return d.generatedSymbol()
	case definedSymbol:
		return d.definedOf(d.symbol())
	}
	return nil
}

func (d *decoder) ofCell(kind uint64) *term.Symbol {
	n := d.number()
	d.expect(n < uint64(len(d.cells)))
	c := d.cells[n]
	switch kind {
	case fragmentSymbol:
		return c.Fragment
	case restoreSymbol:
		d.expect(c.Parent != nil)
		return d.restorer.restore(c, c.index())
	}
	return c.Symbol
}

// generatedSymbol reads a freezer, or the function of a #let.
func (d *decoder) generatedSymbol() *term.Symbol {
	sym := term.Symbol{Name: d.text()}
	if d.flag() {
		sym.Class = term.Function
	}
	sym.Result = d.sort()
	sym.Args = make([]term.Sort, d.count())
	for i := range sym.Args {
		sym.Args[i] = d.sort()
	}
	if n := d.count(); n > 0 {
		sym.Format = make([]term.FormatItem, n)
	}
	for i := range sym.Format {
		sym.Format[i] = term.FormatItem{Text: d.text(), Arg: int(d.number())}
	}
	d.names[sym.Name] = true
	return term.NewSymbol(sym)
}

func (d *decoder) tree() *grammar.Tree {
	kind := d.number()
	if kind == 0 {
		return nil
	}
	t := &grammar.Tree{Kind: grammar.Kind(kind - 1)}
	if prod := d.number(); prod > 0 {
		d.expect(prod <= uint64(len(d.def.Source.Productions)))
		t.Prod = d.def.Source.Productions[prod-1]
	}
	t.Text, t.Sort = d.text(), d.text()
	flags := d.number()
	t.VarKind = grammar.VarKind(flags & 15)
	t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight = flags&16 != 0, flags&32 != 0, flags&64 != 0, flags&128 != 0
	start := int(d.number())
	t.Span = source.Span{File: d.file, Start: start, End: start + int(d.number())}
	t.Children = make([]*grammar.Tree, d.count())
	for i := range t.Children {
		t.Children[i] = d.tree()
	}
	return t
}
