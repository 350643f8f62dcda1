package rewrite_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/compose"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
	"rlv/semantics/source"
	"rlv/semantics/term"

	"pgregory.net/rapid"
)

// TestComposedIsLikeSingle runs all examples with compositions of whatever recurs, and without.
func TestComposedIsLikeSingle(t *testing.T) {
	for _, ext := range languages.Extensions() {
		c := &rewritetest.Compositions{Engine: shipped(t, ext), Heat: rewritetest.Eager, Limit: 4000}
		eachExample(t, ext, func(path, text, input string) { c.Text(t, path, text, input) })
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", ext, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed < c.Steps/4 {
			t.Errorf("%s: of %d steps %d are composed", ext, c.Steps, c.Composed)
		}
	}
}

// repeated is a definition in which a program is run twenty times, one after the other; what is left of it is dropped.
func repeated(text string) string {
	if !strings.Contains(text, "$PGM") {
		text = strings.Replace(text, "  rule", "  configuration <k> $PGM:Pgm </k>\n  rule", 1)
	}
	text = regexp.MustCompile(`<k> (\$PGM:\w+) </k>`).ReplaceAllString(text, "<k> #next($1, 20) </k>")
	end := strings.LastIndex(text, "endmodule")
	return text[:end] + `  syntax KItem ::= "#next" "(" K "," Int ")"
  rule #next(E:K, N:Int) => E ~> #next(E, N -Int 1) requires N >Int 0
  rule <k> _:KItem => .K ...</k> [priority(220)]
` + text[end:]
}

// TestComposedOnTestdata runs programs of other definitions, and random ones of random definitions, again and again.
func TestComposedOnTestdata(t *testing.T) {
	for name, texts := range testdataPrograms {
		text, err := os.ReadFile("testdata/" + name + ".k")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name+".k")
		if err := os.WriteFile(path, []byte(repeated(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := compile.Load(path, compile.Options{CacheDir: "off"})
		if err != nil {
			t.Fatal(err)
		}
		c := &rewritetest.Compositions{Engine: rewrite.New(d), Heat: rewritetest.Eager, Limit: 1000}
		for _, text := range texts {
			if !c.Text(t, name+": "+text, text, "3 -4 5 6") {
				t.Errorf("%s: %s is no program", name, text)
			}
		}
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", name, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed == 0 {
			t.Errorf("%s: nothing is composed", name)
		}
	}
	steps, composed := int64(0), int64(0)
	for seed := range uint64(12) {
		e, programs := rewrite.RandomDefinition(t, seed, repeated)
		c := &rewritetest.Compositions{Engine: e, Heat: rewritetest.Eager, Limit: 400}
		for _, text := range programs {
			c.Text(t, fmt.Sprintf("definition %d, %s", seed, text), text, "")
		}
		t.Logf("definition %d: %d programs, %d steps, %d of them by %d compositions", seed, c.Programs, c.Steps, c.Composed, c.Rules)
		steps, composed = steps+c.Steps, composed+c.Composed
	}
	if composed < steps/10 {
		t.Errorf("of %d steps %d are composed", steps, composed)
	}
}

// TestComposedOnWhatIsDifficult runs random programs of a definition of what is difficult for the stack.
func TestComposedOnWhatIsDifficult(t *testing.T) {
	c := &rewritetest.Compositions{Engine: loadNamed(t, "stack"), Heat: rewritetest.Eager, Limit: 1000}
	for i := range 3000 {
		g := stackPrograms{rand.New(rand.NewPCG(uint64(i), 7))}
		text := "rep(" + g.expression(1+g.IntN(4)) + ")"
		if i%3 == 0 {
			text = g.expression(3) + "; " + text + " + " + text
		}
		if !c.Text(t, text, text, "3 4 5 6 7 8 9 1 2 3 4 5") {
			t.Fatalf("%s is no program", text)
		}
	}
	for _, text := range []string{ // the code of a composition with something else behind it
		"def((1 + 2) * (outs + (1 + 1))) ; (rep(neg(run)) ; whole)"} {
		c.Text(t, text, text, "")
	}
	t.Logf("%d programs, %d steps, %d of them by %d compositions", c.Programs, c.Steps, c.Composed, c.Rules)
	if c.Composed < c.Steps/10 {
		t.Errorf("of %d steps %d are composed", c.Steps, c.Composed)
	}
}

// TestCompositionsHoldElsewhere tries what was composed of random programs, and of those of the benchmarks, on configurations
// that differ at random from the recorded ones.
func TestCompositionsHoldElsewhere(t *testing.T) {
	e, applied := loadNamed(t, "stack"), 0
	for seed := range uint64(400) {
		g := stackPrograms{rand.New(rand.NewPCG(seed, 8))}
		applied += elsewhere(t, e, "rep("+g.expression(1+g.IntN(4))+")", rewritetest.Eager, 1000, 60)
	}
	for _, text := range []string{ // two new keys, a value that may be of a smaller sort, what is written and asked for
		"rep((put(turn) ; put(turn * 3)) ; (del(turn) ; del(turn * 3)))", "rep(push(box(turn)) ; print(kinds(pop, 1)))", "rep(print(turn) ; print(outs))", "rep(print(print(turn) + outs))", "rep(print(print(turn) + silent))",
		"rep(open(turn) + walk(turn))", "rep(div(turn + 1) + half(turn + 2))", "rep(push(turn) ; (push(box(turn)) ; (pop + 1)))", "rep(kind(get(turn)))",
		"rep(add(turn) ; (sole ; take(turn)))", "rep(add(turn) ; (add(turn + 1) ; (take(turn) ; (sole ; take(turn + 1)))))", "rep(take(add(turn)) ; sole)", "rep(bare + turn)", "rep(put(turn) ; (add(turn) ; wipe))", "rep(wipe + (wipe + turn))",
		"put(7) ; rep((get(0) + get(2)) ; (wipe ; (add(5) ; add(7))))"} {
		c := &rewritetest.Compositions{Engine: e, Heat: rewritetest.Eager, Limit: 1000}
		c.Text(t, text, text, "")
		applied += elsewhere(t, e, text, rewritetest.Eager, 1000, 3000)
	}
	for _, p := range [][2]string{sumProgram, primesProgram, loopProgram, sortProgram, fibProgram, hanoiProgram, scopesProgram} {
		applied += elsewhere(t, shipped(t, p[0]), p[1], rewritetest.Eager, 3000, 200)
	}
	t.Logf("applied %d times", applied)
	if applied < 2000 {
		t.Errorf("a composition was applied %d times", applied)
	}
}

// TestCompositionsOfElementsHoldElsewhere does the same with threads: what is composed is over the cells of an element.
func TestCompositionsOfElementsHoldElsewhere(t *testing.T) {
	for way := range forks {
		applied := 0
		for _, run := range []string{"fib(9)", "spawn fib(8) ; fib(8)", "x = 1 ; g := 2 ; fib(6) + x ; (x = self) ; fib(self + 7) + g * x"} {
			if way == "one" {
				run = strings.ReplaceAll(run, "self", "next")
			}
			applied += elsewhere(t, loadFork(t, way), forkFib+run, rewritetest.Eager, 3000, 400)
		}
		t.Logf("%s: applied %d times", way, applied)
		if applied < 100 {
			t.Errorf("%s: a composition was applied %d times", way, applied)
		}
	}
}

// TestComposedBesideOthers runs several threads, each of which does the same again and again, with compositions and
// without; also where rules on several threads come before all others.
func TestComposedBesideOthers(t *testing.T) {
	for _, place := range []string{"// MORE", "// FIRST"} {
		for _, way := range []string{"threads", "set", "inner"} {
			c := &rewritetest.Compositions{Engine: loadForkAt(t, way, place), Heat: rewritetest.Eager, Limit: 1000}
			texts := []string{"def f(x) = if x < 1 then x else (receive ; f(x - 1)) . run spawn f(20) ; 1" + strings.Repeat(" ; offer 2", 20),
				"def f(x) = if x < 1 then x else (next ; f(x - 1)) . run f(17) ; f(3) ; f(3) ; spawn receive ; spawn (join 9)" + strings.Repeat(" ; idle ; f(1)", 7)}
			for n := range 4 {
				texts = append(texts, "def f(x) = if x < 1 then x else (idle ; (1 + 1 + 1 + 1 ; receive) ; f(x - 1)) . run "+
					strings.Repeat("next ; ", 2+4*n)+"spawn f(20) ; 1"+strings.Repeat(" ; join 9", 20))
				for _, body := range []string{"next", "next ; idle"} {
					texts = append(texts, fmt.Sprintf("def f(x) = if x < 1 then x else (%s ; f(x - 1)) . run f(%d) ; spawn receive ; spawn (join 9) ; f(20)", body, 17+n))
				}
			}
			for _, text := range texts {
				if !c.Text(t, text, text, "") {
					t.Fatalf("%s is no program", text)
				}
			}
			for seed := range uint64(2000) {
				g := forkPrograms{rand.New(rand.NewPCG(seed, 6))}
				text := g.repeating()
				if !c.Text(t, fmt.Sprintf("%s %s, seed %d, %s", way, place, seed, text), text, "3 -4\n 5 6 7 8") {
					t.Fatalf("%s is no program", text)
				}
			}
			t.Logf("%s %s: %d programs, %d steps, %d of them by %d compositions", way, place, c.Programs, c.Steps, c.Composed, c.Rules)
			if c.Composed < c.Steps/10 {
				t.Errorf("%s %s: of %d steps %d are composed", way, place, c.Steps, c.Composed)
			}
			if c.Rules > 3800 { // where others keep one from being applied, it is not made again
				t.Errorf("%s %s: there are %d compositions", way, place, c.Rules)
			}
		}
	}
}

func elsewhere(t *testing.T, e *rewrite.Engine, text string, heat rewrite.Heat, steps int64, rounds int) int {
	t.Helper()
	p, err := e.Definition.ParseProgram(source.NewFile("p", text))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	m := e.NewMachine(slots, rewrite.IO{In: strings.NewReader("3 4 5 6"), Out: io.Discard}).ComposeHot(heat)
	for m.Steps < steps {
		if ok, err := m.Advance(); !ok || err != nil {
			break
		}
	}
	return m.Elsewhere(t, rand.New(rand.NewPCG(uint64(len(text)), 9)), rounds)
}

// TestComposedBehindCalls runs a function with several variables, that are given up where it returns: a set of which
// nothing else is known.
func TestComposedBehindCalls(t *testing.T) {
	c := &rewritetest.Compositions{Engine: shipped(t, hanoiProgram[0]), Heat: rewritetest.Eager, Limit: 7000}
	c.Text(t, "hanoi", hanoiProgram[1], "")
	t.Logf("%d steps, %d of them by %d compositions", c.Steps, c.Composed, c.Rules)
	if c.Composed < c.Steps*9/10 {
		t.Errorf("of %d steps %d are composed", c.Steps, c.Composed)
	}
}

// advanced runs a machine to the end and returns in how many advances.
func advanced(t *testing.T, m *rewrite.Machine) (n int64) {
	t.Helper()
	for {
		ok, err := m.Advance()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return n
		}
		n++
	}
}

// TestLoopsOfAllLengthsAreComposed looks at runs once in each number of steps, also in as many as a round of the loop
// has, and at loops with rounds of all lengths: where a run is looked at is no matter of how long they are.
func TestLoopsOfAllLengthsAreComposed(t *testing.T) {
	composed := func(e *rewrite.Engine, text string, every int) {
		heat := rewrite.Usual
		heat.SampleEvery, heat.LeastSteps = every, 0
		m := e.NewMachine(beginning(t, e, text), rewrite.IO{}).ComposeHot(heat)
		advances := advanced(t, m)
		if advances > m.Steps/2 {
			t.Errorf("looked at once in %d steps, %d steps of %s were made in %d advances", every, m.Steps, text, advances)
		}
	}
	for of, loop := range map[string]string{
		".imp":  "int n, s; n = 2000; while (!(n <= 0)) { %s n = n + -1; }",
		".cink": "int main() { int s = 0; int n = 2000; while (n > 0) { %s n = n - 1; } return s; }",
	} {
		e := shipped(t, of)
		for every := 10; every < 80; every++ {
			composed(e, fmt.Sprintf(loop, "s = s + n;"), every)
		}
		for n := range 20 {
			for _, s := range []string{"", "s = 1;", "s = n;", "s = s + n;", "s = s + 1 + n;", "{ s = n; }", "if (s <= n) { s = n; } else {}"} {
				composed(e, fmt.Sprintf(loop, s+strings.Repeat(" s = 1;", n)), rewrite.Usual.SampleEvery)
			}
		}
	}
}

// TestCompositionsThatDoNotPayAreGivenUp runs a loop whose compositions each ask for the bits of a number, one by one, and
// hold for hardly any other: most of the ten are given up. One of a loop that pays is not.
func TestCompositionsThatDoNotPayAreGivenUp(t *testing.T) {
	e := shipped(t, ".cink")
	for _, body := range []string{"s = s ^ i;", "s = s + i;"} {
		heat := rewrite.Usual
		heat.LeastSteps = 0
		m := e.NewMachine(beginning(t, e, "int main() { int s = 0; int i = 0; while (i < 10000) { "+body+" i = i + 1; } return s; }"), rewrite.IO{}).ComposeHot(heat)
		advanced(t, m)
		switch n := len(m.Composed()); {
		case n > 4:
			t.Errorf("%s: there are %d compositions in the end", body, n)
		case n == 0 && body == "s = s + i;":
			t.Errorf("%s: there is no composition in the end", body)
		}
	}
}

// TestComposedWithThreads runs random programs with threads, and some that recur: in one thread, in several, before
// there are others and when these have ended.
func TestComposedWithThreads(t *testing.T) {
	for way := range forks {
		c := &rewritetest.Compositions{Engine: loadFork(t, way), Heat: rewritetest.Eager, Limit: 3000}
		for seed := range uint64(400) {
			g := forkPrograms{rand.New(rand.NewPCG(seed, 6))}
			text := g.program()
			c.Text(t, text, text, "3 -4\n x")
		}
		for _, run := range []string{"fib(9)", "fib(5) ; join spawn fib(6) ; fib(7)", "spawn fib(6) ; fib(7)", "(spawn (send fib(5))) ; receive ; fib(6)",
			"(print fib(5)) ; x = fib(6) ; spawn spawn fib(3) ; fib(8)", "join spawn read() ; g := fib(6) ; g + fib(7)",
			// What is composed while there is one thread, and is on top of the first when there are two whose steps alternate.
			"fib(8) ; spawn fib(7) ; fib(8)"} {
			c.Text(t, run, forkFib+run, "3 -4 5 6")
		}
		t.Logf("%s: %d programs, %d steps, %d of them by %d compositions", way, c.Programs, c.Steps, c.Composed, c.Rules)
		if c.Composed < 2000 {
			t.Errorf("%s: of %d steps %d are composed", way, c.Steps, c.Composed)
		}
	}
}

// TestComposedIsTransitivity replays each composed rule of the benchmarks on random data: with single
// steps of a machine, and with symbolic steps from its left side. Both come to its right side.
func TestComposedIsTransitivity(t *testing.T) {
	for _, p := range [][2]string{sumProgram, primesProgram, loopProgram, sortProgram, fibProgram, hanoiProgram, scopesProgram} {
		replayComposed(t, shipped(t, p[0]), p[1])
	}
}

// TestComposedOfElementsIsTransitivity replays what is composed of a thread: rules over the cells of an element.
func TestComposedOfElementsIsTransitivity(t *testing.T) {
	for way := range forks {
		replayComposed(t, loadFork(t, way), forkFib+"fib(16)")
		if way != "one" {
			replayComposed(t, loadFork(t, way), forkFib+"spawn fib(15) ; fib(15)")
		}
	}
}

// replayComposed replays what is composed of a program.
func replayComposed(t *testing.T, e *rewrite.Engine, text string) {
	t.Helper()
	start := beginning(t, e, text)
	m := e.NewMachine(start, rewrite.IO{}).ComposeHot(rewrite.Usual)
	if err := m.Run(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	rules := m.Composed()
	if len(rules) == 0 {
		t.Errorf("nothing is composed of %s", text)
	}
	for i, r := range rules {
		replayed := 0
		rapid.Check(t, func(rt *rapid.T) {
			if replay(rt, e, e.Flat(start), r) {
				replayed++
			}
		})
		if replayed == 0 {
			t.Errorf("rule %d of %s was not replayed", i, text)
		}
	}
}

// replay replays a composed rule on random data, where all else is as at the start; false if its guards do not hold of them.
func replay(rt *rapid.T, e *rewrite.Engine, start []*term.Term, r *compose.Rule) bool {
	data := term.Substitution{}
	as := rapid.Bool().Draw(rt, "as recorded") // of which the guards hold
	byName := func(a, b *term.Variable) int { return strings.Compare(a.Name, b.Name) }
	for _, v := range slices.SortedFunc(maps.Keys(r.Recorded), byName) { // in an order that is that of a second run
		value := r.Recorded[v]
		data[v] = value
		if n, ok := value.Int64(); ok && !as && rapid.Bool().Draw(rt, "other") {
			data[v] = term.Int(n + int64(rapid.IntRange(-3, 3).Draw(rt, "more")))
		}
	}
	for _, g := range r.Requires {
		if data.Apply(g) != term.True {
			return false
		}
	}
	shape := shapeOf(data, r)
	from, to, left := slices.Clone(start), slices.Clone(start), slices.Clone(start)
	for _, s := range r.Left {
		from[s.Index] = instanceOf(data, s.Term)
		if from[s.Index] == nil {
			return false // two keys are one
		}
		to[s.Index], left[s.Index] = from[s.Index], shape.Apply(s.Term)
	}
	for _, s := range r.Right {
		to[s.Index] = data.Apply(s.Term)
	}
	symbolic := &rewrite.State{Slots: e.Whole(left)}
	for _, g := range r.Requires {
		symbolic.PC = term.Conjuncts(symbolic.PC, shape.Apply(g))
	}
	m := e.NewMachine(e.Whole(from), rewrite.IO{})
	to = e.Whole(to)
	for range r.Steps {
		if ok, err := m.Step(); !ok || err != nil {
			rt.Fatalf("single steps end after %d of %d: %v", m.Steps, r.Steps, err)
		}
		symbolic = successor(rt, e, symbolic, m.Last(), data)
	}
	if why := rewritetest.Differ(m.Slots(), to); why != "" {
		rt.Fatalf("single steps: %s", why)
	}
	for i, t := range symbolic.Slots {
		if got := data.Apply(t); !term.Equal(got, to[i]) {
			rt.Fatalf("symbolic steps: %s, not %s", got, to[i])
		}
	}
	return true
}

// shapeOf is the data but for integers, Booleans and strings that are no keys: what symbolic steps know,
// which cannot tell of a map that it has not some key.
func shapeOf(data term.Substitution, r *compose.Rule) term.Substitution {
	keys := map[*term.Variable]bool{}
	for _, s := range slices.Concat(r.Left, r.Right) {
		term.Walk(s.Term, func(t *term.Term) bool {
			if t.Kind() == term.KMap || t.Kind() == term.KSet {
				t.EachEntry(func(k, _ *term.Term) bool {
					for _, v := range term.Vars(k) {
						keys[v] = true
					}
					return true
				})
			}
			return true
		})
	}
	shape := term.Substitution{}
	for v, t := range data {
		if isData := v.Sort == term.SortInt || v.Sort == term.SortBool || v.Sort == term.SortString; !isData || keys[v] {
			shape[v] = t
		}
	}
	return shape
}

// instanceOf is an instance of a left side, nil if two keys of a map in it have become one.
func instanceOf(data term.Substitution, t *term.Term) *term.Term {
	out := data.Apply(t)
	if out.HasFunctions() {
		return nil
	}
	return out
}

// successor is the successor by a rule of which the conditions hold for the data.
func successor(rt *rapid.T, e *rewrite.Engine, s *rewrite.State, rule *compile.Rule, data term.Substitution) *rewrite.State {
	for _, next := range e.DeriveIn(s, never{}, rewrite.Orders{All: true}).Successors {
		holds := next.Rule == rule
		for _, c := range next.Conds {
			holds = holds && data.Apply(c) == term.True
		}
		if holds {
			return next.State
		}
	}
	rt.Fatalf("no symbolic step by %s from %v", rule.Label, s.Slots)
	return nil
}
