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
)

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
		if holds, known := r.functions.truth(values.Apply(c.formula), &r.work); !holds || !known {
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
	broken, distance := r.wrong(values, all)
	for try := 0; try < most && len(broken) > 0; try++ {
		c := broken[rnd.IntN(len(broken))]
		if len(c.vars) == 0 {
			return values
		}
		v := c.vars[rnd.IntN(len(c.vars))]
		next := maps.Clone(values)
		if next[v] = r.solved(c, v, values); next[v] == nil {
			next[v] = r.changed(rnd, v, values[v])
		}
		if still, d := r.wrong(next, all); d <= distance {
			values, broken, distance = next, still, d
		}
	}
	return values
}

// solved is the value that an equation gives a variable where the others have values; nil: it
// gives none.
func (r *Runner) solved(c *condition, v *term.Variable, values term.Substitution) *term.Term {
	t := term.SolveFor(c.formula, v)
	if t == nil {
		return nil
	}
	e := &evaluator{functions: r.functions, known: map[*term.Term]*term.Term{}}
	x := e.eval(values.Apply(t))
	r.work += e.steps + 1
	if !x.IsValue() || x.Sort() != values[v].Sort() {
		return nil
	}
	return x
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
