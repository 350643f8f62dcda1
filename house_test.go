// Package rlv_test holds the tests of the project's own rules: the order of
// imports, and that only definition files know a language.
package rlv_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// order is the order of the packages: each may import those before it.
var order = []string{
	"semantics/source", "semantics/term", "semantics/kdef", "semantics/grammar", "semantics/compile",
	"semantics/rewrite", "semantics/languages", "proofs", "prover/smt/linear", "prover/smt", "prover", "prover/replay", "report", "annotate", "cmd/rlv",
}

func goFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "." {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			out = append(out, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatal("no Go files", err)
	}
	return out
}

func TestImportsPointOneWay(t *testing.T) {
	rank := map[string]int{}
	for i, p := range order {
		rank["rlv/"+p] = i
	}
	for _, path := range goFiles(t) {
		own, ok := rank["rlv/"+filepath.ToSlash(filepath.Dir(path))]
		if !ok {
			t.Errorf("%s: its package has no place in the order", path)
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range f.Imports {
			name := strings.Trim(imp.Path.Value, `"`)
			if r, ok := rank[name]; ok && r >= own {
				t.Errorf("%s imports %s, which comes after it", path, name)
			}
		}
	}
}

func TestOnlyDefinitionsKnowLanguages(t *testing.T) {
	definitions, err := filepath.Glob("semantics/languages/*.k")
	if err != nil || len(definitions) == 0 {
		t.Fatal("no definitions", err)
	}
	var names []string
	for _, d := range definitions {
		names = append(names, regexp.QuoteMeta(strings.TrimSuffix(filepath.Base(d), ".k")))
	}
	// Examples in the help of the command name files of the languages.
	word := regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
	for _, path := range goFiles(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m := word.Find(text); m != nil {
			t.Errorf("%s names the language %s", path, m)
		}
	}
}
