package grammar

import (
	"strings"
	"testing"

	"rlv/semantics/source"
)

func TestRegexDialect(t *testing.T) {
	tests := []struct {
		regex, text string
		want        int // length of the longest match; -1: the expression is refused
	}{
		{`[A-Za-z\_][A-Za-z0-9\_]*`, "foo_1 bar", 5},
		{`[0-9]+`, "12a", 2},
		{`[\+\-]?[0-9]+`, "-12", 3},
		{`"if"("f"|".")+`, "iff.x", 4},
		{`a{2,3}`, "aaaa", 3},
		{`[^]a]+`, "bc]", 2},
		{`[[x]+`, "[x", 2},
		{`[^\n]*`, "äöü\nx", 6},
		{`\<\d\>`, "<d>", 3},
		{`.`, "\n", 0},
		{`[[:digit:]]+`, "12", 2},
		{`(a*)*b`, "aaab", 4},
		{`a$`, "a", -1},
		{`[a`, "a", -1},
		{`{X}`, "a", -1},
		{`(`, "(", -1},
		{`a{1001}`, "a", -1},
	}
	for _, test := range tests {
		prog, err := compileRegex(test.regex, nil)
		if err != nil {
			if test.want != -1 {
				t.Errorf("%s: %v", test.regex, err)
			}
			continue
		}
		l := newLexer()
		l.addRegex(prog, 0, 0)
		if n, _, _ := l.match(test.text); n != test.want {
			t.Errorf("%s on %q: got %d, want %d", test.regex, test.text, n, test.want)
		}
	}
}

func TestNamedRegexes(t *testing.T) {
	prog, err := compileRegex(`{Word}-{Word}`, map[string]string{"Word": "{Letter}+", "Letter": "[a-z]"})
	if err != nil {
		t.Fatal(err)
	}
	l := newLexer()
	l.addRegex(prog, 0, 0)
	if n, _, _ := l.match("ab-cd-"); n != 5 {
		t.Errorf("got %d", n)
	}
	if _, err := compileRegex("{A}", map[string]string{"A": "{A}"}); err == nil {
		t.Error("a name that refers to itself is accepted")
	}
}

// lexemes returns the texts of the tokens.
func lexemes(g *Grammar, text string) string {
	tokens, _, err := g.scanner.scan(whole(text))
	if err != nil {
		return "error " + err.Error()
	}
	var all []string
	for _, t := range tokens {
		all = append(all, text[t.start:t.end])
	}
	return strings.Join(all, " ")
}

func TestRuleTokens(t *testing.T) {
	g, _ := sentences(t, strings.Replace(lattice, `"read"`, `Exp "..." Exp | "read"`, 1), "")
	for text, want := range map[string]string{
		"X:Ids":            "X :Ids",
		"X :Id":            "X :Id",
		"X::Id":            "X ::Id",
		"{X}:>Int":         "{ X } :>Int",
		"!T":               "!T",
		"! T":              "! T",
		"?_ ?X":            "?_ ?X",
		"N -1":             "N -1",
		"N - 1":            "N - 1",
		"N -Int 1":         "N -Int 1",
		"HOLE._":           "HOLE . _",
		"X.K":              "X .K",
		"N...M":            "N ... M",
		"E'=>Class'":       "E' => Class'",
		"_X _":             "_X _",
		"<k>...X...</k>":   "<k> ... X ... </k>",
		"isInt(X)":         "isInt ( X )",
		"true&&B // x\n;":  "true && B ;",
		`"a\"b" + "\\"`:    `"a\"b" + "\\"`,
		"size object":      "size object",
		".Exps.Map":        ".Exps .Map",
		"A~>B":             "A ~> B",
		"#if/**/B#then":    "#if B #then",
		"objects":          "object error",
		"X:Int:Int":        "X :Int :Int",
		"<thread> </out>":  "<thread> </out>",
		`#token("a","Id")`: `#token("a","Id")`,
	} {
		got := lexemes(g, text)
		if got != want && !(strings.HasSuffix(want, "error") && strings.HasPrefix(got, "error")) {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestLayout(t *testing.T) {
	const text = `
module TEST
  imports DOMAINS-SYNTAX
  syntax E ::= Id | E "+" E [left]
  syntax #Layout ::= r"[ \n\t]+" | r"--[^\n]*" | r"\\{\\*([^*]|\\*[^}])*\\*\\}"
endmodule`
	g := programs(t, text)
	input := "a -- one\n+ {* two *} b"
	tree, comments, err := g.ParseWithComments(whole(input), "E")
	if got := outcome(tree, err); got != "a + b" {
		t.Errorf("got %s", got)
	}
	var got []string
	for _, c := range comments {
		got = append(got, c.Text())
	}
	if strings.Join(got, "|") != "-- one|{* two *}" {
		t.Errorf("comments: %q", got)
	}
}

// In C the backslash makes the next line a part of the comment.
func TestContinuedComments(t *testing.T) {
	g := programs(t, statements)
	for _, text := range []string{"a; // one \\\nb;", "a; // one \\ \t\r\nb;", "a; //\\"} {
		if tree, err := g.Parse(whole(text), "Exp"); outcome(tree, err) != "error continued-comment" {
			t.Errorf("%q: %s", text, outcome(tree, err))
		}
	}
	if got := g.Comments(whole("a; // \\ one\nb;")); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestComments(t *testing.T) {
	g := programs(t, statements)
	const text = "//@pre: x\na; /*@inv: y */ {b;} //@post: z"
	var got []string
	for _, c := range g.Comments(whole(text)) {
		got = append(got, c.Text())
	}
	if strings.Join(got, "|") != "//@pre: x|/*@inv: y */|//@post: z" {
		t.Errorf("got %q", got)
	}
	span := source.Span{File: source.NewFile("input", text), Start: 15, End: 23}
	if tree, err := g.Parse(source.Span{File: span.File, Start: 28, End: 29}, "Exp"); outcome(tree, err) != "error syntax-error" {
		t.Errorf("got %s", outcome(tree, err))
	}
	if got := len(g.Comments(span)); got != 0 {
		t.Errorf("comments in a part without one: %d", got)
	}
}

func TestLongestMatchAndPrecedence(t *testing.T) {
	g := programs(t, `
module TEST
  syntax E ::= A | B | C | "ab" | E E [left]
  syntax A ::= r"a+" [token]
  syntax B ::= r"[ab]+" [token, prec(1)]
  syntax C ::= r"[abc]+" [token]
endmodule`)
	for text, want := range map[string]string{"a": "B", "aa": "B", "abc": "C", "ab": "E", "c": "C"} {
		tree, err := g.Parse(whole(text), "E")
		if err != nil || tree.Sort != want {
			t.Errorf("%s: got %s, want sort %s", text, outcome(tree, err), want)
		}
	}
}
