package meaning

import (
	"slices"

	"math/big"
	"strings"

	"rlv/annotate/library"
	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Scope says what the names of a formula mean.
type Scope struct {
	Reader *Reader
	State  *rewrite.State        // where program names are read; nil: none
	Names  map[string]Value      // parameters on entry, in a contract
	Held   map[string]*term.Term // parameters of which the arguments are read in the state, in a post
	Bound  map[string]*term.Term // quantified variables
	Old    *Scope                // for old(e); nil: not allowed
	NoOld  string                // why it is not
	// At is the scope of a label, or says why there is none; nil: labels have no meaning here.
	At func(label string) (*Scope, string)
	// Compared is told of what is compared with a constant that leads nowhere, and the outcome; nil: nobody is.
	Compared func(of *syntax.Node, is *term.Term)
	inner    *Scope // in old(e), for names that had no value then
	Result   *Value // nil: not allowed
}

// formulaError is a problem found while resolving; it ends the formula.
type formulaError struct{ d *source.Diagnostic }

func (s *Scope) Fail(n *syntax.Node, code, format string, args ...any) {
	panic(formulaError{source.Errorf(n.Span, code, format, args...)})
}

// Resolved is a formula with the condition under which it is defined.
type Resolved struct {
	Formula, Defined *term.Term
}

// Resolve turns a formula into terms. Partial functions are defined where the
// second one holds: divisors are not zero, indexes inside, elements initialised.
func (s *Scope) Resolve(n *syntax.Node) (m Resolved, problem *source.Diagnostic) {
	defer Recover(&problem)
	f, d := s.Boolean(n)
	return Resolved{f, d}, nil
}

// IntegerOf is resolve for an expression of sort Int.
func (s *Scope) IntegerOf(n *syntax.Node) (t, defined *term.Term, problem *source.Diagnostic) {
	defer Recover(&problem)
	t, defined = s.Integer(n)
	return t, defined, nil
}

// Recover turns the panic of resolving into a diagnostic.
func Recover(problem **source.Diagnostic) {
	switch r := recover().(type) {
	case nil:
	case formulaError:
		*problem = r.d
	default:
		panic(r)
	}
}

// Boolean resolves a formula.
func (s *Scope) Boolean(n *syntax.Node) (f, defined *term.Term) {
	v, d := s.Expression(n)
	s.notItself(n, v)
	if t, ok := v.asTruth(); ok {
		return t, d
	}
	if v.Scalar == nil || v.Scalar.Sort() != term.SortBool {
		hint := ""
		if v.Array != nil || v.Object != nil {
			hint = ": whether a pointer leads somewhere is said by comparing it with the language's name for one that does not"
		}
		s.Fail(n, "not-a-formula", "this is %s, but a formula is needed here%s", v.Describe(), hint)
	}
	return v.Scalar, d
}

// notItself refuses a pointer by its name where what it leads to is a value, but not the pointer.
func (s *Scope) notItself(n *syntax.Node, v Value) {
	of := n
	for of.Op == syntax.Old {
		of = of.Args[0]
	}
	if v.Pointee && of.Op == syntax.Name {
		s.Fail(n, "wrong-operand", "%s is a pointer, and no value of a formula: what it leads to is *%s", n.Span.Text(), n.Span.Text())
	}
}

// Integer resolves an expression of sort Int.
func (s *Scope) Integer(n *syntax.Node) (t, defined *term.Term) {
	v, d := s.Expression(n)
	s.notItself(n, v)
	if v.Scalar == nil || v.Scalar.Sort() != term.SortInt {
		s.Fail(n, "not-an-integer", "this is %s, but an integer is needed here", v.Describe())
	}
	return v.Scalar, d
}

func (s *Scope) Expression(n *syntax.Node) (Value, *term.Term) {
	scalar := func(t *term.Term) Value { return Value{Scalar: t} }
	switch n.Op {
	case syntax.Number:
		z, _ := new(big.Int).SetString(n.Name, 10)
		return scalar(term.BigInt(z)), term.True
	case syntax.True, syntax.False:
		return scalar(term.Bool(n.Op == syntax.True)), term.True
	case syntax.Literal:
		return s.literal(n), term.True
	case syntax.Name:
		v := s.name(n)
		return v, v.condition()
	case syntax.Result:
		v := s.result(n)
		return v, v.condition()
	case syntax.Old:
		if s.Old == nil {
			s.Fail(n, "no-old", "%s", strings.TrimSuffix("old has no meaning here: "+s.NoOld, ": "))
		}
		o := *s.Old
		o.Bound, o.inner = s.Bound, s
		return o.Expression(n.Args[0])
	case syntax.Len:
		return s.length(n)
	case syntax.Index:
		return s.index(n)
	case syntax.Field:
		return s.field(n)
	case syntax.Apply:
		if n.Name == "at" && s.Reader.Functions["at"] == nil {
			return s.at(n)
		}
		if s.Reader.IsAllocated(n) {
			return s.allocated(n)
		}
		return s.application(n)
	case syntax.Neg:
		t, d := s.Integer(n.Args[0])
		return scalar(term.Sub(term.Int(0), t)), d
	case syntax.Flip:
		t, d := s.Integer(n.Args[0])
		return scalar(term.Sub(term.Int(-1), t)), d
	case syntax.Not:
		f, d := s.Boolean(n.Args[0])
		return scalar(term.Not(f)), d
	case syntax.ForAll, syntax.Exists:
		f, d := s.quantifier(n)
		return scalar(f), d
	case syntax.And, syntax.Or, syntax.Implies, syntax.Iff:
		f, d := s.connective(n)
		return scalar(f), d
	case syntax.Choice:
		return s.choice(n)
	case syntax.Address:
		return s.address(n)
	}
	return s.operation(n)
}

// constant is what a literal of the language is, whatever the state; one may look like a name.
func (s *Scope) constant(n *syntax.Node) (Value, bool) {
	for _, t := range s.Reader.expression(n.Name) {
		if v, ok := s.Reader.ValueOf(s.Reader.Blank, t); ok && v.Scalar != nil && v.given == term.True {
			return v, true
		}
	}
	return Value{}, false
}

func (s *Scope) literal(n *syntax.Node) Value {
	if v, ok := s.constant(n); ok {
		return v
	}
	s.Fail(n, "wrong-operand", "this literal is no integer and no truth value")
	return Value{}
}

// field reads a part of an object that has named parts.
func (s *Scope) field(n *syntax.Node) (Value, *term.Term) {
	objects, d := s.object(n.Args[0])
	for _, object := range objects {
		if v, ok := s.Reader.FieldOf(s.State, object, n.Name); ok {
			return v, term.And(d, v.condition())
		}
	}
	if v, d := s.inColumn(n); d != nil {
		return v, d
	}
	s.missing(n)
	return Value{}, nil
}

// areMany reports whether a term denotes an array of objects.
func (s *Scope) areMany(object *term.Term) bool {
	v, ok := s.Reader.ValueOf(s.State, object)
	return ok && v.ofObjects()
}

// inColumn reads a[i].x as element i of the array of the parts x of all that a leads to, and so in more dimensions: where
// none has a value yet, no object by itself has one. The condition is nil if that is no such part.
func (s *Scope) inColumn(n *syntax.Node) (Value, *term.Term) {
	names, of := n.Name, n.Args[0]
	for ; of.Op == syntax.Field; of = of.Args[0] {
		names = of.Name + "." + names
	}
	var indexes []*syntax.Node
	for ; of.Op == syntax.Index; of = of.Args[0] {
		indexes = append(indexes, of.Args[1])
	}
	if len(indexes) == 0 || of.Op != syntax.Name && of.Op != syntax.Field {
		return Value{}, nil
	}
	objects, d := s.object(of)
	for _, object := range objects {
		if !s.areMany(object) {
			continue
		}
		column, ok := s.Reader.FieldOf(s.State, object, names)
		defined := term.And(d, column.condition())
		for _, at := range slices.Backward(indexes) {
			if ok = ok && column.Array != nil; !ok {
				break
			}
			i, di := s.Integer(at)
			e, inside := column.Array.element(i)
			column, defined = e, term.And(defined, di, inside)
		}
		if ok && column.Scalar != nil {
			return column, defined
		}
	}
	return Value{}, nil
}

// IsMissing says that something has no value in a state.
func IsMissing(problem *source.Diagnostic) bool {
	return problem.Code == "no-value" || problem.Code == "no-field"
}

// missing reports that a part has no value, or that there is nothing of which it is one.
func (s *Scope) missing(n *syntax.Node) {
	is := func(t *term.Term) bool {
		_, isValue := s.Reader.ValueOf(s.State, t)
		return isValue || s.Reader.isObject(s.State, t)
	}
	if root := n.Root(); root != nil && root.Op == syntax.Name {
		if _, isParameter := s.Names[root.Name]; !isParameter && !slices.ContainsFunc(s.Reader.TokensOf(root.Name), is) {
			s.Fail(root, "unknown-name", "there is no variable %s here", root.Name)
		}
	}
	objects, _ := s.object(n)
	for _, object := range objects {
		if why := s.Reader.unknown(s.State, object); why != "" {
			s.Fail(n, "no-field", "there is no value %s here: %s", n.Span.Text(), why)
		}
	}
	if root := n.Root(); root != nil && s.isUnknownResult(root) {
		s.Fail(n, "no-field", "there is no value %s here: it is read of %s", n.Span.Text(), unknownResult)
	}
	s.Fail(n, "no-field", "there is no value %s here%s", n.Span.Text(), syntax.Elsewhere(n.Name))
}

// isName reports whether an expression is a name of the program: result is one where nothing is returned.
func (s *Scope) isName(n *syntax.Node) bool {
	return n.Op == syntax.Name || n.Op == syntax.Result && s.Result == nil
}

// object returns the terms of the language that may denote an object, and under which
// condition the numbers of elements in them are defined.
func (s *Scope) object(n *syntax.Node) ([]*term.Term, *term.Term) {
	switch {
	case s.State == nil:
		s.Fail(n, "unknown-name", "objects have no meaning here")
	case n.Op == syntax.Old && s.Old != nil:
		s.Fail(n, "no-old", "write old(%s.x) for a part of the old value", n.Args[0].Span.Text())
	case n.Op == syntax.Result && s.Result != nil && s.Result.Object != nil:
		return []*term.Term{s.Result.Object}, s.Result.somewhere()
	case n.Op == syntax.Index:
		objects, d := s.object(n.Args[0])
		i, di := s.Integer(n.Args[1])
		var out []*term.Term
		for _, object := range objects {
			out = append(out, s.Reader.elements(object, i)...)
		}
		if i == term.Int(0) { // *p; of an array of objects the parts are arrays
			out = append(out, slices.DeleteFunc(slices.Clone(objects), s.areMany)...)
		}
		return out, term.And(d, di)
	case n.Op == syntax.Plus || n.Op == syntax.Minus:
		return s.object(ahead(n))
	case n.Op == syntax.Field:
		objects, d := s.object(n.Args[0])
		var out []*term.Term
		for _, object := range objects {
			out = append(out, s.Reader.parts(object, n.Name)...)
		}
		return out, d
	case s.isName(n):
		switch v, ok := s.Names[n.Name]; {
		case ok && v.Object != nil:
			return []*term.Term{v.Object}, term.True
		case ok && v.Place != nil && v.Array != nil && v.Array.Lengths != nil: // of which some rows may lead elsewhere now
			return []*term.Term{v.Place}, term.True
		}
		return s.Reader.TokensOf(n.Name), term.True
	}
	s.Fail(n, "wrong-operand", "this has no parts with names")
	return nil, nil
}

// allocated is allocated(p): that p leads to the start of memory that can be given back.
func (s *Scope) allocated(n *syntax.Node) (Value, *term.Term) {
	if len(n.Args) != 1 || s.State == nil {
		s.Fail(n, "wrong-arity", "allocated takes a pointer, as in allocated(p)")
	}
	why := errNoValue
	for _, place := range s.places(n.Args[0]) {
		next, t, err := s.Reader.Ask(s.State, shape.Allocated, place)
		if err == nil && t != nil && t.Sort() == term.SortBool {
			v := Value{Scalar: t, given: added(s.State, next)}
			return v, v.condition()
		}
		if err != nil && err != errNoValue {
			why = err
		}
	}
	if why != errNoValue {
		s.Fail(n, "unclear-value", "whether %s leads to allocated memory cannot be told here: %v", n.Args[0].Span.Text(), why)
	}
	s.Fail(n, "unclear-value", "whether %s leads to allocated memory is not known here: say it as a conjunct of a precondition, without a condition", n.Args[0].Span.Text())
	return Value{}, nil
}

// places are the terms of the language that may be what an expression denotes.
func (s *Scope) places(n *syntax.Node) []*term.Term {
	switch {
	case n.Op == syntax.Old && s.Old != nil:
		o := *s.Old
		o.Bound, o.inner = s.Bound, s
		return o.places(n.Args[0])
	case s.isName(n) && s.Names[n.Name].Place != nil:
		return []*term.Term{s.Names[n.Name].Place}
	case n.Op == syntax.Result && s.Result != nil && s.Result.Place != nil:
		return []*term.Term{s.Result.Place}
	}
	var out []*term.Term
	if n.Op == syntax.Index {
		i, _ := s.Integer(n.Args[1])
		for _, of := range s.places(n.Args[0]) {
			out = append(out, s.Reader.elements(of, i)...)
		}
	}
	objects, _ := s.object(n)
	return append(out, objects...)
}

// Grant is allocated(p) in a formula that says no more than that, perhaps of each of several elements, and the names that stand for
// their numbers; nil: it says something else.
func Grant(r *Reader, n *syntax.Node) (of *syntax.Node, bound []string) {
	for {
		switch {
		case n.Op == syntax.ForAll && n.Sort == term.SortInt:
			n, bound = n.Args[0], append(bound, n.Name)
		case n.Op == syntax.Implies && len(bound) > 0:
			n = n.Args[1]
		case r.IsAllocated(n):
			return n, bound
		default:
			return nil, nil
		}
	}
}

// Granted is a state in which the memory is allocated of which a formula says allocated(p); what is wrong with
// that is reported where the formula is read.
func (s *Scope) Granted(st *rewrite.State, n *syntax.Node) (next *rewrite.State) {
	next = st
	if _, problem := s.Resolve(n); problem == nil { // another one says so of the same memory
		return next
	}
	var problem *source.Diagnostic
	defer Recover(&problem)
	of, bound := Grant(s.Reader, n)
	for _, name := range bound {
		s = s.binding(name, term.Fresh(name, term.SortInt))
	}
	for _, place := range s.places(of.Args[0]) {
		if _, leads, err := s.Reader.Evaluate(s.State, place); err == nil && leads != nil {
			place = leads // of a global, whose name may mean nothing there
		}
		if granted, rest, err := s.Reader.Ask(st, shape.Grant, place); err == nil && rest == nil {
			return granted
		}
	}
	return next
}

// ahead is the element to which a pointer with numbers added to it leads: p[i + j] for
// p + i + j.
func ahead(n *syntax.Node) *syntax.Node {
	at := n.Args[1]
	if n.Op == syntax.Minus {
		at = &syntax.Node{Op: syntax.Neg, Args: []*syntax.Node{at}, Span: at.Span}
	}
	base := n.Args[0]
	if base.Op == syntax.Plus || base.Op == syntax.Minus {
		inner := ahead(base)
		base, at = inner.Args[0], &syntax.Node{Op: syntax.Plus, Args: []*syntax.Node{inner.Args[1], at}, Span: n.Span}
	}
	return &syntax.Node{Op: syntax.Index, Args: []*syntax.Node{base, at}, Span: n.Span}
}

// Place is what a listed part is: its value, or the array and the number there of the element
// that is listed. Of a[i].x that is the array of the x of all elements of a. What is an object, or an
// array of objects, is the value with that object, of which all parts are listed.
func (s *Scope) Place(n *syntax.Node) (v Value, at *Elements, problem *source.Diagnostic) {
	defer Recover(&problem)
	var path []string
	of := n
	for ; of.Op == syntax.Field; of = of.Args[0] {
		path = append([]string{of.Name}, path...)
	}
	part := func(of *syntax.Node) (Value, bool) {
		objects, _ := s.object(of)
		for _, object := range objects {
			if v, ok := s.Reader.FieldOf(s.State, object, strings.Join(path, ".")); ok && !v.ofObjects() {
				return v, true
			}
		}
		return Value{}, false
	}
	whole := func() (Value, bool) {
		objects, _ := s.object(n)
		for _, object := range objects {
			if len(s.Reader.Fields(s.State, object)) > 0 {
				v, _ := s.Reader.ValueOf(s.State, object)
				v.Object = object
				return v, true
			}
		}
		return Value{}, false
	}
	ok := len(path) > 0
	if inner := of.Args; ok && of.Op == syntax.Index && inner[0].Op == syntax.Index && inner[1].Op == syntax.Number && inner[1].Name == "0" {
		// a[i]->x, which is (*a[i]).x, is the x of the object to which pointer i leads, or of object i
		if v, isPart := part(inner[0].Args[0]); isPart && v.Array != nil && v.Array.Width == term.Int(0) {
			of = inner[0]
		}
	}
	if of.Op == syntax.Index && !s.isSingle(of.Args[0]) {
		if ok {
			v, ok = part(of.Args[0])
		} else {
			v, _ = s.Expression(of.Args[0])
			ok = true
		}
		lo, defined := s.Integer(of.Args[1])
		hi := lo
		if len(of.Args) > 2 {
			last, d := s.Integer(of.Args[2])
			hi, defined = last, term.And(defined, d)
		}
		if !ok || v.Array == nil || v.ofObjects() {
			s.Fail(n, "wrong-operand", "modifies lists elements of arrays of scalars, their rows, and their parts that are scalars")
		}
		lo, hi = term.Add(v.Array.Offset, lo), term.Add(v.Array.Offset, hi)
		for width := v.Array.Width; width != term.Int(0); {
			var of *term.Term
			of, width = rows(width)
			lo, hi = term.Apply(term.IntMul, lo, of), term.Sub(term.Apply(term.IntMul, term.Add(hi, term.Int(1)), of), term.Int(1))
		}
		return v, &Elements{lo, hi, defined}, nil
	}
	if v, ok = part(of); !ok {
		v, ok = whole()
	}
	if !ok {
		s.missing(n)
	}
	return v, nil, nil
}

// Places are the places that parts stand for which modifies lists: an object in an array is all of its parts.
func (s *Scope) Places(parts []*syntax.Node) (out []*syntax.Node, problem *source.Diagnostic) {
	defer Recover(&problem)
	for _, n := range parts {
		out = append(out, s.placesIn(n)...)
	}
	return out, nil
}

func (s *Scope) placesIn(n *syntax.Node) (out []*syntax.Node) {
	if n.Op != syntax.Index || s.isSingle(n.Args[0]) {
		return []*syntax.Node{n}
	}
	objects, _ := s.object(n.Args[0])
	for _, object := range objects {
		if !s.areMany(object) {
			continue
		}
		for _, f := range s.Reader.Fields(s.State, object) {
			part := n
			for name := range strings.SplitSeq(f.Name, ".") {
				part = &syntax.Node{Op: syntax.Field, Name: name, Args: []*syntax.Node{part}, Span: n.Span}
			}
			out = append(out, part)
		}
	}
	if out == nil {
		return []*syntax.Node{n}
	}
	return out
}

// Elements are those of an array from one to another, by their numbers there: none if the second
// number is less. The numbers have a value where they are defined.
type Elements struct{ Lo, Hi, Defined *term.Term }

// Without is the formula that a number is that of none of them.
func (e *Elements) Without(k *term.Term) *term.Term {
	if term.Equal(e.Lo, e.Hi) {
		return term.Ne(k, e.Lo)
	}
	return term.Or(term.Lt(k, e.Lo), term.Lt(e.Hi, k))
}

// isSingle reports whether an expression leads to an object that is no array: p[0].x is the x of that one.
func (s *Scope) isSingle(n *syntax.Node) bool {
	objects, _ := s.object(n)
	return slices.ContainsFunc(objects, func(object *term.Term) bool {
		_, isValue := s.Reader.ValueOf(s.State, object)
		return !isValue && len(s.Reader.Fields(s.State, object)) > 0
	})
}

// choice is c ? a : b, whose operands need a meaning only where they count.
func (s *Scope) choice(n *syntax.Node) (Value, *term.Term) {
	c, dc := s.Boolean(n.Args[0])
	a, da := s.Expression(n.Args[1])
	b, db := s.Expression(n.Args[2])
	if a.Scalar == nil || b.Scalar == nil || a.Scalar.Sort() != b.Scalar.Sort() {
		s.Fail(n, "wrong-operand", "the two results of ? : are %s and %s", a.Describe(), b.Describe())
	}
	d := term.And(dc, term.Implies(c, da), term.Implies(term.Not(c), db))
	return Value{Scalar: term.Ite(c, a.Scalar, b.Scalar)}, d
}

// address of an element: the slice that begins there.
func (s *Scope) address(n *syntax.Node) (Value, *term.Term) {
	of := n.Args[0]
	if of.Op != syntax.Index {
		s.Fail(n, "no-address", "only elements of arrays have addresses in formulas")
	}
	v, dv := s.Expression(of.Args[0])
	i, di := s.Integer(of.Args[1])
	if v.Array == nil {
		s.Fail(n, "wrong-operand", "only arrays have elements, not %s", v.Describe())
	}
	return Value{Array: v.Array.moved(i)}, term.And(dv, di)
}

// connective: the right operand needs a meaning only where the left one does
// not decide.
func (s *Scope) connective(n *syntax.Node) (f, defined *term.Term) {
	a, da := s.Boolean(n.Args[0])
	if s.spares(n, a) {
		return term.Bool(n.Op != syntax.And), da
	}
	b, db := s.Boolean(n.Args[1])
	switch n.Op {
	case syntax.And:
		return term.And(a, b), term.And(da, term.Implies(a, db))
	case syntax.Or:
		return term.Or(a, b), term.And(da, term.Or(a, db))
	case syntax.Implies:
		return term.Implies(a, b), term.And(da, term.Implies(a, db))
	}
	return term.Apply(term.BoolEq, a, b), term.And(da, db)
}

func (s *Scope) length(n *syntax.Node) (Value, *term.Term) {
	v, d := s.Expression(n.Args[0])
	switch {
	case v.Array != nil && v.Array.Length != nil:
		return Value{Scalar: term.Sub(v.Array.Length, v.Array.Offset)}, d
	case v.List != nil:
		return Value{Scalar: term.Apply(term.ListSize, v.List)}, d
	case v.Pointee:
		return Value{Scalar: term.Int(1)}, d
	}
	if v.Array != nil {
		s.Fail(n, "wrong-operand", "%s has an element at each index, and no length: give the length as a parameter of its own", n.Args[0].Span.Text())
	}
	s.Fail(n, "wrong-operand", "len takes an array, not %s", s.described(n.Args[0], v))
	return Value{}, nil
}

func (s *Scope) index(n *syntax.Node) (Value, *term.Term) {
	v, dv := s.Expression(n.Args[0])
	i, di := s.Integer(n.Args[1])
	d := term.And(dv, di)
	switch {
	case v.Pointee && i == term.Int(0):
		return Value{Scalar: v.Scalar}, d
	case v.ofObjects():
		objects, _ := s.object(n.Args[0])
		for _, object := range objects {
			for _, element := range s.Reader.elements(object, i) {
				if e, ok := s.Reader.ValueOf(s.State, element); ok { // a pointer, or a row
					return e, term.And(d, e.condition())
				}
			}
		}
		if !slices.ContainsFunc(objects, func(object *term.Term) bool { return len(s.Reader.Fields(s.State, object)) > 0 }) {
			s.Fail(n, "wrong-operand", "of %s, which is a pointer or an object, nothing is known here", n.Span.Text())
		}
		s.Fail(n, "wrong-operand", "%s is an object: write which of its parts is meant", n.Span.Text())
	case v.Array != nil:
		e, inside := v.Array.element(i)
		return e, term.And(d, inside)
	case v.List != nil:
		d = term.And(d, term.Le(term.Int(0), i), term.Lt(i, term.Apply(term.ListSize, v.List)))
		return Value{Scalar: term.Apply(term.ListInt, v.List, i)}, d
	}
	s.Fail(n, "wrong-operand", "only arrays have elements, not %s", s.described(n.Args[0], v))
	return Value{}, nil
}

// unknownResult says why nothing is known of what a function returns.
const unknownResult = "what is returned, of which it is not known where it leads: that must be one object at all ends, or nowhere at some"

// described says what an expression is.
func (s *Scope) described(n *syntax.Node, v Value) string {
	if s.isUnknownResult(n) {
		return unknownResult
	}
	return v.Describe()
}

// isUnknownResult reports whether an expression is what is returned, and nothing is known of that.
func (s *Scope) isUnknownResult(n *syntax.Node) bool {
	return n.Op == syntax.Result && s.Result != nil && s.Result.Object != nil && s.Result.Array == nil && s.Result.Nowhere == nil && len(s.Reader.Fields(s.State, s.Result.Object)) == 0
}

// known says where a function that is not declared is, or what is written for it, as the end of a message.
func known(function string) string {
	if of := library.Of(function); of != "" {
		return "; there is one in a library: //@include: " + of
	}
	return syntax.Elsewhere(function)
}

func (s *Scope) application(n *syntax.Node) (Value, *term.Term) {
	f, ok := s.Reader.Functions[n.Name]
	if !ok {
		s.Fail(n, "unknown-name", "unknown logic function %s%s", n.Name, known(n.Name))
	}
	if len(n.Args) != len(f.Symbol.Args) {
		s.Fail(n, "wrong-arity", "%s takes %d arguments, not %d", n.Name, len(f.Symbol.Args), len(n.Args))
	}
	defined := term.True
	args := make([]*term.Term, len(n.Args))
	for i := range n.Args {
		t, d := s.argument(n, i, f.Symbol.Args[i])
		defined = term.And(defined, d)
		args[i] = t
	}
	return valueOfTerm(f.apply(args)), defined
}

// argument resolves an argument of an application, which must be of a sort.
func (s *Scope) argument(n *syntax.Node, i int, sort term.Sort) (t, defined *term.Term) {
	v, d := s.Expression(n.Args[i])
	s.notItself(n.Args[i], v)
	t = v.Scalar
	switch {
	case v.ofObjects():
	case v.Array != nil:
		t = v.Array.whole()
	case v.List != nil:
		t = v.List
	}
	if truth, ok := v.asTruth(); ok && sort == term.SortBool {
		t = truth
	}
	if t == nil || t.Sort() != sort {
		s.Fail(n.Args[i], "wrong-operand", "argument %d of %s is %s", i+1, n.Name, v.Describe())
	}
	return t, d
}

// result is the value that a function returns, or that of what is called result where there
// is no such value. A parameter of that name is not meant where there is.
func (s *Scope) result(n *syntax.Node) Value {
	_, bound := s.Bound[n.Name]
	_, parameter := s.Names[n.Name]
	_, held := s.Held[n.Name]
	switch {
	case s.Result == nil && !bound && !parameter && !held && s.inner != nil && s.inner.Result != nil && !s.isThere(n.Name):
		return s.inner.result(n) // as in old(a[result])
	case bound || s.Result == nil && (s.inner != nil || s.State != nil && s.Reader.IsProgramName(n.Name)):
		return s.name(n)
	case s.Result == nil:
		s.Fail(n, "no-result", "result has a meaning only in the postcondition of a function that returns a value")
	case parameter || held:
		s.Fail(n, "no-result", "this may be the value returned, or the parameter of that name: for the parameter on entry write old(result), for the value returned call the parameter otherwise")
	}
	return *s.Result
}

// isThere reports whether something of a name has a value in the state.
func (s *Scope) isThere(name string) bool {
	return s.State != nil && slices.ContainsFunc(s.Reader.TokensOf(name), func(id *term.Term) bool {
		_, ok := s.Reader.ValueOf(s.State, id)
		return ok
	})
}

// name looks a name up: bound variables, then parameters, then the program.
func (s *Scope) name(n *syntax.Node) Value {
	if t, ok := s.Bound[n.Name]; ok {
		return valueOfTerm(t)
	}
	if t, ok := s.Held[n.Name]; ok {
		if v, ok := s.read(n, t); ok {
			v.Pointee, v.Place = s.Names[n.Name].Pointee, s.Names[n.Name].Place
			return v
		}
		s.Fail(n, "no-value", "%s has no value here", n.Name)
	}
	if v, ok := s.Names[n.Name]; ok {
		return v
	}
	if n.Name == "Out" || n.Name == "In" {
		if s.State != nil {
			if v, ok := s.Reader.Stream(s.State, streamProbes[n.Name]); ok {
				return v
			}
		}
	}
	if f, ok := s.Reader.Functions[n.Name]; ok && len(f.Symbol.Args) == 0 {
		return valueOfTerm(f.apply(nil))
	}
	if s.State == nil {
		if v, ok := s.constant(n); ok {
			return v
		}
		s.Fail(n, "unknown-name", "unknown name %s: program variables have no meaning here", n.Name)
	}
	for _, id := range s.Reader.TokensOf(n.Name) {
		if v, ok := s.read(n, id); ok {
			return v
		}
	}
	if s.inner != nil {
		return s.then(n, s.inner.name(n))
	}
	if v, ok := s.constant(n); ok {
		return v
	}
	if s.Reader.IsProgramName(n.Name) {
		s.Fail(n, "no-value", "%s has no value here", n.Name)
	}
	s.Fail(n, "unknown-name", "unknown variable %s%s", n.Name, syntax.Elsewhere(n.Name))
	return Value{}
}

// then is the value in the scope of a name that has one now and had none then: what a pointer leads to is what was there, if
// it was there.
func (s *Scope) then(n *syntax.Node, now Value) Value {
	if now.Array == nil || s.State == nil || s.inner.State == nil {
		return now
	}
	for _, id := range s.Reader.TokensOf(n.Name) {
		if _, pointer, err := s.Reader.Evaluate(s.inner.State, id); err == nil && pointer != nil {
			if v, ok := s.Reader.ValueOf(s.State, pointer); ok {
				v.Pointee = v.Array == nil
				return v
			}
		}
	}
	return now
}

// at is the value at a label. What had none then is as in old(e).
func (s *Scope) at(n *syntax.Node) (Value, *term.Term) {
	if len(n.Args) != 2 || n.Args[1].Op != syntax.Name {
		s.Fail(n, "no-label", "at takes an expression and the name of a label, as in at(x, L)")
	}
	if s.At == nil {
		s.Fail(n, "no-label", "labels have a meaning within functions only, as in inv and assert")
	}
	then, why := s.At(n.Args[1].Name)
	if then == nil {
		s.Fail(n, "no-label", "%s", why)
	}
	o := *then
	o.Bound, o.inner = s.Bound, s
	return o.Expression(n.Args[0])
}

// read reads a name or result of the language; false: it has no value.
func (s *Scope) read(n *syntax.Node, t *term.Term) (Value, bool) {
	v, err := s.Reader.read(s.State, t)
	if err != nil && err != errNoValue {
		s.Fail(n, "unclear-value", "the value of %s here cannot be told: %v", n.Name, err)
	}
	return v, err == nil
}
