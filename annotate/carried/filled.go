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
	start   *term.Term   // of the counter
	step    int64        // by which an iteration makes it greater; not 0
	each    []*term.Term // say of a value of the counter which elements have one
	// from is the first element of those that had a value before, up to the one that the first iteration gives one; nil: of
	// none that is known.
	from *term.Term
}

// Formula says of all values that the counter had that their elements have a value. Elements
// whose numbers all iterations make greater or less by the same are told by their own numbers: by
//
//	for (int i = 0; i < n; i++) { a[2*i] = 0; a[2*i+1] = 0; }
//
// those from 0 to 2*i - 1. If each gives fewer a value than it advances by, then those between
// are left out, and it is said that the counter is at none of those.
func (f Filling) Formula() *term.Term {
	u, i := term.Fresh(f.counter.BaseName(), term.SortInt), f.counter.Term()
	first, at, by, each := f.start, i, f.step, term.Substitution{f.counter: u}.Apply(f.each[0])
	if m, k := marks.Element(f.each[0]); m != nil {
		if advance := f.advance(k); advance != 0 {
			first, at, by, each = term.Substitution{f.counter: f.start}.Apply(k), k, advance, marks.HasValue(m, u)
		}
	}
	if f.from != nil {
		first = f.from
	}
	lo, hi := first, term.Sub(at, term.Int(1))
	if by < 0 {
		lo, hi = term.Add(at, term.Int(1)), first
	}
	had, is := term.And(term.Le(lo, u), term.Le(u, hi)), term.True
	if n := max(by, -by); int64(len(f.each)) < n {
		isOne := func(k *term.Term) *term.Term {
			return term.Eq(term.Apply(term.IntEMod, term.Sub(k, first), term.Int(n)), term.Int(0))
		}
		had, is = term.And(had, isOne(u)), isOne(at)
	}
	return term.And(is, term.Apply(term.Forall, u, term.Implies(had, each)))
}

// advance is by how much an iteration makes the number of an element greater; 0: by no number,
// or not at all.
func (f Filling) advance(k *term.Term) int64 {
	next := term.Substitution{f.counter: term.Add(f.counter.Term(), term.Int(f.step))}.Apply(k)
	by, _ := term.Sub(next, k).Int64()
	return by
}

// fillings are those by what iterations give a value: of elements in a row that are as many as
// the iteration advances by, one for all.
func (f Filling) fillings(given []*term.Term) []Filling {
	var out []Filling
	within := map[*term.Term]bool{} // elements in a row, but for the first
	for _, g := range given {
		f.each = []*term.Term{g}
		if m, k := marks.Element(g); m != nil {
			f.each = append(f.each, f.row(m, k, given)...)
		}
		for _, g := range f.each[1:] {
			within[g] = true
		}
		out = append(out, f)
	}
	return slices.DeleteFunc(out, func(f Filling) bool { return len(f.each) == 1 && within[f.each[0]] })
}

// row are the elements behind one, in the direction in which the loop goes, up to where it is
// after an iteration; none if one of them is not among the given.
func (f Filling) row(m, k *term.Term, given []*term.Term) []*term.Term {
	by, step := f.advance(k), int64(1)
	if by < 0 {
		step = -1
	}
	var out []*term.Term
	for i := step; max(i, -i) < max(by, -by); i += step {
		e := marks.HasValue(m, term.Add(k, term.Int(i)))
		if !rewrite.Holds(given, e) {
			return nil
		}
		out = append(out, e)
	}
	return out
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
		start, next := partAt(head, first, i), partAt(head, back[0], i)
		if i.Sort != term.SortInt || !lost(i) || start == nil || next == nil {
			continue
		}
		step, _ := term.Sub(next, i.Term()).Int64()
		if step == 0 {
			continue
		}
		for _, f := range (Filling{counter: i, start: start, step: step}).fillings(k.given(head, back[0], i, conditions, lost)) {
			if slices.ContainsFunc(term.Vars(start), lost) {
				if f.from = f.continued(head, first, lost); f.from == nil {
					continue
				}
			}
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
	next := partAt(head, st, f.counter)
	if next == nil || !term.Equal(next, term.Add(f.counter.Term(), term.Int(f.step))) {
		return false
	}
	given := k.given(head, st, f.counter, conditions, lost)
	return !slices.ContainsFunc(f.each, func(e *term.Term) bool { return !rewrite.Holds(given, e) })
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

// continued is the first element of those that have a value in the state that comes to the head, of which the last is before the one
// that the first iteration gives a value, as behind a loop that went on from there; nil: that is not known.
func (f Filling) continued(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool) *term.Term {
	m, k := marks.Element(f.each[0])
	if m == nil || !m.IsVar() || len(f.each) > 1 || f.advance(k) != 1 {
		return nil
	}
	start, given := partAt(head, st, f.counter), partAt(head, st, m.Variable())
	if start == nil || given == nil {
		return nil
	}
	next := term.Substitution{f.counter: start}.Apply(k)
	for _, c := range term.Conjuncts(nil, term.And(st.PC...)) {
		lo, end := rangeOf(c, given)
		if lo != nil && !slices.ContainsFunc(term.Vars(lo), lost) && term.Equal(end, next) {
			return lo
		}
	}
	return nil
}

// rangeOf are the first element, and the one behind the last, of those of which a formula says that they have a value by some marks;
// nil: it does not say that of a range.
func rangeOf(c, given *term.Term) (lo, end *term.Term) {
	if !c.Is(term.Forall) || !c.Arg(1).Is(term.BoolImplies) {
		return nil, nil
	}
	u := c.Arg(0)
	if m, k := marks.Element(c.Arg(1).Arg(1)); m == nil || !term.Equal(m, given) || !term.Equal(k, u) {
		return nil, nil
	}
	for _, b := range term.Conjuncts(nil, c.Arg(1).Arg(0)) {
		least := term.Int(0)
		if b.Is(term.IntLt) {
			least = term.Int(1)
		} else if !b.Is(term.IntLe) {
			return nil, nil
		}
		switch {
		case lo == nil && term.Equal(b.Arg(1), u) && !term.Occurs(u.Variable(), b.Arg(0)):
			lo = term.Add(b.Arg(0), least)
		case end == nil && term.Equal(b.Arg(0), u) && !term.Occurs(u.Variable(), b.Arg(1)):
			end = term.Sub(term.Add(b.Arg(1), term.Int(1)), least)
		default:
			return nil, nil
		}
	}
	if lo == nil || end == nil {
		return nil, nil
	}
	return lo, end
}

// keepFilled drops what is filled from another value of its counter on, or from one of which
// nothing is known.
func (k *Known) keepFilled(head []*term.Term, st *rewrite.State, lost func(*term.Variable) bool) {
	k.Filled = slices.DeleteFunc(k.Filled, func(f Filling) bool {
		if f.from != nil {
			from := f.continued(head, st, lost)
			return from == nil || !term.Equal(from, f.from)
		}
		start := partAt(head, st, f.counter)
		return start == nil || !term.Equal(start, f.start) || slices.ContainsFunc(term.Vars(f.start), lost)
	})
}
