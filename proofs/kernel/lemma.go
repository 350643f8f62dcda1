package kernel

import "rlv/proofs/logic"

// Lemma is a formula that is proved, and then used as axioms are (Coq: Lemmas.v). Its variables
// are below N. Its proof may use it under the substitutions Again, as far as Measure is smaller
// there, and not negative.
type Lemma struct {
	N       uint64
	Form    *logic.Form
	Measure *logic.Term
	Again   []logic.Subst
	Core    Core
}

// Obligation is what a lemma leaves to prove (Coq: lemma_ob).
func (l *Lemma) Obligation(m *logic.Meter) (out *Obligation, err error) {
	defer recovered(&err)
	admit(m, []*logic.Form{l.Form}, l.Measure)
	if l.N > maxNumbers || !l.Form.Below(l.N) || !l.Measure.Below(l.N) {
		return nil, invalid("a lemma has a variable that is not below its bound")
	}
	out = &Obligation{N: l.N, Conclusion: l.Form}
	for _, s := range l.Again {
		admitSubst(m, s)
		if !s.Sorted() || !s.Closed() || !s.Below(l.N) {
			return nil, invalid("a lemma uses itself under a substitution that is not possible")
		}
		less := s.In(m, l.Measure)
		smaller := &logic.Form{Kind: logic.FAnd, A: logic.Holds(logic.Operation(logic.OLe, logic.Int64(0), less)), B: logic.Holds(logic.Operation(logic.OLt, less, l.Measure))}
		f := logic.Implies(smaller, s.InForm(m, l.Form))
		admit(m, []*logic.Form{f})
		out.Hypotheses = append(out.Hypotheses, f)
	}
	return out, nil
}

// Prove takes lemmas as axioms, one after the other, and returns what is left to prove of them (Coq:
// prove_lemmas).
func Prove(m *Machine, lemmas []Lemma) ([]*Obligation, error) {
	var out []*Obligation
	for i := range lemmas {
		o, err := lemmas[i].Obligation(m.meter)
		if err != nil {
			return nil, err
		}
		if o, err = m.Use(&lemmas[i].Core, o); err != nil {
			return nil, err
		}
		out = append(out, o)
		m.axioms = append(m.axioms[:len(m.axioms):len(m.axioms)], lemmas[i].Form)
	}
	return out, nil
}
