package walk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/report/drawing/drawingtest"
	"rlv/report/walk"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
	"rlv/verify"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	drawingtest.Main(m)
}

// verifiers are those of the ways to merge and the goals at a time, each made once.
var verifiers = map[string]*verify.Verifier{}

// verified is the report of a program, with the trees of its proofs.
func verified(t testing.TB, name, text string, o verify.Options) *report.File {
	t.Helper()
	o.KeepTrees = true
	key := fmt.Sprint(o.Merge, o.Jobs, o.Certify)
	v := verifiers[key]
	if v == nil {
		var err error
		if v, err = verify.New(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		verifiers[key] = v
	}
	file, err := v.Program(context.Background(), verify.Input{Path: name, Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func example(t testing.TB, path string) *report.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples", path))
	if err != nil {
		t.Fatal(err)
	}
	return verified(t, filepath.Base(path), string(text), verify.Options{})
}

// written are reports in a format.
func written(t testing.TB, format string, tree bool, files ...*report.File) string {
	t.Helper()
	f, err := report.FormatOf(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	p := f.New(&b, report.Settings{Tree: tree, Version: "test"})
	for _, file := range files {
		p.File(file)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func plain(obs []prover.Observation, i int) string { return obs[i].Value.String() }

// The programs of the tests: one with joins and calls, of which one way fails.
const (
	calls = `//@pre: n >= 0
//@post: result == n + 1
int inc(int n) { return n + 1; }

//@pre: a >= 0
//@post: result <= a + 2
int f(int a, int b) {
  int x = inc(a);
  if (b > 3) x = inc(x); else x = x + 2;
  //@assert: x > a
  return inc(x);
}
`
	meeting = `//@pre: true
//@post: result <= 3
int f(int a) {
  int s = 0;
  if (a == 0) s = s + 1;
  if (a == 1) s = s + 1;
  if (a >= 1) s = s + 1;
  return s;
}
`
)

// What the data say is what the proof says: each pattern, condition and question, written
// the long way, with nothing shared and no change of anything else. It is so when the data
// were read again.
func TestSlowDataAreTheProof(t *testing.T) {
	files := map[string]*report.File{"calls": verified(t, "calls.cink", calls, verify.Options{}), "meeting": verified(t, "meeting.cink", meeting, verify.Options{Merge: verify.MergeAlways})}
	files["odd"] = verified(t, "odd.cink", "void print(const char *s);\n//@pre: true\n//@post: true\nvoid f() {\n  print(\"a\x01b\");\n  print(\"\x1b \u202e \");\n}\n", verify.Options{})
	for _, name := range []string{"fill", "insertion-sort"} { // with cores, and proofs of lemmas
		text, err := os.ReadFile("../../examples/cink/" + name + ".cink")
		if err != nil {
			t.Fatal(err)
		}
		files["certified "+name] = verified(t, name+".cink", string(text), verify.Options{Certify: true})
	}
	for _, path := range []string{"imp/sum.imp", "cink/insertion-sort.cink", "cink/accounts.cink", "cink/allocate.cink", "cink/max3.cink", "cink/wrong/kmp-2.cink", "cink/wrong/sum-4.cink"} {
		files[path] = example(t, path)
	}
	patterns, cores := 0, 0
	for name, file := range files {
		for _, g := range file.Goals {
			made, names := walk.Build(g.Verdict, file.Cells, plain)
			if made == nil {
				continue
			}
			text, err := json.Marshal(made)
			if err != nil {
				t.Fatal(err)
			}
			p := new(walk.Proof)
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(p); err != nil {
				t.Fatalf("%s: %s: %v", name, g.Name, err)
			}
			c := &comparer{T: t, where: name + ": " + g.Name, proof: p, names: names, tree: g.Verdict.Tree}
			if c.tree == nil {
				c.tree = g.Verdict.Attempt
			}
			c.all()
			patterns += c.patterns
			cores += c.cores
		}
	}
	if patterns < 500 || cores < 20 {
		t.Errorf("only %d patterns and %d cores were compared", patterns, cores)
	}
}

// comparer compares data with the proof they are of.
type comparer struct {
	*testing.T
	where    string
	proof    *walk.Proof
	names    func(*term.Variable) string
	tree     *proofs.Tree
	patterns int
	cores    int
}

func (c *comparer) all() {
	i := 0
	seen := 0
	root := c.tree.Root
	if root == nil {
		root = &proofs.Node{NoState: true}
		c.proof.Nodes = []walk.Node{{From: -1}} // of a lemma
	}
	root.Each(func(n *proofs.Node) {
		node := &c.proof.Nodes[i]
		cells, condition := c.proof.At(i, -1)
		c.pattern(cells, condition, n.Start)
		if node.Case != nil && node.From >= 0 {
			_, before := c.proof.At(node.From, len(c.proof.Nodes[node.From].Steps)-1)
			seen += c.obligations(node.Case.Obligations, before)
		}
		for k, s := range n.Steps {
			seen += c.obligations(node.Steps[k].Obligations, condition)
			c.list(node.Steps[k].Added, s.Added)
			cells, condition = c.proof.At(i, k)
			c.pattern(cells, condition, s.Result)
			if name := c.proof.Names[node.Steps[k].Name]; name != source.Printable(s.Name) {
				c.Errorf("%s: step %q is called %q", c.where, s.Name, name)
			}
		}
		seen += c.obligations(node.Obligations, condition)
		if open := node.End == walk.Open || node.End == walk.Fails; open != n.Open() || open && c.proof.Whole {
			c.Errorf("%s: node %d ends as %q", c.where, i, node.End)
		}
		i++
	})
	seen += c.obligations(c.proof.Obligations, nil)
	if i != len(c.proof.Nodes) || seen != len(c.tree.Obligations) {
		c.Errorf("%s: %d of %d nodes, %d of %d obligations", c.where, len(c.proof.Nodes), i, seen, len(c.tree.Obligations))
	}
}

func (c *comparer) pattern(cells, condition []walk.Piece, p proofs.Pattern) {
	c.patterns++
	c.list(cells, p.Slots)
	c.list(condition, p.Condition)
}

func (c *comparer) obligations(os []walk.Obligation, before []walk.Piece) int {
	for _, o := range os {
		real := c.tree.Obligations[o.ID]
		c.list([]walk.Piece{o.Goal}, []*term.Term{real.Goal})
		c.list(o.Given.Of(before), real.Hypotheses)
		if (o.Core == nil) != (real.Core == nil) {
			c.Errorf("%s: obligation %d has the core %v, not %v", c.where, o.ID, o.Core, real.Core)
		} else if o.Core != nil {
			c.core(o.Core, real.Core)
		}
		if o.By != real.By || o.Purpose != real.Purpose {
			c.Errorf("%s: obligation %d is %v, not %v", c.where, o.ID, o, real)
		}
	}
	return len(os)
}

func (c *comparer) core(core *walk.Core, real *proofs.Core) {
	c.cores++
	c.list(core.Hypotheses, real.Hypotheses)
	if core.Goal != real.Goal || core.By != real.By || len(core.Facts) != len(real.Facts) || len(core.Uses) != len(real.Uses) {
		c.Fatalf("%s: the core is %+v, not %+v", c.where, core, real)
	}
	for i, f := range real.Facts {
		c.list([]walk.Piece{core.Facts[i].Formula}, []*term.Term{f.Formula})
	}
	for i, u := range real.Uses {
		c.list([]walk.Piece{core.Uses[i].Formula, core.Uses[i].Result}, []*term.Term{u.Formula, u.Result})
		c.list(core.Uses[i].Values, u.Values)
	}
}

func (c *comparer) list(pieces []walk.Piece, terms []*term.Term) {
	c.Helper()
	if len(pieces) != len(terms) {
		c.Fatalf("%s: %d pieces for %d terms", c.where, len(pieces), len(terms))
	}
	for i, t := range terms {
		long := term.Printer{Names: c.names}
		if got, want := c.proof.Text(pieces[i], 1<<30), source.Printable(long.Format(t)); got != want {
			c.Fatalf("%s:\n%s\nis\n%s", c.where, got, want)
		}
	}
}

// A change brings a list into another, whatever they are.
func TestChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	list := func() []walk.Piece {
		out := make([]walk.Piece, random.IntN(6))
		for i := range out {
			out[i].Term = random.IntN(3)
		}
		return out
	}
	for range 20_000 {
		before, after := list(), list()
		c := walk.ChangeOf(before, after)
		if got := c.Of(before); !slices.Equal(got, after) {
			t.Fatalf("%v to %v by %v is %v", before, after, c, got)
		}
		if (c == nil) != slices.Equal(before, after) {
			t.Fatalf("%v to %v is %v", before, after, c)
		}
	}
}

// The way to where a goal fails leads over edges of the graph, and the variables have the
// values that the report has of the counterexample, at its start and its end.
func TestPathsLeadToFailures(t *testing.T) {
	for name, file := range map[string]*report.File{
		"calls":                 verified(t, "calls.cink", calls, verify.Options{}),
		"meeting, merged":       verified(t, "meeting.cink", strings.Replace(meeting, "<= 3", "<= 1", 1), verify.Options{Merge: verify.MergeAlways}),
		"meeting":               verified(t, "meeting.cink", strings.Replace(meeting, "<= 3", "<= 1", 1), verify.Options{}),
		"cink/wrong/sum-4.cink": example(t, "cink/wrong/sum-4.cink"),
		"not constrained":       verified(t, "two.cink", "//@pre: true\n//@post: result == 2\nint f(int a, int b) {\n  int x = a;\n  return x;\n}\n", verify.Options{}),
		"without variables":     verified(t, "one.cink", "//@pre: true\n//@post: result == 2\nint f() {\n  int x = 1;\n  return x;\n}\n", verify.Options{}),
	} {
		failed := 0
		for _, g := range file.Goals {
			if g.Status == prover.Proved {
				continue
			}
			failed++
			p := walk.New(g.Verdict, file.Cells, plain)
			if p.Whole || len(p.Path) == 0 || p.Path[0] != 0 || p.Nodes[p.Path[len(p.Path)-1]].End != walk.Fails || !p.Values {
				t.Fatalf("%s: the path is %v of %d nodes", name, p.Path, len(p.Nodes))
			}
			last := map[string]string{}
			see := func(values []walk.Value) {
				for _, v := range values {
					last[v.Name] = v.Value
				}
			}
			for i, n := range p.Path {
				if i > 0 && !slices.Contains(p.Nodes[p.Path[i-1]].Next, n) {
					t.Errorf("%s: no edge from %d to %d", name, p.Path[i-1], n)
				}
				if see(p.Nodes[n].Values); i == 0 {
					for _, v := range g.Verdict.Failure.Start {
						if last[v.Name] != v.Value.String() {
							t.Errorf("%s: at the start %s is %s, not %s", name, v.Name, last[v.Name], v.Value)
						}
					}
				}
				for _, s := range p.Nodes[n].Steps {
					see(s.Values)
				}
			}
			for _, v := range g.Verdict.Failure.End {
				if last[v.Name] != v.Value.String() {
					t.Errorf("%s: where it fails %s is %s, not %s", name, v.Name, last[v.Name], v.Value)
				}
			}
		}
		if failed == 0 {
			t.Errorf("%s: nothing fails", name)
		}
	}
}

// Where several ways lead to one place, that of the path is the one that the counterexample
// takes: of the first branching the second case, of the second the first.
func TestPathsTakeTheCounterexample(t *testing.T) {
	for _, merge := range []verify.Merging{verify.MergeAlways, verify.MergeNever} {
		file := verified(t, "meeting.cink", strings.Replace(meeting, "<= 3", "<= 1", 1), verify.Options{Merge: merge})
		p := walk.New(file.Goals[0].Verdict, file.Cells, plain)
		if v := p.Nodes[0].Values; len(v) != 1 || v[0].Name != "a" || v[0].Value != "1" {
			t.Fatalf("merging %s: at the start %v", merge, v)
		}
		var cases, values []string
		for _, n := range p.Path {
			if c := p.Nodes[n].Case; c != nil {
				for _, added := range c.Added {
					cases = append(cases, p.Text(added, 100))
				}
			}
			for _, s := range p.Nodes[n].Steps {
				for _, v := range s.Values {
					values = append(values, v.Name+" = "+v.Value)
				}
			}
		}
		if want := []string{"notBool a ==Int 0", "a ==Int 1"}; len(cases) < 2 || !slices.Equal(cases[:2], want) {
			t.Errorf("merging %s: the path takes %q, want %q", merge, cases, want)
		}
		if want := []string{"s = 0", "s = 1", "s = 2", "result = 2"}; !slices.Equal(values, want) {
			t.Errorf("merging %s: on it %q, want %q", merge, values, want)
		}
	}
}

// In the program calls x is what the contract of inc says of the values of a run: none of
// them is a value of the goal's left side.
func TestValuesAreCompleted(t *testing.T) {
	file := verified(t, "calls.cink", calls, verify.Options{})
	p := walk.New(file.Goals[1].Verdict, file.Cells, plain)
	var xs []string
	for _, n := range p.Path {
		for _, s := range p.Nodes[n].Steps {
			for _, v := range s.Values {
				if v.Name == "x" {
					xs = append(xs, v.Value)
				}
			}
		}
	}
	a := file.Goals[1].Failure.Start["a"]
	var start int
	if _, err := fmt.Sscan(a, &start); err != nil || !slices.Equal(xs, []string{fmt.Sprint(start + 1), fmt.Sprint(start + 2)}) {
		t.Errorf("x is %v for a = %s", xs, a)
	}
}

// What was made on the way to a join stands in the condition behind it, by which its value is
// known, either way.
func TestValuesAreKnownBeforeJoins(t *testing.T) {
	text := `//@pre: n >= 0
//@post: result == n + 1
int inc(int n) { return n + 1; }

//@pre: a >= 0
//@post: result < a
int f(int a, int b) {
  int x = 0, y = 0;
  if (b > 3) { x = inc(a); y = 1; } else { x = inc(a); y = 2; }
  return x;
}
`
	file := verified(t, "names.cink", text, verify.Options{Merge: verify.MergeAlways})
	verdict := *file.Goals[1].Verdict
	failure := *verdict.Failure
	verdict.Failure = &failure
	for _, b := range []int64{0, 9} { // either way
		failure.Model = term.Substitution{}
		for _, v := range term.Vars(append(slices.Clone(verdict.Attempt.Root.Start.Condition), verdict.Attempt.Root.Start.Slots...)...) {
			switch v.BaseName() {
			case "a":
				failure.Model[v] = term.Int(40)
			case "b":
				failure.Model[v] = term.Int(b)
			}
		}
		p := walk.New(&verdict, file.Cells, plain)
		var xs []string
		before := 0 // the values that are known on nodes before the join
		for _, n := range p.Path {
			for _, s := range p.Nodes[n].Steps {
				for _, v := range s.Values {
					if v.Name == "x" {
						xs = append(xs, v.Value)
						before = n
					}
				}
			}
		}
		if !slices.Equal(xs, []string{"0", "41"}) || p.Nodes[before].Case == nil || p.Nodes[before].End != walk.Joins {
			t.Errorf("b = %d: x is %v, last in node %d of the path %v", b, xs, before, p.Path)
		}
	}
}

// Values that the failing path contradicts stand nowhere: the run takes another way.
func TestValuesOfAnotherWayAreLeftOut(t *testing.T) {
	file := verified(t, "calls.cink", calls, verify.Options{})
	v := *file.Goals[1].Verdict
	failure := *v.Failure
	v.Failure = &failure
	model := term.Substitution{}
	for x, value := range failure.Model {
		if model[x] = value; x.BaseName() == "b" {
			model[x] = term.Int(0)
		}
	}
	failure.Model = model
	p := walk.New(&v, file.Cells, plain)
	if len(p.Path) == 0 || p.Values {
		t.Errorf("the path is %v; values: %v", p.Path, p.Values)
	}
	for _, n := range p.Nodes {
		if len(n.Values) > 0 {
			t.Errorf("values %v", n.Values)
		}
	}
}

// A join stands behind the last node through which all paths to it lead.
func TestJoinsStandBehindWhatAllPathsPass(t *testing.T) {
	file := verified(t, "meeting.cink", meeting, verify.Options{Merge: verify.MergeAlways})
	p := walk.New(file.Goals[0].Verdict, file.Cells, plain)
	joins := 0
	all := func(k, j int) bool { return k == j || !reached(p, k)[j] } // lead all paths to j through k?
	for j, n := range p.Nodes {
		if n.Paths == 0 {
			continue
		}
		joins++
		if !all(n.Behind, j) {
			t.Errorf("join %d is reached without %d, behind which it stands", j, n.Behind)
		}
		for k := range p.Nodes {
			if k != j && all(k, j) && !all(k, n.Behind) {
				t.Errorf("join %d stands behind %d; all paths pass %d after that", j, n.Behind, k)
			}
		}
	}
	if joins < 2 {
		t.Errorf("%d joins", joins)
	}
}

// reached are the nodes to which a path leads that does not pass one.
func reached(p *walk.Proof, without int) []bool {
	out := make([]bool, len(p.Nodes))
	var visit func(int)
	visit = func(n int) {
		if n == without || out[n] {
			return
		}
		out[n] = true
		for _, k := range p.Nodes[n].Next {
			visit(k)
		}
	}
	visit(0)
	return out
}

// The same program gives the same bytes, however many goals are proved at a time.
func TestSlowSameBytes(t *testing.T) {
	text, err := os.ReadFile("../../examples/cink/insertion-sort.cink")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"html", "dot"} {
		one := written(t, format, false, verified(t, "a.cink", string(text), verify.Options{Jobs: 1}))
		for range 3 {
			if many := written(t, format, false, verified(t, "a.cink", string(text), verify.Options{Jobs: 4})); many != one {
				t.Errorf("%s: not the same bytes", format)
			}
		}
	}
}

// straight is a program of so many statements.
func straight(statements int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//@pre: true\n//@post: result == %d\nint f(int a) {\n  int x = 0, y = 0;\n", statements/2)
	for i := range statements {
		b.WriteString([]string{"  x = x + 1;\n", "  y = y + x;\n"}[i%2])
	}
	b.WriteString("  return x;\n}\n")
	return b.String()
}

// A step takes little room, whatever the program and its configuration are long.
func TestSlowSizeIsLinear(t *testing.T) {
	var b strings.Builder
	b.WriteString("//@pre: true\n//@post: result == a + 1\nint f(int a) {\n")
	for i := range 500 {
		fmt.Fprintf(&b, "  int v%d = a + %d;\n", i, i)
	}
	b.WriteString("  return v1;\n}\n")
	for name, text := range map[string]string{"many statements": straight(1200), "many variables": b.String()} {
		file := verified(t, "long.cink", text, verify.Options{})
		steps := file.Goals[0].Steps
		html := written(t, "html", false, file)
		if file.Status != report.Proved || steps < 5000 || len(html)/steps > 250 {
			t.Errorf("%s: %s, %d bytes for %d steps", name, file.Status, len(html), steps)
		}
		t.Logf("%s: %d bytes a step", name, len(html)/steps)
	}
}
