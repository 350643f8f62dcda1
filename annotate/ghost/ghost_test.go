package ghost

import (
	"os"
	"strings"
	"sync"
	"testing"

	"rlv/annotate/syntax"
	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	os.Exit(m.Run())
}

var definition = sync.OnceValues(func() (*compile.Definition, error) { return languages.Load("cink.k", kdef.Options{}) })

// revealed is a program with its ghost statements, and what is wrong with them.
func revealed(t *testing.T, text string) (*compile.Program, *compile.Program, []*source.Diagnostic) {
	t.Helper()
	d, err := definition()
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.ParseProgram(source.NewFile("p.cink", text))
	if err != nil {
		t.Fatal(err)
	}
	anns, problems := syntax.Annotations(p.Comments)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	out, problems := Reveal(d, shape.Of(d), p, anns)
	return p, out, problems
}

const around = "struct R { int x; }; int r; void bump() { r = r + 1; }\nint f(int n, int a[]) { int i = 0; @ return n; }\n"

func TestGhostsStandInTheProgram(t *testing.T) {
	for annotation, want := range map[string]string{
		"//@ghost: int k = n + a[i] * 2;\n":               "int k = n + a [ i ] * 2 ;",
		"/*@ ghost: bool k = n == 3 && i < n; */":         "bool k = n == 3 && i < n ;",
		"//@ghost: int k = 0;\n//@ghost: k = k + 1;\n":    "int k = 0 ; k = k + 1 ;",
		"while (i < n) { i++; //@assert: i > 0\n }":       "{ i ++ ; ; ",
		"if (n > 0) { //@assert: n > 0\n }":               "{ ; .Stmts }",
		"//@assert: n > 0\n":                              "int i = 0 ; return",
		"{ //@ghost: int k = 0;\n i = 1; //@assert: k\n}": "{ int k = 0",
	} {
		_, p, problems := revealed(t, strings.Replace(around, "@", annotation, 1))
		if len(problems) > 0 {
			t.Errorf("%q: %v", annotation, problems[0])
			continue
		}
		got := strings.Join(strings.Fields(strings.ReplaceAll(p.Term.String(), ", .Vals", "")), " ")
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want in it %s", annotation, got, want)
		}
		if p.Text == p.File.Text() != strings.HasPrefix(annotation, "//@assert") || len(p.Text) != len(p.File.Text()) {
			t.Errorf("%q: the text is %s", annotation, p.Text)
		}
	}
}

func TestWhatWouldTouchTheProgramIsRefused(t *testing.T) {
	for annotation, want := range map[string]string{
		"//@ghost: n = 0;\n":                                         "the program has the name n",
		"//@ghost: int r = 0;\n":                                     "the program has the name r",
		"//@ghost: R k = n;\n":                                       "R is a name of the program",
		"//@ghost: int &k = n;\n":                                    "a ghost statement is",
		"//@ghost: int *k = a;\n":                                    "a ghost statement is",
		"//@ghost: *a = 3;\n":                                        "a ghost statement is",
		"//@ghost: cout << 3;\n":                                     "a ghost statement is",
		"//@ghost: return 3;\n":                                      "a ghost statement is",
		"//@ghost: int k = n++;\n":                                   "++ and -- have effects",
		"//@ghost: int k = --n;\n":                                   "++ and -- have effects",
		"//@ghost: int k = bump();\n":                                "this does not belong in the value",
		"//@ghost: int k = &a[1];\n":                                 "this does not belong in the value",
		"//@ghost: int k = (n = 3);\n":                               "this would be an assignment within the value",
		"//@ghost: k = 3;\n":                                         "k is no ghost variable",
		"//@ghost: int k = 3; n = 2;\n":                              "\";\" does not belong",
		"//@ghost: int k = 3; // n\n":                                "in one comment",
		"//@ghost: int k k = 3\n":                                    "this is no statement of the language",
		"//@ghost: int k = n = 3\n":                                  "this would be an assignment within the value",
		"if (n > 0) //@ghost: int k = 1\n i = 2;":                    "it must be a statement of its own",
		"while (i < n) //@ghost: int k = 1\n i++;":                   "it must be a statement of its own",
		"if (n > 0) //@ghost: int k = 1;\n i = 2;":                   "without this the program is another one",
		"if (n > 0) i = 1; else //@ghost: int k = 1;\n i = 2;":       "without this the program is another one",
		"while (i < n) //@ghost: int k = 1;\n i++;":                  "without this the program is another one",
		"switch (n) { case 1: //@ghost: int k = 1;\n i = 2; break;}": "without this the program is another one",
	} {
		_, _, problems := revealed(t, strings.Replace(around, "@", annotation, 1))
		if len(problems) == 0 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%q: %v, want %s", annotation, problems, want)
		}
	}
}

// What is taken for a ghost statement gives only its variable a value, whatever the form of
// its text was taken for.
func TestOnlyItsVariableIsGivenAValue(t *testing.T) {
	d, err := definition()
	if err != nil {
		t.Fatal(err)
	}
	r := &revealer{definition: d, shape: shape.Of(d)}
	for text, harmless := range map[string][2]bool{ // as a declaration, as an assignment
		"int k = n;":       {true, false},
		"k = n;":           {false, true},
		"n = k;":           {false, false},
		"int n = k;":       {false, false},
		"int k = (n = 1);": {false, false},
		"k = (n = 1);":     {false, false},
		"int n;":           {false, false},
		"k = (*n = 1);":    {false, false},
		"int k = f();":     {false, false},
		"k = f();":         {false, false},
		"k = *n;":          {false, true},
		"*k = n;":          {false, false},
		"k = n++;":         {false, false},
		"while (n) k = 1;": {false, false},
		"break;":           {false, false},
		";":                {false, false},
	} {
		p, err := d.ParseProgram(source.NewFile("p.cink", "int k, n; int f() { "+text+" }"))
		if err != nil {
			t.Fatal(text, err)
		}
		var one *term.Term
		term.Walk(p.Term, func(u *term.Term) bool {
			if at := p.Span(u.Pos()); one == nil && !at.IsZero() && at.Text() == text {
				one = u
			}
			return true
		})
		for i, declare := range []bool{true, false} {
			if got := r.harmless(one, statement{name: "k", declare: declare}); got != harmless[i] {
				t.Errorf("%s, declaration %v: %v", text, declare, got)
			}
		}
	}
}
