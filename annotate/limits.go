package annotate

import (
	"fmt"

	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// CodeLimit is the code of diagnostics that say which limit was reached: what they
// are about is undecided, not wrong.
const CodeLimit = "limit"

// exploreWork bounds the exploration of one function or fragment, and the loading of the
// declarations, in states. Those of the examples have some hundred; so many take some
// ten seconds.
const exploreWork = 200_000

// askedWork is what a question to a solver counts for, in states.
const askedWork = 10

// meter counts the work of one exploration after the other, which is the same on every
// machine.
type meter struct {
	program *compile.Program
	limit   int    // of an exploration
	work    int    // of the one at hand
	running bool   // there is one at hand
	stopped string // the limit at which it was stopped; "": none
}

// begin starts the count for one exploration.
func (k *meter) begin() { k.work, k.running, k.stopped = 0, true, "" }

// end leaves what follows without a limit.
func (k *meter) end() { k.running = false }

// over reports whether an exploration has done all the work that it may.
func (k *meter) over() bool { return k.running && k.work > k.limit }

// metered is an oracle whose answers count as work.
type metered struct {
	rewrite.Oracle
	meter *meter
}

// Prune implements rewrite.Oracle.
func (m metered) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	m.meter.work += askedWork
	return m.Oracle.Prune(pc, extra...)
}

// Decide implements rewrite.Oracle.
func (m metered) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	m.meter.work += askedWork
	return m.Oracle.Decide(pc, extra...)
}

// spent counts a state, and reports whether the exploration is over; then it notes where
// it was stopped.
func (k *meter) spent(what string, st *rewrite.State) bool {
	if k.work++; !k.over() {
		return false
	}
	if k.stopped == "" {
		k.stopped = fmt.Sprintf("%s was stopped after the work of %d states%s (limit of exploration); does a call or a loop there never end?", what, k.limit, k.lineOf(st))
	}
	return true
}

// lineOf names the line of the program text that was last on top.
func (k *meter) lineOf(st *rewrite.State) string {
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
func (k *meter) explored(do func()) (limit string) {
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
