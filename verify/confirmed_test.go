package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/prover/replay"
	"rlv/report"
	"rlv/semantics/rewrite"
)

// Runs on small values confirm what is wrong, also where few values satisfy what is known at the
// place, and where it is the contract of another procedure that is not kept.
func TestWrongProgramsAreConfirmed(t *testing.T) {
	v := newVerifier(t, Options{Jobs: 1})
	for _, c := range []struct{ name, text, goal, line string }{
		{"what was stored on the way there", `//@pre: 0 <= n /\ 0 <= m <= 1000
//@post: len(result) == n /\ (forall k : 0..n-1) len(result[k]) == m
int **zeros(int n, int m) {
  int **a = new int*[n];
  for (int i = 0; i < n; i++) {
    //@inv: 0 <= i <= n /\ (forall k : 0..i-1) len(a[k]) == m
    a[i] = new int[m];
    for (int j = 0; j < m; j++) {
      //@inv: 0 <= j <= m /\ (forall k : 0..i) len(a[k]) == m
      //@inv: (forall l : 0..j-1) a[i][l] == 0
      a[0][j] = 0;
    }
  }
  return a;
}
`, "zeros.loop@8:5.body", "a[i][l] == 0"},
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
//@pre: 0 <= n < len(a) /\ sorted(a, n)
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
		{"a function that axioms define", `//@logic gcd(Int, Int): Int
//@axiom: (forall a) (a >= 0 ==> gcd(a, 0) == a)
//@axiom: (forall a) (forall b) (a >= 0 /\ b > 0 ==> gcd(a, b) == gcd(b, a % b))
//@pre: a >= 0 /\ b >= 0
//@post: result == gcd(a, b)
int euclid(int a, int b) {
  int x = a, y = b, r;
  while (y > 0) {
    //@inv: x >= 0 /\ y >= 0 /\ gcd(x, y) == gcd(a, b)
    r = x % y;
    x = r;
    y = x;
  }
  return x;
}
`, "euclid.loop@8:3.body", "gcd(x, y) == gcd(a, b)"},
		{"text among the items that are written", `//@post: len(Out) == old(len(Out)) + 2 /\ Out[old(len(Out)) + 1] == x
void show(int x) { cout << x << endl; }
`, "show", "Out[old(len(Out)) + 1] == x"},
		{"an array that has no value anywhere", `//@pre: 0 <= n <= len(a) /\ n <= len(b) /\ n % 2 == 0
//@post: (forall k : 0..n/2-1) (b[k] == a[2*k] /\ b[n-1-k] == a[2*k+1])
//@modifies: b[0..n-1]
void apart(const int a[], int n, int b[]) {
  int lo = 0, hi = n - 1;
  for (int i = 0; i < n; i += 2) {
    //@inv: 0 <= i <= n /\ i == 2 * lo /\ hi == n - 1 - lo
    //@inv: (forall k : 0..lo-1) (b[k] == a[2*k] /\ b[n-1-k] == a[2*k+1])
    //@modifies: lo, hi, i, b[0..n-1]
    b[lo] = a[i];
    if (i > 0) b[hi] = a[i + 1];
    lo++;
    hi--;
  }
}
//@pre: 0 < n
int middle(int n) {
  int *a = new int[2 * n], *b = new int[2 * n];
  for (int i = 0; i < 2 * n; i++) {
    //@inv: 0 <= i <= 2 * n
    a[i] = i;
  }
  apart(a, 2 * n, b);
  return b[0];
}
`, "apart.loop@6:3.body", "is defined: (forall k : 0..lo-1) (b[k] == a[2*k] /\\ b[n-1-k] == a[2*k+1])"},
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
	const within = `//@pre: 0 <= n < 9
//@post: result >= 0
int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    //@inv: 0 <= i <= n /\ s == 7 * i * i
    int t = 13 * i, u = t * t;
    for (int j = 0; j < 7; j++) {
      //@inv: 0 <= j <= 7 /\ t == 13 * i + j * i /\ u == 169 * i * i /\ s == 7 * i * i + j
      t += i;
      s++;
    }
    s = 7 * (i + 1) * (i + 1);
  }
  return s;
}
`
	for text, share := range map[string]int{text: 4, within: 3} {
		r := newVerifier(t, Options{Jobs: 1}).newRun("values.cink", 1, &events{})
		c, err := r.compile(context.Background(), Input{Path: "values.cink", Text: text}, false)
		if err != nil {
			t.Fatal(err)
		}
		defer c.solvers.close()
		var goal *prover.Goal // the innermost
		for _, g := range c.Goals {
			if strings.HasSuffix(g.Name, ".body") {
				goal = g
			}
		}
		runs, rnd := replay.New(c.Engine, goal, c.Functions), rand.New(rand.NewPCG(2, 9))
		held, different := 0, map[string]bool{}
		const draws = 300
		for range draws {
			values := runs.Random(rnd)
			if out := runs.Run(context.Background(), values); out.Result == replay.Holds {
				held++
				different[fmt.Sprint(out.End)] = true
			}
		}
		if held*share < draws || len(different)*3 < held {
			t.Errorf("%s: %d of %d values can be run, %d of them different", goal.Name, held, draws, len(different))
		}
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
		if fails := check.fails(context.Background(), g, true); (fails == prover.False) != (g.Name == "count") || g.Name == "both" && fails != prover.Blamed {
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

// Of what must hold where another goal is used, all that is false is told.
func TestAllThatIsFalseAtACallIsTold(t *testing.T) {
	const text = `//@pre: n > 0 /\ m > n /\ m < 100
//@post: result == n
int f(int n, int m) { return n; }
//@pre: k >= 0
//@post: result == 0
int g(int k) { return f(0 * k, 100); }
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("call.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "call.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	v := confirmed(c, c.Goals[1], "result == 0")
	if f := v.Failure; v.Status != prover.Refuted || f.Uses != c.Goals[0] || f.Conjunct.Text != "n > 0" || len(f.Also) != 1 || f.Also[0].Text != "m < 100" {
		t.Errorf("%s: %+v", v.Status, v.Failure)
	}
}

// confirmed is the verdict of runs on a goal of which nothing is known but that a conjunct of its right side does not follow.
func confirmed(c *Goals, goal *prover.Goal, conjunct string) *prover.Verdict {
	f := &prover.Failure{Status: prover.Failed, Reason: prover.ReasonNotImplied, State: &rewrite.State{Slots: leftOf(c.Engine, goal)}}
	for _, e := range goal.Claim.Ensures {
		if written := goal.ConjunctOf(e); written != nil && written.Text == conjunct {
			f.Conjunct = written
		}
	}
	v := &prover.Verdict{Goal: goal, Status: prover.Failed, Failure: f}
	check := &confirmer{engine: c.Engine, program: c.program, functions: c.Functions, goals: c.Goals, effort: 1}
	check.confirm(context.Background(), v)
	return v
}

// A run that comes back to where it began, as far as its goal can tell, ends there: what follows is another run.
func TestRunsEndWhereTheyBegin(t *testing.T) {
	const text = `//@pre: n >= 0
//@post: result <= n
int f(int n) {
  int i = 0;
  while (i < n) {
    //@inv: 0 <= i <= n
    i++;
    if (i == 900) return i;
  }
  return i;
}
`
	r := newVerifier(t, Options{Jobs: 1}).newRun("back.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "back.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	i := slices.IndexFunc(c.Goals, func(g *prover.Goal) bool { return strings.HasSuffix(g.Name, ".cut") })
	runs, rnd := replay.New(c.Engine, c.Goals[i], c.Functions), rand.New(rand.NewPCG(2, 9))
	runs.Needs(c.Goals...)
	held, most := 0, 0
	for range 300 {
		values, before := runs.Random(rnd), 0
		before = runs.Work()
		if out := runs.Run(context.Background(), values); out.Result == replay.Holds {
			held++
		}
		most = max(most, runs.Work()-before)
	}
	if held < 100 || most > 1_000 {
		t.Errorf("%d runs end, the longest after %d", held, most)
	}
}

// What is stuck wherever values are missing may be no state of the program; what is stuck in any case is one.
func TestStuckForOtherReasonsThanMissingValues(t *testing.T) {
	for text, want := range map[string]bool{
		"//@pre: 0 <= n <= len(a) + 1\nvoid f(int a[], int n) {\n  int d;\n  for (int k = 0; k < n; k++) {\n    //@inv: 0 <= k <= n\n    d = k;\n    a[k] = d;\n  }\n}\n":      true,
		"//@pre: 0 <= n\nint f(int n) {\n  int d, s = 0;\n  for (int k = 0; k < n; k++) {\n    //@inv: 0 <= k <= n\n    if (k > 0) s += d;\n    d = k;\n  }\n  return s;\n}\n": false,
		// pointers of a run lead to where they did when its places have other numbers
		"struct N { int v; N *next; };\n//@post: true\nint f(const N *h) {\n  int n = 0;\n  const N *p = h;\n  while (p != nullptr) {\n    //@inv: n >= 0\n    n++;\n    p = p->next;\n  }\n  return n;\n}\n": false,
	} {
		r := newVerifier(t, Options{Jobs: 1}).newRun("stuck.cink", 1, &events{})
		c, err := r.compile(context.Background(), Input{Path: "stuck.cink", Text: text}, false)
		if err != nil {
			t.Fatal(err)
		}
		defer c.solvers.close()
		check := &confirmer{engine: c.Engine, program: c.program, functions: c.Functions, goals: c.Goals, effort: 1}
		i := slices.IndexFunc(c.Goals, func(g *prover.Goal) bool { return strings.HasSuffix(g.Name, ".body") })
		if fails := check.fails(context.Background(), c.Goals[i], true); (fails == prover.False) != want {
			t.Errorf("%s\nis known to fail: %v", text, fails)
		}
	}
}

// What fails in a specification module is run with the definitions of that module: it is confirmed as in the program,
// and what holds is not.
func TestSlowSpecificationsAreRunWithTheirDefinitions(t *testing.T) {
	for value, want := range map[string]report.Status{"return n;": report.NotProved, "if (n < 2) return n; return n - 1;": report.Proved} {
		text := "//@logic bits(Int n): Int = n <= 0 ? 0 : n % 2 + bits(n / 2)\n//@pre: 0 <= n <= 3\n//@post: result == bits(n)\nint count(int n) { " + value + " }\n"
		v, spec := newVerifier(t, Options{Jobs: 1}), &strings.Builder{}
		if err := v.WriteGoals(t.Context(), Input{Path: "count.cink", Text: text}, GoalsAsSpec, spec); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "count-spec.k")
		if err := os.WriteFile(path, []byte(spec.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := v.Spec(t.Context(), Spec{Path: path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if file.Status != want || want != report.Proved && !strings.Contains(file.Goals[0].Failure.Replay, "confirmed: ") {
			t.Errorf("%s: %s, %+v", value, file.Status, file.Goals[0].Failure)
		}
	}
}

// What else is false than what a run has shown is found near the values of that run.
func TestWhatElseIsFalseIsGathered(t *testing.T) {
	const text = "//@pre: n >= 0\n//@post: result > 0 /\\ result < n + 3 /\\ result == result\nint f(int n, int m) { return m; }\n"
	r := newVerifier(t, Options{Jobs: 1}).newRun("gather.cink", 1, &events{})
	c, err := r.compile(context.Background(), Input{Path: "gather.cink", Text: text}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	v := confirmed(c, c.Goals[0], "result > 0")
	told := []string{v.Failure.Conjunct.Text}
	for _, also := range v.Failure.Also {
		told = append(told, also.Text)
	}
	if slices.Sort(told); v.Status != prover.Refuted || !slices.Equal(told, []string{"result < n + 3", "result > 0"}) {
		t.Errorf("%s: what is false is %q", v.Status, told)
	}
}
