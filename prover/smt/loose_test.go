package smt

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/loose"
	"rlv/semantics/term"
)

// What is satisfied apart from the rest is left out, and only that.
func TestWhatIsApartIsLeftOut(t *testing.T) {
	i, n, p, q, next := ivar("i"), ivar("n"), ivar("p"), ivar("q"), ivar("next")
	rest := term.Var("rest", term.SortMap)
	about := []*term.Term{term.Lt(i, n), term.Le(n, term.App(randomUnary, i))}
	objects := []*term.Term{term.Lt(p, next), term.Lt(q, next), term.Not(term.Eq(p, q)), term.Not(term.InKeys(p, rest))}
	for _, x := range []struct {
		name    string
		more    []*term.Term
		trusted []*term.Term
		left    bool // the conjuncts about objects are
	}{
		{"nothing else", nil, nil, true},
		{"what cannot be met", []*term.Term{term.Lt(next, p)}, nil, false},
		{"numbers that cannot be told apart", []*term.Term{term.Le(p, q), term.Le(q, p)}, nil, false},
		{"a conjunct about both", []*term.Term{term.Le(i, p)}, nil, false},
		{"a lemma about an object", nil, []*term.Term{term.Lt(term.Int(5), p)}, false},
		{"what has no value", []*term.Term{term.Lt(term.App(randomUnary, p), q)}, nil, false},
	} {
		l := loose.New(x.trusted, values)
		kept, apart := l.Without(slices.Concat(about, objects, x.more))
		if x.left && (!slices.Equal(kept, about) || apart[p.Variable()] == nil || apart[rest.Variable()] == nil) {
			t.Errorf("%s: what is kept is %v, and the values are %v", x.name, kept, apart)
		}
		if !x.left && len(kept) != len(about)+len(objects)+len(x.more) {
			t.Errorf("%s: what is kept is %v", x.name, kept)
		}
	}
}

// A quantified formula is kept with all that has to do with it.
func TestWhatIsQuantifiedIsKept(t *testing.T) {
	p, k := ivar("p"), term.Fresh("k", term.SortInt)
	conj := []*term.Term{term.Le(term.Int(0), p), all_(k, term.Lt(p, sel(avar("a"), k)))}
	if kept, _ := loose.New(nil, values).Without(conj); len(kept) != len(conj) {
		t.Errorf("what is kept is %v", kept)
	}
}

// A question is answered without what is apart as it is with it, and its model is one of both.
func TestLooseAgrees(t *testing.T) {
	needCommand(t, "z3")
	process := newTest(t, Options{Engine: "z3-process", Timeout: 5 * time.Second})
	s := newTest(t, Options{Timeout: 5 * time.Second})
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	found, parted := map[Result]int{}, 0
	for range 300 {
		var conj []*term.Term
		for range 1 + r.Intn(4) {
			conj = term.Conjuncts(conj, randomFormula(r, 1))
		}
		renamed := term.Substitution{}
		for i := range 4 {
			renamed[ivar(fmt.Sprint("x", i)).Variable()] = ivar(fmt.Sprint("y", i+r.Intn(2)))
		}
		for range 1 + r.Intn(6) {
			conj = term.Conjuncts(conj, renamed.Apply(randomDifference(r, 2)))
		}
		r.Shuffle(len(conj), func(i, j int) { conj[i], conj[j] = conj[j], conj[i] })
		if len(conj) == 0 || slices.Contains(conj, term.False) {
			continue
		}
		kept, apart := s.loose.Without(conj)
		if len(kept) == len(conj) {
			continue
		}
		parted++
		left := slices.DeleteFunc(slices.Clone(conj), func(c *term.Term) bool { return slices.Contains(kept, c) })
		if !newValuation(apart).satisfies(left) {
			t.Fatalf("seed %d: %v is not true in %v", seed, left, apart)
		}
		a, b := s.askRest(context.Background(), conj, Thorough), askDirectly(process, conj)
		found[a.Result]++
		if a.Result != b.Result && a.Result != Unknown && b.Result != Unknown {
			t.Fatalf("seed %d: %v is %v without what is apart, %v by the z3 process", seed, term.And(conj...), a.Result, b.Result)
		}
		if a.Result == Sat && len(kept) > 0 {
			checkModel(t, conj, a.Answer)
		}
	}
	if parted < 30 || found[Sat] < 10 || found[Unsat] < 3 {
		t.Errorf("%d questions have parts of their own, and the answers are of one kind: %v", parted, found)
	}
}
