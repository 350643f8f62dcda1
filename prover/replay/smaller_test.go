package replay

import (
	"testing"

	"rlv/semantics/term"
)

// What is made smaller comes to an end, and to the smallest where that is enough.
func TestSmaller(t *testing.T) {
	a := term.Apply(term.ArrayStore, term.Apply(term.ArrayStore, term.ConstArray(term.Int(9)), term.Int(3), term.Int(70)), term.Int(5), term.Int(-8))
	at := func(a *term.Term, i int64) int64 {
		n, _ := term.Apply(term.ArraySelect, a, term.Int(i)).Int64()
		return n
	}
	for _, tt := range []struct {
		name  string
		value *term.Term
		keep  func(*term.Term) bool
		want  *term.Term
	}{
		{"anything", term.Int(-731), func(*term.Term) bool { return true }, term.Int(0)},
		{"a bound", term.Int(1<<40 + 7), func(n *term.Term) bool { i, _ := n.Int64(); return i >= 309 }, term.Int(309)},
		{"a bound from above", term.Int(-1 << 40), func(n *term.Term) bool { i, _ := n.Int64(); return i <= -309 }, term.Int(-309)},
		{"an element", a, func(a *term.Term) bool { return at(a, 3) > 4 }, term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(3), term.Int(5))},
		{"an element at a number", a, func(a *term.Term) bool { return at(a, 1000) > 4 }, term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(1000), term.Int(5))},
	} {
		value, steps := tt.value, 0
		for again := true; again; steps++ {
			again = false
			for _, next := range smaller(value, []*term.Term{term.Int(1000)}) {
				if tt.keep(next) && !term.Equal(next, value) {
					value, again = next, true
					break
				}
			}
			if steps > 200 {
				t.Fatalf("%s: no end", tt.name)
			}
		}
		if !term.Equal(value, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, value, tt.want)
		}
	}
}
