package compile

import "rlv/semantics/term"

// define records under which conditions the conditions and the right side of a
// rule have a value, as far as that is neither written in its condition nor
// evident from its left side.
func (b *builder) define(r *Rule) {
	d := &definedness{rule: r}
	for _, p := range r.patterns() {
		d.findMaps(p)
	}
	for _, ts := range [][]*term.Term{r.Requires, r.results(), r.Ensures} {
		for _, t := range ts {
			d.visit(t)
		}
	}
}

// definedness collects the conditions of one rule.
type definedness struct {
	rule   *Rule
	maps   []*term.Term // map patterns on the left
	guards []*term.Term
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
// conditional needs to have a value only if it is chosen.
func (d *definedness) visit(t *term.Term) {
	switch {
	case t.Kind() == term.KMap:
		d.union(t)
	case t.Is(term.KIte):
		d.visit(t.Arg(0))
		d.guarded(t.Arg(0), t.Arg(1))
		d.guarded(term.Not(t.Arg(0)), t.Arg(2))
		return
	case t.Kind() == term.KApp && t.Symbol().Class == term.Binder:
		return
	case t.Kind() == term.KApp && !t.Symbol().Total && t.Symbol().Defined != nil:
		d.need(t.Symbol().Defined(t.Args()))
	}
	if t.IsVar() || t.Kind() == term.KApp && len(t.Args()) == 0 {
		return
	}
	term.Children(t, d.visit)
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

// together says whether two parts of a map are parts of one map on the left,
// so that they are disjoint.
func (d *definedness) together(p, q *term.Term) bool {
	for _, m := range d.maps {
		if contains(m, p) && contains(m, q) {
			return true
		}
	}
	return false
}

// contains says whether part, a map of one entry or an opaque part, is in m;
// of an entry only the key counts.
func contains(m, part *term.Term) bool {
	if part.Kind() == term.KMap {
		entries, _ := part.Entries()
		_, found := m.Get(entries[0].Key)
		return found == term.Present
	}
	for _, o := range m.Opaque() {
		if term.Equal(o, part) {
			return true
		}
	}
	return false
}

// need adds the conjuncts of a condition that are not known.
func (d *definedness) need(cond *term.Term) {
	for _, c := range term.Conjuncts(nil, cond) {
		if member(c, d.rule.Requires) || member(c, d.guards) {
			continue
		}
		c = term.Implies(term.And(d.guards...), c)
		if c != term.True && !member(c, d.rule.Defined) {
			d.rule.Defined = append(d.rule.Defined, c)
		}
	}
}

func member(t *term.Term, ts []*term.Term) bool {
	for _, x := range ts {
		if term.Equal(x, t) {
			return true
		}
	}
	return false
}
