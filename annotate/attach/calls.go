package attach

import (
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// ComputesCalls reports whether some call is not of a function of the program by its
// name: it may be of any.
func (lay *Layout) ComputesCalls() bool {
	return slices.ContainsFunc(lay.shape.Called(lay.program.Term), func(name *term.Term) bool {
		return !slices.ContainsFunc(lay.Procedures, func(p *Procedure) bool { return term.Equal(p.Name, name) })
	})
}

// StatementsAround are the statements of the groups in which a statement stands, or
// something that contains it.
func (lay *Layout) StatementsAround(first *term.Term, within source.Span) map[int32]*term.Term {
	out := map[int32]*term.Term{first.Pos(): first}
	at := lay.program.Span(first.Pos())
	for _, g := range lay.Groups() {
		leads := func(s *term.Term) bool {
			sp := lay.program.Span(s.Pos())
			return Contains(sp, at) && Contains(within, sp)
		}
		if !slices.ContainsFunc(g.Statements, leads) {
			continue
		}
		for _, s := range g.Statements {
			if s.Pos() != 0 {
				out[s.Pos()] = s
			}
		}
	}
	return out
}

// Verified reports whether a procedure is verified for itself: it has a contract
// or a loop with an invariant, not counting those between a pre and a post.
func (lay *Layout) Verified(p *Procedure) bool {
	if p.HasContract() {
		return true
	}
	for _, l := range lay.Loops {
		if len(l.Inv) > 0 && Contains(p.Span, l.Node.Span) && !slices.ContainsFunc(lay.Fragments, func(f *Fragment) bool {
			return f.Start <= l.Node.Span.Start && l.Node.Span.End <= f.End
		}) {
			return true
		}
	}
	return false
}

// Recursion numbers the groups of procedures that may call each other: the
// procedures of one group have one number, one that never leads to itself 0.
func (lay *Layout) Recursion() map[*Procedure]int {
	calls := map[*Procedure][]*Procedure{}
	for _, p := range lay.Procedures {
		for _, name := range lay.shape.Called(p.Body) {
			for _, q := range lay.Procedures {
				if term.Equal(q.Name, name) {
					calls[p] = append(calls[p], q)
				}
			}
		}
	}
	reach := map[*Procedure]map[*Procedure]bool{}
	for _, p := range lay.Procedures {
		seen := map[*Procedure]bool{}
		var visit func(q *Procedure)
		visit = func(q *Procedure) {
			for _, r := range calls[q] {
				if !seen[r] {
					seen[r] = true
					visit(r)
				}
			}
		}
		visit(p)
		reach[p] = seen
	}
	out := map[*Procedure]int{}
	for i, p := range lay.Procedures {
		if !reach[p][p] || out[p] != 0 {
			continue
		}
		for _, q := range lay.Procedures {
			if reach[p][q] && reach[q][p] {
				out[q] = i + 1
			}
		}
	}
	return out
}

// NamesReached are the names in a procedure and in those that it calls.
func (lay *Layout) NamesReached(p *Procedure) []*term.Term {
	var out []*term.Term
	seen := map[*Procedure]bool{}
	var visit func(p *Procedure)
	visit = func(p *Procedure) {
		if seen[p] {
			return
		}
		seen[p] = true
		out = append(out, lay.shape.Variables(p.Body)...)
		for _, name := range lay.shape.Called(p.Body) {
			for _, q := range lay.Procedures {
				if term.Equal(q.Name, name) {
					visit(q)
				}
			}
		}
	}
	visit(p)
	return out
}
