package fol

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

// Query is a question for a backend: closed Boolean nodes, in an order that
// shares a long prefix with that of the question before.
type Query struct {
	Assertions []*Node
	Timeout    time.Duration // of the clock, a last resort; at least MinTimeout
	Want       []*Node       // whose values are wanted if satisfiable
	Brief      bool          // of several ways to look for an answer only the first is taken
}

// MinTimeout is the least time that a backend is given.
const MinTimeout = 10 * time.Millisecond

// MaxDepth bounds the nesting of nodes that solvers are given: Z3 dies of
// terms nested some ten times deeper.
const MaxDepth = 8000

// TooDeep is the reason for refusing a question that is nested too deep.
const TooDeep = "the formula is nested too deep for the solver"

// Deep reports whether a question is nested deeper than maxDepth.
func (q Query) Deep() bool {
	return slices.ContainsFunc(q.Assertions, func(a *Node) bool { return a.depth > MaxDepth })
}

// Reply is a backend's answer.
type Reply struct {
	Result Result
	Reason string   // why the result is Unknown
	Values []string // SMT-LIB text of the values wanted, or nothing
	Lost   bool     // the answer was lost with its process: another try may fare better
	Late   bool     // the clock's time limit was reached: on a machine with less to do the answer may be another
	// Restarts is the number of processes that were lost on the way.
	Restarts int
	// Broken says that the backend cannot be had here: it will answer nothing.
	Broken bool
}

// GiveUp is the reply of a backend that gives up.
func GiveUp(reason string) Reply { return Reply{Reason: reason} }

// Backend answers questions: a method in this process, or a solver in another one.
// It is for one goroutine at a time.
type Backend interface {
	// Check decides the conjunction of the question's assertions.
	Check(ctx context.Context, q Query) Reply
	// Name names the solver, with its version as far as that is known.
	Name() string
	// Reset drops all that the solver was told, and ends its process if it has one.
	// The next question starts another, and is answered as by a new backend. The nodes
	// of questions may be another builder's from then on.
	Reset()
	// Quantifiers reports whether questions may have quantifiers.
	Quantifiers() bool
}
