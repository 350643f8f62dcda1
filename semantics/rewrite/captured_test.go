package rewrite_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/rewrite/rewritetest"
)

// TestCapturedComesBack compares runs in which a variable for several items is what a rule puts on top of the stack.
func TestCapturedComesBack(t *testing.T) {
	e := loadNamed(t, "captured")
	c := rewritetest.New(e, 200)
	for _, text := range []string{"(1 + (keep + 7)) ; back", "1 + (2 + keep) ; only ; 6", "(keep + 1) + 2 ; twice", "keep ; (1 + only)",
		"1 + (keep ; back) + 3", "(1 + keep) + twice", "back", "only + 1", "twice ; 8", "1 + loop(2)"} {
		for _, look := range []bool{false, true} {
			if !c.Text(t, text, text, "", look) {
				t.Fatalf("%s is no program", text)
			}
		}
	}
	for _, r := range e.Definition.Rules() {
		if c.Used[r] == 0 || c.OnSlots[r] > 0 {
			t.Errorf("%d steps by %s, %d of them on the slots", c.Used[r], r.Label, c.OnSlots[r])
		}
	}
}

// TestCapturingCostsTheSame counts what a run allocates in which n operators wait, and all that waits is captured n times: it
// grows as n does, not as its square.
func TestCapturingCostsTheSame(t *testing.T) {
	e := loadNamed(t, "captured")
	allocated := func(n int) (objects, bytes float64) {
		slots := beginning(t, e, strings.Repeat("(1 + ", n)+fmt.Sprintf("loop(%d)", n)+strings.Repeat(")", n))
		var before, after runtime.MemStats
		m := e.NewMachine(slots, rewrite.IO{Out: io.Discard})
		runtime.ReadMemStats(&before)
		if err := m.Run(context.Background(), 0); err != nil || !m.Finished() {
			t.Fatal(err, m.Waiting())
		}
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
	}
	allocated(1) // rules are compiled when they are tried first
	few, small := allocated(250)
	many, large := allocated(1000)
	t.Logf("%.0f objects of %.0f bytes, %.0f of %.0f", few, small, many, large)
	if many > 6*few || large > 6*small {
		t.Errorf("of 4 times as many captures of 4 times as much come %.1f times as many objects, of %.1f times as many bytes", many/few, large/small)
	}
}
