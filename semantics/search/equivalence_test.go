package search_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rlv/prover/smt"
	"rlv/semantics/search"
	"rlv/semantics/term"
)

// ended is an end of executions, or one of the paths that a merged one stands for.
type ended struct {
	kind  search.Kind
	slots []*term.Term // what is compared
	pc    []*term.Term
}

// equivalent looks by the solver whether in two searches of a program the same is written
// under the same conditions: each end of the one is covered by the ends of the other.
func (r *trial) equivalent(t *testing.T, apart, merged []search.Event) {
	t.Helper()
	one, other := r.unmerged(apart), r.unmerged(merged)
	for _, e := range other {
		if slices.ContainsFunc(term.Vars(slices.Concat(e.slots, e.pc)...), (*term.Variable).IsFresh) {
			t.Errorf("columns without a value: %v under %v", e.slots, e.pc)
		}
	}
	r.log.unmerged += len(other) - len(merged)
	for _, way := range []struct {
		name     string
		of, with []ended
	}{{"lost", one, other}, {"made", other, one}} {
		for _, e := range way.of {
			if !r.covered(e, way.with) {
				t.Errorf("%s by merging: %v under %v", way.name, e.slots, e.pc)
			}
		}
	}
}

// covered reports whether each input that leads to an end leads to one of others where the
// same is to be seen. What a solver leaves open is counted.
func (r *trial) covered(e ended, others []ended) bool {
	conds := slices.Clone(e.pc)
	for _, o := range others {
		if o.kind == e.kind {
			conds = append(conds, term.Not(term.And(append(slices.Clone(o.pc), equal(e.slots, o.slots))...)))
		}
	}
	a := r.solver.Check(context.Background(), smt.Query{Assertions: conds})
	r.log.asked++
	switch {
	case a.Result == smt.Unsat:
		return true
	case a.Result != smt.Sat || a.Approximate && !holds(a.Model, conds):
		r.log.open++
		return true
	}
	return false
}

// unmerged are the paths that ends stand for, with values for all columns, as far as their
// conditions may hold.
func (r *trial) unmerged(ends []search.Event) []ended {
	var out []ended
	for _, e := range ends {
		slots := slices.Clone(e.State.Slots)
		if s := search.StreamsOf(r.engine.Definition.Layout).Out; s >= 0 {
			slots = slots[s : s+1]
		} else {
			slots[r.engine.Definition.Layout.Counter] = term.Int(0) // a merged state has the greatest
		}
		todo := []ended{{e.Kind, slots, e.State.PC}}
		for len(todo) > 0 {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			i := slices.IndexFunc(p.pc, func(c *term.Term) bool {
				return c.Is(term.BoolOr) && slices.ContainsFunc(term.Vars(c), (*term.Variable).IsFresh)
			})
			if i < 0 {
				if p = solved(p); !slices.Contains(p.pc, term.False) {
					out = append(out, p)
				}
				continue
			}
			for _, way := range p.pc[i].Args() {
				q := solved(ended{p.kind, p.slots, term.Conjuncts(slices.Delete(slices.Clone(p.pc), i, i+1), way)})
				if r.solver.Check(context.Background(), smt.Query{Assertions: q.pc}).Result != smt.Unsat {
					todo = append(todo, q)
				}
			}
		}
	}
	return out
}

// solved puts the values of columns into a path as far as its conditions say them.
func solved(p ended) ended {
	for again := true; again; {
		again = false
		for _, c := range p.pc {
			v, value := defined(c)
			if v == nil {
				continue
			}
			sub := term.Substitution{v: value}
			var pc []*term.Term
			for _, d := range p.pc {
				pc = term.Conjuncts(pc, sub.Apply(d))
			}
			slots := make([]*term.Term, len(p.slots))
			for i, t := range p.slots {
				slots[i] = sub.Apply(t)
			}
			p, again = ended{p.kind, slots, pc}, true
			break
		}
	}
	return p
}

// defined is the column whose value a condition says, and that value, in which there are
// only columns that were made before; nil: there is none.
func defined(c *term.Term) (*term.Variable, *term.Term) {
	is := func(v *term.Variable, value *term.Term) bool {
		return v.IsFresh() && !slices.ContainsFunc(term.Vars(value), func(w *term.Variable) bool { return w.IsFresh() && made(w) >= made(v) })
	}
	switch {
	case c.IsVar() && c.Variable().IsFresh():
		return c.Variable(), term.True
	case c.Is(term.BoolNot) && c.Arg(0).IsVar() && c.Arg(0).Variable().IsFresh():
		return c.Arg(0).Variable(), term.False
	case len(c.Args()) != 2 || !term.Equal(c, term.Eq(c.Arg(0), c.Arg(1))):
	case c.Arg(0).Sort() == term.SortInt:
		d := term.Sub(c.Arg(0), c.Arg(1))
		for _, v := range term.Vars(d) {
			at := func(n int64) *term.Term { return term.Substitution{v: term.Int(n)}.Apply(d) }
			slope := term.Sub(at(1), at(0))
			if !term.Equal(slope, term.Sub(at(2), at(1))) {
				continue
			}
			if value := at(0); slope == term.Int(-1) && is(v, value) {
				return v, value
			}
			if value := term.Sub(term.Int(0), at(0)); slope == term.Int(1) && is(v, value) {
				return v, value
			}
		}
	default:
		for i := range 2 {
			if v := c.Arg(i); v.IsVar() && is(v.Variable(), c.Arg(1-i)) {
				return v.Variable(), c.Arg(1 - i)
			}
		}
	}
	return nil, nil
}

// made is the number of a fresh variable: later ones have greater numbers.
func made(v *term.Variable) int {
	n, _ := strconv.Atoi(v.Name[strings.LastIndexFunc(v.Name, func(c rune) bool { return c < '0' || c > '9' })+1:])
	return n
}

// equal says that terms are equal that may differ in data.
func equal(a, b []*term.Term) *term.Term {
	cond := term.True
	for i := range a {
		x, y := a[i], b[i]
		isData := func(s term.Sort) bool { return s == term.SortInt || s == term.SortBool }
		switch {
		case term.Equal(x, y):
		case x.Kind() == term.KList && y.Kind() == term.KList && x.Len() == y.Len():
			for j := range x.Len() {
				cond = term.And(cond, equal([]*term.Term{x.Item(j).Term}, []*term.Term{y.Item(j).Term}))
			}
		case x.Kind() == term.KMap && y.Kind() == term.KMap && x.Len() == y.Len():
			entries, _ := x.Entries()
			for _, e := range entries {
				v, found := y.Get(e.Key)
				if found != term.Present {
					return term.False
				}
				cond = term.And(cond, equal([]*term.Term{e.Value}, []*term.Term{v}))
			}
		case isData(x.Sort()) && x.Sort() == y.Sort():
			cond = term.And(cond, term.Eq(x, y))
		case x.Kind() == term.KApp && x.Symbol() == y.Symbol() && x.Symbol().Class == term.Constructor:
			cond = term.And(cond, equal(x.Args(), y.Args()))
		default:
			return term.False
		}
	}
	return cond
}
