package smt

import (
	"context"
	"slices"
	"time"

	"rlv/prover/smt/internal/nonlinear"
	"rlv/semantics/term"
)

// splitting refutes a question by cases: it is the last resort where instances, lemmas or
// products do not go with disjunctions. The disjunctions that say what a variable is are
// split, the last first, since what a question asks is about the end of a path.
type splitting struct {
	*Solver
	ctx      context.Context
	deadline time.Time
	left     int     // questions that may still be asked
	sum      outcome // of the cases that were refuted
}

// maxCases bounds the questions that one is split into.
const maxCases = 8

// refuted reports whether each case of a question is refuted.
func (s *splitting) refuted(conj []*term.Term) bool {
	at := -1
	for i, c := range conj {
		if len(s.cache.table.Of(c)) > 0 {
			at = i
		}
	}
	return at >= 0 && s.each(conj, at, conj[at])
}

// each reports whether a question is refuted for each member of the disjunction that is one
// of its conjuncts.
func (s *splitting) each(conj []*term.Term, at int, d *term.Term) bool {
	if d.Is(term.BoolOr) {
		return s.each(conj, at, d.Arg(0)) && s.each(conj, at, d.Arg(1))
	}
	one := slices.Concat(conj[:at], term.Conjuncts(nil, d), conj[at+1:])
	if s.presolver.contradictory(one) {
		return true
	}
	if s.left--; s.left < 0 {
		return false
	}
	_, out := s.askGround(s.ctx, one, s.deadline, Thorough)
	s.sum.Instances += out.Instances
	if out.Late {
		s.sum.Late, s.sum.By, s.sum.Reason = true, out.By, out.Reason
		return false
	}
	if out.Result != Unsat {
		return s.refuted(one)
	}
	s.sum.By, s.sum.Prelude = out.By, s.sum.Prelude || out.Prelude
	s.sum.Lemmas = append(s.sum.Lemmas, out.Lemmas...)
	return true
}

// split asks a question by cases. What it returns is Unsat or Unknown.
func split(ctx context.Context, s *Solver, conj []*term.Term, deadline time.Time) outcome {
	c := splitting{Solver: s, ctx: ctx, deadline: deadline, left: maxCases, sum: outcome{Answer: Answer{By: Syntax}}}
	if !c.refuted(conj) {
		return outcome{Answer: Answer{Late: c.sum.Late, By: c.sum.By, Reason: c.sum.Reason}}
	}
	slices.Sort(c.sum.Lemmas)
	c.sum.Result, c.sum.Lemmas = Unsat, slices.Compact(c.sum.Lemmas)
	return c.sum
}

// definitions are equations that define functions, each for all values of its parameters and perhaps where it is
// defined.
type definitions []*term.Term

// parts are the questions that refute a question together, one for each part of its goal: of the negation of a
// conjunction that of each conjunct, of an equivalence each direction, behind premises and for all values of bound
// variables, of a predicate those of what defines it; nil if there is no such goal, or nothing is quantified or divided
// in it. Instances for all parts at once are too many where each part needs other ones. Those of a conjunction count
// only if nobody else asks for them; of a predicate that is defined as one nobody does.
func (d definitions) parts(conj []*term.Term, alone bool) [][]*term.Term {
	for i, c := range conj {
		if !c.Is(term.BoolNot) || !d.isHard(c.Arg(0)) || c.Arg(0).Is(term.BoolAnd) && !alone {
			continue
		}
		rest := slices.Concat(conj[:i], conj[i+1:])
		var out [][]*term.Term
		for _, p := range d.goals(nil, c.Arg(0), maxEquivalences) {
			out = append(out, slices.Concat(rest, p))
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// unfolded is what defines a predicate, of what it is asked, if it is quantified or divided in; else nil.
func (d definitions) unfolded(asked *term.Term) *term.Term {
	if f := asked.Symbol(); f == nil || f.Class != term.Function || f.Hook != "" {
		return nil
	}
	for _, e := range d {
		values := term.Substitution{}
		for n := 0; e.Is(term.Forall) && n < len(asked.Args()); n++ {
			values[e.Arg(0).Variable()] = asked.Arg(n)
			e = e.Arg(1)
		}
		if e.Is(term.BoolImplies) && values.Apply(e.Arg(0)) == term.True {
			e = e.Arg(1)
		}
		if e.Is(term.BoolEq) && e.Arg(0).Symbol() == asked.Symbol() && isHard(e.Arg(1)) && term.Equal(values.Apply(e.Arg(0)), asked) {
			return values.Apply(e.Arg(1))
		}
	}
	return nil
}

// laidOut are conjuncts with what defines predicates in place of these.
func (d definitions) laidOut(conj []*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conj {
		if body := d.unfolded(c); body != nil {
			c = body
		} else if c.Is(term.BoolNot) {
			if body := d.unfolded(c.Arg(0)); body != nil {
				c = term.Not(body)
			}
		}
		out = term.Conjuncts(out, c)
	}
	return out
}

// isHard reports whether something is quantified or divided in a formula, or in what defines a predicate in it.
func (d definitions) isHard(f *term.Term) bool {
	if isHard(f) {
		return true
	}
	hard := false
	if f.HasFunctions() && len(d) > 0 {
		term.Walk(f, func(t *term.Term) bool {
			hard = hard || t.Sort() == term.SortBool && d.unfolded(t) != nil
			return !hard && t.Sort() == term.SortBool
		})
	}
	return hard
}

func isHard(f *term.Term) bool { return f.HasBinders() || nonlinear.Divided(f) }

// maxEquivalences bounds the equivalences and definitions within each other that a goal is taken apart at: an
// equivalence doubles its parts, and a predicate may be asked in its own definition.
const maxEquivalences = 3

// goals are the parts of a goal, each as what contradicts it.
func (d definitions) goals(premises []*term.Term, goal *term.Term, left int) [][]*term.Term {
	behind := func(more ...*term.Term) []*term.Term { return append(slices.Clip(premises), more...) }
	switch {
	case goal.Is(term.Forall):
		v := goal.Arg(0).Variable()
		return d.goals(premises, term.Substitution{v: term.Fresh(v.BaseName(), v.Sort)}.Apply(goal.Arg(1)), left)
	case goal.Is(term.BoolImplies):
		return d.goals(behind(term.Conjuncts(nil, goal.Arg(0))...), goal.Arg(1), left)
	case goal.Is(term.BoolAnd) && d.isHard(goal):
		return append(d.goals(premises, goal.Arg(0), left), d.goals(premises, goal.Arg(1), left)...)
	case goal.Is(term.BoolEq) && left > 0 && isHard(goal):
		a, b := goal.Arg(0), goal.Arg(1)
		return append(d.goals(behind(term.Conjuncts(nil, a)...), b, left-1), d.goals(behind(term.Conjuncts(nil, b)...), a, left-1)...)
	}
	if body := d.unfolded(goal); body != nil && left > 0 {
		return d.goals(behind(term.Not(goal)), body, left-1) // other facts speak of the predicate
	}
	return [][]*term.Term{behind(term.Not(goal))}
}

// askParts asks for each part of the goal of a question. What it returns is Unsat or Unknown.
func askParts(ctx context.Context, s *Solver, conj []*term.Term, deadline time.Time) outcome {
	sum := outcome{Answer: Answer{By: Syntax}}
	d := definitions(s.options.Definitions)
	few := func(conj []*term.Term) bool { return excludedByFew(d.laidOut(conj)) }
	if few(conj) {
		sum.Result = Unsat
		return sum
	}
	all := d.parts(conj, s.alone)
	if all == nil {
		return outcome{}
	}
	for _, c := range all {
		if s.presolver.contradictory(c) || few(c) {
			continue
		}
		_, out := s.askGround(ctx, c, deadline, Thorough)
		sum.Instances += out.Instances
		if out.Result != Unsat {
			return outcome{Answer: Answer{Late: out.Late, By: out.By, Reason: out.Reason}}
		}
		sum.By, sum.Prelude, sum.Lemmas = out.By, sum.Prelude || out.Prelude, append(sum.Lemmas, out.Lemmas...)
	}
	slices.Sort(sum.Lemmas)
	sum.Result, sum.Lemmas = Unsat, slices.Compact(sum.Lemmas)
	return sum
}

// sides are the cases of a question in which both sides of an equivalence hold, and in which neither does, if
// something is quantified there; the question itself if there is no such equivalence. What follows from the bounds
// of a number that is said to exist does so in the case only in which it exists.
func sides(conj []*term.Term) [][]*term.Term {
	for i, c := range conj {
		unequal := c.Is(term.BoolNot)
		if unequal {
			c = c.Arg(0)
		}
		if !c.Is(term.BoolEq) || !c.HasBinders() {
			continue
		}
		x, y := c.Arg(0), c.Arg(1)
		if unequal {
			y = term.Not(y)
		}
		var out [][]*term.Term
		for _, both := range []*term.Term{term.And(x, y), term.And(term.Not(x), term.Not(y))} {
			out = append(out, slices.Concat(conj[:i], term.Conjuncts(nil, both), conj[i+1:]))
		}
		return out
	}
	return [][]*term.Term{conj}
}

// maxFew bounds the values of bound variables, taken together, for which a formula is simplified one by one.
const maxFew = 128

// excludedByFew reports whether a conjunct is the negation of what holds of a few numbers, as "for all i from 0 to 3",
// and is simplified to true for each, or is said of a few numbers and simplified to false for one. What a loop has
// written that was executed is found in no other way where products are in it: with a constant for i there are as many
// cases of an array as it has elements. That 9 has no divisors is refuted by 3, which nothing else names.
func excludedByFew(conj []*term.Term) bool {
	left := maxFew
	for _, c := range conj {
		if c.Is(term.BoolNot) && c.Arg(0).Is(term.Forall) && holdsOfFew(c.Arg(0), &left) || failsForFew(c, &left) {
			return true
		}
	}
	return false
}

// holdsOfFew reports whether a formula is simplified to true for each of the values that its own bounds leave to bound
// variables; left is how many may still be tried.
func holdsOfFew(t *term.Term, left *int) bool {
	switch {
	case t == term.True:
		return true
	case t.Is(term.BoolAnd):
		return holdsOfFew(t.Arg(0), left) && holdsOfFew(t.Arg(1), left)
	case t.Is(term.BoolImplies):
		return holdsOfFew(t.Arg(1), left)
	case !t.Is(term.Forall):
		return false
	}
	v, body := t.Arg(0).Variable(), t.Arg(1)
	low, high, ok := ends(v, body)
	if !ok || high-low >= int64(*left) {
		return false
	}
	for n := low; n <= high; n++ {
		if *left--; *left < 0 || !holdsOfFew((term.Substitution{v: term.Int(n)}).Apply(body), left) {
			return false
		}
	}
	return true
}

// failsForFew reports whether a formula is simplified to false for one of the values that its own bounds leave to
// bound variables; left is how many may still be tried.
func failsForFew(t *term.Term, left *int) bool {
	switch {
	case t == term.False:
		return true
	case t.Is(term.BoolAnd):
		return failsForFew(t.Arg(0), left) || failsForFew(t.Arg(1), left)
	case !t.Is(term.Forall):
		return false
	}
	v, body := t.Arg(0).Variable(), t.Arg(1)
	low, high, ok := ends(v, body)
	if !ok || high-low >= int64(*left) {
		return false
	}
	for n := low; n <= high; n++ {
		if *left--; *left < 0 {
			return false
		}
		if failsForFew((term.Substitution{v: term.Int(n)}).Apply(body), left) {
			return true
		}
	}
	return false
}

// ends are the numbers between which a variable is where the premise of an implication holds.
func ends(v *term.Variable, body *term.Term) (low, high int64, ok bool) {
	const far = 1 << 40
	if v.Sort != term.SortInt || !body.Is(term.BoolImplies) {
		return 0, 0, false
	}
	haveLow, haveHigh := false, false
	for _, c := range term.Conjuncts(nil, body.Arg(0)) {
		if !c.Is(term.IntLe) && !c.Is(term.IntLt) {
			continue
		}
		step := int64(0)
		if c.Is(term.IntLt) {
			step = 1
		}
		if n, small := c.Arg(0).Int64(); small && c.Arg(1).Variable() == v && n > -far && n < far && (!haveLow || n+step > low) {
			low, haveLow = n+step, true
		}
		if n, small := c.Arg(1).Int64(); small && c.Arg(0).Variable() == v && n > -far && n < far && (!haveHigh || n-step < high) {
			high, haveHigh = n-step, true
		}
	}
	return low, high, haveLow && haveHigh
}
