package certify

import (
	"context"
	"slices"

	"rlv/proofs/encode"
	"rlv/proofs/kernel"
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

// maxInstances bounds the instances that are tried for one obligation, and rounds how often
// instances may lead to others.
const (
	maxInstances = 400
	rounds       = 3
)

// core finds which hypotheses an obligation needs, and with which instances.
func (b *builder) core(ctx context.Context, o *kernel.Obligation, solver Solver) (*kernel.Core, error) {
	s := &search{builder: b, ctx: ctx, solver: solver, Obligation: o, first: len(o.Hypotheses)}
	if err := s.introduce(); err != nil {
		return nil, err
	}
	if keep := s.needed(); keep != nil {
		return s.write(keep), nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	for range rounds {
		if keep, err := s.witnessed(); keep != nil || err != nil {
			return s.write(keep), err
		}
		more, err := s.instantiate()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	if keep, err := s.witnessed(); keep != nil || err != nil {
		return s.write(keep), err
	}
	return nil, refuse("an obligation that the solver does not prove from instances that are found here: %v", o.Conclusion)
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
	for s.Conclusion.Kind == kernel.FAll || s.Conclusion.Kind == kernel.FImp {
		if err := s.act(kernel.Act{Kind: kernel.AIntro}); err != nil {
			return err
		}
	}
	return nil
}

// open takes what existential hypotheses speak of.
func (s *search) open() error {
	for i := 0; i < len(s.Hypotheses); i++ {
		if s.Hypotheses[i].Kind == kernel.FEx {
			if err := s.act(kernel.Act{Kind: kernel.AOpen, I: uint64(i)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// witnessed is needed, with values for an existential conclusion.
func (s *search) witnessed() ([]int, error) {
	if s.Conclusion.Kind != kernel.FEx {
		return s.needed(), nil
	}
	before, acts, made := s.Obligation, len(s.acts), len(s.made)
	for _, w := range s.integers() {
		if err := s.act(kernel.Act{Kind: kernel.AWitness, Term: w}); err != nil {
			return nil, err
		}
		if keep, err := s.witnessed(); keep != nil || err != nil {
			return keep, err
		}
		s.Obligation, s.acts, s.made = before, s.acts[:acts], s.made[:made]
	}
	return nil, nil
}

// integers are the integer variables of the hypotheses, latest first.
func (s *search) integers() []*kernel.Term {
	var out []*kernel.Term
	for _, h := range slices.Backward(s.Hypotheses) {
		subterms(h, func(t *kernel.Term) {
			if t.Kind == kernel.TV && t.Sort.Kind == kernel.SInt && !slices.ContainsFunc(out, func(u *kernel.Term) bool { return kernel.Equal(t, u) }) {
				out = append(out, t)
			}
		})
	}
	return out
}

// needed returns positions of hypotheses without quantifiers from which the conclusion
// follows, none of which can be left out; nil if the solver does not see that it does.
func (s *search) needed() []int {
	goal := encode.DecodeAtoms(s.Conclusion)
	if goal == nil {
		return nil
	}
	var at []int
	formulas := []*term.Term{term.Not(goal)}
	for i, h := range s.Hypotheses {
		if f := encode.DecodeAtoms(h); f != nil {
			at, formulas = append(at, i), append(formulas, f)
		}
	}
	if !s.solver.Contradictory(s.ctx, formulas) {
		return nil
	}
	// Questions with less and less: of the formulas behind the first, which is the negated
	// conclusion, pieces are left out, smaller and smaller ones.
	for size := max(1, len(at)/2); len(at) > 0; size /= 2 {
		for i := 0; i < len(at); {
			end := min(len(at), i+size)
			if less := slices.Concat(formulas[:i+1], formulas[end+1:]); s.solver.Contradictory(s.ctx, less) {
				at, formulas = slices.Concat(at[:i], at[end:]), less
			} else {
				i = end
			}
		}
		if size <= 1 {
			break
		}
	}
	return append([]int{}, at...) // not nil: nothing may be needed
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
		used[i] = a.Kind == kernel.AIntro || a.Kind == kernel.AWitness || a.Kind == kernel.AOpen && s.opens(i) || wanted[s.made[i]]
		if used[i] && (a.Kind == kernel.AInst || a.Kind == kernel.AOpen) {
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
		if a.Kind == kernel.AInst || a.Kind == kernel.AOpen {
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

// opens reports whether anything after an AOpen depends on its variable's number: the
// variables of later acts are numbered after it.
func (s *search) opens(i int) bool {
	return i+1 < len(s.acts)
}

// subterms calls visit with the terms within a formula, each once.
func subterms(f *kernel.Form, visit func(*kernel.Term)) {
	seen := map[*kernel.Term]bool{}
	var within func(*kernel.Term)
	within = func(t *kernel.Term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t)
		within(t.A)
		within(t.B)
	}
	var inside func(*kernel.Form)
	inside = func(f *kernel.Form) {
		if f != nil {
			within(f.Term)
			inside(f.A)
			inside(f.B)
		}
	}
	inside(f)
}
