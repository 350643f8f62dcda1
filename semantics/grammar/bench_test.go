package grammar

import (
	"fmt"
	"strings"
	"testing"
)

// statementText is a program of n statements.
func statementText(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "x%d = (a + %d) * f(b, c - 1) / 2; // comment\n", i, i)
	}
	return b.String()
}

func BenchmarkNewProgram(b *testing.B) {
	def := load(b, bigDefinition(300))
	for b.Loop() {
		g, err := NewProgram(def, def.SyntaxModule)
		if err != nil {
			b.Fatal(err)
		}
		if len(g.prods) < 300 {
			b.Fatal(len(g.prods))
		}
	}
}

// bigDefinition has a program grammar of more than n productions.
func bigDefinition(n int) string {
	var b strings.Builder
	for i := range n / 10 {
		fmt.Fprintf(&b, "  syntax S%d ::= Exp | %q Exp | S%d %q Exp | %q \"(\" Exps \")\"\n", i, fmt.Sprintf("kw%d", i), i, fmt.Sprintf("op%d", i), fmt.Sprintf("f%d", i))
		fmt.Fprintf(&b, "     > left: Exp %q Exp | Exp %q Exp\n    > %q Exp %q Stmt %q\n", fmt.Sprintf("@%d", i), fmt.Sprintf("@@%d", i), fmt.Sprintf("b%d", i), fmt.Sprintf("c%d", i), fmt.Sprintf("d%d", i))
		fmt.Fprintf(&b, "  syntax Exp ::= \"[%d\" Exp \"]\" | \"{%d\" Exp \"}\" | \"(%d\" S%d \")\"\n", i, i, i, i)
	}
	return strings.Replace(statements, "  syntax Exps ::=", b.String()+"  syntax Exps ::=", 1)
}

func BenchmarkParseStatements(b *testing.B) {
	g := programs(b, statements)
	for _, n := range []int{400, 3200} {
		text := statementText(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.Parse(whole(text), "Stmt"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkScan(b *testing.B) {
	g := programs(b, statements)
	span := whole(statementText(2200))
	b.SetBytes(int64(span.End))
	for b.Loop() {
		if _, _, err := g.scanner.scan(span); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewRules(b *testing.B) {
	def := load(b, strings.Replace(lattice, "RULES", "", 1))
	for b.Loop() {
		if _, err := NewRules(def, def.Main); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseRules(b *testing.B) {
	rules := []string{
		"I1 + I2 => I1 +Int I2",
		"<k> X:Id => V ...</k> <env>... X |-> V ...</env>",
		"<k> {S} => S ~> frame(Rho, K, C) ...</k> <env> Rho </env> <control> C </control>",
		"fact(N) => N *Int fact(N -Int 1) requires N >Int 0 andBool (N <Int 100 orBool N ==Int 200)",
		"<k> print(V:Val, Es => Es); ...</k> <out>... .List => ListItem(V) </out>",
		"<thread>... <k> X:Id = V:Val => V ...</k> <env>... X |-> L ...</env> ...</thread> <store>... L |-> (_ => V) ...</store>",
		"(.Bag => <thread>... <id> !I:Int </id> <k> S:Stmt </k> <env> Rho </env> ...</thread>) <thread>... <env> Rho </env> ...</thread>",
		"if0(A:Exp) => A",
	}
	text := ""
	for range 25 {
		for _, r := range rules[:7] {
			text += "rule " + r + "\n"
		}
	}
	g, bubbles := sentences(b, lattice, text)
	b.Run(fmt.Sprint(len(bubbles)), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, bubble := range bubbles {
				if _, err := g.ParseSentence(bubble); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
