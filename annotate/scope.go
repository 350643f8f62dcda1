package annotate

import (
	"math/big"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// scope says what the names of a formula mean.
type scope struct {
	r      *reader
	state  *rewrite.State                  // where program names are read; nil: none
	names  map[string]value                // parameters on entry, in a contract
	bound  map[string]*term.Term           // quantified variables
	old    *scope                          // for old(e); nil: not allowed
	noOld  string                          // why it is not
	inner  *scope                          // in old(e), for names that had no value then
	result *value                          // nil: not allowed
	arrays func(name string) (value, bool) // contents of arrays at the end, in a post; nil: as names
}

// formulaError is a problem found while resolving; it ends the formula.
type formulaError struct{ d *source.Diagnostic }

func (s *scope) fail(n *syntax.Node, code, format string, args ...any) {
	panic(formulaError{source.Errorf(n.Span, code, format, args...)})
}

// meaning is a formula with the condition under which it is defined.
type meaning struct {
	formula, defined *term.Term
}

// resolve turns a formula into terms. Partial functions are defined where the
// second one holds: divisors are not zero, indexes inside, elements initialised.
func (s *scope) resolve(n *syntax.Node) (m meaning, problem *source.Diagnostic) {
	defer recoverFormula(&problem)
	f, d := s.boolean(n)
	return meaning{f, d}, nil
}

// integerOf is resolve for an expression of sort Int.
func (s *scope) integerOf(n *syntax.Node) (t, defined *term.Term, problem *source.Diagnostic) {
	defer recoverFormula(&problem)
	t, defined = s.integer(n)
	return t, defined, nil
}

// recoverFormula turns the panic of resolving into a diagnostic.
func recoverFormula(problem **source.Diagnostic) {
	switch r := recover().(type) {
	case nil:
	case formulaError:
		*problem = r.d
	default:
		panic(r)
	}
}

// boolean resolves a formula.
func (s *scope) boolean(n *syntax.Node) (f, defined *term.Term) {
	v, d := s.expression(n)
	if t, ok := v.asTruth(); ok {
		return t, d
	}
	if v.scalar == nil || v.scalar.Sort() != term.SortBool {
		s.fail(n, "not-a-formula", "this is %s, but a formula is needed here", v.describe())
	}
	return v.scalar, d
}

// integer resolves an expression of sort Int.
func (s *scope) integer(n *syntax.Node) (t, defined *term.Term) {
	v, d := s.expression(n)
	if v.scalar == nil || v.scalar.Sort() != term.SortInt {
		s.fail(n, "not-an-integer", "this is %s, but an integer is needed here", v.describe())
	}
	return v.scalar, d
}

func (s *scope) expression(n *syntax.Node) (value, *term.Term) {
	scalar := func(t *term.Term) value { return value{scalar: t} }
	switch n.Op {
	case syntax.Number:
		z, _ := new(big.Int).SetString(n.Name, 10)
		return scalar(term.BigInt(z)), term.True
	case syntax.True, syntax.False:
		return scalar(term.Bool(n.Op == syntax.True)), term.True
	case syntax.Name:
		return s.name(n), term.True
	case syntax.Result:
		if s.result == nil {
			s.fail(n, "no-result", "result has a meaning only in the postcondition of a function that returns a value")
		}
		return *s.result, term.True
	case syntax.Old:
		if s.old == nil {
			s.fail(n, "no-old", "%s", strings.TrimSuffix("old has no meaning here: "+s.noOld, ": "))
		}
		o := *s.old
		o.bound, o.inner = s.bound, s
		return o.expression(n.Args[0])
	case syntax.Len:
		return s.length(n)
	case syntax.Index:
		return s.index(n)
	case syntax.Field:
		return s.field(n), term.True
	case syntax.Apply:
		return s.application(n)
	case syntax.Neg:
		t, d := s.integer(n.Args[0])
		return scalar(term.Sub(term.Int(0), t)), d
	case syntax.Not:
		f, d := s.boolean(n.Args[0])
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

// field reads a part of an object that has named parts.
func (s *scope) field(n *syntax.Node) value {
	for _, object := range s.object(n.Args[0]) {
		if v, ok := s.r.fieldOf(s.state, object, n.Name); ok {
			return v
		}
	}
	s.fail(n, "no-field", "there is no value %s here", n.Span.Text())
	return value{}
}

// object returns the terms of the language that may denote an object.
func (s *scope) object(n *syntax.Node) []*term.Term {
	switch {
	case s.state == nil:
		s.fail(n, "unknown-name", "objects have no meaning here")
	case n.Op == syntax.Old && s.old != nil:
		s.fail(n, "no-old", "write old(%s.x) for a part of the old value", n.Args[0].Span.Text())
	case n.Op == syntax.Result && s.result != nil && s.result.object != nil:
		return []*term.Term{s.result.object}
	case n.Op == syntax.Index && n.Args[1].Op == syntax.Number && n.Args[1].Name == "0": // *p
		return s.object(n.Args[0])
	case n.Op == syntax.Field:
		var out []*term.Term
		for _, object := range s.object(n.Args[0]) {
			out = append(out, s.r.parts(object, n.Name)...)
		}
		return out
	case n.Op == syntax.Name:
		if v, ok := s.names[n.Name]; ok && v.object != nil {
			return []*term.Term{v.object}
		}
		return s.r.tokens(n.Name)
	}
	s.fail(n, "wrong-operand", "this has no parts with names")
	return nil
}

// choice is c ? a : b, whose operands need a meaning only where they count.
func (s *scope) choice(n *syntax.Node) (value, *term.Term) {
	c, dc := s.boolean(n.Args[0])
	a, da := s.expression(n.Args[1])
	b, db := s.expression(n.Args[2])
	if a.scalar == nil || b.scalar == nil || a.scalar.Sort() != b.scalar.Sort() {
		s.fail(n, "wrong-operand", "the two results of ? : are %s and %s", a.describe(), b.describe())
	}
	d := term.And(dc, term.Implies(c, da), term.Implies(term.Not(c), db))
	return value{scalar: term.Ite(c, a.scalar, b.scalar)}, d
}

// address of an element: the slice that begins there.
func (s *scope) address(n *syntax.Node) (value, *term.Term) {
	of := n.Args[0]
	if of.Op != syntax.Index {
		s.fail(n, "no-address", "only elements of arrays have addresses in formulas")
	}
	v, dv := s.expression(of.Args[0])
	i, di := s.integer(of.Args[1])
	if v.array == nil {
		s.fail(n, "wrong-operand", "only arrays have elements, not %s", v.describe())
	}
	return value{array: v.array.moved(i)}, term.And(dv, di)
}

// connective: the right operand needs a meaning only where the left one does
// not decide.
func (s *scope) connective(n *syntax.Node) (f, defined *term.Term) {
	a, da := s.boolean(n.Args[0])
	b, db := s.boolean(n.Args[1])
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

func (s *scope) length(n *syntax.Node) (value, *term.Term) {
	v, d := s.expression(n.Args[0])
	switch {
	case v.array != nil && v.array.length != nil:
		return value{scalar: term.Sub(v.array.length, v.array.offset)}, d
	case v.list != nil:
		return value{scalar: term.Apply(term.ListSize, v.list)}, d
	}
	s.fail(n, "wrong-operand", "len takes an array, not %s", v.describe())
	return value{}, nil
}

func (s *scope) index(n *syntax.Node) (value, *term.Term) {
	v, dv := s.expression(n.Args[0])
	i, di := s.integer(n.Args[1])
	d := term.And(dv, di)
	switch {
	case v.pointee && i == term.Int(0):
		return value{scalar: v.scalar}, d
	case v.array != nil:
		e, inside := v.array.element(i)
		return e, term.And(d, inside)
	case v.list != nil:
		d = term.And(d, term.Le(term.Int(0), i), term.Lt(i, term.Apply(term.ListSize, v.list)))
		return value{scalar: term.Apply(term.ListInt, v.list, i)}, d
	}
	s.fail(n, "wrong-operand", "only arrays have elements, not %s", v.describe())
	return value{}, nil
}

func (s *scope) application(n *syntax.Node) (value, *term.Term) {
	f, ok := s.r.logic[n.Name]
	if !ok {
		s.fail(n, "unknown-name", "unknown logic function %s", n.Name)
	}
	if len(n.Args) != len(f.sym.Args) {
		s.fail(n, "wrong-arity", "%s takes %d arguments, not %d", n.Name, len(f.sym.Args), len(n.Args))
	}
	defined := term.True
	args := make([]*term.Term, len(n.Args))
	for i, a := range n.Args {
		v, d := s.expression(a)
		defined = term.And(defined, d)
		t := v.scalar
		switch {
		case v.array != nil:
			t = v.array.whole()
		case v.list != nil:
			t = v.list
		}
		if t == nil || t.Sort() != f.sym.Args[i] {
			s.fail(a, "wrong-operand", "argument %d of %s is %s", i+1, n.Name, v.describe())
		}
		args[i] = t
	}
	return valueOfTerm(f.apply(args)), defined
}

// name looks a name up: bound variables, then parameters, then the program.
func (s *scope) name(n *syntax.Node) value {
	if t, ok := s.bound[n.Name]; ok {
		return valueOfTerm(t)
	}
	if s.arrays != nil {
		if v, ok := s.arrays(n.Name); ok {
			return v
		}
	}
	if v, ok := s.names[n.Name]; ok {
		return v
	}
	if n.Name == "Out" || n.Name == "In" {
		if s.state != nil {
			if v, ok := s.r.stream(s.state, streamProbes[n.Name]); ok {
				return v
			}
		}
	}
	if f, ok := s.r.logic[n.Name]; ok && len(f.sym.Args) == 0 {
		return valueOfTerm(f.apply(nil))
	}
	if s.state == nil {
		s.fail(n, "unknown-name", "unknown name %s: program variables have no meaning here", n.Name)
	}
	for _, id := range s.r.tokens(n.Name) {
		if v, ok := s.r.valueOf(s.state, id); ok {
			return v
		}
	}
	if s.inner != nil {
		return s.inner.name(n)
	}
	if s.r.isProgramName(n.Name) {
		s.fail(n, "no-value", "%s has no value here", n.Name)
	}
	s.fail(n, "unknown-name", "unknown variable %s", n.Name)
	return value{}
}
