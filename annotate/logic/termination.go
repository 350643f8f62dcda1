package logic

import (
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// ends shows that a recursive definition ends: some measure, the given one or
// a parameter or difference of two, is smaller at each recursive call and not
// negative where the call is made.
func (c *declarer) ends(s *meaning.Scope, f *meaning.Function, d *syntax.Declaration, args []*term.Term) *source.Diagnostic {
	if underBinder(f.Symbol, f.Body, false) {
		return source.Errorf(d.Body.Span, "no-termination", "%s calls itself under a quantifier, for which no measure can be checked", d.Name.Text)
	}
	var measures []*term.Term
	if d.Measure != nil {
		m, _ := s.Integer(d.Measure)
		measures = append(measures, m)
	} else {
		measures = measuresOf(args)
	}
	oracle, err := c.makeOracle(nil, nil)
	if err != nil {
		return source.Errorf(d.Body.Span, "no-termination", "%v", err)
	}
	for _, m := range measures {
		if (descent{oracle, f, m}).at(f.Body, nil) {
			return nil
		}
	}
	what := "no parameter, and no difference of two, is"
	if d.Measure != nil {
		what = "the measure " + d.Measure.Span.Text() + " is not shown to be"
	}
	return source.Errorf(d.Body.Span, "no-termination", "the definition of %s is not shown to end: %s smaller at each recursive call and not negative there; give one by `decreases E` behind the definition", d.Name.Text, what)
}

// recursiveCalls finds the applications of a function in its own definition.
func recursiveCalls(sym *term.Symbol, body *term.Term) []*term.Term {
	var out []*term.Term
	term.Walk(body, func(t *term.Term) bool {
		if t.Is(sym) {
			out = append(out, t)
		}
		return true
	})
	return out
}

// measuresOf are the measures that are tried: integer parameters and their
// differences.
func measuresOf(args []*term.Term) []*term.Term {
	var out []*term.Term
	for _, a := range args {
		if a.Sort() == term.SortInt {
			out = append(out, a)
		}
	}
	n := len(out)
	for i := range n {
		for j := range n {
			if i != j {
				out = append(out, term.Sub(out[i], out[j]), term.Add(term.Sub(out[i], out[j]), term.Int(1)))
			}
		}
	}
	return out
}

// underBinder reports whether an application of sym stands within a quantifier.
func underBinder(sym *term.Symbol, t *term.Term, inside bool) bool {
	if t.Is(sym) && inside {
		return true
	}
	inside = inside || t.Kind() == term.KApp && t.Symbol().Class == term.Binder
	found := false
	term.Children(t, func(u *term.Term) { found = found || underBinder(sym, u, inside) })
	return found
}

// descent is the claim that a measure becomes smaller at the recursive calls of a
// function and is not negative there.
type descent struct {
	oracle  rewrite.Oracle
	f       *meaning.Function
	measure *term.Term
}

// at checks the recursive calls in t, which counts where guards hold.
func (d descent) at(t *term.Term, guards []*term.Term) bool {
	switch {
	case t.Is(term.KIte):
		cond := t.Arg(0)
		return d.at(cond, guards) &&
			d.at(t.Arg(1), with(guards, cond)) &&
			d.at(t.Arg(2), with(guards, term.Not(cond)))
	case t.Is(term.BoolAnd), t.Is(term.BoolOr), t.Is(term.BoolImplies):
		return d.in(t, guards)
	case t.Is(d.f.Symbol):
		sub := term.Substitution{}
		for i, v := range d.f.Params {
			sub[v] = t.Arg(i)
		}
		smaller := term.And(term.Le(term.Int(0), d.measure), term.Lt(sub.Apply(d.measure), d.measure))
		if d.oracle.Decide(guards, term.Not(smaller)) != rewrite.Unsatisfiable {
			return false
		}
	}
	ok := true
	term.Children(t, func(u *term.Term) { ok = ok && d.at(u, guards) })
	return ok
}

// in checks the operands of a connective: one that calls the function
// counts only where the other, if that does not, leaves the outcome open.
func (d descent) in(t *term.Term, guards []*term.Term) bool {
	for i, g := range [2]*term.Term{t.Arg(1), t.Arg(0)} {
		open := guards
		if len(recursiveCalls(d.f.Symbol, g)) == 0 {
			// A conjunction is open where the other operand is true, as is what an
			// implication concludes; a disjunction and what an implication assumes
			// where it is false.
			if t.Is(term.BoolOr) || t.Is(term.BoolImplies) && i == 0 {
				g = term.Not(g)
			}
			open = with(guards, g)
		}
		if !d.at(t.Arg(i), open) {
			return false
		}
	}
	return true
}

func with(guards []*term.Term, g *term.Term) []*term.Term {
	return append(guards[:len(guards):len(guards)], g)
}
