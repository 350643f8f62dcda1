package explore

import (
	"context"
	"slices"

	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// oracle answers the questions of a search.
type oracle struct {
	ctx     context.Context
	solver  *smt.Solver
	queries int // that were put to a solver
}

func newOracle(ctx context.Context, s Solver) (*oracle, error) {
	o := smt.Options{Engine: s.Name, Near: true, Effort: s.Effort, Timeout: s.Timeout, Faults: &smt.Faults{}}
	if err := smt.CheckInstalled(o); err != nil {
		return nil, err
	}
	solver, err := smt.New(o)
	if err != nil {
		return nil, err
	}
	return &oracle{ctx: ctx, solver: solver}, nil
}

func (o *oracle) ask(effort smt.Effort, pc []*term.Term, extra ...*term.Term) smt.Answer {
	a := o.solver.Check(o.ctx, smt.Query{Assertions: slices.Concat(pc, extra), Effort: effort})
	if !a.Cached && a.By != smt.Syntax && a.By != smt.Evaluation {
		o.queries++
	}
	return a
}

// Prune implements rewrite.Oracle with little effort.
func (o *oracle) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return verdict(o.ask(smt.Glance, pc, extra...))
}

// Decide implements rewrite.Oracle. It makes an effort where a little one does not do.
func (o *oracle) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	if v := o.Prune(pc, extra...); v != rewrite.Unknown {
		return v
	}
	return verdict(o.ask(smt.Steady, pc, extra...))
}

// follows reports whether a formula certainly follows from others.
func (o *oracle) follows(pc []*term.Term, f *term.Term) bool {
	return o.Prune(pc, term.Not(f)) == rewrite.Unsatisfiable
}

// verdict is what an answer shows: an approximate one, that a state is satisfiable, is
// nothing to rely on.
func verdict(a smt.Answer) rewrite.Verdict {
	switch {
	case a.Result == smt.Unsat:
		return rewrite.Unsatisfiable
	case a.Result == smt.Sat && !a.Approximate:
		return rewrite.Satisfiable
	}
	return rewrite.Unknown
}
