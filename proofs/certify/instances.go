package certify

import (
	"math/big"
	"slices"

	"rlv/proofs/kernel"
)

// instantiate adds instances of axioms and of universal hypotheses, at the applications that
// are there. It reports whether there was a new one.
func (s *search) instantiate() (bool, error) {
	ground := s.applications()
	var acts []kernel.Act
	for i, f := range s.axiomForms {
		vs := variables(f)
		for _, b := range s.matches(f, vs, ground) {
			a := kernel.Act{Kind: kernel.AAxiom, I: uint64(i)}
			for _, v := range vs {
				a.Subst = append(a.Subst, kernel.Binding{Var: v, Term: b[v]})
			}
			acts = append(acts, a)
		}
	}
	for i, h := range s.Hypotheses {
		if h.Kind != kernel.FAll {
			continue
		}
		body, v := kernel.Opened(h, kernel.V(placeholder)), placeholder
		for _, b := range s.matches(body, []kernel.Var{v}, ground) {
			acts = append(acts, kernel.Act{Kind: kernel.AInst, I: uint64(i), Term: b[v]})
		}
	}
	more := false
	for _, a := range acts {
		if len(s.acts) >= maxInstances || slices.ContainsFunc(s.acts, func(b kernel.Act) bool { return sameAct(a, b) }) {
			continue
		}
		if err := s.act(a); err != nil {
			return more, err
		}
		more = true
	}
	return more, nil
}

// placeholder stands for the variable of a universal hypothesis while it is matched.
var placeholder = kernel.Var{Sort: kernel.Sort{Kind: kernel.SInt}, N: 1 << 62}

func sameAct(a, b kernel.Act) bool {
	return a.Kind == b.Kind && a.I == b.I && (a.Term == b.Term || a.Term != nil && b.Term != nil && kernel.Equal(a.Term, b.Term)) &&
		slices.EqualFunc(a.Subst, b.Subst, func(x, y kernel.Binding) bool { return x.Var == y.Var && kernel.Equal(x.Term, y.Term) })
}

// variables are the variables of a formula.
func variables(f *kernel.Form) []kernel.Var {
	var out []kernel.Var
	subterms(f, func(t *kernel.Term) {
		if t.Kind == kernel.TV && !slices.Contains(out, t.Var()) {
			out = append(out, t.Var())
		}
	})
	return out
}

// applications are the applications of functions, and selections, in the hypotheses and the
// conclusion, but for those in which a bound variable stands.
func (s *search) applications() []*kernel.Term {
	var out []*kernel.Term
	for _, f := range append(slices.Clip(s.Hypotheses), s.Conclusion) {
		subterms(f, func(t *kernel.Term) {
			for isApplication(t) {
				if !hasBound(t) && !slices.ContainsFunc(out, func(u *kernel.Term) bool { return kernel.Equal(t, u) }) {
					out = append(out, t)
				}
				if t.Kind != kernel.TOp || !isChange(t.A) {
					break
				}
				t = kernel.Operation(t.Op, t.A.A, t.B) // of what was changed
			}
		})
	}
	return out
}

func isApplication(t *kernel.Term) bool {
	return t.Kind == kernel.TFun || t.Kind == kernel.TOp && (t.Op == kernel.OSel || t.Op == kernel.OIn)
}

// isChange reports whether a term is a map or an array with a change.
func isChange(t *kernel.Term) bool {
	return t.Kind == kernel.TOp && (t.Op == kernel.OUpd || t.Op == kernel.ORemove || t.Op == kernel.OSto)
}

func hasBound(t *kernel.Term) bool {
	found := false
	subterms(kernel.Holds(t), func(u *kernel.Term) { found = found || u.Kind == kernel.TB })
	return found
}

// matches are the values for variables of a formula under which enough of its applications
// are among those that are there.
func (s *search) matches(f *kernel.Form, vs []kernel.Var, ground []*kernel.Term) []map[kernel.Var]*kernel.Term {
	if len(vs) == 0 {
		return []map[kernel.Var]*kernel.Term{{}}
	}
	var patterns []*kernel.Term
	subterms(f, func(t *kernel.Term) {
		if isApplication(t) && !hasBound(t) {
			patterns = append(patterns, t)
		}
	})
	found := []map[kernel.Var]*kernel.Term{}
	add := func(b map[kernel.Var]*kernel.Term) {
		for _, v := range vs {
			if b[v] == nil {
				return
			}
		}
		if len(found) < maxInstances {
			found = append(found, b)
		}
	}
	var join func(b map[kernel.Var]*kernel.Term, from, depth int)
	join = func(b map[kernel.Var]*kernel.Term, from, depth int) {
		if len(b) == len(vs) || depth == 0 {
			add(b)
			return
		}
		for i := from; i < len(patterns); i++ {
			for _, g := range ground {
				if c := match(patterns[i], g, b, vs); c != nil && len(c) > len(b) {
					join(c, i+1, depth-1)
				}
			}
		}
	}
	join(map[kernel.Var]*kernel.Term{}, 0, 2)
	return found
}

// match extends b so that a pattern is a term; nil if it does not. An argument that is a
// variable plus a literal is solved for the variable.
func match(p, t *kernel.Term, b map[kernel.Var]*kernel.Term, vs []kernel.Var) map[kernel.Var]*kernel.Term {
	if p.Kind == kernel.TV && slices.Contains(vs, p.Var()) {
		if old := b[p.Var()]; old != nil {
			return b // whether they are equal is for the solver
		}
		c := map[kernel.Var]*kernel.Term{p.Var(): t}
		for v, u := range b {
			c[v] = u
		}
		return c
	}
	if p.Kind == kernel.TOp && (p.Op == kernel.OAdd || p.Op == kernel.OSub) && p.A.Kind == kernel.TV && slices.Contains(vs, p.A.Var()) && p.B.Kind == kernel.TInt {
		by := p.B.Int
		if p.Op == kernel.OAdd {
			by = new(big.Int).Neg(by)
		}
		return match(p.A, plus(t, by), b, vs)
	}
	if p.Kind != t.Kind || p.Op != t.Op || p.Sym != t.Sym {
		if p.Kind == kernel.TOp || p.Kind == kernel.TInt {
			return b // whether they are equal is for the solver
		}
		return nil
	}
	switch p.Kind {
	case kernel.TFun:
		return match(p.A, t.A, b, vs)
	case kernel.TApp:
		if b = match(p.A, t.A, b, vs); b == nil {
			return nil
		}
		return match(p.B, t.B, b, vs)
	case kernel.TOp:
		if p.Op == kernel.OSel || p.Op == kernel.OIn {
			if b = match(p.A, t.A, b, vs); b != nil {
				b = match(p.B, t.B, b, vs)
			}
		}
		return b
	case kernel.TInt:
		return b
	case kernel.TSym:
		return b
	}
	if kernel.Equal(p, t) {
		return b
	}
	return nil
}

// plus is a term plus a literal, in the simplest form.
func plus(t *kernel.Term, by *big.Int) *kernel.Term {
	switch {
	case t.Kind == kernel.TInt:
		return kernel.Int(new(big.Int).Add(t.Int, by))
	case t.Kind == kernel.TOp && t.Op == kernel.OAdd && t.B.Kind == kernel.TInt:
		return plus(t.A, new(big.Int).Add(t.B.Int, by))
	case by.Sign() == 0:
		return t
	}
	return kernel.Operation(kernel.OAdd, t, kernel.Int(by))
}
