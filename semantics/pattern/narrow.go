package pattern

import (
	"slices"

	"rlv/semantics/term"
)

// Narrowed leaves out of a configuration the entries of maps and sets to which nothing that
// is mentioned leads, from key to value: on top of the computation, in the other cells, or
// in the terms given. The rests are the variables that stand for them, by slot; what is
// not there is made. It returns how many entries were left out, too.
func (s Space) Narrowed(slots, mentions []*term.Term, rests map[int]*term.Term) (out []*term.Term, left int) {
	m := &mentioned{slots: slots, seen: map[*term.Term]bool{}, names: map[term.Sort][]*term.Term{}, kept: make([]*term.Term, len(slots)), homes: map[*term.Variable][]home{}}
	for i, t := range slots {
		switch t.Kind() {
		case term.KMap:
			m.kept[i] = term.EmptyMap
			if t.IsGround() {
				break // no variable has a home in it
			}
			t.EachEntry(func(k, v *term.Term) bool {
				if v.IsVar() {
					m.homes[v.Variable()] = append(m.homes[v.Variable()], home{i, k, v})
				}
				return true
			})
		case term.KSet:
			m.kept[i] = term.EmptySet
		}
	}
	for i, t := range slots {
		if i == s.K {
			t = t.Head()
		}
		if m.kept[i] == nil {
			m.look(t)
		}
	}
	for _, t := range mentions {
		m.look(t)
	}
	out = slices.Clone(slots)
	for i, kept := range m.kept {
		if kept == nil || !m.isNarrow(i) {
			continue
		}
		left += slots[i].Len() - kept.Len()
		if rests[i] == nil {
			rests[i] = term.Fresh("Rest", slots[i].Sort())
		}
		out[i] = term.Union(kept, rests[i])
	}
	return out, left
}

// mentioned are the entries of the maps and sets of a configuration to which a mention of
// something leads.
type mentioned struct {
	slots []*term.Term
	seen  map[*term.Term]bool
	names map[term.Sort][]*term.Term // the tokens among them
	kept  []*term.Term               // by slot; nil: it is no map or set
	homes map[*term.Variable][]home
}

// home is an entry of which the value is a variable: by it a use of the pattern finds what
// the variable is where others hold no more than v + 1.
type home struct {
	slot       int
	key, value *term.Term
}

// look notes what a term mentions.
func (m *mentioned) look(t *term.Term) {
	term.Walk(t, func(u *term.Term) bool {
		if m.seen[u] {
			return false
		}
		m.seen[u] = true
		if u.Kind() == term.KToken {
			m.names[u.Sort()] = append(m.names[u.Sort()], u)
		}
		if u.IsVar() {
			for _, h := range m.homes[u.Variable()] {
				m.keep(h.slot, h.key, h.value)
			}
		}
		for i, kept := range m.kept {
			if kept == nil {
				continue
			}
			if v, written := m.slots[i].Written(u); written {
				m.keep(i, u, v)
			}
		}
		return true
	})
}

func (m *mentioned) keep(slot int, key, value *term.Term) {
	if _, already := m.kept[slot].Written(key); already {
		return
	}
	if m.kept[slot] = m.kept[slot].Put(key, value); value != nil {
		m.look(value)
	}
}

// isNarrow reports whether entries of a slot are left out. They are not if a name is
// mentioned that it has not: whether that is new there could not be told. Nor are those of
// a constant, which costs nothing.
func (m *mentioned) isNarrow(i int) bool {
	t := m.slots[i]
	if t.IsValue() || m.kept[i].Len() == t.Len() {
		return false
	}
	narrow := true
	sorts := map[term.Sort]bool{}
	t.EachEntry(func(k, _ *term.Term) bool {
		if s := k.Sort(); k.Kind() == term.KToken && !sorts[s] {
			sorts[s] = true
			narrow = !slices.ContainsFunc(m.names[s], func(n *term.Term) bool {
				_, written := t.Written(n)
				return !written
			})
		}
		return narrow
	})
	return narrow
}
