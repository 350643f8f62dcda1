// Package replay runs goals on concrete values: it puts values for the variables
// of a goal's left side, runs the program by the definition's rules, and looks
// whether the right side is met. A counterexample that replays is real; a proved
// goal never fails.
//
// An example: that the body of a loop "while (i < n) s = s + i;" keeps the invariant
// i <= n /\ s >= 0, from any i, n and s.
//
//  1. The values i = -2, n = 1, s = 0 satisfy the left side: the invariant, and i < n.
//  2. The machine runs the body; s becomes -2.
//  3. It is at the head of the loop again, which is the place that the right side is
//     about. There s >= 0 is evaluated, and is false: the goal is refuted.
//
// Values for which the left side is not known to be true show nothing (Rejected), nor
// does a run in which something that matters cannot be evaluated (Open). The values
// come from a solver ([Runner.Model]) or are small random ones ([Runner.Random]).
package replay

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"rlv/semantics/term"
)

// Function is a function that formulas use, with its definition.
type Function struct {
	Params []*term.Variable
	Body   *term.Term
	// Where is the condition under which the function is known to have the value of Body; nil: in any case.
	Where *term.Term
}

// Functions are the definitions by symbol.
type Functions map[*term.Symbol]Function

// The limits of evaluation.
const (
	maxRange    = 400      // values of a bound variable
	maxSteps    = 40_000   // applications of one evaluation
	maxNested   = 4_000    // applications within each other
	numberWork  = 128      // bits of a number that are made at the cost of an application
	maxBranches = 3        // conditionals within each other of which both branches are looked into
	farItems    = -1 << 40 // above the numbers that items stand for which are none
	sampled     = 8        // values of a variable without bounds, in both directions
)

// evaluator evaluates formulas without free variables.
type evaluator struct {
	functions Functions
	steps     int
	known     map[*term.Term]*term.Term
	nested    int  // applications around what is evaluated
	deep      bool // they were too many
	// open is set where bound variables have no values yet, see [evaluator.partly];
	// left are the applications that may still be replaced by bodies then.
	open bool
	left int
	// within counts the conditionals around what is evaluated that bound variables decide.
	within int
}

// evaluator returns what evaluates formulas that apply the functions.
func (f Functions) evaluator() *evaluator {
	return &evaluator{functions: f, known: map[*term.Term]*term.Term{}}
}

// Truth evaluates a formula: true, false, or unknown where something in it has
// no definition or a quantifier has no bounds and no witness was found.
func (f Functions) Truth(t *term.Term) (value, known bool) {
	e := f.evaluator()
	v := e.eval(t)
	return v == term.True && !e.over(), !e.over() && (v == term.True || v == term.False)
}

// over reports whether an evaluation was given up: then what it comes to says nothing.
func (e *evaluator) over() bool { return e.deep || e.steps > maxSteps }

// Counterexample looks among small random values of its variables for some that
// make a formula false, with so much work: applications of functions; nil if it finds
// none.
func (f Functions) Counterexample(ctx context.Context, limit int, formula *term.Term) term.Substitution {
	work := 0
	vars := term.Vars(formula)
	premises, conclusion := premisesOf(formula)
	refuted := func(values term.Substitution) bool {
		e := f.evaluator()
		defer func() { work += e.steps + 1 }()
		for _, p := range premises {
			if e.eval(values.Apply(p)) != term.True {
				return false
			}
		}
		return e.eval(values.Apply(conclusion)) == term.False && !e.over()
	}
	if none := (term.Substitution{}); len(vars) == 0 {
		if !refuted(none) {
			return nil
		}
		return none
	}
	return Search(ctx, func() bool { return work < limit }, func(rnd *rand.Rand) term.Substitution { return randomOf(rnd, vars) }, refuted)
}

// premisesOf takes a formula apart: it is false where all of its premises are true and its conclusion is false. The
// premises that are quickest to evaluate come first: most values that are drawn do not satisfy them.
func premisesOf(formula *term.Term) (premises []*term.Term, conclusion *term.Term) {
	for conclusion = formula; conclusion.Is(term.BoolImplies); conclusion = conclusion.Arg(1) {
		premises = term.Conjuncts(premises, conclusion.Arg(0))
	}
	isDear := func(p *term.Term) bool {
		return term.Some(p, func(u *term.Term) bool {
			return u.Kind() == term.KApp && u.Symbol().Class != term.Constructor && term.Builtin(u.Symbol().Name) == nil || u.HasBinders()
		})
	}
	quick := slices.DeleteFunc(slices.Clone(premises), isDear)
	dear := slices.DeleteFunc(premises, func(p *term.Term) bool { return !isDear(p) })
	return append(quick, dear...), conclusion
}

// Instance returns the body of a universal formula for a value for which it is false, and
// that value; nil: none was found.
func (f Functions) Instance(universal *term.Term) (body, value *term.Term) {
	return f.instance(universal, new(int))
}

// instance is Instance, and adds what it does to a count of work.
func (f Functions) instance(universal *term.Term, work *int) (body, value *term.Term) {
	e := f.evaluator()
	defer func() { *work += e.steps + 1 }()
	v := universal.Arg(0).Variable()
	if v.Sort != term.SortInt {
		return nil, nil
	}
	values, _ := e.candidates(v, universal.Arg(1), true)
	for _, n := range values {
		if body := (term.Substitution{v: term.Int(n)}).Apply(universal.Arg(1)); e.eval(body) == term.False && !e.over() {
			return body, term.Int(n)
		}
	}
	return nil, nil
}

// eval simplifies a term as far as it can.
func (e *evaluator) eval(t *term.Term) *term.Term {
	if t.IsValue() || t.Kind() != term.KApp && !t.HasFunctions() {
		return t
	}
	if v := e.known[t]; v != nil {
		return v
	}
	if e.steps++; e.over() {
		return t
	}
	v := e.application(t)
	e.known[t] = v
	return v
}

func (e *evaluator) application(t *term.Term) *term.Term {
	switch {
	case t.Is(term.Forall), t.Is(term.Exists):
		return e.quantifier(t)
	case t.Is(term.KIte):
		switch c := e.eval(t.Arg(0)); c {
		case term.True:
			return e.eval(t.Arg(1))
		case term.False:
			return e.eval(t.Arg(2))
		default:
			return e.branches(t, c)
		}
	case t.Is(term.BoolAnd), t.Is(term.BoolOr), t.Is(term.BoolImplies):
		return e.connective(t)
	}
	v := term.MapChildren(t, e.eval)
	if e.over() {
		return t
	}
	if !e.open {
		return e.applied(v)
	}
	if v.Kind() != term.KApp {
		return v
	}
	f, ok := e.functions[v.Symbol()]
	if !ok {
		return itemOf(v)
	}
	sub := term.Substitution{}
	for i, p := range f.Params {
		sub[p] = v.Arg(i)
	}
	if e.left--; e.left < 0 || f.Where != nil && e.eval(sub.Apply(f.Where)) != term.True {
		return v
	}
	return e.eval(sub.Apply(f.Body))
}

// applied evaluates an application of which the arguments are evaluated.
func (e *evaluator) applied(v *term.Term) *term.Term {
	if v.Kind() != term.KApp || v.IsValue() {
		if _, small := v.Int64(); v.IsInt() && !small {
			e.steps += v.Big().BitLen() / numberWork // numbers that grow on the way out of a recursion cost more than its depth
		}
		return v
	}
	f, ok := e.functions[v.Symbol()]
	if !ok {
		return itemOf(v)
	}
	args := make(term.Substitution, len(v.Args()))
	for i, p := range f.Params {
		if !v.Arg(i).IsValue() {
			return v
		}
		args[p] = v.Arg(i)
	}
	return e.call(v, f, args)
}

// call evaluates an application of a function to values.
func (e *evaluator) call(application *term.Term, f Function, args term.Substitution) *term.Term {
	if v := e.known[application]; v != nil {
		return v
	}
	e.nested++
	defer func() { e.nested-- }()
	e.deep = e.deep || e.nested > maxNested
	if e.steps++; e.over() {
		return application
	}
	v := application
	if f.Where == nil || e.under(f.Where, args) == term.True {
		v = e.under(f.Body, args)
	}
	e.known[application] = v
	return v
}

// under is eval of what a substitution makes of a term, but makes only what is looked at: of the body of a recursive
// function the branch that is taken.
func (e *evaluator) under(t *term.Term, values term.Substitution) *term.Term {
	switch {
	case e.over():
		return t // nothing is concluded from it, so that the way out of a deep recursion is short
	case t.IsGround():
		return e.eval(t)
	case t.IsVar():
		return values.Apply(t)
	case t.Kind() != term.KApp, t.HasBinders():
		return e.eval(values.Apply(t))
	case t.Is(term.KIte):
		e.steps++
		switch e.under(t.Arg(0), values) {
		case term.True:
			return e.under(t.Arg(1), values)
		case term.False:
			return e.under(t.Arg(2), values)
		}
		return values.Apply(t)
	case t.Is(term.BoolAnd), t.Is(term.BoolOr), t.Is(term.BoolImplies):
		e.steps++
		return e.connected(t, func(t *term.Term) *term.Term { return e.under(t, values) })
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = e.under(a, values)
	}
	if e.over() {
		return t
	}
	return e.applied(term.Apply(t.Symbol(), args...))
}

// itemOf is the number that an item of a list stands for where that is none, such as a string: a goal is about any
// numbers that such items may stand for, so it is false if it is for some. They stand for some that are far
// from all others, and from each other. What is no such item is returned as it is.
func itemOf(t *term.Term) *term.Term {
	if !t.Is(term.ListInt) || !t.Arg(0).IsValue() {
		return t
	}
	i, ok := t.Arg(1).Int64()
	if !ok || i < 0 || i >= int64(t.Arg(0).Len()) {
		return t
	}
	h := fnv.New32a()
	h.Write([]byte(t.Arg(0).Item(int(i)).Term.String()))
	return term.Int(farItems - int64(h.Sum32()))
}

// branches is a conditional of which the condition is not known, as far as it can be simplified: what depends on
// bound variables without values may still say of each what it is. A recursion that they decide has no end, so
// few are looked into within each other.
func (e *evaluator) branches(t, condition *term.Term) *term.Term {
	if !e.open || e.within == maxBranches {
		return t
	}
	e.within++
	defer func() { e.within-- }()
	return term.Ite(condition, e.eval(t.Arg(1)), e.eval(t.Arg(2)))
}

// connective evaluates the second operand only where the first leaves it open.
func (e *evaluator) connective(t *term.Term) *term.Term { return e.connected(t, e.eval) }

func (e *evaluator) connected(t *term.Term, eval func(*term.Term) *term.Term) *term.Term {
	a := eval(t.Arg(0))
	switch {
	case t.Is(term.BoolAnd) && a == term.False, t.Is(term.BoolImplies) && a == term.False:
		return term.Bool(t.Is(term.BoolImplies))
	case t.Is(term.BoolOr) && a == term.True:
		return term.True
	}
	return term.Apply(t.Symbol(), a, eval(t.Arg(1)))
}

// quantifier tries the values that the bounds in the body allow, or without bounds those
// that stand for all. Where these are not known some are sampled, which decides only if
// they find a witness.
func (e *evaluator) quantifier(t *term.Term) *term.Term {
	v, universal := t.Arg(0).Variable(), t.Is(term.Forall)
	if v.Sort != term.SortInt {
		return t
	}
	if e.open {
		return term.Apply(t.Symbol(), t.Arg(0), e.eval(t.Arg(1)))
	}
	values, decided := e.candidates(v, t.Arg(1), universal)
	for _, n := range values {
		switch e.eval(term.Substitution{v: term.Int(n)}.Apply(t.Arg(1))) {
		case term.True:
			if !universal {
				return term.True
			}
		case term.False:
			if universal {
				return term.False
			}
		default:
			decided = false
		}
	}
	if decided {
		return term.Bool(universal)
	}
	return t
}

// candidates are the values to try for a bound variable, and whether they stand for all.
func (e *evaluator) candidates(v *term.Variable, body *term.Term, universal bool) ([]int64, bool) {
	low, high, bounded := e.bounds(v, body, universal)
	if !bounded {
		if values, ok := e.representatives(v, body); ok {
			return values, true
		}
		low, high = -sampled, sampled
	}
	var out []int64
	for n := low; n <= high && n-low < maxRange; n++ {
		out = append(out, n)
	}
	return out, bounded && high-low < maxRange
}

// bounds finds lo <= v <= hi among the conjuncts of what the body assumes
// (universal) or asserts: an inequality that is an equation solved for v at its end,
// true on one side of it and false on the other. In
//
//	#Forall v . (0 <= v andBool v < len(a) impliesBool a[v] > 0)
//
// the first conjunct solves to v = 0 and holds at 1, so 0 is a lower bound; the
// second solves to v = len(a), say 3, and does not hold at 4, so 3 is an upper one.
// A bound may be one too wide: the body has the inequality, which decides there. What divides a number other
// than zero is between that and its negation, and what has a square that is at most a number between its roots.
func (e *evaluator) bounds(v *term.Variable, body *term.Term, universal bool) (low, high int64, ok bool) {
	conds := body
	if universal {
		for body.Is(term.Forall) {
			body = body.Arg(1)
		}
		if !body.Is(term.BoolImplies) && !body.Is(term.BoolNot) {
			return 0, 0, false
		}
		conds = body.Arg(0)
	}
	haveLow, haveHigh := false, false
	for _, c := range term.Conjuncts(nil, conds) {
		n, divides := e.divided(v, c)
		if !divides {
			n, divides = e.squared(v, c)
		}
		if divides {
			if !haveLow || -n > low {
				low, haveLow = -n, true
			}
			if !haveHigh || n < high {
				high, haveHigh = n, true
			}
			continue
		}
		if !c.Is(term.IntLe) && !c.Is(term.IntLt) {
			continue
		}
		end := term.SolveFor(term.Eq(c.Arg(0), c.Arg(1)), v)
		if end == nil {
			continue
		}
		n, known := e.eval(end).Int64()
		if !known {
			continue
		}
		above := e.eval(term.Substitution{v: term.Int(n + 1)}.Apply(c))
		switch {
		case above == term.True && (!haveLow || n > low):
			low, haveLow = n, true
		case above == term.False && (!haveHigh || n < high):
			high, haveHigh = n, true
		}
	}
	return low, high, haveLow && haveHigh
}

// squared returns the root of what the square of a variable is at most by a condition.
func (e *evaluator) squared(v *term.Variable, c *term.Term) (int64, bool) {
	if !c.Is(term.IntLe) && !c.Is(term.IntLt) {
		return 0, false
	}
	most := term.Add(term.Sub(c.Arg(1), c.Arg(0)), term.Apply(term.IntMul, v.Term(), v.Term()))
	if term.Occurs(v, most) {
		return 0, false
	}
	n, ok := e.eval(most).Int64()
	if !ok || n >= maxRange*maxRange/4 {
		return 0, false
	}
	root := int64(0)
	for root*root < n {
		root++
	}
	return root, true
}

// isFactor reports whether a variable is a factor of a product, or all of it.
func isFactor(v *term.Variable, t *term.Term) bool {
	return t.IsVar() && t.Variable() == v || t.Is(term.IntMul) && (isFactor(v, t.Arg(0)) || isFactor(v, t.Arg(1)))
}

// divided returns the absolute value of the number, if it is not zero, that a condition says a variable to divide, or to be a
// factor of.
func (e *evaluator) divided(v *term.Variable, c *term.Term) (int64, bool) {
	if !c.Is(term.IntEq) {
		return 0, false
	}
	for i, product := range c.Args() {
		of := c.Arg(1 - i)
		if product.Is(term.IntMul) && isFactor(v, product) && !term.Occurs(v, of) {
			n, ok := e.eval(of).Int64()
			return max(n, -n), ok && n != 0 && max(n, -n) < maxRange/2
		}
	}
	remainder, zero := c.Arg(0), c.Arg(1)
	if remainder.IsInt() {
		remainder, zero = zero, remainder
	}
	if !zero.IsInt() || zero.Big().Sign() != 0 || !remainder.Is(term.IntEMod) && !remainder.Is(term.IntTMod) || !remainder.Arg(1).IsVar() || remainder.Arg(1).Variable() != v {
		return 0, false
	}
	n, ok := e.eval(remainder.Arg(0)).Int64()
	return max(n, -n), ok && n != 0
}
