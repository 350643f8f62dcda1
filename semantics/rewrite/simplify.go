package rewrite

import (
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// maxRounds bounds how often simplification rules are tried on one term.
const maxRounds = 8

// Simplify applies the definition's simplification rules to t, bottom-up and
// until none applies. Rules match syntactically, no equation is assumed, and
// each condition must be true or confirmed by holds; used is told of each rule
// that is applied.
func (e *Engine) Simplify(t *term.Term, holds func(*term.Term) bool, used func(*compile.Rule)) *term.Term {
	s := &simplifier{engine: e, holds: holds, used: used, memo: map[*term.Term]*term.Term{}}
	for range maxRounds {
		u := s.apply(t)
		if term.Equal(u, t) {
			return u
		}
		t = u
	}
	return t
}

// simplifier is one run of [Engine.Simplify]; what a node became is remembered.
type simplifier struct {
	engine *Engine
	holds  func(*term.Term) bool
	used   func(*compile.Rule)
	memo   map[*term.Term]*term.Term
}

func (s *simplifier) apply(t *term.Term) *term.Term {
	if !t.HasFunctions() || t.HasBinders() {
		return t
	}
	if u, ok := s.memo[t]; ok {
		return u
	}
	u := term.MapChildren(t, s.apply)
	if programs := s.engine.simplifications[u.Symbol()]; programs != nil {
		for _, p := range programs() {
			if v := s.rule(p, u); v != nil {
				s.used(p.Rule)
				u = v
				break
			}
		}
	}
	s.memo[t] = u
	return u
}

// rule applies one simplification rule at the top of t.
func (s *simplifier) rule(p *Program, t *term.Term) *term.Term {
	m := &matcher{lattice: s.engine.Definition.Lattice, symbolic: true}
	m.reset(p.nvars)
	for i, a := range p.args {
		if !m.match(a, t.Arg(i)) {
			return nil
		}
	}
	var result *term.Term
	m.solve(func() bool {
		if m.undecided != "" || len(m.conds) > 0 || !p.shapesFit(m) {
			return true
		}
		for _, list := range [][]*bld{p.conds, p.defined} {
			for _, c := range list {
				if f := m.build(c); f != term.True && !s.holds(f) {
					return true
				}
			}
		}
		result = m.build(p.result)
		return false
	})
	return result
}

// shapesFit checks the attributes concrete(X,..) and symbolic(X,..) of a
// simplification rule; without a list they are about all variables.
func (p *Program) shapesFit(m *matcher) bool {
	for _, key := range []string{"concrete", "symbolic"} {
		value, ok := p.Rule.Attrs.Get(key)
		if !ok {
			continue
		}
		for i, v := range p.names {
			if v == nil || m.b[i] == nil || value != "" && !listed(value, v.Name) {
				continue
			}
			if m.b[i].IsGround() != (key == "concrete") {
				return false
			}
		}
	}
	return true
}

// listed reports whether a list with commas has a name.
func listed(list, name string) bool {
	return slices.ContainsFunc(strings.Split(list, ","), func(x string) bool { return strings.TrimSpace(x) == name })
}
