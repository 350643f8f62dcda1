// Package passage has what a path of a program knows of the points that it has passed: in which
// states functions and fragments began, and labels were passed.
package passage

import (
	"rlv/annotate/attach"
	"rlv/annotate/syntax"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Passage is the last beginning of a home on a path, or the last time that a label was passed.
type Passage struct {
	Before *Passage
	At     Landmark
	State  *rewrite.State
}

// Landmark is a home or a label.
type Landmark struct {
	Home  *attach.Home
	Label *syntax.Annotation
}

// And leaves out what another path does not know, or knows of another state.
func (p *Passage) And(o *Passage) *Passage {
	if p == nil || p == o {
		return p
	}
	rest := p.Before.And(o)
	switch {
	case o.Of(p.At) != p.State:
		return rest
	case rest != p.Before:
		return &Passage{rest, p.At, p.State}
	}
	return p
}

// Of is the state in which a home was last begun or a label passed; nil: it was not.
func (p *Passage) Of(at Landmark) *rewrite.State {
	for ; p != nil; p = p.Before {
		if p.At == at {
			return p.State
		}
	}
	return nil
}

// Without leaves out what is known of some: a later passage counts.
func (p *Passage) Without(some func(Landmark) bool) *Passage {
	switch {
	case p == nil:
		return nil
	case some(p.At):
		return p.Before.Without(some)
	}
	if rest := p.Before.Without(some); rest != p.Before {
		return &Passage{rest, p.At, p.State}
	}
	return p
}

// Memory is a state that a loop's invariant speaks of by at(e, L): that of a label, or of the
// point where the loop was come to, by a label of nil.
type Memory struct {
	Label *syntax.Annotation
	State *rewrite.State
}

// Recall is what stands for a variable of the state that is remembered, where a path has come to
// the loop in a state; nil: that is not known.
func (m Memory) Recall(v *term.Variable, passed *Passage, st *rewrite.State) *term.Term {
	now := st
	if m.Label != nil {
		now = passed.Of(Landmark{Label: m.Label})
	}
	if now == nil {
		return nil
	}
	for i, t := range m.State.Slots {
		if part := pattern.PartAt(t, now.Slots[i], v); part != nil {
			return part
		}
	}
	return nil
}
