package compile

import (
	"slices"

	"rlv/semantics/term"
)

// defineLater has the rule's conditions of definedness found once all rules are
// known: they depend on which functions are total.
func (b *builder) defineLater(r *Rule) { b.putOff = append(b.putOff, r) }

// applications returns what the scope noted, in the terms of the finished rule.
func (s *scope) applications() []application {
	finish := func(ts []*term.Term) []*term.Term {
		out := make([]*term.Term, len(ts))
		for i, t := range ts {
			out[i] = s.made.Apply(s.aliased(t))
		}
		return out
	}
	var out []application
	for _, a := range s.applied {
		out = append(out, application{a.sym, finish(a.args), finish(a.guards), a.inCond})
	}
	return out
}

// definedOf returns the symbol that says that an application of f has a value.
func (s *symbols) definedOf(f *term.Symbol) *term.Symbol {
	if sym := s.defined[f]; sym != nil {
		return sym
	}
	name := "#defined:" + f.Name
	format := slices.Clip(f.Format)
	for i := range f.Args {
		if len(f.Format) == 0 {
			format = append(format, term.FormatItem{Arg: i})
		}
	}
	format = append(format, term.FormatItem{Text: "has a value"})
	sym := term.NewSymbol(term.Symbol{Name: s.unique(name), Args: f.Args, Result: term.SortBool, Class: term.Function, Total: true, Format: format})
	s.defined[f] = sym
	return sym
}

// Partial returns, for each function of which it is not evident that it always
// has a value, the symbol of the condition that it has one. That condition takes
// the arguments of the function.
func (d *Definition) Partial() map[*term.Symbol]*term.Symbol { return d.symbols.defined }

// conditionsOfValues returns all conditions of definedness.
func (r *Rule) conditionsOfValues() []*term.Term {
	return append(slices.Clip(r.Evaluable), r.Defined...)
}

// findTotal defines all rules and finds the functions that evidently have a
// value for all arguments: their equations cover all cases, and what those use
// has values. It starts with all functions and removes those of which that is
// not so, until none is left; that a recursion ends is not shown. With
// half(N) => N /Int 2 and g(N) => half(N) +Int third(N), where third(N) is only given for
// N >Int 0, the first round removes third and the second one g; half stays, as its
// divisor is 2.
func (b *builder) findTotal() {
	functions := append(byName(b.def.Functions), byName(b.def.Anywhere)...)
	b.total = map[*term.Symbol]bool{}
	for _, f := range functions {
		b.total[f] = true
	}
	equations := map[*term.Symbol][]*Rule{}
	for _, r := range b.putOff {
		if r.Kind == FunctionRule || r.Kind == AnywhereRule {
			equations[r.Symbol] = append(equations[r.Symbol], r)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range functions {
			if !b.total[f] {
				continue
			}
			for _, r := range equations[f] {
				b.define(r)
			}
			if !b.evident(f) {
				delete(b.total, f)
				changed = true
			}
		}
	}
	for _, r := range b.putOff {
		b.define(r)
	}
	b.putOff = nil
}

// Equations returns the rules of a function, or those that apply anywhere to a
// constructor.
func (d *Definition) Equations(f *term.Symbol) *Equations {
	if f.Class == term.Constructor {
		return d.Anywhere[f]
	}
	return d.Functions[f]
}

// evident reports whether the equations of f evidently cover all arguments.
func (b *builder) evident(f *term.Symbol) bool {
	if f.Class == term.Constructor || b.tested[f] != term.NoSort {
		// Where no equation applies it stays, or is what it is built in to be.
		return !slices.ContainsFunc(b.def.Equations(f).Rules(), func(r *Rule) bool { return len(r.Evaluable)+len(r.Defined) > 0 })
	}
	rules := slices.Clone(b.def.Functions.Of(f))
	slices.SortStableFunc(rules, func(x, y *Rule) int { return x.Priority - y.Priority })
	cases, ok := CasesOf(b.def, f, rules)
	return ok && !slices.ContainsFunc(cases, func(c *term.Term) bool { return c != term.True })
}
