package pattern

import (
	"fmt"
	"math/rand"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Random configurations with an environment, a store and a scope: what is narrowed covers
// them, has what is mentioned and what that leads to, and nothing else.
func TestNarrowedCovers(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	l := term.NewLattice()
	names, space := l.Add("Id"), Space{Lattice: l, K: 0, Counter: -1}
	next := term.Fresh("Next", term.SortInt)
	for range 200 {
		n := 2 + rnd.Intn(6)
		env, store, scope := term.EmptyMap, term.Fresh("S", term.SortMap), term.EmptySet
		var name, address []*term.Term
		for i := range n {
			x, at := term.Token(names, fmt.Sprintf("x%d", i)), term.Add(next, term.Int(int64(10*i)))
			value := term.Int(int64(100 + i))
			if i > 0 && rnd.Intn(3) == 0 {
				value = address[rnd.Intn(i)] // a pointer
			}
			name, address = append(name, x), append(address, at)
			env, scope = env.Put(x, at), term.Union(scope, term.SingletonSet(at))
			store = term.Union(term.SingletonMap(at, value), store)
		}
		mentioned := name[rnd.Intn(n)]
		st := &rewrite.State{Slots: []*term.Term{term.Seq(mentioned, term.DotK), env, store, scope}}
		rests := map[int]*term.Term{}
		slots, left := space.Narrowed(st.Slots, nil, rests)
		open := map[*term.Variable]bool{}
		for _, r := range rests {
			open[r.Variable()] = true
		}
		if !space.Covers(&rewrite.State{Slots: slots}, st, open) {
			t.Fatalf("%v does not cover %v", slots, st.Slots)
		}
		at := mentioned
		for slot := 1; at.Kind() != term.KInt; slot = 2 {
			v, written := slots[slot].Written(at)
			if !written {
				t.Fatalf("%s is left out: %v of %v", at, slots, st.Slots)
			}
			at = v
		}
		// The name and one address after the other, and the home of the variable in them.
		if _, home := slots[1].Written(name[0]); !home || slots[1].Len() > 2 || left != 3*n-slots[1].Len()-slots[2].Len()-slots[3].Len() {
			t.Fatalf("%d left out: %v of %v", left, slots, st.Slots)
		}
		again, _ := space.Narrowed(st.Slots, nil, rests)
		for i := range again {
			if !term.Equal(again[i], slots[i]) {
				t.Fatalf("another rest: %s, %s", again[i], slots[i])
			}
		}
	}
}

// Nothing is left out where a name is mentioned that is not there, and of constants.
func TestNarrowedLeavesIn(t *testing.T) {
	names := term.NewLattice().Add("Id")
	x, y := term.Token(names, "x"), term.Token(names, "y")
	v := term.Fresh("v", term.SortInt)
	for _, tt := range []struct {
		name      string
		top, slot *term.Term
		left      int
	}{
		{"what is not mentioned", term.Int(0), term.SingletonMap(x, v), 1},
		{"a name that is new", y, term.SingletonMap(x, v), 0},
		{"a constant", term.Int(0), term.SingletonMap(x, term.Int(1)), 0},
	} {
		if _, left := space.Narrowed([]*term.Term{term.Seq(tt.top, term.DotK), tt.slot}, nil, map[int]*term.Term{}); left != tt.left {
			t.Errorf("%s: %d left out, want %d", tt.name, left, tt.left)
		}
	}
}
