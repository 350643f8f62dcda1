package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

const naming = `module NAMING-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Pgm  ::= List{Item, ""}
  syntax Kind ::= "int" | Id | Kind "*"
  syntax Item ::= "record" name: Id "{" Pgm "}"     [defines(name)]
                | "same" name: Item "as" kind: Kind [defines(name), refers(kind)]
                | kind: Kind Id ";"                 [refers(kind)]
endmodule
module NAMING
  imports NAMING-SYNTAX
  configuration <k> $PGM:Pgm </k>
endmodule
`

// TestNamesAreDefinedBefore checks programs whose names of kinds must be known.
func TestNamesAreDefinedBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "naming.k")
	if err := os.WriteFile(path, []byte(naming), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Load(path, Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"int a;": nil,
		"record List { List * next; } List l; List * * p;": nil,
		"record A { record B { } B b; } B c;":              nil,
		"same int x; as int x y;":                          nil,
		"a b;":                                             {"0: unknown kind `a`"},
		"Lisp l; record List { } Lisp * k;":                {"0: unknown kind `Lisp`", "24: unknown kind `Lisp`; did you mean List?"},
		"record A { B b; record B { } }":                   {"11: unknown kind `B`; did you mean A?"},
		"same int x; as x x y;":                            {"15: unknown kind `x`"},
	} {
		_, err := d.ParseProgram(source.NewFile("x", text))
		if got := placed(err); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", text, got, want)
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
