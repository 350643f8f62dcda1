package term

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// freshCount is the number of fresh variables made so far.
var freshCount atomic.Int64

// freshMark stands between the name that a user knows and the number that
// makes a fresh variable's name its own; no parser lets it into a name.
const freshMark = "!"

// Fresh returns a variable that occurs nowhere else, with a name like base. A
// number of its own makes the name unique, so no table is needed to know it again:
// it is gone with the last term that it occurs in.
func Fresh(base string, sort Sort) *Term {
	if i := strings.Index(base, freshMark); i >= 0 {
		base = base[:i]
	}
	return newVariable(base+freshMark+strconv.FormatInt(freshCount.Add(1), 10), sort).term
}

// IsFresh reports whether Fresh made the variable.
func (v *Variable) IsFresh() bool { return strings.Index(v.Name, freshMark) > 0 }

// Serial is the number of a variable that Fresh made, greater than those of all that it
// made before; 0 for others.
func (v *Variable) Serial() int64 {
	_, number, _ := strings.Cut(v.Name, freshMark)
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// BaseName returns the part of a variable's name that a user knows.
func (v *Variable) BaseName() string {
	name, _, _ := strings.Cut(v.Name, freshMark)
	return name
}
