package rlv_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What a room of the house may hold. A package or type that comes to its bound wants
// to be divided, not the bound to be raised.
const (
	maxFiles       = 20   // of a package, without tests
	maxLines       = 4000 // of a package, without tests
	maxMethods     = 60   // of a type
	maxMethodFiles = 4    // in which the methods of a type stand
)

// room is what a package holds.
type room struct {
	files, lines int
	methods      map[string]int
	methodFiles  map[string]map[string]bool
}

func roomsOf(t *testing.T, trees ...string) map[string]*room {
	rooms := map[string]*room{}
	for _, path := range goFiles(t) {
		top, _, _ := strings.Cut(path, "/")
		if !slices.Contains(trees, top) {
			continue
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		r := rooms[dir]
		if r == nil {
			r = &room{methods: map[string]int{}, methodFiles: map[string]map[string]bool{}}
			rooms[dir] = r
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		r.files++
		r.lines += strings.Count(string(text), "\n")
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				name := receiver(f.Recv.List[0].Type)
				r.methods[name]++
				if r.methodFiles[name] == nil {
					r.methodFiles[name] = map[string]bool{}
				}
				r.methodFiles[name][path] = true
			}
		}
	}
	return rooms
}

// receiver is the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestRoomsAreNotTooLarge(t *testing.T) {
	for dir, r := range roomsOf(t, "prover", "annotate", "verify", "report", "proofs") {
		if r.files > maxFiles || r.lines > maxLines {
			t.Errorf("%s has %d files with %d lines; at most %d and %d", dir, r.files, r.lines, maxFiles, maxLines)
		}
		for name, n := range r.methods {
			if files := len(r.methodFiles[name]); n > maxMethods || files > maxMethodFiles {
				t.Errorf("%s: %s has %d methods in %d files; at most %d in %d", dir, name, n, files, maxMethods, maxMethodFiles)
			}
		}
	}
}

// docs/extending.md names the files to touch and the tests that fail if one is
// forgotten. They exist.
func TestExtendingNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile("docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	rows := 0
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| To add") {
			continue
		}
		rows++
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 {
			t.Errorf("a row has %d cells: %s", len(cells), line)
			continue
		}
		quoted := regexp.MustCompile("`([^`]+)`")
		files := quoted.FindAllStringSubmatch(cells[1], -1)
		if len(files) > 4 {
			t.Errorf("%s: %d files are to be touched; at most four", cells[0], len(files))
		}
		for _, f := range files {
			if m, err := filepath.Glob(f[1]); err != nil || len(m) == 0 {
				t.Errorf("%s: there is no file %s", cells[0], f[1])
			}
		}
		named := quoted.FindAllStringSubmatch(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("%s: no test is named", cells[0])
		}
		for _, n := range named {
			if !tests[n[1]] {
				t.Errorf("%s: there is no test %s", cells[0], n[1])
			}
		}
	}
	if rows != 6 {
		t.Errorf("%d rows; want one for a built-in function, an annotation, a probe, an output format, a solver and a language", rows)
	}
}

// testNames are the names of all tests.
func testNames(t *testing.T) map[string]bool {
	out := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(text, -1) {
			out[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
