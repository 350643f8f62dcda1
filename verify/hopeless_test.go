package verify

import (
	"context"
	"os"
	"testing"
	"time"

	"rlv/prover"
	"rlv/prover/replay"
	"rlv/report"
)

// What runs on small values show to be false costs a fraction of what it takes until the
// solvers have tried everything, with the same verdict.
func TestWhatIsFalseFailsSoon(t *testing.T) {
	const lemmas = `//@logic total(Int[] a, Int n): Int = n <= 0 ? 0 : total(a, n - 1) + a[n - 1]
//@logic count(Int[] a, Int n, Int v): Int = n <= 0 ? 0 : count(a, n - 1, v) + (a[n - 1] == v ? 1 : 0)
//@lemma worse(Int[] a, n, v): ((forall i : 0..n) (a[i] % 2 == 0)) ==> count(a, n, v) <= total(a, n) * v by induction on n
int f() { return 0; }
`
	const program = `//@logic bits(Int n): Int = n <= 0 ? 0 : n % 2 + bits(n / 2)
//@post: result == bits(n)
int count(unsigned n) {
  int c = 0;
  while (n != 0) {
    //@inv: c + bits(n) == bits(old(n))
    //@decreases: n
    if (n & 2)
      c++;
    n >>= 1;
  }
  return c;
}
`
	ctx := context.Background()
	compiled := func(text string) (*run, *Goals) {
		r := newVerifier(t, Options{Jobs: 1}).newRun("false.cink", 1, &events{})
		c, err := r.compile(ctx, Input{Path: "false.cink", Text: text}, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.solvers.close)
		return r, c
	}
	soon := func(what string, with, without *prover.Verdict) {
		t.Helper()
		if with.Status == prover.Proved || without.Status == prover.Proved {
			t.Errorf("%s: %s, without runs before %s", what, with.Status, without.Status)
		}
		if with.Stats.Time*2 > without.Stats.Time {
			t.Errorf("%s: %v, without runs before %v", what, with.Stats.Time, without.Stats.Time)
		}
	}

	r, c := compiled(program)
	check := &confirmer{engine: c.Engine, program: c.program, functions: c.Functions, effort: 1}
	with, err := r.prove(ctx, c.Engine, c.solvers, c.Goals, check)
	if err != nil {
		t.Fatal(err)
	}
	_, c = compiled(program)
	without, err := prover.New(c.Engine, c.Goals, prover.Options{Jobs: 1, Solver: c.solvers.next, Grounds: c.solvers.grounds}).Prove(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range with {
		if v.Status != prover.Proved {
			soon(v.Goal.Name, v, without[i])
			if v.Status != prover.Refuted {
				t.Errorf("%s: %s", v.Goal.Name, v.Status)
			}
		}
	}

	lemma := func(functions func(replay.Functions) replay.Functions) *prover.Verdict {
		r, c := compiled(lemmas)
		all, err := r.lemmas(c.solvers, c.Lemmas, functions(c.Functions), nil)
		if err != nil {
			t.Fatal(err)
		}
		return all[len(c.Lemmas)-1]
	}
	soon("lemma", lemma(func(f replay.Functions) replay.Functions { return f }), lemma(func(replay.Functions) replay.Functions { return nil }))
}

// All that does not follow is told, also where it takes long to tell.
func TestWhatFailsSoonIsToldWhole(t *testing.T) {
	path := "../examples/cink/wrong/counting-sort-2.cink"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := newVerifier(t, Options{}).Program(context.Background(), Input{Path: path, Text: string(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, g := range file.Goals {
		if g.Failure != nil {
			told += len(g.Failure.Also) + len(g.Failure.Open)
		}
	}
	if told == 0 {
		t.Error("of several conditions that do not follow one is told")
	}
}

// What solvers have found not to follow is told beside what a run violates, where that is another
// condition of the same right side.
func TestWhatRunsDoNotViolateIsTold(t *testing.T) {
	path := "../examples/cink/wrong/kadane-5.cink"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := newVerifier(t, Options{}).Program(context.Background(), Input{Path: path, Text: string(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range file.Goals {
		if g.Status == prover.Refuted && len(g.Failure.Also)+len(g.Failure.Open) == 0 {
			t.Errorf("%s: of several conditions that do not follow one is told", g.Name)
		}
	}
}

// What is proved is not run: no solver that was asked has left anything open of it.
func TestWhatIsProvedIsNotRun(t *testing.T) {
	path := "../examples/cink/kmp.cink"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	measure := func(runs bool) (took time.Duration) {
		r := newVerifier(t, Options{Jobs: 1}).newRun(path, 1, &events{})
		c, err := r.compile(context.Background(), Input{Path: path, Text: string(text)}, false)
		if err != nil {
			t.Fatal(err)
		}
		defer c.solvers.close()
		if runs {
			all, err := r.lemmas(c.solvers, c.Lemmas, c.Functions, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range all {
				took += v.Stats.Time
			}
			return took
		}
		for _, l := range c.Lemmas {
			from := c.solvers.of(l)
			took += c.solvers.first.Valid(context.Background(), from.known, l.Goal).Time
			c.solvers.trust(l, nil)
		}
		return took
	}
	const tries = 4 // on a machine that does something else as well
	var with, without time.Duration
	for try := range tries {
		if with, without = measure(true), measure(false); with <= 2*without+50*time.Millisecond {
			return
		}
		t.Logf("try %d: the lemmas take %v, without runs %v", try, with, without)
	}
	t.Errorf("the lemmas take %v, without runs %v", with, without)
}

// A goal that is given up since runs have shown it to be false is refuted by such a run, also
// where many are needed.
func TestWhatRunsMakeHopelessIsRefuted(t *testing.T) {
	const program = `//@logic val(Int[] a, Int n, Int b): Int = n <= 0 ? 0 : val(a, n-1, b) * b + a[n-1]
//@pre: 0 <= n <= len(a) /\ m > 0
//@post: result == val(a, n, b) % m
int horner(int a[], int n, int b, int m) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    //@inv: 0 <= i <= n /\ r == val(a, i, b) % m
    r = (r * b + a[i]) % m;
  }
  return r;
}
`
	file, err := newVerifier(t, Options{Jobs: 1}).Program(context.Background(), Input{Path: "horner.cink", Text: program}, report.Silent{})
	if err != nil {
		t.Fatal(err)
	}
	refuted := 0
	for _, g := range file.Goals {
		if g.Status == prover.Refuted {
			refuted++
		}
	}
	if refuted != 1 {
		t.Errorf("%d goals are refuted", refuted)
	}
}
