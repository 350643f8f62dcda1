package rewrite

import (
	"slices"
	"sync/atomic"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// promise is what a rule ensures: that for some values of its ?X the formulas
// hold. Where they do not for any, the rule has no result (an axiom of the K
// manual, L and requires => next R and ensures, then has no successor).
//
// The rule  pick => ?X ensures ?X >Int 3  always has a result: its promise is closed,
// and that it can be kept is asked once. With  ensures ?X >Int N andBool ?X <Int M  there
// is one only where N +Int 1 <Int M, which has to follow from the path condition.
type promise struct {
	formulas []*term.Term
	builds   []*bld
	vars     []*term.Variable // of the ?X, those that occur
	closed   bool             // nothing else occurs
	kept     *atomic.Bool     // closed, and known to hold
}

// promiseOf finds what a rule ensures; arbitrary are the conditions under which
// its right side has a value that mention an ?X.
func promiseOf(r *compile.Rule, arbitrary []*term.Term) promise {
	p := promise{formulas: r.Ensures, kept: &atomic.Bool{}}
	bound := term.Vars(r.Ensures...)
	for _, c := range arbitrary {
		if !alwaysSome(c, r.Existentials, bound) {
			p.formulas = append(slices.Clip(p.formulas), c)
		}
	}
	p.closed = true
	for _, v := range term.Vars(p.formulas...) {
		if slices.Contains(r.Existentials, v) {
			p.vars = append(p.vars, v)
		} else {
			p.closed = false
		}
	}
	return p
}

// alwaysSome reports whether a condition only asks that an ?X of which nothing
// else is asked differs from finitely many terms, of a sort with infinitely many.
func alwaysSome(c *term.Term, existentials, bound []*term.Variable) bool {
	if !c.Is(term.BoolNot) {
		return false
	}
	fresh := func(t *term.Term) bool {
		return t.IsVar() && (t.Sort() == term.SortInt || t.Sort() == term.SortString) &&
			slices.Contains(existentials, t.Variable()) && !slices.Contains(bound, t.Variable())
	}
	switch a := c.Arg(0); {
	case a.Is(term.MapInKeys), a.Is(term.SetIn):
		return fresh(a.Arg(0)) && !slices.Contains(term.Vars(a.Arg(1)), a.Arg(0).Variable())
	case a.Is(term.KEq), a.Is(term.IntEq):
		return fresh(a.Arg(0)) && !slices.Contains(term.Vars(a.Arg(1)), a.Arg(0).Variable()) ||
			fresh(a.Arg(1)) && !slices.Contains(term.Vars(a.Arg(0)), a.Arg(1).Variable())
	}
	return false
}

// promised returns when the rule keeps its promise in a match whose ?X are new
// variables.
func (d *deriver) promised(m *Match) *term.Term {
	p := &m.Program.promise
	if len(p.formulas) == 0 || p.kept.Load() {
		return term.True
	}
	out := term.And(d.settled(m.buildAll(p.builds))...)
	if out == term.True {
		return term.True
	}
	if p.closed && d.oracle.Prune(nil, term.Conjuncts(nil, out)...) == Satisfiable {
		p.kept.Store(true)
		return term.True
	}
	sub := m.Substitution()
	for _, v := range p.vars {
		out = term.Apply(term.Exists, sub[v], out)
	}
	return out
}
