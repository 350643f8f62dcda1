package rewrite

import (
	"cmp"
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// index finds the rules that can match by the first two items of a computation.
// Where the computation cell is in a collection, as with threads, there are
// several: a rule is filed under the first computation of its pattern that has a
// constructor, and can match only if one of those of the configuration fits.
//
// An example:
//
//	rule A:Int + B:Int => A +Int B          in first, by _+_
//	rule V:Int ~> #freezer(B) => V + B      in next, by #freezer: a variable is on top
//	rule <out> .List => ListItem(1) </out>  in any: it has no computation
//
// For 3 ~> #freezer(y) ~> K only the last two are tried. Where the first item is not
// known, as for a variable of sort Exp, those of all constructors that are of sort Exp
// are. The lists are merged in the order of the rules once for a key ([keyOf]). A rule is
// compiled when it is first tried where it may match ([index.clashes]).
type index struct {
	lattice *term.Lattice
	place   place
	first   map[*term.Symbol][]*compile.Entry // a constructor on top
	next    map[*term.Symbol][]behind         // a variable on top, a constructor behind it
	any     []*compile.Entry
	// freshness says what need not be asked of results.
	freshness func() *Freshness

	mu     sync.RWMutex
	known  []*candidate              // of each entry
	merged map[indexKey][]*candidate // in order of priority, then of the definition
}

// candidate is a rule that is found by the index, with its program. To read a rule and compile
// it takes longer than to see that it does not match, and most of those that are found never do.
type candidate struct {
	entry    *compile.Entry
	program  func() *Program
	elements func() []term.Entry // of the collection in which computations are, if they are in one
}

func (c *candidate) rule() *compile.Rule { return c.entry.Rule() }

// behind is a rule whose pattern has a variable of a sort on top.
type behind struct {
	*compile.Entry
	top, tested term.Sort
}

// indexKey is what of a computation says which rules can match: the symbols of its
// first two items, or the sorts of those that are not known, and the sort of the first.
type indexKey struct {
	first, second         *term.Symbol
	openFirst, openSecond term.Sort
	top                   term.Sort
}

// keyOf is the key of a computation.
func keyOf(k *term.Term) indexKey {
	head := k.Head()
	key := indexKey{top: head.Sort()}
	if key.first = head.Symbol(); isOpen(head) {
		key.first, key.openFirst = nil, head.Sort()
	}
	if t := k.Tail(); t != term.DotK {
		if key.second = t.Head().Symbol(); isOpen(t.Head()) {
			key.second, key.openSecond = nil, t.Head().Sort()
		}
	}
	if key.openFirst == term.SortK {
		key.second, key.openSecond = nil, term.SortK // nothing at all is known
	}
	return key
}

// newIndex files all rules; what is found for a key is merged and compiled when it
// is first asked for.
func newIndex(d *compile.Definition, freshness func() *Freshness) *index {
	x := &index{lattice: d.Lattice, place: placeOf(d.Layout), freshness: freshness,
		first: map[*term.Symbol][]*compile.Entry{}, next: map[*term.Symbol][]behind{},
		known: make([]*candidate, len(d.Entries)), merged: map[indexKey][]*candidate{}}
	for i := range d.Entries {
		x.add(&d.Entries[i])
	}
	return x
}

// add files a rule: under the first computation of its pattern that has a
// constructor, else where it is always tried.
func (x *index) add(e *compile.Entry) {
	switch top := x.topOf(e); {
	case top.First != nil:
		x.first[top.First] = append(x.first[top.First], e)
	case top.Next != nil:
		x.next[top.Next] = append(x.next[top.Next], behind{e, top.Sort, top.Tested})
	default:
		x.any = append(x.any, e)
	}
}

// topOf returns what the first computation of a rule's pattern that has a constructor begins
// with.
func (x *index) topOf(e *compile.Entry) compile.Top {
	if x.place.direct() {
		return e.Top
	}
	var top compile.Top
	for _, s := range e.Rule().Left {
		if s.Index == x.place.slot {
			x.place.each(s.Term, func(k, _ *term.Term) bool {
				top = compile.TopOf(k)
				return top == compile.Top{}
			})
		}
	}
	return top
}

// candidates returns the rules to try for a configuration, in order. It may
// use the buffer, and does not keep it.
func (x *index) candidates(slots []*term.Term, buffer *candidateBuffer) []*candidate {
	if x.place.direct() {
		return x.of(keyOf(slots[x.place.slot]))
	}
	buffer.keys = buffer.keys[:0]
	known := x.place.each(slots[x.place.slot], func(k, _ *term.Term) bool {
		if key := keyOf(k); !slices.Contains(buffer.keys, key) {
			buffer.keys = append(buffer.keys, key)
		}
		return true
	})
	switch {
	case !known:
		return x.of(indexKey{openFirst: term.SortK, openSecond: term.SortK, top: term.SortK})
	case len(buffer.keys) == 0:
		return x.of(indexKey{})
	case len(buffer.keys) == 1:
		return x.of(buffer.keys[0])
	}
	return x.union(buffer)
}

// candidateBuffer holds what [index.candidates] needs for several computations.
type candidateBuffer struct {
	keys   []indexKey
	lists  [][]*candidate
	merged []*candidate
}

// union merges the rules for several keys, which are in order.
func (x *index) union(b *candidateBuffer) []*candidate {
	b.lists, b.merged = b.lists[:0], b.merged[:0]
	for _, key := range b.keys {
		b.lists = append(b.lists, x.of(key))
	}
	for {
		var least *candidate
		for _, list := range b.lists {
			if len(list) > 0 && (least == nil || before(list[0].entry, least.entry) < 0) {
				least = list[0]
			}
		}
		if least == nil {
			return b.merged
		}
		b.merged = append(b.merged, least)
		for i, list := range b.lists {
			if len(list) > 0 && list[0] == least {
				b.lists[i] = list[1:]
			}
		}
	}
}

// before orders rules by priority, then as they stand in the definition.
func before(a, b *compile.Entry) int {
	return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.Index, b.Index))
}

// of returns the rules for a key.
func (x *index) of(key indexKey) []*candidate {
	x.mu.RLock()
	merged, ok := x.merged[key]
	x.mu.RUnlock()
	if !ok {
		merged = x.merge(key)
	}
	return merged
}

// entries returns the rules for a key.
func (x *index) entries(key indexKey) []*compile.Entry {
	entries := slices.Concat(x.any, found(x, x.first, key.first, key.openFirst))
	for _, b := range found(x, x.next, key.second, key.openSecond) {
		if x.mayBe(key, b.top) && !x.fails(key, b.tested) {
			entries = append(entries, b.Entry)
		}
	}
	slices.SortFunc(entries, before)
	return entries
}

// merge finds the rules for a key.
func (x *index) merge(key indexKey) []*candidate {
	entries := x.entries(key)
	x.mu.Lock()
	defer x.mu.Unlock()
	merged := make([]*candidate, len(entries))
	for i, e := range entries {
		merged[i] = x.candidateOf(e)
	}
	x.merged[key] = merged
	return merged
}

// candidateOf returns the candidate of a rule; there is one for each, and the lock is held.
func (x *index) candidateOf(e *compile.Entry) *candidate {
	c := x.known[e.Index]
	if c == nil {
		c = &candidate{entry: e, program: sync.OnceValue(func() *Program { return x.compile(e.Rule(), x.outermost(e.Rule())) })}
		if !x.place.direct() {
			c.elements = sync.OnceValue(func() []term.Entry { return elementsOf(e.Rule(), x.place.slot) })
		}
		x.known[e.Index] = c
	}
	return c
}

// candidate returns the candidate of a rule.
func (x *index) candidate(e *compile.Entry) *candidate {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.candidateOf(e)
}

// outermost is a rule with the collection of the computations first, if they are in one: that is
// put off before all else, and its elements are tried in their order.
func (x *index) outermost(r *compile.Rule) *compile.Rule {
	i := slices.IndexFunc(r.Left, func(s compile.Slot) bool { return s.Index == x.place.slot })
	if i <= 0 || x.place.direct() {
		return r
	}
	first := *r
	first.Left = slices.Insert(slices.Delete(slices.Clone(r.Left), i, i+1), 0, r.Left[i])
	return &first
}

// allSlots is where no slot is left out.
const allSlots = -1

// try returns the program of a rule, nil where its left side clashes with a configuration
// in a slot that is not left out.
func (x *index) try(c *candidate, slots []*term.Term, except int) *Program {
	if x.clash(c, slots, except) {
		return nil
	}
	return c.program()
}

// clash reports whether the left side of a rule clashes with a configuration in a slot that
// is not left out.
func (x *index) clash(c *candidate, slots []*term.Term, except int) bool {
	if k := x.place.slot; x.place.direct() && k != except && differs(x.lattice, c.entry.Outline, slots[k].Head()) {
		return true
	}
	return slices.ContainsFunc(c.rule().Left, func(s compile.Slot) bool { return s.Index != except && x.clashes(s.Term, slots[s.Index]) }) ||
		!x.place.direct() && x.place.slot != except && x.noElement(c, slots[x.place.slot])
}

// noElement reports whether a rule asks for an element of the collection in which computations are, such as a
// thread, that clashes with each that there is: then it does not match, in whatever order they are tried. Where
// there may be others it is false.
func (x *index) noElement(c *candidate, t *term.Term) bool {
	if t.Kind() != term.KMap && t.Kind() != term.KSet || len(t.Opaque()) > 0 {
		return false
	}
	return slices.ContainsFunc(c.elements(), func(p term.Entry) bool {
		none := true
		t.EachEntry(func(key, value *term.Term) bool {
			none = x.clashes(p.Key, key) || p.Value != nil && x.clashes(p.Value, value)
			return none
		})
		return none
	})
}

// elementsOf are the elements that a rule's left side asks for in a slot.
func elementsOf(r *compile.Rule, slot int) []term.Entry {
	if t := compile.ContentOf(r.Left, slot); t != nil && (t.Kind() == term.KMap || t.Kind() == term.KSet) {
		entries, _ := t.Entries()
		return entries
	}
	return nil
}

// asksOfUnknown reports whether the left side of a rule has a constructor where nothing is
// known of the computation. Where it matches in all else, it is not known whether it does.
func (x *index) asksOfUnknown(c *candidate, slots []*term.Term) bool {
	if x.place.direct() && c.entry.Next != nil { // the rule need not be read
		unknown := func(k *term.Term) bool { return k != term.DotK && k.Head().Sort() == term.SortK }
		k := slots[x.place.slot]
		return unknown(k) || unknown(k.Tail())
	}
	return slices.ContainsFunc(c.rule().Left, func(s compile.Slot) bool {
		pattern, t := s.Term, slots[s.Index]
		for ; pattern.IsSeq(); pattern, t = pattern.Tail(), t.Tail() {
			if t == term.DotK || t.Head().Sort() == term.SortK {
				return t != term.DotK
			}
		}
		return false
	})
}

// clashes reports whether a pattern has a constructor, a literal or a sort where a term certainly
// has another one. Where it is true, matcher.match is false.
func (x *index) clashes(pattern, t *term.Term) bool {
	switch {
	case pattern.IsVar():
		sort := pattern.Sort()
		return sort != term.SortK && !x.lattice.Leq(t.Sort(), sort) && !(isOpen(t) && x.lattice.HaveCommonSubsort(t.Sort(), sort))
	case pattern.IsSeq():
		if t == term.DotK || t.Head().Sort() == term.SortK {
			return t == term.DotK
		}
		return x.clashes(pattern.Head(), t.Head()) || x.clashes(pattern.Tail(), t.Tail())
	case isLiteral(pattern):
		return pattern.Kind() == t.Kind() && pattern.Sort() == t.Sort() && !term.Equal(pattern, t)
	case pattern.Kind() != term.KApp || pattern.IsGround() || pattern.Symbol().Class != term.Constructor:
		return false
	case t.Symbol() != pattern.Symbol():
		return !mayBecome(x.lattice, t, pattern.Symbol())
	}
	for i, a := range pattern.Args() {
		if x.clashes(a, t.Arg(i)) {
			return true
		}
	}
	return false
}

// differs reports whether some constructor of an outline is certainly another one in terms.
func differs(l *term.Lattice, o compile.Outline, ts ...*term.Term) bool {
	if !o.Known() {
		return false
	}
	for _, t := range ts {
		if differsFrom(l, &o, t) {
			return true
		}
	}
	return false
}

// differsFrom is differs for the next pattern of an outline; where the term is nil it is passed over.
func differsFrom(l *term.Lattice, o *compile.Outline, t *term.Term) bool {
	sym := o.Next()
	if sym == nil {
		return false
	}
	same := t != nil && t.Symbol() == sym
	if t != nil && !same && !mayBecome(l, t, sym) {
		return true
	}
	for i := range sym.Args {
		var arg *term.Term
		if same {
			arg = t.Arg(i)
		}
		if differsFrom(l, o, arg) {
			return true
		}
	}
	return false
}

// mayBecome reports whether a term, which is no application of a constructor, may turn out to be one.
func mayBecome(l *term.Lattice, t *term.Term, sym *term.Symbol) bool {
	below := func(v term.Variant) bool { return l.Leq(v.Result, t.Sort()) }
	return isOpen(t) && (l.Leq(sym.Result, t.Sort()) || slices.ContainsFunc(sym.Variants, below))
}

// isLiteral reports whether a term is a value without parts.
func isLiteral(t *term.Term) bool {
	switch t.Kind() {
	case term.KInt, term.KBool, term.KString, term.KToken:
		return true
	}
	return false
}

// compile compiles a rule as it stands, or in another form.
func (x *index) compile(r, form *compile.Rule) *Program {
	owed := r.Defined
	if len(r.Fresh) > 0 && len(owed) > 0 {
		owed = x.freshness().owed(r)
	}
	p := newProgram(x.lattice, form, owed, nil)
	p.Rule = r
	return p
}

// mayBe reports whether the first item of a computation with a key may be of a sort.
func (x *index) mayBe(key indexKey, sort term.Sort) bool {
	return x.lattice.Leq(key.top, sort) || key.openFirst != term.NoSort && x.lattice.HaveCommonSubsort(key.top, sort)
}

// fails reports whether a condition that tests the first item of a computation with a key for
// a sort is false. The sort of a constructor that is overloaded depends on its arguments.
func (x *index) fails(key indexKey, tested term.Sort) bool {
	return tested != term.NoSort && key.first != nil && key.first.Variants == nil && !x.lattice.Leq(key.first.Result, tested)
}

// found returns the rules of a table for an item: those of its symbol or, if only
// its sort is known, those of the constructors that it may turn out to have.
func found[T any](x *index, table map[*term.Symbol][]T, sym *term.Symbol, open term.Sort) []T {
	if open == term.NoSort {
		return table[sym]
	}
	var out []T
	for s, rules := range table {
		below := func(v term.Variant) bool { return x.lattice.Leq(v.Result, open) }
		if x.lattice.Leq(s.Result, open) || slices.ContainsFunc(s.Variants, below) {
			out = append(out, rules...)
		}
	}
	return out
}
