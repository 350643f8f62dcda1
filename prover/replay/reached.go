package replay

import (
	"math/rand/v2"
	"slices"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// reached draws values for a goal about a piece of a procedure, such as the body of a loop, from
// runs of the procedure: those that the program has where such a run comes there. Of
//
//	//@inv: x * power(b, e) == power(a, n)
//
// small random values satisfy hardly any; where the program comes by, it holds.
type reached struct {
	around *Runner          // runs the procedure
	use    *rewrite.Program // the left side of the goal
	at     []reachedAt
}

// reachedAt are the values of a goal's variables that a run comes by.
type reachedAt struct {
	values term.Substitution
	partly bool // some are like those of the run only, see stored
}

// maxReachSteps bounds the steps of a run that looks for values, maxReached the values of one.
const (
	maxReachSteps = 1200
	maxReached    = 32
)

// reachedBy returns what draws values for a goal from runs of the procedure that it belongs
// to; nil: it is no piece of one.
func reachedBy(e *rewrite.Engine, g *prover.Goal, functions Functions) *reached {
	k := e.Definition.Layout.K
	if g.Around == nil || g.Around == g || k < 0 {
		return nil
	}
	if slices.ContainsFunc(g.Claim.Left, func(s compile.Slot) bool { return s.Index == k && rewrite.Position(s.Term.Head()) == 0 }) {
		return nil
	}
	return &reached{around: New(e, g.Around, functions), use: rewrite.NewProgram(e.Definition.Lattice, g.Claim, nil)}
}

// draw returns values that a run comes by, none if the one that is tried comes by none, and
// the work of it.
func (x *reached) draw(r *Runner, rnd *rand.Rand) (at reachedAt, work int) {
	begun := x.around.work
	if len(x.at) == 0 {
		x.run(r, x.around.Random(rnd))
	}
	if len(x.at) > 0 {
		i := rnd.IntN(len(x.at))
		at = x.at[i]
		x.at = slices.Delete(x.at, i, i+1)
	}
	return at, x.around.work - begun
}

// run runs the procedure and notes what it comes by.
func (x *reached) run(r *Runner, values term.Substitution) {
	defer func() {
		if p := recover(); p != nil && rewrite.AsLimit(p) == nil {
			panic(p)
		}
	}()
	x.around.work += drawWork
	slots, _, none := x.around.start(values)
	if none != nil {
		return
	}
	for m := x.around.engine.NewMachine(slots, rewrite.IO{}); m.Steps < maxReachSteps && len(x.at) < maxReached; {
		x.note(r, m.Slots(), values)
		steps := m.Steps
		if steps%bitsEvery == 0 && large(m.Slots()) {
			return
		}
		x.around.work += stepWork
		if ok, err := m.Step(); err != nil || !ok || m.Steps == steps {
			return
		}
	}
}

// note notes the values of the goal's variables in a state, if that is one of its left side.
// Whatever else there is in the state the goal is run without.
func (x *reached) note(r *Runner, slots []*term.Term, values term.Substitution) {
	k := x.around.engine.Definition.Layout.K
	for _, s := range r.goal.Claim.Left {
		if s.Index == k && rewrite.Position(s.Term.Head()) != rewrite.Position(slots[k].Head()) {
			return
		}
	}
	for _, m := range x.use.Matches(x.around.engine.Definition.Lattice, slots) {
		if m.Undecided != "" {
			continue
		}
		// What a variable was where the run began is known, also where the left side only has what was
		// made of it.
		for v, t := range m.Substitution() {
			if begun := values[v]; begun != nil && t.IsVar() {
				m.Refine(term.Substitution{t.Variable(): begun})
			}
		}
		partly := false
		for _, o := range m.Open {
			if t := stored(m.Equations, o.Value); t != nil {
				m.Refine(term.Substitution{o.Value: t})
				partly = true
			}
		}
		at := m.Substitution()
		for _, v := range m.Unbound() {
			at[v] = values[v]
		}
		x.at = append(x.at, reachedAt{r.Model(at), partly})
	}
}

// stored is the array that equations say to be made of one by stores; nil: they say it of none. It is
// that array but for elements on which other conditions have to be asked.
func stored(equations []*term.Term, of *term.Variable) *term.Term {
	for _, e := range equations {
		if !e.Is(term.KEq) {
			continue
		}
		for i := range 2 {
			made := e.Arg(i)
			for made.Is(term.ArrayStore) {
				made = made.Arg(0)
			}
			if made.IsVar() && made.Variable() == of && e.Arg(1-i).IsValue() {
				return e.Arg(1 - i)
			}
		}
	}
	return nil
}
