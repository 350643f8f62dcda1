// Package rlv_test holds the tests of the project's own rules: the order of
// imports, that only definition files know a language, and how comments begin.
package rlv_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// order is the order of the packages: each may import those before it.
var order = []string{
	"process/processtest",
	"semantics/bitset",
	"semantics/source", "semantics/stored", "semantics/term", "semantics/kdef", "semantics/grammar", "semantics/compile",
	"semantics/shape", "semantics/compose",
	"semantics/rewrite", "semantics/rewrite/rewritetest", "semantics/pattern", "semantics/search", "semantics/languages", "interpret", "proofs", "proofs/logic", "proofs/logic/logictest", "proofs/kernel", "proofs/certificate", "proofs/encode", "proofs/certify", "proofs/check", "proofs/coq", "proofs/coq/coqtest", "proofs/export",
	"prover/smt/internal/fol", "prover/smt/internal/sexpr", "prover/smt/internal/linear", "prover/smt/internal/translate",
	"prover/smt/internal/termmap", "prover/smt/internal/ackermann", "prover/smt/internal/bounds", "prover/smt/internal/difference", "prover/smt/internal/columns", "prover/smt/internal/loose", "prover/smt/internal/nonlinear", "prover/smt/internal/parted", "prover/smt/internal/instantiate", "prover/smt/internal/bitvector", "prover/smt/internal/arith", "prover/smt/internal/smtlib", "prover/smt/internal/z3",
	"prover/smt", "prover", "prover/replay", "report/drawing", "report/drawing/drawingtest", "report/walk", "report",
	"explore/page",
	"annotate/syntax", "annotate/library", "annotate/ghost", "annotate/marks", "annotate/meaning", "annotate/attach", "annotate/logic", "annotate/alias", "annotate/carried", "annotate/allocation", "annotate/meter", "annotate/rounds", "annotate/ways", "annotate/taken", "annotate/passage", "annotate/declared", "annotate/ahead", "annotate/nested", "annotate/approach", "annotate", "specification",
	"verify", "explore", "progress", "process", "cmd/rlv",
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

// parsed calls f with every file.
func parsed(t *testing.T, f func(fset *token.FileSet, path string, file *ast.File)) {
	t.Helper()
	for _, path := range goFiles(t) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		f(fset, path, file)
	}
}

// A doc comment begins with the name of what it stands on, or with an article.
func TestCommentsNameWhatTheyStandOn(t *testing.T) {
	parsed(t, func(fset *token.FileSet, path string, file *ast.File) {
		check := func(doc *ast.CommentGroup, names ...string) {
			text := doc.Text()
			if text == "" { // none, or a directive
				return
			}
			first := strings.TrimRight(strings.Fields(text)[0], ",:;")
			if !slices.Contains(append(names, "A", "An", "The"), first) {
				t.Errorf("%s: the comment on %s begins with %q", fset.Position(doc.Pos()), strings.Join(names, ", "), first)
			}
		}
		check(file.Doc, "Package", "Command")
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				check(d.Doc, d.Name.Name)
			case *ast.GenDecl:
				if d.Tok == token.IMPORT {
					continue // the comment on C is a text in C
				}
				var all []string
				for _, spec := range d.Specs {
					names := declared(spec)
					check(docOf(spec), names...)
					all = append(all, names...)
				}
				check(d.Doc, all...)
			}
		}
	})
}

// declared returns the names that a specification in a declaration declares.
func declared(spec ast.Spec) []string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		var names []string
		for _, n := range spec.Names {
			names = append(names, n.Name)
		}
		return names
	}
	return nil
}

// docOf returns the doc comment of a specification inside a group.
func docOf(spec ast.Spec) *ast.CommentGroup {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return spec.Doc
	case *ast.ValueSpec:
		return spec.Doc
	}
	return nil
}

// Files that the comment of a package names are in its directory, or stand with
// their path.
func TestPackageCommentsNameFilesThatExist(t *testing.T) {
	name := regexp.MustCompile(`[\w./-]*\w\.go\b`)
	parsed(t, func(_ *token.FileSet, path string, file *ast.File) {
		for _, f := range name.FindAllString(file.Doc.Text(), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), f)); err == nil {
				continue
			}
			if _, err := os.Stat(f); err != nil {
				t.Errorf("%s: the comment of the package names %s, which does not exist", path, f)
			}
		}
	})
}

// Tests that compile definitions have them verified, and keep out of the user's
// cache.
func TestDefinitionsAreVerifiedInTests(t *testing.T) {
	loads := regexp.MustCompile(`\b(compile|languages)\.(Load|Compile)\(`)
	compiles, verifies := map[string]bool{}, map[string]bool{} // directories with tests
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if dir := filepath.Dir(path); err == nil && dir != "." && loads.Match(text) {
			compiles[dir] = true
		}
		if strings.Contains(string(text), "compile.Verifying = true") {
			verifies[filepath.Dir(path)] = true
		}
		return err
	})
	if err != nil || len(compiles) == 0 {
		t.Fatal("no tests that compile definitions", err)
	}
	for dir := range compiles {
		if !verifies[dir] {
			t.Errorf("tests in %s compile definitions: its TestMain sets compile.Verifying", dir)
		}
	}
}
