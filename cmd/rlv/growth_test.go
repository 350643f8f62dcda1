package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Cost that grows with the program. Each growth is a kind of annotated program, of
// every size, that is true and needs no thought: what rlv spends on it beyond the
// constant cost of a command should grow no faster than the program.

// growth is a kind of program that comes in every size.
type growth struct {
	kind    string
	largest int
	program func(n int) string
}

// sizes returns the five sizes at which a kind is measured: each is twice the one
// before.
func (g growth) sizes() []int {
	var out []int
	for s := 4; s >= 0; s-- {
		out = append(out, g.largest>>s)
	}
	return out
}

var growths = []growth{
	{"locals", 200, locals},
	{"globals", 200, globals},
	{"parameters", 200, parameters},
	{"nested ifs", 200, nestedIfs},
	{"conjunctions", 200, conjunctions},
	{"loops", 100, loops},
	{"functions", 1000, functions},
	{"statements", 10000, straightLine},
	{"array writes", 500, arrayWrites},
	{"switch cases", 500, switchCases},
	{"switch cases and a default", 500, switchCasesAndDefault},
}

// repeated joins what f makes of 0 to n-1.
func repeated(n int, separator string, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, separator)
}

// numbered joins a format applied to 0 to n-1; it has one verb, %[1]d.
func numbered(n int, separator, format string) string {
	return repeated(n, separator, func(i int) string { return fmt.Sprintf(format, i) })
}

func locals(n int) string {
	return "//@pre: a >= 0\n//@post: result == a\nint f(int a) {\n" +
		numbered(n, "", "  int v%[1]d = a;\n") + fmt.Sprintf("  return v%d;\n}\n", n-1)
}

func globals(n int) string {
	return numbered(n, "", "int g%[1]d;\n") + "//@post: result == a /\\ g0 == a\nint f(int a) {\n  g0 = a;\n" +
		fmt.Sprintf("  g%d = a;\n  return g%d;\n}\n", n-1, n-1)
}

func parameters(n int) string {
	return fmt.Sprintf("//@post: result == p0 + p%d\nint f(%s) { return p0 + p%d; }\n", n-1, numbered(n, ", ", "int p%[1]d"), n-1)
}

func nestedIfs(n int) string {
	return fmt.Sprintf("//@pre: a > %d\n//@post: result == 1\nint f(int a) {\n", n) +
		numbered(n, "", "  if (a > %[1]d) {\n") + "  return 1;\n" + strings.Repeat("  }\n", n) + "  return 0;\n}\n"
}

func conjunctions(n int) string {
	return fmt.Sprintf("//@post: result == 1 ==> a > %d\nint f(int a) {\n  if (%s) return 1;\n  return 0;\n}\n",
		n-1, numbered(n, " && ", "a > %[1]d"))
}

func loops(n int) string {
	return "//@pre: a >= 0\n//@post: result == a\nint f(int a) {\n" +
		numbered(n, "", "  int i%[1]d = 0;\n  while (i%[1]d < a) {\n    //@inv: 0 <= i%[1]d <= a\n    i%[1]d = i%[1]d + 1;\n  }\n") +
		fmt.Sprintf("  return i%d;\n}\n", n-1)
}

func functions(n int) string {
	return numbered(n, "", `
//@pre: a >= 0
//@post: result == a
int f%[1]d(int a) {
  int i = 0;
  while (i < a) {
    //@inv: 0 <= i <= a
    i = i + 1;
  }
  return i;
}
`)
}

func straightLine(n int) string {
	return fmt.Sprintf("//@post: result == a + %d\nint f(int a) {\n  int x = a;\n", n) +
		strings.Repeat("  x = x + 1;\n", n) + "  return x;\n}\n"
}

func arrayWrites(n int) string {
	return fmt.Sprintf("//@pre: len(a) == %d\n//@modifies: a\n//@post: a[0] == x /\\ a[%d] == x + %d\nvoid f(int a[], int x) {\n", n, n-1, n-1) +
		numbered(n, "", "  a[%[1]d] = x + %[1]d;\n") + "}\n"
}

func switchCases(n int) string {
	return fmt.Sprintf("//@pre: 0 <= x < %d\n//@post: result == x + 1\nint f(int x) {\n  int r = 0;\n  switch (x) {\n", n) +
		numbered(n, "", "    case %[1]d: r = %[1]d + 1; break;\n") + "  }\n  return r;\n}\n"
}

func switchCasesAndDefault(n int) string {
	return fmt.Sprintf("//@post: 0 <= x < %d ==> result == x + 1\nint f(int x) {\n  int r = 0;\n  switch (x) {\n", n) +
		numbered(n, "", "    case %[1]d: r = %[1]d + 1; break;\n") + "    default: r = 7;\n  }\n  return r;\n}\n"
}

// measured is what a run of the command took of the processor, itself and the
// solvers that it started, and of memory, at most.
type measured struct {
	cpu    time.Duration
	memory int64 // in bytes
}

// verified runs the command on a program of a kind, which has to be proved.
func (g growth) verified(t testing.TB, n int) measured {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grown"+filepath.Ext(grownBeside))
	if err := os.WriteFile(path, []byte(g.program(n)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("rlv", "verify", path)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, io.Discard
	if err := cmd.Run(); err != nil {
		text := out.String()
		t.Fatalf("%d %s: not proved: %v\n%s", n, g.kind, err, text[max(0, len(text)-2000):])
	}
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return measured{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), used.Maxrss << 10}
}

// grownBeside is the example whose language the programs are of.
const grownBeside = "gcd.cink"

// grown are times of programs of a kind: of each size the shortest run so far.
type grown struct {
	growth
	shortest map[int]measured
}

func (g growth) times() *grown { return &grown{g, map[int]measured{}} }

// measure runs the programs of all sizes, those that take a moment several times: of 0.05 s a
// start on a busy machine varies by a fifth. They take turns, so that all are run where the machine is quick and where it is slow.
// The first run of all, which stores the compiled definition, does not count.
func (g *grown) measure(t testing.TB) {
	g.verified(t, 1)
	spent := map[int]time.Duration{}
	for run := range 20 {
		for _, n := range append(g.sizes(), 1) {
			if run > 0 && spent[n] >= 2*time.Second {
				continue
			}
			m := g.verified(t, n)
			spent[n] += m.cpu
			if before, ok := g.shortest[n]; !ok || m.cpu < before.cpu {
				g.shortest[n] = m
			}
		}
	}
}

// seconds returns, for each size, those beyond what a program of size one takes: what loading
// the definition and starting a process cost is the same for each. Noise is what this constant
// varies by.
func (g *grown) seconds() (seconds []float64, noise float64) {
	for _, n := range g.sizes() {
		seconds = append(seconds, (g.shortest[n].cpu - g.shortest[1].cpu).Seconds())
	}
	return seconds, g.shortest[1].cpu.Seconds() * noiseOfStart
}

// Noise of measured times: the part of a start, and the part of a longer run, that varies.
const (
	noiseOfStart = 0.2
	noisePart    = 0.1
)

// exponent returns the e of the c * n^e that is nearest to the times: the weighted
// least squares of the logarithms, where a time counts by how far it stands out of
// the noise.
func exponent(sizes []int, seconds []float64, noise float64) float64 {
	var w, x, y, xx, xy float64
	for i, n := range sizes {
		s := max(seconds[i], noise)
		varies := noise/s + noisePart
		wi, xi, yi := 1/(varies*varies), math.Log(float64(n)), math.Log(s)
		w, x, y, xx, xy = w+wi, x+wi*xi, y+wi*yi, xx+wi*xi*xi, xy+wi*xi*yi
	}
	return (w*xy - x*y) / (w*xx - x*x)
}

func TestExponentIsThatOfThePower(t *testing.T) {
	sizes := []int{10, 20, 40, 80, 160}
	for _, want := range []float64{0, 1, 1.2, 2.8} {
		var seconds []float64
		for _, n := range sizes {
			seconds = append(seconds, 0.01*math.Pow(float64(n), want))
		}
		if got := exponent(sizes, seconds, 0.005); math.Abs(got-want) > 1e-9 {
			t.Errorf("n^%v has the exponent %v", want, got)
		}
	}
	// What lies below the noise of a start does not count as much as what stands out.
	if got := exponent(sizes, []float64{0.001, 0, -0.002, 1, 4}, 0.005); got < 1.5 {
		t.Errorf("a time that is noise counts in full: %v", got)
	}
}

// BenchmarkGrowth prints how the cost of each kind grows: its largest size, the
// processor time and the memory of that, the exponent over five sizes, and the
// slope between the last two.
func BenchmarkGrowth(b *testing.B) {
	store(b)
	for _, g := range slices.Concat(growths, valueGrowths, branchGrowths) {
		b.Run(g.kind, func(b *testing.B) {
			for range b.N {
				times := g.times()
				times.measure(b)
				sizes, largest := g.sizes(), times.shortest[g.largest]
				seconds, noise := times.seconds()
				b.Logf("%v %s: %.3f s", sizes, g.kind, seconds)
				b.ReportMetric(float64(g.largest), "largest")
				b.ReportMetric(largest.cpu.Seconds(), "cpu-s")
				b.ReportMetric(float64(largest.memory)/1e6, "MB")
				b.ReportMetric(exponent(sizes, seconds, noise), "exponent")
				b.ReportMetric(math.Log2(max(seconds[4], noise)/max(seconds[3], noise)), "last-slope")
			}
		})
	}
}

// aimedAt is the exponent that the cost of each kind is to have at most.
const aimedAt = 1.2

// grownTolerance is what noise may add to an exponent: two runs of one program
// differ by up to a tenth on a busy machine, over sixteen times the size.
const grownTolerance = 0.1

// grownAttempts is how often a kind is measured that seems to grow faster.
const grownAttempts = 3

// The cost of a program grows about as the program does, and the memory of the
// largest stays below a gigabyte.
func TestSlowCostGrowsWithTheProgram(t *testing.T) {
	t.Setenv("RLV_CACHE", t.TempDir())
	for i, g := range slices.Concat(growths, valueGrowths, branchGrowths) {
		if testing.Short() && i%3 == 1 {
			continue
		}
		t.Run(g.kind, func(t *testing.T) {
			times := g.times()
			for attempt := 1; ; attempt++ {
				times.measure(t)
				seconds, noise := times.seconds()
				e := exponent(g.sizes(), seconds, noise)
				if e <= aimedAt+grownTolerance {
					break
				}
				if attempt == grownAttempts {
					t.Errorf("%v %s take %.3f s, give or take %.3f: exponent %.2f", g.sizes(), g.kind, seconds, noise, e)
					break
				}
			}
			if largest := times.shortest[g.largest]; largest.memory > 1<<30 {
				t.Errorf("%d %s take %d MB", g.largest, g.kind, largest.memory>>20)
			}
		})
	}
}

// The sizes of a kind are in proportion, and its programs grow with them.
func TestGrowthsGrow(t *testing.T) {
	for _, g := range slices.Concat(growths, valueGrowths, branchGrowths) {
		sizes := g.sizes()
		if len(sizes) != 5 || !slices.IsSorted(sizes) || sizes[4] != g.largest {
			t.Errorf("%s: sizes %v", g.kind, sizes)
		}
		small, large := len(g.program(g.largest/2)), len(g.program(g.largest))
		if strings.Contains(g.program(g.largest), "%!") {
			t.Errorf("%s: a number that no verb takes", g.kind)
		}
		if large < small*3/2 || large > small*3 {
			t.Errorf("%s: a program of half the size has %d bytes, the whole one %d", g.kind, small, large)
		}
	}
}
