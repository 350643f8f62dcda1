package pattern

import (
	"slices"
	"strings"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Opened puts a variable for every value in a final configuration that is not the one
// of the left side. Where loose is the same as left, what is on the left must stay.
func (s Space) Opened(left *rewrite.State, loose, final []*term.Term) ([]*term.Term, []*term.Variable) {
	g := &generalizer{lattice: s.Lattice, places: keysOf(final)}
	out := slices.Clone(final)
	for i := range out {
		if i == s.K || i == s.Counter {
			continue
		}
		var l *term.Term
		if loose != nil {
			l = loose[i]
		}
		out[i] = g.opened(left.Slots[i], l, final[i])
	}
	var vars []*term.Variable
	for _, col := range g.columns {
		vars = append(vars, col.v)
	}
	return out, vars
}

// opened puts a variable where b, which may have more entries, differs from a; not
// where loose, of the form of a, does not. If loose is nil there is no such limit.
func (g *generalizer) opened(a, loose, b *term.Term) *term.Term {
	if a != nil && term.Equal(a, b) {
		return b
	}
	switch {
	case a != nil && loose != nil && b.Kind() != term.KMap && b.Kind() != term.KSet && term.Equal(a, loose):
		return a
	case slices.ContainsFunc(g.places, func(k *term.Term) bool { return term.Equal(k, b) }):
		return b // where something is, such as what is declared here
	case b.Kind() == term.KMap:
		entries, _ := b.Entries()
		for _, e := range entries {
			b = b.Put(e.Key, g.opened(entry(a, e.Key), entry(loose, e.Key), e.Value))
		}
		return withKept(a, loose, b)
	case a != nil && a.Kind() == term.KApp && a.Symbol() == b.Symbol() && a.Symbol().Class == term.Constructor:
		args := make([]*term.Term, len(b.Args()))
		for i := range args {
			var l *term.Term
			if loose != nil && loose.Symbol() == a.Symbol() {
				l = loose.Arg(i)
			}
			args[i] = g.opened(a.Arg(i), l, b.Arg(i))
		}
		return term.AppAt(b.Symbol(), b.Pos(), args)
	case b.IsValue() && b.Kind() == term.KApp:
		return b
	}
	name := "v"
	if a != nil && a.IsVar() {
		name = strings.TrimPrefix(a.Variable().BaseName(), "_")
	} else if b.IsVar() {
		name = strings.TrimPrefix(b.Variable().BaseName(), "_")
	}
	if s := b.Sort(); s == term.SortInt || s == term.SortBool || s == term.SortArray || s == term.SortList || s == term.SortString || b.IsVar() {
		v := term.Fresh(name, s)
		g.columns = append(g.columns, column{v: v.Variable()})
		return v
	}
	return b
}

// withKept puts what is gone from a map, and must stay as it is, back into it.
func withKept(before, loose, after *term.Term) *term.Term {
	if before == nil || loose == nil || before.Kind() != term.KMap {
		return after
	}
	entries, _ := before.Entries()
	for _, e := range entries {
		if l := entry(loose, e.Key); entry(after, e.Key) == nil && l != nil && term.Equal(l, e.Value) {
			after = after.Put(e.Key, e.Value)
		}
	}
	return after
}

// entry is the value of a key in a map; nil if there is none.
func entry(m, key *term.Term) *term.Term {
	if m == nil || m.Kind() != term.KMap {
		return nil
	}
	v, _ := m.Get(key)
	return v
}

// keysOf are the keys of the maps in a configuration.
func keysOf(slots []*term.Term) []*term.Term {
	var out []*term.Term
	for _, t := range slots {
		if t.Kind() == term.KMap {
			entries, _ := t.Entries()
			for _, e := range entries {
				out = append(out, e.Key)
			}
		}
	}
	return out
}
