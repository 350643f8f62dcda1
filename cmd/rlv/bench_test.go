package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// command runs rlv as a process and adds up the processor time of it and of
// its solvers.
func command(b *testing.B, cpu *time.Duration, args ...string) {
	b.Helper()
	cmd := exec.Command("rlv", args...)
	cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	*cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// store makes commands keep definitions, which tests do not.
func store(b *testing.B) {
	if os.Getenv("RLV_CACHE") == "" {
		b.Setenv("RLV_CACHE", b.TempDir())
	}
}

func benchmarkCommand(b *testing.B, args ...string) {
	store(b)
	var cpu time.Duration
	command(b, &cpu, args...) // fills the cache
	cpu = 0
	for range b.N {
		command(b, &cpu, args...)
	}
	b.ReportMetric(float64(cpu.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func BenchmarkHelp(b *testing.B) { benchmarkCommand(b, "--help") }

func BenchmarkVerifyTrivial(b *testing.B) {
	benchmarkCommand(b, "verify", example(b, "swap"))
}

func BenchmarkVerifyGcd(b *testing.B) {
	benchmarkCommand(b, "verify", example(b, "gcd-statements"))
}

// BenchmarkVerifyExamples verifies each example, and all of them with one and
// with two goals at a time; the median of the first is reported at the end.
func BenchmarkVerifyExamples(b *testing.B) {
	store(b)
	paths := examples(b, false)
	var times []float64
	for _, path := range paths {
		b.Run(filepath.Base(path), func(b *testing.B) {
			benchmarkCommand(b, "verify", "--jobs", "1", path)
		})
		var cpu time.Duration
		command(b, &cpu, "verify", "--jobs", "1", path)
		times = append(times, float64(cpu.Microseconds())/1000)
	}
	slices.Sort(times)
	b.Run("median", func(b *testing.B) {
		for range b.N {
			time.Sleep(time.Millisecond)
		}
		b.ReportMetric(times[len(times)/2], "cpu-ms/median")
	})
	for _, jobs := range []string{"1", "2"} {
		b.Run("all/jobs="+jobs, func(b *testing.B) {
			benchmarkCommand(b, append([]string{"verify", "--jobs", jobs}, paths...)...)
		})
	}
}

// example returns the path of an example by its name.
func example(b *testing.B, name string) string {
	paths, _ := filepath.Glob("../../examples/*/" + name + ".*")
	if len(paths) == 0 {
		b.Fatalf("no example %s", name)
	}
	return paths[0]
}

// smallest is the extension of the shipped language with the shortest
// definition.
func smallest(b *testing.B) string {
	best, size := "", 1<<30
	for _, ext := range languages.Extensions() {
		text, err := os.ReadFile("../../semantics/languages/" + ext[1:] + ".k")
		if err != nil {
			b.Fatal(err)
		}
		if len(text) < size {
			best, size = ext, len(text)
		}
	}
	return best
}

// BenchmarkRun is the concrete rate: a loop of assignments.
func BenchmarkRun(b *testing.B) {
	d, err := languages.Load("x"+smallest(b), kdef.Options{})
	if err != nil {
		b.Fatal(err)
	}
	e := rewrite.New(d)
	p, err := d.ParseProgram(source.NewFile("loop", "int i, s; i = 0; s = 0; while (i < 200000) { s = s + i; i = i + 1; }"))
	if err != nil {
		b.Fatal(err)
	}
	steps, spent := int64(0), time.Duration(0)
	for range b.N {
		slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
		if err != nil {
			b.Fatal(err)
		}
		m := e.NewMachine(slots, rewrite.IO{})
		start := time.Now()
		if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
			b.Fatal(err)
		}
		spent += time.Since(start)
		steps += m.Steps
	}
	b.ReportMetric(float64(steps)/spent.Seconds(), "steps/s")
}

// BenchmarkStraightLine verifies straight-line programs; the time a statement
// should not grow.
func BenchmarkStraightLine(b *testing.B) {
	for _, n := range []int{100, 400, 1600, 3200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "line"+smallest(b))
			text := "int x;\n//@pre: x == 0\n" + strings.Repeat("x = x + 1;\n", n) + fmt.Sprintf("//@post: x == %d\n", n)
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				b.Fatal(err)
			}
			var cpu time.Duration
			for range b.N {
				command(b, &cpu, "verify", path)
			}
			b.ReportMetric(float64(cpu.Microseconds())/float64(b.N)/float64(n), "cpu-us/statement")
		})
	}
}

// BenchmarkVerifyCalls verifies a function that calls another one n times, by its
// contract: nothing branches, and the path condition has two conjuncts more at each call.
func BenchmarkVerifyCalls(b *testing.B) {
	for _, n := range []int{10, 20, 40} {
		var text, parameters strings.Builder
		for i := range n {
			fmt.Fprintf(&parameters, ", int b%d", i)
			fmt.Fprintf(&text, "  b%d = clamp(b%d);\n  s = s + b%d;\n", i, i, i)
		}
		program := "//@post: result >= 0\nint clamp(int x) {\n  if (x < 0) return 0;\n  return x;\n}\n" +
			"//@post: result >= 0\nint sum(int s" + parameters.String() + ") {\n  s = 0;\n" + text.String() + "  return s;\n}\n"
		path := filepath.Join(b.TempDir(), "calls.cink")
		if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkCommand(b, "verify", path) })
	}
}
