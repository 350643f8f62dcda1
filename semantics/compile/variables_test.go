package compile

import (
	"slices"
	"strings"
	"testing"

	"rlv/semantics/source"
)

const introducing = `module INTRODUCING-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Pgm  ::= List{Item, ""}
  syntax Exp  ::= Id                                                [variable, provided(limit)]
  syntax Exp  ::= Int | "(" Exp ")" [bracket]
                | name: Id "(" args: Exps ")"                       [call(name, args), library(size), provided(print)]
                | "new" name: Id                                    [refers(name)]
                > left: Exp "+" Exp
  syntax Exps ::= List{Exp, ","}
  syntax Name ::= Id > "*" Name > Name "=" Exp
  syntax Body ::= "{" Pgm "}"                                       [scope]
  syntax Par  ::= "int" name: Name                                  [parameter(name)]
  syntax Pars ::= List{Par, ","}
  syntax Item ::= Body
                | "int" names: Names ";"                            [declares(names)]
                | "one" "of" names: Exps ";"                        [introduces(names)]
                | "record" name: Id ";"                             [defines(name)]
                | "fun" name: Id "(" params: Pars ")" body: Body    [procedure(name, params, body)]
                | "fun" name: Id "(" params: Pars ")" ";"           [prototype(name, params)]
                | Exp ";"
  syntax Names ::= NeList{Name, ","}
endmodule
module INTRODUCING
  imports INTRODUCING-SYNTAX
  configuration <k> $PGM:Pgm </k>
endmodule
`

// TestVariablesAreIntroduced checks programs whose variables and functions must be known.
func TestVariablesAreIntroduced(t *testing.T) {
	d := loadText(t, "introducing", introducing)
	for text, want := range map[string][]string{
		"int a; fun f ( ) { a ; }":                            nil,
		"fun f ( ) { a ; }":                                   {"12: unknown variable `a`"},
		"fun f ( int a ) { a + a ; }":                         nil,
		"fun f ( int a ) { } fun g ( ) { a ; }":               {"32: unknown variable `a`"},
		"fun f ( int a ) ; fun g ( ) { a ; }":                 {"30: unknown variable `a`"},
		"fun f ( ) { { int a ; a ; } a ; }":                   {"28: unknown variable `a`"},
		"fun f ( ) { a ; int a ; }":                           {"12: unknown variable `a`"},
		"fun f ( ) { int a , * b = a ; b ; }":                 nil,
		"fun f ( ) { int a = b ; }":                           {"20: unknown variable `b`"},
		"fun f ( ) { one of red , green ; red + green ; }":    nil,
		"fun f ( ) { g ( 1 ) ; } fun g ( int x ) ;":           nil,
		"fun f ( ) { g ( h ) ; }":                             {"12: unknown function `g`", "16: unknown variable `h`"},
		"fun f ( ) { limit ; print ( 1 ) ; }":                 nil,
		"fun f ( ) { print ; limit ( 1 ) ; }":                 {"12: unknown variable `print`"},
		"fun f ( ) { size ( 1 ) ; f ( ) ; f ; }":              nil,
		"record r ; fun f ( ) { new r ; r ( 1 ) ; }":          nil,
		"int long ; fun f ( ) { lonk ; }":                     {"23: unknown variable `lonk`; did you mean long?"},
		"a ; { b ; } g ( c ) ;":                               nil, // statements of a procedure that is not there
		"fun f ( ) { int a = a ; int b ; fun g ( ) { b ; } }": nil,
	} {
		_, err := d.ParseProgram(source.NewFile("x", text))
		if got := placed(err); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", text, got, want)
		}
	}
	// A definition that does not say what a variable is says nothing of names.
	silent := loadText(t, "introducing", strings.Replace(introducing, "[variable, provided(limit)]", "", 1))
	if _, err := silent.ParseProgram(source.NewFile("x", "fun f ( ) { a ; g ( 1 ) ; }")); err != nil {
		t.Error(err)
	}
}
