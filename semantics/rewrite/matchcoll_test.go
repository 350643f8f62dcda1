package rewrite

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// entriesProgram has the left side  A, B, (A |-> P  B |-> Q  0 |-> R  Rest).
func entriesProgram(l *term.Lattice) *Program {
	v := func(name string) *term.Term { return term.Var(name, term.SortInt) }
	entries := term.SingletonMap(v("A"), v("P")).Put(v("B"), v("Q")).Put(term.Int(0), v("R"))
	return NewProgram(l, &compile.Rule{Left: []compile.Slot{
		{Index: 0, Term: v("A")}, {Index: 1, Term: v("B")}, {Index: 2, Term: term.Union(entries, term.Var("Rest", term.SortMap))},
	}}, nil)
}

// results are the values of the variables in the matches whose equations hold, for some
// values of the subject's variables.
func results(t *testing.T, ms []*Match, values term.Substitution) []string {
	var out []string
	for _, m := range ms {
		if m.Undecided != "" {
			t.Fatal(m.Undecided)
		}
		if slices.ContainsFunc(m.Equations, func(e *term.Term) bool { return values.Apply(e) != term.True }) {
			continue
		}
		text := ""
		for _, name := range []string{"A", "B", "P", "Q", "R", "Rest"} {
			for v, u := range m.Substitution() {
				if v.Name == name {
					text += fmt.Sprintf("%s = %s; ", name, values.Apply(u))
				}
			}
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out
}

// What matches a map with symbolic keys is, for all values of the symbols, what matches
// the map with these values: entries that are found as they stand need no other choice.
func TestEntriesMatchAsTheirValuesDo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 8))
	x, y := term.Var("x", term.SortInt), term.Var("y", term.SortInt)
	keys := []*term.Term{term.Int(0), term.Int(1), term.Int(2), x, y, term.Add(x, term.Int(1))}
	program := entriesProgram(term.NewLattice())
	some := 0
	for range 3000 {
		m := term.EmptyMap
		for i := range 2 + rnd.IntN(4) {
			m = m.Put(keys[rnd.IntN(len(keys))], term.Int(int64(10+i)))
		}
		slots := []*term.Term{keys[rnd.IntN(len(keys))], keys[rnd.IntN(len(keys))], m}
		if term.Equal(slots[0], slots[1]) {
			continue
		}
		symbolic := program.Matches(term.NewLattice(), slots)
		for a := range int64(4) {
			for b := range int64(4) {
				values := term.Substitution{x.Variable(): term.Int(a), y.Variable(): term.Int(b)}
				ground := []*term.Term{values.Apply(slots[0]), values.Apply(slots[1]), values.Apply(m)}
				if ground[2].Kind() != term.KMap || ground[2].Len() != m.Len() {
					continue // two keys are equal: there is no such map
				}
				want := results(t, program.Matches(term.NewLattice(), ground), values)
				got := results(t, symbolic, values)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, %s, %s with x = %d, y = %d:\n%v\nwant\n%v", slots[0], slots[1], m, a, b, got, want)
				}
				some += len(want)
			}
		}
	}
	if some < 100 {
		t.Errorf("only %d matches", some)
	}
}

// A pattern may have more entries than a word has bits.
func TestManyEntries(t *testing.T) {
	for _, n := range []int{64, 65, 300} {
		left, subject := term.EmptyMap, term.EmptyMap
		for i := range int64(n) {
			left = left.Put(term.Int(i), term.Var(fmt.Sprint("V", i), term.SortInt))
			subject = subject.Put(term.Int(i), term.Int(i*i))
		}
		rest := term.Union(subject, term.Var("M", term.SortMap))
		p := NewProgram(term.NewLattice(), &compile.Rule{Left: []compile.Slot{{Term: term.Union(left, term.Var("Rest", term.SortMap))}}}, nil)
		if ms := p.Matches(term.NewLattice(), []*term.Term{rest}); len(ms) != 1 || ms[0].Undecided != "" || len(ms[0].Equations) > 0 {
			t.Errorf("%d entries match in %d ways", n, len(ms))
		}
	}
}
