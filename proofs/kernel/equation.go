package kernel

import (
	"slices"

	"rlv/proofs/logic"
)

// maxCalls is how deep applications of functions are computed (Coq: depth).
const maxCalls = 1000

// functions computes applications of functions by their equations, of each function in their order (Coq:
// calls).
type functions map[logic.Sym][]*Equation

// calculatorOf returns a calculator for the terms of a language.
func calculatorOf(l *Language, m *logic.Meter) logic.Calculator {
	fs := functions{}
	for i := range l.Equations {
		e := &l.Equations[i]
		fs[e.Fun] = append(fs[e.Fun], e)
	}
	return logic.Calculator{Tests: l.Tests, Depth: maxCalls, Meter: m, Apply: fs.apply}
}

// apply is by the first equation that applies, if none of an earlier group can; nil if none is seen to
// (Coq: by_equation).
func (fs functions) apply(c logic.Calculator, f logic.Sym, a *logic.Term) *logic.Term {
	all := fs[f]
	for _, e := range all {
		how := matched{whole: true}
		if !match(c, e.Args, a, &how) || !how.whole {
			continue
		}
		if open, _ := conditions(c, how, e.Cond); len(open) > 0 {
			continue
		}
		if !slices.ContainsFunc(all, func(o *Equation) bool { return o.Prio < e.Prio && !excluded(c, a, o) }) {
			return c.Within(how.subst, e.Right)
		}
	}
	return nil
}

// excluded reports whether an equation is seen not to apply to a tuple (Coq: excluded).
func excluded(c logic.Calculator, a *logic.Term, e *Equation) bool {
	how := matched{whole: true}
	if !match(c, e.Args, a, &how) {
		return true
	}
	_, refuted := conditions(c, matched{subst: how.subst}, e.Cond)
	return refuted
}

// conditions returns those that are not true, and whether one is false; of those that mention
// what a match in part has not bound nothing is known (Coq: open_conds, refuted).
func conditions(c logic.Calculator, how matched, conds []*logic.Term) (open []*logic.Term, refuted bool) {
	for _, t := range conds {
		if !how.whole && !how.subst.Binds(t) {
			continue
		}
		b := c.Within(how.subst, t)
		refuted = refuted || b.IsFalse()
		if !b.IsTrue() {
			open = append(open, b)
		}
	}
	return open, refuted
}

// ok is Coq's eqn_ok.
func (e *Equation) ok() bool {
	var left logic.Subst
	return isPattern(e.Args, &left) && left.Binds(e.Right) &&
		!slices.ContainsFunc(e.Cond, func(c *logic.Term) bool { return !left.Binds(c) })
}
