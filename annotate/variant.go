package annotate

import (
	"strings"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// measure reads the expressions of decreases in a scope; nil if there are none.
// That they are defined is left to the caller.
func measure(anns []*syntax.Annotation, s *meaning.Scope) (v *prover.Variant, defined []meaning.Clause, problem *source.Diagnostic) {
	for _, a := range anns {
		nodes, problem := syntax.ParseList(a.Text)
		v = &prover.Variant{Conjunct: prover.Conjunct{Span: a.Span, Text: "decreases " + strings.TrimSpace(a.Text.Text())}}
		for _, n := range nodes {
			t, d, wrong := s.IntegerOf(n)
			if problem == nil {
				problem = wrong
			}
			if problem != nil {
				break
			}
			v.Terms = append(v.Terms, t)
			for _, f := range term.Conjuncts(nil, d) {
				defined = append(defined, meaning.Clause{Formula: f, Span: n.Span, Text: "is defined: " + n.Span.Text()})
			}
		}
		if problem != nil {
			return nil, nil, problem
		}
	}
	return v, defined, nil
}

// recursion numbers the groups of procedures that may call each other: the
// procedures of one group have one number, one that never leads to itself 0.
func (c *compiler) recursion() map[*attach.Procedure]int {
	calls := map[*attach.Procedure][]*attach.Procedure{}
	for _, p := range c.layout.Procedures {
		for _, name := range c.Shape.Called(p.Body) {
			for _, q := range c.layout.Procedures {
				if term.Equal(q.Name, name) {
					calls[p] = append(calls[p], q)
				}
			}
		}
	}
	reach := map[*attach.Procedure]map[*attach.Procedure]bool{}
	for _, p := range c.layout.Procedures {
		seen := map[*attach.Procedure]bool{}
		var visit func(q *attach.Procedure)
		visit = func(q *attach.Procedure) {
			for _, r := range calls[q] {
				if !seen[r] {
					seen[r] = true
					visit(r)
				}
			}
		}
		visit(p)
		reach[p] = seen
	}
	out := map[*attach.Procedure]int{}
	for i, p := range c.layout.Procedures {
		if !reach[p][p] || out[p] != 0 {
			continue
		}
		for _, q := range c.layout.Procedures {
			if reach[p][q] && reach[q][p] {
				out[q] = i + 1
			}
		}
	}
	return out
}
