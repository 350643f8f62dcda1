package compile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The stored form of a compiled definition is what parsing and compiling its
// sentences comes to: the contents of the cells, the rules and the macros. What
// follows from the outer syntax alone - sorts, the symbols of productions, the
// layout - is made anew by each load and referred to by number. Terms, symbols
// and texts are numbered at first use, where they are written in full.

// errUnstorable is that a definition has something that has no stored form.
var errUnstorable = errors.New("the definition has no stored form")

// errDamaged is that bytes are no stored form of the definition at hand.
var errDamaged = errors.New("the stored form is damaged")

// The ways in which a stored form names a symbol.
const (
	builtinSymbol    = iota // by its name
	productionSymbol        // by the number of a production
	predicateSymbol         // by the sort that it tests
	downcastSymbol          // by its sort
	freshSymbol             // by the sort that it generates
	cellSymbol              // by the number of the cell that it builds
	fragmentSymbol
	restoreSymbol
	freezerSymbol // in full
)

// The forms of terms beside their kinds.
const (
	sequenceForm = 64 + iota
	constantForm // a term that there is only one of, by its number
)

// constants lists the terms that are compared by identity.
func (l *Layout) constants() []*term.Term {
	out := []*term.Term{term.DotK, notCaptured}
	for _, c := range l.cells() {
		if c.Absent != nil {
			out = append(out, c.Absent)
		}
	}
	return out
}

// encoder writes a stored form.
type encoder struct {
	out      []byte
	texts    map[string]uint64
	terms    map[*term.Term]uint64
	symbols  map[*term.Symbol]uint64
	bubbles  map[source.Span]uint64 // by span, from 1
	products map[source.Span]uint64
	known    map[*term.Symbol][]uint64 // how to name the symbols that are made by each load
	single   map[*term.Term]uint64
	failed   bool
}

// encode returns the stored form of what b has compiled from the trees of the
// leaf cells and the bubbles.
func (b *builder) encode(leaves []*grammar.Tree, bubbles []*kdef.Bubble) ([]byte, error) {
	e := &encoder{
		texts: map[string]uint64{}, terms: map[*term.Term]uint64{}, symbols: map[*term.Symbol]uint64{},
		bubbles: map[source.Span]uint64{}, products: map[source.Span]uint64{}, known: b.knownSymbols(), single: map[*term.Term]uint64{},
	}
	for i, t := range b.def.Layout.constants() {
		e.single[t] = uint64(i)
	}
	for i, bubble := range bubbles {
		e.bubbles[bubble.Span] = uint64(i + 1)
	}
	for i, p := range b.sig.Definition.Productions {
		e.products[p.Span] = uint64(i + 1)
	}
	e.number(uint64(len(leaves)))
	for _, t := range leaves {
		e.tree(t)
	}
	e.macros(b.def.macros)
	e.rules(b.def.Rules)
	for _, table := range []map[*term.Symbol][]*Rule{b.def.Functions, b.def.Anywhere, b.def.Simplifications} {
		e.number(uint64(len(table)))
		for _, sym := range byName(table) {
			e.symbol(sym)
			e.rules(table[sym])
		}
	}
	e.number(uint64(len(b.warnings)))
	for _, w := range b.warnings {
		e.origin(w.Span)
		e.text(w.Code)
		e.text(w.Message)
	}
	if e.failed {
		return nil, errUnstorable
	}
	sum := sha256.Sum256(e.out)
	return append(e.out, sum[:]...), nil
}

// knownSymbols lists the symbols that are not built in and that a load makes, or
// can make, without the sentences.
func (b *builder) knownSymbols() map[*term.Symbol][]uint64 {
	known := map[*term.Symbol][]uint64{}
	for i, sym := range b.byProduction {
		if sym != nil && known[sym] == nil {
			known[sym] = []uint64{productionSymbol, uint64(i)}
		}
	}
	for kind, table := range map[uint64]map[term.Sort]*term.Symbol{predicateSymbol: b.predicates, downcastSymbol: b.downcasts, freshSymbol: b.fresh} {
		for sort, sym := range table {
			known[sym] = []uint64{kind, uint64(sort)}
		}
	}
	for i, c := range b.def.Layout.cells() {
		known[c.Symbol] = []uint64{cellSymbol, uint64(i)}
		if c.Fragment != nil {
			known[c.Fragment] = []uint64{fragmentSymbol, uint64(i)}
		}
		if c.restore != nil {
			known[c.restore] = []uint64{restoreSymbol, uint64(i)}
		}
	}
	return known
}

// cells lists all cells, parents first.
func (l *Layout) cells() []*Cell {
	var out []*Cell
	var visit func(c *Cell)
	visit = func(c *Cell) {
		out = append(out, c)
		for _, child := range c.Children {
			visit(child)
		}
	}
	visit(l.Root)
	return out
}

// byName returns the keys of a table in an order that is the same in each run.
func byName[T any](table map[*term.Symbol]T) []*term.Symbol {
	return slices.SortedFunc(maps.Keys(table), func(a, b *term.Symbol) int {
		switch {
		case a.Name < b.Name:
			return -1
		case a.Name > b.Name:
			return 1
		}
		return 0
	})
}

func (e *encoder) fail() { e.failed = true }

func (e *encoder) number(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

func (e *encoder) signed(n int) { e.out = binary.AppendVarint(e.out, int64(n)) }

func (e *encoder) flag(b bool) {
	if b {
		e.out = append(e.out, 1)
	} else {
		e.out = append(e.out, 0)
	}
}

func (e *encoder) text(s string) {
	if n, ok := e.texts[s]; ok {
		e.number(n)
		return
	}
	n := uint64(len(e.texts))
	e.texts[s] = n
	e.number(n)
	e.number(uint64(len(s)))
	e.out = append(e.out, s...)
}

// origin writes the sentence that a rule comes from: a bubble, or a production
// for the rules of strictness.
func (e *encoder) origin(span source.Span) {
	if n := e.bubbles[span]; n > 0 {
		e.number(2 * n)
	} else if n := e.products[span]; n > 0 {
		e.number(2*n + 1)
	} else {
		e.fail()
	}
}

func (e *encoder) rules(rules []*Rule) {
	e.number(uint64(len(rules)))
	for _, r := range rules {
		e.rule(r)
	}
}

func (e *encoder) rule(r *Rule) {
	e.origin(r.Span)
	e.text(r.Label)
	e.number(uint64(r.Kind))
	e.signed(r.Priority)
	e.flag(r.Owise)
	for _, slots := range [][]Slot{r.Left, r.Right} {
		e.number(uint64(len(slots)))
		for _, s := range slots {
			e.number(uint64(s.Index))
			e.term(s.Term)
		}
	}
	if e.flag(r.Symbol != nil); r.Symbol != nil {
		e.symbol(r.Symbol)
		e.list(r.LeftArgs)
		e.term(r.RightTerm)
	}
	e.list(r.Requires)
	e.list(r.Ensures)
	e.list(r.Defined)
	e.variables(r.Fresh)
	e.variables(r.Existentials)
	e.flag(r.Operand != nil)
	e.number(uint64(len(r.Operand)))
	for _, n := range r.Operand {
		e.number(uint64(n))
	}
}

func (e *encoder) macros(table map[*term.Symbol][]*macro) {
	e.number(uint64(len(table)))
	for _, sym := range byName(table) {
		e.symbol(sym)
		e.number(uint64(len(table[sym])))
		for _, m := range table[sym] {
			e.term(m.left)
			e.term(m.right)
			e.flag(m.recursive)
			e.variables(m.free)
		}
	}
}

func (e *encoder) variables(vs []*term.Variable) {
	e.number(uint64(len(vs)))
	for _, v := range vs {
		e.term(v.Term())
	}
}

func (e *encoder) list(ts []*term.Term) {
	e.number(uint64(len(ts)))
	for _, t := range ts {
		e.term(t)
	}
}

// term writes the number of a term, and after the first number of each its form.
func (e *encoder) term(t *term.Term) {
	if n, ok := e.terms[t]; ok {
		e.number(n)
		return
	}
	e.number(uint64(len(e.terms)))
	e.terms[t] = uint64(len(e.terms))
	if n, ok := e.single[t]; ok {
		e.number(constantForm)
		e.number(n)
		return
	}
	if t.IsSeq() {
		e.number(sequenceForm)
		e.term(t.Head())
		e.term(t.Tail())
		return
	}
	e.number(uint64(t.Kind()))
	switch t.Kind() {
	case term.KApp:
		if t.Pos() != 0 {
			e.fail()
		}
		e.symbol(t.Symbol())
		e.list(t.Args())
	case term.KInt:
		e.text(t.Big().String())
	case term.KBool:
		e.flag(t == term.True)
	case term.KString:
		e.text(t.Text())
	case term.KToken:
		e.number(uint64(t.Sort()))
		e.text(t.Text())
	case term.KVar:
		v := t.Variable()
		if e.flag(v.IsFresh()); v.IsFresh() {
			e.text(v.BaseName())
		} else {
			e.text(v.Name)
		}
		e.number(uint64(v.Sort))
	case term.KMap, term.KSet:
		entries, opaque := t.Entries()
		e.entries(entries, t.Kind() == term.KMap)
		e.list(opaque)
	case term.KList:
		items := t.Items(0, -1)
		e.number(uint64(len(items)))
		for _, it := range items {
			e.flag(it.Segment)
			e.term(it.Term)
		}
	case term.KArray:
		e.term(t.ArrayDefault())
		e.entries(t.ArrayEntries(), true)
	}
}

func (e *encoder) entries(entries []term.Entry, values bool) {
	e.number(uint64(len(entries)))
	for _, x := range entries {
		e.term(x.Key)
		if values {
			e.term(x.Value)
		}
	}
}

func (e *encoder) symbol(sym *term.Symbol) {
	if n, ok := e.symbols[sym]; ok {
		e.number(n)
		return
	}
	e.number(uint64(len(e.symbols)))
	e.symbols[sym] = uint64(len(e.symbols))
	if term.Builtin(sym.Name) == sym {
		e.number(builtinSymbol)
		e.text(sym.Name)
		return
	}
	if ref := e.known[sym]; ref != nil {
		for _, n := range ref {
			e.number(n)
		}
		return
	}
	if sym.Class != term.Constructor || sym.Eval != nil || sym.Variants != nil || sym.Result != term.SortKItem || sym.Assigns {
		e.fail()
	}
	e.number(freezerSymbol)
	e.text(sym.Name)
	e.number(uint64(len(sym.Args)))
	for _, s := range sym.Args {
		e.number(uint64(s))
	}
	e.number(uint64(len(sym.Format)))
	for _, f := range sym.Format {
		e.text(f.Text)
		e.number(uint64(f.Arg))
	}
}

// tree writes the tree of a cell's content; the first number is 0 for none.
func (e *encoder) tree(t *grammar.Tree) {
	if t == nil {
		e.number(0)
		return
	}
	e.number(uint64(t.Kind) + 1)
	prod := uint64(0)
	if t.Prod != nil {
		prod = uint64(t.Prod.Index) + 1
	}
	e.number(prod)
	e.text(t.Text)
	e.text(t.Sort)
	flags := uint64(t.VarKind)
	for i, b := range []bool{t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight} {
		if b {
			flags |= 16 << i
		}
	}
	e.number(flags)
	e.number(uint64(t.Span.Start))
	e.number(uint64(t.Span.End - t.Span.Start))
	e.number(uint64(len(t.Children)))
	for _, c := range t.Children {
		e.tree(c)
	}
}

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
	if len(data) < sha256.Size {
		return errDamaged
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(body); string(got[:]) != string(sum) {
		return errDamaged
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errDamaged, p)
		}
	}()
	d := &decoder{builder: b, in: body, origins: bubbles}
	var leaves []*grammar.Tree
	cells := leavesOf(b.def.Source.Config)
	d.expect(d.number() == uint64(len(cells)))
	for _, c := range cells {
		d.file = c.Body.File
		leaves = append(leaves, d.tree())
	}
	b.configure(leaves)
	d.expect(len(b.errors) == 0)
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
		bubble, span := d.origin()
		d.expect(bubble != nil)
		b.warnings = append(b.warnings, source.Warningf(span, d.text(), "%s", d.text()))
	}
	d.expect(len(d.in) == 0 && len(b.errors) == 0)
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

// origin reads where a rule comes from; the bubble is nil for a production.
func (d *decoder) origin() (*kdef.Bubble, source.Span) {
	n := d.number()
	if i := n/2 - 1; n%2 == 0 {
		d.expect(i < uint64(len(d.origins)))
		return d.origins[i], d.origins[i].Span
	} else {
		d.expect(i < uint64(len(d.def.Source.Productions)))
		return nil, d.def.Source.Productions[i].Span
	}
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
	var bubble *kdef.Bubble
	at := d.in
	if bubble, r.Span = d.origin(); bubble != nil {
		r.Module, r.Attrs = bubble.Module, bubble.Attrs
	} else {
		n, _ := binary.Uvarint(at)
		r.Module = d.def.Source.Productions[n/2-1].Module
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
	r.Requires, r.Ensures, r.Defined = d.list(), d.list(), d.list()
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
		return d.stored[n]
	}
	d.expect(n == uint64(len(d.stored)))
	sym := d.newSymbol()
	d.expect(sym != nil)
	d.stored = append(d.stored, sym)
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
	case freezerSymbol:
		return d.storedFreezer()
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

func (d *decoder) storedFreezer() *term.Symbol {
	sym := term.Symbol{Name: d.text(), Result: term.SortKItem}
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
