package rewrite_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"

	"pgregory.net/rapid"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

func load(t testing.TB) *rewrite.Engine {
	t.Helper()
	d, err := compile.Load("testdata/straight.k", compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

var names = []string{"x", "y", "z"}

// randomProgram is a loop-free program over three variables.
func randomProgram(rt *rapid.T, depth int) string {
	exp := func() string {
		op := func() string {
			if rapid.Bool().Draw(rt, "variable") {
				return rapid.SampledFrom(names).Draw(rt, "name")
			}
			return fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "n"))
		}
		return op() + " " + rapid.SampledFrom([]string{"+", "-", "*", "/"}).Draw(rt, "op") + " " + op()
	}
	var b strings.Builder
	for range rapid.IntRange(1, 3).Draw(rt, "statements") {
		if depth > 0 && rapid.Bool().Draw(rt, "if") {
			fmt.Fprintf(&b, "if (%s < %s) { %s } else { %s } ", exp(), exp(), randomProgram(rt, depth-1), randomProgram(rt, depth-1))
		} else {
			fmt.Fprintf(&b, "%s = %s; ", rapid.SampledFrom(names).Draw(rt, "target"), exp())
		}
	}
	return b.String()
}

// never is an oracle that prunes nothing.
type never struct{}

func (never) Prune([]*term.Term, ...*term.Term) rewrite.Verdict  { return rewrite.Unknown }
func (never) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }

// final is the end of a symbolic path: with nothing left to do, or stuck.
type final struct {
	state *rewrite.State
	stuck []*term.Term // what to add for the stuck part
	steps int64
}

func paths(e *rewrite.Engine, st *rewrite.State, steps int64) []final {
	if st.Slots[e.Definition.Layout.K] == term.DotK {
		return []final{{state: st, steps: steps}}
	}
	d := e.Derive(st, never{})
	var out []final
	for _, s := range d.Successors {
		out = append(out, paths(e, s.State, steps+1)...)
	}
	if d.Uncovered != nil {
		out = append(out, final{state: st, stuck: d.Uncovered, steps: steps})
	}
	return out
}

func initial(e *rewrite.Engine, p *term.Term, values func(i int) *term.Term) []*term.Term {
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p})
	if err != nil {
		panic(err)
	}
	mem := term.EmptyMap
	id, _ := e.Definition.Lattice.Lookup("Id")
	for i, n := range names {
		mem = mem.Put(term.Token(id, n), values(i))
	}
	for i, c := range e.Definition.Layout.Slots {
		if c.Name == "mem" {
			slots[i] = mem
		}
	}
	return slots
}

func holds(sub term.Substitution, pc []*term.Term) bool {
	for _, c := range pc {
		if sub.Apply(c) != term.True {
			return false
		}
	}
	return true
}

// compare runs the program concretely and checks that it ends as the symbolic
// path says, after as many steps.
func compare(rt interface{ Fatalf(string, ...any) }, e *rewrite.Engine, p *term.Term, sub term.Substitution, vars []*term.Term, f final) {
	m := e.NewMachine(initial(e, p, func(i int) *term.Term { return sub.Apply(vars[i]) }), rewrite.IO{})
	_ = m.Run(context.Background(), 100000)
	if m.Finished() == (f.stuck != nil) || m.Steps != f.steps {
		rt.Fatalf("the concrete run finishes: %v after %d steps; the path: stuck %v after %d", m.Finished(), m.Steps, f.stuck, f.steps)
	}
	for i, t := range f.state.Slots {
		if got := sub.Apply(t); !term.Equal(got, m.Slots()[i]) {
			rt.Fatalf("cell %d: %s, on the path %s", i, m.Slots()[i], got)
		}
	}
}

// Coverage (Corollary 1 of the paper): every concrete run has a symbolic one on
// the same path; and just one, as the language is deterministic. Precision
// (Corollary 2): every feasible path has a model whose concrete run takes it.
func TestCoverageAndPrecision(t *testing.T) {
	e := load(t)
	solver, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	var vars []*term.Term
	for _, n := range names {
		vars = append(vars, term.Var(n, term.SortInt))
	}
	checked := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := randomProgram(rt, 2)
		p, err := e.Definition.ParseProgram(source.NewFile("p", text))
		if err != nil {
			rt.Fatalf("%s: %v", text, err)
		}
		all := paths(e, &rewrite.State{Slots: initial(e, p.Term, func(i int) *term.Term { return vars[i] })}, 0)
		sub := term.Substitution{}
		for _, v := range vars {
			sub[v.Variable()] = term.Int(rapid.Int64Range(-4, 4).Draw(rt, "value"))
		}
		taken := 0
		for _, f := range all {
			if holds(sub, slices.Concat(f.state.PC, f.stuck)) {
				taken++
				compare(rt, e, p.Term, sub, vars, f)
			}
		}
		if taken != 1 {
			rt.Fatalf("%s: %d symbolic paths for one concrete run", text, taken)
		}
		for _, f := range all[:min(len(all), 3)] {
			a := solver.Check(context.Background(), smt.Query{Assertions: slices.Concat(f.state.PC, f.stuck)})
			if a.Result != smt.Sat || a.Approximate {
				continue
			}
			model := term.Substitution{}
			for _, v := range vars {
				model[v.Variable()] = term.Int(0)
				if x := a.Model[v.Variable()]; x != nil {
					model[v.Variable()] = x
				}
			}
			checked++
			compare(rt, e, p.Term, model, vars, f)
		}
	})
	if checked == 0 {
		t.Error("no path was checked for precision")
	}
}

func TestStreams(t *testing.T) {
	e := load(t)
	p, err := e.Definition.ParseProgram(source.NewFile("p", "read x; read y; print x + y; print x * y; read z; print z;"))
	if err != nil {
		t.Fatal(err)
	}
	slots := initial(e, p.Term, func(int) *term.Term { return term.Int(0) })
	var out bytes.Buffer
	m := e.NewMachine(slots, rewrite.IO{In: strings.NewReader("  3\n4 \n\n -5"), Out: &out})
	if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
		t.Fatal(err, m.Slots()[e.Definition.Layout.K])
	}
	if out.String() != "712-5" {
		t.Errorf("output %q", out.String())
	}
	m = e.NewMachine(slots, rewrite.IO{In: strings.NewReader("3"), Out: &out})
	if err := m.Run(context.Background(), 0); err != nil || m.Finished() {
		t.Error("reading at the end of the input is not stuck", err)
	}
}

// An undefined result leaves the configuration as it was and names the operation.
func TestUndefinedResult(t *testing.T) {
	e := load(t)
	p, err := e.Definition.ParseProgram(source.NewFile("p", "x = unguarded 0;"))
	if err != nil {
		t.Fatal(err)
	}
	m := e.NewMachine(initial(e, p.Term, func(int) *term.Term { return term.Int(0) }), rewrite.IO{})
	err = m.Run(context.Background(), 0)
	if err == nil || !strings.Contains(err.Error(), "1 /Int 0") {
		t.Errorf("stuck: %v", err)
	}
}

func BenchmarkDerive(b *testing.B) {
	e := load(b)
	p, err := e.Definition.ParseProgram(source.NewFile("p", strings.Repeat("x = x + y; ", 50)))
	if err != nil {
		b.Fatal(err)
	}
	st := &rewrite.State{Slots: initial(e, p.Term, func(i int) *term.Term { return term.Var(names[i], term.SortInt) })}
	for b.Loop() {
		paths(e, st, 0)
	}
}
