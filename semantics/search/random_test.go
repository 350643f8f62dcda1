package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Coverage and precision (Corollaries 1 and 2 of the paper), on random programs with
// two inputs: each concrete run, for all inputs from least to most, is an instance of
// exactly one end of the search, which wrote the same.
const (
	least = -2
	most  = 3
)

func TestCoverageAndPrecision(t *testing.T)     { cover(t, 1, 15) }
func TestSlowCoverageAndPrecision(t *testing.T) { cover(t, 1000, 500) }

func cover(t *testing.T, first uint64, n int) {
	d, err := languages.Load("x.cink", kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ends, stuck := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		text := random(seed)
		p, err := d.ParseProgram(source.NewFile("random.cink", text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		f := fixtureOf(t, d, p, "x y")
		var all []search.Event
		r := search.Run(context.Background(), f.engine, f.start, f.oracle, search.Options{Identical: true, Order: search.Order(seed % 3 / 2)}, func(e search.Event) search.Answer {
			if e.Kind != search.Inner {
				all = append(all, e)
			}
			return search.Pass
		})
		if !r.Complete() {
			t.Errorf("seed %d: %+v\n%s", seed, r, text)
			continue
		}
		ends, stuck = ends+len(all), stuck+r.Ends[search.Stuck]
		f.compare(t, seed, text, p.Term, all)
	}
	t.Logf("%d programs, %d ends, %d of them stuck", n, ends, stuck)
}

// compare runs a program on all inputs and looks for the ends that each is an
// instance of.
func (f *fixture) compare(t *testing.T, seed uint64, text string, program *term.Term, all []search.Event) {
	t.Helper()
	met := make([]bool, len(all))
	for x := int64(least); x <= most; x++ {
		for y := int64(least); y <= most; y++ {
			output, stuck := f.run(t, program, x, y)
			values := term.Substitution{f.input["x"].Variable(): term.Int(x), f.input["y"].Variable(): term.Int(y)}
			var fit []int
			for i, e := range all {
				if holds(values, e.State.PC) {
					fit, met[i] = append(fit, i), true
				}
			}
			if len(fit) != 1 {
				t.Errorf("seed %d: %d %d is an instance of %d ends\n%s", seed, x, y, len(fit), text)
				return
			}
			e := all[fit[0]]
			slot := search.StreamsOf(f.engine.Definition.Layout).Out
			if got := values.Apply(e.State.Slots[slot]).String(); got != output || stuck != (e.Kind == search.Stuck) {
				t.Errorf("seed %d: %d %d: the run writes %s (stuck %v), the search %s (kind %v)\n%s", seed, x, y, output, stuck, got, e.Kind, text)
				return
			}
		}
	}
}

// run runs a program and returns what it wrote.
func (f *fixture) run(t *testing.T, program *term.Term, inputs ...int64) (output string, stuck bool) {
	d := f.engine.Definition
	slots, err := d.Initial(map[string]*term.Term{"PGM": program})
	if err != nil {
		t.Fatal(err)
	}
	var items []*term.Term
	for _, n := range inputs {
		items = append(items, term.Int(n))
	}
	streams := search.StreamsOf(d.Layout)
	slots[streams.In] = search.Closed(items)
	m := f.engine.NewMachine(slots, rewrite.IO{})
	err = m.Run(context.Background(), 1_000_000)
	return m.Slots[streams.Out].String(), err != nil || !m.Finished()
}

// holds reports whether a path condition is true of values.
func holds(values term.Substitution, pc []*term.Term) bool {
	for _, c := range pc {
		if values.Apply(c) != term.True {
			return false
		}
	}
	return true
}

// writer writes a random program with two inputs: branches, loops, an array with
// indexes that may be out of bounds, division, calls, side effects in operands.
type writer struct {
	*rand.Rand
	strings.Builder
	loops int
}

func random(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 7))}
	w.WriteString("int g = 1;\nint f(int n) { if (n > 1) return n - 1; return n + 2; }\nint h(int n) { g = g + n; return g; }\n")
	w.WriteString("int main() {\nint x, y, s = 0, a[3] = {1, 2, 3};\ncin >> x >> y;\n")
	for range 2 + w.IntN(4) {
		w.statement(2)
	}
	w.WriteString("cout << s << x << y << a[1] << g;\nreturn 0;\n}\n")
	return w.String()
}

func pick[T any](w *writer, of ...T) T { return of[w.IntN(len(of))] }

func (w *writer) statement(depth int) {
	if depth == 0 {
		w.simple()
		return
	}
	switch w.IntN(8) {
	case 0, 1, 2:
		fmt.Fprintf(w, "if (%s) {\n", w.condition())
		w.statement(depth - 1)
		if w.IntN(2) == 0 {
			w.WriteString("} else {\n")
			w.statement(depth - 1)
		}
		w.WriteString("}\n")
	case 3:
		w.loops++
		fmt.Fprintf(w, "int i%d = 0;\nwhile (i%d < %s && i%d < 3) {\ni%d++;\n", w.loops, w.loops, pick(w, "x", "y", "2"), w.loops, w.loops)
		w.statement(depth - 1)
		w.WriteString("}\n")
	default:
		w.simple()
	}
}

func (w *writer) simple() {
	switch w.IntN(7) {
	case 0:
		fmt.Fprintf(w, "a[%s] = %s;\n", w.index(), w.value(1))
	case 1:
		fmt.Fprintf(w, "cout << %s;\n", w.value(2))
	case 2:
		fmt.Fprintf(w, "s = %s / %s;\n", w.value(1), pick(w, "2", "x", "y", "(x - 1)"))
	case 3:
		fmt.Fprintf(w, "s = h(%s);\n", w.value(0))
	case 4:
		fmt.Fprintf(w, "%s;\n", pick(w, "x++", "--y", "s += x", "y -= 2"))
	default:
		fmt.Fprintf(w, "%s = %s;\n", pick(w, "s", "x", "y"), w.value(2))
	}
}

func (w *writer) index() string { return pick(w, "0", "1", "2", "x", "y", "x + 1", "1 - y") }

func (w *writer) value(depth int) string {
	if depth == 0 {
		return pick(w, "x", "y", "s", "1", "2", "g")
	}
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("f(%s)", w.value(depth-1))
	case 1:
		return fmt.Sprintf("a[%s]", w.index())
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", w.condition(), w.value(depth-1), w.value(0))
	}
	return fmt.Sprintf("(%s %s %s)", w.value(depth-1), pick(w, "+", "-", "*"), w.value(0))
}

func (w *writer) condition() string {
	c := fmt.Sprintf("%s %s %s", w.value(0), pick(w, "<", "<=", "==", "!=", ">"), w.value(w.IntN(2)))
	if w.IntN(4) == 0 {
		c += fmt.Sprintf(" %s y > %d", pick(w, "&&", "||"), w.IntN(3)-1)
	}
	return c
}
