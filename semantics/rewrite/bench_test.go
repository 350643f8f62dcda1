package rewrite_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// benchmarkRun runs a program to its end; it reports steps and allocations.
func benchmarkRun(b *testing.B, e *rewrite.Engine, text string) {
	b.Helper()
	p, err := e.Definition.ParseProgram(source.NewFile("p", text))
	if err != nil {
		b.Fatal(err)
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		b.Fatal(err)
	}
	for _, way := range []struct {
		name string
		new  func([]*term.Term, rewrite.IO) *rewrite.Machine
	}{
		{"composed", func(slots []*term.Term, io rewrite.IO) *rewrite.Machine {
			return e.NewMachine(slots, io).ComposeHot(rewrite.Usual)
		}},
		{"stack", e.NewMachine},
		{"slots", func(slots []*term.Term, io rewrite.IO) *rewrite.Machine { return e.NewMachine(slots, io).OnSlots() }},
	} {
		b.Run(way.name, func(b *testing.B) {
			steps, spent := int64(0), time.Duration(0)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range b.N {
				m := way.new(slots, rewrite.IO{In: strings.NewReader(""), Out: io.Discard})
				start := time.Now()
				if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
					b.Fatal(err, m.Waiting())
				}
				spent += time.Since(start)
				steps += m.Steps
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(steps)/spent.Seconds(), "steps/s")
			b.ReportMetric(float64(spent.Nanoseconds())/float64(steps), "ns/step")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(steps), "allocs/step")
		})
	}
}

// The programs of the benchmarks, with the extension of their language.
var (
	sumProgram    = [2]string{".imp", "int n, s; n = 30000; while (!(n <= 0)) { s = s + n; n = n + -1; }"}
	primesProgram = [2]string{".imp", `int s, m, n, q, r, t; m = 600; n = 2;
while (n <= m) { q = 2; t = 1; while (q <= n / q && 1 <= t) { r = n / q; if (q * r == n) { t = 0; } else { q = q + 1; } }
if (1 <= t) { s = s + 1; } else { } n = n + 1; }`}
	loopProgram = [2]string{".cink", "int main() { int i = 0; int s = 0; while (i < 10000) { s = s + i % 7; i = i + 1; } return 0; }"}
	sortProgram = [2]string{".cink", `int main() { int a[60]; for (int i = 0; i < 60; i++) a[i] = (i * 37) % 83;
for (int i = 0; i < 60; i++) for (int j = 0; j + 1 < 60 - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } return 0; }`}
	fibProgram   = [2]string{".cink", "int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); } int main() { return fib(20) == 6765 ? 0 : 1; }"}
	hanoiProgram = [2]string{".cink", `int moves(int n, int a, int b, int c) { if (n == 0) return 0; int m = n - 1; return moves(m, a, c, b) + 1 + moves(m, c, b, a); }
int main() { int a[2]; a[1] = moves(8, 1, 2, 3); return a[1] == 255 ? 0 : 1; }`}
	scopesProgram = [2]string{".cink", `int main() { int s = 0; for (int i = 0; i < 30; i++) for (int j = 0; j < 30; j++) { int k = i * j;
for (int l = 0; l < 3; l++) { int t = k + l; s = (s + t) % 1000; } } return 0; }`}
)

func benchmarkProgram(b *testing.B, p [2]string) { benchmarkRun(b, shipped(b, p[0]), p[1]) }

func BenchmarkRunImpSum(b *testing.B)     { benchmarkProgram(b, sumProgram) }
func BenchmarkRunImpPrimes(b *testing.B)  { benchmarkProgram(b, primesProgram) }
func BenchmarkRunCinkLoop(b *testing.B)   { benchmarkProgram(b, loopProgram) }
func BenchmarkRunCinkSort(b *testing.B)   { benchmarkProgram(b, sortProgram) }
func BenchmarkRunCinkFib(b *testing.B)    { benchmarkProgram(b, fibProgram) }
func BenchmarkRunCinkScopes(b *testing.B) { benchmarkProgram(b, scopesProgram) }

// BenchmarkRunCapture captures the rest of the computation in a loop, which has to cost the
// same however long the loop runs and however much waits.
func BenchmarkRunCapture(b *testing.B) {
	e := loadNamed(b, "stack")
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmarkRun(b, e, strings.Repeat("(1 + ", n)+"keepk"+strings.Repeat(")", n)+strings.Repeat(" ; keepk", n))
		})
	}
}

// BenchmarkMaudeSum reports the processor time of Maude and of rlv, each a process, for the
// same rules and rounds. RLV names the command; without it, it is built.
func BenchmarkMaudeSum(b *testing.B) {
	maude, err := exec.LookPath("maude")
	rlv := os.Getenv("RLV")
	if err != nil {
		b.Skip("needs maude")
	}
	if rlv == "" {
		rlv = filepath.Join(b.TempDir(), "rlv")
		if out, err := exec.Command("go", "build", "-o", rlv, "rlv/cmd/rlv").CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	program := filepath.Join(b.TempDir(), "sum.imp")
	text := "int n, s; n = 1000000; s = 0; while (!(n <= 0)) { s = s + n; n = n + -1; }"
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	var ours, theirs []float64
	for range 5 {
		theirs = append(theirs, processorTime(b, maude, "-no-banner", "-no-advise", "testdata/sum.maude"))
		ours = append(ours, processorTime(b, rlv, "run", program))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	b.ReportMetric(theirs[2], "maude-s")
	b.ReportMetric(ours[2], "rlv-s")
	b.ReportMetric(ours[2]/theirs[2], "rlv/maude")
	for range b.N { // the ratio is all there is to report
	}
}

// processorTime runs a command and returns its processor time in seconds.
func processorTime(b *testing.B, name string, args ...string) float64 {
	cmd := exec.Command(name, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}
