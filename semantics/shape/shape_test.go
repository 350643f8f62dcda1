package shape

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	os.Exit(m.Run())
}

// definition is a language with all that attributes can say; %s stands in the place of
// one production.
const definition = `module M-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Pgm   ::= Stmts
  syntax Exp   ::= Id | Int
                 | Exp "+" Exp
                 | base: Exp "." Id                                  [part(base)]
                 | name: Id "(" args: Exps ")"                       [call(name, args), library(abs, min)]
                 | target: Exp "=" Exp                               [assigns(target)]
                 | "(" Exp ")"                                       [bracket]
  syntax Exps  ::= List{Exp, ","}
  syntax Param ::= "int" name: Id                                    [parameter(name)]
  syntax Params ::= List{Param, ","}
  syntax Block ::= "{" Stmts "}"
  syntax Stmt  ::= Block
                 | target: Exp ":=" Exp ";"                          [assigns(target)]
                 | "var" names: Exps ";"                             [declares(names), declaration]
                 | "while" cond: Exp body: Stmt                      [loop(cond, body)]
                 | "times" Exp body: Stmt                            [iterates(body)]
                 | "switch" Stmt                                     [catches(loop)]
                 | "break"                                           [leaves(loop)]
                 | "next"                                            [leaves(body)]
                 | "return"                                          [leaves(function)]
                 | "fun" name: Id "(" params: Params ")" body: Block [procedure(name, params, body)]
                 | "fun" Id "(" Params ")" ";"
  syntax Stmts ::= List{Stmt, ""}
endmodule
module M
  imports M-SYNTAX
  imports DOMAINS
  configuration <k> $PGM:Pgm </k>
  syntax KItem ::= "#value" "(" Exp ")" [probe(value)]
                 | "#start"             [probe(start)]
endmodule
`

func load(t *testing.T, text string) (*compile.Definition, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.k")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return compile.Load(path, compile.Options{CacheDir: "off"})
}

// A misspelt argument is an error where it stands, with the word that was meant.
func TestMisspeltArguments(t *testing.T) {
	cases := [][3]string{ // attribute as it should be, the word in it, as it is
		{"loop(cond, body)", "body", "bodi"},
		{"iterates(body)", "body", "bdoy"},
		{"procedure(name, params, body)", "params", "param"},
		{"parameter(name)", "name", "nmae"},
		{"call(name, args)", "args", "arsg"},
		{"declares(names)", "names", "name"},
		{"assigns(target)", "target", "tagret"},
		{"part(base)", "base", "bases"},
		{"catches(loop)", "loop", "lop"},
		{"leaves(function)", "function", "functin"},
		{"leaves(body)", "body", "boby"},
	}
	for _, c := range cases {
		t.Run(c[0], func(t *testing.T) {
			misspelt(t, definition, c[0], c[1], c[2])
		})
	}
	for _, kind := range kdef.ShapeWords("probe") {
		t.Run("probe("+kind+")", func(t *testing.T) {
			wrong := kind[:1] + kind[2:] // its second letter is missing
			misspelt(t, strings.Replace(definition, "[probe(value)]", "[probe("+kind+")]", 1), "probe("+kind+")", kind, wrong)
		})
	}
}

// misspelt checks that an attribute with a misspelt word is refused at the word.
func misspelt(t *testing.T, text, attribute, word, wrong string) {
	t.Helper()
	at := strings.Index(text, "["+attribute)
	if at < 0 {
		t.Fatalf("there is no %s", attribute)
	}
	at += strings.Index(text[at:], word)
	_, err := load(t, text[:at]+wrong+text[at+len(word):])
	if err == nil {
		t.Fatalf("%s for %s is accepted", wrong, word)
	}
	line, column := source.NewFile("m.k", text).Position(at)
	for _, want := range []string{fmt.Sprintf("m.k:%d:%d: error", line, column), "did you mean " + word + "?", "[bad-attribute]"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s for %s: no %q in\n%v", wrong, word, want, err)
		}
	}
}

// What kdef accepts is what is known here.
func TestWordsAreKnown(t *testing.T) {
	probes := []Probe{Start, Frame, Input, Output, Invoke, InvokeInside, Outcome, Declare, Value, Array, Explain, Beyond, Havoc, Forget, HavocPart, ForgetPart, Typed, Many, Variable, ManyPart, LedPart, Lead, Open, Local, Loosen, Tests, Allocated, Grant}
	var names []string
	for _, p := range probes {
		names = append(names, string(p))
	}
	slices.Sort(names)
	if words := kdef.ShapeWords("probe"); !slices.Equal(words, names) {
		t.Errorf("kdef has the probes %v, here are %v", words, names)
	}
	jumps := []string{string(LeavesBody), string(LeavesFunction), string(LeavesLoop)}
	if words := kdef.ShapeWords("leaves"); !slices.Equal(words, jumps) {
		t.Errorf("kdef has the jumps %v, here are %v", words, jumps)
	}
}

// What the attributes of a language say about a program in it.
func TestShapes(t *testing.T) {
	d, err := load(t, definition)
	if err != nil {
		t.Fatal(err)
	}
	s := Of(d)
	program := func(text string) *term.Term {
		p, err := d.ParseProgram(source.NewFile("p.m", text))
		if err != nil {
			t.Fatal(text, err)
		}
		return p.Term
	}
	for text, want := range map[string]string{
		"x := 1;":                 "assigns x",
		"x.y := f(z);":            "assigns a part of x, calls f, variables x y z",
		"var x, y;":               "declares x y, is a declaration",
		"var x.y = 1, u = 2;":     "assigns u, assigns a part of , declares x u, is a declaration",
		"var x.y = (z.w = 1);":    "assigns , assigns a part of z, declares x, is a declaration",
		"x.y = 1 := 2;":           "assigns , assigns a part of x",
		"while x { break }":       "is a loop, leaves nothing",
		"times 3 { next }":        "leads to a loop, leaves nothing",
		"switch break":            "leaves nothing",
		"{ break next }":          "leaves loop body",
		"{ x := f(g()); return }": "calls f g, leaves function",
		"fun f(int a) {}":         "is a procedure f of a, is a header",
		"fun f(int a);":           "is a header",
	} {
		got := describe(s, s.Flatten(program(text))[0])
		for _, part := range strings.Split(want, ", ") {
			if !strings.Contains(got, part+";") {
				t.Errorf("%s: no %q in %s", text, part, got)
			}
		}
		if n := strings.Count(got, " is "); n != strings.Count(" "+want, " is ") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if n := len(s.Flatten(program("x := 1; y := 2; break"))); n != 3 {
		t.Errorf("%d statements, want 3", n)
	}
	for _, name := range s.Called(program("x := min(f(abs));")) {
		if s.IsLibrary(name) != (name.Text() == "min") {
			t.Errorf("%s is in the library: %v", name.Text(), s.IsLibrary(name))
		}
	}
	if s.Probe(Value) == nil || !s.IsProbe(s.Probe(Start)) || s.Probe(Havoc) != nil || len(s.Probes()) != 2 {
		t.Error("the probes are value and start")
	}
}

// describe says what is known of a statement.
func describe(s *Shape, t *term.Term) string {
	names := func(ts []*term.Term) string {
		var out []string
		for _, t := range ts {
			out = append(out, t.Text())
		}
		return strings.Join(out, " ")
	}
	out := " "
	if s.LoopBody(t) != nil {
		out += "is a loop; "
	} else if s.Iterated(t) != nil {
		out += "leads to a loop; "
	}
	if name, params, _, ok := s.Procedure(t); ok {
		out += "is a procedure " + name.Text() + " of " + names(s.RootNames(params)) + "; "
	}
	if s.IsHeader(t) {
		out += "is a header; "
	}
	if s.IsDeclaration(t) {
		out += "is a declaration; "
	}
	whole, part := s.Assigned(t)
	out += "assigns " + names(whole) + "; assigns a part of " + names(part) + "; declares " + names(s.Declared(t)) +
		"; calls " + names(s.Called(t)) + "; variables " + names(s.Variables(t)) + "; leaves"
	j := s.JumpsOf(t)
	for _, jump := range []struct {
		is   bool
		what string
	}{{j.Loop, "loop"}, {j.Body, "body"}, {j.Function, "function"}, {j == Jumps{}, "nothing"}} {
		if jump.is {
			out += " " + jump.what
		}
	}
	return out + ";"
}
