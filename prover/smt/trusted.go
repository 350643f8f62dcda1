package smt

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-multierror"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
	"rlv/prover/smt/internal/translate"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// CheckPrelude asks the backends that take quantifiers whether the prelude of the
// options contradicts itself; then everything could be proved, and that is an
// error, as is a prelude that a backend refuses. What it does not find out
// is no error.
func CheckPrelude(ctx context.Context, o Options) error {
	p, err := translate.ParsePrelude(o.Prelude, o.PreludeName)
	if err != nil || len(p.Commands) == 0 {
		return err
	}
	a := askPrelude(ctx, o, p.Commands)
	if _, refused, ok := strings.Cut(a.Reason, "(error "); ok && a.Result == Unknown {
		refused, _, _ = strings.Cut(refused, ")")
		return source.Errorf(p.Span(0), "bad-prelude", "%s refuses this prelude: %s", a.By, strings.Trim(refused, `" `))
	}
	if p.Recursive() && a.Result != Unsat {
		a = askPrelude(ctx, o, p.Equations())
	}
	if a.Result == Unsat {
		return contradiction(ctx, p, o, a.By)
	}
	return nil
}

// askPrelude puts the question without any assertion, after some commands, to
// backends of its own.
func askPrelude(ctx context.Context, o Options, commands []sexpr.Expr) Answer {
	o.Definitions, o.Lemmas = nil, nil
	o.Prelude = translate.Text(commands, true)
	s, err := New(o)
	if err != nil {
		return Answer{Reason: err.Error()}
	}
	defer s.Close()
	out := Answer{Reason: "no solver is used"}
	for _, e := range slices.Backward(s.backends.full) {
		out = s.askNodes(ctx, e, nil, nil, s.deadline(ctx)).Answer
		if out.Result != Unknown {
			break
		}
	}
	return out
}

// contradiction is the error that a prelude contradicts itself. It names the
// assertions without which it does not, leaving out as many others as can be.
func contradiction(ctx context.Context, p *translate.Prelude, o Options, by Decider) error {
	kept := p.Equations()
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i].Head() != "assert" || ctx.Err() != nil {
			continue
		}
		without := slices.Delete(slices.Clone(kept), i, i+1)
		if askPrelude(ctx, o, without).Result == Unsat {
			kept = without
		}
	}
	kept = slices.DeleteFunc(kept, func(c sexpr.Expr) bool { return c.Head() != "assert" })
	if len(kept) == 0 {
		return source.Errorf(p.Span(0), "contradictory-prelude", "this prelude contradicts itself, so everything could be proved (found by %s)", by)
	}
	var all *multierror.Error
	for i, c := range kept {
		message := "the contradiction needs this as well"
		switch {
		case i == 0 && len(kept) > 1:
			message = "the assertions of this prelude contradict each other, so everything could be proved (found by " + string(by) + ")"
		case i > 0 && c.Start == kept[i-1].Start:
			continue
		case i == 0:
			message = "this cannot hold, so everything could be proved (found by " + string(by) + ")"
		}
		all = multierror.Append(all, source.Errorf(p.Span(c.Start), "contradictory-prelude", "%s", message))
	}
	return all
}

// CheckTrusted asks whether what the solver trusts, its lemmas, definitions and
// prelude, is free of contradiction; instances are consequences of it that are
// worth a look. Unsat means that everything could be proved. It gives up when ctx
// is done. Instances come first, then the facts as they are, to the backend that is
// best at building models of them.
func (s *Solver) CheckTrusted(ctx context.Context, instances []*term.Term) Answer {
	start := time.Now()
	if !s.trusts() && !s.prelude.HasFacts() {
		return Answer{Result: Sat, By: Syntax}
	}
	if s.closed || s.backends.ground == nil {
		return Answer{Reason: "no solver is used"}
	}
	deadline := s.deadline(ctx)
	s.asked, s.grounder.All = true, true
	defer func() { s.grounder.All = false }()
	_, out := s.askGround(ctx, instances, deadline, Thorough)
	if out.Result != Unsat {
		facts := s.nodes(s.trusted())
		out = s.askNodes(ctx, s.backends.full[len(s.backends.full)-1], facts, nil, deadline)
		out.Approximate = s.prelude.Recursive() || anyHas(facts, fol.Approximate)
	}
	out.Time = time.Since(start)
	return out.Answer
}
