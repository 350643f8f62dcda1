package main

import (
	"os"
	"path/filepath"
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
