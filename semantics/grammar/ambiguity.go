package grammar

import (
	"slices"

	"rlv/semantics/source"
)

// ambiguity is two readings of one text that no filter decides between.
type ambiguity struct{ a, b *Tree }

// diagnostic shows both readings.
func (m *ambiguity) diagnostic(p *parse) *source.Diagnostic {
	a, b := difference(m.a, m.b)
	d := source.Errorf(a.Span, "ambiguous-syntax", "this can be read in two ways: as %s and as %s", a, b)
	if a.Span.IsZero() {
		d.Span = p.span
	}
	for _, t := range []*Tree{a, b} {
		if t.Prod != nil {
			d.Related = append(d.Related, source.Diagnostic{
				Severity: source.Note, Span: t.Prod.Span, Message: t.String() + " is made by this production",
			})
		}
	}
	return d
}

// difference goes down to the smallest trees that differ.
func difference(a, b *Tree) (*Tree, *Tree) {
	for {
		k := onlyDifference(a, b)
		if k < 0 {
			return a, b
		}
		a, b = a.Children[k], b.Children[k]
	}
}

// filter applies the filters that look at the top productions of alternatives.
func (r *resolver) filter(items []int32) []int32 {
	for _, kind := range []prodKind{pTop, pRewrite, pSeq} {
		items = r.keep(items, func(i int32) bool { return r.p.prodOf(i).kind == kind })
	}
	if r.sameToken(items) {
		return items[:1]
	}
	least := func(i int32) bool {
		return !slices.ContainsFunc(items, func(j int32) bool {
			return r.isOverloadLess(r.p.prodOf(j).decl, r.p.prodOf(i).decl)
		})
	}
	items = r.keep(items, least)
	items = r.keep(items, func(i int32) bool { return r.hasAttr(i, "prefer") })
	return r.keep(items, func(i int32) bool { return !r.hasAttr(i, "avoid") })
}

// keep returns the items that satisfy a condition, or all if none does.
func (r *resolver) keep(items []int32, holds func(int32) bool) []int32 {
	if len(items) < 2 {
		return items
	}
	var kept []int32
	for _, i := range items {
		if holds(i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return items
	}
	return kept
}

// sameToken reports whether all alternatives are tokens of one sort: the same text
// by several regular expressions.
func (r *resolver) sameToken(items []int32) bool {
	for _, i := range items {
		q := r.p.prodOf(i)
		if q.kind != pToken || q.sort != r.p.prodOf(items[0]).sort {
			return false
		}
	}
	return true
}

func (r *resolver) hasAttr(i int32, key string) bool {
	decl := r.p.prodOf(i).decl
	return decl != nil && decl.Attrs.Has(key)
}

// better returns the better of two readings of one text; if neither is, the
// first one, marked as ambiguous.
func (r *resolver) better(a, b reading) reading {
	switch r.decide(a.tree, b.tree) {
	case first:
		return a
	case second:
		return b
	case equal:
		if a.ambiguous != nil && b.ambiguous == nil || b.brackets < a.brackets {
			return b
		}
		return a
	}
	switch {
	case a.brackets < b.brackets:
		return a
	case b.brackets < a.brackets:
		return b
	case a.ambiguous == nil:
		a.ambiguous = &ambiguity{a: a.tree, b: b.tree}
	}
	return a
}

// verdict is the result of a comparison of trees.
type verdict int

const (
	undecided verdict = iota
	equal
	first
	second
)

// decide compares two trees of one text: an ambiguity is pushed down to the
// only child that differs, and decided by overloads, prefer and avoid there.
func (r *resolver) decide(a, b *Tree) verdict {
	if sameTree(a, b) {
		return equal
	}
	if k := onlyDifference(a, b); k >= 0 {
		return r.decide(a.Children[k], b.Children[k])
	}
	p, q := a.Prod, b.Prod
	switch {
	case r.isOverloadLess(p, q):
		return first
	case r.isOverloadLess(q, p):
		return second
	}
	prefer := [2]bool{p != nil && p.Attrs.Has("prefer"), q != nil && q.Attrs.Has("prefer")}
	avoid := [2]bool{p != nil && p.Attrs.Has("avoid"), q != nil && q.Attrs.Has("avoid")}
	switch {
	case prefer[0] && !prefer[1] || avoid[1] && !avoid[0] && prefer[0] == prefer[1]:
		return first
	case prefer[1] && !prefer[0] || avoid[0] && !avoid[1] && prefer[0] == prefer[1]:
		return second
	}
	return undecided
}

// onlyDifference returns the number of the only child in which two trees that
// are otherwise the same differ, or -1.
func onlyDifference(a, b *Tree) int {
	if !sameTop(a, b) {
		return -1
	}
	found := -1
	for k := range a.Children {
		if sameTree(a.Children[k], b.Children[k]) {
			continue
		}
		if found >= 0 || a.Children[k] == nil || b.Children[k] == nil {
			return -1
		}
		found = k
	}
	return found
}

func sameTop(a, b *Tree) bool {
	return a != nil && b != nil && a.Kind == b.Kind && a.Prod == b.Prod && a.Text == b.Text && len(a.Children) == len(b.Children) &&
		(a.Kind != Token && a.Kind != Var || a.Sort == b.Sort) && a.VarKind == b.VarKind &&
		a.DotsLeft == b.DotsLeft && a.DotsRight == b.DotsRight
}

// sameTree reports whether two trees are equal but for positions.
func sameTree(a, b *Tree) bool {
	if a == b {
		return true
	}
	if !sameTop(a, b) {
		return false
	}
	for k := range a.Children {
		if !sameTree(a.Children[k], b.Children[k]) {
			return false
		}
	}
	return true
}
