package smt

import (
	"maps"
	"slices"

	"rlv/prover/smt/internal/columns"
	"rlv/prover/smt/internal/loose"
	"rlv/semantics/term"
)

// valuation gives values to variables, and evaluates formulas. It is exact: what it
// cannot evaluate by the built-in functions has no value, and nothing is concluded. So
// a conjunction whose members are all true has a solution, whoever thought of the
// values.
type valuation struct {
	values map[*term.Variable]*term.Term // of sorts Int, Bool and Array
	base   *valuation                    // has the values of variables that have none here; nil: they have those of others
	memo   map[*term.Term]*term.Term     // of applications; nil: no value
}

// The values of variables that a valuation does not mention.
var others = map[term.Sort]*term.Term{
	term.SortInt:   term.Int(0),
	term.SortBool:  term.False,
	term.SortArray: term.ConstArray(term.Int(0)),
	term.SortMap:   term.EmptyMap,
}

func newValuation(values map[*term.Variable]*term.Term) *valuation {
	return &valuation{values: values, memo: map[*term.Term]*term.Term{}}
}

// values is newValuation for package loose.
func values(of map[*term.Variable]*term.Term) loose.Values { return newValuation(of) }

// Value implements [loose.Values].
func (v *valuation) Value(t *term.Term) *term.Term { return v.value(t) }

// model returns the values; variables that it does not mention have those of others.
func (v *valuation) model() map[*term.Variable]*term.Term {
	if v.base == nil && v.values != nil {
		return v.values
	}
	out := map[*term.Variable]*term.Term{}
	if v.base != nil {
		out = maps.Clone(v.base.model())
	}
	maps.Copy(out, v.values)
	return out
}

// flat returns the valuation without those that it is based on which have few values more.
// So a path with n columns has a valuation based on log n others, and a value is copied
// log n times.
func (v *valuation) flat() *valuation {
	w := v
	for w.base != nil && len(w.base.values) <= 2*len(w.values) {
		values := make(map[*term.Variable]*term.Term, len(w.base.values)+len(w.values))
		maps.Copy(values, w.base.values)
		maps.Copy(values, w.values)
		w = &valuation{values: values, base: w.base.base, memo: v.memo}
	}
	return w
}

// with returns a valuation in which a variable has another value.
func (v *valuation) with(x *term.Variable, value *term.Term) *valuation {
	w := v.clone()
	w.values[x] = value
	return w
}

// clone returns a valuation with the same values, which may be changed until the first of
// them is used.
func (v *valuation) clone() *valuation {
	w := newValuation(map[*term.Variable]*term.Term{})
	w.base = v
	return w
}

// maxEvaluated bounds what a valuation remembers.
const maxEvaluated = 1 << 12

// value returns the value of a term, nil if it has none here.
func (v *valuation) value(t *term.Term) *term.Term {
	switch t.Kind() {
	case term.KInt, term.KBool:
		return t
	case term.KVar:
		return v.of(t.Variable())
	case term.KApp, term.KArray:
	default:
		return nil
	}
	if t.IsValue() {
		return t
	}
	if truth, ok := term.Compared(t, v.of); ok {
		return term.Bool(truth)
	}
	x, ok := v.memo[t]
	if !ok {
		if len(v.memo) >= maxEvaluated {
			clear(v.memo)
		}
		x = v.evaluate(t)
		v.memo[t] = x
	}
	return x
}

// of returns the value of a variable, nil if it has none here.
func (v *valuation) of(x *term.Variable) *term.Term {
	for ; v != nil; v = v.base {
		if value := v.values[x]; value != nil {
			return value
		}
	}
	return others[x.Sort]
}

// evaluate is value for what is evaluated the first time.
func (v *valuation) evaluate(t *term.Term) *term.Term {
	if t.Kind() == term.KArray {
		return v.array(t)
	}
	f := t.Symbol()
	switch {
	case f.Class != term.Function || term.Builtin(f.Hook) != f:
		return nil
	case f == term.ArraySelect:
		return v.selected(t.Arg(0), v.value(t.Arg(1)))
	case f == term.KIte:
		return v.choice(t)
	case f == term.BoolAnd || f == term.BoolOr || f == term.BoolImplies:
		return v.connected(t)
	}
	args := make([]*term.Term, 0, 4)
	for _, a := range t.Args() {
		x := v.value(a)
		if x == nil {
			return nil
		}
		args = append(args, x)
	}
	return settled(term.ApplyAt(f, 0, args))
}

// settled returns a term if it is a value of a sort that valuations know.
func settled(t *term.Term) *term.Term {
	if others[t.Sort()] == nil || !t.IsValue() {
		return nil
	}
	return t
}

// connected is the value of a formula of two others, one of which may suffice for it.
func (v *valuation) connected(t *term.Term) *term.Term {
	x, decides := v.value(t.Arg(0)), term.Bool(!t.Is(term.BoolAnd))
	if t.Is(term.BoolImplies) && x != nil {
		x = term.Not(x)
	}
	if x == decides {
		return decides
	}
	y := v.value(t.Arg(1))
	if y == decides || x != nil && y != nil {
		return y
	}
	return nil
}

func (v *valuation) choice(t *term.Term) *term.Term {
	switch v.value(t.Arg(0)) {
	case term.True:
		return v.value(t.Arg(1))
	case term.False:
		return v.value(t.Arg(2))
	}
	return nil
}

// selected is what an array holds at an index: what was written there last, looked for
// without making the arrays before.
func (v *valuation) selected(array, index *term.Term) *term.Term {
	if index == nil {
		return nil
	}
	for array.Is(term.ArrayStore) {
		i := v.value(array.Arg(1))
		switch {
		case i == nil:
			return nil
		case term.Equal(i, index):
			return v.value(array.Arg(2))
		}
		array = array.Arg(0)
	}
	if array.Kind() == term.KArray {
		return v.value(term.Apply(term.ArraySelect, array, index))
	}
	if array = v.value(array); array == nil {
		return nil
	}
	return settled(term.Apply(term.ArraySelect, array, index))
}

// array is an array in which some entries are not numbers.
func (v *valuation) array(t *term.Term) *term.Term {
	def := v.value(t.ArrayDefault())
	if def == nil {
		return nil
	}
	out := term.ConstArray(def)
	for _, e := range t.ArrayEntries() {
		x := v.value(e.Value)
		if x == nil {
			return nil
		}
		out = term.Apply(term.ArrayStore, out, e.Key, x)
	}
	return out
}

// following returns a valuation with the values that the cases give columns, in the order
// of the formulas: of a disjunction, the first case whose condition is true. Columns are
// given by columns before them, so that this is for the formulas of a path: a column may
// decide between the cases of a later disjunction, and keeps its value there.
func (v *valuation) following(conj []*term.Term, table *columns.Table) *valuation {
	w, given := v, map[*term.Variable]bool{}
	for _, c := range conj {
		var cols []columns.Column
		for _, col := range table.Of(c) {
			if !given[col.Variable] {
				given[col.Variable] = true
				cols = append(cols, col)
			}
		}
		if len(cols) == 0 {
			continue
		}
		if w == v {
			w = v.clone()
		}
		w.choose(cols)
	}
	if w != v {
		w.forget()
	}
	return w
}

// forget forgets what was evaluated on the way to the values of columns, as it was before
// a column had its value.
func (v *valuation) forget() { clear(v.memo) }

// choose gives the columns of one disjunction their values, those that they have if a
// case gives them these. It returns the columns that have others now.
func (v *valuation) choose(cols []columns.Column) (changed []*term.Variable) {
	var chosen []*term.Term
	for i := range cols[0].Cases {
		values, same := make([]*term.Term, len(cols)), true
		for k, col := range cols {
			values[k] = v.value(col.Cases[i].Value)
			same = same && values[k] == v.value(col.Variable.Term())
		}
		if slices.Contains(values, nil) || chosen != nil && !same || !v.meets(cols, i) {
			continue
		}
		if chosen = values; same {
			break
		}
	}
	for k, x := range chosen {
		if c := cols[k].Variable; !term.Equal(x, v.value(c.Term())) {
			v.values[c] = x
			changed = append(changed, c)
		}
	}
	return changed
}

// meets reports whether the condition of a case is true, but for what it says of other
// columns of the disjunction.
func (v *valuation) meets(cols []columns.Column, i int) bool {
	return !slices.ContainsFunc(cols[0].Cases[i].Condition, func(c *term.Term) bool {
		return v.value(c) != term.True && !slices.ContainsFunc(cols[1:], func(col columns.Column) bool { return term.Occurs(col.Variable, c) })
	})
}

// satisfies reports whether all formulas are true.
func (v *valuation) satisfies(conj []*term.Term) bool {
	return !slices.ContainsFunc(conj, func(c *term.Term) bool { return v.value(c) != term.True })
}
