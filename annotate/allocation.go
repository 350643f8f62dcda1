package annotate

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// allocation is what a procedure leaves behind that was not there before, such as
// memory that it allocates: new entries of maps, with arbitrary values.
type allocation struct {
	entries map[int][]term.Entry // by slot
	vars    []*term.Variable     // of the values
	top     *term.Term           // the result, as far as it is the same at all ends; nil: it is not
}

// allocated finds what is new in the states at the ends of a procedure. It is nil if
// there is nothing, or something else at each end.
func (ct *contract) allocated(finals []*rewrite.State) *allocation {
	c := ct.c
	if len(finals) == 0 {
		return nil
	}
	m := &allocation{entries: map[int][]term.Entry{}, top: finals[0].Slots[c.K].Head()}
	known := map[*term.Variable]bool{}
	for _, v := range term.Vars(ct.left.Slots...) {
		known[v] = true
	}
	for i, before := range ct.left.Slots {
		if i == c.K || i == c.Counter {
			continue
		}
		entries := newEntries(before, finals[0].Slots[i])
		values := make([][]*term.Term, len(entries))
		for _, f := range finals {
			others := newEntries(before, f.Slots[i])
			if !sameKeys(entries, others) {
				return nil
			}
			for j, e := range others {
				values[j] = append(values[j], e.Value)
			}
		}
		for j, e := range entries {
			m.entries[i] = append(m.entries[i], term.Entry{Key: e.Key, Value: m.common(values[j], known)})
		}
	}
	m.result(ct, finals, known)
	if len(m.entries) == 0 && m.top == nil {
		return nil
	}
	return m
}

// result keeps of the result what is the same at all ends, if it leads to something
// that was there on entry: a pointer into an array parameter, say.
func (m *allocation) result(ct *contract, finals []*rewrite.State, known map[*term.Variable]bool) {
	var tops []*term.Term
	same := true
	for _, f := range finals {
		tops = append(tops, f.Slots[ct.c.K].Head())
		same = same && term.Equal(tops[len(tops)-1], m.top)
	}
	if same && len(m.entries) > 0 {
		return
	}
	n := len(m.vars)
	top := m.common(tops, known)
	if slices.ContainsFunc(term.Vars(top), ct.holds) {
		m.top = top
	} else {
		m.top, m.vars = nil, m.vars[:n]
	}
}

// holds reports whether a variable is the place of something on entry.
func (ct *contract) holds(v *term.Variable) bool {
	return slices.ContainsFunc(ct.left.Slots, func(t *term.Term) bool {
		if t.Kind() != term.KMap {
			return false
		}
		_, found := t.Get(v.Term())
		return found == term.Present
	})
}

// common is what the values at all ends have in common: data that is the same
// and depends on what is known at the start stays, other data is arbitrary.
func (m *allocation) common(values []*term.Term, known map[*term.Variable]bool) *term.Term {
	first, same := values[0], true
	shaped := first.Kind() == term.KApp && first.Symbol().Class == term.Constructor
	for _, v := range values[1:] {
		same = same && term.Equal(v, first)
		shaped = shaped && v.Kind() == term.KApp && v.Symbol() == first.Symbol()
	}
	for _, v := range term.Vars(first) {
		same = same && known[v]
	}
	switch {
	case same:
		return first
	case shaped:
		args := make([]*term.Term, len(first.Args()))
		for i := range args {
			var column []*term.Term
			for _, v := range values {
				column = append(column, v.Arg(i))
			}
			args[i] = m.common(column, known)
		}
		return term.AppAt(first.Symbol(), first.Pos(), args)
	}
	name := "made"
	if first.IsVar() {
		name = first.Variable().BaseName()
	}
	v := term.Fresh(name, first.Sort())
	m.vars = append(m.vars, v.Variable())
	return v
}

// newEntries are the entries of a map that another one does not have.
func newEntries(before, after *term.Term) []term.Entry {
	if after.Kind() != term.KMap {
		return nil
	}
	var out []term.Entry
	entries, _ := after.Entries()
	for _, e := range entries {
		if before.Kind() == term.KMap {
			if _, found := before.Get(e.Key); found == term.Present {
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

func sameKeys(a, b []term.Entry) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !term.Equal(a[i].Key, b[i].Key) {
			return false
		}
	}
	return true
}

// in adds what was made to a state.
func (m *allocation) in(st *rewrite.State) *rewrite.State {
	if m == nil {
		return st
	}
	next := *st
	next.Slots = slices.Clone(st.Slots)
	for i, entries := range m.entries {
		for _, e := range entries {
			if next.Slots[i].Kind() == term.KMap {
				next.Slots[i] = next.Slots[i].Put(e.Key, e.Value)
			} else {
				next.Slots[i] = term.Apply(term.MapConcat, term.EmptyMap.Put(e.Key, e.Value), next.Slots[i])
			}
		}
	}
	return &next
}

func (m *allocation) variables() []*term.Variable {
	if m == nil {
		return nil
	}
	return m.vars
}

// below are the conditions that the keys of what was made are below the fresh counter.
func (m *allocation) below(right *rewrite.State, counter int) []*term.Term {
	if m == nil || counter < 0 {
		return nil
	}
	var out []*term.Term
	for _, entries := range m.entries {
		for _, e := range entries {
			if e.Key.Sort() == term.SortInt {
				out = append(out, term.Lt(e.Key, right.Slots[counter]))
			}
		}
	}
	return out
}
