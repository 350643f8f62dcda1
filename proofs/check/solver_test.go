package check

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/proofs/kernel"
)

// solvers are all those that are known.
func solvers(t *testing.T) []process {
	t.Helper()
	var out []process
	for _, p := range processes {
		s, err := NewSolver(p.name)
		if err != nil && os.Getenv("CI") == "" {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s.(process))
	}
	if len(out) == 0 {
		t.Fatal("no solver is installed: z3 is among what make installs")
	}
	return out
}

func holds(t *kernel.Term) *kernel.Obligation { return &kernel.Obligation{Conclusion: kernel.Holds(t)} }

// fake is a solver that is a script for the shell.
func fake(t *testing.T, script string) process {
	path := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return process{path: path, limit: 300 * time.Millisecond}
}

// Nothing but the answer unsat proves, and each question has its own answer, whatever becomes of a
// solver.
func TestOnlyUnsatProves(t *testing.T) {
	const answer = `n=0; while read line; do case "$line" in
"(echo "*) %s; echo "end of answer $n"; n=$((n+1));; esac; done`
	for _, c := range []struct {
		name, script string
		want         []bool
	}{
		{"unsat", fmt.Sprintf(answer, "echo unsat"), []bool{true, true, true}},
		{"sat", fmt.Sprintf(answer, "echo sat"), make([]bool, 3)},
		{"unknown", fmt.Sprintf(answer, "echo unknown"), make([]bool, 3)},
		{"nothing", fmt.Sprintf(answer, ":"), make([]bool, 3)},
		{"an error", fmt.Sprintf(answer, "echo '(error \"wrong\")'; echo unsat"), make([]bool, 3)},
		{"two answers", fmt.Sprintf(answer, "echo unsat; echo unsat"), make([]bool, 3)},
		{"dead", "exit 1", make([]bool, 3)},
		{"dead after an answer", fmt.Sprintf(answer, "echo unsat; [ $n = 1 ] && exit 1"), []bool{true, false, true}},
		{"late", "echo unsat; sleep 10; echo end of answer 0", make([]bool, 3)},
		{"the end of another answer", "echo unsat; echo end of answer 1", make([]bool, 3)},
		{"not there", "", nil},
	} {
		p := fake(t, c.script)
		if c.want == nil {
			p.path, c.want = "/nowhere/solver", make([]bool, 3)
		}
		start := time.Now()
		if got := p.Prove(context.Background(), []*kernel.Obligation{holds(kernel.True), holds(kernel.True), holds(kernel.True)}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
		if time.Since(start) > 8*time.Second {
			t.Errorf("%s: it was waited for", c.name)
		}
	}
}

// What is given up is not proved.
func TestGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range solvers(t) {
		if got := p.Prove(ctx, []*kernel.Obligation{holds(kernel.True), holds(kernel.True)}); !slices.Equal(got, make([]bool, 2)) {
			t.Error(p.name, got)
		}
	}
	if _, err := NewSolver("yices"); !errors.Is(err, ErrNoSolver) {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	if _, err := NewSolver("auto"); !errors.Is(err, ErrNoSolver) {
		t.Error(err)
	}
}

// Work is counted: what a solver cannot decide ends, and has no part in what follows.
func TestSlowHardQuestionsEnd(t *testing.T) {
	x := func(n uint64) *kernel.Term { return variable(kernel.SInt, n) }
	cube := func(n uint64) *kernel.Term {
		return kernel.Operation(kernel.OMul, x(n), kernel.Operation(kernel.OMul, x(n), x(n)))
	}
	positive := func(n uint64) *kernel.Form {
		return kernel.Holds(kernel.Operation(kernel.OLt, kernel.Int64(0), x(n)))
	}
	fermat := &kernel.Obligation{N: 3, Hypotheses: []*kernel.Form{positive(0), positive(1)},
		Conclusion: kernel.Not(kernel.Holds(kernel.Operation(kernel.OEq, kernel.Operation(kernel.OAdd, cube(0), cube(1)), cube(2))))}
	for _, p := range solvers(t) {
		p.limit = 6 * time.Second // z3 does not count all of this work
		if got := p.Prove(context.Background(), []*kernel.Obligation{fermat, holds(kernel.True), holds(kernel.False)}); !slices.Equal(got, []bool{false, true, false}) {
			t.Error(p.name, got)
		}
	}
}

func variable(k kernel.SortKind, n uint64) *kernel.Term {
	return kernel.V(kernel.Var{Sort: kernel.Sort{Kind: k}, N: n})
}

// generator makes random terms over variables 0 and 1 of each sort.
type generator struct{ *rand.Rand }

var texts = []string{"", "a", `"`, `\u{61}`, "\x00", "\xff", "é"}

func (g generator) of(k kernel.SortKind, depth int) *kernel.Term {
	if depth == 0 || g.Intn(8) == 0 {
		if g.Intn(2) == 0 {
			return variable(k, uint64(g.Intn(2)))
		}
		return g.value(k)
	}
	of := func(k kernel.SortKind) *kernel.Term { return g.of(k, depth-1) }
	pick := func(ops ...kernel.Op) kernel.Op { return ops[g.Intn(len(ops))] }
	some := kernel.SortKind([]kernel.SortKind{kernel.SInt, kernel.SBool, kernel.SStr, kernel.SArr, kernel.SList}[g.Intn(5)])
	if g.Intn(6) == 0 && k != kernel.SMap {
		return kernel.Operation(kernel.OIte, of(kernel.SBool), kernel.App(of(k), of(k)))
	}
	switch k {
	case kernel.SInt:
		switch g.Intn(5) {
		case 2:
			return kernel.Operation(kernel.OAdd, kernel.Operation(kernel.OGet, of(kernel.SList), of(kernel.SInt)), kernel.Int64(0))
		case 0:
			return kernel.Operation(kernel.OSel, of(kernel.SArr), of(kernel.SInt))
		case 1:
			return kernel.Unary(pick(kernel.OAbs, kernel.OLength, kernel.OSize), of([]kernel.SortKind{kernel.SInt, kernel.SStr, kernel.SList, kernel.SList}[g.Intn(4)]))
		}
		return kernel.Operation(pick(kernel.OAdd, kernel.OSub, kernel.OMul, kernel.OQuot, kernel.ORem, kernel.OEDiv, kernel.OEMod, kernel.OMin, kernel.OMax), of(kernel.SInt), of(kernel.SInt))
	case kernel.SBool:
		switch g.Intn(7) {
		case 6:
			return kernel.Unary(kernel.OEmpty, of(kernel.SList))
		case 0:
			return kernel.Operation(kernel.OKEq, of(some), of(some))
		case 1:
			return kernel.Operation(kernel.OKEq, of(kernel.SInt), of(some))
		case 2:
			return kernel.Operation(kernel.OIn, of(kernel.SMap), of(kernel.SInt))
		case 3:
			return kernel.Operation(pick(kernel.OAnd, kernel.OOr, kernel.OImp, kernel.OBEq, kernel.ONot), of(kernel.SBool), of(kernel.SBool))
		}
		return kernel.Operation(pick(kernel.OLt, kernel.OLe, kernel.OEq), of(kernel.SInt), of(kernel.SInt))
	case kernel.SStr:
		return kernel.Operation(kernel.OConcat, of(kernel.SStr), of(kernel.SStr))
	case kernel.SList:
		switch g.Intn(5) {
		case 0, 1:
			return kernel.Unary(kernel.OItem, of(some))
		case 2:
			return kernel.Unary(kernel.OTail, of(kernel.SList))
		}
		return kernel.Operation(kernel.OCat, of(kernel.SList), of(kernel.SList))
	case kernel.SArr:
		if g.Intn(2) == 0 {
			return kernel.Operation(kernel.OShift, of(kernel.SArr), of(kernel.SInt))
		}
		return kernel.Operation(kernel.OSto, of(kernel.SArr), kernel.App(of(kernel.SInt), of(kernel.SInt)))
	}
	if g.Intn(3) == 0 {
		return kernel.Operation(kernel.ORemove, of(kernel.SMap), of(kernel.SInt))
	}
	return kernel.Operation(kernel.OUpd, of(kernel.SMap), kernel.App(of(kernel.SInt), of(kernel.SBool)))
}

func (g generator) value(k kernel.SortKind) *kernel.Term {
	switch k {
	case kernel.SInt:
		return kernel.Int64(int64(g.Intn(7) - 3))
	case kernel.SBool:
		return kernel.Bool(g.Intn(2) == 0)
	case kernel.SStr:
		return kernel.Str(texts[g.Intn(len(texts))])
	case kernel.SArr:
		return kernel.Unary(kernel.OMake, g.value(kernel.SInt))
	case kernel.SList:
		return kernel.NoList
	}
	return kernel.NoMap
}

// under is a term with values for its variables.
func under(values kernel.Subst, t *kernel.Term) *kernel.Term {
	switch {
	case t == nil:
		return nil
	case t.Kind == kernel.TV:
		return values[slices.IndexFunc(values, func(b kernel.Binding) bool { return b.Var == t.Var() })].Term
	}
	out := *t
	out.A, out.B = under(values, t.A), under(values, t.B)
	return kernel.Rebuilt(out)
}

// What solvers are asked is what the kernel means: a formula that the kernel computes to be false for
// some values of its variables is not proved; nor is its negation where it is true.
func TestQuestionsMeanWhatTheKernelMeans(t *testing.T) {
	g := generator{rand.New(rand.NewSource(1))}
	m := kernel.NewMachine(&kernel.Language{}, nil, nil, false)
	var asked []*kernel.Obligation
	decided := 0
	for i := range 600 {
		f := g.of(kernel.SBool, 3)
		switch { // what is rare
		case i%12 == 0:
			f = kernel.Operation(kernel.OEq, kernel.Unary(kernel.OSize, g.of(kernel.SList, 3)), g.value(kernel.SInt))
		case i%12 == 2:
			item := kernel.Operation(kernel.OGet, g.of(kernel.SList, 3), kernel.Int64(int64(g.Intn(3)-1)))
			f = kernel.Operation(kernel.OEq, item, g.value(kernel.SInt))
		case i%12 == 1:
			shifted := kernel.Operation(kernel.OShift, g.of(kernel.SArr, 2), g.value(kernel.SInt))
			f = kernel.Operation(kernel.OEq, kernel.Operation(kernel.OSel, shifted, g.value(kernel.SInt)), g.value(kernel.SInt))
		}
		values := kernel.Subst{}
		var given []*kernel.Form
		for _, k := range []kernel.SortKind{kernel.SInt, kernel.SBool, kernel.SStr, kernel.SArr, kernel.SList, kernel.SMap} {
			for n := range uint64(2) {
				v, u := variable(k, n), g.value(k)
				values = append(values, kernel.Binding{Var: v.Var(), Term: u})
				if k == kernel.SList {
					given = append(given, kernel.Holds(kernel.Operation(kernel.OEq, kernel.Unary(kernel.OSize, v), kernel.Int64(0))))
					continue
				}
				if k != kernel.SMap {
					given = append(given, kernel.Holds(kernel.Operation(kernel.OKEq, v, u)))
					continue
				}
				// An empty map has no keys.
				none := kernel.Not(kernel.Holds(kernel.Operation(kernel.OIn, v, kernel.Bound(0))))
				given = append(given, &kernel.Form{Kind: kernel.FAll, A: none})
			}
		}
		value := m.Normal(under(values, f))
		if value.Kind != kernel.TBool {
			continue // arrays are not compared by the kernel
		}
		decided++
		right, wrong := kernel.Holds(f), kernel.Not(kernel.Holds(f))
		if value.N == 0 {
			right, wrong = wrong, right
		}
		asked = append(asked, &kernel.Obligation{Hypotheses: given, Conclusion: right}, &kernel.Obligation{Hypotheses: given, Conclusion: wrong})
	}
	// The kernel leaves shifted arrays to Coq (Values.v: shift).
	changed := kernel.Operation(kernel.OSto, variable(kernel.SArr, 0), kernel.App(kernel.Int64(5), kernel.Int64(7)))
	shifted := kernel.Operation(kernel.OSel, kernel.Operation(kernel.OShift, changed, kernel.Int64(2)), kernel.Int64(3))
	f := kernel.Holds(kernel.Operation(kernel.OEq, shifted, kernel.Int64(7)))
	asked = append(asked, &kernel.Obligation{Conclusion: f}, &kernel.Obligation{Conclusion: kernel.Not(f)})
	if decided < 250 {
		t.Fatal(decided, "formulas have a value")
	}
	for _, p := range solvers(t) {
		proved := 0
		for i, ok := range p.Prove(context.Background(), asked) {
			switch {
			case ok && i%2 == 1:
				t.Errorf("%s proves what does not hold: %v of %v", p.name, asked[i].Conclusion, asked[i].Hypotheses)
			case ok:
				proved++
			}
		}
		if answers := p.Prove(context.Background(), asked[len(asked)-2:]); !slices.Equal(answers, []bool{true, false}) {
			t.Errorf("%s on a shifted array: %v", p.name, answers)
		}
		t.Logf("%s: %d of %d proved", p.name, proved, decided)
		if proved < decided*3/4 {
			t.Errorf("%s proves %d of %d", p.name, proved, decided)
		}
	}
}

// What rlv check runs on knows nothing of the prover, and the command reaches its verdict through
// this package alone.
func TestCheckNeedsNoProver(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "rlv/proofs/check").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		if p == "rlv/proofs" || p == "rlv/proofs/certify" || p == "rlv/verify" || strings.HasPrefix(p, "rlv/prover") {
			t.Error("it imports", p)
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../../cmd/rlv/check.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range file.Imports {
		if !slices.Contains([]string{`"strings"`, `"rlv/proofs/check"`, `"rlv/report"`, `"github.com/spf13/cobra"`}, i.Path.Value) {
			t.Error("the command imports", i.Path.Value)
		}
	}
}

// maxCode bounds the lines of code that a checked certificate rests on here, without blanks and
// comments: the kernel, and what asks solvers. The aim is 1,500.
const maxCode = 2400

func TestCheckIsSmall(t *testing.T) {
	lines := 0
	for _, pattern := range []string{"*.go", "../kernel/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(text), "\n") {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !strings.HasSuffix(f, "_test.go") {
					lines++
				}
			}
		}
	}
	t.Log(lines, "lines")
	if lines > maxCode {
		t.Errorf("%d lines of code; at most %d", lines, maxCode)
	}
}
