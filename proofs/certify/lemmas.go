package certify

import (
	"context"
	"fmt"
	"slices"

	"rlv/proofs"
	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Lemma is a formula that the prover has proved, and then trusted, from the axioms and the lemmas
// before it.
type Lemma struct {
	Name    string // what it says
	Span    source.Span
	Formula *term.Term
	Measure *term.Term // of the induction, over the variables of the outer quantifiers; nil: none
	Uses    []Instance // of those before it, over the same variables
}

// stated is a lemma as the kernel has it.
type stated struct {
	*Lemma
	form  *logic.Form
	vs    []logic.Var
	names encode.Names
}

// state makes lemmas, which are still to be proved, what goals may use.
func (b *builder) state(lemmas []Lemma, solver Solver) ([]stated, error) {
	out := make([]stated, len(lemmas))
	for i := range lemmas {
		l := stated{Lemma: &lemmas[i]}
		var err error
		if l.form, l.vs, l.names, err = b.universal(l.Formula); err != nil {
			return nil, l.failed(err)
		}
		b.trust(l.Formula, l.form, l.vs, false, solver)
		out[i] = l
	}
	return out, nil
}

func (l *Lemma) failed(err error) error { return fmt.Errorf("%v: lemma %s: %w", l.Span, l.Name, err) }

// lemmas proves the lemmas that goals or other lemmas use, the last first, each from the axioms and the lemmas before
// it: others are not written, and no solver is asked about them. The cores say which are used, and are
// numbered anew.
func (b *builder) lemmas(ctx context.Context, all []stated, goals []certificate.Goal, solver Solver) ([]certificate.Lemma, error) {
	axioms := len(b.axiomForms) - len(all)
	var cores []*kernel.Core
	for i := range goals {
		for k := range goals[i].Proof.Cores {
			cores = append(cores, &goals[i].Proof.Cores[k])
		}
	}
	var out []certificate.Lemma
	for i, l := range slices.Backward(all) {
		b.forget(axioms+i, solver)
		if !slices.ContainsFunc(cores, func(c *kernel.Core) bool { return uses(c, axioms+i) }) {
			for _, c := range cores {
				closeUp(c, axioms+i)
			}
			continue
		}
		k, err := b.lemma(ctx, &l, solver)
		if err != nil {
			return nil, l.failed(err)
		}
		out = append(out, certificate.Lemma{Name: l.Name, Place: place(l.Span), Lemma: *k})
		cores = append(cores, &out[len(out)-1].Core)
	}
	slices.Reverse(out)
	return out, nil
}

// uses reports whether a core uses an axiom.
func uses(c *kernel.Core, axiom int) bool {
	return slices.ContainsFunc(c.Acts, func(a kernel.Act) bool { return a.Kind == kernel.AAxiom && a.I == uint64(axiom) })
}

// closeUp numbers the axioms of a core anew where one is left out.
func closeUp(c *kernel.Core, axiom int) {
	for i := range c.Acts {
		if a := &c.Acts[i]; a.Kind == kernel.AAxiom && a.I > uint64(axiom) {
			a.I--
		}
	}
}

func (b *builder) lemma(ctx context.Context, l *stated, solver Solver) (*kernel.Lemma, error) {
	out := &kernel.Lemma{N: uint64(len(l.vs)), Form: l.form, Measure: logic.Int64(0)}
	var err error
	if l.Measure != nil {
		if out.Measure, err = b.language.Term(l.Measure, l.names); err != nil {
			return nil, err
		}
		if out.Again, err = b.again(ctx, out, l.vs, solver); err != nil {
			return nil, err
		}
	}
	o, err := out.Obligation(nil)
	if err != nil {
		return nil, err
	}
	var said hint
	for _, u := range l.Uses {
		acts, err := b.instances(u, l.names)
		if err != nil {
			return nil, err
		}
		said.acts = append(said.acts, acts...)
	}
	c, err := b.core(ctx, o, said, solver)
	if err != nil {
		return nil, err
	}
	out.Core = *c
	left, err := kernel.Prove(b.machine, []kernel.Lemma{*out})
	if err != nil {
		return nil, err
	}
	_, err = b.accepted(ctx, left, solver)
	return out, err
}

// again are the substitutions under which a lemma is used in its own proof.
func (b *builder) again(ctx context.Context, l *kernel.Lemma, vs []logic.Var, solver Solver) ([]logic.Subst, error) {
	// What is known of the measure m at other values x': 0 <= m(x') < m(x) implies the lemma of x'.
	hypothesis, goal := hypothesisOf(l, vs), encode.Decode(l.Form)
	if hypothesis == nil || goal == nil {
		return nil, refuse("an induction over what solvers do not know")
	}
	core := solver.Core(ctx, &proofs.Obligation{Hypotheses: []*term.Term{hypothesis}, Goal: goal})
	if core == nil {
		return nil, refuse("a lemma that the solver does not prove%s", b.words().why(l.Form))
	}
	var out []logic.Subst
	formulas := []*term.Term{hypothesis}
	for _, u := range core.Uses {
		if len(u.Values) == 0 {
			formulas = append(formulas, u.Solved.Apply(hypothesis))
		}
		if len(u.Values) != len(vs) || !slices.ContainsFunc(formulas, func(f *term.Term) bool { return term.Equal(f, u.Formula) }) {
			continue
		}
		var s logic.Subst
		for i, v := range vs {
			t, err := encode.Original(b.language, u.Values[i], nil)
			if err != nil {
				return nil, err
			}
			s = append(s, logic.Binding{Var: v, Term: t})
		}
		out = append(out, s)
	}
	return out, nil
}

// hypothesisOf is the hypothesis of an induction as the solver takes it; nil if it does not know it.
func hypothesisOf(l *kernel.Lemma, vs []logic.Var) *term.Term {
	form, measure := encode.Decode(l.Form), encode.DecodeTerm(l.Measure)
	if form == nil || measure == nil {
		return nil
	}
	others := term.Substitution{}
	for i, v := range vs {
		x := encode.DecodeTerm(logic.V(v))
		if x == nil {
			return nil
		}
		others[x.Variable()] = bindable(i, x)
	}
	smaller := others.Apply(measure)
	out := term.Implies(term.And(term.Le(term.Int(0), smaller), term.Lt(smaller, measure)), others.Apply(form))
	for i, v := range slices.Backward(vs) {
		out = term.Apply(term.Forall, bindable(i, encode.DecodeTerm(logic.V(v))), out)
	}
	return out
}

// bindable is the variable of a quantifier in the place of the i-th variable of an axiom.
func bindable(i int, x *term.Term) *term.Term { return term.Var(fmt.Sprintf("a%d", i), x.Sort()) }
