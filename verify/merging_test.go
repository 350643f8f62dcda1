package verify

import (
	"context"
	"testing"

	"rlv/report"
)

// What exploration finds fits proofs, merged or not. In the first program the paths apart
// come to the loop with j in different places, of which no pattern is made.
func TestMergedExplorationIsProved(t *testing.T) {
	for name, text := range map[string]string{
		"places made where paths have made others": `//@post: 0 <= result
int f(int b, int n) {
  int s = 0;
  if (b > 0) { int j = 0; s = s + j; }
  if (n > 0) { int j = 0; while (j < n) {
    //@inv: 0 <= j <= n
    j = j + 1; }
    s = s + 1; }
  return s;
}
`,
		"a contract in the condition of a loop": `//@post: result >= x /\ result >= 0
int clamp(int x) { if (x < 0) return 0; return x; }
//@pre: n >= 0
//@post: result >= 0
int f(int n) {
  int i = 0;
  while (clamp(i) < n && clamp(n) > 0) {
    //@inv: i >= 0
    i = i + 1;
  }
  return i;
}
`,
		"what holds at the head of a loop on each path": `//@post: result <= 2
int f(int b, int n) {
  int s = 0;
  if (b > 0) s = 1; else s = 2;
  while (n > 0) {
    //@inv: true
    n = n - 1;
  }
  return s;
}
`,
	} {
		for _, m := range []Merging{MergeAuto, MergeAlways} {
			file, err := newVerifier(t, Options{Merge: m}).Program(context.Background(), Input{Path: "f.cink", Text: text}, report.Silent{})
			if err != nil || file.Status != report.Proved {
				t.Errorf("%s, merging %s: %s %v", name, m, file.Status, err)
				for _, g := range file.Goals {
					t.Logf("%s %s", g.Status, g.Title)
				}
			}
		}
	}
}
