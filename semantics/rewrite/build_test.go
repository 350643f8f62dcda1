package rewrite

import (
	"math/rand/v2"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// TestEntryIsUnionWithOne: to add an entry to a map or set is to join it with one of that entry,
// also where the key is there or may be, and where the collection is not known.
func TestEntryIsUnionWithOne(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	x, rest := term.Var("x", term.SortInt), term.Var("REST", term.SortMap)
	keys := []*term.Term{term.Int(0), term.Int(1), x, term.Add(x, term.Int(1)), term.Str("a"), term.App(term.MapLookup, rest, term.Int(0))}
	is := func(t *term.Term) *bld { return &bld{op: buildConst, lit: t} }
	m, put := &matcher{}, 0
	for range 3000 {
		all, key, value := term.EmptyMap, keys[rnd.IntN(len(keys))], keys[rnd.IntN(len(keys))]
		b := &bld{op: buildEntry, sym: term.MapConcat, args: []*bld{nil, is(key), is(value)}}
		one, opaque := term.SingletonMap(key, value), rest
		if rnd.IntN(2) == 0 {
			all, one, opaque, value = term.EmptySet, term.SingletonSet(key), term.Var("REST", term.SortSet), nil
			b.sym, b.args = term.SetConcat, b.args[:2]
		}
		for range rnd.IntN(4) {
			all = all.Put(keys[rnd.IntN(len(keys))], value)
		}
		if rnd.IntN(3) == 0 {
			all = term.Union(all, opaque)
		}
		b.args[0] = is(all)
		got, want := m.build(b), term.Apply(b.sym, all, one)
		if !term.Equal(got, want) {
			t.Fatalf("%s with %s is %s, not %s", all, one, got, want)
		}
		if got.Len() > all.Len() {
			put++
		}
	}
	if put < 500 {
		t.Errorf("%d entries were added", put)
	}
}

// TestArraysHaveVariables: what was written in an array is matched and built as everything else, also
// where the indexes are concrete, and the variables of a claim are not taken for those of the state.
func TestArraysHaveVariables(t *testing.T) {
	x, y := term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	array := func(at int64, v *term.Term) *term.Term {
		return term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(at), v)
	}
	slots := func(ts ...*term.Term) (out []compile.Slot) {
		for i, t := range ts {
			out = append(out, compile.Slot{Index: i, Term: t})
		}
		return out
	}
	unknown := term.Var("a", term.SortArray)
	cases := []struct {
		left, subject []*term.Term
		equations     int // -1: it does not match
	}{
		{[]*term.Term{x, y}, []*term.Term{term.Add(x, term.Int(1)), x}, 0},
		{[]*term.Term{x, array(2, x)}, []*term.Term{term.Int(3), array(2, term.Int(3))}, 0},
		{[]*term.Term{x, array(2, x)}, []*term.Term{term.Int(3), array(2, x)}, 1},
		{[]*term.Term{x, array(2, x)}, []*term.Term{term.Add(x, term.Int(1)), array(2, x)}, -1},
		{[]*term.Term{array(2, x), x}, []*term.Term{array(2, y), y}, 0},
		{[]*term.Term{array(2, x), y}, []*term.Term{array(2, y), x}, 0},
		{[]*term.Term{x, array(2, x)}, []*term.Term{term.Int(3), array(1, term.Int(3))}, -1},
		{[]*term.Term{x, array(2, x)}, []*term.Term{y, unknown}, 1},
		{[]*term.Term{y, array(2, x)}, []*term.Term{y, unknown}, 1},
	}
	for _, c := range cases {
		l := term.NewLattice()
		right := slots(x, array(1, x))
		p := NewProgram(l, &compile.Rule{Kind: compile.ClaimRule, Left: slots(c.left...), Right: right}, nil)
		ms := p.Matches(l, c.subject)
		switch {
		case c.equations < 0:
			if len(ms) > 0 {
				t.Errorf("%v matches %v", c.left, c.subject)
			}
			continue
		case len(ms) != 1 || ms[0].Undecided != "" || len(ms[0].Equations) != c.equations:
			t.Errorf("%v matches %v otherwise: %+v", c.left, c.subject, ms)
			continue
		}
		sub := ms[0].Substitution()
		if got := ms[0].Result(c.subject); !term.Equal(got[1], array(1, sub[x.Variable()])) || !term.Equal(got[0], sub[x.Variable()]) {
			t.Errorf("%v gives %v of %v, where x is %v", c.left, got, c.subject, sub[x.Variable()])
		}
	}
}

// TestAClaimTakesWhatItsSubjectIsWrittenWith: a variable that a claim has only within terms may be anything, so it is what the
// subject has there; what is left to hold stays an equation. One of a rule stays open: its other values count too.
func TestAClaimTakesWhatItsSubjectIsWrittenWith(t *testing.T) {
	a, b := term.Var("a", term.SortArray), term.Var("b", term.SortArray)
	x, y, k := term.Var("x", term.SortInt), term.Var("y", term.SortInt), term.Var("k", term.SortInt)
	store := func(a *term.Term, i, v *term.Term) *term.Term { return term.Apply(term.ArrayStore, a, i, v) }
	one, two := term.Int(1), term.Int(2)
	for _, c := range []struct {
		left, subject []*term.Term
		equations     int
		is            map[*term.Term]*term.Term
	}{
		{[]*term.Term{store(a, one, two)}, []*term.Term{store(b, one, two)}, 0, map[*term.Term]*term.Term{a: b}},
		{[]*term.Term{store(a, one, two)}, []*term.Term{store(b, k, two)}, 1, map[*term.Term]*term.Term{a: b}},
		{[]*term.Term{store(a, x, two), x}, []*term.Term{store(b, k, two), k}, 0, map[*term.Term]*term.Term{a: b, x: k}},
		{[]*term.Term{store(a, x, two), x}, []*term.Term{store(b, k, two), y}, 1, map[*term.Term]*term.Term{a: b, x: y}},
		{[]*term.Term{term.Add(x, two)}, []*term.Term{term.Add(k, one)}, 0, map[*term.Term]*term.Term{x: term.Sub(k, one)}},
		{[]*term.Term{term.Add(x, y), y}, []*term.Term{term.Int(3), one}, 0, map[*term.Term]*term.Term{x: two, y: one}},
		{[]*term.Term{term.Apply(term.IntMul, x, x)}, []*term.Term{term.Apply(term.IntMul, k, k)}, 0, map[*term.Term]*term.Term{x: k}},
	} {
		l := term.NewLattice()
		var left []compile.Slot
		for i, s := range c.left {
			left = append(left, compile.Slot{Index: i, Term: s})
		}
		ms := NewProgram(l, &compile.Rule{Kind: compile.ClaimRule, Left: left}, nil).Matches(l, c.subject)
		if len(ms) != 1 || len(ms[0].Equations) != c.equations || len(ms[0].Open) > 0 {
			t.Errorf("%v matches %v otherwise: %+v", c.left, c.subject, ms)
			continue
		}
		for v, is := range c.is {
			if got := ms[0].Substitution()[v.Variable()]; !term.Equal(got, is) {
				t.Errorf("%v matches %v with %v for %v, not %v", c.left, c.subject, got, v, is)
			}
		}
		if of := NewProgram(l, &compile.Rule{Left: left}, nil).Matches(l, c.subject); len(of) != 1 || len(of[0].Open) == 0 {
			t.Errorf("a rule with %v has no open variable: %+v", c.left, of)
		}
	}
}
