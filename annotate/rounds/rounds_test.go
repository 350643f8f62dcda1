package rounds

import (
	"math/rand"
	"testing"
	"time"
)

// Contracts of a random program, each with a number that its exploration makes the largest of
// its own and one more than those of what it calls, up to a bound: the rounds end where no
// exploration would change one, and functions that stand before those that call them take one.
func TestRoundsEndWhereNothingChanges(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	const bound = 9
	for range 500 {
		n := 1 + r.Intn(6)
		ordered := r.Intn(2) == 0
		calls := make([][]int, n)
		for i := range calls {
			for range r.Intn(3) {
				if !ordered {
					calls[i] = append(calls[i], r.Intn(n))
				} else if i > 0 {
					calls[i] = append(calls[i], r.Intn(i))
				}
			}
		}
		found, made := make([]int, n), make([]int, n)
		next := func(i int) int {
			most := found[i]
			for _, j := range calls[i] {
				most = max(most, min(found[j]+1, bound))
			}
			return most
		}
		var rounds Rounds[int, int]
		took := 0
		for changed := true; changed && took < 1000; took++ {
			changed = false
			rounds.Begin()
			for i := range n {
				changed = rounds.Settle(i, i, func() bool {
					made[i]++
					for _, j := range calls[i] {
						rounds.Ask(j)
					}
					before := found[i]
					found[i] = next(i)
					return found[i] != before
				}, func() bool { return r.Intn(4) > 0 || ordered }) || changed
			}
		}
		for i := range n {
			if found[i] != next(i) {
				t.Fatalf("seed %d: calls %v: what is found of %d is %d, and would be %d", seed, calls, i, found[i], next(i))
			}
			if ordered && made[i] > 2 {
				t.Fatalf("seed %d: calls %v: %d is explored %d times", seed, calls, i, made[i])
			}
		}
		if ordered && took != 1 {
			t.Fatalf("seed %d: calls %v take %d rounds", seed, calls, took)
		}
	}
}
