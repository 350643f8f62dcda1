package explore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/explore"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/verify"
)

func TestMain(m *testing.M) {
	compile.Verifying = true
	smt.RunIfWorker()
	os.Exit(m.Run())
}

// absolute is examples 5 and 6 of the seed on denotational semantics: the absolute value
// behind x := x + 2.
const absolute = `int main() {
  int x;
  cin >> x;
  x = x + 2;
  if (x < 0)
    x = -x;
  cout << x;
  return 0;
}
`

// figure6 is the program of figure 6 of the paper.
const figure6 = `void init(int a[], int n, int x, int j) {
  int i = 0;
  int *p = & a[0];
  a[j] = x;
  while (*p != x && i < n) {
    *(p++) = 2 * i;
    i = i + 1;
  }
  if (i > j) {
    cout << "error";
  }
}

void main() {
  int n, j, x, i;
  cin >> n >> j >> x;
  int a[n];
  i = 0;
  while (i < n) {
    cin >> a[i];
    i = i + 1;
  }
  init(a, n, x, j);
}
`

func load(t testing.TB, text string) *explore.Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.cink")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := explore.Load(verify.Language{}, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func input(t testing.TB, text string) explore.Input {
	t.Helper()
	in, err := explore.ParseInput("--in", text)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func find(t testing.TB, p *explore.Program, r explore.Request) *explore.Report {
	t.Helper()
	report, err := explore.Run(context.Background(), p, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Solutions {
		if s.Replay == explore.NotConfirmed {
			t.Errorf("solution %d is not confirmed: %s", s.Number, s.Remark)
		}
	}
	return report
}

// TestAbsolute: each end has its path condition in the symbols of the input.
func TestAbsolute(t *testing.T) {
	r := find(t, load(t, absolute), explore.Request{Input: input(t, "x")})
	var got []string
	for _, s := range r.Solutions {
		got = append(got, s.PathCondition()+" writes "+s.Output)
	}
	want := []string{"x + 2 < 0 writes {-2 - x}", "x + 2 >= 0 writes {x + 2}"}
	if fmt.Sprint(got) != fmt.Sprint(want) || r.Status != explore.Found || !r.Complete {
		t.Errorf("%q, %s, %v", got, r.Status, r.Reasons)
	}
}

// TestTargets looks for different things in one program, and in wrong variants of it.
func TestTargets(t *testing.T) {
	wrong := strings.Replace(figure6, "i > j", "i >= j", 1)
	const three = "n j x a1 a2 a3"
	for _, tt := range []struct {
		name, text, in string
		pc             []string
		target         explore.Target
		status         explore.Status
		solutions      int
		summary        string
	}{
		{"no error", figure6, three, []string{"n > 0"}, explore.Target{Output: "error"}, explore.Absent, 0,
			"searched everything: 815 states, 6 ends, 3 stuck, 1 needs more input"},
		{"the same in the notation of K", figure6, three, []string{"n >Int 0"}, explore.Target{Pattern: `<out> ... ListItem("error") ... </out>`}, explore.Absent, 0,
			"searched everything: 815 states, 6 ends, 3 stuck, 1 needs more input"},
		{"stuck", figure6, three, []string{"n > 0"}, explore.Target{Stuck: true}, explore.Found, 3, ""},
		{"not stuck", figure6, three, []string{"n > 0", "0 <= j", "j < n"}, explore.Target{Stuck: true}, explore.Absent, 0,
			"searched everything: 815 states, 6 ends, 1 needs more input"},
		{"an error", wrong, three, []string{"n > 0"}, explore.Target{Output: "error"}, explore.Found, 6, ""},
		{"an error by a pattern", wrong, three, []string{"n > 0"}, explore.Target{Pattern: `<out> ... ListItem("error") ... </out>`}, explore.Found, 6, ""},
		{"at a line", figure6, three, []string{"n > 0"}, explore.Target{At: 10, Where: "true"}, explore.Absent, 0, ""},
		{"at a line, with values", figure6, three, []string{"n > 0"}, explore.Target{At: 9, Where: "i == 2"}, explore.Found, 1, ""},
		{"at a line, with values that nothing has", figure6, three, []string{"n > 0"}, explore.Target{At: 9, Where: "i > j"}, explore.Absent, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := find(t, load(t, tt.text), explore.Request{Input: input(t, tt.in), PC: tt.pc, Target: tt.target})
			if r.Status != tt.status || len(r.Solutions) != tt.solutions || !r.Complete || tt.summary != "" && r.Summary() != tt.summary {
				t.Errorf("%s, %d solutions: %s", r.Status, len(r.Solutions), r.Summary())
			}
			for _, s := range r.Solutions {
				if s.Replay != explore.Confirmed {
					t.Errorf("solution %d: %s %s", s.Number, s.Replay, s.Remark)
				}
			}
		})
	}
}

// Paths that differ in what the pattern mentions go on apart: only others are merged.
func TestPatternsAreNotGeneralised(t *testing.T) {
	const text = "int s = 0; int main() { int x, y; cin >> x >> y; if (x > 0) s = 7; if (y > 0) y = 0; cout << 1; return 0; }"
	for _, tt := range []struct {
		target                  explore.Target
		solutions, ends, merged int
	}{
		{explore.Target{}, 1, 1, 2},
		{explore.Target{Pattern: "<out> L </out>"}, 1, 1, 2},
		{explore.Target{Pattern: "<store> ... _ |-> 7 ... </store>"}, 1, 2, 2},
	} {
		r := find(t, load(t, text), explore.Request{Input: input(t, "x y"), Target: tt.target, Merging: explore.MergeJoins})
		if len(r.Solutions) != tt.solutions || r.Ends.Final != tt.ends || r.Merged != tt.merged || !r.Complete {
			t.Errorf("%q: %d solutions: %s; %d merged", tt.target.Pattern, len(r.Solutions), r.Summary(), r.Merged)
		}
	}
}
