package annotate

import (
	"fmt"
	"time"

	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
)

// CodeLimit is the code of diagnostics that say which limit was reached: what they
// are about is undecided, not wrong.
const CodeLimit = "limit"

// exploreTime bounds the exploration of one function or fragment, and the loading
// of the declarations. Those of the examples take some 20 ms.
const exploreTime = 10 * time.Second

// clock measures the time of one exploration after the other.
type clock struct {
	program  *compile.Program
	deadline time.Time // of the exploration at hand; zero: none is
	stopped  string    // the limit at which it was stopped; "": none
}

// begin starts the time for one exploration.
func (k *clock) begin() { k.deadline, k.stopped = time.Now().Add(exploreTime), "" }

// end leaves what follows without a limit.
func (k *clock) end() { k.deadline = time.Time{} }

// over reports whether an exploration has used up its time.
func (k *clock) over() bool { return !k.deadline.IsZero() && time.Now().After(k.deadline) }

// late is over, and notes where the exploration was stopped.
func (k *clock) late(what string, st *rewrite.State) bool {
	if !k.over() {
		return false
	}
	if k.stopped == "" {
		k.stopped = fmt.Sprintf("%s was stopped after %v%s (limit of exploration); does a call or a loop there never end?", what, exploreTime, k.lineOf(st))
	}
	return true
}

// lineOf names the line of the program text that was last on top.
func (k *clock) lineOf(st *rewrite.State) string {
	at := k.program.Span(st.Pos)
	if at.IsZero() {
		return ""
	}
	line, _ := at.File.Position(at.Start)
	return fmt.Sprintf(" at line %d", line)
}

// explored does one exploration and returns which limit stopped it, if one did: a
// function that does not end or a bug in rlv costs what is explored, not the rest of
// the file.
func (k *clock) explored(do func()) (limit string) {
	k.begin()
	defer func() {
		k.end()
		if r := recover(); r != nil {
			limit = fmt.Sprintf("internal error in the exploration: %v; this is a bug in rlv, please report it with the input that shows it", r)
			if err := rewrite.AsLimit(r); err != nil {
				limit = err.Error()
			}
		}
	}()
	do()
	return k.stopped
}

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
