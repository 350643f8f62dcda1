package passage

import (
	"testing"

	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// A state that stands for two knows of its variables only what the other one knows of what they stand
// for there, though it may know the same of a variable of that name.
func TestJoinedKnowsWhatBothKnow(t *testing.T) {
	space := pattern.Space{Lattice: term.NewLattice(), K: 0, Counter: -1}
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	positive := func(v *term.Term) *term.Term { return term.Lt(term.Int(0), v) }
	state := func(value *term.Term, pc ...*term.Term) *rewrite.State {
		return &rewrite.State{Slots: []*term.Term{term.DotK, value}, PC: pc}
	}
	fixed := func(*term.Variable) bool { return false }
	for _, tt := range []struct {
		name  string
		other *rewrite.State
		want  int
	}{
		{"known of the same variable", state(x, positive(x)), 1},
		{"known of what it stands for", state(y, positive(y)), 1},
		{"known of the variable, which stands for another", state(y, positive(x)), 0},
		{"known of neither", state(y), 0},
		{"a value of which it is true", state(term.Int(1)), 1},
		{"a value of which it is not said", state(term.Int(-1), positive(x)), 0},
	} {
		a := state(x, positive(x))
		both := Joined(a, tt.other, space, fixed)
		if both == nil || len(both.PC) != tt.want {
			t.Errorf("%s: %v, want %d conditions", tt.name, both, tt.want)
			continue
		}
		if (both == a) != (tt.want == 1) {
			t.Errorf("%s: it is the first one: %v", tt.name, both == a)
		}
	}
}
