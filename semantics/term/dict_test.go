package term

import (
	"maps"
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
