package smt

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// merged is the path condition of a program of ifs one after the other, as it is where
// paths meet: behind each if, a variable, the column, stands for what its branches leave
// in one place, and a disjunction says what that is.
type merged struct {
	condition []*term.Term   // after the last if
	asked     [][]*term.Term // whether each branch can be taken, on the way
	goals     []*term.Term   // that hold at the end
	not       []*term.Term   // that do not
}

// branch asks whether a condition, and its negation, can be met.
func (m *merged) branch(c *term.Term) {
	m.asked = append(m.asked, append(slices.Clip(m.condition), c), append(slices.Clip(m.condition), term.Not(c)))
}

// join adds what is known where a branch under c with one value meets the other.
func (m *merged) join(column, c, yes, no *term.Term) {
	if d := term.Sub(yes, no); column.Sort() == term.SortInt && d.IsInt() {
		m.condition = term.Conjuncts(m.condition, between(no, column, yes)) // d is positive here
	}
	m.condition = append(m.condition, term.Or(term.And(c, term.Eq(column, yes)), term.And(term.Not(c), term.Eq(column, no))))
}

// counting is `if (b > 0) s = s + 1` for n inputs; s is from 0 to n.
func counting(n int) *merged {
	m, s := &merged{}, term.Int(0)
	for i := range n {
		c, v := term.Lt(term.Int(0), ivar(fmt.Sprint("b", i))), ivar(fmt.Sprint("s", i))
		m.branch(c)
		m.join(v, c, term.Add(s, term.Int(1)), s)
		s = v
	}
	m.goals = []*term.Term{term.Le(term.Int(0), s), term.Le(s, term.Int(int64(n))), between(term.Int(0), s, term.Int(int64(n)))}
	m.not = []*term.Term{term.Lt(s, term.Int(int64(n))), term.Lt(term.Int(0), s)}
	return m
}

// clamping is `if (b < 0) b = 0; s = s + b` for n inputs; s is not negative.
func clamping(n int) *merged {
	m, s := &merged{}, term.Int(0)
	for i := range n {
		b, v := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("v", i))
		c := term.Lt(b, term.Int(0))
		m.branch(c)
		m.join(v, c, term.Int(0), b)
		s = term.Add(s, v)
	}
	m.goals = []*term.Term{term.Le(term.Int(0), s)}
	m.not = []*term.Term{term.Lt(term.Int(0), s), term.Le(s, term.Int(100))}
	return m
}

// maximum is `if (b > m) m = b` for n inputs; m is none less than any.
func maximum(n int) *merged {
	m, top := &merged{}, ivar("b0")
	for i := 1; i < n; i++ {
		b, v := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("m", i))
		c := term.Lt(top, b)
		m.branch(c)
		m.join(v, c, b, top)
		top = v
	}
	all := term.True
	for i := range n {
		goal := term.Le(ivar(fmt.Sprint("b", i)), top)
		m.goals = append(m.goals, goal)
		all = term.And(all, goal)
	}
	m.goals = append(m.goals, all)
	m.not = []*term.Term{term.Le(top, ivar("b0")), term.Le(term.Int(0), top)}
	return m
}

// repairing is `if (a[i] < 0) a[i] = 0` for n indexes; none of them is negative then.
func repairing(n int) *merged {
	m, a := &merged{}, avar("a")
	for i := range n {
		at, v := term.Int(int64(i)), avar(fmt.Sprint("a", i+1))
		c := term.Lt(sel(a, at), term.Int(0))
		m.branch(c)
		m.join(v, c, sto(a, at, term.Int(0)), a)
		a = v
	}
	k := ivar("k")
	m.goals = []*term.Term{
		all_(k, term.Implies(between(term.Int(0), k, term.Int(int64(n-1))), term.Le(term.Int(0), sel(a, k)))),
		term.Le(term.Int(0), sel(a, term.Int(int64(n/2)))),
	}
	m.not = []*term.Term{
		all_(k, term.Implies(between(term.Int(0), k, term.Int(int64(n-1))), term.Lt(term.Int(0), sel(a, k)))),
		term.Eq(sel(a, term.Int(int64(n/2))), sel(avar("a"), term.Int(int64(n/2)))),
	}
	return m
}

// mirroring is `if (a[i] < 0) { a[i] = 0; b[i] = 1; }` for n indexes.
func mirroring(n int) *merged {
	m, a, b := &merged{}, avar("a"), avar("b")
	for i := range n {
		at, v, w := term.Int(int64(i)), avar(fmt.Sprint("a", i+1)), avar(fmt.Sprint("b", i+1))
		c := term.Lt(sel(a, at), term.Int(0))
		m.branch(c)
		m.condition = append(m.condition, term.Or(
			term.And(c, term.Eq(v, sto(a, at, term.Int(0))), term.Eq(w, sto(b, at, term.Int(1)))),
			term.And(term.Not(c), term.Eq(v, a), term.Eq(w, b))))
		a, b = v, w
	}
	m.goals = []*term.Term{term.Or(term.Le(term.Int(0), sel(avar("a"), term.Int(0))), term.Eq(sel(b, term.Int(0)), term.Int(1)))}
	m.not = []*term.Term{term.Eq(sel(b, term.Int(0)), term.Int(1))}
	return m
}

// adding is `if (b > 0) s = s + b` for n inputs; s is not negative.
func adding(n int) *merged {
	m, s := &merged{}, term.Int(0)
	for i := range n {
		b, v := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("s", i))
		c := term.Lt(term.Int(0), b)
		m.branch(c)
		m.join(v, c, term.Add(s, b), s)
		s = v
	}
	m.goals = []*term.Term{term.Le(term.Int(0), s)}
	m.not = []*term.Term{term.Lt(term.Int(0), s), term.Le(s, term.Int(100))}
	return m
}

// position is `if (b > m) { m = b; p = i; }` for n inputs; p is from 0 to n - 1, and m
// is none less than any.
func position(n int) *merged {
	m, top, at := &merged{}, ivar("b0"), term.Int(0)
	for i := 1; i < n; i++ {
		b, v, p := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("m", i)), ivar(fmt.Sprint("p", i))
		c := term.Lt(top, b)
		m.branch(c)
		m.condition = append(m.condition, term.Or(term.And(c, term.Eq(v, b), term.Eq(p, term.Int(int64(i)))), term.And(term.Not(c), term.Eq(v, top), term.Eq(p, at))))
		top, at = v, p
	}
	m.goals = []*term.Term{between(term.Int(0), at, term.Int(int64(n-1))), term.Le(ivar("b0"), top)}
	m.not = []*term.Term{term.Lt(at, term.Int(int64(n-1)))}
	return m
}

// flagging is `if (b > 3) found = true` for n inputs; if the flag is not set at the end,
// none is.
func flagging(n int) *merged {
	m, found := &merged{}, term.False
	all := term.True
	for i := range n {
		b, v := ivar(fmt.Sprint("b", i)), term.Var(fmt.Sprint("found", i), term.SortBool)
		c := term.Lt(term.Int(3), b)
		m.branch(c)
		m.condition = append(m.condition, term.Or(term.And(c, v), term.And(term.Not(c), term.Eq(v, found))))
		found = v
		all = term.And(all, term.Le(b, term.Int(3)))
	}
	m.goals = []*term.Term{term.Or(found, all)}
	m.not = []*term.Term{found, term.Not(found)}
	return m
}

// mergedKinds are the programs, by what they do.
var mergedKinds = []struct {
	name string
	of   func(n int) *merged
}{{"counting", counting}, {"clamping", clamping}, {"maximum", maximum}, {"repairing", repairing}, {"mirroring", mirroring}, {"adding", adding}, {"position", position}, {"flagging", flagging}}

// Of merged paths, each branch can be taken, the goals hold, and the others do not. That
// is known from values of the questions before, and from the simplex method: no solver is
// asked that may run out of time, but for models.
func TestMergedPaths(t *testing.T) {
	for _, kind := range mergedKinds {
		for _, n := range []int{3, 12, 20, 40} {
			t.Run(fmt.Sprint(kind.name, n), func(t *testing.T) { testMerged(t, kind.of(n)) })
		}
	}
}

func testMerged(t *testing.T, m *merged) {
	s, quick := newTest(t, Options{}), newTest(t, Options{})
	for i, q := range m.asked {
		if a := glance(s, q); a.By != Evaluation {
			t.Errorf("question %d: %v by %s", i, a.Result, a.By)
		}
		if a := feasible(quick, q); a.Result != Sat || a.Approximate {
			t.Errorf("question %d: %v by %s", i, a.Result, a.By)
		}
	}
	for _, goal := range m.goals {
		if a := s.Valid(context.Background(), m.condition, goal); a.Result != Unsat {
			t.Errorf("%v: %v by %s (%s)", goal, a.Result, a.By, a.Reason)
		}
	}
	for _, c := range []Counters{s.Counters(), quick.Counters()} {
		if c.Ground+c.Full > 0 {
			t.Errorf("%+v", c)
		}
	}
	for _, goal := range m.not {
		a := s.Valid(context.Background(), m.condition, goal)
		if a.Result != Sat || a.Approximate {
			t.Errorf("%v: %v by %s (%s)", goal, a.Result, a.By, a.Reason)
		} else if !goal.HasBinders() {
			q := append(slices.Clip(m.condition), term.Not(goal))
			checkModel(t, q, Answer{Model: total(newValuation(a.Model), q)})
		}
	}
}

// Where a path condition is about a function of which nothing is known, too, nothing is
// evaluated, and no more is known than that it may be met. No solver is asked that cannot
// say more either.
func TestMergedPathsOfFunctions(t *testing.T) {
	held := term.NewSymbol(term.Symbol{Name: "held", Args: []term.Sort{term.SortInt, term.SortMap}, Result: term.SortBool, Class: term.Function})
	heap := term.Not(term.App(held, ivar("l"), term.Var("rest", term.SortMap)))
	m, s := repairing(20), newTest(t, Options{})
	for _, q := range m.asked {
		for _, effort := range []Effort{Glance, Quick} {
			a := s.Check(context.Background(), Query{Assertions: append([]*term.Term{heap}, q...), Effort: effort})
			if a.Result != Sat || !a.Approximate {
				t.Errorf("%v by %s", a.Result, a.By)
			}
		}
	}
	if a := s.Valid(context.Background(), append(m.condition, heap), m.goals[0]); a.Result != Unsat {
		t.Errorf("%v by %s", a.Result, a.By)
	}
	if c := s.Counters(); c.Ground+c.Full > 0 {
		t.Errorf("%+v", c)
	}
}

// A question is refuted by cases if each of them is, and only then. The answer rests on
// what those of the cases do.
func TestCases(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	u, x, y := ivar("u"), ivar("x"), ivar("y")
	square := all_(u, term.Eq(term.App(f, mul(u, u)), u)) // f(u * u) = u
	v, w := term.Fresh("v", term.SortInt), term.Fresh("w", term.SortInt)
	c := term.Lt(x, y)
	cases := func(last *term.Term) *term.Term {
		return term.Or(term.And(c, term.Eq(v, mul(x, x)), term.Eq(w, x)), term.And(term.Not(c), term.Eq(v, mul(y, y)), term.Eq(w, last)))
	}
	s := newTest(t, Options{Lemmas: []*term.Term{square}})
	differ := term.Not(term.Eq(term.App(f, v), w))
	conj := []*term.Term{term.Lt(term.Int(0), x), cases(y), differ}
	deadline := time.Now().Add(3 * time.Second)
	out := split(context.Background(), s, conj, deadline)
	if !slices.Equal(out.Lemmas, []int{0}) || out.Result != Unsat {
		t.Errorf("%+v", out)
	}
	for _, wrong := range []*term.Term{x, term.Add(y, term.Int(1))} {
		if out := split(context.Background(), s, []*term.Term{term.Lt(term.Int(0), x), cases(wrong), differ}, deadline); out.Result != Unknown {
			t.Errorf("%v: %+v", wrong, out)
		}
	}
	many := counting(2 * maxCases)
	if out := split(context.Background(), s, append(many.condition, term.Not(many.not[0])), deadline); out.Result != Unknown {
		t.Errorf("too many cases: %+v", out)
	}
}

// What holds of all cases where an array was not written need not hold where it was.
func TestHullsOfItems(t *testing.T) {
	a, b, i, k := avar("a"), avar("b"), ivar("i"), ivar("k")
	v := term.Fresh("v", term.SortArray)
	cases := term.Or(
		term.And(term.Le(term.Int(1), sel(a, k)), term.Eq(v, sto(a, i, term.Int(-5)))),
		term.And(term.Le(term.Int(2), sel(b, k)), term.Eq(v, b)))
	for _, effort := range []Effort{Quick, Thorough} {
		s := newTest(t, Options{})
		ask := func(more ...*term.Term) Answer {
			return s.Check(context.Background(), Query{Assertions: append(more, cases, term.Le(sel(v, k), term.Int(0))), Effort: effort})
		}
		if a := ask(); a.Result != Sat || a.Approximate {
			t.Errorf("%v by %s", a.Result, a.By)
		}
		if a := ask(term.Not(term.Eq(i, k))); a.Result != Unsat || a.By != "simplex" {
			t.Errorf("%v by %s", a.Result, a.By)
		}
	}
}

// Values of columns that rest on columns behind them are not taken for what they are
// not: here v is 2 by the value that w has before its own cases are looked at.
func TestColumnsOutOfOrder(t *testing.T) {
	v, w := term.Fresh("v", term.SortInt), term.Fresh("w", term.SortInt)
	one, two := term.Int(1), term.Int(2)
	c, d := term.Lt(term.Int(0), w), term.Lt(ivar("x"), one)
	conj := []*term.Term{
		term.Or(term.And(c, term.Eq(v, one)), term.And(term.Not(c), term.Eq(v, two))),
		term.Or(term.And(d, term.Eq(w, one)), term.And(term.Not(d), term.Eq(w, two))),
	}
	f := newValuation(nil).following(conj, &columns.Table{})
	if f.value(conj[0]) != term.False {
		t.Errorf("v is %v, w is %v", f.value(v), f.value(w))
	}
	if a := glance(newTest(t, Options{}), append(conj, term.Eq(v, two))); a.Result != Unsat {
		t.Errorf("%v by %s", a.Result, a.By)
	}
}

// randomMerged is a path condition with columns of integers, Booleans and arrays, two or
// three cases each, and conditions on them.
func randomMerged(r *rand.Rand) []*term.Term {
	numbers := []*term.Term{ivar("x0"), ivar("x1"), term.Int(int64(r.Intn(3)))}
	arrays := []*term.Term{avar("a0")}
	flags := []*term.Term{term.Var("p", term.SortBool)}
	number := func() *term.Term {
		n := numbers[r.Intn(len(numbers))]
		switch r.Intn(4) {
		case 0:
			return term.Add(n, term.Int(int64(r.Intn(3)-1)))
		case 1:
			return sel(arrays[r.Intn(len(arrays))], n)
		case 2:
			return term.Sub(n, numbers[r.Intn(len(numbers))])
		}
		return n
	}
	atom := func() *term.Term {
		switch r.Intn(5) {
		case 0:
			return term.Le(number(), number())
		case 1:
			return term.Eq(number(), number())
		case 2:
			return flags[r.Intn(len(flags))]
		}
		return term.Lt(number(), number())
	}
	array := func() *term.Term {
		a := arrays[r.Intn(len(arrays))]
		for range r.Intn(3) {
			a = sto(a, numbers[r.Intn(len(numbers))], number())
		}
		return a
	}
	variable := func(name string, sort term.Sort) *term.Term {
		if r.Intn(3) == 0 {
			return term.Var(fmt.Sprint(name, r.Intn(3)), sort) // maybe one that has cases already
		}
		return term.Fresh(name, sort)
	}
	var conj []*term.Term
	for range 1 + r.Intn(4) {
		var columns []*term.Term
		var value []func() *term.Term
		for range 1 + r.Intn(2) {
			switch r.Intn(5) {
			case 0:
				columns = append(columns, variable("q", term.SortBool))
				value = append(value, atom)
			case 1, 2:
				columns = append(columns, variable("n", term.SortInt))
				value = append(value, number)
			default:
				columns = append(columns, variable("b", term.SortArray))
				value = append(value, array)
			}
		}
		disjunction, c := term.False, atom()
		for range 2 + r.Intn(2) {
			one := c
			for i, v := range columns {
				one = term.And(one, term.Eq(v, value[i]()))
			}
			disjunction, c = term.Or(disjunction, one), term.Not(c)
			if r.Intn(3) == 0 {
				c = term.And(atom(), atom())
			}
		}
		conj = term.Conjuncts(conj, disjunction)
		for _, v := range columns {
			switch v.Sort() {
			case term.SortBool:
				flags = append(flags, v)
			case term.SortInt:
				numbers = append(numbers, v)
			default:
				arrays = append(arrays, v)
			}
		}
		conj = term.Conjuncts(conj, atom())
	}
	for range 2 + r.Intn(4) {
		c := atom()
		if r.Intn(3) == 0 {
			c = term.Or(c, atom())
		}
		conj = term.Conjuncts(conj, c)
	}
	return conj
}

// What is said of questions with columns is what Z3 says of them, which is told all:
// equations of arrays, and no bounds that hold in all cases.
func TestMergedConditionsAgree(t *testing.T) {
	needCommand(t, "z3")
	process := newTest(t, Options{Engine: "z3-process", Timeout: 5 * time.Second})
	s := newTest(t, Options{})
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	count := map[string]int{}
	n := 800
	if testing.Short() {
		n = 200
	}
	for range n {
		conj := randomMerged(r)
		want := askDirectly(process, conj)
		for _, effort := range []Effort{Glance, Quick, Thorough} {
			s.cache = newCache() // each effort decides by itself
			a := s.Check(context.Background(), Query{Assertions: conj, Effort: effort})
			exact := a.Result
			if a.Approximate {
				exact = Unknown
			}
			count[fmt.Sprintf("%d %v", effort, exact)]++
			if exact != want.Result && exact != Unknown && want.Result != Unknown {
				t.Fatalf("seed %d: %v is %v by %s, %v by Z3", seed, term.And(conj...), a.Result, a.By, want.Result)
			}
			if exact == Sat && effort == Thorough && a.By != Evaluation {
				checkModel(t, conj, Answer{Model: total(newValuation(a.Model), conj)})
			}
		}
	}
	if t.Log(count); count["0 sat"] < n/10 || count["0 unsat"] < n/10 || count["1 unknown"] > n/20 {
		t.Errorf("of %d questions: %v", n, count)
	}
}
