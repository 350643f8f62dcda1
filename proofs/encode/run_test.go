package encode

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// noNames has no variables and no functions.
type noNames struct{}

func (noNames) Variable(*term.Variable) *logic.Term { return nil }
func (noNames) Function(*term.Symbol) logic.Sym     { return 0 }

// start is the first configuration of a program; what is on the input stands in its cell.
func start(t *testing.T, e *rewrite.Engine, path string) []*term.Term {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Definition.ParseProgram(source.NewFile(path, string(text)))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	in, _ := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".in")
	for i, c := range e.Definition.Layout.Slots {
		switch c.Stream {
		case "stdin":
			slots[i] = term.EmptyList
			for _, w := range strings.Fields(string(in)) {
				item := term.Str(w)
				if n, ok := new(big.Int).SetString(w, 10); ok {
					item = term.BigInt(n)
				}
				slots[i] = term.Concat(slots[i], term.ListOf(item))
			}
		case "stdout":
			slots[i] = term.EmptyList
		}
	}
	return slots
}

// run is how the runs of a program compare.
type run struct {
	steps int
	stuck bool
	whole certificate.Run
}

// maxSteps is how many steps of a program are compared.
const maxSteps = 30000

// errOpen is the error of a configuration of which it cannot be computed how it goes on.
var errOpen = errors.New("it is not known which rule applies")

// advance makes one step of a configuration without variables, by the first rule that applies: nil if
// there is none, or if its result has no value.
func advance(m *kernel.Machine, rules []uint64, t *logic.Term) (*logic.Term, error) {
	r := &kernel.Run{Machine: m, Goal: &kernel.Goal{}}
	states, _, err := r.Exec(&kernel.Instr{Kind: kernel.IStep, Rules: rules}, &kernel.State{Term: t})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errOpen, err)
	}
	if len(states) == 0 {
		return nil, nil
	}
	first := states[0]
	for _, f := range first.PC {
		if logic.EqualForms(f, logic.Holds(logic.False)) {
			return nil, nil
		}
	}
	if first.N > 0 || len(first.PC) > 0 {
		return nil, fmt.Errorf("%w: %v", errOpen, first.PC)
	}
	return first.Term, nil
}

// compareRuns runs a program by the definition's own rules and by the kernel's, step by step, and
// reports where they part.
func compareRuns(t *testing.T, e *rewrite.Engine, l *Language, path string, limit int) (r run) {
	var m *kernel.Machine
	slots := start(t, e, path)
	own, err := l.Configuration(slots, noNames{})
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return r
	}
	machine := e.NewMachine(slots, rewrite.IO{})
	rules := make([]uint64, len(l.Rules))
	for i := range rules {
		rules[i] = uint64(i)
	}
	r.whole = certificate.Run{Start: own, Ending: certificate.Running}
	for ; r.steps < limit; r.steps++ {
		if r.steps%10_000 == 0 { // a machine does as much work as a certificate may take
			m = kernel.NewMachine(&l.Language, nil, nil, false)
		}
		next, err := advance(m, rules, own)
		if err != nil {
			t.Errorf("%s: step %d: %v", path, r.steps, err)
			return r
		}
		before := machine.Steps
		stopped := machine.Run(context.Background(), before+1)
		moved := machine.Steps > before
		if moved != (next != nil) {
			t.Errorf("%s: step %d: the kernel makes a step: %v; the interpreter: %v (%v): %v", path, r.steps, next != nil, moved, stopped, machine.Slots()[0])
			return r
		}
		if !moved {
			r.whole.Ending = certificate.Stuck
			break
		}
		own = next
		r.whole.Steps++
		if (r.steps%50 == 0 || r.steps < 50) && !same(t, l, m, machine.Slots(), own) {
			t.Errorf("%s: step %d leads elsewhere: %v", path, r.steps, machine.Slots()[0])
			return r
		}
	}
	if !same(t, l, m, machine.Slots(), own) {
		t.Errorf("%s: the last configurations differ", path)
	}
	r.whole.End = own
	r.stuck = !machine.Finished()
	return r
}

func same(t *testing.T, l *Language, m *kernel.Machine, slots []*term.Term, own *logic.Term) bool {
	want, err := l.Configuration(slots, noNames{})
	if err != nil {
		t.Error(err)
		return false
	}
	if want, own = m.Normal(want), l.plain(own); !logic.Equal(l.plain(want), own) {
		t.Logf("want %v\n have %v", want, own)
		return false
	}
	return true
}

// plain writes arrays of integers as their items, in order; those that are as by default are
// left out. It computes the text that is one character.
func (l *Language) plain(t *logic.Term) *logic.Term {
	if t.Kind == logic.TOp && (t.Op == logic.OSto || t.Op == logic.OMake) {
		items := map[string]*logic.Term{}
		for ; t.Op == logic.OSto; t = t.A {
			if at := t.B.A.Int.String(); items[at] == nil {
				items[at] = t.B
			}
		}
		out := t
		for _, at := range slices.Sorted(maps.Keys(items)) {
			if !logic.Equal(items[at].B, t.A) {
				out = logic.Operation(logic.OSto, out, items[at])
			}
		}
		return out
	}
	if t.A == nil {
		return t
	}
	if chr := slices.Index(l.Functions, term.StringChr.Name); chr >= 0 && t.Kind == logic.TFun && t.Sym == logic.FirstSym+logic.Sym(chr) {
		return logic.Str(string([]byte{byte(t.A.A.Int.Int64())}))
	}
	c := *t
	if c.A = l.plain(t.A); t.B != nil {
		c.B = l.plain(t.B)
	}
	return logic.Rebuilt(c)
}

// Programs run by the kernel's rules as they do by the definition's own: step by step, to the
// same last configuration, stuck ones too.
func TestSlowProgramsRunAlike(t *testing.T) {
	for ext, dirs := range map[string][]string{".cink": {"cink/run", "cink/run/stuck", "cink", "search"}, ".imp": {"imp"}} {
		l := load(t, "x"+ext)
		e := rewrite.New(l.definition)
		programs, stuck, steps := 0, 0, 0
		for _, dir := range dirs {
			paths, err := filepath.Glob("../../examples/" + dir + "/*" + ext)
			if err != nil || len(paths) == 0 {
				t.Fatal(dir, err)
			}
			for _, path := range paths {
				r := compareRuns(t, e, l, path, maxSteps)
				programs, steps = programs+1, steps+r.steps
				if r.stuck {
					stuck++
				}
			}
		}
		t.Logf("%s: %d programs, %d stuck, %d steps", ext, programs, stuck, steps)
	}
}
