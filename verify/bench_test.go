package verify

import (
	"context"
	"errors"
	"os"
	"os/exec"
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
// "check" that of rlv check, "coq" what make does in the exported directory, the library apart (CPU-s: of all its processes).
// Hypotheses are the axioms of the file, and obligations that a solver leaves open.
func BenchmarkCertificate(b *testing.B) {
	paths, err := filepath.Glob("../examples/*/*.*")
	if err != nil || len(paths) == 0 {
		b.Fatal("no examples", err)
	}
	lib := filepath.Join(b.TempDir(), "lib")
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
			b.Run("coq", func(b *testing.B) { benchmarkCoq(b, file, lib) })
		})
	}
}

// benchmarkCoq measures make in the directory of a certificate, with the library compiled before in lib.
func benchmarkCoq(b *testing.B, file string, lib string) {
	if _, err := exec.LookPath("coqc"); err != nil {
		b.Skip("coqc is not installed")
	}
	for range b.N {
		b.StopTimer()
		dir := filepath.Join(b.TempDir(), "coq")
		if _, err := ExportCertificate(file, Language{}, "coq", dir); err != nil {
			b.Fatal(err)
		}
		own := filepath.Join(dir, "lib")
		if _, err := os.Stat(lib); err != nil {
			if err := os.Rename(own, lib); err != nil {
				b.Fatal(err)
			}
			if out, err := exec.Command("make", "-C", lib).CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
		}
		if err := errors.Join(os.RemoveAll(own), os.Symlink(lib, own)); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		run := exec.Command("make", "-C", dir)
		out, err := run.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "Closed under the global context") {
			b.Fatalf("%v\n%s", err, out)
		}
		b.ReportMetric((run.ProcessState.UserTime() + run.ProcessState.SystemTime()).Seconds(), "CPU-s")
	}
}
