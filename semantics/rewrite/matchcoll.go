package rewrite

import (
	"slices"

	"rlv/semantics/term"
)

// matchEntries matches the entries of a map or set pattern that are left, by their
// numbers, against t, what the others have left of the subject. Entries whose keys are
// bound come first: those that are found in the subject leave no choice. For
//
//	X |-> L  L |-> V  Rest        against  x |-> 1  y |-> 2  1 |-> 7  2 |-> 8
//
// with X bound to x, the entry X |-> L is found at once; it binds L to 1, so that now
// the other one is found, and Rest is what is left. With X not bound, x, y, 1 and 2 are
// tried in turn ([matcher.enumerate]), and each choice goes on with the rest of the map.
func (m *matcher) matchEntries(p *pat, t *term.Term, left []int, yield func() bool) bool {
	k := m.mark()
	defer m.undo(k)
	m.deferred = slices.Clip(m.deferred)
	for again := true; again && isCollection(t); { // what is found may bind further keys
		again = false
		var later []int
		for _, n := range left {
			if !m.isBound(p.entries[n].needs) {
				later = append(later, n)
				continue
			}
			key := m.build(p.entries[n].keyOf)
			switch v, found := t.Get(key); found {
			case term.Absent:
				return true
			case term.Present:
				if !m.matchValue(p, n, v) {
					return true
				}
				if m.alone(p) {
					return m.solve(yield)
				}
				t, again = t.Rest(key), true
			default:
				later = append(later, n)
			}
		}
		left = later
	}
	if len(left) == 0 {
		return m.finishEntries(p, t, yield)
	}
	return m.chooseEntry(p, t, left, yield)
}

// chooseEntry matches one of the entries that are left in every way, one whose key is
// bound if there is one, and goes on with the others.
func (m *matcher) chooseEntry(p *pat, t *term.Term, left []int, yield func() bool) bool {
	if !isCollection(t) {
		if m.symbolic {
			m.unsure("the collection is not known")
			return yield()
		}
		return true
	}
	i := slices.IndexFunc(left, func(n int) bool { return m.isBound(p.entries[n].needs) })
	n, others := left[max(i, 0)], slices.Delete(slices.Clone(left), max(i, 0), max(i, 0)+1)
	switch {
	case i < 0:
		return m.enumerate(p, t, n, others, yield)
	case m.symbolic:
		return m.lookUpSymbolic(p, t, n, others, yield)
	}
	return true
}

// isCollection reports whether the entries of a map or set are known as far as they
// are written out.
func isCollection(t *term.Term) bool { return t.Kind() == term.KMap || t.Kind() == term.KSet }

// lookUpSymbolic tries every key that may be equal, each under that equation,
// and reports the case that the key is in an opaque part as undecided.
func (m *matcher) lookUpSymbolic(p *pat, t *term.Term, n int, others []int, yield func() bool) bool {
	key := m.build(p.entries[n].keyOf)
	entries, opaque := t.Entries()
	for _, e := range entries {
		eq := term.Eq(key, e.Key)
		if eq == term.False {
			continue
		}
		k := m.mark()
		m.conds = append(m.conds, eq)
		renamed := t.Remove(e.Key).Put(key, e.Value)
		if p.idx >= 0 {
			m.b[p.idx] = renameKey(m.b[p.idx], e.Key, key)
		}
		goOn := m.takeEntry(p, renamed, n, others, key, e.Value, yield)
		m.undo(k)
		if !goOn {
			return false
		}
	}
	for _, o := range opaque {
		k := m.mark()
		in := term.MapInKeys
		if t.Kind() == term.KSet {
			in = term.SetIn
		}
		m.conds = append(m.conds, term.Apply(in, key, o))
		m.unsure("whether the key " + key.String() + " is there is not known")
		goOn := yield()
		m.undo(k)
		if !goOn {
			return false
		}
	}
	return true
}

// renameKey returns a collection in which an entry stands under another key, which
// is assumed to be equal.
func renameKey(t, from, to *term.Term) *term.Term {
	if v, found := t.Get(from); found == term.Present {
		return t.Remove(from).Put(to, v)
	}
	return t
}

// takeEntry matches the value of entry n and goes on with the others, without the entry.
func (m *matcher) takeEntry(p *pat, t *term.Term, n int, others []int, key, value *term.Term, yield func() bool) bool {
	k := m.mark()
	defer m.undo(k)
	m.deferred = slices.Clip(m.deferred)
	if !m.matchValue(p, n, value) {
		return true
	}
	if m.alone(p) {
		return m.solve(yield)
	}
	return m.matchEntries(p, t.Rest(key), others, yield)
}

func (m *matcher) matchValue(p *pat, n int, value *term.Term) bool {
	return p.entries[n].value == nil || m.match(p.entries[n].value, value)
}

// alone reports whether nothing asks what else a collection has than the one entry of
// the pattern.
func (m *matcher) alone(p *pat) bool {
	return len(p.entries) == 1 && !m.symbolic && p.rest >= 0 && !p.wanted && len(p.back) == 0
}

// enumerate tries all entries of the subject for entry n of the pattern.
func (m *matcher) enumerate(p *pat, t *term.Term, n int, others []int, yield func() bool) bool {
	for _, e := range m.entries(t) {
		k := m.mark()
		m.deferred = slices.Clip(m.deferred)
		goOn := true
		if m.match(p.entries[n].key, e.Key) {
			goOn = m.takeEntry(p, t, n, others, e.Key, e.Value, yield)
		}
		m.undo(k)
		if !goOn {
			return false
		}
	}
	if m.symbolic && len(t.Opaque()) > 0 {
		k := m.mark()
		m.unsure("the collection is not known")
		goOn := yield()
		m.undo(k)
		return goOn
	}
	return true
}

// finishEntries gives the rest of the subject to the pattern's opaque parts.
func (m *matcher) finishEntries(p *pat, t *term.Term, yield func() bool) bool {
	k := m.mark()
	defer m.undo(k)
	for _, want := range p.back {
		t2, ok := takeOpaque(t, want.lit)
		if !ok {
			if !m.symbolic {
				return true
			}
			m.unsure("the collection is not known")
			return m.solve(yield)
		}
		t = t2
	}
	if p.rest >= 0 {
		if old := m.b[p.rest]; old != nil {
			if !m.equate(old, t) {
				return true
			}
		}
		m.b[p.rest] = t
		return m.solve(yield)
	}
	empty := term.EmptyMap
	if p.op == opSet {
		empty = term.EmptySet
	}
	if isCollection(t) && t.Len() > 0 || !m.equate(empty, t) {
		return true
	}
	return m.solve(yield)
}

func takeOpaque(t, part *term.Term) (*term.Term, bool) {
	if term.Equal(t, part) {
		if t.Sort() == term.SortSet {
			return term.EmptySet, true
		}
		return term.EmptyMap, true
	}
	if !isCollection(t) {
		return nil, false
	}
	for i, o := range t.Opaque() {
		if term.Equal(o, part) {
			return t.WithoutOpaque(i), true
		}
	}
	return nil, false
}

// matchList matches front items, back items, and gives the middle to the
// segment variable.
func (m *matcher) matchList(p *pat, t *term.Term, yield func() bool) bool {
	k := m.mark()
	defer m.undo(k)
	m.deferred = slices.Clip(m.deferred)
	if t.Kind() != term.KList {
		if len(p.args) == 0 && len(p.back) == 0 && p.rest >= 0 {
			return m.bindSegment(p, t, yield)
		}
		if m.symbolic && isOpen(t) {
			if m.takeFirst(p, t) {
				return m.solve(yield)
			}
			m.unsure("the list is not known")
			return yield()
		}
		return true
	}
	n := t.Len()
	need := len(p.args) + len(p.back)
	if t.Segments() == 0 && (n < need || p.rest < 0 && n > need) {
		return true
	}
	i, j := 0, n
	for ; i < len(p.args); i++ {
		if i >= n {
			return true
		}
		if ok, known := m.matchItem(p.args[i], t.Item(i)); !known {
			return yield()
		} else if !ok {
			return true
		}
	}
	for b := len(p.back) - 1; b >= 0; b-- {
		j--
		if j < i {
			return true
		}
		if ok, known := m.matchItem(p.back[b], t.Item(j)); !known {
			return yield()
		} else if !ok {
			return true
		}
	}
	if p.rest < 0 {
		if !m.equate(term.EmptyList, t.Slice(i, j)) {
			return true
		}
		return m.solve(yield)
	}
	return m.bindSegment(p, t.Slice(i, j), yield)
}

// takeFirst matches the pattern of one integer and a rest against an unknown
// list, such as the input: under the condition that the list is not empty, the
// integer is its first item. Lists of which an integer is asked hold integers.
func (m *matcher) takeFirst(p *pat, t *term.Term) bool {
	if len(p.args) != 1 || len(p.back) > 0 || p.rest < 0 || m.b[p.rest] != nil {
		return false
	}
	if first := p.args[0]; first.op != opVar || first.sort != term.SortInt || m.b[first.idx] != nil {
		return false
	}
	m.b[p.args[0].idx] = term.Apply(term.ListInt, t, term.Int(0))
	m.b[p.rest] = term.Apply(term.ListRange, t, term.Int(1), term.Int(0))
	if some := term.Le(term.Int(1), term.Apply(term.ListSize, t)); some != term.True {
		m.conds = append(m.conds, some)
	}
	return true
}

// matchItem matches one item; known is false where an opaque segment stands
// in its place.
func (m *matcher) matchItem(p *pat, it term.ListItem) (ok, known bool) {
	if p.idx == -2 && p.op == opLit { // a constant segment
		return it.Segment && term.Equal(it.Term, p.lit), true
	}
	if it.Segment {
		return false, !m.unsure("the list is not known")
	}
	return m.match(p, it.Term), true
}

func (m *matcher) bindSegment(p *pat, t *term.Term, yield func() bool) bool {
	if old := m.b[p.rest]; old != nil {
		if !m.equate(old, t) {
			return true
		}
	} else {
		m.b[p.rest] = t
	}
	return m.solve(yield)
}
