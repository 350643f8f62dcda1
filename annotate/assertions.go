package annotate

import (
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/proofs"
	"rlv/semantics/rewrite"
)

// assumption is what an annotation takes without proof; nil: it is no assume.
func assumption(a *syntax.Annotation) *proofs.Fact {
	if a.Key != syntax.Assume {
		return nil
	}
	return &proofs.Fact{Kind: proofs.Assume, Text: a.OneLine(), Span: a.Span}
}

// pass notes that the path at hand has come to a state, and reports problems in
// the assertions there. It returns the state with what is assumed; nil: nothing
// satisfies that, so that the prover does not go on either.
func (x *exploration) pass(before int32, st *rewrite.State) *rewrite.State {
	w := x.course.watch.past(before, st)
	x.course.watch = w
	for p := w.passed; p != nil; p = p.Before {
		if p.At.Home != nil {
			x.c.taken.Executed[p.At.Home] = true
		}
	}
	for _, a := range x.c.layout.PointsOn(before, st.Slots[x.c.K].Head().Pos()) {
		if !x.c.taken.Reached[a] {
			x.c.taken.Reached[a] = true
			x.c.clauses([]*syntax.Annotation{a}, w.scopeAt(x.c.Reader, a, st))
		}
		if a.Key == syntax.Assume {
			assumed, _ := w.scopeAt(x.c.Silently(), a, st).Clauses([]*syntax.Annotation{a})
			next, ok := st.With(meaning.Formulas(assumed))
			if !ok {
				return nil
			}
			st = next
		}
	}
	return st
}
