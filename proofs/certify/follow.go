package certify

import (
	"slices"

	"rlv/proofs"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// follower takes the acts that uses of quantified formulas are.
type follower struct {
	*search
	decode, conclusion func(*logic.Form) *term.Term // of hypotheses, of the conclusion
	known              []quantifiedFormula
	// variables are what the variables stand for that are not those of the obligation: the
	// constants of witnesses, and what solvers do not know.
	variables map[*term.Variable]*logic.Term
	named     term.Substitution   // the constants of witnesses by the variables that they are decoded as
	solved    []term.Substitution // what equations say that variables are
	plain     []*logic.Form       // quantified formulas that are true, or false, at a look
	several   bool                // an existential conclusion has several witnesses
	witnesses []*logic.Term       // those
	keep      []int
	opened    map[int]bool // hypotheses that were used at their place
}

// quantifiedFormula is a formula as the solver has it, with what it is for the kernel.
type quantifiedFormula struct {
	decoded *term.Term
	form    *logic.Form
	axiom   int // its number, or -1
	at      int // the position of the hypothesis that it is, or -1
}

// follow asks for a core of the obligation and takes its uses of quantified formulas as acts.
// It returns the positions of what is needed then. The conclusion is decoded as given.
func (s *search) follow(conclusion func(*logic.Form) *term.Term) ([]int, error) {
	unproved := refuse("an obligation that the solver does not prove: %s", s.words().obligation(s.Obligation))
	question, at := s.question(conclusion)
	if question == nil {
		return nil, unproved
	}
	core := s.solver.Core(s.ctx, question)
	if core == nil {
		return nil, unproved
	}
	f := &follower{search: s, decode: encode.Decode, conclusion: conclusion, variables: map[*term.Variable]*logic.Term{}, named: term.Substitution{}, opened: map[int]bool{}}
	for i, t := range s.axiomTerms {
		f.known = append(f.known, quantifiedFormula{t, s.axiomForms[i], i, -1})
	}
	for i, h := range s.Hypotheses {
		f.learn(h, i)
	}
	f.conclude()
	for i, h := range question.Hypotheses {
		conjuncts := term.Conjuncts(nil, h)
		if slices.ContainsFunc(core.Hypotheses, func(t *term.Term) bool {
			return slices.ContainsFunc(conjuncts, func(c *term.Term) bool { return term.Equal(c, t) })
		}) {
			f.keep = append(f.keep, at[i])
		}
	}
	ends := 0
	for _, u := range core.Uses {
		if !u.Witness && len(u.Values) > 0 && term.Equal(u.Formula, term.Not(question.Goal)) {
			ends++
		}
	}
	f.several = ends > 1
	for _, u := range core.Uses {
		if err := f.use(u); err != nil {
			return nil, err
		}
	}
	if err := f.choose(); err != nil {
		return nil, err
	}
	for _, used := range core.Facts {
		if i := slices.IndexFunc(s.axiomTerms, func(t *term.Term) bool { return term.Equal(t, used.Formula) }); i >= 0 && !used.Formula.Is(term.Forall) {
			if err := f.added(kernel.Act{Kind: kernel.AAxiom, I: uint64(i)}); err != nil {
				return nil, err
			}
		}
	}
	for len(f.plain) > 0 {
		g := f.plain[0]
		f.plain = f.plain[1:]
		if a := (kernel.Act{Kind: kernel.AName, Form: g}); f.possible(a) && !s.proved(f.keep) {
			if err := f.added(a); err != nil {
				return nil, err
			}
		}
	}
	// A quantified hypothesis is mostly needed for its instances only.
	less := slices.DeleteFunc(slices.Clone(f.keep), func(i int) bool { return f.opened[i] })
	for _, keep := range [][]int{less, f.keep} {
		if s.proved(keep) {
			return s.fewer(keep), nil
		}
	}
	return nil, refuse("an obligation whose proof by the solver the kernel cannot follow: %s", s.words().obligation(s.Obligation))
}

// fewer leaves out positions one by one that are not needed.
func (s *search) fewer(keep []int) []int {
	for i := len(keep) - 1; i >= 0; i-- {
		if less := slices.Delete(slices.Clone(keep), i, i+1); s.proved(less) {
			keep = less
		}
	}
	return keep
}

// learn notes the quantified formulas in a formula, which is the hypothesis at a position, or none.
func (f *follower) learn(g *logic.Form, at int) {
	f.opaque(g)
	f.within(g, at)
}

// conclude notes the quantified formulas in the conclusion.
func (f *follower) conclude() {
	f.decode = f.conclusion
	f.learn(f.Conclusion, -1)
	f.decode = encode.Decode
}

// within notes the quantified formulas in a formula, which is the hypothesis at a position, or what
// that has under its premises, or none.
func (f *follower) within(g *logic.Form, at int) {
	switch {
	case g == nil || g.Kind == logic.FT:
	case g.Kind == logic.FAll || g.Kind == logic.FEx:
		t := f.decode(g)
		if t == nil {
			return
		}
		f.known = append(f.known, quantifiedFormula{t, g, -1, at})
		for _, s := range f.solved {
			f.known = append(f.known, quantifiedFormula{s.Apply(t), g, -1, at})
		}
		if g.Kind == logic.FAll && t == term.True || g.Kind == logic.FEx && t == term.False {
			f.plain = append(f.plain, g)
		}
	case g.Kind == logic.FImp:
		f.within(g.A, -1)
		f.within(g.B, at)
	default:
		f.within(g.A, -1)
		f.within(g.B, -1)
	}
}

// opaque notes the terms that solvers do not know.
func (f *follower) opaque(g *logic.Form) {
	subterms(g, func(t *logic.Term) {
		if v := encode.DecodeTerm(t); v != nil && v.IsVar() {
			f.variables[v.Variable()] = t
		}
	})
}

// use takes the acts of a use.
func (f *follower) use(u proofs.Use) error {
	if len(u.Values) == 0 {
		f.solved = append(f.solved, u.Solved)
		for _, k := range slices.Clone(f.known) {
			k.decoded = u.Solved.Apply(k.decoded)
			f.known = append(f.known, k)
		}
		return nil
	}
	formula, negated := u.Formula, u.Formula.Is(term.BoolNot)
	if negated {
		formula = formula.Arg(0)
	}
	formula = f.named.Apply(formula)
	i := slices.IndexFunc(f.known, func(k quantifiedFormula) bool { return term.Equal(k.decoded, formula) })
	if i < 0 {
		return refuse("an instance of %v, which the kernel does not have", formula)
	}
	k := f.known[i]
	if u.Witness {
		return f.witness(k, u.Values[0])
	}
	var values []*logic.Term
	for _, v := range u.Values {
		t, err := f.value(v)
		if err != nil {
			return err
		}
		values = append(values, t)
	}
	if k.axiom >= 0 {
		a := kernel.Act{Kind: kernel.AAxiom, I: uint64(k.axiom)}
		for i, v := range f.axiomVariables[k.axiom] {
			if i < len(values) {
				a.Subst = append(a.Subst, logic.Binding{Var: v, Term: values[i]})
			}
		}
		if len(a.Subst) != len(values) {
			return refuse("an axiom with values for more than its variables")
		}
		return f.added(a)
	}
	return f.instances(k, values)
}

// instances takes a formula at values for its outer quantifiers, one after the other.
func (f *follower) instances(k quantifiedFormula, values []*logic.Term) error {
	for i, v := range values {
		a := kernel.Act{Kind: kernel.AUse, Form: k.form, Term: v}
		switch {
		case k.form.Kind == logic.FEx && logic.EqualForms(k.form, f.Conclusion):
			if f.several && f.Conclusion.A.Kind == logic.FT {
				f.witnesses = append(f.witnesses, v)
				return nil
			}
			a = kernel.Act{Kind: kernel.AWitness, Term: v}
		case k.at >= 0 && k.form.Kind == logic.FAll:
			a = kernel.Act{Kind: kernel.AInst, I: uint64(k.at), Term: v}
			f.opened[k.at] = true
		}
		if err := f.added(a); err != nil {
			return err
		}
		k.form = k.form.Open(v)
		if k.at >= 0 {
			k.at = len(f.Hypotheses) - 1
		}
		if a.Kind == kernel.AInst && i+1 < len(values) {
			f.opened[k.at] = true
		}
	}
	return nil
}

// choose takes the witness of an existential conclusion for which there are several: the first of
// which the conclusion is true.
func (f *follower) choose() error {
	if len(f.witnesses) == 0 {
		return nil
	}
	last := len(f.witnesses) - 1
	value := f.witnesses[last]
	for _, w := range slices.Backward(f.witnesses[:last]) {
		value = logic.Operation(logic.OIte, f.Conclusion.Open(w).Term, logic.App(w, value))
	}
	return f.added(kernel.Act{Kind: kernel.AWitness, Term: value})
}

// witness takes a new variable for what a formula says is there.
func (f *follower) witness(k quantifiedFormula, constant *term.Term) error {
	v := logic.V(logic.Var{N: f.N})
	f.variables[constant.Variable()] = v
	f.named[constant.Variable()] = encode.DecodeTerm(v)
	if a := (kernel.Act{Kind: kernel.AOpen, I: uint64(k.at)}); k.at >= 0 && k.form.Kind == logic.FEx && f.possible(a) {
		f.opened[k.at] = true
		return f.added(a)
	}
	return f.added(kernel.Act{Kind: kernel.AName, Form: k.form})
}

// possible reports whether the kernel takes an act.
func (f *follower) possible(a kernel.Act) bool {
	_, err := f.machine.Act(&a, f.Obligation)
	return err == nil
}

// added takes an act; what it adds is needed.
func (f *follower) added(a kernel.Act) error {
	before := len(f.Hypotheses)
	if err := f.act(a); err != nil {
		return err
	}
	if len(f.Hypotheses) > before {
		f.keep = append(f.keep, before)
		f.learn(f.Hypotheses[before], before)
	} else {
		f.conclude()
	}
	return nil
}

// value encodes a value that the solver found.
func (f *follower) value(t *term.Term) (*logic.Term, error) {
	return encode.Original(f.language, t, f.variables)
}
