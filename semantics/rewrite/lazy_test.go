package rewrite_test

import (
	"testing"

	"rlv/semantics/term"
)

// TestCallsInOpenBranches: a function that calls itself in one branch of a
// conditional, or behind a connective, is unfolded while its argument decides,
// and no further.
func TestCallsInOpenBranches(t *testing.T) {
	d := loadNamed(t, "lazy").Definition
	x := term.Var("X", term.SortInt)
	for _, p := range d.Source.Whole().Productions {
		sym := d.Symbol(p)
		if sym == nil || !sym.IsFunction() || p.Module != "LAZY" {
			continue
		}
		if !sym.Recursive {
			t.Errorf("%s calls itself, which is not seen", sym)
		}
		if got := term.Apply(sym, x); term.Equal(got, term.App(sym, x)) || !got.HasFunctions() {
			t.Errorf("%s of a variable is %s, want one step", sym, got)
		}
		if got := term.Apply(sym, term.Int(40)); !got.IsValue() {
			t.Errorf("%s of 40 is %s", sym, got)
		}
	}
}
