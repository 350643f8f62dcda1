// Package passage has what a path of a program knows of the points that it has passed: in which
// states functions and fragments began, and labels were passed.
package passage

import (
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Passage is the last beginning of a home on a path, or the last time that a label was passed.
type Passage struct {
	Before *Passage
	At     Landmark
	State  *rewrite.State
}

// Landmark is a home, a label, or the body of a loop, which begins with each iteration, or where
// that loop is come to.
type Landmark struct {
	Home  *attach.Home
	Label *syntax.Annotation
	Loop  *attach.Loop
	Entry bool
}

// Named is the landmark that a name of a point means at a place; false: there is none.
func Named(lay *attach.Layout, name string, at source.Span) (Landmark, bool) {
	if name == attach.LoopCurrent || name == attach.LoopEntry {
		l := lay.LoopAround(at)
		return Landmark{Loop: l, Entry: name == attach.LoopEntry}, l != nil
	}
	a := lay.Label(name, at)
	return Landmark{Label: a}, a != nil
}

// IsIn reports whether it is a home, or a point in it.
func (l Landmark) IsIn(lay *attach.Layout, h *attach.Home) bool {
	switch {
	case l.Home != nil:
		return l.Home == h
	case l.Label != nil:
		return lay.HomeOf(l.Label.Span) == h
	}
	return lay.HomeOf(l.Loop.Node.Span) == h
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

// Outside leaves out a home: what began there is known of it anyway.
func (p *Passage) Outside(h *attach.Home) *Passage {
	return p.Without(func(l Landmark) bool { return l.Home != nil && l.Home == h })
}

// Join is what this and another path have passed, each point in a state that stands for those of
// both: with variables for what differs, of which nothing is known. Some variables are the same on
// all paths.
func (p *Passage) Join(o *Passage, space pattern.Space, isFixed func(*term.Variable) bool) *Passage {
	if p == nil {
		return nil
	}
	rest, then := p.Before.Join(o, space, isFixed), o.Of(p.At)
	if then == nil {
		return rest
	}
	both := Joined(p.State, then, space, isFixed)
	switch {
	case both == nil:
		return rest
	case both == p.State && rest == p.Before:
		return p
	}
	return &Passage{rest, p.At, both}
}

// Joined is a state that stands for two, the first one if that does; nil: there is none.
func Joined(a, b *rewrite.State, space pattern.Space, isFixed func(*term.Variable) bool) *rewrite.State {
	if a == b || a == nil {
		return a
	}
	one, other := *a, *b // of what is left to do nothing is read
	one.Slots, other.Slots = slices.Clone(a.Slots), slices.Clone(b.Slots)
	one.Slots[space.K], other.Slots[space.K] = term.DotK, term.DotK
	open := map[*term.Variable]bool{}
	for _, v := range term.Vars(one.Slots...) {
		open[v] = !isFixed(v)
	}
	// What is known stays where it is known of both, of what the variables stand for in the other.
	known := func(sub term.Substitution) []*term.Term {
		return slices.DeleteFunc(slices.Clone(a.PC), func(f *term.Term) bool {
			there := sub.Apply(f)
			return there != term.True && !rewrite.Holds(b.PC, there)
		})
	}
	if sub := space.Instance(&one, &other, open); sub != nil {
		if one.PC = known(sub); len(one.PC) == len(a.PC) {
			return a
		}
		return &one
	}
	one.PC = known(nil)
	slots, _, mixed, ok := space.Joined(&one, &other)
	if !ok || len(mixed) > 0 {
		return nil
	}
	one.Slots = slots
	return &one
}

// Memory is a state that a loop's invariant speaks of by at(e, L): that of a point that was
// passed, or of the point where the loop was come to, if At is none.
type Memory struct {
	At    Landmark
	State *rewrite.State
}

// Recall is what stands for a variable of the state that is remembered, where a path has come to
// the loop in a state; nil: that is not known. The values are those of a run, whose states have them where
// the remembered one has variables; nil: it is none.
func (m Memory) Recall(v *term.Variable, passed *Passage, st *rewrite.State, values term.Substitution) *term.Term {
	now := st
	if m.At != (Landmark{}) {
		now = passed.Of(m.At)
	}
	if now == nil {
		return nil
	}
	for i, t := range m.State.Slots {
		if part := pattern.PartAt(values.Apply(t), now.Slots[i], v); part != nil {
			return part
		}
	}
	return nil
}

// Kept is a state before a loop in which what the loop leaves alone, kept, is what it is at its head; computation is the slot of that.
// What is rigid is the same anyway.
func Kept(before, head *rewrite.State, computation int, kept []*term.Variable, rigid map[*term.Variable]bool) *rewrite.State {
	same := term.Substitution{}
	for _, v := range kept {
		for i, t := range head.Slots {
			if i == computation {
				continue
			}
			if then := pattern.PartAt(t, before.Slots[i], v); then != nil && then.IsVar() && !rigid[then.Variable()] {
				same[then.Variable()] = v.Term()
			}
		}
	}
	return meaning.Substituted(same, before)
}
