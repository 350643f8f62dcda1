package term_test

import (
	"testing"

	"rlv/semantics/term"
)

// Equal code at two places of a program is told apart by its places, wherever it stands
// in what is compared; data have none.
func TestSamePlaces(t *testing.T) {
	sym := &term.Symbol{Name: "stmt", Class: term.Constructor, Args: []term.Sort{term.SortInt}, Result: term.SortKItem}
	here, there := term.AppAt(sym, 1, []*term.Term{term.Int(7)}), term.AppAt(sym, 2, []*term.Term{term.Int(7)})
	other := term.AppAt(sym, 1, []*term.Term{term.Int(8)})
	if !term.Equal(here, there) {
		t.Fatal("places are not part of what is equal")
	}
	inMap := func(v *term.Term) *term.Term { return term.EmptyMap.Put(term.Int(1), v) }
	inList := func(v *term.Term) *term.Term { return term.ListOf(v) }
	for name, in := range map[string]func(*term.Term) *term.Term{
		"alone": func(v *term.Term) *term.Term { return v }, "in a computation": func(v *term.Term) *term.Term { return term.Seq(v, term.DotK) },
		"behind others": func(v *term.Term) *term.Term { return term.Seq(term.Var("X", term.SortKItem), term.Seq(v, term.DotK)) },
		"in a map":      inMap, "in a list": inList,
	} {
		if term.SamePlaces(in(here), in(there)) {
			t.Errorf("%s: two places pass for one", name)
		}
		if !term.SamePlaces(in(here), in(here)) || !term.SamePlaces(in(here), in(other)) {
			t.Errorf("%s: one place passes for two", name)
		}
	}
}
