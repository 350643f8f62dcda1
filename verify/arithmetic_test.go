package verify

import (
	"context"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/report"
)

// assumed verifies a program with a lemma in front of it, and returns whether that is proved.
func assumed(t *testing.T, v *Verifier, lemma, path, program string) bool {
	t.Helper()
	// Of the program, nothing is asked about the lemma.
	var told events
	v.Programs(context.Background(), []Input{{Path: path, Text: "//@lemma: " + lemma + "\n" + program}}, &told)
	if len(told.list) < 2 || !strings.HasPrefix(told.list[0], "lemma ") {
		t.Fatalf("%s: %v", lemma, told.list)
	}
	return told.list[0] == "lemma "+string(prover.Proved)
}

// linesOf are the lines of a file.
func linesOf(t *testing.T, path string) iter.Seq[string] {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Lines(string(text))
}

// Lemmas about quotients and remainders by what is symbolic are proved, and what only looks
// like one is not.
func TestSlowArithmetic(t *testing.T) {
	v := newVerifier(t, Options{})
	for line := range linesOf(t, "testdata/arithmetic.txt") {
		kind, lemma, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case kind == "true":
			for path, program := range map[string]string{"a.imp": right, "a.cink": "//@post: result == 1\nint f() { return 1; }\n"} {
				if !assumed(t, v, lemma, path, program) {
					t.Errorf("%s: not proved: %s", path, lemma)
				}
			}
		case kind == "false" && assumed(t, v, lemma, "a.imp", right):
			t.Errorf("proved: %s", lemma)
		}
	}
}

// What a program computes of bits is what is true of them, whatever the numbers; and nothing else is proved.
func TestSlowBits(t *testing.T) {
	v := newVerifier(t, Options{})
	for line := range linesOf(t, "testdata/bits.txt") {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "#" {
			continue
		}
		pre, rest, _ := strings.Cut(rest, "| ")
		at := strings.LastIndex(rest, " | ")
		program := fmt.Sprintf("//@post: %s\nint f(int a, int b, int k) { return %s; }\n", rest[at+3:], rest[:at])
		if pre = strings.TrimSpace(pre); pre != "" {
			program = "//@pre: " + pre + "\n" + program
		}
		status := v.Programs(context.Background(), []Input{{Path: "f.cink", Text: program}}, report.Silent{})
		if (status == report.Proved) != (kind == "true") {
			t.Errorf("%s, %s: %s", kind, status, program)
		}
	}
}

// A definition by recursion over the bits of a number goes with a loop that takes the lowest one away.
func TestSlowBitsAreCounted(t *testing.T) {
	const program = `
//@logic bits(Int n): Int = n <= 0 ? 0 : n % 2 + bits(n / 2)
//@lemma: (forall n) (n > 0 ==> bits(n) == 1 + bits(n & (n - 1))) by induction on n
//@post: result == bits(n)
int count(unsigned n) {
  int c = 0;
  while (n != 0) {
    //@inv: c + bits(n) == bits(old(n))
    //@decreases: n
    n = n & (n - 1);
    c++;
  }
  return c;
}
`
	v := newVerifier(t, Options{})
	for _, c := range []struct {
		old, with string
		want      report.Status
	}{
		{"", "", report.Proved},
		{"n = n & (n - 1)", "n = n & (n - 2)", report.NotProved},
		{"n = n & (n - 1)", "n = n ^ (n - 1)", report.NotProved},
		{"bits(n) == 1 + bits(n & (n - 1))", "bits(n) == 2 + bits(n & (n - 1))", report.NotProved},
	} {
		text := strings.Replace(program, c.old, c.with, 1)
		if status := v.Programs(context.Background(), []Input{{Path: "count.cink", Text: text}}, report.Silent{}); status != c.want {
			t.Errorf("%s for %s: %s, want %s", c.with, c.old, status, c.want)
		}
	}
}

// Elements of matrices whose width is a parameter are found by their row and column.
func TestSlowMatrices(t *testing.T) {
	v := newVerifier(t, Options{})
	const program = `
//@pre: 0 < n /\ m * n <= len(a) /\ (forall u, v) (0 <= u /\ u < m /\ 0 <= v /\ v < %s ==> a[u * n + v] >= 0)
//@post: result >= 0
int get(int a[], int m, int n, int i, int j) {
  if (0 <= i && i < m && 0 <= j && j < n) {
    return a[i * n + j];
  }
  return 0;
}
`
	for width, want := range map[string]report.Status{"n": report.Proved, "n - 1": report.NotProved} {
		text := fmt.Sprintf(program, width)
		if status := v.Programs(context.Background(), []Input{{Path: "get.cink", Text: text}}, report.Silent{}); status != want {
			t.Errorf("%s with rows of %s: %s, want %s", text, width, status, want)
		}
	}
}

// A lemma says nothing of the values for which it is not defined; of the others it must be true, and
// no proof rests on one that is not.
func TestLemmasAreAskedWhereTheyAreDefined(t *testing.T) {
	const program = `
//@lemma: (forall a, m) ((exists k) (a == k * m) ==> a % m == 0 /\ %s)
//@pre: x > 0 /\ a == 0
//@post: 0 >= x
int f(int a, int x) {
  //@assert: (exists k) (a == k * x)
  return 1;
}
`
	for conclusion, want := range map[string]string{"a >= m": "lemma " + string(prover.Refuted), "a / m * m == a": "lemma " + string(prover.Proved)} {
		var told events
		text := strings.Replace(program, "%s", conclusion, 1)
		status := newVerifier(t, Options{}).Programs(context.Background(), []Input{{Path: "f.cink", Text: text}}, &told)
		if status == report.Proved || len(told.list) == 0 || told.list[0] != want {
			t.Errorf("%s: %s, %v; want %s", text, status, told.list, want)
		}
	}
}
