package verify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rlv/prover"
	"rlv/report"
)

// Arithmetic of quotients, remainders and products of what is symbolic, as C truncates.
var arithmetic = []string{
	"(forall k, d) (d != 0 ==> (k * d) % d == 0)",
	"(forall a, d) (a >= 0 /\\ d > 0 ==> (a + d) % d == a % d)",
	"(forall a, b, m) (a >= 0 /\\ b >= 0 /\\ m > 0 ==> (a % m * b) % m == (a * b) % m)",
	"(forall a, b, m) (a >= 0 /\\ b >= 0 /\\ m > 0 ==> (a % m + b) % m == (a + b) % m)",
	"(forall a, g) (g != 0 /\\ a % g == 0 ==> a / g * g == a)",
	"(forall a, b, m) (m > 0 /\\ (a - b) % m == 0 ==> (b - a) % m == 0)",
	"(forall a, b, c, m) (m > 0 /\\ (a - b) % m == 0 /\\ (b - c) % m == 0 ==> (a - c) % m == 0)",
	"(forall a, m) (a >= 0 /\\ m > 0 ==> 0 <= a % m /\\ a % m < m)",
	"(forall a, b, m) (0 <= a /\\ a <= b /\\ m > 0 ==> a / m <= b / m)",
	"(forall a, b, c, d) (0 <= a /\\ a <= b /\\ 0 <= c /\\ c <= d ==> a * c <= b * d)",
	"(forall u, n, v) (0 <= v /\\ v < n /\\ 0 <= u ==> (u * n + v) / n == u /\\ (u * n + v) % n == v)",
	"(forall u, n, m, v) (0 <= u /\\ u < m /\\ 0 <= v /\\ v < n ==> 0 <= u * n + v /\\ u * n + v < m * n)",
	"(forall a, b, c) (a != 0 /\\ b != 0 /\\ b % a == 0 /\\ c % b == 0 ==> c % a == 0)",
	"(forall a, b, d) (d > 0 /\\ a >= 0 /\\ b > 0 /\\ a % d == 0 /\\ b % d == 0 ==> a % b % d == 0)",
	"(forall a, b, d) (d > 0 /\\ a >= 0 /\\ b > 0 /\\ b % d == 0 /\\ a % b % d == 0 ==> a % d == 0)",
	"(forall n, d) (n > 0 /\\ d > 0 /\\ n % d == 0 ==> n % (n / d) == 0)",
	"(forall n, d, i) (i > 0 /\\ d > 0 /\\ n > 0 /\\ n < i * i /\\ n % d == 0 /\\ d >= i ==> n / d < i)",
	"(forall a, b, m) (m > 0 /\\ (a - b) % m == 0 /\\ a >= 0 /\\ b >= 0 ==> a % m == b % m)",
	"(forall a, b, c, m) (m > 0 /\\ a >= 0 /\\ b >= 0 /\\ c >= 0 /\\ a % m == b % m ==> (a * c) % m == (b * c) % m)",
	"(forall a, b, g) (g > 0 /\\ a > 0 /\\ b > 0 /\\ b % g == 0 /\\ a % g == 0 ==> (a / g * b) % a == 0)",
	"(forall a, b) (b > 0 /\\ a >= 0 /\\ (exists k) (a == k * b) ==> a % b == 0)",
	"(forall a, b) (b > 0 /\\ a >= 0 /\\ a % b == 0 ==> (exists k) (a == k * b))",
	"(forall a, b, m) ((exists k) (a - b == k * m) ==> (exists k) (b - a == k * m))",
	"(forall a, b, c, m) ((exists k) (a - b == k * m) /\\ (exists k) (b - c == k * m) ==> (exists k) (a - c == k * m))",
	"(forall a, b, c) ((exists k) (b == k * a) /\\ (exists k) (c == k * b) ==> (exists k) (c == k * a))",
	"(forall u, n, v, s, t) (0 <= v /\\ v < n /\\ 0 <= t /\\ t < n /\\ u * n + v == s * n + t ==> u == s /\\ v == t)",
	"(forall a, b, c) (a >= 0 /\\ 0 < b /\\ b <= c ==> a / c <= a / b)",
}

// notArithmetic has what is false of it: of negative numbers mostly.
var notArithmetic = []string{
	"(forall a, b, m) (m > 0 /\\ a >= 0 /\\ b >= 0 ==> (a % m * b) % m == (a + b) % m)",
	"(forall a, g) (g > 0 ==> a / g * g == a)",
	"(forall a, b, c, m) (m > 0 /\\ (a - b) % m == 0 /\\ (b - c) % m == 0 ==> a == c)",
	"(forall a, m) (m > 0 ==> 0 <= a % m /\\ a % m < m)",
	"(forall a, b, m) (m != 0 /\\ a <= b ==> a / m <= b / m)",
	"(forall a, b, c, d) (a <= b /\\ c <= d ==> a * c <= b * d)",
	"(forall u, n, v) (0 <= v /\\ v <= n /\\ 0 < n /\\ 0 <= u ==> (u * n + v) / n == u)",
	"(forall a, b, d) (d > 0 /\\ (a * b) % d == 0 ==> a % d == 0 \\/ b % d == 0)",
	"(forall a, b, c) (a >= 0 /\\ 0 < b /\\ b <= c ==> a / b <= a / c)",
	"(forall a, b, c, m) (m > 0 /\\ a >= 0 /\\ b >= 0 /\\ c >= 0 /\\ (a * c) % m == (b * c) % m ==> a % m == b % m)",
	"(forall a, d) (d > 0 ==> (a + d) % d == a % d)",
	"(forall a, b, m) (m > 0 ==> (a % m + b) % m == (a + b) % m)",
	"(forall a, b, c) (a > 0 /\\ b > 0 /\\ c % a == 0 /\\ c % b == 0 ==> c % (a * b) == 0)",
	"(forall a, b, c, m) ((exists k) (a - b == k * m) /\\ (exists k) (b - c == k * m) ==> (exists k) (a - c == k * m + 1))",
	"(forall a, b) ((exists k) (a == k * b) ==> (exists k) (b == k * a))",
	"(forall u, n, v, s, t) (0 <= v /\\ v <= n /\\ 0 <= t /\\ t <= n /\\ u * n + v == s * n + t ==> u == s /\\ v == t)",
}

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

// Lemmas about quotients and remainders by what is symbolic are proved, and what only looks
// like one is not.
func TestSlowArithmetic(t *testing.T) {
	v := newVerifier(t, Options{})
	for path, program := range map[string]string{"a.imp": right, "a.cink": "//@pre: n > 0\n//@post: result > 1\nint f(int n) { return n + 1; }\n"} {
		for _, l := range arithmetic {
			if !assumed(t, v, l, path, program) {
				t.Errorf("%s: not proved: %s", path, l)
			}
		}
		for _, l := range notArithmetic {
			if assumed(t, v, l, path, program) {
				t.Errorf("%s: proved: %s", path, l)
			}
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
