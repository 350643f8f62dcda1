package compile

import (
	"slices"

	"rlv/semantics/grammar"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// emitter turns the completed cells of a rule into patterns and terms for
// slots, and cells within collections into terms. With threads in a Map the rule
//
//	rule <thread>... <id> I </id> <k> stop => .K ...</k> ...</thread>
//
// becomes, for the slot of the collection, the pattern I' |-> <thread> I, stop ~> K, E
// </thread> with the opaque rest of the threads, where E is all that the rule does not
// mention of that thread, and the same entry with K on the right.
type emitter struct {
	*scope
	lefts  []*term.Term // by slot; nil: not matched
	rights []*term.Term // by slot; nil: unchanged
}

// emit completes the items of a rule and returns its slots on both sides.
func (s *scope) emit(items []*item) *emitter {
	n := len(s.def.Layout.Slots)
	e := &emitter{scope: s, lefts: make([]*term.Term, n), rights: make([]*term.Term, n)}
	root, open := s.def.Layout.Root, true
	if len(items) == 1 && items[0].node != nil && items[0].node.cell == root {
		items, open = items[0].node.items, items[0].node.open
	}
	e.parent(root, s.span, open, items, both, true)
	e.checkOverlaps()
	return e
}

// children are the cells of one parent, as a rule has them.
type children struct {
	span         source.Span
	open         bool
	mode         mode
	flat         bool
	byCell       map[*Cell]*occurrences
	restL, restR *term.Term   // variables for the rest of the children
	captured     []*term.Term // by child, under restL
}

// occurrences are the nodes of one cell in its parent.
type occurrences struct{ both, lefts, rights []*node }

// parent emits the children of a parent cell. In the flat part of the
// configuration they go to slots; elsewhere they are returned, by child.
func (e *emitter) parent(c *Cell, span source.Span, open bool, items []*item, m mode, flat bool) (ls, rs []*term.Term) {
	ch := &children{span: span, open: open, mode: m, flat: flat, byCell: map[*Cell]*occurrences{}}
	for _, it := range e.complete(c, open, items) {
		e.place(ch, it)
	}
	ch.captured = make([]*term.Term, len(c.Children))
	for i, child := range c.Children {
		ch.captured[i] = notCaptured
		l, r := e.child(ch, child, i)
		if flat && child.Slot >= 0 {
			e.put(child.Slot, l, r)
		}
		ls, rs = append(ls, l), append(rs, r)
	}
	if ch.restL != nil {
		e.capture(c, ch)
	}
	return ls, rs
}

// place puts the nodes of an item with their cells.
func (e *emitter) place(ch *children, it *item) {
	of := func(n *node) *occurrences {
		if ch.byCell[n.cell] == nil {
			ch.byCell[n.cell] = &occurrences{}
		}
		return ch.byCell[n.cell]
	}
	if it.fragment {
		if it.restL != nil && ch.restL != nil || it.restR != nil && ch.restR != nil {
			e.Errorf(it.span, "two-fragments", "two variables stand for the rest of the cells of one parent")
		}
		if it.restL != nil && ch.mode != onlyRight {
			ch.restL = it.restL
		}
		if it.restR != nil && ch.mode != onlyLeft {
			ch.restR = it.restR
		}
	}
	if it.node != nil {
		o := of(it.node)
		switch ch.mode {
		case both:
			o.both = append(o.both, it.node)
		case onlyLeft:
			o.lefts = append(o.lefts, it.node)
		case onlyRight:
			o.rights = append(o.rights, it.node)
		}
	}
	for _, n := range it.lefts {
		of(n).lefts = append(of(n).lefts, n)
	}
	for _, n := range it.rights {
		of(n).rights = append(of(n).rights, n)
	}
}

// child emits what a rule says about one child cell, number i.
func (e *emitter) child(ch *children, c *Cell, i int) (l, r *term.Term) {
	o := ch.byCell[c]
	if o == nil {
		return e.unmentioned(ch, c, i)
	}
	if c.Multiplicity == Star {
		return e.collection(ch, c, i, o)
	}
	if len(o.both)+len(o.lefts) > 1 || len(o.both)+len(o.rights) > 1 {
		e.Errorf(ch.span, "cell-twice", "the cell <%s> occurs twice in one parent", c.Name)
		return e.unmentioned(ch, c, i)
	}
	if len(o.both)+len(o.rights) > 0 && ch.restR != nil {
		e.overlaps = append(e.overlaps, overlap{ch.restR.Variable(), c, i, ch.span})
	}
	switch {
	case len(o.both) == 1:
		return e.arg(o.both[0], both, ch.flat)
	case len(o.lefts) == 1 && len(o.rights) == 1:
		l, _ = e.arg(o.lefts[0], onlyLeft, ch.flat)
		_, r = e.arg(o.rights[0], onlyRight, ch.flat)
	case len(o.lefts) == 1:
		l, _ = e.arg(o.lefts[0], onlyLeft, ch.flat)
		if ch.mode != onlyLeft {
			r = e.removed(ch, c, i)
		}
	case len(o.rights) == 1:
		_, r = e.arg(o.rights[0], onlyRight, ch.flat)
		if ch.mode != onlyRight {
			l = e.created(ch, c, i)
		}
	}
	return l, r
}

// removed is what stands on the right for a cell that is written on the left
// only: what a fragment there has for it, or nothing.
func (e *emitter) removed(ch *children, c *Cell, i int) *term.Term {
	if ch.restR != nil && ch.restR != ch.restL {
		return e.restored(ch, c, i)
	}
	return e.absent(ch, c)
}

// restored is what the fragment on the right has for a cell.
func (e *emitter) restored(ch *children, c *Cell, i int) *term.Term {
	if ch.flat && c.Slot < 0 {
		e.Errorf(ch.span, "unsupported", "%s cannot stand for the cell <%s>, which holds others and is no element of a collection; write that cell", ch.restR, c.Name)
		return nil
	}
	return term.Apply(e.restore(c, i), ch.restR)
}

// created is what stands on the left for a cell that is written on the right
// only: part of the fragment there, or nothing.
func (e *emitter) created(ch *children, c *Cell, i int) *term.Term {
	if ch.restL != nil && ch.restR != ch.restL {
		return e.unmentionedLeft(ch, c, i)
	}
	return e.absent(ch, c)
}

// absent reports whether a cell is not there on one side of a rule.
func (e *emitter) absent(ch *children, c *Cell) *term.Term {
	if c.Multiplicity == One && ch.mode == both {
		e.Errorf(ch.span, "cell-not-optional", "the cell <%s> always exists; a rule cannot create or delete it", c.Name)
		return nil
	}
	return c.Absent
}

// overlap is a cell written on the right beside a fragment, which must not hold
// the same cell.
type overlap struct {
	fragment *term.Variable
	cell     *Cell
	index    int
	span     source.Span
}

// checkOverlaps reports cells that a rule would put twice into one parent.
func (e *emitter) checkOverlaps() {
	for _, o := range e.overlaps {
		if t := e.aliases[o.fragment]; t != nil && t.Is(o.cell.Parent.Fragment) && t.Arg(o.index) != notCaptured {
			e.Errorf(o.span, "cell-twice", "%s may hold a cell <%s>, which is written beside it on the right", o.fragment.BaseName(), o.cell.Name)
		}
	}
}

// arg emits a node as its parent's argument: the content of a leaf that is
// always there, else a cell term. Inner cells of the flat part go to slots.
func (e *emitter) arg(n *node, m mode, flat bool) (l, r *term.Term) {
	if n.cell.leaf() {
		l, r = n.l, n.r
		if n.cell.Multiplicity != One {
			l, r = wrap(n.cell, l), wrap(n.cell, r)
		}
		return l, r
	}
	if flat && n.cell.Multiplicity == One {
		e.parent(n.cell, n.span, n.open, n.items, m, true)
		return nil, nil
	}
	ls, rs := e.parent(n.cell, n.span, n.open, n.items, m, false)
	if m != onlyRight && complete(ls) {
		l = term.App(n.cell.Symbol, ls...)
	}
	if m != onlyLeft && complete(rs) {
		r = term.App(n.cell.Symbol, rs...)
	}
	return l, r
}

func wrap(c *Cell, content *term.Term) *term.Term {
	if content == nil {
		return nil
	}
	return term.App(c.Symbol, content)
}

// complete reports whether every child was emitted; if not, an error was reported.
func complete(ts []*term.Term) bool {
	for _, t := range ts {
		if t == nil {
			return false
		}
	}
	return true
}

// unmentioned emits a child that the rule does not mention (4.4 and 4.6 of the
// K notation).
func (e *emitter) unmentioned(ch *children, c *Cell, i int) (l, r *term.Term) {
	if ch.mode != onlyRight {
		l = e.unmentionedLeft(ch, c, i)
	}
	if ch.mode == onlyLeft {
		return l, nil
	}
	switch {
	case ch.restR != nil && ch.restR == ch.restL, ch.restR == nil && ch.mode == both && ch.open:
		return l, l
	case ch.restR != nil:
		return l, e.restored(ch, c, i)
	case c.Multiplicity != One:
		r = c.nothing()
	case ch.open:
		r = e.defaultArg(c, ch.span)
	case ch.mode == onlyRight, ch.restL != nil:
		e.missing(ch, c)
	}
	if ch.flat && c.Slot < 0 {
		e.putDefaults(c, ch, r)
		r = nil
	}
	return l, r
}

// unmentionedLeft is the pattern for a child that is not mentioned.
func (e *emitter) unmentionedLeft(ch *children, c *Cell, i int) *term.Term {
	switch {
	case ch.restL != nil:
		ch.captured[i] = e.captured(c, ch.flat)
		return ch.captured[i]
	case ch.open && ch.flat:
		return nil
	case ch.open:
		return e.generated(frameName(c), c.argSort())
	case c.Multiplicity != One:
		return c.nothing()
	}
	e.missing(ch, c)
	return nil
}

// captured is a pattern for all that a cell holds. Cells of the flat part that
// hold others are matched slot by slot.
func (e *emitter) captured(c *Cell, flat bool) *term.Term {
	if !flat || c.Slot >= 0 {
		v := e.generated(frameName(c), c.argSort())
		if flat {
			e.put(c.Slot, v, nil)
		}
		return v
	}
	args := make([]*term.Term, len(c.Children))
	for i, child := range c.Children {
		args[i] = e.captured(child, true)
	}
	return term.App(c.Symbol, args...)
}

func (e *emitter) missing(ch *children, c *Cell) {
	e.Errorf(ch.span, "missing-cell", "the cell <%s> is missing in a parent cell without dots", c.Name)
}

// nothing is the content of a `?` or `*` cell that is not there.
func (c *Cell) nothing() *term.Term {
	if c.Multiplicity == Star {
		return c.empty()
	}
	return c.Absent
}

// defaultArg is the declared content of a cell, as its parent's argument.
func (e *emitter) defaultArg(c *Cell, span source.Span) *term.Term {
	if c.Multiplicity != One {
		return c.nothing()
	}
	if c.leaf() {
		if c.Initial == nil || !c.Initial.IsGround() {
			e.Errorf(span, "no-default", "the cell <%s> is left out, but its declared content depends on the input", c.Name)
			return nil
		}
		return c.Initial
	}
	args := make([]*term.Term, len(c.Children))
	for i, child := range c.Children {
		args[i] = e.defaultArg(child, span)
	}
	if !complete(args) {
		return nil
	}
	return term.App(c.Symbol, args...)
}

// putDefaults writes the slots of an inner cell from its term.
func (e *emitter) putDefaults(c *Cell, ch *children, t *term.Term) {
	if t == nil {
		return
	}
	for i, child := range c.Children {
		if child.Slot >= 0 {
			e.put(child.Slot, nil, t.Arg(i))
			continue
		}
		e.putDefaults(child, ch, t.Arg(i))
	}
}

// put records the content of a slot.
func (e *emitter) put(slot int, l, r *term.Term) {
	if l != nil {
		e.lefts[slot] = l
	}
	if r != nil {
		e.rights[slot] = r
	}
}

// collection emits the elements of a starred cell.
func (e *emitter) collection(ch *children, c *Cell, i int, o *occurrences) (l, r *term.Term) {
	l, r = c.empty(), c.empty()
	for _, n := range o.both {
		el, er := e.arg(n, both, false)
		l, r = e.join(ch, c, l, e.element(c, el, left)), e.join(ch, c, r, e.element(c, er, right))
	}
	for _, n := range o.lefts {
		el, _ := e.arg(n, onlyLeft, false)
		l = e.join(ch, c, l, e.element(c, el, left))
	}
	for _, n := range o.rights {
		_, er := e.arg(n, onlyRight, false)
		r = e.join(ch, c, r, e.element(c, er, right))
	}
	var rest *term.Term
	if ch.mode != onlyRight && (ch.open || ch.restL != nil) {
		rest = e.generated(frameName(c), c.argSort())
		if ch.restL != nil {
			ch.captured[i] = rest
		}
		l = e.join(ch, c, l, rest)
	}
	switch {
	case ch.mode == onlyLeft:
		return l, nil
	case ch.mode == onlyRight && ch.restR == nil:
		return nil, r
	case ch.restR != nil && ch.restR != ch.restL:
		return l, e.join(ch, c, r, term.Apply(e.restore(c, i), ch.restR))
	case rest != nil && (ch.restL == nil || ch.restR != nil):
		return l, e.join(ch, c, r, rest)
	}
	return l, r
}

// element returns the collection of one element. A Map is keyed by the content
// of the first child; the element of a pattern has a variable of its own there,
// since the key says it all.
func (e *emitter) element(c *Cell, t *term.Term, d side) *term.Term {
	switch {
	case t == nil:
		return nil
	case c.Collection == "Set":
		return term.SingletonSet(t)
	case c.Collection == "List":
		return term.ListOf(t)
	}
	key := t.Arg(0)
	if d == left && !e.claim {
		args := slices.Clone(t.Args())
		args[0] = e.generated("key:"+c.Name, c.Children[0].argSort())
		t = term.App(c.Symbol, args...)
	}
	return term.SingletonMap(key, t)
}

// join adds to a collection of cells.
func (e *emitter) join(ch *children, c *Cell, a, b *term.Term) *term.Term {
	if a == nil || b == nil {
		return a
	}
	if c.Collection == "List" {
		return term.Concat(a, b)
	}
	out := term.Union(a, b)
	if out == nil {
		e.Errorf(ch.span, "duplicate-key", "two <%s> cells have the same key", c.Name)
		return a
	}
	return out
}

// notCaptured stands in a fragment for a child that is not part of it.
var notCaptured = term.App(term.NewSymbol(term.Symbol{Name: "#notCaptured", Result: term.SortKItem}))

// capture makes the variable for the rest of the children stand for a fragment.
func (e *emitter) capture(c *Cell, ch *children) {
	v := ch.restL.Variable()
	if v == nil || c.Fragment == nil {
		return
	}
	e.aliases[v] = term.App(c.Fragment, ch.captured...)
}

// restore returns the function that takes child i out of a fragment of its
// parent; what was not captured has its declared content.
func (e *emitter) restore(c *Cell, i int) *term.Symbol {
	if c.restore != nil {
		return c.restore
	}
	fragment := c.Parent.Fragment
	fallback := e.defaultArg(c, e.span)
	c.restore = term.NewSymbol(term.Symbol{
		Name: e.unique("#restore:" + c.Name), Args: []term.Sort{term.SortK}, Result: c.argSort(), Class: term.Function,
	})
	c.restore.Eval = func(args []*term.Term) *term.Term {
		if !args[0].Is(fragment) {
			return nil
		}
		if t := args[0].Arg(i); t != notCaptured {
			return t
		}
		return fallback
	}
	return c.restore
}

// cellTerm builds a cell that stands as a term in a computation or a data
// structure.
func (s *scope) cellTerm(t *grammar.Tree) *term.Term {
	if t.Kind == grammar.Bag && len(t.Children) == 1 {
		return s.cellTerm(t.Children[0])
	}
	if t.Kind == grammar.Bag {
		s.Errorf(t.Span, "unsupported", "several cells, or none, as one term are not supported; write one cell")
		return term.DotK
	}
	if s.cellTerms == nil {
		s.cellTerms = map[*grammar.Tree][2]*term.Term{}
	}
	if known, ok := s.cellTerms[t]; ok {
		return known[s.side]
	}
	m, d := both, s.side
	if s.rewriting {
		m = mode(d) + 1
	}
	var built [2]*term.Term
	if n := s.cell(t, m); n != nil {
		e := &emitter{scope: s}
		l, r := e.arg(n, m, false)
		if n.cell.leaf() && n.cell.Multiplicity == One {
			l, r = wrap(n.cell, l), wrap(n.cell, r)
		}
		built = [2]*term.Term{l, r}
	}
	s.side = d
	for i := range built {
		if built[i] == nil {
			built[i] = term.DotK
		}
	}
	s.cellTerms[t] = built
	return built[d]
}
