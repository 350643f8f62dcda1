package prover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rlv/prover/smt"
)

// timed is a solver of which is noted whether the clock kept it from an answer. What
// then fails may hold: a path that goes on since nobody knew in time that it is
// impossible, a condition that nobody proved in time.
type timed struct {
	Solver
	late bool
}

// Check asks the solver.
func (t *timed) Check(ctx context.Context, q smt.Query) smt.Answer {
	a := t.Solver.Check(ctx, q)
	t.late = t.late || a.Late
	return a
}

// judge makes a failure unknown if the clock may have a part in it. The limit is that
// of the goal; 0: none.
func (t *timed) judge(ctx context.Context, f *Failure, limit time.Duration) {
	if !t.late && ctx.Err() == nil {
		return
	}
	f.Status, f.Reason, f.Model, f.Start, f.End = Unknown, ReasonLimit, nil, nil, nil
	if errors.Is(ctx.Err(), context.Canceled) {
		f.Reason, f.Message, f.Asked = ReasonInterrupted, Interrupted, ""
		return
	}
	f.Message = "the solver reached the time limit of a question"
	if ctx.Err() != nil {
		f.Message = overdue(limit)
	}
	f.Message += "; with more time, or on a machine with less to do, the outcome may be another"
}

// Interrupted is said of what was stopped by whoever asked for it.
const Interrupted = "interrupted"

// overdue says that a goal reached its limit of time; 0: its caller's.
func overdue(limit time.Duration) string {
	if limit > 0 {
		return fmt.Sprintf("the time limit of %v for one goal was reached", limit)
	}
	return "the time limit of the goal was reached"
}
