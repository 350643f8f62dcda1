package kernel

import (
	"testing"

	"rlv/proofs/logic"
)

// Acts that are possible, and those that must not be (proofs/coq/tests/Acts.v has the same).
func TestActs(t *testing.T) {
	x, y, bound := logic.V(number), logic.V(other), logic.Bound(0)
	less := func(a, b *logic.Term) *logic.Form { return logic.Holds(logic.Operation(logic.OLt, a, b)) }
	binder := func(k logic.FormKind, f *logic.Form) *logic.Form { return &logic.Form{Kind: k, A: f} }
	plain := less(x, logic.Int64(0))
	all, some := binder(logic.FAll, less(bound, x)), binder(logic.FEx, less(bound, x))
	or := func(f, g *logic.Form) *logic.Form { return &logic.Form{Kind: logic.FOr, A: f, B: g} }
	table := &Language{Tests: [][]logic.Test{{{Head: logic.Head{Kind: logic.HInt}}}, {{Head: logic.Head{Kind: logic.HInt}}, {Head: logic.Head{Kind: logic.HStr}}},
		{{Head: logic.Head{Kind: logic.HSym, Sym: 20}, Args: []uint64{0}}}, {{Head: logic.Head{Kind: logic.HSym, Sym: 20}}}}}
	m := NewMachine(table, nil, nil, false)
	inst := func(t *logic.Term) Act { return Act{Kind: AInst, Term: t} }
	use := func(f *logic.Form, t *logic.Term) Act { return Act{Kind: AUse, Form: f, Term: t} }
	name := func(f *logic.Form) Act { return Act{Kind: AName, Form: f} }
	open, back := Act{Kind: AOpen}, Act{Kind: ABack}
	sorts := func(i, j uint64) Act { return Act{Kind: AKind, I: i, J: j, Term: x} }
	hs := func(fs ...*logic.Form) []*logic.Form { return fs }
	for i, c := range []struct {
		act        Act
		hypotheses []*logic.Form
		conclusion *logic.Form
		possible   bool
	}{
		{inst(x), hs(all), plain, true}, {inst(x), hs(logic.Implies(some, logic.Implies(plain, all))), plain, true}, {inst(x), hs(some), plain, false},
		{inst(x), hs(logic.Implies(all, plain)), plain, false}, {inst(x), hs(logic.Not(all)), plain, false}, {inst(bound), hs(all), plain, false}, {inst(logic.Str("")), hs(all), plain, false},
		{open, hs(some), some, true}, {open, hs(logic.Implies(plain, some)), some, true}, {open, hs(logic.Implies(all, some)), plain, false}, {open, hs(all), plain, false},
		{open, hs(some, less(y, x)), plain, false}, {open, hs(some), less(y, x), false},
		{use(all, x), nil, some, true}, {use(some, x), nil, some, true}, {use(plain, x), nil, plain, false}, {use(all, bound), nil, plain, false}, {use(all, logic.Str("")), nil, plain, false},
		{name(some), nil, plain, true}, {name(all), nil, plain, true}, {name(some), nil, logic.Implies(some, all), true}, {name(some), nil, some, false},
		{name(binder(logic.FAll, some)), nil, plain, false}, {name(binder(logic.FEx, binder(logic.FAll, some))), nil, plain, true}, {name(plain), nil, plain, false},
		{name(binder(logic.FEx, less(bound, y))), nil, plain, false}, {name(some), hs(less(y, x)), plain, false}, {name(some), nil, less(y, x), false},
		{name(some), nil, or(plain, all), true}, {name(some), nil, or(plain, some), false}, {name(some), nil, or(all, all), false},
		{back, hs(logic.Implies(all, plain)), plain, true}, {back, hs(logic.Implies(plain, all)), plain, false}, {back, hs(all), plain, false},
		{sorts(0, 1), nil, plain, true}, {sorts(1, 0), nil, plain, false}, {sorts(2, 3), nil, plain, false}, {sorts(0, 4), nil, plain, false}, {sorts(4, 0), nil, plain, false},
	} {
		if _, err := m.Act(&c.act, &Obligation{N: 1, Hypotheses: c.hypotheses, Conclusion: c.conclusion}); (err == nil) != c.possible {
			t.Errorf("%d: %v", i, err)
		}
	}
}
