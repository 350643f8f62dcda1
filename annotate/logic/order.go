package logic

import "rlv/annotate/syntax"

// inOrder returns the declarations of logic functions so that each stands behind those that
// it uses, and otherwise as they are written. Where some use each other, one of them stands
// before what it uses, which it then does not know.
func inOrder(anns []*syntax.Annotation) []*syntax.Annotation {
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
	var out []*syntax.Annotation
	seen := map[*syntax.Annotation]bool{}
	var visit func(a *syntax.Annotation)
	visit = func(a *syntax.Annotation) {
		if a == nil || seen[a] {
			return
		}
		seen[a] = true
		for _, name := range uses[a] {
			visit(declared[name])
		}
		out = append(out, a)
	}
	for _, a := range anns {
		if a.Key == syntax.Logic {
			visit(a)
		}
	}
	return out
}
