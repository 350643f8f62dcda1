package rewrite

import (
	"maps"
	"slices"

	"rlv/semantics/term"
)

// Frames are the opaque parts of the maps of a goal's left side that are keyed by the
// fresh counter. All their keys are below the counter of that left side; [Freshness] says
// why. They are for one goroutine at a time.
type Frames struct {
	maps  []*term.Term
	now   *term.Term               // the counter
	known map[*term.Term][]outside // by the formula that it is to be said with
}

// outside says that a key that is not below the counter is not in a frame.
type outside struct{ membership, fact *term.Term }

// Frames returns those of a left side with these slots.
func (c *Freshness) Frames(slots []*term.Term) *Frames {
	f := &Frames{known: map[*term.Term][]outside{}}
	if c.slot < 0 {
		return f
	}
	f.now = slots[c.slot]
	for _, i := range slices.Sorted(maps.Keys(c.keyed)) {
		if slots[i] == nil {
			continue
		}
		for _, o := range slots[i].Opaque() {
			if o.IsVar() {
				f.maps = append(f.maps, o)
			}
		}
	}
	return f
}

// Facts returns, for each membership of a key in a frame that occurs in the formulas, that
// a key not below the counter is not in it.
func (f *Frames) Facts(formulas []*term.Term) []*term.Term {
	if len(f.maps) == 0 {
		return nil
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	for _, c := range formulas {
		for _, o := range f.of(c) {
			if !seen[o.membership] {
				seen[o.membership] = true
				out = append(out, o.fact)
			}
		}
	}
	return out
}

// maxFramed bounds the formulas of which it is remembered what they say of frames.
const maxFramed = 1 << 14

// of returns the facts about the memberships in one formula. The formulas of a path are
// those of its beginning and a few more, so that each is looked at once.
func (f *Frames) of(formula *term.Term) []outside {
	if !formula.HasFunctions() {
		return nil
	}
	out, ok := f.known[formula]
	if ok {
		return out
	}
	term.Walk(formula, func(t *term.Term) bool {
		if t.Is(term.MapInKeys) && t.Arg(0).Sort() == term.SortInt && f.has(t.Arg(1)) {
			out = append(out, outside{t, term.Implies(term.Le(f.now, t.Arg(0)), term.Not(t))})
		}
		return t.HasFunctions()
	})
	if len(f.known) >= maxFramed {
		clear(f.known)
	}
	f.known[formula] = out
	return out
}

func (f *Frames) has(m *term.Term) bool {
	return slices.ContainsFunc(f.maps, func(o *term.Term) bool { return term.Equal(o, m) })
}
