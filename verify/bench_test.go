package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/certify"
	"rlv/proofs/check"
	"rlv/proofs/kernel"
)

// stepsTaken is how many steps a certificate takes; those behind a place where paths meet count once.
func stepsTaken(c *certificate.Certificate) int {
	n := 0
	for i := range c.Goals {
		for _, l := range instructions(&c.Goals[i].Proof) {
			for _, in := range *l {
				switch in.Kind {
				case kernel.IStep:
					n++
				case kernel.ISteps:
					n += int(in.N)
				}
			}
		}
	}
	return n
}

// What certificates of the examples cost: "make" is the whole of rlv verify with a certificate,
// "check" that of rlv check, "coq" what make does in the exported directory, the library and the language apart (CPU-s: of all its
// processes), with how many obligations each method closes.
// Hypotheses are the axioms of the file, and obligations that a solver leaves open.
func BenchmarkCertificate(b *testing.B) {
	paths, err := filepath.Glob("../examples/*/*.*")
	if err != nil || len(paths) == 0 {
		b.Fatal("no examples", err)
	}
	for _, path := range paths {
		language := strings.TrimPrefix(filepath.Ext(path), ".")
		if language != filepath.Base(filepath.Dir(path)) {
			continue
		}
		b.Run(filepath.Base(path), func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "certificate")
			v, err := New(context.Background(), Options{Certificate: file})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := v.Program(context.Background(), Input{Path: path}, nil); errors.Is(err, certify.ErrNoCertificate) || errors.Is(err, kernel.ErrInvalid) {
				b.Skip(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			c, err := certificate.Read(text)
			if err != nil {
				b.Fatal(err)
			}
			b.Run("make", func(b *testing.B) {
				for range b.N {
					if _, err := v.Program(context.Background(), Input{Path: path}, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(c.Goals)), "goals")
				b.ReportMetric(float64(stepsTaken(c)), "steps")
				b.ReportMetric(float64(len(text)), "bytes")
			})
			b.Run("check", func(b *testing.B) {
				for range b.N {
					out, err := check.File(context.Background(), file, Language{}.Load, "auto")
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(out.Obligations+len(out.Open)), "obligations")
					b.ReportMetric(float64(len(out.Open)+len(out.Axioms)), "hypotheses")
				}
			})
			b.Run("coq", func(b *testing.B) { benchmarkCoq(b, c) })
		})
	}
}

// benchmarkCoq measures make in the directory of a certificate, the library and the language apart, and says how
// many obligations each method closes.
func benchmarkCoq(b *testing.B, c *certificate.Certificate) {
	q := newCoqc(b)
	q.made(b, c)
	for range b.N {
		out := q.made(b, c)
		b.ReportMetric(out.seconds, "CPU-s")
		for method, n := range out.closed {
			b.ReportMetric(float64(n), strings.ReplaceAll(method, " ", "-"))
		}
		b.ReportMetric(float64(out.left), "left")
	}
}
