package compile

import (
	"maps"
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// encoder writes a stored form: what took time to compile, in a form that decoder
// reads back against the same text. Terms are numbered at their first use in a part, and
// written in full there; later uses are the number alone, so that terms which share
// subterms still do after loading. A place is the number of the sentence it is in and an
// offset: the text itself is not stored. Symbols that each load makes anew, of productions
// and cells, are named by what makes them.
//
//	sorts, trees of the leaf cells, symbols, macros, entries of rules, functions,
//	anywhere rules, simplifications, warnings
type encoder struct {
	*stored.Writer
	terms    map[*term.Term]uint64 // of the part that is written
	defined  *stored.Writer        // the symbols
	symbols  map[*term.Symbol]uint64
	bubbles  map[source.Span]uint64 // by span, from 1
	products map[source.Span]uint64
	known    map[*term.Symbol][]uint64 // how to name the symbols that are made by each load
	single   map[*term.Term]uint64
	layout   *Layout
	failed   bool
	// definedOf gives the function about whose value a symbol is.
	definedOf map[*term.Symbol]*term.Symbol
}

// encode writes the stored form of what b has compiled from the trees of the
// leaf cells and the bubbles.
func (b *builder) encode(w *stored.Writer, leaves []*grammar.Tree, bubbles []*kdef.Bubble) error {
	e := &encoder{
		Writer: w, defined: w.Part(), symbols: map[*term.Symbol]uint64{},
		bubbles: map[source.Span]uint64{}, products: map[source.Span]uint64{}, known: b.knownSymbols(), single: map[*term.Term]uint64{},
		definedOf: map[*term.Symbol]*term.Symbol{}, layout: b.def.Layout,
	}
	for f, sym := range b.defined {
		e.definedOf[sym] = f
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
	extended := slices.Sorted(maps.Keys(b.extended))
	e.Number(uint64(len(extended)))
	for _, sort := range extended {
		e.Number(uint64(sort))
	}
	e.Number(uint64(len(leaves)))
	for _, t := range leaves {
		e.tree(t)
	}
	rest := e.part(func() {
		e.macros(b.def.macros)
		e.index(b.def.Entries)
	})
	tables := e.part(func() {
		for _, table := range []Table{b.def.Functions, b.def.Anywhere, b.def.Simplifications} {
			e.table(table)
		}
	})
	e.Number(uint64(len(e.symbols)))
	e.Append(e.defined)
	e.Append(rest)
	e.Append(tables)
	e.Number(uint64(len(b.Warnings())))
	for _, w := range b.Warnings() {
		e.origin(w.Span)
		e.Text(w.Code)
		e.Text(w.Message)
	}
	if e.failed {
		return errUnstorable
	}
	return nil
}

// part returns what f writes. Terms are numbered in each part anew.
func (e *encoder) part(f func()) *stored.Writer {
	w, terms := e.Writer, e.terms
	e.Writer, e.terms = w.Part(), map[*term.Term]uint64{}
	f()
	part := e.Writer
	e.Writer, e.terms = w, terms
	return part
}

// index writes what entries say, and the outlines of their computations and their rules as parts.
func (e *encoder) index(entries []Entry) {
	e.Number(uint64(len(entries)))
	for i := range entries {
		x := &entries[i]
		e.Signed(x.Priority)
		e.Flag(x.First != nil)
		e.Flag(x.Next != nil)
		if x.First != nil {
			e.symbol(x.First)
		}
		if x.Next != nil {
			e.symbol(x.Next)
			e.Number(uint64(x.Sort))
			e.Number(uint64(x.Tested))
		}
		e.Put(e.part(func() {
			if x.First != nil {
				e.outline(ContentOf(x.Rule().Left, e.layout.K).Head())
			}
		}))
		e.Put(e.part(func() { e.rule(x.Rule()) }))
	}
}

// table writes the rules about each symbol as a part of its own, with a part of the outline of
// arguments and one of the rule for each.
func (e *encoder) table(t Table) {
	e.Number(uint64(len(t)))
	for _, sym := range byName(t) {
		e.symbol(sym)
		e.Flag(sym.Recursive)
		e.Put(e.part(func() {
			rules := t.Of(sym)
			e.Number(uint64(len(rules)))
			for _, r := range rules {
				e.Put(e.part(func() { e.outline(r.LeftArgs...) }))
				e.Put(e.part(func() { e.rule(r) }))
			}
		}))
	}
}

// fail notes that something has no stored form; nothing is stored then.
func (e *encoder) fail() { e.failed = true }

// origin writes the sentence that a rule comes from: a bubble, or a production
// for the rules of strictness.
func (e *encoder) origin(span source.Span) {
	if n := e.bubbles[span]; n > 0 {
		e.Number(2 * n)
	} else if n := e.products[span]; n > 0 {
		e.Number(2*n + 1)
	} else {
		e.fail()
	}
}

func (e *encoder) rule(r *Rule) {
	e.origin(r.Span)
	e.Text(r.Label)
	e.Number(uint64(r.Kind))
	e.Signed(r.Priority)
	e.Flag(r.Owise)
	for _, slots := range [][]Slot{r.Left, r.Right} {
		e.Number(uint64(len(slots)))
		for _, s := range slots {
			e.Number(uint64(s.Index))
			e.term(s.Term)
		}
	}
	if e.Flag(r.Symbol != nil); r.Symbol != nil {
		e.symbol(r.Symbol)
		e.list(r.LeftArgs)
		e.term(r.RightTerm)
	}
	e.list(r.Requires)
	e.list(r.Ensures)
	e.list(r.Evaluable)
	e.list(r.Defined)
	e.list(r.Hidden)
	e.variables(r.Fresh)
	e.variables(r.Existentials)
	e.Flag(r.Operand != nil)
	e.Number(uint64(len(r.Operand)))
	for _, n := range r.Operand {
		e.Number(uint64(n))
	}
}

func (e *encoder) macros(table map[*term.Symbol][]*macro) {
	e.Number(uint64(len(table)))
	for _, sym := range byName(table) {
		e.symbol(sym)
		e.Number(uint64(len(table[sym])))
		for _, m := range table[sym] {
			e.term(m.left)
			e.term(m.right)
			e.Flag(m.recursive)
			e.variables(m.free)
		}
	}
}

func (e *encoder) variables(vs []*term.Variable) {
	e.Number(uint64(len(vs)))
	for _, v := range vs {
		e.term(v.Term())
	}
}

func (e *encoder) list(ts []*term.Term) {
	e.Number(uint64(len(ts)))
	for _, t := range ts {
		e.term(t)
	}
}

// term writes the number of a term, and after the first number of each its form.
func (e *encoder) term(t *term.Term) {
	if stored.Numbered(e.Writer, e.terms, t) {
		return
	}
	if n, ok := e.single[t]; ok {
		e.Number(constantForm)
		e.Number(n)
		return
	}
	if t.IsSeq() {
		e.Number(sequenceForm)
		e.term(t.Head())
		e.term(t.Tail())
		return
	}
	e.Number(uint64(t.Kind()))
	switch t.Kind() {
	case term.KApp:
		if t.Pos() != 0 {
			e.fail()
		}
		e.symbol(t.Symbol())
		e.list(t.Args())
	case term.KInt:
		e.Text(t.Big().String())
	case term.KBool:
		e.Flag(t == term.True)
	case term.KString:
		e.Text(t.Text())
	case term.KToken:
		e.Number(uint64(t.Sort()))
		e.Text(t.Text())
	case term.KVar:
		v := t.Variable()
		if e.Flag(v.IsFresh()); v.IsFresh() {
			e.Text(v.BaseName())
		} else {
			e.Text(v.Name)
		}
		e.Number(uint64(v.Sort))
	case term.KMap, term.KSet:
		entries, opaque := t.Entries()
		e.entries(entries, t.Kind() == term.KMap)
		e.list(opaque)
	case term.KList:
		items := t.Items(0, -1)
		e.Number(uint64(len(items)))
		for _, it := range items {
			e.Flag(it.Segment)
			e.term(it.Term)
		}
	case term.KArray:
		e.term(t.ArrayDefault())
		e.entries(t.ArrayEntries(), true)
	}
}

func (e *encoder) entries(entries []term.Entry, values bool) {
	e.Number(uint64(len(entries)))
	for _, x := range entries {
		e.term(x.Key)
		if values {
			e.term(x.Value)
		}
	}
}

// symbol writes the number of a symbol; what it is stands before all else.
func (e *encoder) symbol(sym *term.Symbol) {
	if f := e.definedOf[sym]; f != nil {
		e.number(f) // it comes first
	}
	e.Number(e.number(sym))
}

// number returns the number of a symbol, which is defined at its first use.
func (e *encoder) number(sym *term.Symbol) uint64 {
	n, known := e.symbols[sym]
	if !known {
		n = uint64(len(e.symbols))
		e.symbols[sym] = n
		w := e.Writer
		e.Writer = e.defined
		e.define(sym)
		e.Writer = w
	}
	return n
}

// define writes what a symbol is.
func (e *encoder) define(sym *term.Symbol) {
	if term.Builtin(sym.Name) == sym {
		e.Number(builtinSymbol)
		e.Text(sym.Name)
		return
	}
	if ref := e.known[sym]; ref != nil {
		for _, n := range ref {
			e.Number(n)
		}
		return
	}
	if f := e.definedOf[sym]; f != nil {
		e.Number(definedSymbol)
		e.symbol(f)
		return
	}
	if sym.Eval != nil || sym.Variants != nil || sym.Assigns {
		e.fail()
	}
	e.Number(generatedSymbol)
	e.Text(sym.Name)
	e.Flag(sym.Class == term.Function)
	e.Number(uint64(sym.Result))
	e.Number(uint64(len(sym.Args)))
	for _, s := range sym.Args {
		e.Number(uint64(s))
	}
	e.Number(uint64(len(sym.Format)))
	for _, f := range sym.Format {
		e.Text(f.Text)
		e.Number(uint64(f.Arg))
	}
}

// tree writes the tree of a cell's content; the first number is 0 for none.
func (e *encoder) tree(t *grammar.Tree) {
	if t == nil {
		e.Number(0)
		return
	}
	e.Number(uint64(t.Kind) + 1)
	prod := uint64(0)
	if t.Prod != nil {
		prod = uint64(t.Prod.Index) + 1
	}
	e.Number(prod)
	e.Text(t.Text)
	e.Text(t.Sort)
	flags := uint64(t.VarKind)
	for i, b := range []bool{t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight} {
		if b {
			flags |= 16 << i
		}
	}
	e.Number(flags)
	e.Number(uint64(t.Span.Start))
	e.Number(uint64(t.Span.End - t.Span.Start))
	e.Number(uint64(len(t.Children)))
	for _, c := range t.Children {
		e.tree(c)
	}
}
