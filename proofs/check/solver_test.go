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
	"rlv/proofs/logic"
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

func holds(t *logic.Term) *kernel.Obligation { return &kernel.Obligation{Conclusion: logic.Holds(t)} }

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
		if got := p.Prove(context.Background(), []*kernel.Obligation{holds(logic.True), holds(logic.True), holds(logic.True)}); !slices.Equal(got, c.want) {
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
		if got := p.Prove(ctx, []*kernel.Obligation{holds(logic.True), holds(logic.True)}); !slices.Equal(got, make([]bool, 2)) {
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
	x := func(n uint64) *logic.Term { return variable(logic.SInt, n) }
	cube := func(n uint64) *logic.Term {
		return logic.Operation(logic.OMul, x(n), logic.Operation(logic.OMul, x(n), x(n)))
	}
	positive := func(n uint64) *logic.Form {
		return logic.Holds(logic.Operation(logic.OLt, logic.Int64(0), x(n)))
	}
	fermat := &kernel.Obligation{N: 3, Hypotheses: []*logic.Form{positive(0), positive(1)},
		Conclusion: logic.Not(logic.Holds(logic.Operation(logic.OEq, logic.Operation(logic.OAdd, cube(0), cube(1)), cube(2))))}
	for _, p := range solvers(t) {
		p.limit = 6 * time.Second // z3 does not count all of this work
		if got := p.Prove(context.Background(), []*kernel.Obligation{fermat, holds(logic.True), holds(logic.False)}); !slices.Equal(got, []bool{false, true, false}) {
			t.Error(p.name, got)
		}
	}
}

func variable(k logic.SortKind, n uint64) *logic.Term {
	return logic.V(logic.Var{Sort: logic.Sort{Kind: k}, N: n})
}

// generator makes random terms over variables 0 and 1 of each sort.
type generator struct{ *rand.Rand }

var texts = []string{"", "a", `"`, `\u{61}`, "\x00", "\xff", "é"}

func (g generator) of(k logic.SortKind, depth int) *logic.Term {
	if depth == 0 || g.Intn(8) == 0 {
		if g.Intn(2) == 0 {
			return variable(k, uint64(g.Intn(2)))
		}
		return g.value(k)
	}
	of := func(k logic.SortKind) *logic.Term { return g.of(k, depth-1) }
	pick := func(ops ...logic.Op) logic.Op { return ops[g.Intn(len(ops))] }
	some := logic.SortKind([]logic.SortKind{logic.SInt, logic.SBool, logic.SStr, logic.SArr, logic.SList}[g.Intn(5)])
	if g.Intn(6) == 0 && k != logic.SMap {
		return logic.Operation(logic.OIte, of(logic.SBool), logic.App(of(k), of(k)))
	}
	switch k {
	case logic.SInt:
		switch g.Intn(5) {
		case 2:
			return logic.Operation(logic.OAdd, logic.Operation(logic.OGet, of(logic.SList), of(logic.SInt)), logic.Int64(0))
		case 0:
			return logic.Operation(logic.OSel, of(logic.SArr), of(logic.SInt))
		case 1:
			return logic.Unary(pick(logic.OAbs, logic.OLength, logic.OSize), of([]logic.SortKind{logic.SInt, logic.SStr, logic.SList, logic.SList}[g.Intn(4)]))
		}
		return logic.Operation(pick(logic.OAdd, logic.OSub, logic.OMul, logic.OQuot, logic.ORem, logic.OEDiv, logic.OEMod, logic.OMin, logic.OMax), of(logic.SInt), of(logic.SInt))
	case logic.SBool:
		switch g.Intn(7) {
		case 6:
			return logic.Unary(logic.OEmpty, of(logic.SList))
		case 0:
			return logic.Operation(logic.OKEq, of(some), of(some))
		case 1:
			return logic.Operation(logic.OKEq, of(logic.SInt), of(some))
		case 2:
			return logic.Operation(logic.OIn, of(logic.SMap), of(logic.SInt))
		case 3:
			return logic.Operation(pick(logic.OAnd, logic.OOr, logic.OImp, logic.OBEq, logic.ONot), of(logic.SBool), of(logic.SBool))
		}
		return logic.Operation(pick(logic.OLt, logic.OLe, logic.OEq), of(logic.SInt), of(logic.SInt))
	case logic.SStr:
		return logic.Operation(logic.OConcat, of(logic.SStr), of(logic.SStr))
	case logic.SList:
		switch g.Intn(5) {
		case 0, 1:
			return logic.Unary(logic.OItem, of(some))
		case 2:
			return logic.Unary(logic.OTail, of(logic.SList))
		}
		return logic.Operation(logic.OCat, of(logic.SList), of(logic.SList))
	case logic.SArr:
		if g.Intn(2) == 0 {
			return logic.Operation(logic.OShift, of(logic.SArr), of(logic.SInt))
		}
		return logic.Operation(logic.OSto, of(logic.SArr), logic.App(of(logic.SInt), of(logic.SInt)))
	}
	if g.Intn(3) == 0 {
		return logic.Operation(logic.ORemove, of(logic.SMap), of(logic.SInt))
	}
	return logic.Operation(logic.OUpd, of(logic.SMap), logic.App(of(logic.SInt), of(logic.SBool)))
}

func (g generator) value(k logic.SortKind) *logic.Term {
	switch k {
	case logic.SInt:
		return logic.Int64(int64(g.Intn(7) - 3))
	case logic.SBool:
		return logic.Bool(g.Intn(2) == 0)
	case logic.SStr:
		return logic.Str(texts[g.Intn(len(texts))])
	case logic.SArr:
		return logic.Unary(logic.OMake, g.value(logic.SInt))
	case logic.SList:
		return logic.NoList
	}
	return logic.NoMap
}

// under is a term with values for its variables.
func under(values logic.Subst, t *logic.Term) *logic.Term {
	switch {
	case t == nil:
		return nil
	case t.Kind == logic.TV:
		return values[slices.IndexFunc(values, func(b logic.Binding) bool { return b.Var == t.Var() })].Term
	}
	out := *t
	out.A, out.B = under(values, t.A), under(values, t.B)
	return logic.Rebuilt(out)
}

// What solvers are asked is what the kernel means: a formula that the kernel computes to be false for
// some values of its variables is not proved; nor is its negation where it is true.
func TestQuestionsMeanWhatTheKernelMeans(t *testing.T) {
	g := generator{rand.New(rand.NewSource(1))}
	integers := []logic.Test{{Head: logic.Head{Kind: logic.HInt}}}
	m := kernel.NewMachine(&kernel.Language{Tests: [][]logic.Test{integers}}, nil, nil, false)
	var asked []*kernel.Obligation
	decided := 0
	for i := range 600 {
		f := g.of(logic.SBool, 3)
		switch { // what is rare
		case i%12 == 0:
			f = logic.Operation(logic.OEq, logic.Unary(logic.OSize, g.of(logic.SList, 3)), g.value(logic.SInt))
		case i%12 == 3:
			f = logic.Is(0, logic.Operation(logic.OGet, g.of(logic.SList, 3), logic.Int64(int64(g.Intn(3)-1))))
		case i%12 == 2:
			list := g.of(logic.SList, 3)
			if i%24 == 2 {
				list = logic.Unary(logic.OTail, list)
			}
			item := logic.Operation(logic.OGet, list, logic.Int64(int64(g.Intn(3)-1)))
			f = logic.Operation(logic.OEq, item, g.value(logic.SInt))
		case i%12 == 1:
			shifted := logic.Operation(logic.OShift, g.of(logic.SArr, 2), g.value(logic.SInt))
			f = logic.Operation(logic.OEq, logic.Operation(logic.OSel, shifted, g.value(logic.SInt)), g.value(logic.SInt))
		}
		values := logic.Subst{}
		var given []*logic.Form
		for _, k := range []logic.SortKind{logic.SInt, logic.SBool, logic.SStr, logic.SArr, logic.SList, logic.SMap} {
			for n := range uint64(2) {
				v, u := variable(k, n), g.value(k)
				values = append(values, logic.Binding{Var: v.Var(), Term: u})
				if k == logic.SList {
					given = append(given, logic.Holds(logic.Operation(logic.OEq, logic.Unary(logic.OSize, v), logic.Int64(0))))
					continue
				}
				if k != logic.SMap {
					given = append(given, logic.Holds(logic.Operation(logic.OKEq, v, u)))
					continue
				}
				// An empty map has no keys.
				none := logic.Not(logic.Holds(logic.Operation(logic.OIn, v, logic.Bound(0))))
				given = append(given, &logic.Form{Kind: logic.FAll, A: none})
			}
		}
		value := m.Normal(under(values, f))
		if value.Kind != logic.TBool {
			continue // arrays are not compared by the kernel
		}
		decided++
		right, wrong := logic.Holds(f), logic.Not(logic.Holds(f))
		if value.N == 0 {
			right, wrong = wrong, right
		}
		asked = append(asked, &kernel.Obligation{Hypotheses: given, Conclusion: right}, &kernel.Obligation{Hypotheses: given, Conclusion: wrong})
	}
	// The kernel leaves shifted arrays to Coq (Values.v: shift).
	changed := logic.Operation(logic.OSto, variable(logic.SArr, 0), logic.App(logic.Int64(5), logic.Int64(7)))
	shifted := logic.Operation(logic.OSel, logic.Operation(logic.OShift, changed, logic.Int64(2)), logic.Int64(3))
	f := logic.Holds(logic.Operation(logic.OEq, shifted, logic.Int64(7)))
	// Before the first item that is left there is none.
	list := logic.Operation(logic.OCat, logic.Unary(logic.OItem, logic.Int64(5)), logic.Unary(logic.OItem, logic.Int64(6)))
	before := logic.Operation(logic.OGet, logic.Unary(logic.OTail, list), logic.Int64(-1))
	none := logic.Holds(logic.Operation(logic.OEq, before, logic.Int64(0)))
	// An array from an index on, and that from another on, which may be written in other words.
	var fromOn [2]*logic.Term
	for i, at := range []*logic.Term{variable(logic.SInt, 0), logic.Operation(logic.OAdd, logic.Int64(0), variable(logic.SInt, 0))} {
		fromOn[i] = logic.Operation(logic.OShift, variable(logic.SArr, 0), logic.Operation(logic.OAdd, at, logic.Int64(int64(1-i))))
	}
	fromOn[1] = logic.Operation(logic.OShift, fromOn[1], logic.Int64(1))
	same := logic.Holds(logic.Operation(logic.OKEq, fromOn[0], fromOn[1]))
	for _, f := range []*logic.Form{f, none, same} {
		asked = append(asked, &kernel.Obligation{Conclusion: f}, &kernel.Obligation{Conclusion: logic.Not(f)})
	}
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
		if answers := p.Prove(context.Background(), asked[len(asked)-6:]); !slices.Equal(answers, []bool{true, false, true, false, true, false}) {
			t.Errorf("%s on shifted arrays, and what is left of a list: %v", p.name, answers)
		}
		t.Logf("%s: %d of %d proved", p.name, proved, decided)
		if proved < decided*2/3 { // what stands where a list has no item is left open
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
