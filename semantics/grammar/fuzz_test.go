package grammar

import (
	"strings"
	"testing"
	"time"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// FuzzPrograms looks for panics, and for trees whose spans leave the text.
func FuzzPrograms(f *testing.F) {
	g := programs(f, statements)
	for _, text := range []string{
		"a = b + 1;", "if (a) { b; } else c;", "f(a, (b), -c) < 3;", "{{}}", "a; /* x", "\"", "\xff", "((((", "if (x) if (y) a; else b; c;",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, sort := range []string{"Stmt", "Exps"} {
			tree, err := g.Parse(whole(text), sort)
			checkOutcome(t, text, tree, err)
		}
	})
}

// FuzzRules does the same for rules.
func FuzzRules(f *testing.F) {
	g, _ := sentences(f, lattice, "")
	for _, text := range []string{
		"I1 + I2 => I1 +Int I2 requires I1 >Int 0", "<k> X:Id => V ...</k> <env>... X |-> V ...</env>", "<T> .Bag </T>",
		"print(E, (A => B), .Exps);", "{X}:>Int ~> #if B #then _ #else ?X #fi", `#token("a","Id") #as Y`, "A B C D E F", "!X:Id.K", "$PGM", "(((",
		"#let X = I1 #in X +Int 1 => #fun(Y => Y)(I2)", "I1 #Or I2 #Or 3 => I1", "`callOf`(A, B) => `nil`(.KList)", "call(... argument: 1, target: (A #Or B)) => #let #in =", "call(...)(... : ) call(... target: X, target:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := &kdef.Bubble{Module: "TEST", Body: whole(text)}
		s, err := g.ParseSentence(b)
		if err == nil {
			checkOutcome(t, text, s.Body, nil)
		} else {
			checkOutcome(t, text, nil, err)
		}
	})
}

// checkOutcome checks that there is a tree or a located error.
func checkOutcome(t *testing.T, text string, tree *Tree, err error) {
	t.Helper()
	if err != nil {
		if d, ok := err.(*source.Diagnostic); ok {
			_ = d.Render()
		}
		return
	}
	if tree == nil {
		t.Fatalf("%q: neither tree nor error", text)
	}
	tree.each(func(n *Tree) {
		if n.Span.Start < 0 || n.Span.End > len(text) || n.Span.Start > n.Span.End {
			t.Fatalf("%q: a node spans %d to %d", text, n.Span.Start, n.Span.End)
		}
		if n.Kind == Amb || n.Kind == App && n.Prod == nil || n.Kind == Var && n.Sort == "" {
			t.Fatalf("%q: unfinished node %s", text, n)
		}
	})
}

func TestDeepNesting(t *testing.T) {
	g := programs(t, statements)
	const n = 100000
	tests := []struct{ name, sort, text, want string }{
		{"brackets", "Exp", strings.Repeat("(", n) + "a" + strings.Repeat(")", n), "a"},
		{"open brackets", "Exp", strings.Repeat("(", n), "error syntax-error"},
		{"closed brackets", "Exp", "a" + strings.Repeat(")", n), "error syntax-error"},
		{"too many blocks", "Stmt", strings.Repeat("{", n+n/2) + strings.Repeat("}", n+n/2), "error nested-too-deeply"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree, err := g.Parse(whole(test.text), test.sort)
			if got := outcome(tree, err); got != test.want {
				t.Errorf("got %.200s", got)
			}
		})
	}
	for name, text := range map[string]string{
		"blocks":     strings.Repeat("{", n) + "a;" + strings.Repeat("}", n),
		"statements": strings.Repeat("a;", n),
		"calls":      strings.Repeat("f(", n) + strings.Repeat(")", n),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := g.Parse(whole(text), "Stmt"); err != nil && name != "calls" {
				t.Error(err)
			}
		})
	}
	rules, _ := sentences(t, lattice, "")
	text := strings.Repeat("(", n/4) + "A" + strings.Repeat(")", n/4) + " => 1"
	if _, err := rules.ParseSentence(&kdef.Bubble{Module: "TEST", Body: whole(text)}); err != nil {
		t.Error(err)
	}
}

// TestHopelessAmbiguity parses by a grammar with exponentially many readings.
func TestHopelessAmbiguity(t *testing.T) {
	g := programs(t, `
module TEST
  imports DOMAINS-SYNTAX
  syntax E ::= "a" | E E | E E E | Opt E | E "+" Es
  syntax Opt ::= Os
  syntax Os ::= List{Opt,""}
  syntax Es ::= List{E,""}
endmodule`)
	for _, text := range []string{"a a a", strings.Repeat("a ", 60), "a + a + a a", "+"} {
		start := time.Now()
		if tree, err := g.Parse(whole(text), "E"); err == nil {
			t.Errorf("%q has one reading: %s", text, tree)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%d bytes took %s", len(text), d)
		}
	}
}
