package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/report"
	"rlv/semantics/languages"

	"github.com/rogpeppe/go-internal/diff"
)

// examples returns the program files under a directory of examples.
func examples(t testing.TB, wrong bool) []string {
	t.Helper()
	inputs, err := programFiles([]string{"../../examples/..."}, "")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, in := range inputs {
		if filepath.Base(filepath.Dir(in.Path)) == "wrong" == wrong && !strings.Contains(in.Path, "/run/") && !strings.Contains(in.Path, "/search/") {
			out = append(out, in.Path)
		}
	}
	if len(out) == 0 {
		t.Fatal("there are no examples")
	}
	return out
}

// oneIn is one in so many of the files in a short run, such as that of CI; in others each of them.
func oneIn(many int, all []string) []string {
	if !testing.Short() {
		return all
	}
	var out []string
	for i := 0; i < len(all); i += many {
		out = append(out, all[i])
	}
	return out
}

// expectation is what the first line of an example says: the verdict stands
// inside the program.
func expectation(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	_, verdict, ok := strings.Cut(first, "expect: ")
	if !ok {
		t.Fatalf("%s: the first line says no expectation", path)
	}
	verdict, _, _ = strings.Cut(verdict, ": ")
	return strings.TrimSpace(verdict)
}

// rlv runs the command as a process of its own.
func rlv(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("rlv", args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

func TestExamplesAreProved(t *testing.T) {
	for _, path := range examples(t, false) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if want := expectation(t, path); want != "proved" {
				t.Fatalf("an example beside wrong/ expects %q", want)
			}
			status, out, errs := rlv(t, "", "verify", "--jobs", "1", "--timeout", "20s", "--format", "json", path)
			if status != report.Proved.Exit() {
				t.Errorf("status %d\n%s%s", status, out, errs)
			}
			compareGolden(t, filepath.Join("testdata", "golden", filepath.Base(path)+".txt"), workOf(t, out))
		})
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// workOf lists the goals of a JSON report with their symbolic steps. What the prover needed for them beyond that is
// left out: times, and counts of questions, which every change of the search for instances moves.
func workOf(t *testing.T, text string) string {
	var r report.Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range r.Files {
		for _, g := range f.Goals {
			if g.Library != "" && g.Status == prover.Proved { // by this file or an earlier one
				continue
			}
			fmt.Fprintf(&b, "%s %s\n    partial %v, steps %d, uses %d\n", g.Status, g.Name, g.Partial, g.Steps, g.Uses)
		}
		for _, a := range f.Trusted {
			fmt.Fprintf(&b, "%s %s\n", a.Kind, a.Text)
		}
	}
	return b.String()
}

// compareGolden compares a text with a golden file. Where a change of the work is
// intended, the files are written anew with -update and reviewed.
func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := readIf(path); got != want {
		t.Errorf("%s (write it anew with `go test ./cmd/rlv -run Proved -update`):\n%s", path, diff.Diff(path, []byte(want), "now", []byte(got)))
	}
}

// openWithBoth are examples of which two solvers that are asked the same do not decide all within their effort.
var openWithBoth = []string{"least-factor.cink", "modular-power.cink"}

// TestSlowSolversAgree proves the examples with two solvers that have to agree on
// every question.
func TestSlowSolversAgree(t *testing.T) {
	for _, path := range oneIn(6, examples(t, false)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			status, out, errs := rlv(t, "", "verify", "--solver", "both", "--jobs", "1", "--timeout", "20s", path)
			open := status == report.Undecided.Exit() && slices.Contains(openWithBoth, filepath.Base(path))
			if status != report.Proved.Exit() && !open || strings.Contains(errs, "disagree") {
				t.Errorf("status %d\n%s%s", status, out, errs)
			}
		})
	}
}

// TestSlowWrongVariants checks that no wrong variant is proved: the worst defect
// that there could be.
func TestSlowWrongVariants(t *testing.T) {
	beside := map[string]int{}
	for _, path := range examples(t, true) {
		name := filepath.Base(path)
		beside[name[:strings.LastIndexAny(name, "-")]+filepath.Ext(name)]++
	}
	for _, path := range oneIn(8, examples(t, true)) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if want := expectation(t, path); want != "not proved" {
				t.Fatalf("a wrong variant expects %q", want)
			}
			status, out, errs := rlv(t, "", "verify", "--solver", "both", "--jobs", "1", "--timeout", "1s", path)
			if strings.Contains(errs, "disagree") {
				t.Error(errs)
			}
			if status != report.NotProved.Exit() && status != report.Undecided.Exit() {
				t.Errorf("status %d\n%s%s", status, out, errs)
			}
			if !strings.Contains(out, "FAIL") && !strings.Contains(out, "UNKNOWN") {
				t.Errorf("no goal fails\n%s", out)
			}
			if inRules.MatchString(libraries.ReplaceAllString(out, "")) {
				t.Errorf("what fails is told of in terms of rules\n%s", out)
			}
		})
	}
	for _, path := range examples(t, false) {
		if n := beside[filepath.Base(path)]; n < 3 {
			t.Errorf("%s has %d wrong variants beside it, want 3", path, n)
		}
	}
}

// unconfirmed are the wrong variants that no run refutes: most of them as the program does what it should, and what is
// said within is too weak to prove it. Of the others no small values show what is wrong, or nobody wrote what is.
var unconfirmed = []string{"accounts-4.cink", "allocate-4.cink", "area-2.cink", "cards-3.cink", "cards-4.cink", "cards-5.cink", "fill-3.cink", "floyd-warshall-4.cink", "gcd-1.cink", "hash-3.cink", "hash-4.cink",
	"max-position-2.cink", "max3-1.cink", "parts-3.cink", "push-1.cink", "push-5.cink", "push-6.cink", "read-max-3.cink", "squares-1.cink", "sum-1.cink", "vector-1.cink",
	"nested-3.imp", "product-3.imp", "square-3.imp", "sum-1.imp", "zero-search-2.imp"}

// TestSlowWrongVariantsAreRefuted checks that of what is wrong a run is shown.
func TestSlowWrongVariantsAreRefuted(t *testing.T) {
	for _, path := range oneIn(8, examples(t, true)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			_, out, errs := rlv(t, "", "verify", "--jobs", "1", "--timeout", "20s", path)
			if refuted := strings.Contains(out, "refuted:"); refuted == slices.Contains(unconfirmed, filepath.Base(path)) {
				t.Errorf("refuted: %v\n%s%s", refuted, out, errs)
			}
		})
	}
}

// libraries finds the names of those that are shipped, which look like cells.
var libraries = regexp.MustCompile(`<(arrays|numbers|strings)>`)

// inRules finds terms of a definition in the report on a program.
var inRules = regexp.MustCompile(`(\+|-|\*|<|<=|==|=/=|>|>=)(Int|K|Bool|String)\b|~>|#[a-z]|</?[a-z]+>|\brule:|the rule |\.[A-Z][a-z]+s\b|condition:|\bcool:`)

// runs returns the programs that have an expected output.
func runs(t *testing.T) []string {
	t.Helper()
	outs, err := filepath.Glob("../../examples/*/run/*.out")
	if err != nil || len(outs) == 0 {
		t.Fatal("there are no programs to run", err)
	}
	var paths []string
	for _, o := range outs {
		for _, ext := range languages.Extensions() {
			if p := strings.TrimSuffix(o, ".out") + ext; fileExists(p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func readIf(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

func TestRunsGiveTheirOutput(t *testing.T) {
	for _, path := range runs(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			base := strings.TrimSuffix(path, filepath.Ext(path))
			status, out, errs := rlv(t, readIf(base+".in"), "run", path)
			if status != 0 || out != readIf(base+".out") {
				t.Errorf("status %d, output\n%s\nwant\n%s\n%s", status, out, readIf(base+".out"), errs)
			}
		})
	}
}

// TestRunsAgreeWithCompiler compares with the output of g++, where it takes the program.
func TestRunsAgreeWithCompiler(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("g++ is not installed")
	}
	compared := 0
	for _, path := range runs(t) {
		exe := filepath.Join(t.TempDir(), "a.out")
		if exec.Command(gxx, "-x", "c++", "-o", exe, path).Run() != nil {
			continue
		}
		base := strings.TrimSuffix(path, filepath.Ext(path))
		cmd := exec.Command(exe)
		cmd.Stdin = strings.NewReader(readIf(base + ".in"))
		want, err := cmd.Output()
		if err != nil {
			continue
		}
		compared++
		if _, out, _ := rlv(t, readIf(base+".in"), "run", path); out != string(want) {
			t.Errorf("%s: output\n%s\nthe compiled program's\n%s", path, out, want)
		}
	}
	if compared == 0 {
		t.Error("no program was compared")
	}
}

func TestStuckRunsSayWhere(t *testing.T) {
	paths, _ := filepath.Glob("../../examples/*/run/stuck/*")
	if len(paths) == 0 {
		t.Fatal("there are no stuck programs")
	}
	for _, path := range paths {
		if !languages.Known(path) {
			continue
		}
		status, _, errs := rlv(t, readIf(strings.TrimSuffix(path, filepath.Ext(path))+".in"), "run", path)
		at, ok := strings.CutPrefix(expectation(t, path), "stuck at ")
		if status != report.NotProved.Exit() || !ok || !strings.Contains(errs, filepath.Base(path)+":"+at+": error: the program is stuck: ") || !strings.Contains(errs, "^") {
			t.Errorf("%s: status %d\n%s", path, status, errs)
		}
		if strings.Contains(errs, "no rule applies") {
			t.Errorf("%s: the reason is not given in words\n%s", path, errs)
		}
	}
}

// A report that cannot be written is an error, whatever it would have said.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	paths := examples(t, false)
	on := func(format string) []string { return []string{"verify", "--format", format, paths[0]} }
	for _, args := range [][]string{on("text"), on("json"), on("sarif"), on("junit"), {"verify", paths[0], paths[1]}, {"goals", paths[0]}, {"--help"},
		{"verify", "--output", "sarif=/dev/full", paths[0]}} {
		cmd := exec.Command("rlv", args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		if slices.Contains(args, "--output") {
			cmd.Stdout = io.Discard // only the file is on the full disk
		}
		_ = cmd.Run()
		if cmd.ProcessState.ExitCode() != report.WrongInput.Exit() || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%v: status %d, %s", args, cmd.ProcessState.ExitCode(), errs.String())
		}
	}
}
