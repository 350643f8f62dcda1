package logic

import (
	"slices"

	"rlv/semantics/term"
)

// written are the lemmas about definitions that say what a sum over the elements of an array is after
// one of them is written. Of
//
//	count(a, n, v) = n <= 0 ? 0 : count(a, n-1, v) + (a[n-1] = v ? 1 : 0)
//
// it is: count(a with x at i, n, v) is count(a, n, v), and where 0 <= i < n more by (x = v ? 1 : 0) - (a[i] = v ? 1 : 0).
// They are proved by induction on n, as others are.
func written(equations []Equation) (out []Lemma) {
	for i := range equations {
		e := &equations[i]
		for _, array := range e.Params {
			if s := summationOf(e, array); s != nil {
				l := s.lemma(array)
				l.Name, l.Span = e.Name+" after a write to "+array.BaseName(), e.Declared
				l.Text = l.Name
				out = append(out, l)
			}
		}
	}
	return out
}

// summation is a definition that is a sum over the elements of an array from one number up to one before
// another: it is taken apart at one of these ends, and ends where there is no element between them.
type summation struct {
	*Equation
	from, to *term.Term
	stepped  *term.Variable // the end that is another in the recursive call
	place    *term.Term     // of the element that is apart from the rest, by that end
	summand  *term.Term     // of element, for that end
	element  *term.Variable
}

// summationOf takes a definition apart as a sum over the elements of an array; nil if it is none, or one whose
// summands the simplex method does not know.
func summationOf(e *Equation, array *term.Variable) *summation {
	if e.Defined != term.True || !e.Body.Is(term.KIte) || array.Sort != term.SortArray || e.Body.Sort() != term.SortInt {
		return nil
	}
	end, base, rest := e.Body.Arg(0), e.Body.Arg(1), e.Body.Arg(2)
	if end.Is(term.IntLt) { // there is an element
		end, base, rest = term.Not(end), rest, base
	}
	calls := recursiveCalls(e.Symbol, rest)
	if len(calls) == 0 || len(recursiveCalls(e.Symbol, term.And(end, base))) > 0 || !end.Is(term.IntLe) || !isSummand(rest, 1) ||
		term.Occurs(array, end) || term.Occurs(array, base) {
		return nil
	}
	s := &summation{Equation: e, from: end.Arg(1), to: end.Arg(0), element: term.Fresh("x", term.SortInt).Variable()}
	last, next := term.Sub(s.to, term.Int(1)), term.Add(s.from, term.Int(1))
	if !s.takes(array, s.to, last, last, calls[0], rest) && !s.takes(array, s.from, next, s.from, calls[0], rest) {
		return nil
	}
	return s
}

// takes reports whether the rest of a definition is a recursive call with another end, and a summand of the
// element at a place.
func (s *summation) takes(array *term.Variable, end, stepped, place, call, rest *term.Term) bool {
	other := s.from
	if end == s.from {
		other = s.to
	}
	if !end.IsVar() || !slices.Contains(s.Params, end.Variable()) || term.Occurs(end.Variable(), other) {
		return false
	}
	s.stepped, s.place = end.Variable(), place
	args := s.arguments()
	for i, v := range s.Params {
		if v == s.stepped {
			args[i] = stepped
		}
	}
	if !term.Equal(term.Apply(s.Symbol, args...), call) {
		return false
	}
	sum := without(rest, call)
	s.summand = replaced(sum, term.Apply(term.ArraySelect, array.Term(), place), s.element.Term())
	return len(recursiveCalls(s.Symbol, sum)) == 0 && !term.Occurs(array, s.summand) && term.Occurs(s.element, s.summand)
}

// without takes a call away from a sum, of which there may be cases.
func without(t, call *term.Term) *term.Term {
	if t.Is(term.KIte) {
		return term.Ite(t.Arg(0), without(t.Arg(1), call), without(t.Arg(2), call))
	}
	return term.Sub(t, call)
}

// isSummand reports whether a term is made of what the simplex method knows, and of products of two, which are
// atoms for it: but not in cases, nor of products, where it takes long to find that they are the same.
func isSummand(t *term.Term, products int) bool {
	switch s := t.Symbol(); {
	case s == nil, s.Class == term.Function && s.Hook == "", s == term.ArraySelect:
		return true
	case s == term.KIte:
		products = 0
	case s == term.IntMul && !t.Arg(0).IsInt() && !t.Arg(1).IsInt():
		if products--; products < 0 {
			return false
		}
	case s != term.IntMul && s != term.IntAdd && s != term.IntSub && s != term.BoolNot && s != term.BoolAnd && s != term.BoolOr &&
		s != term.IntLe && s != term.IntLt && s != term.IntEq:
		return false
	}
	return !slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return !isSummand(a, products) })
}

// replaced puts a term in the places of another one.
func replaced(t, old, by *term.Term) *term.Term {
	if term.Equal(t, old) {
		return by
	}
	return term.MapChildren(t, func(c *term.Term) *term.Term { return replaced(c, old, by) })
}

// lemma says what the sum is after a write.
func (s *summation) lemma(array *term.Variable) Lemma {
	i, x := term.Fresh("i", term.SortInt), s.element.Term()
	// Where the place is a - 1 for an end a, the end for the place i is i + 1.
	end := term.Add(i, term.Sub(s.stepped.Term(), s.place))
	at := term.Substitution{s.stepped: end, s.element: x}.Apply(s.summand)
	before := term.Substitution{s.element: term.Apply(term.ArraySelect, array.Term(), i)}.Apply(at)
	sum := term.Apply(s.Symbol, s.arguments()...)
	after := term.Substitution{array: term.Apply(term.ArrayStore, array.Term(), i, x)}.Apply(sum)
	within := term.And(term.Le(s.from, i), term.Lt(i, s.to))
	goal := term.Eq(after, term.Add(sum, term.Ite(within, term.Sub(at, before), term.Int(0))))
	vars := append(slices.Clone(s.Params), i.Variable(), s.element)
	return ByInduction(goal, term.Sub(s.to, s.from), vars)
}
