package smt

import (
	"context"
	"slices"
	"time"

	"rlv/prover/smt/internal/parted"
	"rlv/semantics/term"
)

// splitting refutes a question by cases: it is the last resort where instances, lemmas or
// products do not go with disjunctions. The disjunctions that say what a variable is are
// split, the last first, since what a question asks is about the end of a path.
type splitting struct {
	*Solver
	ctx      context.Context
	deadline time.Time
	left     int     // questions that may still be asked
	sum      outcome // of the cases that were refuted
}

// maxCases bounds the questions that one is split into.
const maxCases = 8

// refuted reports whether each case of a question is refuted.
func (s *splitting) refuted(conj []*term.Term) bool {
	at := -1
	for i, c := range conj {
		if len(s.cache.table.Of(c)) > 0 {
			at = i
		}
	}
	return at >= 0 && s.each(conj, at, conj[at])
}

// each reports whether a question is refuted for each member of the disjunction that is one
// of its conjuncts.
func (s *splitting) each(conj []*term.Term, at int, d *term.Term) bool {
	if d.Is(term.BoolOr) {
		return s.each(conj, at, d.Arg(0)) && s.each(conj, at, d.Arg(1))
	}
	one := slices.Concat(conj[:at], term.Conjuncts(nil, d), conj[at+1:])
	if s.presolver.contradictory(one) {
		return true
	}
	if s.left--; s.left < 0 {
		return false
	}
	_, out := s.askGround(s.ctx, one, s.deadline, Thorough)
	s.sum.Instances += out.Instances
	if out.Late {
		s.sum.Late, s.sum.By, s.sum.Reason = true, out.By, out.Reason
		return false
	}
	if out.Result != Unsat {
		return s.refuted(one)
	}
	s.sum.By, s.sum.Prelude = out.By, s.sum.Prelude || out.Prelude
	s.sum.Lemmas = append(s.sum.Lemmas, out.Lemmas...)
	return true
}

// split asks a question by cases. What it returns is Unsat or Unknown.
func split(ctx context.Context, s *Solver, conj []*term.Term, deadline time.Time) outcome {
	c := splitting{Solver: s, ctx: ctx, deadline: deadline, left: maxCases, sum: outcome{Answer: Answer{By: Syntax}}}
	if !c.refuted(conj) {
		return outcome{Answer: Answer{Late: c.sum.Late, By: c.sum.By, Reason: c.sum.Reason}}
	}
	slices.Sort(c.sum.Lemmas)
	c.sum.Result, c.sum.Lemmas = Unsat, slices.Compact(c.sum.Lemmas)
	return c.sum
}

// askParts asks for each part of the goal of a question. What it returns is Unsat or Unknown.
func askParts(ctx context.Context, s *Solver, conj []*term.Term, deadline time.Time) outcome {
	sum := outcome{Answer: Answer{By: Syntax}}
	d := parted.Definitions(s.options.Definitions)
	few := func(conj []*term.Term) bool { return parted.ExcludedByFew(d.LaidOut(conj)) }
	if few(conj) {
		sum.Result = Unsat
		return sum
	}
	all := d.Parts(conj, s.alone)
	if all == nil {
		return outcome{}
	}
	for _, c := range all {
		if exposed := d.Exposed(c, s.options.Lemmas); exposed != nil {
			c = exposed
		}
		if s.presolver.contradictory(c) || few(c) {
			continue
		}
		_, out := s.askGround(ctx, c, deadline, Thorough)
		sum.Instances += out.Instances
		if out.Result != Unsat {
			return outcome{Answer: Answer{Late: out.Late, By: out.By, Reason: out.Reason}}
		}
		sum.By, sum.Prelude, sum.Lemmas = out.By, sum.Prelude || out.Prelude, append(sum.Lemmas, out.Lemmas...)
	}
	slices.Sort(sum.Lemmas)
	sum.Result, sum.Lemmas = Unsat, slices.Compact(sum.Lemmas)
	return sum
}

// sides are the cases of a question in which both sides of an equivalence hold, and in which neither does, if
// something is quantified there; the question itself if there is no such equivalence. What follows from the bounds
// of a number that is said to exist does so in the case only in which it exists.
func sides(conj []*term.Term) [][]*term.Term {
	for i, c := range conj {
		unequal := c.Is(term.BoolNot)
		if unequal {
			c = c.Arg(0)
		}
		if !c.Is(term.BoolEq) || !c.HasBinders() {
			continue
		}
		x, y := c.Arg(0), c.Arg(1)
		if unequal {
			y = term.Not(y)
		}
		var out [][]*term.Term
		for _, both := range []*term.Term{term.And(x, y), term.And(term.Not(x), term.Not(y))} {
			out = append(out, slices.Concat(conj[:i], term.Conjuncts(nil, both), conj[i+1:]))
		}
		return out
	}
	return [][]*term.Term{conj}
}
