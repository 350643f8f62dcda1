package prover

import (
	"context"

	"rlv/proofs"
	"rlv/semantics/pattern"
)

// fewBranches is how many branches a proof may have before paths that meet are merged.
// Behind a merge what is known is a disjunction, which makes the questions to the solver
// harder; most proofs have few branches.
const fewBranches = 64

// attempt is a way to look for a proof.
type attempt struct {
	merges   bool
	branches int // at most
}

// attempts are those at a goal, in order: without merging if few branches are enough; with
// merging from the first branch; without, to the limit. A goal of one path, for which one
// of several choices is enough, has no paths to merge.
func (p *Prover) attempts(g *prepared) []attempt {
	apart := attempt{branches: p.opts.Branches}
	switch {
	case g.OnePath, p.space.K < 0, p.opts.Merge == pattern.Never:
		return []attempt{apart}
	case p.opts.Merge == pattern.Always:
		return []attempt{{merges: true, branches: p.opts.Branches}}
	case p.opts.Branches <= fewBranches:
		return []attempt{apart, {merges: true, branches: p.opts.Branches}}
	}
	return []attempt{{branches: fewBranches}, {merges: true, branches: p.opts.Branches}, apart}
}

// try makes the attempts at a goal until one is the last word: what proves, or refutes, or
// fails for another reason than that paths are many. That of the last attempt counts, but
// if that is given up for its many paths what the one with merging has found says more.
func (p *Prover) try(ctx context.Context, g *prepared, solver Solver) (*session, *proofs.Node, *Failure) {
	var s, merged *session
	var root, mergedRoot *proofs.Node
	var f, mergedFailure *Failure
	given := 0
	for _, a := range p.attempts(g) {
		if s != nil {
			given += s.stats.Steps
		}
		s = newSession(ctx, p, g, solver, a)
		root, f = s.run()
		s.stats.GivenUp = given
		if f == nil || f.Status == Refuted || f.Status == Vacuous || ctx.Err() != nil || !a.merges && !s.crowded {
			return s, root, f
		}
		if a.merges {
			merged, mergedRoot, mergedFailure = s, root, f
		}
	}
	if merged != nil && mergedFailure.Reason != ReasonLimit {
		return merged, mergedRoot, mergedFailure
	}
	return s, root, f
}
