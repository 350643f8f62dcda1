package z3

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/stored"
	"rlv/semantics/term"

	"go.uber.org/goleak"
)

// fakeVariable makes the test binary play a worker that misbehaves.
const fakeVariable = "RLV_SMT_FAKE"

func TestMain(m *testing.M) {
	if how := os.Getenv(fakeVariable); how != "" {
		misbehave(how)
		return
	}
	RunIfWorker()
	goleak.VerifyTestMain(m)
}

// misbehave is the main program of a fake worker: it comes up, and goes wrong.
func misbehave(how string) {
	_, build := stored.Executable()
	if how == "other" { // is of another build
		build = "1-2"
	}
	send(os.Stdout, greeting(build, "0"))
	r := bufio.NewReader(os.Stdin)
	receive(r)
	switch how {
	case "late": // answers another question
		for {
			send(os.Stdout, encodeReply(77, wireUnsat, "", nil))
			if _, err := receive(r); err != nil {
				return
			}
		}
	case "other": // answers, but what was asked it may have misread
		for n := uint64(1); ; n++ {
			send(os.Stdout, encodeReply(n, wireUnsat, "", nil))
			if _, err := receive(r); err != nil {
				return
			}
		}
	case "sleepy": // hangs
		time.Sleep(time.Hour)
	case "dying":
	case "babble": // talks nonsense
		os.Stdout.WriteString("\xff\xff\xff\xff\xff\xff\xff\x01unsat")
		time.Sleep(time.Hour)
	}
}

var translator = translate.New(&translate.Prelude{}, nil)

// query is the question whether formulas are satisfiable.
func query(timeout time.Duration, conj ...*term.Term) fol.Query {
	q := fol.Query{Timeout: timeout}
	for _, c := range conj {
		q.Assertions = append(q.Assertions, translator.Formula(c))
	}
	return q
}

// hard is a question on which Z3 runs into any short time limit: pure nonlinear
// integers, the kind for which it also hangs if nothing was pushed. Sums of three
// cubes, whose least solutions are huge or unknown.
func hard(n int64) fol.Query {
	cube := func(name string) *term.Term {
		x := term.Var(name, term.SortInt)
		return term.Apply(term.IntMul, x, term.Apply(term.IntMul, x, x))
	}
	return query(100*time.Millisecond, term.Eq(term.Add(cube("x"), term.Add(cube("y"), cube("z"))), term.Int(n)))
}

// Z3 4.8.12 hangs on these questions unless a level was pushed before: the watchdog
// would have to stop the worker.
func TestNoHangWithoutPush(t *testing.T) {
	p := New(nil, 2048, 1)
	defer p.Reset()
	for _, n := range []int64{33, 42, 114, 165, 390} {
		if r := p.Check(context.Background(), hard(n)); r.Result != fol.Unknown {
			t.Errorf("got %v", r.Result)
		}
	}
	if n := p.steady.lost; n != 0 {
		t.Errorf("the steady worker was stopped %d times", n)
	}
	if n := p.quick.lost; n > maxStops {
		t.Errorf("the quick worker was stopped %d times", n)
	}
}

// What is asked briefly only the quick worker is asked.
func TestBriefQuestionsAreForOne(t *testing.T) {
	for _, brief := range []bool{true, false} {
		p := New(nil, 2048, 0.001)
		q := hard(42)
		q.Brief = brief
		if r := p.Check(context.Background(), q); r.Result != fol.Unknown || (p.steady.version == "") != brief {
			t.Errorf("brief %v: %v, the steady one is %q", brief, r.Result, p.steady.version)
		}
		p.Reset()
	}
}

// pigeons says that n of them are in fewer holes, none with another one.
func pigeons(n int) []*term.Term {
	in := func(p, h int) *term.Term {
		return term.Lt(term.Int(0), term.Var(fmt.Sprint("in", p, "_", h), term.SortInt))
	}
	var out []*term.Term
	for p := range n {
		some := term.False
		for h := range n - 1 {
			some = term.Or(some, in(p, h))
			for other := range p {
				out = append(out, term.Not(term.And(in(p, h), in(other, h))))
			}
		}
		out = append(out, some)
	}
	return out
}

// Less work is done for it.
func TestBriefQuestionsAreGivenUpSooner(t *testing.T) {
	p := New(nil, 2048, 1)
	defer p.Reset()
	q := query(time.Minute, pigeons(9)...)
	for _, want := range []fol.Result{fol.Unknown, fol.Unsat} {
		q.Brief = want == fol.Unknown
		if r := p.Check(t.Context(), q); r.Result != want {
			t.Errorf("brief: %v: %v (%s), not %v", q.Brief, r.Result, r.Reason, want)
		}
	}
}

func TestMisbehavingWorkers(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"late", "sleepy", "dying", "babble", "other"} {
		t.Run(how, func(t *testing.T) {
			t.Setenv(fakeVariable, how)
			p := New([]string{exe}, 2048, 1)
			defer p.Reset()
			x := term.Var("x", term.SortInt)
			for n := range int64(2) {
				r := p.Check(context.Background(), query(100*time.Millisecond, term.Lt(x, term.Int(n))))
				if r.Result != fol.Unknown || r.Reason == "" || !r.Lost || r.Restarts == 0 {
					t.Errorf("got %+v", r)
				}
			}
		})
	}
}

// Terms as deep as they may be are no death of a worker. Each is asked for itself: of
// the two, the quick one has so little time that on a busy machine it is stopped.
func TestDeepTerms(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	x := term.Var("x", term.SortInt)
	for range fol.MaxDepth - 10 {
		x = term.App(f, x)
	}
	for _, arithmetic := range []string{quickArithmetic, steadyArithmetic} {
		w := newClient(nil, 2048, arithmetic, steadyWork)
		if r := w.check(context.Background(), query(time.Minute, term.Lt(x, term.Int(0)))); r.Result != fol.Sat || r.Restarts != 0 {
			t.Errorf("arithmetic %s: got %v (%s), and died %d times", arithmetic, r.Result, r.Reason, r.Restarts)
		}
		w.reset()
	}
}

// Nonsense from a worker is an error, never a verdict of its own making.
func FuzzDecodeReply(f *testing.F) {
	f.Add(encodeReply(3, wireUnsat, "", nil))
	f.Add(encodeReply(3, wireSat, "x", []string{"1", "(- 2)"}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		if r, err := decodeReply(frame, 4); err == nil && r.Result == fol.Unsat && frame[0] != 4 {
			t.Error("an answer to another question was taken")
		}
	})
}
