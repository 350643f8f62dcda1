package linear

import (
	"math/rand"
	"slices"
	"testing"
	"time"
)

var plenty = Effort{Conflicts: 1 << 20, Pivots: 1 << 20, Branches: 1 << 20}

// inequality is a form that is at most k, or not.
type inequality struct {
	f        Form
	k        int64
	negative bool
}

func (q inequality) holds(values []int64) bool {
	n := int64(0)
	for _, t := range q.f {
		n += t.Coef * values[t.Var]
	}
	return (n <= q.k) != q.negative
}

// problem is a conjunction of disjunctions, over unknowns within [-width, width].
type problem struct {
	unknowns int
	width    int64
	clauses  [][]inequality
}

func randomProblem(r *rand.Rand) problem {
	p := problem{unknowns: 1 + r.Intn(4), width: int64(1 + r.Intn(4))}
	for range 1 + r.Intn(14) {
		var c []inequality
		for range 1 + r.Intn(3) {
			q := inequality{k: int64(r.Intn(9) - 4), negative: r.Intn(2) == 0}
			for v := range p.unknowns {
				if n := int64(r.Intn(7) - 3); r.Intn(2) == 0 && n != 0 {
					q.f = append(q.f, Term{Var(v), n})
				}
			}
			c = append(c, q)
		}
		p.clauses = append(p.clauses, c)
	}
	return p
}

func (p problem) holds(values []int64) bool {
	for _, c := range p.clauses {
		ok := false
		for _, q := range c {
			ok = ok || q.holds(values)
		}
		if !ok {
			return false
		}
	}
	return true
}

// solvable tries all values.
func (p problem) solvable() bool {
	values := make([]int64, p.unknowns)
	for i := range values {
		values[i] = -p.width
	}
	for {
		if p.holds(values) {
			return true
		}
		i := 0
		for ; i < len(values); i++ {
			if values[i]++; values[i] <= p.width {
				break
			}
			values[i] = -p.width
		}
		if i == len(values) {
			return false
		}
	}
}

// put puts a problem to a solver; clauses from late on are added by final only, and
// unknowns are made when the first clause mentions them. Those of none are 0.
func (p problem) put(s *Solver, late int) (Result, []int64) {
	s.Reset()
	forms := make([]Form, p.unknowns)
	unknown := func(i Var) Var {
		if forms[i] == nil {
			forms[i] = Form{{s.Int(), 1}}
			s.Clause(s.AtLeast(forms[i], -p.width))
			s.Clause(s.AtMost(forms[i], p.width))
		}
		return forms[i][0].Var
	}
	add := func(c []inequality) {
		var lits []Lit
		for _, q := range c {
			f := Form{}
			for _, t := range q.f {
				f = append(f, Term{unknown(t.Var), t.Coef})
			}
			slices.SortFunc(f, func(a, b Term) int { return int(a.Var - b.Var) })
			l := s.AtMost(f, q.k)
			if q.negative {
				l = l.Not()
			}
			lits = append(lits, l)
		}
		s.Clause(lits...)
	}
	for i, c := range p.clauses {
		if i < late {
			add(c)
		}
	}
	values := make([]int64, p.unknowns)
	r := s.Solve(func() bool {
		for i, f := range forms {
			if values[i] = 0; f != nil {
				values[i] = s.Value(f[0].Var)
			}
		}
		for i, c := range p.clauses {
			if i < late {
				continue
			}
			if !(problem{clauses: p.clauses[i : i+1]}).holds(values) {
				add(c)
				return false
			}
		}
		return true
	})
	return r, values
}

// Answers are those of trying all values, and solutions solve.
func TestAgainstEnumeration(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	s := New(plenty)
	count := map[Result]int{}
	for range 20000 {
		p := randomProblem(r)
		late := len(p.clauses)
		if r.Intn(3) == 0 {
			late = r.Intn(late + 1)
		}
		got, values := p.put(s, late)
		count[got]++
		want := p.solvable()
		switch {
		case got == Satisfiable && !want, got == Unsatisfiable && want, got == Undecided:
			t.Fatalf("seed %d: %+v: result %d, solvable %v, spent %+v", seed, p, got, want, s.spent)
		case got == Satisfiable && !p.holds(values):
			t.Fatalf("seed %d: %+v is not solved by %v", seed, p, values)
		}
	}
	if count[Satisfiable] < 1000 || count[Unsatisfiable] < 1000 {
		t.Errorf("the problems are of one kind: %v", count)
	}
}

// A combination of bounds is a contradiction only if it adds up to one, whatever
// the tableau says.
func TestContradictionsAreChecked(t *testing.T) {
	s := New(plenty)
	x, y := s.Int(), s.Int()
	sum := Form{{x, 2}, {y, -3}}
	upper := s.AtMost(sum, 4)           // 2x - 3y <= 4
	lower := s.AtLeast(Form{{x, 1}}, 5) // x >= 5
	other := s.AtMost(Form{{y, 1}}, 1)  // y <= 1
	loose := s.AtMost(Form{{y, 1}}, 2)  // y <= 2
	for _, c := range []struct {
		lits    []Lit
		factors []int64
		want    bool
	}{
		{[]Lit{upper, lower, other}, []int64{1, 2, 3}, true}, // 10 - 3 > 4
		{[]Lit{upper, lower, loose}, []int64{1, 2, 3}, false},
		{[]Lit{upper, lower, other}, []int64{1, 2, 2}, false},
		{[]Lit{upper, lower, other}, []int64{1, 1, 3}, false},
		{[]Lit{upper, lower, other}, []int64{-1, -2, -3}, false},
		{[]Lit{upper, lower, other}, []int64{0, 0, 0}, false},
		{[]Lit{upper.Not(), lower, other}, []int64{1, 2, 3}, false},
		{[]Lit{upper, lower}, []int64{1, 2}, false},
		{[]Lit{upper, lower, other, s.Bool()}, []int64{1, 2, 3, 1}, false},
	} {
		if got := s.contradicts(c.lits, c.factors); got != c.want {
			t.Errorf("%v %v: %v", c.lits, c.factors, got)
		}
	}
}

// A tableau that went wrong proves nothing: here a row is falsified before it is
// used.
func TestWrongTableauProvesNothing(t *testing.T) {
	for _, spoil := range []func(*Solver){
		func(s *Solver) { s.rows[0].a[0]++ },
		func(s *Solver) { s.rows[0].a[1] = 0 },
		func(s *Solver) { s.rows[0].den = 2 },
		func(s *Solver) { s.rows[0].num -= 100 },
	} {
		s := New(Effort{Conflicts: 100, Pivots: 100, Branches: 10})
		x, y := s.Int(), s.Int()
		s.Clause(s.AtMost(Form{{x, 1}}, 0))
		s.Clause(s.AtMost(Form{{y, 1}}, 0))
		s.Clause(s.AtLeast(Form{{x, 1}, {y, 1}}, -7)) // x = y = 0 is a solution
		spoil(s)
		if s.Solve(nil) == Unsatisfiable {
			t.Error("refuted")
		}
	}
}

// Numbers that could overflow are given up, and no sooner than their limits.
func TestLargeNumbers(t *testing.T) {
	for _, c := range []struct {
		coef, bound int64
		want        Result
	}{
		{1, maxBound - 1, Satisfiable},
		{1, maxBound, Undecided},
		{1, 1 << 62, Undecided},
		{1, -1 << 63, Undecided},
		{maxCoef - 1, 5, Satisfiable},
		{maxCoef, 5, Undecided},
		{1 << 62, 5, Undecided},
		{-1 << 63, 5, Undecided},
	} {
		s := New(plenty)
		x, y := s.Int(), s.Int()
		s.Clause(s.AtMost(Form{{x, c.coef}, {y, 1}}, c.bound))
		s.Clause(s.AtLeast(Form{{x, 1}, {y, 1}}, -4))
		if got := s.Solve(nil); got != c.want {
			t.Errorf("%d x + y <= %d: %d", c.coef, c.bound, got)
		}
	}
	s := New(plenty)
	for range maxColumns + 1 {
		s.Clause(s.AtMost(Form{{s.Int(), 1}}, 0))
	}
	if got := s.Solve(nil); got != Undecided {
		t.Errorf("too many unknowns: %d", got)
	}
}

// Random problems with factors near the limits: what is decided is right.
func TestLargeFactors(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	s := New(Effort{Conflicts: 200, Pivots: 2000, Branches: 20})
	count := map[Result]int{}
	for range 3000 {
		p := randomProblem(r)
		for _, c := range p.clauses {
			for i := range c {
				for k := range c[i].f {
					c[i].f[k].Coef *= 1 + r.Int63n(maxCoef/4)
				}
				c[i].k *= 1 + r.Int63n(maxBound/8)
			}
		}
		got, values := p.put(s, len(p.clauses))
		count[got]++
		if got == Satisfiable && !p.holds(values) || got == Unsatisfiable && p.solvable() {
			t.Fatalf("%+v: %d, %v", p, got, values)
		}
	}
	if t.Log(count); count[Undecided] == 3000 {
		t.Error("nothing was decided")
	}
}

// What exceeds the effort is undecided.
func TestEffort(t *testing.T) {
	s := New(Effort{Conflicts: 3, Pivots: 1000, Branches: 1000})
	holes := 6 // the pigeonhole principle needs more
	in := func(p, h int) Lit { return Lit(2 * (1 + p*holes + h)) }
	for range (holes + 1) * holes {
		s.Bool()
	}
	for p := range holes + 1 {
		var some []Lit
		for h := range holes {
			some = append(some, in(p, h))
			for q := range p {
				s.Clause(in(p, h).Not(), in(q, h).Not())
			}
		}
		s.Clause(some...)
	}
	if got := s.Solve(nil); got != Undecided {
		t.Errorf("result %d", got)
	}
}

// BenchmarkSolve asks about a path through a few comparisons.
func BenchmarkSolve(b *testing.B) {
	s := New(plenty)
	for i := range b.N {
		s.Reset()
		var x []Var
		for range 8 {
			x = append(x, s.Int())
		}
		for k := range 15 {
			f := Form{{x[k%7], 1}, {x[k%7+1], int64(-1 - k%3)}}
			s.Clause(s.AtMost(f, int64(5*k+i%7)), s.AtLeast(Form{{x[k%8], 1}}, 3))
		}
		if s.Solve(nil) != Satisfiable {
			b.Fatal("no solution")
		}
	}
}
