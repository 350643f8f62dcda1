package verify

import (
	"context"
	"math"
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
// those that its proof needs, and with the logic of another file in front.

const noise = 300 // milliseconds that what else a machine does may take of a few

const shuffles = 4 // other orders in which the lemmas of a file are tried

// logicKey begins an annotation about functions and facts, lemmaKey one that is a lemma.
var logicKey, lemmaKey = regexp.MustCompile(`^/[/*]@(logic|axiom|lemma)`), regexp.MustCompile(`^/[/*]@lemma[: ]*`)

// withLemmas is a file that has lemmas.
type withLemmas struct {
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

// filesWithLemmas returns the examples that have lemmas, and the files that are there for this.
func filesWithLemmas(t *testing.T) []*withLemmas {
	t.Helper()
	var out []*withLemmas
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
			f := &withLemmas{path: path, lines: annotated(string(text))}
			for i, l := range f.lines {
				if key := lemmaKey.FindString(l); key != "" {
					said := strings.TrimSuffix(strings.ReplaceAll(l[len(key):], "\n//@", " "), "*/")
					f.at, f.texts = append(f.at, i), append(f.texts, strings.Join(strings.Fields(said), " "))
				}
			}
			if len(f.at) > 0 {
				out = append(out, f)
			}
		}
	}
	return out
}

// verify returns what is not proved, what the last proofs cost, so many of them, their queries and
// instances, how many proofs there are, and how many milliseconds the last ones took.
func (f *withLemmas) verify(v *Verifier, text string, last int) (lost []string, cost, all int, took float64) {
	file, err := v.Program(context.Background(), Input{Path: f.path, Text: text}, report.Silent{})
	if err != nil {
		return []string{err.Error()}, 0, 0, 0
	}
	for _, g := range file.Goals {
		if g.Status != prover.Proved {
			lost = append(lost, g.Title)
		}
	}
	for _, g := range file.Goals[max(0, len(file.Goals)-last):] {
		cost += 10*g.Queries + g.Instances
		took += g.Time
	}
	return lost, cost, len(file.Goals), took
}

// needs says for each lemma which others the cores of its proof have, and which it names.
func (f *withLemmas) needs(t *testing.T, v *Verifier) [][]int {
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
func (f *withLemmas) inOrder(order []int) string {
	out := slices.Clone(f.lines)
	for k, i := range order {
		out[f.at[k]] = f.lines[f.at[i]]
	}
	return strings.Join(out, "\n")
}

// logic returns the functions, axioms and lemmas of a file, by other names.
func (f *withLemmas) logic() string {
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
	files := filesWithLemmas(t)
	// Lemmas about functions of a library are none without it.
	others := slices.DeleteFunc(slices.Clone(files), func(f *withLemmas) bool {
		return slices.ContainsFunc(f.lines, func(l string) bool { return strings.HasPrefix(l, "//@include") })
	})
	orders, strangers := shuffles, 2
	if testing.Short() {
		orders, strangers = shuffles/2, 1
	}
	for n, f := range sample(files, 2) {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			asItStands := strings.Join(f.lines, "\n")
			lost, own, proofs, once := f.verify(plain, asItStands, math.MaxInt)
			if len(lost) > 0 {
				t.Fatalf("%q is not proved as it stands", lost)
			}
			most := own
			try := func(what any, text string) {
				lost, cost, _, took := f.verify(plain, text, proofs)
				if took > 2*once+noise { // perhaps the machine had more to do
					_, _, _, once = f.verify(plain, asItStands, math.MaxInt)
					_, _, _, took = f.verify(plain, text, proofs)
				}
				if took > 2*once+noise {
					t.Errorf("%v: %.0f ms, and %.0f ms as it stands", what, took, once)
				}
				most = max(most, cost)
				if len(lost) > 0 || cost > 2*own {
					t.Errorf("%v: %q is not proved; the work is %d, and %d as it stands", what, lost, cost, own)
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
			try("transitivity", "//@lemma (forall x, y, z) (x <= y /\\ y <= z ==> x <= z)\n"+strings.Join(f.lines, "\n"))
			for k := range strangers {
				other := others[(n+1+k)%len(others)]
				if other == f {
					continue
				}
				logic := other.logic()
				try(other.path, logic+strings.Join(f.lines, "\n"))
			}
			t.Logf("the work is %d, at most %d in other orders", own, most)
		})
	}
}

// A lemma that is not true is not proved, whatever stands before it.
func TestWrongLemmasAreNotProved(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 1})
	for _, f := range filesWithLemmas(t) {
		if !strings.HasPrefix(f.path, "testdata") {
			continue
		}
		for name, wrong := range map[string]string{"below": "(forall Int[] a, Int[] b, n) (n >= 0 ==> a[n] <= b[n])", "closed": "(forall Int[] a, n) ((forall i : 0..n) (a[i] <= a[n]))"} {
			lost, _, _, _ := f.verify(v, strings.Join(f.lines, "\n")+"\n//@lemma: "+wrong+"\n", math.MaxInt)
			if !slices.Contains(lost, "lemma "+wrong) {
				t.Errorf("%s: %s is proved: %q", f.path, name, lost)
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
	for _, v := range r.lemmas(c.solvers, c.Lemmas, c.Functions, nil) {
		if n := c.solvers.first.Counters().Full; v.Status != prover.Proved || n > 0 {
			t.Errorf("%s, with %d questions to solvers that take quantifiers", v.Status, n)
		}
	}
}
