package linear

import (
	"fmt"
	"math/rand"
	"testing"
)

// firstOutside looks through all rows for the first variable outside its bounds.
func firstOutside(t *tableau) int {
	found := -1
	for i := range t.rows {
		r := &t.rows[i]
		if (found < 0 || r.basic < t.rows[found].basic) && (t.below(r) || t.above(r)) {
			found = i
		}
	}
	return found
}

// The first variable outside its bounds is the one that a look through all rows finds,
// whatever bounds are set, taken back, and restored by pivots.
func TestViolatedIsTheFirstOutside(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	found := 0
	for range 300 {
		s := New(plenty)
		var x []Var
		for range 2 + r.Intn(5) {
			x = append(x, s.Int())
		}
		for range 70 {
			var f Form
			for _, v := range x {
				if c := int64(r.Intn(7) - 3); c != 0 {
					f = append(f, Term{v, c})
				}
			}
			if len(f) > 1 {
				s.variable(f, content(f))
			}
		}
		for range 60 {
			v, k := int32(r.Intn(len(s.place))), int64(r.Intn(21)-10)
			switch n := len(s.undo); {
			case r.Intn(5) == 0:
				s.restore(r.Intn(n + 1))
			case r.Intn(2) == 0 && (s.loLit[v] == none || s.lo[v] <= k):
				s.setUpper(v, k, True)
			case s.hiLit[v] == none || s.hi[v] >= k:
				s.setLower(v, k, True)
			}
			got, want := s.violated(), firstOutside(&s.tableau)
			if got != want {
				t.Fatalf("row %d, but row %d is the first outside its bounds", got, want)
			}
			if got >= 0 {
				found++
				if c := s.entering(got); c >= 0 {
					s.pivot(got, c, s.violatedBound(got))
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d violations", found)
	}
}

// BenchmarkViolated looks for a variable outside its bounds, as after each decision, in
// tableaux of 100 and 400 rows: among those that are suspected, and in all rows.
func BenchmarkViolated(b *testing.B) {
	for _, n := range []int{100, 400} {
		s := New(plenty)
		x := s.Int()
		for range n {
			y := s.Int()
			s.setUpper(s.variable(Form{{x, 1}, {y, 1}}, 1), 7, True)
			x = y
		}
		for _, way := range []struct {
			name string
			find func() int
		}{{"suspected", s.violated}, {"all", func() int { return firstOutside(&s.tableau) }}} {
			b.Run(fmt.Sprintf("%d/%s", n, way.name), func(b *testing.B) {
				for range b.N {
					if way.find() >= 0 {
						b.Fatal("none is outside its bounds")
					}
				}
			})
		}
	}
}
