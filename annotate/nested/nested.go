// Package nested gives loops within each other that are left by jumps a measure that they
// share. The goal of such a loop leads from its head to the end of the function, so that its
// proof uses that of the loop around it, whose proof uses it again: that this ends, neither
// of their measures shows alone. In
//
//	for (int i = 0; i < n; i++)        // decreases n - i
//	    for (int j = 0; j < m; j++)    // decreases m - j
//	        if (a[i * m + j] == x) return i;
//
// the outer head has the measure (n - i, 1, 0, 0) and the inner one (n - i, 0, m - j, 0), in which
// n - i is that of its own state: each way from head to head makes them smaller.
package nested

import (
	"cmp"
	"slices"

	"rlv/annotate/attach"
	"rlv/prover"
	"rlv/semantics/term"
)

// Loop is a loop and its goal.
type Loop struct {
	Info *attach.Loop
	Goal *prover.Goal
	// Measure is that of a loop around it, or its own, at its own head; nil: it is not known there.
	Measure func(of *attach.Loop) []*term.Term
	// Entered is that of a loop around it where it is first come to.
	Entered func(of *attach.Loop) []*term.Term
}

// Order gives those of the goals, all of which lead to the same end, a measure that they share
// whose loops are within each other. next numbers their groups. Where a loop has no measure, or
// is come to in states of several forms, there is none.
func Order(next *int, loops []Loop) {
	loops = slices.Clone(loops)
	slices.SortFunc(loops, func(a, b Loop) int { return cmp.Compare(a.Info.Node.Span.Start, b.Info.Node.Span.Start) })
	for len(loops) > 0 {
		n := 1
		for n < len(loops) && within(loops[n], loops[0]) {
			n++
		}
		if n > 1 {
			*next++
			orderGroup(*next, loops[:n])
		}
		loops = loops[n:]
	}
}

// within reports whether a loop stands in another, or is the same.
func within(inner, outer Loop) bool {
	return outer.Info.Node.Span.Contains(inner.Info.Node.Span)
}

// orderGroup orders a loop, the first, and those within it, in the order of the text.
func orderGroup(group int, loops []Loop) {
	measures := make([][]*term.Term, len(loops))
	longest := 0
	for i, l := range loops {
		if i > 0 && loops[i-1].Info == l.Info {
			return
		}
		var tuple []*term.Term
		for _, outer := range loops[:i+1] {
			if !within(l, outer) {
				continue
			}
			m := l.Measure(outer.Info)
			if len(m) == 0 {
				return
			}
			tuple = append(append(tuple, m...), term.Int(phase(loops, outer, l)))
		}
		measures[i], longest = tuple, max(longest, len(tuple))
	}
	for i, l := range loops {
		for len(measures[i]) < longest {
			measures[i] = append(measures[i], term.Int(0))
		}
		l.Goal.Nest = &prover.Nest{Group: group, Terms: measures[i]}
	}
}

// phase orders what has the same measure of outer: its own head, which l may be, and the loops
// that stand in it and in no other one there, of which l is in one. They come in the order of the
// text: those to which it comes before the measure is smaller behind its head, the others before it.
func phase(loops []Loop, outer, l Loop) int64 {
	n, behind, child := int64(0), int64(0), outer
	for _, inner := range loops {
		if inner.Info == outer.Info || !within(inner, outer) || slices.ContainsFunc(loops, func(m Loop) bool {
			return m.Info != inner.Info && m.Info != outer.Info && within(inner, m) && within(m, outer)
		}) {
			continue
		}
		n++
		switch {
		case within(l, inner):
			child = inner
		case inner.Info.Node.Span.Start > l.Info.Node.Span.Start:
			behind++
		}
	}
	switch {
	case l.Info == outer.Info:
		return n
	case isBelow(child.Entered(outer.Info), outer.Measure(outer.Info)):
		return n + 1 + behind
	}
	return behind
}

// isBelow reports whether it is plain that a measure is below another.
func isBelow(a, b []*term.Term) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return term.Lt(a[i], b[i]) == term.True
		}
	}
	return false
}
