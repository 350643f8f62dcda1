package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// elementForm says how an element of a collection of cells, such as a thread, is taken
// apart:
//
//	<thread> <id> 1 </id> <control> <k> K </k> <calls> C </calls> </control> <env> E </env> </thread>
//
// has the cells id, k, calls and env. They are numbered behind the slots of the
// configuration, so that a rule about one element is a rule over slots.
//
// In a Map the first cell is the key. In a Set what it holds is taken for one, where it differs in all elements: rules
// about one element leave it alone, so that no two become the same, and it says in which order they are, that of [term.Compare].
type elementForm struct {
	slot  int       // of the collection
	kind  term.Kind // of its terms: KMap or KSet
	first int       // the number of the first cell
	cell  *compile.Cell
	cells []*compile.Cell // what is a slot in an element, in order; the first is the key
	k     int             // the number of the computation
}

// newElementForm returns the form of the elements that have the computations; nil if they
// are in no collection, or not in a Map or Set, or further down than in one.
func newElementForm(l *compile.Layout, at place) *elementForm {
	if at.direct() || at.way[0].cell.Multiplicity != compile.Star || at.way[0].cell.Collection != "Map" && at.way[0].cell.Collection != "Set" {
		return nil
	}
	for _, s := range at.way[1:] {
		if s.cell.Multiplicity != compile.One {
			return nil
		}
	}
	f := &elementForm{slot: at.slot, kind: term.KMap, first: len(l.Slots), cell: at.way[0].cell}
	if f.cell.Collection == "Set" {
		f.kind = term.KSet
	}
	if inner(f.cell.Children[0]) || len(at.way) == 1 || at.way[0].arg == 0 || f.cell.Children[0].Multiplicity != compile.One {
		return nil
	}
	f.collect(f.cell)
	f.k = f.first + slices.Index(f.cells, at.way[len(at.way)-1].cell)
	return f
}

// inner reports whether what stands for a cell among its parent's arguments is a cell
// whose children are slots.
func inner(c *compile.Cell) bool { return c.Multiplicity == compile.One && len(c.Children) > 0 }

// collect adds the slots that the children of a cell have.
func (f *elementForm) collect(c *compile.Cell) {
	for _, child := range c.Children {
		if inner(child) {
			f.collect(child)
		} else {
			f.cells = append(f.cells, child)
		}
	}
}

// element is an element of the collection that is run: the computation is on the stack,
// and what its cell holds means nothing.
type element struct {
	key   *term.Term
	cells []*term.Term
	stack stack
	whole *term.Term // the element as a term; nil if it has been written since it was one
	last  *term.Term // the one that is in the collection
	turn  turn
}

// take takes an element apart; nil if it is not of the form.
func (f *elementForm) take(l *term.Lattice, key, t *term.Term) *element {
	e := &element{key: key, whole: t, last: t}
	if !f.contents(&e.cells, f.cell, t) || !term.Equal(key, e.cells[0]) {
		return nil
	}
	for i, c := range f.cells { // variables of these sorts are not asked whether they match
		if c.Multiplicity == compile.One && c.Sort != term.SortK && !l.Leq(e.cells[i].Sort(), c.Sort) {
			return nil
		}
	}
	e.stack.load(e.cells[f.k-f.first])
	return e
}

// contents appends what stands in the slots of a cell; false if the cell is not known.
func (f *elementForm) contents(to *[]*term.Term, c *compile.Cell, t *term.Term) bool {
	if !t.Is(c.Symbol) {
		return false
	}
	for i, child := range c.Children {
		if !inner(child) {
			*to = append(*to, t.Arg(i))
		} else if !f.contents(to, child, t.Arg(i)) {
			return false
		}
	}
	return true
}

// term is the element as a term.
func (f *elementForm) term(e *element) *term.Term {
	if e.whole == nil {
		e.cells[0], e.cells[f.k-f.first] = e.key, e.stack.whole()
		rest := e.cells
		e.whole = f.build(f.cell, &rest)
	}
	return e.whole
}

// build makes a cell of what stands in its slots, which are taken from the front.
func (f *elementForm) build(c *compile.Cell, from *[]*term.Term) *term.Term {
	args := make([]*term.Term, len(c.Children))
	for i, child := range c.Children {
		if inner(child) {
			args[i] = f.build(child, from)
		} else {
			args[i], *from = (*from)[0], (*from)[1:]
		}
	}
	return term.NewAt(c.Symbol, 0, args)
}

// takeElements takes the collection apart. Elements that are as they were keep what is known
// of them. It is false if that cannot be done, or something in the configuration is not
// known: then it may matter of which elements a rule is asked.
func (m *Machine) takeElements(f *elementForm) bool {
	if slices.ContainsFunc(m.slots, func(t *term.Term) bool { return !t.IsGround() || t.HasFunctions() }) {
		return false
	}
	entries := f.entries(m.slots[f.slot])
	if len(entries) == 0 {
		return false
	}
	before := m.elements
	var elements []*element
	for _, entry := range entries {
		at := slices.IndexFunc(before, func(e *element) bool { return e.whole == entry.Value && e.key == entry.Key })
		if at < 0 {
			e := f.take(m.engine.Definition.Lattice, entry.Key, entry.Value)
			if e == nil {
				return false
			}
			elements = append(elements, e)
			continue
		}
		elements = append(elements, before[at])
		before = before[at+1:] // both are in the order of the keys
	}
	m.elements = elements
	m.beginTurns()
	return true
}

// joinElements puts the elements that have been written into the collection.
func (m *Machine) joinElements(f *elementForm) {
	all := m.slots[f.slot]
	for _, e := range m.elements {
		switch {
		case e.whole != nil:
		case f.kind == term.KSet:
			all = all.Rest(e.last).Put(f.term(e), nil)
		default:
			all = all.Put(e.key, f.term(e))
		}
		e.last = e.whole
	}
	m.slots[f.slot] = all
}

// entries are the elements of a collection with their keys, in order; nil if some are not known, or two have one key.
func (f *elementForm) entries(all *term.Term) []term.Entry {
	if all.Kind() != f.kind || len(all.Opaque()) > 0 {
		return nil
	}
	entries, _ := all.Entries()
	entries = f.keyed(entries)
	for i := range entries {
		if i > 0 && term.Equal(entries[i].Key, entries[i-1].Key) {
			return nil
		}
	}
	return entries
}

// keyed gives the entries of a collection their keys: in a Set what the first cell holds. It is nil if some are no elements.
func (f *elementForm) keyed(entries []term.Entry) []term.Entry {
	if f.kind == term.KMap {
		return entries
	}
	for i, e := range entries {
		if !e.Key.Is(f.cell.Symbol) {
			return nil
		}
		entries[i] = term.Entry{Key: e.Key.Arg(0), Value: e.Key}
	}
	return entries
}

// alone is a collection of one element.
func (f *elementForm) alone(key, t *term.Term) *term.Term {
	if f.kind == term.KSet {
		return term.SingletonSet(t)
	}
	return term.SingletonMap(key, t)
}

// framed splits the collection in a rule into elements with their keys and the variable for all others; nil if it has
// no such form.
func (f *elementForm) framed(t *term.Term) ([]term.Entry, *term.Variable) {
	entries, rest := framed(t, f.kind)
	if len(entries) == 0 {
		return nil, rest
	}
	if entries = f.keyed(entries); entries == nil {
		return nil, nil
	}
	return entries, rest
}
