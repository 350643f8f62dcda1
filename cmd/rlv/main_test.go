package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/verify"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	testscript.Main(m, map[string]func(){"rlv": main})
}

// TestScripts runs the behaviour of the command as it is written down in
// testdata/script. With UPDATE=1 the expected outputs are rewritten.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("NO_COLOR", "1")
			env.Setenv("RLV_CACHE", filepath.Join(env.WorkDir, "cache"))
			return nil
		},
	})
}

// TestCommandIsThin: what rlv does is in its packages. The command has the flags, the
// files and the exit status, starts a worker, and knows nothing else of solvers and
// annotations.
func TestCommandIsThin(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text := readIf(path)
		lines += strings.Count(text, "\n")
		for _, name := range []string{"annotate", "prover/smt", "prover/replay"} {
			if strings.Contains(text, `"rlv/`+name) && (path != "main.go" || name != "prover/smt" || strings.Count(text, "smt.") != 1) {
				t.Errorf("%s imports %s", path, name)
			}
		}
	}
	if lines == 0 || lines > 1000 {
		t.Errorf("the command has %d lines, at most 1000 are wanted", lines)
	}
}

// Where there is no terminal nothing is shown.
func TestNoProgressWithoutTerminal(t *testing.T) {
	_, _, errs := rlv(t, "", "verify", filepath.Join("..", "..", "examples", "cink", "kmp.cink"))
	if errs != "" {
		t.Errorf("on standard error: %q", errs)
	}
}

// The help and the documentation have the same grammar and the same keys.
func TestHelpIsAsTheDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/annotations.md")
	if err != nil {
		t.Fatal(err)
	}
	help := verify.Annotations
	_, grammar, _ := strings.Cut(string(text), "    F ::=")
	grammar, _, ok := strings.Cut(grammar, "\n\n")
	if !ok || !strings.Contains(help, "F ::="+strings.ReplaceAll(grammar, "\n    ", "\n")) {
		t.Errorf("the help has not the grammar F ::=%s", grammar)
	}
	_, table, _ := strings.Cut(string(text), "|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.Lines(table) {
		keys, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		for key := range strings.SplitSeq(strings.ReplaceAll(keys, "`", ""), ", ") {
			if !regexp.MustCompile(`(?m)^  (.*, )?` + key + `\b`).MatchString(help) {
				t.Errorf("the help has not the key %s", key)
			}
		}
	}
}

// TestRunIsInterrupted interrupts runs that do not end, by themselves or within an operation, or
// wait for input: they stop within 50 ms, but for what else the machine does meanwhile.
func TestRunIsInterrupted(t *testing.T) {
	for name, statements := range map[string]string{
		"loop":      "cin >> n; while (0 < 1) { n = 1 - n; }",
		"input":     "cin >> n; cin >> n;",
		"operation": "cin >> n; n = 3; while (0 < 1) { n = n * n; }",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "endless.cink")
			text := `#include <iostream>
using namespace std;
int main() { int n; cout << "begun" << endl; ` + statements + ` return 0; }`
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			took := time.Hour
			for range 40 { // other tests run at the same time
				if took = min(took, interrupted(t, path)); took < 50*time.Millisecond {
					return
				}
			}
			t.Errorf("it took %s to stop", took)
		})
	}
}

// interrupted interrupts a run that has read a number, and returns what it takes to stop.
func interrupted(t *testing.T, path string) time.Duration {
	cmd := exec.Command("rlv", "run", path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := make([]byte, len("begun\n"))
	if _, err := io.ReadFull(out, begun); err != nil || string(begun) != "begun\n" {
		t.Fatalf("it has written %q, %v", begun, err)
	}
	if _, err := io.WriteString(in, "1\n"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	since := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if cmd.ProcessState.ExitCode() != 3 || said.String() != "rlv: interrupted\n" {
		t.Fatalf("%s, %q", cmd.ProcessState, said.String())
	}
	return time.Since(since)
}
