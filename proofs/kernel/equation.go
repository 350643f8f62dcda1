package kernel

import "slices"

// maxDepth is how deep applications of functions are computed (Coq: depth).
const maxDepth = 1000

// calculator brings terms into normal form: it knows the tests of sorts, and computes the
// applications of functions by their equations (Coq: machine).
type calculator struct {
	*Language
	equations map[Sym][]*Equation // of each function, in their order
	depth     int                 // that applications may still have (Coq: k of calls)
	work      *int                // so far, of whom it computes for
}

func newCalculator(l *Language, work *int) calculator {
	c := calculator{Language: l, equations: map[Sym][]*Equation{}, depth: maxDepth, work: work}
	for i := range l.Equations {
		e := &l.Equations[i]
		c.equations[e.Fun] = append(c.equations[e.Fun], e)
	}
	return c
}

// call is the application of a function to a tuple: by an equation if one is seen to apply,
// whose value is of the function's sort (Coq: m_call of calls).
func (c calculator) call(d known, f Sym, s Sort, a *Term) *Term {
	if es := c.equations[f]; c.depth > 0 && len(es) > 0 {
		if *c.work += len(es); *c.work > maxWork {
			panic(limit("it takes too many steps"))
		}
		c.depth--
		if t := c.byEquation(d, es, a); t != nil && fits(t.kind(), s) {
			return t
		}
	}
	return FunOf(f, s, a)
}

// byEquation is by the first equation that applies, if none of an earlier group can; nil if
// none is seen to (Coq: by_equation).
func (c calculator) byEquation(d known, all []*Equation, a *Term) *Term {
	for _, e := range all {
		how := matched{whole: true}
		if !match(e.Args, a, &how) || !how.whole {
			continue
		}
		if open, _ := c.conditions(d, how, e.Cond); len(open) > 0 {
			continue
		}
		if !slices.ContainsFunc(all, func(o *Equation) bool { return o.Prio < e.Prio && !c.excluded(d, a, o) }) {
			return c.within(d, how.subst, e.Right)
		}
	}
	return nil
}

// excluded reports whether an equation is seen not to apply to a tuple (Coq: excluded).
func (c calculator) excluded(d known, a *Term, e *Equation) bool {
	how := matched{whole: true}
	if !match(e.Args, a, &how) {
		return true
	}
	_, refuted := c.conditions(d, matched{subst: how.subst}, e.Cond)
	return refuted
}

// conditions returns those that are not true, and whether one is false; of those that mention
// what a match in part has not bound nothing is known (Coq: open_conds, refuted).
func (c calculator) conditions(d known, how matched, conds []*Term) (open []*Term, refuted bool) {
	for _, t := range conds {
		if !how.whole && !how.subst.binds(t) {
			continue
		}
		b := c.within(d, how.subst, t)
		refuted = refuted || b.isFalse()
		if !b.isTrue() {
			open = append(open, b)
		}
	}
	return open, refuted
}

// Normal is the normal form of a term.
func (m *Machine) Normal(t *Term) *Term { return m.terms.normal(nil, t) }

// normal is the normal form of a term (Coq: norm).
func (c calculator) normal(d known, t *Term) *Term {
	switch {
	case t.A == nil:
		return t
	case t.Kind == TOp:
		return c.operation(d, t.Op, t.N, c.normal(d, t.A), c.normal(d, t.B))
	case t.Kind == TFun:
		return c.call(d, t.Sym, t.Sort, c.normal(d, t.A))
	}
	return t.with(c.normal(d, t.A), c.normal(d, t.B))
}

// within substitutes, and brings what is built into normal form, not what is put in
// (Coq: nsub).
func (c calculator) within(d known, s Subst, t *Term) *Term {
	switch {
	case t.Kind == TV:
		return s.get(t)
	case t.A == nil:
		return t
	case t.Kind == TOp:
		return c.operation(d, t.Op, t.N, c.within(d, s, t.A), c.within(d, s, t.B))
	case t.Kind == TFun:
		return c.call(d, t.Sym, t.Sort, c.within(d, s, t.A))
	}
	return t.with(c.within(d, s, t.A), c.within(d, s, t.B))
}

// withinForm is within in a formula; under a quantifier nothing is known (Coq: fnsub).
func (c calculator) withinForm(d known, s Subst, f *Form) *Form {
	switch f.Kind {
	case FT:
		return Holds(c.within(d, s, f.Term))
	case FAll, FEx:
		return &Form{Kind: f.Kind, A: c.withinForm(nil, s, f.A)}
	case FNot:
		return Not(c.withinForm(d, s, f.A))
	}
	return &Form{Kind: f.Kind, A: c.withinForm(d, s, f.A), B: c.withinForm(d, s, f.B)}
}

func (c calculator) withinForms(d known, s Subst, fs []*Form) []*Form {
	out := make([]*Form, len(fs))
	for i, f := range fs {
		out[i] = c.withinForm(d, s, f)
	}
	return out
}

// ok is Coq's eqn_ok.
func (e *Equation) ok() bool {
	var left Subst
	return e.Args.isPattern(&left) && left.binds(e.Right) &&
		!slices.ContainsFunc(e.Cond, func(c *Term) bool { return !left.binds(c) })
}
