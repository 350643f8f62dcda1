package pattern

import (
	"slices"
	"strings"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// generalizer finds the least general term of which several are instances, up
// to data: where they differ in data a variable is put (anti-unification).
type generalizer struct {
	lattice *term.Lattice
	keep    map[*term.Variable]bool // variables of the first term that may already stand for others
	places  []*term.Term            // keys of maps, which are kept where a final state is opened
	columns []column
	failed  bool
	here    position
}

// column is a new variable with what it stands for in each of the terms, and where.
type column struct {
	v  *term.Variable
	of []*term.Term
	at []position
}

// position is where in a configuration something stands: the slot, and the sort that
// the constructor around it gives its argument, NoSort directly in a map.
type position struct {
	slot int
	sort term.Sort
}

// general returns the generalisation of ts, which are of one sort.
func (g *generalizer) general(ts []*term.Term) *term.Term {
	first := ts[0]
	if allEqual(ts) {
		return first
	}
	if first.IsVar() && g.keep[first.Variable()] && g.fits(first.Sort(), ts) {
		return first
	}
	for i, col := range g.columns {
		if sameColumn(col.of, ts) {
			g.columns[i].at = append(col.at, g.here)
			return col.v.Term()
		}
	}
	switch {
	case first.Kind() == term.KApp && first.Symbol().Class == term.Constructor && len(first.Args()) > 0 && allApplications(ts, first.Symbol()):
		return g.arguments(ts)
	case first.Kind() == term.KMap && first.Sort() == term.SortMap:
		return g.maps(ts)
	}
	return g.variable(ts)
}

func allEqual(ts []*term.Term) bool {
	for _, t := range ts[1:] {
		if !term.Equal(ts[0], t) {
			return false
		}
	}
	return true
}

func sameColumn(a, b []*term.Term) bool {
	for i := range a {
		if !term.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func allApplications(ts []*term.Term, sym *term.Symbol) bool {
	for _, t := range ts {
		if t.Symbol() != sym {
			return false
		}
	}
	return true
}

func (g *generalizer) fits(s term.Sort, ts []*term.Term) bool {
	for _, t := range ts {
		if !g.lattice.Leq(t.Sort(), s) {
			return false
		}
	}
	return true
}

func (g *generalizer) arguments(ts []*term.Term) *term.Term {
	args := make([]*term.Term, len(ts[0].Args()))
	for i := range args {
		col := make([]*term.Term, len(ts))
		for j, t := range ts {
			col[j] = t.Arg(i)
		}
		g.here.sort = ts[0].Symbol().Args[i]
		args[i] = g.general(col)
	}
	if ts[0].IsSeq() {
		return term.Seq(args[0], args[1])
	}
	return term.AppAt(ts[0].Symbol(), ts[0].Pos(), args)
}

// maps generalises maps with the same keys and opaque parts value by value.
func (g *generalizer) maps(ts []*term.Term) *term.Term {
	entries, opaque := ts[0].Entries()
	out := ts[0]
	for _, t := range ts[1:] {
		if t.Kind() != term.KMap || t.Len() != len(entries) || !sameOpaque(opaque, t.Opaque()) {
			g.failed = true
			return ts[0]
		}
	}
	for _, e := range entries {
		col := []*term.Term{e.Value}
		for _, t := range ts[1:] {
			v, found := t.Get(e.Key)
			if found != term.Present {
				g.failed = true
				return ts[0]
			}
			col = append(col, v)
		}
		g.here.sort = term.NoSort
		out = out.Put(e.Key, g.general(col))
	}
	return out
}

func sameOpaque(a, b []*term.Term) bool { return len(a) == len(b) && sameColumn(a, b) }

// variable stands for data that differ. Code that differs cannot be generalised.
func (g *generalizer) variable(ts []*term.Term) *term.Term {
	s, ok := g.join(ts)
	if !ok {
		g.failed = true
		return ts[0]
	}
	name := "v"
	for _, t := range ts {
		if t.IsVar() {
			name = strings.TrimPrefix(t.Variable().BaseName(), "_")
		}
	}
	v := term.Fresh(name, s)
	g.columns = append(g.columns, column{v.Variable(), slices.Clone(ts), []position{g.here}})
	return v
}

// join returns the least sort of all terms, which must be one of data.
func (g *generalizer) join(ts []*term.Term) (term.Sort, bool) {
	s := ts[0].Sort()
	for _, t := range ts[1:] {
		switch {
		case g.lattice.Leq(t.Sort(), s):
		case g.lattice.Leq(s, t.Sort()):
			s = t.Sort()
		default:
			return s, false
		}
	}
	return s, s != term.SortK && s != term.SortKItem && s != term.SortMap && s != term.SortSet
}

// states generalises configurations slot by slot, the computation left as in
// the first.
func (g *generalizer) states(k int, slots ...[]*term.Term) []*term.Term {
	out := slices.Clone(slots[0])
	for i := range out {
		if i == k {
			continue
		}
		col := make([]*term.Term, len(slots))
		for j := range slots {
			col[j] = slots[j][i]
		}
		g.here = position{i, term.NoSort}
		out[i] = g.general(col)
	}
	return out
}

// General is one pattern for several configurations that differ in data only, with its
// new variables; variables in keep may stand for others already. It is false if there
// is none.
func (s Space) General(keep map[*term.Variable]bool, slots ...[]*term.Term) (out []*term.Term, made []*term.Variable, ok bool) {
	g := &generalizer{lattice: s.Lattice, keep: keep}
	out = g.states(s.K, slots...)
	for _, col := range g.columns {
		made = append(made, col.v)
	}
	return out, made, !g.failed
}

// Merged is one pattern for several states that differ in data only, with the
// condition that it is one of them.
func (s Space) Merged(states []*rewrite.State, common int) (slots []*term.Term, cond *term.Term, vars []*term.Variable, ok bool) {
	g := &generalizer{lattice: s.Lattice}
	all := make([][]*term.Term, len(states))
	for i, st := range states {
		all[i] = st.Slots
	}
	slots = g.states(s.K, all...)
	cond = g.disjunction(states, common)
	for _, col := range g.columns {
		vars = append(vars, col.v)
	}
	return slots, cond, vars, !g.failed
}

// Joined is a pattern for two states, with its new variables and those of them that
// stand for different places, or for what is no data; false if there is none.
func (s Space) Joined(x, y *rewrite.State) (slots []*term.Term, made, mixed map[*term.Variable]bool, ok bool) {
	g := &generalizer{lattice: s.Lattice}
	slots = g.states(s.K, x.Slots, y.Slots)
	made, mixed = map[*term.Variable]bool{}, map[*term.Variable]bool{}
	for _, col := range g.columns {
		made[col.v] = true
		if s.Counter >= 0 && term.Equal(slots[s.Counter], col.v.Term()) {
			continue
		}
		if !isData(col.v.Sort) || col.isPlace(x.Slots, y.Slots) {
			mixed[col.v] = true
		}
	}
	if s.Counter >= 0 { // it is arbitrary in every pattern
		slots[s.Counter] = x.Slots[s.Counter]
	}
	return slots, made, mixed, !g.failed
}

// isPlace reports whether a column stands for places: for keys of maps. A number directly in
// a map is a key of another map; as an argument it is none if the constructor takes
// numbers there.
func (col column) isPlace(configurations ...[]*term.Term) bool {
	for i, slots := range configurations {
		for _, at := range col.at {
			if isData(at.sort) {
				continue
			}
			for j, slot := range slots {
				if slot.Kind() != term.KMap || j == at.slot && at.sort == term.NoSort {
					continue
				}
				if _, found := slot.Get(col.of[i]); found == term.Present {
					return true
				}
			}
		}
	}
	return false
}

// isData reports whether the values of a sort lead nowhere.
func isData(s term.Sort) bool {
	return slices.Contains([]term.Sort{term.SortInt, term.SortBool, term.SortString, term.SortArray, term.SortList}, s)
}
