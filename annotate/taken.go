package annotate

import (
	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// Each annotation is taken: a goal is made of it, or a point of the program at
// which goals take it, or a declaration. One that is left over would look as if
// it had been verified, so that is an error.

// leftOver takes the assertions and assumptions within what is verified, and
// reports the annotations that nothing has taken. Those of loops that lie in what
// is verified and that nothing comes to are dead code, of which it warns.
func (c *compiler) leftOver(anns []*syntax.Annotation) {
	c.takePoints()
	if len(c.problems) > 0 {
		return // where compilation has stopped more are left over
	}
	for _, l := range c.layout.Loops {
		for _, a := range l.Annotations() {
			if !c.consumed[a] && len(l.Inv) > 0 && c.verified(a) {
				c.consumed[a] = true
				c.warnings = append(c.warnings, source.Warningf(a.Span, "never-reached", "no run that is verified comes to this loop, so its %s is not checked", a.Key))
			}
		}
	}
	for _, a := range anns {
		if !c.consumed[a] {
			c.problem(c.leftOverProblem(a))
		}
	}
}

// takePoints takes the assertions and assumptions that lie in what is verified or
// executed by what is.
func (c *compiler) takePoints() {
	for _, n := range c.layout.Nodes {
		for _, a := range c.layout.Points[n.T.Pos()] {
			if !c.consumed[a] && (c.reached[a] || c.verified(a)) {
				c.consumed[a] = true
				c.result.Points = append(c.result.Points, Point{a.Key, a.Span})
			}
		}
	}
}

// verified says that an annotation lies in a function or between a pre and post
// that is verified for itself, or executed where something verified calls it.
func (c *compiler) verified(a *syntax.Annotation) bool {
	for _, h := range c.layout.Homes {
		if h.Span.Start > a.Span.Start || a.Span.End > h.Span.End {
			continue
		}
		own := h.Procedure == nil || h != h.Procedure.Home || c.layout.Verified(h.Procedure)
		if own || c.executed[h] {
			return true
		}
	}
	return false
}

// leftOverProblem says why nothing was made of an annotation.
func (c *compiler) leftOverProblem(a *syntax.Annotation) *source.Diagnostic {
	h := c.layout.HomeOf(a.Span)
	switch {
	case a.Key == syntax.Assert || a.Key == syntax.Assume:
		if h == nil {
			return source.Errorf(a.Span, "misplaced-annotation", "this %s lies in no function and between no pre and post: nothing would check it", a.Key)
		}
		return source.Errorf(a.Span, "not-verified", "nothing that is verified executes this function, which has no contract: nothing would check this %s", a.Key)
	case a.Key == syntax.Inv && h == nil:
		return source.Errorf(a.Span, "misplaced-annotation", "this loop lies in no function and between no pre and post")
	case a.Key == syntax.Decreases && c.layout.LoopFor(a) != nil:
		return source.Errorf(a.Span, "missing-invariant", "a loop with a measure needs an invariant")
	case a.Key == syntax.Modifies && c.layout.LoopFor(a) != nil:
		return source.Errorf(a.Span, "missing-invariant", "a loop with modifies needs an invariant")
	case a.Key == syntax.Modifies || a.Key == syntax.Decreases:
		return source.Errorf(a.Span, "missing-contract", "%s needs a pre or post beside it: this function is not verified for itself", a.Key)
	}
	return source.Errorf(a.Span, "not-verified", "no goal was made of this %s: what it is about is too hard to follow", a.Key)
}
