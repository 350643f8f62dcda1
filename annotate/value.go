package annotate

import "rlv/semantics/term"

// value is what a name or expression is in a formula: a scalar of sort Int or
// Bool, or a slice of an array, or a list of items read or written.
type value struct {
	scalar *term.Term
	array  *slice
	list   *term.Term
	// object is the language's own term for something with named parts.
	object *term.Term
	// element says that an integer is an element of an array: those of an array of
	// Booleans are kept as integers too.
	element bool
	// pointee says that the scalar is what a pointer leads to.
	pointee bool
}

// asTruth is an element of an array as a formula: that it is not 0.
func (v value) asTruth() (*term.Term, bool) {
	if !v.element || v.scalar.Sort() != term.SortInt {
		return nil, false
	}
	return term.Not(term.Eq(v.scalar, term.Int(0))), true
}

// slice is a part of an array, as a pointer into it sees it: element i is
// array[offset+i], where offset+i is at least low and below length, and it has a
// value iff initialised there is 1. Of an array of rows, i is the number of a
// row of width elements.
type slice struct {
	array, offset, length, initialised *term.Term
	object                             *term.Term // what tells the array from others; nil: unknown
	low, width                         *term.Term
}

// sliceOf reads the answer of a probe for an array: of four arguments (array,
// offset, length, initialised) or of seven (object, low, width; width 0 means
// that elements are no rows).
func sliceOf(t *term.Term) *slice {
	if t.Kind() != term.KApp || len(t.Args()) != 4 && len(t.Args()) != 7 {
		return nil
	}
	a := &slice{array: t.Arg(0), offset: t.Arg(1), length: t.Arg(2), initialised: t.Arg(3), low: term.Int(0), width: term.Int(0)}
	if len(t.Args()) == 7 {
		a.object, a.low, a.width = t.Arg(4), t.Arg(5), t.Arg(6)
	}
	return a
}

// valueOfTerm is a term of the logic as a value. An array there has an element
// at each index.
func valueOfTerm(t *term.Term) value {
	switch t.Sort() {
	case term.SortArray:
		return value{array: &slice{array: t, offset: term.Int(0), low: term.Int(0), width: term.Int(0)}}
	case term.SortList:
		return value{list: t}
	}
	return value{scalar: t}
}

// whole is the slice as an array of the logic, whose first element is at 0.
func (a *slice) whole() *term.Term {
	by := a.offset
	if a.width != term.Int(0) {
		by = term.Apply(term.IntMul, by, a.width)
	}
	return term.Apply(term.ArrayShift, a.array, by)
}

// moved is the slice i elements on.
func (a *slice) moved(i *term.Term) *slice {
	b := *a
	b.offset = term.Add(a.offset, i)
	return &b
}

// element returns element i, with the condition that it exists and has a value.
func (a *slice) element(i *term.Term) (value, *term.Term) {
	at := term.Add(a.offset, i)
	if a.length == nil {
		return value{scalar: term.Apply(term.ArraySelect, a.array, at), element: true}, term.True
	}
	inside := term.And(term.Le(a.low, at), term.Lt(at, a.length))
	if a.width != term.Int(0) {
		start := term.Apply(term.IntMul, at, a.width)
		row := &slice{array: a.array, offset: start, length: term.Add(start, a.width), initialised: a.initialised,
			object: a.object, low: start, width: term.Int(0)}
		return value{array: row}, inside
	}
	initialised := term.Eq(term.Apply(term.ArraySelect, a.initialised, at), term.Int(1))
	return value{scalar: term.Apply(term.ArraySelect, a.array, at), element: true}, term.And(inside, initialised)
}

// apply puts values for variables.
func (v value) apply(sub term.Substitution) value {
	one := func(t *term.Term) *term.Term {
		if t == nil {
			return nil
		}
		return sub.Apply(t)
	}
	out := value{scalar: one(v.scalar), list: one(v.list), object: one(v.object), element: v.element, pointee: v.pointee}
	if a := v.array; a != nil {
		out.array = &slice{one(a.array), one(a.offset), one(a.length), one(a.initialised), one(a.object), one(a.low), one(a.width)}
	}
	return out
}

func (v value) describe() string {
	switch {
	case v.array != nil:
		return "an array"
	case v.list != nil:
		return "a list of items"
	case v.object != nil:
		return "an object"
	case v.scalar != nil && v.scalar.Sort() == term.SortBool:
		return "a formula"
	}
	return "an integer"
}
