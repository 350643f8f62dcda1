// Package taken tells which annotations of a file nothing was made of.
package taken

import (
	"rlv/annotate/attach"
	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// Annotations is what was made of the annotations of a file. Each is taken: a goal is made of
// it, or a point of the program at which goals take it, or a declaration. One that is
// left over would look as if it had been verified, so that is an error.
type Annotations struct {
	layout   *attach.Layout
	Consumed map[*syntax.Annotation]bool // of which a goal, a point or a declaration was made
	Reached  map[*syntax.Annotation]bool // assertions that exploration came to
	Executed map[*attach.Home]bool       // those that exploration came through
}

// Of are the annotations of a file, of which none is taken yet.
func Of(layout *attach.Layout) Annotations {
	return Annotations{layout, map[*syntax.Annotation]bool{}, map[*syntax.Annotation]bool{}, map[*attach.Home]bool{}}
}

// Take notes that something was made of annotations.
func (t *Annotations) Take(anns ...*syntax.Annotation) {
	for _, a := range anns {
		t.Consumed[a] = true
	}
}

// LeftOver reports the annotations that nothing has taken. Those of loops that lie in
// what is verified and that nothing comes to are dead code, of which it warns.
func (t *Annotations) LeftOver(anns []*syntax.Annotation) (warnings, problems []*source.Diagnostic) {
	for _, l := range t.layout.Loops {
		for _, a := range l.Annotations() {
			if !t.Consumed[a] && len(l.Inv) > 0 && t.verified(a) {
				t.Take(a)
				warnings = append(warnings, source.Warningf(a.Span, "never-reached", "no run that was followed comes to this loop, so its %s is not checked", a.Key))
			}
		}
	}
	for _, a := range anns {
		if !t.Consumed[a] {
			problems = append(problems, t.problem(a))
		}
	}
	return warnings, problems
}

// Points takes the assertions and assumptions that lie in what is verified or
// executed by what is.
func (t *Annotations) Points() (out []Point) {
	for _, n := range t.layout.Nodes {
		for _, a := range t.layout.Points[n.T.Pos()] {
			if !t.Consumed[a] && (t.Reached[a] || t.verified(a)) {
				t.Consumed[a] = true
				out = append(out, Point{a.Key, a.Span})
			}
		}
	}
	return out
}

// verified reports whether an annotation lies in a function or between a pre and post
// that is verified for itself, or executed where something verified calls it.
func (t *Annotations) verified(a *syntax.Annotation) bool {
	for h := range t.layout.HomesOf(a.Span) {
		own := h.Procedure == nil || h != h.Procedure.Home || t.layout.Verified(h.Procedure)
		if own || t.Executed[h] {
			return true
		}
	}
	return false
}

// Point is an assertion or assumption.
type Point struct {
	Key  syntax.Key // Assert, Assume or Use
	Span source.Span
}

// problem says why nothing was made of an annotation.
func (t *Annotations) problem(a *syntax.Annotation) *source.Diagnostic {
	h := t.layout.HomeOf(a.Span)
	switch {
	case a.Key.IsPoint():
		if h == nil {
			return source.Errorf(a.Span, "misplaced-annotation", "this %s lies in no function and between no pre and post: nothing would check it", a.Key)
		}
		return source.Errorf(a.Span, "not-verified", "nothing that is verified executes this function, which has no contract: nothing would check this %s", a.Key)
	case a.Key == syntax.Inv && h == nil:
		return source.Errorf(a.Span, "misplaced-annotation", "this loop lies in no function and between no pre and post")
	case a.Key == syntax.Decreases && t.layout.LoopFor(a) != nil:
		return source.Errorf(a.Span, "missing-invariant", "a loop with a measure needs an invariant")
	case a.Key == syntax.Modifies && t.layout.LoopFor(a) != nil:
		return source.Errorf(a.Span, "missing-invariant", "a loop with modifies needs an invariant")
	case a.Key == syntax.Modifies || a.Key == syntax.Decreases:
		return source.Errorf(a.Span, "missing-contract", "%s needs a pre or post beside it: this function is not verified for itself", a.Key)
	}
	return source.Errorf(a.Span, "not-verified", "no goal was made of this %s: what it is about is too hard to follow", a.Key)
}
