package pattern

import (
	"math/rand"
	"testing"
	"time"

	"rlv/semantics/term"
)

// A conjunction without what follows is true for the same values as all of it.
func TestWithoutFollowingIsEquivalent(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	variables := []*term.Term{term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)}
	left := 0
	for range 2000 {
		some := func() *term.Term {
			if r.Intn(2) == 0 {
				return variables[r.Intn(2)]
			}
			return term.Int(int64(r.Intn(3)))
		}
		var conj []*term.Term
		for range 1 + r.Intn(5) {
			c := term.Eq(some(), some())
			switch r.Intn(4) {
			case 0:
				c = term.Not(c)
			case 1:
				c = term.Le(some(), some())
			case 2:
				c = term.Or(c, term.Lt(some(), some()))
			}
			conj = append(conj, c)
		}
		less := withoutFollowing(conj)
		left += len(conj) - len(less)
		for n := range 9 {
			values := term.Substitution{variables[0].Variable(): term.Int(int64(n % 3)), variables[1].Variable(): term.Int(int64(n / 3))}
			if all, few := values.Apply(term.And(conj...)), values.Apply(term.And(less...)); all != few {
				t.Fatalf("seed %d: %v is %v, %v is %v, with %v", seed, term.And(conj...), all, term.And(less...), few, values)
			}
		}
	}
	if left < 500 {
		t.Errorf("%d conjuncts were left out", left)
	}
}

// The disjunction for n cases of a choice grows with n, not with n*n.
func TestCasesOfAChoiceAreShort(t *testing.T) {
	const n = 40
	x := term.Fresh("x", term.SortInt)
	var before []*term.Term
	size := 0
	for i := range n {
		is := term.Eq(x, term.Int(int64(i)))
		size += len(withoutFollowing(append(before[:i:i], is)))
		before = append(before, term.Not(is))
	}
	if size += len(withoutFollowing(before)); size != 2*n {
		t.Errorf("%d conjuncts for %d cases", size, n)
	}
}
