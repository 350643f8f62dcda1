package replay

import (
	"slices"

	"rlv/prover"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// needed are the goals that a proof would use where a run comes to their code, such as the
// contracts of procedures that are called and the invariants of loops. There their conditions
// must hold, and from there on, until their right side is met, the run is their business: what
// happens on the way shows nothing of the goal that is run. In
//
//	//@pre: n > 0
//	//@post: result > n
//	int f(int n) { return n; }
//	//@pre: k >= 0
//	//@post: result > k
//	int g(int k) { return f(k); }
//
// the run of g on k = 0 calls f where f must not be called. That on k = 1 does not fail g,
// which follows from what f promises: f does not keep it. A procedure of which no goal
// speaks is executed, in a proof as here.
type needed []need

// need is a goal that is used.
type need struct {
	*prover.Goal
	top *term.Term       // of its computation
	use *rewrite.Program // its left side; nil: no run has come there
}

// isAt reports whether the code of the goal may be on top of a computation: a call is of the
// same procedure.
func (n *need) isAt(top *term.Term) bool {
	place := rewrite.Position(n.top)
	if n.top.Symbol() != top.Symbol() || n.Found && place != 0 && place != rewrite.Position(top) {
		return false
	}
	if n.top.Kind() != term.KApp {
		return true
	}
	for i, a := range n.top.Args() {
		if a.Kind() == term.KToken && !term.Equal(a, top.Arg(i)) {
			return false
		}
	}
	return true
}

// used is a goal that stands for a part of a run.
type used struct {
	behind  *term.Term         // the computation behind its code
	targets []*rewrite.Program // its right side
}

// unmet returns the failure of a run that has come to the code of a goal that it needs, where
// a condition that was written for it is false; nil: it has not, or that is not certain. Where it has come
// to the left side of the goal that is run, what follows is another run of that, for values that are drawn as well.
func (x *run) unmet() *Outcome {
	k := x.engine.Definition.Layout.K
	if len(x.needed) == 0 || k < 0 || x.inside(x.m.Slots()[k]) || x.m.Steps == 0 || x.unsure {
		return nil
	}
	var out *Outcome
	may := false // a goal may hold here, or does
	for i := range x.needed {
		n := &x.needed[i]
		if !n.isAt(x.top()) {
			continue
		}
		if n.use == nil {
			n.use = rewrite.NewProgram(x.engine.Definition.Lattice, n.Claim, nil)
		}
		for _, m := range n.use.Matches(x.engine.Definition.Lattice, x.m.Slots()) {
			fails, holds := x.uses(n, m)
			if holds == yes && n.Goal == x.goal && x.reached != nil && x.using == nil {
				again := x.outcome(Holds)
				return &again
			}
			may = may || holds != no
			if holds == yes && x.using == nil {
				x.using = &used{behind: x.m.Slots()[k].Tail(), targets: x.targetsOf(n.Goal, m.Substitution())}
			}
			if out == nil {
				out = fails
			}
		}
	}
	if may {
		x.strayed = x.strayed || x.using == nil
		return nil
	}
	return out
}

// inside reports whether a goal that is used stands for what the run does. Where it ends it is
// noted if the run is not as the goal says.
func (x *run) inside(computation *term.Term) bool {
	u := x.using
	switch {
	case u == nil:
		return false
	case !x.isBehind(computation, u.behind):
		return true
	}
	x.using = nil
	meets := func(m *rewrite.Match) bool {
		return m.Undecided == "" && !slices.ContainsFunc(m.Conditions(), func(c rewrite.Condition) bool {
			holds, known := x.truth(c.Formula)
			return !holds || !known
		})
	}
	x.strayed = x.strayed || !slices.ContainsFunc(u.targets, func(t *rewrite.Program) bool {
		return slices.ContainsFunc(x.matchesOf(t), meets)
	})
	return false
}

// answer is whether something is so.
type answer int

const (
	no answer = iota
	perhaps
	yes
)

// uses looks whether a goal covers a state that has its form. If not, fails is the failure of a
// condition that was written; nil: there is none, or it may be that the goal need not cover it.
func (x *run) uses(n *need, m *rewrite.Match) (fails *Outcome, holds answer) {
	if m.Undecided != "" {
		return nil, perhaps
	}
	for _, v := range m.Unbound() {
		m.Bind(v, x.told(n, v))
	}
	holds = yes
	for _, c := range m.Conditions() {
		is, known := x.truth(c.Formula)
		switch conjunct := n.ConjunctOf(c.Source); {
		case known && is:
		case c.Source == nil && known:
			return nil, no // it only looks as if it matched
		case !known:
			holds = min(holds, perhaps)
			if c.Source == nil {
				return nil, perhaps
			}
		case !n.Cut:
			return nil, no // then it is not used
		case conjunct != nil && !conjunct.Found && !conjunct.Measure && fails != nil:
			fails.Also = append(fails.Also, conjunct)
		case conjunct != nil && !conjunct.Found && !conjunct.Measure:
			out := x.outcome(Fails)
			out.Formula, out.Source, out.Conjunct, out.Uses = c.Formula, c.Source, conjunct, n.Goal
			fails = &out
		default:
			holds = min(holds, perhaps)
		}
	}
	if fails != nil {
		return fails, no
	}
	if holds == yes {
		if fails = x.rises(n, m); fails != nil {
			return fails, no
		}
	}
	return nil, holds
}

// told is what a variable stands for that only conditions of a goal mention, where that is used: itself, if
// it is not known.
func (x *run) told(n *need, v *term.Variable) *term.Term {
	var value *term.Term
	switch {
	case n.Rigid[v]:
		value = x.values[v]
	case x.watch != nil && !x.again():
		value = x.watch.Recall(v, &rewrite.State{Slots: x.m.Slots(), Pos: x.at}, x.values)
	}
	if value == nil {
		return v.Term()
	}
	return value
}

// rises returns the failure of a use that leads back to the goal, whose measure is certainly
// not below that of the start.
func (x *run) rises(n *need, m *rewrite.Match) *Outcome {
	from, _ := x.goal.Measures(n.Goal)
	if from == nil || n.Variant == nil {
		return nil
	}
	measure := x.values.ApplyAll(m.Substitution().ApplyAll(n.Variant.Terms))
	less := prover.Less(measure, from.Terms)
	if holds, known := x.truth(x.values.Apply(less)); holds || !known {
		return nil
	}
	out, written := x.outcome(Fails), from.Conjunct
	written.Measure = true
	out.Formula, out.Source, out.Conjunct, out.Uses, out.Measure = x.values.Apply(less), less, &written, n.Goal, measure
	return &out
}
