package replay

import (
	"context"
	"math/rand/v2"
	"time"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Result is what a run shows.
type Result int

// The results. Only Stuck and Fails show that a goal does not hold.
const (
	Rejected Result = iota // the values do not satisfy the left side, or that is not known
	Holds                  // the run meets the right side
	Stuck                  // the run is stuck before it
	Fails                  // the run ends and a condition of the right side is false
	Open                   // too many steps, or a condition cannot be evaluated
)

// Outcome is the end of a run.
type Outcome struct {
	Result  Result
	Formula *term.Term   // the condition that is false
	Source  *term.Term   // the same as it stands in the claim, where it does
	End     []*term.Term // the last configuration
}

// maxRun and maxTime bound a run: numbers may grow with every step.
const (
	maxRun  = 20_000
	maxTime = 200 * time.Millisecond
)

// Runner runs one goal.
type Runner struct {
	engine    *rewrite.Engine
	functions Functions
	goal      *prover.Goal
	vars      []*term.Variable
	keys      map[*term.Variable]bool // places in memory: all different
	counter   *term.Variable
}

// New prepares a goal for runs. The functions give the meaning of what the
// formulas apply.
func New(e *rewrite.Engine, g *prover.Goal, functions Functions) *Runner {
	r := &Runner{engine: e, functions: functions, goal: g, keys: map[*term.Variable]bool{}}
	var all []*term.Term
	for _, s := range g.Claim.Left {
		all = append(all, s.Term)
		if s.Index == e.Definition.Layout.Counter && s.Term.IsVar() {
			r.counter = s.Term.Variable()
		}
		if s.Term.Kind() == term.KMap {
			entries, _ := s.Term.Entries()
			for _, entry := range entries {
				for _, v := range term.Vars(entry.Key) {
					r.keys[v] = v.Sort == term.SortInt
				}
			}
		}
	}
	r.vars = term.Vars(append(all, g.Claim.Requires...)...)
	return r
}

// Random returns random values for the goal's variables: small numbers and short
// arrays, sorted ones as often as not, and nothing for what stands for the rest of a
// configuration.
func (r *Runner) Random(rnd *rand.Rand) term.Substitution {
	sub := term.Substitution{}
	for _, v := range r.vars {
		sub[v] = r.random(rnd, v)
	}
	r.settle(sub)
	return sub
}

func (r *Runner) random(rnd *rand.Rand, v *term.Variable) *term.Term {
	if t := random(rnd, v.Sort); t != nil {
		return t
	}
	return r.rest(v)
}

// random is a small value; nil if the sort has no obvious ones.
func random(rnd *rand.Rand, sort term.Sort) *term.Term {
	small := func() *term.Term { // lengths and offsets are not negative
		if rnd.IntN(4) > 0 {
			return term.Int(rnd.Int64N(7))
		}
		return term.Int(rnd.Int64N(12) - 3)
	}
	switch sort {
	case term.SortInt:
		return small()
	case term.SortBool:
		return term.Bool(rnd.IntN(2) == 0)
	case term.SortArray:
		a := term.Apply(term.ArrayMake, small())
		spread := 1 + rnd.Int64N(5) // few values make equal ones likely
		sorted, last := rnd.IntN(2) == 0, int64(0)
		for i := range int64(8) {
			v := rnd.Int64N(spread + 1)
			if sorted {
				v = last + v/2
			}
			a, last = term.Apply(term.ArrayStore, a, term.Int(i), term.Int(v)), v
		}
		return a
	case term.SortList:
		var items []*term.Term
		for range rnd.IntN(6) {
			items = append(items, small())
		}
		return term.ListOf(items...)
	}
	return nil
}

// rest is an empty remainder of a configuration, or the variable itself.
func (r *Runner) rest(v *term.Variable) *term.Term {
	switch v.Sort {
	case term.SortMap:
		return term.EmptyMap
	case term.SortSet:
		return term.EmptySet
	case term.SortList:
		return term.EmptyList
	case term.SortK:
		return term.DotK
	}
	return v.Term()
}

// apart is the distance between places in memory: others are counted from them.
const apart = 1000

// settle gives places in memory numbers of their own, below the counter.
func (r *Runner) settle(sub term.Substitution) {
	at := int64(apart)
	for _, v := range r.vars {
		if r.keys[v] {
			sub[v] = term.Int(at)
			at += apart
		}
	}
	if r.counter != nil {
		sub[r.counter] = term.Int(at)
	}
}

// Model completes the values of a counterexample.
func (r *Runner) Model(model map[*term.Variable]*term.Term) term.Substitution {
	sub := term.Substitution{}
	for _, v := range r.vars {
		switch value := model[v]; {
		case value != nil && value.IsValue() && v.Sort != term.SortMap && v.Sort != term.SortSet && v.Sort != term.SortK:
			sub[v] = value
		case v.Sort == term.SortInt:
			sub[v] = term.Int(0)
		case v.Sort == term.SortBool:
			sub[v] = term.False
		case v.Sort == term.SortArray:
			sub[v] = term.Apply(term.ArrayMake, term.Int(0))
		default:
			sub[v] = r.rest(v)
		}
	}
	r.settle(sub)
	return sub
}

// Run runs the goal for the given values.
func (r *Runner) Run(ctx context.Context, values term.Substitution) Outcome {
	for _, c := range r.goal.Claim.Requires {
		if holds, known := r.functions.Truth(values.Apply(c)); !holds || !known {
			return Outcome{Result: Rejected, Formula: c}
		}
	}
	slots := make([]*term.Term, len(r.engine.Definition.Layout.Slots))
	for _, s := range r.goal.Claim.Left {
		slots[s.Index] = values.Apply(s.Term)
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	m := r.engine.NewMachine(slots, rewrite.IO{})
	target := r.target(values)
	for {
		outcome, met := r.meets(target, m.Slots)
		if met {
			return outcome
		}
		before := m.Steps
		if m.Steps >= maxRun || ctx.Err() != nil {
			return Outcome{Result: Open, End: m.Slots}
		}
		if ok, err := m.Step(); err != nil || !ok || m.Steps == before {
			if err == nil && r.ended(target, m.Slots) {
				return Outcome{Result: Fails, End: m.Slots} // in another form
			}
			return Outcome{Result: Stuck, End: m.Slots}
		}
	}
}

// target is the right side as a pattern; its conditions are kept apart.
func (r *Runner) target(values term.Substitution) *rewrite.Program {
	claim := r.goal.Claim
	existential := map[*term.Variable]bool{}
	for _, v := range claim.Existentials {
		existential[v] = true
	}
	rule := &compile.Rule{Kind: compile.ClaimRule}
	for _, s := range claim.Right {
		rule.Left = append(rule.Left, compile.Slot{Index: s.Index, Term: values.Apply(s.Term)})
	}
	for _, c := range claim.Ensures {
		rule.Requires = append(rule.Requires, values.Apply(c))
	}
	return rewrite.NewProgram(r.engine.Definition.Lattice, rule, func(v *term.Variable) bool { return !existential[v] })
}

// meets says whether a configuration has the form of the right side, and what
// follows from that.
func (r *Runner) meets(target *rewrite.Program, slots []*term.Term) (Outcome, bool) {
	k := r.engine.Definition.Layout.K
	for i, s := range target.Rule.Left {
		if s.Index == k && !couldMatch(target.Rule.Left[i].Term, slots[k]) {
			return Outcome{}, false
		}
	}
	for _, m := range target.Matches(r.engine.Definition.Lattice, slots) {
		if m.Undecided != "" {
			continue
		}
		out := Outcome{Result: Holds, End: slots}
		for _, c := range m.Conditions() {
			switch holds, known := r.functions.Truth(c.Formula); {
			case !known:
				if out.Result == Holds {
					out.Result = Open
				}
			case !holds:
				return Outcome{Result: Fails, Formula: c.Formula, Source: r.source(target, c.Source), End: slots}, true
			}
		}
		return out, true
	}
	return Outcome{}, false
}

// source finds the claim's condition that a condition of the target is made of.
func (r *Runner) source(target *rewrite.Program, c *term.Term) *term.Term {
	for i, t := range target.Rule.Requires {
		if c != nil && t == c {
			return r.goal.Claim.Ensures[i]
		}
	}
	return nil
}

// ended says that the computation is where the right side says, whatever stands
// in the other cells.
func (r *Runner) ended(target *rewrite.Program, slots []*term.Term) bool {
	k := r.engine.Definition.Layout.K
	for _, s := range target.Rule.Left {
		if s.Index == k {
			lattice := r.engine.Definition.Lattice
			one := &compile.Rule{Kind: compile.ClaimRule, Left: []compile.Slot{s}}
			return len(rewrite.NewProgram(lattice, one, nil).Matches(lattice, slots)) > 0
		}
	}
	return false
}

// couldMatch is a quick look at the computation.
func couldMatch(pattern, t *term.Term) bool {
	switch {
	case pattern == term.DotK:
		return t == term.DotK
	case pattern.IsVar():
		return !t.IsSeq()
	}
	return pattern.IsSeq() == t.IsSeq()
}
