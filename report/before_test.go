package report

import "testing"

// The time before the goals is told where it is long, and nowhere else.
func TestLongBefore(t *testing.T) {
	phases := []Phase{{"reading", 100}, {"exploration", 2000}, {"reading", 150}, {"axioms", 0}}
	if got, want := longBefore(phases, 3), " (before the goals: reading 0.25 s, exploration 2.00 s, axioms 0.00 s)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := longBefore(phases, 60) + longBefore(phases[:1], 0.1); got != "" {
		t.Errorf("%q where it is not long", got)
	}
}
