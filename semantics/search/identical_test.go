package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/search"
	"rlv/semantics/term"
)

// The two orders of operands meet in one state.
func TestIdenticalStates(t *testing.T) {
	const text = `int f(int x) { if (x > 0) return 1; return 2; }
int main() { int x, y, s; cin >> x >> y; s = f(x) + f(y); s = f(x) + f(y) + s; cout << s; return 0; }
`
	f := start(t, "f.cink", text, "x y")
	apart, _ := f.all(search.Options{})
	one, outputs := f.all(search.Options{Identical: true})
	if one.Ends[search.Final] != 4 || len(outputs) != 4 || one.Identical == 0 || apart.Ends[search.Final] <= 4 {
		t.Errorf("one %+v, apart %+v", one, apart)
	}
}

// Sums of two calls, one after the other: what follows a sum is not doubled by the
// orders of its operands. With each sum there are so many states more.
func TestStatementsWithCallsAreLinear(t *testing.T) {
	var states []int
	for n := 1; n <= 5; n++ {
		text, input := "int f(int x) { return x + 1; }\nint main() { int x, y, s = 0;\n", ""
		for i := range n {
			text += "cin >> x >> y; s = s + (f(x) + f(y));\n"
			input += fmt.Sprintf("x%d y%d ", i, i)
		}
		r, _ := start(t, "s.cink", text+"cout << s; return 0; }\n", input).all(search.Options{Identical: true})
		if r.Ends[search.Final] != 1 || !r.Complete() {
			t.Errorf("n=%d: %+v", n, r)
		}
		states = append(states, r.States)
	}
	for i := 2; i < len(states); i++ {
		if states[i]-states[i-1] != states[1]-states[0] {
			t.Errorf("states %v: not so many more with each sum", states)
		}
	}
}

// What follows a sum of two calls is followed once, though nothing branches there: ten
// statements more are as many states more as where nothing is called.
func TestWhatFollowsOperandsIsSharedAtOnce(t *testing.T) {
	more := map[string]int{}
	for _, sum := range []string{"f(x) + f(y)", "x + y"} {
		for _, times := range []int{0, 10} {
			text := fmt.Sprintf("int f(int x) { return x + 1; }\nint main() { int x, y, s; cin >> x >> y; s = %s;\n%scout << s; return 0; }\n",
				sum, strings.Repeat("s = 2; ", times))
			r, _ := start(t, "s.cink", text, "x y").all(search.Options{Identical: true})
			more[sum] = r.States - more[sum]
		}
	}
	if n := more["x + y"]; n == 0 || more["f(x) + f(y)"] != n {
		t.Errorf("states more: %v", more)
	}
}

// A sum of n calls has one end for each outcome. An operand more doubles the states, as
// what was evaluated before it is known in one order and not in the other; without
// sharing it does so twice over, and each order has ends of its own.
func TestSumsOfCalls(t *testing.T) {
	before := 0
	for n := 1; n <= 4; n++ {
		var names, calls []string
		for i := range n {
			names, calls = append(names, fmt.Sprint("x", i)), append(calls, fmt.Sprintf("f(x%d)", i))
		}
		text := fmt.Sprintf("int f(int x) { if (x > 0) return 1; return 2; }\nint main() { int %s; cin >> %s; cout << %s; return 0; }\n",
			strings.Join(names, ", "), strings.Join(names, " >> "), strings.Join(calls, " + "))
		f := start(t, "s.cink", text, strings.Join(names, " "))
		r, _ := f.all(search.Options{Identical: true})
		if r.Ends[search.Final] != 1<<n || !r.Complete() || n > 1 && r.States > 4*before {
			t.Errorf("n=%d: %+v, %d states before", n, r, before)
		}
		before = r.States
	}
}

// Searches that share identical states come to the ends that others come to: the same
// outputs under the same conditions.
func TestSharedSearchesHaveTheSameEnds(t *testing.T)     { sharedEnds(t, 1, 8) }
func TestSlowSharedSearchesHaveTheSameEnds(t *testing.T) { sharedEnds(t, 100, trials(200)) }

func sharedEnds(t *testing.T, first uint64, n int) {
	shared, skipped := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		text := operands(seed)
		f := start(t, "random.cink", text, "x y")
		all, whole := f.ends(search.Options{Limits: search.Limits{States: 40000}})
		if !whole.Complete() {
			skipped++
			continue
		}
		some, r := f.ends(search.Options{Identical: true, Order: search.Order(seed % 2)})
		if shared += r.Identical; !slices.Equal(all, some) {
			t.Fatalf("seed %d: the ends\n%s\nare not\n%s\n%s", seed, strings.Join(some, "\n"), strings.Join(all, "\n"), text)
		}
	}
	if shared < 3*n || skipped > n/2 {
		t.Errorf("%d states shared in %d programs, %d skipped", shared, n, skipped)
	}
}

// ends are the distinct ends of a search, each with its kind, its output, and the
// members of its path condition in order.
func (f *fixture) ends(o search.Options) ([]string, *search.Result) {
	var out []string
	r := search.Run(context.Background(), f.engine, f.start, f.oracle, o, func(e search.Event) search.Answer {
		if e.Kind == search.Final || e.Kind == search.Stuck {
			pc := slices.Clone(e.State.PC)
			slices.SortFunc(pc, term.Compare)
			out = append(out, fmt.Sprint(e.Kind, f.output(e.State), pc))
		}
		return search.Pass
	})
	slices.Sort(out)
	return slices.Compact(out), r
}

// operands writes a random program of sums, some of whose operands interfere.
func operands(seed uint64) string {
	w := newWriter(seed)
	w.WriteString("int g = 1;\nint f(int n) { if (n > 1) return n - 1; return n + 2; }\nint h(int n) { g = g + n; return g; }\nint k(int n) { int m = n; m = m * 2; return m; }\n")
	w.WriteString("int main() { int x, y, s = 0; cin >> x >> y;\n")
	for range 1 + w.IntN(3) {
		var all []string
		for range 2 + w.IntN(2) {
			all = append(all, fmt.Sprintf(pick(w, "f(%s)", "h(%s)", "k(%s)", "%s", "k(%s + 1)"), pick(w, "x", "y", "2", "s")))
		}
		fmt.Fprintf(w, "%s = %s;\n", pick(w, "s", "x", "s"), strings.Join(all, pick(w, " + ", " - ")))
		if w.IntN(3) == 0 {
			fmt.Fprintf(w, "if (%s > %s) s = s / y;\n", pick(w, "x", "s"), pick(w, "y", "1"))
		}
	}
	w.WriteString("cout << s << g; return 0; }\n")
	return w.String()
}
