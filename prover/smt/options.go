package smt

import (
	"time"

	"rlv/prover/smt/internal/smtlib"
	"rlv/prover/smt/internal/z3"
	"rlv/semantics/term"
)

// Options configure a Solver.
type Options struct {
	// Engine names the backends that are asked; "" is auto.
	//
	//	auto        the simplex method in this process, then as z3; cvc5, if it is
	//	            installed, for what these leave open
	//	both        as auto, but z3 has to agree with the simplex method, and no cvc5
	//	z3          go-z3 in a child process, a z3 process for quantifiers
	//	z3-process  z3 processes only
	//	cvc5        cvc5 processes only
	//	none        no solver: only what syntax decides
	//
	// Where this binary has no go-z3, auto and both use z3-process.
	Engine string
	// Effort scales all that is counted and bounds the effort for one question: steps
	// of solvers, instances of quantified facts. 2 is twice as much as usual; 0 is 1.
	Effort float64
	// Timeout bounds one question by the clock, as a last resort; 0 is DefaultTimeout.
	Timeout time.Duration
	// Prelude is SMT-LIB text that is trusted and holds in every question;
	// PreludeName is its file name for messages.
	Prelude, PreludeName string
	// Definitions are equations of functions, possibly quantified. They are tried
	// before the lemmas, which may be many.
	Definitions []*term.Term
	// Lemmas are trusted facts, possibly quantified.
	Lemmas []*term.Term
	// Expressible leaves out the facts that certificates have no form for: those about bits.
	Expressible bool
	// Near keeps the values by which a question is found satisfiable small, for people to
	// read; larger ones, which need to be changed less often, cost less on long paths.
	Near bool
	// MemoryMB bounds the memory of a solver process; 0 is DefaultMemoryMB.
	MemoryMB int
	// MaxInstances bounds the instances of one question, before Effort scales it; 0 is
	// DefaultMaxInstances.
	MaxInstances int
	// Disagree is told when two backends decide one question differently, which is
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

// The defaults of Options.
const (
	DefaultTimeout      = time.Minute
	DefaultMemoryMB     = 2048
	DefaultMaxInstances = 600
)

// RunIfWorker serves questions and exits if this process is a worker of a solver, a
// child process that holds go-z3; otherwise it does nothing. A program that uses this
// package calls it first in main and in TestMain.
func RunIfWorker() { z3.RunIfWorker() }

// Faults remembers which solver commands answer with nonsense or not at all.
type Faults = smtlib.Faults
