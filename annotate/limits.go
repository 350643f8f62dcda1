package annotate

import (
	"rlv/annotate/meter"
	"rlv/semantics/pattern"
)

// CodeLimit is the code of diagnostics that say which limit was reached: what they
// are about is undecided, not wrong.
const CodeLimit = meter.CodeLimit

// exploreWork bounds the exploration of one function or fragment, and the loading of the
// declarations, in states. Those of the examples have some hundred; so many take some
// ten seconds.
const exploreWork = 200_000

// way is how paths are followed.
type way struct {
	merged   bool // they become one where they meet
	branches int  // of one walk; 0: no limit
	last     bool // there is none after it: all is followed that can be
	left     bool // they are too many, or come to the head of a loop in states of no one form
}

// fewBranches is how many branches paths are followed apart for, where they need not be.
const fewBranches = 64

// waysOf are those in which a unit is followed, one after the other. Paths stay apart while
// they are few, since what their conditions say is plainest then; where they are not, all is
// begun again, and they become one where they meet: so what they made before they met has one
// form behind that. If that does not come to an end either, the forms that some of the paths
// apart have are as good as any.
func waysOf(merging pattern.Merging) []way {
	all := []way{{branches: fewBranches}, {merged: true}, {}}
	switch merging {
	case pattern.Always:
		return all[1:]
	case pattern.Never:
		return all[2:]
	}
	return all
}

// inside are the ways for a small part of what is followed in a way, of which the paths
// stand in a goal: the condition of a loop.
func (w *way) inside() []way {
	if w.merged {
		return []way{{branches: fewBranches}, {merged: true}}
	}
	return []way{*w}
}
