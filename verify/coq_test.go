package verify

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// library compiles the library of Coq once; it skips the test where there is no Coq, but not
// where everything has to be tested.
func library(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		if os.Getenv("CI") == "" {
			t.Skip("coqc is not installed")
		}
		t.Fatal(err)
	}
	if out, err := exec.Command("make", "-C", filepath.Join(dir, "lib")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// inCoq are the examples of the larger language that are taken to Coq: its language takes
// seconds to read each time.
var inCoq = []string{"sum", "swap", "max3", "division", "fill", "search", "reverse"}

// Coq proves every example of the smaller language, and some of the larger one, from its certificate: its kernel comes to as many obligations as that
// in Go, each of which a tactic proves, and the theorem rests on no axiom but those of the file, and
// on the equations of the language's functions.
func TestSlowCoqProvesTheExamples(t *testing.T) {
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	for _, name := range inCoq {
		paths = append(paths, "../examples/cink/"+name+".cink")
	}
	compiled := ""
	for _, path := range paths {
		dir := filepath.Join(t.TempDir(), "coq")
		file := filepath.Join(t.TempDir(), "certificate")
		_, text := certified(t, path)
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ExportCertificate(file, Language{}, "coq", dir); err != nil {
			t.Fatal(err)
		}
		if compiled == "" {
			library(t, dir)
			compiled = filepath.Join(dir, "lib")
		} else if err := errors.Join(os.RemoveAll(filepath.Join(dir, "lib")), os.Symlink(compiled, filepath.Join(dir, "lib"))); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("make", "-C", dir).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "Closed under the global context") {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
}
