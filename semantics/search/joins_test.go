package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// Paths that meet are one from there on: the states grow with the program, not with its
// paths.
func TestJoins(t *testing.T) {
	states := map[int]int{}
	for _, n := range []int{4, 8, 16, 32} {
		text, input := branches(n)
		f := start(t, "b.cink", text, input)
		r, outputs := f.all(search.Options{Identical: true, Joins: true})
		states[n] = r.States
		if len(outputs) != 1 || !r.Complete() || r.Merged != n {
			t.Errorf("n=%d: %+v %v", n, r, outputs)
		}
	}
	if states[32] > 9*states[4] {
		t.Errorf("%v", states)
	}
}

// What was written, and slots that are to be kept, are the same in states that are merged.
func TestKeptAtJoins(t *testing.T) {
	const text = `int s = 0;
int main() {
  int x, y;
  cin >> x >> y;
  if (x > 0) cout << 1; else cout << 2;
  if (y > 0) s = 1;
  cout << 3;
}`
	f := start(t, "b.cink", text, "x y")
	store := slices.IndexFunc(f.engine.Definition.Layout.Slots, func(c *compile.Cell) bool { return c.Name == "store" })
	for _, tt := range []struct {
		keep []int
		ends int
	}{{nil, 2}, {[]int{store}, 4}} {
		r, outputs := f.all(search.Options{Identical: true, Joins: true, Keep: tt.keep})
		if len(outputs) != tt.ends || r.Merged != 4-tt.ends || !r.Complete() {
			t.Errorf("keep %v: %+v %v", tt.keep, r, outputs)
		}
	}
}

// bubbleSeven sorts seven inputs.
const bubbleSeven = `int main() {
  int n = 7, a[n];
  for (int i = 0; i < n; i++) cin >> a[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j+1]) { int t = a[j]; a[j] = a[j+1]; a[j+1] = t; }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i+1]);
  cout << "ok";
}
`

// TestJoinsOfLargePrograms: a program of 80 branches has some 30 states for each, and
// bubble sort of 7 inputs, which has 7! paths, one end and no stuck state.
func TestJoinsOfLargePrograms(t *testing.T) {
	text, input := branches(80)
	r, _ := start(t, "b.cink", text, input).all(search.Options{Identical: true, Joins: true})
	if r.States > 3000 || r.Merged != 80 || r.Ends[search.Final] != 1 || !r.Complete() {
		t.Errorf("branches: %+v", r)
	}
	r, _ = start(t, "b.cink", bubbleSeven, "a1 a2 a3 a4 a5 a6 a7").all(search.Options{Identical: true, Joins: true})
	if r.States > 3000 || r.Merged != 21 || r.Ends[search.Final] != 1 || r.Ends[search.Stuck] != 0 || !r.Complete() {
		t.Errorf("bubble sort: %+v", r)
	}
}

// BenchmarkJoins searches with solvers that were asked nothing before.
func BenchmarkJoins(b *testing.B) {
	ifs, ifsInput := branches(80)
	for _, p := range []struct{ name, text, input string }{{"80 branches", ifs, ifsInput}, {"bubble sort of 7", bubbleSeven, "a1 a2 a3 a4 a5 a6 a7"}} {
		b.Run(p.name, func(b *testing.B) {
			f := start(b, "b.cink", p.text, p.input)
			for b.Loop() {
				f.forget(b)
				f.all(search.Options{Identical: true, Joins: true})
			}
		})
	}
}

// Paths go on apart where a guide says that they are not to be one, and what it knows of
// one that stands for several is what it says.
func TestTogether(t *testing.T) {
	text, input := branches(3)
	for _, tt := range []struct {
		name          string
		ok            bool
		merged, known int
	}{{"apart", false, 0, 1}, {"together", true, 3, 8}} {
		f := start(t, "b.cink", text, input)
		o := search.Options{Identical: true, Joins: true,
			Guide: func(n *search.Node) bool {
				if n.Data == nil {
					n.Data = 1 // paths
				}
				return true
			},
			Together: func(_ *rewrite.State, a, b any) (any, bool) { return a.(int) + b.(int), tt.ok },
		}
		var known []int
		r := search.Run(context.Background(), f.engine, f.start, f.oracle, o, func(e search.Event) search.Answer {
			if e.Kind == search.Final {
				known = append(known, e.Node.Data.(int))
			}
			return search.Pass
		})
		if r.Merged != tt.merged || slices.Max(known) != tt.known || !r.Complete() || len(known)*tt.known != 8 {
			t.Errorf("%s: %+v, %v", tt.name, r, known)
		}
	}
}

// Two orders of operands come to one state but for the name of what a guide made on the
// way: no column stands for either.
func TestIdenticalAtJoins(t *testing.T) {
	f := start(t, "b.cink", "int f() { return 7; } int main() { int b; cin >> b; cout << b + f(); return 0; }", "b")
	k := f.engine.Definition.Layout.K
	var conditions []int
	o := search.Options{Identical: true, Joins: true, Guide: func(n *search.Node) bool {
		if c := n.State.Slots[k]; c.Head() == term.Int(7) {
			v := term.Fresh("result", term.SortInt)
			st, _ := n.State.With([]*term.Term{term.Lt(term.Int(0), v)})
			st.Slots = slices.Clone(st.Slots)
			st.Slots[k] = term.Seq(v, c.Tail())
			n.State = st
		}
		return true
	}}
	r := search.Run(context.Background(), f.engine, f.start, f.oracle, o, func(e search.Event) search.Answer {
		if e.Kind == search.Final {
			conditions = append(conditions, len(e.State.PC))
		}
		return search.Pass
	})
	if r.Merged != 0 || r.Identical == 0 || !slices.Equal(conditions, []int{1}) {
		t.Errorf("%+v, ends with %v conditions", r, conditions)
	}
}

// States that are the same but for the names of variables of the start differ: with one
// order of operands x is the first input, with the other the second.
func TestNamesOfTheStartStay(t *testing.T) {
	f := start(t, "b.cink", `int x, y;
int first() { cin >> x; return 0; }
int second() { cin >> y; return 0; }
int main() { int z = first() + second(); cout << x; return z; }`, "a b")
	made := term.Substitution{f.input["a"].Variable(): term.Fresh("a", term.SortInt), f.input["b"].Variable(): term.Fresh("b", term.SortInt)}
	for i, slot := range f.start.Slots {
		f.start.Slots[i] = made.Apply(slot)
	}
	r, outputs := f.all(search.Options{Identical: true})
	if len(outputs) != 2 || !r.Complete() {
		t.Errorf("%+v %v", r, outputs)
	}
}

// The limit of branches counts the ways of all branchings beyond the first of each.
func TestLimitOfBranches(t *testing.T) {
	text, input := branches(4)
	for limit, complete := range map[int]bool{14: false, 15: true} {
		f := start(t, "b.cink", text, input)
		r, _ := f.all(search.Options{Limits: search.Limits{Branches: limit}})
		if r.Complete() != complete || !complete && r.Open[search.BecauseBranches] == 0 {
			t.Errorf("%d: %+v", limit, r)
		}
	}
}

// TestJoinsOfRandomPrograms: merged or not, a search has the same ends for each input.
func TestJoinsOfRandomPrograms(t *testing.T)     { eachSubject(t, 5000, 5, (*trial).join) }
func TestSlowJoinsOfRandomPrograms(t *testing.T) { eachSubject(t, 6000, trials(130), (*trial).join) }

// join searches a program with merging. What it writes under which condition is the same
// as without. Each concrete run is an instance of an end, for
// some values of the variables that stand for what differed; and each end that an input
// comes to shows what a run on it shows.
func (r *trial) join(t *testing.T, p program) {
	initial := r.initial(t, p)
	start := r.start(initial, r.symbols)
	ends, result := r.search(start, r.oracle, search.Options{Identical: true, Joins: true})
	r.note(t, result)
	apart, _ := r.search(start, r.oracle, search.Options{Identical: true})
	r.equivalent(t, apart, ends)
	if p.unordered {
		return // an input has several runs, of which an end may stand for several
	}
	all, err := r.executions(p, initial)
	if err != nil {
		t.Error(err)
	}
	for _, run := range all {
		want, met := map[string]bool{}, map[string]bool{}
		for q := range run.paths {
			want[r.data(q)] = true
		}
		for _, e := range ends {
			if slots := r.under(e.State, run.values); slots != nil {
				met[r.data(r.path(e.Kind, 0, nil, slots))] = true
			}
		}
		if fmt.Sprint(met) != fmt.Sprint(want) {
			t.Errorf("%v: the runs show\n%v\nthe merged ends\n%v", run.values, want, met)
			return
		}
	}
}

// under is the configuration of a state for an input; nil if the input does not lead
// there.
func (r *trial) under(st *rewrite.State, values term.Substitution) []*term.Term {
	var pc []*term.Term
	for _, c := range st.PC {
		if c = values.Apply(c); c != term.True {
			pc = append(pc, c)
		}
	}
	a := r.solver.Check(context.Background(), smt.Query{Assertions: pc})
	if a.Result != smt.Sat {
		return nil
	}
	all := term.Substitution{}
	for v, t := range a.Model {
		all[v] = t
	}
	for v, t := range values {
		all[v] = t
	}
	if a.Approximate && !holds(all, st.PC) { // the solver takes the rest of a division for anything
		return nil
	}
	slots := make([]*term.Term, len(st.Slots))
	for i, t := range st.Slots {
		slots[i] = all.Apply(t)
	}
	return slots
}

// data are what can be seen of a path, without the fresh counter, of which a merged state
// has the greatest.
func (r *trial) data(p path) string {
	lines := strings.Split(p.shown, "\n")
	if i := r.engine.Definition.Layout.Counter; i >= 0 && p.kind == search.Final {
		lines = slices.Delete(lines, i, i+1)
	}
	return fmt.Sprint(p.kind, lines)
}
