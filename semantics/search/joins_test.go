package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// Paths that meet are one from there on: the states grow with the program, not with its
// paths.
func TestJoins(t *testing.T) {
	states := map[int]int{}
	for _, n := range []int{4, 8, 16, 32} {
		text, input := branches(n)
		f := start(t, "b.cink", text, input)
		r, outputs := f.all(search.Options{Identical: true, Joins: true})
		states[n] = r.States
		if len(outputs) != 1 || !r.Complete() || r.Merged != n {
			t.Errorf("n=%d: %+v %v", n, r, outputs)
		}
	}
	if states[32] > 9*states[4] {
		t.Errorf("%v", states)
	}
}

// TestJoinsOfRandomPrograms: merged or not, a search has the same ends for each input.
func TestJoinsOfRandomPrograms(t *testing.T)     { eachSubject(t, 5000, 5, (*trial).join) }
func TestSlowJoinsOfRandomPrograms(t *testing.T) { eachSubject(t, 6000, 100, (*trial).join) }

// join searches a program with merging. Each concrete run is an instance of an end, for
// some values of the variables that stand for what differed; and each end that an input
// comes to shows what a run on it shows.
func (r *trial) join(t *testing.T, p program) {
	if p.unordered {
		return // an input has several runs, of which an end may stand for several
	}
	initial := r.initial(t, p)
	all, err := r.executions(p, initial)
	if err != nil {
		t.Error(err)
	}
	ends, result := r.search(r.start(initial, r.symbols), r.oracle, search.Options{Identical: true, Joins: true})
	r.note(t, result)
	for _, run := range all {
		want, met := map[string]bool{}, map[string]bool{}
		for q := range run.paths {
			want[r.data(q)] = true
		}
		for _, e := range ends {
			if slots := r.under(e.State, run.values); slots != nil {
				met[r.data(r.path(e.Kind, 0, nil, slots))] = true
			}
		}
		if fmt.Sprint(met) != fmt.Sprint(want) {
			t.Errorf("%v: the runs show\n%v\nthe merged ends\n%v", run.values, want, met)
			return
		}
	}
}

// under is the configuration of a state for an input; nil if the input does not lead
// there.
func (r *trial) under(st *rewrite.State, values term.Substitution) []*term.Term {
	var pc []*term.Term
	for _, c := range st.PC {
		if c = values.Apply(c); c != term.True {
			pc = append(pc, c)
		}
	}
	a := r.solver.Check(context.Background(), smt.Query{Assertions: pc})
	if a.Result != smt.Sat {
		return nil
	}
	all := term.Substitution{}
	for v, t := range a.Model {
		all[v] = t
	}
	for v, t := range values {
		all[v] = t
	}
	if a.Approximate && !holds(all, st.PC) { // the solver takes the rest of a division for anything
		return nil
	}
	slots := make([]*term.Term, len(st.Slots))
	for i, t := range st.Slots {
		slots[i] = all.Apply(t)
	}
	return slots
}

// data are what can be seen of a path, without the fresh counter, of which a merged state
// has the greatest.
func (r *trial) data(p path) string {
	lines := strings.Split(p.shown, "\n")
	if i := r.engine.Definition.Layout.Counter; i >= 0 && p.kind == search.Final {
		lines = slices.Delete(lines, i, i+1)
	}
	return fmt.Sprint(p.kind, lines)
}
