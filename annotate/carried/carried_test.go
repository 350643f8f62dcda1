package carried

import (
	"math/rand/v2"
	"testing"

	"rlv/annotate/marks"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

const size = 4 // of arrays and of the range of values tried

// world gives values to all variables.
type world struct {
	sub term.Substitution
}

func (w world) holds(t *testing.T, f *term.Term) bool {
	t.Helper()
	switch g := w.sub.Apply(f); {
	case g == term.True:
		return true
	case g == term.False:
		return false
	case f.Is(term.BoolAnd):
		return all(t, w, f.Args())
	case f.Is(term.Forall):
		for i := range int64(2 * size) {
			at := term.Substitution{f.Arg(0).Variable(): term.Int(i - size)}
			if !w.holds(t, at.Apply(f.Arg(1))) {
				return false
			}
		}
		return true
	default:
		t.Fatalf("%s has no value", g)
		return false
	}
}

// array is one of marks, with those of elements 0 to size - 1 given by the bits of a number.
func array(bits int) *term.Term {
	a := term.ConstArray(term.Int(0))
	for i := range size {
		a = term.Apply(term.ArrayStore, a, term.Int(int64(i)), term.Int(int64(bits>>i&1)))
	}
	return a
}

// What is known at a head is so wherever it was known before: in all values of the variables
// for which the conditions hold, and of marks in which nothing lost its value.
func TestWhatIsCarriedFollows(t *testing.T) {
	i, n, m := term.Var("i", term.SortInt), term.Var("n", term.SortInt), term.Var("m", term.SortInt)
	old, now := term.Var("old", term.SortArray), term.Var("now", term.SortArray)
	k := term.Var("k", term.SortInt)
	lost := func(v *term.Variable) bool { return v == i.Variable() || v == old.Variable() || v == now.Variable() }
	r := rand.New(rand.NewPCG(1, 2))
	ints := func() *term.Term {
		all := []*term.Term{i, n, m, term.Int(r.Int64N(size)), term.Add(n, term.Int(1)), term.Sub(i, term.Int(1))}
		return all[r.IntN(len(all))]
	}
	var carry, values int
	for range 1000 {
		before := old
		switch r.IntN(3) {
		case 0:
			before = array(r.IntN(1 << size))
		case 1:
			before = term.Apply(term.ArrayStore, old, ints(), term.Int(r.Int64N(2)))
		}
		var pc []*term.Term
		for range 1 + r.IntN(4) {
			a, b := ints(), ints()
			up := term.Le(a, b)
			element := marks.HasValue(old, k)
			if r.IntN(4) == 0 {
				element = term.Not(element)
			}
			pc = append(pc, [][]*term.Term{
				{up}, {up, term.Le(b, a)}, {term.Eq(a, b)}, {marks.HasValue(old, a)},
				{term.Apply(term.Forall, k, term.Implies(term.And(term.Le(a, k), term.Lt(k, b)), element))},
			}[r.IntN(5)]...)
		}
		known := facts(pc, lost)
		if once := shape.Unique(known); len(once) < len(known) {
			t.Fatalf("%s is known more than once", known)
		}
		valued := marks.Kept(before, now.Variable(), loosened(reduced(pc, lost), lost), lost)
		carry, values = carry+len(known), values+len(valued)
		for range 60 {
			is := term.Int(r.Int64N(size))
			w := world{term.Substitution{i.Variable(): is, n.Variable(): term.Int(r.Int64N(size)), m.Variable(): term.Int(r.Int64N(size))}}
			bits := r.IntN(1 << size)
			w.sub[old.Variable()] = array(bits)
			if !all(t, w, pc) {
				continue
			}
			first := w.sub.Apply(before)
			later := array(r.IntN(1 << size))
			for j := int64(-size); j < 2*size; j++ {
				if term.Apply(term.ArraySelect, first, term.Int(j)) == term.Int(1) {
					later = term.Apply(term.ArrayStore, later, term.Int(j), term.Int(1))
				}
			}
			w.sub[now.Variable()] = later
			w.sub[i.Variable()] = term.Int(r.Int64N(size)) // the loop may have changed it
			w.sub[old.Variable()] = array(0)
			if !all(t, w, known) || !all(t, w, valued) {
				t.Fatalf("of %v and marks %v follow not %v and %v", pc, before, known, valued)
			}
		}
	}
	if carry < 200 || values < 200 {
		t.Errorf("only %d facts and %d values are carried: the test says little", carry, values)
	}
}

func all(t *testing.T, w world, fs []*term.Term) bool {
	t.Helper()
	for _, f := range fs {
		if !w.holds(t, f) {
			return false
		}
	}
	return true
}

// Behind a loop that counts i up to n, what holds up to i is known up to n.
func TestCountersAreReplaced(t *testing.T) {
	i, n, a := term.Var("i", term.SortInt), term.Var("n", term.SortInt), term.Var("a", term.SortArray)
	k := term.Var("k", term.SortInt)
	upTo := func(e *term.Term) *term.Term {
		return term.Apply(term.Forall, k, term.Implies(term.And(term.Le(term.Int(0), k), term.Lt(k, e)), marks.HasValue(a, k)))
	}
	got := facts([]*term.Term{term.Le(i, n), upTo(i), term.Le(n, i)}, func(v *term.Variable) bool { return v == i.Variable() })
	if len(got) != 1 || !term.Equal(got[0], upTo(n)) {
		t.Errorf("%v, want %v", got, upTo(n))
	}
}

// Behind a loop that counts i by two while i < n, what holds up to i is known up to n, and behind
// one that counts down, what holds from i on.
func TestRangesEndBefore(t *testing.T) {
	i, n, m, k := term.Var("i", term.SortInt), term.Var("n", term.SortInt), term.Var("m", term.SortInt), term.Var("k", term.SortInt)
	a, b := term.Var("a", term.SortArray), term.Var("b", term.SortArray)
	from := func(lo, hi *term.Term) *term.Term {
		return term.Apply(term.Forall, k, term.Implies(term.And(term.Le(lo, k), term.Lt(k, hi)), marks.HasValue(a, k)))
	}
	isLost := func(v *term.Variable) bool { return v == i.Variable() || v == b.Variable() }
	atI := term.Apply(term.Forall, k, term.Implies(term.Lt(k, i), marks.HasValue(a, term.Add(i, k))))
	for _, tt := range []struct{ says, bound, want *term.Term }{
		{from(m, i), term.Le(n, i), from(m, n)},
		{from(n, term.Sub(i, n)), term.Le(n, i), from(n, term.Int(0))},
		{from(i, m), term.Le(i, n), from(n, m)},
		{from(m, i), term.Lt(n, i), from(m, term.Add(n, term.Int(1)))},
		{from(i, m), term.Lt(i, n), from(term.Sub(n, term.Int(1)), m)},
		{from(i, n), term.Le(n, i), nil},
		{from(n, i), term.Le(i, n), nil},
		{from(n, term.Sub(n, i)), term.Le(n, i), nil},
		{from(n, term.Add(i, i)), term.Le(n, i), nil},
		{from(i, i), term.Le(n, i), nil},
		{atI, term.Le(n, i), nil},
		{from(n, i), term.Le(term.Apply(term.ArraySelect, b, n), i), nil},
	} {
		got := facts([]*term.Term{tt.says, tt.bound}, isLost)
		if tt.want == nil && len(got) > 0 || tt.want != nil && (len(got) != 1 || !term.Equal(got[0], tt.want)) {
			t.Errorf("of %v and %v: %v, want %v", tt.says, tt.bound, got, tt.want)
		}
	}
}
