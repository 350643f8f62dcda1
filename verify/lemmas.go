package verify

import (
	"slices"
	"sync"

	"rlv/annotate"
	"rlv/proofs"
	"rlv/prover"
	"rlv/prover/replay"
	"rlv/prover/smt"
	"rlv/semantics/term"
)

// lemmas proves the lemmas in order, each with the help of those before it, and
// makes the solvers trust them. Those of libraries stand on a shelf; nil: there are none.
func (r *run) lemmas(s *solvers, lemmas []annotate.Lemma, functions replay.Functions, on *shelf) ([]*prover.Verdict, error) {
	defer on.close(r)
	var out []*prover.Verdict
	for _, l := range lemmas {
		v := &prover.Verdict{Goal: &prover.Goal{Name: l.Name, Title: "lemma " + l.Text, Span: l.Span}, Status: prover.Proved}
		if origin := on.origin(l); origin != nil {
			v.Goal.Library = origin.Library
			on.lemma(r, s, l, functions, v)
		} else if r.lemma(s, l, functions, s.of(l), v); v.Status == prover.Proved {
			if err := s.falseLemma(l, v.Tree.Rests); err != nil {
				return nil, err
			}
			s.trust(l, v.Tree.Rests)
		}
		r.to.Lemma(v)
		out = append(out, v)
	}
	return out, nil
}

// premises are what a lemma is proved from, beside what solvers trust.
type premises struct {
	known    []*term.Term
	rests    []proofs.Fact
	fails    func(smt.Spent) bool // values are known for which the lemma is false
	unproved string               // the name of a lemma that it uses and that is not proved; "": there is none
}

// lemma proves one lemma by the first of the solvers. What is not proved is not used.
func (r *run) lemma(s *solvers, l annotate.Lemma, functions replay.Functions, from premises, v *prover.Verdict) {
	if from.unproved != "" {
		v.Status = prover.Unknown
		v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: from.unproved + " is not proved, and this lemma uses it; so it is not used, either"}
		return
	}
	much, little := sync.OnceValue(func() bool { return s.falsified(l, functions, refuteWork) != nil }), sync.OnceValue(func() bool { return s.falsified(l, functions, firstLemmaWork) != nil })
	from.fails = func(spent smt.Spent) bool { return little() || spent >= smt.Much && much() }
	// Where nothing in the goal is a place to instantiate the hypothesis at, such as in one of
	// predicates that stand for their bodies, the solver is told where: at once if there is
	// one place only, for as long as that costs little.
	type try struct {
		premises
		smt.Effort
	}
	tries := []try{{from, smt.Thorough}}
	if len(l.Below) > 0 {
		told := from
		told.known = append(slices.Clip(from.known), l.Below...)
		tries = []try{{from, smt.Sketch}, {told, smt.Thorough}, {from, smt.Thorough}}
		if len(l.Below) == 1 {
			first := told
			first.fails = func(smt.Spent) bool { return true }
			tries = slices.Insert(tries, 0, try{first, smt.Sketch})
		}
	}
	var tree *proofs.Tree
	var a smt.Answer
	var hypotheses []*term.Term
	for _, t := range tries {
		tree, a, hypotheses = r.attempt(s, l, t.premises, t.Effort, v)
		if a.Result == smt.Unsat || a.Late || s.ctx.Err() != nil {
			break
		}
	}
	if a.Result == smt.Unsat {
		v.Tree = tree
		return
	}
	v.Status = prover.Unknown
	v.Failure = &prover.Failure{Status: prover.Unknown, Reason: prover.ReasonNotImplied, Message: "the lemma is not proved, so it is not used"}
	if s.ctx.Err() != nil {
		v.Failure.Reason, v.Failure.Message = prover.ReasonInterrupted, prover.Interrupted
		return
	}
	if a.Late {
		v.Failure.Reason = prover.ReasonLimit
		v.Failure.Message += "; the solver reached the time limit of a question; with more time, or on a machine with less to do, the outcome may be another"
	} else {
		s.refute(l, functions, hypotheses, v)
	}
	if v.Status == prover.Unknown {
		v.Failure.Asked = a.Words()
	}
}

// attempt asks the solver for a lemma, in each of its cases; the answer is that of the last one
// that was asked, with its hypotheses. A conjunction is asked as a whole at first, and each conjunct where that
// is not enough, with those before it: unfoldings that each needs are many together.
func (r *run) attempt(s *solvers, l annotate.Lemma, from premises, effort smt.Effort, v *prover.Verdict) (tree *proofs.Tree, a smt.Answer, hypotheses []*term.Term) {
	tree = &proofs.Tree{Goal: l.Name, Rests: from.rests}
	proves := func(goal *term.Term, effort smt.Effort) bool {
		a = s.first.Check(s.ctx, smt.Query{Assertions: append(slices.Clip(hypotheses), term.Not(goal)), Effort: effort, Hopeless: from.fails, Alone: true})
		v.Stats.Queries, v.Stats.Instances, v.Stats.Time = v.Stats.Queries+1, v.Stats.Instances+a.Instances, v.Stats.Time+a.Time
		if a.Result != smt.Unsat {
			return false
		}
		o := proofs.Obligation{ID: len(tree.Obligations), Purpose: proofs.ForLemma, Hypotheses: hypotheses, Goal: goal, By: string(a.By), Time: a.Time}
		if r.options.Certify {
			o.Core = prover.Core(s.ctx, s.first, s.grounds, &o)
		}
		tree.Rests, tree.Obligations = proofs.Union(tree.Rests, s.grounds.Of(a)), append(tree.Obligations, o)
		return true
	}
	for _, hypotheses = range casesOf(from.known, l.Cases) {
		parts := term.Conjuncts(nil, l.Goal)
		if len(parts) == 0 {
			parts = []*term.Term{l.Goal} // what is true as it stands is asked as well
		}
		if len(parts) > 1 && proves(l.Goal, smt.Sketch) {
			continue
		}
		for _, part := range parts {
			if !proves(part, effort) {
				return tree, a, hypotheses
			}
			if !part.IsGround() { // what is so of no variable is of no use
				hypotheses = append(slices.Clip(hypotheses), part)
			}
		}
	}
	return tree, a, hypotheses
}

// of are the premises of a lemma: the hypothesis of its induction, and what others say that it
// uses, with what these rest on.
func (s *solvers) of(l annotate.Lemma) (p premises) {
	if l.Hypothesis != nil {
		p.known = append(p.known, l.Hypothesis)
	}
	p.known = append(p.known, l.Known...)
	for _, u := range l.Uses {
		on, ok := s.grounds.Rests(u.General())
		if !ok {
			return premises{unproved: u.Name}
		}
		p.known, p.rests = append(p.known, u.Formula()), proofs.Union(p.rests, on)
	}
	return p
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

// trust adds a lemma to what the solvers know, with what its proof rests on. They are not told
// of one that is known only by its name.
func (s *solvers) trust(l annotate.Lemma, rests []proofs.Fact) {
	if !s.note(l, rests) {
		return
	}
	s.opts.Lemmas = append(slices.Clip(s.opts.Lemmas), l.Formula)
	s.first.Trust(l.Formula)
}

// note notes what a lemma rests on, and reports whether solvers are told of it: not if it is
// known only by its name, nor if each of its instances is plain to them.
func (s *solvers) note(l annotate.Lemma, rests []proofs.Fact) bool {
	g, rests := &s.grounds, slices.Concat([]proofs.Fact{factOf(l)}, rests)
	untold := l.ByName || elementary(l.Formula)
	if untold {
		g.ByName, g.OfNames = append(g.ByName, l.Formula), append(g.OfNames, rests)
	} else {
		g.Formulas, g.Lemmas = append(g.Formulas, l.Formula), append(g.Lemmas, rests)
	}
	return !untold
}

// elementary reports whether what a formula says of all integers is of linear arithmetic,
// equality and connectives alone. Solvers decide that, so nothing follows from an instance
// that does not without it, and there are many: x <= y /\ y <= z ==> x <= z has one for
// every three terms.
func elementary(f *term.Term) bool {
	for f.Is(term.Forall) {
		f = f.Arg(1)
	}
	known := true
	term.Walk(f, func(t *term.Term) bool {
		switch t.Symbol() {
		case nil:
			known = known && (t.Sort() == term.SortInt || t.Sort() == term.SortBool)
		case term.IntMul:
			known = known && (t.Arg(0).IsInt() || t.Arg(1).IsInt())
		case term.IntAdd, term.IntSub, term.IntEq, term.IntNe, term.IntLt, term.IntLe, term.IntGt, term.IntGe,
			term.BoolNot, term.BoolAnd, term.BoolOr, term.BoolImplies, term.BoolEq, term.KEq, term.KIte:
		default:
			known = false
		}
		return known
	})
	return known
}

func factOf(l annotate.Lemma) proofs.Fact {
	return proofs.Fact{Kind: proofs.Lemma, Text: l.Text, Span: l.Span}
}
