package smt

import (
	"slices"

	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// repair is the search for a valuation that satisfies the question at hand, near one that
// nearly does.
type repair struct {
	*path
	near bool // no change goes further than it has to
}

// trial is a valuation and the conjuncts that it does not make true, by place.
type trial struct {
	*valuation
	wrong []int32
}

// The bounds of the search for a change that makes all conjuncts true.
const (
	maxRepairs = 4 // changes one after the other
	maxTried   = 8 // changes of which one is chosen
)

// repaired returns a valuation that makes all conjuncts true, nil if none is found:
// one at a time is made true by the change of one value, that which makes the
// fewest others false, and not more often than repairs. So many of the first conjuncts
// are true with the valuation that it begins with.
func (r *repair) repaired(v *valuation, sure, repairs int) *valuation {
	t := trial{valuation: v}
	for i := sure; i < len(r.conj); i++ {
		if v.value(r.conj[i]) != term.True {
			t.wrong = append(t.wrong, int32(i))
		}
	}
	if len(t.wrong) == 0 {
		return v
	}
	w := v.clone()
	t, _ = r.moved(t, w, r.follow(w, r.columnsFrom(sure)), len(r.conj)+1)
	for range repairs {
		if len(t.wrong) == 0 {
			break
		}
		i := slices.IndexFunc(t.wrong, func(i int32) bool { return t.value(r.conj[i]) == term.False })
		if i < 0 {
			return nil
		}
		var ok bool
		if t, ok = r.step(t, r.conj[t.wrong[i]]); !ok {
			return nil
		}
	}
	if len(t.wrong) > 0 {
		return nil
	}
	return t.flat()
}

// step returns the trial with a change that may make a conjunct true; false if there
// is none that makes fewer false.
func (r *repair) step(t trial, c *term.Term) (best trial, ok bool) {
	fewest := len(r.conj)
	for _, change := range r.changes(t.valuation, c, true, nil) {
		v, changed := r.with(t.valuation, change)
		if w, fewer := r.moved(t, v, changed, fewest); fewer {
			best, fewest, ok = w, len(w.wrong), true
		}
		if fewest == 0 {
			break
		}
	}
	return best, ok
}

// moved is the trial of a valuation that differs from that of another one in the values of
// some variables; false if so many conjuncts are not true. Only those that mention one of
// them are evaluated, and of those that say that it is not a number, that with its value.
func (r *repair) moved(t trial, w *valuation, changed []*term.Variable, most int) (out trial, ok bool) {
	var touched []int32
	for _, x := range changed {
		touched = append(touched, r.mention[x]...)
		if n, small := w.of(x).Int64(); small {
			touched = append(touched, r.apart[apart{x, n}]...)
		}
	}
	slices.Sort(touched)
	touched = slices.Compact(touched)
	out = trial{valuation: w}
	for _, i := range t.wrong {
		_, again := slices.BinarySearch(touched, i)
		if _, ok := apartOf(r.conj[i]); !again && !(ok && w.value(r.conj[i]) == term.True) {
			out.wrong = append(out.wrong, i)
		}
	}
	for _, i := range touched {
		if len(out.wrong) >= most {
			break
		}
		if w.value(r.conj[i]) != term.True {
			out.wrong = append(out.wrong, i)
		}
	}
	slices.Sort(out.wrong)
	return out, len(out.wrong) < most
}

// with returns a valuation with a change, and the variables whose values differ. Columns
// follow it, unless it is one of theirs.
func (r *repair) with(v *valuation, c change) (*valuation, []*term.Variable) {
	x := c.at.variable
	if c.at.index == nil {
		v = v.with(x, c.value)
	} else {
		v = v.with(x, term.Apply(term.ArrayStore, v.value(x.Term()), c.at.index, c.value))
	}
	changed := []*term.Variable{x}
	if _, ok := r.given[x]; !ok {
		changed = append(changed, r.follow(v, r.columnsOf(x, -1))...)
	}
	return v, changed
}

// columnsFrom are the places of the conjuncts that give columns their values, from one on.
func (r *repair) columnsFrom(place int) []int32 {
	var out []int32
	for i := place; i < len(r.conj); i++ {
		if len(r.levels[i+1].columns) > 0 {
			out = append(out, int32(i))
		}
	}
	return out
}

// columnsOf are those of them that mention a variable, behind a place.
func (r *repair) columnsOf(x *term.Variable, behind int32) []int32 {
	var out []int32
	for _, i := range r.mention[x] {
		if i > behind && len(r.levels[i+1].columns) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// follow gives columns the values of their cases: those of the conjuncts at some places, in
// order, and those of later ones that mention a column that has another value now. It
// returns the columns that have, and changes the valuation. All other columns have values
// by their cases already, so that this is what [valuation.following] does for the whole
// path, at the cost of what differs.
func (r *repair) follow(v *valuation, places []int32) []*term.Variable {
	var changed []*term.Variable
	for len(places) > 0 {
		at := places[0]
		places = places[1:]
		for _, x := range v.choose(r.levels[at+1].columns) {
			changed = append(changed, x)
			for _, i := range r.columnsOf(x, at) {
				if k, found := slices.BinarySearch(places, i); !found {
					places = slices.Insert(places, k, i)
				}
			}
		}
	}
	v.forget()
	return changed
}

// place is where a value can be changed: a variable, or an item of one that is an array.
type place struct {
	variable *term.Variable
	index    *term.Term // a number; nil: the variable itself
}

// change is a new value for a place.
type change struct {
	at    place
	value *term.Term
}

// changes appends changes of one value that may give a formula a truth value, up to
// maxTried.
func (r *repair) changes(v *valuation, c *term.Term, truth bool, out []change) []change {
	if len(out) >= maxTried {
		return out
	}
	switch c.Symbol() {
	case term.BoolNot:
		return r.changes(v, c.Arg(0), !truth, out)
	case term.BoolAnd, term.BoolOr:
		return r.changes(v, c.Arg(1), truth, r.changes(v, c.Arg(0), truth, out))
	case term.BoolImplies:
		return r.changes(v, c.Arg(1), truth, r.changes(v, c.Arg(0), !truth, out))
	case term.IntLt, term.IntLe, term.IntEq:
		return r.shifts(v, c, truth, out)
	}
	if c.IsVar() && c.Sort() == term.SortBool {
		if value := r.now(v, c.Variable()); value != nil {
			out = r.changes(v, value, truth, out)
		}
		out = append(out, change{place{c.Variable(), nil}, term.Bool(truth)})
	}
	return out
}

// now is the value that a column has by the first case whose condition is true; nil: the
// variable is none.
func (r *repair) now(v *valuation, x *term.Variable) *term.Term {
	for i, c := range r.given[x].Cases {
		if v.meets([]columns.Column{r.given[x]}, i) {
			return c.Value
		}
	}
	return nil
}

// shifts appends changes that move the difference of the sides of a comparison to
// where it has a truth value, by the slope of the difference in each place.
func (r *repair) shifts(v *valuation, c *term.Term, truth bool, out []change) []change {
	d, ok := v.difference(c)
	if !ok {
		return out
	}
	for _, p := range r.places(v, c) {
		at, small := v.number(p.term())
		if !small {
			continue
		}
		next, _ := r.with(v, change{p, term.Int(at + 1)})
		there, ok := next.difference(c)
		if !ok || there == d {
			continue
		}
		for _, target := range targets(c, truth, d) {
			by := steps(target-d, there-d)
			if by == 0 {
				continue
			}
			if to := at + by; !r.near && !c.Is(term.IntEq) && (to > 0) == (by > 0) && -maxFar < to && to < maxFar {
				out = append(out, change{p, term.Int(2 * to)})
			}
			out = append(out, change{p, term.Int(at + by)})
		}
	}
	return out[:min(len(out), maxTried)]
}

// maxFar bounds the numbers of which twice as much is tried. Where a path asks for a
// greater number each time, as  0 < a, 1 < a, 2 < a  do, a value has to be changed only
// as often as it doubles.
const maxFar = 1 << 30

// places are where a change may change the sides of a comparison: integers, and the
// items of arrays that it reads.
func (r *repair) places(v *valuation, c *term.Term) []place {
	var out []place
	for _, x := range term.Vars(c) {
		if x.Sort == term.SortInt {
			out = append(out, place{x, nil})
		}
	}
	term.Walk(c, func(t *term.Term) bool {
		if t.Is(term.ArraySelect) {
			if x, i := r.origin(t.Arg(0)), v.value(t.Arg(1)); x != nil && i != nil {
				out = append(out, place{x, i})
			}
		}
		return true
	})
	return out
}

// origin is the variable that an array comes from, by writes and by the first cases of
// columns; nil: it is made otherwise.
func (r *repair) origin(array *term.Term) *term.Variable {
	for range len(r.given) + 1 {
		for array.Is(term.ArrayStore) {
			array = array.Arg(0)
		}
		col, ok := r.given[array.Variable()]
		if !array.IsVar() || !ok {
			return array.Variable()
		}
		array = col.Cases[0].Value
	}
	return nil
}

// term is what is at a place.
func (p place) term() *term.Term {
	if p.index == nil {
		return p.variable.Term()
	}
	return term.Apply(term.ArraySelect, p.variable.Term(), p.index)
}

// targets returns the nearest differences of its sides with which a comparison that
// has the other truth value has this one.
func targets(c *term.Term, truth bool, d int64) []int64 {
	switch {
	case c.Is(term.IntLt) && truth:
		return []int64{-1}
	case c.Is(term.IntLe) && !truth:
		return []int64{1}
	case c.Is(term.IntEq) && !truth:
		return []int64{d - 1, d + 1}
	}
	return []int64{0}
}

// steps is the number of steps of a slope that go a way, or just beyond.
func steps(way, slope int64) int64 {
	n := way / slope
	if way%slope != 0 {
		if (way > 0) == (slope > 0) {
			return n + 1
		}
		return n - 1
	}
	return n
}

// difference is the left side of a comparison minus the right.
func (v *valuation) difference(c *term.Term) (int64, bool) {
	a, ok := v.number(c.Arg(0))
	b, also := v.number(c.Arg(1))
	return a - b, ok && also
}

// maxShifted bounds the numbers of which changes are computed.
const maxShifted = 1 << 60

// number is the value of a term if it is a small number.
func (v *valuation) number(t *term.Term) (int64, bool) {
	x := v.value(t)
	if x == nil {
		return 0, false
	}
	n, ok := x.Int64()
	return n, ok && n > -maxShifted && n < maxShifted
}
