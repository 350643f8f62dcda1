package kernel

import (
	"testing"

	"rlv/proofs/logic"
)

// sign and count are functions by equations: the later ones are for where the first does not
// apply, and count calls itself.
func equationsForTest() *Language {
	x, b := variable(logic.SInt, 0), logic.Sort{Kind: logic.SBool}
	of := func(t *logic.Term) *logic.Term { return logic.App(t, unit) }
	positive := logic.Operation(logic.OLt, logic.Int64(0), x)
	return &Language{Equations: []Equation{
		{Prio: 0, Fun: 16, Args: of(x), Right: logic.True, Cond: []*logic.Term{positive}},
		{Prio: 1, Fun: 16, Args: of(variable(logic.SK, 0)), Right: logic.False},
		{Prio: 2, Fun: 17, Args: of(x), Right: logic.Operation(logic.OAdd, logic.Fun(17, logic.Sort{Kind: logic.SInt}, logic.Operation(logic.OAdd, x, logic.Int64(-1))), logic.Int64(1)), Cond: []*logic.Term{logic.Fun(16, b, x)}},
		{Prio: 3, Fun: 17, Args: of(variable(logic.SK, 0)), Right: logic.Int64(0)},
	}}
}

// An equation is used where it is seen to apply, and those before it not to; nothing is said of
// an argument that is not known, nor beyond the depth.
func TestEquations(t *testing.T) {
	c := NewMachine(equationsForTest(), nil, nil, false)
	sign := func(a *logic.Term) *logic.Term { return logic.Fun(16, logic.Sort{Kind: logic.SBool}, a) }
	count := func(a *logic.Term) *logic.Term { return logic.Fun(17, logic.Sort{Kind: logic.SInt}, a) }
	unknown := variable(logic.SInt, 5)
	any := variable(logic.SK, 5)
	for _, x := range []struct{ in, want *logic.Term }{
		{sign(logic.Int64(3)), logic.True}, {sign(logic.Int64(-3)), logic.False}, {sign(logic.Symbol(20)), logic.False},
		{sign(unknown), sign(unknown)}, {sign(any), sign(any)},
		{count(logic.Int64(4)), logic.Int64(4)}, {count(logic.Symbol(20)), logic.Int64(0)}, {count(unknown), count(unknown)},
		{logic.Fun(16, logic.Sort{Kind: logic.SInt}, logic.Int64(3)), logic.Fun(16, logic.Sort{Kind: logic.SInt}, logic.Int64(3))}, // its value is of another sort
	} {
		if got := c.Normal(x.in); !logic.Equal(got, x.want) {
			t.Errorf("%v is %v, not %v", x.in, got, x.want)
		}
	}
	deep := c.Normal(count(logic.Int64(maxCalls + 10)))
	if deep.Kind == logic.TInt {
		t.Errorf("deeper than %d: %v", maxCalls, deep)
	}
}

// An equation for applications of a constructor does not apply to what is known to be of a sort that has none.
func TestEquationsForOtherSorts(t *testing.T) {
	x, integer := variable(logic.SK, 0), logic.Sort{Kind: logic.SInt}
	l := &Language{Equations: []Equation{
		{Prio: 0, Fun: 18, Args: logic.App(logic.App(logic.Symbol(21), x), unit), Right: logic.Int64(1)},
		{Prio: 1, Fun: 18, Args: logic.App(x, unit), Cond: []*logic.Term{logic.Is(0, x)}, Right: logic.Int64(2)},
	}}
	l.Tests = [][]logic.Test{{{Head: logic.Head{Kind: logic.HInt}}}, {{Head: logic.Head{Kind: logic.HInt}}, {Head: logic.Head{Kind: logic.HSym, Sym: 21}}}}
	m, of := NewMachine(l, nil, nil, false), logic.Fun(18, integer, variable(logic.SK, 5))
	for s, want := range []*logic.Term{logic.Int64(2), of} {
		c := m.terms.Knowing([]*logic.Form{logic.Holds(logic.Is(uint64(s), variable(logic.SK, 5)))})
		if got := c.Within(nil, of); !logic.Equal(got, want) {
			t.Errorf("of sort %d: %v, not %v", s, got, want)
		}
	}
}
