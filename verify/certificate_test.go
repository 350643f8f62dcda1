package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/prover/smt"
)

// certified makes the certificate of a program, and reads it back.
func certified(t *testing.T, path string) (*certificate.Certificate, []byte) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	v, err := New(context.Background(), Options{Certificate: out})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Program(context.Background(), Input{Path: path}, nil); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return c, file
}

// languageOf is the language of a program.
func languageOf(t *testing.T, path string) *encode.Language {
	t.Helper()
	d, err := Language{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := encode.NewLanguage(d)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// maxCertificate is what the certificate of the smallest example with a loop may take.
const maxCertificate = 4 << 10

// Every example of the smaller language has a certificate; the kernel accepts it, and nothing is
// left open but the axioms that the file has.
func TestCertificates(t *testing.T) {
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) != 16 {
		t.Fatal(len(paths), "examples", err)
	}
	l := languageOf(t, paths[0])
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	axioms := map[string]int{"factorial.imp": 1, "fibonacci.imp": 3, "gcd.imp": 2, "power.imp": 3}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			c, file := certified(t, path)
			if len(file) > maxCertificate {
				t.Errorf("%d bytes", len(file))
			}
			o, err := check.Check(context.Background(), c, l, contradictions{s})
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Open) > 0 || len(o.Axioms) != axioms[filepath.Base(path)] {
				t.Errorf("open: %v; axioms: %v", o.Open, o.Axioms)
			}
			t.Logf("%d goals, %d obligations, %d bytes", o.Goals, o.Obligations, len(file))
		})
	}
}

// What is not proved has no certificate, and nothing is written.
func TestNoCertificate(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	v, err := New(context.Background(), Options{Certificate: out})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Program(context.Background(), Input{Path: "../examples/imp/wrong/sum-1.imp"}, nil); !errors.Is(err, ErrNotProved) {
		t.Error(err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// The same input has the same bytes.
func TestCertificatesAreCanonical(t *testing.T) {
	_, one := certified(t, "../examples/imp/fibonacci.imp")
	_, two := certified(t, "../examples/imp/fibonacci.imp")
	if string(one) != string(two) {
		t.Error("the certificate differs")
	}
}
