// Package meter bounds the exploration of programs, in work that is the same on every
// machine.
package meter

import (
	"fmt"

	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// askedWork is what a question to a solver counts for, in states.
const askedWork = 10

// Meter counts the work of one exploration after the other, in states.
type Meter struct {
	// Stopped is the limit at which the exploration at hand was stopped; "": none.
	Stopped string
	program *compile.Program
	limit   int  // of an exploration
	work    int  // of the one at hand
	open    int  // questions, in all
	running bool // there is one at hand
}

// CodeLimit is the code of diagnostics that say which limit was reached.
const CodeLimit = "limit"

// New is a meter that lets each exploration of a program do the work of so many states.
func New(program *compile.Program, limit int) *Meter {
	return &Meter{program: program, limit: limit}
}

// Oracle is an oracle whose answers count as work.
func (k *Meter) Oracle(o rewrite.Oracle) rewrite.Oracle { return metered{o, k} }

// Begin starts the count for one exploration.
func (k *Meter) Begin() { k.work, k.running, k.Stopped = 0, true, "" }

// End leaves what follows without a limit.
func (k *Meter) End() { k.running = false }

// Over reports whether an exploration has done all the work that it may.
func (k *Meter) Over() bool { return k.running && k.work > k.limit }

// Open is how many questions had no answer although they were put to another process too: those
// take the longest.
func (k *Meter) Open() int { return k.open }

// metered is an oracle whose answers count as work.
type metered struct {
	rewrite.Oracle
	meter *Meter
}

// Prune implements rewrite.Oracle.
func (m metered) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	before := m.elsewhere()
	return m.count(before, m.Oracle.Prune(pc, extra...))
}

// Decide implements rewrite.Oracle.
func (m metered) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	before := m.elsewhere()
	return m.count(before, m.Oracle.Decide(pc, extra...))
}

// count counts a question with its answer, before which so many had been put to other processes.
func (m metered) count(before int, v rewrite.Verdict) rewrite.Verdict {
	m.meter.work += askedWork
	if v == rewrite.Unknown && m.elsewhere() > before {
		m.meter.open++
	}
	return v
}

// elsewhere is how many questions the oracle has put to other processes, if it knows.
func (m metered) elsewhere() int {
	if o, ok := m.Oracle.(interface{ Elsewhere() int }); ok {
		return o.Elsewhere()
	}
	return 0
}

// Spent counts a state, and reports whether the exploration is over; then it notes where
// it was stopped.
func (k *Meter) Spent(what string, st *rewrite.State) bool {
	if k.work++; !k.Over() {
		return false
	}
	if k.Stopped == "" {
		k.Stopped = fmt.Sprintf("%s was stopped after the work of %d states%s (limit of exploration); does a call or a loop there never end?", what, k.limit, k.lineOf(st))
	}
	return true
}

// lineOf names the line of the program text that was last on top.
func (k *Meter) lineOf(st *rewrite.State) string {
	at := k.program.Span(st.Pos)
	if at.IsZero() {
		return ""
	}
	line, _ := at.File.Position(at.Start)
	return fmt.Sprintf(" at line %d", line)
}

// Explored does one exploration and returns which limit stopped it, if one did: a
// function that does not end or a bug in rlv costs what is explored, not the rest of
// the file.
func (k *Meter) Explored(do func()) (limit string) {
	k.Begin()
	defer func() {
		k.End()
		if r := recover(); r != nil {
			limit = fmt.Sprintf("internal error in the exploration: %v; this is a bug in rlv, please report it with the input that shows it", r)
			if err := rewrite.AsLimit(r); err != nil {
				limit = err.Error()
			}
		}
	}()
	do()
	return k.Stopped
}
