package certify

import (
	"rlv/proofs"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// says notes by which acts the formula that a use of a lemma cuts in is proved.
func (w *walker) says(st *proofs.Step, f *logic.Form) error {
	for _, id := range st.Obligations {
		o := &w.goals[w.number].Tree.Obligations[id]
		if o.Purpose != proofs.ForUse || o.Core == nil {
			continue
		}
		for _, u := range o.Core.Uses {
			acts, err := w.instances(Instance{u.Formula, u.Values}, w)
			if err != nil {
				return err
			}
			w.uses[f] = append(w.uses[f], acts...)
		}
	}
	return nil
}

// hinted takes acts, as far as they are possible, and what stands before the conclusion as hypotheses; it
// reports whether the conclusion follows from that alone, by the positions it returns.
func (s *search) hinted(acts []kernel.Act) ([]int, bool) {
	for _, a := range acts {
		if s.act(a) != nil {
			return nil, false
		}
	}
	if len(acts) == 0 || s.introduce() != nil {
		return nil, false
	}
	var keep []int
	for i := s.first; i < len(s.Hypotheses); i++ {
		keep = append(keep, i)
	}
	return keep, s.proved(keep)
}
