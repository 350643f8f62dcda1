package rewrite

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

var (
	definitionsSeed  = flag.Uint64("definitions.seed", 1, "of the random definitions")
	definitionsCount = flag.Int("definitions", 0, "how many random definitions; 0: as many as the test says")
)

// The derivative covers what definitions do: random definitions with random
// programs, the set of all concrete executions under all orders of evaluation
// against the symbolic ones.
func TestRandomDefinitions(t *testing.T) { randomDefinitions(t, 20) }

func TestRandomDefinitionsSlow(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 60
	}
	randomDefinitions(t, n)
}

func randomDefinitions(t *testing.T, n int) {
	if *definitionsCount > 0 {
		n = *definitionsCount
	}
	programs, cut := 0, 0
	for i := range n {
		seed := *definitionsSeed + uint64(i)
		g := &generator{rand: rand.New(rand.NewPCG(seed, 7))}
		text := g.definition()
		path := filepath.Join(t.TempDir(), "random.k")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := compile.Load(path, compile.Options{CacheDir: "off"})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		e := New(d)
		for i := range 80 {
			program := g.pair()
			if i%4 == 0 {
				program = g.expression(1 + g.rand.IntN(3))
			}
			programs++
			switch difference := compareExecutions(t, e, program); difference {
			case "":
			case tooMany:
				cut++
			default:
				t.Fatalf("seed %d, program %s: %s\n%s", seed, program, difference, text)
			}
		}
	}
	t.Logf("%d definitions, %d programs, %d with too many states", n, programs, cut)
	if cut*4 > programs {
		t.Errorf("%d of %d programs have too many states", cut, programs)
	}
}

// generator writes definitions and programs from a list of features.
type generator struct {
	rand  *rand.Rand
	atoms []string // of the definition at hand
}

func (g *generator) one(of ...string) string { return of[g.rand.IntN(len(of))] }

// atom is a piece of syntax without operands and the rules that say what it does. A
// label "undefined" marks rules that never have a result.
var randomAtoms = []struct{ name, rules string }{
	{"getn", "rule <k> getn => N ...</k> <n> N </n>"},
	{"getm", "rule <k> getm => N ...</k> <m> N </m>"},
	{"incn", "rule <k> incn => N ...</k> <n> N => N +Int 1 </n>"},
	{"incm", "rule <k> incm => N ...</k> <m> N => N +Int 1 </m>"},
	{"getn2", "rule <k> getn2 => getn ...</k>"},
	{"tok", "rule tok => x"},
	{"settok", "rule <k> settok => 4 ...</k> <mem>... x |-> (_ => 3) ...</mem>"},
	{"vartok", "rule <k> vartok => X ...</k> <names> ListItem(X:Id) ...</names>"},
	{"hidden", "rule hidden => #chosen(1)\n  syntax Exp ::= #chosen(Int) [function]\n  rule #chosen(N) => incm requires N >Int 0\n  rule #chosen(_) => getm [owise]"},
	{"ifon", "rule <k> ifon => 1 ...</k> <mode> #on </mode>\n  rule ifon => 2 [owise]"},
	{"turn", "rule <k> turn => 3 ...</k> <mode> _ => #on </mode>"},
	{"kept", "rule <k> kept => #run ...</k> <c> _ => #code(incn) </c>\n  syntax Exp ::= \"#run\"\n  syntax Item ::= #code(Exp)\n  rule <k> #run => E ...</k> <c> #code(E:Exp) </c>"},
	{"spin", "rule spin => spin"},
	{"toggle", "rule <k> toggle => toggle ...</k> <m> N => 1 -Int N </m>"},
	{"until", "rule <k> until => until ...</k> <m> N => N +Int 1 </m> requires N <Int 2\n  rule <k> until => 0 ...</k> <m> N </m> requires N >=Int 2"},
	{"bad", ""},
	{"throw", "rule throw ~> _:KItem => throw"},
	{"abort", "rule <k> abort ~> _:K => 7 </k>"},
	{"look", "rule <k> look ~> K:K => 3 ~> K </k> <saved> _ => #kont(K) </saved>"},
	{"resume", "rule <k> resume ~> _:K => 2 ~> K </k> <saved> #kont(K:K) => .K </saved>"},
	{"partn", "rule <k> partn => pf(N) ...</k> <n> N </n>"},
	{"partm", "rule <k> partm => 1 ...</k> <m> N => pf(N) </m>"},
	{"swallow", "rule [undefined1] : swallow => fst(1, pf(-1))"},
	{"timesnull", "rule [undefined2] : timesnull => 0 *Int (1 /Int 0)"},
	{"within", "rule <k> within => through(N) ...</k> <n> N </n>"},
	{"cond", "rule <k> cond => 1 ...</k> <n> N </n> requires pf(N) >Int 1\n  rule cond => 2 [owise]"},
	{"keep", "rule <k> keep => N ...</k> <n> N </n> ensures N >Int 0"},
	{"keepm", "rule <k> keepm => N ...</k> <m> N => N +Int 1 </m> ensures N <Int 1"},
	{"read", "rule <k> read => I ...</k> <in> ListItem(I:Int) => .List ...</in>"},
	{"write", "rule <k> write => 5 ...</k> <out>... .List => ListItem(5) </out>"},
	{"other", "rule <k> other => 1 ...</k> <n> 0 </n>\n  rule other => 2 [owise]"},
	{"close", "rule <k> close => clos(incn) ...</k>"},
	{"closed", "rule <k> closed => V ...</k> <box> V:Val </box>"},
	{"first", "rule <k> first => 1 ...</k> <n> N </n> requires N <Int 1 [priority(30)]\n  rule <k> first => incn ...</k> <n> N </n> requires N <Int 2"},
	{"add", "rule <k> add => 1 ...</k> <cells> .Bag => <cell> <id> !I:Int </id> <held> 1 </held> </cell> ...</cells>"},
	{"held", "rule <k> held => N ...</k> <cell> <id> 0 </id> <held> N </held> </cell>"},
	{"fill", "rule <k> fill => 1 ...</k> <cell> <id> 0 </id> <held> _ => 2 </held> </cell>"},
}

// always are rules of which any may be in a definition.
var randomExtras = []string{
	"rule <n> 3 => 0 </n>",
	"rule _:Exp * 0 => 0",
	"rule 0 * _:Exp => 0 [priority(30)]",
	"rule I:Int ^ E:Exp => E",
	"rule E:Exp ! I:Int => I",
	"rule <k> open(clos(E:Exp)) => E ...</k>",
	"rule <k> put(V:Val) => 0 ...</k> <box> _ => V </box>",
	"rule twice(E:Exp) => E + E",
	"rule <k> swap(E:Exp) ~> K:K => E ~> K </k> <m> N => 0 -Int N </m>",
	"context E:Exp ; HOLE:Exp requires notBool isInt(E)",
	"context HOLE:Exp ; _:Exp",
	"rule I:Int ; _:Exp => I",
}

func (g *generator) definition() string {
	var b strings.Builder
	perm := []int{0, 1, 2, 3} // others rewrite to these
	for _, i := range g.rand.Perm(len(randomAtoms) - 4)[:2+g.rand.IntN(4)] {
		perm = append(perm, i+4)
	}
	slices.Sort(perm)
	g.atoms = []string{"1", "x"}
	var syntax, rules []string
	for _, i := range perm {
		a := randomAtoms[i]
		g.atoms = append(g.atoms, a.name)
		if i >= 4 {
			g.atoms = append(g.atoms, a.name, a.name)
		}
		syntax = append(syntax, `"`+a.name+`"`)
		if a.rules != "" {
			rules = append(rules, a.rules)
		}
	}
	strict := func() string {
		return g.one("strict", "strict", "strict", "strict", "strict", "seqstrict", "strict(1)", "strict(2)")
	}
	for _, x := range randomExtras {
		if g.rand.IntN(3) == 0 {
			rules = append(rules, x)
		}
	}
	fmt.Fprintf(&b, `module RANDOM-SYNTAX
  imports INT-SYNTAX
  imports ID-SYNTAX
  syntax Id  ::= "x" [token] | "y" [token]
  syntax Exp ::= Int | Id | "(" Exp ")" [bracket] | %s
               | "open" "(" Exp ")" [strict] | "put" "(" Exp ")" [strict] | "twice" "(" Exp ")" | "swap" "(" Exp ")"
               | Exp "+" Exp [%s, left] | Exp "*" Exp [%s, left] | Exp "^" Exp [%s, left]
               | Exp "!" Exp [%s, left] | Exp ";" Exp [left]
endmodule
module RANDOM
  imports RANDOM-SYNTAX
  imports INT
  imports BOOL
  imports LIST
  imports MAP
  imports ID
  syntax Val ::= Int | clos(Exp)
  syntax Exp ::= Val
  syntax KResult ::= Val
  syntax Item ::= #kont(K) | "#on" | "#off"
  configuration <t> <k> $PGM:Exp </k> <n> 0 </n> <m> 0 </m> <mem> x |-> 2 </mem> <c> .K </c> <saved> .K </saved>
    <names> ListItem(x) </names> <box> .K </box> <mode> #off </mode> <in> ListItem(1) ListItem(2) </in> <out> .List </out>
    <cells> <cell multiplicity="*" type="Map"> <id> 0 </id> <held> 0 </held> </cell> </cells> </t>
  rule <k> X:Id => I ...</k> <mem>... X |-> I:Int ...</mem>
  syntax Int ::= pf(Int) [function] | fst(Int, Int) [function] | through(Int) [function%s]
  rule pf(X) => X requires X >Int 0
  rule fst(X, _) => X
  rule through(X) => fst(X, pf(X))
`, strings.Join(syntax, " | "), strict(), strict(), strict(), strict(), g.one("", ", total"))
	for _, op := range []string{"+", "*", "^", "!"} {
		switch g.rand.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "  rule I:Int %s J:Int => pf(I +Int J)\n", op)
		case 1:
			fmt.Fprintf(&b, "  rule I:Int %s J:Int => I +Int J ensures I <Int 3\n", op)
		default:
			fmt.Fprintf(&b, "  rule I:Int %s J:Int => I +Int J\n", op)
		}
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "  %s\n", r)
	}
	b.WriteString("endmodule\n")
	return b.String()
}

// pair is a program in which two atoms meet.
func (g *generator) pair() string {
	return "(" + g.one(g.atoms...) + " " + g.one("+", "*", "^", "!", ";") + " " + g.one(g.atoms...) + ")"
}

func (g *generator) expression(depth int) string {
	if depth == 0 || g.rand.IntN(4) == 0 {
		return g.one(g.atoms...)
	}
	if g.rand.IntN(5) == 0 {
		return g.one("open", "put", "twice", "swap") + "(" + g.expression(depth-1) + ")"
	}
	return "(" + g.expression(depth-1) + " " + g.one("+", "*", "^", "!", ";") + " " + g.expression(depth-1) + ")"
}

// tooMany is what is said of a program with too many states, or one in which the
// derivative cannot tell what happens.
const tooMany = "too many states"

// The cell <n> begins with a number that the derivative does not know.
const least, most = -1, 2

// outcomes are the ends of executions: the configurations in which the computation
// has come to a result, and whether one gets stuck.
type outcomes struct {
	ends  map[string]bool
	stuck bool
}

// compareExecutions runs a program in both ways and says how they differ.
func compareExecutions(t *testing.T, e *Engine, program string) string {
	d := e.Definition
	p, err := d.ParseProgram(source.NewFile("p", program))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(d.Layout.Slots, func(c *compile.Cell) bool { return c.Name == "n" })
	number := term.Var("NUMBER", term.SortInt)
	slots[at] = number
	derived, ok := derivedOutcomes(e, slots, number.Variable())
	if !ok {
		return tooMany
	}
	for n := int64(least); n <= most; n++ {
		slots[at] = term.Int(n)
		all, ok := allOutcomes(e, slots)
		if !ok {
			return tooMany
		}
		got := derived[n]
		if all.stuck != got.stuck {
			return fmt.Sprintf("with <n> %d, some execution is stuck: %t; by the derivative: %t", n, all.stuck, got.stuck)
		}
		for end := range all.ends {
			if !got.ends[end] {
				return fmt.Sprintf("with <n> %d, the derivative misses the end %s", n, end)
			}
		}
		for end := range got.ends {
			if !all.ends[end] {
				return fmt.Sprintf("with <n> %d, only the derivative has the end %s", n, end)
			}
		}
	}
	return ""
}

const maxStates = 4000

func textOf(slots []*term.Term) string {
	var b strings.Builder
	for _, s := range slots {
		b.WriteString(s.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// allOutcomes explores all concrete executions, with nothing but matching.
func allOutcomes(e *Engine, slots []*term.Term) (outcomes, bool) {
	d := e.Definition
	out := outcomes{ends: map[string]bool{}}
	seen := map[string]bool{}
	for work := [][]*term.Term{e.evaluated(slots)}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if key := textOf(s); seen[key] {
			continue
		} else if seen[key] = true; len(seen) > maxStates {
			return out, false
		}
		next, stuck := concreteSteps(e, s)
		out.stuck = out.stuck || stuck
		if len(next) == 0 && !stuck {
			if k := s[d.Layout.K]; !k.IsSeq() && d.Lattice.Leq(k.Sort(), d.KResult) {
				out.ends[textOf(s)] = true
			} else {
				out.stuck = true
			}
		}
		work = append(work, next...)
	}
	return out, true
}

// concreteSteps tries every rule on a concrete configuration. It reports whether
// one that applies has no result.
func concreteSteps(e *Engine, slots []*term.Term) (next [][]*term.Term, stuck bool) {
	rules := slices.Clone(e.Definition.Rules())
	slices.SortStableFunc(rules, func(a, b *compile.Rule) int { return a.Priority - b.Priority })
	for i, r := range rules {
		if (len(next) > 0 || stuck) && r.Priority != rules[i-1].Priority {
			break
		}
		p := NewProgram(e.Definition.Lattice, r, nil)
		for _, m := range p.matches(&matcher{lattice: e.Definition.Lattice}, slots) {
			switch truth(m.buildAll(p.conds)) {
			case term.False:
				continue
			case nil:
				stuck = true
				continue
			}
			after := m.Result(slots)
			if truth(m.buildAll(p.ensures)) != term.True || strings.HasPrefix(r.Label, "undefined") ||
				slices.ContainsFunc(after, (*term.Term).HasFunctions) {
				stuck = true
				continue
			}
			next = append(next, after)
		}
	}
	return next, stuck
}

// truth returns whether all formulas are true, or one is false; nil if one has no
// value.
func truth(fs []*term.Term) *term.Term {
	out := term.True
	for _, f := range fs {
		switch {
		case f == term.False:
			return f
		case f != term.True:
			out = nil
		}
	}
	return out
}

// derivedOutcomes explores with the derivative, and returns what it says of each
// value of v.
func derivedOutcomes(e *Engine, slots []*term.Term, v *term.Variable) (map[int64]outcomes, bool) {
	d := e.Definition
	out := map[int64]outcomes{}
	for n := int64(least); n <= most; n++ {
		out[n] = outcomes{ends: map[string]bool{}}
	}
	seen := map[string]bool{}
	for work := []*State{{Slots: e.evaluated(slots)}}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if key := textOf(s.Slots) + textOf(s.PC); seen[key] {
			continue
		} else if seen[key] = true; len(seen) > maxStates {
			return nil, false
		}
		k := s.Slots[d.Layout.K]
		derivative := e.Derive(s, enumeration{v})
		if len(derivative.Undecided) > 0 {
			return nil, false // a proof fails there
		}
		if derivative.Uncovered != nil {
			rest := append(slices.Clone(s.PC), derivative.Uncovered...)
			for n, o := range out {
				switch {
				case truth(valued(rest, v, n)) != term.True:
				case derivative.Because == "" && !k.IsSeq() && d.Lattice.Leq(k.Sort(), d.KResult):
					o.ends[textOf(valued(s.Slots, v, n))] = true
				default:
					o.stuck = true
					out[n] = o
				}
			}
		}
		for _, next := range derivative.Successors {
			work = append(work, next.State)
		}
	}
	return out, true
}

// valued returns terms for a value of v.
func valued(ts []*term.Term, v *term.Variable, n int64) []*term.Term {
	sub := term.Substitution{v: term.Int(n)}
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		out[i] = sub.Apply(t)
	}
	return out
}

// enumeration is an oracle that tries the values of one variable.
type enumeration struct{ v *term.Variable }

func (o enumeration) Prune(pc []*term.Term, extra ...*term.Term) Verdict {
	verdict := Unsatisfiable
	for n := int64(least); n <= most; n++ {
		switch truth(valued(append(slices.Clone(pc), extra...), o.v, n)) {
		case term.True:
			return Satisfiable
		case nil:
			verdict = Unknown
		}
	}
	return verdict
}

func (o enumeration) Decide(pc []*term.Term, extra ...*term.Term) Verdict {
	return o.Prune(pc, extra...)
}
