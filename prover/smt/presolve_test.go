package smt

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/bounds"
	"rlv/semantics/term"
)

// What presolve decides, and what it leaves to backends.
func TestPresolve(t *testing.T) {
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	n := func(n int64) *term.Term { return term.Int(n) }
	for _, c := range []struct {
		name string
		want bool
		conj []*term.Term
	}{
		{"the example of the comment", true, []*term.Term{term.Le(term.Add(x, n(1)), y), term.Or(term.Lt(y, x), term.Eq(z, n(0))), term.Lt(n(0), z)}},
		{"without its last literal", false, []*term.Term{term.Le(term.Add(x, n(1)), y), term.Or(term.Lt(y, x), term.Eq(z, n(0)))}},
		{"a literal and its negation", true, []*term.Term{term.Eq(mul(x, y), z), term.Not(term.Eq(mul(x, y), z))}},
		{"bounds that meet", false, []*term.Term{term.Le(x, y), term.Le(y, x)}},
		{"bounds that exclude each other", true, []*term.Term{term.Le(x, y), term.Lt(y, x)}},
		{"an equation between other bounds", true, []*term.Term{term.Eq(x, term.Add(y, n(3))), term.Lt(x, y)}},
		{"an equation that gives a value", true, []*term.Term{term.Eq(x, n(3)), term.Lt(mul(x, x), n(9))}},
		{"three bounds in a circle are for backends", false, []*term.Term{term.Lt(x, y), term.Lt(y, z), term.Lt(z, x)}},
	} {
		if got := newPresolver().contradictory(c.conj); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// closedAtOnce is [facts.closed] for a question of which nothing is known yet: it looks at
// all conjuncts in each round.
func closedAtOnce(conj []*term.Term) bool {
	k := &known{Known: bounds.Known{Forms: bounds.NewForms()}}
	for _, c := range conj {
		if c == term.False {
			return true
		}
		k.add(c)
	}
	for range propagations {
		changed := false
		for _, c := range conj {
			if k.refutes(c) {
				return true
			}
			if u := k.unit(c); u != nil && k.add(u) {
				changed = true
			}
		}
		if !changed {
			return false
		}
	}
	return false
}

// What is kept of questions before makes no difference, and bounds need not be looked at
// again. What is known of a beginning is what is known of it by itself.
func TestPresolveGoesOnFromTheQuestionBefore(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	f := newFacts(bounds.NewForms())
	literal := func() *term.Term {
		v := func() *term.Term { return ivar(fmt.Sprint("x", r.Intn(6))) }
		d := term.Add(v(), term.Int(int64(r.Intn(7)-3)))
		if r.Intn(3) == 0 {
			d = term.Add(d, v())
		}
		return [...]*term.Term{term.Lt(v(), d), term.Le(d, v()), term.Eq(v(), d), term.Not(term.Eq(v(), d)), term.Le(v(), term.Int(4)), term.Var(fmt.Sprint("b", r.Intn(4)), term.SortBool)}[r.Intn(6)]
	}
	formula := func() *term.Term {
		switch a, b := literal(), literal(); r.Intn(5) {
		case 0:
			return term.Or(a, term.Or(b, literal()))
		case 1:
			return term.Apply(term.BoolImplies, a, term.And(b, literal()))
		case 2:
			return term.Not(term.And(a, b))
		default:
			return a
		}
	}
	var path []*term.Term
	closed, open := 0, 0
	for range 5000 {
		path = slices.Clip(path[:min(len(path)-r.Intn(min(len(path), 3)+1), 15)])
		for range 1 + r.Intn(3) {
			path = append(path, formula())
		}
		got, want := f.closed(path), closedAtOnce(path)
		if got != want {
			t.Fatalf("%v: %v, at once %v", path, got, want)
		}
		alone := newFacts(f.Forms)
		alone.align(path)
		if f.top(false) != alone.top(false) || !slices.Equal(f.others, alone.others) {
			t.Fatalf("%v: %+v, alone %+v", path, f, alone)
		}
		if open++; got {
			closed++
			path = path[:r.Intn(len(path))]
		}
	}
	if t.Log(closed, open); closed < 100 || open < 2*closed {
		t.Errorf("%d of %d questions are closed", closed, open)
	}
}
