package arith

import (
	"context"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"
)

// randomInteger is an integer made of each kind of item.
func randomInteger(r *rand.Rand, depth int) *term.Term {
	if depth == 0 || r.Intn(4) == 0 {
		if r.Intn(3) == 0 {
			return term.Int(int64(r.Intn(9) - 4))
		}
		return ivar(fmt.Sprint("x", r.Intn(5)))
	}
	sub := func() *term.Term { return randomInteger(r, depth-1) }
	switch r.Intn(9) {
	case 0, 1:
		return term.Add(sub(), sub())
	case 2:
		return mul(term.Int(int64(r.Intn(7)-3)), sub())
	case 3:
		return sel(randomArray(r, depth-1), sub())
	case 4:
		return term.Apply(unary, sub())
	case 5:
		return mul(sub(), sub())
	case 6:
		return term.Apply([]*term.Symbol{term.IntEDiv, term.IntEMod}[r.Intn(2)], sub(), sub())
	case 7:
		return term.Apply(counter, randomArray(r, depth-1), sub())
	}
	return term.Ite(randomTruth(r, depth-1), sub(), sub())
}

func randomArray(r *rand.Rand, depth int) *term.Term {
	switch {
	case depth > 0 && r.Intn(2) == 0:
		return sto(randomArray(r, depth-1), randomInteger(r, depth-1), randomInteger(r, depth-1))
	case depth > 0 && r.Intn(4) == 0:
		return term.Apply(maker, randomInteger(r, depth-1))
	}
	return avar(fmt.Sprint("a", r.Intn(2)))
}

func randomTruth(r *rand.Rand, depth int) *term.Term {
	if depth > 0 && r.Intn(3) == 0 {
		a, b := randomTruth(r, depth-1), randomTruth(r, depth-1)
		return []*term.Term{term.And(a, b), term.Or(a, b), term.Not(a), term.Or(a, term.Not(b))}[r.Intn(4)]
	}
	a, b := randomInteger(r, depth), randomInteger(r, depth)
	return []*term.Term{term.Le(a, b), term.Lt(a, b), term.Eq(a, b), term.Not(term.Eq(a, b))}[r.Intn(4)]
}

// Questions that begin alike are answered, with the same solutions, as by a solver that
// has kept nothing of the one before.
func TestQuestionsAreAsBuiltAnew(t *testing.T) {
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewSource(seed))
	count := map[fol.Result]int{}
	var want []*fol.Node
	late, items := 0, map[kind]int{}
	for range 100 {
		tr := translate.New(&translate.Prelude{}, nil)
		want = want[:0]
		for i := range 5 {
			want = append(want, tr.Node(ivar(fmt.Sprint("x", i))), tr.Node(avar(fmt.Sprint("a", i%2))))
		}
		kept, alone := New(1), New(1)
		var path []*fol.Node
		for range 40 {
			path = slices.Clip(path[:len(path)-r.Intn(min(len(path), 3)+1)])
			if len(path) > 10 {
				path = path[:r.Intn(10)]
			}
			for range r.Intn(3) {
				path = append(path, tr.Formula(randomTruth(r, 1+r.Intn(3))))
			}
			q := fol.Query{Assertions: path, Want: want}
			alone.Check(context.Background(), fol.Query{}) // nothing is kept
			a, b := kept.Check(context.Background(), q), alone.Check(context.Background(), q)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%+v, alone %+v", a, b)
			}
			if kept.extent() != alone.extent() || !slices.Equal(kept.items, alone.items) {
				t.Fatalf("%+v, alone %+v", kept.extent(), alone.extent())
			}
			if count[a.Result]++; kept.rounds > 1 {
				late++
			}
			for _, i := range kept.vars.order {
				items[kept.items[i].kind]++
			}
			if a.Result != fol.Sat && len(path) > 0 {
				path = path[:r.Intn(len(path))]
			}
		}
	}
	t.Log(count, late, items)
	if min(count[fol.Sat], count[fol.Unsat], late) < 50 || len(items) < 5 {
		t.Error("the questions are of one kind")
	}
}

// A conjunct that is left to others leaves nothing behind when it is gone.
func TestRefusalGoesWithItsConjunct(t *testing.T) {
	tr := translate.New(&translate.Prelude{}, nil)
	x, s := ivar("x"), New(1)
	fine, large := tr.Formula(term.Lt(x, term.Int(3))), tr.Formula(term.Lt(mul(term.Int(1<<21), x), mul(term.Int(3), ivar("y"))))
	for i, path := range [][]*fol.Node{{fine, large}, {fine}, {large, fine}, {fine}} {
		want := []fol.Result{fol.Unknown, fol.Sat}[i%2]
		if got := s.Check(context.Background(), fol.Query{Assertions: path}); got.Result != want {
			t.Errorf("question %d: %v", i, got.Result)
		}
	}
}

// BenchmarkPath asks the questions of paths of 100, 200 and 400 conjuncts, one after the
// other: with what is built for the beginning that two of them share, and without it.
func BenchmarkPath(b *testing.B) {
	for _, n := range []int{100, 200, 400} {
		tr := translate.New(&translate.Prelude{}, nil)
		var path []*fol.Node
		var questions []fol.Query
		sum := term.Int(0)
		for i := range n / 2 {
			in, out := ivar(fmt.Sprint("b", i)), ivar(fmt.Sprint("t", i))
			c := [...]*term.Term{term.Le(sum, in), term.Lt(in, term.Int(0)), term.Lt(in, ivar(fmt.Sprint("b", i/2)))}[i%3]
			for _, d := range []*term.Term{c, term.Not(c)} {
				questions = append(questions, fol.Query{Assertions: append(slices.Clip(path), tr.Formula(d))})
			}
			path = append(path, tr.Formula(c), tr.Formula(term.Le(sum, term.Add(out, term.Int(3)))))
			if sum = term.Add(sum, out); i%10 == 9 {
				sum = out
			}
		}
		for _, alone := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/%s", n, map[bool]string{false: "kept", true: "alone"}[alone]), func(b *testing.B) {
				defer reportCPU(b)()
				s := New(1)
				for range b.N {
					s.Check(context.Background(), fol.Query{})
					for _, q := range questions {
						if alone {
							s.Check(context.Background(), fol.Query{})
						}
						if r := s.Check(context.Background(), q); r.Result == fol.Unknown {
							b.Fatal(r.Reason)
						}
					}
				}
			})
		}
	}
}

// reportCPU reports the processor time since it was called: call it first, and what it
// returns at the end.
func reportCPU(b *testing.B) (end func()) {
	used := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/1e6/float64(b.N), "cpu-ms/op") }
}
