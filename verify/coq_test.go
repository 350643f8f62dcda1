package verify

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rlv/proofs/certificate"
)

// coqc exports certificates and has Coq check them; the library is compiled once.
type coqc struct{ library string }

// newCoqc skips the test where there is no Coq, but not where everything has to be tested.
func newCoqc(t *testing.T) *coqc {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		if os.Getenv("CI") == "" {
			t.Skip("coqc is not installed")
		}
		t.Fatal(err)
	}
	return &coqc{}
}

// made is what Coq says of a certificate, and the seconds of CPU that it takes; the library's
// are not counted.
func (q *coqc) made(t *testing.T, c *certificate.Certificate, targets ...string) (string, float64) {
	t.Helper()
	dir, path := filepath.Join(t.TempDir(), "coq"), filepath.Join(t.TempDir(), "certificate")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Write(file), file.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := ExportCertificate(path, Language{}, "coq", dir); err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(dir, "lib")
	if q.library == "" {
		q.library = lib
		if out, err := exec.Command("make", "-C", lib).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	} else if err := errors.Join(os.RemoveAll(lib), os.Symlink(q.library, lib)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("make", append([]string{"-C", dir}, targets...)...)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Closed under the global context") {
		t.Errorf("%s: %v\n%s", c.Program, err, out)
	}
	return string(out), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// inCoq are the examples of the larger language that are taken to Coq.
var inCoq = []string{"sum", "swap", "max3", "division", "fill", "search", "reverse", "dutch-flag", "dedupe", "binary-search"}

// Coq proves every example of the smaller language, and some of the larger one, from its
// certificate: its kernel comes to as many obligations as that in Go, each of which a tactic
// proves, and the theorem rests on no axiom but those of the file, and on the equations of the
// language's functions.
func TestSlowCoqProvesTheExamples(t *testing.T) {
	q := newCoqc(t)
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	for _, name := range inCoq {
		paths = append(paths, "../examples/cink/"+name+".cink")
	}
	for _, path := range paths {
		c, _ := certified(t, path)
		out, seconds := q.made(t, c)
		if !strings.Contains(out, "left as hypotheses: 0\n") {
			t.Errorf("%s: some obligation is not proved\n%s", path, out)
		}
		t.Logf("%s: %.1f s of CPU", path, seconds)
	}
}

// An obligation that does not follow from what its core keeps is a hypothesis of the theorem, in
// full and with its place; so are the axioms of the program. All else is proved.
func TestSlowCoqNamesWhatIsLeft(t *testing.T) {
	q := newCoqc(t)
	c, _ := certified(t, "../examples/imp/gcd.imp")
	core := &c.Goals[2].Proof.Cores[1]
	if len(core.Keep) == 0 {
		t.Fatal("the obligation needs nothing")
	}
	core.Keep = nil
	out, _ := q.made(t, c)
	for _, want := range []string{
		"left as hypotheses: 1\n",
		`hypothesis "gcd.imp:5:1: (forall a) (a >= 0 ==> gcd(a, 0) == a)" (forall x : Z, (0 <= x)%Z -> f0_gcd F x 0 = x) -> `,
		`hypothesis "gcd.imp:11:1: statements@9:1.loop@11:1.body: obligation 1" (forall x x0 : Z, (0 <= Z.rem x x0)%Z) -> let I`,
		`hypothesis "gcd.imp:11:1: statements@9:1.loop@11:1.body: obligation 1" make`,
	} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), strings.TrimSpace(want)) {
			t.Errorf("not said: %s\n%s", want, out)
		}
	}
}

// What Coq has checked its own checker checks again, with the libraries.
func TestSlowCoqAudits(t *testing.T) {
	c, _ := certified(t, "../examples/imp/sum.imp")
	out, _ := newCoqc(t).made(t, c, "audit")
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
	for _, c := range []struct {
		name, program  string
		bytes, seconds float64
	}{
		{"20 branches", branches(20), 32 << 10, 10},
		{"40 branches", branches(40), 32 << 10, 20},
		{"5,600 steps", straight(560), 4 << 10, 10},
	} {
		path := filepath.Join(t.TempDir(), "p.imp")
		if err := os.WriteFile(path, []byte(c.program), 0o644); err != nil {
			t.Fatal(err)
		}
		made, file := certified(t, path)
		out, seconds := q.made(t, made)
		if float64(len(file)) > c.bytes || seconds > c.seconds || !strings.Contains(out, "left as hypotheses: 0\n") {
			t.Errorf("%s: %d bytes, at most %.0f; %.1f s of CPU, at most %.0f\n%s", c.name, len(file), c.bytes, seconds, c.seconds, out)
		}
		t.Logf("%s: %d bytes, %.1f s of CPU", c.name, len(file), seconds)
	}
}
