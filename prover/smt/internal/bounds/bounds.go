// Package bounds reads comparisons of integers as bounds of polynomials. So
//
//	x + 1 <= y
//
// is the bound 1 of y - x, whatever else is compared with it: x < y has the same bound
// of the same polynomial. Polynomials have no constant here, and are in normal form, so
// that those of two comparisons are equal or not.
package bounds

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Bound is a comparison as a bound of a polynomial: Key >= Least, or Key = Least for an
// equation.
type Bound struct {
	Key, Neg *term.Term // the polynomial without constant, and its negation
	Least    int64
	Equation bool
	OK       bool // that it is one
}

// maxConstant keeps sums of bounds from overflowing.
const maxConstant = 1 << 60

// Forms remembers the bounds that comparisons are.
type Forms struct{ of map[*term.Term]Bound }

// maxForms bounds the memory of forms.
const maxForms = 1 << 16

// NewForms returns forms that remember nothing yet.
func NewForms() *Forms { return &Forms{map[*term.Term]Bound{}} }

// Of returns a formula as a bound.
func (f *Forms) Of(c *term.Term) Bound {
	if b, ok := f.of[c]; ok {
		return b
	}
	if len(f.of) >= maxForms {
		clear(f.of)
	}
	b := boundOf(c)
	f.of[c] = b
	return b
}

func boundOf(c *term.Term) Bound {
	strict := int64(0)
	switch c.Symbol() {
	case term.IntLt:
		strict = 1
	case term.IntLe, term.IntEq:
	default:
		return Bound{}
	}
	key, n, ok := Split(term.Sub(c.Arg(1), c.Arg(0)))
	if !ok {
		return Bound{}
	}
	return Bound{Key: key, Neg: term.Sub(term.Int(0), key), Least: strict - n, Equation: c.Is(term.IntEq), OK: true}
}

// Split divides a polynomial into one without a constant and a constant; false if that is
// too large.
func Split(d *term.Term) (key *term.Term, constant int64, ok bool) {
	n, ok := constantPart(d)
	if !ok {
		return nil, 0, false
	}
	return term.Sub(d, term.Int(n)), n, true
}

// constantPart returns the constant of a polynomial in normal form: its last
// item, or the first where all others are subtracted.
func constantPart(d *term.Term) (int64, bool) {
	small := func(x *term.Term) (int64, bool) {
		n, ok := x.Int64()
		return n, ok && n < maxConstant && n > -maxConstant
	}
	if d.IsInt() {
		return small(d)
	}
	if s := d.Symbol(); s == term.IntAdd || s == term.IntSub {
		if last := d.Arg(1); last.IsInt() {
			n, ok := small(last)
			if s == term.IntSub {
				n = -n
			}
			return n, ok
		}
		first := d.Arg(0)
		for first.Is(term.IntAdd) || first.Is(term.IntSub) {
			first = first.Arg(0)
		}
		if first.IsInt() {
			return small(first)
		}
	}
	return 0, true
}

// Known are bounds of polynomials, the best for each. The zero value with Forms is
// ready.
type Known struct {
	*Forms
	low    termmap.Map[int64]
	raised []raised
}

// raised is a bound that was replaced by a better one.
type raised struct {
	key *term.Term
	old int64
	had bool // there was one
}

// Add notes a formula if it is a bound.
func (k *Known) Add(c *term.Term) {
	b := k.Of(c)
	if !b.OK {
		return
	}
	k.raise(b.Key, b.Least)
	if b.Equation {
		k.raise(b.Neg, -b.Least)
	}
}

func (k *Known) raise(key *term.Term, bound int64) {
	if old, ok := k.low.Get(key); !ok || bound > old {
		k.low.Put(key, bound)
		k.raised = append(k.raised, raised{key, old, ok})
	}
}

// Len is how many times a bound was made better.
func (k *Known) Len() int { return len(k.raised) }

// Cut takes bounds back, so that only the first n times that one was made better count.
func (k *Known) Cut(n int) {
	for _, r := range slices.Backward(k.raised[n:]) {
		if r.had {
			k.low.Put(r.key, r.old)
		} else {
			k.low.Delete(r.key)
		}
	}
	k.raised = k.raised[:n]
}

// Low returns the greatest number that a polynomial without constant is known to be at
// least.
func (k *Known) Low(key *term.Term) (n int64, ok bool) { return k.low.Get(key) }

// AtLeast reports whether a polynomial without constant is known to be at least n.
func (k *Known) AtLeast(key *term.Term, n int64) bool {
	low, ok := k.low.Get(key)
	return ok && low >= n
}
