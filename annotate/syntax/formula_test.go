package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/source"
)

func spanOf(text string) source.Span {
	return source.Span{File: source.NewFile("f", text), Start: 0, End: len(text)}
}

// show writes a formula with all its brackets.
func show(n *Node) string {
	switch n.Op {
	case "number", "name":
		return n.Name
	case "true", "false", "result":
		return string(n.Op)
	}
	var args []string
	for _, a := range n.Args {
		args = append(args, show(a))
	}
	return fmt.Sprintf("(%s %s)", strings.TrimSpace(string(n.Op)+" "+n.Name), strings.Join(args, " "))
}

func TestFormulas(t *testing.T) {
	cases := [][2]string{
		{"a < b <= c", "(/\\ (< a b) (<= b c))"},
		{"a = b", "(== a b)"},
		{"a /\\ b \\/ c ==> d <==> e", "(<==> (==> (\\/ (/\\ a b) c) d) e)"},
		{"a ==> b ==> c", "(==> a (==> b c))"},
		{"a && !b || c", "(\\/ (/\\ a (! b)) c)"},
		{"1 - 2 - 3 * 4", "(- (- 1 2) (* 3 4))"},
		{"-x + y % 2", "(+ (neg x) (% y 2))"},
		{"(forall u : 1..k) (p[u] = p[q-k+u]) /\\ x", "(/\\ (forall u (== (index p u) (index p (+ (- q k) u))) 1 k) x)"},
		{"(exists v)(forall u:v+1..i-1)(f(u) < m)", "(exists v (forall u (< (app f u) m) (+ v 1) (- i 1)))"},
		{"(forall u : 0..n-1) a[u] == x /\\ y", "(/\\ (forall u (== (index a u) x) 0 (- n 1)) y)"},
		{"x & 1 + y == 0 || z", "(\\/ (== (& x (+ 1 y)) 0) z)"},
		{"a | b ^ c & ~d << 2 - 1 < e && f", "(/\\ (< (| a (^ b (& c (<< (~ d) (- 2 1))))) e) f)"},
		{"a & &b[i] & c >> 1 >> 2", "(& (& a (address (index b i))) (>> (>> c 1) 2))"},
		{"old(a[i]) == len(a) + result", "(== (old old (index a i)) (+ (len len a) result))"},
	}
	for _, c := range cases {
		n, problem := ParseFormula(spanOf(c[0]))
		if problem != nil {
			t.Errorf("%s: %v", c[0], problem)
			continue
		}
		if got := strings.ReplaceAll(show(n), "  ", " "); got != strings.ReplaceAll(c[1], "  ", " ") {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
}

func TestFormulaErrors(t *testing.T) {
	for text, column := range map[string]int{"a <": 4, "(a": 3, "a b": 3, "forall x. p": 1, "(forall : 1..2) p": 9, "a # b": 3, "f(a": 4, "old(a, b) == 1": 1, "": 1} {
		_, problem := ParseFormula(spanOf(text))
		if problem == nil {
			t.Errorf("%q is a formula", text)
			continue
		}
		if _, c := problem.Span.File.Position(problem.Span.Start); c != column {
			t.Errorf("%q: problem at column %d, want %d: %s", text, c, column, problem.Message)
		}
	}
	if _, problem := ParseFormula(spanOf(strings.Repeat("(", 100000))); problem == nil {
		t.Error("deep nesting is accepted")
	}
}

func TestAnnotationComments(t *testing.T) {
	lines := []string{"//@ pre: x > 0", "/*@inv a\n b*/", "// no", "//@bad: y", "//@post x", "//@   + 1", "//@  - n", "//@  n - 2", "//@ m", "//@  requires z", "//@  worse: z",
		"//@  post: y >", "//@\tz"}
	f := source.NewFile("f", strings.Join(lines, "\n"))
	var comments []source.Span
	at := 0
	for _, c := range lines {
		comments = append(comments, source.Span{File: f, Start: at, End: at + len(c)})
		at += len(c) + 1
	}
	anns, problems := Annotations(comments)
	var wrong []string
	for _, p := range problems {
		if p.Code != "unknown-annotation" {
			t.Errorf("%s: %s", p.Span.Text(), p.Code)
		}
		wrong = append(wrong, p.Span.Text())
	}
	if want := []string{"//@bad: y", "//@ m", "//@  requires z", "//@  worse: z"}; !slices.Equal(wrong, want) {
		t.Errorf("problems with %q, want %q", wrong, want)
	}
	var got []string
	for _, a := range anns {
		got = append(got, string(a.Key)+"="+a.OneLine())
	}
	if want := []string{"pre=x > 0", "inv=a b", "post=x + 1 - n n - 2", "post=y > z"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzFormula(f *testing.F) {
	for _, s := range []string{"a < b <= c", "(forall u : 1..k) (p[u] = 0)", "old(x) ==> f(1, -2) % 3", "((", "\xff", "less(Int[] a, n): a[n] < n by induction on n", "less(b, i + 1)", "one: 1 > 0", "p(x): x < y by cases x > 0 by induction on x by use p(x - 1)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		span := spanOf(text)
		n, problem := ParseFormula(span)
		if (n == nil) == (problem == nil) {
			t.Fatal("neither a formula nor a problem")
		}
		if f, problem := ParseFact(span); (f == nil) == (problem == nil) {
			t.Fatal("neither a lemma nor a problem")
		}
		if u, problem := ParseUse(span); (u == nil) == (problem == nil) {
			t.Fatal("neither a use nor a problem")
		}
		Annotations([]source.Span{span})
	})
}

// What is included is read without a panic, whatever it is.
func FuzzInclude(f *testing.F) {
	for _, s := range []string{"<arrays>", `"a.logic"`, "//@lemma x == x", "// comment\n/*@lemma x == x */", "/*", "//@include: <a>\n//@  by", "\x00<>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("f", text)
		if in, problem := ParseInclude(source.Span{File: file, End: len(text)}); (in == nil) == (problem == nil) {
			t.Error("neither an include nor a problem")
		}
		anns, _ := File(file)
		for _, a := range anns {
			a.Declared()
			a.OneLine()
			_, _ = ParseFact(a.Text)
		}
	})
}
