package compile

import (
	"slices"
	"strings"
	"testing"

	"rlv/semantics/source"
)

const overloading = `module OVERLOADING-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Pgm    ::= List{Item, ""}
  syntax Body   ::= "{" Pgm "}"
  syntax Exp    ::= Id | Int
                  | name: Id "(" args: Exps ")"                 [call(name, args), library(max)]
                  | base: Exp "[" "]"                           [part(base)]
                  > target: Exp "=" Exp                         [assigns(target)]
  syntax Exps   ::= List{Exp, ","}
  syntax Kind   ::= "int" | "char" | "none"
  syntax Param  ::= Kind | kind: Kind name: Exp                 [parameter(name)]
  syntax Params ::= List{Param, ","}
  syntax Item   ::= Body | Exp ";"
                  | "fun" name: Id "(" params: Params ")" body: Body   [procedure(name, params, body), overloaded]
                  | "fun" name: Id "(" params: Params ")" ";"          [prototype(name, params), overloaded]
                  | "one" name: Id "(" params: Params ")" body: Body   [procedure(name, params, body)]
endmodule
module OVERLOADING
  imports OVERLOADING-SYNTAX
  configuration <k> $PGM:Pgm </k>
endmodule
`

// TestOverloadsAreToldApart checks which names procedures of one name get, and which calls.
func TestOverloadsAreToldApart(t *testing.T) {
	d := loadText(t, "overloading", overloading)
	tidy := func(text string) string {
		return strings.ReplaceAll(strings.NewReplacer(" ", "", ".Pgm", "", ".Exps", "", ".Params", "").Replace(text), ",)", ")")
	}
	for text, want := range map[string]string{
		"fun f(int a) { f(1); } fun g() { f(2); }":                           "fun f(int a) { f(1); } fun g() { f(2); }",
		"one f(int a) { } one f(char a) { } f(1);":                           "one f(int a) { } one f(char a) { } f(1);",
		"fun f(int a) { } fun f(int b) { } f(1);":                            "fun f(int a) { } fun f(int b) { } f(1);",
		"fun f(int a) { } fun f(int a, int b) { } f(1); f(1, 2); f();":       "fun f~1(int a) { } fun f~2(int a, int b) { } f~1(1); f~2(1, 2); f();",
		"fun f(int a) { } fun f(char a) { } f(1);":                           "fun f~1(int a) { } fun f~2(char a) { } f(1);",
		"fun f(int a) { f(1); } fun f(char a) { } ":                          "fun f~1(int a) { f~1(1); } fun f~2(char a) { }",
		"fun f(char); fun f( int ); fun f(int a) { f(1); } fun f(char a) {}": "fun f~2(char); fun f~1(int); fun f~1(int a) { f(1); } fun f~2(char a) { }",
		"fun f(int a[]) { } fun f(int a) { } fun f(int b [] );":              "fun f~1(int a[]) { } fun f~2(int a) { } fun f~1(int b[]);",
		"fun f(int a, int b = 2); fun f(int a, int b) { } fun f() { } f(1);": "fun f~1(int a, int b = 2); fun f~1(int a, int b) { } fun f~2() { } f~1(1);",
		"fun f(none) { } fun f(int a) { } f();":                              "fun f~1(none) { } fun f~2(int a) { } f~1();",
		"max(1); one max(int a) { }":                                         "max(1); one max(int a) { }",
		"fun max(int a) { } fun max(int a, int b) { } max(1);":               "fun max~1(int a) { } fun max~2(int a, int b) { } max~1(1);",
	} {
		p, err := d.ParseProgram(source.NewFile("x", text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := tidy(p.Term.String()); got != tidy(want) {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
		if strings.Contains(want, "~") && (p.Written("f~1") != "f" && p.Written("max~2") != "max" || p.Written("g") != "g") {
			t.Errorf("%s: %s and %s are written for f~1 and g", text, p.Written("f~1"), p.Written("g"))
		}
	}
	for text, want := range map[string][]string{
		"fun f(int a) { } f(1); fun f(int a, int b) { }":                              nil,
		"fun f(int a) { } f(1, 2); fun f(int a, int b) { }":                           {"17: a function f stands behind this call of one of several: declare it before"},
		"fun f(int a) { } fun f(char a) { } f(1); fun f(char a[]) { }":                {"35: a function f stands behind this call of one of several: declare it before"},
		"fun f(int a) { } fun f(char a) { } fun f(char a[]);":                         {"39: there are several functions f, and none of them that has a body has parameters which are written in this way"},
		"max(1); fun max(int a) { }":                                                  {"0: the program's own max stands behind this call, which may be one of the library's: declare it before"},
		"fun max(int a); max(1); fun max(int a) { }":                                  nil,
		"max(1); fun max(int a) { } fun max(char a) { } fun g() { } fun g(int a) { }": {"0: the program's own max stands behind this call, which may be one of the library's: declare it before"},
	} {
		_, err := d.ParseProgram(source.NewFile("x", text))
		if got := placed(err); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", text, got, want)
		}
	}
}
