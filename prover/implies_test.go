package prover

import (
	"math/rand"
	"slices"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// impliesInstance is implies by its definition: the whole pattern is instantiated, then
// each conjunct is looked for.
func impliesInstance(st, of *rewrite.State, values term.Substitution) bool {
	var holds func(c *term.Term) bool
	holds = func(c *term.Term) bool {
		switch {
		case c == term.True || rewrite.Holds(st.PC, c):
			return true
		case c.Is(term.BoolAnd):
			return holds(c.Arg(0)) && holds(c.Arg(1))
		case c.Is(term.BoolOr):
			return holds(c.Arg(0)) || holds(c.Arg(1))
		}
		return false
	}
	for i, t := range of.Slots {
		if !term.Equal(values.Apply(t), st.Slots[i]) {
			return false
		}
	}
	for _, c := range of.PC {
		if !holds(values.Apply(c)) {
			return false
		}
	}
	return true
}

// A path's own disjunct is found without instantiating the others, with the same outcome
// as if all were, for path conditions that are possible.
func TestImpliesIsThatOfTheInstance(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var inputs, columns []*term.Term
	for range 3 {
		inputs = append(inputs, term.Fresh("X", term.SortInt))
		columns = append(columns, term.Fresh("V", term.SortInt))
	}
	number := func() *term.Term { return term.Int(int64(r.Intn(3))) }
	atom := func(vars []*term.Term) *term.Term {
		x := vars[r.Intn(len(vars))]
		switch r.Intn(3) {
		case 0:
			return term.Eq(x, number())
		case 1:
			return term.Not(term.Eq(x, number()))
		}
		return term.Lt(x, number())
	}
	var formula func(depth int, vars []*term.Term) *term.Term
	formula = func(depth int, vars []*term.Term) *term.Term {
		if depth == 0 || r.Intn(4) == 0 {
			return atom(vars)
		}
		a, b := formula(depth-1, vars), formula(depth-1, vars)
		if r.Intn(2) == 0 {
			return term.And(a, b)
		}
		return term.Or(a, b)
	}
	yes, no, vars := 0, 0, occurrences{}
	for range 20000 {
		st, of := &rewrite.State{}, &rewrite.State{}
		some := term.Substitution{} // of which the path condition is true
		for _, x := range inputs {
			some[x.Variable()] = number()
		}
		for range 4 {
			if c := formula(r.Intn(2), inputs); some.Apply(c) == term.True {
				st.PC = term.Conjuncts(st.PC, c)
			}
		}
		all := append(append([]*term.Term{}, inputs...), columns...)
		of.PC = []*term.Term{formula(3, all)}
		switch r.Intn(3) {
		case 0:
			of.PC = append(of.PC, st.PC...)
		case 1: // with a beginning in common
			of.PC = append(slices.Clone(st.PC[:r.Intn(len(st.PC)+1)]), of.PC...)
		}
		values := term.Substitution{}
		for _, c := range columns {
			if r.Intn(4) > 0 {
				values[c.Variable()] = inputs[r.Intn(3)]
			} else {
				values[c.Variable()] = number()
			}
		}
		if r.Intn(4) == 0 { // a name of its own on each path
			values[inputs[0].Variable()] = inputs[1+r.Intn(2)]
		}
		of.Slots = []*term.Term{all[r.Intn(len(all))]}
		if st.Slots = of.Slots; r.Intn(8) > 0 {
			st.Slots = []*term.Term{values.Apply(of.Slots[0])}
		}
		got, want := vars.implies(st, of, values), impliesInstance(st, of, values)
		if got != want {
			t.Fatalf("%v from %v with %v: %v, want %v", of.PC, st.PC, values, got, want)
		}
		if got {
			yes++
		} else {
			no++
		}
	}
	if yes < 1000 || no < 1000 {
		t.Errorf("%d are implied, %d are not", yes, no)
	}
}
