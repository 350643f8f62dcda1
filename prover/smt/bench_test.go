package smt

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// pathCondition is a chain of n linear conjuncts, as a path gives them.
func pathCondition(n int, seed int64) []*term.Term {
	var conj []*term.Term
	v := func(i int) *term.Term { return ivar(fmt.Sprint("x", i%7)) }
	for i := range n {
		lhs := term.Add(mul(term.Int(int64(i%3+1)), v(i)), v(i+2))
		conj = append(conj, term.Le(lhs, term.Add(v(i+1), term.Int(int64(i*5)+seed))))
	}
	return conj
}

// BenchmarkSharedPrefix asks new questions that share 15 of 16 conjuncts.
func BenchmarkSharedPrefix(b *testing.B) {
	for _, name := range []string{"auto", "z3", "z3-process"} {
		b.Run(name, func(b *testing.B) {
			s := newTest(b, Options{Engine: name})
			prefix := pathCondition(15, 0)
			s.Check(context.Background(), Query{Assertions: prefix})
			b.ResetTimer()
			for i := range b.N {
				last := term.Lt(term.Int(int64(i%100000)-50000), term.Add(ivar("x1"), term.Add(ivar("x4"), ivar(fmt.Sprint("x", i%5)))))
				if a := feasible(s, append(prefix[:15:15], last)); a.Result == Unknown {
					b.Fatal(a.Reason)
				}
			}
		})
	}
}

// BenchmarkModel is the same with a model for each answer.
func BenchmarkModel(b *testing.B) {
	s := newTest(b, Options{})
	prefix := pathCondition(15, 0)
	b.ResetTimer()
	for i := range b.N {
		last := term.Lt(term.Int(int64(i%100000)-50000), term.Add(ivar("x1"), term.Add(ivar("x4"), ivar(fmt.Sprint("x", i%5)))))
		s.Check(context.Background(), Query{Assertions: append(prefix[:15:15], last)})
	}
}

// BenchmarkNothingShared asks questions with no common prefix.
func BenchmarkNothingShared(b *testing.B) {
	s := newTest(b, Options{})
	for i := range b.N {
		if a := feasible(s, pathCondition(15, int64(i))); a.Result == Unknown {
			b.Fatal(a.Reason)
		}
	}
}

// BenchmarkSyntax asks questions that no solver has to see.
func BenchmarkSyntax(b *testing.B) {
	s := newTest(b, Options{Engine: "none"})
	conj := pathCondition(15, 0)
	for i := range b.N {
		v := ivar(fmt.Sprint("x", i%7))
		goal := term.Lt(v, term.Int(int64(i)))
		if a := s.Valid(context.Background(), append(conj[:15:15], goal), term.Le(v, term.Int(int64(i)))); a.Result != Unsat {
			b.Fatal(a.Reason)
		}
	}
}

// BenchmarkCached asks one question again and again.
func BenchmarkCached(b *testing.B) {
	s := newTest(b, Options{})
	conj := pathCondition(16, 0)
	for range b.N {
		s.Check(context.Background(), Query{Assertions: conj})
	}
}

// BenchmarkArrayGoals proves the quantified goals of array loops.
func BenchmarkArrayGoals(b *testing.B) {
	s := newTest(b, Options{})
	goals := arrayGoals()
	b.ResetTimer()
	for range b.N {
		s.cache = newCache()
		for _, g := range goals {
			s.Valid(context.Background(), g.hypotheses, g.goal)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(goals)), "µs/goal")
}

// BenchmarkStart starts a worker and asks it a first question.
func BenchmarkStart(b *testing.B) {
	var u0 syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u0)
	before := u0.Utime.Nano() + u0.Stime.Nano()
	for i := range b.N {
		s := newTest(b, Options{})
		if a := s.Check(context.Background(), Query{Assertions: question0(int64(i))}); a.Result != Sat {
			b.Fatal(a.Reason)
		}
		s.Close()
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) == nil {
		cpu := time.Duration(u.Utime.Nano() + u.Stime.Nano() - before)
		b.ReportMetric(float64(cpu.Microseconds())/float64(b.N)/1000, "worker-cpu-ms")
	}
}

// reportCPU reports the processor time of this process and of those that it has ended
// since it was called: call it first, and what it returns at the end.
func reportCPU(b *testing.B) (end func()) {
	used := func() (ns int64) {
		for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
			var u syscall.Rusage
			if syscall.Getrusage(who, &u) == nil {
				ns += u.Utime.Nano() + u.Stime.Nano()
			}
		}
		return ns
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/1e6/float64(b.N), "cpu-ms/op") }
}

// pathQuestions are those of a path with n conjuncts: at each second, whether a condition
// on a new input and its negation can be met.
func pathQuestions(n int) [][]*term.Term {
	var path []*term.Term
	var out [][]*term.Term
	sum := term.Int(0)
	for i := range n / 2 {
		b, t := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("t", i))
		c := [...]*term.Term{term.Le(sum, b), term.Lt(b, term.Int(0)), term.Lt(b, ivar(fmt.Sprint("b", i/2)))}[i%3]
		out = append(out, append(slices.Clip(path), c), append(slices.Clip(path), term.Not(c)))
		path = append(path, c, term.Le(sum, term.Add(t, term.Int(3))))
		if sum = term.Add(sum, t); i%10 == 9 {
			sum = t
		}
	}
	return out
}

// BenchmarkPath asks the questions of paths of 100, 200 and 400 conjuncts, one after the
// other: by values of the questions before, and each anew; with what is kept of the
// beginning that two of them share, and without it.
func BenchmarkPath(b *testing.B) {
	for _, n := range []int{100, 200, 400} {
		questions := pathQuestions(n)
		for _, by := range []struct {
			name   string
			effort Effort
			alone  bool
		}{{"values", Glance, false}, {"values-alone", Glance, true}, {"simplex", Quick, false}, {"simplex-alone", Quick, true}} {
			b.Run(fmt.Sprintf("%d/%s", n, by.name), func(b *testing.B) {
				defer reportCPU(b)()
				for range b.N {
					s := newTest(b, Options{})
					for _, q := range questions {
						if by.alone {
							s.cache.path.align(nil)
							s.presolver.asked.align(nil)
							s.backends.first.Check(context.Background(), fol.Query{}) // shares nothing with any other
						}
						if a := s.Check(context.Background(), Query{Assertions: q, Effort: by.effort}); a.Result == Unknown {
							b.Fatal(a.Reason)
						}
					}
				}
			})
		}
	}
}

// BenchmarkChain asks the questions of  a > 0 && a > 1 && ...  whose paths meet behind each
// operand, with what is kept of the path, and with all of it worked out anew each time.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{100, 200, 400} {
		m := chain(n)
		for _, anew := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/anew=%v", n, anew), func(b *testing.B) {
				defer reportCPU(b)()
				for range b.N {
					s := newTest(b, Options{})
					for _, q := range m.asked {
						if anew {
							s.workOutAnew()
						}
						if a := glance(s, q); a.By != Evaluation {
							b.Fatal(a.By)
						}
					}
				}
			})
		}
	}
}

// BenchmarkMerged asks, of n ifs one after the other whose paths are merged, whether each
// branch can be taken, and proves the goals. The same questions are put to Z3 as they
// are, with equations of arrays and without what holds in all cases; what it leaves open
// is reported.
func BenchmarkMerged(b *testing.B) {
	for _, kind := range mergedKinds {
		for _, n := range []int{12, 20, 40} {
			m := kind.of(n)
			b.Run(fmt.Sprintf("%s/%d/columns", kind.name, n), func(b *testing.B) {
				defer reportCPU(b)()
				for range b.N {
					s := newTest(b, Options{})
					for _, q := range m.asked {
						glance(s, q)
					}
					for _, goal := range m.goals {
						if a := s.Valid(context.Background(), m.condition, goal); a.Result != Unsat {
							b.Fatalf("%v: %v", goal, a.Reason)
						}
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/whole", kind.name, n), func(b *testing.B) {
				open := 0
				defer reportCPU(b)()
				for range b.N {
					s := newTest(b, Options{Engine: "z3-process"})
					for _, q := range m.asked {
						if askDirectly(s, q).Result == Unknown {
							open++
						}
					}
					for _, goal := range m.goals {
						if askDirectly(s, append(slices.Clip(m.condition), term.Not(goal))).Result == Unknown {
							open++
						}
					}
					s.Close()
				}
				b.ReportMetric(float64(open)/float64(b.N), "open/op")
			})
		}
	}
}
