package verify

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rlv/process/processtest"
	"rlv/proofs/certificate"
	"rlv/proofs/coq/coqtest"
	"rlv/proofs/export"
)

// made is what Coq says of a certificate.
type made struct {
	output  string
	closed  map[string]int     // obligations by how they were closed: the words before their number
	left    int                // as hypotheses
	seconds float64            // of CPU, the library apart
	each    map[string]float64 // seconds of CPU of obligations
}

// obligations is how many obligations there are.
func (m *made) obligations() int {
	n := m.left
	for _, k := range m.closed {
		n += k
	}
	return n
}

// worst is the obligation that takes longest, and its seconds of CPU.
func (m *made) worst() (string, float64) {
	name := ""
	for _, n := range slices.Sorted(maps.Keys(m.each)) {
		if m.each[n] > m.each[name] {
			name = n
		}
	}
	return name, m.each[name]
}

// coqc has Coq check certificates. The library and each language are compiled once.
type coqc struct {
	library  string
	compiled map[string]string // files of languages, by their text
	dir      string            // of those
}

// newCoqc skips the test where there is no Coq.
func newCoqc(t testing.TB) *coqc {
	return &coqc{library: coqtest.Library(t), compiled: map[string]string{}, dir: t.TempDir()}
}

var (
	closedBy = regexp.MustCompile(`(?m)^(?:obligations proved )?(by .*|left as hypotheses): (\d+)$`)
	timed    = regexp.MustCompile(`(?m)^Chars (\d+) - \d+ \[(.*)\] [\d.]+ secs \(([\d.]+)u,([\d.]+)s\)\n`)
	defined  = regexp.MustCompile(`^Definition (\w+) : closing`)
)

// made exports a certificate and has Coq check it.
func (q *coqc) made(t testing.TB, c *certificate.Certificate, targets ...string) *made {
	t.Helper()
	dir, path := filepath.Join(t.TempDir(), "coq"), filepath.Join(t.TempDir(), "certificate")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Write(file), file.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := ExportCertificate(t.Context(), path, Language{}, export.Options{To: "coq"}, dir); err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(dir, "lib")
	if err := errors.Join(os.RemoveAll(lib), os.Symlink(q.library, lib)); err != nil {
		t.Fatal(err)
	}
	language := filepath.Join(dir, "certificate", "Language.v")
	text, err := os.ReadFile(language)
	if err != nil {
		t.Fatal(err)
	}
	if from := q.compiled[string(text)]; from != "" {
		if err := errors.Join(os.Link(from, language+"o"), os.Chtimes(language+"o", time.Time{}, time.Now())); err != nil {
			t.Fatal(err)
		}
	}
	out := &made{closed: map[string]int{}, each: map[string]float64{}}
	out.output, out.seconds, err = coqtest.Run(dir, append([]string{"make", "COQC=coqc -time -q -R lib Rlv -R certificate Cert"}, targets...)...)
	if err != nil || !strings.Contains(out.output, "Closed under the global context") {
		t.Errorf("%s: %v\n%s", c.Program, err, out.output)
		return out
	}
	if q.compiled[string(text)] == "" {
		kept := filepath.Join(q.dir, fmt.Sprint(len(q.compiled)))
		if err := os.Link(language+"o", kept); err != nil {
			t.Fatal(err)
		}
		q.compiled[string(text)] = kept
	}
	times := out.output
	out.output = timed.ReplaceAllString(out.output, "")
	for _, m := range closedBy.FindAllStringSubmatch(out.output, -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		if m[1] == "left as hypotheses" {
			out.left = n
		} else {
			out.closed[m[1]] = n
		}
	}
	proofs, err := os.ReadFile(filepath.Join(dir, "certificate", "Proofs.v"))
	if err != nil {
		t.Fatal(err)
	}
	name := ""
	for _, m := range timed.FindAllStringSubmatch(times, -1) {
		if at, _ := strconv.Atoi(m[1]); at < len(proofs) {
			if d := defined.FindSubmatch(proofs[at:]); d != nil {
				name = string(d[1])
			}
		}
		if m[2] == "(close~names)." {
			user, _ := strconv.ParseFloat(m[3], 64)
			system, _ := strconv.ParseFloat(m[4], 64)
			out.each[name] = user + system
		}
	}
	return out
}

// maxSeconds is what an obligation of an example may take of the CPU.
const maxSeconds = 25

// leftInCoq are the examples with obligations that Coq does not prove, and how many: what follows
// from products and remainders of unknowns, which the solver finds by more than a core says.
var leftInCoq = map[string]int{"next-permutation.cink": 1, "parts.cink": 1, "sieve.cink": 1}

// slowInCoq are the examples with an obligation that takes longer, and how long.
var slowInCoq = map[string]float64{"heap.cink": 90, "floyd-warshall.cink": 40, "transposed.cink": 40}

// maxOfLemma is what a lemma may take of the CPU: that of two elements of an array that change
// places has many cases.
const maxOfLemma = 120

// Coq checks the certificate of every example that has one: its kernel comes to as many obligations as that in Go,
// and the theorem rests on no axiom but those of the file, and on the equations of the language's functions. No
// obligation is left, but for those known. All are decided by computation, with limits that are counted, but for a few about what is
// read and about two kinds of division of one number: those are proved by tactics, which have a time.
func TestSlowCoqProvesTheExamples(t *testing.T) {
	q := newCoqc(t)
	certificates, all, tactics, seconds := 0, 0, 0, 0.0
	for _, path := range sample(withCertificates(t), 30) {
		c, _ := certified(t, path)
		out := q.made(t, c)
		n := out.obligations() - out.closed["by computation"] - out.left
		if out.left > leftInCoq[filepath.Base(path)] || n > 4 {
			t.Errorf("%s: of %d obligations %d are left, and %d not proved by computation\n%s", path, out.obligations(), out.left, n, out.output)
		}
		w, s := out.worst()
		limit := max(maxSeconds, slowInCoq[filepath.Base(path)])
		if strings.HasPrefix(w, "l") {
			limit = max(limit, maxOfLemma)
		}
		if s > limit {
			t.Errorf("%s: %s takes %.1f s of CPU", path, w, s)
		}
		t.Logf("%s: %d obligations, %d by tactics; worst %s %.2f s, all %.1f s of CPU", filepath.Base(path), out.obligations(), n, w, s, out.seconds)
		certificates, all, tactics, seconds = certificates+1, all+out.obligations(), tactics+n, seconds+out.seconds
	}
	if tactics > 12 {
		t.Errorf("%d obligations are proved by tactics, at most 12", tactics)
	}
	t.Logf("%d certificates, %d obligations; %.0f s of CPU", certificates, all, seconds)
}

// withCertificates are the examples that have certificates.
func withCertificates(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../examples/*/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		language := strings.TrimPrefix(filepath.Ext(path), ".")
		name := strings.TrimSuffix(filepath.Base(path), "."+language)
		return language != filepath.Base(filepath.Dir(path)) || withoutCertificate[name] != ""
	})
}

// An obligation that does not follow from what its core keeps is a hypothesis of the theorem, in
// full and with its place; so are the axioms of the program. All else is proved.
func TestSlowCoqNamesWhatIsLeft(t *testing.T) {
	c, _ := certified(t, "../examples/imp/gcd.imp")
	core := &c.Goals[2].Proof.Cores[1]
	if len(core.Keep) == 0 {
		t.Fatal("the obligation needs nothing")
	}
	core.Keep = nil
	out := newCoqc(t).made(t, c).output
	for _, want := range []string{
		"left as hypotheses: 1\n",
		`hypothesis "gcd.imp:5:1: (forall a) (a >= 0 ==> gcd(a, 0) == a)" (forall x : Z, (0 <= x)%Z -> f0_gcd F x 0 = x) -> `,
		`hypothesis "gcd.imp:11:1: statements@9:1.loop@11:1.body: obligation 1" (forall x x0 : Z, (0 <= Z.rem x x0)%Z) -> let I`,
		`hypothesis "gcd.imp:11:1: statements@9:1.loop@11:1.body: obligation 1" end`,
	} {
		if !strings.Contains(strings.Join(strings.Fields(out+" end"), " "), strings.TrimSpace(want)) {
			t.Errorf("not said: %s\n%s", want, out)
		}
	}
}

// What Coq has checked its own checker checks again, with the libraries.
func TestSlowCoqAudits(t *testing.T) {
	c, _ := certified(t, "../examples/imp/sum.imp")
	out := newCoqc(t).made(t, c, "audit").output
	if !strings.Contains(out, "* Axioms: <none>") {
		t.Error(out)
	}
}

// branches are n conditional statements in a row, each of which adds one or two.
func branches(n int) string {
	var declared, statements strings.Builder
	for i := range n {
		fmt.Fprintf(&declared, "b%d, ", i)
		fmt.Fprintf(&statements, "if (b%d <= 0) {\n  s = s + 1;\n} else {\n  s = s + 2;\n}\n", i)
	}
	return fmt.Sprintf("int %ss;\n//@pre: s == 0\n%s//@post: %d <= s /\\ s <= %d\n", declared.String(), statements.String(), n, 2*n)
}

// straight are n assignments, each of ten steps; n is even.
func straight(n int) string {
	return "int x, y;\n//@pre: true\n" + strings.Repeat("x = x + y;\nx = x - y;\n", n/2) + "//@post: x == old(x)\n"
}

// What Coq needs grows with the program: paths that meet are proved once, obligations have what
// they need only, and steps are computed. The seconds are those of the CPU.
func TestSlowCoqScales(t *testing.T) {
	q := newCoqc(t)
	took := map[string]float64{}
	for _, c := range []struct {
		name, program  string
		bytes, seconds float64
	}{
		{"20 branches", branches(20), 32 << 10, 5},
		{"80 branches", branches(80), 16 << 10, 10},
		{"5,600 steps", straight(560), 4 << 10, 10},
		{"11,200 steps", straight(1120), 4 << 10, 20},
	} {
		path := filepath.Join(t.TempDir(), "p.imp")
		if err := os.WriteFile(path, []byte(c.program), 0o644); err != nil {
			t.Fatal(err)
		}
		made, file := certified(t, path)
		out := q.made(t, made)
		slow := out.seconds > c.seconds && out.seconds > processtest.Allow(t, time.Second).Seconds()*c.seconds
		if float64(len(file)) > c.bytes || slow || out.left > 0 {
			t.Errorf("%s: %d bytes, at most %.0f; %.1f s of CPU, at most %.0f\n%s", c.name, len(file), c.bytes, out.seconds, c.seconds, out.output)
		}
		took[c.name] = out.seconds
		t.Logf("%s: %d bytes, %.1f s of CPU", c.name, len(file), out.seconds)
	}
	if short, long := took["5,600 steps"], took["11,200 steps"]; long > 2*short {
		t.Errorf("11,200 steps take %.1f s of CPU, 5,600 take %.1f", long, short)
	}
}
