package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

const naming = `module NAMING-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Pgm  ::= List{Item, ""}
  syntax Kind ::= "int" | Id | Kind "*"
  syntax Body ::= "{" Pgm "}"                       [scope]
  syntax Ids  ::= List{Id, ","}
  syntax Item ::= Body
                | "record" name: Id "{" Pgm "}"     [defines(name)]
                | "call" kind: Kind names: Ids ";"  [refers(kind), defines(names)]
                | "both" name: Id names: Ids ";"    [defines(name, names)]
                | kind: Alias Id ":" ";"            [refers(kind)]
                | "same" name: Item "as" kind: Kind [defines(name), refers(kind)]
                | kind: Kind Id ";"                 [refers(kind)]
                | "size" kind: Kind ";"             [may-refer(kind)]
  syntax Alias ::= Id | "record" Id                 [macro]
endmodule
module NAMING
  imports NAMING-SYNTAX
  rule record X:Id => X
  configuration <k> $PGM:Pgm </k>
endmodule
`

// loadText compiles a definition with the main module of a name.
func loadText(t *testing.T, name, text string) *Definition {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".k")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Load(path, Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestNamesAreDefinedBefore checks programs whose names of kinds must be known.
func TestNamesAreDefinedBefore(t *testing.T) {
	d := loadText(t, "naming", naming)
	for text, want := range map[string][]string{
		"int a;": nil,
		"record List { List * next; } List l; List * * p;": nil,
		"record A { record B { } B b; } B c;":              nil,
		"size a; size B *;":                                nil,
		"same int x; as int x y;":                          nil,
		"a b;":                                             {"0: unknown kind `a`"},
		"Lisp l; record List { } Lisp * k;":                {"0: unknown kind `Lisp`", "24: unknown kind `Lisp`; did you mean List?"},
		"record A { B b; record B { } }":                   {"11: unknown kind `B`"},
		"same int x; as x x y;":                            {"15: unknown kind `x`"},
	} {
		_, err := d.ParseProgram(source.NewFile("x", text))
		if got := placed(err); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", text, got, want)
		}
	}
}

// TestNamesOfScopes checks what names in programs stand for: what is defined in several
// scopes has several names, whatever else is called so, and nothing else has a new one.
func TestNamesOfScopes(t *testing.T) {
	d := loadText(t, "naming", naming)
	for text, want := range map[string]string{
		"record A { } A a; record A { } A b;":                                    "record A { } A a; record A { } A b;",
		"{ record A { } A a; }":                                                  "{ record A { } A a; }",
		"record A { } { A a; record A { } A b; } A c;":                           "record A { } { A a; record A_2 { } A_2 b; } A c;",
		"{ record A { } A a; } { record A { A b; } A c; } record A { } A A;":     "{ record A { } A a; } { record A_2 { A_2 b; } A_2 c; } record A_3 { } A_3 A;",
		"{ record A { } record A { } A a; } int A_2; { record A { } A * b; }":    "{ record A { } record A { } A a; } int A_2; { record A_3 { } A_3 * b; }",
		"record A { } { call A A, B; A a; { both B A; B b; A c; } B d; } A e;":   "record A { } { call A A_2, B; A_2 a; { both B_2 A_3; B_2 b; A_3 c; } B d; } A e;",
		"record A { } size A; { record A { } size A; size B; }":                  "record A { } size A; { record A_2 { } size A_2; size B; }",
		"record A { } { record A { } A A; record A x:; } A B;":                   "record A { } { record A_2 { } A_2 A; A_2 x:; } A B;",
		"record A { } record A_2 { } { record A { A_2 a; record A_2 { } } A b;}": "record A { } record A_2 { } { record A_3 { A_2 a; record A_2_2 { } } A_3 b; }",
	} {
		p, err := d.ParseProgram(source.NewFile("x", text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.NewReplacer(" .Pgm", "", " .Ids", "", " , .Ids", "", ": ;", ":;", " ,", ",", " ;", ";", " :", ":").Replace(p.Term.String()); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// placed are the messages of diagnostics and where they stand.
func placed(err error) []string {
	var several *multierror.Error
	var one *source.Diagnostic
	switch {
	case errors.As(err, &several):
		var out []string
		for _, e := range several.Errors {
			out = append(out, placed(e)...)
		}
		return out
	case errors.As(err, &one):
		return []string{fmt.Sprintf("%d: %s", one.Span.Start, one.Message)}
	}
	return nil
}
