package carried

import (
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// What is said of elements that iterations have not come to, and of how many they have, is so after each number of them, and says
// all there is: of the element that the next one writes, of those that the last ones wrote, and of no other number.
func TestWhatIsUntouchedIsSo(t *testing.T) {
	i, a, n := term.Var("i", term.SortInt), term.Var("a", term.SortArray), term.Var("n", term.SortInt)
	head := []*term.Term{i, a, n}
	lost := func(*term.Variable) bool { return true }
	plain := func(i *term.Term) *term.Term { return i }
	unmade := term.ConstArray(term.Int(-1))
	for _, tt := range []struct {
		name        string
		start, step int64
		at, other   func(i *term.Term) *term.Term // the element that is written; nil: none
		each        int64                         // by which the number becomes greater
		want        int
		made        bool // what was written is known
	}{
		{"up", 0, 1, plain, nil, 1, 2, true},
		{"down", size - 1, -1, plain, nil, 1, 2, true},
		{"down to it", size, -1, func(i *term.Term) *term.Term { return term.Sub(i, term.Int(1)) }, nil, 1, 2, true},
		{"by two, two fewer", 0, 2, plain, nil, -2, 2, false},
		{"each other one", 0, 1, twice, nil, 3, 2, false},
		{"away from the counter", 0, 1, func(i *term.Term) *term.Term { return term.Sub(term.Int(size-1), i) }, nil, 1, 2, false},
		{"the number stays", 0, 1, plain, nil, 0, 1, true},
		{"on one path", 0, 1, plain, func(*term.Term) *term.Term { return nil }, 1, 2, false},
		{"not the same on two paths", 0, 1, plain, func(i *term.Term) *term.Term { return term.Add(i, term.Int(1)) }, 1, 1, false},
		{"one element", 0, 1, func(*term.Term) *term.Term { return term.Int(0) }, nil, 1, 1, false},
		{"none", 0, 1, nil, nil, 1, 1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := func(at func(*term.Term) *term.Term, i, a, n *term.Term) *rewrite.State {
				if at != nil {
					if k := at(i); k != nil {
						a = term.Apply(term.ArrayStore, a, k, term.Add(i, term.Int(3)))
					}
				}
				return &rewrite.State{Slots: []*term.Term{term.Add(i, term.Int(tt.step)), a, term.Add(n, term.Int(tt.each))}}
			}
			first := &rewrite.State{Slots: []*term.Term{term.Int(tt.start), unmade, term.Int(4)}}
			back := []*rewrite.State{after(tt.at, i, a, n)}
			if tt.other != nil {
				back = append(back, after(tt.other, i, a, n))
			}
			k, of := &Known{}, []*term.Variable{a.Variable(), n.Variable()}
			x := Iterations{Head: head, First: first, Back: back, Lost: lost}
			isNew := func(*term.Term) bool { return true }
			want := tt.want
			if tt.made {
				want++
			}
			if k.Count(x, of, nil, isNew); len(k.Untouched) != want {
				t.Fatalf("%v is found, want %d", k.Untouched, want)
			}
			isSo := func(i, a, n *term.Term) bool {
				w := world{term.Substitution{head[0].Variable(): i, head[1].Variable(): a, head[2].Variable(): n}}
				for _, u := range k.Untouched {
					for _, f := range u.Formulas() {
						if !w.holds(t, f) {
							return false
						}
					}
				}
				return true
			}
			st := first
			for round := range 2 {
				i, a, n := st.Slots[0], st.Slots[1], st.Slots[2]
				if !isSo(i, a, n) {
					t.Fatalf("%v is not so of %v", k.Untouched, st.Slots)
				}
				if tt.each != 0 && isSo(i, a, term.Add(n, term.Int(1))) {
					t.Errorf("%v says nothing of the number in %v", k.Untouched, st.Slots)
				}
				if tt.want == 2 && isSo(i, term.Apply(term.ArrayStore, a, tt.at(i), term.Int(9)), n) {
					t.Errorf("%v says nothing of the next element in %v", k.Untouched, st.Slots)
				}
				if last := term.Sub(i, term.Int(tt.step)); tt.made && round > 0 && isSo(i, term.Apply(term.ArrayStore, a, tt.at(last), term.Int(9)), n) {
					t.Errorf("%v says nothing of the last element in %v", k.Untouched, st.Slots)
				}
				st = after(tt.at, i, a, n)
			}
			elsewhere := &rewrite.State{Slots: []*term.Term{term.Int(tt.start + 1), unmade, term.Int(4)}}
			if k.keepUntouched(head, elsewhere); len(k.Untouched) > 0 {
				t.Error("it is known of a loop that begins elsewhere")
			}
			if k.Count(x, of, nil, isNew) {
				t.Error("what is untouched is found again")
			}
			known := &Known{}
			if known.Count(x, of, nil, func(*term.Term) bool { return false }); len(known.Untouched) != tt.want {
				t.Errorf("%v is found where what is made is known, want %d", known.Untouched, tt.want)
			}
		})
	}
}

// A number that is lost is known by an equation, or by two bounds that meet, and by one alone it is not.
func TestWhatIsSolvedFollows(t *testing.T) {
	c, n, j := term.Var("c", term.SortInt), term.Var("n", term.SortInt), term.Var("j", term.SortInt)
	lost := func(v *term.Variable) bool { return v != n.Variable() }
	plus := term.Add(n, term.Int(1))
	for _, tt := range []struct {
		name string
		of   *term.Term
		pc   []*term.Term
		want *term.Term
	}{
		{"an equation", c, []*term.Term{term.Eq(c, plus)}, plus},
		{"two bounds", c, []*term.Term{term.Le(c, n), term.Le(n, c)}, n},
		{"of another number", j, []*term.Term{term.Le(c, n), term.Le(n, c), term.Eq(j, c)}, n},
		{"two bounds of a sum", c, []*term.Term{term.Le(term.Add(c, term.Int(1)), n), term.Le(n, term.Add(c, term.Int(1)))}, term.Sub(n, term.Int(1))},
		{"one bound", c, []*term.Term{term.Le(c, n)}, nil},
		{"bounds that do not meet", c, []*term.Term{term.Le(c, n), term.Le(term.Int(0), c)}, nil},
		{"what is not lost", n, nil, n},
	} {
		if got := Solved(tt.of, tt.pc, lost); (got == nil) != (tt.want == nil) || got != nil && !term.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
