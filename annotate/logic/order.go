package logic

import (
	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// inOrder returns the declarations of logic functions so that each stands behind those that
// it uses, and otherwise as they are written. Functions that use each other have no order, which is a problem.
func inOrder(anns []*syntax.Annotation) (out []*syntax.Annotation, problems []*source.Diagnostic) {
	declared := map[string]*syntax.Annotation{}
	uses := map[*syntax.Annotation][]string{}
	for _, a := range anns {
		if a.Key != syntax.Logic {
			continue
		}
		toks, _ := syntax.Lex(a.Text)
		for i, t := range toks {
			switch {
			case t.Kind != syntax.NameToken:
			case i == 0 && declared[t.Text] == nil:
				declared[t.Text] = a
			case i > 0:
				uses[a] = append(uses[a], t.Text)
			}
		}
	}
	seen, open := map[*syntax.Annotation]bool{}, map[*syntax.Annotation]bool{}
	var visit func(a *syntax.Annotation)
	visit = func(a *syntax.Annotation) {
		if a == nil || seen[a] {
			return
		}
		seen[a], open[a] = true, true
		for _, name := range uses[a] {
			if b := declared[name]; b != a && open[b] {
				problems = append(problems, source.Errorf(a.Span, "circular-definition", "this uses %s, which is defined by it: a function may use itself, but not one that uses it", name))
			}
			visit(declared[name])
		}
		open[a] = false
		out = append(out, a)
	}
	for _, a := range anns {
		if a.Key == syntax.Logic {
			visit(a)
		}
	}
	return out, problems
}
