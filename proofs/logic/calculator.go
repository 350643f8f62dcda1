package logic

// maxLength bounds what is computed: bits of an integer, bytes of a text.
const maxLength = 1 << 20

// Limit is what is thrown where something would be too large.
type Limit string

// bounded ends the computation if something would be too long.
func bounded(length float64) {
	if length > maxLength {
		panic(Limit("it computes numbers or texts that are too long"))
	}
}

// Calculator brings terms into normal form (Coq: machine). It throws a [Limit] where numbers or texts
// become too long.
type Calculator struct {
	Tests [][]Test // of the sort with the number: a value is of it if it passes one
	Depth int      // of applications of functions that are computed

	// Apply computes the application of a function to a tuple, with a calculator for what that needs; nil if
	// its value is not known.
	Apply func(c Calculator, d Known, f Sym, a *Term) *Term
}

// call is the application of a function to a tuple: computed if its value is of the function's sort (Coq:
// m_call of calls).
func (c Calculator) call(d Known, f Sym, s Sort, a *Term) *Term {
	if c.Depth > 0 {
		c.Depth--
		if t := c.Apply(c, d, f, a); t != nil && t.Fits(s) {
			return t
		}
	}
	return FunOf(f, s, a)
}

// Within substitutes, and brings what is built into normal form, not what is put in (Coq: nsub).
func (c Calculator) Within(d Known, s Subst, t *Term) *Term {
	switch {
	case t.Kind == TV:
		return s.get(t)
	case t.A == nil:
		return t
	case t.Kind == TOp:
		return c.operation(d, t.Op, t.N, c.Within(d, s, t.A), c.Within(d, s, t.B))
	case t.Kind == TFun:
		return c.call(d, t.Sym, t.Sort, c.Within(d, s, t.A))
	}
	return t.with(c.Within(d, s, t.A), c.Within(d, s, t.B))
}

// WithinForm is Within in a formula; under a quantifier nothing is known (Coq: fnsub).
func (c Calculator) WithinForm(d Known, s Subst, f *Form) *Form {
	if f.Kind == FAll || f.Kind == FEx {
		d = nil
	}
	return f.parts(func(g *Form) *Form { return c.WithinForm(d, s, g) }, func(t *Term) *Term { return c.Within(d, s, t) })
}

// WithinForms is WithinForm in each of some formulas.
func (c Calculator) WithinForms(d Known, s Subst, fs []*Form) []*Form {
	out := make([]*Form, len(fs))
	for i, f := range fs {
		out[i] = c.WithinForm(d, s, f)
	}
	return out
}
