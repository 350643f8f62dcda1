package attach

import (
	"maps"
	"slices"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// ComputesCalls reports whether some call is not of a function of the program by its
// name: it may be of any.
func (lay *Layout) ComputesCalls() bool { return lay.computesCalls() }

func (lay *Layout) findComputedCalls() bool {
	return slices.ContainsFunc(lay.shape.Called(lay.program.Term), func(name *term.Term) bool {
		return len(lay.Named(name)) == 0 && !lay.shape.IsLibrary(name)
	})
}

// Named returns the procedures that a call by a name may be of, in order: those of that
// name, or else those that are written with it.
func (lay *Layout) Named(name *term.Term) []*Procedure {
	var out []*Procedure
	for _, p := range lay.named[name.Text()] {
		if term.Equal(p.Name, name) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = lay.sharing[name.Text()]
	}
	return out
}

// calledBy are the procedures that are called in one.
func (lay *Layout) calledBy(p *Procedure) []*Procedure {
	var out []*Procedure
	for _, name := range lay.shape.Called(p.Body) {
		out = append(out, lay.Named(name)...)
	}
	return out
}

// Callers are the procedures in which each is called.
func (lay *Layout) Callers() map[*Procedure][]*Procedure {
	out := map[*Procedure][]*Procedure{}
	for _, p := range lay.Procedures {
		for _, q := range lay.calledBy(p) {
			out[q] = append(out[q], p)
		}
	}
	return out
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
	for l := range lay.loops.within(p.Span) {
		if len(l.Inv) > 0 && !slices.ContainsFunc(lay.Fragments, func(f *Fragment) bool {
			return f.Start <= l.Node.Span.Start && l.Node.Span.End <= f.End
		}) {
			return true
		}
	}
	return false
}

// Recursion numbers the groups of procedures that may call each other: the
// procedures of one group have one number, one that never leads to itself 0. They are
// the strongly connected components of the graph of calls, by Tarjan's algorithm
// (Depth-first search and linear graph algorithms, 1972).
func (lay *Layout) Recursion() map[*Procedure]int {
	return componentsOf(lay.Procedures, lay.calledBy)
}

func componentsOf(all []*Procedure, calls func(*Procedure) []*Procedure) map[*Procedure]int {
	w := &components{calls: calls, met: map[*Procedure]int{}, low: map[*Procedure]int{}, open: map[*Procedure]bool{}, group: map[*Procedure]int{}}
	for _, p := range all {
		if w.met[p] == 0 {
			w.visit(p)
		}
	}
	return w.group
}

// components is the search for strongly connected components.
type components struct {
	calls func(*Procedure) []*Procedure
	met   map[*Procedure]int // in which order, from 1
	low   map[*Procedure]int // the first that was met of those it leads to that are open
	open  map[*Procedure]bool
	stack []*Procedure // the open ones
	group map[*Procedure]int
}

func (w *components) visit(p *Procedure) {
	w.met[p] = len(w.met) + 1
	w.low[p], w.open[p] = w.met[p], true
	w.stack = append(w.stack, p)
	itself := false
	for _, q := range w.calls(p) {
		if w.met[q] == 0 {
			w.visit(q)
			w.low[p] = min(w.low[p], w.low[q])
		} else if w.open[q] {
			w.low[p] = min(w.low[p], w.met[q])
		}
		itself = itself || q == p
	}
	if w.low[p] != w.met[p] {
		return
	}
	i := slices.Index(w.stack, p)
	for _, q := range w.stack[i:] {
		w.open[q] = false
		if itself || len(w.stack) > i+1 {
			w.group[q] = w.met[p]
		}
	}
	w.stack = w.stack[:i]
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
		for _, q := range lay.calledBy(p) {
			visit(q)
		}
	}
	visit(p)
	return out
}

// Open are the procedures that are not among some that are verified, and do not only run where those call them.
func (lay *Layout) Open(verified map[*Procedure]bool) []*Procedure {
	covered, outside := maps.Clone(verified), map[*Procedure]bool{}
	for _, s := range lay.shape.Flatten(lay.program.Term) {
		if !lay.IsProcedure(s) {
			for _, name := range lay.shape.Called(s) {
				for _, p := range lay.Named(name) {
					outside[p] = true
				}
			}
		}
	}
	callersOf := lay.Callers()
	isOpen := func(p *Procedure) bool {
		callers := slices.DeleteFunc(callersOf[p], func(q *Procedure) bool { return q == p })
		return len(callers) == 0 || outside[p] || slices.ContainsFunc(callers, func(q *Procedure) bool { return !covered[q] })
	}
	for more := true; more; {
		more = false
		for _, p := range lay.Procedures {
			if !covered[p] && !isOpen(p) {
				covered[p], more = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(lay.Procedures), func(p *Procedure) bool { return covered[p] })
}

// Again says why one run of the home may begin while another one goes on, so that
// it cannot be told by what has been passed which one a state belongs to; "" if it
// cannot. Calls of a procedure with a contract are not followed where it calls
// itself.
func (lay *Layout) Again(h *Home, recursive bool) string {
	switch {
	case h.Procedure == nil:
	case recursive && !h.Procedure.HasContract():
		return "the function calls itself and has no contract, so it is not known to which call old belongs"
	case lay.ComputesCalls():
		return "it is not known what is called, so neither to which call old belongs"
	}
	return ""
}
