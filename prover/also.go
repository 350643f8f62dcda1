package prover

import (
	"slices"

	"rlv/proofs"
	"rlv/prover/smt"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
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
// known to fail, and those of which that is open: values that something abstracted may not allow
// show nothing. The first that no solver decides is the last one asked, since that takes long.
func (u *unasked) ask(s *session, known *Conjunct) (also, open []Conjunct) {
	if u == nil {
		return nil, nil
	}
	stats, at := s.stats, s.at
	s.at = &proofs.Node{}
	defer func() { s.stats, s.at = stats, at }()
	for i, c := range u.conds[:min(len(u.conds), maxAlso)] {
		written := u.of.ConjunctOf(u.sources[i].Source)
		if mentionsOpen(c, u.open) || written == nil || written.Span.IsZero() || known != nil && written.place() == known.place() {
			continue
		}
		var ids []int
		if s.proves(u.pc, c, proofs.ForImplication, &ids) {
			continue
		}
		to := &also
		if s.last.Result != smt.Sat || s.last.Approximate {
			to = &open
		}
		if !slices.ContainsFunc(*to, func(o Conjunct) bool { return o.place() == written.place() }) {
			*to = append(*to, *written)
		}
		if s.last.Result != smt.Sat {
			break
		}
	}
	return also, open
}

// place is where a conjunct was written: in the definition that it comes from, or else where it stands.
func (c *Conjunct) place() source.Span {
	if n := len(c.Within); n > 0 {
		return c.Within[n-1].Span
	}
	return c.Span
}

// Add adds conditions that do not hold either, as far as they are not told of.
func (f *Failure) Add(also []*Conjunct) {
	for _, c := range also {
		known := func(o Conjunct) bool { return o.place() == c.place() }
		if !c.Span.IsZero() && (f.Conjunct == nil || !known(*f.Conjunct)) && !slices.ContainsFunc(f.Also, known) {
			f.Also = append(f.Also, *c)
		}
	}
	f.Doubt(f.Open)
}

// Doubt says of conditions that it is open whether they hold, as far as they are not known to fail.
func (f *Failure) Doubt(conditions []Conjunct) {
	var open []Conjunct
	for _, c := range conditions {
		same := func(o Conjunct) bool { return o.place() == c.place() }
		if (f.Conjunct == nil || !same(*f.Conjunct)) && !slices.ContainsFunc(f.Also, same) && !slices.ContainsFunc(open, same) {
			open = append(open, c)
		}
	}
	f.Open = open
}

// Definition is that of a predicate: its conjuncts, over its parameters.
type Definition struct {
	Params []*term.Variable
	Parts  []Conjunct
}

// Definitions are those of predicates by their symbols.
type Definitions map[*term.Symbol]Definition

// maxWithin bounds the definitions that are looked into, one within the other: a predicate
// may be asked in its own definition.
const maxWithin = 4

// Within looks for what is false in a false formula: the conjuncts of the definitions of the
// predicates that it asks and of what it says of all values, one within the other. fails reports whether a formula is known to
// fail where others hold; instance returns the body of a universal one for values for which
// it is false, or nil.
func (d Definitions) Within(c *Conjunct, formula *term.Term, fails func(given []*term.Term, f *term.Term) bool, instance func(*term.Term) *term.Term) []Conjunct {
	out := slices.Clone(c.Within)
	below := c.Below
	if len(out) > 0 {
		below = out[len(out)-1].Below
	}
	var given []*term.Term
	for formula != nil && len(out) < maxWithin {
		switch {
		case formula.Is(term.BoolImplies):
			given, formula = term.Conjuncts(given, formula.Arg(0)), formula.Arg(1)
			continue
		case formula.Is(term.Forall) && len(below) == 0:
			formula = instance(formula)
			continue
		}
		parts := d.parts(formula)
		if len(below) > 0 {
			parts = partsBelow(formula, below)
		}
		i := slices.IndexFunc(parts, func(p Conjunct) bool { return fails(given, p.Formula) })
		if i < 0 {
			break
		}
		if !parts[i].Span.IsZero() {
			out = append(append(out, parts[i]), parts[i].Within...)
		}
		formula, below = parts[i].Formula, parts[i].Below
	}
	return out
}

// partsBelow are the formulas of which each says one of the conjuncts below the quantifiers
// and premises of a formula, with the places of these; one without a place is the formula: of
// some of them so much is known that they are not there any more.
func partsBelow(formula *term.Term, below []Conjunct) []Conjunct {
	body := formula
	for body.Is(term.Forall) || body.Is(term.BoolImplies) {
		body = body.Arg(1)
	}
	fs := term.Conjuncts(nil, body)
	if len(fs) != len(below) {
		return []Conjunct{{Formula: formula}}
	}
	var around func(t, f *term.Term) *term.Term
	around = func(t, f *term.Term) *term.Term {
		switch {
		case t == body:
			return f
		case t.Is(term.Forall):
			return term.Apply(term.Forall, t.Arg(0), around(t.Arg(1), f))
		}
		return term.Implies(t.Arg(0), around(t.Arg(1), f))
	}
	out := slices.Clone(below)
	for i, f := range fs {
		out[i].Formula = around(formula, f)
	}
	return out
}

// Beside are the conjuncts of the definition of a predicate that is false, behind the first one that fails, that fail as well, each
// as a part of the conjunct that asks it.
func (d Definitions) Beside(c *Conjunct, formula *term.Term, fails func(f *term.Term) bool) []*Conjunct {
	parts := d[formula.Symbol()].Parts
	if len(c.Within) > 0 || len(parts) == 0 {
		return nil
	}
	var out []*Conjunct
	for _, p := range d.parts(formula) {
		if !p.Span.IsZero() && fails(p.Formula) {
			one := *c
			one.Within = append([]Conjunct{p}, p.Within...)
			out = append(out, &one)
		}
	}
	return out[min(1, len(out)):]
}

// parts are what a formula is the conjunction of, by the definition of what it asks; none:
// it is none, or the same.
func (d Definitions) parts(formula *term.Term) []Conjunct {
	if formula.Is(term.BoolAnd) {
		var out []Conjunct
		for _, f := range term.Conjuncts(nil, formula) {
			out = append(out, Conjunct{Formula: f})
		}
		return out
	}
	definition, sub := d[formula.Symbol()], term.Substitution{}
	for i, v := range definition.Params {
		sub[v] = formula.Arg(i)
	}
	out := slices.Clone(definition.Parts)
	for i := range out {
		out[i].Formula = sub.Apply(out[i].Formula)
	}
	return out
}

// within is what fails in the definitions of predicates, as far as the solver has values
// for which it does.
func (f *Failure) within(s *session) []Conjunct {
	of := s.goal.Goal
	if f.Uses != nil {
		of = f.Uses
	}
	if f.Conjunct == nil || f.Formula == nil || f.State == nil {
		return nil
	}
	stats, at := s.stats, s.at
	s.at = &proofs.Node{}
	defer func() { s.stats, s.at = stats, at }()
	fails := func(given []*term.Term, c *term.Term) bool {
		var ids []int
		return f.Model != nil && !s.proves(slices.Concat(f.State.PC, given), c, proofs.ForImplication, &ids) && s.last.Result == smt.Sat
	}
	return of.Definitions.Within(f.Conjunct, f.Formula, fails, func(t *term.Term) *term.Term {
		v := t.Arg(0).Variable()
		return term.Substitution{v: term.Fresh(v.BaseName(), v.Sort)}.Apply(t.Arg(1))
	})
}
