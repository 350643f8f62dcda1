package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// place is where a configuration has its computations: a slot, if there is just
// one, or a way into the cells of a slot, such as those of a collection of
// threads.
type place struct {
	slot int
	way  []step // from the cell of the slot to the computation cell
}

// step is a cell on the way, and the argument of its term at which the next one
// is; the last step has the computation as argument.
type step struct {
	cell *compile.Cell
	arg  int
}

// placeOf finds the computation cell k in a layout. Where it is in a collection, the
// way leads from the cell with a slot down to it: for threads that are elements of a
// slot, from thread to k.
func placeOf(l *compile.Layout) place {
	if l.K >= 0 {
		return place{slot: l.K}
	}
	p := place{slot: -1}
	for c := l.Cell("k"); c != nil; c = c.Parent {
		s := step{cell: c}
		if len(p.way) > 0 {
			s.arg = slices.Index(c.Children, p.way[0].cell)
		}
		p.way = slices.Insert(p.way, 0, s)
		if p.slot = c.Slot; c.Slot >= 0 {
			break
		}
	}
	return p
}

// direct reports whether the slot holds the computation itself.
func (p place) direct() bool { return len(p.way) == 0 }

// each calls f for the computations in the content of the slot, with the term of
// the innermost cell around each that is in a collection, until f returns false.
// It reports whether these are all: false if some may be in what is not known.
func (p place) each(t *term.Term, f func(k, around *term.Term) bool) bool {
	w := walker{f: f, all: true}
	if p.direct() {
		f(t, nil)
		return true
	}
	w.content(p.way, t, nil)
	return w.all
}

// moved returns the position mark on top of a computation that is not as it was before;
// 0 if there is none.
func (p place) moved(before, after []*term.Term) int32 {
	if p.direct() {
		return Position(after[p.slot].Head())
	}
	var old []*term.Term
	p.each(before[p.slot], func(k, _ *term.Term) bool {
		old = append(old, k)
		return true
	})
	pos := int32(0)
	p.each(after[p.slot], func(k, _ *term.Term) bool {
		if !slices.Contains(old, k) {
			pos = Position(k.Head())
		}
		return pos == 0
	})
	return pos
}

// walker visits the computations in a slot; all is false once some may be in what is
// not known.
type walker struct {
	f       func(k, around *term.Term) bool
	all     bool
	stopped bool
}

// content visits what stands for the first cell of a way among the arguments of
// its parent.
func (w *walker) content(way []step, t, around *term.Term) {
	c := way[0].cell
	switch {
	case w.stopped:
	case c.Multiplicity == compile.Star:
		w.elements(way, t)
	case c.Multiplicity == compile.Optional && t == c.Absent:
	case c.Multiplicity == compile.One && len(way) == 1:
		w.stopped = !w.f(t, around)
	default:
		w.cell(way, t, around)
	}
}

// elements visits the elements of a collection of cells.
func (w *walker) elements(way []step, t *term.Term) {
	switch t.Kind() {
	case term.KMap:
		t.EachEntry(func(_, value *term.Term) bool {
			w.cell(way, value, value)
			return !w.stopped
		})
		w.all = w.all && len(t.Opaque()) == 0
	case term.KSet:
		t.EachEntry(func(key, _ *term.Term) bool {
			w.cell(way, key, key)
			return !w.stopped
		})
		w.all = w.all && len(t.Opaque()) == 0
	case term.KList:
		for i := range t.Len() {
			it := t.Item(i)
			if it.Segment {
				w.all = false
			} else if !w.stopped {
				w.cell(way, it.Term, it.Term)
			}
		}
	default:
		w.all = false
	}
}

// cell visits the term of a cell.
func (w *walker) cell(way []step, t, around *term.Term) {
	switch {
	case !t.Is(way[0].cell.Symbol):
		w.all = false
	case len(way) == 1:
		w.stopped = !w.f(t.Arg(0), around)
	default:
		w.content(way[1:], t.Arg(way[0].arg), around)
	}
}
