package certify

import (
	"slices"

	"rlv/proofs"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// says notes formulas that an assertion or the use of a lemma cuts in, and by which acts those of a use are proved.
func (w *walker) says(st *proofs.Step, fs []*logic.Form) error {
	w.used = append(w.used, term.Conjuncts(nil, st.Added[0])...)
	var acts []kernel.Act
	for _, id := range st.Obligations {
		o := &w.goals[w.number].Tree.Obligations[id]
		if o.Purpose != proofs.ForUse || o.Core == nil {
			continue
		}
		for _, u := range o.Core.Uses {
			more, err := w.instances(Instance{u.Formula, u.Values}, w)
			if err != nil {
				return err
			}
			acts = append(acts, more...)
		}
	}
	for _, f := range fs {
		w.uses[f] = acts
	}
	return nil
}

// hint is what the user says that an obligation follows from: acts, and positions of hypotheses.
type hint struct {
	acts  []kernel.Act
	given []int
}

// hint is what was said for an obligation: how a formula that is cut in is proved; and what was cut in before, if the
// conclusion has products, since others than the solver that was asked may not find out about those.
func (b *goalBuilder) hint(o *kernel.Obligation) hint {
	h := hint{acts: b.uses[o.Conclusion]}
	if hasProducts(o.Conclusion) {
		for i, f := range o.Hypotheses {
			if _, said := b.uses[f]; said {
				h.given = append(h.given, i)
			}
		}
	}
	return h
}

// hasProducts reports whether factors that are not known are multiplied in a formula.
func hasProducts(f *logic.Form) bool {
	found := false
	subterms(f, func(t *logic.Term) {
		found = found || logic.IsOp(t, logic.OMul) && t.A.Kind != logic.TInt && t.B.Kind != logic.TInt
	})
	return found
}

// hinted takes the acts of a hint, as far as they are possible, and what stands before the conclusion as hypotheses;
// it reports whether the conclusion follows from that alone, by the positions it returns.
func (s *search) hinted(h hint) ([]int, bool) {
	for _, a := range h.acts {
		if s.act(a) != nil {
			return nil, false
		}
	}
	if len(h.acts)+len(h.given) == 0 || s.introduce() != nil {
		return nil, false
	}
	keep := slices.Clone(h.given)
	for i := s.first; i < len(s.Hypotheses); i++ {
		keep = append(keep, i)
	}
	return keep, s.proved(keep)
}
