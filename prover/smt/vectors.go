package smt

import (
	"context"
	"slices"
	"time"

	"rlv/prover/smt/internal/bitvector"
	"rlv/semantics/term"
)

// askPlain asks what is about the bits of numbers of the simplex method, which is quick, and then about vectors of
// bits: where their operators meet products and quotients, the ground backend takes seconds to leave open what
// vectors refute at once. It reports whether it came to the vectors.
func (s *Solver) askPlain(ctx context.Context, conj []*term.Term, deadline time.Time) (out outcome, asked bool) {
	g := s.newGrounding(conj, beforeLaws.Facts)
	g.first = true
	out = s.askRounds(ctx, g, nil, beforeLaws, deadline)
	s.complete(g, conj, &out)
	out.Instances = g.Instances()
	if out.Result == Unsat {
		out.Lemmas = g.Lemmas()
	}
	if out.Result == Unsat || out.Late || out.complete || s.needless() {
		return out, false
	}
	return s.askBits(ctx, conj, deadline), true
}

// askBits asks about vectors of bits what is about the bits of numbers, with instances of definitions and
// lemmas. Only Unsat says something of the question. What a backend has learned of one question is
// dropped: answers do not depend on what was asked before.
func (s *Solver) askBits(ctx context.Context, conj []*term.Term, deadline time.Time) outcome {
	var sum outcome
	for _, c := range sides(conj) {
		out := s.askVectors(ctx, c, deadline)
		out.Instances, out.Lemmas = sum.Instances+out.Instances, slices.Concat(sum.Lemmas, out.Lemmas)
		if sum = out; sum.Result != Unsat {
			return sum
		}
	}
	slices.Sort(sum.Lemmas)
	sum.Lemmas = slices.Compact(sum.Lemmas)
	return sum
}

// askVectors asks about vectors of bits.
func (s *Solver) askVectors(ctx context.Context, conj []*term.Term, deadline time.Time) outcome {
	g := s.grounder.Bare(conj, allFacts)
	g.Instantiate(1)
	if g.HasUniversals() {
		g.ShiftBy(int64(bitvector.Width(g.Formulas()) - 1)) // the sign takes one
	}
	q := bitvector.New(g.Formulas())
	if q == nil {
		return outcome{}
	}
	s.counters.Bits++
	out := s.askNodes(ctx, s.backends.bits, q.Assertions, nil, deadline)
	s.backends.bits.Reset()
	out.Prelude = false // it is not given
	out.By += " by bit-vectors"
	out.Instances, out.Lemmas = g.Instances(), g.Lemmas()
	return out
}
