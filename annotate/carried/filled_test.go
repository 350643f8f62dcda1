package carried

import (
	"slices"
	"testing"

	"rlv/annotate/marks"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

func twice(i *term.Term) *term.Term { return term.Add(i, i) }

// iterations are loops by what an iteration does to a counter and to the marks of an array.
var iterations = []struct {
	name  string
	start int64
	step  int64
	at    func(i *term.Term) *term.Term // the element that is given a value; nil: none
	other func(i *term.Term) *term.Term // the one that is, on another path
	want  int                           // fillings
	row   int64                         // 2: the next element as well, -2: the one before; 0: neither
}{
	{"up", 0, 1, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"up, from 1", 1, 1, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"one ahead", 0, 1, func(i *term.Term) *term.Term { return term.Add(i, term.Int(1)) }, nil, 1, 0},
	{"down", 3, -1, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"down, one before", 4, -1, func(i *term.Term) *term.Term { return term.Sub(i, term.Int(1)) }, nil, 1, 0},
	{"away from the counter", 0, 1, func(i *term.Term) *term.Term { return term.Sub(term.Int(3), i) }, nil, 1, 0},
	{"the same on two paths", 0, 1, func(i *term.Term) *term.Term { return i }, func(i *term.Term) *term.Term { return i }, 1, 0},
	{"not the same on two paths", 0, 1, func(i *term.Term) *term.Term { return i }, func(i *term.Term) *term.Term { return term.Add(i, term.Int(1)) }, 0, 0},
	{"by two", 0, 2, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"by two, from 1", 1, 2, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"down by two", 3, -2, func(i *term.Term) *term.Term { return i }, nil, 1, 0},
	{"each other one", 0, 1, func(i *term.Term) *term.Term { return twice(i) }, nil, 1, 0},
	{"each other one, down", 0, 1, func(i *term.Term) *term.Term { return term.Sub(term.Int(3), twice(i)) }, nil, 1, 0},
	{"two by two", 0, 2, func(i *term.Term) *term.Term { return i }, nil, 1, 2},
	{"two by two, down", 3, -2, func(i *term.Term) *term.Term { return i }, nil, 1, -2},
	{"two by two, of twice the counter", 0, 1, twice, nil, 1, 2},
	{"two by three", 0, 3, func(i *term.Term) *term.Term { return i }, nil, 2, 2},
	{"one element", 0, 1, func(*term.Term) *term.Term { return term.Int(0) }, nil, 0, 0},
	{"none", 0, 1, nil, nil, 0, 0},
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
				m = term.Apply(term.ArrayStore, m, at(i), term.Int(1))
				if tt.row == 2 || tt.row == -2 {
					m = term.Apply(term.ArrayStore, m, term.Add(at(i), term.Int(tt.row/2)), term.Int(1))
				}
				return m
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
			isFilled := func(now, given *term.Term) bool {
				w := world{term.Substitution{i.Variable(): now, m.Variable(): given}}
				return !slices.ContainsFunc(k.Filled, func(f Filling) bool { return !w.holds(t, f.Formula()) })
			}
			for now, given, n := term.Int(tt.start), array(0), 0; n < size && tt.want > 0; n++ {
				if !isFilled(now, given) {
					t.Errorf("%v is not so of i = %v and %v", k.Filled, now, given)
				}
				for e := range int64(size) {
					without := term.Apply(term.ArrayStore, given, term.Int(e), term.Int(0))
					if marks.HasValue(given, term.Int(e)) == term.True && isFilled(now, without) {
						t.Errorf("%v says nothing of element %d where i = %v", k.Filled, e, now)
					}
				}
				given, now = store(tt.at, now, given), term.Add(now, term.Int(tt.step))
			}
			elsewhere := &rewrite.State{Slots: []*term.Term{term.Int(tt.start + 1), array(0)}}
			if k.KeepOnly(head, elsewhere, lost, func(*term.Term) bool { return false }) != (tt.want > 0) || len(k.Filled) > 0 {
				t.Error("it is known of a loop that begins elsewhere")
			}
			if k.Fill(head, first, back, 0, lost, func(*term.Term) bool { return true }) {
				t.Error("what is filled is found again")
			}
		})
	}
}

// A loop that goes on where another one ended, of which nothing else is known, says what both gave a value; one that goes on elsewhere
// says nothing.
func TestWhatIsFilledGoesOn(t *testing.T) {
	i, m := term.Var("i", term.SortInt), term.Var("m", term.SortArray)
	start, given, u := term.Var("s", term.SortInt), term.Var("d", term.SortArray), term.Var("u", term.SortInt)
	head := []*term.Term{i, m}
	lost := func(*term.Variable) bool { return true }
	back := []*rewrite.State{{Slots: []*term.Term{term.Add(i, term.Int(1)), term.Apply(term.ArrayStore, m, i, term.Int(1))}}}
	known := func(range_ ...*term.Term) *rewrite.State {
		f := term.Apply(term.Forall, u, term.Implies(term.And(range_...), marks.HasValue(given, u)))
		return &rewrite.State{Slots: []*term.Term{start, given}, PC: []*term.Term{f}}
	}
	for _, tt := range []struct {
		name  string
		first *rewrite.State
		want  int64 // the first element; -1: nothing is known
	}{
		{"up to there", known(term.Le(term.Int(1), u), term.Lt(u, start)), 1},
		{"up to there, written otherwise", known(term.Le(u, term.Sub(start, term.Int(1))), term.Lt(term.Int(1), u)), 2},
		{"not up to there", known(term.Le(term.Int(1), u), term.Lt(u, term.Sub(start, term.Int(1)))), -1},
		{"further", known(term.Le(term.Int(1), u), term.Le(u, start)), -1},
		{"from where nobody knows", known(term.Le(term.Var("x", term.SortInt), u), term.Lt(u, start)), -1},
		{"only some", known(term.Le(term.Int(1), u), term.Lt(u, start), term.Ne(u, term.Int(2))), -1},
		{"of another array", &rewrite.State{Slots: []*term.Term{start, term.Var("e", term.SortArray)}, PC: known(term.Le(term.Int(1), u), term.Lt(u, start)).PC}, -1},
	} {
		k := &Known{Marks: []*term.Variable{m.Variable()}}
		if k.Fill(head, tt.first, back, 0, lost, func(*term.Term) bool { return true }); (len(k.Filled) == 1) != (tt.want >= 0) {
			t.Errorf("%s: %v", tt.name, k.Filled)
		}
		for _, f := range k.Filled {
			for now := range int64(size) {
				marked := array(0)
				for e := tt.want; e < now; e++ {
					marked = term.Apply(term.ArrayStore, marked, term.Int(e), term.Int(1))
				}
				sub := term.Substitution{i.Variable(): term.Int(now), m.Variable(): marked}
				if w := (world{sub}); !w.holds(t, f.Formula()) {
					t.Errorf("%s: %v is not so of i = %d and %v", tt.name, f.Formula(), now, marked)
				}
				if now > tt.want {
					sub[m.Variable()] = term.Apply(term.ArrayStore, marked, term.Int(tt.want), term.Int(0))
					if w := (world{sub}); w.holds(t, f.Formula()) {
						t.Errorf("%s: %v says nothing of element %d where i = %d", tt.name, f.Formula(), tt.want, now)
					}
				}
			}
			other := known(term.Le(term.Int(0), u), term.Lt(u, start))
			if k.KeepOnly(head, other, lost, func(*term.Term) bool { return false }); len(k.Filled) > 0 {
				t.Errorf("%s: it is known where it is not so on all ways there", tt.name)
			}
		}
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
