package smt

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

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
		s.cache = NewCache()
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
