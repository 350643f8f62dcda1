package annotate

import (
	"math/big"
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// scope says what the names of a formula mean.
type scope struct {
	c      *compiler
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
		if v, ok := s.c.fieldOf(s.state, object, n.Name); ok {
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
			out = append(out, s.c.parts(object, n.Name)...)
		}
		return out
	case n.Op == syntax.Name:
		if v, ok := s.names[n.Name]; ok && v.object != nil {
			return []*term.Term{v.object}
		}
		return s.c.tokens(n.Name)
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

// pointers gives comparisons and differences of pointers into arrays, and a
// pointer moved by an integer, their meaning.
func (s *scope) pointers(n *syntax.Node, l, r value) (v value, defined *term.Term, ok bool) {
	a, b := l.array, r.array
	switch {
	case a != nil && r.scalar != nil && r.scalar.Sort() == term.SortInt && (n.Op == syntax.Plus || n.Op == syntax.Minus):
		by := r.scalar
		if n.Op == syntax.Minus {
			by = term.Sub(term.Int(0), by)
		}
		return value{array: a.moved(by)}, term.True, true
	case a == nil || b == nil || a.object == nil || b.object == nil:
		return value{}, nil, false
	}
	same := term.Eq(a.object, b.object)
	switch n.Op {
	case syntax.Equal:
		return value{scalar: term.And(same, term.Eq(a.offset, b.offset))}, term.True, true
	case syntax.Unequal:
		return value{scalar: term.Not(term.And(same, term.Eq(a.offset, b.offset)))}, term.True, true
	case syntax.Minus, syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual:
		return value{scalar: term.Apply(arithmetic[n.Op], a.offset, b.offset)}, same, true
	}
	return value{}, nil, false
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

func (s *scope) operation(n *syntax.Node) (value, *term.Term) {
	l, dl := s.expression(n.Args[0])
	r, dr := s.expression(n.Args[1])
	d := term.And(dl, dr)
	if v, dp, ok := s.pointers(n, l, r); ok {
		return v, term.And(d, dp)
	}
	if l.scalar == nil || r.scalar == nil {
		s.fail(n, "wrong-operand", "%s takes integers, not %s and %s", n.Op, l.describe(), r.describe())
	}
	a, b := l.scalar, r.scalar
	if n.Op == syntax.Equal || n.Op == syntax.Unequal {
		if t, ok := l.asTruth(); ok && b.Sort() == term.SortBool {
			a = t
		}
		if t, ok := r.asTruth(); ok && a.Sort() == term.SortBool {
			b = t
		}
		if a.Sort() != b.Sort() {
			s.fail(n, "wrong-operand", "%s compares %s with %s", n.Op, l.describe(), r.describe())
		}
		eq := term.Eq(a, b)
		if n.Op == syntax.Unequal {
			eq = term.Not(eq)
		}
		return value{scalar: eq}, d
	}
	if a.Sort() != term.SortInt || b.Sort() != term.SortInt {
		s.fail(n, "wrong-operand", "%s takes integers, not %s and %s", n.Op, l.describe(), r.describe())
	}
	if sym := arithmetic[n.Op]; sym != nil {
		return value{scalar: term.Apply(sym, a, b)}, d
	}
	t, defined, ok := s.c.operator(string(n.Op), a, b)
	if !ok {
		s.fail(n, "unknown-operator", "the language gives %s no meaning", n.Op)
	}
	return value{scalar: t}, term.And(d, defined)
}

var arithmetic = map[syntax.Op]*term.Symbol{
	syntax.Plus: term.IntAdd, syntax.Minus: term.IntSub, syntax.Times: term.IntMul,
	syntax.Less: term.IntLt, syntax.LessEqual: term.IntLe, syntax.Greater: term.IntGt, syntax.GreaterEqual: term.IntGe,
}

// operator gives an operator of the language its own meaning: it is run with
// symbolic operands, and its rule's result and condition are taken.
func (c *compiler) operator(op string, a, b *term.Term) (t, defined *term.Term, ok bool) {
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	for _, sym := range c.lang.Operators(op) {
		key := sym
		m, known := c.operatorMeaning[key]
		if !known {
			m = c.findMeaning(sym, x, y)
			c.operatorMeaning[key] = m
		}
		if m == nil {
			continue
		}
		sub := term.Substitution{m.x: a, m.y: b}
		return sub.Apply(m.formula), sub.Apply(m.defined), true
	}
	return nil, nil, false
}

type operatorMeaning struct {
	x, y             *term.Variable
	formula, defined *term.Term
}

func (c *compiler) findMeaning(sym *term.Symbol, x, y *term.Term) *operatorMeaning {
	st := c.withK(c.blank, term.App(sym, x, y))
	d := c.engine.Derive(st, silent{})
	if len(d.Successors) != 1 || len(d.Undecided) > 0 {
		return nil
	}
	next := d.Successors[0].State
	t := next.Slots[c.k]
	if t.Sort() != term.SortInt && t.Sort() != term.SortBool {
		return nil
	}
	return &operatorMeaning{x.Variable(), y.Variable(), t, term.And(next.PC[len(st.PC):]...)}
}

// silent is an oracle that never decides.
type silent struct{}

func (silent) Prune([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }

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
			if v, ok := s.c.stream(s.state, streamProbes[n.Name]); ok {
				return v
			}
		}
	}
	if f, ok := s.c.logic[n.Name]; ok && len(f.sym.Args) == 0 {
		return valueOfTerm(f.apply(nil))
	}
	if s.state == nil {
		s.fail(n, "unknown-name", "unknown name %s: program variables have no meaning here", n.Name)
	}
	for _, id := range s.c.tokens(n.Name) {
		if v, ok := s.c.valueOf(s.state, id); ok {
			return v
		}
	}
	if s.inner != nil {
		return s.inner.name(n)
	}
	if s.c.isProgramName(n.Name) {
		s.fail(n, "no-value", "%s has no value here", n.Name)
	}
	s.fail(n, "unknown-name", "unknown variable %s", n.Name)
	return value{}
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
	f, ok := s.c.logic[n.Name]
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

// quantifier: the bound variable is an integer with a name of its own.
func (s *scope) quantifier(n *syntax.Node) (f, defined *term.Term) {
	x := term.Fresh(n.Name, n.Sort)
	inner := *s
	inner.bound = map[string]*term.Term{n.Name: x}
	for k, v := range s.bound {
		if k != n.Name {
			inner.bound[k] = v
		}
	}
	if len(n.Args) == 3 && x.Sort() != term.SortInt {
		s.fail(n, "wrong-operand", "only integers have ranges")
	}
	rangeOf, dr := term.True, term.True
	if len(n.Args) == 3 {
		lo, dlo := s.integer(n.Args[1])
		hi, dhi := s.integer(n.Args[2])
		rangeOf = term.And(term.Le(lo, x), term.Le(x, hi))
		dr = term.And(dlo, dhi)
	}
	body, db := inner.boolean(n.Args[0])
	defined = dr
	for _, d := range term.Conjuncts(nil, db) {
		defined = term.And(defined, everywhere(x, rangeOf, d))
	}
	if n.Op == syntax.ForAll {
		return term.Apply(term.Forall, x, term.Implies(rangeOf, body)), defined
	}
	return term.Apply(term.Exists, x, term.And(rangeOf, body)), defined
}

// everywhere is that d holds for all x in the range. A comparison in which x
// is linear holds everywhere if it does at both ends.
func everywhere(x, rangeOf, d *term.Term) *term.Term {
	v := x.Variable()
	within := term.Conjuncts(nil, rangeOf)
	lo, hi, ok := bounds(v, within)
	switch {
	case stands(within, d):
		return term.True
	case ok && !term.Occurs(v, d):
		return term.Implies(term.Le(lo, hi), d)
	case ok && (d.Is(term.IntLe) || d.Is(term.IntLt)) && linear(v, d):
		at := func(t *term.Term) *term.Term { return term.Substitution{v: t}.Apply(d) }
		return term.Implies(term.Le(lo, hi), term.And(at(lo), at(hi)))
	}
	return term.Apply(term.Forall, x, term.Implies(rangeOf, d))
}

// stands says that a formula follows from others as all its conclusions are among
// them and its own conditions.
func stands(given []*term.Term, f *term.Term) bool {
	switch {
	case f.Is(term.BoolAnd):
		return stands(given, f.Arg(0)) && stands(given, f.Arg(1))
	case f.Is(term.BoolImplies):
		return stands(term.Conjuncts(slices.Clone(given), f.Arg(0)), f.Arg(1))
	}
	return f == term.True || rewrite.Holds(given, f)
}

// bounds reads lo and hi off lo <= x and x <= hi.
func bounds(v *term.Variable, ends []*term.Term) (lo, hi *term.Term, ok bool) {
	if len(ends) != 2 {
		return nil, nil, false
	}
	for _, e := range ends {
		if !e.Is(term.IntLe) && !e.Is(term.IntLt) {
			return nil, nil, false
		}
		eq := term.Eq(e.Arg(0), e.Arg(1))
		t := term.SolveFor(eq, v)
		if t == nil {
			return nil, nil, false
		}
		strict := int64(0)
		if e.Is(term.IntLt) {
			strict = 1
		}
		// Is e true for large x (a lower bound) or for small ones?
		if below := (term.Substitution{v: term.Sub(t, term.Int(1+strict))}).Apply(e); below == term.False {
			lo = term.Add(t, term.Int(strict))
		} else {
			hi = term.Sub(t, term.Int(strict))
		}
	}
	return lo, hi, lo != nil && hi != nil
}

// linear says that v occurs in the comparison d only as a summand.
func linear(v *term.Variable, d *term.Term) bool {
	return term.SolveFor(term.Eq(d.Arg(0), d.Arg(1)), v) != nil
}

func (silent) Decide([]*term.Term, ...*term.Term) rewrite.Verdict { return rewrite.Unknown }
