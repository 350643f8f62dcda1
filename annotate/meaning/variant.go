package meaning

import (
	"strings"

	"rlv/annotate/syntax"
	"rlv/prover"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Variant reads the expressions of decreases; nil if there are none.
// That they are defined is left to the caller.
func (s *Scope) Variant(anns []*syntax.Annotation) (v *prover.Variant, defined []Clause, problem *source.Diagnostic) {
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
				defined = append(defined, Clause{Formula: f, Span: n.Span, Text: "is defined: " + n.Span.Text()})
			}
		}
		if problem != nil {
			return nil, nil, problem
		}
	}
	return v, defined, nil
}
