package compile

import (
	"rlv/semantics/grammar"
	"rlv/semantics/term"
)

// quantifier builds #Forall X . F or #Exists X . F. Inside F the name X is that of a
// new variable, so that it may stand outside as well. Definedness is not asked of
// what stands in F.
func (s *scope) quantifier(t *grammar.Tree, sym *term.Symbol) *term.Term {
	name := t.Children[0]
	switch {
	case !s.claim && !s.ensures:
		s.Errorf(t.Span, "quantifier-in-rule", "a quantifier stands in claims and behind ensures only: no run could tell whether it holds")
		return term.True
	case name.Kind != grammar.Var || name.Anonymous || name.VarKind != grammar.Ordinary:
		s.Errorf(name.Span, "bad-quantifier", "what a quantifier binds is a variable, as in #Forall X:Int . X <Int 0 orBool 0 <=Int X")
		return term.True
	}
	applied := s.applied
	v := s.variableTerm(name).Variable()
	if !quantifiable(v.Sort) {
		s.Errorf(name.Span, "bad-quantifier", "%s is of sort %s; formulas are about Int, Bool, Array and List", v.BaseName(), s.lattice.Name(v.Sort))
	}
	body := s.term(t.Children[1])
	s.applied = applied
	if s.bound == nil {
		s.bound = map[*grammar.Tree]*term.Term{}
	}
	if s.bound[t] == nil {
		s.bound[t] = term.Fresh(v.Name, v.Sort)
	}
	own := s.bound[t]
	return term.Apply(sym, own, term.Substitution{v: own}.Apply(body))
}

// quantifiable reports whether solvers have all values of a sort, and no others, for a
// variable that is bound.
func quantifiable(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortArray || s == term.SortList
}

// Closed returns the formula for all values of its free variables, those that occur
// first outermost.
func Closed(f *term.Term) *term.Term {
	vars := term.Vars(f)
	for i := len(vars) - 1; i >= 0; i-- {
		own := term.Fresh(vars[i].Name, vars[i].Sort)
		f = term.Apply(term.Forall, own, term.Substitution{vars[i]: own}.Apply(f))
	}
	return f
}
