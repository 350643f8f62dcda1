package certify

import (
	"context"
	"slices"

	"rlv/proofs"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// search looks for what an obligation needs.
type search struct {
	*builder
	ctx    context.Context
	solver Solver
	*kernel.Obligation
	first int          // position of what acts add
	acts  []kernel.Act // so far; that at i has added the hypothesis at made[i], -1: none
	made  []int
}

// core finds which hypotheses an obligation needs, and with which instances; first it tries those that the user
// asks for.
func (b *builder) core(ctx context.Context, o *kernel.Obligation, said hint, solver Solver) (*kernel.Core, error) {
	s := &search{builder: b, ctx: ctx, solver: solver, Obligation: o, first: len(o.Hypotheses)}
	if keep, ok := s.hinted(said); ok {
		return s.write(keep), nil
	}
	keep, err := s.prove()
	if err != nil {
		return nil, err
	}
	for _, i := range said.given {
		if !slices.Contains(keep, i) {
			keep = append(keep, i)
		}
	}
	return s.write(keep), nil
}

// prove takes acts after which the conclusion follows from the hypotheses whose positions it
// returns.
func (s *search) prove() ([]int, error) {
	if err := s.introduce(); err != nil {
		return nil, err
	}
	if err := s.sorts(); err != nil {
		return nil, err
	}
	before, acts := *s.Obligation, len(s.acts)
	restart := func() {
		o := before
		*s = search{s.builder, s.ctx, s.solver, &o, s.first, s.acts[:acts:acts], s.made[:acts:acts]}
	}
	keep, err := s.follow(encode.Decode)
	if err != nil {
		restart()
		keep, err = s.follow(encode.DecodeApart)
	}
	if err == nil && !slices.ContainsFunc(s.acts, func(a kernel.Act) bool { return a.Kind == kernel.AName }) {
		return keep, nil
	}
	// What a predicate says is better proved as the conclusion.
	folded := *s
	restart()
	if s.unfold() {
		if keep, err := s.prove(); err == nil {
			return keep, nil
		}
	}
	*s = folded
	return keep, err
}

// act takes an act.
func (s *search) act(a kernel.Act) error {
	before := len(s.Hypotheses)
	next, err := s.machine.Act(&a, s.Obligation)
	if err != nil {
		return err
	}
	s.Obligation = next
	s.acts = append(s.acts, a)
	if len(s.Hypotheses) > before {
		s.made = append(s.made, before)
	} else {
		s.made = append(s.made, -1)
	}
	return nil
}

// introduce takes quantifiers and premises off the conclusion.
func (s *search) introduce() error {
	for s.Conclusion.Kind == logic.FAll || s.Conclusion.Kind == logic.FImp {
		if err := s.act(kernel.Act{Kind: kernel.AIntro}); err != nil {
			return err
		}
	}
	return nil
}

// sorts takes what tests for sorts of the same value have to do with each other.
func (s *search) sorts() error {
	var tests []*logic.Term
	for _, f := range append(slices.Clip(s.Hypotheses), s.Conclusion) {
		subterms(f, func(t *logic.Term) {
			if t.Kind == logic.TOp && t.Op == logic.OIs && !slices.ContainsFunc(tests, func(u *logic.Term) bool { return logic.Equal(t, u) }) {
				tests = append(tests, t)
			}
		})
	}
	for _, t := range tests {
		for _, u := range tests {
			a := kernel.Act{Kind: kernel.AKind, I: t.N, J: u.N, Term: t.A}
			if t.N != u.N && logic.Equal(t.A, u.A) && s.language.Within(t.N, u.N) {
				if err := s.act(a); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unfold puts the quantified formula by which an axiom defines the conclusion, a predicate, in
// its place.
func (s *search) unfold() bool {
	for i, f := range s.axiomForms {
		if f.Kind != logic.FImp || encode.Decode(f.A) != nil && !encode.Decode(f.A).HasBinders() || f.B.Kind != logic.FT || s.Conclusion.Kind != logic.FT {
			continue
		}
		if sub, ok := match(f.B.Term, s.Conclusion.Term, nil); ok && len(sub) == len(variables(f)) {
			return s.act(kernel.Act{Kind: kernel.AAxiom, I: uint64(i), Subst: sub}) == nil &&
				s.act(kernel.Act{Kind: kernel.ABack, I: uint64(len(s.Hypotheses) - 1)}) == nil
		}
	}
	return false
}

// match extends a substitution so that a pattern becomes a term.
func match(p, t *logic.Term, s logic.Subst) (logic.Subst, bool) {
	if p.Kind == logic.TV {
		for _, b := range s {
			if b.Var == p.Var() {
				return s, logic.Equal(b.Term, t)
			}
		}
		return append(s, logic.Binding{Var: p.Var(), Term: t}), true
	}
	if p.A == nil || p.Kind != t.Kind || p.Op != t.Op || p.Sym != t.Sym || p.N != t.N || p.Sort != t.Sort {
		return s, logic.Equal(p, t)
	}
	s, ok := match(p.A, t.A, s)
	if ok && p.B != nil {
		return match(p.B, t.B, s)
	}
	return s, ok
}

// variables are the variables of a formula.
func variables(f *logic.Form) []logic.Var {
	var out []logic.Var
	subterms(f, func(t *logic.Term) {
		if t.Kind == logic.TV && !slices.Contains(out, t.Var()) {
			out = append(out, t.Var())
		}
	})
	return out
}

// proved reports whether the conclusion follows from the hypotheses at some positions, whatever
// what is quantified in them means.
func (s *search) proved(keep []int) bool {
	goal := encode.DecodeAtoms(s.Conclusion)
	if goal == nil {
		return false
	}
	formulas := []*term.Term{term.Not(goal)}
	for _, i := range keep {
		if f := encode.DecodeAtoms(s.Hypotheses[i]); f != nil {
			formulas = append(formulas, f)
		}
	}
	return s.solver.Contradictory(s.ctx, formulas)
}

// write makes a core of what is kept: with the acts that make what is kept, or change the
// conclusion, renumbered.
func (s *search) write(keep []int) *kernel.Core {
	wanted := map[int]bool{}
	for _, k := range keep {
		wanted[k] = true
	}
	used := make([]bool, len(s.acts))
	for i, a := range slices.Backward(s.acts) {
		// The variables of later acts are numbered after those that an act brings.
		brings := a.Kind == kernel.AOpen || a.Kind == kernel.AName
		used[i] = s.made[i] < 0 || a.Kind == kernel.AIntro || brings && i+1 < len(s.acts) || wanted[s.made[i]]
		if used[i] && ofHypothesis(a.Kind) {
			wanted[int(a.I)] = true
		}
	}
	out, place := &kernel.Core{}, map[int]int{}
	next := s.first
	at := func(i int) int {
		if i < s.first {
			return i
		}
		return place[i]
	}
	for i, a := range s.acts {
		if !used[i] {
			continue
		}
		if ofHypothesis(a.Kind) {
			a.I = uint64(at(int(a.I)))
		}
		out.Acts = append(out.Acts, a)
		if s.made[i] >= 0 {
			place[s.made[i]] = next
			next++
		}
	}
	for _, k := range keep {
		out.Keep = append(out.Keep, uint64(at(k)))
	}
	return out
}

// ofHypothesis reports whether acts of a kind name a hypothesis.
func ofHypothesis(k kernel.ActKind) bool {
	return k == kernel.AInst || k == kernel.AOpen || k == kernel.ABack
}

// subterms calls visit with the terms within a formula, each once.
func subterms(f *logic.Form, visit func(*logic.Term)) {
	seen := map[*logic.Term]bool{}
	var within func(*logic.Term)
	within = func(t *logic.Term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t)
		within(t.A)
		within(t.B)
	}
	var inside func(*logic.Form)
	inside = func(f *logic.Form) {
		if f != nil {
			within(f.Term)
			inside(f.A)
			inside(f.B)
		}
	}
	inside(f)
}

// question is the obligation as solvers know it, with its conclusion as it is decoded, and the
// positions of its hypotheses.
func (s *search) question(conclusion func(*logic.Form) *term.Term) (*proofs.Obligation, []int) {
	goal := conclusion(s.Conclusion)
	if goal == nil {
		goal = encode.DecodeAtoms(s.Conclusion)
	}
	if goal == nil {
		return nil, nil
	}
	o := &proofs.Obligation{Goal: goal}
	var at []int
	for i, h := range s.Hypotheses {
		f := encode.Decode(h)
		if f == nil {
			f = encode.DecodeAtoms(h)
		}
		if f != nil {
			o.Hypotheses, at = append(o.Hypotheses, f), append(at, i)
		}
	}
	return o, at
}
