package kernel

import "testing"

// Acts that are possible, and those that must not be (proofs/coq/tests/Acts.v has the same).
func TestActs(t *testing.T) {
	x, y, bound := V(number), V(other), Bound(0)
	less := func(a, b *Term) *Form { return Holds(Operation(OLt, a, b)) }
	binder := func(k FormKind, f *Form) *Form { return &Form{Kind: k, A: f} }
	plain := less(x, Int64(0))
	all, some := binder(FAll, less(bound, x)), binder(FEx, less(bound, x))
	or := func(f, g *Form) *Form { return &Form{Kind: FOr, A: f, B: g} }
	table := &Language{Tests: [][]Test{{{Head: Head{Kind: HInt}}}, {{Head: Head{Kind: HInt}}, {Head: Head{Kind: HStr}}},
		{{Head: Head{Kind: HSym, Sym: 20}, Args: []uint64{0}}}, {{Head: Head{Kind: HSym, Sym: 20}}}}}
	m := NewMachine(table, nil, nil, false)
	inst := func(t *Term) Act { return Act{Kind: AInst, Term: t} }
	use := func(f *Form, t *Term) Act { return Act{Kind: AUse, Form: f, Term: t} }
	name := func(f *Form) Act { return Act{Kind: AName, Form: f} }
	open, back := Act{Kind: AOpen}, Act{Kind: ABack}
	sorts := func(i, j uint64) Act { return Act{Kind: AKind, I: i, J: j, Term: x} }
	hs := func(fs ...*Form) []*Form { return fs }
	for i, c := range []struct {
		act        Act
		hypotheses []*Form
		conclusion *Form
		possible   bool
	}{
		{inst(x), hs(all), plain, true}, {inst(x), hs(implication(some, implication(plain, all))), plain, true}, {inst(x), hs(some), plain, false},
		{inst(x), hs(implication(all, plain)), plain, false}, {inst(x), hs(Not(all)), plain, false}, {inst(bound), hs(all), plain, false}, {inst(Str("")), hs(all), plain, false},
		{open, hs(some), some, true}, {open, hs(implication(plain, some)), some, true}, {open, hs(implication(all, some)), plain, false}, {open, hs(all), plain, false},
		{open, hs(some, less(y, x)), plain, false}, {open, hs(some), less(y, x), false},
		{use(all, x), nil, some, true}, {use(some, x), nil, some, true}, {use(plain, x), nil, plain, false}, {use(all, bound), nil, plain, false}, {use(all, Str("")), nil, plain, false},
		{name(some), nil, plain, true}, {name(all), nil, plain, true}, {name(some), nil, implication(some, all), true}, {name(some), nil, some, false},
		{name(binder(FAll, some)), nil, plain, false}, {name(binder(FEx, binder(FAll, some))), nil, plain, true}, {name(plain), nil, plain, false},
		{name(binder(FEx, less(bound, y))), nil, plain, false}, {name(some), hs(less(y, x)), plain, false}, {name(some), nil, less(y, x), false},
		{name(some), nil, or(plain, all), true}, {name(some), nil, or(plain, some), false}, {name(some), nil, or(all, all), false},
		{back, hs(implication(all, plain)), plain, true}, {back, hs(implication(plain, all)), plain, false}, {back, hs(all), plain, false},
		{sorts(0, 1), nil, plain, true}, {sorts(1, 0), nil, plain, false}, {sorts(2, 3), nil, plain, false}, {sorts(0, 4), nil, plain, false}, {sorts(4, 0), nil, plain, false},
	} {
		if _, err := m.Act(&c.act, &Obligation{N: 1, Hypotheses: c.hypotheses, Conclusion: c.conclusion}); (err == nil) != c.possible {
			t.Errorf("%d: %v", i, err)
		}
	}
}
