package smtlib

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/term"

	"go.uber.org/goleak"
)

// allocates is set in the environment of a process that asks for 4 GB and says so, if it gets them.
const allocates = "RLV_TEST_ALLOCATES"

func TestMain(m *testing.M) {
	if os.Getenv(allocates) != "" {
		bufio.NewReader(os.Stdin).ReadString('\n') // its limit is there
		fmt.Println(len(make([]byte, 4<<30)))
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func needCommand(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is not installed", name)
	}
}

func ivar(name string) *term.Term { return term.Var(name, term.SortInt) }

func mul(a, b *term.Term) *term.Term { return term.Apply(term.IntMul, a, b) }

var translator = translate.New(&translate.Prelude{}, nil)

// query is the question whether formulas are satisfiable.
func query(timeout time.Duration, conj ...*term.Term) fol.Query {
	q := fol.Query{Timeout: timeout}
	for _, c := range conj {
		q.Assertions = append(q.Assertions, translator.Formula(c))
	}
	return q
}

// easy is a satisfiable question, a new one for each n.
func easy(n int64) fol.Query {
	return query(10*time.Second, term.Lt(mul(ivar("x"), ivar("y")), term.Int(n)), term.Lt(term.Int(n), ivar("x")))
}

// hard is a question that runs into any short time limit: a sum of three cubes whose
// least solution is huge or unknown.
func hard(n int64) fol.Query {
	cube := func(x *term.Term) *term.Term { return mul(x, mul(x, x)) }
	return query(200*time.Millisecond, term.Eq(term.Add(cube(ivar("x")), term.Add(cube(ivar("y")), cube(ivar("z")))), term.Int(n)))
}

// What the two sides say, line by line: the example of the package comment.
func TestConversation(t *testing.T) {
	needCommand(t, "z3")
	dir := t.TempDir()
	command := filepath.Join(dir, "z3")
	if err := os.WriteFile(command, []byte("#!/bin/sh\ntee "+dir+"/told | z3 \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	s := New(Z3, Config{Command: []string{command}, MemoryMB: 512, Work: Work{Steps: 7000}, Faults: &Faults{}})
	defer s.Reset()
	x, y := ivar("x"), ivar("y")
	one := s.Check(context.Background(), query(3*time.Second, term.Lt(x, y)))
	two := s.Check(context.Background(), query(3*time.Second, term.Lt(x, y), term.Lt(y, x)))
	if one.Result != fol.Sat || two.Result != fol.Unsat {
		t.Errorf("%v (%s), then %v (%s)", one.Result, one.Reason, two.Result, two.Reason)
	}
	told, err := os.ReadFile(dir + "/told")
	if err != nil {
		t.Fatal(err)
	}
	_, told2, _ := strings.Cut(string(told), "(declare-sort Value 0)\n")
	want := `(push 1)
(declare-fun |v:x| () Int)
(declare-fun |v:y| () Int)
(assert (< |v:x| |v:y|))
(set-option :rlimit 7000)
(set-option :timeout 3000)
(check-sat)
(echo "rlv 2")
(push 1)
(assert (< |v:y| |v:x|))
(set-option :rlimit 7000)
(set-option :timeout 3000)
(check-sat)
(echo "rlv 3")
`
	if told2 != want {
		t.Errorf("told:\n%s\nwant:\n%s", told, want)
	}
}

// Terms as deep as they may be are no death of the process.
func TestDeepTerms(t *testing.T) {
	needCommand(t, "z3")
	f := term.NewSymbol(term.Symbol{Name: "f", Args: []term.Sort{term.SortInt}, Result: term.SortInt, Class: term.Function})
	x := ivar("x")
	for range fol.MaxDepth - 10 {
		x = term.App(f, x)
	}
	s := New(Z3, Config{MemoryMB: 2048, Faults: &Faults{}})
	defer s.Reset()
	if r := s.Check(context.Background(), query(time.Minute, term.Lt(x, term.Int(0)))); r.Result != fol.Sat || r.Restarts != 0 {
		t.Errorf("got %v (%s), and died %d times", r.Result, r.Reason, r.Restarts)
	}
}

// What misbehaves costs its answers, not its time limit for each, and is said so
// once. A real z3 that complains, or runs out of time, is none of these.
func TestFaultsAreGivenUp(t *testing.T) {
	scripts := map[string]string{
		"foo for each line":           "while read l; do echo foo; done",
		"an echo of what it is told":  "exec cat",
		"a verdict for each line":     "while read l; do echo unsat; done",
		"a verdict before the mark":   `echo '(:version "1")'; while read l; do case $l in *echo*) l=${l#*\"}; echo ${l%\"*};; *check*) echo sat; echo sat;; esac; done`,
		"nonsense for each question":  `echo '(:version "1")'; while read l; do case $l in *echo*) l=${l#*\"}; echo ${l%\"*};; *check*) echo maybe;; esac; done`,
		"nonsense without end":        "exec yes",
		"bytes":                       "exec cat /dev/urandom",
		"an end at once":              "exit 3",
		"no answer, though it begins": "read l; exec sleep 1000",
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := filepath.Join(t.TempDir(), "z3")
			if err := os.WriteFile(command, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			said := 0
			f := &Faults{Tell: func(string) { said++ }}
			start := time.Now()
			for n := range int64(40) {
				s := New(Z3, Config{Command: []string{command}, MemoryMB: 512, Faults: f}) // as each goal may have one of its own
				if r := s.Check(context.Background(), easy(n)); r.Result != fol.Unknown || r.Reason == "" {
					t.Errorf("got %v (%s)", r.Result, r.Reason)
				}
				s.Reset()
			}
			if d := time.Since(start); d > greeting+10*time.Second || said != 1 && script != "exit 3" {
				t.Errorf("took %v, said so %d times", d, said)
			}
		})
	}
}

// A complaint, a question without an answer in time and a death are no faults.
func TestComplaintsAreNoFaults(t *testing.T) {
	needCommand(t, "z3")
	f := &Faults{}
	wrong := New(Z3, Config{MemoryMB: 512, Prelude: "(declare-fun f (Nat) Int)\n", Faults: f})
	defer wrong.Reset()
	for n := range int64(maxFaults + 2) {
		if r := wrong.Check(context.Background(), easy(n)); r.Result != fol.Unknown || !strings.Contains(r.Reason, "error") {
			t.Errorf("got %v (%s)", r.Result, r.Reason)
		}
	}
	s := New(Z3, Config{MemoryMB: 512, Faults: f})
	defer s.Reset()
	for _, n := range []int64{33, 42, 114, 165, 390} {
		if r := s.Check(context.Background(), hard(n)); r.Result != fol.Unknown {
			t.Errorf("got %v", r.Result)
		}
	}
	if why := f.givenUp("z3"); why != "" {
		t.Error(why)
	}
	if r := s.Check(context.Background(), easy(1)); r.Result != fol.Sat {
		t.Errorf("got %v (%s)", r.Result, r.Reason)
	}
}
