package termmap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rlv/semantics/term"
)

// A map of terms is like one of Go's: keys are put, changed and taken away in any order, or
// the last ones first, in small maps and in large ones. Some keys are equal terms that are not
// one pointer.
func TestMapIsLikeGos(t *testing.T) {
	x := term.Var("x", term.SortInt)
	rapid.Check(t, func(t *rapid.T) {
		var m Map[int]
		want := map[int64]int{}
		var order []int64
		span := rapid.SampledFrom([]int64{4, 12, 300}).Draw(t, "keys")
		for i := range rapid.IntRange(1, 400).Draw(t, "steps") {
			n := rapid.Int64Range(0, span).Draw(t, "key")
			k := term.Add(x, term.Int(n<<40))
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				m.Delete(k)
				delete(want, n)
			case 1:
				if len(order) > 0 {
					n, order = order[len(order)-1], order[:len(order)-1]
					m.Delete(term.Add(x, term.Int(n<<40)))
					delete(want, n)
				}
			default:
				m.Put(k, i)
				want[n], order = i, append(order, n)
			}
			for n := range span + 1 {
				v, ok := m.Get(term.Add(x, term.Int(n<<40)))
				if w, there := want[n]; ok != there || v != w {
					t.Fatalf("key %d: got %d, %v, want %d, %v", n, v, ok, w, there)
				}
			}
		}
	})
}

// Keys are told apart by equality of terms, and by all members of a tuple.
func TestKeys(t *testing.T) {
	x, y := term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	big := func() *term.Term { return term.Add(x, term.Int(1<<40)) }
	var m Map[int]
	m.Put(big(), 1)
	m.Put(big(), 2)
	if v, ok := m.Get(big()); !ok || v != 2 || m.Has(x) {
		t.Errorf("got %d, %v", v, ok)
	}
	var s Set
	if !s.Add(y) || !s.Add(x) || s.Add(y) || !s.Has(x) || !slices.Equal(s.Order, []*term.Term{y, x}) {
		t.Errorf("members %v", s.Order)
	}
	var ts Tuples[string]
	ts.Put([]*term.Term{x, y}, "xy")
	ts.Put([]*term.Term{y, x}, "yx")
	ts.Put([]*term.Term{x}, "x")
	if v, _ := ts.Get([]*term.Term{y, x}); v != "yx" || ts.Len() != 3 {
		t.Errorf("got %q of %d", v, ts.Len())
	}
	if _, ok := ts.Get([]*term.Term{y}); ok {
		t.Error("a part of a tuple was found")
	}
}
