package verify

import (
	"context"

	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/semantics/term"
)

// Prove implements check.Solver.
func (s contradictions) Prove(ctx context.Context, obligations []*kernel.Obligation) []bool {
	out := make([]bool, len(obligations))
	for i, o := range obligations {
		goal := encode.Decode(o.Conclusion)
		if goal == nil {
			continue
		}
		formulas := []*term.Term{term.Not(goal)}
		for _, h := range o.Hypotheses {
			if f := encode.Decode(h); f != nil { // without it what is proved is stronger
				formulas = append(formulas, f)
			}
		}
		out[i] = s.Contradictory(ctx, formulas)
	}
	return out
}
