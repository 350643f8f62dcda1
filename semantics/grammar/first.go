package grammar

import (
	"slices"

	"rlv/semantics/bitset"
)

// sortFirst is what is known of the texts of a sort.
type sortFirst struct {
	first    bitset.Set[int32]
	nullable bool
	classes  []int32 // that have the sort
	sources  []int32 // productions that fit
}

// firsts computes, for each class, the token kinds that it can start with and
// whether it can be empty. It does so for sorts, ignoring what is excluded in
// a class: as a filter that is safe, and it is much cheaper.
func (b *builder) firsts() {
	t := b.t
	bySort := map[int32]*sortFirst{}
	var order []*sortFirst
	of := make([]*sortFirst, len(t.classes))
	for i := range t.classes {
		c := &t.classes[i]
		key := c.sort
		if len(c.list) > 0 && b.lists.Has(c.list[0]) {
			key = -1 - t.prods[c.list[0]].group
		}
		s := bySort[key]
		if s == nil {
			s = &sortFirst{first: bitset.New[int32](t.nkinds)}
			bySort[key] = s
			order = append(order, s)
		}
		of[i] = s
		s.classes = append(s.classes, int32(i))
	}
	for _, s := range order {
		s.sources = b.sources(s)
	}
	for changed := true; changed; {
		changed = false
		for _, s := range order {
			for _, p := range s.sources {
				changed = b.addFirst(s, p, of) || changed
			}
		}
	}
	for i, s := range of {
		t.classes[i].first, t.classes[i].nullable = s.first, s.nullable
	}
}

// sources returns the productions in any class of a sort.
func (b *builder) sources(s *sortFirst) []int32 {
	if len(s.classes) == 1 {
		return b.t.classes[s.classes[0]].list
	}
	all := bitset.New[int32](len(b.t.prods))
	for _, c := range s.classes {
		all.Union(b.t.classes[c].members)
	}
	return slices.Collect(all.All())
}

// addFirst adds what production p can start with.
func (b *builder) addFirst(s *sortFirst, p int32, of []*sortFirst) bool {
	t := b.t
	changed := false
	for state := t.start[p]; ; state++ {
		switch sym := t.next[state]; {
		case sym == symEnd:
			if !s.nullable {
				s.nullable, changed = true, true
			}
			return changed
		case sym >= 0:
			if !s.first.Has(sym) {
				s.first.Add(sym)
				changed = true
			}
			return changed
		default:
			inner := of[classBase-sym]
			if inner != s && s.first.Union(inner.first) {
				changed = true
			}
			if !inner.nullable {
				return changed
			}
		}
	}
}
