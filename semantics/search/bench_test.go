package search_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// garbage is the growth of the heap in percent with which the command collects it.
const garbage = 800

// BenchmarkFigure6 searches with solvers that were asked nothing before.
func BenchmarkFigure6(b *testing.B) {
	f := start(b, "init.cink", figure6, arrayInput(12))
	f.start.PC = []*term.Term{term.Lt(term.Int(0), f.input["n"])}
	f.bench(b)
}

func BenchmarkBranches(b *testing.B) {
	for _, n := range []int{6, 12} {
		b.Run(fmt.Sprint(1<<n, " ends"), func(b *testing.B) {
			text, input := branches(n)
			start(b, "b.cink", text, input).bench(b)
		})
	}
}

func BenchmarkBubbleSort(b *testing.B) {
	text, input := bubble(5)
	start(b, "b.cink", text, input).bench(b)
}

func (f *fixture) bench(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	b.ReportAllocs()
	states := 0
	for b.Loop() {
		f.forget(b)
		r, _ := f.all(search.Options{Identical: true})
		states += r.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkFirstEnd is the time from the text of figure 6 to the first end, with three
// elements as in the paper, and with twelve.
func BenchmarkFirstEnd(b *testing.B) {
	for _, n := range []int{3, 12} {
		b.Run(fmt.Sprint(n, " elements"), func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(garbage))
			definitionOf(b, "init.cink")
			for b.Loop() {
				f := start(b, "init.cink", figure6, arrayInput(n))
				f.start.PC = []*term.Term{term.Lt(term.Int(0), f.input["n"])}
				search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Identical: true}, func(e search.Event) search.Answer {
					if e.Kind == search.Final {
						return search.Stop
					}
					return search.Pass
				})
			}
		})
	}
}

// A search of 4,096 ends is not slower for each state than one of 64 is, by more than
// half. The two take turns, and the best times count: others use the machine as well.
func TestSlowSpeedOfLargeSearches(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	best := map[int]float64{}
	for range 4 {
		for n, times := range map[int]int{6: 64, 12: 1} { // so that both take about as long
			text, input := branches(n)
			f := start(t, "b.cink", text, input)
			states, begun := 0, time.Now()
			for range times {
				f.forget(t)
				r, _ := f.all(search.Options{Identical: true})
				states += r.States
			}
			best[n] = max(best[n], float64(states)/time.Since(begun).Seconds())
		}
	}
	if t.Log("states a second", best); best[12] < best[6]/2 {
		t.Errorf("%.0f states a second with 4,096 ends, %.0f with 64", best[12], best[6])
	}
}

// believer is an oracle that says that everything is satisfiable and counts the
// questions.
type believer struct{ questions int }

func (o *believer) Prune([]*term.Term, ...*term.Term) rewrite.Verdict {
	o.questions++
	return rewrite.Satisfiable
}

func (o *believer) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return o.Prune(pc, extra...)
}

// A state that waits takes less than 2 KiB, what it branched from included.
func TestMemoryOfWaitingStates(t *testing.T) {
	text, input := branches(10)
	f := start(t, "b.cink", text, input)
	f.oracle = &believer{}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, after := uint64(0), uint64(0)
	r := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Identical: true, Order: search.BreadthFirst}, func(e search.Event) search.Answer {
		switch {
		case e.Kind == search.Final:
			after = heap()
			return search.Stop
		case before == 0 && len(e.State.PC) == 2: // what rules need is there
			before = heap()
		}
		return search.Pass
	})
	if r.Waiting < 1000 || after <= before {
		t.Fatalf("%d states wait; %d bytes, then %d", r.Waiting, before, after)
	}
	if each := (after - before) / uint64(r.Waiting); each >= 2048 {
		t.Errorf("%d bytes for each of %d states that wait", each, r.Waiting)
	} else {
		t.Logf("%d bytes for each", each)
	}
}

// An end is told from a stuck state by its form: a program without branches asks
// nothing, and one with n of them asks whether each successor can be reached.
func TestEndsAskNothing(t *testing.T) {
	for n, questions := range []int{0, 2, 6, 14} {
		text, input := branches(n)
		f := start(t, "b.cink", text, input)
		o := &believer{}
		f.oracle = o
		if r, _ := f.all(search.Options{Identical: true}); o.questions != questions || r.Ends[search.Final] != 1<<n {
			t.Errorf("%d branches: %d questions, not %d; %+v", n, o.questions, questions, r)
		}
	}
}

// The questions of a search are mostly answered by the values that answered earlier
// ones: of the 2,046 of ten branches not one in ten comes to a backend.
func TestQuestionsAreEvaluated(t *testing.T) {
	text, input := branches(10)
	f := start(t, "b.cink", text, input)
	for _, order := range []search.Order{search.DepthFirst, search.BreadthFirst} {
		f.forget(t)
		f.all(search.Options{Order: order, Identical: true})
		if c := f.solver.Counters(); c.Queries != 2046 || c.Simplex+c.Ground > c.Queries/10 {
			t.Errorf("order %v: %+v", order, c)
		}
	}
}
