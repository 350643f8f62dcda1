package search_test

import (
	"testing"

	"rlv/semantics/search"
	"rlv/semantics/term"
)

// Symbols need not be read: here they are the first values of variables. The program is
// that of examples 5 and 6 of the paper on denotational semantics of symbolic execution,
// whose two pieces are -x - 2 where x + 2 < 0, and x + 2 where not.
func TestSymbolsInTheFirstState(t *testing.T) {
	r := newTrial(t, subjects[1])
	x := r.symbols[0]
	moved := term.Add(x, term.Int(2))
	slots := r.start(r.initial(t, program{text: "x = x + 2; if (x < 0) { x = -x; }"}), r.symbols)
	ends, result := r.search(slots, r.oracle, search.Options{})
	if !result.Complete() || len(ends) != 2 {
		t.Fatalf("%+v", result)
	}
	for i, want := range []struct{ condition, value *term.Term }{
		{term.Lt(moved, term.Int(0)), term.Sub(term.Int(-2), x)},
		{term.Le(term.Int(0), moved), moved},
	} {
		st := ends[i].State
		after := r.start(slots, []*term.Term{want.value, r.symbols[1]})
		if ends[i].Kind != search.Final || len(st.PC) != 1 || !term.Equal(st.PC[0], want.condition) {
			t.Errorf("the condition of end %d is %v, want %v", i, st.PC, want.condition)
		}
		for slot := range after {
			if slot != r.engine.Definition.Layout.K && !term.Equal(st.Slots[slot], after[slot]) {
				t.Errorf("end %d has %s, want %s", i, st.Slots[slot], after[slot])
			}
		}
	}
}
