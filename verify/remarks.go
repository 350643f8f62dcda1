package verify

import (
	"rlv/annotate/taken"
	"rlv/proofs"
	"rlv/prover"
	"rlv/semantics/source"
)

// remarks says, where all is proved, at which trusted facts proofs end since no
// state satisfies them, which assertions and assumptions no proof came to, and
// which axioms none used.
func remarks(verdicts []*prover.Verdict, points []taken.Point, axioms []proofs.Fact) []*source.Diagnostic {
	passed, rests, dead := map[source.Span]bool{}, map[proofs.Fact]bool{}, map[proofs.Fact]bool{}
	var out []*source.Diagnostic
	for _, v := range verdicts {
		if v.Back != nil {
			if w := endNotShown(v.Goal, v.Back); w != nil {
				out = append(out, w)
			}
		}
		if v.Tree == nil {
			continue
		}
		for _, at := range v.Tree.Passed {
			passed[at] = true
		}
		for _, f := range v.Tree.Rests {
			rests[f] = true
		}
		for _, f := range v.Tree.Dead {
			if !dead[f] {
				dead[f] = true
				out = append(out, source.Warningf(f.Span, "nothing-left", "no state satisfies this %s where it is taken: what follows it there is not verified", what[f.Kind]))
			}
		}
	}
	for _, p := range points {
		if !passed[p.Span] {
			out = append(out, source.Warningf(p.Span, "never-reached", "no run that is verified comes to this %s", p.Key))
		}
	}
	for _, f := range axioms {
		if !rests[f] {
			out = append(out, source.Warningf(f.Span, "not-used", "no proof uses this %s", f.Kind))
		}
	}
	return out
}

// endNotShown says, where people gave a measure, why the end of a goal is not shown, whose proof
// leads back to it by that of another; nil where they gave none.
func endNotShown(g, back *prover.Goal) *source.Diagnostic {
	m, why := g.Variant, back.Title+" leads back here, where nothing has asked it to be smaller"
	switch {
	case !g.LeadsBack(back):
	case g == back:
		why = "a loop around has a measure that may be no smaller then"
	case back.Span.Start < g.Span.Start:
		m, why = back.Variant, "it need be no smaller where "+g.Title+" leads back here"
	default:
		why = "it may be greater where " + back.Title + " begins"
	}
	if m == nil || m.Found || m.Span.IsZero() {
		return nil
	}
	return source.Warningf(m.Span, "end-not-shown", "this measure does not show an end: %s", why)
}

// what are the facts that proofs may end at, in words.
var what = map[proofs.FactKind]string{proofs.Assume: "assumption", proofs.TrustedClaim: "trusted claim"}
