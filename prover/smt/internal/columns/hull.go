package columns

import (
	"slices"

	"rlv/prover/smt/internal/bounds"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Hull returns bounds that an integer has in all cases: by how much it is at least, and
// at most, more than 0 and than each of its values. Known are bounds that hold in any
// case. For the cases
//
//	m < b, value b      and      b <= m, value m
//
// it is m <= self and b <= self: self - b is 0 in the first, and m - b in the second,
// which is at least 0 by b <= m. Values that differ by a number say the same, so that n
// numbers are looked at n times.
//
// It is compared with a variable that has a number in each case, too, as a switch has them:
// for the cases  x = 0, value 1  and  x = 1, value 2  it is  self = x + 1, and no question
// about that needs the cases.
func Hull(self *term.Term, cases []Case, known *bounds.Known) []*term.Term {
	inner := make([]*bounds.Known, len(cases))
	var bases termmap.Set
	bases.Add(term.Int(0))
	for i, c := range cases {
		inner[i] = &bounds.Known{Forms: known.Forms}
		for _, f := range c.Condition {
			inner[i].Add(f)
		}
		base, _, small := bounds.Split(c.Value)
		if !small {
			base = c.Value
		}
		bases.Add(base)
	}
	if x := decider(self, cases, inner); x != nil {
		bases.Add(x)
	}
	var out []*term.Term
	for _, base := range bases.Order {
		least, above := int64(0), true
		most, below := int64(0), true
		for i, c := range cases {
			more, less := term.Sub(c.Value, base), term.Sub(base, c.Value)
			n, ok := atLeast(more, inner[i], known)
			if above = above && ok; i == 0 || n < least {
				least = n
			}
			n, ok = atLeast(less, inner[i], known)
			if below = below && ok; i == 0 || -n > most {
				most = -n
			}
		}
		if above {
			out = term.Conjuncts(out, term.Le(term.Add(base, term.Int(least)), self))
		}
		if below {
			out = term.Conjuncts(out, term.Le(self, term.Add(base, term.Int(most))))
		}
	}
	return out
}

// decider returns the oldest variable that the condition of each case says is a number; nil:
// there is none that is older than what the cases are of.
func decider(self *term.Term, cases []Case, inner []*bounds.Known) *term.Term {
	var oldest *term.Variable
	for _, f := range cases[0].Condition {
		if !f.Is(term.IntEq) {
			continue
		}
		for _, side := range f.Args() {
			x := side.Variable()
			if x == nil || self.IsVar() && newer(self.Variable(), x) >= 0 || oldest != nil && newer(oldest, x) >= 0 {
				continue
			}
			if !slices.ContainsFunc(inner, func(k *bounds.Known) bool { return !fixed(k, side) }) {
				oldest = x
			}
		}
	}
	if oldest == nil {
		return nil
	}
	return oldest.Term()
}

// fixed reports whether a variable is known to be one number.
func fixed(known *bounds.Known, x *term.Term) bool {
	least, ok := known.Low(x)
	return ok && known.AtLeast(term.Sub(term.Int(0), x), -least)
}

// atLeast returns a number that a polynomial is at least by what is known.
func atLeast(p *term.Term, known ...*bounds.Known) (least int64, ok bool) {
	key, n, small := bounds.Split(p)
	if !small {
		return 0, false
	}
	if key.IsInt() {
		return n, true
	}
	for _, k := range known {
		if low, found := k.Low(key); found && (!ok || low+n > least) {
			least, ok = low+n, true
		}
	}
	return least, ok
}
