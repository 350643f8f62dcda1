package rewrite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/languages"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// comparison runs programs in both ways: on the stack, and all on the slots.
type comparison struct {
	e *rewrite.Engine
	// limit is how many steps are compared.
	limit int64
	// slow are the rules whose steps went the other way, steps and programs are counts.
	slow            map[string]int
	steps, programs int64
	most            int64 // steps on the slots of one program
}

// run compares the runs of a program: each step is by the same rule, and the configurations,
// positions included, the outputs, the errors and what else a machine says are the same.
// Where look is true, the configuration is asked for after each step.
func (c *comparison) run(t *testing.T, name, text, input string, look bool) {
	t.Helper()
	d := c.e.Definition
	p, err := d.ParseProgram(source.NewFile(name, text))
	if err != nil {
		return // a program in another dialect: nothing to run
	}
	slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
	if err != nil {
		t.Fatal(err)
	}
	c.compare(t, name, slots, input, look)
}

func (c *comparison) compare(t *testing.T, name string, slots []*term.Term, input string, look bool) {
	t.Helper()
	c.programs++
	var out, want strings.Builder
	m := c.e.NewMachine(slots, rewrite.IO{In: strings.NewReader(input), Out: &out})
	r := c.e.NewReference(slots, rewrite.IO{In: strings.NewReader(input), Out: &want})
	for r.Steps < c.limit {
		slow := m.StepsOnSlots()
		ok, err := step(m)
		okR, errR := step(r)
		if ok != okR || text(err) != text(errR) {
			t.Fatalf("%s: after %d steps %v %v, not %v %v: %v", name, r.Steps, ok, err, okR, errR, r.Slots())
		}
		if err != nil || !ok {
			break
		}
		if m.Last() != r.Last() || m.Steps != r.Steps {
			t.Fatalf("%s: step %d is by %s, not by %s", name, r.Steps, m.Last().Label, r.Last().Label)
		}
		if m.StepsOnSlots() != slow && c.slow != nil {
			c.slow[m.Last().Label]++
		}
		if look || r.Steps%1009 == 0 {
			if why := rewrite.Differ(m.Slots(), r.Slots()); why != "" {
				t.Fatalf("%s: after step %d by %s: %s", name, r.Steps, r.Last().Label, why)
			}
		}
	}
	if why := rewrite.Differ(m.Slots(), r.Slots()); why != "" {
		t.Fatalf("%s: at the end, after %d steps: %s", name, r.Steps, why)
	}
	if out.String() != want.String() || m.Finished() != r.Finished() || m.Unsure != r.Unsure {
		t.Fatalf("%s: %q, %v, %v, not %q, %v, %v", name, out.String(), m.Finished(), m.Unsure, want.String(), r.Finished(), r.Unsure)
	}
	c.steps += r.Steps
	c.most = max(c.most, m.StepsOnSlots())
}

// step is a step in which an evaluation that does not end is an error.
func step(m *rewrite.Machine) (ok bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = rewrite.AsLimit(p); err == nil {
				panic(p)
			}
		}
	}()
	return m.Step()
}

// text is an error with what it is about.
func text(err error) string {
	var stuck *rewrite.Stuck
	if errors.As(err, &stuck) {
		return fmt.Sprint(stuck.Rule.Label, stuck.Operation, stuck.Needs)
	}
	return fmt.Sprint(err)
}

// shipped loads a shipped language.
func shipped(t testing.TB, ext string) *rewrite.Engine {
	t.Helper()
	d, err := languages.Load("x"+ext, kdef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.New(d)
}

// TestStackIsLikeSlots runs all examples in both ways, those that get stuck too.
func TestStackIsLikeSlots(t *testing.T) {
	for _, ext := range languages.Extensions() {
		c := &comparison{e: shipped(t, ext), limit: 6000, slow: map[string]int{}}
		for _, dir := range []string{"*", "*/run", "*/run/stuck", "*/wrong"} {
			paths, err := filepath.Glob("../../examples/" + dir + "/*" + ext)
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				input, _ := os.ReadFile(strings.TrimSuffix(path, ext) + ".in")
				c.run(t, path, string(text), string(input), false)
				if c.steps < 200_000 {
					short := *c
					short.limit = 500
					short.run(t, path, string(text), string(input), true)
				}
			}
		}
		t.Logf("%s: %d programs, %d steps; on the slots at most %d of a program: %v", ext, c.programs, c.steps, c.most, c.slow)
		for label, n := range c.slow {
			if n > 100 {
				t.Errorf("%s: %d steps by %s were made on the slots", ext, n, label)
			}
		}
	}
}
