package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/certify"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/logic"
	"rlv/prover/smt"
)

// firstOfLarger are examples of the larger language with references, a quantified invariant and a call, shifts by a
// number, and one that reads into what may have no value yet.
var firstOfLarger = []string{"sum", "swap", "fill", "bits", "reading"}

// acceptedByKernel checks that a certificate leaves nothing open.
func acceptedByKernel(t *testing.T, s check.Solver, path string) {
	t.Helper()
	c, file := certified(t, path)
	o, err := check.Check(context.Background(), c, languageOf(t, path), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Open) > 0 {
		t.Errorf("open: %v", o.Open)
	}
	if len(file) > 64<<10 {
		t.Errorf("%d bytes", len(file))
	}
	t.Logf("%d goals, %d obligations, %d axioms, %d bytes", o.Goals, o.Obligations, len(o.Axioms), len(file))
}

// Examples of the larger language have certificates, which the kernel accepts.
func TestCertificatesOfTheLargerLanguage(t *testing.T) {
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range firstOfLarger {
		t.Run(name, func(t *testing.T) { acceptedByKernel(t, contradictions{s}, "../examples/cink/"+name+".cink") })
	}
}

// withoutCertificate are the examples that have none yet, and what is said of it.
var withoutCertificate = map[string]string{
	"breadth-first": "certificates have no form for it",
	"factors":       "an obligation that the solver does not prove",
	"lcm":           "rlv check would not accept it",
	"least-factor":  "an obligation that the solver does not prove",
	"modular-power": "rlv check would not accept it",
	"power-of-two":  "it is about bits",
}

// So have all others, but for those of which it is known why not.
func TestSlowCertificatesOfTheLargerLanguage(t *testing.T) {
	s, err := check.NewSolver("auto") // as rlv check does
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../examples/cink/*.cink")
	if err != nil || len(paths) < 59 {
		t.Fatal(len(paths), err)
	}
	for _, path := range sample(paths, 18) {
		name := strings.TrimSuffix(filepath.Base(path), ".cink")
		// To find out that there is none takes a minute each.
		if slices.Contains(firstOfLarger, name) || withoutCertificate[name] != "" && testing.Short() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			why := withoutCertificate[name]
			if why == "" {
				acceptedByKernel(t, s, path)
			} else if err := writeCertificate(path, filepath.Join(t.TempDir(), "out")); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%v, want: %s", err, why)
			}
		})
	}
}

// What a goal asks of configurations is proved wherever it is used: without the facts about the
// fresh counter in a goal, what rests on them does not pass the kernel.
func TestWellFormednessIsProved(t *testing.T) {
	path := "../examples/cink/sum.cink"
	l := languageOf(t, path)
	asks := func(f *logic.Form) bool { return f.Kind == logic.FAll }
	for i := range 3 {
		c, _ := certified(t, path)
		g := &c.Goals[i].Goal
		if !slices.ContainsFunc(g.Pre, asks) {
			t.Fatalf("goal %d says nothing of the maps that the counter has keys for", i)
		}
		g.Pre = slices.DeleteFunc(slices.Clone(g.Pre), asks)
		if refusedOrOpen(t, c, l) == "" {
			t.Errorf("goal %d is proved for configurations that no program comes to", i)
		}
	}
}

// So is that what is read is a list of integers: goals ask for it, and without it the certificate is
// not accepted.
func TestWhatIsReadAreIntegers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "add.cink")
	text := "//@pre: len(In) >= 2\n//@post: result == old(In[0]) + old(In[1])\nint add() { int x, y; cin >> x >> y; return x + y; }\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l := languageOf(t, path)
	asks := func(f *logic.Form) bool {
		if f.Kind != logic.FAll || f.A.Kind != logic.FImp || f.A.B.Kind != logic.FImp || f.A.B.B.Kind != logic.FT {
			return false
		}
		is := f.A.B.B.Term
		return is.Kind == logic.TOp && is.Op == logic.OIs && is.A.Kind == logic.TOp && is.A.Op == logic.OGet
	}
	own, _ := certified(t, path)
	for i := range own.Goals {
		c, _ := certified(t, path)
		g := &c.Goals[i].Goal
		if !slices.ContainsFunc(g.Pre, asks) {
			t.Fatalf("goal %d says nothing of what is read", i)
		}
		g.Pre = slices.DeleteFunc(slices.Clone(g.Pre), asks)
		if refusedOrOpen(t, c, l) == "" {
			t.Errorf("goal %d is proved whatever is read", i)
		}
	}
}

// refusedOrOpen is why a certificate is not accepted.
func refusedOrOpen(t *testing.T, c *certificate.Certificate, l *encode.Language) string {
	t.Helper()
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o, err := check.Check(context.Background(), c, l, contradictions{s})
	switch {
	case err != nil:
		return err.Error()
	case len(o.Open) > 0:
		return "open"
	}
	return ""
}

// What is refused is said with its place and with the names of the program: the kernel does not read a
// character that is written as its number.
func TestRefusalsSayWhat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "put.cink")
	text := "//@pre: 0 <= c < 128\n//@post: len(Out) == old(len(Out)) + 1 /\\ Out[old(len(Out))] == c\nvoid put(char c) {\n  cout << c;\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := New(context.Background(), Options{Certificate: filepath.Join(t.TempDir(), "out")})
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.Program(context.Background(), Input{Path: path}, nil)
	if !errors.Is(err, certify.ErrNoCertificate) {
		t.Fatal(err)
	}
	for _, part := range []string{"put: " + path + ":", "the solver does not prove", "ListItem ( _ ) [ size", "==Int c"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %v", part, err)
		}
	}
}

// Nothing is written of which rlv check would leave an obligation open; what is said has the place in the program, what is
// not proved, and why that may be.
func TestWhatWouldStayOpenIsNotWritten(t *testing.T) {
	const answers = `#!/bin/sh
answer=unsat
while read -r line; do
  case $line in
  '(assert'*'(* '*) answer=%s;;
  '(check-sat)') echo $answer; answer=unsat;;
  '(echo'*) echo "$line" | cut -d'"' -f2;;
  esac
done
`
	text := "//@pre: 0 < x < 9 /\\ 0 < y < 9\n//@post: result > 1\nint f(int x, int y) {\n  return x * y + 1;\n}\n"
	for _, answer := range []string{"unsat", "unknown", "sat"} {
		dir := t.TempDir()
		path, out := filepath.Join(dir, "f.cink"), filepath.Join(dir, "out")
		for name, text := range map[string]string{"f.cink": text, "cvc5": fmt.Sprintf(answers, answer)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
		err := writeCertificate(path, out)
		_, missing := os.Stat(out)
		if answer == "unsat" {
			if err != nil || missing != nil {
				t.Error(err, missing)
			}
			continue
		}
		if !errors.Is(err, certify.ErrOpen) || missing == nil {
			t.Errorf("%s: %v", answer, err)
			continue
		}
		for _, part := range []string{"f: " + path + ":4:3: ", " does not prove ", "x!", "*Int", "; it is about products"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q is not in %v", answer, part, err)
			}
		}
	}
}

// What is refused since it is about bits is said to be.
func TestRefusalsNameBits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.cink")
	text := "//@post: result == (x & (y & z))\nunsigned f(unsigned x, unsigned y, unsigned z) {\n  return x & y & z;\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	err := writeCertificate(path, filepath.Join(t.TempDir(), "out"))
	for _, part := range []string{"f: " + path + ":3:3: ", "#bothBits(#bothBits(x", "; it is about bits"} {
		if !errors.Is(err, certify.ErrNoCertificate) || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %v", part, err)
		}
	}
}
