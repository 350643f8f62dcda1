package rewrite

import (
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// values decides the conditions that an application of a partial function has a
// value (compile.Definition.Partial). The condition is true of an application
// that evaluates, and false of one to values that does not. Of others it is true
// if the function is total: its equations cover all cases, by the solver. Else it
// is unfolded once: the equation that applies must, for some equation, have a
// value. A condition that stays is an unknown truth value to the solver, which
// never proves it.
//
// Take last(X : .Xs) => X and last(_ : Xs) => last(Xs) [owise], which have no case for
// the empty list. That last(1 : .Xs) has a value is true, that last(.Xs) has one false;
// that last(1 : L) has one is unfolded to: L is .Xs, or last(L) has a value.
type values struct {
	engine    *Engine
	functions map[*term.Symbol]*term.Symbol // by the symbol of the condition
	equations map[*term.Symbol]func() []*Program

	// pending gives the constructor of an application of which it is not known
	// whether a rule that applies anywhere applies.
	pending map[*term.Symbol]*term.Symbol

	mu    sync.Mutex
	total map[*term.Symbol]bool
	tries map[*term.Symbol]int // how often the solver was asked whether the function is total
}

// maxTries bounds how often it is asked whether a function is total: each oracle might
// know better, but most often none does.
const maxTries = 4

// newValues installs the evaluators of the conditions.
func newValues(e *Engine) *values {
	d := e.Definition
	v := &values{engine: e, functions: map[*term.Symbol]*term.Symbol{}, equations: map[*term.Symbol]func() []*Program{},
		pending: map[*term.Symbol]*term.Symbol{}, total: map[*term.Symbol]bool{}, tries: map[*term.Symbol]int{}}
	for sym := range d.Anywhere {
		v.pending[sym.Pending] = sym
	}
	for f, condition := range d.Partial() {
		v.functions[condition] = f
		condition.Eval = func(args []*term.Term) *term.Term { return v.evaluates(f, args) }
		if rules := d.Equations(f); rules != nil {
			v.equations[f] = lazily(d.Lattice, rules)
		}
	}
	return v
}

// evaluates returns whether an application to arguments that have values has one, as far as its
// evaluation shows: be these what they may, where it is not certain that they have values. So
// field(p, a /Int b) has a value if field(p, x) has, whether b is 0 or not.
func (v *values) evaluates(f *term.Symbol, args []*term.Term) *term.Term {
	if v.isCertain(term.Apply(f, args...)) {
		return term.True
	}
	if any, some := v.whatever(args); some && v.isCertain(term.Apply(f, any...)) {
		return term.True
	}
	for _, a := range args {
		if !a.IsValue() {
			return nil
		}
	}
	return term.False
}

// whatever are terms with variables for the largest parts of them of which it is not certain that
// they have values; some reports whether there are any.
func (v *values) whatever(ts []*term.Term) (out []*term.Term, some bool) {
	var parts, variables []*term.Term
	var replace func(t *term.Term) *term.Term
	replace = func(t *term.Term) *term.Term {
		switch {
		case !t.HasFunctions() || t.HasBinders() || v.isCertain(t):
			return t
		case t.Kind() != term.KApp || t.IsSeq() || t.Symbol().Class != term.Function:
			return term.MapChildren(t, replace)
		}
		i := slices.IndexFunc(parts, func(p *term.Term) bool { return term.Equal(p, t) })
		if i < 0 {
			i = len(parts)
			parts, variables = append(parts, t), append(variables, term.Fresh("X", t.Sort()))
		}
		return variables[i]
	}
	for _, t := range ts {
		out = append(out, replace(t))
	}
	return out, len(parts) > 0
}

// isCertain reports whether t has a value whatever those of its variables are:
// no function occurs in it but ones that are total.
func (v *values) isCertain(t *term.Term) bool {
	if !t.HasFunctions() {
		return true
	}
	certain := true
	term.Walk(t, func(u *term.Term) bool {
		if sym := u.Symbol(); sym != nil && sym.Class == term.Function && certain {
			switch {
			case sym.Defined != nil:
				certain = sym.Defined(u.Args()) == term.True
			case sym.Hook != "":
				certain = sym.Total
			case v.pending[sym] != nil:
				certain = v.engine.Definition.Partial()[v.pending[sym]] == nil
			default:
				certain = v.engine.Definition.Partial()[sym] == nil
			}
		}
		return certain && u.HasFunctions()
	})
	return certain
}

// Settle replaces the conditions in t of which it can be told whether they hold.
func (e *Engine) Settle(t *term.Term, oracle Oracle) *term.Term {
	if !e.values.occur(t) {
		return t
	}
	return e.values.settle(t, oracle, nil)
}

// occur reports whether a condition of definedness occurs in t.
func (v *values) occur(t *term.Term) bool {
	if len(v.functions) == 0 || !t.HasFunctions() {
		return false
	}
	found := false
	term.Walk(t, func(u *term.Term) bool {
		found = found || v.functions[u.Symbol()] != nil
		return !found && u.HasFunctions()
	})
	return found
}

// settle is Settle inside the conditions of active functions, which are not
// unfolded again.
func (v *values) settle(t *term.Term, oracle Oracle, active []*term.Symbol) *term.Term {
	if !t.HasFunctions() || t.HasBinders() {
		return t
	}
	if f := v.functions[t.Symbol()]; f != nil {
		out := t
		if !slices.Contains(active, f) {
			out = v.unfold(t, f, oracle, append(slices.Clip(active), f))
		}
		// Last, since all functions that f applies are looked at for it.
		if v.occur(out) && v.isTotal(f, oracle) {
			return term.True
		}
		return out
	}
	return term.MapChildren(t, func(c *term.Term) *term.Term { return v.settle(c, oracle, active) })
}

// unfold returns when the equation of f that applies has a value; condition, an
// application to the same arguments, where it cannot be told which applies.
func (v *values) unfold(condition *term.Term, f *term.Symbol, oracle Oracle, active []*term.Symbol) *term.Term {
	var cases []equationCase
	if v.equations[f] == nil && f.Hook != "" {
		return condition // built in: it is evaluated once its arguments are known
	}
	if equations := v.equations[f]; equations != nil {
		for _, p := range equations() {
			c, matches, known := p.caseOf(v.engine.Definition.Lattice, condition.Args())
			if !known {
				return condition
			}
			if matches {
				cases = append(cases, c)
			}
		}
	}
	out := term.Bool(v.stays(f)) // no equation applies
	for i := len(cases) - 1; i >= 0; i-- {
		c := cases[i]
		value := v.settle(c.value, oracle, active)
		evaluable := v.settle(c.evaluable, oracle, active)
		chosen := term.And(evaluable, term.Or(term.And(c.applies, value), term.And(term.Not(c.applies), out)))
		out = term.Or(term.And(c.matches, chosen), term.And(term.Not(c.matches), out))
	}
	return out
}

// stays reports whether an application has a value where no equation applies: a
// constructor, or a sort test, to which equations add.
func (v *values) stays(f *term.Symbol) bool {
	return f.Class == term.Constructor || v.engine.Definition.IsTest(f)
}

// equationCase is an equation instantiated: when its left side matches, when its
// conditions have a value, when they hold, and when its right side has a value.
type equationCase struct{ matches, evaluable, applies, value *term.Term }

// caseOf matches the equation against arguments; known is false if it cannot be
// told whether it matches.
func (p *Program) caseOf(l *term.Lattice, args []*term.Term) (c equationCase, matches, known bool) {
	m := &matcher{lattice: l, symbolic: true}
	m.reset(p.nvars)
	for i, q := range p.args {
		if !m.match(q, args[i]) {
			return c, false, true
		}
	}
	known = true
	all := func(bs []*bld) *term.Term {
		out := term.True
		for _, b := range bs {
			out = term.And(out, m.build(b))
		}
		return out
	}
	m.solve(func() bool {
		if m.undecided != "" || matches {
			known = false
			return false
		}
		matches = true
		c = equationCase{matches: term.And(m.conds...), evaluable: all(p.evaluable), value: all(p.defined)}
		c.applies = all(p.conds)
		return true
	})
	return c, matches, known
}

// isTotal reports whether f is known to have a value for all arguments.
func (v *values) isTotal(f *term.Symbol, oracle Oracle) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.total[f] || v.tries[f] >= maxTries {
		return v.total[f]
	}
	v.tries[f]++
	cases := v.casesFrom(f)
	// What is left when no function has to be removed holds of all of them, by
	// induction on the evaluation of an application, if that ends.
	for removed := true; removed; {
		removed = false
		for g, conditions := range cases {
			if !v.covered(conditions, cases, oracle) {
				delete(cases, g)
				removed = true
			}
		}
	}
	for g := range cases {
		v.total[g] = true
	}
	return v.total[f]
}

// casesFrom returns the conditions of the cases of f and of all functions that they apply, so far as
// the cases can be enumerated: whether f is total depends on no others.
func (v *values) casesFrom(f *term.Symbol) map[*term.Symbol][]*term.Term {
	cases, seen := map[*term.Symbol][]*term.Term{}, map[*term.Symbol]bool{}
	for next := []*term.Symbol{f}; len(next) > 0; {
		g := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[g] || v.equations[g] == nil || v.stays(g) {
			continue
		}
		seen[g] = true
		conditions, ok := compile.CasesOf(v.engine.Definition, g, v.engine.Definition.Functions.Of(g))
		if !ok {
			continue
		}
		cases[g] = conditions
		for _, c := range conditions {
			term.Walk(c, func(t *term.Term) bool {
				if h := v.functions[t.Symbol()]; h != nil {
					next = append(next, h)
				}
				return t.HasFunctions()
			})
		}
	}
	return cases
}

// covered reports whether all conditions are valid if the functions assumed are
// total.
func (v *values) covered(conditions []*term.Term, assumed map[*term.Symbol][]*term.Term, oracle Oracle) bool {
	var assume func(t *term.Term) *term.Term
	assume = func(t *term.Term) *term.Term {
		if !t.HasFunctions() || t.HasBinders() {
			return t
		}
		if f := v.functions[t.Symbol()]; f != nil && assumed[f] != nil {
			return term.True
		}
		return term.MapChildren(t, assume)
	}
	for _, c := range conditions {
		if c = assume(c); c != term.True && oracle.Decide(nil, term.Conjuncts(nil, term.Not(c))...) != Unsatisfiable {
			return false
		}
	}
	return true
}
