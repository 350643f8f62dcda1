package carried

import (
	"slices"

	"rlv/annotate/marks"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Filling is that each iteration of a loop that counts gives a value to elements which its
// counter tells. So at the head those have one that the values of the counter before told:
// behind
//
//	for (int i = 0; i < n; i++) cin >> a[i];
//
// the elements 0 to n - 1. That it is so at the head is a part of the invariant, and proved.
type Filling struct {
	counter *term.Variable
	start   *term.Term // of the counter
	down    bool
	each    *term.Term // says of a value of the counter which elements have one
}

// Formula says of all values that the counter had that their elements have a value.
func (f Filling) Formula() *term.Term {
	i, u, by := f.counter.Term(), term.Fresh(f.counter.BaseName(), term.SortInt), term.Int(0)
	each := term.Substitution{f.counter: u}.Apply(f.each)
	if m, k := marks.Element(f.each); m != nil && !term.Occurs(f.counter, term.Sub(k, i)) {
		by, each = term.Sub(k, i), marks.HasValue(m, u) // the variable is the number of the element
	}
	lo, hi := term.Add(f.start, by), term.Sub(term.Add(i, by), term.Int(1))
	if f.down {
		lo, hi = term.Add(term.Add(i, by), term.Int(1)), term.Add(f.start, by)
	}
	return term.Apply(term.Forall, u, term.Implies(term.And(term.Le(lo, u), term.Le(u, hi)), each))
}

// Fill looks for what iterations give a value, by the states in which they come back to the head
// from one that satisfies a number of conditions, and the state that comes there first. It
// reports whether something else is known by that than before. It looks once: what is known later is less.
func (k *Known) Fill(head []*term.Term, first *rewrite.State, back []*rewrite.State, conditions int, lost func(*term.Variable) bool, isNew func(*term.Term) bool) bool {
	n := len(k.Filled)
	if k.looked {
		k.Filled = slices.DeleteFunc(k.Filled, func(f Filling) bool {
			return slices.ContainsFunc(back, func(st *rewrite.State) bool { return !k.fills(head, st, f, conditions, lost) })
		})
		return len(k.Filled) < n
	}
	k.looked = true
	if len(back) == 0 || len(k.Marks) == 0 {
		return false
	}
	for _, i := range term.Vars(head...) {
		start, down := partAt(head, first, i), false
		if i.Sort != term.SortInt || !lost(i) || start == nil || slices.ContainsFunc(term.Vars(start), lost) {
			continue
		}
		switch next := partAt(head, back[0], i); {
		case next == nil:
			continue
		case term.Equal(next, term.Sub(i.Term(), term.Int(1))):
			down = true
		case !term.Equal(next, term.Add(i.Term(), term.Int(1))):
			continue
		}
		for _, each := range k.given(head, back[0], i, conditions, lost) {
			f := Filling{i, start, down, each}
			fills := !slices.ContainsFunc(back, func(st *rewrite.State) bool { return !k.fills(head, st, f, conditions, lost) })
			if fills && isNew(f.Formula()) {
				k.Filled = append(k.Filled, f)
			}
		}
	}
	return len(k.Filled) > 0
}

// fills reports whether an iteration that ends in a state counts, and gives values, as a filling says.
func (k *Known) fills(head []*term.Term, st *rewrite.State, f Filling, conditions int, lost func(*term.Variable) bool) bool {
	next, step := partAt(head, st, f.counter), term.Int(1)
	if f.down {
		step = term.Int(-1)
	}
	return next != nil && term.Equal(next, term.Add(f.counter.Term(), step)) && rewrite.Holds(k.given(head, st, f.counter, conditions, lost), f.each)
}

// given are the formulas that elements have a value which an iteration gave them, by the value of
// a counter as it began.
func (k *Known) given(head []*term.Term, st *rewrite.State, counter *term.Variable, conditions int, lost func(*term.Variable) bool) []*term.Term {
	unknown := func(v *term.Variable) bool { return v != counter && lost(v) }
	var out []*term.Term
	for _, m := range k.Marks {
		now := partAt(head, st, m)
		if now == nil || now == m.Term() {
			continue
		}
		for _, f := range marks.Kept(now, m, reduced(st.PC[conditions:], unknown), unknown) {
			if f = marks.Numbered(f, 0); term.Occurs(counter, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// partAt is what stands in a state for a variable of the head's pattern; nil: that cannot be said.
func partAt(head []*term.Term, st *rewrite.State, v *term.Variable) *term.Term {
	for i, t := range head {
		if part := pattern.PartAt(t, st.Slots[i], v); part != nil {
			return part
		}
	}
	return nil
}

// keepFilled drops what is filled from another value of its counter on, or from one of which
// nothing is known.
func (k *Known) keepFilled(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool) {
	k.Filled = slices.DeleteFunc(k.Filled, func(f Filling) bool {
		start := partAt(head, st, f.counter)
		return start == nil || !term.Equal(start, f.start) || slices.ContainsFunc(term.Vars(f.start), lost)
	})
}
