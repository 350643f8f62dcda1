package verify

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/export"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// compared are the examples of the larger language whose obligations are compared.
var compared = []string{"sum", "swap", "fill", "search", "reverse", "division", "max3", "factorial", "accounts", "partition", "even-odd", "stack", "rotate", "dutch-flag", "insertion-sort", "count", "allocate", "countdown", "kmp", "letters", "reading"}

// compiledIn compiles a file in the directory of a certificate, and returns what Coq says against it.
func compiledIn(t *testing.T, dir, name, text string) string {
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
	newCoqc(t)
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	for _, name := range compared {
		paths = append(paths, "../examples/cink/"+name+".cink")
	}
	compiled := map[string]string{} // directories with the library and a language, by extension
	total := 0
	for _, path := range sample(paths, 8) {
		c, text := certified(t, path)
		l := languageOf(t, path)
		parts, err := check.Obligations(c, l)
		if err != nil {
			t.Fatal(err)
		}
		var all []*kernel.Obligation
		for _, p := range parts {
			all = append(all, p.Obligations...)
		}
		total += len(all)
		dir := compiled[filepath.Ext(path)]
		first := dir == ""
		if first {
			dir = languageInCoq(t, text, compiled)
			compiled[filepath.Ext(path)] = dir
		}
		agrees := func() string {
			return compiledIn(t, dir, "Agreement.v", c.Agreement(&l.Language, all))
		}
		if out := agrees(); out != "" {
			t.Errorf("%s: %s", path, out)
		}
		if !first {
			continue
		}
		// A difference is seen.
		last := all[len(all)-1]
		if all = all[:len(all)-1]; agrees() == "" {
			t.Error("an obligation less is no difference")
		}
		other := *last
		other.Conclusion = logic.Not(other.Conclusion)
		if all = append(all, &other); agrees() == "" {
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
	if _, err := ExportCertificate(t.Context(), file, Language{}, export.Options{To: "coq"}, dir); err != nil {
		t.Fatal(err)
	}
	for _, other := range others {
		if err := errors.Join(os.RemoveAll(filepath.Join(dir, "lib")), os.Symlink(filepath.Join(other, "lib"), filepath.Join(dir, "lib"))); err != nil {
			t.Fatal(err)
		}
		break
	}
	// The checker and what it is made of is all that is needed of the library.
	if out, err := exec.Command("make", "-C", filepath.Join(dir, "lib"), "Lemmas.vo").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	language, err := os.ReadFile(filepath.Join(dir, "certificate", "Language.v"))
	if err != nil {
		t.Fatal(err)
	}
	if out := compiledIn(t, dir, "Language.v", string(language)); out != "" {
		t.Fatal(out)
	}
	return dir
}

// A language of which a rule for programs has no form in the kernel has no certificates. What is left
// out for no program comes to it is named in the file of the language, and by the export.
func TestRulesWithoutForm(t *testing.T) {
	path := "../examples/imp/max.imp"
	c, _ := certified(t, path)
	l := languageOf(t, path)
	why := encode.Refusal{Label: "a.rule", Err: encode.ErrNoForm}
	l.LeftOut = append(l.LeftOut, why)
	dir := filepath.Join(t.TempDir(), "out")
	out, err := export.Write(c, l, "coq", dir)
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	out.Report(&said)
	text, err := os.ReadFile(filepath.Join(dir, "certificate", "Language.v"))
	if err != nil || !strings.Contains(string(text), "a.rule") || !strings.Contains(said.String(), "a.rule") {
		t.Error("the rule that is left out is not named:", err, said.String())
	}
	l.Refused = append(l.Refused, why)
	if _, err := check.Obligations(c, l); !errors.Is(err, encode.ErrNoForm) {
		t.Error(err)
	}
	if _, err := export.Write(c, l, "coq", filepath.Join(t.TempDir(), "out")); !errors.Is(err, encode.ErrNoForm) {
		t.Error(err)
	}
}
