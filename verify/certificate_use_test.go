package verify

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/proofs/check"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/prover/smt"
)

// What a lemma is proved by is in its certificate: what the one says that it uses is added to the obligation of the
// other, and the same goes for what a program uses. Another solver need not find it again.
func TestUsesOfLemmasAreInCertificates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "uses.cink")
	text := `//@logic count(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : count(a, n - 1, v) + (a[n - 1] == v ? 1 : 0)
//@lemma split(Int[] a, m, n, v): 0 <= m <= n ==> count(a, m, v) <= count(a, n, v) by induction on n
//@lemma first(Int[] a, n, v): n >= 1 /\ a[0] == v ==> count(a, n, v) >= 1 by use split(a, 1, n, v)
//@lemma square(x): x * x >= 0
//@lemma means(x, y): 2 * x * y <= x * x + y * y by use square(x - y)
//@pre: 1 <= n <= len(a) /\ a[0] == v
//@post: count(a, n, v) >= 1
int some(int a[], int n, int v) {
  //@use: first(a, n, v)
  return n;
}

//@pre: 0 <= x <= 1000 /\ 0 <= y <= 1000
//@post: result >= 0
int gap(int x, int y) {
  //@use: means(x, y)
  return x * x + y * y - 2 * x * y;
}
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	acceptedByKernel(t, contradictions{s}, path)
	c, _ := certified(t, path)
	uses := func(core *kernel.Core, lemma uint64) bool {
		return len(core.Keep) > 0 && slices.ContainsFunc(core.Acts, func(a kernel.Act) bool { return a.Kind == kernel.AAxiom && a.I == lemma })
	}
	first := uint64(len(c.Axioms))
	if !uses(&c.Lemmas[1].Core, first) || !uses(&c.Lemmas[3].Core, first+2) {
		t.Error("a lemma is proved without those that it uses:", c.Lemmas[1].Core, c.Lemmas[3].Core)
	}
	if !slices.ContainsFunc(c.Goals[len(c.Goals)-1].Proof.Cores, func(core kernel.Core) bool { return uses(&core, first+3) }) {
		t.Error("the function does not use its lemma")
	}
	// What was said before is kept for what is to be proved about products.
	parts, err := check.Obligations(c, languageOf(t, path))
	if err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, o := range parts[len(parts)-1].Obligations {
		if text := o.Conclusion.String(); strings.Contains(text, "OMul SInt.") && !o.Trivial() {
			products++
			if !slices.ContainsFunc(o.Hypotheses, func(f *logic.Form) bool { return strings.Contains(f.String(), "OMul SInt.") }) {
				t.Error("nothing is kept for", text)
			}
		}
	}
	if products < 2 {
		t.Error(products, "obligations about products")
	}
}

// Only lemmas that something uses are written, and the others are not proved again: the first here does not follow from what a
// certificate has.
func TestLemmasThatNothingUsesAreNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.cink")
	text := `//@logic count(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : count(a, n - 1, v) + (a[n - 1] == v ? 1 : 0)
//@lemma idle(x, y, z): 0 <= x < 4 /\ 0 <= y < 4 /\ 0 <= z < 4 ==> (x & (y & z)) == ((x & y) & z)
//@lemma low(Int[] a, n, v): count(a, n, v) >= 0 by induction on n
//@lemma idle2(Int[] a, n, v): 2 * count(a, n, v) >= 0
//@lemma more(Int[] a, n, v): n >= 1 ==> count(a, n, v) + 1 > 0 by use low(a, n, v)
//@pre: 1 <= n <= len(a)
//@post: count(a, n, 0) + 1 > 0
int f(int a[], int n) {
  //@use: more(a, n, 0)
  return n;
}
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _ := certified(t, path)
	var names []string
	for _, l := range c.Lemmas {
		name, _, _ := strings.Cut(l.Name, "(")
		names = append(names, name)
	}
	if want := []string{"low", "more"}; !slices.Equal(names, want) {
		t.Errorf("lemmas %q, not %q", names, want)
	}
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	acceptedByKernel(t, contradictions{s}, path)
}
