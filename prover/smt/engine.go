package smt

import (
	"context"
	"slices"
	"time"
)

// Result is the verdict on a conjunction of formulas.
type Result int

// The verdicts. Unknown is the zero value: nothing is concluded from it.
const (
	Unknown Result = iota
	Sat
	Unsat
)

func (r Result) String() string { return [...]string{"unknown", "sat", "unsat"}[r] }

// query is a question for a backend: closed Boolean nodes, in an order that
// shares a long prefix with that of the question before.
type query struct {
	assertions []*node
	timeout    time.Duration
	want       []*node // whose values are wanted if satisfiable
}

// maxDepth bounds the nesting of nodes that solvers are given: Z3 dies of
// terms nested some ten times deeper.
const maxDepth = 8000

// tooDeep is the reason for refusing a question that is nested too deep.
const tooDeep = "the formula is nested too deep for the solver"

// deep reports whether a question is nested deeper than maxDepth.
func (q query) deep() bool {
	return slices.ContainsFunc(q.assertions, func(a *node) bool { return a.depth > maxDepth })
}

// reply is a backend's answer.
type reply struct {
	result Result
	reason string   // why the result is Unknown
	values []string // SMT-LIB text of the values wanted, or nothing
	lost   bool     // the answer was lost with its process: another try may fare better
	// restarts is the number of processes that were lost on the way.
	restarts int
	// broken says that the backend cannot be had here: it will answer nothing.
	broken bool
}

// unknown is the reply of a backend that gives up.
func unknown(reason string) reply { return reply{reason: reason} }

// backend answers questions: a method in this process, or a solver in another one.
// It is for one goroutine at a time.
type backend interface {
	// check decides the conjunction of the question's assertions.
	check(ctx context.Context, q query) reply
	// name names the solver, with its version as far as that is known.
	name() string
	// reset drops all that the solver was told, and ends its process if it has one.
	// The next question starts another.
	reset()
	// retranslated says that the nodes of questions are another builder's from now
	// on. What nodes are known by may be used again.
	retranslated()
	// quantifiers reports whether questions may have quantifiers.
	quantifiers() bool
}
