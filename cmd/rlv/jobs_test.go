package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rlv/report"
)

// stable lists what must not depend on the machine's load or on how many goals are
// proved at a time: verdicts, counters, reasons and what runs have shown.
func stable(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := rlv(t, "", append([]string{"verify", "--format", "json"}, args...)...)
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s%s", err, out, errs)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "exit status %d %s\n", status, r.Status)
	for _, f := range r.Files {
		fmt.Fprintf(&b, "%s %s\n", f.Status, f.Axioms)
		for _, g := range f.Goals {
			fmt.Fprintf(&b, "%s %s: steps %d, uses %d, queries %d, closed %d, cached %d, instances %d, rests on %d\n",
				g.Status, g.Name, g.Steps, g.Uses, g.Queries, g.Closed, g.Cached, g.Instances, len(g.Rests))
			if x := g.Failure; x != nil {
				fmt.Fprintf(&b, "  %s %s %s %s %s\n  %v %v\n", x.Reason, x.Message, x.Condition, x.Asked, x.Replay, x.Start, x.End)
			}
		}
	}
	return b.String()
}

// nearLimit has questions that take nearly all the effort of its flags, and some that
// take more: which ones would change with what a solver was asked before.
const nearLimit = `//@logic power(Int b, Int e): Int = e <= 0 ? 1 : b * power(b, e-1)
//@pre: e >= 0
//@post: result == power(b, e)
int square(int b, int e) {
  int r = 1, x = b, n = e;
  while (n > 0) {
    //@inv: 0 <= n /\ r * power(x, n) == power(b, e)
    if (n % 2 == 1) { r = r * b; n = n - 1; } else { x = x * x; n = n / 2; }
  }
  return r;
}
//@pre: n >= 0 /\ (forall i : 0..n-1) (a[i] >= 0)
//@post: (forall i : 0..n-1) (a[i] >= 0)
void twice(int a[], int n) {
  int i = 0;
  while (i < n) {
    //@inv: 0 <= i <= n /\ (forall k : 0..n-1) (a[k] >= 0)
    a[i] = a[i] * a[i];
    i = i + 1;
  }
}
//@pre: x > 1 /\ y > 1 /\ z > 1
//@post: result != 0
int cubes(int x, int y, int z) {
  return x * x * x + y * y - z * z * z;
}
`

func nearLimitFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "near.cink")
	if err := os.WriteFile(path, []byte(nearLimit), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// The same file has the same verdicts, the same counters and the same counterexamples
// with one job and with four: each goal begins anew, and effort is counted.
func TestJobsHaveNoPartInVerdicts(t *testing.T) {
	path := nearLimitFile(t)
	for _, effort := range []string{"0.02", "0.1"} {
		one := stable(t, "--jobs", "1", "--effort", effort, path)
		if four := stable(t, "--jobs", "4", "--effort", effort, path); four != one {
			t.Errorf("effort %s, with one job:\n%s\nwith four:\n%s", effort, one, four)
		}
	}
}

// TestSlowLoadHasNoPartInVerdicts compares files alone with themselves beside six busy
// processes, with one job and with four. The clock, which ends a question in any case, is late enough for that.
func TestSlowLoadHasNoPartInVerdicts(t *testing.T) {
	path := nearLimitFile(t)
	files, every := []string{path}, 12
	if testing.Short() {
		every = 48
	}
	for i, f := range slices.Concat(examples(t, false), examples(t, true)) {
		if i%every == 0 {
			files = append(files, f)
		}
	}
	alone := map[string]string{}
	for _, f := range files {
		alone[f] = stable(t, "--jobs", "1", "--timeout", "2m", f)
	}
	for range 6 {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { busy.Process.Kill(); busy.Wait() })
	}
	for _, f := range files {
		for _, jobs := range []string{"1", "4"} {
			if got := stable(t, "--jobs", jobs, "--timeout", "2m", f); got != alone[f] {
				t.Errorf("%s beside busy processes, %s jobs:\n%s\nalone:\n%s", f, jobs, got, alone[f])
			}
		}
	}
}
