package main

import (
	"fmt"
	"time"

	"rlv/semantics/rewrite"
)

// The time for what comes before the proofs: files that people write take less than
// a second of each.
const (
	loadTime    = time.Minute      // reading and compiling a definition
	parseTime   = 30 * time.Second // parsing a program
	compileTime = time.Minute      // making goals of annotations, with their explorations
)

// within does a phase of the work and waits for it so long. A phase that is not done
// by then is left to itself: the command says which it was, and ends or goes on with
// other files. A panic in the phase is an error.
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
				o.err = fmt.Errorf("%s: %w", phase, recovered(p))
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
