package pattern

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Merging says when paths that meet become one.
type Merging string

// The ways of merging. Auto follows paths apart as long as they have few branches, and
// begins again with merging where they have more; the empty value is Auto.
const (
	Auto   Merging = "auto"
	Always Merging = "always"
	Never  Merging = "never"
)

// Column is a variable of a merged state, with what it stands for in each of the states.
type Column struct {
	Variable *term.Variable
	Of       []*term.Term
}

// Merge is one state for several that have come to one place: with equal computations, or
// with results on top of equal ones. It stands for exactly the states that they stand for
// together: where they differ in data there is a new variable, a column, and the path
// condition has one disjunct for each state, which says what the columns are there. Of
//
//	<x> 0 </x> if not b     and     <x> n </x> if b
//
// it is <x> V </x> under not b /\ V = 0 \/ b /\ V = n. Only a fresh counter that is a
// number is raised.
//
// Columns are of sorts whose values lead nowhere: Int, Bool, String, Array. What differs
// otherwise (code, keys of maps, numbers that are keys of a map, lists, values of wider
// sorts) refuses the merge, and so do differences in the slots of keep.
func (s Space) Merge(keep []int, states ...*rewrite.State) (merged *rewrite.State, columns []Column, ok bool) {
	for _, i := range keep {
		for _, st := range states[1:] {
			if !term.Equal(st.Slots[i], states[0].Slots[i]) {
				return nil, nil, false
			}
		}
	}
	g := &generalizer{lattice: s.Lattice}
	all := make([][]*term.Term, len(states))
	for i, st := range states {
		all[i] = st.Slots
	}
	out := *states[0]
	out.Slots = g.states(s.K, all...)
	if most := s.greatestCounter(all); most != nil {
		out.Slots[s.Counter] = most
		g.columns = slices.DeleteFunc(g.columns, func(c column) bool {
			return !slices.ContainsFunc(c.at, func(at position) bool { return at.slot != s.Counter })
		})
	}
	out.Slots[s.K] = g.computation(s.K, all)
	if g.failed || slices.ContainsFunc(g.columns, func(c column) bool { return !isColumn(c.v.Sort) || c.isPlace(all...) }) {
		return nil, nil, false
	}
	common := commonPrefix(states)
	out.PC = slices.Clone(states[0].PC[:common])
	out.PC = append(out.PC, g.bounds()...)
	if cond := g.disjunction(states, common); cond != term.True {
		out.PC = term.Conjuncts(out.PC, cond)
	}
	for _, col := range g.columns {
		columns = append(columns, Column{col.v, col.of})
	}
	return &out, columns, true
}

// computation generalises computations that are equal but for the results on top.
func (g *generalizer) computation(k int, all [][]*term.Term) *term.Term {
	first := all[0][k]
	heads := []*term.Term{first.Head()}
	same := true
	for _, slots := range all[1:] {
		same = same && term.Equal(slots[k], first)
		heads = append(heads, slots[k].Head())
	}
	if same {
		return first
	}
	if !first.IsSeq() {
		g.failed = true
		return first
	}
	g.here = position{k, term.NoSort}
	return term.Seq(g.general(heads), first.Tail())
}

// greatestCounter is the greatest of the fresh counters; nil if they are not all numbers.
// A run from the start of a program may go on with a greater one: of it rules only make
// what is new, so from
//
//	<k> new </k> <store> 1 |-> 0 </store> <generatedCounter> 2 </generatedCounter>
//
// on, with 7 in place of 2, all is the same with 7 in place of 2 and 8 in place of 3, and it
// is new in each of the states.
//
// Where a counter is arbitrary, as in goals, or the counter behind a call of which a contract
// is all that is known, what is made of it stands in patterns that other states are to fit:
// there it is a column like others, which is below none of those that it stands for.
func (s Space) greatestCounter(all [][]*term.Term) *term.Term {
	if s.Counter < 0 {
		return nil
	}
	most := all[0][s.Counter]
	for _, slots := range all {
		t := slots[s.Counter]
		if t.Kind() != term.KInt {
			return nil
		}
		if t.Big().Cmp(most.Big()) > 0 {
			most = t
		}
	}
	return most
}

// isColumn reports whether variables of a sort may stand for what differs in states that
// are merged.
func isColumn(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortString || s == term.SortArray
}

// commonPrefix is how many conjuncts all path conditions begin with.
func commonPrefix(states []*rewrite.State) int {
	n := len(states[0].PC)
	for _, st := range states[1:] {
		i := 0
		for i < n && i < len(st.PC) && term.Equal(st.PC[i], states[0].PC[i]) {
			i++
		}
		n = i
	}
	return n
}

// disjunction says that a state is one of several: what its path condition has beyond the
// common conjuncts, and what the columns stand for.
func (g *generalizer) disjunction(states []*rewrite.State, common int) *term.Term {
	cond := term.False
	for i, st := range states {
		one := term.And(withoutFollowing(st.PC[min(common, len(st.PC)):])...)
		for _, col := range g.columns {
			one = term.And(one, term.Eq(col.v.Term(), col.of[i]))
		}
		cond = term.Or(cond, one)
	}
	return cond
}

// withoutFollowing leaves out of a conjunction what equations of its members with values
// make true: of  x != 0, x != 1, x = 2  the last is left. Behind a choice of n cases, each
// of which says that the ones before were not met, n*n/2 members become about 2*n.
func withoutFollowing(conj []*term.Term) []*term.Term {
	values := term.Substitution{}
	for _, c := range conj {
		if v, value := valueOf(c); v != nil && values[v] == nil {
			values[v] = value
		}
	}
	if len(values) == 0 {
		return conj
	}
	return slices.DeleteFunc(slices.Clone(conj), func(c *term.Term) bool {
		v, value := valueOf(c)
		return (v == nil || values[v] != value) && values.Apply(c) == term.True
	})
}

// valueOf returns the variable and the number of an equation between them, nil for other
// formulas.
func valueOf(c *term.Term) (*term.Variable, *term.Term) {
	if !c.Is(term.IntEq) {
		return nil, nil
	}
	for side := range 2 {
		if v, value := c.Arg(side).Variable(), c.Arg(1-side); v != nil && value.IsInt() {
			return v, value
		}
	}
	return nil, nil
}

// bounds are the bounds of columns of two values with a known distance: they follow from the
// disjunction, and a solver that has them need not split it.
func (g *generalizer) bounds() []*term.Term {
	var out []*term.Term
	for _, col := range g.columns {
		if col.v.Sort != term.SortInt || len(col.of) != 2 {
			continue
		}
		low, high := col.of[0], col.of[1]
		d := term.Sub(high, low)
		if d.Kind() != term.KInt {
			continue
		}
		if d.Big().Sign() < 0 {
			low, high = high, low
		}
		out = append(out, term.Le(low, col.v.Term()), term.Le(col.v.Term(), high))
	}
	return out
}
