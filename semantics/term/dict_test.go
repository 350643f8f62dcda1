package term

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestDict compares dicts with maps of Go, with few entries and with more; what was made
// from a dict leaves it as it was.
func TestDict(t *testing.T) {
	most := 0
	rapid.Check(t, func(t *rapid.T) {
		d, want := dict{}, map[int64]int64{}
		old, before := d, maps.Clone(want)
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			old, before = d, maps.Clone(want)
			k, v := rapid.Int64Range(-2, 2*maxFew).Draw(t, "k"), rapid.Int64().Draw(t, "v")
			if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
				d = d.Delete(Int(k))
				delete(want, k)
			} else {
				d = d.Set(Int(k), Int(v))
				want[k] = v
			}
			most = max(most, len(want))
			sameEntries(t, d, want)
		}
		sameEntries(t, old, before)
	})
	if most <= maxFew {
		t.Error("at most", most, "entries")
	}
}

// TestPutAll compares entries that are put at once with entries put one after the other; the
// map that they are put to stays as it was.
func TestPutAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, most int) (out []Entry) {
			for range rapid.IntRange(0, most).Draw(t, name) {
				key := rapid.OneOf(
					rapid.Map(rapid.Int64Range(0, maxFew+4), Int),
					rapid.Map(rapid.IntRange(0, 3), func(i int) *Term { return Var("x"+strconv.Itoa(i), SortInt) }),
				).Draw(t, "key")
				out = append(out, Entry{key, Int(rapid.Int64().Draw(t, "value"))})
			}
			return out
		}
		one := func(m *Term, entries []Entry) *Term {
			for _, e := range entries {
				m = m.Put(e.Key, e.Value)
			}
			return m
		}
		there, more := draw("there", maxFew+2), draw("more", 6)
		m := one(EmptyMap, there)
		got, want := m.PutAll(more), one(m, more)
		if !Equal(got, want) || got.Hash() != want.Hash() || got.flags != want.flags || got.Sort() != want.Sort() {
			t.Fatalf("%s, not %s", got, want)
		}
		a, _ := got.Entries()
		if b, _ := want.Entries(); !slices.Equal(a, b) {
			t.Fatalf("%v, not %v", a, b)
		}
		if again := one(EmptyMap, there); !Equal(m, again) || m.Len() != again.Len() {
			t.Fatalf("%s was changed: %s", again, m)
		}
	})
}

func sameEntries(t *rapid.T, d dict, want map[int64]int64) {
	if d.Len() != len(want) {
		t.Fatalf("%d entries, not %d", d.Len(), len(want))
	}
	got := map[int64]int64{}
	d.each(func(k, v *Term) bool {
		if w, ok := d.Get(k); !ok || w != v {
			t.Fatalf("%s has %v", k, w)
		}
		got[k.num] = v.num
		return true
	})
	if !maps.Equal(got, want) {
		t.Fatalf("%v, not %v", got, want)
	}
	if _, ok := d.Get(Int(1 << 40)); ok {
		t.Fatal("a key that is not there")
	}
}
