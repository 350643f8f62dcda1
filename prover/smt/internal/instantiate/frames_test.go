package instantiate

import (
	"testing"

	"rlv/semantics/term"
)

// An array of which a conjunct says that it is another one but for some elements is written as
// that one with these elements, where a function is applied to it.
func TestFramed(t *testing.T) {
	a, b, i, j, k := term.Var("a", term.SortArray), term.Var("b", term.SortArray), ivar("i"), ivar("j"), ivar("k")
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortArray}, Result: term.SortInt, Class: term.Function, Total: true})
	apart := func(x, y *term.Term) *term.Term { return term.Not(term.Eq(x, y)) }
	same := term.Eq(sel(a, k), sel(b, k))
	store := func(x, at *term.Term) *term.Term { return term.Apply(term.ArrayStore, x, at, sel(b, at)) }
	applied := term.Eq(term.Apply(f, b), term.Int(0))
	read := term.Eq(sel(b, i), sel(a, j))
	for _, tt := range []struct {
		name  string
		frame *term.Term
		is    *term.Term
	}{
		{"one element", term.Implies(apart(i, k), same), store(a, i)},
		{"two elements", term.Implies(term.And(apart(i, k), apart(j, k)), same), store(store(a, i), j)},
		{"an index that is counted from the end", term.Implies(apart(term.Add(i, k), j), same), store(a, term.Sub(j, i))},
		{"every second index", term.Implies(apart(term.Add(k, k), j), same), b},
		{"a range", term.Implies(term.And(apart(i, k), term.Le(term.Int(0), k)), same), b},
		{"an index that is read there", term.Implies(apart(sel(b, i), k), same), b},
		{"other elements", term.Implies(apart(i, k), term.Eq(sel(a, k), sel(b, j))), b},
		{"the same array", term.Implies(apart(i, k), term.Eq(sel(store(b, j), k), sel(b, k))), b},
		{"at the index only", term.Implies(term.Eq(i, k), same), b},
	} {
		conj := []*term.Term{forall(k, tt.frame), applied, read}
		got := framed(conj)
		if want := term.Eq(term.Apply(f, tt.is), term.Int(0)); got[0] != conj[0] || !term.Equal(got[1], want) {
			t.Errorf("%s: %s, want %s", tt.name, got[1], want)
		}
		if stays := tt.name != "an index that is counted from the end"; stays != term.Equal(got[2], read) {
			t.Errorf("%s: b[i] = a[j] becomes %s", tt.name, got[2])
		}
		if got := framed([]*term.Term{conj[0], read}); !term.Equal(got[1], read) {
			t.Errorf("%s: an array that is only read becomes %s", tt.name, got[1])
		}
	}
}
