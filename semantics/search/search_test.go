package search_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

// figure6 is the program of figure 6 of the paper.
const figure6 = `void init(int a[], int n, int x, int j) {
  int i = 0;
  int *p = & a[0];
  a[j] = x;
  while (*p != x && i < n) {
    *(p++) = 2 * i;
    i = i + 1;
  }
  if (i > j) {
    cout << "error";
  }
}

void main() {
  int n, j, x, i;
  cin >> n >> j >> x;
  int a[n];
  i = 0;
  while (i < n) {
    cin >> a[i];
    i = i + 1;
  }
  init(a, n, x, j);
}
`

// fixture is a program ready to be searched.
type fixture struct {
	engine *rewrite.Engine
	start  *rewrite.State
	solver *smt.Solver
	oracle rewrite.Oracle
	input  map[string]*term.Term
}

var definitions = map[string]*compile.Definition{}

// definitionOf loads the definition for a file's name once.
func definitionOf(t testing.TB, file string) *compile.Definition {
	kind := filepath.Ext(file)
	if definitions[kind] == nil {
		d, err := languages.Load(file, kdef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		definitions[kind] = d
	}
	return definitions[kind]
}

func start(t testing.TB, file, text, input string) *fixture {
	t.Helper()
	d := definitionOf(t, file)
	p, err := d.ParseProgram(source.NewFile(file, text))
	if err != nil {
		t.Fatal(err)
	}
	return fixtureOf(t, d, p, input)
}

func fixtureOf(t testing.TB, d *compile.Definition, p *compile.Program, input string) *fixture {
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{engine: rewrite.New(d), input: map[string]*term.Term{}}
	var items []*term.Term
	for _, name := range strings.Fields(input) {
		if f.input[name] == nil {
			f.input[name] = term.Var(name, term.SortInt)
		}
		items = append(items, f.input[name])
	}
	slots[search.StreamsOf(d.Layout).In] = search.Open(items)
	f.start = &rewrite.State{Slots: slots}
	f.forget(t)
	return f
}

// forget gives the fixture a solver that was asked nothing yet.
func (f *fixture) forget(t testing.TB) {
	solver, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(solver.Close)
	f.solver = solver
	f.oracle = prover.Pruner{Ctx: context.Background(), Solver: solver}
}

// output is what a state has written, as the definition prints it.
func (f *fixture) output(st *rewrite.State) string {
	return st.Slots[search.StreamsOf(f.engine.Definition.Layout).Out].String()
}

// all searches everything and returns what is written at the ends.
func (f *fixture) all(o search.Options) (*search.Result, []string) {
	var outputs []string
	r := search.Run(context.Background(), f.engine, f.start, f.oracle, o, func(e search.Event) search.Answer {
		if e.Kind == search.Final {
			outputs = append(outputs, f.output(e.State))
		}
		return search.Pass
	})
	return r, outputs
}

func arrayInput(n int) string {
	in := "n j x"
	for i := range n {
		in += fmt.Sprintf(" a%d", i+1)
	}
	return in
}

func TestFigure6(t *testing.T) {
	for n := 1; n <= 6; n++ {
		f := start(t, "init.cink", figure6, arrayInput(n))
		f.start.PC = []*term.Term{term.Lt(term.Int(0), f.input["n"])}
		errors := 0
		r := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Identical: true}, func(e search.Event) search.Answer {
			if e.Kind == search.Final && strings.Contains(f.output(e.State), "error") {
				errors++
			}
			return search.Pass
		})
		if r.Ends[search.Final] != n*(n+1)/2 || r.Ends[search.Stuck] != n || r.Ends[search.NeedsInput] != 1 || errors != 0 || !r.Complete() {
			t.Errorf("n=%d: %+v, %d errors", n, r, errors)
		}
	}
}

// branches is a program with n ifs on inputs.
func branches(n int) (text, input string) {
	var b strings.Builder
	b.WriteString("int main() { int s = 0, x;\n")
	for i := range n {
		b.WriteString("cin >> x; if (x > 0) s = s + 1;\n")
		input += fmt.Sprintf("b%d ", i)
	}
	return b.String() + "cout << s; return 0; }\n", input
}

func TestBranches(t *testing.T) {
	for _, order := range []search.Order{search.DepthFirst, search.BreadthFirst} {
		text, input := branches(8)
		f := start(t, "b.cink", text, input)
		r, outputs := f.all(search.Options{Order: order, Identical: true})
		counts := map[string]int{}
		for _, o := range outputs {
			counts[o]++
		}
		if r.Ends[search.Final] != 256 || len(counts) != 9 || !r.Complete() || r.Ends[search.Stuck] != 0 {
			t.Errorf("%v: %+v %v", order, r, counts)
		}
	}
}

// bubble sorts n inputs and checks that they are sorted.
func bubble(n int) (text, input string) {
	for i := range n {
		input += fmt.Sprintf("a%d ", i)
	}
	return fmt.Sprintf(`int main() {
  int n = %d, a[n], i, j, t;
  for (i = 0; i < n; i++) cin >> a[i];
  for (i = 0; i < n; i++)
    for (j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
`, n), input
}

func TestBubbleSort(t *testing.T) {
	ends := 1
	for n := 2; n <= 4; n++ {
		ends *= n
		text, input := bubble(n)
		f := start(t, "b.cink", text, input)
		if r, _ := f.all(search.Options{Identical: true}); r.Ends[search.Final] != ends || r.Ends[search.Stuck] != 0 || !r.Complete() {
			t.Errorf("n=%d: %+v", n, r)
		}
	}
}

// head is the position mark of the while loop on top of a state.
func head(st *rewrite.State) int32 {
	if top := st.Slots[0].Head(); strings.HasPrefix(top.String(), "while") {
		return top.Pos()
	}
	return 0
}

func TestLimits(t *testing.T) {
	const endless = "int main() { int n = 0, x; cin >> x; while (x != 0) n++; return 0; }\n"
	for why, l := range map[string]search.Limits{
		search.BecauseDepth:  {Depth: 100},
		search.BecauseStates: {States: 100},
		search.BecauseMemory: {Memory: 1},
		search.BecauseUnroll: {Unroll: 3},
	} {
		f := start(t, "e.cink", endless, "x")
		r, _ := f.all(search.Options{Order: search.BreadthFirst, Limits: l, Head: head})
		if r.Complete() || r.Open[why] == 0 {
			t.Errorf("%s: %+v", why, r)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := start(t, "e.cink", endless, "x")
	if r := search.Run(ctx, f.engine, f.start, f.oracle, search.Options{}, func(search.Event) search.Answer { return search.Pass }); r.Open[search.BecauseStopped] != 1 {
		t.Errorf("%+v", r)
	}
}

// A search that stops at a solution is complete if nothing was left to look at.
func TestSolutions(t *testing.T) {
	for wanted, left := range map[int]bool{1: true, 3: true, 4: false, 5: false} {
		text, input := branches(2)
		f := start(t, "l.cink", text, input)
		r := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Limits: search.Limits{Solutions: wanted}}, func(e search.Event) search.Answer {
			if e.Kind == search.Final {
				return search.Found
			}
			return search.Pass
		})
		if r.Solutions != min(wanted, 4) || r.Complete() == left || (r.Open[search.BecauseSolutions] > 0) != left {
			t.Errorf("%d: %+v", wanted, r)
		}
	}
}

// With >= instead of > the program of figure 6 writes error on 6 of 9 paths.
func TestPattern(t *testing.T) {
	f := start(t, "init.cink", strings.Replace(figure6, "i > j", "i >= j", 1), arrayInput(3))
	f.start.PC = []*term.Term{term.Lt(term.Int(0), f.input["n"])}
	text := `<out> ... ListItem("error") ... </out>`
	r, err := f.engine.Definition.ParsePattern(source.Span{File: source.NewFile("pattern", text), End: len(text)})
	if err != nil {
		t.Fatal(err)
	}
	p := search.NewPattern(f.engine.Definition, r)
	found := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{}, func(e search.Event) search.Answer {
		if e.Kind == search.Final {
			if parts, decided := p.Match(e.State); len(parts) > 0 && decided {
				return search.Found
			}
		}
		return search.Pass
	})
	if found.Solutions != 6 || found.Ends[search.Final] != 9 {
		t.Errorf("%+v", found)
	}
}

// A guide ends paths, puts states into them, and has data of each path.
func TestGuide(t *testing.T) {
	f := start(t, "a.cink", `void main() {
  int x;
  cin >> x;
  if (x < 0) cout << 1; else cout << 2;
  if (x < 5) cout << 3; else cout << 4;
}`, "x")
	out := search.StreamsOf(f.engine.Definition.Layout).Out
	guide := func(n *search.Node) bool {
		conditions, _ := n.Data.([]int)
		if c := len(n.State.PC); len(conditions) == 0 || conditions[len(conditions)-1] < c {
			n.Data = append(conditions[:len(conditions):len(conditions)], c)
		}
		written := n.State.Slots[out]
		switch last := written.Item(written.Len() - 1).Term; last {
		case term.Int(1):
			return false
		case term.Int(2):
			var items []*term.Term
			for i := range written.Len() - 1 {
				items = append(items, written.Item(i).Term)
			}
			st := *n.State
			st.Slots = slices.Clone(st.Slots)
			st.Slots[out] = term.ListOf(append(items, term.Int(7))...)
			n.State = &st
		}
		return true
	}
	var ends []string
	r := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Guide: guide}, func(e search.Event) search.Answer {
		if e.Kind == search.Final {
			_, written, _ := strings.Cut(f.output(e.State), `"" ) )`)
			ends = append(ends, fmt.Sprint(written, e.Node.Data))
		}
		return search.Pass
	})
	if want := []string{" ListItem ( 7 ) ListItem ( 3 )[0 1 2]", " ListItem ( 7 ) ListItem ( 4 )[0 1 2]"}; !slices.Equal(ends, want) || !r.Complete() {
		t.Errorf("%q, want %q; %+v", ends, want, r)
	}
}
