// Package ways says how the paths of one exploration are followed: apart, or as one where they meet.
package ways

import "rlv/semantics/pattern"

// Way is how paths are followed.
type Way struct {
	Merged   bool // they become one where they meet
	Branches int  // of one walk; 0: no limit
	Last     bool // there is none after it: all is followed that can be
	Left     bool // they are too many, or come to the head of a loop in states of no one form
}

// few is how many branches paths are followed apart for, where they need not be.
const few = 64

// Of are those in which a unit is followed, one after the other. Paths stay apart while
// they are few, since what their conditions say is plainest then; where they are not, all is
// begun again, and they become one where they meet: so what they made before they met has one
// form behind that. If that does not come to an end either, the forms that some of the paths
// apart have are as good as any.
func Of(merging pattern.Merging) []Way {
	all := []Way{{Branches: few}, {Merged: true}, {}}
	switch merging {
	case pattern.Always:
		return all[1:]
	case pattern.Never:
		return all[2:]
	}
	return all
}

// Inside are the ways for a small part of what is followed in a way, of which the paths
// stand in a goal: the condition of a loop.
func (w *Way) Inside() []Way {
	if w.Merged {
		return []Way{{Branches: few}, {Merged: true}}
	}
	return []Way{*w}
}
