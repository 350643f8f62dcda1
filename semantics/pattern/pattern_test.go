package pattern

import (
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// space has configurations of a computation, an environment and a store.
var space = Space{Lattice: term.NewLattice(), K: 0, Counter: -1}

// state makes a configuration: env maps 1, 2, .. to the places, store 10, 11, .. to the
// values.
func state(env, store []*term.Term) *rewrite.State {
	entries := func(from int64, ts []*term.Term) *term.Term {
		m := term.EmptyMap
		for i, t := range ts {
			m = m.Put(term.Int(from+int64(i)), t)
		}
		return m
	}
	return &rewrite.State{Slots: []*term.Term{term.DotK, entries(1, env), entries(10, store)}}
}

func ints(ns ...int64) []*term.Term {
	var out []*term.Term
	for _, n := range ns {
		out = append(out, term.Int(n))
	}
	return out
}

// The pattern for states covers each of them, and not those that differ elsewhere.
func TestGeneral(t *testing.T) {
	n := term.Fresh("N", term.SortInt)
	a := state(ints(10, 11, 12), ints(0, 7, 0))
	b := state(ints(10, 11, 12), []*term.Term{n, term.Int(7), n})
	slots, made, ok := space.General(nil, a.Slots, b.Slots)
	if !ok || len(made) != 1 {
		t.Fatalf("%d new variables, want one for both places that differ alike (%v)", len(made), ok)
	}
	p := &rewrite.State{Slots: slots}
	open := map[*term.Variable]bool{made[0]: true}
	for _, tt := range []struct {
		name string
		st   *rewrite.State
		want bool
	}{
		{"the first", a, true},
		{"the second", b, true},
		{"another value", state(ints(10, 11, 12), ints(5, 7, 5)), true},
		{"two values", state(ints(10, 11, 12), ints(5, 7, 6)), false},
		{"another value in the middle", state(ints(10, 11, 12), ints(0, 8, 0)), false},
		{"another place", state(ints(11, 10, 12), ints(0, 7, 0)), false},
		{"fewer entries", state(ints(10, 11), ints(0, 7)), false},
	} {
		if got := space.Covers(p, tt.st, open); got != tt.want {
			t.Errorf("%s: covered %v, want %v", tt.name, got, tt.want)
		}
	}
	if _, _, ok := space.General(nil, a.Slots, state(ints(10, 11), ints(0, 7)).Slots); ok {
		t.Error("maps with other keys have a pattern")
	}
}

// Merged says of its variables that they are as in one of the states.
func TestMerged(t *testing.T) {
	x := term.Fresh("x", term.SortInt)
	a, b := state(ints(10), ints(0)), state(ints(10), ints(1))
	a.PC, b.PC = []*term.Term{term.Lt(x, term.Int(0))}, []*term.Term{term.Le(term.Int(0), x)}
	_, cond, vars, ok := space.Merged([]*rewrite.State{a, b}, 0)
	if !ok || len(vars) != 1 {
		t.Fatal("two states that differ in one value have no pattern")
	}
	for _, tt := range []struct {
		x, v int64
		want *term.Term
	}{{-1, 0, term.True}, {-1, 1, term.False}, {3, 1, term.True}, {3, 0, term.False}} {
		sub := term.Substitution{x.Variable(): term.Int(tt.x), vars[0]: term.Int(tt.v)}
		if got := sub.Apply(cond); got != tt.want {
			t.Errorf("x = %d, v = %d: %s, want %s", tt.x, tt.v, got, tt.want)
		}
	}
}

// Joined tells values that lead to different places from data.
func TestJoinedPlaces(t *testing.T) {
	_, made, mixed, ok := space.Joined(state(ints(10, 11), ints(0, 0)), state(ints(11, 10), ints(0, 0)))
	if !ok || len(made) != 2 || len(mixed) != 2 {
		t.Errorf("%d of %d variables stand for places, want two of two", len(mixed), len(made))
	}
	_, made, mixed, ok = space.Joined(state(ints(10), ints(4)), state(ints(10), ints(5)))
	if !ok || len(made) != 1 || len(mixed) != 0 {
		t.Errorf("%d of %d variables stand for places, want none of one", len(mixed), len(made))
	}
}

// Opened makes what a state has otherwise than another arbitrary, and keeps the rest.
func TestOpened(t *testing.T) {
	left := state(ints(10, 11), ints(1, 2))
	final := state(ints(10, 11), ints(1, 5))
	slots, vars := space.Opened(left, nil, final.Slots)
	if len(vars) != 1 {
		t.Fatalf("%d variables, want one", len(vars))
	}
	if v, _ := slots[2].Get(term.Int(10)); v != term.Int(1) {
		t.Errorf("what is as before became %s", v)
	}
	if v, _ := slots[2].Get(term.Int(11)); !term.Equal(v, vars[0].Term()) {
		t.Errorf("what has changed became %s", v)
	}
	// What may not change is as before on the right side.
	slots, vars = space.Opened(left, left.Slots, final.Slots)
	if v, _ := slots[2].Get(term.Int(11)); v != term.Int(2) || len(vars) != 0 {
		t.Errorf("what must stay became %s", v)
	}
}
