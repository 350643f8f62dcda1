package instantiate

import "rlv/semantics/term"

// Lists are opaque to solvers: what an item of a list built from others is has
// to be told. A question gets these facts for the items that it mentions.

// maxListItems bounds the items of one list that are told.
const maxListItems = 16

// listParts visits the parts of a list with the index at which each begins.
func listParts(l *term.Term, visit func(part term.ListItem, at *term.Term)) {
	at := term.Int(0)
	for n, it := range l.Items(0, -1) {
		if n >= maxListItems {
			return
		}
		visit(it, at)
		if it.Segment {
			at = term.Add(at, term.Apply(term.ListSize, it.Term))
		} else {
			at = term.Add(at, term.Int(1))
		}
	}
}

// addItems makes the places of a list's own items known to the pool.
func (p *pool) addItems(l *term.Term) {
	p.lists.Add(l)
	listParts(l, func(part term.ListItem, at *term.Term) {
		if !part.Segment {
			p.apps.Add(term.App(term.ListInt, l, at))
		}
	})
}

// addFront makes the items of a list known as items of the lists that begin
// with it.
func (p *pool) addFront() {
	for _, l := range p.lists.Order {
		if l.Len() == 0 || !l.Item(0).Segment {
			continue
		}
		for _, t := range p.apps.Order {
			if !t.Is(term.ListInt) || !term.Equal(t.Arg(0), l.Item(0).Term) {
				continue
			}
			if item := term.App(term.ListInt, l, t.Arg(1)); p.apps.Add(item) {
				p.items = append(p.items, item)
			}
		}
	}
}

// itemFacts says what an item of a list that is put together is.
func itemFacts(item *term.Term) []*term.Term {
	l, i := item.Arg(0), item.Arg(1)
	if l.Kind() != term.KList {
		return nil
	}
	var out []*term.Term
	listParts(l, func(part term.ListItem, at *term.Term) {
		value, inside := term.Apply(term.ListInt, l, at), term.Eq(i, at)
		if part.Segment {
			end := term.Add(at, term.Apply(term.ListSize, part.Term))
			value, inside = term.Apply(term.ListInt, part.Term, term.Sub(i, at)), term.And(term.Le(at, i), term.Lt(i, end))
		}
		if !term.Equal(value, item) {
			out = term.Conjuncts(out, term.Implies(inside, term.Eq(item, value)))
		}
	})
	return out
}
