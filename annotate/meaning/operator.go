package meaning

import (
	"slices"
	"strings"
	"sync"

	"rlv/annotate/marks"
	"rlv/annotate/syntax"
	"rlv/semantics/term"
)

// pointers gives comparisons and differences of pointers into arrays, and a
// pointer moved by an integer, their meaning.
func (s *Scope) pointers(n *syntax.Node, l, r Value) (v Value, defined *term.Term, ok bool) {
	a, b := l.Array, r.Array
	switch {
	case a != nil && r.Scalar != nil && r.Scalar.Sort() == term.SortInt && (n.Op == syntax.Plus || n.Op == syntax.Minus):
		by := r.Scalar
		if n.Op == syntax.Minus {
			by = term.Sub(term.Int(0), by)
		}
		return Value{Array: a.moved(by)}, term.True, true
	case a == nil || b == nil || a.Object == nil || b.Object == nil:
		return Value{}, nil, false
	}
	same := term.Eq(a.Object, b.Object)
	switch n.Op {
	case syntax.Equal:
		return Value{Scalar: term.And(same, term.Eq(a.Offset, b.Offset))}, term.True, true
	case syntax.Unequal:
		return Value{Scalar: term.Not(term.And(same, term.Eq(a.Offset, b.Offset)))}, term.True, true
	case syntax.Minus, syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual:
		return Value{Scalar: term.Apply(arithmetic[n.Op], a.Offset, b.Offset)}, same, true
	}
	return Value{}, nil, false
}

// samePlace compares what a function returns with a parameter, where one of them is a pointer to an object that is no
// array, or two pointers to variables, by the language's own operator, if it compares such.
func (s *Scope) samePlace(n *syntax.Node, l, r Value) (Value, bool) {
	isReturned := s.Result != nil && (n.Args[0].Op == syntax.Result || n.Args[1].Op == syntax.Result) // references to objects look the same
	arePointers := l.Pointee && r.Pointee || isReturned && (l.Object != nil || r.Object != nil)
	compares := n.Op == syntax.Equal || n.Op == syntax.Unequal
	if !arePointers || !compares || l.Place == nil || r.Place == nil {
		return Value{}, false
	}
	var why error
	for _, sym := range s.Reader.Shape.Operators(string(n.Op)) {
		next, t, err := s.Reader.Evaluate(s.State, term.App(sym, l.Place, r.Place))
		if err == nil && t != nil && t.Sort() == term.SortBool {
			return Value{Scalar: t, given: added(s.State, next)}, true
		}
		if err != nil && err != errNoValue {
			why = err
		}
	}
	if why != nil {
		s.Fail(n, "unclear-value", "whether these lead to the same cannot be told here: %v", why)
	}
	return Value{}, false
}

// sameVariable is how pointers to one variable are related.
func sameVariable(op syntax.Op, l, r Value) (Value, bool) {
	if !l.Pointee || !r.Pointee || l.Place == nil || r.Place == nil || !term.Equal(l.Place, r.Place) {
		return Value{}, false
	}
	switch op {
	case syntax.Minus:
		return Value{Scalar: term.Int(0)}, true
	case syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual:
		return Value{Scalar: term.Bool(op == syntax.LessEqual || op == syntax.GreaterEqual)}, true
	}
	return Value{}, false
}

// Pointers that lead nowhere. What a null pointer is, and how one is compared, the language says: a name of an annotation
// that is none of the program's and that the language evaluates to a constant without a value, such as nullptr, is
// compared with the language's own term for what stands on the other side.

// nowhere is the constant of the language that a name stands for; nil: it stands for something else.
func (s *Scope) nowhere(n *syntax.Node) *term.Term {
	_, bound := s.Bound[n.Name]
	_, named := s.Names[n.Name]
	if bound || named || s.State == nil {
		return nil
	}
	return s.Reader.Nowhere(n)
}

// leadsNowhere is a comparison with such a constant; false: n is none.
func (s *Scope) leadsNowhere(n *syntax.Node) (Value, bool) {
	if n.Op != syntax.Equal && n.Op != syntax.Unequal {
		return Value{}, false
	}
	of, nowhere := n.Args[0], s.nowhere(n.Args[1])
	if nowhere == nil {
		of, nowhere = n.Args[1], s.nowhere(n.Args[0])
	}
	if nowhere == nil {
		return Value{}, false
	}
	v := s.compared(of, nowhere)
	if n.Op == syntax.Unequal {
		v.Scalar = term.Not(v.Scalar)
	}
	return v, true
}

// compared is that an expression is a constant of the language.
func (s *Scope) compared(of *syntax.Node, nowhere *term.Term) Value {
	if of.Op == syntax.Old && s.Old != nil {
		o := *s.Old
		o.Bound, o.inner = s.Bound, s
		return o.compared(of.Args[0], nowhere)
	}
	if of.Op == syntax.Result && s.Result != nil && s.Result.Nowhere != nil {
		return Value{Scalar: s.Result.Nowhere}
	}
	if v, ok := s.Names[of.Name]; ok && s.isName(of) && v.Nowhere != nil {
		return Value{Scalar: v.Nowhere}
	}
	why := errNoValue
	for _, place := range s.places(of) {
		v, _ := s.Reader.ValueOf(s.State, place)
		for _, sym := range s.Reader.Shape.Operators(string(syntax.Equal)) {
			next, t, err := s.Reader.Evaluate(s.State, term.App(sym, place, nowhere))
			if err == nil && t != nil && t.Sort() == term.SortBool && (v.Scalar == nil || added(s.State, next) == term.True) { // else of a number that is 0
				if s.Compared != nil {
					s.Compared(of, t)
				}
				return Value{Scalar: t, given: added(s.State, next)}
			}
			if err != nil && err != errNoValue {
				why = err
			}
		}
	}
	if why != errNoValue {
		s.Fail(of, "unclear-value", "whether %s leads nowhere cannot be told here: %v", of.Span.Text(), why)
	}
	s.Fail(of, "wrong-operand", "whether %s leads nowhere cannot be told here: it is no pointer, or one of which nothing is known", of.Span.Text())
	return Value{}
}

// spares reports whether the left operand of a connective decides, and the right one has no meaning, as p[0] has none where
// p leads nowhere.
func (s *Scope) spares(n *syntax.Node, left *term.Term) bool {
	if n.Op == syntax.Or && left == term.True || n.Op != syntax.Or && n.Op != syntax.Iff && left == term.False {
		_, problem := s.Resolve(n.Args[1])
		return problem != nil
	}
	return false
}

func (s *Scope) operation(n *syntax.Node) (Value, *term.Term) {
	if v, ok := s.leadsNowhere(n); ok {
		return v, v.condition()
	}
	l, dl := s.Expression(n.Args[0])
	r, dr := s.Expression(n.Args[1])
	d := term.And(dl, dr)
	if v, dp, ok := s.pointers(n, l, r); ok {
		return v, term.And(d, dp)
	}
	if l.List != nil && r.List != nil && (n.Op == syntax.Equal || n.Op == syntax.Unequal) {
		l, r = Value{Scalar: l.List}, Value{Scalar: r.List}
	}
	if v, ok := s.samePlace(n, l, r); ok {
		return v, term.And(d, v.condition())
	}
	if v, ok := sameVariable(n.Op, l, r); ok {
		return v, d
	}
	s.notItself(n.Args[0], l)
	s.notItself(n.Args[1], r)
	if l.Scalar == nil || r.Scalar == nil {
		hint := ""
		if l.Scalar == term.Int(0) || r.Scalar == term.Int(0) {
			hint = ": a pointer is compared with the language's name for one that leads nowhere"
		}
		s.Fail(n, "wrong-operand", "%s takes integers, not %s and %s%s", n.Op, l.Describe(), r.Describe(), hint)
	}
	a, b := l.Scalar, r.Scalar
	if n.Op == syntax.Equal || n.Op == syntax.Unequal {
		if t, ok := l.asTruth(); ok && b.Sort() == term.SortBool {
			a = t
		}
		if t, ok := r.asTruth(); ok && a.Sort() == term.SortBool {
			b = t
		}
		if a.Sort() != b.Sort() {
			s.Fail(n, "wrong-operand", "%s compares %s with %s", n.Op, l.Describe(), r.Describe())
		}
		eq := term.Eq(a, b)
		if n.Op == syntax.Unequal {
			return Value{Scalar: term.Not(eq)}, d
		}
		if isSame(n.Args[0], n.Args[1]) || isSame(n.Args[1], n.Args[0]) {
			same, rest := unchanged(dl, dr)
			return Value{Scalar: term.And(eq, same)}, rest
		}
		return Value{Scalar: eq}, d
	}
	if a.Sort() != term.SortInt || b.Sort() != term.SortInt {
		s.Fail(n, "wrong-operand", "%s takes integers, not %s and %s", n.Op, l.Describe(), r.Describe())
	}
	if sym := arithmetic[n.Op]; sym != nil {
		if sym.Defined != nil {
			d = term.And(d, sym.Defined([]*term.Term{a, b}))
		}
		return Value{Scalar: term.Apply(sym, a, b)}, d
	}
	t, defined, ok := s.Reader.operator(string(n.Op), a, b)
	if !ok {
		s.Fail(n, "unknown-operator", "the language gives %s no meaning", n.Op)
	}
	return Value{Scalar: t}, term.And(d, defined)
}

// isSame reports whether an expression is written as another one is whose value is that of an earlier state.
func isSame(now, before *syntax.Node) bool {
	return before.Op == syntax.Old && (now.Op == syntax.Index || now.Op == syntax.Field) && squeezed(now) == squeezed(before.Args[0])
}

// squeezed is what is written for an expression, without the space in it.
func squeezed(n *syntax.Node) string { return strings.Join(strings.Fields(n.Span.Text()), "") }

// unchanged splits what is asked of an element and of the same one earlier, where they are said to be equal: that one has a value if and
// only if the other has one, which is a part of what is said, and all else. One that has none, then as now, is unchanged.
func unchanged(now, before *term.Term) (same, rest *term.Term) {
	var marked [2][]*term.Term
	var others []*term.Term
	for i, d := range []*term.Term{now, before} {
		for _, c := range term.Conjuncts(nil, d) {
			if m, k := marks.Element(c); m != nil {
				marked[i] = append(marked[i], term.Apply(term.ArraySelect, m, k))
			} else {
				others = append(others, c)
			}
		}
	}
	if len(marked[0]) != 1 || len(marked[1]) != 1 {
		return term.True, term.And(now, before)
	}
	return term.Eq(marked[0][0], marked[1][0]), term.And(others...)
}

var arithmetic = map[syntax.Op]*term.Symbol{
	syntax.Plus: term.IntAdd, syntax.Minus: term.IntSub, syntax.Times: term.IntMul,
	syntax.ShiftLeft: term.IntShl, syntax.ShiftRight: term.IntShr,
	syntax.Less: term.IntLt, syntax.LessEqual: term.IntLe, syntax.Greater: term.IntGt, syntax.GreaterEqual: term.IntGe,
}

// operatorMeaning is what an operator makes of two integers, where it is defined.
type operatorMeaning struct {
	x, y             *term.Variable
	formula, defined *term.Term
}

// operators are the meanings found so far; nil where an operator has none.
type operators struct {
	sync.Mutex
	known map[*term.Symbol]*operatorMeaning
}

// operator gives an operator of the language its own meaning: it is run with
// symbolic operands, and its rule's result and condition are taken.
func (r *Reader) operator(op string, a, b *term.Term) (t, defined *term.Term, ok bool) {
	if r.Blank == nil { // of no program
		return nil, nil, false
	}
	if both := r.Shape.BothBits(); both != nil && op == string(syntax.BothBits) {
		return term.Apply(both, a, b), term.True, true // its rule may check the result, too
	}
	r.operators.Lock()
	defer r.operators.Unlock()
	for _, sym := range r.Shape.Operators(op) {
		m, known := r.operators.known[sym]
		if !known {
			m = r.findMeaning(sym)
			r.operators.known[sym] = m
		}
		if m != nil {
			sub := term.Substitution{m.x: a, m.y: b}
			return sub.Apply(m.formula), sub.Apply(m.defined), true
		}
	}
	return nil, nil, false
}

// findMeaning runs one operator, by one rule; nil if that makes no integer and no
// formula of it.
func (r *Reader) findMeaning(sym *term.Symbol) *operatorMeaning {
	x, y := term.Fresh("x", term.SortInt), term.Fresh("y", term.SortInt)
	st := r.WithK(r.Blank, term.App(sym, x, y))
	d := r.Engine.Derive(st, Silent{})
	if len(d.Successors) != 1 || len(d.Undecided) > 0 {
		return nil
	}
	next := d.Successors[0].State
	t := next.Slots[r.K]
	if t.Sort() != term.SortInt && t.Sort() != term.SortBool {
		return nil
	}
	defined := slices.DeleteFunc(term.Conjuncts(nil, added(st, next)), func(c *term.Term) bool { return isRange(c, x, y) })
	return &operatorMeaning{x.Variable(), y.Variable(), t, term.And(defined...)}
}

// isRange reports whether a condition bounds what is made of two operands: numbers in formulas
// have no range, as those of programs may.
func isRange(c, x, y *term.Term) bool {
	if !c.Is(term.IntLe) && !c.Is(term.IntLt) || !c.Arg(0).IsInt() && !c.Arg(1).IsInt() {
		return false
	}
	return term.Occurs(x.Variable(), c) && term.Occurs(y.Variable(), c)
}
