package carried

import (
	"math"
	"slices"

	"rlv/annotate/marks"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// region is where all iterations of a loop change an array: from an element on, and, if that is known, so many. A loop of a
// function that is called as fill(m[r], n) changes the elements of one row of m.
type region struct {
	from, width *term.Term // width: nil if it is not known
}

// Behind is how loops have changed arrays, which are variables behind them.
type Behind map[*term.Variable]change

// change is what an array was before a loop, which has changed a region of it.
type change struct {
	was *term.Term
	in  *region
}

// Note notes how a loop that is come to in a state has changed arrays in another one, behind it.
func (k *Known) Note(behind Behind, head []*term.Term, st, next *rewrite.State) {
	for v, r := range k.regions {
		was, now := partAt(head, st, v), partAt(head, next, v)
		if was == nil || now == nil || !now.IsVar() {
			continue
		}
		here := term.Substitution{}
		for _, u := range term.Vars(r.from) {
			if at := partAt(head, st, u); at != nil {
				here[u] = at
			}
		}
		behind[now.Variable()] = change{was, &region{here.Apply(r.from), r.width}}
	}
}

// IsBeside reports whether something is known of what the loop does not come near.
func (k *Known) IsBeside() bool { return len(k.regions) > 0 }

// regionOf is that of an array which is a variable at the head; nil: it is all of it, or not known. It begins where what the loop
// changes is 0 in an index.
func (x Iterations) regionOf(v *term.Variable) *region {
	var r *region
	is := func(from, width *term.Term) bool {
		switch {
		case len(term.Vars(from)) == 0 && width == nil || slices.ContainsFunc(term.Vars(from), x.Lost):
			return false
		case r == nil:
			r = &region{from, width}
		case width == nil:
			r.width = nil
		case r.width != nil && term.Lt(r.width, width) == term.True:
			r.width = width
		}
		return term.Equal(from, r.from)
	}
	for _, st := range x.Back {
		now := partAt(x.Head, st, v)
		for now != nil && now != v.Term() {
			switch {
			case now.Is(term.ArrayStore):
				at := now.Arg(1)
				from := begin(at, x.Lost)
				if !is(from, x.widthOf(from, at, st.PC)) || !x.Follows(st.PC, term.Le(from, at)) {
					return nil
				}
				now = now.Arg(0)
			case now.IsVar() && x.Behind[now.Variable()].in != nil:
				by := x.Behind[now.Variable()]
				if !is(by.in.from, by.in.width) {
					return nil
				}
				now = by.was
			default:
				return nil
			}
		}
		if now == nil {
			return nil
		}
	}
	return r
}

// begin is an index with 0 for what is lost.
func begin(at *term.Term, lost func(*term.Variable) bool) *term.Term {
	zero := term.Substitution{}
	for _, v := range term.Vars(at) {
		if v.Sort == term.SortInt && lost(v) {
			zero[v] = term.Int(0)
		}
	}
	return zero.Apply(at)
}

// widthOf is that of a region which begins at an element and has another one in it: the largest number by which a variable is
// multiplied, or else the first of a few numbers in what is known that is large enough; nil: there is none.
func (x Iterations) widthOf(from, at *term.Term, pc []*term.Term) *term.Term {
	var widths []int64
	for _, v := range term.Vars(from) {
		at := func(n int64) *term.Term { return term.Substitution{v: term.Int(n)}.Apply(from) }
		if v.Sort == term.SortInt {
			by, _ := term.Sub(at(1), at(0)).Int64()
			widths = append(widths, by)
		}
	}
	if len(widths) > 0 {
		widths = []int64{slices.Max(widths)}
	}
	if len(widths) == 0 || widths[0] <= 1 {
		widths = numbersIn(pc)
	}
	for _, w := range widths[:min(len(widths), fewWidths)] {
		if width := term.Int(w); w > 0 && x.Follows(pc, term.Lt(at, term.Add(from, width))) {
			return width
		}
	}
	return nil
}

// fewWidths is for how many numbers it is asked whether a region is so wide.
const fewWidths = 6

// numbersIn are the positive numbers in formulas, and those behind them, in order: what is at most n has n + 1 values.
func numbersIn(fs []*term.Term) []int64 {
	var out []int64
	for _, f := range fs {
		term.Walk(f, func(t *term.Term) bool {
			if n, ok := t.Int64(); ok && n > 0 && n < math.MaxInt64 {
				out = append(out, n, n+1)
			}
			return !t.HasBinders()
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// apart is the formula that an element is none of a region.
func (r *region) apart(k *term.Term) *term.Term {
	before := term.Lt(k, r.from)
	if r.width == nil {
		return before
	}
	return term.Or(before, term.Le(term.Add(r.from, r.width), k))
}

// isIn reports whether a region lies in another one.
func (r *region) isIn(other *region) bool {
	return term.Equal(r.from, other.from) && (other.width == nil || r.width != nil && term.Le(r.width, other.width) == term.True)
}

// beside are the formulas that the elements which are none of a region are what they were, or are as conditions say
// where that is all that is known of them.
func (u Untouched) beside(r *region, first *rewrite.State, lost func(*term.Variable) bool) []*term.Term {
	switch {
	case !slices.ContainsFunc(term.Vars(u.was), lost):
		k := term.Fresh("k", term.SortInt)
		same := term.Eq(term.Apply(term.ArraySelect, u.of.Term(), k), term.Apply(term.ArraySelect, u.was, k))
		return []*term.Term{marks.Numbered(term.Apply(term.Forall, k, term.Implies(r.apart(k), same)), 0)}
	case !u.was.IsVar():
		return nil
	}
	var out []*term.Term
	now := term.Substitution{u.was.Variable(): u.of.Term()}
	for _, f := range loosened(reduced(first.PC, lost), lost) {
		if !term.Occurs(u.was.Variable(), f) {
			continue
		}
		if g := guarded(f, u.was, r.apart); g != nil {
			g = marks.Numbered(now.Apply(g), 0)
			isKnown := slices.ContainsFunc(out, func(o *term.Term) bool { return term.Equal(o, g) })
			if !isKnown && !slices.ContainsFunc(term.Vars(g), func(v *term.Variable) bool { return v != u.of && lost(v) }) {
				out = append(out, g)
			}
		}
	}
	return out
}

// guarded is a formula about an array where it speaks of elements of which something is so only; nil: it says something else of
// the array.
func guarded(f, array *term.Term, only func(k *term.Term) *term.Term) *term.Term {
	switch {
	case !term.Occurs(array.Variable(), f):
		return f
	case f.Is(term.Forall):
		if body := guarded(f.Arg(1), array, only); body != nil {
			return term.Apply(term.Forall, f.Arg(0), body)
		}
		return nil
	case f.Is(term.BoolImplies) && !term.Occurs(array.Variable(), f.Arg(0)):
		if then := guarded(f.Arg(1), array, only); then != nil {
			return term.Implies(f.Arg(0), then)
		}
		return nil
	case f.HasBinders():
		return nil
	}
	var guards []*term.Term
	isRead := true
	term.Walk(f, func(t *term.Term) bool {
		if t.Is(term.ArraySelect) && t.Arg(0) == array {
			guards = append(guards, only(t.Arg(1)))
			isRead = isRead && !term.Occurs(array.Variable(), t.Arg(1))
			return false
		}
		isRead = isRead && t != array
		return isRead
	})
	if !isRead {
		return nil
	}
	return term.Implies(term.And(guards...), f)
}
