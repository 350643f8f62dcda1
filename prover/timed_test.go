package prover

import (
	"context"
	"strings"
	"testing"
	"time"

	"rlv/prover/smt"
)

// slowOnce is a solver that the clock keeps from its first answers to what a rule or a
// condition asks.
type slowOnce struct {
	Solver
	late int
}

func (s *slowOnce) Check(ctx context.Context, q smt.Query) smt.Answer {
	if s.late > 0 {
		s.late--
		return smt.Answer{Late: true, Reason: "the solver ran out of time"}
	}
	return s.Solver.Check(ctx, q)
}

// What fails where the clock has a part in it is unknown, and says so: no possible
// counterexample comes of a busy machine.
func TestLateIsUnknown(t *testing.T) {
	wrong := strings.Replace(loopClaim, "requires X <=Int N", "", 1)
	for late, want := range []Status{Refuted, Unknown, Unknown} {
		v := proveText(t, wrong, func() (Solver, func(), error) {
			s, release, err := realSolver()
			return &slowOnce{s, late}, release, err
		})[0]
		f := v.Failure
		if v.Status != want && !(want == Refuted && v.Status == Failed) {
			t.Errorf("%d late answers: %s, want %s", late, v.Status, want)
		}
		if late > 0 && (f.Model != nil || !strings.Contains(f.Message, "the time limit of a question; with more time, or on a machine with less to do, the outcome may be another")) {
			t.Errorf("%d late answers: %q, model %v", late, f.Message, f.Model)
		}
	}
}

// The time of a goal likewise, whatever fails when it is over.
func TestGoalTimeIsUnknown(t *testing.T) {
	e, goals := goalsOf(t, strings.Replace(loopClaim, "requires X <=Int N", "", 1))
	verdicts, err := New(e, goals, Options{Solver: realSolver, Time: time.Nanosecond}).Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if v := verdicts[0]; v.Status != Unknown || !strings.HasPrefix(v.Failure.Message, "the time limit of 1ns for one goal was reached") || v.Failure.Model != nil {
		t.Errorf("%s: %+v", v.Status, v.Failure)
	}
}
