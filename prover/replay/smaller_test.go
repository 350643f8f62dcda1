package replay

import (
	"math/rand/v2"
	"testing"

	"rlv/semantics/term"
)

// What is made smaller comes to an end, and to the smallest where that is enough.
func TestSmaller(t *testing.T) {
	a := term.Apply(term.ArrayStore, term.Apply(term.ArrayStore, term.ConstArray(term.Int(9)), term.Int(3), term.Int(70)), term.Int(5), term.Int(-8))
	at := func(a *term.Term, i int64) int64 {
		n, _ := term.Apply(term.ArraySelect, a, term.Int(i)).Int64()
		return n
	}
	for _, tt := range []struct {
		name  string
		value *term.Term
		keep  func(*term.Term) bool
		want  *term.Term
	}{
		{"anything", term.Int(-731), func(*term.Term) bool { return true }, term.Int(0)},
		{"a bound", term.Int(1<<40 + 7), func(n *term.Term) bool { i, _ := n.Int64(); return i >= 309 }, term.Int(309)},
		{"a bound from above", term.Int(-1 << 40), func(n *term.Term) bool { i, _ := n.Int64(); return i <= -309 }, term.Int(-309)},
		{"an element", a, func(a *term.Term) bool { return at(a, 3) > 4 }, term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(3), term.Int(5))},
		{"items", term.ListOf(term.Int(7), term.Int(-9), term.Int(5)), func(l *term.Term) bool { return l.Len() > 1 && term.Compare(l.Item(0).Term, term.Int(4)) > 0 }, term.ListOf(term.Int(5), term.Int(0))},
		{"an element at a number", a, func(a *term.Term) bool { return at(a, 1000) > 4 }, term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(1000), term.Int(5))},
	} {
		value, steps := tt.value, 0
		for again := true; again; steps++ {
			again = false
			for _, next := range smaller(value, []*term.Term{term.Int(1000)}) {
				if tt.keep(next) && !term.Equal(next, value) {
					value, again = next, true
					break
				}
			}
			if steps > 200 {
				t.Fatalf("%s: no end", tt.name)
			}
		}
		if !term.Equal(value, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, value, tt.want)
		}
	}
}

// A length and the indexes below it become smaller together, with the elements there.
func TestSmallerTogether(t *testing.T) {
	e, goals := claimsOf(t, "claim [both] : <k> start (I:Int +Int J:Int) => done </k> <n> 0 => ?_ </n> requires I +Int J >Int 4711\n")
	r := New(e, goals["both"], Functions{})
	values := term.Substitution{}
	for i, v := range r.vars {
		values[v] = term.Int(int64(40 + i))
	}
	array := term.Fresh("A", term.SortArray).Variable()
	values[array] = term.Apply(term.ArrayStore, term.ConstArray(term.Int(0)), term.Int(41), term.Int(9))
	difference := func(s term.Substitution) int64 {
		a, _ := s[r.vars[0]].Int64()
		b, _ := s[r.vars[1]].Int64()
		return b - a
	}
	for again := true; again; {
		again = false
		r.Smaller(values, func(next term.Substitution) bool {
			at := term.Apply(term.ArraySelect, next[array], next[r.vars[1]])
			if difference(next) == 1 && term.Equal(at, term.Int(9)) {
				values, again = next, true
			}
			return !again
		})
	}
	if a := values[r.vars[0]]; !term.Equal(a, term.Int(0)) || difference(values) != 1 {
		t.Errorf("%v, want 0 and 1", values)
	}
}

// Numbers of the goal, and those beside them, are among the values that are drawn.
func TestNumbersAreDrawn(t *testing.T) {
	e, goals := claimsOf(t, "claim [far] : <k> start I:Int => done </k> <n> 0 => ?_ </n> requires 0 <=Int I *Int I +Int 4711\n")
	r, seen := New(e, goals["far"], Functions{}), map[int64]bool{}
	rnd := rand.New(rand.NewPCG(1, 3))
	for range 1000 {
		n, _ := r.Random(rnd)[r.vars[0]].Int64()
		seen[n] = true
	}
	for n := int64(4710); n <= 4712; n++ {
		if !seen[n] {
			t.Errorf("%d is not drawn", n)
		}
	}
}

// Why a state is stuck is said for values for which it is, and for no others.
func TestWhy(t *testing.T) {
	e, goals := claimsOf(t, "claim [part] : <k> half I:Int => done </k> <n> 0 => ?_ </n>\n")
	r := New(e, goals["part"], Functions{})
	slots := make([]*term.Term, len(e.Definition.Layout.Slots))
	for _, s := range goals["part"].Claim.Left {
		slots[s.Index] = s.Term
	}
	i := term.Vars(slots...)[0]
	for n, want := range map[int64]string{0: "division by zero", 2: ""} {
		if got, _ := r.Why(slots, map[*term.Variable]*term.Term{i: term.Int(n)}); got != want {
			t.Errorf("for %d: %q, want %q", n, got, want)
		}
	}
}

// What makes a formula false is made as small as it can be.
func TestSmallest(t *testing.T) {
	x, a := term.Fresh("X", term.SortInt), term.Fresh("A", term.SortArray)
	at := func(i *term.Term) *term.Term { return term.Apply(term.ArraySelect, a, i) }
	formula := term.Not(term.And(term.Le(term.Int(3), x), term.Lt(at(term.Int(0)), at(term.Int(2)))))
	values := term.Substitution{x.Variable(): term.Int(731), a.Variable(): term.Apply(term.ArrayStore, term.ConstArray(term.Int(5)), term.Int(2), term.Int(4711))}
	got := Functions{}.Smallest(formula, values)
	if formula := got.Apply(formula); formula != term.False {
		t.Fatalf("%v is not false", formula)
	}
	n, _ := got[x.Variable()].Int64()
	first, _ := got.Apply(at(term.Int(0))).Int64()
	last, _ := got.Apply(at(term.Int(2))).Int64()
	if n != 3 || first != 0 || last != 1 {
		t.Errorf("%v: %d, %d, %d", got, n, first, last)
	}
}
