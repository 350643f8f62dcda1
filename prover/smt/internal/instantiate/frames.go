package instantiate

import (
	"slices"

	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// framed writes arrays of which a conjunct says that they are others but for some elements,
//
//	for all k: i != k and j != k implies a[k] = b[k]
//
// as what they are: b as a with b[i] written at i and b[j] at j. Lemmas about writes so
// hold of what a call has left, too. The conjunct itself stays, and elements of b at i and j.
// An array that is only read needs none of it.
func framed(conj []*term.Term) []*term.Term {
	for at, c := range conj {
		b, value, kept, ok := frame(c)
		if !ok || !slices.ContainsFunc(conj, func(d *term.Term) bool { return argument(b, d) }) {
			continue
		}
		s := term.Substitution{b.Variable(): value}
		var elements termmap.Map[*term.Term]
		for _, e := range kept {
			if _, twice := elements.Get(e); !twice {
				x := term.Fresh("element", term.SortInt)
				elements.Put(e, x)
				s[x.Variable()] = e
			}
		}
		next := slices.Clone(conj)
		for i, d := range conj {
			if i != at && slices.Contains(term.Vars(d), b.Variable()) {
				next[i] = s.Apply(standing(d, &elements))
			}
		}
		conj = next
	}
	return conj
}

// standing puts the variables that stand for elements in their places, but not inside of quantifiers.
func standing(t *term.Term, elements *termmap.Map[*term.Term]) *term.Term {
	if x, ok := elements.Get(t); ok {
		return x
	}
	if s := t.Symbol(); s == nil || s.Class == term.Binder {
		return t
	}
	return term.MapChildren(t, func(c *term.Term) *term.Term { return standing(c, elements) })
}

// argument reports whether an array is as a whole what a function is applied to.
func argument(array, t *term.Term) bool {
	s := t.Symbol()
	if s == nil {
		return false
	}
	whole := s.Class == term.Function && s.Hook == ""
	return slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return whole && a == array || argument(array, a) })
}

// frame takes a conjunct apart that says that an array is another one but for some elements: the
// array, what it is, and these elements of it.
func frame(c *term.Term) (array, value *term.Term, elements []*term.Term, ok bool) {
	if !c.Is(term.Forall) || !c.Arg(1).Is(term.BoolImplies) {
		return nil, nil, nil, false
	}
	k, body := c.Arg(0), c.Arg(1)
	equation := body.Arg(1)
	if !equation.Is(term.IntEq) || !equation.Arg(0).Is(term.ArraySelect) || !equation.Arg(1).Is(term.ArraySelect) ||
		equation.Arg(0).Arg(1) != k || equation.Arg(1).Arg(1) != k {
		return nil, nil, nil, false
	}
	value, array = equation.Arg(0).Arg(0), equation.Arg(1).Arg(0)
	if !array.IsVar() || term.Occurs(array.Variable(), value) || term.Occurs(k.Variable(), value) {
		return nil, nil, nil, false
	}
	for _, d := range term.Conjuncts(nil, body.Arg(0)) {
		if !d.Is(term.BoolNot) {
			return nil, nil, nil, false
		}
		i := term.SolveFor(d.Arg(0), k.Variable())
		if i == nil || term.Occurs(array.Variable(), i) {
			return nil, nil, nil, false
		}
		e := term.Apply(term.ArraySelect, array, i)
		elements = append(elements, e)
		value = term.Apply(term.ArrayStore, value, i, e)
	}
	return array, value, elements, len(elements) > 0
}
