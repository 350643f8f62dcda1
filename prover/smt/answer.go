package smt

import (
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
	"rlv/prover/smt/internal/z3"
	"rlv/semantics/term"
)

// Result is the verdict on a conjunction of formulas.
type Result = fol.Result

// The verdicts. Unknown is the zero value: nothing is concluded from it.
const (
	Unknown = fol.Unknown
	Sat     = fol.Sat
	Unsat   = fol.Unsat
)

// Answer is what is known about a question.
type Answer struct {
	Result Result
	// Reason says in plain words why the result is Unknown, or what stayed open
	// in an approximate Sat.
	Reason string
	By     Decider
	// Model gives values to the free variables of sorts Int, Bool and Array of
	// the question; nil unless the result is Sat. It may lack variables.
	Model map[*term.Variable]*term.Term
	// Approximate says that a Sat may be spurious, as something was abstracted.
	Approximate bool
	// Lemmas are the trusted lemmas, by their places in Options.Lemmas in ascending
	// order, that an Unsat may rest on: what was not put to the engine that found
	// it is not among them. Prelude says the same of the prelude.
	Lemmas  []int
	Prelude bool
	// Instances is the number of instances of quantified formulas that were made.
	Instances int
	// Cached says that the answer is that to an earlier, equal question.
	Cached bool
	Time   time.Duration
}

// Query is a question: is the conjunction of the assertions satisfiable? Free
// variables are constants to be found.
type Query struct {
	Assertions []*term.Term
	Effort     Effort
}

// Effort is how much is tried before the answer is Unknown.
type Effort int

const (
	// Thorough tries all there is, and looks for a model.
	Thorough Effort = iota
	// Quick only instantiates quantifiers, and gives no model. It is for whether a
	// path condition can be met: Unsat means that it cannot.
	Quick
)

// Decider is who answered a question: [Syntax], or a backend with its version.
type Decider string

// Syntax is the decider of what needs no backend.
const Syntax Decider = "syntax"

// Options configure a Solver.
type Options struct {
	// Engine names the backends that are asked; "" is auto.
	//
	//	auto        the simplex method in this process, then as z3
	//	both        as auto, but z3 has to agree with the simplex method
	//	z3          go-z3 in a child process, a z3 process for quantifiers
	//	z3-process  z3 processes only
	//	cvc5        cvc5 processes only
	//	none        no solver: only what syntax decides
	//
	// Where this binary has no go-z3, auto and both use z3-process.
	Engine string
	// Timeout bounds one question; 0 is DefaultTimeout.
	Timeout time.Duration
	// Prelude is SMT-LIB text that is trusted and holds in every question;
	// PreludeName is its file name for messages.
	Prelude, PreludeName string
	// Definitions are equations of functions, possibly quantified. They are tried
	// before the lemmas, which may be many.
	Definitions []*term.Term
	// Lemmas are trusted facts, possibly quantified.
	Lemmas []*term.Term
	// MemoryMB bounds the memory of a solver process; 0 is DefaultMemoryMB.
	MemoryMB int
	// MaxInstances bounds the instances of one question; 0 is
	// DefaultMaxInstances.
	MaxInstances int
	// Cache is shared with other solvers, which must have equal Prelude, Lemmas
	// and Engine; nil gives the solver one of its own.
	Cache *Cache
	// Disagree is told when two engines decide one question differently, which is
	// a defect of one of them (with both only). May be called by several solvers
	// at once.
	Disagree func(message string)
	// Faults are what is known of solver commands that misbehave, shared with other
	// solvers; nil gives the solver its own.
	Faults *Faults
	// Worker replaces the command line of the child process, this executable;
	// Command that of z3 or cvc5. For tests and for odd installations.
	Worker, Command []string
}

// RunIfWorker serves questions and exits if this process is a worker of a solver, a
// child process that holds go-z3; otherwise it does nothing. A program that uses this
// package calls it first in main and in TestMain.
func RunIfWorker() { z3.RunIfWorker() }

// Faults remembers which solver commands answer with nonsense or not at all.
type Faults = smtlib.Faults

// The defaults of Options.
const (
	DefaultTimeout      = 3 * time.Second
	DefaultMemoryMB     = 2048
	DefaultMaxInstances = 600
)

// Counters count the work of a solver.
type Counters struct {
	Queries   int // questions asked
	Trivial   int // decided by syntax
	CacheHits int
	Simplex   int // put to the simplex method in this process
	Ground    int // put to the ground backend
	Full      int // put to an engine with quantifiers
	Instances int // instances of quantified formulas
	Restarts  int // solver processes lost
	Unknown   int // questions that stayed open
}

// Add adds other to c.
func (c *Counters) Add(other Counters) {
	c.Queries += other.Queries
	c.Trivial += other.Trivial
	c.CacheHits += other.CacheHits
	c.Simplex += other.Simplex
	c.Ground += other.Ground
	c.Full += other.Full
	c.Instances += other.Instances
	c.Restarts += other.Restarts
	c.Unknown += other.Unknown
}
