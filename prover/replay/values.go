package replay

import (
	"context"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// Search draws small random values, the same ones every time, until some are taken,
// and returns these. It returns nil once there are to be no more, ctx is done or draw
// returns nil.
func Search(ctx context.Context, more func() bool, draw func(*rand.Rand) term.Substitution, take func(term.Substitution) bool) term.Substitution {
	rnd := rand.New(rand.NewPCG(1, 3))
	for more() && ctx.Err() == nil {
		values := draw(rnd)
		if values == nil || take(values) {
			return values
		}
	}
	return nil
}

// randomOf returns random values for variables; nil if the sort of one has no
// obvious ones.
func randomOf(rnd *rand.Rand, vars []*term.Variable) term.Substitution {
	sub, size := term.Substitution{}, sizeOf(rnd)
	for _, v := range vars {
		if sub[v] = random(rnd, v.Sort, size); sub[v] == nil {
			return nil
		}
	}
	return sub
}

// Random returns random values for the goal's variables: small numbers and short
// arrays, sorted ones as often as not, and nothing for what stands for the rest of a
// configuration. For a piece of a procedure they are those of runs that come there, every
// other time.
func (r *Runner) Random(rnd *rand.Rand) term.Substitution {
	if r.reached != nil && rnd.IntN(2) == 0 {
		at, work := r.reached.draw(r, rnd)
		switch r.work += work; {
		case at.partly:
			return r.repaired(rnd, at.values)
		case at.values != nil:
			return r.altered(rnd, at.values)
		}
	}
	sub := term.Substitution{}
	r.size = sizeOf(rnd)
	for _, v := range r.vars {
		sub[v] = r.random(rnd, v)
	}
	r.settle(sub)
	if r.grid != nil && rnd.IntN(2) == 0 {
		for range maxPassed {
			if r.grid.put(sub) && len(r.broken(sub, true)) == 0 {
				return sub
			}
		}
	}
	return r.repaired(rnd, sub)
}

// Like returns random values that are made of others by few changes.
func (r *Runner) Like(rnd *rand.Rand, values term.Substitution) term.Substitution {
	r.size = sizeOf(rnd)
	values = maps.Clone(values)
	for range 2 + rnd.IntN(maxAltered-1) {
		if v := r.vars[rnd.IntN(len(r.vars))]; !r.keys[v] && v != r.counter {
			values[v] = r.changed(rnd, v, values[v])
		}
	}
	return r.repaired(rnd, values)
}

// maxAltered bounds the changes of values that are like others.
const maxAltered = 4

// altered are values, or every other time ones that differ from them in one variable.
func (r *Runner) altered(rnd *rand.Rand, values term.Substitution) term.Substitution {
	if rnd.IntN(2) == 0 {
		return values
	}
	v := r.vars[rnd.IntN(len(r.vars))]
	if r.keys[v] || v == r.counter {
		return values
	}
	values = maps.Clone(values)
	values[v] = r.random(rnd, v)
	return values
}

func (r *Runner) random(rnd *rand.Rand, v *term.Variable) *term.Term {
	if v.Sort == term.SortInt && r.bits > 0 && rnd.IntN(bitsOften) == 0 {
		return term.Int(1 << rnd.IntN(r.bits))
	}
	if v.Sort == term.SortInt && len(r.numbers) > 0 && rnd.IntN(numbersEvery) == 0 {
		return term.Int(r.numbers[rnd.IntN(len(r.numbers))] + rnd.Int64N(3) - 1)
	}
	if mark, marked := r.marks[v]; marked && rnd.IntN(4) > 0 {
		if rnd.IntN(3) == 0 {
			mark = 1 - min(1, max(0, mark)) // another number
		}
		return term.ConstArray(term.Int(mark))
	}
	if t := random(rnd, v.Sort, r.size); t != nil {
		return r.inRange(v, r.withNumber(rnd, t))
	}
	// A sort of the language's own: a value of a sort below it.
	for _, sort := range []term.Sort{term.SortInt, term.SortBool} {
		if t := r.rest(v); t.IsVar() && r.engine.Definition.Lattice.Leq(sort, v.Sort) {
			return random(rnd, sort, r.size)
		}
	}
	return r.rest(v)
}

// withNumber puts a number of the program into some arrays.
func (r *Runner) withNumber(rnd *rand.Rand, t *term.Term) *term.Term {
	if t.Kind() != term.KArray || len(r.numbers) == 0 || rnd.IntN(numbersEvery) > 0 {
		return t
	}
	n := r.numbers[rnd.IntN(len(r.numbers))] + rnd.Int64N(3) - 1
	return term.Apply(term.ArrayStore, t, term.Int(rnd.Int64N(4)), term.Int(n))
}

// The numbers of a program are tried as values, with their neighbours, once in so many
// draws: those that are not drawn anyway, but not what nobody writes as a case.
const (
	numbersEvery = 6
	maxNumbers   = 32
	maxNumber    = 1_000_000
)

// bitsOften is in how many draws a power of two is one where numbers have ranges that are written with large
// numbers: what is wrong at their ends, or about single bits, is wrong of none that is small.
const bitsOften = 24

// bitsOf is how many bits the largest number in terms has, if that is no small one and has at most 62; otherwise 0.
func bitsOf(terms []*term.Term) int {
	most := int64(0)
	for _, t := range terms {
		term.Walk(t, func(u *term.Term) bool {
			if n, ok := u.Int64(); u.IsInt() && ok && n < 1<<62 {
				most = max(most, n)
			}
			return true
		})
	}
	if most <= maxNumber {
		return 0
	}
	return bits.Len64(uint64(most))
}

// numbersOf returns the numbers that occur in terms and are no small ones, in order.
func numbersOf(terms []*term.Term) []int64 {
	var out []int64
	for _, t := range terms {
		term.Walk(t, func(u *term.Term) bool {
			if n, ok := u.Int64(); u.IsInt() && ok && (n > 6 || n < -3) && n <= maxNumber && n >= -maxNumber {
				out = append(out, n)
			}
			return true
		})
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxNumbers)]
}

// rangesOf returns the ranges in which conditions have all elements of arrays.
func rangesOf(conditions []*term.Term) map[*term.Variable][2]int64 {
	out := map[*term.Variable][2]int64{}
	for _, c := range conditions {
		if !c.Is(term.Forall) {
			continue
		}
		ends := term.Conjuncts(nil, c.Arg(1))
		if len(ends) != 2 || len(ends[0].Args()) != 2 {
			continue
		}
		item := ends[0].Arg(1)
		least, ok := bound(ends[0], 0, 1)
		greatest, also := bound(ends[1], 1, -1)
		if ok && also && item.Is(term.ArraySelect) && item.Arg(0).IsVar() &&
			term.Equal(item, ends[1].Arg(0)) && term.Equal(item.Arg(1), c.Arg(0)) {
			out[item.Arg(0).Variable()] = [2]int64{least, greatest}
		}
	}
	return out
}

// bound is the number on one side of a comparison, with the step to the next one if that is
// the first that satisfies it.
func bound(comparison *term.Term, side int, step int64) (n int64, ok bool) {
	if !comparison.Is(term.IntLe) && !comparison.Is(term.IntLt) {
		return 0, false
	}
	if n, ok = comparison.Arg(side).Int64(); comparison.Is(term.IntLt) {
		n += step
	}
	return n, ok
}

// marksOf returns the arrays whose elements conditions compare with one number alone, and with each other, as what
// says which elements of another array have a value. Arrays that have it everywhere, or nowhere, are tried.
func marksOf(conditions []*term.Term) map[*term.Variable]int64 {
	out, other := map[*term.Variable]int64{}, map[*term.Variable]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if t.Is(term.IntEq) {
			a, number := t.Arg(0), t.Arg(1)
			if a.IsInt() {
				a, number = number, a
			}
			switch n, ok := number.Int64(); {
			case isElement(a) && isElement(number):
				return
			case isElement(a) && ok:
				v := a.Arg(0).Variable()
				known, have := out[v]
				other[v], out[v] = other[v] || have && known != n, n
				return
			}
		}
		if t.IsVar() {
			other[t.Variable()] = true
		}
		term.Children(t, visit)
	}
	for _, c := range conditions {
		visit(c)
	}
	maps.DeleteFunc(out, func(v *term.Variable, _ int64) bool { return other[v] })
	return out
}

// isElement reports whether a term is an element of an array that is a variable.
func isElement(t *term.Term) bool { return t.Is(term.ArraySelect) && t.Arg(0).IsVar() }

// inRange is a value for a variable, or one like it if that would be an array with elements
// out of their range.
func (r *Runner) inRange(v *term.Variable, value *term.Term) *term.Term {
	ends, known := r.ranges[v]
	if !known || value.Kind() != term.KArray {
		return value
	}
	within := func(t *term.Term) *term.Term {
		n, ok := t.Int64()
		if size := ends[1] - ends[0] + 1; ok && size > 0 && (n < ends[0] || n > ends[1]) {
			return term.Int(ends[0] + ((n-ends[0])%size+size)%size)
		}
		return t
	}
	out := term.ConstArray(within(value.ArrayDefault()))
	for _, e := range value.ArrayEntries() {
		out = term.Apply(term.ArrayStore, out, e.Key, within(e.Value))
	}
	return out
}

// sizeOf returns a bound for the numbers of a draw, which fit together then; it is small most often.
func sizeOf(rnd *rand.Rand) int64 {
	if rnd.IntN(40) == 0 {
		return 36
	}
	return [...]int64{2, 3, 4, 5, 6, 6, 6, 8}[rnd.IntN(8)]
}

// random returns a small value, as a rule of at most some size; nil if the sort has no obvious ones.
func random(rnd *rand.Rand, sort term.Sort, size int64) *term.Term {
	small := func() *term.Term { // lengths and offsets are not negative
		if rnd.IntN(6) > 0 {
			return term.Int(rnd.Int64N(size + 1))
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
		order, last := [...]int64{0, 0, 1, 1, 1, -1}[rnd.IntN(6)], int64(0)
		for i := range int64(8) {
			v := rnd.Int64N(spread + 1)
			if order != 0 {
				v = last + order*(v/2)
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

// rest is an empty remainder of a configuration, a constant of the sort, or, where
// there is none, the variable itself: no run is made then.
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
	if t := r.constants()[v.Sort]; t != nil {
		return t
	}
	return v.Term()
}

// Anyway reports whether a run that is stuck is so where each variable that may stand for a number does. The left
// side allows that it stands for something else, such as the mark of what has no value yet, but perhaps no run of the
// program comes there.
func (r *Runner) Anyway(ctx context.Context, values term.Substitution) bool {
	var supposed term.Substitution
	for v, t := range values {
		if v.Sort != term.SortInt && t.Kind() == term.KApp && r.engine.Definition.Lattice.Leq(term.SortInt, v.Sort) {
			if supposed == nil {
				supposed = maps.Clone(values)
			}
			supposed[v] = term.Int(0)
		}
	}
	return supposed == nil || r.Run(ctx, supposed).Result == Stuck
}

// constants are constructors without arguments, the first of each sort.
func (r *Runner) constants() map[term.Sort]*term.Term {
	if r.constant == nil {
		r.constant = map[term.Sort]*term.Term{}
		r.engine.Definition.EachSymbol(func(sym *term.Symbol, _ *kdef.Production) {
			if sym.Class == term.Constructor && len(sym.Args) == 0 && r.constant[sym.Result] == nil {
				r.constant[sym.Result] = term.App(sym)
			}
		})
	}
	return r.constant
}

// apart is the distance between places in memory: others are counted from them.
const apart = 1000

// settle gives places in memory numbers of their own, below the counter.
func (u *unknowns) settle(sub term.Substitution) {
	at := int64(apart)
	for _, v := range u.places {
		sub[v] = term.Int(at)
		at += apart
	}
	if u.counter != nil {
		sub[u.counter] = term.Int(at)
	}
}

// Model completes the values of a counterexample.
func (r *Runner) Model(model map[*term.Variable]*term.Term) term.Substitution {
	return r.completed(r.unknowns, model)
}

// Why says in words why a state that was reached is stuck where variables have the values
// of a model, or that the definition does not know what it does; "" if the language has no words
// for it, or it is not known.
func (r *Runner) Why(slots []*term.Term, model map[*term.Variable]*term.Term) (why string, beyond bool) {
	var in []compile.Slot
	for i, t := range slots {
		in = append(in, compile.Slot{Index: i, Term: t})
	}
	values := r.completed(unknownsOf(r.engine, in, nil), model)
	concrete := make([]*term.Term, len(slots))
	for i, t := range slots {
		if concrete[i] = values.Apply(t); !concrete[i].IsValue() {
			return "", false
		}
	}
	if goesOn, _ := r.engine.NewMachine(slices.Clone(concrete), rewrite.IO{}).Step(); goesOn {
		return "", false // the model is none of where it is stuck
	}
	return r.engine.Explained(concrete)
}

// completed are the values of a model for variables, with values for those that have none.
func (r *Runner) completed(of unknowns, model map[*term.Variable]*term.Term) term.Substitution {
	sub := term.Substitution{}
	for _, v := range of.vars {
		switch value := model[v]; {
		case value != nil && value.IsValue() && v.Sort != term.SortMap && v.Sort != term.SortSet && v.Sort != term.SortK:
			sub[v] = value
		case v.Sort == term.SortInt:
			sub[v] = term.Int(0)
		case v.Sort == term.SortBool:
			sub[v] = term.False
		case v.Sort == term.SortArray:
			sub[v] = term.Apply(term.ArrayMake, term.Int(0))
		case r.engine.Definition.Lattice.Leq(term.SortInt, v.Sort) && r.rest(v).IsVar():
			sub[v] = term.Int(0)
		default:
			sub[v] = r.rest(v)
		}
	}
	before := maps.Clone(sub)
	of.settle(sub)
	for v, t := range sub {
		if t.Kind() == term.KApp {
			sub[v] = of.moved(t, before, sub)
		}
	}
	return sub
}

// moved is a value, such as a pointer, of a state where places in memory have other numbers, as one of the state where they have
// those of now. What lies behind a place, less far than the next, moves with it.
func (u *unknowns) moved(t *term.Term, before, now term.Substitution) *term.Term {
	n, ok := t.Int64()
	if !ok {
		return term.MapChildren(t, func(part *term.Term) *term.Term { return u.moved(part, before, now) })
	}
	for _, v := range u.places {
		from, isInt := before[v].Int64()
		if to, _ := now[v].Int64(); isInt && apart <= from && from <= n && n < from+apart {
			return term.Int(to + n - from)
		}
	}
	return t
}
