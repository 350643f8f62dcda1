package annotate

import (
	"slices"

	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// narrowLoop is what is wrong where a loop changes more than it says.
const narrowLoop = "the loop changes what its modifies does not list: all else must keep its value"

// repeats makes the pattern of the head general enough for a state that comes back to
// it from inside; false if that is not so. What a modifies clause does not list is not
// made arbitrary: then the goals fail there.
func (l *loopGoals) repeats(st *rewrite.State) bool {
	if len(l.info.Modifies) > 0 && !l.allowed(st) {
		l.c.narrow[l.info] = true
		return false
	}
	return l.widen(st, l.changed)
}

// allowed reports whether a state differs from the head only in what the modifies clause
// lists: the head, with all of that arbitrary, covers it.
func (l *loopGoals) allowed(st *rewrite.State) bool {
	loose, open := l.c.Loosened(l.listed, l.head, l.changed)
	return l.c.space.Covers(loose, st, open)
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
