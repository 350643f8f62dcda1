package termmap

import (
	"slices"
	"testing"

	"rlv/semantics/term"
)

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
