package annotate

import (
	"rlv/semantics/source"
)

// Each annotation is taken: a goal is made of it, or a point of the program at
// which goals take it, or a declaration. One that is left over would look as if
// it had been verified, so that is an error.

// leftOver takes the assertions and assumptions within what is verified, and
// reports the annotations that nothing has taken. Those of loops that lie in what
// is verified and that nothing comes to are dead code, of which it warns.
func (c *compiler) leftOver(anns []*annotation) {
	c.takePoints()
	if len(c.problems) > 0 {
		return // where compilation has stopped more are left over
	}
	for _, l := range c.layout.loops {
		for _, a := range l.annotations() {
			if !c.consumed[a] && len(l.inv) > 0 && c.verified(a) {
				c.consumed[a] = true
				c.warnings = append(c.warnings, source.Warningf(a.span, "never-reached", "no run that is verified comes to this loop, so its %s is not checked", a.key))
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
	for _, n := range c.layout.nodes {
		for _, a := range c.layout.points[n.t.Pos()] {
			if !c.consumed[a] && (c.reached[a] || c.verified(a)) {
				c.consumed[a] = true
				c.result.Points = append(c.result.Points, Point{a.key, a.span})
			}
		}
	}
}

// verified says that an annotation lies in a function or between a pre and post
// that is verified for itself, or executed where something verified calls it.
func (c *compiler) verified(a *annotation) bool {
	for _, h := range c.layout.homes {
		if h.span.Start > a.span.Start || a.span.End > h.span.End {
			continue
		}
		own := h.procedure == nil || h != h.procedure.home || c.annotated(h.procedure)
		if own || c.executed[h] {
			return true
		}
	}
	return false
}

// leftOverProblem says why nothing was made of an annotation.
func (c *compiler) leftOverProblem(a *annotation) *source.Diagnostic {
	h := c.homeOf(a.span)
	switch {
	case a.key == "assert" || a.key == "assume":
		if h == nil {
			return source.Errorf(a.span, "misplaced-annotation", "this %s lies in no function and between no pre and post: nothing would check it", a.key)
		}
		return source.Errorf(a.span, "not-verified", "nothing that is verified executes this function, which has no contract: nothing would check this %s", a.key)
	case a.key == "inv" && h == nil:
		return source.Errorf(a.span, "misplaced-annotation", "this loop lies in no function and between no pre and post")
	case a.key == "decreases" && c.loopFor(a) != nil:
		return source.Errorf(a.span, "missing-invariant", "a loop with a measure needs an invariant")
	case a.key == "modifies" && c.loopFor(a) != nil:
		return source.Errorf(a.span, "missing-invariant", "a loop with modifies needs an invariant")
	case a.key == "modifies" || a.key == "decreases":
		return source.Errorf(a.span, "missing-contract", "%s needs a pre or post beside it: this function is not verified for itself", a.key)
	}
	return source.Errorf(a.span, "not-verified", "no goal was made of this %s: what it is about is too hard to follow", a.key)
}
