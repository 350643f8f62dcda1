package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// flat returns a rule about one element of the collection, whose two sides have the same
// key and the same rest, as one over the slots of that element; a rule that does not
// mention the collection is such a rule, too. It is nil for others.
//
//	rule I |-> <thread> <id> _ </id> <k> next ~> K </k> <env> E </env> </thread> Rest  <count> N </count>
//	  => I |-> <thread> <id> I </id> <k> N ~> K </k>    <env> E </env> </thread> Rest  <count> N +Int 1 </count>
//
//	left:  count = N, k = next ~> K
//	right: count = N +Int 1, k = N ~> K
//
// What the rule only passes on, such as env, is no part of it. The slots of the
// configuration come first: what is put off is then worked off in the order in which it is
// where the rule is tried on the collection.
func (f *elementForm) flat(l *term.Lattice, r *compile.Rule) *compile.Rule {
	left, right := compile.ContentOf(r.Left, f.slot), compile.ContentOf(r.Right, f.slot)
	if left == nil {
		if right != nil {
			return nil
		}
		return r
	}
	if right == nil {
		right = left
	}
	before, rest := f.framed(left)
	after, kept := f.framed(right)
	if rest == nil || kept != rest || len(before) != 1 || len(after) != 1 || !sameKey(r, before[0].Key, after[0].Key) {
		return nil
	}
	flat := *r
	ofAll := func(s compile.Slot) bool { return s.Index == f.slot }
	flat.Left = slices.DeleteFunc(slices.Clone(r.Left), ofAll)
	flat.Right = slices.DeleteFunc(slices.Clone(r.Right), ofAll)
	x := flattening{form: f, lattice: l, key: before[0].Key, aside: termsOf(&flat)}
	if !x.key.IsVar() && !x.key.IsGround() || !x.cell(f.cell, before[0].Value, after[0].Value) || !x.parts(&flat) {
		return nil
	}
	if slices.ContainsFunc(termsOf(&flat), func(t *term.Term) bool { return term.Occurs(rest, t) }) {
		return nil
	}
	return &flat
}

// sameKey reports whether the key of an element stays: a literal on the left is a variable and a condition.
func sameKey(r *compile.Rule, left, right *term.Term) bool {
	return term.Equal(left, right) || left.IsVar() && right.IsGround() && right.Kind() != term.KApp &&
		slices.ContainsFunc(r.Requires, func(c *term.Term) bool { return term.Equal(c, term.Eq(left, right)) })
}

// flattening takes the two sides of a rule for an element apart.
type flattening struct {
	form    *elementForm
	lattice *term.Lattice
	key     *term.Term
	sides   []sidesOfCell
	aside   []*term.Term // the terms of the rule for other slots, and its conditions
}

// sidesOfCell are the two sides of a rule for a cell of an element, or for several that
// have one variable.
type sidesOfCell struct {
	cell        *compile.Cell
	left, right *term.Term
}

// cell takes the two sides for a cell apart; false if they are not alike.
func (x *flattening) cell(c *compile.Cell, left, right *term.Term) bool {
	if !left.Is(c.Symbol) || !right.Is(c.Symbol) {
		return false
	}
	for i, child := range c.Children {
		l, r := left.Arg(i), right.Arg(i)
		if !inner(child) || l.IsVar() {
			x.sides = append(x.sides, sidesOfCell{child, l, r})
		} else if !x.cell(child, l, r) {
			return false
		}
	}
	return true
}

// parts adds the slots of the element that a rule is about; false if it cannot be said with
// these. In a Map the cell of the key has a variable on the left: the key says it all, and is what is
// in the cell.
func (x *flattening) parts(flat *compile.Rule) bool {
	id := x.sides[0]
	if x.form.kind == term.KSet {
		id.left, id.right = x.key, x.key
	} else if !id.left.IsVar() || (term.Equal(id.left, x.key) || x.mentioned(0, id.left)) || !x.anything(id) || !term.Equal(id.right, x.key) && !term.Equal(id.right, id.left) {
		return false
	}
	if !x.key.IsVar() || x.mentioned(0, x.key) || !x.anything(sidesOfCell{cell: id.cell, left: x.key}) {
		flat.Left = append(flat.Left, compile.Slot{Index: x.form.first, Term: x.key})
	}
	at := x.form.first + 1
	for i, s := range x.sides[1:] {
		passed := s.left.IsVar() && term.Equal(s.left, s.right) && !x.mentioned(i+1, s.left) && x.anything(s)
		switch {
		case inner(s.cell):
			if !passed {
				return false
			}
			var cells elementForm
			cells.collect(s.cell)
			at += len(cells.cells)
			continue
		case passed:
		case term.Equal(s.left, s.right):
			flat.Left = append(flat.Left, compile.Slot{Index: at, Term: s.left})
		case !x.belongs(s):
			return false
		default:
			flat.Left = append(flat.Left, compile.Slot{Index: at, Term: s.left})
			flat.Right = append(flat.Right, compile.Slot{Index: at, Term: s.right})
		}
		at++
	}
	return true
}

// mentioned reports whether a variable occurs other than in the cell with a number.
func (x *flattening) mentioned(cell int, v *term.Term) bool {
	in := func(t *term.Term) bool { return term.Occurs(v.Variable(), t) }
	for i, s := range x.sides {
		if i != cell && (in(s.left) || in(s.right)) {
			return true
		}
	}
	return slices.ContainsFunc(x.aside, in)
}

// anything reports whether the variable on the left matches all that may stand for a cell.
func (x *flattening) anything(s sidesOfCell) bool { return x.below(s.cell, s.cell.Sort, s.left.Sort()) }

// belongs reports whether what the right side has for a cell is of its sort.
func (x *flattening) belongs(s sidesOfCell) bool { return x.below(s.cell, s.right.Sort(), s.cell.Sort) }

// below compares the sorts of a cell's content; what stands for a cell that need not be
// there, or for several, is never of another sort.
func (x *flattening) below(c *compile.Cell, a, b term.Sort) bool {
	return len(c.Children) > 0 || c.Multiplicity != compile.One || b == term.SortK || x.lattice.Leq(a, b)
}
