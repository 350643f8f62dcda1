package pattern

import (
	"slices"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// counted is a space with a fresh counter in the slot behind the store.
var counted = Space{Lattice: space.Lattice, K: 0, Counter: 3}

// at is a state with a value and a fresh counter.
func at(value int64, counter *term.Term) *rewrite.State {
	st := state(ints(10), ints(value))
	st.Slots = append(st.Slots, counter)
	return st
}

// The counter of a merged state is the greatest if they are numbers, or else a column.
func TestMergeOfCounters(t *testing.T) {
	n, m := term.Fresh("N", term.SortInt), term.Fresh("M", term.SortInt)
	plus := func(t *term.Term, d int64) *term.Term { return term.Add(t, term.Int(d)) }
	for _, tt := range []struct {
		name     string
		counters []*term.Term
		want     *term.Term // nil: a column
	}{
		{"numbers", ints(3, 7, 5), term.Int(7)},
		{"the same", []*term.Term{n, n}, n},
		{"at a known distance", []*term.Term{n, plus(n, 2)}, nil},
		{"of two calls", []*term.Term{n, m}, nil},
		{"a number and a call", []*term.Term{term.Int(4), n}, nil},
	} {
		var states []*rewrite.State
		for i, c := range tt.counters {
			states = append(states, at(20+int64(i), c))
		}
		st, columns, ok := counted.Merge(nil, states...)
		if !ok {
			t.Errorf("%s: not merged", tt.name)
			continue
		}
		got := st.Slots[3]
		of := slices.IndexFunc(columns, func(c Column) bool { return got.IsVar() && c.Variable == got.Variable() })
		switch {
		case tt.want != nil && (!term.Equal(got, tt.want) || len(columns) != 1):
			t.Errorf("%s: %s and %d columns, want %s and one for the value", tt.name, got, len(columns), tt.want)
		case tt.want == nil && (of < 0 || len(columns) != 2 || !slices.EqualFunc(columns[of].Of, tt.counters, term.Equal)):
			t.Errorf("%s: %s is no column", tt.name, got)
		}
	}
}

// A merged state stands for what its states stand for: for each value of a column that one
// of them has there, under its own condition, and for no other.
func TestMergeStandsForItsStates(t *testing.T) {
	x := term.Fresh("x", term.SortInt)
	a, b := at(0, term.Int(1)), at(4, term.Int(1))
	a.PC, b.PC = []*term.Term{term.Lt(x, term.Int(0))}, []*term.Term{term.Le(term.Int(0), x)}
	st, columns, ok := counted.Merge(nil, a, b)
	if !ok || len(columns) != 1 {
		t.Fatal("two states that differ in one value are not merged")
	}
	for v := int64(-1); v <= 5; v++ {
		for n := int64(-1); n <= 0; n++ {
			values := term.Substitution{x.Variable(): term.Int(n), columns[0].Variable: term.Int(v)}
			holds := true
			for _, c := range st.PC {
				holds = holds && values.Apply(c) == term.True
			}
			if want := n < 0 && v == 0 || n >= 0 && v == 4; holds != want {
				t.Errorf("x = %d, value %d: %v in %v", n, v, holds, st.PC)
			}
		}
	}
}

// What differs in more than data that leads nowhere refuses a merge.
func TestMergeRefuses(t *testing.T) {
	computation := func(k *term.Term) *rewrite.State {
		st := at(0, term.Int(1))
		st.Slots[0] = k
		return st
	}
	wide := func(v *term.Term) *rewrite.State {
		st := at(0, term.Int(1))
		st.Slots[1] = term.EmptyMap.Put(term.Int(1), v)
		return st
	}
	rest := term.Fresh("Rest", term.SortK)
	for _, tt := range []struct {
		name string
		keep []int
		a, b *rewrite.State
		want bool
	}{
		{"data", nil, at(20, term.Int(1)), at(21, term.Int(1)), true},
		{"data in a slot that is kept", []int{2}, at(20, term.Int(1)), at(21, term.Int(1)), false},
		{"data in another slot", []int{1}, at(20, term.Int(1)), at(21, term.Int(1)), true},
		{"keys of maps", nil, at(0, term.Int(1)), &rewrite.State{Slots: append(state(ints(11), ints(0)).Slots, term.Int(1))}, false},
		{"places", nil, &rewrite.State{Slots: append(state(ints(10, 11), ints(0, 0)).Slots, term.Int(1))}, &rewrite.State{Slots: append(state(ints(11, 10), ints(0, 0)).Slots, term.Int(1))}, false},
		{"lengths of lists", nil, wide(term.ListOf(term.Int(1))), wide(term.ListOf(term.Int(1), term.Int(2))), false},
		{"items of lists", nil, wide(term.ListOf(term.Int(21))), wide(term.ListOf(term.Int(22))), false},
		{"values of several sorts", nil, wide(term.Int(21)), wide(term.True), false},
		{"values of a wide sort", nil, wide(term.Fresh("V", term.SortKItem)), wide(term.Int(21)), false},
		{"code", nil, computation(rest), computation(term.Fresh("Rest", term.SortK)), false},
		{"results on top", nil, computation(term.Seq(term.Int(21), rest)), computation(term.Seq(term.Int(22), rest)), true},
		{"results of two sorts on top", nil, computation(term.Seq(term.Int(21), rest)), computation(term.Seq(term.True, rest)), false},
	} {
		if _, _, ok := counted.Merge(tt.keep, tt.a, tt.b); ok != tt.want {
			t.Errorf("%s: merged %v, want %v", tt.name, ok, tt.want)
		}
	}
}
