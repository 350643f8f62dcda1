package verify

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rlv/proofs"
	"rlv/prover"
	"rlv/report"
)

// Neither the order in which lemmas stand, nor lemmas that nothing needs, decide what is proved.
// Files with lemmas are verified with their lemmas in other orders, in which each stands behind
// those that its proof needs, and every file with the logic of others in front.

const noise = 200 // milliseconds that what else a machine does may take of a few

const shuffles = 4 // other orders in which the lemmas of a file are tried

// logicKey begins an annotation about functions and facts, lemmaKey one that is a lemma.
var logicKey, lemmaKey = regexp.MustCompile(`^/[/*]@(logic|axiom|lemma)`), regexp.MustCompile(`^/[/*]@lemma[: ]*`)

// annotatedFile is a file whose lemmas can be told apart, if it has some.
type annotatedFile struct {
	path  string
	lines []string // those of an annotation are one
	at    []int    // the lines that are lemmas
	texts []string // of the lemmas
}

// annotated are the lines of a text, with those of an annotation taken together.
func annotated(text string) []string {
	var out []string
	for l := range strings.SplitSeq(text, "\n") {
		last := len(out) - 1
		switch {
		case last >= 0 && strings.HasPrefix(out[last], "/*@") && !strings.Contains(out[last], "*/"),
			last >= 0 && strings.HasPrefix(out[last], "//@") && strings.HasPrefix(l, "//@ "):
			out[last] += "\n" + l
		default:
			out = append(out, l)
		}
	}
	return out
}

// provedFiles returns the examples that are proved, and the files that are there for this.
func provedFiles(t *testing.T) []*annotatedFile {
	t.Helper()
	var out []*annotatedFile
	for _, pattern := range []string{"../examples/*/*.*", "testdata/lemmas/*.*"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(string(text), "\n"); strings.HasPrefix(path, "../examples") && first != "// expect: proved" {
				continue
			}
			f := &annotatedFile{path: path, lines: annotated(string(text))}
			for i, l := range f.lines {
				if key := lemmaKey.FindString(l); key != "" {
					said := strings.TrimSuffix(strings.ReplaceAll(l[len(key):], "\n//@", " "), "*/")
					f.at, f.texts = append(f.at, i), append(f.texts, strings.Join(strings.Fields(said), " "))
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// outcome is what became of the goals and lemmas of a file itself.
type outcome struct {
	lost    []string        // those that are not proved
	lemmas  map[string]bool // by title
	cost    int             // what the proofs cost, in queries and instances
	proofs  int
	took    float64 // milliseconds
	invalid error
}

// verify verifies a text with the lemmas of a file, by their titles, among others that do not count; nil: all count.
func (f *annotatedFile) verify(v *Verifier, text string, lemmas map[string]bool) (out outcome) {
	file, err := v.Program(context.Background(), Input{Path: f.path, Text: text}, report.Silent{})
	if err != nil {
		return outcome{invalid: err}
	}
	out.lemmas = map[string]bool{}
	for _, g := range file.Goals {
		if strings.HasPrefix(g.Title, "lemma ") {
			if lemmas != nil && !lemmas[g.Title] {
				continue
			}
			out.lemmas[g.Title] = true
		}
		if g.Status != prover.Proved {
			out.lost = append(out.lost, g.Title)
		}
		out.cost += 10*g.Queries + g.Instances
		out.took += g.Time
		out.proofs++
	}
	return out
}

// needs says for each lemma which others the cores of its proof have, and which it names.
func (f *annotatedFile) needs(t *testing.T, v *Verifier) [][]int {
	t.Helper()
	found := &trees{}
	file, err := v.Program(context.Background(), Input{Path: f.path, Text: strings.Join(f.lines, "\n")}, found)
	if err != nil {
		t.Fatalf("%s: %v", f.path, err)
	}
	// The first goals are lemmas that the file does not say.
	own := slices.IndexFunc(file.Goals, func(g report.Goal) bool { return strings.HasPrefix(g.Title, "lemma "+f.texts[0]) })
	out := make([][]int, len(f.texts))
	for i := range f.texts {
		for _, o := range found.all[own+i].Obligations {
			if o.Core == nil { // it may need each that stands before it
				for j := range i {
					out[i] = append(out[i], j)
				}
				continue
			}
			for _, fact := range o.Core.Facts {
				if j := slices.Index(f.texts, fact.Fact.Text); fact.Fact.Kind == proofs.Lemma && j >= 0 {
					out[i] = append(out[i], j)
				}
			}
		}
		for j, text := range f.texts {
			if name, _, _ := strings.Cut(text, "("); j != i && strings.Contains(f.texts[i], " by use "+name+"(") {
				out[i] = append(out[i], j)
			}
		}
	}
	return out
}

// shuffled returns an order of lemmas in which each stands behind those that it needs.
func shuffled(r *rand.Rand, needs [][]int) []int {
	var out []int
	for len(out) < len(needs) {
		var ready []int
		for i, n := range needs {
			if !slices.Contains(out, i) && !slices.ContainsFunc(n, func(j int) bool { return !slices.Contains(out, j) }) {
				ready = append(ready, i)
			}
		}
		out = append(out, ready[r.IntN(len(ready))])
	}
	return out
}

// inOrder returns the text with its lemmas in an order.
func (f *annotatedFile) inOrder(order []int) string {
	out := slices.Clone(f.lines)
	for k, i := range order {
		out[f.at[k]] = f.lines[f.at[i]]
	}
	return strings.Join(out, "\n")
}

// logic returns the functions, axioms and lemmas of a file, by other names.
func (f *annotatedFile) logic() string {
	declared := regexp.MustCompile(`^/[/*]@(?:logic|lemma):? ([A-Za-z_]\w*)\(`)
	var out, names []string
	for _, l := range f.lines {
		if logicKey.MatchString(l) {
			out = append(out, l)
			if m := declared.FindStringSubmatch(l); m != nil {
				names = append(names, m[1])
			}
		}
	}
	all := strings.Join(out, "\n") + "\n"
	for _, n := range names {
		all = regexp.MustCompile(`\b`+n+`\(`).ReplaceAllString(all, n+"_of_others(")
	}
	return all
}

func TestSlowLemmasInAnyOrder(t *testing.T) {
	plain, certifying := newVerifier(t, Options{Jobs: 1}), newVerifier(t, Options{Jobs: 1, Certify: true})
	files := provedFiles(t)
	// Lemmas about functions of a library are none without it.
	others := slices.DeleteFunc(slices.Clone(files), func(f *annotatedFile) bool {
		return len(f.at) == 0 || slices.ContainsFunc(f.lines, func(l string) bool { return strings.HasPrefix(l, "//@include") })
	})
	orders, strangers := shuffles, len(others)
	if testing.Short() {
		orders, strangers = shuffles/2, 2
	}
	for n, f := range sample(files, 2) {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			asItStands := strings.Join(f.lines, "\n")
			own := f.verify(plain, asItStands, nil)
			if len(own.lost) > 0 || own.invalid != nil {
				t.Fatalf("%q is not proved as it stands: %v", own.lost, own.invalid)
			}
			most := own.cost
			try := func(what any, text string) {
				got := f.verify(plain, text, own.lemmas)
				if got.took > 2*own.took+noise { // perhaps the machine had more to do
					own.took = f.verify(plain, asItStands, nil).took
					got.took = f.verify(plain, text, own.lemmas).took
				}
				if got.took > 2*own.took+noise {
					t.Errorf("%v: %.0f ms, and %.0f ms as it stands", what, got.took, own.took)
				}
				most = max(most, got.cost)
				if got.invalid != nil || got.proofs != own.proofs || len(got.lost) > 0 || got.cost > 2*own.cost {
					t.Errorf("%v: %q is not proved of %d goals; the work is %d, and of %d it is %d as it stands (%v)",
						what, got.lost, got.proofs, got.cost, own.proofs, own.cost, got.invalid)
				}
			}
			if len(f.at) > 1 {
				needs := f.needs(t, certifying)
				for seed := range uint64(orders) {
					order := shuffled(rand.New(rand.NewPCG(seed, 0)), needs)
					try(order, f.inOrder(order))
				}
			}
			// Each three numbers are an instance.
			try("transitivity", "//@lemma between(x, y, z): x <= y /\\ y <= z ==> x <= z\n"+asItStands)
			for k := range strangers {
				if other := others[(n+1+k)%len(others)]; other != f {
					try(other.path, other.logic()+asItStands)
				}
			}
			t.Logf("the work is %d, at most %d in other orders", own.cost, most)
		})
	}
}

// A lemma that is not true is not proved, whatever stands before it.
func TestWrongLemmasAreNotProved(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 1})
	for _, f := range provedFiles(t) {
		if !strings.HasPrefix(f.path, "testdata") {
			continue
		}
		for name, wrong := range map[string]string{"below": "(forall Int[] a, Int[] b, n) (n >= 0 ==> a[n] <= b[n])", "closed": "(forall Int[] a, n) ((forall i : 0..n) (a[i] <= a[n]))"} {
			got := f.verify(v, strings.Join(f.lines, "\n")+"\n//@lemma: "+wrong+"\n", nil)
			if !slices.Contains(got.lost, "lemma "+wrong) {
				t.Errorf("%s: %s is proved: %q (%v)", f.path, name, got.lost, got.invalid)
			}
		}
	}
}

// Where its hypothesis is needed an induction is told, before solvers are asked that take quantifiers.
func TestInductionsAreToldWhere(t *testing.T) {
	const text = `//@logic weakly(Int[] a, Int m, Int n): Bool = (forall i : m..n-2) a[i] <= a[i+1]
//@logic sorted(Int[] a, Int m, Int n): Bool = (forall j : m..n-1) (forall i : m..j-1) a[i] <= a[j]
//@lemma (forall Int[] a, m, n) (0 <= m <= n ==> weakly(a, m, n) ==> sorted(a, m, n)) by induction on n - m
int f() { return 0; }
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("sorted.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "sorted.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	all, err := r.lemmas(c.solvers, c.Lemmas, c.Functions, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if n := c.solvers.first.Counters().Full; v.Status != prover.Proved || n > 0 {
			t.Errorf("%s, with %d questions to solvers that take quantifiers", v.Status, n)
		}
	}
}
