package term

import (
	"math/rand/v2"
	"testing"
)

// What a map says of its entries, whether there are variables among them and which keys
// are not values, is that of the entries that it has, whatever was there before.
func TestWhatMapsSayOfTheirEntries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	x := Var("x", SortInt)
	terms := []*Term{Int(0), Int(1), Int(2), x, Add(x, Int(1)), App(MapLookup, Var("M", SortMap), Int(3))}
	m := EmptyMap
	for range 5000 {
		k := terms[rnd.IntN(len(terms))]
		if rnd.IntN(2) == 0 {
			m = m.Put(k, terms[rnd.IntN(len(terms))])
		} else {
			m = m.Remove(k)
		}
		ground, value, symbolic := true, true, 0
		m.EachEntry(func(k, v *Term) bool {
			ground, value = ground && k.IsGround() && v.IsGround(), value && k.IsValue() && v.IsValue()
			if !k.IsValue() {
				symbolic++
			}
			return true
		})
		if m.IsGround() != ground || m.IsValue() != value || m.data.(*mapData).symbolic != symbolic {
			t.Fatalf("%s: ground %v, a value %v, %d keys that are none", m, m.IsGround(), m.IsValue(), m.data.(*mapData).symbolic)
		}
	}
}

// Whether a key is in a map or list is a formula however many entries there are.
func TestMembershipHasNoLimit(t *testing.T) {
	x, n := Var("x", SortInt), int64(200)
	m, l, set := EmptyMap, EmptyList, EmptySet
	for i := range n {
		m, set = m.Put(Int(i), Int(0)), set.Put(Int(i), nil)
		l = Apply(ListConcat, l, Apply(ListElement, Int(i)))
	}
	for _, in := range []*Term{InKeys(x, m), Apply(SetIn, x, set), Apply(ListIn, x, l)} {
		for _, i := range []int64{0, 64, 65, n - 1, n} {
			if got := (Substitution{x.Variable(): Int(i)}).Apply(in); got != Bool(i < n) {
				t.Errorf("membership of %d is %s", i, got)
			}
		}
		if !in.Is(BoolOr) {
			t.Errorf("membership of a symbol stays an application of %s", in.Symbol().Name)
		}
	}
}

// mapOfSome is a map of some of the keys, with or without another part.
func mapOfSome(rnd *rand.Rand, keys, values []*Term) *Term {
	m := EmptyMap
	for _, k := range keys {
		if rnd.IntN(3) > 0 {
			m = m.Put(k, values[rnd.IntN(len(values))])
		}
	}
	if rnd.IntN(2) == 0 {
		m = Union(m, Var("M", SortMap))
	}
	return m
}

// To take out many keys at once is to take them out one by one.
func TestRemoveAllIsRemovalOfEach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x := Var("x", SortInt)
	keys := []*Term{Int(0), Int(1), Int(2), Int(3), x, Add(x, Int(1))}
	for range 2000 {
		m, gone := mapOfSome(rnd, keys, []*Term{Int(7), x}), EmptySet
		for _, k := range keys {
			if rnd.IntN(2) == 0 {
				gone = gone.Put(k, nil)
			}
		}
		want := m
		entries, _ := gone.Entries()
		for _, e := range entries {
			want = Apply(MapRemove, want, e.Key)
		}
		if got := Apply(MapRemoveAll, m, gone); !Equal(got, want) {
			t.Fatalf("%s without %s is %s, one by one %s", m, gone, got, want)
		}
	}
}

// A substitution in a map is the union of what becomes of its parts.
func TestSubstitutionInAMapIsThatInItsParts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 3))
	x, y, m := Var("x", SortInt), Var("y", SortInt), Var("M", SortMap)
	keys := []*Term{Int(0), Int(1), x, y, Add(x, Int(1))}
	values := []*Term{Int(0), Int(2), y, Var("z", SortInt), SingletonMap(x, y)}
	for range 2000 {
		in := mapOfSome(rnd, keys, append(keys, x, y))
		if in.Kind() != KMap {
			continue
		}
		sub := Substitution{}
		for _, v := range []*Term{x, y} {
			if rnd.IntN(2) == 0 {
				sub[v.Variable()] = values[rnd.IntN(4)]
			}
		}
		if rnd.IntN(3) == 0 {
			sub[m.Variable()] = mapOfSome(rnd, keys[:2], values)
		}
		want := Apply(MapUnit)
		entries, opaque := in.Entries()
		for _, e := range entries {
			want = Apply(MapConcat, want, SingletonMap(sub.Apply(e.Key), sub.Apply(e.Value)))
		}
		for _, o := range opaque {
			want = Apply(MapConcat, want, sub.Apply(o))
		}
		if got := sub.Apply(in); !Equal(got, want) {
			t.Fatalf("%v in %s gives %s, in its parts %s", sub, in, got, want)
		}
	}
}
