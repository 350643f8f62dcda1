package verify

import (
	"slices"

	"rlv/annotate"
	"rlv/annotate/library"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// shelf is what a program takes from libraries. A lemma of a library is proved from what the
// library's text says that its proof may use, and from nothing of the program: so its proof
// is the same for all programs, and one that was found once counts for all.
type shelf struct {
	goals  *Goals
	solver *smt.Solver      // that proves them; nil: none was needed so far
	proved []annotate.Lemma // so far
}

// close ends the solver, and keeps what it has proved. Nothing need be there.
func (s *shelf) close(r *run) {
	if s != nil && s.solver != nil {
		s.solver.Close()
		r.kept.Save()
	}
}

// lemma proves a lemma, or finds that it was proved before: that counts if nobody wants to see
// the proof. What other lemmas need it for is not put before the goals.
func (s *shelf) lemma(r *run, all *solvers, l annotate.Lemma, functions replay.Functions, v *prover.Verdict) {
	with := s.behind(l, all)
	from := with.of(l)
	hash, keeps := s.digest(l, with, from.known)
	anew := !keeps || r.options.KeepTrees || r.options.Certify || r.options.Certificate != ""
	switch {
	case !anew && from.unproved == "" && r.kept.Has(hash):
		v.Kept, v.Tree = true, &proofs.Tree{Goal: l.Name, Rests: from.rests}
	case s.begin(with) != nil:
		v.Status, v.Failure = prover.Unknown, &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: "no solver could be started, so the lemma is not used"}
	default:
		r.lemma(with, l, functions, from, v)
	}
	if v.Status != prover.Proved {
		return
	}
	if keeps && !v.Kept {
		r.kept.Add(hash)
	}
	if s.proved = append(s.proved, l); !s.origin(l).Aside {
		all.trust(l, v.Tree.Rests)
	}
}

// origin is what is known of a lemma of a library; nil if it is of none.
func (s *shelf) origin(l annotate.Lemma) *library.Origin {
	if s == nil || s.goals.Included == nil {
		return nil
	}
	return s.goals.Included.Origins[l.Span]
}

// behind are solvers that trust what a lemma of a library is proved from, and no prelude.
// The first is not there before it is begun.
func (s *shelf) behind(l annotate.Lemma, all *solvers) *solvers {
	out := &solvers{ctx: all.ctx, opts: all.opts}
	out.opts.Prelude, out.opts.PreludeName, out.opts.Definitions, out.opts.Lemmas = "", "", nil, nil
	origin := s.origin(l)
	for i, e := range s.goals.Equations {
		if origin.Needs(e.Declared) {
			out.opts.Definitions = append(out.opts.Definitions, s.goals.Definitions[i])
		}
	}
	for _, p := range s.proved {
		if origin.Needs(p.Span) && out.note(p, nil) {
			out.opts.Lemmas = append(out.opts.Lemmas, p.Formula)
		}
	}
	return out
}

// begin makes the first of the solvers behind a lemma: it answers as a new one.
func (s *shelf) begin(with *solvers) (err error) {
	if s.solver == nil {
		s.solver, err = smt.New(with.opts)
	} else {
		s.solver.TrustOnly(with.opts.Definitions, with.opts.Lemmas)
	}
	with.first = s.solver
	return err
}

// digest stands for all that the proof of a lemma is about: the language's definition, the
// solvers that are asked, what is trusted, and what is to be proved; ok is false if
// nothing does.
func (s *shelf) digest(l annotate.Lemma, with *solvers, known []*term.Term) (d library.Digest, ok bool) {
	q := &library.Question{}
	hash := s.goals.Engine.Definition.Source.Hash
	q.Note(string(hash[:]))
	q.Note(with.opts.Engine)
	q.List(with.opts.Definitions)
	q.List(with.opts.Lemmas)
	q.List(known)
	q.List(l.Cases)
	q.List([]*term.Term{l.Goal, l.Formula})
	return q.Digest()
}

// used are the lemmas of a program without those of libraries on which no proof rests: of the
// verdicts, those on lemmas stand first.
func (s *shelf) used(verdicts []*prover.Verdict) []annotate.Lemma {
	rests := map[proofs.Fact]bool{}
	lemmas := s.goals.Lemmas
	for i, v := range verdicts {
		if v.Tree == nil || i < len(lemmas) && s.origin(lemmas[i]) != nil {
			continue // what it rests on, others rest on that rest on it
		}
		for _, f := range v.Tree.Rests {
			rests[f] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(lemmas), func(l annotate.Lemma) bool { return s.origin(l) != nil && !rests[factOf(l)] })
}
