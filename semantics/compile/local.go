package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/term"
)

// local is the function that a #let or #fun stands for.
type local struct {
	symbol  *term.Symbol
	closure []*term.Variable // of the body, not of the pattern
}

// let builds `#let P = E #in B`, or #fun(P => B)(E): a function of its own with
// the one rule P => B, applied to E and to the other variables of B. A variable
// of P hides one of the same name around it. Where E does not match P, or has no
// value, nor has the whole.
func (s *scope) let(t *grammar.Tree) *term.Term {
	if s.inputs {
		s.Errorf(t.Span, "unsupported", "#let and #fun stand in sentences only, not in the configuration")
		return term.DotK
	}
	f, known := s.locals[t]
	if !known {
		f = s.localFunction(t)
		if s.locals == nil {
			s.locals = map[*grammar.Tree]*local{}
		}
		s.locals[t] = f
	}
	if f == nil {
		return term.DotK
	}
	args := []*term.Term{s.term(t.Children[1])}
	for _, v := range f.closure {
		args = append(args, v.Term())
	}
	return s.function(t, f.symbol, args)
}

// localFunction makes the function and its rule; nil if something is wrong.
func (s *scope) localFunction(t *grammar.Tree) *local {
	before := s.ErrorCount()
	inner := s.newScope(s.span)
	inner.bubble, inner.settled = s.bubble, s.settled
	inner.rewriting = true // so that `_` and => are refused in the body
	pattern := inner.on(left, t.Children[0])
	r := &Rule{Kind: FunctionRule, Span: s.span, Priority: defaultPriority, LeftArgs: []*term.Term{pattern}}
	if s.bubble != nil {
		r.Module = s.bubble.Module
	}
	r.RightTerm = inner.aliased(inner.on(right, t.Children[2]))
	f := &local{closure: s.closure(inner, r)}
	args := []term.Sort{s.sort(t.Children[1].Sort)}
	for _, v := range f.closure {
		r.LeftArgs = append(r.LeftArgs, v.Term())
		args = append(args, v.Sort)
	}
	f.symbol = term.NewSymbol(term.Symbol{
		Name: s.unique("#let:" + position(t.Span)), Args: args, Result: s.sort(t.Children[2].Sort), Class: term.Function,
	})
	r.Symbol = f.symbol
	inner.aliasConditions(r)
	if s.ErrorCount() > before {
		return nil
	}
	r.written = inner.applications()
	for _, r := range s.alternatives(r) {
		s.linearise(inner, r)
		s.defineLater(r)
		s.checkMacros(r)
		r.Label = s.label(r, "let")
		s.addEquation(r)
	}
	return f
}

// closure returns the variables that the body has from outside. They are the
// sentence's own, fresh and existential ones included.
func (s *scope) closure(inner *scope, r *Rule) []*term.Variable {
	bound := term.Vars(r.LeftArgs...)
	var free []*term.Variable
	for _, v := range term.Vars(r.RightTerm) {
		if slices.Contains(bound, v) {
			continue
		}
		free = append(free, v)
		if _, ok := s.spans[v]; !ok {
			s.spans[v] = inner.spans[v]
		}
	}
	for _, v := range inner.fresh {
		if !slices.Contains(s.fresh, v) {
			s.fresh = append(s.fresh, v)
		}
	}
	for _, v := range inner.existing {
		if !slices.Contains(s.existing, v) {
			s.existing = append(s.existing, v)
		}
	}
	return free
}
