package logic

import "slices"

// Binding is what a substitution puts in the place of a variable.
type Binding struct {
	Var  Var
	Term *Term
}

// Subst is a substitution; what it does not mention stands for itself. The first entry for
// a variable counts (Coq: subst).
type Subst []Binding

// get returns what stands in the place of a variable (Coq: get).
func (s Subst) get(t *Term) *Term {
	for i := range s {
		if s[i].Var == t.Var() {
			return s[i].Term
		}
	}
	return t
}

// Sorted reports whether each term is of its variable's sort (Coq: sorted_subst).
func (s Subst) Sorted() bool { return s.all(func(b Binding) bool { return b.Term.Fits(b.Var.Sort) }) }

// Closed reports whether no term has a bound variable (Coq: closed_subst).
func (s Subst) Closed() bool { return s.all(func(b Binding) bool { return b.Term.Closed() }) }

// Below reports whether the variables of all terms are below n (Coq: below_subst).
func (s Subst) Below(n uint64) bool { return s.all(func(b Binding) bool { return b.Term.Below(n) }) }

// Above reports whether a substitution is for variables from n on only (Coq: is_above).
func (s Subst) Above(n uint64) bool { return s.all(func(b Binding) bool { return b.Var.N >= n }) }

func (s Subst) all(is func(Binding) bool) bool {
	return !slices.ContainsFunc(s, func(b Binding) bool { return !is(b) })
}

// Binds reports whether a substitution has all variables of a term, which has no bound ones (Coq:
// within_vars).
func (s Subst) Binds(t *Term) bool {
	switch {
	case t.Kind == TV:
		return slices.ContainsFunc(s, func(b Binding) bool { return b.Var == t.Var() })
	case t.open || t.A == nil:
		return !t.open
	}
	return s.Binds(t.A) && (t.B == nil || s.Binds(t.B))
}

// In substitutes in a term (Coq: tsub).
func (s Subst) In(m *Meter, t *Term) *Term {
	m.Spend(nodeWork)
	switch {
	case t.Kind == TV:
		m.Spend(len(s))
		return s.get(t)
	case !t.variable:
		return t
	case t.B == nil:
		return t.with(s.In(m, t.A), nil)
	}
	return t.with(s.In(m, t.A), s.In(m, t.B))
}

// InForm substitutes in a formula (Coq: fsub).
func (s Subst) InForm(m *Meter, f *Form) *Form {
	return f.parts(func(g *Form) *Form { return s.InForm(m, g) }, func(t *Term) *Term { return s.In(m, t) })
}
