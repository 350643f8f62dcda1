package grammar

import (
	"io/fs"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// load reads a definition from text; its main module is TEST.
func load(t testing.TB, text string) *kdef.Definition {
	t.Helper()
	def, err := kdef.Load("test.k", kdef.Options{ReadFile: func(path string) ([]byte, error) {
		if path == "test.k" {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}})
	if err != nil {
		t.Fatalf("the definition of the test: %v", err)
	}
	return def
}

// programs returns the program grammar of a definition given as text.
func programs(t testing.TB, text string) *Grammar {
	t.Helper()
	def := load(t, text)
	g, err := NewProgram(def, def.SyntaxModule)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// whole returns the span of a text in a file of its own.
func whole(text string) source.Span {
	return source.Span{File: source.NewFile("input", text), End: len(text)}
}

// outcome renders a tree, or an error as its message without positions.
func outcome(tree *Tree, err error) string {
	if err != nil {
		if d, ok := err.(*source.Diagnostic); ok {
			return "error " + d.Code
		}
		return "error " + err.Error()
	}
	return tree.String()
}

const statements = `
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Id | Bool
               | "(" Exp ")" [bracket]
               | Id "(" Exps ")"
               > "-" Exp
               > left: Exp "*" Exp | Exp "/" Exp
               > left: Exp "+" Exp | Exp "-" Exp
               > non-assoc: Exp "<" Exp | Exp "==" Exp
               > right: Exp "=" Exp
  syntax Exps ::= List{Exp,","}
  syntax Block ::= "{" "}" | "{" Stmt "}"
  syntax Stmt ::= Block | Exp ";" | "if" "(" Exp ")" Stmt
                | "if" "(" Exp ")" Stmt "else" Stmt [avoid]
                > Stmt Stmt [left]
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  configuration <T> <k> $PGM:Stmt </k> <env> .Map </env> <count> 0 </count> </T>
endmodule
`

func TestPrograms(t *testing.T) {
	g := programs(t, statements)
	tests := []struct{ name, sort, text, want string }{
		{"left assoc", "Exp", "a - b - c", "(a - b) - c"},
		{"shared left set", "Exp", "a - b + c", "(a - b) + c"},
		{"priority", "Exp", "a + b * c", "a + (b * c)"},
		{"priority on the left", "Exp", "a * b + c", "(a * b) + c"},
		{"brackets protect", "Exp", "a * (b + c)", "a * (b + c)"},
		{"brackets are dropped", "Exp", "((a))", "a"},
		{"prefix", "Exp", "- a * b", "(- a) * b"},
		{"prefix inside", "Exp", "a * - b", "a * (- b)"},
		{"right assoc", "Exp", "a = b = c", "a = (b = c)"},
		{"non-assoc", "Exp", "a < b < c", "error syntax-error"},
		{"non-assoc with another of the set", "Exp", "a < b == c", "error syntax-error"},
		{"list", "Exp", "f(a, 1)", "f ( (a , (1 , .Exps)) )"},
		{"empty list", "Exp", "f()", "f ( .Exps )"},
		{"one element", "Exp", "f(a)", "f ( (a , .Exps) )"},
		{"dangling else", "Stmt", "if (a) if (b) c; else d;", "if ( a ) (if ( b ) (c ;) else (d ;))"},
		{"sequence", "Stmt", "a; b; c;", "((a ;) (b ;)) (c ;)"},
		{"comments", "Stmt", "a; // x\n/* y */ b;", "(a ;) (b ;)"},
		{"keyword is no identifier", "Exp", "if + 1", "error syntax-error"},
		{"signed literals are operators", "Exp", "a + -1", "a + (- 1)"},
		{"no rule tokens", "Exp", "keys + 1", "keys + 1"},
		{"unterminated comment", "Stmt", "a; /* b", "error unterminated-comment"},
		{"illegal character", "Stmt", "a $ b;", "error illegal-character"},
		{"unterminated string", "Stmt", "a \"b;\n", "error unterminated-string"},
		{"end", "Stmt", "a = ", "error syntax-error"},
		{"unknown sort", "Foo", "a", "error unknown-sort"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree, err := g.Parse(whole(test.text), test.sort)
			if got := outcome(tree, err); got != test.want {
				t.Errorf("%q as %s\n got %s\nwant %s", test.text, test.sort, got, test.want)
			}
		})
	}
}

func TestSyntaxErrorsNameWhatIsExpected(t *testing.T) {
	g := programs(t, statements)
	for text, want := range map[string]string{
		"{ a = 1 }": `unexpected "}"`,
		"if a":      `unexpected "a", expected "("`,
		"if (a)":    `unexpected the end, expected a Stmt`,
	} {
		_, err := g.Parse(whole(text), "Stmt")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestAmbiguityShowsBothReadings(t *testing.T) {
	g := programs(t, `
module TEST
  imports DOMAINS-SYNTAX
  syntax Exp ::= Id | Exp "+" Exp [left] | Exp "-" Exp [left]
endmodule`)
	_, err := g.Parse(whole("a + b - c"), "Exp")
	if err == nil || !strings.Contains(err.Error(), "as (a + b) - c and as a + (b - c)") &&
		!strings.Contains(err.Error(), "as a + (b - c) and as (a + b) - c") {
		t.Errorf("got %v", err)
	}
}
