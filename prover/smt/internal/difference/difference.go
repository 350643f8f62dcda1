// Package difference decides conjunctions of bounds of differences,
//
//	x - y <= k,    x <= k,    k <= x
//
// and equations of that form, for integers x and y and a number k. A bound is an edge
// from y to x of the length k, where x <= k is about the difference to an unknown that
// is 0. There is a solution just if no cycle has a negative length: along a cycle the
// bounds add up to 0 <= length. Else the distances of the unknowns are a solution
// (R. Bellman, On a routing problem, 1958; V. Pratt, Two easy theories whose combination
// is hard, 1977). Of
//
//	x < y    y <= z    z <= x
//
// the lengths are -1, 0 and 0, and 0 <= -1 refutes them. Most of what a path condition
// says has this form: counters that come one after the other, indexes within bounds. It
// takes a few looks at each bound, where the simplex method takes the number of
// unknowns times that of bounds.
package difference

import "rlv/semantics/term"

// System is a conjunction of bounds of differences. The zero value is not ready: use New.
type System struct {
	nodes     map[*term.Variable]int32
	variables []*term.Variable // by node; nil: the unknown that is 0
	edges     []edge
	value     []int64 // by node
	parent    []int32 // by node: the edge that its value is from, or -1
	mark      []int32
	looks     int // at edges, for the last question
}

// edge says that the value of to is at most that of from and length together.
type edge struct {
	from, to int32
	length   int64
}

// The limits of what is read. Sums of lengths along a path stay far below 2^63.
const (
	maxLength = 1 << 40
	maxEdges  = 1 << 16
)

// New returns the system without bounds.
func New() *System {
	s := &System{nodes: map[*term.Variable]int32{}}
	s.node(nil)
	return s
}

func (s *System) node(v *term.Variable) int32 {
	n, ok := s.nodes[v]
	if !ok {
		n = int32(len(s.variables))
		s.nodes[v] = n
		s.variables = append(s.variables, v)
	}
	return n
}

// Add adds a formula if it is a bound of a difference, or an equation of that form; it
// reports whether it is.
func (s *System) Add(c *term.Term) bool {
	strict := int64(0)
	switch c.Symbol() {
	case term.IntLt:
		strict = 1
	case term.IntLe, term.IntEq:
	default:
		return false
	}
	var d difference
	if !d.add(c.Arg(0), 1) || !d.add(c.Arg(1), -1) || len(s.edges)+2 > maxEdges {
		return false
	}
	x, y := s.node(d.plus), s.node(d.minus) // x - y + d.constant <= -strict
	s.edges = append(s.edges, edge{y, x, -strict - d.constant})
	if c.Is(term.IntEq) {
		s.edges = append(s.edges, edge{x, y, d.constant})
	}
	return true
}

// difference is plus - minus + constant; nil is 0.
type difference struct {
	plus, minus *term.Variable
	constant    int64
}

// add adds a term times a sign; false if the sum is no difference.
func (d *difference) add(t *term.Term, sign int64) bool {
	if n, ok := t.Int64(); ok {
		d.constant += sign * n
		return within(n) && within(d.constant)
	}
	switch t.Symbol() {
	case term.IntAdd:
		return d.add(t.Arg(0), sign) && d.add(t.Arg(1), sign)
	case term.IntSub:
		return d.add(t.Arg(0), sign) && d.add(t.Arg(1), -sign)
	}
	v := t.Variable()
	if v == nil || v.Sort != term.SortInt {
		return false
	}
	at, other := &d.plus, &d.minus
	if sign < 0 {
		at, other = other, at
	}
	switch {
	case *other == v:
		*other = nil
	case *at == nil:
		*at = v
	default:
		return false
	}
	return true
}

func within(n int64) bool { return -maxLength < n && n < maxLength }

// Result is what became of a system.
type Result int

// The results. Undecided is the zero value: nothing follows from it.
const (
	Undecided Result = iota
	Satisfiable
	Contradictory
)

// maxLooks bounds the looks at edges for one question.
const maxLooks = 1 << 22

// Solve looks for a solution. The bounds are looked at in the order in which they were
// added, and the next time the other way round, so that those along a path, whichever way
// it goes, are looked at about twice.
func (s *System) Solve() Result {
	s.value, s.parent, s.mark = s.value[:0], s.parent[:0], s.mark[:0]
	for range s.variables {
		s.value, s.parent, s.mark = append(s.value, 0), append(s.parent, -1), append(s.mark, 0)
	}
	s.looks = 0
	for s.looks <= maxLooks {
		changed := false
		for i := len(s.edges) - 1; i >= 0; i-- {
			changed = s.relax(&s.edges[i], i) || changed
		}
		if !changed {
			return Satisfiable
		}
		for i := range s.edges {
			s.relax(&s.edges[i], i)
		}
		if s.refuted() {
			return Contradictory
		}
	}
	return Undecided
}

// relax gives the end of an edge the value that the edge allows, if that is less.
func (s *System) relax(e *edge, number int) bool {
	s.looks++
	if most := s.value[e.from] + e.length; most < s.value[e.to] {
		s.value[e.to], s.parent[e.to] = most, int32(number)
		return true
	}
	return false
}

// refuted reports whether the edges that the values are from have a cycle of negative
// length.
func (s *System) refuted() bool {
	for i := range s.mark {
		s.mark[i] = 0
	}
	for start := range s.parent {
		turn := int32(start) + 1
		at := int32(start)
		for s.mark[at] == 0 && s.parent[at] >= 0 {
			s.mark[at] = turn
			at = s.edges[s.parent[at]].from
		}
		if s.mark[at] == turn && s.around(at) < 0 {
			return true
		}
	}
	return false
}

// around is the length of the cycle on which a node is.
func (s *System) around(node int32) int64 {
	sum := int64(0)
	for at := node; ; {
		e := s.edges[s.parent[at]]
		sum += e.length
		if at = e.from; at == node {
			return sum
		}
	}
}

// Model returns the values of a solution that was found.
func (s *System) Model() map[*term.Variable]*term.Term {
	out := make(map[*term.Variable]*term.Term, len(s.variables))
	for i, v := range s.variables {
		if v != nil {
			out[v] = term.Int(s.value[i] - s.value[0])
		}
	}
	return out
}
