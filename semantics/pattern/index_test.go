package pattern

import (
	"fmt"
	"slices"
	"testing"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// bySlots is a state in an index by its slots.
type bySlots struct{ *Form }

func (s bySlots) Hash() uint64 { return s.Canonical().HashSlots() }

// An index finds what all of the canonical forms, one compared with the other, show.
func TestIndexFindsWhatHasOneForm(t *testing.T) {
	names, index := Names{}, Index[bySlots]{}
	var all []bySlots
	found := 0
	look := func(st *rewrite.State) {
		f := bySlots{names.Form(st, nil)}
		var want []bySlots
		for _, old := range all {
			if old.Canonical().HashSlots() == names.Canonical(st, nil).HashSlots() {
				want = append(want, old)
			}
		}
		if got := index.Like(f); !slices.Equal(got, want) {
			t.Fatalf("%s is like %d, not %d of %d", st.Slots, len(got), len(want), len(all))
		}
		found += len(want)
		index.Add(f)
		all = append(all, f)
	}
	randomPairs(300, func(a, b *rewrite.State) { look(a); look(b) })
	if found < 300 {
		t.Errorf("%d found: there are too few", found)
	}
}

var item = &term.Symbol{Name: "item", Args: []term.Sort{term.SortInt}, Result: term.SortKItem, Class: term.Constructor}

// stateBefore is a state with a variable on top of its computation, and a number behind.
func stateBefore(v *term.Term, then int64) *rewrite.State {
	return &rewrite.State{Slots: []*term.Term{term.Seq(term.App(item, v), term.Seq(term.App(item, term.Int(then)), term.DotK))}}
}

// What has a shape of its own needs no canonical form.
func TestFormsAreMadeWhereTwoHaveOneShape(t *testing.T) {
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	names, index := Names{}, Index[bySlots]{}
	state := func(v *term.Term, then int64) bySlots { return bySlots{names.Form(stateBefore(v, then), nil)} }
	var all []bySlots
	for i := range int64(50) {
		f := state(x, i)
		if len(index.Like(f)) > 0 {
			t.Fatalf("%d is like another one", i)
		}
		index.Add(f)
		all = append(all, f)
	}
	if i := slices.IndexFunc(all, func(f bySlots) bool { return f.made != nil }); i >= 0 {
		t.Errorf("the form of %d was made", i)
	}
	if got := index.Like(state(y, 7)); len(got) != 1 || got[0] != all[7] {
		t.Errorf("not found: %d", len(got))
	}
}

// BenchmarkIndex looks for the states of a path of n branchings, each at a place of its own,
// with a conjunct for each: by shape first, and each by its canonical form.
func BenchmarkIndex(b *testing.B) {
	for _, n := range []int64{100, 200, 400} {
		var path []*rewrite.State
		var pc []*term.Term
		for i := range n {
			x := term.Fresh("x", term.SortInt)
			st := stateBefore(x, i)
			st.PC = pc
			path = append(path, st)
			pc = append(pc[:len(pc):len(pc)], term.Lt(term.Int(i), x))
		}
		for _, forms := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/forms=%v", n, forms), func(b *testing.B) {
				for range b.N {
					names, index := Names{}, Index[bySlots]{}
					for _, st := range path {
						f := bySlots{names.Form(st, nil)}
						if forms {
							f.Hash()
						}
						if len(index.Like(f)) > 0 {
							b.Fatal("found")
						}
						index.Add(f)
					}
				}
			})
		}
	}
}
