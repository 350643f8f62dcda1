package replay

import (
	"slices"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// needed is a goal that stands for an annotation, such as the contract of a procedure that is
// called. Where a run of another goal comes to its code, its conditions must hold: that is
// what a proof of the other goal shows. In
//
//	//@pre: n > 0
//	int f(int n) { return n + 1; }
//	//@pre: k >= 0
//	int g(int k) { return f(k); }
//
// the run of g on k = 0 ends well, and calls f where f must not be called. Only what the
// goal's own code comes to counts: what a called procedure does is the business of its
// contract.
type needed struct {
	goal   *prover.Goal
	use    *rewrite.Program
	from   *prover.Variant // that must become smaller on the way there; nil: none need
	shape  *shape.Shape
	behind *term.Term // the computation behind a call that the run is at or in; nil: it is at none
	inside bool       // the call is being executed
}

// Needs makes runs fail where a condition that somebody wrote for another goal is false
// although the code of that goal is reached. The goal may be nil.
func (r *Runner) Needs(g *prover.Goal) {
	if g == nil || !g.Cut {
		return
	}
	d := r.engine.Definition
	r.needed = &needed{goal: g, use: rewrite.NewProgram(d.Lattice, g.Claim, nil), shape: shape.Of(d)}
}

// enter notes where a computation comes to a call, and where it is behind it again; it
// reports whether it is in the goal's own code.
func (n *needed) enter(d *compile.Definition, computation *term.Term) bool {
	top, tail := computation.Head(), computation.Tail()
	_, args, isCall := n.shape.Call(top)
	ready := isCall && (d.IsResult(args) || !slices.ContainsFunc(n.shape.Elements(args), func(a *term.Term) bool { return !d.IsResult(a) }))
	if n.behind != nil {
		at := term.Equal(tail, n.behind)
		switch {
		case at && !n.inside && isCall: // in another form
		case at && d.IsResult(top), term.Equal(computation, n.behind):
			n.behind, n.inside = nil, false
		default:
			n.inside = true
			return false
		}
	}
	if ready {
		n.behind = tail
	}
	return true
}

// unmet returns the failure of a run that has come to the code of the goal that it needs,
// where a condition that was written for it is false; nil: it has not, or that is not certain.
func (x *run) unmet() *Outcome {
	k := x.engine.Definition.Layout.K
	if x.needed == nil || k < 0 || x.m.Steps == 0 || !x.needed.enter(x.engine.Definition, x.m.Slots()[k]) || x.unsure {
		return nil
	}
	n := x.needed
	for _, s := range n.goal.Claim.Left {
		place := rewrite.Position(s.Term.Head())
		if s.Index == k && (s.Term.Head().Symbol() != x.top().Symbol() || n.goal.Found && place != 0 && place != rewrite.Position(x.top())) {
			return nil
		}
	}
	var out *Outcome
	for _, m := range n.use.Matches(x.engine.Definition.Lattice, x.m.Slots()) {
		if m.Undecided != "" {
			return nil
		}
		for _, v := range m.Unbound() {
			if value := x.values[v]; n.goal.Rigid[v] && value != nil {
				m.Bind(v, value)
			} else {
				m.Bind(v, v.Term())
			}
		}
		fails, is := x.falseOf(m)
		if is && fails == nil {
			return nil // its conditions may hold
		}
		if is && out == nil {
			out = fails
		}
	}
	return out
}

// Descends makes runs fail where g is needed as well if its measure is not below that of the
// procedure that is run, as in f(int n) { return f(n); }. The goal may be nil.
func (r *Runner) Descends(g *prover.Goal) {
	r.Needs(g)
	if around := r.goal.Around; r.needed != nil && around != nil && g.Variant != nil {
		r.needed.from = around.Variant
	}
}

// rises returns the failure of a match whose conditions hold: its measure is certainly not
// below the one that it must be below.
func (x *run) rises(m *rewrite.Match) *Outcome {
	from, to := x.needed.from, x.needed.goal.Variant
	if from == nil {
		return nil
	}
	sub := m.Substitution()
	measure := make([]*term.Term, len(to.Terms))
	for i, t := range to.Terms {
		measure[i] = x.values.Apply(sub.Apply(t))
	}
	less := prover.Less(measure, from.Terms)
	if holds, known := x.functions.truth(x.values.Apply(less), &x.work); holds || !known {
		return nil
	}
	out, written := x.outcome(Fails), from.Conjunct
	written.Measure = true
	out.Formula, out.Source, out.Conjunct, out.Needed, out.Measure = x.values.Apply(less), less, &written, true, measure
	return &out
}

// falseOf returns the failure of a match of the needed goal's code, nil if nothing that
// was written is certainly false; is reports whether there may be such a match.
func (x *run) falseOf(m *rewrite.Match) (fails *Outcome, is bool) {
	certain := true
	for _, c := range m.Conditions() {
		holds, known := x.functions.truth(c.Formula, &x.work)
		if c.Source == nil && !(known && holds) {
			return nil, !known // it only looks as if it matched, or may do so
		}
		certain = certain && known && holds
		conjunct := x.needed.goal.ConjunctOf(c.Source)
		if known && !holds && fails == nil && conjunct != nil && !conjunct.Found && !conjunct.Measure {
			out := x.outcome(Fails)
			out.Formula, out.Source, out.Conjunct, out.Needed = c.Formula, c.Source, conjunct, true
			fails = &out
		}
	}
	if certain {
		return x.rises(m), true
	}
	return fails, true
}
