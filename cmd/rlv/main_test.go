package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/compile"

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
