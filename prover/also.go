package prover

import (
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// maxAlso bounds the conditions that are asked for beside the first that does not follow.
const maxAlso = 16

// unasked are the conditions at the place of a failure that come after the one that does
// not follow.
type unasked struct {
	pc, conds []*term.Term
	sources   []rewrite.Condition
	open      term.Substitution // existentials that nothing determines
	of        *Goal             // whose conditions they are
}

// also asks for the others: each that does not follow either and was written by somebody is
// told of. The first that no solver decides is the last one asked, since that takes long.
func (s *session) also(f *Failure) {
	if f.unasked == nil {
		return
	}
	u, stats, at := f.unasked, s.stats, s.at
	s.at = &proofs.Node{}
	for i, c := range u.conds[:min(len(u.conds), maxAlso)] {
		source := u.of.ConjunctOf(u.sources[i].Source)
		if mentionsOpen(c, u.open) || source == nil || source.Span.IsZero() || f.Conjunct != nil && source.Span == f.Conjunct.Span {
			continue
		}
		var ids []int
		if s.proves(u.pc, c, proofs.ForImplication, &ids) {
			continue
		}
		if s.last.Result != smt.Sat {
			break
		}
		if !slices.ContainsFunc(f.Also, func(o Conjunct) bool { return o.Span == source.Span }) {
			f.Also = append(f.Also, *source)
		}
	}
	s.stats, s.at = stats, at
}
