package processtest

import (
	"testing"
	"time"
)

// A bound is never made shorter, and not made long without need.
func TestBoundsFollowTheMachine(t *testing.T) {
	if d := Allow(t, time.Second); d < time.Second || d > 30*time.Second {
		t.Error(d)
	}
	t.Log(standard())
	if Used() == 0 {
		t.Error("no processor time is used")
	}
}
