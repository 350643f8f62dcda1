package encode

import (
	"slices"

	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// pattern encodes a pattern that stands where terms of a sort stand. What is no variable and
// no constructor becomes a variable with conditions.
func (r *ruleScope) pattern(t *term.Term, at term.Sort) (*logic.Term, error) {
	switch {
	case t.IsVar():
		return r.bind(t.Variable(), at)
	case t == term.DotK:
		return logic.Symbol(Dot), nil
	case at == term.SortK:
		if h := t.Head(); h.Sort() == term.SortK {
			return nil, noForm("a computation within a computation")
		}
		head, err := r.pattern(t.Head(), term.SortKItem)
		if err != nil {
			return nil, err
		}
		tail, err := r.pattern(t.Tail(), term.SortK)
		if err != nil {
			return nil, err
		}
		return logic.App(logic.Symbol(Sequence), head, tail), nil
	case t.Kind() != term.KApp:
		x := r.fresh(r.Sort(t.Sort()))
		return x, r.value(x, t, at)
	case t.Symbol().Class != term.Constructor || t.IsSeq():
		return nil, noForm("the pattern %v", t)
	}
	args := make([]*logic.Term, len(t.Args()))
	for i, a := range t.Args() {
		var err error
		if args[i], err = r.pattern(a, t.Symbol().Args[i]); err != nil {
			return nil, err
		}
	}
	return logic.App(logic.Symbol(r.symbol(t.Symbol())), args...), nil
}

// bind makes a variable of the pattern, with a test of its sort where neither the place nor
// the kernel's sort gives it.
func (r *ruleScope) bind(v *term.Variable, at term.Sort) (*logic.Term, error) {
	if v.Sort == term.SortK && at != term.SortK {
		return nil, noForm("the computation %s where an item stands", v.Name)
	}
	if v.Sort != term.SortK && at == term.SortK {
		// The only item of a computation.
		item, err := r.bind(v, term.SortKItem)
		if err != nil {
			return nil, err
		}
		return logic.App(logic.Symbol(Sequence), item, logic.Symbol(Dot)), nil
	}
	x := r.fresh(r.Sort(v.Sort))
	r.binds[v] = x
	if x.Sort.Kind == logic.SK {
		return x, r.ofSort(x, v.Sort, at)
	}
	return x, nil
}

// ofSort adds the condition that a value is of a sort, where the place does not say it.
func (r *ruleScope) ofSort(x *logic.Term, sort, at term.Sort) error {
	if r.definition.Lattice.Leq(at, sort) {
		return nil
	}
	n, err := r.test(sort)
	if err == nil {
		r.cond = append(r.cond, logic.Is(n, x))
	}
	return err
}

// value adds the conditions that a value matches a pattern, and binds what is in the pattern
// to the value's parts.
func (r *ruleScope) value(x *logic.Term, p *term.Term, at term.Sort) error {
	if at == term.SortK && p.Sort() != term.SortK {
		return r.onlyItem(x, p)
	}
	switch p.Kind() {
	case term.KVar:
		v := p.Variable()
		if v.Sort == term.SortK && at != term.SortK {
			return noForm("the computation %s where an item stands", v.Name)
		}
		r.binds[v] = x
		if v.Sort == term.SortInt {
			r.binds[v] = integer(x) // what it is taken for needs no test then
		}
		return r.ofSort(x, v.Sort, at)
	case term.KMap, term.KSet:
		return r.mapPattern(x, p)
	case term.KList:
		return r.listPattern(x, p)
	case term.KApp:
		return r.applied(x, p)
	}
	literal, err := r.term(p)
	if err == nil {
		r.cond = append(r.cond, logic.Operation(logic.OKEq, x, literal))
	}
	return err
}

// onlyItem is value for a computation that has one item.
func (r *ruleScope) onlyItem(x *logic.Term, p *term.Term) error {
	tail := r.projection(nil, 1, x)
	r.cond = append(r.cond, logic.Is(r.testOfHead(nil), x), logic.Operation(logic.OKEq, tail, logic.Symbol(Dot)))
	return r.value(r.projection(nil, 0, x), p, term.SortKItem)
}

// applied is value for an application of a constructor: the parts are projections.
func (r *ruleScope) applied(x *logic.Term, p *term.Term) error {
	c := p.Symbol()
	if c.Class != term.Constructor || p.IsSeq() || p == term.DotK {
		return noForm("the pattern %v", p)
	}
	if len(p.Args()) == 0 {
		r.cond = append(r.cond, logic.Operation(logic.OKEq, x, logic.Symbol(r.symbol(c))))
		return nil
	}
	r.cond = append(r.cond, logic.Is(r.testOfHead(c), x))
	for i, a := range p.Args() {
		if err := r.value(r.projection(c, i, x), a, c.Args[i]); err != nil {
			return err
		}
	}
	return nil
}

// mapPattern is a pattern for a map or a set, of which some entries are wanted: their keys are
// in it, and what the pattern has for values stands for what is looked up.
type mapPattern struct {
	pattern *term.Term
	whole   *logic.Term
	entries []term.Entry  // those that are still to be looked up
	keys    []*logic.Term // of the others
}

func (r *ruleScope) mapPattern(x *logic.Term, p *term.Term) error {
	entries, opaque := p.Entries()
	if len(opaque) > 1 || len(opaque) == 1 && !opaque[0].IsVar() {
		return noForm("the pattern %v", p)
	}
	r.pending = append(r.pending, &mapPattern{pattern: p, whole: x, entries: slices.Clone(entries)})
	return nil
}

// settle looks entries up as soon as their keys are bound, by others perhaps.
func (r *ruleScope) settle() error {
	for more := true; more; {
		more = false
		for i := 0; i < len(r.pending); i++ { // more may be added on the way
			m := r.pending[i]
			for k := 0; k < len(m.entries); k++ {
				e := m.entries[k]
				if slices.ContainsFunc(term.Vars(e.Key), func(v *term.Variable) bool { return r.binds[v] == nil }) {
					continue
				}
				if err := r.entry(m, e); err != nil {
					return err
				}
				m.entries = slices.Delete(m.entries, k, k+1)
				k, more = k-1, true
			}
		}
	}
	for _, m := range r.pending {
		if len(m.entries) > 0 {
			return noForm("the key %v, which nothing determines,", m.entries[0].Key)
		}
		r.rest(m)
	}
	r.pending = nil
	return nil
}

// entry looks one entry up. It is another one than those before.
func (r *ruleScope) entry(m *mapPattern, e term.Entry) error {
	k, err := r.term(e.Key)
	if err != nil {
		return err
	}
	r.cond = append(r.cond, logic.Operation(logic.OIn, m.whole, k))
	for _, other := range m.keys {
		r.cond = append(r.cond, logic.Unary(logic.ONot, logic.Operation(logic.OKEq, k, other)))
	}
	m.keys = append(m.keys, k)
	if e.Value == nil {
		return nil
	}
	return r.value(logic.Operation(logic.OLook, m.whole, k), e.Value, term.SortKItem)
}

// rest binds what is left of a map without its entries; it is empty where the pattern has none.
func (r *ruleScope) rest(m *mapPattern) {
	left := m.whole
	for _, k := range m.keys {
		left = logic.Operation(logic.ORemove, left, k)
	}
	if _, opaque := m.pattern.Entries(); len(opaque) == 1 {
		r.binds[opaque[0].Variable()] = left
		r.maps = append(r.maps, m)
	} else {
		r.cond = append(r.cond, logic.Operation(logic.OKEq, left, logic.NoMap))
	}
}

// listPattern takes items from the front, and binds what is left.
func (r *ruleScope) listPattern(x *logic.Term, p *term.Term) error {
	items := p.Items(0, -1)
	for i, it := range items {
		if it.Segment {
			if i < len(items)-1 || !it.Term.IsVar() {
				return noForm("the pattern %v", p)
			}
			r.binds[it.Term.Variable()] = x
			return nil
		}
		r.cond = append(r.cond, logic.Unary(logic.ONot, logic.Unary(logic.OEmpty, x)))
		if err := r.value(logic.Operation(logic.OGet, x, logic.Int64(0)), it.Term, term.SortKItem); err != nil {
			return err
		}
		x = logic.Unary(logic.OTail, x)
	}
	r.cond = append(r.cond, logic.Unary(logic.OEmpty, x))
	return nil
}
