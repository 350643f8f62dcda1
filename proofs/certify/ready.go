package certify

import (
	"context"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// ready cuts in what look-ups need that an instruction leaves open: that keys differ, or are not in
// a map. A proof begins with a step, so that nothing is cut in before.
func (w *walker) ready(i kernel.Instr, s *kernel.State) (*kernel.State, error) {
	for w.begun {
		cut := w.missing(i, s)
		if cut == nil {
			return s, nil
		}
		var err error
		if s, err = w.put1(kernel.Instr{Kind: kernel.ICut, Form: cut}, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// missing is a formula that follows, and without which a look-up stops; nil if there is none.
func (w *walker) missing(i kernel.Instr, s *kernel.State) *logic.Form {
	next, obligations, err := w.run().Exec(&i, s)
	var wanted []*logic.Form
	if err != nil {
		wanted = w.wantedIn(s, s.Term)
	}
	for _, n := range next {
		wanted = append(wanted, w.wantedIn(s, n.Term)...)
	}
	for _, o := range obligations {
		for _, f := range append([]*logic.Form{o.Conclusion}, o.Hypotheses[min(len(s.PC), len(o.Hypotheses)):]...) {
			subterms(f, func(t *logic.Term) { wanted = append(wanted, w.wantedIn(s, t)...) })
		}
	}
	for _, o := range obligations {
		if o.Conclusion.Kind != logic.FAll {
			wanted = quantified(wanted, o.Conclusion)
		}
	}
	for _, f := range wanted {
		o := &kernel.Obligation{N: s.N, Hypotheses: s.PC, Conclusion: f}
		if o.Trivial() || w.refused[f.String()] == len(s.PC)+1 {
			continue
		}
		if _, err := w.core(context.Background(), o, hint{}, w.solver); err == nil {
			return f
		}
		w.refused[f.String()] = len(s.PC) + 1
	}
	return nil
}

// quantified adds the universal formulas within a formula.
func quantified(out []*logic.Form, f *logic.Form) []*logic.Form {
	switch {
	case f == nil || f.Kind == logic.FEx:
		return out
	case f.Kind == logic.FAll:
		return append(out, f)
	}
	return quantified(quantified(out, f.A), f.B)
}
