package languages

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"

	"github.com/rogpeppe/go-internal/txtar"
)

// standard returns the programs of testdata/standard.txtar, each with what it
// prints; the first comment of one that is stuck says so.
func standard(t *testing.T) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile("testdata/standard.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return a.Files
}

// printed is what the comment in front of a program says that it prints.
func printed(t *testing.T, f txtar.File) (text string, stuck bool) {
	t.Helper()
	first, _, _ := strings.Cut(string(f.Data), "\n")
	if first == "// stuck" {
		return "", true
	}
	text, err := strconv.Unquote(strings.TrimPrefix(first, "// prints "))
	if err != nil {
		t.Fatalf("%s: %q: %v", f.Name, first, err)
	}
	return text, false
}

func TestStandardPrograms(t *testing.T) {
	d, err := Load("x.cink", kdef.Options{IntWidth: 32})
	if err != nil {
		t.Fatal(err)
	}
	engine := rewrite.New(d)
	for _, f := range standard(t) {
		want, stuck := printed(t, f)
		got, err := interpret(engine, string(f.Data), "")
		if stuck != (err != nil) || !stuck && got != want {
			t.Errorf("%s: %v, prints %q; want %q, stuck %v", f.Name, err, got, want, stuck)
		}
	}
}

// TestSlowStandardProgramsCompiled asks the compiler and its sanitizers about the
// programs that are not stuck.
func TestSlowStandardProgramsCompiled(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("g++ is not installed; `make deps` installs it")
	}
	var texts, wants []string
	for _, f := range standard(t) {
		if want, stuck := printed(t, f); !stuck {
			texts, wants = append(texts, string(f.Data)), append(wants, want)
		}
	}
	exe := compiled(t, gxx, texts, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	for i, want := range wants {
		if got, err := execute(exe, i, ""); err != nil || got != want {
			t.Errorf("%v: the compiled program prints %q\n%s", err, got, texts[i])
		}
	}
}
