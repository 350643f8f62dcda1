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
	known, rests, unproved := s.known(l)
	if unproved != "" {
		v.Status = prover.Unknown
		v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: unproved + " is not proved, and this lemma uses it; so it is not used, either"}
		return v
	}
	tree := &proofs.Tree{Goal: l.Name, Rests: rests}
	var a smt.Answer
	var hypotheses []*term.Term
	for _, hypotheses = range casesOf(known, l.Cases) {
		a = s.first.Valid(s.ctx, hypotheses, l.Goal)
		v.Stats.Queries, v.Stats.Instances, v.Stats.Time = v.Stats.Queries+1, v.Stats.Instances+a.Instances, v.Stats.Time+a.Time
		if a.Result != smt.Unsat {
			break
		}
		o := proofs.Obligation{ID: len(tree.Obligations), Purpose: proofs.ForLemma, Hypotheses: hypotheses, Goal: l.Goal, By: string(a.By), Time: a.Time}
		if r.options.Certify {
			o.Core = prover.Core(s.ctx, s.first, s.grounds, &o)
		}
		tree.Rests, tree.Obligations = proofs.Union(tree.Rests, s.grounds.Of(a)), append(tree.Obligations, o)
	}
	if a.Result == smt.Unsat {
		v.Tree = tree
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

// known are the hypotheses of a lemma: that of its induction, and what others say that it
// uses, with what these rest on; or the name of one that is not proved.
func (s *solvers) known(l annotate.Lemma) (known []*term.Term, rests []proofs.Fact, unproved string) {
	if l.Hypothesis != nil {
		known = append(known, l.Hypothesis)
	}
	known = append(known, l.Known...)
	for _, u := range l.Uses {
		on, ok := s.grounds.Rests(u.General())
		if !ok {
			return nil, nil, u.Name
		}
		known, rests = append(known, u.Formula()), proofs.Union(rests, on)
	}
	return known, rests, ""
}

// casesOf are hypotheses with those of each case: that the formulas hold, or do not.
func casesOf(hypotheses, cases []*term.Term) [][]*term.Term {
	out := [][]*term.Term{hypotheses}
	for _, c := range cases {
		var both [][]*term.Term
		for _, h := range out {
			both = append(both, append(slices.Clone(h), c), append(slices.Clone(h), term.Not(c)))
		}
		out = both
	}
	return out
}

// trust adds a lemma to what the solvers know, with what its proof rests on.
func (s *solvers) trust(l annotate.Lemma, rests []proofs.Fact) {
	fact := proofs.Fact{Kind: proofs.Lemma, Text: l.Text, Span: l.Span}
	s.grounds.Lemmas = append(s.grounds.Lemmas, slices.Concat([]proofs.Fact{fact}, rests))
	s.grounds.Formulas = append(s.grounds.Formulas, l.Formula)
	s.opts.Lemmas = append(slices.Clip(s.opts.Lemmas), l.Formula)
	s.first.Trust(l.Formula)
}
