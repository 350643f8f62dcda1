package grammar

import (
	"encoding/binary"
	"slices"

	"rlv/semantics/bitset"
)

// The symbols that may stand after the dot: a token kind (>= 0), the end, or a
// class, numbered downwards from classBase.
const (
	symEnd    int32 = -1
	classBase int32 = -2
)

// class is what a nonterminal occurrence waits for: a sort, and the productions
// that may stand there.
type class struct {
	sort     int32
	members  bitset.Set[int32] // over tables.prods
	list     []int32           // the same
	first    bitset.Set[int32] // token kinds that may start it (no less)
	nullable bool
}

// tables is a grammar ready for the parser. A state is a production with a dot
// in it; the states of production p are start[p] and following.
type tables struct {
	prods   []*prod
	start   []int32
	next    []int32 // symbol after the dot
	prodOf  []int32
	classes []class
	roots   map[int32][]int32 // by sort: the states that a parse starts with
	nkinds  int
}

// builder makes tables of a list of productions.
type builder struct {
	v       *view
	t       *tables
	local   []int32 // index of a production of the definition to that in t, plus 1
	kindMap []int32 // token kinds of the grammar to those of the tables; nil: the same
	ofSort  map[int32]bitset.Set[int32]
	byKey   map[string]int32
	key     []byte

	rewrites, tops, seqs, open, calls, variables, apps, lists bitset.Set[int32]
	bags, tokens, lets, ors                                   bitset.Set[int32]
}

// newTables builds the tables of some productions, the roots among them.
// kindMap gives the token kinds of the tables; nil means that they are those
// of the grammar.
func newTables(v *view, prods []*prod, kindMap []int32, nkinds int) *tables {
	t := &tables{prods: prods, nkinds: nkinds, roots: map[int32][]int32{}}
	b := &builder{v: v, t: t, kindMap: kindMap, ofSort: map[int32]bitset.Set[int32]{}, byKey: map[string]int32{}}
	b.groups()
	b.states()
	b.firsts()
	for i, p := range prods {
		if p.kind == pRoot {
			t.roots[p.sort] = append(t.roots[p.sort], t.start[i])
		}
	}
	return t
}

// groups sorts the productions into those that filters speak about.
func (b *builder) groups() {
	n := len(b.t.prods)
	b.local = make([]int32, len(b.v.sig.Definition.Productions))
	for _, s := range []*bitset.Set[int32]{&b.rewrites, &b.tops, &b.seqs, &b.open, &b.calls, &b.variables, &b.apps, &b.lists, &b.bags, &b.tokens, &b.lets, &b.ors} {
		*s = bitset.New[int32](n)
	}
	for i, p := range b.t.prods {
		i := int32(i)
		switch p.kind {
		case pRewrite:
			b.rewrites.Add(i)
		case pTop:
			b.tops.Add(i)
		case pSeq:
			b.seqs.Add(i)
		case pBag:
			b.bags.Add(i)
		case pVar, pTypedVar, pCast:
			b.variables.Add(i)
		case pApp, pToken, pRecord:
			b.apps.Add(i)
		case pLet:
			b.lets.Add(i)
		case pOr:
			b.ors.Add(i)
		case pListOne, pListMore:
			b.lists.Add(i)
		}
		if p.kind == pToken || p.kind == pLiteral {
			b.tokens.Add(i)
		}
		if p.endsOpen() {
			b.open.Add(i)
		}
		if p.decl != nil && !p.abstract {
			b.local[p.decl.Index] = i + 1
		}
		if p.decl != nil && (p.decl.IsFunction() || p.decl.IsMacro()) {
			b.calls.Add(i)
		}
	}
}

// states numbers the states and the classes that they wait for.
func (b *builder) states() {
	t := b.t
	for i, p := range t.prods {
		t.start = append(t.start, int32(len(t.next)))
		for pos, it := range p.items {
			sym := it.kind
			if !it.isTerminal() {
				sym = classBase - b.class(p, pos)
			} else if b.kindMap != nil {
				sym = b.kindMap[it.kind]
			}
			t.next = append(t.next, sym)
			t.prodOf = append(t.prodOf, int32(i))
		}
		t.next = append(t.next, symEnd)
		t.prodOf = append(t.prodOf, int32(i))
	}
}

// class returns the class of a nonterminal of a production.
func (b *builder) class(p *prod, pos int) int32 {
	it := p.items[pos]
	set := slices.Clone(b.members(it.sort))
	if p.chainOf != nil && it.filter != onlyParts {
		b.restrict(set, p.chainOf, 0)
	} else {
		b.restrict(set, p, pos)
	}
	b.key = binary.LittleEndian.AppendUint32(b.key[:0], uint32(it.sort))
	for _, w := range set {
		b.key = binary.LittleEndian.AppendUint64(b.key, w)
	}
	if id, ok := b.byKey[string(b.key)]; ok {
		return id
	}
	id := int32(len(b.t.classes))
	b.byKey[string(b.key)] = id
	b.t.classes = append(b.t.classes, class{sort: it.sort, members: set, list: slices.Collect(set.All())})
	return id
}

// members returns the productions that fit where a sort is expected.
func (b *builder) members(sort int32) bitset.Set[int32] {
	if set, ok := b.ofSort[sort]; ok {
		return set
	}
	set := bitset.New[int32](len(b.t.prods))
	below := b.v.below[sort]
	for i, p := range b.t.prods {
		switch {
		case p.kind == pRoot || p.kind == pListOne || p.kind == pListMore:
		case p.any, p.exact && p.sort == sort, !p.exact && below.Has(p.sort):
			set.Add(int32(i))
		}
	}
	b.ofSort[sort] = set
	return set
}

// restrict removes from a class what may not be a direct child of p at pos.
func (b *builder) restrict(set bitset.Set[int32], p *prod, pos int) {
	it := p.items[pos]
	if it.filter == onlyBody {
		set.Subtract(b.rewrites)
	} else {
		set.Subtract(b.tops)
	}
	if p.first(pos) || p.last(pos) {
		b.restrictOpen(set, p, pos)
	}
	switch it.filter {
	case onlyTight:
		set.Subtract(b.open)
	case onlyFunctions:
		set.Keep(b.calls)
		b.keepExact(set, it.sort)
	case onlyExact:
		set.Keep(b.apps)
		b.keepExact(set, it.sort)
	case noFunctions:
		set.Subtract(b.calls)
	case onlyVariables:
		set.Keep(b.variables)
	case onlyTokens:
		set.Keep(b.tokens)
	case onlyParts:
		clear(set)
		for i, q := range b.t.prods {
			if q.group == it.group && (q.kind == pListOne || q.kind == pListMore) {
				set.Add(int32(i))
			}
		}
	case notSelf:
		set.Remove(b.local[p.decl.Index] - 1)
	}
	if p.decl != nil {
		b.v.restrict(set, p, pos, b.local)
	}
}

// restrictOpen applies the precedence of the built-in operators at a position
// without a terminal beside it: `=>` is weakest, then `~>`, then #let, whose body
// goes as far as possible, then #Or.
func (b *builder) restrictOpen(set bitset.Set[int32], p *prod, pos int) {
	switch p.kind {
	case pRoot:
		if pos == 0 {
			return
		}
		set.Subtract(b.seqs)
	case pRewrite, pTop:
	case pLet:
		set.Subtract(b.seqs)
	case pOr:
		set.Subtract(b.seqs)
		set.Subtract(b.lets)
		if p.last(pos) {
			set.Subtract(b.ors)
		}
	case pSeq:
		if p.last(pos) {
			set.Subtract(b.seqs)
		}
	case pBag:
		if p.last(pos) {
			set.Subtract(b.bags)
		}
		set.Subtract(b.seqs)
	default:
		set.Subtract(b.seqs)
		set.Subtract(b.lets)
		set.Subtract(b.ors)
	}
	set.Subtract(b.rewrites)
}

// keepExact keeps the productions of exactly a sort.
func (b *builder) keepExact(set bitset.Set[int32], sort int32) {
	for i, p := range b.t.prods {
		if p.sort != sort {
			set.Remove(int32(i))
		}
	}
}
