package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"rlv/prover"
	"rlv/prover/replay"
	"rlv/semantics/rewrite"
	"rlv/verify"
)

// The oracle: what is proved of a function is tried on random inputs that
// satisfy its precondition.

// runsOf tries the contracts of a program on random inputs. It returns how many
// inputs were run, and a description of one that shows a contract to be wrong.
func runsOf(t *testing.T, path, text string, seed uint64, tries int) (runs int, wrong string) {
	t.Helper()
	res := goalsOf(t, path, text)
	rnd := rand.New(rand.NewPCG(seed, 2))
	for _, g := range res.Goals {
		if g.Around != g && !g.FromStart {
			continue // a loop: its left side is no input
		}
		n, bad := tryGoal(res.Engine, g, res.Functions, rnd, tries, oracleTime)
		runs += n
		if bad != "" && wrong == "" {
			wrong = g.Name + ": " + bad
		}
	}
	return runs, wrong
}

func goalsOf(t *testing.T, path, text string) *verify.Goals {
	t.Helper()
	v, err := verify.New(context.Background(), verify.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	goals, err := v.Goals(context.Background(), verify.Input{Path: path, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return goals
}

// oracleTime bounds the search for inputs of one goal.
const oracleTime = 2 * time.Second

// tryGoal runs a goal on a number of inputs that satisfy its left side, as far as
// they are found in time.
func tryGoal(e *rewrite.Engine, g *prover.Goal, functions replay.Functions, rnd *rand.Rand, tries int, limit time.Duration) (runs int, wrong string) {
	r := replay.New(e, g, functions)
	deadline := time.Now().Add(limit)
	for runs < tries && time.Now().Before(deadline) {
		values := r.Random(rnd)
		out := r.Run(context.Background(), values)
		switch out.Result {
		case replay.Rejected:
			continue
		case replay.Stuck, replay.Fails, replay.Differs:
			return runs, fmt.Sprintf("%v with %v: %v, ends in %v", out.Result, values, out.Formula, out.End)
		}
		runs++
	}
	return runs, ""
}

func TestSlowProvedContractsHoldOnRandomInputs(t *testing.T) {
	tries := 3000
	if testing.Short() {
		tries = 500
	}
	for _, path := range oneIn(6, examples(t, false)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			runs, wrong := runsOf(t, path, readIf(path), 1, tries)
			if wrong != "" {
				t.Errorf("%s", wrong)
			}
			t.Logf("%d runs", runs)
		})
	}
}

// The oracle itself is tried on the wrong variants: it must find many of them.
func TestSlowOracleFindsWrongVariants(t *testing.T) {
	found, all, every := 0, 0, 5
	if testing.Short() {
		every = 30
	}
	for i, path := range examples(t, true) {
		if i%every != 0 {
			continue
		}
		all++
		if _, wrong := runsOf(t, path, readIf(path), 1, 1000); wrong != "" {
			found++
		}
	}
	t.Logf("%d of %d", found, all)
	if found*4 < all {
		t.Errorf("the oracle finds %d of %d wrong variants only", found, all)
	}
}

// What is proved asks of no call and loop on its way more than is so there: no run of its goals
// shows that a precondition or an invariant is false where it is needed.
func TestSlowNeededConditionsHoldOnRandomInputs(t *testing.T) {
	runs := 0
	for i, path := range oneIn(3, examples(t, false)) {
		if i%4 != 0 {
			continue
		}
		res := goalsOf(t, path, readIf(path))
		rnd := rand.New(rand.NewPCG(uint64(i), 5))
		for _, g := range res.Goals {
			r := replay.New(res.Engine, g, res.Functions)
			r.Needs(res.Goals...)
			for r.Work() < neededWork {
				r.Until(r.Work() + neededWork/6)
				if out := r.Run(context.Background(), r.Random(rnd)); out.Uses != nil {
					t.Fatalf("%s: %s needs %s: %s, at %v", path, g.Name, out.Uses.Name, out.Formula, out.End)
				} else if out.Result == replay.Holds {
					runs++
				}
			}
		}
	}
	t.Logf("%d runs", runs)
	if runs < 1000 {
		t.Errorf("%d runs say little", runs)
	}
}

// neededWork bounds the runs of a goal that may need the others, in the work of
// replay.Runner.
const neededWork = 60_000
