package verify

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/report"
)

// others declares names that nothing mentions any more.
func others(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  int o%d = %d;\n", i, i)
	}
	return b.String()
}

// wasWhole reports whether the goals of a file are whole ones, after narrow ones failed.
func wasWhole(f *report.File) bool {
	return slices.ContainsFunc(f.Before, func(p report.Phase) bool { return p.Name == narrowPhase })
}

// Loops of each kind are proved by what they mention alone.
func TestLoopsAreProvedByWhatTheyMention(t *testing.T) {
	for name, text := range map[string]string{
		"two in a row": `//@pre: a >= 0
//@post: result == a
int f(int a) {
OTHERS  int i = 0;
  while (i < a) {
    //@inv: i <= a
    i = i + 1;
  }
  int j = 0;
  while (j < i) {
    //@inv: j <= i /\ i == a
    j = j + 1;
  }
  return j;
}
`, "one in another": `//@pre: a >= 0
//@post: result == a * a
int f(int a) {
OTHERS  int i = 0, s = 0, j = 0;
  while (i < a) {
    //@inv: i <= a /\ s == i * a
    //@decreases: a - i
    j = 0;
    while (j < a) {
      //@inv: j <= a /\ s == i * a + j
      //@decreases: a - j
      s = s + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  return s;
}
`, "an assertion that mentions more": `//@pre: a >= 0
//@post: true
int f(int a) {
  int x = a;
OTHERS  int i = 0;
  while (i < a) {
    //@inv: i <= a
    //@assert: x == a
    i = i + 1;
  }
  return i;
}
`, "an array, a reference and a field": `struct P { int u; int v; };
//@pre: 0 <= n <= len(b)
//@modifies: b, r
//@post: r == old(r) + n /\ (forall k : 0..n-1) b[k] == 7
void f(int b[], int n, int &r) {
  P p;
  p.u = 0; p.v = 7;
OTHERS  while (p.u < n) {
    //@inv: 0 <= p.u <= n /\ r == old(r) + p.u /\ p.v == 7 /\ (forall k : 0..p.u-1) b[k] == 7
    b[p.u] = p.v;
    r = r + 1;
    p.u = p.u + 1;
  }
}
`, "a call and a global": `int g;
//@modifies: g
//@post: g == old(g) + 1
void step() { g = g + 1; }
int twice(int x) { int y = x; return x + y; }
//@pre: a >= 0 /\ g == 0
//@modifies: g
//@post: g == a /\ result == 2 * a
int f(int a) {
OTHERS  int i = 0, s = 0;
  while (i < a) {
    //@inv: i <= a /\ g == i /\ s == 2 * i
    step();
    i = i + 1;
    s = twice(i);
  }
  return s;
}
`, "two ways to come to it": `//@pre: a >= 0
//@post: result == 1 || result == 2
int f(int a, int b) {
  int x = 1;
  if (b > 0) { x = 2; }
OTHERS  int i = 0;
  while (i < a) {
    //@inv: i <= a /\ 1 <= x <= 2
    i = i + x - x + 1;
  }
  return x;
}
`, "two ways that differ in what it does not mention": `//@pre: a >= 0
//@post: result == 1 || result == 2
int f(int a, int b) {
  int x = 1;
  if (b > 0) { x = 2; }
OTHERS  int i = 0;
  while (i < a) {
    //@inv: i <= a
    i = i + 1;
  }
  return x;
}
`, "an invariant before it that mentions more": `//@pre: a >= 0
//@post: true
int f(int a, int b) {
  int x = 1, y = a;
OTHERS  int i = 0;
  //@inv: i <= a /\ x == 1 /\ y == a
  while (i < a) i = i + 1;
  return x;
}
`, "a name of its own": `//@pre: a >= 0
//@post: result == a
int f(int a) {
OTHERS  int i = 0;
  while (i < a) {
    //@inv: i <= a
    int next = i + 1;
    i = next;
  }
  return i;
}
`} {
		in := Input{Path: "f.cink", Text: strings.Replace(text, "OTHERS", others(12), 1)}
		for _, m := range []Merging{MergeAuto, MergeNever} {
			v := newVerifier(t, Options{Merge: m})
			if g, err := v.Goals(context.Background(), in); err != nil || !g.Narrowed {
				t.Errorf("%s, merging %s: no narrow goals, %v", name, m, err)
			}
			file, err := v.Program(context.Background(), in, nil)
			if err != nil || file.Status != report.Proved || wasWhole(file) {
				t.Errorf("%s, merging %s: %s, %v, by whole goals: %v", name, m, file.Status, err, wasWhole(file))
			}
		}
	}
}

// What needs a fact that was left out is proved whole, and what is wrong is refuted there;
// of the first attempt nothing is told.
func TestWholeGoalsWhereNarrowOnesFail(t *testing.T) {
	// That z is not negative is known by y, which the last loop does not mention. The counters go
	// by two: what they are behind the loops is not known, by which facts about y would be about z.
	const between = `//@axiom: 2 + 2 == 4
//@pre: a >= 0
//@post: %s
int f(int a) {
OTHERS  int x = 0, y = 0, z = 0;
  while (y < a) {
    //@inv: 0 <= y <= a + 1
    y = y + 2;
  }
  while (z < y) {
    //@inv: z <= y + 1
    z = z + 2;
  }
  while (x < z) {
    //@inv: %s
    //@assert: z >= 0
    x = x + 1;
  }
  return x;
}
`
	for _, tt := range []struct{ post, inv, first, last, end string }{
		{"result >= a", "x <= z", "proved", "proved", "note not-used|f.cink proved"},
		{"result < a", "x <= z", "refuted", "proved", "f.cink not proved"},
		{"result >= a", "x < z", "refuted", "refuted", "f.cink not proved"},
	} {
		told := []string{"goal " + tt.first}
		for range 5 {
			told = append(told, "goal proved")
		}
		told = append(append(told, "goal "+tt.last), strings.Split(tt.end, "|")...)
		text := strings.Replace(fmt.Sprintf(between, tt.post, tt.inv), "OTHERS", others(12), 1)
		var got events
		file, err := newVerifier(t, Options{Jobs: 1}).Program(context.Background(), Input{Path: "f.cink", Text: text}, &got)
		if err != nil || !slices.Equal(got.list, told) {
			t.Errorf("%s, %s: told %v, %v\nwant %v", tt.post, tt.inv, got.list, err, told)
		}
		if len(file.Goals) != 7 || !wasWhole(file) {
			t.Errorf("%s, %s: %d goals, whole %v", tt.post, tt.inv, len(file.Goals), wasWhole(file))
		}
	}
}

// An assertion in a function that a loop calls may mention what the loop does not: then
// there are no narrow goals, and that is no fault of the program.
func TestWholeGoalsWhereNarrowOnesAreNone(t *testing.T) {
	text := `int g, h1, h2, h3, h4, h;
void step() {
  //@assert: h == 7
  g = g + 1;
}
//@pre: a >= 0 /\ g == 0 /\ h == 7
//@modifies: g
//@post: g == a
void f(int a) {
` + others(12) + `  int i = 0;
  while (i < a) {
    //@inv: i <= a /\ g == i
    step();
    i = i + 1;
  }
}
`
	file, err := newVerifier(t, Options{}).Program(context.Background(), Input{Path: "f.cink", Text: text}, nil)
	if err != nil || file.Status != report.Proved {
		t.Errorf("%s, %v", file.Status, err)
	}
}

// counting is a random program of loops that count names by two, one after the other, up to the
// parameter a or a name that has come there; each ends at a or above. Assertions in them say what
// follows from what was left behind, or now and then what does not.
func counting(rnd *rand.Rand) (text string, right bool) {
	const names, loops = 9, 4
	var b strings.Builder
	for i := range names {
		fmt.Fprintf(&b, "  int x%d = 0;\n", i)
	}
	right = true
	wrong := func() bool {
		no := rnd.Intn(20) == 0
		right = right && !no
		return no
	}
	order, to := rnd.Perm(names), []string{"a"}
	last := ""
	for i := range loops {
		x, up := fmt.Sprintf("x%d", order[i]), to[rnd.Intn(len(to))]
		fmt.Fprintf(&b, "  while (%[1]s < %[2]s) {\n    //@inv: 0 <= %[1]s <= %[2]s + 1", x, up)
		other := fmt.Sprintf("x%d", order[loops+i])
		both := rnd.Intn(2) == 0
		if both {
			fmt.Fprintf(&b, " /\\ %s == %s", other, x)
		}
		switch {
		case wrong():
			fmt.Fprintf(&b, "\n    //@assert: %s < a", up)
		case rnd.Intn(3) == 0:
			fmt.Fprintf(&b, "\n    //@assert: %s >= a", up)
		}
		fmt.Fprintf(&b, "\n    %[1]s = %[1]s + 2;\n", x)
		if both {
			fmt.Fprintf(&b, "    %[1]s = %[1]s + 2;\n", other)
		}
		b.WriteString("  }\n")
		to, last = append(to, x), x
	}
	post := "result >= a"
	if wrong() {
		post = "result < a"
	}
	return fmt.Sprintf("//@pre: a >= 0\n//@post: %s\nint f(int a) {\n%s  return %s;\n}\n", post, &b, last), right
}

// Random programs have the verdicts that they have by whole goals alone, and those that
// are right are proved, some only by whole goals.
func TestNarrowGoalsAgreeWithWholeOnes(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	count := map[string]int{}
	v := newVerifier(t, Options{})
	for range 24 {
		text, right := counting(rnd)
		in := Input{Path: "f.cink", Text: text}
		file, err := v.Program(context.Background(), in, nil)
		if err != nil {
			t.Fatal(err, text)
		}
		if whole := wholeOf(t, v, in); file.Status != whole.Status || (file.Status == report.Proved) != right {
			t.Errorf("%s, by whole goals %s:\n%s", file.Status, whole.Status, text)
		}
		count[fmt.Sprint(file.Status, ", whole ", wasWhole(file))]++
	}
	for _, kind := range []string{"proved, whole false", "proved, whole true", "not proved, whole true"} {
		if count[kind] < 2 {
			t.Errorf("%d are %s", count[kind], kind)
		}
	}
}

// wholeOf verifies a program by whole goals alone.
func wholeOf(t *testing.T, v *Verifier, in Input) *report.File {
	t.Helper()
	r := v.newRun(in.Path, 1, report.Silent{})
	c, err := r.compile(context.Background(), in, true)
	if err != nil {
		t.Fatal(err)
	}
	defer c.solvers.close()
	if err := r.goals(context.Background(), in, c); err != nil {
		t.Fatal(err)
	}
	return r.file
}

// An attempt that is given up says nothing, not even of goals after the one that is not
// proved.
func TestGivenUpAttemptIsNotFinal(t *testing.T) {
	given := 0
	r := &run{giveUp: func() { given++ }}
	if r.isFinal(&prover.Verdict{Status: prover.Unknown}) || given != 1 || !r.isFinal(&prover.Verdict{Status: prover.Proved}) {
		t.Errorf("given up %d times", given)
	}
	if !(&run{}).isFinal(&prover.Verdict{Status: prover.Refuted}) {
		t.Error("a verdict of whole goals is not told of")
	}
}
