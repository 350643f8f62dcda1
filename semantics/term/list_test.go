package term

import (
	"math/rand/v2"
	"testing"
)

// A list is that of its items however it was made, and does not hold on to many that
// were taken from it.
func TestListsAreTheirItems(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	item := func() *Term {
		if r.IntN(3) == 0 {
			return Var("x", SortInt)
		}
		return Int(r.Int64N(5))
	}
	list, items := EmptyList, []*Term(nil)
	for step := range 20000 {
		n := len(items)
		switch op := r.IntN(12); {
		case op < 5:
			x := item()
			list, items = Concat(list, ListOf(x)), append(items[:n:n], x)
		case op < 9 && n > 0:
			k := min(n, 1+r.IntN(2))
			list, items = list.Slice(k, n), items[k:]
		case op == 9 && step%1000 < 300:
			x := item()
			list, items = Concat(ListOf(x), list), append([]*Term{x}, items...)
		case op == 10 && n > 0:
			i, x := r.IntN(n), item()
			list, items = list.SetItemAt(i, x), append(append(items[:i:i], x), items[i+1:]...)
		case op == 11 && n > 4 && step%1000 < 300:
			list, items = list.Slice(1, n-1), items[1:n-1]
		}
		want := ListOf(items...)
		if list.Len() != len(items) || !Equal(list, want) || !Equal(want, list) || list.IsGround() && !want.IsGround() {
			t.Fatalf("step %d: %v, not %v", step, list, want)
		}
		for i, x := range items {
			if list.Item(i).Term != x {
				t.Fatalf("step %d: item %d of %v is not %v", step, i, list, x)
			}
		}
		if d := list.data.(*listData); d.from > maxPassedOver && d.from > d.len() {
			t.Fatalf("step %d: %d items before the first of %d", step, d.from, d.len())
		}
	}
}
