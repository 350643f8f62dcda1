package smt

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"rlv/semantics/term"
)

// What is called satisfiable by evaluation has the values that were found as a
// solution, as terms are evaluated otherwise. The questions are of paths: conjuncts
// come and go at the end.
func TestEvaluationFindsSolutions(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	evaluated, found := 0, map[Result]int{}
	s := newTest(t, Options{})
	for range 25 {
		var path []*term.Term
		for range 40 {
			c := randomFormula(r, 1)
			a := glance(s, append(path, c))
			found[a.Result]++
			if a.By == Evaluation && !a.Cached {
				evaluated++
				checkModel(t, append(path, c), Answer{Model: total(s.models.last, append(path, c))})
			}
			switch {
			case a.Result != Unsat:
				path = append(path, c)
			case len(path) > 0 && r.Intn(3) == 0:
				path = path[:r.Intn(len(path))]
			}
		}
	}
	if t.Log(evaluated, found); evaluated < 200 || found[Unsat] < 30 {
		t.Errorf("%d of the answers are by evaluation; %v", evaluated, found)
	}
}

func glance(s *Solver, condition []*term.Term) Answer {
	return s.Check(context.Background(), Query{Assertions: condition, Effort: Glance})
}

// total returns the values of all variables of a question.
func total(v *valuation, conj []*term.Term) map[*term.Variable]*term.Term {
	out := map[*term.Variable]*term.Term{}
	for _, x := range term.Vars(conj...) {
		out[x] = v.value(x.Term())
	}
	return out
}

// Nothing is called satisfiable by evaluation that a solver of its own refutes.
func TestEvaluationAgreesWithZ3(t *testing.T) {
	needCommand(t, "z3")
	process := newTest(t, Options{Engine: "z3-process", Timeout: 5 * time.Second})
	s := newTest(t, Options{})
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	evaluated := 0
	for range 300 {
		conj := randomConjunction(r, 1+r.Intn(6))
		if a := glance(s, conj); a.By == Evaluation {
			evaluated++
			if b := askDirectly(process, conj); b.Result == Unsat {
				t.Fatalf("seed %d: %v", seed, term.And(conj...))
			}
		}
	}
	if evaluated < 50 {
		t.Errorf("%d of 300 answers are by evaluation", evaluated)
	}
}

// Values are not asked where more is said of a question than its text, where some of
// it cannot be evaluated, and where two backends have to agree.
func TestWhatIsNotEvaluated(t *testing.T) {
	x, y := ivar("x"), ivar("y")
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function, Total: true})
	endless := term.NewSymbol(term.Symbol{Name: "endless", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function,
		Eval: func(args []*term.Term) *term.Term {
			if args[0].IsInt() {
				panic("this does not end")
			}
			return nil
		}})
	text := term.Var("s", term.SortString)
	for _, c := range []struct {
		options Options
		q       *term.Term
	}{
		{Options{}, term.Lt(term.App(f, x), y)},
		{Options{}, term.Lt(term.Int(-5), term.App(term.IntTDiv, x, y))}, // y is 0 at first
		{Options{}, term.Lt(term.App(endless, x), term.App(endless, y))},
		{Options{}, all_(x, term.Le(term.Int(0), mul(x, x)))},
		{Options{}, term.Eq(term.App(term.StringConcat, text, term.Str("a")), term.Str("ba"))},
		{Options{Engine: "both"}, term.Le(x, y)},
		{Options{Engine: "z3-process"}, term.Le(x, y)},
		{Options{Prelude: "(declare-fun g (Int) Int)(assert (forall ((n Int)) (< 0 (g n))))"}, term.Le(x, y)},
	} {
		s := newTest(t, c.options)
		if a := glance(s, []*term.Term{c.q}); a.By == Evaluation || strings.Contains(a.Reason, "internal") {
			t.Errorf("%v with %+v: by evaluation", c.q, c.options)
		}
	}
}

// The values that the simplex method found answer the next question: integers,
// Booleans and arrays.
func TestSolutionsAreLearned(t *testing.T) {
	x, y, p, a := ivar("x"), ivar("y"), term.Var("p", term.SortBool), avar("a")
	n := func(i int64) *term.Term { return term.Int(i) }
	for _, q := range [][]*term.Term{
		{term.Eq(term.Add(x, y), n(-10)), term.Eq(term.Sub(x, y), n(4)), term.Or(p, term.Lt(x, n(-50))), term.Eq(mul(n(3), x), mul(n(-1), n(9)))},
		{term.Eq(term.Add(sel(a, n(3)), sel(a, x)), n(-10)), term.Eq(term.Sub(sel(a, n(3)), sel(a, x)), n(4)), term.Lt(term.Add(x, y), n(0)), term.Lt(n(9), term.Sub(x, y))},
	} {
		s := newTest(t, Options{})
		if a := glance(s, q); a.Result != Sat || a.By == Evaluation || a.Model != nil {
			t.Fatalf("%v: %+v", q, a)
		}
		if a := glance(s, append(q, term.Le(x, n(1000)))); a.By != Evaluation {
			t.Errorf("%v: %+v, the model is %v", q, a, s.models.last.model())
		}
	}
}

// A path of a thousand conditions is followed with a hundredth of its questions put
// to a backend, and what is kept is bounded.
func TestPathsAreEvaluated(t *testing.T) {
	s := newTest(t, Options{})
	var path []*term.Term
	for i := range 300 {
		x := ivar(fmt.Sprint("n", i))
		for _, c := range []*term.Term{term.Lt(term.Int(int64(i%7)), x), term.Le(x, term.Int(int64(i%7)))} {
			if a := glance(s, append(path, c)); a.Result != Sat {
				t.Fatalf("%v after %d conjuncts", a, len(path))
			}
		}
		path = append(path, term.Lt(term.Int(int64(i%7)), x))
	}
	if c := s.Counters(); c.Evaluated < 594 || len(s.models.known) > maxModels || len(s.models.order) > maxModels {
		t.Errorf("%+v, %d valuations", c, len(s.models.known))
	}
}

// One side of a formula may say what it is, whatever it is to divide by 0 on the other.
func TestOneSideDecides(t *testing.T) {
	zero := term.Int(0)
	unknown := term.Eq(term.Apply(term.IntTMod, ivar("x"), ivar("y")), zero)
	yes, no := term.Le(ivar("x"), zero), term.Lt(ivar("x"), zero)
	v := newValuation(nil)
	for _, tt := range []struct{ formula, want *term.Term }{
		{unknown, nil},
		{term.And(no, unknown), term.False}, {term.And(unknown, no), term.False}, {term.And(yes, unknown), nil}, {term.And(unknown, yes), nil},
		{term.Or(yes, unknown), term.True}, {term.Or(unknown, yes), term.True}, {term.Or(no, unknown), nil}, {term.Or(unknown, no), nil},
		{term.Implies(no, unknown), term.True}, {term.Implies(unknown, yes), term.True}, {term.Implies(yes, unknown), nil}, {term.Implies(unknown, no), nil},
		{term.Implies(yes, no), term.False}, {term.Implies(yes, yes), term.True}, {term.And(yes, yes), term.True}, {term.Or(no, no), term.False},
	} {
		if got := v.value(tt.formula); got != tt.want {
			t.Errorf("%s is %v, want %v", tt.formula, got, tt.want)
		}
	}
}

// Nothing is guessed that a solver refutes: neither products and remainders, nor functions that would
// have two values.
func TestGuessesAreRight(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	var nonlinear func(depth int) *term.Term
	nonlinear = func(depth int) *term.Term {
		if depth > 0 && r.Intn(2) == 0 {
			return term.Apply(f, nonlinear(depth-1))
		}
		return nonlinearInt(r, depth)
	}
	s := newTest(t, Options{Timeout: 300 * time.Millisecond})
	guesses, refuted := 0, 0
	for range 150 {
		var conj []*term.Term
		for range 2 + r.Intn(4) {
			a, b := nonlinear(2), nonlinear(1)
			conj = append(conj, []*term.Term{term.Eq(a, b), term.Lt(a, b), term.Le(a, b), term.Not(term.Eq(a, b))}[r.Intn(4)])
		}
		guessed := guess(conj) != nil
		if guessed {
			guesses++
		}
		if s.Check(context.Background(), Query{Assertions: conj}).Result == Unsat {
			refuted++
			if guessed {
				t.Fatalf("%s has no values, and some were guessed", term.And(conj...))
			}
		}
	}
	if x, y := ivar("x"), ivar("y"); guess([]*term.Term{term.Eq(x, y), term.Lt(term.Apply(f, x), term.Apply(f, y))}) != nil {
		t.Error("f is no function")
	}
	if guesses < 30 || refuted < 2 {
		t.Errorf("%d guesses, %d refuted: that says little", guesses, refuted)
	}
}
