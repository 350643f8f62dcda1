package smt

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// randomInt builds an integer term over few variables and an array.
func randomInt(r *rand.Rand, depth int) *term.Term {
	if depth == 0 || r.Intn(5) == 0 {
		if r.Intn(2) == 0 {
			return term.Int(int64(r.Intn(9) - 4))
		}
		return ivar(fmt.Sprint("x", r.Intn(4)))
	}
	a, b := randomInt(r, depth-1), randomInt(r, depth-1)
	switch r.Intn(9) {
	case 0, 1, 2:
		return term.Add(a, b)
	case 3, 4:
		return term.Sub(a, b)
	case 5:
		return mul(term.Int(int64(r.Intn(5)-2)), a)
	case 6:
		return sel(randomArray(r, depth-1), a)
	case 7:
		return term.Apply(term.IntTMod, a, term.Int(int64(2+r.Intn(3))))
	}
	return term.Apply(term.IntMax, a, b)
}

func randomArray(r *rand.Rand, depth int) *term.Term {
	if depth == 0 || r.Intn(2) == 0 {
		return avar(fmt.Sprint("a", r.Intn(2)))
	}
	return sto(randomArray(r, depth-1), randomInt(r, depth-1), randomInt(r, depth-1))
}

func randomFormula(r *rand.Rand, depth int) *term.Term {
	if depth > 0 && r.Intn(2) == 0 {
		a, b := randomFormula(r, depth-1), randomFormula(r, depth-1)
		switch r.Intn(5) {
		case 0:
			return term.And(a, b)
		case 1, 2:
			return term.Or(a, b)
		case 3:
			return term.Implies(a, b)
		}
		return term.Apply(term.BoolEq, a, b)
	}
	a, b := randomInt(r, 2), randomInt(r, 2)
	switch r.Intn(4) {
	case 0:
		return term.Eq(a, b)
	case 1:
		return term.Not(term.Eq(a, b))
	case 2:
		return term.Lt(a, b)
	}
	return term.Le(a, b)
}

func randomConjunction(r *rand.Rand, n int) []*term.Term {
	conj := make([]*term.Term, n)
	for i := range conj {
		conj[i] = randomFormula(r, 2)
	}
	return conj
}

// The engine in the child process, the process engine, and syntax must agree;
// models must satisfy the question.
func TestEnginesAgree(t *testing.T) {
	needCommand(t, "z3")
	inProcess := newTest(t, Options{Timeout: 5 * time.Second})
	process := newTest(t, Options{Engine: "z3-process", Timeout: 5 * time.Second})
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	verdicts := map[Result]int{}
	for range 150 {
		conj := randomConjunction(r, 2+r.Intn(8))
		a := inProcess.Check(context.Background(), Query{Assertions: conj})
		b := askDirectly(process, conj)
		if a.Result != b.Result && a.Result != Unknown && b.Result != Unknown {
			t.Fatalf("seed %d: %v is %v by %s, %v by the z3 process", seed, term.And(conj...), a.Result, a.By, b.Result)
		}
		verdicts[a.Result]++
		if a.Result == Sat {
			checkModel(t, conj, a)
		}
	}
	if verdicts[Sat] < 10 || verdicts[Unsat] < 10 {
		t.Errorf("the questions are of one kind: %v", verdicts)
	}
}

func checkModel(t *testing.T, conj []*term.Term, a Answer) {
	t.Helper()
	sub := term.Substitution{}
	for v, val := range a.Model {
		sub[v] = val
	}
	for _, c := range conj {
		if got := sub.Apply(c); got != term.True {
			t.Errorf("%v is %v in the model %v", c, got, a.Model)
		}
	}
}

// A question's answer must not depend on the questions before it: prefixes are
// shared, popped and pushed.
func TestPrefixSharing(t *testing.T) {
	long := newTest(t, Options{Timeout: 5 * time.Second})
	r := rand.New(rand.NewSource(3))
	var stack []*term.Term
	for range 150 {
		stack = stack[:max(0, len(stack)-r.Intn(4))]
		for range 1 + r.Intn(3) {
			stack = append(stack, randomFormula(r, 1))
		}
		a := askDirectly(long, stack)
		fresh := newQuestion(t, stack)
		if a.Result != fresh.Result && a.Result != Unknown && fresh.Result != Unknown {
			t.Fatalf("%v is %v, but %v for a solver that is asked nothing else", term.And(stack...), a.Result, fresh.Result)
		}
		if a.Result == Unsat {
			stack = stack[:len(stack)/2]
		}
	}
}

var single *Solver

// newQuestion asks a worker that has forgotten everything else on its stack.
func newQuestion(t *testing.T, conj []*term.Term) fol.Reply {
	if single == nil || single.closed {
		single = newTest(t, Options{Timeout: 5 * time.Second})
	}
	x := ivar("other")
	askDirectly(single, []*term.Term{term.Lt(mul(x, x), term.Int(5))})
	return askDirectly(single, conj)
}

// What syntax calls contradictory is so by Z3.
func TestPresolveIsSound(t *testing.T) {
	s := newTest(t, Options{Timeout: 5 * time.Second})
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	p, found := newPresolver(), 0
	for range 4000 {
		conj := make([]*term.Term, 2+r.Intn(4))
		for i := range conj {
			conj[i] = smallFormula(r)
		}
		if p.contradictory(conj) {
			found++
			if got := askDirectly(s, conj); got.Result == Sat {
				t.Fatalf("%v is satisfiable", term.And(conj...))
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d contradictions", found)
	}
}

// smallFormula is over two variables, so that contradictions are frequent.
func smallFormula(r *rand.Rand) *term.Term {
	atom := func() *term.Term {
		x, y := ivar(fmt.Sprint("x", r.Intn(2))), ivar(fmt.Sprint("x", r.Intn(2)))
		a, b := term.Add(x, term.Int(int64(r.Intn(5)-2))), mul(term.Int(int64(r.Intn(3)-1)), y)
		switch r.Intn(5) {
		case 0:
			return term.Lt(a, b)
		case 1:
			return term.Le(a, b)
		case 2:
			return term.Not(term.Eq(a, b))
		case 3:
			return term.Lt(b, a)
		}
		return term.Eq(a, b)
	}
	switch r.Intn(5) {
	case 0:
		return term.Or(atom(), atom())
	case 1:
		return term.Implies(atom(), atom())
	case 2:
		return term.Not(term.And(atom(), atom()))
	}
	return atom()
}
