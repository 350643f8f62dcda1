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
