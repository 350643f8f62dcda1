package difference

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/semantics/term"
)

func ivar(i int) *term.Term { return variables[i] }

var variables = func() (out []*term.Term) {
	for i := range 2000 {
		out = append(out, term.Var(fmt.Sprint("x", i), term.SortInt))
	}
	return out
}()

// randomBound is a bound of a difference of few unknowns, in one of its many forms.
func randomBound(r *rand.Rand, unknowns int) *term.Term {
	k := term.Int(int64(r.Intn(9) - 4))
	x, y := ivar(r.Intn(unknowns)), ivar(r.Intn(unknowns))
	left, right := term.Add(x, k), y
	switch r.Intn(5) {
	case 0:
		left, right = x, k
	case 1:
		left, right = k, x
	case 2:
		left, right = term.Sub(x, y), k
	case 3:
		left, right = term.Sub(x, k), y
	}
	switch r.Intn(8) {
	case 0:
		return term.Eq(left, right)
	case 1, 2, 3:
		return term.Lt(left, right)
	}
	return term.Le(left, right)
}

// contradictory decides bounds by all sums of two, again and again (R. Floyd, Algorithm
// 97, 1962), of which it knows by evaluation what they are: a bound is true or not as two
// unknowns differ.
func contradictory(bounds []*term.Term, unknowns int) bool {
	const far = 1 << 20
	d := make([][]int64, unknowns+1) // d[x][y]: x - y is at most that; the last unknown is 0
	for i := range d {
		d[i] = make([]int64, unknowns+1)
		for j := range d[i] {
			d[i][j] = far
		}
		d[i][i] = 0
	}
	// most is the greatest number below 64 that x - y may be.
	most := func(b *term.Term, x, y int) int64 {
		for n := int64(63); n > -64; n-- {
			sub := term.Substitution{}
			if y < unknowns {
				sub[ivar(y).Variable()] = term.Int(0)
			}
			if x < unknowns {
				sub[ivar(x).Variable()] = term.Int(n)
			} else {
				sub[ivar(y).Variable()] = term.Int(-n)
			}
			if sub.Apply(b) == term.True {
				return n
			}
		}
		return far
	}
	for _, b := range bounds {
		at := []int{}
		for i := range unknowns {
			if term.Occurs(ivar(i).Variable(), b) {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			if b == term.False {
				return true
			}
			continue
		}
		if at = append(at, unknowns); len(at) > 2 {
			at = at[:2]
		}
		for _, p := range [][2]int{{at[0], at[1]}, {at[1], at[0]}} {
			if n := most(b, p[0], p[1]); n < 63 {
				d[p[0]][p[1]] = min(d[p[0]][p[1]], n)
			}
		}
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range d {
		if d[i][i] < 0 {
			return true
		}
	}
	return false
}

// A system is refuted just if all sums of its bounds say so, and what is called a solution
// makes each bound true.
func TestSystemsAreDecided(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	found := map[Result]int{}
	for range 2000 {
		unknowns := 1 + r.Intn(5)
		s := New()
		var bounds []*term.Term
		for range 1 + r.Intn(2*unknowns+2) {
			b := randomBound(r, unknowns)
			if b == term.True || b == term.False {
				continue
			}
			if !s.Add(b) {
				t.Fatalf("seed %d: %v is not read", seed, b)
			}
			bounds = append(bounds, b)
		}
		got := s.Solve()
		found[got]++
		if want := contradictory(bounds, unknowns); got == Undecided || want != (got == Contradictory) {
			t.Fatalf("seed %d: %v: %d, contradictory %v", seed, term.And(bounds...), got, want)
		}
		if got == Satisfiable {
			sub := term.Substitution{}
			for v, x := range s.Model() {
				sub[v] = x
			}
			for _, b := range bounds {
				if sub.Apply(b) != term.True {
					t.Fatalf("seed %d: %v of %v is not true in %v", seed, b, term.And(bounds...), sub)
				}
			}
		}
	}
	if found[Contradictory] < 200 || found[Satisfiable] < 200 {
		t.Errorf("the systems are of one kind: %v", found)
	}
}

// What is no bound of a difference is not read, nor are numbers of which sums might
// overflow.
func TestOtherFormulasAreNotRead(t *testing.T) {
	x, y, z := ivar(0), ivar(1), ivar(2)
	a := term.Var("a", term.SortArray)
	two := term.Apply(term.IntMul, term.Int(2), x)
	for _, c := range []*term.Term{
		term.Le(term.Add(x, y), z), term.Le(term.Add(x, y), term.Int(1)), term.Le(two, y),
		term.Le(term.Sub(term.Sub(x, y), z), term.Int(0)), term.Le(term.Apply(term.IntMul, x, y), z),
		term.Le(term.Apply(term.ArraySelect, a, x), y), term.Not(term.Eq(x, y)), term.Or(term.Le(x, y), term.Le(y, z)),
		term.Le(x, term.Int(1<<41)), term.Le(term.Add(x, term.Int(1<<41)), y), term.Var("b", term.SortBool),
	} {
		if New().Add(c) {
			t.Errorf("%v is read", c)
		}
	}
}

// A path of bounds is looked at about twice, whichever way it goes, not once for each of
// its unknowns; and so is one that comes back.
func TestPathsAreLookedAtTwice(t *testing.T) {
	n := len(variables)
	for _, closed := range []bool{false, true} {
		for name, at := range map[string]func(int) int{"up": func(i int) int { return i }, "down": func(i int) int { return n - 1 - i }} {
			s := New()
			for i := range n - 1 {
				s.Add(term.Lt(ivar(at(i)), ivar(at(i+1))))
			}
			if closed {
				s.Add(term.Lt(ivar(at(n-1)), ivar(at(0))))
			}
			want := Satisfiable
			if closed {
				want = Contradictory
			}
			if got := s.Solve(); got != want || s.looks > 4*n {
				t.Errorf("%s, closed %v: %d after %d looks at %d bounds", name, closed, got, s.looks, n)
			}
		}
	}
}
