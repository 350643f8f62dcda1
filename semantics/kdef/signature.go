package kdef

import (
	"cmp"
	"slices"
	"sync"

	"rlv/semantics/bitset"
	"rlv/semantics/source"
)

// Signature is the sorts and productions that the sentences of one module see
// (Definition.Closure), or all of a definition (Definition.Whole). Numbers of
// sorts and productions are those of the definition.
type Signature struct {
	Definition  *Definition
	Module      string    // "" for the whole definition
	ForPrograms bool      // the grammar of programs, not of rules
	Modules     []*Module // the closure, imported ones first
	Productions []*Production
	Config      *Configuration // nil: the module does not see it

	visible   bitset.Set[SortID]
	has       bitset.Set[int]      // productions, by index
	up        []bitset.Set[SortID] // by sort: the sorts it is below, and itself
	ordered   func()               // computes what follows, once
	tighter   []bitset.Set[int]    // by production: those it binds tighter than
	leftWith  []bitset.Set[int]    // by production: those in a common left or non-assoc set
	rightWith []bitset.Set[int]
	tags      map[string][]*Production // nil until needed
}

// signatureKey names a signature: of a module, for rules or for programs.
type signatureKey struct {
	module   string
	programs bool
}

// newSignature builds a signature; it reports cycles of subsorts and of
// priorities. If nobody wants to know of these (found is nil), productions are ordered when that
// is first asked for: only grammars ask.
func (d *Definition) newSignature(key signatureKey, found *source.List) *Signature {
	s := &Signature{
		Definition: d, Module: key.module, ForPrograms: key.programs, Modules: d.closure(key),
		visible: bitset.New[SortID](len(d.Sorts)), has: bitset.New[int](len(d.Productions)),
	}
	parts := d.partsOf(s.Modules)
	for i := range coreSorts {
		s.visible.Add(SortID(i))
	}
	for _, p := range parts {
		for _, id := range p.sorts {
			s.visible.Add(id)
		}
		for _, prod := range p.productions {
			s.has.Add(prod.Index)
		}
		if p.config != nil {
			s.Config = p.config
		}
	}
	s.hide(parts)
	for i := range s.has.All() {
		s.Productions = append(s.Productions, d.Productions[i])
	}
	problems := cmp.Or(found, &source.List{})
	s.orderSorts(parts, problems)
	s.ordered = sync.OnceFunc(func() { s.orderProductions(parts, problems) })
	if found != nil {
		s.ordered()
	}
	return s
}

// partsOf returns the parts of the modules, and of the default configuration.
func (d *Definition) partsOf(modules []*Module) []*part {
	var parts []*part
	if p := d.parts[""]; p != nil {
		parts = append(parts, p)
	}
	for _, m := range modules {
		parts = append(parts, d.parts[m.Name])
	}
	return parts
}

// hide takes out the private productions of other modules, and parametric
// productions for sorts that the signature lacks.
func (s *Signature) hide(parts []*part) {
	for _, p := range parts {
		for _, prod := range p.productions {
			private := s.Module != "" && prod.Module != s.Module && prod.Attrs.Has("private")
			if private || prod.instance && !s.visible.Has(prod.Result) {
				s.has.Remove(prod.Index)
			}
		}
	}
}

// SortID returns the number of a sort that the signature has.
func (s *Signature) SortID(name string) (SortID, bool) {
	id, ok := s.Definition.SortID(name)
	return id, ok && s.visible.Has(id)
}

// Sort returns a sort by its number.
func (s *Signature) Sort(id SortID) *Sort { return s.Definition.Sorts[id] }

// Sorts returns the sorts of the signature, by increasing number.
func (s *Signature) Sorts() []*Sort {
	var sorts []*Sort
	for i := range s.visible.All() {
		sorts = append(sorts, s.Definition.Sorts[i])
	}
	return sorts
}

// Has reports whether the production belongs to the signature.
func (s *Signature) Has(p *Production) bool { return s.has.Has(p.Index) }

// Leq reports whether a is b or a subsort of it. All sorts are below KItem, and
// KItem is below K.
func (s *Signature) Leq(a, b SortID) bool {
	return a == b || s.up[a].Has(b)
}

// LeqName is Leq by names; false if the signature lacks one of them.
func (s *Signature) LeqName(a, b string) bool {
	i, ok := s.SortID(a)
	j, ok2 := s.SortID(b)
	return ok && ok2 && s.Leq(i, j)
}

// Supersorts returns the sorts above a, itself included, by number.
func (s *Signature) Supersorts(a SortID) []SortID {
	return slices.Collect(s.up[a].All())
}

// Subsorts returns the sorts below b, itself included, by number.
func (s *Signature) Subsorts(b SortID) []SortID {
	var sorts []SortID
	for a := range s.visible.All() {
		if s.up[a].Has(b) {
			sorts = append(sorts, a)
		}
	}
	return sorts
}

// Priority reports whether p binds tighter than q: p stands in an earlier block.
func (s *Signature) Priority(p, q *Production) bool {
	s.ordered()
	return s.tighter[p.Index].Has(q.Index)
}

// LeftAssoc reports whether p and q are in one left or non-assoc set, so that q
// may not be the last child of p.
func (s *Signature) LeftAssoc(p, q *Production) bool {
	s.ordered()
	return s.leftWith[p.Index].Has(q.Index)
}

// RightAssoc reports whether p and q are in one right or non-assoc set, so that q
// may not be the first child of p.
func (s *Signature) RightAssoc(p, q *Production) bool {
	s.ordered()
	return s.rightWith[p.Index].Has(q.Index)
}

// Barred returns the productions, by index, that may be neither the first nor the last
// child of p, since they bind looser; those that may not be the first, and those that may
// not be the last, by associativity. The sets are not to be changed.
func (s *Signature) Barred(p *Production) (looser, first, last bitset.Set[int]) {
	s.ordered()
	return s.tighter[p.Index], s.rightWith[p.Index], s.leftWith[p.Index]
}

// OverloadLess reports whether p is more specific than q: both are in one
// overload group, and p's result and arguments are below q's, not all equal.
func (s *Signature) OverloadLess(p, q *Production) bool {
	if p.Group == "" || p.Group != q.Group || p == q || len(p.Params) != len(q.Params) || !s.Leq(p.Result, q.Result) {
		return false
	}
	for i := range p.Params {
		if !s.Leq(p.Params[i], q.Params[i]) {
			return false
		}
	}
	return p.Result != q.Result || !slices.Equal(p.Params, q.Params)
}

// Bubbles returns the rules, claims and contexts of the closure's modules,
// imported modules first. Each is parsed with the closure of its own module.
func (s *Signature) Bubbles() []*Bubble {
	sentences := 0
	for _, m := range s.Modules {
		sentences += len(m.Sentences)
	}
	bubbles := make([]*Bubble, 0, sentences)
	for _, m := range s.Modules {
		for _, s := range m.Sentences {
			if b, ok := s.(*Bubble); ok {
				bubbles = append(bubbles, b)
			}
		}
	}
	return bubbles
}

// orderSorts computes the supersorts of each sort.
func (s *Signature) orderSorts(parts []*part, found *source.List) {
	n := len(s.Definition.Sorts)
	above := make([][]subsort, n)
	for _, p := range parts {
		for _, e := range p.subsorts {
			above[e.sub] = append(above[e.sub], e)
		}
	}
	const active, done = 1, 2
	state := make([]byte, n)
	s.up = make([]bitset.Set[SortID], n)
	var visit func(i SortID)
	visit = func(i SortID) {
		state[i] = active
		row := bitset.New[SortID](n)
		row.Add(i)
		if i != SortK {
			row.Add(SortK)
		}
		if i != SortK && i != SortKItem {
			row.Add(SortKItem)
			above[i] = append(above[i], subsort{i, SortKItem, s.Sort(i).Span})
		}
		for _, e := range above[i] {
			s.visitSuper(e, state, visit, found)
			row.Union(s.up[e.super])
		}
		s.up[i] = row
		state[i] = done
	}
	for _, e := range append(above[SortK], above[SortKItem]...) {
		if e.sub == SortK || e.super != SortK {
			found.Errorf(e.span, "subsort-cycle", "subsorts form a cycle: all sorts are below %s already", s.Sort(e.sub).Name)
		}
	}
	above[SortK], above[SortKItem] = nil, nil
	visit(SortK)
	visit(SortKItem)
	for i := range s.visible.All() {
		if state[i] == 0 {
			visit(i)
		}
	}
}

// visitSuper visits the sort above, and reports the subsort that closes a
// cycle.
func (s *Signature) visitSuper(e subsort, state []byte, visit func(SortID), found *source.List) {
	const active = 1
	switch state[e.super] {
	case 0:
		visit(e.super)
	case active:
		found.Errorf(e.span, "subsort-cycle", "subsorts form a cycle: %s is above %s already", s.Sort(e.sub).Name, s.Sort(e.super).Name)
	}
}
