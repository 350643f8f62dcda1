package compile

import (
	"strings"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Equation is a claim about functions, L => R requires B: for all values of its
// variables, B implies that both sides are equal. It has no cells and a function or a
// quantifier on top of L. With R the constant true it says that the formula L holds.
type Equation struct {
	Label       string
	Span        source.Span
	Attrs       kdef.Attributes
	Left, Right *term.Term
	Requires    []*term.Term
	// Formula is what the equation says, with its variables free. Where a part of it
	// has no value it says nothing.
	Formula *term.Term
	// Measure is the argument of the attribute definition or induction; nil: none.
	Measure *term.Term
	// Cases are the arguments of the attribute cases.
	Cases []*term.Term
}

// equationClaim compiles a claim about functions.
func (b *builder) equationClaim(st *grammar.Sentence) *Equation {
	before := b.ErrorCount()
	r := b.newRule(st, ClaimRule)
	s := b.scopeOf(st)
	s.claim, s.anyFun = true, true
	s.settleSorts(st, false)
	out := &Equation{Span: r.Span, Attrs: r.Attrs}
	s.inCond = true // both sides have to have a value
	out.Left, out.Right = s.on(left, st.Body), s.on(right, st.Body)
	if !hasRewrite(st.Body) {
		b.Errorf(st.Body.Span, "no-rewrite", "this claim is about functions and has no =>; that a formula F holds is written F => true")
	}
	if st.Ensures != nil {
		b.Errorf(st.Ensures.Span, "unsupported", "a claim about functions has no ensures")
	}
	s.conditionsOf(st, r)
	s.noMarked()
	for _, t := range []*grammar.Tree{st.Body, st.Requires} {
		if t != nil && hasCells(t) {
			b.Errorf(t.Span, "unsupported", "cells stand beside a function")
		}
	}
	if b.ErrorCount() > before {
		return nil
	}
	r.written = s.applications()
	r.Ensures = []*term.Term{term.Eq(out.Left, out.Right)}
	b.define(r)
	out.Requires = r.Requires
	guards := append(append(r.Requires[:len(r.Requires):len(r.Requires)], r.Evaluable...), r.Defined...)
	out.Formula = term.Implies(term.And(guards...), r.Ensures[0])
	for _, v := range term.Vars(out.Formula) {
		if !quantifiable(v.Sort) {
			b.Errorf(r.Span, "bad-quantifier", "%s is of sort %s; claims about functions are about Int, Bool, Array and List", v.BaseName(), b.lattice.Name(v.Sort))
			return nil
		}
	}
	out.Label = b.label(r, "claim")
	return out
}

// measures parses the terms in the arguments of attributes of claims. A
// variable there is that of the same name and sort in the claim.
func (b *builder) measures(spec *Spec, g *grammar.Grammar) {
	for _, r := range spec.Claims {
		for _, a := range r.Attrs {
			switch a.Key {
			case "decreases":
				r.Variant = b.terms(g, "Int", a, claimVariables(r))
			case "nest":
				r.Nest = b.terms(g, "Int", a, claimVariables(r))
			}
		}
	}
	for _, e := range spec.Equations {
		for _, a := range e.Attrs {
			if a.Key == "cases" {
				e.Cases = b.terms(g, "Bool", a, term.Vars(e.Formula, e.Left))
			}
			if (a.Key == "induction" || a.Key == "definition") && a.Value != "" {
				if ms := b.terms(g, "Int", a, term.Vars(e.Formula, e.Left)); len(ms) == 1 {
					e.Measure = ms[0]
				} else if len(ms) > 1 {
					b.Errorf(a.Span, "bad-attribute", "attribute %s takes one term", a.Key)
				}
			}
		}
	}
}

// claimVariables are the variables that a claim is about.
func claimVariables(r *Rule) []*term.Variable {
	var terms []*term.Term
	for _, s := range r.Left {
		terms = append(terms, s.Term)
	}
	return term.Vars(append(terms, r.Requires...)...)
}

// terms parses the argument of an attribute: terms of a sort with commas between.
func (b *builder) terms(g *grammar.Grammar, sort string, a kdef.Attribute, known []*term.Variable) []*term.Term {
	var out []*term.Term
	at := a.Span.Start + len(a.Key) + 1
	for _, part := range splitTerms(a.Span.File.Text()[at : a.Span.End-1]) {
		span := source.Span{File: a.Span.File, Start: at, End: at + len(part)}
		at += len(part) + 1
		tree, err := g.ParseTerm(span, sort)
		if err != nil {
			b.AddError(a.Span, err)
			continue
		}
		s := b.newScope(span)
		s.claim, s.anyFun = true, true
		before := b.ErrorCount()
		t := s.on(right, tree)
		for _, v := range term.Vars(t) {
			if b.ErrorCount() == before && !contained(v, known) {
				b.Errorf(span, "unbound-variable", "variable %s of sort %s does not occur in the claim", v.BaseName(), b.lattice.Name(v.Sort))
			}
		}
		out = append(out, t)
	}
	return out
}

func contained(v *term.Variable, vs []*term.Variable) bool {
	for _, w := range vs {
		if v == w {
			return true
		}
	}
	return false
}

// splitTerms splits a text at the commas that stand in no brackets.
func splitTerms(text string) []string {
	var out []string
	depth, from := 0, 0
	for i, c := range text {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}
