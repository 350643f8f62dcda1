package rewrite

import (
	"math/rand/v2"
	"testing"

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
