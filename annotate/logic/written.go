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

// summation is a definition that is a sum over the elements of an array up to one before n:
// from <= n - 1 as long as there is a further one.
type summation struct {
	*Equation
	n       *term.Variable
	from    *term.Term
	summand *term.Term // of element, for n
	element *term.Variable
}

// summationOf takes a definition apart as a sum over the elements of an array; nil if it is none, or one whose
// summands the simplex method does not know.
func summationOf(e *Equation, array *term.Variable) *summation {
	if e.Defined != term.True || !e.Body.Is(term.KIte) || array.Sort != term.SortArray || e.Body.Sort() != term.SortInt {
		return nil
	}
	calls := recursiveCalls(e.Symbol, e.Body)
	end, base, rest := e.Body.Arg(0), e.Body.Arg(1), e.Body.Arg(2)
	if len(calls) != 1 || !end.Is(term.IntLe) || !end.Arg(0).IsVar() || !isSummand(rest) ||
		term.Occurs(array, end) || term.Occurs(array, base) {
		return nil
	}
	s := &summation{Equation: e, n: end.Arg(0).Variable(), from: end.Arg(1), element: term.Fresh("x", term.SortInt).Variable()}
	last := term.Sub(s.n.Term(), term.Int(1))
	args := e.arguments()
	for i, v := range e.Params {
		if v == s.n {
			args[i] = last
		}
	}
	call := term.Apply(e.Symbol, args...)
	if !slices.Contains(e.Params, s.n) || term.Occurs(s.n, s.from) || !term.Equal(call, calls[0]) {
		return nil
	}
	sum := term.Sub(rest, call)
	s.summand = replaced(sum, term.Apply(term.ArraySelect, array.Term(), last), s.element.Term())
	if len(recursiveCalls(e.Symbol, sum)) > 0 || term.Occurs(array, s.summand) || !term.Occurs(s.element, s.summand) {
		return nil
	}
	return s
}

// isSummand reports whether a term is made of what the simplex method knows.
func isSummand(t *term.Term) bool {
	switch s := t.Symbol(); {
	case s == nil, s.Class == term.Function && s.Hook == "", s == term.ArraySelect:
		return true
	case s == term.IntMul && !t.Arg(0).IsInt() && !t.Arg(1).IsInt():
		return false
	case s == term.IntMul, s == term.IntAdd, s == term.IntSub, s == term.KIte, s == term.BoolNot, s == term.BoolAnd, s == term.BoolOr,
		s == term.IntLe, s == term.IntLt, s == term.IntEq:
		return !slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return !isSummand(a) })
	}
	return false
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
	at := term.Substitution{s.n: term.Add(i, term.Int(1)), s.element: x}.Apply(s.summand)
	before := term.Substitution{s.element: term.Apply(term.ArraySelect, array.Term(), i)}.Apply(at)
	sum := term.Apply(s.Symbol, s.arguments()...)
	after := term.Substitution{array: term.Apply(term.ArrayStore, array.Term(), i, x)}.Apply(sum)
	within := term.And(term.Le(s.from, i), term.Lt(i, s.n.Term()))
	goal := term.Eq(after, term.Add(sum, term.Ite(within, term.Sub(at, before), term.Int(0))))
	vars := append(slices.Clone(s.Params), i.Variable(), s.element)
	return ByInduction(goal, term.Sub(s.n.Term(), s.from), vars)
}
