package prover

import (
	"iter"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// A hypothesis is found by what stands on top of its computation. A file with a
// thousand procedures has thousands of goals, each of which may be used in the proof
// of each: to try all of them after every step would cost the square of the file.
//
// An example. The left side of the contract of gcd begins with call(gcd, A, B), that
// of a loop with while(C, S) for its own condition and body. They are filed under the
// symbol and under the arguments that have no variables: call and gcd; while, C and
// S. For a state with call(lcm, 3, N) on top the first is not found, though the
// symbol is that of the second file: lcm is not gcd. An argument of the state with a
// variable may match any; then all that are filed under the symbol are found.

// hypotheses finds goals that may cover a state, in their order.
type hypotheses struct {
	lattice *term.Lattice
	slot    int   // of the computation; -1: there is none
	anyTop  []int // numbers of goals that no constructor is on top of
	shelves []*shelf
}

// shelf holds the goals whose left sides have one symbol on top, with the same
// arguments fixed.
type shelf struct {
	symbol *term.Symbol
	fixed  []int // which arguments
	goals  []int
	by     map[uint64][]int // by the hash of the fixed arguments
}

// add files a goal under a number greater than those before.
func (x *hypotheses) add(number int, left []*term.Term) {
	top := x.top(left)
	if top == nil || !isConstructed(top) || !left[x.slot].IsSeq() { // the whole of a computation may be equated as one
		x.anyTop = append(x.anyTop, number)
		return
	}
	var fixed []int
	for i, a := range top.Args() {
		if a.IsValue() && isTree(a) {
			fixed = append(fixed, i)
		}
	}
	i := slices.IndexFunc(x.shelves, func(s *shelf) bool { return s.symbol == top.Symbol() && slices.Equal(s.fixed, fixed) })
	if i < 0 {
		i = len(x.shelves)
		x.shelves = append(x.shelves, &shelf{symbol: top.Symbol(), fixed: fixed, by: map[uint64][]int{}})
	}
	s := x.shelves[i]
	key, _ := s.key(top)
	s.goals, s.by[key] = append(s.goals, number), append(s.by[key], number)
}

// top returns the item on top of the computation; nil: there is none, or it is not
// known how many there are.
func (x *hypotheses) top(slots []*term.Term) *term.Term {
	if x.slot < 0 || slots[x.slot] == nil {
		return nil
	}
	if head := slots[x.slot].Head(); head.Sort() != term.SortK {
		return head
	}
	return nil
}

// isConstructed reports whether a term is an application of a constructor, which is
// equal to no other constant and to no application of another one.
func isConstructed(t *term.Term) bool {
	return t.Kind() == term.KApp && t.Symbol().Class == term.Constructor
}

// isTree reports whether a value is made of constructors and constants only: another
// value is not equal to it, and that can be told. Collections are left out.
func isTree(t *term.Term) bool {
	return !term.Some(t, func(u *term.Term) bool {
		switch u.Kind() {
		case term.KMap, term.KSet, term.KList, term.KArray:
			return true
		}
		return false
	})
}

// key is the hash of the fixed arguments; false: one of them is not known.
func (s *shelf) key(top *term.Term) (hash uint64, known bool) {
	for _, i := range s.fixed {
		a := top.Arg(i)
		if !a.IsValue() {
			return 0, false
		}
		hash = hash*1099511628211 + a.Hash()
	}
	return hash, true
}

// of returns the numbers of the goals that may cover a state, in order. It is not to
// be changed.
func (x *hypotheses) of(slots []*term.Term) []int {
	top, found := x.top(slots), x.anyTop
	if top == nil {
		return found
	}
	for _, s := range x.shelves {
		found = inOrder(found, s.of(top, x.lattice))
	}
	return found
}

// of returns those of a shelf that may cover a state with this on top. Where it is not
// known, as it is with a variable, it may turn out to be of any constructor of its
// sort.
func (s *shelf) of(top *term.Term, l *term.Lattice) []int {
	switch {
	case top.Symbol() == s.symbol:
		if key, known := s.key(top); known {
			return s.by[key]
		}
		return s.goals
	case isConstructed(top) || top.IsValue():
		return nil
	case l.Leq(s.symbol.Result, top.Sort()) || s.symbol.Variants != nil:
		return s.goals
	}
	return nil
}

// inOrder is the union of two lists in order, which have nothing in common.
func inOrder(a, b []int) []int {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return out
}

// library holds all goals: each may be a hypothesis for each.
type library struct {
	goals []*prepared
	empty hypotheses // of which the others are made
	all   *hypotheses
	near  map[*Goal]*hypotheses // those of one procedure, by its contract
}

func newLibrary(d *compile.Definition) *library {
	x := &library{empty: hypotheses{lattice: d.Lattice, slot: d.Layout.K}, near: map[*Goal]*hypotheses{}}
	all := x.empty
	x.all = &all
	return x
}

// file adds a goal.
func (x *library) file(g *prepared) {
	near := x.near[g.Around]
	if near == nil {
		none := x.empty
		near = &none
		x.near[g.Around] = near
	}
	x.all.add(len(x.goals), g.start.Slots)
	near.add(len(x.goals), g.start.Slots)
	x.goals = append(x.goals, g)
}

// covering yields the goals that may cover a state in the proof of one: those of the
// procedure at hand first, since those of another one with the same code are about
// other situations.
func (x *library) covering(of *Goal, st *rewrite.State) iter.Seq[*prepared] {
	return func(yield func(*prepared) bool) {
		for _, i := range x.near[of.Around].of(st.Slots) {
			if !yield(x.goals[i]) {
				return
			}
		}
		for _, i := range x.all.of(st.Slots) {
			if h := x.goals[i]; h.Around != of.Around && !yield(h) {
				return
			}
		}
	}
}
