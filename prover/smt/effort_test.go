package smt

import (
	"context"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// open is a question that has a candidate for a model and is not decided.
func open() []*term.Term {
	x, a := ivar("x"), avar("a")
	return []*term.Term{all_(x, term.Lt(sel(a, x), sel(a, term.Add(x, term.Int(1))))), term.Lt(ivar("y"), sel(a, ivar("y")))}
}

// undecided is a backend for all questions that answers none.
type undecided struct {
	fol.Backend
	late bool
}

func (u undecided) Check(context.Context, fol.Query) fol.Reply {
	return fol.Reply{Reason: "why", Late: u.late}
}

func (u undecided) Name() string { return "undecided" }

// A candidate counts where the effort to decide it is used up, which is the same in
// every run, and not where the time is.
func TestCandidateIsNoneWhereTimeIsUp(t *testing.T) {
	for _, late := range []bool{false, true} {
		s := newTest(t, Options{})
		for i, b := range s.backends.full {
			s.backends.full[i] = undecided{b, late}
		}
		a := s.Check(context.Background(), Query{Assertions: open()})
		want := Sat
		if late {
			want = Unknown
		}
		if a.Result != want || a.Late != late || a.Result == Sat && !a.Approximate || late && a.Model != nil {
			t.Errorf("late %v: %+v", late, a)
		}
	}
}

// The clock's limit makes an answer late, in whatever process.
func TestTimeLimitIsLate(t *testing.T) {
	for _, e := range testedEngines() {
		t.Run(e.name, func(t *testing.T) {
			needEngine(t, e)
			s := newTest(t, Options{Engine: e.name, Effort: 1000, Timeout: 150 * time.Millisecond})
			if a := s.Check(context.Background(), Query{Assertions: hard(0)}); a.Result != Unknown || !a.Late {
				t.Errorf("%v, late %v (%s)", a.Result, a.Late, a.Reason)
			}
		})
	}
}

// briefly is a backend that answers nothing and notes how it was asked.
type briefly struct {
	fol.Backend
	asked []bool
}

func (b *briefly) Check(_ context.Context, q fol.Query) fol.Reply {
	b.asked = append(b.asked, q.Brief)
	return fol.Reply{}
}

func (*briefly) Name() string { return "briefly" }

// A search asks one way, and once: paths that are hard to tell to be possible are many.
func TestSearchAsksBriefly(t *testing.T) {
	x, y := ivar("x"), ivar("y")
	q := append(squares(), term.Eq(term.Apply(term.IntEMod, mul(x, y), term.Int(7)), term.Int(3)))
	for _, c := range []struct {
		effort Effort
		brief  bool
		times  int
	}{{Quick, false, 2}, {Glance, true, 1}} {
		s := newTest(t, Options{})
		b := &briefly{}
		s.backends = lineup{ground: b}
		if a := s.Check(context.Background(), Query{Assertions: q, Effort: c.effort}); a.Result != Unknown || len(b.asked) != c.times || b.asked[0] != c.brief {
			t.Errorf("effort %d: %v, asked %v", c.effort, a.Result, b.asked)
		}
		s.backends = lineup{}
	}
}

// What facts about divisions are said of is asked without and with them, with little effort first and then with all.
func TestDivisionsAreAskedBriefly(t *testing.T) {
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	rest := func(x *term.Term) *term.Term { return term.Apply(term.IntEMod, x, z) }
	q := []*term.Term{term.Lt(term.Int(0), z), term.Eq(mul(x, rest(mul(x, y))), term.Int(3)), term.Eq(rest(y), term.Int(0))}
	for effort, want := range map[Effort][]bool{Steady: {true, true, false, false}, Quick: {false, false}} {
		s := newTest(t, Options{})
		b := &briefly{}
		s.backends = lineup{first: &answering{}, ground: b}
		s.Check(context.Background(), Query{Assertions: q, Effort: effort})
		if len(b.asked) < len(want) || !slices.Equal(b.asked[:len(want)], want) {
			t.Errorf("effort %d: asked %v, not %v", effort, b.asked, want)
		}
		s.backends = lineup{}
	}
}

// Effort that is used up is not the clock's doing, and with more effort there is an
// answer. The question is one of y*y = k for a k that is no square.
func TestEffortIsCounted(t *testing.T) {
	x, y := ivar("x"), ivar("y")
	q := []*term.Term{term.Lt(term.Int(2), x), term.Lt(x, y), term.Eq(mul(x, y), term.Int(10403))}
	little, much := newTest(t, Options{Engine: "z3", Effort: 0.001}), newTest(t, Options{Engine: "z3"})
	a, b := little.Check(context.Background(), Query{Assertions: q}), much.Check(context.Background(), Query{Assertions: q})
	if a.Result != Unknown || a.Late || !strings.Contains(a.Reason, "all the effort it may") {
		t.Errorf("with little effort: %v, late %v (%s)", a.Result, a.Late, a.Reason)
	}
	if b.Result != Sat {
		t.Errorf("with effort: %v (%s)", b.Result, b.Reason)
	}
}

// A solver that forgets answers what it answered when it was new, with the same work,
// whatever was asked in between: so does a goal, whichever were proved before it.
func TestForget(t *testing.T) {
	for _, e := range testedEngines() {
		if e.name == "cvc5" {
			continue // its processes take long to begin
		}
		t.Run(e.name, func(t *testing.T) {
			needEngine(t, e)
			r := rand.New(rand.NewSource(7))
			s := newTest(t, Options{Engine: e.name, Effort: 0.01})
			series := func(seed int64) (out []Answer) {
				s.Forget()
				r := rand.New(rand.NewSource(seed))
				for n := range 6 {
					q := randomConjunction(r, 3+n)
					if n == 3 {
						q = open()
					}
					a := s.Check(context.Background(), Query{Assertions: q})
					a.Time = 0
					out = append(out, a)
				}
				return out
			}
			first := series(1)
			for range 3 {
				series(2 + r.Int63n(1000))
			}
			for i, a := range series(1) {
				b := first[i]
				if a.Result != b.Result || a.Reason != b.Reason || a.Cached != b.Cached || a.Instances != b.Instances || a.By != b.By {
					t.Errorf("question %d: %+v, first %+v", i, a, b)
				}
			}
		})
	}
}

// What Z3 does not count, the processor's time ends: 100,000 steps take it half a minute
// here. The clock has no part in it.
func TestProcessorTimeIsLimited(t *testing.T) {
	needCommand(t, "z3")
	if runtime.GOOS != "linux" {
		t.Skip("the system has no such limit for another process")
	}
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	cube := func(t *term.Term) *term.Term { return mul(t, mul(t, t)) }
	q := []*term.Term{term.Eq(term.Add(cube(x), cube(y)), cube(z))}
	for _, v := range []*term.Term{x, y, z} {
		q = append(q, term.Lt(term.Int(1), v))
	}
	s := newTest(t, Options{Engine: "z3-process"})
	if a := s.Check(context.Background(), Query{Assertions: q}); a.Result != Unknown || a.Late || !strings.Contains(a.Reason, "processor time") {
		t.Errorf("%v, late %v (%s)", a.Result, a.Late, a.Reason)
	}
	expect(t, s, Sat, question0(1)...)
}
