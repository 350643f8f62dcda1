package verify

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"rlv/proofs/check"
	"rlv/proofs/kernel"
)

// compared are the examples of the larger language whose obligations are compared.
var compared = []string{"sum", "swap", "fill", "search", "reverse", "division", "max3", "factorial", "accounts", "partition", "even-odd", "stack", "rotate", "dutch-flag", "allocate"}

// coqc compiles a file in the directory of a certificate, and returns what Coq says against it.
func coqc(t *testing.T, dir, name, text string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "certificate", name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("coqc", "-q", "-R", "lib", "Rlv", "-R", "certificate", "Cert", filepath.Join("certificate", name))
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return err.Error() + "\n" + string(out)
	}
	return ""
}

// The kernel in Go and that in Coq come to the same obligations, one by one, of the examples of the
// smaller language and some of the larger one.
func TestSlowCoqComesToTheSameObligations(t *testing.T) {
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	for _, name := range compared {
		paths = append(paths, "../examples/cink/"+name+".cink")
	}
	compiled := map[string]string{} // directories with the library and a language, by extension
	total := 0
	for _, path := range paths {
		c, text := certified(t, path)
		l := languageOf(t, path)
		all, err := check.Obligations(c, l)
		if err != nil {
			t.Fatal(err)
		}
		dir := compiled[filepath.Ext(path)]
		first := dir == ""
		if first {
			dir = languageInCoq(t, text, compiled)
			compiled[filepath.Ext(path)] = dir
		}
		agrees := func() string {
			return coqc(t, dir, "Agreement.v", c.Agreement(&l.Language, all))
		}
		if out := agrees(); out != "" {
			t.Errorf("%s: %s", path, out)
		}
		for _, os := range all {
			total += len(os)
		}
		if !first {
			continue
		}
		// A difference is seen.
		last := all[len(all)-1]
		if all[len(all)-1] = last[:len(last)-1]; agrees() == "" {
			t.Error("an obligation less is no difference")
		}
		other := *last[0]
		other.Conclusion = kernel.Not(other.Conclusion)
		if all[len(all)-1] = append([]*kernel.Obligation{&other}, last[1:]...); agrees() == "" {
			t.Error("another conclusion is no difference")
		}
	}
	t.Logf("%d obligations of %d certificates", total, len(paths))
}

// languageInCoq is a directory in which the library and the language of a certificate are compiled; the
// library is that of another, if there is one.
func languageInCoq(t *testing.T, text []byte, others map[string]string) string {
	t.Helper()
	file, dir := filepath.Join(t.TempDir(), "certificate"), filepath.Join(t.TempDir(), "coq")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ExportCertificate(file, Language{}, "coq", dir); err != nil {
		t.Fatal(err)
	}
	for _, other := range others {
		if err := errors.Join(os.RemoveAll(filepath.Join(dir, "lib")), os.Symlink(filepath.Join(other, "lib"), filepath.Join(dir, "lib"))); err != nil {
			t.Fatal(err)
		}
		break
	}
	library(t, dir)
	language, err := os.ReadFile(filepath.Join(dir, "certificate", "Language.v"))
	if err != nil {
		t.Fatal(err)
	}
	if out := coqc(t, dir, "Language.v", string(language)); out != "" {
		t.Fatal(out)
	}
	return dir
}
