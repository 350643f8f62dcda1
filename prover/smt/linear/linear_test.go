package linear

import (
	"math/rand"
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

// put puts a problem to a solver; clauses from late on are added by final only.
func (p problem) put(s *Solver, late int) (Result, []int64) {
	s.Reset()
	forms := make([]Form, p.unknowns)
	for i := range forms {
		v := s.Int()
		forms[i] = Form{{v, 1}}
		s.Clause(s.AtLeast(forms[i], -p.width))
		s.Clause(s.AtMost(forms[i], p.width))
	}
	add := func(c []inequality) {
		var lits []Lit
		for _, q := range c {
			f := Form{}
			for _, t := range q.f {
				f = append(f, Term{forms[t.Var][0].Var, t.Coef})
			}
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
			values[i] = s.Value(f[0].Var)
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
			t.Fatalf("seed %d: %+v: result %d, solvable %v, spent %+v", seed, p, got, want, s.Spent())
		case got == Satisfiable && !p.holds(values):
			t.Fatalf("seed %d: %+v is not solved by %v", seed, p, values)
		}
	}
	if count[Satisfiable] < 1000 || count[Unsatisfiable] < 1000 {
		t.Errorf("the problems are of one kind: %v", count)
	}
}
