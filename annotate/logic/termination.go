package logic

import (
	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Equation is the definition of a function: where Defined holds, Symbol(Params) is
// Body.
type Equation struct {
	Name          string // of the function, for people
	Span          source.Span
	Declared      source.Span // the whole declaration
	Symbol        *term.Symbol
	Params        []*term.Variable
	Body, Defined *term.Term
	Measure       *term.Term // that shows the recursion to end; nil: some are tried
}

// CodeNoEnd is the code of diagnostics on definitions that are not shown to end.
const CodeNoEnd = "no-termination"

// Formula is the equation for all values of the parameters.
func (e *Equation) Formula() *term.Term {
	return prover.ForAll(e.Params, term.Implies(e.Defined, term.Eq(term.Apply(e.Symbol, e.arguments()...), e.Body)))
}

func (e *Equation) arguments() []*term.Term {
	args := make([]*term.Term, len(e.Params))
	for i, v := range e.Params {
		args[i] = v.Term()
	}
	return args
}

// Unending says why a recursive definition is not shown to end; "" if it is: some
// measure, the given one or a parameter or difference of two, is smaller at each
// recursive call and not negative where the call is made.
func (e *Equation) Unending(oracle rewrite.Oracle) string {
	if len(recursiveCalls(e.Symbol, e.Body)) == 0 {
		return ""
	}
	if underBinder(e.Symbol, e.Body, false) {
		return e.Name + " calls itself under a quantifier, for which no measure can be checked"
	}
	measures, what := measuresOf(e.arguments()), "no parameter, and no difference of two, is"
	if e.Measure != nil {
		measures, what = []*term.Term{e.Measure}, "the given measure is not shown to be"
	}
	for _, m := range measures {
		if (descent{oracle, e.Symbol, e.Params, m}).at(e.Body, nil) {
			return ""
		}
	}
	return "the definition of " + e.Name + " is not shown to end: " + what + " smaller at each recursive call and not negative there; give one by `decreases E` behind the definition"
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
	symbol  *term.Symbol
	params  []*term.Variable
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
	case t.Is(d.symbol):
		sub := term.Substitution{}
		for i, v := range d.params {
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
		if len(recursiveCalls(d.symbol, g)) == 0 {
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
