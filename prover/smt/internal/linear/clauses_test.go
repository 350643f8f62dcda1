package linear

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// lookedRightly reports whether the literals of each clause that were passed over, since
// values were last taken back, are false.
func (s *Solver) lookedRightly() bool {
	for c, at := range s.looked[:len(s.clauses)] {
		if at.taken != s.taken {
			continue
		}
		for _, l := range s.literals(int32(c))[2:at.place] {
			if s.of(l) >= 0 {
				return false
			}
		}
	}
	return true
}

// All solutions of random long clauses are found, one after the other, each excluded by a
// clause when it was found, and nothing else; on levels that come and go, too.
func TestLongClausesHaveAllSolutions(t *testing.T) {
	const n = 8
	r := rand.New(rand.NewPCG(5, 8))
	type clause = []Lit
	holds := func(cs []clause, values int) bool {
		for _, c := range cs {
			some := false
			for _, l := range c {
				some = some || values>>(l.index()-1)&1 == 1-int(l&1)
			}
			if !some {
				return false
			}
		}
		return true
	}
	found, none, passed := 0, 0, 0
	for range 60 {
		s := New(Effort{Conflicts: 10_000, Pivots: 10_000, Branches: 100})
		for range n {
			s.Bool()
		}
		var levels [][]clause
		for range 20 {
			if k := r.IntN(min(len(levels), 5) + 1); k > 0 && r.IntN(3) == 0 {
				s.Pop(k)
				levels = levels[:len(levels)-k]
			}
			var added []clause
			s.Push()
			for range r.IntN(7) {
				var c clause
				for _, v := range r.Perm(n)[:2+r.IntN(4)] {
					c = append(c, Lit(2*(v+1)+r.IntN(2)))
				}
				s.Clause(c...)
				added = append(added, c)
			}
			levels = append(levels, added)
			var all []clause
			for _, l := range levels {
				all = append(all, l...)
			}
			excluded := all
			got := s.Solve(func() bool {
				if !s.lookedRightly() {
					t.Fatal("a literal was passed over that is not false")
				}
				values, but := 0, clause{}
				for v := range n {
					switch l := Lit(2 * (v + 1)); s.Holds(l) {
					case 1:
						values, but = values|1<<v, append(but, l.Not())
					case -1:
						but = append(but, l)
					}
				}
				if !holds(excluded, values) {
					t.Fatalf("%b is no solution of %v", values, excluded)
				}
				for _, at := range s.looked {
					passed += int(at.place) - 2
				}
				found++
				s.Clause(but...)
				excluded = append(excluded[:len(excluded):len(excluded)], but)
				return len(but) == 0
			})
			if got != Unsatisfiable && len(excluded[len(excluded)-1]) > 0 {
				t.Fatalf("result %v", got)
			}
			for values := range 1 << n {
				if holds(excluded, values) {
					t.Fatalf("%b is a solution of %v that was not found", values, excluded)
				}
			}
			if len(excluded) == len(all) {
				none++
			}
		}
	}
	if t.Log(found, none, passed); found < 5000 || none < 50 || passed < 5000 {
		t.Error("the clauses are of one kind")
	}
}

// A disjunction of n cases each of which is contradictory has an effort that grows with n.
func TestEffortGrowsWithTheCases(t *testing.T) {
	s := New(Effort{Conflicts: 3, Pivots: 10, Branches: 10})
	var cases []Lit
	for range 100 {
		one, a, b := s.Bool(), s.Bool(), s.Bool()
		for _, l := range []Lit{a, a.Not()} {
			s.Clause(one.Not(), l, b)
			s.Clause(one.Not(), l, b.Not())
		}
		cases = append(cases, one)
	}
	s.Clause(cases...)
	if got := s.Solve(nil); got != Unsatisfiable {
		t.Errorf("result %v after %+v", got, s.spent)
	}
}

// BenchmarkLongClause falsifies the literals of a clause one by one.
func BenchmarkLongClause(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := New(Effort{Conflicts: 10, Pivots: 10, Branches: 10})
			var all []Lit
			for range n {
				all = append(all, s.Bool())
			}
			for i := range all[:n-2] {
				s.Clause(all[i].Not(), all[i+1].Not())
				s.Clause(all[i], all[i+1].Not())
			}
			s.Clause(all[1:]...)
			for b.Loop() {
				if s.Solve(nil) != Satisfiable {
					b.Fatal("no solution")
				}
			}
		})
	}
}
