package grammar

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

func TestProgramLists(t *testing.T) {
	g := programs(t, `
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Id | "(" Exp ")" [bracket] > Exp "+" Exp [left]
  syntax Stmt ::= Exp ";" | "{" Stmts "}" | Int "do" Stmt
  syntax Stmts ::= List{Stmt,""}
  syntax Ids ::= List{Id,","} [overload(list)]
  syntax Exps ::= List{Exp,","} [overload(list)] | Ids
  syntax Some ::= NeList{Exp,";"}
  syntax Lists ::= List{Ids,"|"}
  syntax Pgm ::= "decl" Ids ";" Stmts | "all" Exps | "some" Some
endmodule
module TEST
  imports TEST-SYNTAX
endmodule`)
	tests := []struct{ sort, text, want string }{
		{"Stmts", "", ".Stmts"},
		{"Stmts", "a;", "(a ;) .Stmts"},
		{"Stmts", "a; {} b;", "(a ;) (({ .Stmts }) ((b ;) .Stmts))"},
		{"Pgm", "decl x, y; x;", "decl (x , (y , .Ids)) ; ((x ;) .Stmts)"},
		{"Pgm", "decl ;", "decl .Ids ; .Stmts"},
		{"Pgm", "all x, y", "all (x , (y , .Ids))"},
		{"Pgm", "all x, 1", "all (x , (1 , .Ids))"},
		{"Pgm", "all", "all .Ids"},
		{"Pgm", "some", "error syntax-error"},
		{"Some", "x; y", "x ; (y ; .Some)"},
		{"Exps", "x,", "error syntax-error"},
		{"Lists", "x, y | z", "(x , (y , .Ids)) | ((z , .Ids) | .Lists)"},
	}
	for _, test := range tests {
		tree, err := g.Parse(whole(test.text), test.sort)
		if got := outcome(tree, err); got != test.want {
			t.Errorf("%q as %s: got %s, want %s", test.text, test.sort, got, test.want)
		}
	}
}

// chains has right-associative operators in one set with others.
const chains = `
module TEST
  imports DOMAINS-SYNTAX
  syntax E ::= Id | "(" E ")" [bracket] | "!" E
             > right: E "^" E | E "**" E
             > E "*" E [left]
             > E "?" E [non-assoc]
             > E "=" E [right] | E "if" E "=" E [right]
  syntax S ::= E ";" | "loop" S
  syntax S ::= S S [right]
endmodule`

// TestChainsAreRightRecursion compares the parser of chains with plain right
// recursion on random texts.
func TestChainsAreRightRecursion(t *testing.T) {
	def := load(t, chains)
	with := programs(t, chains)
	plain, err := NewProgram(def, def.SyntaxModule)
	if err != nil {
		t.Fatal(err)
	}
	plain = plain.withoutChains()
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("a b ( ) ! ^ ** * ? = if ; ; a b loop")
	parsed := 0
	for range 4000 {
		var text []string
		for range 1 + random.IntN(12) {
			text = append(text, words[random.IntN(len(words))])
		}
		input := strings.Join(text, " ")
		for _, sort := range []string{"E", "S"} {
			a, errA := with.Parse(whole(input), sort)
			b, errB := plain.Parse(whole(input), sort)
			if outcome(a, errA) != outcome(b, errB) {
				t.Fatalf("%q as %s: chains give %s, recursion %s", input, sort, outcome(a, errA), outcome(b, errB))
			}
			if errA == nil {
				parsed++
			}
		}
	}
	if parsed < 50 {
		t.Errorf("only %d of the random texts are in the language", parsed)
	}
}

// withoutChains returns the program grammar with its chains undone.
func (g *Grammar) withoutChains() *Grammar {
	undone := *g
	undone.prods = nil
	for _, p := range g.prods {
		if p.kind == pListOne && p.chainOf != nil {
			for _, q := range g.prods {
				if q.kind == pChain && q.decl == p.chainOf.decl {
					undone.add(p.chainOf)
				}
			}
		}
		if p.kind != pChain {
			undone.add(p)
		}
	}
	undone.tables = newTables(g.view, undone.prods, nil, len(g.kinds.names))
	return &undone
}

func TestLongTextsTakeLinearWork(t *testing.T) {
	tests := []struct{ name, definition, sort, unit string }{
		{"left", statements, "Stmt", "a = b + 1;\n"},
		{"right", chains, "S", "a = b ^ a;\n"},
		{"list", statements, "Exps", "a + 1,"},
		{"left operator", statements, "Exp", "a +"},
		{"right operator", statements, "Exp", "a ="},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := programs(t, test.definition)
			var work [2]int
			for i, n := range []int{1000, 4000} {
				text := strings.Repeat(test.unit, n)
				if !strings.HasSuffix(test.unit, "\n") {
					text += "a"
				}
				c := chartOf(t, g, text, test.sort)
				work[i] = len(c.items) + len(c.links) + len(c.done)
			}
			if work[1] > 5*work[0] {
				t.Errorf("work grows from %d to %d for a text four times as long", work[0], work[1])
			}
		})
	}
}

// chartOf runs the parser alone.
func chartOf(t *testing.T, g *Grammar, text, sort string) *chart {
	t.Helper()
	tokens, _, err := g.scanner.scan(whole(text))
	if err != nil {
		t.Fatal(err)
	}
	id, _ := g.view.sig.SortID(sort)
	c := &chart{t: g.tables, tokens: tokens}
	if item, failed := c.parse(int32(id)); item < 0 {
		t.Fatalf("%s: syntax error at token %d", sort, failed)
	}
	return c
}

func TestConcurrentUse(t *testing.T) {
	g := programs(t, statements)
	rules, bubbles := sentences(t, lattice, "rule I1 + I2 => I1 +Int I2\nrule print(E:Exp, Es); => .K\nrule fact(N) => 1")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if _, err := g.Parse(whole(fmt.Sprintf("x%d = f(%d);", i, i)), "Stmt"); err != nil {
				t.Error(err)
			}
			if _, err := rules.ParseSentence(bubbles[i%3]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestAmbiguousLists has elements that can be cut in several ways: prefer
// decides, or nothing does.
func TestAmbiguousLists(t *testing.T) {
	const text = `
module TEST
  syntax E ::= "a" | "a" "a" PREFER | "b"
  syntax Es ::= List{E,""}
endmodule`
	for prefer, want := range map[string]string{
		"":         "error ambiguous-syntax",
		"[prefer]": "error ambiguous-syntax", // the lists differ in length, not in a production
	} {
		g := programs(t, strings.Replace(text, "PREFER", prefer, 1))
		for _, input := range []string{"a a", "b a a b", "a a b b"} {
			tree, err := g.Parse(whole(input), "Es")
			if got := outcome(tree, err); got != want {
				t.Errorf("%s: got %s, want %s", input, got, want)
			}
		}
		if tree, err := g.Parse(whole("b a b"), "Es"); outcome(tree, err) != "b (a (b .Es))" {
			t.Errorf("got %s", outcome(tree, err))
		}
	}
}
