package instantiate

import (
	"testing"

	"rlv/semantics/term"

	"pgregory.net/rapid"
)

// The facts about remainders hold, whatever the values.
func TestRemainderFacts(t *testing.T) {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	a, y := v("a"), v("y")
	rapid.Check(t, func(rt *rapid.T) {
		n := func(label string) *term.Term { return term.Int(rapid.Int64Range(-12, 12).Draw(rt, label)) }
		op := rapid.SampledFrom([]*term.Symbol{term.IntTMod, term.IntEMod}).Draw(rt, "op")
		other := term.Add(a, term.Apply(term.IntMul, term.Int(rapid.Int64Range(-3, 3).Draw(rt, "k")), y))
		if rapid.Bool().Draw(rt, "unrelated") {
			other = v("b")
		}
		s := term.Substitution{a.Variable(): n("a"), y.Variable(): n("y"), v("b").Variable(): n("b")}
		if s[y.Variable()] == term.Int(0) {
			return
		}
		r := term.Apply(op, a, y)
		for _, f := range remainderFacts(r, []*term.Term{term.Apply(op, other, y)}) {
			if got := s.Apply(f); got != term.True {
				rt.Fatalf("%s is %s for %v", f, got, s)
			}
		}
	})
}
