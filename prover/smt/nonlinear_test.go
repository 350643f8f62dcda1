package smt

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"
	"time"

	"rlv/semantics/term"
)

// nonlinearInt builds an integer term with products and remainders of variables.
func nonlinearInt(r *rand.Rand, depth int) *term.Term {
	if depth == 0 || r.Intn(4) == 0 {
		if r.Intn(3) == 0 {
			return term.Int(int64(r.Intn(9) - 4))
		}
		return ivar(fmt.Sprint("x", r.Intn(3)))
	}
	a, b := nonlinearInt(r, depth-1), nonlinearInt(r, depth-1)
	switch r.Intn(7) {
	case 0, 1:
		return term.Add(a, b)
	case 2:
		return term.Sub(a, b)
	case 3, 4:
		return mul(a, b)
	case 5:
		return term.Apply(term.IntTMod, a, term.Int(int64(2+r.Intn(3))))
	}
	return term.Apply(term.IntMax, a, b)
}

// What is refuted has no model among small integers, and models are models: the
// quick worker's arithmetic is old, and nothing but its speed speaks for it.
func TestNonlinearAnswersAreRight(t *testing.T) {
	rounds := 250
	if n, err := strconv.Atoi(os.Getenv("RLV_ROUNDS")); err == nil {
		rounds = n
	}
	seed := time.Now().UnixNano()
	r := rand.New(rand.NewSource(seed))
	s := newTest(t, Options{Timeout: 300 * time.Millisecond})
	vars := []*term.Term{ivar("x0"), ivar("x1"), ivar("x2")}
	unsat, sat := 0, 0
	for range rounds {
		var conj []*term.Term
		for range 2 + r.Intn(4) {
			a, b := nonlinearInt(r, 2), nonlinearInt(r, 2)
			conj = append(conj, []*term.Term{term.Eq(a, b), term.Lt(a, b), term.Le(a, b), term.Not(term.Eq(a, b))}[r.Intn(4)])
		}
		f := term.And(conj...)
		switch a := s.Check(context.Background(), Query{Assertions: conj}); a.Result {
		case Unsat:
			unsat++
			for n := range 9 * 9 * 9 {
				values := term.Substitution{}
				for i, v := range vars {
					values[v.Variable()] = term.Int(int64(n/[]int{1, 9, 81}[i]%9 - 4))
				}
				if values.Apply(f) == term.True {
					t.Fatalf("seed %d: %s is refuted by %s, and holds for %v", seed, f, a.By, values)
				}
			}
		case Sat:
			sat++
			values := term.Substitution{}
			for _, v := range vars {
				values[v.Variable()] = term.Int(0)
			}
			for v, value := range a.Model {
				values[v] = value
			}
			if got := values.Apply(f); !a.Approximate && got != term.True {
				t.Fatalf("seed %d: the model %v of %s makes it %s", seed, a.Model, f, got)
			}
		}
	}
	if unsat < rounds/20 || sat < rounds/20 {
		t.Errorf("%d refuted and %d satisfied of %d say little", unsat, sat, rounds)
	}
}

// What a lemma says of a divisor follows without the ground backend, which takes a tenth of a second for it: quotients
// are less than what is divided.
func TestQuotientsOfDivisors(t *testing.T) {
	n, d, zero, one := ivar("n"), ivar("d"), term.Int(0), term.Int(1)
	quotient, remainder := term.Apply(term.IntTDiv, n, d), term.Apply(term.IntTMod, n, d)
	lemma := term.Apply(term.Forall, n, term.Apply(term.Forall, d, term.Implies(
		term.And(term.Lt(one, n), term.Lt(one, d), term.Eq(remainder, zero)),
		term.And(term.Lt(zero, quotient), term.Lt(quotient, n), term.Eq(mul(quotient, d), n)))))
	s := newTest(t, Options{})
	if a := s.Valid(context.Background(), nil, lemma); a.Result != Unsat {
		t.Errorf("%v (%s)", a.Result, a.Reason)
	}
	if c := s.Counters(); c.Ground+c.Full > 0 {
		t.Errorf("%d and %d questions to other backends", c.Ground, c.Full)
	}
}
