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

// lemmas proves lemmas again, each from the axioms and the lemmas before it.
func (b *builder) lemmas(ctx context.Context, lemmas []Lemma, solver Solver) ([]certificate.Lemma, error) {
	var out []certificate.Lemma
	for _, l := range lemmas {
		k, vs, err := b.lemma(ctx, &l, solver)
		if err == nil {
			_, err = kernel.Prove(b.machine, []kernel.Lemma{*k})
		}
		if err != nil {
			return nil, fmt.Errorf("%v: lemma %s: %w", l.Span, l.Name, err)
		}
		b.trust(l.Formula, k.Form, vs, false, solver)
		out = append(out, certificate.Lemma{Name: l.Name, Place: place(l.Span), Lemma: *k})
	}
	return out, nil
}

func (b *builder) lemma(ctx context.Context, l *Lemma, solver Solver) (*kernel.Lemma, []logic.Var, error) {
	f, vs, names, err := b.universal(l.Formula)
	if err != nil {
		return nil, nil, err
	}
	out := &kernel.Lemma{N: uint64(len(vs)), Form: f, Measure: logic.Int64(0)}
	if l.Measure != nil {
		if out.Measure, err = b.language.Term(l.Measure, names); err != nil {
			return nil, nil, err
		}
		if out.Again, err = b.again(ctx, out, vs, solver); err != nil {
			return nil, nil, err
		}
	}
	o, err := out.Obligation(nil)
	if err != nil {
		return nil, nil, err
	}
	var said hint
	for _, u := range l.Uses {
		acts, err := b.instances(u, names)
		if err != nil {
			return nil, nil, err
		}
		said.acts = append(said.acts, acts...)
	}
	c, err := b.core(ctx, o, said, solver)
	if err != nil {
		return nil, nil, err
	}
	out.Core = *c
	return out, vs, nil
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
		return nil, refuse("a lemma that the solver does not prove")
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
