package meaning

import (
	"fmt"

	"rlv/prover"
	"rlv/semantics/term"
)

// Value is what a name or expression is in a formula: a scalar of sort Int or
// Bool, or a slice of an array, or a list of items read or written.
type Value struct {
	Scalar *term.Term
	Array  *Slice
	List   *term.Term
	// object is the language's own term for something with named parts.
	Object *term.Term
	// Place is the language's own term for an argument or a result, whatever it is.
	Place *term.Term
	// element says that an integer is an element of an array: those of an array of
	// Booleans are kept as integers too.
	element bool
	// pointee says that the scalar is what a pointer leads to.
	Pointee bool
	// Nowhere is the formula that a result or parameter is a pointer that leads nowhere; nil: it leads somewhere.
	Nowhere *term.Term
	// given is what the rules of the probe that found the value ask for beyond the
	// path condition of the state where it was read; nil: nothing. Elsewhere there is no
	// such value.
	given *term.Term
}

// condition is that under which there is the value.
func (v Value) condition() *term.Term {
	if v.given == nil {
		return term.True
	}
	return v.given
}

// asTruth is an element of an array as a formula: that it is not 0.
func (v Value) asTruth() (*term.Term, bool) {
	if !v.element || v.Scalar.Sort() != term.SortInt {
		return nil, false
	}
	return term.Not(term.Eq(v.Scalar, term.Int(0))), true
}

// ofObjects says that the value is an array of objects, which has no array of its own.
func (v Value) ofObjects() bool { return v.Array != nil && v.Array.OfObjects() }

// Slice is a part of an array, as a pointer into it sees it: element i is
// array[offset+i], where offset+i is at least low and below length, and it has a
// value iff initialised there is 1. Of an array of rows, i is the number of a
// row of width elements; a width of two arguments, how many and the width of each, is
// that of rows of rows. Of an array of objects there are no array and no marks.
type Slice struct {
	Array, Offset, Length, Initialised *term.Term
	Object                             *term.Term // what tells the array from others; nil: unknown
	low, Width                         *term.Term
	// Lengths is the array of the lengths of rows that are arrays of their own; nil: they are as
	// long as their width. Of objects of their own it says which there are.
	Lengths *term.Term
}

// AllInitialised is the array of marks that says that all elements have a value.
var AllInitialised = term.Apply(term.ArrayMake, term.Int(1))

// sliceOf reads the answer of a probe for an array: of four arguments (array,
// offset, length, initialised) or of seven (object, low, width; width 0 means
// that elements are no rows), of three if the elements are objects (offset, length,
// object), with a fourth if they are objects of their own (which there are), or of six if they are
// arrays of their own (array, offset, length, initialised, lengths, width).
func sliceOf(t *term.Term) *Slice {
	if t.Kind() != term.KApp || len(t.Args()) != 3 && len(t.Args()) != 4 && len(t.Args()) != 6 && len(t.Args()) != 7 {
		return nil
	}
	if t.Arg(0).Sort() == term.SortInt && len(t.Args()) < 5 {
		a := &Slice{Offset: t.Arg(0), Length: t.Arg(1), Object: t.Arg(2), low: term.Int(0), Width: term.Int(0)}
		if len(t.Args()) == 4 {
			a.Lengths = t.Arg(3)
		}
		return a
	}
	a := &Slice{Array: t.Arg(0), Offset: t.Arg(1), Length: t.Arg(2), Initialised: t.Arg(3), low: term.Int(0), Width: term.Int(0)}
	switch len(t.Args()) {
	case 6:
		a.Lengths, a.Width = t.Arg(4), t.Arg(5)
	case 7:
		a.Object, a.low, a.Width = t.Arg(4), t.Arg(5), t.Arg(6)
	}
	return a
}

// valueOfTerm is a term of the logic as a value. An array there has an element
// at each index.
func valueOfTerm(t *term.Term) Value {
	switch t.Sort() {
	case term.SortArray:
		return Value{Array: &Slice{Array: t, Offset: term.Int(0), low: term.Int(0), Width: term.Int(0)}}
	case term.SortList:
		return Value{List: t}
	}
	return Value{Scalar: t}
}

// whole is the slice as an array of the logic, whose first element is at 0.
func (a *Slice) whole() *term.Term {
	by := a.Offset
	for width := a.Width; width != term.Int(0); {
		var n *term.Term
		n, width = rows(width)
		by = term.Apply(term.IntMul, by, n)
	}
	return term.Apply(term.ArrayShift, a.Array, by)
}

// OfObjects says that the elements are objects with parts.
func (a *Slice) OfObjects() bool { return a.Array == nil }

// rows takes the width of rows apart: how many elements they have, and the width of these.
func rows(width *term.Term) (n, of *term.Term) {
	if width.Kind() == term.KApp && width.Symbol().Class == term.Constructor && len(width.Args()) == 2 {
		return width.Arg(0), width.Arg(1)
	}
	return width, term.Int(0)
}

// moved is the slice i elements on.
func (a *Slice) moved(i *term.Term) *Slice {
	b := *a
	b.Offset = term.Add(a.Offset, i)
	return &b
}

// element returns element i, with the condition that it exists and has a value.
func (a *Slice) element(i *term.Term) (Value, *term.Term) {
	at := term.Add(a.Offset, i)
	if a.Length == nil {
		return Value{Scalar: term.Apply(term.ArraySelect, a.Array, at), element: true}, term.True
	}
	inside := term.And(term.Le(a.low, at), term.Lt(at, a.Length))
	if a.Width != term.Int(0) {
		n, width := rows(a.Width)
		start := term.Apply(term.IntMul, at, n)
		row := &Slice{Array: a.Array, Offset: start, Length: term.Add(start, n), Initialised: a.Initialised,
			Object: a.Object, low: start, Width: width}
		if a.Lengths != nil {
			length := term.Apply(term.ArraySelect, a.Lengths, at)
			row.Length, inside = term.Add(start, length), term.And(inside, term.Le(term.Int(0), length))
		}
		return Value{Array: row}, inside
	}
	initialised := term.Eq(term.Apply(term.ArraySelect, a.Initialised, at), term.Int(1))
	return Value{Scalar: term.Apply(term.ArraySelect, a.Array, at), element: true}, term.And(inside, initialised)
}

func (v Value) Describe() string {
	switch {
	case v.Nowhere == term.True:
		return "a pointer that leads nowhere"
	case v.ofObjects():
		return "an array of objects"
	case v.Array != nil:
		return "an array"
	case v.List != nil:
		return "a list of items"
	case v.Object != nil:
		return "an object"
	case v.Scalar != nil && v.Scalar.Sort() == term.SortBool:
		return "a formula"
	}
	return "an integer"
}

// Words say where a pointer with a name leads into the array; all are the marks if all elements have values.
func (a *Slice) Words(name string, all *term.Term) string {
	where := "the start of an array of its own,"
	if !a.Offset.IsInt() {
		where = "an element of an array of its own, or just behind its last one,"
	}
	of, has := "elements", "which have values"
	if a.Width != term.Int(0) {
		of = "rows"
	}
	switch {
	case a.OfObjects():
		has = "which have values in all the parts that formulas know, where nothing else is said"
	case !term.Equal(a.Initialised, all):
		has = "which have values where the precondition says something of them, and where they are read"
	}
	if a.Lengths != nil && !a.OfObjects() {
		has = fmt.Sprintf("each an array of its own of at most %s elements, %s", a.Width, has)
	}
	return fmt.Sprintf("%s leads to %s with len(%s) %s from there, %s", name, where, name, of, has)
}

// Perhaps is a result that may lead nowhere, as the first of the cases is one that does.
func (v Value) Perhaps(c *prover.Cases) Value {
	if c != nil {
		v.Nowhere = term.Eq(c.Of.Term(), c.Are[0])
		v.given = term.And(v.condition(), v.somewhere())
	}
	return v
}

// somewhere is that a result leads somewhere, which what it leads to takes.
func (v Value) somewhere() *term.Term {
	if v.Nowhere == nil {
		return term.True
	}
	return term.Not(v.Nowhere)
}
