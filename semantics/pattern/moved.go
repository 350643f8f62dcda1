package pattern

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// What has moved. A vector that grows has its elements at a new place, and what leads to them leads there: of
//
//	<store> 3 |-> record(.. 5 ..)  5 |-> A </store>     <store> 3 |-> record(.. 9 ..)  9 |-> B </store>
//
// one pattern is
//
//	<store> 3 |-> record(.. P ..)  P |-> C </store>
//
// So has a variable that is declared in a loop which is followed, each time that it is. Sets of places, such as what a
// scope has, have the new one then.

// Moved gives two configurations the same new variables, which it returns, for the keys of maps that only one of them has,
// where what leads to one in the first leads to the other in the second.
func (s Space) Moved(a, b []*term.Term) (x, y []*term.Term, places []*term.Variable) {
	m := &moves{a: a, b: b, k: s.K}
	m.all(func(i int) { m.compare(a[i], b[i], term.NoSort) })
	for i := 0; i < len(m.pairs); i++ { // what is there may lead on
		p := m.pairs[i]
		m.all(func(i int) {
			u, atA := a[i].Get(p[0])
			v, atB := b[i].Get(p[1])
			if atA == term.Present && atB == term.Present {
				m.compare(u, v, term.NoSort)
			}
		})
	}
	x, y = slices.Clone(a), slices.Clone(b)
	for _, p := range m.pairs {
		v := term.Fresh("at", p[0].Sort())
		places = append(places, v.Variable())
		m.all(func(i int) {
			x[i], y[i] = replaced(x[i], term.NoSort, p[0], v), replaced(y[i], term.NoSort, p[1], v)
		})
		for i := range a {
			if i != s.K && a[i].Kind() == term.KSet && b[i].Kind() == term.KSet {
				x[i], y[i] = replaced(x[i], term.NoSort, p[0], v), replaced(y[i], term.NoSort, p[1], v)
			}
		}
	}
	return x, y, places
}

// moves are the pairs of keys found so far.
type moves struct {
	a, b  []*term.Term
	k     int
	pairs [][2]*term.Term
}

// all calls f for the slots that are maps in both configurations.
func (m *moves) all(f func(i int)) {
	for i := range m.a {
		if i != m.k && m.a[i].Kind() == term.KMap && m.b[i].Kind() == term.KMap {
			f(i)
		}
	}
}

// compare looks for keys at the same places of two terms.
func (m *moves) compare(t, u *term.Term, sort term.Sort) {
	switch {
	case term.Equal(t, u):
	case t.Kind() == term.KMap && u.Kind() == term.KMap:
		entries, _ := t.Entries()
		for _, e := range entries {
			if v, found := u.Get(e.Key); found == term.Present {
				m.compare(e.Value, v, term.NoSort)
			}
		}
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && len(t.Args()) > 0 && u.Kind() == term.KApp && u.Symbol() == t.Symbol():
		for i, arg := range t.Args() {
			m.compare(arg, u.Arg(i), t.Symbol().Args[i])
		}
	case !isData(sort) && t.Sort() == u.Sort() && m.isOwn(m.a, t, m.b) && m.isOwn(m.b, u, m.a):
		if !slices.ContainsFunc(m.pairs, func(p [2]*term.Term) bool { return term.Equal(p[0], t) || term.Equal(p[1], u) }) {
			m.pairs = append(m.pairs, [2]*term.Term{t, u})
		}
	}
}

// isOwn reports whether a term is a key in a configuration and not in another one.
func (m *moves) isOwn(of []*term.Term, key *term.Term, other []*term.Term) bool {
	own, both := false, false
	m.all(func(i int) {
		_, here := of[i].Get(key)
		_, there := other[i].Get(key)
		own, both = own || here == term.Present, both || there == term.Present
	})
	return own && !both
}

// replaced is a term with another place for one, as a key or where something leads there.
func replaced(t *term.Term, sort term.Sort, place, by *term.Term) *term.Term {
	switch {
	case !isData(sort) && term.Equal(t, place):
		return by
	case t.Kind() == term.KMap && t.Sort() == term.SortMap:
		entries, opaque := t.Entries()
		out := term.EmptyMap
		for _, e := range entries {
			key := e.Key
			if term.Equal(key, place) {
				key = by
			}
			out = out.Put(key, replaced(e.Value, term.NoSort, place, by))
		}
		for _, rest := range opaque {
			out = term.Apply(term.MapConcat, out, rest)
		}
		return out
	case t.Kind() == term.KSet:
		entries, opaque := t.Entries()
		out := term.EmptySet
		for _, e := range entries {
			out = term.Apply(term.SetConcat, out, term.SingletonSet(replaced(e.Key, term.NoSort, place, by)))
		}
		for _, rest := range opaque {
			out = term.Apply(term.SetConcat, out, rest)
		}
		return out
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && len(t.Args()) > 0:
		args := slices.Clone(t.Args())
		for i := range args {
			args[i] = replaced(args[i], t.Symbol().Args[i], place, by)
		}
		return term.AppAt(t.Symbol(), t.Pos(), args)
	}
	return t
}

// Apart are the conditions that nothing else is at a place of a state, and that it is below the fresh counter.
func (s Space) Apart(st *rewrite.State, place *term.Term) []*term.Term {
	var out []*term.Term
	for i, t := range st.Slots {
		if i == s.K || t.Kind() != term.KMap {
			continue
		}
		if _, found := t.Get(place); found == term.Present {
			out = append(out, term.Not(term.InKeys(place, t.Rest(place))))
		}
	}
	if s.Counter >= 0 && place.Sort() == term.SortInt {
		out = append(out, term.Lt(place, st.Slots[s.Counter]))
	}
	return out
}
