package prover

import (
	"slices"
	"testing"

	"rlv/semantics/term"
)

// What speaks of functions that a goal does not apply is left out, and nothing else.
func TestAlikeLeavesOtherFunctionsOut(t *testing.T) {
	function := func(name string) func(*term.Term) *term.Term {
		s := term.NewSymbol(term.Symbol{Name: name, Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
		return func(x *term.Term) *term.Term { return term.App(s, x) }
	}
	count, sum := function("count"), function("sum")
	x, y := term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	a := term.Apply(term.ArraySelect, term.Var("a", term.SortArray), x)
	plain, counted, summed := term.Lt(a, y), term.Le(count(x), y), term.Le(term.Int(0), sum(y))
	both := term.Eq(sum(x), count(y))
	all := term.Apply(term.Forall, x, term.Le(count(x), y))
	pc := []*term.Term{plain, counted, summed, both, all}
	for name, tt := range map[string]struct {
		goal *term.Term
		want []*term.Term
	}{
		"none":  {term.Lt(x, y), []*term.Term{plain}},
		"one":   {term.Lt(count(y), x), []*term.Term{plain, counted, all}},
		"other": {term.Eq(sum(y), x), []*term.Term{plain, summed}},
		"two":   {term.Lt(sum(count(x)), y), pc},
	} {
		if got := alike(pc, tt.goal); !slices.EqualFunc(got, tt.want, term.Equal) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
