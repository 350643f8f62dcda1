package annotate_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rlv/annotate"
	"rlv/prover"
	"rlv/prover/smt"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each file of testdata/goals is a program and what its annotations compile into: goals
// as claims, declarations, and what is said about them; or the problems.
func TestGoals(t *testing.T) {
	paths, err := filepath.Glob("testdata/goals/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil || len(archive.Files) != 2 || archive.Files[1].Name != "goals" {
				t.Fatal("not a program and its goals", err)
			}
			program, want := archive.Files[0], string(archive.Files[1].Data)
			got := compiled(t, program.Name, string(program.Data))
			if *update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("%s (write it anew with `go test ./annotate -run TestGoals -update`):\n%s", path, diff.Diff(path, []byte(want), "now", []byte(got)))
			}
		})
	}
}

// compiled prints what a program compiles into.
func compiled(t *testing.T, name, text string) string {
	t.Helper()
	got, _ := explored(t, name, text, pattern.Auto)
	return got
}

// counting is an oracle that counts its questions.
type counting struct {
	rewrite.Oracle
	questions *int
}

func (o counting) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	*o.questions++
	return o.Oracle.Prune(pc, extra...)
}

// Elsewhere is that of the oracle within.
func (o counting) Elsewhere() int { return o.Oracle.(prover.Pruner).Elsewhere() }

// explored prints what a program compiles into where paths are merged in a way, and counts
// the questions of its exploration.
func explored(t *testing.T, name, text string, merging pattern.Merging) (printed string, questions int) {
	t.Helper()
	res, questions, err := compiledIn(t, name, text, merging)
	var b strings.Builder
	if err != nil {
		fmt.Fprintln(&b, err)
		return b.String(), questions
	}
	show(&b, engineOf(t, name).Definition, res)
	return renumbered(b.String()), questions
}

// compiledIn is what a program compiles into where paths are merged in a way, with the number of questions of its exploration.
func compiledIn(t *testing.T, name, text string, merging pattern.Merging) (res *annotate.Result, questions int, err error) {
	t.Helper()
	e := engineOf(t, name)
	p, err := e.Definition.ParseProgram(source.NewFile(name, text))
	if err != nil {
		t.Fatal(err)
	}
	res, err = annotate.Compile(context.Background(), e, p, func(definitions, axioms []*term.Term) (rewrite.Oracle, error) {
		s, err := smt.New(smt.Options{Definitions: definitions, Lemmas: axioms})
		if err == nil {
			t.Cleanup(func() { s.Close() })
		}
		return counting{prover.Pruner{Ctx: context.Background(), Solver: s}, &questions}, err
	}, annotate.Options{Merging: merging, Effort: 1})
	return res, questions, err
}

// renumbered numbers the variables of formulas in the order in which they occur.
func renumbered(text string) string {
	numbers := map[string]int{}
	return regexp.MustCompile(`![0-9]+`).ReplaceAllStringFunc(text, func(n string) string {
		if numbers[n] == 0 {
			numbers[n] = len(numbers) + 1
		}
		return fmt.Sprintf("!%d", numbers[n])
	})
}

// engines are those of the languages so far, by the ending of files.
var engines = map[string]*rewrite.Engine{}

// engineOf is the engine of the shipped definition for a file, or of that of testdata.
func engineOf(t *testing.T, name string) *rewrite.Engine {
	t.Helper()
	ext := filepath.Ext(name)
	if engines[ext] == nil {
		d, err := languages.Load(name, kdef.Options{})
		if ext == ".tally" {
			d, err = compile.Load("testdata/tally.k", compile.Options{CacheDir: "off"})
		}
		if err != nil {
			t.Fatal(err)
		}
		engines[ext] = rewrite.New(d)
	}
	return engines[ext]
}

func show(b *strings.Builder, d *compile.Definition, res *annotate.Result) {
	for _, g := range res.Goals {
		report.Claim(b, d, g)
		fmt.Fprintf(b, "  // %s\n", strings.Join(marks(g), ", "))
	}
	for _, l := range res.Lemmas {
		fmt.Fprintf(b, "lemma %s: %s\n", l.Span, l.Formula)
		if l.Hypothesis != nil {
			fmt.Fprintf(b, "  from %s\n  to %s\n", l.Hypothesis, l.Goal)
		}
	}
	for _, f := range res.Definitions {
		fmt.Fprintf(b, "definition %s\n", f)
	}
	for i, f := range res.AxiomFormulas {
		fmt.Fprintf(b, "axiom %s: %s\n", res.Axioms[i].Span, f)
	}
	if res.Defined != "" {
		fmt.Fprintf(b, "the axioms define %s\n", res.Defined)
	}
	for _, p := range res.Points {
		fmt.Fprintf(b, "%s at %s\n", p.Key, p.Span)
	}
	for _, said := range slices.Concat(res.Warnings, res.Granted, res.Notes) {
		fmt.Fprintln(b, said)
	}
}

// marks are what a goal says of itself beside its claim.
func marks(g *prover.Goal) []string {
	out := []string{fmt.Sprintf("%d conjuncts", len(g.Conjuncts))}
	for _, m := range []struct {
		is   bool
		text string
	}{
		{g.Cut, "cut"}, {g.NotAHypothesis, "not a hypothesis"}, {g.FromStart, "from the start"},
		{g.Recursion != 0, "recursive"}, {g.Frame != "", "frame"}, {g.Limit != "", g.Limit},
	} {
		if m.is {
			out = append(out, m.text)
		}
	}
	if g.Variant != nil {
		out = append(out, fmt.Sprintf("variant %v", g.Variant.Text))
	}
	return out
}

// A loop without invariant of which a solver does not say how long it runs is given up early, and
// one of which it does is followed as often as the precondition says.
func TestLoopsThatNobodyKnowsTheEndOf(t *testing.T) {
	loop := func(pre, step string) string {
		return "//@pre: " + pre + "\n//@post: true\nint f(int n) { while (n > 1) { n = " + step + "; } return n; }"
	}
	_, halving := explored(t, "f.cink", loop("true", "n / 2"), pattern.Auto)
	_, less := explored(t, "f.cink", loop("n <= 150", "n - 1"), pattern.Auto)
	if halving > less {
		t.Errorf("%d questions about a loop without end, %d about one that ends after 150 visits", halving, less)
	}
	_, bounded := explored(t, "f.cink", loop("n < 4294967296", "n / 2"), pattern.Auto)
	if bounded >= halving {
		t.Errorf("%d questions about a loop that ends after 32 visits, %d about one of which that is not known", bounded, halving)
	}
}
