package kernel

import "testing"

// sign and count are functions by equations: the later ones are for where the first does not
// apply, and count calls itself.
func equationsForTest() *Language {
	x, b := variable(SInt, 0), Sort{Kind: SBool}
	of := func(t *Term) *Term { return App(t, unit) }
	positive := Operation(OLt, Int64(0), x)
	return &Language{Equations: []Equation{
		{Prio: 0, Fun: 16, Args: of(x), Right: True, Cond: []*Term{positive}},
		{Prio: 1, Fun: 16, Args: of(variable(SK, 0)), Right: False},
		{Prio: 2, Fun: 17, Args: of(x), Right: Operation(OAdd, Fun(17, Sort{Kind: SInt}, Operation(OAdd, x, Int64(-1))), Int64(1)), Cond: []*Term{Fun(16, b, x)}},
		{Prio: 3, Fun: 17, Args: of(variable(SK, 0)), Right: Int64(0)},
	}}
}

// An equation is used where it is seen to apply, and those before it not to; nothing is said of
// an argument that is not known, nor beyond the depth.
func TestEquations(t *testing.T) {
	c := newCalculator(equationsForTest(), new(int))
	sign := func(a *Term) *Term { return Fun(16, Sort{Kind: SBool}, a) }
	count := func(a *Term) *Term { return Fun(17, Sort{Kind: SInt}, a) }
	unknown := variable(SInt, 5)
	any := variable(SK, 5)
	for _, x := range []struct{ in, want *Term }{
		{sign(Int64(3)), True}, {sign(Int64(-3)), False}, {sign(Symbol(20)), False},
		{sign(unknown), sign(unknown)}, {sign(any), sign(any)},
		{count(Int64(4)), Int64(4)}, {count(Symbol(20)), Int64(0)}, {count(unknown), count(unknown)},
		{Fun(16, Sort{Kind: SInt}, Int64(3)), Fun(16, Sort{Kind: SInt}, Int64(3))}, // its value is of another sort
	} {
		if got := c.normal(nil, x.in); !Equal(got, x.want) {
			t.Errorf("%v is %v, not %v", x.in, got, x.want)
		}
	}
	deep := c.normal(nil, count(Int64(maxDepth+10)))
	if deep.Kind == TInt {
		t.Errorf("deeper than %d: %v", maxDepth, deep)
	}
}
