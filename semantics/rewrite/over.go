package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// overStack is what a rule over a [stack] does to it. Such a rule has, in place of the
// slot of the computation, a part for each item and one for what waits behind them:
//
//	rule <k> V:Int ~> #while(B, S) ~> K => S ~> while (B) S ~> K </k> requires ..
//
//	left:  item 0 = V:Int, item 1 = #while(B, S), rest = K
//	right: item 0 = S, item 1 = while (B) S
//
// It is compiled as any other rule. That the rest stays is not among its parts.
type overStack struct {
	items    int  // of the left side; 0 if it is empty or not mentioned
	closed   bool // there is no rest: nothing may wait behind the items
	captured bool // the rest is bound to a variable that is used
	writes   bool // the computation is written
	stays    bool // the rest stays behind what is written
	kept     int  // how many of the last items stay with it
}

// restPlace and those of the items stand in place of the number of a slot.
const restPlace = -1

// itemPlace is the place of item i.
func itemPlace(i int) int { return -2 - i }

// sides are the two sides of a rule for the computation.
type sides struct {
	items, after []*term.Term // the items of the left side and of the right
	rest         *term.Term   // the variable behind the items of the left side; nil: there is none
	stays        bool         // it is behind those of the right side too
}

// over returns a rule as one over a stack, for the slot of the computation; nil if it is of
// an unusual form. What is usual is decided so that the results have the very positions
// that they have otherwise.
func over(r *compile.Rule, k int) (*compile.Rule, *overStack) {
	left := compile.ContentOf(r.Left, k)
	if left == nil {
		if compile.ContentOf(r.Right, k) != nil {
			return nil, nil
		}
		return r, &overStack{}
	}
	s, ok := sidesOf(left, compile.ContentOf(r.Right, k))
	if !ok {
		return nil, nil
	}
	o := &overStack{items: len(s.items), closed: s.rest == nil, writes: compile.ContentOf(r.Right, k) != nil, stays: s.stays}
	if s.stays {
		o.kept = commonEnd(s.items[1:], s.after)
		s.after = s.after[:len(s.after)-o.kept]
	}
	flat := *r
	flat.Left, flat.Right = s.parts(r.Left, k), s.written(r.Right, k)
	if sharesEnd(&flat, left) {
		return nil, nil
	}
	o.captured = s.rest != nil && uses(&flat, s.rest.Variable())
	return &flat, o
}

// sidesOf takes the sides for the computation apart; after is nil if it is not written.
func sidesOf(before, after *term.Term) (*sides, bool) {
	s := &sides{}
	s.items, s.rest = takeApart(before)
	if len(s.items) == 0 && s.rest != nil || slices.ContainsFunc(s.items, func(t *term.Term) bool {
		return t.Kind() == term.KApp && t.Symbol().Class != term.Constructor || t.Sort() == term.SortK
	}) {
		return nil, false
	}
	if after == nil {
		return s, true
	}
	end := (*term.Term)(nil)
	s.after, end = takeApart(after)
	switch {
	case end == nil:
	case s.rest != nil && term.Equal(end, s.rest):
		s.stays = true
	default:
		s.after = append(s.after, end)
	}
	// The items of a ground sequence are given no positions.
	n := len(s.after)
	return s, s.stays || n < 2 || !s.after[n-1].IsGround() || !s.after[n-2].IsGround()
}

// takeApart returns the items of a computation, and the variable behind them if there is one.
func takeApart(k *term.Term) (items []*term.Term, rest *term.Term) {
	for ; k.IsSeq(); k = k.Tail() {
		items = append(items, k.Head())
	}
	switch {
	case k == term.DotK:
		return items, nil
	case k.IsVar() && k.Sort() == term.SortK:
		return items, k
	}
	return append(items, k), nil
}

// commonEnd is how many items two lists have in common at the end.
func commonEnd(a, b []*term.Term) int {
	n := 0
	for n < len(a) && n < len(b) && term.Equal(a[len(a)-1-n], b[len(b)-1-n]) {
		n++
	}
	return n
}

// parts are a left side with the parts of the computation in place of its slot.
func (s *sides) parts(left []compile.Slot, k int) []compile.Slot {
	var out []compile.Slot
	for _, l := range left {
		if l.Index != k {
			out = append(out, l)
			continue
		}
		for i, t := range s.items {
			out = append(out, compile.Slot{Index: itemPlace(i), Term: t})
		}
		if s.rest != nil {
			out = append(out, compile.Slot{Index: restPlace, Term: s.rest})
		}
	}
	return out
}

// written is parts for a right side.
func (s *sides) written(right []compile.Slot, k int) []compile.Slot {
	var out []compile.Slot
	for _, r := range right {
		if r.Index != k {
			out = append(out, r)
			continue
		}
		for i, t := range s.after {
			out = append(out, compile.Slot{Index: itemPlace(i), Term: t})
		}
	}
	return out
}

// sharesEnd reports whether the end of a left side's computation, of two items or more with
// the rest, occurs elsewhere in the rule. It is the subject's own there, which the stack
// does not have as a term.
func sharesEnd(flat *compile.Rule, left *term.Term) bool {
	return slices.ContainsFunc(termsOf(flat), func(t *term.Term) bool {
		for end := left; end.IsSeq(); end = end.Tail() {
			if term.Some(t, func(u *term.Term) bool { return term.Equal(u, end) }) {
				return true
			}
		}
		return false
	})
}

// uses reports whether a rule over the stack uses the variable for the rest: not only
// binds it.
func uses(flat *compile.Rule, rest *term.Variable) bool {
	return slices.ContainsFunc(termsOf(flat), func(t *term.Term) bool { return term.Occurs(rest, t) })
}

// termsOf are the terms of a rule over the stack, but for the rest of the left side.
func termsOf(flat *compile.Rule) []*term.Term {
	out := slices.Concat(flat.Requires, flat.Ensures, flat.Evaluable, flat.Defined, flat.Hidden)
	for _, s := range flat.Left {
		if s.Index != restPlace {
			out = append(out, s.Term)
		}
	}
	for _, s := range flat.Right {
		out = append(out, s.Term)
	}
	return out
}
