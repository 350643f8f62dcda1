package certify

import (
	"context"

	"rlv/proofs/kernel"
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
func (w *walker) missing(i kernel.Instr, s *kernel.State) *kernel.Form {
	next, obligations, err := w.run().Exec(&i, s)
	var wanted []*kernel.Form
	if err != nil {
		wanted = s.Wanted(s.Term)
	}
	for _, n := range next {
		wanted = append(wanted, s.Wanted(n.Term)...)
	}
	for _, o := range obligations {
		for _, f := range append([]*kernel.Form{o.Conclusion}, o.Hypotheses[min(len(s.PC), len(o.Hypotheses)):]...) {
			subterms(f, func(t *kernel.Term) { wanted = append(wanted, s.Wanted(t)...) })
		}
	}
	for _, o := range obligations {
		if o.Conclusion.Kind != kernel.FAll {
			wanted = quantified(wanted, o.Conclusion)
		}
	}
	for _, f := range wanted {
		o := &kernel.Obligation{N: s.N, Hypotheses: s.PC, Conclusion: f}
		if o.Trivial() || w.refused[f.String()] == len(s.PC)+1 {
			continue
		}
		if _, err := w.core(context.Background(), o, w.solver); err == nil {
			return f
		}
		w.refused[f.String()] = len(s.PC) + 1
	}
	return nil
}

// quantified adds the universal formulas within a formula.
func quantified(out []*kernel.Form, f *kernel.Form) []*kernel.Form {
	switch {
	case f == nil || f.Kind == kernel.FEx:
		return out
	case f.Kind == kernel.FAll:
		return append(out, f)
	}
	return quantified(quantified(out, f.A), f.B)
}
