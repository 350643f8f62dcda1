package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"rlv/report"
)

// What is true is never refuted, proved or not: each example gets further conjuncts
// that are true by construction, given that its own annotations are.

var (
	annotationLine = regexp.MustCompile(`^(\s*//\s*@\s*(post|inv)\b\s*:?\s*)(.+)$`)
	continuedLine  = regexp.MustCompile(`^\s*//\s*@`)
	keyedLine      = regexp.MustCompile(`^\s*//\s*@\s*(pre|post|inv|modifies|decreases|assert|assume|logic|axiom|lemma)\b`)
	comparison     = regexp.MustCompile(`^\s*([a-z][\w]*(?: *[-+] *[a-z0-9]\w*)*) *(<=?) *([a-z0-9]\w*(?: *[-+] *[a-z0-9]\w*)*)\s*$`)
)

// truth is a formula that is true where f is, a formula as it is written.
func truth(rnd *rand.Rand, f string) string {
	k, j := rnd.IntN(9)+1, rnd.IntN(4)
	forms := []string{
		fmt.Sprintf("((%s) ==> (%s))", f, f),
		fmt.Sprintf("((%s) \\/ %d == %d)", f, k, k+1),
		fmt.Sprintf("(%d == %d ==> (%s))", k, k+1+j, f),
		fmt.Sprintf("(!(%s) ==> %d < %d)", f, k+j, k),
		fmt.Sprintf("((%s) <==> (%s))", f, f),
		fmt.Sprintf("((forall z : %d..%d) (z * z >= z - %d))", -k, k+j, j),
		fmt.Sprintf("((exists z : 0..%d) (z * z == %d))", k+j, j*j),
		fmt.Sprintf("((forall z) (z * (z + 1) %% 2 == 0 \\/ z * z + %d > 0))", k),
	}
	for _, c := range strings.Split(f, "/\\") {
		m := comparison.FindStringSubmatch(c)
		if m == nil || strings.Contains(f, "==>") || strings.Contains(f, "\\/") || strings.Contains(f, "forall") || strings.Contains(f, "exists") {
			continue
		}
		a, b := m[1], m[3]
		forms = append(forms,
			fmt.Sprintf("(%s <= %s + %d)", a, b, k),
			fmt.Sprintf("(%d * (%s) <= %d * (%s))", k, a, k, b),
			fmt.Sprintf("(!(%s > %s))", a, b),
			fmt.Sprintf("((%s - (%s)) * (%s - (%s)) >= 0)", a, b, a, b),
			fmt.Sprintf("((%s) * (%s) + %d >= %d * (%s))", a, a, k*k, 2*k, a),
			fmt.Sprintf("(exists z) (z >= %s /\\ z <= %s)", a, b))
	}
	return forms[rnd.IntN(len(forms))]
}

// withTruths adds a true conjunct to every postcondition and invariant that stands in
// one line; it returns how many.
func withTruths(rnd *rand.Rand, text string) (string, int) {
	lines := strings.Split(text, "\n")
	n := 0
	for i, l := range lines {
		m := annotationLine.FindStringSubmatch(l)
		if m == nil || i+1 < len(lines) && continuedLine.MatchString(lines[i+1]) && !keyedLine.MatchString(lines[i+1]) {
			continue
		}
		lines[i] = fmt.Sprintf("%s(%s) /\\ %s", m[1], m[3], truth(rnd, m[3]))
		n++
	}
	return strings.Join(lines, "\n"), n
}

// seenTrue runs the goals of a program that is proved, those of loops as well, as
// counterexamples are run: no run may fail one.
func seenTrue(t *testing.T, path, text string) {
	res := goalsOf(t, path, text)
	for _, g := range res.Goals {
		if _, wrong := tryGoal(res.Engine, g, res.Functions, rand.New(rand.NewPCG(3, 4)), 200, oracleTime/8); wrong != "" {
			t.Errorf("%s: %s\n%s", g.Name, wrong, text)
		}
	}
}

// truthsEach are the true conjuncts that are wanted of each variant of the examples together.
const truthsEach = 150

func TestSlowTruthsAreNotRefuted(t *testing.T) {
	variants, every := 6, 1
	if testing.Short() {
		variants, every = 1, 6
	}
	var tried, proved atomic.Int64
	t.Run("all", func(t *testing.T) {
		for _, path := range oneIn(every, examples(t, false)) {
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				for i := range variants {
					text, n := withTruths(rand.New(rand.NewPCG(uint64(i), 7)), readIf(path))
					file := filepath.Join(dir, fmt.Sprintf("true%d%s", i, filepath.Ext(path)))
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					status, out, errs := rlv(t, "", "verify", "--jobs", "1", "--timeout", "1s", "--goal-time", "10s", file)
					if status == report.WrongInput.Exit() {
						t.Fatalf("%s\n%s", errs, text)
					}
					tried.Add(int64(n))
					if status == report.Proved.Exit() {
						proved.Add(int64(n))
						if i == 0 {
							seenTrue(t, file, text)
						}
					}
					if strings.Contains(out, "confirmed:") || strings.Contains(out, "refuted") {
						t.Errorf("what is true is refuted:\n%s\n%s", out, text)
					}
				}
			})
		}
	})
	t.Logf("%d true conjuncts, %d of them in files that are proved", tried.Load(), proved.Load())
	if want := int64(truthsEach * variants / every); tried.Load() < want {
		t.Errorf("%d true conjuncts were tried, %d are wanted", tried.Load(), want)
	}
}
