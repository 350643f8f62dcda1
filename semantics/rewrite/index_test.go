package rewrite

import (
	"math/rand/v2"
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

// moreRules are about several computations, about none, about what stands behind
// a variable, and about the end of a computation.
const moreRules = `
  syntax KItem ::= "mark" | "wait" "(" Int ")"
  rule <k> wait(I) => .K ...</k> <k> mark => .K ...</k>
  rule <k> X:Exp ~> mark => X ...</k>
  rule <k> .K </k> <k> wait(_) => .K </k> [priority(60)]
  rule <k> S:Stmt ~> wait(I) => S ...</k> requires I >Int 0
  rule <mem> X |-> V:Int => .Map ...</mem> requires V >Int 5 [priority(70)]
  rule <k> wait(I) ~> R:K => R </k>
  rule <k> I:Int ~> wait(_) ~> _ => I </k>
`

var threadConfigurations = []string{
	`<k> $PGM:Stmts </k>`,
	`<ts> <t multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Stmts </k> </t> </ts>`,
	`<ts> <t multiplicity="*" type="Set"> <k> $PGM:Stmts </k> <id> 0 </id> </t> </ts>`,
	`<ts> <t multiplicity="*" type="List"> <id> 0 </id> <k> $PGM:Stmts </k> </t> </ts>`,
	`<ts> <t multiplicity="?"> <id> 0 </id> <k> $PGM:Stmts </k> </t> </ts>`,
	`<hs> <h multiplicity="*" type="Map"> <n> 0 </n> <ts> <t multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Stmts </k> </t> </ts> </h> </hs>`,
}

// TestIndexLeavesNothingOut compares the rules that the index gives for random
// configurations, of any number of computations and with parts that are not known,
// with all rules: none of the others matches, or could match.
func TestIndexLeavesNothingOut(t *testing.T) {
	matched := 0
	for i, configuration := range threadConfigurations {
		rules := moreRules
		if i == 0 || i == 4 {
			rules = strings.Join(slices.DeleteFunc(strings.Split(rules, "\n"), func(s string) bool { return strings.Count(s, "<k>") > 1 }), "\n")
		}
		e, parts := threadsWith(t, configuration, rules)
		g := &stateMaker{e: e, parts: parts, rnd: rand.New(rand.NewPCG(7, uint64(i)))}
		var all []*Program
		for _, r := range e.Definition.Rules {
			all = append(all, NewProgram(e.Definition.Lattice, r, nil))
		}
		for range 400 {
			slots := g.slots()
			given := map[*compile.Rule]bool{}
			last := (*compile.Rule)(nil)
			for _, p := range e.index.candidates(slots, &candidateBuffer{}) {
				if given[p.Rule] || last != nil && before(last, p.Rule) > 0 {
					t.Fatalf("%s: rule %s comes twice or too late", configuration, p.Rule.Label)
				}
				given[p.Rule], last = true, p.Rule
			}
			for _, p := range all {
				if len(p.Matches(e.Definition.Lattice, slots)) == 0 {
					continue
				}
				matched++
				if !given[p.Rule] {
					t.Fatalf("%s: the index leaves out %s for %v", configuration, p.Rule.Label, slots)
				}
			}
		}
	}
	if matched < 2000 {
		t.Errorf("only %d matches were tried", matched)
	}
}

// threadsWith loads testdata/threads.k with another configuration and more rules,
// and returns pieces of programs.
func threadsWith(t *testing.T, configuration, rules string) (*Engine, []*term.Term) {
	t.Helper()
	text, err := os.ReadFile("testdata/threads.k")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "threads.k")
	all := strings.Replace(string(text), "<k> $PGM:Stmts </k>", configuration, 1)
	all = strings.Replace(all, "// MORE", rules, 1)
	if err := os.WriteFile(path, []byte(all), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	e := New(d)
	p, err := d.ParseProgram(source.NewFile("p", "x = 1 + y * 2; if (1 <= x) { y = 3; } else { } while (x <= 2) { x = x - 1; } z = 7;"))
	if err != nil {
		t.Fatal(err)
	}
	parts := []*term.Term{term.DotK}
	term.Walk(p.Term, func(u *term.Term) bool {
		parts = append(parts, u)
		return true
	})
	d.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
		switch sym.Name {
		case "mark":
			parts = append(parts, term.App(sym))
		case "wait":
			parts = append(parts, term.App(sym, term.Int(1)), term.App(sym, term.Var("W", term.SortInt)))
		}
	})
	for _, name := range []string{"Exp", "Stmt", "KItem"} {
		s, _ := d.Lattice.Lookup(name)
		parts = append(parts, term.Var("V", s))
	}
	return e, parts
}

// stateMaker makes random configurations.
type stateMaker struct {
	e     *Engine
	parts []*term.Term
	rnd   *rand.Rand
}

func (g *stateMaker) slots() []*term.Term {
	out := make([]*term.Term, len(g.e.Definition.Layout.Slots))
	for i, c := range g.e.Definition.Layout.Slots {
		out[i] = g.arg(c)
	}
	return out
}

func (g *stateMaker) part() *term.Term { return g.parts[g.rnd.IntN(len(g.parts))] }

// computation is a random sequence, perhaps with a rest that is not known.
func (g *stateMaker) computation() *term.Term {
	out := term.DotK
	if g.rnd.IntN(4) == 0 {
		out = term.Var("REST", term.SortK)
	}
	for range g.rnd.IntN(4) {
		out = term.Seq(g.part(), out)
	}
	return out
}

// arg is a random content of a cell's place in its parent.
func (g *stateMaker) arg(c *compile.Cell) *term.Term {
	switch {
	case c.Multiplicity == compile.Star:
		return g.collection(c)
	case c.Multiplicity == compile.Optional && g.rnd.IntN(3) == 0:
		return c.Absent
	case c.Multiplicity == compile.One && len(c.Children) == 0:
		return g.leaf(c)
	}
	return g.cell(c)
}

func (g *stateMaker) cell(c *compile.Cell) *term.Term {
	if g.rnd.IntN(12) == 0 && c.Slot < 0 {
		return term.Var("CELL", c.CellSort)
	}
	var args []*term.Term
	for _, child := range c.Children {
		args = append(args, g.arg(child))
	}
	return term.App(c.Symbol, args...)
}

func (g *stateMaker) leaf(c *compile.Cell) *term.Term {
	switch c.Sort {
	case term.SortK:
		return g.computation()
	case term.SortInt:
		return term.Int(g.rnd.Int64N(3))
	case term.SortMap:
		if g.rnd.IntN(2) == 0 {
			return term.Var("MEM", term.SortMap)
		}
		return term.SingletonMap(g.part(), term.Int(g.rnd.Int64N(9)))
	}
	return term.Var("OTHER", c.Sort)
}

func (g *stateMaker) collection(c *compile.Cell) *term.Term {
	var rest *term.Term
	if g.rnd.IntN(4) == 0 {
		rest = term.Var("CELLS", map[string]term.Sort{"Map": term.SortMap, "Set": term.SortSet, "List": term.SortList}[c.Collection])
	}
	out := map[string]*term.Term{"Map": term.EmptyMap, "Set": term.EmptySet, "List": term.EmptyList}[c.Collection]
	for range g.rnd.IntN(4) {
		switch el := g.cell(c); {
		case c.Collection == "List":
			out = term.Concat(out, term.ListOf(el))
		case c.Collection == "Set":
			out = out.Put(el, nil)
		case el.IsVar():
			out = out.Put(term.Int(g.rnd.Int64N(5)), el)
		default:
			out = out.Put(el.Arg(0), el)
		}
	}
	switch {
	case rest == nil:
		return out
	case c.Collection == "List":
		return term.Concat(out, rest)
	}
	if u := term.Union(out, rest); u != nil {
		return u
	}
	return out
}
