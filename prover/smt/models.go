package smt

import (
	"slices"

	"rlv/semantics/term"
)

// models are valuations that satisfied the last questions. The questions of a path
// are each the one before with a conjunct more, and mostly satisfiable: a valuation of
// the one before, with a value changed perhaps, satisfies the next. That takes an
// evaluation of the conjuncts, where a solver solves all of the question anew.
//
// An example: n = 1, j = 0 satisfies  0 < n, 0 <= j, j < n. With  1 < n  added it does
// not; it is made to by n = 2, and the other conjuncts are still true. With  n <= j  no
// change of one value, or two, makes all true: the question is put to a solver.
//
// Only that a question is satisfiable comes from here, and only where every conjunct
// was evaluated.
type models struct {
	known map[uint64]*valuation // by the question that they satisfied
	order []uint64              // the questions, the oldest at next
	next  int
	last  *valuation
}

// maxModels bounds the valuations that are kept.
const maxModels = 64

func newModels() *models {
	return &models{known: map[uint64]*valuation{}, last: newValuation(nil)}
}

// prefixes returns numbers of the beginnings of a question, from that of none on.
func prefixes(conj []*term.Term) []uint64 {
	out := make([]uint64, 1, len(conj)+1)
	for i, c := range conj {
		h := (out[i] ^ c.Hash()) * 0x9fb21c651e98df25
		out = append(out, h^h>>29)
	}
	return out
}

// nearest returns the valuation for the longest beginning of a question for which
// there is one, else the last.
func (m *models) nearest(prefixes []uint64) *valuation {
	for _, h := range slices.Backward(prefixes) {
		if v := m.known[h]; v != nil {
			return v
		}
	}
	return m.last
}

// keep notes a valuation that satisfies a question.
func (m *models) keep(question uint64, v *valuation) {
	m.last = v
	if m.known[question] == nil {
		if len(m.order) < maxModels {
			m.order = append(m.order, question)
		} else {
			delete(m.known, m.order[m.next])
			m.order[m.next] = question
			m.next = (m.next + 1) % maxModels
		}
	}
	m.known[question] = v
}

// learn notes a model that a backend has found, if it is one.
func (m *models) learn(conj []*term.Term, model map[*term.Variable]*term.Term) {
	v := newValuation(model)
	if c, known := v.falsified(conj); c == nil && known {
		h := prefixes(conj)
		m.keep(h[len(conj)], v)
	}
}

// satisfy reports whether a valuation is known, or soon found, that satisfies a
// question.
func (m *models) satisfy(conj []*term.Term) bool {
	h := prefixes(conj)
	v := m.nearest(h).repaired(conj)
	if v != nil {
		m.keep(h[len(conj)], v)
	}
	return v != nil
}

// The bounds of the search for a change that makes all conjuncts true.
const (
	maxRepairs = 4 // changes one after the other
	maxTried   = 6 // changes of which one is chosen
)

// repaired returns a valuation that makes all conjuncts true, nil if none is found:
// one at a time is made true by the change of one value, that which makes the
// fewest others false.
func (v *valuation) repaired(conj []*term.Term) *valuation {
	for range maxRepairs {
		c, known := v.falsified(conj)
		switch {
		case !known:
			return nil
		case c == nil:
			return v
		}
		var best *valuation
		fewest := len(conj)
		for _, change := range v.changes(c, true, nil) {
			w := v.with(change.x, change.value)
			if n := w.count(conj, fewest); n < fewest {
				best, fewest = w, n
			}
			if fewest == 0 {
				return best
			}
		}
		if best == nil {
			return nil
		}
		v = best
	}
	return nil
}

// count counts the conjuncts that are not true, up to a number.
func (v *valuation) count(conj []*term.Term, most int) int {
	n := 0
	for _, c := range conj {
		if v.value(c) != term.True {
			if n++; n >= most {
				break
			}
		}
	}
	return n
}

// change is a new value for a variable.
type change struct {
	x     *term.Variable
	value *term.Term
}

// changes appends changes of one value that may give a formula a truth value, up to
// maxTried.
func (v *valuation) changes(c *term.Term, truth bool, out []change) []change {
	if len(out) >= maxTried {
		return out
	}
	switch c.Symbol() {
	case term.BoolNot:
		return v.changes(c.Arg(0), !truth, out)
	case term.BoolAnd, term.BoolOr:
		return v.changes(c.Arg(1), truth, v.changes(c.Arg(0), truth, out))
	case term.BoolImplies:
		return v.changes(c.Arg(1), truth, v.changes(c.Arg(0), !truth, out))
	case term.IntLt, term.IntLe, term.IntEq:
		return v.shifts(c, truth, out)
	}
	if c.IsVar() && c.Sort() == term.SortBool {
		out = append(out, change{c.Variable(), term.Bool(truth)})
	}
	return out
}

// shifts appends changes that move the difference of the sides of a comparison to
// where it has a truth value, by the slope of the difference in each variable.
func (v *valuation) shifts(c *term.Term, truth bool, out []change) []change {
	d, ok := v.difference(c)
	if !ok {
		return out
	}
	for _, x := range term.Vars(c) {
		at, small := v.number(x.Term())
		if x.Sort != term.SortInt || !small {
			continue
		}
		there, ok := v.with(x, term.Int(at+1)).difference(c)
		if !ok || there == d {
			continue
		}
		for _, target := range targets(c, truth, d) {
			if by := steps(target-d, there-d); len(out) < maxTried && by != 0 {
				out = append(out, change{x, term.Int(at + by)})
			}
		}
	}
	return out
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
