package replay

import (
	"maps"
	"math/rand/v2"

	"rlv/semantics/term"
)

// Random values satisfy hardly any left side that says much, such as that an array is a heap but
// at one place. They are repaired: of the conditions that are false one is taken, and one of its
// variables is given another value, which is kept if no more conditions are false. This is the
// search of WalkSAT (Selman, Kautz and Cohen, 1994). A variable that an equation determines,
// as in s == sum(a, i), has its value from there.
//
// Comparisons of numbers, which cost next to nothing, are always repaired, and the others
// once in a while: as many values can be drawn instead, and tried.

// maxSimple and maxRepairs bound the changes that are tried, for comparisons and in all. Others
// than comparisons are repaired once in so many draws.
const (
	maxSimple   = 12
	maxRepairs  = 20
	repairEvery = 6
	maxViolated = 8 // formulas within each other that are looked into for what is false
	maxSlack    = 3 // by less than that the sides of a comparison differ that is solved
)

// maxRepairWork bounds the work of repairing values, of which others can be drawn.
const maxRepairWork = 4_000

// condition is one of a left side.
type condition struct {
	formula *term.Term
	vars    []*term.Variable // that may be changed
	simple  bool             // it is about numbers only
}

// conditionsOf are the conditions of a left side.
func (r *Runner) conditionsOf() []condition {
	var out []condition
	for _, c := range r.goal.Claim.Requires {
		for _, f := range term.Conjuncts(nil, c) {
			one := condition{formula: f, simple: isSimple(f)}
			for _, v := range term.Vars(f) {
				if !r.keys[v] && v != r.counter {
					one.vars = append(one.vars, v)
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// isSimple reports whether a formula is about numbers only.
func isSimple(f *term.Term) bool {
	return !f.HasBinders() && !term.Some(f, func(t *term.Term) bool {
		return t.Kind() == term.KApp && t.Symbol().Class == term.Function && (t.Symbol().Hook == "" || t.Is(term.ArraySelect))
	})
}

// broken are the conditions of a kind that are not true for values.
func (r *Runner) broken(values term.Substitution, simple bool) []*condition {
	var out []*condition
	for i := range r.conditions {
		c := &r.conditions[i]
		if c.simple != simple {
			continue
		}
		if holds, perhaps := r.admits(values.Apply(c.formula)); !holds && !perhaps {
			out = append(out, c)
		}
	}
	return out
}

// wrong are the conditions that are not true for values: comparisons, or the others if these are.
func (r *Runner) wrong(values term.Substitution, all bool) (broken []*condition, of int) {
	if broken = r.broken(values, true); len(broken) > 0 || !all {
		return broken, len(r.conditions) + len(broken)
	}
	broken = r.broken(values, false)
	return broken, len(broken)
}

// repaired are values that satisfy more of the left side.
func (r *Runner) repaired(rnd *rand.Rand, values term.Substitution) term.Substitution {
	all, most := rnd.IntN(repairEvery) == 0, maxSimple
	if all {
		most = maxRepairs
	}
	begun := r.work
	broken, distance := r.wrong(values, all)
	for try := 0; try < most && len(broken) > 0 && r.work-begun < maxRepairWork; try++ {
		c := broken[rnd.IntN(len(broken))]
		if len(c.vars) == 0 {
			return values
		}
		v := c.vars[rnd.IntN(len(c.vars))]
		next := maps.Clone(values)
		if next[v] = r.solved(rnd, c, v, values); next[v] == nil {
			next[v] = r.changed(rnd, v, values[v])
		}
		if still, d := r.wrong(next, all); d <= distance {
			values, broken, distance = next, still, d
		}
	}
	return values
}

// solved is the value that an equation gives a variable where the others have values, or a comparison
// every other time, as if it were one but for a little; nil: it gives none.
func (r *Runner) solved(rnd *rand.Rand, c *condition, v *term.Variable, values term.Substitution) *term.Term {
	f := r.violated(c.formula, values)
	if f.Is(term.IntLe) || f.Is(term.IntLt) {
		if rnd.IntN(2) == 0 {
			return nil
		}
		least := int64(0)
		if f.Is(term.IntLt) {
			least = 1
		}
		f = term.Eq(term.Add(f.Arg(0), term.Int(least+rnd.Int64N(maxSlack))), f.Arg(1))
	}
	if v.Sort == term.SortArray {
		return r.solvedElement(f, v, values)
	}
	t := term.SolveFor(f, v)
	if t == nil {
		return nil
	}
	x := r.value(t, values)
	if !x.IsValue() || x.Sort() != values[v].Sort() {
		return nil
	}
	return x
}

// violated is what is false in a condition that is not true: of universal formulas for one of the values for
// which they do not hold.
func (r *Runner) violated(f *term.Term, values term.Substitution) *term.Term {
	for range maxViolated {
		switch {
		case f.Is(term.BoolImplies):
			f = f.Arg(1)
		case f.Is(term.BoolAnd):
			f = f.Arg(r.violatedOf(f, values))
		case f.Is(term.Forall):
			v, universal := f.Arg(0).Variable(), values.Apply(f)
			if !universal.Is(term.Forall) {
				return f
			}
			_, value := r.functions.instance(universal, &r.work)
			if value == nil {
				return f
			}
			f = term.Substitution{v: value}.Apply(f.Arg(1))
		default:
			return f
		}
	}
	return f
}

// violatedOf is which of two conditions is not true.
func (r *Runner) violatedOf(both *term.Term, values term.Substitution) int {
	if holds, known := r.truth(values.Apply(both.Arg(0))); holds && known {
		return 1
	}
	return 0
}

// solvedElement is the value of an array with the element that an equation gives it; nil: it gives none.
func (r *Runner) solvedElement(f *term.Term, v *term.Variable, values term.Substitution) *term.Term {
	var element *term.Term
	if f.HasBinders() || !term.Some(f, func(t *term.Term) bool {
		if t.Is(term.ArraySelect) && t.Arg(0).IsVar() && t.Arg(0).Variable() == v {
			element = t
		}
		return element != nil
	}) {
		return nil
	}
	unknown := term.Fresh("element", term.SortInt)
	t := term.SolveFor(put(f, element, unknown), unknown.Variable())
	if t == nil {
		return nil
	}
	index, x := r.value(element.Arg(1), values), r.value(t, values)
	if !index.IsInt() || !x.IsInt() {
		return nil
	}
	return r.inRange(v, term.Apply(term.ArrayStore, values[v], index, x))
}

// put is a term with another one in the place of a part of it.
func put(t, part, other *term.Term) *term.Term {
	if term.Equal(t, part) {
		return other
	}
	return term.MapChildren(t, func(u *term.Term) *term.Term { return put(u, part, other) })
}

// value is what a term is where variables have values, as far as that is known.
func (r *Runner) value(t *term.Term, values term.Substitution) *term.Term {
	e := r.functions.evaluator()
	defer func() { r.work += e.steps + 1 }()
	t = values.Apply(t)
	if v := e.eval(t); !e.over() {
		return v
	}
	return t
}

// changed is another value for a variable: of an array, with another element.
func (r *Runner) changed(rnd *rand.Rand, v *term.Variable, value *term.Term) *term.Term {
	if value.Kind() != term.KArray || rnd.IntN(4) == 0 {
		return r.random(rnd, v)
	}
	at := func() *term.Term { return term.Int(rnd.Int64N(8)) }
	item := term.Apply(term.ArraySelect, value, at())
	if rnd.IntN(2) == 0 {
		item = random(rnd, term.SortInt, r.size)
	}
	return r.inRange(v, term.Apply(term.ArrayStore, value, at(), item))
}
