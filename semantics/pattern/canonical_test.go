package pattern

import (
	"math/rand/v2"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// randomPairs calls f with pairs of small states: half of them are the same up to names and
// the order of conjuncts.
func randomPairs(pairs int, f func(a, b *rewrite.State)) {
	rnd := rand.New(rand.NewPCG(6, 1))
	pair := &term.Symbol{Name: "pair", Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortKItem, Class: term.Constructor}
	vars := []*term.Term{term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt), term.Fresh("z", term.SortInt)}
	number := func() *term.Term {
		x := vars[rnd.IntN(len(vars))]
		switch rnd.IntN(5) {
		case 0:
			return term.Int(int64(rnd.IntN(3)))
		case 1:
			return term.Add(term.Apply(term.IntMul, term.Int(2), x), vars[rnd.IntN(len(vars))])
		case 2:
			return term.Sub(x, vars[rnd.IntN(len(vars))])
		case 3:
			return term.Add(x, term.Int(int64(rnd.IntN(2))))
		}
		return x
	}
	state := func() *rewrite.State {
		m := term.EmptyMap
		for range rnd.IntN(4) {
			m = m.Put(number(), number())
		}
		st := &rewrite.State{Slots: []*term.Term{term.App(pair, number(), number()), m}}
		for range rnd.IntN(3) {
			st.PC = append(st.PC, term.Eq(number(), number()))
		}
		return st
	}
	for range pairs {
		a, b := state(), state()
		if rnd.IntN(2) == 0 { // the same with other names, and the conjuncts in another order
			rename := term.Substitution{}
			for _, i := range rnd.Perm(len(vars)) {
				rename[vars[i].Variable()] = term.Fresh("w", term.SortInt)
			}
			b = &rewrite.State{Slots: rename.ApplyAll(a.Slots), PC: rename.ApplyAll(a.PC)}
			rnd.Shuffle(len(b.PC), func(i, j int) { b.PC[i], b.PC[j] = b.PC[j], b.PC[i] })
		}
		f(a, b)
	}
}

// States that are the same up to names may be the same, and have one shape: no quick look
// misses any, and each tells apart most of those that are not the same.
func TestQuickLookMissesNoSameStates(t *testing.T) {
	names, same, apart, shapes := Names{}, 0, 0, 0
	randomPairs(20000, func(a, b *rewrite.State) {
		quick, shape := MayBeSame(a, b), names.Form(a, nil).Shape() == names.Form(b, nil).Shape()
		switch {
		case names.Canonical(a, nil).Same(names.Canonical(b, nil)):
			same++
			if !quick || !shape {
				t.Fatalf("%s %s is not told to be the same as %s %s", a.Slots, a.PC, b.Slots, b.PC)
			}
		case !quick:
			apart++
		}
		if !shape {
			shapes++
		}
	})
	if same < 1000 || apart < 1000 || shapes < 1000 {
		t.Errorf("%d pairs are the same, %d are told apart, %d by their shapes", same, apart, shapes)
	}
}
