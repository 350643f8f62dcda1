package verify

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"rlv/annotate"
	"rlv/prover"
	"rlv/report"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
)

// The time for what comes before the proofs: files that people write take less than
// a second of each.
const (
	loadTime    = time.Minute      // reading and compiling a definition
	parseTime   = 30 * time.Second // parsing a program
	compileTime = time.Minute      // making goals of annotations, with their explorations
)

// within does a phase of the work and waits for it so long. A phase that is not done
// by then is left to itself: the error names it, and whoever asked ends or goes on
// with other files. A panic in the phase is an error.
func within[T any](limit time.Duration, phase string, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if p := recover(); p != nil {
				o.err = fmt.Errorf("%s: %w", phase, Recovered(p))
			}
			done <- o
		}()
		o.value, o.err = do()
	}()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case o := <-done:
		return o.value, o.err
	case <-late.C:
		var none T
		return none, &rewrite.LimitError{Message: fmt.Sprintf("%s was stopped after %v (limit of this phase)", phase, limit)}
	}
}

// BugError is a panic: a bug in rlv, which costs what was at hand.
type BugError struct {
	Text  string
	Stack []byte // of the goroutine that panicked
}

func (e *BugError) Error() string {
	return "internal error: " + e.Text + "; this is a bug in rlv, please report it with the input that shows it"
}

// Code is the code of a diagnostic that tells of it.
func (e *BugError) Code() string { return "internal" }

// Recovered turns what was recovered from a panic into an error: a
// [rewrite.LimitError] or a [BugError].
func Recovered(r any) error {
	if err := rewrite.AsLimit(r); err != nil {
		return err
	}
	return &BugError{fmt.Sprint(r), debug.Stack()}
}

// ErrInterrupted is that a file was left alone since the run was interrupted.
var ErrInterrupted error = &source.Coded{Name: "interrupted", Err: errors.New(prover.Interrupted)}

// StatusOf returns the outcome that an error of this package means: the input is
// wrong, unless a limit was reached or rlv itself is.
func StatusOf(err error) report.Status {
	var limit *rewrite.LimitError
	var bug *BugError
	var one *source.Diagnostic
	switch {
	case errors.Is(err, ErrInterrupted), errors.As(err, &limit), errors.As(err, &bug), errors.As(err, &one) && one.Code == annotate.CodeLimit:
		return report.Undecided
	}
	return report.WrongInput
}

// stepsPerMark is how many steps a branch may take for each piece of a program before
// it is taken for one without end: a statement has several pieces, and takes two or
// three steps for each.
const stepsPerMark = 20

// depthOf is the number of steps that a branch may take: what was asked for or, where
// that is 0, what is enough for a program that runs straight through.
func depthOf(asked int, p *compile.Program) int {
	if asked > 0 || p == nil {
		return asked
	}
	return max(DefaultDepth, stepsPerMark*p.Marks())
}

// The bounds of an effort.
const (
	leastEffort = 0.01
	mostEffort  = 1000
)

// CheckEffort refuses a multiple of the usual effort that makes no sense.
func CheckEffort(n float64) error {
	if n >= leastEffort && n <= mostEffort {
		return nil
	}
	return fmt.Errorf("--effort is a number from %v to %v, not %v", leastEffort, mostEffort, n)
}
