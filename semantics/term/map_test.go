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
