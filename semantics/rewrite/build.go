package rewrite

import (
	"slices"

	"rlv/semantics/term"
)

type buildOp uint8

const (
	buildConst buildOp = iota
	buildVar
	buildApp
	buildSmall // a sum or comparison of integers
	buildLazy  // #if or a connective: what does not count is not built
	buildSeq
	buildEdit  // the map kept at idx, with entries removed and put
	buildEntry // a map or set, args[0], with an entry more: args[1], and args[2] in a map
	buildOther // a collection, by its functions
)

// bld builds an instance of a right side or condition from the bindings. A map of the
// left side that recurs on the right is edited instead of built: with
//
//	<env> X |-> (_ => V)  Rest </env>
//
// the subject's map is kept, X is put with its new value, and Rest is never made. A
// write costs the same in a map of a thousand entries as in one of ten.
type bld struct {
	op     buildOp
	placed bool  // the result takes the position mark that the matcher noted
	pos    int32 // else this one
	idx    int
	lit    *term.Term
	sym    *term.Symbol
	args   []*bld
	edits  *edits // of buildEdit
}

// edits are the entries by which a map differs from one that was matched.
type edits struct {
	removed []*bld
	puts    [][2]*bld
}

// parts lists what builds the edits.
func (e *edits) parts() []*bld {
	if e == nil {
		return nil
	}
	out := slices.Clone(e.removed)
	for _, kv := range e.puts {
		out = append(out, kv[0], kv[1])
	}
	return out
}

// builderCompiler compiles what is built from the bindings of a pattern.
type builderCompiler struct {
	*patternCompiler
	reuse   bool // right sides may reuse matched subterms
	isClaim bool
}

// compile compiles a term: ground parts are built now, subterms that the left side
// has too are taken from the subject, and functions are evaluated when the instance
// is built.
func (c *builderCompiler) compile(t *term.Term) *bld {
	if t.IsGround() && !t.HasFunctions() || !c.matchable(t) && !t.HasFunctions() {
		if c.isClaim { // evaluated before, and its cells may be large
			return &bld{op: buildConst, lit: t}
		}
		return &bld{op: buildConst, lit: term.Evaluate(t)}
	}
	if c.reuse {
		if p := c.sharedPattern(t); p != nil {
			return &bld{op: buildVar, idx: c.keep(p)}
		}
	}
	switch t.Kind() {
	case term.KVar:
		if c.isConstant(t.Variable()) {
			return &bld{op: buildConst, lit: t}
		}
		return &bld{op: buildVar, idx: c.number(t.Variable())}
	case term.KApp:
		return c.application(t)
	case term.KMap:
		if e := c.edit(t); e != nil {
			return e
		}
		return c.union(t, term.MapConcat)
	case term.KSet:
		return c.union(t, term.SetConcat)
	case term.KList:
		return c.concat(t)
	case term.KArray:
		return buildArray(t, c.compile)
	}
	return &bld{op: buildConst, lit: t}
}

// buildArray builds an array of which what was written has variables, by a compiler of its parts.
func buildArray(t *term.Term, compile func(*term.Term) *bld) *bld {
	out := &bld{op: buildApp, sym: term.ArrayMake, args: []*bld{compile(t.ArrayDefault())}}
	for _, e := range t.ArrayEntries() {
		out = &bld{op: buildApp, sym: term.ArrayStore, args: []*bld{out, compile(e.Key), compile(e.Value)}}
	}
	return out
}

// sharedPattern finds a left-hand subterm equal to t.
func (c *builderCompiler) sharedPattern(t *term.Term) *pat {
	for _, s := range c.shared {
		if term.Equal(s.term, t) && !s.term.HasFunctions() {
			return s.pat
		}
	}
	return nil
}

// keep makes the matcher keep the subject of p and returns where.
func (c *builderCompiler) keep(p *pat) int {
	if p.idx < 0 {
		p.idx = c.next(nil)
	}
	return p.idx
}

func (c *builderCompiler) application(t *term.Term) *bld {
	if t.IsSeq() {
		return &bld{op: buildSeq, args: []*bld{c.compile(t.Head()), c.compile(t.Tail())}}
	}
	b := &bld{op: opOf(t.Symbol()), sym: t.Symbol(), args: make([]*bld, len(t.Args()))}
	for i, a := range t.Args() {
		b.args[i] = c.compile(a)
	}
	return b
}

// opOf is how applications of a symbol are built.
func opOf(sym *term.Symbol) buildOp {
	switch sym {
	case term.KIte, term.BoolAnd, term.BoolAndThen, term.BoolOr, term.BoolOrElse, term.BoolImplies:
		return buildLazy
	}
	if sym.OnSmall() {
		return buildSmall
	}
	return buildApp
}

// edit recognises a map that has the opaque part of a left-hand map pattern:
// the matched map with some keys removed and some put.
func (c *builderCompiler) edit(t *term.Term) *bld {
	entries, opaque := t.Entries()
	if len(opaque) != 1 || !opaque[0].IsVar() || !c.reuse {
		return nil
	}
	for _, m := range c.maps {
		if m.rest != opaque[0].Variable() {
			continue
		}
		b := &bld{op: buildEdit, idx: m.at, edits: &edits{}}
		var remaining []*term.Term
		for _, k := range m.keys {
			if !hasKey(entries, k) {
				b.edits.removed = append(b.edits.removed, c.compile(k))
			} else {
				remaining = append(remaining, k)
			}
		}
		for _, e := range entries {
			if !slices.ContainsFunc(remaining, func(k *term.Term) bool { return term.Equal(k, e.Key) }) {
				return nil // an insertion: the general union checks for duplicates
			}
			b.edits.puts = append(b.edits.puts, [2]*bld{c.compile(e.Key), c.compile(e.Value)})
		}
		return b
	}
	return nil
}

func hasKey(entries []term.Entry, k *term.Term) bool {
	return slices.ContainsFunc(entries, func(e term.Entry) bool { return term.Equal(e.Key, k) })
}

func (c *builderCompiler) union(t *term.Term, concat *term.Symbol) *bld {
	entries, opaque := t.Entries()
	var out *bld
	add := func(b *bld) {
		if out == nil {
			out = b
		} else {
			out = &bld{op: buildApp, sym: concat, args: []*bld{out, b}}
		}
	}
	for _, o := range opaque {
		add(c.compile(o))
	}
	for _, e := range entries {
		parts := []*bld{c.compile(e.Key)}
		sym := term.SetElement
		if e.Value != nil {
			parts, sym = append(parts, c.compile(e.Value)), term.MapElement
		}
		if out == nil {
			out = &bld{op: buildApp, sym: sym, args: parts}
		} else {
			out = &bld{op: buildEntry, sym: concat, args: append([]*bld{out}, parts...)}
		}
	}
	return out
}

func (c *builderCompiler) concat(t *term.Term) *bld {
	var out *bld
	for _, it := range t.Items(0, -1) {
		b := c.compile(it.Term)
		if !it.Segment {
			b = &bld{op: buildApp, sym: term.ListElement, args: []*bld{b}}
		}
		if out == nil {
			out = b
		} else {
			out = &bld{op: buildApp, sym: term.ListConcat, args: []*bld{out, b}}
		}
	}
	return out
}

// build evaluates b under the bindings of m.
func (m *matcher) build(b *bld) *term.Term {
	switch b.op {
	case buildConst:
		return b.lit
	case buildVar:
		return m.b[b.idx]
	case buildSeq:
		head := m.build(b.args[0])
		tail := m.build(b.args[1])
		if m.unshared {
			return term.NewSeq(head, tail)
		}
		return term.Seq(head, tail)
	case buildEdit:
		return m.edit(b)
	case buildEntry:
		return m.entry(b)
	case buildLazy:
		return m.lazily(b)
	case buildSmall:
		x := m.build(b.args[0])
		y := m.build(b.args[1])
		if t := term.Small(b.sym, x, y); t != nil {
			return t
		}
		return term.Apply(b.sym, x, y)
	}
	base := len(m.scratch)
	for _, a := range b.args {
		var t *term.Term
		switch a.op { // most are these
		case buildVar:
			t = m.b[a.idx]
		case buildConst:
			t = a.lit
		default:
			t = m.build(a)
		}
		m.scratch = append(m.scratch, t)
	}
	pos := b.pos
	if b.placed {
		pos = m.place
	}
	var t *term.Term
	switch {
	case m.unshared && b.sym.Class == term.Constructor && b.sym.Eval == nil:
		t = term.NewAt(b.sym, pos, m.scratch[base:])
	case m.branches > 0 && b.sym.Recursive:
		t = term.AppAt(b.sym, pos, m.scratch[base:])
	default:
		t = term.ApplyWithin(b.sym, pos, m.scratch[base:], m.effort)
	}
	m.scratch = m.scratch[:base]
	return t
}

// lazily builds a conditional or a connective. What the first argument leaves
// without effect is not built: it may be a call that never ends. Where that is
// open, calls of functions that may call themselves stay as they are in equations, each of which
// may lead to the next.
func (m *matcher) lazily(b *bld) *term.Term {
	first := m.build(b.args[0])
	switch {
	case b.sym == term.KIte && first == term.True:
		return m.build(b.args[1])
	case b.sym == term.KIte && first == term.False:
		return m.build(b.args[2])
	case (b.sym == term.BoolAnd || b.sym == term.BoolAndThen) && first == term.False:
		return term.False
	case (b.sym == term.BoolOr || b.sym == term.BoolOrElse) && first == term.True, b.sym == term.BoolImplies && first == term.False:
		return term.True
	}
	if first == term.True || first == term.False {
		return m.build(b.args[1]) // true and x, false or x, true implies x
	}
	if !m.eager {
		m.branches++
		defer func() { m.branches-- }()
	}
	args := []*term.Term{first}
	for _, a := range b.args[1:] {
		args = append(args, m.build(a))
	}
	return term.Apply(b.sym, args...)
}

func (m *matcher) edit(b *bld) *term.Term {
	t := m.b[b.idx]
	for _, r := range b.edits.removed {
		if k := m.build(r); t.Kind() == term.KMap {
			t = t.Rest(k)
		} else {
			t = term.Apply(term.MapRemove, t, k)
		}
	}
	if t.Kind() != term.KMap {
		for _, p := range b.edits.puts {
			k := m.build(p[0])
			t = term.Apply(term.MapUpdate, t, k, m.build(p[1]))
		}
		return t
	}
	if len(b.edits.puts) == 0 {
		return t
	}
	var few [4]term.Entry
	entries := few[:0]
	for _, p := range b.edits.puts {
		k := m.build(p[0])
		entries = append(entries, term.Entry{Key: k, Value: m.build(p[1])})
	}
	return t.PutAll(entries)
}

// entry adds an entry to a map or set. Where it is known that the key is not there, the
// entry need not be a collection first.
func (m *matcher) entry(b *bld) *term.Term {
	t := m.build(b.args[0])
	k := m.build(b.args[1])
	var value *term.Term
	if len(b.args) > 2 {
		value = m.build(b.args[2])
	}
	_, found := t.Get(k)
	switch {
	case found == term.Absent:
		return t.Put(k, value)
	case value == nil:
		return term.Apply(b.sym, t, term.SingletonSet(k))
	}
	return term.Apply(b.sym, t, term.SingletonMap(k, value))
}

// variables appends the variables that b reads.
func (b *bld) variables(out []int) []int {
	if b.op == buildVar || b.op == buildEdit {
		out = append(out, b.idx)
	}
	for _, a := range b.args {
		out = a.variables(out)
	}
	for _, a := range b.edits.parts() {
		out = a.variables(out)
	}
	return out
}
