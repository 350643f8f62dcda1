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
// a variable, about the end of a computation, and about one name.
const moreRules = `
  syntax KItem ::= "mark" | "wait" "(" Int ")"
  rule <k> wait(I) => .K ...</k> <k> mark => .K ...</k>
  rule <k> X:Exp ~> mark => X ...</k>
  rule <k> .K </k> <k> wait(_) => .K </k> [priority(60)]
  rule <k> S:Stmt ~> wait(I) => S ...</k> requires I >Int 0
  rule <mem> X |-> V:Int => .Map ...</mem> requires V >Int 5 [priority(70)]
  rule <k> wait(I) ~> R:K => R </k>
  rule <k> I:Int ~> wait(_) ~> _ => I </k>
  syntax Id ::= "x" [token]
  rule <k> x = E:Exp ; => E ...</k>
  rule <k> E:Exp ~> mark => .K ...</k> requires isInt(E)
  rule <k> wait(_) ~> (A:Exp + B:Exp) * C:Exp => A ...</k>
  rule <k> (A:Exp + B:Exp) * C:Exp => A ...</k> [priority(40)]
  rule <k> A:Exp * (B:Exp - 1) => A ...</k> [priority(40)]
  rule <k> x = (A:Exp + 1); => A ...</k> [priority(40)]
  syntax Exp ::= "fun" "(" KItem "," KItem ")" [function, total]
  rule <k> (A:Exp * (B:Exp - C:Exp)) + D:Exp => A ...</k> [priority(40)]
  syntax Wide ::= Slim | "box" "(" Exp ")" [overload(box)]
  syntax Slim ::= "box" "(" Int ")" [overload(box)]
  rule <k> W:Wide ~> mark => .K ...</k> requires isSlim(W)
  syntax Thing ::= "thing"
  rule isThing(wait(_)) => true
  rule <k> K:KItem ~> mark => .K ...</k> requires isThing(K)
  syntax KItem ::= "hold" "(" Exp ")"
  rule <k> E:Exp ~> hold(F:Exp) => .K ...</k> requires isInt(F)
  rule <k> S:Stmt ~> wait(_) ~> wait(_) => .K ...</k> requires isStmts(S) [priority(70)]
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
// with all rules: none of the others matches, or could match, with conditions that are not false.
// Nor does a rule that clashes, be it by its outline; one that asks of what is not known never matches for certain.
func TestIndexLeavesNothingOut(t *testing.T) {
	matched, clashes, unknown, failing, outlines := 0, 0, 0, 0, 0
	for i, configuration := range threadConfigurations {
		rules := moreRules
		if i == 0 || i == 4 {
			rules = strings.Join(slices.DeleteFunc(strings.Split(rules, "\n"), func(s string) bool { return strings.Count(s, "<k>") > 1 }), "\n")
		}
		e, parts := threadsWith(t, configuration, rules)
		g := &stateMaker{e: e, parts: parts, rnd: rand.New(rand.NewPCG(7, uint64(i)))}
		var all []*Program
		for _, r := range e.Definition.Rules() {
			all = append(all, NewProgram(e.Definition.Lattice, r, nil))
		}
		for range 400 {
			slots := g.slots()
			given := map[*compile.Rule]bool{}
			last := (*compile.Entry)(nil)
			seen := map[*compile.Entry]bool{}
			for _, c := range e.index.candidates(slots, &candidateBuffer{}) {
				if seen[c.entry] || last != nil && before(last, c.entry) > 0 {
					t.Fatalf("%s: rule %s comes twice or too late", configuration, c.rule().Label)
				}
				seen[c.entry], last = true, c.entry
				given[c.rule()] = e.index.try(c, slots, allSlots) != nil
				if !given[c.rule()] {
					clashes++
				}
				if e.index.place.direct() && differs(e.Definition.Lattice, c.entry.Outline, slots[e.index.place.slot].Head()) {
					outlines++
				}
			}
			for _, p := range all {
				if len(p.Matches(e.Definition.Lattice, slots)) == 0 {
					continue
				}
				matched++
				if e.index.asksOfUnknown(e.index.candidate(&e.Definition.Entries[p.Rule.Index]), slots) {
					unknown++
					if slices.ContainsFunc(p.Matches(e.Definition.Lattice, slots), func(m *Match) bool { return m.Undecided == "" }) {
						t.Fatalf("%s: %s is decided for %v", configuration, p.Rule.Label, slots)
					}
				}
				if !given[p.Rule] {
					fails := func(m *Match) bool { return slices.Contains(m.Requires(), term.False) }
					if !slices.ContainsFunc(p.Matches(e.Definition.Lattice, slots), func(m *Match) bool { return !fails(m) }) {
						failing++
						continue
					}
					t.Fatalf("%s: the index leaves out %s for %v", configuration, p.Rule.Label, slots)
				}
			}
		}
	}
	if matched < 2000 || clashes < 500 || unknown < 20 || failing < 20 || outlines < 20 {
		t.Errorf("only %d matches were tried, %d of rules that ask of what is not known, %d rules left out by what they look like, %d of these by their outlines, and %d by a condition", matched, unknown, clashes, outlines, failing)
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
	opts := compile.Options{CacheDir: t.TempDir()}
	if _, err := compile.Load(path, opts); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, opts) // from its stored form, which has outlines
	if err != nil {
		t.Fatal(err)
	}
	e := New(d)
	p, err := d.ParseProgram(source.NewFile("p", "x = 1 + y * 2; y = (x - 1) * (y - 1); z = x * (2 + y) + (1 + 2) * 3; if (1 <= x) { y = 3; } else { } while (x <= 2) { x = x - 1; } z = 7;"))
	if err != nil {
		t.Fatal(err)
	}
	parts := []*term.Term{term.DotK}
	term.Walk(p.Term, func(u *term.Term) bool {
		parts = append(parts, u)
		return true
	})
	made, fun := 0, (*term.Term)(nil)
	d.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
		switch sym.Format[0].Text {
		case "mark":
			parts = append(parts, term.App(sym))
			made++
		case "wait":
			parts = append(parts, term.App(sym, term.Int(1)), term.App(sym, term.Var("W", term.SortInt)))
			made++
		case "box":
			parts = append(parts, term.App(sym, term.Var("B", sym.Args[0])))
			made++
		case "hold":
			parts = append(parts, term.App(sym, term.Int(1)))
			made++
		case "fun":
			fun = term.App(sym, term.Var("F", sym.Args[0]), term.True)
			made++
		}
	})
	for _, u := range parts { // sums of what is not known
		if sym := u.Symbol(); sym != nil && len(sym.Args) == 2 && sym.Format[1].Text == "+" {
			parts = append(parts, term.App(sym, fun, term.Int(1)))
			break
		}
	}
	if made != 5 && made != 6 { // box is one symbol, or two
		t.Fatalf("%d symbols", made)
	}
	for i := range d.Entries { // what waits
		if next := d.Entries[i].Next; next != nil && len(next.Args) > 0 {
			args := make([]*term.Term, len(next.Args))
			for j, s := range next.Args {
				args[j] = term.Var("A", s)
			}
			parts = append(parts, term.App(next, args...))
		}
	}
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

// part is a piece of a program or, in half of all cases, one of the last, which the rules are
// about that tests add.
func (g *stateMaker) part() *term.Term {
	from := 0
	if g.rnd.IntN(2) == 0 {
		from = len(g.parts) * 4 / 5
	}
	return g.parts[from+g.rnd.IntN(len(g.parts)-from)]
}

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

// TestPairsOfThreads counts in how many ways a rule about two elements of a
// collection matches, and that the machine applies it as often as it can.
func TestPairsOfThreads(t *testing.T) {
	for _, configuration := range threadConfigurations[1:3] {
		e, _ := threadsWith(t, configuration, moreRules)
		d := e.Definition
		cell := d.Layout.Cell("t")
		symbol := func(name string) *term.Symbol {
			var found *term.Symbol
			d.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
				if sym.Format[0].Text == name {
					found = sym
				}
			})
			return found
		}
		pair := d.Rules()[slices.IndexFunc(d.Rules(), func(r *compile.Rule) bool {
			return strings.HasPrefix(r.Span.Text(), "rule <k> wait(I) => .K ...</k> <k> mark")
		})]
		rnd := rand.New(rand.NewPCG(3, 4))
		for range 50 {
			slots, err := d.Initial(map[string]*term.Term{"PGM": term.DotK})
			if err != nil {
				t.Fatal(err)
			}
			marks, waits, n := 0, 0, rnd.IntN(7)
			var elements []*term.Term
			for i := range n {
				k := term.App(symbol("mark"))
				if marks++; rnd.IntN(2) == 0 {
					k = term.App(symbol("wait"), term.Int(0))
					marks, waits = marks-1, waits+1
				}
				args := make([]*term.Term, len(cell.Children))
				for j, c := range cell.Children {
					if args[j] = k; c.Name == "id" {
						args[j] = term.Int(int64(i))
					}
				}
				elements = append(elements, term.App(cell.Symbol, args...))
			}
			slots[cell.Slot] = collected(cell, elements)
			if got := len(NewProgram(d.Lattice, pair, nil).Matches(d.Lattice, slots)); got != marks*waits {
				t.Fatalf("%s: %d matches of %d marks and %d waits", configuration, got, marks, waits)
			}
			m := e.NewMachine(slots, IO{})
			for {
				if ok, err := m.Step(); err != nil {
					t.Fatal(err)
				} else if !ok {
					break
				}
			}
			if got := len(m.Waiting()); got != max(0, marks-waits) && waits <= marks {
				t.Fatalf("%s: %d computations wait at the end of %d marks and %d waits", configuration, got, marks, waits)
			}
		}
	}
}

func collected(c *compile.Cell, elements []*term.Term) *term.Term {
	out := map[string]*term.Term{"Map": term.EmptyMap, "Set": term.EmptySet}[c.Collection]
	for _, el := range elements {
		if c.Collection == "Set" {
			out = out.Put(el, nil)
		} else {
			out = out.Put(el.Arg(0), el)
		}
	}
	return out
}

// A rule of a function that is left out by its outline does not match: no evaluation differs.
func TestOutlinesOfEquations(t *testing.T) {
	e, parts := threadsWith(t, threadConfigurations[0], strings.Join(slices.DeleteFunc(strings.Split(moreRules, "\n"), func(s string) bool { return strings.Count(s, "<k>") > 1 }), "\n")+`
  syntax Int ::= weigh(KItem, Exp) [function]
  rule weigh(wait(_), A:Exp + B:Exp) => 1
  rule weigh(_, (A:Exp * (B:Exp - C:Exp)) + D:Exp) => 2 [owise]
  rule weigh(hold(A:Exp * B:Exp), C:Exp - D:Exp) => 3
`)
	g := &stateMaker{e: e, parts: parts, rnd: rand.New(rand.NewPCG(8, 1))}
	d := e.Definition
	left := 0
	for sym, equations := range d.Functions {
		entries := equations.Entries()
		for range 3000 {
			args := make([]*term.Term, len(sym.Args))
			for i := range args {
				args[i] = g.part()
			}
			for i := range entries {
				if !differs(d.Lattice, entries[i].Outline, args...) {
					continue
				}
				left++
				for _, symbolic := range []bool{false, true} {
					m := &matcher{lattice: d.Lattice, symbolic: symbolic, effort: &term.Effort{}}
					if result, certain := NewProgram(d.Lattice, entries[i].Rule(), nil).evaluate(m, args); result != nil || !certain && symbolic {
						t.Fatalf("the outline leaves out %s for %v", entries[i].Rule().Label, args)
					}
				}
			}
		}
	}
	if left < 1000 {
		t.Errorf("only %d rules were left out", left)
	}
}
