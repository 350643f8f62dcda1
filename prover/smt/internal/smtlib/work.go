package smtlib

import "time"

// Work bounds what a solver does for one question, in what other programs on the
// machine have no part in. Steps are counted by the solver, and are the same in every
// run. It does not count all that it does, the search for roots of polynomials for one:
// there the processor's time is the bound.
//
// 0 is no bound.
type Work struct {
	Steps uint32 // rlimit
	CPU   time.Duration
}

// maxSteps is the most that solvers take for a limit; 0 would be none.
const maxSteps = 1<<32 - 1

// Times returns a multiple of a bound.
func (w Work) Times(n float64) Work {
	steps := max(1, min(n*float64(w.Steps), maxSteps))
	return Work{Steps: uint32(steps), CPU: time.Duration(n * float64(w.CPU))}
}

// ExitSpent is the exit status of a process that found its processor time used up.
const ExitSpent = 152
