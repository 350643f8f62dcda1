package prover

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"rlv/prover/smt"
	"rlv/semantics/term"
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

// unsure is a solver that decides nothing with all effort; it counts what it is then asked of the same with nearly all.
type unsure struct {
	Solver
	open         [][]*term.Term
	asked, alike *int
}

func (s *unsure) Check(ctx context.Context, q smt.Query) smt.Answer {
	if q.Effort == smt.Thorough {
		*s.asked++
		s.open = append(s.open, q.Assertions)
		return smt.Answer{Reason: "it is not known"}
	}
	has := func(open []*term.Term) bool {
		return !slices.ContainsFunc(q.Assertions, func(a *term.Term) bool { return !has(open, a) })
	}
	if q.Effort == smt.Steady && slices.ContainsFunc(s.open, has) {
		*s.alike++
	}
	return s.Solver.Check(ctx, q)
}

// Whether a state is possible is not asked with much effort where it was not refuted with the negation of a condition
// beside it.
func TestLeftOpenIsNotAskedAgain(t *testing.T) {
	asked, alike := 0, 0
	wrong := strings.Replace(loopClaim, "requires X <=Int N", "", 1)
	v := proveText(t, wrong, func() (Solver, func(), error) {
		s, release, err := realSolver()
		return &unsure{Solver: s, asked: &asked, alike: &alike}, release, err
	})[0]
	if v.Status != Unknown || asked == 0 || alike > 0 {
		t.Errorf("%s; %d questions left open, %d like them", v.Status, asked, alike)
	}
}
