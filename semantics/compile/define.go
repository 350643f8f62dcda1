package compile

import (
	"slices"

	"rlv/semantics/term"
)

// application is an application of a function as it was written in a sentence.
type application struct {
	sym    *term.Symbol
	args   []*term.Term
	guards []*term.Term // it counts where these hold
	inCond bool         // in a condition, not on the right side
}

// define records under which conditions a rule's conditions (Evaluable) and its
// right side (Defined) have a value, as far as that is neither written in its
// condition nor evident from its left side. An application of a function that was
// written must have a value even if it was simplified away, as in 0 *Int f(X).
//
// For  rule avg(S, N) => S /Int N  Defined is N =/=Int 0; with  requires N >Int 0  that is
// not written, so it is kept, and the solver finds that it follows. For
//
//	rule <k> X => #if B #then M[X] #else 0 #fi ...</k> <m> M </m>
//
// it is B impliesBool X in_keys(M): a branch has to have a value where it is chosen.
func (b *builder) define(r *Rule) {
	r.Evaluable, r.Defined, r.Hidden = nil, nil, nil
	d := &definedness{builder: b, rule: r}
	for _, p := range r.patterns() {
		d.findMaps(p)
	}
	for i, t := range r.Requires {
		others := slices.Concat(r.Requires[:i], r.Requires[i+1:])
		d.guarded(d.certain(term.And(others...), term.True), t)
	}
	d.swallowed(r.written, true, r.Requires)
	r.Evaluable, d.needed = d.needed, nil
	results := append(r.results(), r.Ensures...)
	for _, t := range results {
		d.visit(t)
	}
	d.swallowed(r.written, false, results)
	r.Defined, r.Hidden = d.needed, d.hidden
}

// definedness collects the conditions of one rule.
type definedness struct {
	*builder
	rule   *Rule
	maps   []*term.Term // map patterns on the left
	guards []*term.Term
	depth  int          // of functions around the term at hand
	needed []*term.Term // found so far
	hidden []*term.Term // those of them that a value of the whole does not show
}

// findMaps notes the map patterns in a left side.
func (d *definedness) findMaps(t *term.Term) {
	term.Walk(t, func(x *term.Term) bool {
		if x.Kind() == term.KMap {
			d.maps = append(d.maps, x)
		}
		return true
	})
}

// visit looks at all applications of partial functions in t. A branch of a
// conditional needs to have a value only if it is chosen, and an operand of
// andBool and orBool only if the others do not decide.
func (d *definedness) visit(t *term.Term) {
	switch {
	case t.Kind() == term.KMap:
		d.union(t)
	case t.Is(term.KIte):
		d.visit(t.Arg(0))
		d.guarded(t.Arg(0), t.Arg(1))
		d.guarded(term.Not(t.Arg(0)), t.Arg(2))
		return
	case t.Is(term.BoolAnd):
		d.guarded(d.certain(t.Arg(1), term.True), t.Arg(0))
		d.guarded(d.certain(t.Arg(0), term.True), t.Arg(1))
		return
	case t.Is(term.BoolOr):
		d.guarded(term.Not(d.certain(t.Arg(1), term.False)), t.Arg(0))
		d.guarded(term.Not(d.certain(t.Arg(0), term.False)), t.Arg(1))
		return
	case t.Is(term.BoolImplies):
		d.visit(t.Arg(0))
		d.guarded(t.Arg(0), t.Arg(1))
		return
	case t.Kind() == term.KApp && t.Symbol().Class == term.Binder:
		return
	case t.Kind() == term.KApp && !t.IsSeq():
		d.need(d.valueOf(t.Symbol(), t.Args()))
		if t.Symbol().Class == term.Function {
			d.depth++
			defer func() { d.depth-- }()
		}
	}
	if t.IsVar() || t.Kind() == term.KApp && len(t.Args()) == 0 {
		return
	}
	term.Children(t, d.visit)
}

// certain returns the part of t that surely has a value: t itself, of a
// conjunction or disjunction its operands that do, or else otherwise.
func (d *definedness) certain(t, otherwise *term.Term) *term.Term {
	switch {
	case d.isCertain(t):
		return t
	case t.Is(term.BoolAnd) && otherwise == term.True:
		return term.And(d.certain(t.Arg(0), otherwise), d.certain(t.Arg(1), otherwise))
	case t.Is(term.BoolOr) && otherwise == term.False:
		return term.Or(d.certain(t.Arg(0), otherwise), d.certain(t.Arg(1), otherwise))
	}
	return otherwise
}

// isCertain reports whether no partial function occurs in t.
func (b *builder) isCertain(t *term.Term) bool {
	certain := true
	term.Walk(t, func(u *term.Term) bool {
		if u.Kind() == term.KApp && !u.IsSeq() && b.valueOf(u.Symbol(), u.Args()) != term.True {
			certain = false
		}
		return certain
	})
	return certain
}

// valueOf returns the condition under which the application of a function to
// arguments that have values has one.
func (b *builder) valueOf(sym *term.Symbol, args []*term.Term) *term.Term {
	switch {
	case sym.Defined != nil:
		return sym.Defined(args)
	case b.total[sym] || sym.Class == term.Constructor && b.def.Anywhere[sym] == nil:
		return term.True
	case sym.Total && b.def.Functions[sym] == nil && b.def.Anywhere[sym] == nil:
		return term.True // built in, or nothing is known of it but that it is total
	}
	return term.Apply(b.definedOf(sym), args...)
}

// swallowed adds the conditions of the applications that were written but do not
// stand in what was made of the sentence.
func (d *definedness) swallowed(applied []application, inCond bool, made []*term.Term) {
	d.depth++
	defer func() { d.depth-- }()
	for _, a := range applied {
		if a.inCond != inCond {
			continue
		}
		cond := d.valueOf(a.sym, a.args)
		if cond == term.True || stands(a, made) {
			continue
		}
		saved := d.guards
		d.guards = a.guards
		if whole := term.Apply(a.sym, a.args...); whole.Kind() == term.KMap {
			d.union(whole) // parts of one map of the left side are disjoint
		} else {
			d.need(cond)
		}
		d.guards = saved
	}
}

// stands reports whether an application occurs in one of the terms.
func stands(a application, made []*term.Term) bool {
	same := func(u *term.Term) bool { return u.Symbol() == a.sym && equalArgs(u.Args(), a.args) }
	return slices.ContainsFunc(made, func(t *term.Term) bool { return term.Some(t, same) })
}

func equalArgs(a, b []*term.Term) bool {
	for i := range a {
		if !term.Equal(a[i], b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

// guarded visits t, which counts only where guard holds.
func (d *definedness) guarded(guard, t *term.Term) {
	d.guards = append(d.guards, guard)
	d.visit(t)
	d.guards = d.guards[:len(d.guards)-1]
}

// union: a map that is put together must have different keys.
func (d *definedness) union(t *term.Term) {
	entries, opaque := t.Entries()
	var parts []*term.Term
	for _, e := range entries {
		parts = append(parts, term.SingletonMap(e.Key, e.Value))
	}
	parts = append(parts, opaque...)
	for i, p := range parts {
		for _, q := range parts[i+1:] {
			if !d.together(p, q) {
				d.need(term.MapConcat.Defined([]*term.Term{p, q}))
			}
		}
	}
}

// together reports whether two parts of a map are parts of one map on the left,
// so that they are disjoint.
func (d *definedness) together(p, q *term.Term) bool {
	return slices.ContainsFunc(d.maps, func(m *term.Term) bool { return contains(m, p) && contains(m, q) })
}

// contains reports whether part, a map of one entry or an opaque part, is in m;
// of an entry only the key counts.
func contains(m, part *term.Term) bool {
	if part.Kind() == term.KMap {
		entries, _ := part.Entries()
		_, found := m.Get(entries[0].Key)
		return found == term.Present
	}
	return member(part, m.Opaque())
}

// need adds the conjuncts of a condition that are not known.
func (d *definedness) need(cond *term.Term) {
	for _, c := range term.Conjuncts(nil, cond) {
		if member(c, d.rule.Requires) || member(c, d.guards) {
			continue
		}
		c = term.Implies(term.And(d.guards...), c)
		if c == term.True || member(c, d.rule.Evaluable) || member(c, d.needed) {
			continue
		}
		d.needed = append(d.needed, c)
		if d.depth > 0 {
			d.hidden = append(d.hidden, c)
		}
	}
}

func member(t *term.Term, ts []*term.Term) bool {
	return slices.ContainsFunc(ts, func(x *term.Term) bool { return term.Equal(x, t) })
}
