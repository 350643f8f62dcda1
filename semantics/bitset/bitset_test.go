package bitset

import (
	"maps"
	"math/rand"
	"slices"
	"testing"
)

// model is a set as a map, against which random operations are compared.
type model map[int32]bool

func (m model) elements() []int32 { return slices.Sorted(maps.Keys(m)) }

func random(r *rand.Rand) (Set[int32], model) {
	s, m := New[int32](r.Intn(300)), model{}
	for range r.Intn(40) {
		i := int32(r.Intn(300)) // beyond the room of s, too
		s.Add(i)
		m[i] = true
	}
	return s, m
}

func TestSetsAgreeWithMaps(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 2000 {
		s, m := random(r)
		u, n := random(r)
		both := model{}
		for i := range m {
			if n[i] {
				both[i] = true
			}
		}
		for i := range int32(400) {
			if s.Has(i) != m[i] {
				t.Fatalf("round %d: Has(%d) is %t", round, i, s.Has(i))
			}
		}
		if s.Meets(u) != (len(both) > 0) || s.Empty() != (len(m) == 0) {
			t.Fatalf("round %d: Meets %t, Empty %t for %v and %v", round, s.Meets(u), s.Empty(), m.elements(), n.elements())
		}
		check := func(what string, got Set[int32], want model) {
			if l := slices.Collect(got.All()); !slices.Equal(l, want.elements()) {
				t.Fatalf("round %d: %s: %v instead of %v", round, what, l, want.elements())
			}
		}
		check("All", s, m)
		kept := slices.Clone(s)
		kept.Keep(u)
		check("Keep", kept, both)
		rest, left := slices.Clone(s), maps.Clone(m)
		rest.Subtract(u)
		maps.DeleteFunc(left, func(i int32, _ bool) bool { return n[i] })
		check("Subtract", rest, left)
		one := int32(r.Intn(400))
		rest.Remove(one)
		delete(left, one)
		check("Remove", rest, left)
		all, sum := slices.Clone(s), maps.Clone(m)
		maps.Copy(sum, n)
		if changed := all.Union(u); changed != (len(sum) > len(m)) {
			t.Fatalf("round %d: Union reports %t", round, changed)
		}
		check("Union", all, sum)
		if all.Union(u) {
			t.Fatalf("round %d: a second Union changes the set", round)
		}
		check("the operand", u, n)
	}
}

func TestAllStops(t *testing.T) {
	var s Set[int]
	s.Add(3)
	s.Add(70)
	s.Add(200)
	var got []int
	for i := range s.All() {
		if got = append(got, i); i == 70 {
			break
		}
	}
	if !slices.Equal(got, []int{3, 70}) {
		t.Errorf("%v", got)
	}
}
