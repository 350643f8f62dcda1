package rewritetest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Eager is the heat with which all code that recurs is composed at once.
var Eager = rewrite.Heat{SampleEvery: 2, HotAt: 2, Grant: math.MaxInt32, PerStep: 1, PerSaved: 1}

// Compositions compares runs in which rules are composed with runs in which they are not.
type Compositions struct {
	Engine *rewrite.Engine
	Heat   rewrite.Heat
	Limit  int64 // steps of a run that are compared

	Programs, Steps, Composed int64
	Rules                     int
}

// Text compares the runs of a program; false if it is none.
func (c *Compositions) Text(t testing.TB, name, text, input string) bool {
	t.Helper()
	slots := beginning(t, c.Engine, name, text)
	if slots == nil {
		return false
	}
	c.Run(t, name, slots, input)
	return true
}

// Run compares the runs from a configuration: behind each composition the configuration with its
// positions, the output and the number of steps are those of single steps, and so is the end.
func (c *Compositions) Run(t testing.TB, name string, slots []*term.Term, input string) {
	t.Helper()
	c.Programs++
	var out, want strings.Builder
	m := c.Engine.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &out}).ComposeHot(c.Heat)
	r := c.Engine.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &want})
	looks := 0
	for m.Steps < c.Limit {
		before := m.Steps
		ok, err := guarded(m.Advance)
		okR, errR := step(r)
		for errR == nil && okR && r.Steps < m.Steps {
			okR, errR = step(r)
		}
		if ok != okR || text(err) != text(errR) || m.Steps != r.Steps {
			t.Fatalf("%s: after %d steps %v, %s, not after %d steps %v, %s", name, m.Steps, ok, text(err), r.Steps, okR, text(errR))
		}
		if err != nil || !ok {
			break
		}
		if m.Steps > before+1 {
			c.Composed += m.Steps - before
			if looks++; looks < 300 || looks%101 == 0 {
				c.compare(t, fmt.Sprintf("%s: behind a composition, after %d steps", name, m.Steps), m, r)
			}
		}
		if out.String() != want.String() {
			t.Fatalf("%s: after %d steps %q is written, not %q", name, m.Steps, out.String(), want.String())
		}
	}
	c.compare(t, fmt.Sprintf("%s: at the end, after %d steps", name, m.Steps), m, r)
	if m.Finished() != r.Finished() || m.Unsure != r.Unsure || m.Last() != r.Last() {
		t.Fatalf("%s: %v, %v, not %v, %v", name, m.Finished(), m.Unsure, r.Finished(), r.Unsure)
	}
	if n := m.Refused(); n > 0 {
		t.Errorf("%s: %d compositions do not do what the recorded steps did", name, n)
	}
	c.Steps += r.Steps
	c.Rules += len(m.Composed())
}

// compare compares the configurations of two machines.
func (c *Compositions) compare(t testing.TB, when string, m, r *rewrite.Machine) {
	t.Helper()
	if why := Differ(m.Slots(), r.Slots()); why != "" {
		t.Fatalf("%s: %s", when, why)
	}
}
