// Package rewritetest compares the ways in which a machine makes its steps.
package rewritetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Comparison compares runs on the stack with runs on the slots.
type Comparison struct {
	Engine *rewrite.Engine
	Limit  int64 // steps of a run that are compared

	Programs, Steps int64
	OnSlots         map[*compile.Rule]int // steps that were not made on the stack, by rule
	Used            map[*compile.Rule]int // steps by rule
	Ends            map[string]int        // how the runs ended
	Unsure          int                   // runs in which it could not be told whether a rule applies
}

// New returns a comparison for a definition.
func New(e *rewrite.Engine, limit int64) *Comparison {
	return &Comparison{Engine: e, Limit: limit, OnSlots: map[*compile.Rule]int{}, Used: map[*compile.Rule]int{}, Ends: map[string]int{}}
}

// Text compares the runs of a program; false if it is none.
func (c *Comparison) Text(t testing.TB, name, text, input string, look bool) bool {
	t.Helper()
	slots := beginning(t, c.Engine, name, text)
	if slots == nil {
		return false
	}
	c.Run(t, name, slots, input, look)
	return true
}

// beginning is the configuration that a program begins in, nil if the text is none.
func beginning(t testing.TB, e *rewrite.Engine, name, text string) []*term.Term {
	t.Helper()
	p, err := e.Definition.ParseProgram(source.NewFile(name, text))
	if err != nil {
		return nil
	}
	slots, err := e.Definition.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	return slots
}

// Run compares the runs from a configuration: each step is by the same rule, and the
// configurations with their positions (but see differ), the outputs, the errors and the other things that a
// machine says are the same. Where look is true the configuration is asked for after each
// step, else now and then.
func (c *Comparison) Run(t testing.TB, name string, slots []*term.Term, input string, look bool) {
	t.Helper()
	c.Programs++
	var out, want strings.Builder
	m := c.Engine.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &out})
	r := c.Engine.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &want}).OnSlots()
	end := "limit"
	for r.Steps < c.Limit {
		slow := m.StepsOnSlots()
		ok, err := step(m)
		okR, errR := step(r)
		if ok != okR || text(err) != text(errR) {
			t.Fatalf("%s: after %d steps %v, %s, not %v, %s: %v", name, r.Steps, ok, text(err), okR, text(errR), r.Slots())
		}
		if err != nil || !ok {
			if end = "none applies"; err != nil {
				end = "error"
			}
			break
		}
		if m.Last() != r.Last() || m.Steps != r.Steps || out.String() != want.String() {
			t.Fatalf("%s: step %d is by %s, not by %s", name, r.Steps, m.Last().Label, r.Last().Label)
		}
		c.Used[m.Last()]++
		if m.StepsOnSlots() != slow {
			c.OnSlots[m.Last()]++
		}
		if look || r.Steps%1009 == 0 {
			if why := c.differ(m.Slots(), r.Slots()); why != "" {
				t.Fatalf("%s: after step %d, by %s: %s", name, r.Steps, r.Last().Label, why)
			}
		}
	}
	c.Ends[end]++
	if why := c.differ(m.Slots(), r.Slots()); why != "" {
		t.Fatalf("%s: at the end, after %d steps: %s", name, r.Steps, why)
	}
	if m.Finished() != r.Finished() || m.Unsure != r.Unsure {
		t.Fatalf("%s: %v, %v, not %v, %v", name, m.Finished(), m.Unsure, r.Finished(), r.Unsure)
	}
	c.Steps += r.Steps
	if r.Unsure {
		c.Unsure++
	}
}

// step is a step in which an evaluation that does not end is an error.
func step(m *rewrite.Machine) (ok bool, err error) { return guarded(m.Step) }

// guarded makes a step.
func guarded(step func() (bool, error)) (ok bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = rewrite.AsLimit(p); err == nil {
				panic(p)
			}
		}
	}()
	return step()
}

// text is an error with what it is about.
func text(err error) string {
	var stuck *rewrite.Stuck
	if errors.As(err, &stuck) {
		return fmt.Sprintf("%s: %v, %v", stuck.Rule.Label, stuck.Operation, stuck.Needs)
	}
	return fmt.Sprint(err)
}

// differ is Differ; where computations are in a collection positions are not compared, since
// steps on the slots do not keep them there.
func (c *Comparison) differ(a, b []*term.Term) string {
	if c.Engine.Definition.Layout.K >= 0 {
		return Differ(a, b)
	}
	for i := range a {
		if !term.Equal(a[i], b[i]) {
			return fmt.Sprintf("slot %d: %s, not %s", i, a[i], b[i])
		}
	}
	return ""
}

// Differ says how two configurations differ, positions included; "" if they do not.
func Differ(a, b []*term.Term) string {
	c := compared{}
	for i := range a {
		if why := c.differ(a[i], b[i]); why != "" {
			return fmt.Sprintf("slot %d: %s", i, why)
		}
	}
	return ""
}

// compared are pairs that do not differ.
type compared map[[2]*term.Term]bool

func (c compared) differ(a, b *term.Term) string {
	switch {
	case a == b || c[[2]*term.Term{a, b}]:
		return ""
	case !term.Equal(a, b):
		return fmt.Sprintf("%s, not %s", a, b)
	case a.Pos() != b.Pos():
		return fmt.Sprintf("%s is at %d, not at %d", a, a.Pos(), b.Pos())
	}
	c[[2]*term.Term{a, b}] = true
	as, bs := parts(a), parts(b)
	for i := range as {
		if as[i] == nil {
			continue
		}
		if why := c.differ(as[i], bs[i]); why != "" {
			return why
		}
	}
	return ""
}

// parts are the subterms of a term, in an order that is that of its equals; some may be
// nil.
func parts(t *term.Term) (out []*term.Term) {
	switch t.Kind() {
	case term.KApp:
		return t.Args()
	case term.KMap, term.KSet:
		entries, opaque := t.Entries()
		for _, e := range entries {
			out = append(out, e.Key, e.Value)
		}
		out = append(out, opaque...)
	case term.KList:
		for _, it := range t.Items(0, -1) {
			out = append(out, it.Term)
		}
	}
	return out
}
