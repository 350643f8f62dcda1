package compile

import (
	"math/big"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// decoder reads a stored form. It panics with stored.ErrDamaged where that makes no
// sense, which decode turns into an error.
type decoder struct {
	*builder
	*stored.Reader
	terms    []*term.Term
	numbered []*term.Symbol
	cells    []*Cell
	origins  []*kdef.Bubble
	file     *source.File // of the tree at hand
	stack    []*term.Term // arguments of the applications being read
	single   []*term.Term
	restorer *emitter
}

// decode completes the definition of b, which is new, from its stored form.
func (b *builder) decode(r *stored.Reader, bubbles []*kdef.Bubble) (err error) {
	defer stored.Caught(&err)
	d := &decoder{builder: b, Reader: r, origins: bubbles}
	for range d.Count() {
		b.extended[d.sort()] = true
	}
	var leaves []*grammar.Tree
	cells := leavesOf(b.def.Source.Config)
	d.Expect(d.Number() == uint64(len(cells)))
	for _, c := range cells {
		d.file = c.Body.File
		leaves = append(leaves, d.tree())
	}
	b.configure(leaves)
	d.Expect(b.ErrorCount() == 0)
	d.cells, d.single = b.def.Layout.cells(), b.def.Layout.constants()
	d.restorer = &emitter{scope: b.newScope(source.Span{})}
	d.numbered = make([]*term.Symbol, d.Count())
	for i := range d.numbered {
		d.numbered[i] = d.newSymbol()
		d.Expect(d.numbered[i] != nil)
	}
	d.macros()
	b.def.Entries = d.entries()
	for _, table := range []Table{b.def.Functions, b.def.Anywhere, b.def.Simplifications} {
		d.table(table)
	}
	for range d.Count() {
		bubble, _ := d.origin()
		d.Expect(bubble != nil)
		b.Add(source.Warningf(bubble.Span, d.Text(), "%s", d.Text()))
	}
	d.Expect(d.Ended() && b.ErrorCount() == 0)
	return nil
}

// part returns a decoder of a part of the form. It changes nothing that others use.
func (d *decoder) part(part []byte) *decoder {
	return &decoder{builder: d.builder, Reader: d.Of(part), numbered: d.numbered, origins: d.origins, single: d.single}
}

// entries reads what entries say of their rules, which are read when they are asked for.
func (d *decoder) entries() []Entry {
	entries := make([]Entry, d.Count())
	for i := range entries {
		e := &entries[i]
		e.Index, e.read = i, d.read
		e.Priority = d.Signed()
		first, next := d.Flag(), d.Flag()
		if first {
			e.First = d.symbol()
		}
		if next {
			e.Next, e.Sort, e.Tested = d.symbol(), d.sort(), d.sort()
		}
		e.Outline = d.outline()
		e.part = d.Part()
	}
	return entries
}

// read reads the rule in a part.
func (d *decoder) read(part []byte) *Rule {
	in, r := d.part(part), &Rule{}
	in.rule(r)
	in.Expect(in.Ended())
	return r
}

// outline reads the outline in the next part; the zero Outline if that is empty.
func (d *decoder) outline() Outline {
	part := d.Part()
	if len(part) == 0 {
		return Outline{}
	}
	return Outline{*d.Of(part), d.numbered}
}

// table reads which symbols have rules, which are read when they are asked for.
func (d *decoder) table(t Table) {
	for range d.Count() {
		sym := d.symbol()
		sym.Recursive = d.Flag()
		part := d.Part()
		t[sym] = &Equations{stored: func() []Entry {
			in := d.part(part)
			entries := make([]Entry, in.Count())
			for i := range entries {
				entries[i].read, entries[i].Outline, entries[i].part = d.read, in.outline(), in.Part()
			}
			in.Expect(in.Ended())
			return entries
		}}
	}
}

func (d *decoder) sort() term.Sort { return term.Sort(d.Below(d.lattice.Len())) }

// origin reads where a rule comes from: a bubble, or a production.
func (d *decoder) origin() (*kdef.Bubble, *kdef.Production) {
	n := d.Number()
	i := n/2 - 1
	if n%2 == 0 {
		d.Expect(i < uint64(len(d.origins)))
		return d.origins[i], nil
	}
	d.Expect(i < uint64(len(d.def.Source.Productions)))
	return nil, d.def.Source.Productions[i]
}

func (d *decoder) rule(r *Rule) {
	if bubble, prod := d.origin(); bubble != nil {
		r.Span, r.Module, r.Attrs = bubble.Span, bubble.Module, bubble.Attrs
	} else {
		r.Span, r.Module = prod.Span, prod.Module
	}
	r.Label, r.Kind, r.Priority, r.Owise = d.Text(), RuleKind(d.Number()), d.Signed(), d.Flag()
	for _, slots := range []*[]Slot{&r.Left, &r.Right} {
		if n := d.Count(); n > 0 {
			*slots = make([]Slot, n)
		}
		for i := range *slots {
			index := d.Number()
			d.Expect(index < uint64(len(d.def.Layout.Slots)))
			(*slots)[i] = Slot{int(index), d.term()}
		}
	}
	if d.Flag() {
		r.Symbol, r.LeftArgs, r.RightTerm = d.symbol(), d.list(), d.term()
	}
	r.Requires, r.Ensures = d.list(), d.list()
	r.Evaluable, r.Defined, r.Hidden = d.list(), d.list(), d.list()
	r.Fresh, r.Existentials = d.variables(), d.variables()
	operand := d.Flag()
	if n := d.Count(); operand {
		r.Operand = make([]int, n)
		for i := range r.Operand {
			r.Operand[i] = int(d.Number())
		}
	}
}

func (d *decoder) macros() {
	for range d.Count() {
		sym := d.symbol()
		for range d.Count() {
			d.def.macros[sym] = append(d.def.macros[sym], &macro{left: d.term(), right: d.term(), recursive: d.Flag(), free: d.variables()})
		}
	}
}

func (d *decoder) variables() []*term.Variable {
	var out []*term.Variable
	for range d.Count() {
		v := d.term().Variable()
		d.Expect(v != nil)
		out = append(out, v)
	}
	return out
}

func (d *decoder) list() []*term.Term {
	n := d.Count()
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
	n := d.Number()
	if n < uint64(len(d.terms)) {
		d.Expect(d.terms[n] != nil)
		return d.terms[n]
	}
	d.Expect(n == uint64(len(d.terms)))
	d.terms = append(d.terms, nil)
	t := d.form()
	d.terms[n] = t
	return t
}

// form reads a term at its first use.
func (d *decoder) form() *term.Term {
	switch kind := term.Kind(d.Number()); kind {
	case sequenceForm:
		return term.Seq(d.term(), d.term())
	case constantForm:
		n := d.Number()
		d.Expect(n < uint64(len(d.single)))
		return d.single[n]
	case term.KApp:
		sym := d.symbol()
		from := len(d.stack)
		for range d.Count() {
			d.stack = append(d.stack, d.term())
		}
		d.Expect(len(d.stack)-from == len(sym.Args))
		t := term.AppAt(sym, 0, d.stack[from:])
		d.stack = d.stack[:from]
		return t
	case term.KInt:
		n, ok := new(big.Int).SetString(d.Text(), 10)
		d.Expect(ok)
		return term.BigInt(n)
	case term.KBool:
		return term.Bool(d.Flag())
	case term.KString:
		return term.Str(d.Text())
	case term.KToken:
		return term.Token(d.sort(), d.Text())
	case term.KVar:
		fresh, name, sort := d.Flag(), d.Text(), d.sort()
		if fresh {
			return term.Fresh(name, sort)
		}
		return term.Var(name, sort)
	case term.KMap, term.KSet:
		return d.collection(kind)
	case term.KList:
		out := term.EmptyList
		for range d.Count() {
			if d.Flag() {
				out = term.Concat(out, d.term())
			} else {
				out = term.Concat(out, term.ListOf(d.term()))
			}
		}
		return out
	case term.KArray:
		out := term.ConstArray(d.term())
		for range d.Count() {
			out = term.Apply(term.ArrayStore, out, d.term(), d.term())
			d.Expect(out.Kind() == term.KArray)
		}
		return out
	}
	panic(stored.ErrDamaged)
}

func (d *decoder) collection(kind term.Kind) *term.Term {
	out := term.EmptyMap
	if kind == term.KSet {
		out = term.EmptySet
	}
	for range d.Count() {
		key, value := d.term(), (*term.Term)(nil)
		if kind == term.KMap {
			value = d.term()
		}
		out = out.Put(key, value)
	}
	for range d.Count() {
		out = term.Union(out, d.term())
		d.Expect(out != nil)
	}
	return out
}

func (d *decoder) symbol() *term.Symbol { return d.numbered[d.Below(len(d.numbered))] }

// newSymbol reads what a symbol is.
func (d *decoder) newSymbol() *term.Symbol {
	switch kind := d.Number(); kind {
	case builtinSymbol:
		return term.Builtin(d.Text())
	case productionSymbol:
		n := d.Number()
		d.Expect(n < uint64(len(d.byProduction)))
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
		f := d.symbol()
		d.Expect(f != nil)
		return d.definedOf(f)
	}
	return nil
}

func (d *decoder) ofCell(kind uint64) *term.Symbol {
	n := d.Number()
	d.Expect(n < uint64(len(d.cells)))
	c := d.cells[n]
	switch kind {
	case fragmentSymbol:
		return c.Fragment
	case restoreSymbol:
		d.Expect(c.Parent != nil)
		return d.restorer.restore(c, c.index())
	}
	return c.Symbol
}

// generatedSymbol reads a freezer, or the function of a #let.
func (d *decoder) generatedSymbol() *term.Symbol {
	sym := term.Symbol{Name: d.Text()}
	if d.Flag() {
		sym.Class = term.Function
	}
	sym.Result = d.sort()
	sym.Args = make([]term.Sort, d.Count())
	for i := range sym.Args {
		sym.Args[i] = d.sort()
	}
	if n := d.Count(); n > 0 {
		sym.Format = make([]term.FormatItem, n)
	}
	for i := range sym.Format {
		sym.Format[i] = term.FormatItem{Text: d.Text(), Arg: int(d.Number())}
	}
	d.names[sym.Name] = true
	return term.NewSymbol(sym)
}

func (d *decoder) tree() *grammar.Tree {
	kind := d.Number()
	if kind == 0 {
		return nil
	}
	t := &grammar.Tree{Kind: grammar.Kind(kind - 1)}
	if prod := d.Number(); prod > 0 {
		d.Expect(prod <= uint64(len(d.def.Source.Productions)))
		t.Prod = d.def.Source.Productions[prod-1]
	}
	t.Text, t.Sort = d.Text(), d.Text()
	flags := d.Number()
	t.VarKind = grammar.VarKind(flags & 15)
	t.Anonymous, t.Cast, t.DotsLeft, t.DotsRight = flags&16 != 0, flags&32 != 0, flags&64 != 0, flags&128 != 0
	start := int(d.Number())
	t.Span = source.Span{File: d.file, Start: start, End: start + int(d.Number())}
	t.Children = make([]*grammar.Tree, d.Count())
	for i := range t.Children {
		t.Children[i] = d.tree()
	}
	return t
}
