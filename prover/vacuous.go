package prover

import (
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Bounds of the search for a contradiction in the left side of a goal.
const (
	maxProbed = 8   // terms for which universal facts are said
	maxProbes = 200 // facts said for these
)

// vacuous are the conditions of the left side of a goal that contradict each other; nil: it is
// not known that any do. What is said of all values is said of a few: of numbers that stand
// beside the elements of arrays, and of those by which conditions compare and take elements.
// So it is found that (forall k) (a[k] >= 0), which is defined for no array, is one that nothing
// satisfies, before all is proved by it.
func (s *session) vacuous() []*term.Term {
	pc := s.goal.start.PC
	if s.Prune(pc) == rewrite.Unsatisfiable {
		return s.core(pc, func(f *term.Term) []*term.Term { return []*term.Term{f} })
	}
	if s.goal.Around != s.goal.Goal || !slices.ContainsFunc(pc, s.isUniversal) {
		return nil
	}
	stats, at := s.stats, s.at
	s.at = &proofs.Node{} // no proof rests on what is asked here
	defer func() { s.stats, s.at = stats, at }()
	terms := probed(pc)
	said := map[*term.Term][]*term.Term{}
	left := maxProbes
	for _, f := range pc {
		said[f] = []*term.Term{f}
		if s.isUniversal(f) {
			said[f] = s.probes(nil, f, terms, &left)
		}
	}
	of := func(f *term.Term) []*term.Term { return said[f] }
	if !s.contradict(pc, of) {
		return nil
	}
	return s.core(pc, of)
}

// isUniversal reports whether a fact is said of all values, or is that of a predicate that may
// be defined so.
func (s *session) isUniversal(f *term.Term) bool {
	return f.Is(term.Forall) || len(s.goal.Definitions[f.Symbol()].Parts) > 0
}

// probes adds what a fact says for some terms; of a predicate, what its definition says.
func (s *session) probes(out []*term.Term, f *term.Term, terms []*term.Term, left *int) []*term.Term {
	switch {
	case f.Is(term.Forall) && f.Arg(0).Sort() == term.SortInt:
		for _, t := range terms {
			if *left > 0 {
				out = s.probes(out, term.Substitution{f.Arg(0).Variable(): t}.Apply(f.Arg(1)), terms, left)
			}
		}
	case f.Is(term.BoolAnd):
		for _, c := range term.Conjuncts(nil, f) {
			out = s.probes(out, c, terms, left)
		}
	case f.Is(term.BoolImplies) && f.Arg(1).Is(term.Forall):
		for _, g := range s.probes(nil, f.Arg(1), terms, left) {
			out = append(out, term.Implies(f.Arg(0), g))
		}
	default:
		parts := s.goal.Definitions.parts(f)
		for _, p := range parts {
			if p.Formula.Is(term.Forall) { // one that asks itself is not followed
				out = s.probes(out, p.Formula, terms, left)
			} else {
				out = append(out, p.Formula)
			}
		}
		if *left--; len(parts) == 0 && f != term.True {
			out = append(out, f)
		}
	}
	return out
}

// probed are the terms for which universal facts are said.
func probed(pc []*term.Term) []*term.Term {
	out := []*term.Term{term.Int(-1), term.Int(0), term.Int(1)}
	add := func(t *term.Term) {
		if len(out) < maxProbed && t.Sort() == term.SortInt && !slices.ContainsFunc(out, func(o *term.Term) bool { return term.Equal(o, t) }) {
			out = append(out, t)
		}
	}
	for _, f := range pc {
		if term.Some(f, func(t *term.Term) bool { return t.Is(term.Forall) || t.Is(term.Exists) }) {
			continue
		}
		term.Walk(f, func(t *term.Term) bool {
			switch {
			case t.Is(term.ArraySelect):
				add(t.Arg(1))
			case t.Is(term.IntLe) || t.Is(term.IntLt):
				add(t.Arg(0))
				add(t.Arg(1))
			}
			return true
		})
	}
	return out
}

// contradict reports whether what some conditions say cannot be.
func (s *session) contradict(conds []*term.Term, said func(*term.Term) []*term.Term) bool {
	var all []*term.Term
	for _, f := range conds {
		all = append(all, said(f)...)
	}
	v, _ := s.ask(smt.Glance, all, nil)
	return v == rewrite.Unsatisfiable
}

// core are those of some contradictory conditions without which it is not known that they
// contradict each other.
func (s *session) core(conds []*term.Term, said func(*term.Term) []*term.Term) []*term.Term {
	core := slices.Clone(conds)
	for i := len(core) - 1; i >= 0; i-- {
		if rest := slices.Delete(slices.Clone(core), i, i+1); s.contradict(rest, said) {
			core = rest
		}
	}
	return core
}
