package meaning

import (
	"slices"

	"rlv/annotate/syntax"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Said are the names of which formulas speak, and those of which they speak as they were on entry, in order.
func Said(anns []*syntax.Annotation) (names, old []string) {
	var visit func(n *syntax.Node, bound []string, before bool)
	visit = func(n *syntax.Node, bound []string, before bool) {
		switch n.Op {
		case syntax.Name:
			if !slices.Contains(bound, n.Name) {
				names = append(names, n.Name)
				if before {
					old = append(old, n.Name)
				}
			}
		case syntax.ForAll, syntax.Exists:
			bound = append(slices.Clone(bound), n.Name)
		case syntax.Old:
			before = true
		}
		for _, a := range n.Args {
			visit(a, bound, before)
		}
	}
	for _, a := range anns {
		if n, problem := syntax.ParseFormula(a.Text); problem == nil { // what is wrong is reported where it is read
			visit(n, nil, false)
		}
	}
	slices.Sort(names)
	slices.Sort(old)
	return slices.Compact(names), slices.Compact(old)
}

// NamesIn are the names of the program in statements and annotations, each once.
func NamesIn(r *Reader, statements []*term.Term, anns ...*syntax.Annotation) []*term.Term {
	var out []*term.Term
	for _, s := range statements {
		out = append(out, r.Shape.Variables(s)...)
	}
	for _, a := range anns {
		toks, _ := syntax.Lex(a.Text)
		for i, t := range toks {
			if t.Kind == syntax.NameToken && r.IsProgramName(t.Text) && !(i+1 < len(toks) && toks[i+1].Text == "(") {
				out = append(out, r.TokensOf(t.Text)...)
			}
		}
	}
	return shape.Unique(out)
}
