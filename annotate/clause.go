package annotate

import (
	"rlv/annotate/syntax"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// clause is a conjunct of an annotation in a state.
type clause struct {
	formula *term.Term
	span    source.Span
	text    string
	found   bool // nobody wrote it
}

// clauses resolves annotations into conjuncts: for each, that it is defined,
// and that it holds. What cannot be resolved is left out, with a problem.
func (s *scope) clauses(anns []*syntax.Annotation) (out []clause, problems []*source.Diagnostic) {
	for _, a := range anns {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			problems = append(problems, problem)
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			m, problem := s.resolve(conjunct)
			if problem != nil {
				problems = append(problems, problem)
				continue
			}
			for _, d := range term.Conjuncts(nil, m.defined) {
				if d != term.True && !has(out, d) {
					out = append(out, clause{formula: d, span: conjunct.Span, text: "is defined: " + conjunct.Span.Text()})
				}
			}
			for _, f := range term.Conjuncts(nil, m.formula) {
				out = append(out, clause{formula: f, span: conjunct.Span, text: conjunct.Span.Text()})
			}
			if m.formula == term.False {
				out = append(out, clause{formula: term.False, span: conjunct.Span, text: conjunct.Span.Text()})
			}
		}
	}
	return out, problems
}

func has(cs []clause, f *term.Term) bool {
	for _, c := range cs {
		if term.Equal(c.formula, f) {
			return true
		}
	}
	return false
}

func formulasOf(cs []clause) []*term.Term {
	out := make([]*term.Term, len(cs))
	for i, c := range cs {
		out[i] = c.formula
	}
	return out
}

// under applies a substitution to clauses.
func under(sub term.Substitution, cs []clause) []clause {
	out := make([]clause, len(cs))
	for i, c := range cs {
		out[i] = c
		out[i].formula = sub.Apply(c.formula)
	}
	return out
}
