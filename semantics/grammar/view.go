package grammar

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"rlv/semantics/bitset"
	"rlv/semantics/kdef"
)

// view is what the sentences of one module see: its productions, and the order
// of its sorts.
type view struct {
	sig   *kdef.Signature
	below []bitset.Set[int32] // by sort: the sorts that fit where it is expected
	units map[int32]*kdef.Production

	mu       sync.Mutex
	excluded map[int]*exclusion
}

// exclusion lists the productions, by index, that may not be the first or the
// last child of one, and the positions where that holds (nil: the open ends).
type exclusion struct {
	first, last []int32
	positions   []int
}

// newView makes the view of a signature. In rules, an element fits where a
// list is expected.
func newView(sig *kdef.Signature, rules bool) *view {
	sorts := sig.Definition.Sorts
	v := &view{sig: sig, excluded: map[int]*exclusion{}, units: map[int32]*kdef.Production{}}
	v.below = make([]bitset.Set[int32], len(sorts))
	for i := range sorts {
		v.below[i] = bitset.New[int32](len(sorts))
		v.below[i].Add(int32(i))
	}
	for _, s := range sig.Sorts() {
		for _, up := range sig.Supersorts(s.ID) {
			v.below[up].Add(int32(s.ID))
		}
	}
	if rules {
		v.addElements()
	}
	return v
}

// addElements makes elements fit where their lists do.
func (v *view) addElements() {
	lists := v.lists()
	for changed := true; changed; {
		changed = false
		for _, l := range lists {
			elements := v.below[l.List.Elem]
			for t := range v.below {
				if v.below[t].Has(int32(l.ID)) && v.below[t].Union(elements) {
					changed = true
				}
			}
		}
	}
}

// lists returns the user lists that the view has.
func (v *view) lists() []*kdef.Sort {
	var lists []*kdef.Sort
	for _, s := range v.sig.Sorts() {
		if s.List != nil && s.List.Cons != nil && v.sig.Has(s.List.Cons) {
			lists = append(lists, s)
		}
	}
	return lists
}

// fits reports whether a term of sort a may stand where b is expected.
func (v *view) fits(a, b int32) bool { return v.below[b].Has(a) }

// name returns the name of a sort.
func (v *view) name(sort int32) string { return v.sig.Definition.Sorts[sort].Name }

// exclusions returns what priority and associativity forbid below p.
func (v *view) exclusions(p *kdef.Production) *exclusion {
	v.mu.Lock()
	defer v.mu.Unlock()
	if e := v.excluded[p.Index]; e != nil {
		return e
	}
	looser, first, last := v.sig.Barred(p)
	e := &exclusion{first: union(looser, first), last: union(looser, last)}
	if value, ok := p.Attrs.Get("applyPriority"); ok {
		e.positions = []int{}
		for _, number := range strings.Split(value, ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
				e.positions = append(e.positions, n)
			}
		}
	}
	v.excluded[p.Index] = e
	return e
}

// union returns the elements of two sets of productions.
func union(a, b bitset.Set[int]) []int32 {
	all := slices.Clone(a)
	all.Union(b)
	var list []int32
	for q := range all.All() {
		list = append(list, int32(q))
	}
	return list
}

// restrict removes from the class of a nonterminal what priority and
// associativity forbid there. local maps indexes of productions of the
// definition to those of the tables, plus 1.
func (v *view) restrict(set bitset.Set[int32], p *prod, pos int, local []int32) {
	first, last := p.first(pos), p.last(pos)
	if p.kind != pApp && p.kind != pBracket && p.kind != pToken && p.kind != pChain || !first && !last && !p.decl.Attrs.Has("applyPriority") {
		return
	}
	e := v.exclusions(p.decl)
	if e.positions != nil {
		applies := slices.Contains(e.positions, p.argument(pos))
		first, last = applies && !last, applies && last
	}
	if first {
		removeAll(set, e.first, local)
	}
	if last {
		removeAll(set, e.last, local)
	}
}

// removeAll removes productions, given by their indexes in the definition, from a
// class.
func removeAll(set bitset.Set[int32], productions, local []int32) {
	for _, q := range productions {
		if i := local[q]; i > 0 {
			set.Remove(i - 1)
		}
	}
}
