package logic

// Calculator brings terms into normal form (Coq: machine). It throws a [Limit] where numbers or texts
// become too long, or there is too much work.
type Calculator struct {
	Tests [][]Test // of the sort with the number: a value is of it if it passes one
	Depth int      // of applications of functions that are computed
	Known Known    // what is known
	Meter *Meter   // counts the work; nil: it is not counted

	// Apply computes the application of a function to a tuple, with a calculator for what that needs; nil if
	// its value is not known.
	Apply func(c Calculator, f Sym, a *Term) *Term
}

// Knowing is a calculator that knows what a path condition says.
func (c Calculator) Knowing(pc []*Form) Calculator {
	c.Known = knownOf(pc)
	return c
}

// call is the application of a function to a tuple: computed if its value is of the function's sort (Coq:
// m_call of calls).
func (c Calculator) call(f Sym, s Sort, a *Term) *Term {
	if c.Depth > 0 {
		c.Depth--
		if t := c.Apply(c, f, a); t != nil && t.Fits(s) {
			return t
		}
	}
	return FunOf(f, s, a)
}

// Within substitutes, and brings what is built into normal form, not what is put in (Coq: nsub).
func (c Calculator) Within(s Subst, t *Term) *Term {
	c.Meter.Spend(nodeWork)
	switch {
	case t.Kind == TV:
		c.Meter.Spend(len(s))
		return s.get(t)
	case t.A == nil:
		return t
	case t.Kind == TOp:
		return c.operation(t.Op, t.N, c.Within(s, t.A), c.Within(s, t.B))
	case t.Kind == TFun:
		return c.call(t.Sym, t.Sort, c.Within(s, t.A))
	}
	return t.with(c.Within(s, t.A), c.Within(s, t.B))
}

// WithinForm is Within in a formula; under a quantifier nothing is known (Coq: fnsub).
func (c Calculator) WithinForm(s Subst, f *Form) *Form {
	c.Meter.Spend(1)
	if f.Kind == FAll || f.Kind == FEx {
		c.Known = nil
	}
	return f.parts(func(g *Form) *Form { return c.WithinForm(s, g) }, func(t *Term) *Term { return c.Within(s, t) })
}

// WithinForms is WithinForm in each of some formulas.
func (c Calculator) WithinForms(s Subst, fs []*Form) []*Form {
	out := make([]*Form, len(fs))
	for i, f := range fs {
		out[i] = c.WithinForm(s, f)
	}
	return out
}
