package carried

import (
	"testing"

	"rlv/annotate/marks"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// iterations are loops by what an iteration does to a counter and to the marks of an array.
var iterations = []struct {
	name  string
	start int64
	step  int64
	at    func(i *term.Term) *term.Term // the element that is given a value; nil: none
	other func(i *term.Term) *term.Term // the one that is, on another path
	want  int                           // fillings
}{
	{"up", 0, 1, func(i *term.Term) *term.Term { return i }, nil, 1},
	{"up, from 1", 1, 1, func(i *term.Term) *term.Term { return i }, nil, 1},
	{"one ahead", 0, 1, func(i *term.Term) *term.Term { return term.Add(i, term.Int(1)) }, nil, 1},
	{"down", 3, -1, func(i *term.Term) *term.Term { return i }, nil, 1},
	{"down, one before", 4, -1, func(i *term.Term) *term.Term { return term.Sub(i, term.Int(1)) }, nil, 1},
	{"away from the counter", 0, 1, func(i *term.Term) *term.Term { return term.Sub(term.Int(3), i) }, nil, 1},
	{"the same on two paths", 0, 1, func(i *term.Term) *term.Term { return i }, func(i *term.Term) *term.Term { return i }, 1},
	{"not the same on two paths", 0, 1, func(i *term.Term) *term.Term { return i }, func(i *term.Term) *term.Term { return term.Add(i, term.Int(1)) }, 0},
	{"by two", 0, 2, func(i *term.Term) *term.Term { return i }, nil, 0},
	{"one element", 0, 1, func(*term.Term) *term.Term { return term.Int(0) }, nil, 0},
	{"none", 0, 1, nil, nil, 0},
}

// What is filled is so after each number of iterations, and says as much as there is: all that
// they gave a value.
func TestWhatIsFilledIsSo(t *testing.T) {
	i, m := term.Var("i", term.SortInt), term.Var("m", term.SortArray)
	head := []*term.Term{i, m}
	lost := func(*term.Variable) bool { return true }
	for _, tt := range iterations {
		t.Run(tt.name, func(t *testing.T) {
			store := func(at func(*term.Term) *term.Term, i, m *term.Term) *term.Term {
				if at == nil {
					return m
				}
				return term.Apply(term.ArrayStore, m, at(i), term.Int(1))
			}
			first := &rewrite.State{Slots: []*term.Term{term.Int(tt.start), array(0)}}
			next := term.Add(i, term.Int(tt.step))
			back := []*rewrite.State{{Slots: []*term.Term{next, store(tt.at, i, m)}}}
			if tt.other != nil {
				back = append(back, &rewrite.State{Slots: []*term.Term{next, store(tt.other, i, m)}})
			}
			k := &Known{Marks: []*term.Variable{m.Variable()}}
			if k.Fill(head, first, back, 0, lost, func(*term.Term) bool { return true }); len(k.Filled) != tt.want {
				t.Fatalf("%d fillings, want %d", len(k.Filled), tt.want)
			}
			for _, f := range k.Filled {
				now, given := term.Int(tt.start), array(0)
				for range size {
					w := world{term.Substitution{i.Variable(): now, m.Variable(): given}}
					if !w.holds(t, f.Formula()) {
						t.Errorf("%v is not so of i = %v and %v", f.Formula(), now, given)
					}
					if last := tt.at(now); marks.HasValue(given, term.Sub(last, term.Int(tt.step))) == term.True {
						w.sub[m.Variable()] = array(0)
						if w.holds(t, f.Formula()) {
							t.Errorf("%v says nothing of i = %v", f.Formula(), now)
						}
					}
					given, now = store(tt.at, now, given), term.Add(now, term.Int(tt.step))
				}
				if !k.KeepOnly(head, &rewrite.State{Slots: []*term.Term{term.Int(tt.start + 1), array(0)}}, lost, func(*term.Term) bool { return false }) || len(k.Filled) > 0 {
					t.Error("it is known of a loop that begins elsewhere")
				}
			}
			if k.Fill(head, first, back, 0, lost, func(*term.Term) bool { return true }) {
				t.Error("what is filled is found again")
			}
		})
	}
}

// Names of what is bound are given from within: none binds what another one names.
func TestNumberedNamesBindNoOther(t *testing.T) {
	m, k0 := term.Var("m", term.SortArray), term.Var("k0", term.SortInt)
	u := term.Fresh("u", term.SortInt)
	inner := term.Apply(term.Forall, k0, term.Implies(term.Le(u, k0), marks.HasValue(m, k0)))
	v, w := term.Fresh("v", term.SortInt), term.Fresh("w", term.SortInt)
	same := term.Apply(term.Forall, v, term.Apply(term.Forall, w, term.Implies(term.Le(v, w), marks.HasValue(m, w))))
	if a, b := marks.Numbered(term.Apply(term.Forall, u, inner), 0), marks.Numbered(same, 0); !term.Equal(a, b) {
		t.Errorf("%v is not %v", a, b)
	}
}
