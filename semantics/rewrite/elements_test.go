package rewrite_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// The ways in which testdata/fork.k is loaded: with the computation in a slot, in threads, and
// further down in these.
var forks = map[string]string{
	"one":     `<k> $PGM:Pgm </k> <env> .Map </env>`,
	"threads": `<threads> <thread multiplicity="*" type="Map"> <id> 0 </id> <k> $PGM:Pgm </k> <env> .Map </env> <got> 0 </got> </thread> </threads>`,
	"set":     `<threads> <thread multiplicity="*" type="Set"> <id> 0 </id> <k> $PGM:Pgm </k> <env> .Map </env> <got> 0 </got> </thread> </threads>`,
	"inner": `<threads> <thread multiplicity="*" type="Map"> <id> 0 </id> <local> <env> .Map </env> <got> 0 </got> </local>
	            <control> <k> $PGM:Pgm </k> </control> </thread> </threads>`,
}

// forkRules are the rules of threads: they make threads, end them and are about two or three.
const forkRules = `
  rule [own]: <k> self => I ...</k> <id> I:Int </id>
  rule [spawn]: <k> spawn E => N +Int 1 ...</k> <env> Rho </env> <count> N => N +Int 1 </count>
    (.Bag => <thread>... <id> N +Int 1 </id> <k> E </k> <env> Rho </env> ...</thread>)
  rule [done]: (<thread>... <k> done ...</k> ...</thread> => .Bag)
  rule [join]: <thread>... <k> join T:Int => V ...</k> ...</thread> (<thread>... <id> T </id> <k> V:Val </k> ...</thread> => .Bag)
  rule [meet]: <thread>... <k> send V:Val => V ...</k> ...</thread> <thread>... <k> receive => V ...</k> <got> G => G +Int 1 </got> ...</thread>
  rule [deal]: <thread>... <k> offer V:Val => 0 ...</k> ...</thread> <thread>... <k> receive => V ...</k> ...</thread>
  rule [slot]: <thread>... <k> join _:Int => 0 ...</k> ...</thread> <thread>... <k> receive => 8 ...</k> ...</thread> <count> N </count> requires N %Int 4 ==Int 3
  rule [three]: <thread>... <k> send 3 => 0 ...</k> ...</thread> <thread>... <k> send 4 => 0 ...</k> ...</thread> <thread>... <k> receive => 7 ...</k> ...</thread> [priority(40)]
`

// loadFork loads testdata/fork.k in one of the ways.
func loadFork(t testing.TB, way string) *rewrite.Engine {
	t.Helper()
	return loadForkAt(t, way, "// MORE")
}

// loadForkAt loads it with the rules of threads in some place.
func loadForkAt(t testing.TB, way, place string) *rewrite.Engine {
	t.Helper()
	text, err := os.ReadFile("testdata/fork.k")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Replace(string(text), "<k> $PGM:Pgm </k>", forks[way], 1)
	if way != "one" {
		all = strings.Replace(all, place, forkRules, 1)
	}
	path := filepath.Join(t.TempDir(), "fork.k")
	if err := os.WriteFile(path, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// forkPrograms writes random programs for testdata/fork.k.
type forkPrograms struct{ *rand.Rand }

func (g forkPrograms) expression(depth int) string {
	one := func(of ...string) string { return of[g.IntN(len(of))] }
	if depth == 0 || g.IntN(6) == 0 {
		return one("1", "2", "x", "x", "y", "g", "next", "self", "receive", "receive", "read()", "done", "4", "idle")
	}
	e := func() string { return g.expression(depth - 1) }
	name := func() string { return one("x", "y", "g") }
	switch g.IntN(16) {
	case 0, 1:
		return "(" + e() + one(" + ", " - ", " * ") + e() + ")"
	case 2:
		return "(if " + e() + " < " + e() + " then " + e() + " else " + e() + ")"
	case 3:
		return "f(" + e() + ")"
	case 4:
		return "(" + name() + " = " + e() + ")"
	case 5:
		return "(" + name() + " := " + e() + ")"
	case 6:
		return "(print " + e() + ")"
	case 7, 8:
		return "(send " + e() + ")"
	case 9:
		return "(join " + e() + ")"
	case 10, 11:
		return "(spawn " + e() + ")"
	case 12:
		return "(await " + e() + ")"
	case 13:
		return "(offer " + e() + ")"
	}
	return "(" + e() + " ; " + e() + ")"
}

func (g forkPrograms) program() string {
	begin := []string{"", "spawn receive ; spawn (x = 1 + 1 + 1 + 1 ; 1 + x + x ; next ; next) ; join 9 ; ", "spawn (send 3 ; 1) ; ", "spawn receive ; spawn (send 4) ; ", "spawn (x := 2 ; receive) ; ", "join spawn (1 + next) ; ", "spawn (print 1 ; f(2)) ; spawn (print read()) ; "}
	return "def f(x) = " + g.expression(2) + " . run x = 1 ; g := 2 ; " + begin[g.IntN(len(begin))] + g.expression(2+g.IntN(4))
}

// repeating is a program whose threads do the same a few times, and some of which wait for what others do.
func (g forkPrograms) repeating() string {
	one := func(of ...string) string { return of[g.IntN(len(of))] }
	e := func() string { return g.expression(1 + g.IntN(2)) }
	run := one("", "spawn receive ; ", "spawn (join 9) ; spawn receive ; ", "spawn (receive ; receive) ; ")
	for range 1 + g.IntN(2) {
		run += "spawn " + one("f(9)", "f(20)", "f(0)", "(await 4)", "(await 9)", "(join 1)", "y", "(receive ; f(7))") + " ; "
	}
	body := one("next", "(next ; x = 1)", "(y := x)", "(offer x)", "(g := x + g)", e())
	again := one(" ; f(x - 1)", " ; f(x - 1)", " ; x = 1 ; f(x - 1)", " + f(x - 1)", " ; (f(x - 1) + f(x - 3))")
	return "def f(x) = if x < 1 then " + one("x", e()) + " else (" + body + again + ") . run x = 1 ; g := 2 ; " +
		one("", "f(9) ; ", "f(15) ; ") + run + one("f(0)", "f(8)", "f(20) ; x", "join 1", "join 2", e()) + " ; " + e()
}

// TestElementsAreLikeSlots compares random programs with threads; each rule is used.
func TestElementsAreLikeSlots(t *testing.T) {
	for way := range forks {
		e := loadFork(t, way)
		c := rewritetest.New(e, 300)
		slow := 0
		for seed := range uint64(3000) {
			g := forkPrograms{rand.New(rand.NewPCG(seed, 5))}
			text := g.program()
			if !c.Text(t, fmt.Sprintf("%s, seed %d, %s", way, seed, text), text, "3 -4\n x", seed%2 == 0) {
				t.Fatalf("%s is no program", text)
			}
		}
		for _, n := range c.OnSlots {
			slow += n
		}
		t.Logf("%s: %d programs, %d steps, %d of them on the slots, ends %v, unusual:", way, c.Programs, c.Steps, slow, c.Ends)
		if int64(slow) > c.Steps/8 {
			t.Errorf("%s: %d of %d steps were made on the slots", way, slow, c.Steps)
		}
		for _, r := range e.Unusual() {
			t.Log(r.Label, r.Span.Text(), c.OnSlots[r])
		}
		if way == "one" {
			continue
		}
		for _, r := range e.Definition.Rules() {
			if c.Used[r] == 0 {
				t.Errorf("%s: %s is not used: %s", way, r.Label, r.Span.Text())
			}
		}
	}
}

// TestElementsOfSets runs elements of a Set whose first cells are not always different, or change, or do not say in which order
// they are: two that become the same are one.
func TestElementsOfSets(t *testing.T) {
	const text = `module S-SYNTAX imports INT-SYNTAX syntax Pgm ::= Int endmodule
module S
  imports S-SYNTAX
  imports INT
  configuration <ts> <t multiplicity="*" type="Set"> FIRST <k> $PGM:Pgm </k> SECOND <n> 0 </n> </t> </ts> <all> 0 </all>
  syntax KItem ::= "up" "(" Int ")" | "meet" | "seen" "(" Int ")"
  rule <k> N:Int => N -Int 1 ...</k> (.Bag => <t>... <id> NEW </id> <k> up(N) ~> meet </k> ...</t>) requires N >Int 0
  rule <k> up(N) => up(N +Int 3) ...</k> <n> _ => N %Int 2 </n> requires N <Int 9
  rule <k> up(N) => seen(A) ...</k> <all> A => A +Int 1 </all> RENAME requires N >=Int 9
  rule <k> seen(A) ~> meet => meet ...</k> <n> M => M +Int A </n> requires A %Int 2 ==Int 1
  rule <t>... <k> meet => .K ...</k> <n> M </n> ...</t> <t>... <k> meet => up(8) ...</k> <n> N </n> ...</t> requires M <Int N
endmodule`
	merged := 0
	for _, id := range []string{"<id> 0 </id>", ""} { // in front of the computation, or behind it
		for _, name := range []string{"N", "N %Int 2", "0"} {
			for _, rename := range []string{"", "<id> I => I +Int 1 </id>"} {
				second := ""
				if id == "" {
					second = "<id> 0 </id>"
				}
				d := strings.NewReplacer("FIRST", id, "SECOND", second, "NEW", name, "RENAME", rename).Replace(text)
				for n := range 6 {
					e, slots := begun(t, "s.k", d, fmt.Sprint(n))
					c := rewritetest.New(e, 300)
					c.Run(t, fmt.Sprintf("%s %s %s, %d", id, name, rename, n), slots, "", n%2 == 0)
					m := e.NewMachine(slots, rewrite.IO{})
					for range 300 {
						if ok, err := m.Step(); !ok || err != nil {
							break
						}
					}
					if m.Slots()[0].Len() < n+1 {
						merged++
					}
					(&rewritetest.Compositions{Engine: e, Heat: rewritetest.Eager, Limit: 300}).Run(t, "composed", slots, "")
				}
			}
		}
	}
	if merged == 0 {
		t.Error("no two elements became one")
	}
}

const forkFib = "def fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2) . run "

// BenchmarkRunThreadsFib runs one thread, of a Map or Set; "one" are the same rules with the computation in a
// slot.
func BenchmarkRunThreadsFib(b *testing.B) {
	for _, way := range []string{"one", "threads", "set"} {
		b.Run(way, func(b *testing.B) { benchmarkRun(b, loadFork(b, way), forkFib+"fib(16)") })
	}
}

// BenchmarkRunThreadsTwo runs two threads at once.
func BenchmarkRunThreadsTwo(b *testing.B) {
	for _, way := range []string{"threads", "set"} {
		b.Run(way, func(b *testing.B) { benchmarkRun(b, loadFork(b, way), forkFib+"spawn fib(15) ; fib(15)") })
	}
}

// BenchmarkDeriveThreads follows the same programs by symbolic steps.
func BenchmarkDeriveThreads(b *testing.B) {
	for _, run := range [][2]string{{"one", "fib(7)"}, {"threads", "fib(7)"}, {"threads", "spawn fib(5) ; fib(5)"}} {
		b.Run(run[0]+" "+run[1], func(b *testing.B) {
			e := loadFork(b, run[0])
			p, err := e.Definition.ParseProgram(source.NewFile("p", forkFib+run[1]))
			if err != nil {
				b.Fatal(err)
			}
			slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
			if err != nil {
				b.Fatal(err)
			}
			steps := 0
			for b.Loop() {
				for s := (&rewrite.State{Slots: slots}); ; steps++ {
					d := e.Derive(s, undecided{})
					if len(d.Successors) == 0 {
						break
					}
					s = d.Successors[0].State
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}

// undecided is an oracle that answers nothing.
type undecided struct{}

func (undecided) Prune([]*term.Term, ...*term.Term) rewrite.Verdict  { return rewrite.Unknown }
func (undecided) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
