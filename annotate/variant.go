package annotate

import (
	"strings"

	"rlv/annotate/meaning"
	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// variantOf reads the expressions of decreases in a scope; nil if there are none.
// That they are defined is left to the caller.
func variantOf(anns []*syntax.Annotation, s *meaning.Scope) (v *prover.Variant, defined []meaning.Clause, problem *source.Diagnostic) {
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
