package smt

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/term"
)

// hard is a question on which Z3 runs into any short time limit: pure nonlinear
// integers, the kind for which it also hangs if nothing was pushed.
// hardSums are sums of three cubes whose least solutions are huge or unknown.
var hardSums = []int64{33, 42, 114, 165, 390}

func hard(k int64) []*term.Term {
	x, y, z := ivar("x"), ivar("y"), ivar("z")
	cube := func(t *term.Term) *term.Term { return mul(t, mul(t, t)) }
	return []*term.Term{term.Eq(term.Add(cube(x), term.Add(cube(y), cube(z))), term.Int(hardSums[k]))}
}

// question is a satisfiable question that syntax does not decide, a new one for
// each n.
func question0(n int64) []*term.Term {
	x, y := ivar("x"), ivar("y")
	return []*term.Term{term.Lt(mul(x, y), term.Int(n)), term.Lt(term.Int(n), x)}
}

func TestTimeoutIsUnknown(t *testing.T) {
	for _, e := range testedEngines() {
		t.Run(e.name, func(t *testing.T) {
			needEngine(t, e)
			s := newTest(t, Options{Engine: e.name, Timeout: 150 * time.Millisecond})
			for k := range int64(3) {
				a := s.Check(context.Background(), Query{Assertions: hard(k)})
				if a.Result != Unknown || a.Reason == "" {
					t.Errorf("got %v (%s)", a.Result, a.Reason)
				}
				if a.Time > 3*time.Second {
					t.Errorf("took %v", a.Time)
				}
			}
			expect(t, s, Sat, question0(1)...)
		})
	}
}

func TestKilledWorker(t *testing.T) {
	s := newTest(t, Options{Timeout: 20 * time.Second})
	expect(t, s, Sat, question0(1)...)
	defer time.AfterFunc(200*time.Millisecond, killChildren).Stop() // the quick worker
	defer time.AfterFunc(time.Second, killChildren).Stop()          // the steady one, which took over
	a := s.Check(context.Background(), Query{Assertions: hard(0)})
	if a.Result != Unknown || !strings.Contains(a.Reason, "signal: killed") || a.Time > 5*time.Second {
		t.Errorf("got %v (%s) after %v", a.Result, a.Reason, a.Time)
	}
	// The next question starts another worker, which is told all again.
	expect(t, s, Sat, question0(1)...)
	expect(t, s, Unsat, append(question0(2), term.Lt(term.Int(0), ivar("y")), term.Lt(term.Int(2), mul(ivar("x"), ivar("y"))))...)
	expect(t, s, Unsat, append(question0(5), term.Lt(term.Int(0), ivar("y")))...)
	if n := s.Counters().Restarts; n < 1 { // two where the quick one has given up by the time that it is killed
		t.Errorf("%d restarts", n)
	}
	// What was lost was not remembered as an answer.
	s.cache.align(hard(0))
	if _, ok := s.cache.get(Thorough); ok {
		t.Error("a lost answer was remembered")
	}
}

// killChildren kills the child processes of this one.
func killChildren() {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, l := range lists {
		text, _ := os.ReadFile(l)
		for _, pid := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(pid); err == nil {
				syscall.Kill(n, syscall.SIGKILL)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	for _, name := range []string{"auto", "z3-process"} {
		s := newTest(t, Options{Engine: name, Timeout: time.Minute})
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		a := s.Check(ctx, Query{Assertions: hard(0)})
		cancel()
		if a.Result != Unknown || a.Time > 5*time.Second {
			t.Errorf("got %v (%s) after %v", a.Result, a.Reason, a.Time)
		}
		if a := s.Check(ctx, Query{Assertions: question0(3)}); a.Result != Unknown || !strings.Contains(a.Reason, "cancelled") {
			t.Errorf("got %v (%s)", a.Result, a.Reason)
		}
		expect(t, s, Sat, question0(3)...)
	}
}

func TestMisbehavingSolvers(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	fakes := map[string][]string{
		"z3":         {"exit", "garbage"},
		"z3-process": {"exit", "garbage"},
		"cvc5":       {"exit", "garbage"},
	}
	for name, hows := range fakes {
		for _, how := range hows {
			t.Run(how+"/"+name, func(t *testing.T) {
				t.Setenv(fakeVariable, how)
				s := newTest(t, Options{Engine: name, Timeout: 100 * time.Millisecond, Worker: []string{exe}, Command: []string{exe}})
				for n := range int64(2) {
					a := s.Check(context.Background(), Query{Assertions: question0(n)})
					if a.Result != Unknown || a.Reason == "" {
						t.Errorf("got %v (%s) by %s", a.Result, a.Reason, a.By)
					}
				}
			})
		}
	}
}

func TestMissingSolvers(t *testing.T) {
	x := ivar("x")
	for _, name := range []string{"z3", "z3-process", "cvc5"} {
		missing := []string{"/nonexistent/solver"}
		s := newTest(t, Options{Engine: name, Worker: missing, Command: missing})
		a := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Lt(mul(x, x), term.Int(0))}})
		if a.Result != Unknown || !strings.Contains(a.Reason, "is not installed") {
			t.Errorf("%s: got %v (%s)", name, a.Result, a.Reason)
		}
	}
	// Without a z3 command, quantifiers are left to instantiation.
	s := newTest(t, Options{Command: []string{"/nonexistent/z3"}})
	a := avar("a")
	a1 := s.Check(context.Background(), Query{Assertions: []*term.Term{all_(x, term.Lt(sel(a, x), sel(a, term.Add(x, x))))}})
	if a1.Result != Sat || !a1.Approximate || !strings.Contains(a1.Reason, "is not installed") {
		t.Errorf("got %v (%s)", a1.Result, a1.Reason)
	}
}

// Auto falls back to a z3 process where the child process cannot be had.
func TestFallback(t *testing.T) {
	needCommand(t, "z3")
	s := newTest(t, Options{Worker: []string{"/bin/true"}})
	s.Check(context.Background(), Query{Assertions: question0(1)})
	s.Check(context.Background(), Query{Assertions: question0(2)})
	expect(t, s, Sat, question0(3)...)
}

// The operations of go-z3 do not keep their operands alive: without the cache
// that owns all values, this dies of an assertion in Z3.
func TestForcedCollection(t *testing.T) {
	t.Setenv(fakeVariable, "collect")
	// Collecting without a pause takes processor time between questions too, of which a worker may take
	// only so much: where this process waits for a processor, that is the worker's end.
	s := newTest(t, Options{Timeout: 20 * time.Second, Effort: 100})
	r := rand.New(rand.NewSource(1))
	for i := range 60 {
		s.Check(context.Background(), Query{Assertions: randomConjunction(r, 4+i%8)})
	}
	if n := s.Counters().Restarts; n != 0 {
		t.Errorf("the worker died %d times", n)
	}
}

func TestDeepTerms(t *testing.T) {
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	nest := func(n int) *term.Term {
		x := ivar("x")
		for range n {
			x = term.App(f, x)
		}
		return term.Lt(x, term.Int(0))
	}
	for _, name := range []string{"auto", "z3-process"} {
		s := newTest(t, Options{Engine: name, Timeout: 20 * time.Second})
		a := s.Check(context.Background(), Query{Assertions: []*term.Term{nest(100_000)}})
		if a.Result != Unknown || !strings.Contains(a.Reason, fol.TooDeep) {
			t.Errorf("got %v (%s)", a.Result, a.Reason)
		}
		expect(t, s, Sat, question0(1)...)
	}
}

// A long conjunction, and terms that share much, are not deep and not long.
func TestWideAndShared(t *testing.T) {
	var wide []*term.Term
	for i := range int64(5000) {
		wide = append(wide, term.Lt(term.Int(0), ivar(fmt.Sprint("x", i))))
	}
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt, term.SortInt}, Result: term.SortInt, Class: term.Function})
	shared := ivar("x")
	for range 200 {
		shared = term.App(f, shared, shared)
	}
	for _, name := range []string{"auto", "z3-process"} {
		s := newTest(t, Options{Engine: name, Timeout: 20 * time.Second})
		expect(t, s, Sat, term.Not(term.And(wide...)))
		expect(t, s, Sat, term.Lt(shared, term.Int(0)))
	}
}

// A worker out of memory costs that answer, not the run.
func TestMemoryLimit(t *testing.T) {
	s := newTest(t, Options{Engine: "z3", Timeout: 20 * time.Second, MemoryMB: 48})
	var sum []*term.Term
	for i := range int64(60_000) {
		x := ivar(fmt.Sprint("m", i))
		sum = append(sum, term.Lt(mul(x, x), term.Int(i)))
	}
	a := s.Check(context.Background(), Query{Assertions: []*term.Term{term.Not(term.And(sum...))}})
	if a.Result != Unknown || !strings.Contains(a.Reason, "memory") {
		t.Errorf("got %v (%s)", a.Result, a.Reason)
	}
	expect(t, s, Sat, question0(1)...)
}

func TestClosed(t *testing.T) {
	s := newTest(t, Options{})
	expect(t, s, Sat, question0(1)...)
	s.Close()
	if a := s.Check(context.Background(), Query{Assertions: question0(2)}); a.Result != Unknown {
		t.Errorf("got %v", a.Result)
	}
}
