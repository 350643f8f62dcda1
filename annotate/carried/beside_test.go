package carried

import (
	"slices"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// A loop that writes at 2 * r + i of an array, or at another place, leaves what lies outside of row r alone, as far as that is
// known: what was known of the array is known where it is not changed, and only there.
func TestRowsBesideAreAsTheyWere(t *testing.T) {
	i, r, n := term.Var("i", term.SortInt), term.Var("r", term.SortInt), term.Var("n", term.SortInt)
	a, was := term.Var("a", term.SortArray), term.Var("was", term.SortArray)
	inner := term.Var("inner", term.SortArray)
	head := []*term.Term{i, a, r, n}
	lost := func(v *term.Variable) bool { return v != r.Variable() && v != n.Variable() }
	times := func(k int64, t *term.Term) *term.Term { return term.Apply(term.IntMul, term.Int(k), t) }
	all := func(k, f *term.Term) *term.Term { return term.Apply(term.Forall, k, f) }
	at := func(a, k *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, k) }
	k := term.Var("k", term.SortInt)
	small := all(k, term.Implies(term.Lt(k, n), term.Eq(at(was, k), term.Int(5))))
	changed := all(k, term.Eq(at(was, at(was, k)), term.Int(5)))
	within := term.Or(term.Eq(i, term.Int(0)), term.Eq(i, term.Int(1)))
	bound := term.And(term.Le(term.Int(0), i), term.Lt(i, term.Int(2)))
	endless := term.Le(term.Int(0), i)
	behind := term.Or(within, term.Eq(i, term.Int(2)))
	for _, tt := range []struct {
		name   string
		pc     []*term.Term // what is known where the loop is come to
		writes []*term.Term // in one iteration
		within *term.Term   // what is known of i; nil: nothing
		behind Behind
		near   []int64 // elements for r = 0 that are not known to be 5 behind; nil: nothing is said
	}{
		{"a row", []*term.Term{small}, []*term.Term{term.Add(times(2, r), i)}, within, nil, []int64{0, 1}},
		{"one row, two elements", []*term.Term{small}, []*term.Term{times(2, r), term.Add(times(2, r), i)}, within, nil, []int64{0, 1}},
		{"some elements", []*term.Term{small}, []*term.Term{term.Add(r, i)}, within, nil, []int64{0, 1}},
		{"no end", []*term.Term{small}, []*term.Term{term.Add(r, i)}, endless, nil, []int64{0, 1, 2, 3}},
		{"two rows", []*term.Term{small}, []*term.Term{times(2, r), term.Add(times(2, r), term.Int(2))}, within, nil, nil},
		{"perhaps a row behind it", []*term.Term{small}, []*term.Term{term.Add(times(2, r), i)}, behind, nil, []int64{0, 1, 2, 3}},
		{"perhaps another row", []*term.Term{small}, []*term.Term{term.Add(times(2, r), i)}, nil, nil, nil},
		{"no row", []*term.Term{small}, []*term.Term{i}, endless, nil, nil},
		{"a row at a known place", []*term.Term{small}, []*term.Term{term.Add(term.Int(2), i)}, bound, nil, []int64{2, 3}},
		{"two elements of it", []*term.Term{small}, []*term.Term{term.Add(term.Int(2), i), term.Int(2)}, bound, nil, []int64{2, 3}},
		{"a known place without an end", []*term.Term{small}, []*term.Term{term.Add(term.Int(2), i)}, endless, nil, nil},
		{"perhaps before a known place", []*term.Term{small}, []*term.Term{term.Add(term.Int(2), i)}, nil, nil, nil},
		{"said of what is behind an element", []*term.Term{changed}, []*term.Term{term.Add(times(2, r), i)}, within, nil, nil},
		{"a loop within", []*term.Term{small}, nil, within, Behind{inner.Variable(): {a, &region{times(2, r), term.Int(2)}}}, []int64{0, 1}},
		{"a loop within that changes another row", []*term.Term{small}, []*term.Term{times(2, r)}, within, Behind{inner.Variable(): {a, &region{times(2, n), term.Int(2)}}}, nil},
		{"something within", []*term.Term{small}, nil, within, Behind{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := a
			if tt.behind != nil {
				after = inner
			}
			for _, w := range tt.writes {
				after = term.Apply(term.ArrayStore, after, w, term.Int(0))
			}
			var pc []*term.Term
			if tt.within != nil {
				pc = []*term.Term{tt.within}
			}
			// Formulas follow that hold for what i may be.
			follows := func(pc []*term.Term, f *term.Term) bool {
				values := []int64{0, 1}
				switch {
				case len(pc) == 0:
					values = []int64{-1, 0, 1, 2}
				case pc[0] == behind:
					values = []int64{0, 1, 2}
				}
				return !slices.ContainsFunc(values, func(n int64) bool {
					return term.Substitution{i.Variable(): term.Int(n), r.Variable(): term.Int(0)}.Apply(f) != term.True
				})
			}
			x := Iterations{Head: head, First: &rewrite.State{Slots: []*term.Term{term.Int(0), was, r, n}, PC: tt.pc},
				Back: []*rewrite.State{{Slots: []*term.Term{term.Add(i, term.Int(1)), after, r, n}, PC: pc}}, Lost: lost, Follows: follows, Behind: tt.behind}
			known := &Known{}
			known.Count(x, nil, []*term.Variable{a.Variable()}, nil)
			if tt.near == nil {
				if len(known.Untouched) > 0 {
					t.Errorf("%v is found", known.Untouched)
				}
				return
			}
			if len(known.Untouched) != 1 || len(known.Untouched[0].Formulas()) != 1 {
				t.Fatalf("%v is found", known.Untouched)
			}
			f := known.Untouched[0].Formulas()[0]
			for k := range int64(size) {
				holds := world{term.Substitution{r.Variable(): term.Int(0), n.Variable(): term.Int(size), a.Variable(): term.Apply(term.ArrayStore, term.ConstArray(term.Int(5)), term.Int(k), term.Int(0))}}.holds(t, f)
				if isNear := slices.Contains(tt.near, k); holds != isNear {
					t.Errorf("with another value at %d: %v is %v", k, f, holds)
				}
			}
		})
	}
}
