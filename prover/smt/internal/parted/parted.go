// Package parted takes goals apart: a question is asked once for each part of what it is about, and what holds of a few
// numbers is tried for each.
package parted

import (
	"slices"

	"rlv/prover/smt/internal/nonlinear"
	"rlv/semantics/term"
)

// Definitions are equations that define functions, each for all values of its parameters and perhaps where it is
// defined.
type Definitions []*term.Term

// Parts are the questions that refute a question together, one for each part of its goal: of the negation of a
// conjunction that of each conjunct, of an equivalence each direction, behind premises and for all values of bound
// variables, of a predicate those of what defines it; nil if there is no such goal, or nothing is quantified or divided
// in it. Instances for all parts at once are too many where each part needs other ones. Those of a conjunction count
// only if nobody else asks for them; of a predicate that is defined as one nobody does.
func (d Definitions) Parts(conj []*term.Term, alone bool) [][]*term.Term {
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
func (d Definitions) unfolded(asked *term.Term) *term.Term {
	if !isPredicate(asked) {
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
		if e.Is(term.BoolEq) && e.Arg(0).Symbol() == asked.Symbol() && isHard(e.Arg(1)) && term.Equal(values.Apply(e.Arg(0)), asked) && !binds(e.Arg(1), asked) {
			return values.Apply(e.Arg(1))
		}
	}
	return nil
}

// binds reports whether a formula binds a variable that occurs in a term: it would be another one there.
func binds(f, of *term.Term) bool {
	found := false
	term.Walk(f, func(t *term.Term) bool {
		found = found || t.Symbol() != nil && t.Symbol().Class == term.Binder && term.Occurs(t.Arg(0).Variable(), of)
		return !found
	})
	return found
}

// LaidOut are conjuncts with what defines predicates in place of these.
func (d Definitions) LaidOut(conj []*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conj {
		body := d.unfolded(negated(c))
		switch {
		case body == nil:
			body = c
		case c.Is(term.BoolNot):
			body = term.Not(body)
		}
		out = term.Conjuncts(out, body)
	}
	return out
}

// Exposed are conjuncts, and those with what defines predicates in place of these under quantifiers, where they are
// said of bound variables only: no term is there at which such a predicate could be looked into, as in "for some k, a[k]
// is the least". Those as they were stay where lemmas speak of the predicate, which find it by its name. It is nil if
// there are none.
func (d Definitions) Exposed(conj, lemmas []*term.Term) []*term.Term {
	if len(d) == 0 || !slices.ContainsFunc(conj, func(c *term.Term) bool { return c.HasBinders() || d.unfolded(negated(c)) != nil }) {
		return nil
	}
	for _, c := range d.LaidOut(conj) {
		if !slices.ContainsFunc(conj, func(f *term.Term) bool { return term.Equal(f, c) }) {
			conj = append(slices.Clip(conj), c)
		}
	}
	said, bound := predicatesOf(conj)
	known := map[*term.Term]*term.Term{} // formulas share parts
	var expose func(t *term.Term) *term.Term
	expose = func(t *term.Term) *term.Term {
		if t.Sort() != term.SortBool || t.Kind() != term.KApp {
			return t
		}
		if e := known[t]; e != nil {
			return e
		}
		e := t
		if bound[t.Symbol()] && !said[t.Symbol()] {
			e = d.unfolded(t)
		}
		if e == nil || e == t {
			e = term.MapChildren(t, expose)
		}
		known[t] = e
		return e
	}
	var out []*term.Term
	changed := false
	for _, c := range conj {
		e := expose(c)
		if !term.Equal(e, c) {
			changed = true
			if slices.ContainsFunc(lemmas, func(l *term.Term) bool { return mentions(l, bound) }) {
				out = append(out, c)
			}
		}
		out = append(out, e)
	}
	if !changed {
		return nil
	}
	return out
}

// predicatesOf are the predicates that conjuncts ask of terms, and those that they ask of bound variables.
func predicatesOf(conj []*term.Term) (said, bound map[*term.Symbol]bool) {
	variables := map[*term.Variable]bool{} // that are bound
	term.Walk(term.And(conj...), func(t *term.Term) bool {
		if t.Symbol() != nil && t.Symbol().Class == term.Binder {
			variables[t.Arg(0).Variable()] = true
		}
		return t.HasBinders()
	})
	seen := map[signed]bool{}
	for _, c := range conj {
		signed{c, true}.constants(variables, seen)
	}
	said, bound = map[*term.Symbol]bool{}, map[*term.Symbol]bool{}
	term.Walk(term.And(conj...), func(t *term.Term) bool {
		if isPredicate(t) {
			if slices.ContainsFunc(term.Vars(t), func(v *term.Variable) bool { return variables[v] }) {
				bound[t.Symbol()] = true
			} else {
				said[t.Symbol()] = true
			}
		}
		return t.HasFunctions() || t.HasBinders()
	})
	return said, bound
}

// signed is a formula, or its negation.
type signed struct {
	f     *term.Term
	holds bool
}

// constants takes the variables away of which a formula says something for some value only; seen are the parts that were
// looked at.
func (s signed) constants(variables map[*term.Variable]bool, seen map[signed]bool) {
	if !s.f.HasBinders() || seen[s] {
		return
	}
	seen[s] = true
	switch f := s.f; {
	case f.Is(term.BoolNot):
		signed{f.Arg(0), !s.holds}.constants(variables, seen)
	case f.Is(term.BoolAnd), f.Is(term.BoolOr), f.Is(term.BoolImplies):
		signed{f.Arg(0), s.holds != f.Is(term.BoolImplies)}.constants(variables, seen)
		signed{f.Arg(1), s.holds}.constants(variables, seen)
	case f.Is(term.Forall) && !s.holds, f.Is(term.Exists) && s.holds:
		delete(variables, f.Arg(0).Variable())
		signed{f.Arg(1), s.holds}.constants(variables, seen)
	}
}

// negated is what a formula is the negation of, or itself.
func negated(f *term.Term) *term.Term {
	if f.Is(term.BoolNot) {
		return f.Arg(0)
	}
	return f
}

// isPredicate reports whether a formula asks a predicate that annotations declare.
func isPredicate(t *term.Term) bool {
	f := t.Symbol()
	return f != nil && f.Class == term.Function && f.Hook == "" && f.Result == term.SortBool
}

// mentions reports whether one of some functions is applied in a formula.
func mentions(f *term.Term, some map[*term.Symbol]bool) bool {
	found := false
	term.Walk(f, func(t *term.Term) bool {
		found = found || some[t.Symbol()]
		return !found
	})
	return found
}

// isHard reports whether something is quantified or divided in a formula, or in what defines a predicate in it.
func (d Definitions) isHard(f *term.Term) bool {
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
func (d Definitions) goals(premises []*term.Term, goal *term.Term, left int) [][]*term.Term {
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

// maxFew bounds the values of bound variables, taken together, for which a formula is simplified one by one.
const maxFew = 128

// ExcludedByFew reports whether a conjunct is the negation of what holds of a few numbers, as "for all i from 0 to 3",
// and is simplified to true for each, or is said of a few numbers and simplified to false for one. What a loop has
// written that was executed is found in no other way where products are in it: with a constant for i there are as many
// cases of an array as it has elements. That 9 has no divisors is refuted by 3, which nothing else names.
func ExcludedByFew(conj []*term.Term) bool {
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
	return eachOfFew(t, left, func(f *term.Term) bool { return holdsOfFew(f, left) })
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
	found := false
	eachOfFew(t, left, func(f *term.Term) bool { found = failsForFew(f, left); return !found })
	return found
}

// eachOfFew reports whether something is so of what is said of all numbers for each that its own bounds leave; left is
// how many may still be tried. It is not if there are no bounds, or too many numbers.
func eachOfFew(all *term.Term, left *int, is func(*term.Term) bool) bool {
	v, body := all.Arg(0).Variable(), all.Arg(1)
	low, high, ok := ends(v, body)
	if !ok || high-low >= int64(*left) {
		return false
	}
	for n := low; n <= high; n++ {
		if *left--; *left < 0 || !is((term.Substitution{v: term.Int(n)}).Apply(body)) {
			return false
		}
	}
	return true
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
