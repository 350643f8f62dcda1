package prover

import (
	"context"
	"slices"
	"strings"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Solver answers the questions of a proof. It is for one goroutine at a time.
type Solver interface {
	// Forget makes what is asked from now on independent of what was asked before.
	Forget()
	Check(context.Context, smt.Query) smt.Answer
	// Core refutes a question anew, by a small part of it; nil: it does not.
	Core(context.Context, smt.Query) *smt.Core
}

// Prune implements rewrite.Oracle with little effort. That a state is unsatisfiable
// is as certain here as in Decide: it is only Unknown more often. That it is satisfiable
// is mostly seen by the values of the question before.
func (s *session) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return s.decided(smt.Glance, pc, extra)
}

// Decide implements rewrite.Oracle: it asks with much effort whether a path condition
// with more conjuncts is satisfiable; with little effort where it was tried with one more in vain.
func (s *session) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	if s.open && len(extra) == 0 {
		return s.Prune(pc)
	}
	return s.decided(smt.Steady, pc, extra)
}

// decided puts a question on whose answer a step rests.
func (s *session) decided(effort smt.Effort, pc, extra []*term.Term) rewrite.Verdict {
	v, asked := s.ask(effort, pc, extra)
	if v == rewrite.Unsatisfiable && s.p.opts.Certify {
		s.record(proofs.Obligation{Purpose: proofs.ForStep, Hypotheses: asked, Goal: term.False, By: string(s.last.By), Time: s.last.Time}, &s.answers)
	}
	return v
}

// ask puts a question, and returns all that was asked. Whatever is not a clear answer is
// Unknown.
func (s *session) ask(effort smt.Effort, pc, extra []*term.Term) (rewrite.Verdict, []*term.Term) {
	query := make([]*term.Term, 0, len(pc)+len(extra)+8)
	query = append(query, pc...)
	for _, c := range extra {
		query = term.Conjuncts(query, c)
	}
	query = append(query, s.frames.Facts(query)...)
	a := s.solver.Check(s.ctx, smt.Query{Assertions: query, Effort: effort, Hopeless: s.hopeless})
	s.last = a
	s.stats.Instances += a.Instances
	if a.Result == smt.Unsat {
		// Every answer comes by here, those that prune and those by which the rules
		// cover a pattern included.
		s.at.Rest(s.p.opts.Grounds.Of(a)...)
	}
	switch {
	case a.Cached:
		s.stats.CacheHits++
	case a.By == smt.Syntax:
		s.stats.Syntactic++
	default:
		s.stats.Queries++
	}
	return verdictOf(a), query
}

// hopeless reports whether the goal is known to be false: then its proof ends with the first
// question that takes long, instead of after all of them. Each of little and much is spent
// once to find out. Where another goal is to blame this one may follow from that, so more is tried.
func (s *session) hopeless(spent smt.Spent) bool {
	i := min(spent, smt.Much)
	if fails := s.p.opts.Fails; fails != nil && s.falsity != False && !s.tried[i] {
		s.tried[i], s.falsity = true, max(s.falsity, fails(s.ctx, s.goal.Goal, i == smt.Much))
	}
	return s.falsity == False || s.falsity == Blamed && spent == smt.Most
}

// verdictOf is what an answer shows. That something is satisfiable counts as well: a
// rule has a result where its promise can be kept. So an answer that depends on what a
// solver knows nothing of shows nothing.
func verdictOf(a smt.Answer) rewrite.Verdict {
	switch {
	case a.Result == smt.Unsat:
		return rewrite.Unsatisfiable
	case a.Result == smt.Sat && !a.Approximate:
		return rewrite.Satisfiable
	}
	return rewrite.Unknown
}

// Pruner is the oracle of explorations, on which nothing rests: it makes little
// effort.
type Pruner struct {
	Ctx    context.Context
	Solver Solver
}

// Prune implements rewrite.Oracle.
func (p Pruner) Prune(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return verdictOf(p.Solver.Check(p.Ctx, smt.Query{Assertions: slices.Concat(pc, extra), Effort: smt.Glance}))
}

// Decide implements rewrite.Oracle.
func (p Pruner) Decide(pc []*term.Term, extra ...*term.Term) rewrite.Verdict {
	return p.Prune(pc, extra...)
}

// Elsewhere is how often the solver has put a question to another process, 0 if it does not say.
func (p Pruner) Elsewhere() int {
	s, ok := p.Solver.(interface{ Counters() smt.Counters })
	if !ok {
		return 0
	}
	c := s.Counters()
	return c.Ground + c.Full + c.Bits + c.Last
}

// alike are the conditions that apply no other functions of the user's than a goal does. What is said of others is mostly of no
// use, and leads a solver astray: how often each value occurs says little of an order.
func alike(pc []*term.Term, goal *term.Term) []*term.Term {
	functions := map[*term.Symbol]bool{}
	isOther := func(t *term.Term) bool {
		return t.Kind() == term.KApp && t.Symbol().Class == term.Function && t.Symbol().Hook == "" && term.Builtin(t.Symbol().Name) == nil && !functions[t.Symbol()]
	}
	term.Walk(goal, func(t *term.Term) bool {
		if isOther(t) {
			functions[t.Symbol()] = true
		}
		return true
	})
	return slices.DeleteFunc(slices.Clone(pc), func(f *term.Term) bool { return term.Some(f, isOther) })
}

// proves reports whether the path condition implies c, and records the
// obligation in ids.
func (s *session) proves(pc []*term.Term, c *term.Term, purpose proofs.Purpose, ids *[]int) bool {
	switch {
	case c == term.True || rewrite.Holds(pc, c):
		s.stats.Syntactic++
		if c != term.True {
			s.record(proofs.Obligation{Purpose: purpose, Hypotheses: pc, Goal: c, By: string(smt.Syntax)}, ids)
		}
		return true
	case c == term.False: // asked for the counterexample: any state that gets here
		return s.follows(s.effort, pc, c, nil, purpose, ids)
	}
	return s.follows(s.effort, pc, c, []*term.Term{term.Not(c)}, purpose, ids)
}

// provesQuickly is proves with little effort: it may miss what follows.
func (s *session) provesQuickly(pc []*term.Term, c *term.Term, purpose proofs.Purpose, ids *[]int) bool {
	return s.follows(smt.Glance, pc, c, []*term.Term{term.Not(c)}, purpose, ids)
}

// follows asks whether a path condition implies c, of which it is given the negation.
func (s *session) follows(effort smt.Effort, pc []*term.Term, c *term.Term, not []*term.Term, purpose proofs.Purpose, ids *[]int) bool {
	v, asked := s.ask(effort, pc, not)
	if v != rewrite.Unsatisfiable && (s.last.Result != smt.Sat || s.last.Approximate) && effort <= smt.Steady && s.falsity != False {
		if near := alike(pc, c); len(near) < len(pc) {
			first := s.last
			if v, asked = s.ask(effort, near, not); v != rewrite.Unsatisfiable {
				s.last = first
			}
			pc = near
		}
	}
	if v != rewrite.Unsatisfiable {
		return false
	}
	hypotheses := pc
	if s.p.opts.Certify {
		negated := term.Conjuncts(nil, term.And(not...))
		hypotheses = slices.Concat(asked[:len(pc)], asked[len(pc)+len(negated):])
	}
	s.record(proofs.Obligation{Purpose: purpose, Hypotheses: hypotheses, Goal: c, By: string(s.last.By), Time: s.last.Time}, ids)
	return true
}

func (s *session) record(o proofs.Obligation, ids *[]int) {
	o.ID = len(s.obligations)
	s.obligations = append(s.obligations, o)
	*ids = append(*ids, o.ID)
}

// simplifyAll decides conditions of definedness where that can be done, and
// applies the definition's simplification rules.
func (s *session) simplifyAll(pc []*term.Term, conds []*term.Term) []*term.Term {
	settled := make([]*term.Term, len(conds))
	for i, c := range conds {
		settled[i] = s.p.engine.Settle(c, s)
	}
	if conds = settled; len(s.p.engine.Definition.Simplifications) == 0 {
		return conds
	}
	out := make([]*term.Term, len(conds))
	holds := func(c *term.Term) bool {
		var ids []int
		return s.proves(pc, c, proofs.ForSimplification, &ids)
	}
	used := func(r *compile.Rule) {
		s.at.Rest(proofs.Fact{Kind: proofs.Simplification, Text: strings.Join(strings.Fields(r.Span.Text()), " "), Span: r.Span})
	}
	for i, c := range conds {
		out[i] = s.p.engine.Simplify(c, holds, used)
	}
	return out
}

// maxProbed bounds the terms for which universal facts of a left side are said, where these may contradict each other, and
// maxProbes what is said.
const (
	maxProbed = 8
	maxProbes = 200
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
