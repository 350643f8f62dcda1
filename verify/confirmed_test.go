package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/prover/replay"
	"rlv/report"
)

// Runs on small values confirm what is wrong, also where few values satisfy what is known at the
// place, and where it is the contract of another procedure that is not kept.
func TestWrongProgramsAreConfirmed(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 1})
	for _, c := range []struct{ name, text, goal, line string }{
		{"a call within a procedure without a contract", `//@pre: n > 0
//@post: result == n - 1
int dec(int n) { return n - 1; }
int twice(int n) { return dec(dec(n)); }
//@pre: k >= 1
//@post: result == k - 2
int g(int k) { return twice(k); }
`, "g", "n > 0"},
		{"an invariant that says what variables are", `//@logic sum(Int[] a, Int n): Int = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1]
//@logic squares(Int[] a, Int n): Int = n <= 0 ? 0 : squares(a, n - 1) + a[n - 1] * a[n - 1]
//@logic odd(Int[] a, Int n): Int = n <= 0 ? 7 : (odd(a, n - 1) * 3 + a[n - 1]) % 101
//@pre: 0 <= n <= len(a) /\ (forall i : 0..n-1) (a[i] >= 0)
//@post: result == squares(a, n)
int f(int a[], int n) {
  int s = 0, q = 0, h = 7;
  for (int i = 0; i < n; i++) {
    //@inv: 0 <= i <= n /\ s == sum(a, i) /\ q == squares(a, i) /\ h == odd(a, i)
    s += a[i];
    q += a[i] * (a[i] > 2 ? 2 : a[i]);
    h = (h * 3 + a[i]) % 101;
  }
  return q;
}
`, "f.loop@8:3.body", "q == squares(a, i)"},
		{"most runs do not end", `//@logic sorted(Int[] a, Int n): Bool = (forall i : 0..n-1) (forall j : i..n-1) (a[i] <= a[j])
//@pre: 0 <= n <= len(a) /\ sorted(a, n)
//@post: -1 <= result < n /\ (result >= 0 ==> a[result] == x) /\ (result < 0 ==> (forall i : 0..n-1) (a[i] != x))
int search(int a[], int n, int x) {
  int lo = 0, hi = n;
  while (lo <= hi) {
    //@inv: 0 <= lo <= hi <= n /\ (forall i : 0..lo-1) (a[i] < x) /\ (forall i : hi..n-1) (a[i] > x)
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == x) return mid;
    if (a[mid] < x) lo = mid + 1; else hi = mid;
  }
  return -1;
}
`, "search.loop@6:3.cut", "lo <= hi"},
		{"a number above the few that are drawn", `//@pre: n > 1
//@post: 1 < result <= n /\ n % result == 0
int least(int n) {
  int d = 2;
  while (d * d <= n) {
    //@inv: 1 < d <= n /\ (forall e) (1 < e < d ==> n % e != 0)
    //@decreases: n - d
    if (n % d == 0)
      return d;
    d += 2;
  }
  return n;
}
`, "least.loop@5:3.cut", "(forall e) (1 < e < d ==> n % e != 0)"},
	} {
		file, err := v.Program(context.Background(), Input{Path: "wrong.cink", Text: c.text}, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(file.Goals, func(g report.Goal) bool { return g.Name == c.goal })
		if i < 0 {
			t.Fatalf("%s: no goal %s", c.name, c.goal)
		}
		g := file.Goals[i]
		if g.Status != prover.Refuted || g.Failure == nil || !strings.Contains(g.Failure.Replay, c.line) {
			t.Errorf("%s: %s %+v", c.name, g.Status, g.Failure)
		}
	}
}

// Values for the body of a loop are those that runs of its procedure have there: hardly any others
// satisfy an invariant that says much.
func TestRunsGiveValues(t *testing.T) {
	const text = `//@logic sum(Int[] a, Int n): Int = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1]
//@logic squares(Int[] a, Int n): Int = n <= 0 ? 0 : squares(a, n - 1) + a[n - 1] * a[n - 1]
//@pre: 0 <= n <= len(a)
//@post: result == squares(a, n)
int f(int a[], int n) {
  int s = 0, q = 0;
  for (int i = 0; i < n; i++) {
    //@inv: 0 <= i <= n /\ s == sum(a, i) /\ q == squares(a, i)
    s += a[i];
    q += a[i] * a[i];
  }
  return q;
}
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("values.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "values.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	i := slices.IndexFunc(c.Goals, func(g *prover.Goal) bool { return strings.HasSuffix(g.Name, ".body") })
	runs, rnd := replay.New(c.Engine, c.Goals[i], c.Functions), rand.New(rand.NewPCG(2, 9))
	held, different := 0, map[string]bool{}
	const draws = 300
	for range draws {
		values := runs.Random(rnd)
		if out := runs.Run(context.Background(), values); out.Result == replay.Holds {
			held++
			different[fmt.Sprint(out.End)] = true
		}
	}
	if held*4 < draws || len(different)*3 < held {
		t.Errorf("%d of %d values can be run, %d of them different", held, draws, len(different))
	}
}

// A procedure that follows from what another one promises, and does not keep, is proved.
func TestTheCalleeIsToBlame(t *testing.T) {
	const text = `//@logic bits(Int n): Int = n <= 0 ? 0 : n % 2 + bits(n / 2)
//@pre: n >= 0
//@post: result == bits(n)
int count(int n) { return n; }
//@pre: n >= 0 /\ m >= 0
//@post: result * result == bits(n) * bits(n) + 2 * bits(n) * bits(m) + bits(m) * bits(m)
int both(int n, int m) { return count(n) + count(m); }
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("blame.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "blame.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	check := &confirmer{engine: c.Engine, program: c.program, functions: c.Functions, goals: c.Goals, effort: 1}
	for _, g := range c.Goals {
		if fails := check.fails(context.Background(), g, true); fails != (g.Name == "count") {
			t.Errorf("%s is known to fail: %v", g.Name, fails)
		}
	}
}

// What is written beside what modifies lists is confirmed by a run, and nothing else is: not what is
// written and restored, made and left behind, or passed by value.
func TestWritesOutsideAreConfirmed(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 1})
	for _, c := range []struct{ name, text, changed string }{
		{"an array", "//@pre: 0 <= i < n /\\ len(a) == n /\\ len(b) == n\n//@post: a[i] == 0\n//@modifies: a\nvoid f(int *a, int *b, int n, int i) { a[i] = 0; b[i] = 0; }\n", "b"},
		{"a global variable", "int g;\nint h;\n//@post: g == 3\n//@modifies: g\nvoid f() { g = 3; h = 4; }\n", "h"},
		{"a global variable, without a form", "int g;\n//@post: result == 1\n//@modifies: nothing\nint f() { g = g + 1; return 1; }\n", "g"},
		{"a field", "struct P { int x; int y; };\n//@post: p->x == 1\n//@modifies: p->x\nvoid f(P *p) { p->x = 1; p->y = 2; }\n", "p.y"},
		{"the output", "//@post: result == 1\n//@modifies: nothing\nint f() { cout << 3; return 1; }\n", "the output"},
		{"what is listed, and another condition", "//@pre: len(a) >= 1\n//@post: a[0] == 2\n//@modifies: a\nvoid f(int *a) { a[0] = 1; }\n", ""},
		{"restored", "struct P { int x; int y; };\n//@post: p->x == 2\n//@modifies: p->x\nvoid f(P *p) { int t = p->y; p->y = 2; p->x = 1; p->y = t; }\n", ""},
		{"a parameter", "//@pre: len(a) >= 1\n//@post: result == x + 3\n//@modifies: a\nint f(int a[], int x) { x = x + 1; a[0] = x; return x + 1; }\n", ""},
	} {
		file, err := v.Program(context.Background(), Input{Path: "outside.cink", Text: c.text}, nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		g := file.Goals[0]
		const said = "it ends with another value than before: "
		if g.Status != prover.Refuted || c.changed != "" && !strings.HasSuffix(g.Failure.Replay, said+c.changed) || c.changed == "" && strings.Contains(g.Failure.Replay, said) {
			t.Errorf("%s: %s %+v", c.name, g.Status, g.Failure)
		}
	}
}
