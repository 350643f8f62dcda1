package meaning

import (
	"rlv/annotate/syntax"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Clause is a conjunct of an annotation in a state.
type Clause struct {
	Formula *term.Term
	Span    source.Span
	Text    string
	Found   bool // nobody wrote it
}

// Clauses resolves annotations into conjuncts: for each, that it is defined,
// and that it holds. What cannot be resolved is left out, with a problem.
func (s *Scope) Clauses(anns []*syntax.Annotation) (out []Clause, problems []*source.Diagnostic) {
	for _, a := range anns {
		n, problem := syntax.ParseFormula(a.Text)
		if problem != nil {
			problems = append(problems, problem)
			continue
		}
		for _, conjunct := range n.Conjuncts() {
			m, problem := s.Resolve(conjunct)
			if problem != nil {
				problems = append(problems, problem)
				continue
			}
			for _, d := range term.Conjuncts(nil, m.Defined) {
				if d != term.True && !has(out, d) {
					out = append(out, Clause{Formula: d, Span: conjunct.Span, Text: "is defined: " + conjunct.Span.Text()})
				}
			}
			for _, f := range term.Conjuncts(nil, m.Formula) {
				out = append(out, Clause{Formula: f, Span: conjunct.Span, Text: conjunct.Span.Text()})
			}
			if m.Formula == term.False {
				out = append(out, Clause{Formula: term.False, Span: conjunct.Span, Text: conjunct.Span.Text()})
			}
		}
	}
	return out, problems
}

func has(cs []Clause, f *term.Term) bool {
	for _, c := range cs {
		if term.Equal(c.Formula, f) {
			return true
		}
	}
	return false
}

func Formulas(cs []Clause) []*term.Term {
	out := make([]*term.Term, len(cs))
	for i, c := range cs {
		out[i] = c.Formula
	}
	return out
}

// Under applies a substitution to clauses.
func Under(sub term.Substitution, cs []Clause) []Clause {
	out := make([]Clause, len(cs))
	for i, c := range cs {
		out[i] = c
		out[i].Formula = sub.Apply(c.Formula)
	}
	return out
}
