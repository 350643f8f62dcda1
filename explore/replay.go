package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// The limits of a replay. A concrete run may take more steps than a symbolic one, which
// leaves out orders that come to the same.
const (
	replayFactor = 4
	replayExtra  = 1000
	replayTime   = 5 * time.Second
	replayStates = 20_000
)

// replay is a concrete run to a state that was found.
type replay struct {
	program *Program
	from    []*term.Term // the initial configuration with values
	to      []*term.Term // the configuration that was found, with values
	kind    search.Kind
	limit   int64
}

// replay runs the program on the values of a model and looks whether it comes to the state
// that was found. The interpreter takes one order of evaluation; where it ends
// elsewhere, the other executions from the same input are tried as well.
func (p *Program) replay(ctx context.Context, start *rewrite.State, e search.Event, part *rewrite.State, values term.Substitution) (Confirmation, string) {
	ctx, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	r := &replay{p, values.ApplyAll(start.Slots), values.ApplyAll(part.Slots), e.Kind, int64(e.Node.Depth)*replayFactor + replayExtra}
	for _, slots := range [][]*term.Term{r.from, r.to} {
		for _, t := range slots {
			if len(term.Vars(t)) > 0 {
				return NotReplayed, "a value that the language leaves open takes part in it"
			}
		}
	}
	outcome, why := r.interpret(ctx)
	if outcome != NotConfirmed {
		return outcome, why
	}
	found, all := r.others(ctx)
	switch {
	case found:
		return Confirmed, "in another order of evaluation than the interpreter's"
	case !all:
		return NotReplayed, "the executions on this input are too many to look through"
	}
	return NotConfirmed, why
}

// interpret runs the interpreter. It says why it does not come to the state.
func (r *replay) interpret(ctx context.Context) (outcome Confirmation, why string) {
	defer func() {
		if p := recover(); p != nil {
			if rewrite.AsLimit(p) == nil {
				panic(p)
			}
			outcome, why = NotReplayed, "a function does not end in the run"
		}
	}()
	m := r.program.Engine.NewMachine(r.from, rewrite.IO{})
	for m.Steps <= r.limit && ctx.Err() == nil {
		if r.kind == search.Inner && r.same(m.Slots()) {
			return Confirmed, ""
		}
		steps := m.Steps
		ok, err := m.Step()
		if err == nil && ok && m.Steps > steps {
			continue
		}
		var open *rewrite.Arbitrary
		if errors.As(err, &open) {
			return NotReplayed, "the language leaves a value open on the way"
		}
		return r.ended(m)
	}
	return NotConfirmed, fmt.Sprintf("the run did not come to it in %d steps", m.Steps)
}

// ended judges a run whose last configuration has no step.
func (r *replay) ended(m *rewrite.Machine) (outcome Confirmation, why string) {
	switch {
	case !r.same(m.Slots()):
		return NotConfirmed, "the run ends in another state"
	case r.kind == search.Final && !m.Finished():
		return NotConfirmed, "the run is stuck where the search has an end"
	case r.kind != search.Final && m.Finished():
		return NotConfirmed, "the run ends where the search has a stuck state"
	}
	return Confirmed, ""
}

// same reports whether a configuration is the one that was found.
func (r *replay) same(slots []*term.Term) bool { return slices.EqualFunc(slots, r.to, term.Equal) }

// others looks for the state among all executions from the same values; all is false if
// those were too many.
func (r *replay) others(ctx context.Context) (found, all bool) {
	inner := r.kind == search.Inner
	o := search.Options{Order: search.BreadthFirst, Identical: true, Orders: rewrite.Orders{All: inner, Local: !inner}, Limits: search.Limits{States: replayStates}}
	res := search.Run(ctx, r.program.Engine, &rewrite.State{Slots: r.from}, meaning.Silent{}, o, func(e search.Event) search.Answer {
		if e.Kind == r.kind && r.same(e.State.Slots) {
			found = true
			return search.Stop
		}
		return search.Pass
	})
	return found, res.Complete()
}
