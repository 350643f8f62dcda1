package rewrite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// shipped loads a shipped language.
func shipped(t testing.TB, ext string) *rewrite.Engine {
	t.Helper()
	d, err := languages.Load("x"+ext, kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// eachExample calls f for the examples of a language, those that get stuck and the wrong ones too, with
// what they read.
func eachExample(t *testing.T, ext string, f func(path, text, input string)) {
	t.Helper()
	for _, dir := range []string{"*", "*/run", "*/run/stuck", "*/wrong"} {
		paths, err := filepath.Glob("../../examples/" + dir + "/*" + ext)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			input, _ := os.ReadFile(strings.TrimSuffix(path, ext) + ".in")
			f(path, string(text), string(input))
		}
	}
}

// TestStackIsLikeSlots runs all examples in both ways, those that get stuck too. Of the
// rules that they use, none goes the way on the slots more than a hundred times.
func TestStackIsLikeSlots(t *testing.T) {
	for _, ext := range languages.Extensions() {
		e := shipped(t, ext)
		c, often := rewritetest.New(e, 8000), rewritetest.New(e, 400)
		eachExample(t, ext, func(path, text, input string) {
			c.Text(t, path, text, input, false)
			often.Text(t, path, text, input, true)
		})
		t.Logf("%s: %d programs, %d steps, ends %v; of %d rules %d are unusual", ext, c.Programs, c.Steps, c.Ends, len(e.Definition.Rules()), len(e.Unusual()))
		for _, r := range e.Unusual() {
			t.Logf("unusual: %s, %d steps", r.Label, c.OnSlots[r])
		}
		for r, n := range c.OnSlots {
			if n > 100 {
				t.Errorf("%s: %d steps by %s were made on the slots", ext, n, r.Label)
			}
		}
		if c.Steps < 20_000 || c.Ends["none applies"] == 0 {
			t.Errorf("%s: %d steps, ends %v", ext, c.Steps, c.Ends)
		}
	}
}

// stackPrograms writes random programs for testdata/stack.k.
type stackPrograms struct{ *rand.Rand }

func (g stackPrograms) expression(depth int) string {
	one := func(of ...string) string { return of[g.IntN(len(of))] }
	if depth == 0 || g.IntN(5) == 0 {
		if g.IntN(3) > 0 {
			return fmt.Sprint(g.IntN(5))
		}
		return one("none", "two", "alone", "last", "keepk", "resume", "fork", "peek", "note", "skip", "stop", "any", "new", "read", "again", "swap", "hide", "turn", "turn", "pop", "outs", "silent")
	}
	e := func() string { return g.expression(depth - 1) }
	switch g.IntN(10) {
	case 0:
		return one("mark", "print", "div", "half", "norm", "at", "neg", "mark", "norm") + "(" + e() + ")"
	case 8:
		i := g.expression(0)
		return "(" + one("add("+i+") ; has("+i+")", "add("+i+") ; (sole ; take("+i+"))", "bare ; (add("+i+") ; bare)", "add("+i+") ; wipe", "push("+i+") ; pop", "push(box("+i+")) ; (pop + 1)", "push(box("+i+")) ; kinds(pop, 1)", "def("+e()+") ; run", "def("+e()+") ; whole") + ")"
	case 7:
		return one("rep", "rep", "put", "get", "del", "add", "has", "push", "kind", "walk", "open", "box") + "(" + e() + ")"
	case 1:
		var list []string
		for range g.IntN(4) {
			list = append(list, e())
		}
		return one("sum", "sum", "count") + "(" + strings.Join(list, ", ") + ")"
	case 2:
		return "mark(" + one("note", "skip", "swap", "none", e()) + ")"
	case 3:
		return "pick(" + e() + ", " + e() + ", " + e() + ")"
	}
	return "(" + e() + " " + one("+", "*", ";", "!", "?") + " " + e() + ")"
}

// TestStackOnItsOwnDefinition compares random programs of a definition that has all that
// is difficult for a stack; each of its rules is used.
func TestStackOnItsOwnDefinition(t *testing.T) {
	e := loadNamed(t, "stack")
	c := rewritetest.New(e, 300)
	for seed := range uint64(5000) {
		g := stackPrograms{rand.New(rand.NewPCG(seed, 3))}
		text := g.expression(1 + g.IntN(4))
		if !c.Text(t, fmt.Sprintf("seed %d, %s", seed, text), text, "3 -4\n x", seed%2 == 0) {
			t.Fatalf("%s is no program", text)
		}
	}
	t.Logf("%d programs, %d steps, ends %v, unusual:", c.Programs, c.Steps, c.Ends)
	for _, r := range e.Unusual() {
		t.Log(r.Label, c.OnSlots[r])
	}
	for _, r := range e.Definition.Rules() {
		if c.Used[r] == 0 && len(r.Existentials) == 0 {
			t.Errorf("%s is not used: %s", r.Label, r.Span.Text())
		}
	}
}

// TestStackOnUnknownParts compares runs in which something is a variable: operands, what is
// on top, what follows the program.
func TestStackOnUnknownParts(t *testing.T) {
	e := loadNamed(t, "stack")
	exp, _ := e.Definition.Lattice.Lookup("Exp")
	unknown := map[string]*term.Term{"4": term.Var("X", term.SortInt), "none": term.Var("E", exp), "again": term.Var("K", term.SortK)}
	c := rewritetest.New(e, 100)
	for seed := range uint64(3000) {
		g := stackPrograms{rand.New(rand.NewPCG(seed, 4))}
		text := g.expression(1 + g.IntN(4))
		p, err := e.Definition.ParseProgram(source.NewFile("p", text))
		if err != nil {
			t.Fatal(err)
		}
		k := replaced(p.Term, unknown)
		if g.IntN(2) == 0 {
			k = term.Seq(k, term.Var("REST", term.SortK))
		}
		slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": k})
		if err != nil {
			t.Fatal(err)
		}
		c.Run(t, fmt.Sprintf("seed %d, %s", seed, text), slots, "", seed%2 == 0)
	}
	t.Logf("%d programs, %d steps, ends %v, %d of them unsure", c.Programs, c.Steps, c.Ends, c.Unsure)
	if c.Unsure == 0 {
		t.Error("nothing was unsure")
	}
}

// replaced returns a term with others in place of the subterms that are written so.
func replaced(t *term.Term, by map[string]*term.Term) *term.Term {
	if other := by[t.String()]; other != nil {
		return other
	}
	if t.Kind() != term.KApp {
		return t
	}
	args := slices.Clone(t.Args())
	for i, a := range args {
		args[i] = replaced(a, by)
	}
	return term.AppAt(t.Symbol(), t.Pos(), args)
}

// testdataPrograms are programs of other definitions of testdata.
var testdataPrograms = map[string][]string{
	"anywhere": {"dbl(7)", "dbl(w(w(3)))", "even(p(dbl(8), two))", "start", "both(two)", "dbl(one)", "p(dbl(w(9)), one)"},
	"orders":   {"tick + (tick + get)", "(get , tick) + 2", "1 ; (tick ; get)", "(1 + 2) ! tick", "throw + 1", "hidden + kept", "(1 + throw) , 2"},
	"tests":    {"1 + f(2)", "f(3) + 1 + 4", "u(4) + 1", "u(3) + 1", "is(f(1))", "is(u(2))", "is(t)", "t + 1", "1 + u(9) + f(f(1))"},
	"lambda":   {"(lambda x . (x + 1)) 2", "(lambda x . (lambda y . (x + y))) 3 4", "let y = 1 + 2 in (y + y)", "swap(x) + 1", "halves(x)"},
	"lazy":     {"go(3)", "go(0)"},
	"notation": {"go(pair(plus, plus))", "go(7)", "save(go(3))", "go(pair(1, 2)) + 3", "go(save(plus))", "go(times)"},
	"straight": {"x = 1 + 2; y = x * x - 7;", "read x; print x / 2; read y; print x;", "if (1 < 2) { x = 3 / 0; } else { }", "x = unguarded 0;", "read x; read y; read z; print z;"},
}

// TestStackOnTestdata compares random programs of other definitions.
func TestStackOnTestdata(t *testing.T) {
	steps := int64(0)
	for seed := range uint64(12) {
		e, programs := rewrite.RandomDefinition(t, seed, nil)
		c := rewritetest.New(e, 200)
		for i, text := range programs {
			c.Text(t, fmt.Sprintf("definition %d, %s", seed, text), text, "", i%2 == 0)
		}
		steps += c.Steps
	}
	if steps < 2000 {
		t.Errorf("%d steps", steps)
	}
	for name, texts := range testdataPrograms {
		c := rewritetest.New(loadNamed(t, name), 500)
		for _, text := range texts {
			for _, look := range []bool{false, true} {
				if !c.Text(t, name+": "+text, text, "3 -4 ", look) {
					t.Errorf("%s: %s is no program", name, text)
				}
			}
		}
		t.Logf("%s: %d programs, %d steps, %v", name, c.Programs, c.Steps, c.Ends)
	}
}

// beginning is the configuration that a program begins with.
func beginning(t testing.TB, e *rewrite.Engine, text string) []*term.Term {
	t.Helper()
	p, err := e.Definition.ParseProgram(source.NewFile("p", text))
	if err != nil {
		t.Fatal(err)
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	return slots
}

// TestRunStopsAfterTheSteps runs a program a few steps at a time, also where rules are to be composed: after each limit
// just that many steps are made, and the configuration is that of single steps on the slots.
func TestRunStopsAfterTheSteps(t *testing.T) {
	e := shipped(t, ".imp")
	slots := beginning(t, e, "int n, s; n = 30; while (!(n <= 0)) { s = s + n; n = n + -1; }")
	m, single := e.NewMachine(slots, rewrite.IO{}), e.NewMachine(slots, rewrite.IO{}).OnSlots()
	composing := e.NewMachine(slots, rewrite.IO{}).ComposeHot(rewritetest.Eager)
	limit := int64(0)
	for !single.Finished() {
		limit += 1 + limit%4
		for ok := true; ok && single.Steps < limit; {
			var err error
			if ok, err = single.Step(); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range []*rewrite.Machine{m, composing} {
			if err := m.Run(context.Background(), limit); err != nil {
				t.Fatal(err)
			}
			if m.Steps != single.Steps {
				t.Fatalf("after the limit %d there are %d steps, not %d", limit, m.Steps, single.Steps)
			}
			if why := rewritetest.Differ(m.Slots(), single.Slots()); why != "" {
				t.Fatalf("after %d steps: %s", m.Steps, why)
			}
		}
	}
	if m.Steps >= limit {
		t.Fatalf("%d steps: the last limit did not let it end", m.Steps)
	}
}

// TestRunIsInterrupted ends the context of a run that does not end, on the stack, with compositions, on the slots
// and in threads: it stops within 50 ms, but for what else the machine does meanwhile, in the
// configuration of the steps that it counts.
func TestRunIsInterrupted(t *testing.T) {
	imp, fork := shipped(t, ".imp"), loadFork(t, "threads")
	inImp := beginning(t, imp, "int n; n = 1; while (1 <= n) { n = n + 1; }")
	inFork := beginning(t, fork, "def f(n) = n ; f(n + 1) . run spawn f(0) ; f(1)")
	for name, start := range map[string]func() *rewrite.Machine{
		"stack":    func() *rewrite.Machine { return imp.NewMachine(inImp, rewrite.IO{}) },
		"composed": func() *rewrite.Machine { return imp.NewMachine(inImp, rewrite.IO{}).ComposeHot(rewrite.Usual) },
		"slots":    func() *rewrite.Machine { return imp.NewMachine(inImp, rewrite.IO{}).OnSlots() },
		"threads":  func() *rewrite.Machine { return fork.NewMachine(inFork, rewrite.IO{}) },
	} {
		took := time.Hour
		for range 10 {
			m, again := start(), start()
			if took = min(took, interrupted(t, m)); took > 50*time.Millisecond {
				continue
			}
			if err := again.Run(context.Background(), m.Steps); err != nil || m.Steps == 0 || again.Steps != m.Steps {
				t.Fatalf("%s: %d steps, not %d: %v", name, again.Steps, m.Steps, err)
			}
			if !slices.EqualFunc(m.Slots(), again.Slots(), term.Equal) {
				t.Errorf("%s: after %d steps: %v, not %v", name, m.Steps, m.Slots(), again.Slots())
			}
			break
		}
		if took > 50*time.Millisecond {
			t.Errorf("%s: it took %s to stop", name, took)
		}
	}
}

// interrupted runs a machine for a moment, and returns how long it takes to stop then.
func interrupted(t *testing.T, m *rewrite.Machine) time.Duration {
	ctx, cancel := context.WithCancel(context.Background())
	var since time.Time
	timer := time.AfterFunc(20*time.Millisecond, func() {
		since = time.Now()
		cancel()
	})
	defer timer.Stop()
	if err := m.Run(ctx, 0); err != context.Canceled {
		t.Fatalf("after %d steps: %v", m.Steps, err)
	}
	return time.Since(since)
}
