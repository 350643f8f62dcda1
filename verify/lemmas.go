package verify

import (
	"slices"

	"rlv/annotate"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// lemmas proves the lemmas in order, each with the help of those before it, and
// makes the solvers trust them.
func (r *run) lemmas(s *solvers, lemmas []annotate.Lemma, functions replay.Functions) []*prover.Verdict {
	var out []*prover.Verdict
	for _, l := range lemmas {
		v := r.lemma(s, l, functions)
		r.to.Lemma(v)
		out = append(out, v)
	}
	return out
}

// lemma proves one lemma. What is not proved is not used.
func (r *run) lemma(s *solvers, l annotate.Lemma, functions replay.Functions) *prover.Verdict {
	v := &prover.Verdict{Goal: &prover.Goal{Name: l.Name, Title: "lemma " + l.Text, Span: l.Span}, Status: prover.Proved}
	var hypotheses []*term.Term
	if l.Hypothesis != nil {
		hypotheses = append(hypotheses, l.Hypothesis)
	}
	a := s.first.Valid(s.ctx, hypotheses, l.Goal)
	v.Stats.Queries, v.Stats.Instances, v.Stats.Time = 1, a.Instances, a.Time
	if a.Result == smt.Unsat {
		o := proofs.Obligation{Purpose: proofs.ForLemma, Hypotheses: hypotheses, Goal: l.Goal, By: string(a.By), Time: a.Time}
		if r.options.Certify {
			o.Core = prover.Core(s.ctx, s.first, s.grounds, &o)
		}
		v.Tree = &proofs.Tree{Goal: l.Name, Rests: s.grounds.Of(a), Obligations: []proofs.Obligation{o}}
		s.trust(l, v.Tree.Rests)
		return v
	}
	v.Status = prover.Unknown
	v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: "the lemma is not proved, so it is not used"}
	if s.ctx.Err() != nil {
		v.Failure.Reason, v.Failure.Message = prover.ReasonInterrupted, prover.Interrupted
		return v
	}
	if a.Late {
		v.Failure.Reason = prover.ReasonLimit
		v.Failure.Message += "; the solver reached the time limit of a question; with more time, or on a machine with less to do, the outcome may be another"
	} else {
		s.refute(l, functions, hypotheses, v)
	}
	if v.Status == prover.Unknown {
		v.Failure.Asked = string(a.By) + ": " + a.Reason
	}
	return v
}

// trust adds a lemma to what the solvers know, with what its proof rests on.
func (s *solvers) trust(l annotate.Lemma, rests []proofs.Fact) {
	fact := proofs.Fact{Kind: proofs.Lemma, Text: l.Text, Span: l.Span}
	s.grounds.Lemmas = append(s.grounds.Lemmas, slices.Concat([]proofs.Fact{fact}, rests))
	s.grounds.Formulas = append(s.grounds.Formulas, l.Formula)
	s.opts.Lemmas = append(slices.Clip(s.opts.Lemmas), l.Formula)
	s.first.Trust(l.Formula)
}
