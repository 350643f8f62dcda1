package term

import (
	"strconv"
	"strings"
	"sync/atomic"
)

var freshCount atomic.Int64

// freshMark stands between the name that a user knows and the number that
// makes a fresh variable's name its own; no parser lets it into a name.
const freshMark = "!"

// Fresh returns a variable that occurs nowhere else, with a name like base.
func Fresh(base string, sort Sort) *Term {
	if i := strings.Index(base, freshMark); i >= 0 {
		base = base[:i]
	}
	return Var(base+freshMark+strconv.FormatInt(freshCount.Add(1), 10), sort)
}

// IsFresh says whether Fresh made the variable.
func (v *Variable) IsFresh() bool { return strings.Index(v.Name, freshMark) > 0 }

// BaseName returns the part of a variable's name that a user knows.
func (v *Variable) BaseName() string {
	name, _, _ := strings.Cut(v.Name, freshMark)
	return name
}
