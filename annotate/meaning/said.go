package meaning

import (
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/prover"
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

// Observed is what a name was in the scope, as people see it, where that is another value than it has now.
func (s *Scope) Observed(name string, now []prover.Observation) []prover.Observation {
	var out []prover.Observation
	switch v, known := s.Names[name]; {
	case known && v.Object != nil:
		out = s.Reader.Observed(s.State, name, v.Object)
	case known:
		out = Observation(name, v)
	default:
		for _, id := range s.Reader.TokensOf(name) {
			if out = s.Reader.Observed(s.State, name, id); len(out) > 0 {
				break
			}
		}
	}
	isNew := func(o prover.Observation) bool {
		return !slices.ContainsFunc(now, func(n prover.Observation) bool { return n.Name == o.Name && term.Equal(n.Value, o.Value) })
	}
	if !slices.ContainsFunc(out, isNew) {
		return nil
	}
	for i, o := range out {
		out[i].Before, out[i].Name = true, "old("+o.Name+")"
		if of, isLength := strings.CutPrefix(o.Name, "len("); isLength {
			out[i].Name = "len(old(" + of + ")"
		}
	}
	return out
}
