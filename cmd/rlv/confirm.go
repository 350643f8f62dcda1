package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"rlv/prover"
	"rlv/prover/replay"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// confirmer runs failed goals on the values of their counterexamples.
type confirmer struct {
	engine    *rewrite.Engine
	program   *compile.Program // nil: claims, which have no source lines
	functions replay.Functions
}

// searchTime bounds the search for other values where those of the solver do
// not satisfy the left side, or do not fail.
const searchTime = 300 * time.Millisecond

// confirm says what a concrete run of a failed goal shows. A run that fails
// makes a possible counterexample a real one.
func (c *confirmer) confirm(ctx context.Context, v *prover.Verdict) {
	f := v.Failure
	// A run has nothing to do with what a contract asks of calls.
	if f == nil || f.Reason == prover.ReasonRefused || v.Goal.OnePath || v.Status != prover.Refuted && v.Status != prover.Failed {
		return
	}
	r := replay.New(c.engine, v.Goal, c.functions)
	var known replay.Outcome
	found := false
	if f.Model != nil {
		values := r.Model(f.Model)
		known = r.Run(ctx, values)
		found = c.shows(v, values, known, "")
		if found && small(values) {
			return
		}
	}
	limit := searchTime
	if found {
		limit = smallTime
	}
	held := 0
	rnd := rand.New(rand.NewPCG(1, 3))
	for end := time.Now().Add(limit); time.Now().Before(end) && ctx.Err() == nil; {
		values := r.Random(rnd)
		out := r.Run(ctx, values)
		if found && (out.Result != known.Result || out.Source != known.Source) {
			continue // it fails in another way
		}
		if c.shows(v, values, out, "found by running it on small values; ") {
			return
		}
		if out.Result == replay.Holds {
			held++
		}
	}
	switch {
	case found:
	case held > 0:
		f.Replay = fmt.Sprintf("not reproduced: %d runs on small values end as the right side says; the annotations within may be wrong or too weak", held)
	case f.Model != nil:
		f.Replay = "not reproduced: no values were found on which the left side can be run"
	}
}

// smallTime bounds the search for smaller values than those that are known to
// fail: a person wants to follow them by hand.
const smallTime = 50 * time.Millisecond

// small says that no integer among the values is large.
func small(values term.Substitution) bool {
	const large = 20
	for _, t := range values {
		if n, ok := t.Int64(); t.Kind() == term.KInt && (!ok || n > large || n < -large) {
			return false
		}
	}
	return true
}

// shows reports a run that fails, with its values.
func (c *confirmer) shows(v *prover.Verdict, values term.Substitution, out replay.Outcome, how string) bool {
	if out.Result != replay.Stuck && out.Result != replay.Fails {
		return false
	}
	f := v.Failure
	f.Status, v.Status = prover.Refuted, prover.Refuted
	f.Spurious, f.Model = false, values
	if v.Goal.Observe != nil {
		f.Start = observe(v.Goal, leftOf(c.engine, v.Goal), values)
		f.End = observe(v.Goal, out.End, values)
	}
	what := fmt.Sprintf("run on these values, it ends where the right side does not hold%s", conjunctOf(v.Goal, out))
	if out.Result == replay.Stuck {
		what = "run on these values, the program is stuck" + c.placeOf(out.End)
		if why := c.engine.Explain(out.End); why != "" {
			what += ": " + why
			if f.Reason == prover.ReasonStuck {
				f.Message = "the program is stuck: " + why
			}
		}
	}
	f.Replay = how + "confirmed: " + what
	if v.Goal.Around != v.Goal && !v.Goal.FromStart && c.program != nil {
		f.Replay += "; this state satisfies the invariant, and what follows it does not: the invariant may be too weak, or the program wrong"
	}
	return true
}

func leftOf(e *rewrite.Engine, g *prover.Goal) []*term.Term {
	slots := make([]*term.Term, len(e.Definition.Layout.Slots))
	for _, s := range g.Claim.Left {
		slots[s.Index] = s.Term
	}
	return slots
}

// observe reads the variables of the program in a configuration.
func observe(g *prover.Goal, slots []*term.Term, values term.Substitution) []prover.Observation {
	obs := g.Observe(&rewrite.State{Slots: slots})
	for i := range obs {
		obs[i].Value = values.Apply(obs[i].Value)
	}
	return obs
}

// conjunctOf finds the text of the condition that a run makes false: the only
// one of the claim's conditions, or none.
func conjunctOf(g *prover.Goal, out replay.Outcome) string {
	if out.Source == nil {
		return ""
	}
	for _, c := range g.Conjuncts {
		if term.Equal(c.Formula, out.Source) {
			return ": " + c.Text
		}
	}
	return ""
}

// placeOf is the place of what a stuck program was about to do.
func (c *confirmer) placeOf(slots []*term.Term) string {
	k := c.engine.Definition.Layout.K
	if c.program == nil || k < 0 {
		return ""
	}
	for t := slots[k]; t != term.DotK; t = t.Tail() {
		if s := c.program.Span(rewrite.Position(t.Head())); !s.IsZero() {
			line, column := s.File.Position(s.Start)
			return fmt.Sprintf(" at %d:%d: %s", line, column, shortText(s.Text()))
		}
	}
	return ""
}

func shortText(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}
