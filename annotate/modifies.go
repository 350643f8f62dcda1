package annotate

import (
	"slices"

	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// allowed says that a state differs from another only in what a modifies clause lists:
// that the other, with all of that arbitrary, covers it.
func (c *compiler) allowed(m meaning.Modified, from, to *rewrite.State, open map[*term.Variable]bool) bool {
	pattern, open := c.Loosened(m, from, open)
	return c.space.Covers(pattern, to, open)
}

// narrowLoop is what is wrong where a loop changes more than it says.
const narrowLoop = "the loop changes what its modifies does not list: all else must keep its value"

// repeats makes the pattern of the head general enough for a state that comes back to
// it from inside; false if that is not so. What a modifies clause does not list is not
// made arbitrary: then the goals fail there.
func (l *loopGoals) repeats(st *rewrite.State) bool {
	if len(l.info.Modifies) > 0 && !l.c.allowed(l.listed, l.head, st, l.changed) {
		l.c.narrow[l.info] = true
		return false
	}
	return l.widen(st, l.changed)
}

// kept are the variables of the head's pattern that the loop leaves as they are.
func (l *loopGoals) kept() []*term.Variable {
	var out []*term.Variable
	for i, t := range l.head.Slots {
		if i != l.c.K {
			out = append(out, term.Vars(t)...)
		}
	}
	return slices.DeleteFunc(out, func(v *term.Variable) bool { return l.changed[v] })
}
