package languages

import (
	"io"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// What the probe of types promises of objects in memory is so in each state of a program:
// goals start in states of which it is said.
func TestTypesAreKept(t *testing.T) {
	d, err := Load("x.cink", kdef.Options{IntWidth: 32})
	if err != nil {
		t.Fatal(err)
	}
	engine := rewrite.New(d)
	checked := 0
	for seed := range uint64(40) {
		p, err := d.ParseProgram(source.NewFile("typed.cink", typed(seed)))
		if err != nil {
			t.Fatal(err)
		}
		slots, err := d.Initial(map[string]*term.Term{"PGM": p.Term})
		if err != nil {
			t.Fatal(err)
		}
		m := engine.NewMachine(slots, rewrite.IO{In: strings.NewReader(""), Out: io.Discard})
		for m.Steps < 3000 {
			if ok, err := m.Step(); err != nil || !ok {
				break // stuck, or done
			}
			if m.Steps%50 == 0 {
				checked += objectsOfTheirTypes(t, engine, m.Slots(), seed)
			}
		}
	}
	if checked < 500 {
		t.Errorf("%d objects: that says little", checked)
	}
}

// objectsOfTheirTypes checks the objects in a state of a program, and counts them.
func objectsOfTheirTypes(t *testing.T, e *rewrite.Engine, slots []*term.Term, seed uint64) int {
	t.Helper()
	probe, k := shape.Of(e.Definition).Probe(shape.Typed), e.Definition.Layout.K
	n := 0
	for _, slot := range slots {
		if slot.Kind() != term.KMap {
			continue
		}
		entries, _ := slot.Entries()
		for _, entry := range entries {
			if !e.Definition.Lattice.Leq(entry.Value.Sort(), probe.Args[0]) {
				continue
			}
			st := &rewrite.State{Slots: append([]*term.Term{}, slots...)}
			st.Slots[k] = term.App(probe, entry.Value)
			for st.Slots[k] != term.DotK {
				next := e.Derive(st, undecided{}).Successors
				if len(next) != 1 {
					t.Fatalf("seed %d: %s is not of its type\n%s", seed, entry.Value, typed(seed))
				}
				st = next[0].State
			}
			for _, f := range st.PC {
				if !holdsOfAll(f) {
					t.Fatalf("seed %d: %s is not of its type: %s\n%s", seed, entry.Value, f, typed(seed))
				}
			}
			n++
		}
	}
	return n
}

// holdsOfAll evaluates that all elements of an array are in a range.
func holdsOfAll(f *term.Term) bool {
	if !f.Is(term.Forall) {
		return f == term.True
	}
	holds := true
	term.Walk(f.Arg(1), func(u *term.Term) bool {
		if u.Kind() != term.KArray {
			return true
		}
		at := []*term.Term{term.Int(-1_000_000)} // where nothing was written
		for _, e := range u.ArrayEntries() {
			at = append(at, e.Key)
		}
		for _, i := range at {
			holds = holds && term.Substitution{f.Arg(0).Variable(): i}.Apply(f.Arg(1)) == term.True
		}
		return true
	})
	return holds
}

// undecided is an oracle that decides nothing.
type undecided struct{}

func (undecided) Prune([]*term.Term, ...*term.Term) rewrite.Verdict  { return rewrite.Unknown }
func (undecided) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
