package search_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Coverage and precision (Corollaries 1 and 2 of the paper) on random programs with two
// inputs, for all inputs from least to most.
const (
	least = -2
	most  = 3
)

// subject is a definition whose programs are searched.
type subject struct {
	name string
	// sequential is set if the rules fix the order of evaluation.
	sequential bool
	load       func() (*compile.Definition, error)
	random     func(seed uint64) program
	// put puts the inputs x and y into the initial configuration.
	put func(d *compile.Definition, slots, inputs []*term.Term)
}

var subjects = []subject{
	{"cink", false, shipped("x.cink"), cinkProgram, putItems},
	{"imp", true, shipped("x.imp"), impProgram, putState},
	{"postfix", true, func() (*compile.Definition, error) {
		return compile.Load("testdata/postfix.k", compile.Options{CacheDir: "off"})
	}, postfixProgram, putItems},
}

func shipped(file string) func() (*compile.Definition, error) {
	return func() (*compile.Definition, error) { return languages.Load(file, kdef.Options{}) }
}

// putItems makes the inputs those of the input cell. A third one is not known.
func putItems(d *compile.Definition, slots, inputs []*term.Term) {
	slots[search.StreamsOf(d.Layout).In] = search.Open(inputs)
}

// putState makes the inputs the values of variables: that language reads nothing.
func putState(d *compile.Definition, slots, inputs []*term.Term) {
	id, _ := d.Lattice.Lookup("Id")
	state := slices.IndexFunc(d.Layout.Slots, func(c *compile.Cell) bool { return c.Name == "state" })
	slots[state] = term.EmptyMap.Put(term.Token(id, "x"), inputs[0]).Put(term.Token(id, "y"), inputs[1])
}

// program is a random program.
type program struct {
	text      string
	unordered bool // operands may be evaluated in several orders, with different effects
}

// trial is a subject ready for searches and runs.
type trial struct {
	subject
	engine  *rewrite.Engine
	symbols []*term.Term
	solver  *smt.Solver
	oracle  rewrite.Oracle
	log     struct{ searches, ends, stuck, hungry, models, unmet, lies, unmerged, asked, open int }
}

func newTrial(t testing.TB, s subject) *trial {
	t.Helper()
	d, err := s.load()
	if err != nil {
		t.Fatal(err)
	}
	solver, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { solver.Close() })
	return &trial{subject: s, engine: rewrite.New(d), solver: solver, oracle: prover.Pruner{Ctx: context.Background(), Solver: solver},
		symbols: []*term.Term{term.Var("x", term.SortInt), term.Var("y", term.SortInt)}}
}

// initial is the initial configuration of a program without its inputs.
func (r *trial) initial(t testing.TB, p program) []*term.Term {
	t.Helper()
	d := r.engine.Definition
	pgm, err := d.ParseProgram(source.NewFile("random", p.text))
	if err != nil {
		t.Fatalf("%v\n%s", err, p.text)
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": pgm.Term})
	if err != nil {
		t.Fatal(err)
	}
	return slots
}

// start puts inputs into an initial configuration.
func (r *trial) start(initial, inputs []*term.Term) []*term.Term {
	slots := slices.Clone(initial)
	r.put(r.engine.Definition, slots, inputs)
	return slots
}

// path is what tells an execution from others: what became of it, the way that it took,
// and all cells at its end.
type path struct {
	kind      search.Kind
	steps     int
	positions string
	cells     string
	shown     string // see visible
}

// whole is all of a path.
func (p path) whole() path { return p }

// end is where a path comes to.
func (p path) end() path { return path{kind: p.kind, cells: p.cells} }

// visible is what is the same in all orders of evaluation of operands that write nothing:
// those may have been evaluated or not where execution does not come to its end, and
// only what was written by then counts.
func (p path) visible() path { return path{kind: p.kind, shown: p.shown} }

// views of several paths.
func views(paths map[path]int, view func(path) path) map[path]int {
	out := map[path]int{}
	for p, n := range paths {
		out[view(p)] += n
	}
	return out
}

// path makes a path that ends in a configuration.
func (r *trial) path(k search.Kind, steps int, positions []int32, slots []*term.Term) path {
	var b strings.Builder
	for _, t := range slots {
		fmt.Fprintln(&b, t)
	}
	p := path{kind: k, steps: steps, positions: fmt.Sprint(positions), cells: b.String()}
	if out := search.StreamsOf(r.engine.Definition.Layout).Out; k == search.Final || out < 0 {
		p.shown = p.cells
	} else {
		p.shown = slots[out].String()
	}
	return p
}

// instance is the path of an event for values of the symbols.
func (r *trial) instance(e search.Event, values term.Substitution) path {
	slots := make([]*term.Term, len(e.State.Slots))
	for i, t := range e.State.Slots {
		slots[i] = values.Apply(t)
	}
	return r.path(e.Kind, e.Node.Depth, e.Node.Positions(), slots)
}

// search returns the ends of the executions from a configuration.
func (r *trial) search(slots []*term.Term, oracle rewrite.Oracle, o search.Options) ([]search.Event, *search.Result) {
	var ends []search.Event
	result := search.Run(context.Background(), r.engine, &rewrite.State{Slots: slots}, oracle, o, func(e search.Event) search.Answer {
		switch e.Kind {
		case search.Final, search.Stuck, search.NeedsInput:
			ends = append(ends, e)
		}
		return search.Pass
	})
	return ends, result
}

// run runs the machine and returns its path.
func (r *trial) run(slots []*term.Term) (path, error) {
	m := r.engine.NewMachine(slots, rewrite.IO{})
	k := r.engine.Definition.Layout.K
	var positions []int32
	for pos := int32(0); ; {
		err := m.Run(context.Background(), m.Steps+1)
		if stuck := (*rewrite.Stuck)(nil); err != nil && !errors.As(err, &stuck) {
			return path{}, err
		}
		if err != nil || int(m.Steps) == len(positions) {
			break
		}
		if p := rewrite.Position(m.Slots()[k].Head()); p != 0 {
			pos = p
		}
		positions = append(positions, pos)
		if m.Steps > 100_000 {
			return path{}, errors.New("the run does not end")
		}
	}
	steps := len(positions)
	positions = slices.DeleteFunc(slices.Compact(positions), func(p int32) bool { return p == 0 })
	return r.path(r.became(m), steps, positions, m.Slots()), nil
}

// became says what became of a run that has come to its end. It waited for input if
// with one more item it goes on.
func (r *trial) became(m *rewrite.Machine) search.Kind {
	if m.Finished() {
		return search.Final
	}
	if in := search.StreamsOf(r.engine.Definition.Layout).In; in >= 0 {
		more := slices.Clone(m.Slots())
		more[in] = search.Open([]*term.Term{term.Int(0)})
		if term.Equal(m.Slots()[in], search.Open(nil)) {
			if ok, _ := r.engine.NewMachine(more, rewrite.IO{}).Step(); ok {
				return search.NeedsInput
			}
		}
	}
	return search.Stuck
}

// runs are the concrete executions for some values of the symbols.
type runs struct {
	values term.Substitution
	paths  map[path]int
}

// executions returns what concrete runs show for each input.
func (r *trial) executions(p program, initial []*term.Term) ([]runs, error) {
	var out []runs
	for x := int64(least); x <= most; x++ {
		for y := int64(least); y <= most; y++ {
			inputs := []*term.Term{term.Int(x), term.Int(y)}
			paths, err := r.concrete(p, r.start(initial, inputs))
			if err != nil {
				return nil, fmt.Errorf("%d %d: %v", x, y, err)
			}
			if p.unordered && x == y && !maps.EqualFunc(views(paths, path.visible), r.walk(r.start(initial, inputs)), func(int, bool) bool { return true }) {
				return nil, fmt.Errorf("%d %d: not all orders of evaluation are found without symbols", x, y)
			}
			out = append(out, runs{term.Substitution{r.symbols[0].Variable(): inputs[0], r.symbols[1].Variable(): inputs[1]}, paths})
		}
	}
	return out, nil
}

// concrete returns the paths from a configuration without symbols: the machine's, and
// where operands may be evaluated in several orders, one for each, as a search without
// symbols finds them. What the machine shows one of those shows.
func (r *trial) concrete(p program, slots []*term.Term) (map[path]int, error) {
	machine, err := r.run(slots)
	if err != nil || !p.unordered {
		return map[path]int{machine: 1}, err
	}
	paths := map[path]int{}
	ends, _ := r.search(slots, ignorant{}, search.Options{})
	for _, e := range ends {
		paths[r.instance(e, nil)]++
	}
	if views(paths, path.visible)[machine.visible()] == 0 {
		err = fmt.Errorf("what the machine does is not found without symbols: %+v", machine)
	}
	return paths, err
}

// way is how much of the paths of a program is compared. The machine begins with another
// operand than the search where it makes no difference.
func (r *trial) way(p program) func(path) path {
	if p.unordered || r.sequential {
		return path.whole
	}
	return path.visible
}

// walk returns what can be seen of the executions from a configuration without symbols
// in all orders of evaluation.
func (r *trial) walk(slots []*term.Term) map[path]bool {
	out, seen := map[path]bool{}, map[path]bool{}
	for todo := []*rewrite.State{{Slots: slots}}; len(todo) > 0; {
		st := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		here := r.path(search.Inner, 0, nil, st.Slots)
		if seen[here] {
			continue
		}
		seen[here] = true
		d := r.engine.DeriveIn(st, ignorant{}, rewrite.Orders{All: true})
		for _, succ := range d.Successors {
			todo = append(todo, succ.State)
		}
		if len(d.Successors) == 0 {
			kind := r.became(r.engine.NewMachine(st.Slots, rewrite.IO{}))
			out[r.path(kind, 0, nil, st.Slots).visible()] = true
		}
	}
	return out
}

// compare looks whether each concrete run meets exactly one end, by condition and by a
// view of the paths: where operands may be evaluated in several orders, exactly one for
// each. If paths that meet are one, there is at least one.
func (r *trial) compare(all []runs, ends []search.Event, view func(path) path, meet bool) error {
	for _, run := range all {
		met, want := map[path]int{}, views(run.paths, view)
		for _, e := range ends {
			if holds(run.values, e.State.PC) {
				met[view(r.instance(e, run.values))]++
			}
		}
		same := maps.Equal(met, want)
		if meet {
			same = maps.EqualFunc(met, want, func(int, int) bool { return true })
		}
		if !same {
			return fmt.Errorf("%v: the runs are\n%+v\nthe ends\n%+v", run.values, want, met)
		}
	}
	return nil
}

// holds reports whether a path condition is true of values.
func holds(values term.Substitution, pc []*term.Term) bool {
	for _, c := range pc {
		if values.Apply(c) != term.True {
			return false
		}
	}
	return true
}

func TestCoverageAndPrecision(t *testing.T)     { eachSubject(t, 1, 5, (*trial).cover) }
func TestSlowCoverageAndPrecision(t *testing.T) { eachSubject(t, 1000, trials(500), (*trial).cover) }

// trials is how many of n random programs are tried: with -short, some.
func trials(n int) int {
	if testing.Short() {
		return n / 5
	}
	return n
}

func eachSubject(t *testing.T, first uint64, n int, f func(*trial, *testing.T, program)) {
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			r := newTrial(t, s)
			for seed := first; seed < first+uint64(n); seed++ {
				p := s.random(seed)
				if f(r, t, p); t.Failed() {
					t.Fatalf("seed %d\n%s", seed, p.text)
				}
			}
			if t.Logf("%+v", r.log); r.log.unmet > r.log.models/8 { // by functions of which a solver knows nothing
				t.Errorf("for %d ends there is neither a model nor a run, for %d a model", r.log.unmet, r.log.models)
			}
			if r.log.open > r.log.asked/10 {
				t.Errorf("the solver leaves %d of %d questions open", r.log.open, r.log.asked)
			}
		})
	}
}

// cover searches a program with a solver.
func (r *trial) cover(t *testing.T, p program) {
	initial := r.initial(t, p)
	all, err := r.executions(p, initial)
	if err != nil {
		t.Error(err)
	}
	slots := r.start(initial, r.symbols)
	ends, result := r.search(slots, r.oracle, search.Options{Order: search.BreadthFirst})
	if err := r.compare(all, ends, r.way(p), false); err != nil {
		t.Error(err)
	}
	r.note(t, result)
	for _, e := range ends {
		if err := r.replay(p, initial, all, e); err != nil {
			t.Error(err)
		}
	}
	view := path.visible
	if p.unordered {
		view = path.end
	}
	ends, result = r.search(slots, r.oracle, search.Options{Identical: true})
	if err := r.compare(all, ends, view, p.unordered); err != nil {
		t.Errorf("paths that meet are one: %v", err)
	}
	r.note(t, result)
}

// note counts the work of a search. Only the solver may have left something open.
func (r *trial) note(t *testing.T, result *search.Result) {
	r.log.searches++
	r.log.ends += result.Ends[search.Final]
	r.log.stuck += result.Ends[search.Stuck]
	r.log.hungry += result.Ends[search.NeedsInput]
	delete(result.Open, search.BecauseSolver)
	if !result.Complete() {
		t.Errorf("%+v", result)
	}
}

// replay looks whether the model of an end takes the path to it. An end without one has
// been met by a run, or is counted.
func (r *trial) replay(p program, initial []*term.Term, all []runs, e search.Event) error {
	a := r.solver.Check(context.Background(), smt.Query{Assertions: e.State.PC})
	if a.Result == smt.Unsat && r.oracle.Prune(e.State.PC) != rewrite.Unknown {
		return fmt.Errorf("no input takes the path to %v", e.State.PC)
	}
	values, inputs := term.Substitution{}, []*term.Term{}
	for _, s := range r.symbols {
		v := cmp.Or(a.Model[s.Variable()], term.Int(0))
		values[s.Variable()] = v
		inputs = append(inputs, v)
	}
	if a.Result != smt.Sat || a.Approximate && !holds(values, e.State.PC) {
		if !slices.ContainsFunc(all, func(run runs) bool { return holds(run.values, e.State.PC) }) {
			r.log.unmet++
		}
		return nil
	}
	r.log.models++
	paths, err := r.concrete(p, r.start(initial, inputs))
	if err == nil && (!holds(values, e.State.PC) || views(paths, r.way(p))[r.way(p)(r.instance(e, values))] == 0) {
		err = fmt.Errorf("the model %v of %v does not take the path\n%+v\nbut\n%+v", values, e.State.PC, r.instance(e, values), paths)
	}
	return err
}

// ignorant knows nothing.
type ignorant struct{}

func (ignorant) Prune([]*term.Term, ...*term.Term) rewrite.Verdict  { return rewrite.Unknown }
func (ignorant) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
