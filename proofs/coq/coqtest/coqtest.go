// Package coqtest has what tests with Coq need: the compiled library, and processes of Coq.
package coqtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"rlv/proofs/coq"
)

// Needed skips a test where there is no Coq, but not where everything has to be tested (CI is set).
func Needed(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		if os.Getenv("CI") == "" {
			t.Skip("coqc is not installed (Debian's package coq)")
		}
		t.Fatal(err)
	}
}

// Library is a directory with the compiled library, for reading. It is compiled once for all tests of all
// packages: it stays in the user's cache, under a name that says of which text and by which Coq.
func Library(t testing.TB) string {
	t.Helper()
	Needed(t)
	version, _, err := Run(".", "coqc", "--print-version")
	if err != nil {
		t.Fatal(err)
	}
	files, sum := coq.Library(), sha256.New()
	fmt.Fprintln(sum, version)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "rlv", fmt.Sprintf("coq-%x", sum.Sum(nil)[:12]))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "making")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(made)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(made, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, _, err := Run(made, "make", "-s", "all"); err != nil {
		t.Fatal(err, out)
	}
	// Another process may have been quicker.
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	return dir
}

// Run returns what a command writes in a directory, and the seconds of CPU that it takes. Coq reads terms
// that are deeply nested, as large programs are, by recursion: the stack is as large as may be. Make says
// the same whether the test is called by another make or not.
func Run(dir string, args ...string) (string, float64, error) {
	c := exec.Command("sh", append([]string{"-c", `ulimit -s $(ulimit -Hs); unset MAKELEVEL MAKEFLAGS MFLAGS; exec "$@"`, "sh"}, args...)...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	seconds := 0.0
	if c.ProcessState != nil {
		seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	}
	if err != nil {
		err = fmt.Errorf("%v: %w\n%s", args, err, out)
	}
	return string(out), seconds, err
}
