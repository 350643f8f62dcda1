package explore

import (
	"rlv/semantics/rewrite"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// isMerged reports whether a node stands for several paths.
func isMerged(n *search.Node) bool {
	for ; n != nil; n = n.From {
		if n.Joined {
			return true
		}
	}
	return false
}

// along follows the one path that an input takes, and returns where it comes to what is
// looked for, with the path condition of this path alone; nil if it does not come there.
// A state that stands for several paths is explained by one of them.
func (r *run) along(kind search.Kind, values term.Substitution) (at search.Event, found *search.Instance) {
	o := search.Options{Limits: search.Limits{States: replayStates}, Guide: func(n *search.Node) bool { return truth(values, n.State.PC) != rewrite.Unsatisfiable }}
	search.Run(r.ctx, r.program.Engine, r.start, r.oracle, o, func(e search.Event) search.Answer {
		if e.Kind != kind {
			return search.Pass
		}
		parts, _ := r.target.match(e)
		for _, part := range parts {
			if truth(values, part.State.PC) == rewrite.Satisfiable {
				at, found = e, &part
				return search.Stop
			}
		}
		return search.Pass
	})
	return at, found
}

// truth reports whether values satisfy a path condition.
func truth(values term.Substitution, pc []*term.Term) rewrite.Verdict {
	verdict := rewrite.Satisfiable
	for _, c := range pc {
		switch values.Apply(c) {
		case term.True:
		case term.False:
			return rewrite.Unsatisfiable
		default:
			verdict = rewrite.Unknown
		}
	}
	return verdict
}
