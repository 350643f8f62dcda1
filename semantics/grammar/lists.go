package grammar

import (
	"slices"
	"strings"

	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// list makes a program's list: its elements, nested to the right, and the unit. The
// text 1, 2, 3 of Ints ::= List{Int, ","} was parsed by left recursion, so that a long
// list needs no deep stack of waiting items, and becomes
//
//	_,_(1, _,_(2, _,_(3, .Ints)))
//
// whose last part has the empty span behind the text.
func (r *resolver) list(t *Tree, q *prod, base int, found *reading) {
	inner := r.elementsOf(r.stack[base])
	holder := r.take(inner, found)
	if holder == nil {
		found.tree = nil
		return
	}
	end := t.Span
	end.Start = end.End
	rest := r.unit(q.decl, end)
	for k := len(holder.Children) - 1; k >= 0; k-- {
		rest = r.cons(q.decl, holder.Children[k], rest)
	}
	found.tree = rest
}

// chain makes the tree of a chain of a right-associative operator.
func (r *resolver) chain(q *prod, base int, found *reading) {
	holder := r.take(r.elementsOf(r.stack[base]), found)
	rest := r.read(base+1, found)
	if holder == nil || rest == nil {
		found.tree = nil
		return
	}
	for k := len(holder.Children) - 1; k >= 0; k-- {
		rest = r.cons(q.decl, holder.Children[k], rest)
	}
	found.tree = rest
}

// cons applies a production to two trees: an element and a list, mostly.
func (r *resolver) cons(decl *kdef.Production, head, tail *Tree) *Tree {
	t := r.newTree()
	t.Prod, t.Sort, t.Children = decl, decl.Sort, []*Tree{head, tail}
	t.Span = head.Span.To(tail.Span)
	return t
}

// unit makes the end of a list with the given cons.
func (r *resolver) unit(cons *kdef.Production, at source.Span) *Tree {
	list := r.p.g.def.Sorts[cons.Result].List
	t := r.newTree()
	t.Prod = r.p.leastUnit(list.Unit)
	t.Sort, t.Span = t.Prod.Sort, at
	return t
}

// elementsOf reads the elements of a program's list into a holder tree.
func (r *resolver) elementsOf(c child) reading {
	only, several := r.candidates(c)
	switch {
	case several != nil:
		return r.pick(several, c.class)
	case only < 0:
		return reading{}
	}
	return r.elements(only)
}

// elements is elementsOf for a complete item. The way back through the list is
// a loop, as lists are long.
func (r *resolver) elements(i int32) reading {
	holder := &Tree{Kind: Amb, Span: r.p.spanOf(r.c.items[i].origin, r.c.items[i].at)}
	found := reading{tree: holder}
	for {
		if !r.unique(i) {
			if !r.prefix(r.node(i), &found) {
				return reading{}
			}
			break
		}
		base := len(r.stack)
		r.children(i)
		last := len(r.stack) - 1
		element := r.read(last, &found)
		rest := r.stack[base]
		r.stack = r.stack[:base]
		if element == nil {
			return reading{}
		}
		holder.Children = append(holder.Children, element)
		if last == base {
			break
		}
		only, several := r.candidates(rest)
		if several != nil {
			if !r.prefix(r.pick(several, rest.class), &found) {
				return reading{}
			}
			break
		}
		if only < 0 {
			return reading{}
		}
		i = only
	}
	slices.Reverse(holder.Children)
	return found
}

// oneMore reads the last element, and those before it, of a part of a list
// whose derivation is on the stack.
func (r *resolver) oneMore(i int32, base int) reading {
	holder := &Tree{Kind: Amb, Span: r.p.spanOf(r.c.items[i].origin, r.c.items[i].at)}
	found := reading{tree: holder}
	last := len(r.stack) - 1
	element := r.read(last, &found)
	if element == nil {
		return reading{}
	}
	if last > base {
		before := r.take(r.elementsOf(r.stack[base]), &found)
		if before == nil {
			return reading{}
		}
		holder.Children = append(holder.Children, before.Children...)
	}
	holder.Children = append(holder.Children, element)
	return found
}

// prefix adds the elements of an ambiguous first part, backwards.
func (r *resolver) prefix(first reading, found *reading) bool {
	holder := r.take(first, found)
	if holder == nil {
		return false
	}
	for k := len(holder.Children) - 1; k >= 0; k-- {
		found.tree.Children = append(found.tree.Children, holder.Children[k])
	}
	return true
}

// wrap makes a list of one element of a reading that stands in a rule where a
// list is expected, and is none.
func (p *parse) wrap(r *resolver, found reading, expected int32, c child) reading {
	if p.g.rules == nil || found.tree == nil || found.settled {
		return found
	}
	sorts := p.g.def.Sorts
	if sorts[expected].List == nil || sorts[found.sort].List != nil {
		return found
	}
	lists := p.listsFor(found.sort, expected)
	if len(lists) == 0 {
		return found
	}
	if len(lists) > 1 && r.failed == nil {
		var names []string
		for _, l := range lists {
			names = append(names, l.Name)
		}
		r.failed = source.Errorf(p.spanOf(c.from, c.to), "ambiguous-list",
			"this element may stand for a list of sort %s; add a cast", strings.Join(names, " or "))
	}
	at := found.tree.Span
	at.Start = at.End
	cons := lists[0].List.Cons
	found.tree = r.cons(cons, found.tree, r.unit(cons, at))
	found.sort = int32(lists[0].ID)
	return found
}

// listsFor returns the least list sorts below the expected one that can hold an
// element of a sort.
func (p *parse) listsFor(element, expected int32) []*kdef.Sort {
	var lists []*kdef.Sort
	for _, l := range p.v.lists() {
		if p.v.sig.Leq(l.ID, kdef.SortID(expected)) && p.v.sig.Leq(kdef.SortID(element), l.List.Elem) {
			lists = append(lists, l)
		}
	}
	return slices.DeleteFunc(lists, func(l *kdef.Sort) bool {
		return slices.ContainsFunc(lists, func(m *kdef.Sort) bool { return m != nil && l != m && p.v.sig.Leq(m.ID, l.ID) })
	})
}
