package meaning

import (
	"maps"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// quantifier: the bound variable is an integer with a name of its own.
func (s *Scope) quantifier(n *syntax.Node) (f, defined *term.Term) {
	x := term.Fresh(n.Name, n.Sort)
	inner := s.binding(n.Name, x)
	if len(n.Args) == 3 && x.Sort() != term.SortInt {
		s.Fail(n, "wrong-operand", "only integers have ranges")
	}
	rangeOf, dr := term.True, term.True
	if len(n.Args) == 3 {
		lo, dlo := s.Integer(n.Args[1])
		hi, dhi := s.Integer(n.Args[2])
		rangeOf = term.And(term.Le(lo, x), term.Le(x, hi))
		dr = term.And(dlo, dhi)
	}
	body, db := inner.Boolean(n.Args[0])
	inner.trigger(n, body)
	defined = dr
	for _, d := range term.Conjuncts(nil, db) {
		defined = term.And(defined, everywhere(x, rangeOf, d))
	}
	if n.Op == syntax.ForAll {
		return term.Apply(term.Forall, x, term.Implies(rangeOf, body)), defined
	}
	return term.Apply(term.Exists, x, term.And(rangeOf, body)), defined
}

// binding is the scope in which a name is a variable.
func (s *Scope) binding(name string, x *term.Term) *Scope {
	inner := *s
	inner.Bound = maps.Clone(s.Bound)
	if inner.Bound == nil {
		inner.Bound = map[string]*term.Term{}
	}
	inner.Bound[name] = x
	return &inner
}

// trigger notes by which parts of a body instances are to be looked for, with the variables of
// the quantifiers that were written as one.
func (s *Scope) trigger(n *syntax.Node, body *term.Term) {
	var triggers []*term.Term
	left := slices.Clone(n.Group)
	for _, written := range n.Triggers {
		v, _ := s.Expression(written)
		t := v.Scalar
		isPart := written.Op == syntax.Apply || written.Op == syntax.Index || written.Op == syntax.Field
		if !isPart || t == nil || t.Kind() != term.KApp || !term.Some(body, func(u *term.Term) bool { return term.Equal(t, u) }) {
			s.Fail(written, "wrong-trigger", "a trigger is an element or an application that stands in the formula behind it")
		}
		triggers = append(triggers, t)
		left = slices.DeleteFunc(left, func(name string) bool { return term.Occurs(s.Bound[name].Variable(), t) })
	}
	if len(triggers) > 0 && len(left) > 0 {
		s.Fail(n.Triggers[0], "wrong-trigger", "the triggers do not mention %s", strings.Join(left, ", "))
	}
	for _, name := range n.Group {
		s.Bound[name].Variable().Triggers = triggers
	}
}

// everywhere is that d holds for all x in the range. A comparison in which x
// is linear holds everywhere if it does at both ends.
func everywhere(x, rangeOf, d *term.Term) *term.Term {
	v := x.Variable()
	within := term.Conjuncts(nil, rangeOf)
	lo, hi, ok := bounds(v, within)
	switch {
	case stands(within, d):
		return term.True
	case ok && !term.Occurs(v, d):
		return term.Implies(term.Le(lo, hi), d)
	case ok && (d.Is(term.IntLe) || d.Is(term.IntLt)) && linear(v, d):
		at := func(t *term.Term) *term.Term { return term.Substitution{v: t}.Apply(d) }
		return term.Implies(term.Le(lo, hi), term.And(at(lo), at(hi)))
	}
	return term.Apply(term.Forall, x, term.Implies(rangeOf, d))
}

// Doubtful returns the conjuncts of what must hold for a formula to be defined that do not stand by
// themselves.
func Doubtful(defined *term.Term) *term.Term {
	return term.And(slices.DeleteFunc(term.Conjuncts(nil, defined), func(d *term.Term) bool { return stands(nil, d) })...)
}

// stands reports whether a formula follows from others as all its conclusions are among
// them and its own conditions.
func stands(given []*term.Term, f *term.Term) bool {
	switch {
	case f.Is(term.BoolAnd):
		return stands(given, f.Arg(0)) && stands(given, f.Arg(1))
	case f.Is(term.BoolImplies):
		return stands(term.Conjuncts(slices.Clone(given), f.Arg(0)), f.Arg(1))
	}
	if f.Is(term.BoolNot) && f.Arg(0).Is(term.IntEq) { // one is less than the other
		x, y := f.Arg(0).Arg(0), f.Arg(0).Arg(1)
		if rewrite.Holds(given, term.Lt(x, y)) || rewrite.Holds(given, term.Lt(y, x)) {
			return true
		}
	}
	return f == term.True || rewrite.Holds(given, f)
}

// bounds reads lo and hi off lo <= x and x <= hi.
func bounds(v *term.Variable, ends []*term.Term) (lo, hi *term.Term, ok bool) {
	if len(ends) != 2 {
		return nil, nil, false
	}
	for _, e := range ends {
		if !e.Is(term.IntLe) && !e.Is(term.IntLt) {
			return nil, nil, false
		}
		eq := term.Eq(e.Arg(0), e.Arg(1))
		t := term.SolveFor(eq, v)
		if t == nil {
			return nil, nil, false
		}
		strict := int64(0)
		if e.Is(term.IntLt) {
			strict = 1
		}
		// Is e true for large x (a lower bound) or for small ones?
		if below := (term.Substitution{v: term.Sub(t, term.Int(1+strict))}).Apply(e); below == term.False {
			lo = term.Add(t, term.Int(strict))
		} else {
			hi = term.Sub(t, term.Int(strict))
		}
	}
	return lo, hi, lo != nil && hi != nil
}

// linear reports whether v occurs in the comparison d only as a summand.
func linear(v *term.Variable, d *term.Term) bool {
	return term.SolveFor(term.Eq(d.Arg(0), d.Arg(1)), v) != nil
}
