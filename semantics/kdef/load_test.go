package kdef

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

var update = flag.Bool("update", false, "rewrite golden files")

// memory serves files from a map.
func memory(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if text, ok := files[filepath.ToSlash(path)]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
}

// diagnostics returns the problems in an error.
func diagnostics(t testing.TB, err error) []*source.Diagnostic {
	t.Helper()
	var all *multierror.Error
	if !errors.As(err, &all) {
		t.Fatalf("%v is no *multierror.Error", err)
	}
	var list []*source.Diagnostic
	for _, e := range all.Errors {
		var d *source.Diagnostic
		if !errors.As(e, &d) {
			t.Fatalf("%v is no *source.Diagnostic", e)
		}
		list = append(list, d)
	}
	return list
}

// report renders an error as a user would see it.
func report(t testing.TB, err error) string {
	if err == nil {
		return "ok\n"
	}
	var b strings.Builder
	for _, d := range diagnostics(t, err) {
		b.WriteString(d.Render())
	}
	return b.String()
}

// TestErrors loads each testdata/errors file; the report is the golden text.
func TestErrors(t *testing.T) {
	paths, _ := filepath.Glob("testdata/errors/*.k")
	more, _ := filepath.Glob("testdata/errors/*.md")
	for _, path := range append(paths, more...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			_, err := Load(path, Options{MainModule: "M"})
			if err == nil {
				t.Fatal("no error")
			}
			golden(t, strings.TrimSuffix(path, filepath.Ext(path))+".golden", report(t, err))
		})
	}
}

// golden compares a text with a file; -update rewrites the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestFilesThatAreNoDefinitions(t *testing.T) {
	big := strings.Repeat(" ", MaxFileSize+1)
	for name, tt := range map[string]struct{ text, code string }{
		"empty":     {"", "empty-file"},
		"blank":     {" \n// nothing\n", "empty-file"},
		"binary":    {"\x7fELF\x00\x00", "not-text"},
		"no utf-8":  {"module M\n// caf\xe9\nendmodule", "not-text"},
		"too large": {big, "file-too-large"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadText(t, Options{}, "m.k", map[string]string{"m.k": tt.text})
			found := diagnostics(t, err)
			if len(found) != 1 || found[0].Code != tt.code || found[0].Span.File == nil {
				t.Errorf("got %v, want one %s", err, tt.code)
			}
		})
	}
	for _, path := range []string{"testdata", "testdata/missing.k"} {
		_, err := Load(path, Options{})
		if found := diagnostics(t, err); len(found) != 1 || found[0].Code != "unreadable-file" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestRequires(t *testing.T) {
	files := map[string]string{
		"d/m.k":     `requires "n.k" require "domains.md" requires "domains.k" requires "lib.k" module M imports N import LIB endmodule`,
		"d/n.k":     `requires "m.k" module N endmodule`,
		"inc/lib.k": `module LIB imports DOMAINS endmodule`,
	}
	d, err := loadText(t, Options{Include: []string{"inc"}}, "d/m.k", files)
	if err != nil {
		t.Fatal(err)
	}
	if d.Main != "M" || d.SyntaxModule != "M" || len(d.Files) != 3 || len(d.Warnings) != 1 {
		t.Errorf("main %s, syntax %s, %d files, warnings %v", d.Main, d.SyntaxModule, len(d.Files), d.Warnings)
	}
	last := d.Order[len(d.Order)-1]
	if last != "M" {
		t.Errorf("modules end in %s, want M", last)
	}
	_, err = loadText(t, Options{}, "d/m.k", files)
	if found := diagnostics(t, err); len(found) != 2 || found[0].Code != "unknown-file" || found[0].Span.String() != "d/m.k:1:67" {
		t.Errorf("got %v", err)
	}
}

func TestMainAndSyntaxModule(t *testing.T) {
	files := map[string]string{"two-parts.k": "module TWO-PARTS-SYNTAX endmodule module TWO-PARTS imports TWO-PARTS-SYNTAX endmodule module OTHER endmodule"}
	d, err := loadText(t, Options{}, "two-parts.k", files)
	if err != nil || d.Main != "TWO-PARTS" || d.SyntaxModule != "TWO-PARTS-SYNTAX" || len(d.Warnings) != 1 || d.Warnings[0].Code != "unused-module" {
		t.Errorf("%v", err)
	}
	d, err = loadText(t, Options{MainModule: "OTHER", SyntaxModule: "TWO-PARTS-SYNTAX"}, "two-parts.k", files)
	if err != nil || d.Main != "OTHER" || d.SyntaxModule != "TWO-PARTS-SYNTAX" {
		t.Errorf("%v", err)
	}
	_, err = loadText(t, Options{MainModule: "NOWHERE"}, "two-parts.k", files)
	if found := diagnostics(t, err); found[0].Code != "unknown-module" || !strings.Contains(found[0].Message, "TWO-PARTS-SYNTAX, TWO-PARTS, OTHER") {
		t.Errorf("%v", err)
	}
}

func TestFunctionsDeclaredTwiceAreNoted(t *testing.T) {
	const text = `
module A
  syntax Bool ::= "f" "(" Bool ")" [function]
  syntax Bool ::= "c" "(" Bool ")"
endmodule
module B
  syntax Bool ::= "f" "(" Bool ")" [function]
  syntax Bool ::= "c" "(" Bool ")"
endmodule
module M imports A imports B endmodule`
	d, err := loadText(t, Options{SyntaxModule: "M"}, "m.k", map[string]string{"m.k": text})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Warnings) != 1 || d.Warnings[0].Code != "function-twice" || !strings.Contains(d.Warnings[0].Message, "m.k:3:19") {
		t.Errorf("warnings %v", d.Warnings)
	}
}

func TestHash(t *testing.T) {
	load := func(path, text string) [32]byte {
		d, err := loadText(t, Options{}, path, map[string]string{path: text})
		if err != nil {
			t.Fatal(err)
		}
		return d.Hash
	}
	a := load("m.k", "module M endmodule")
	if b := load("elsewhere/m.k", "module M endmodule"); a != b {
		t.Error("the directory changes the hash")
	}
	if b := load("m.k", "module M  endmodule"); a == b {
		t.Error("the text does not change the hash")
	}
}

func TestExtend(t *testing.T) {
	base := mustLoad(t, `module M imports DOMAINS syntax Pgm ::= "run" Id [strict] configuration <k> $PGM:Pgm </k> endmodule`)
	spec := map[string]string{
		"m-spec.k": `requires "m.k" module M-SPEC imports M syntax Id ::= "n" [token] claim [main]: <k> run n => .K </k> endmodule`,
		"bad.k":    `module BAD imports M configuration <k> .K </k> syntax Pgm ::= "run" Id [strict, format(%1)] endmodule`,
	}
	count, sorts := len(base.Productions), len(base.Sorts)
	d, err := base.Extend("m-spec.k", Options{ReadFile: memory(spec)})
	if err != nil {
		t.Fatal(err)
	}
	if d.Spec != "M-SPEC" || d.Main != "M" || d.Config != base.Config || d.Hash == base.Hash {
		t.Errorf("spec %s, main %s", d.Spec, d.Main)
	}
	if len(base.Productions) != count || len(base.Sorts) != sorts || len(d.Productions) != count+1 {
		t.Errorf("base has %d productions, was %d; extended %d", len(base.Productions), count, len(d.Productions))
	}
	for i, p := range base.Productions {
		if d.Productions[i] != p {
			t.Fatalf("production %d is another one", i)
		}
	}
	s, err := d.Closure("M-SPEC", false)
	if err != nil || s.Config == nil || !s.Has(d.Productions[count]) {
		t.Errorf("closure of the specification: %v", err)
	}
	spec["m.k"] = "module M endmodule"
	_, err = base.Extend("m-spec.k", Options{ReadFile: memory(spec)})
	if found := diagnostics(t, err); found[0].Code != "duplicate-module" {
		t.Errorf("another text of the same name: %v", err)
	}
	_, err = base.Extend("bad.k", Options{ReadFile: memory(spec)})
	if found := diagnostics(t, err); len(found) != 2 {
		t.Errorf("got %v", err)
	}
}

// Productions share what they are written with. One that is declared again, with names and
// an attribute, gets them without a change to what is written, nor to another definition.
func TestWhatIsWrittenStays(t *testing.T) {
	d := mustLoad(t, `module A syntax Exp ::= "a" | Exp "while" Exp endmodule
		module B imports A syntax Exp ::= cond: Exp "while" body: Exp [loop(cond, body)] endmodule
		module M imports B endmodule`)
	var written *Production
	for _, s := range d.Modules["A"].Sentences {
		if s, ok := s.(*Syntax); ok && len(s.Blocks) > 0 {
			written = s.Blocks[0].Productions[1]
		}
	}
	var made *Production
	for _, p := range d.Productions {
		if p.Attrs.Has("loop") {
			made = p
		}
	}
	if made == nil || made.Items[0].Name != "cond" || written.Items[0].Name != "" {
		t.Errorf("made %v, written %v", made, written)
	}
}
