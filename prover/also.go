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

// ask returns those that do not follow either and were written by somebody, but for what is
// known to fail. The first that no solver decides is the last one asked, since that takes long.
func (u *unasked) ask(s *session, known *Conjunct) []Conjunct {
	if u == nil {
		return nil
	}
	var out []Conjunct
	stats, at := s.stats, s.at
	s.at = &proofs.Node{}
	defer func() { s.stats, s.at = stats, at }()
	for i, c := range u.conds[:min(len(u.conds), maxAlso)] {
		source := u.of.ConjunctOf(u.sources[i].Source)
		if mentionsOpen(c, u.open) || source == nil || source.Span.IsZero() || known != nil && source.Span == known.Span {
			continue
		}
		var ids []int
		if s.proves(u.pc, c, proofs.ForImplication, &ids) {
			continue
		}
		if s.last.Result != smt.Sat {
			break
		}
		if !slices.ContainsFunc(out, func(o Conjunct) bool { return o.Span == source.Span }) {
			out = append(out, *source)
		}
	}
	return out
}
