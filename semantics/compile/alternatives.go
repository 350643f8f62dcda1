package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/term"
)

// or builds `P #Or Q` as a constructor of its own, of which alternatives makes
// two rules. Where the alternatives stand outside a rewrite, both sides of a
// rule have the same one.
func (s *scope) or(t *grammar.Tree) *term.Term {
	sym := s.ors[t]
	if sym == nil {
		switch {
		case s.inputs:
			s.Errorf(t.Span, "unsupported", "#Or stands in patterns only")
		case hasRewrite(t):
			s.Errorf(t.Span, "nested-rewrite", "a rewrite or #as inside #Or is not supported")
		}
		sym = term.NewSymbol(term.Symbol{Name: s.unique("#Or:" + position(t.Span)), Args: []term.Sort{term.SortK, term.SortK}, Result: s.sort(t.Sort)})
		if s.ors == nil {
			s.ors = map[*grammar.Tree]*term.Symbol{}
		}
		s.ors[t], s.isOr[sym] = sym, true
	}
	return term.App(sym, s.terms(t.Children)...)
}

// alternatives returns a rule for each choice of the alternatives on its left
// side: of  rule f((a #Or b), (c #Or d)) => 1  four.
func (b *builder) alternatives(r *Rule) []*Rule {
	if len(b.isOr) == 0 {
		return []*Rule{r}
	}
	var or *term.Symbol
	count := 0
	var visit func(t *term.Term)
	visit = func(t *term.Term) { // equal subterms are one node, but count each
		if or == nil && b.isOr[t.Symbol()] {
			or = t.Symbol()
		}
		if or != nil && t.Symbol() == or {
			count++
		}
		if !t.IsVar() {
			term.Children(t, visit)
		}
	}
	for _, p := range r.patterns() {
		visit(p)
	}
	if or == nil {
		return []*Rule{r}
	}
	if count > 1 {
		b.Errorf(r.Span, "unsupported", "a macro with #Or is used twice on the left side of this sentence")
		return nil
	}
	var out []*Rule
	for choice := range 2 {
		out = append(out, b.alternatives(r.chosen(or, choice))...)
	}
	return out
}

// chosen returns the rule with one of two alternatives.
func (r *Rule) chosen(or *term.Symbol, choice int) *Rule {
	var choose func(t *term.Term) *term.Term
	choose = func(t *term.Term) *term.Term {
		switch {
		case t == nil || t.IsVar():
			return t
		case t.Symbol() == or:
			return choose(t.Arg(choice))
		case t.IsSeq():
			return term.Seq(choose(t.Head()), choose(t.Tail()))
		}
		return term.MapChildren(t, choose)
	}
	all := func(ts []*term.Term) []*term.Term {
		out := make([]*term.Term, len(ts))
		for i, t := range ts {
			out[i] = choose(t)
		}
		return out
	}
	slots := func(in []Slot) []Slot {
		out := make([]Slot, len(in))
		for i, s := range in {
			out[i] = Slot{s.Index, choose(s.Term)}
		}
		return out
	}
	c := *r
	c.Left, c.Right, c.LeftArgs, c.RightTerm = slots(r.Left), slots(r.Right), all(r.LeftArgs), choose(r.RightTerm)
	c.Requires, c.Ensures = all(r.Requires), all(r.Ensures)
	c.written = nil
	for _, a := range r.written {
		c.written = append(c.written, application{a.sym, all(a.args), all(a.guards), a.inCond})
	}
	return &c
}

// checkOrs reports alternatives that are left in a sentence: they stand where
// there is nothing to choose from.
func (b *builder) checkOrs(r *Rule) {
	for _, t := range slices.Concat(r.patterns(), r.results(), r.Requires, r.Ensures) {
		term.Walk(t, func(x *term.Term) bool {
			if b.isOr[x.Symbol()] {
				b.Errorf(r.Span, "unsupported", "#Or is supported on the left sides of rules only")
				return false
			}
			return true
		})
	}
}
