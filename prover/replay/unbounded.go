package replay

import (
	"slices"

	"rlv/semantics/term"
)

// Quantifiers over all integers are decided exactly where the body depends on its bound
// variables in a simple way only: they are compared with numbers, with each other (up to
// constant offsets), and with elements of arrays, and they are indexes of arrays, of which
// all but finitely many elements are the same. In
//
//	#Forall i . #Forall j . (i <= j impliesBool a[i] <= a[j])
//
// let a have the entries 0 and 4. Far from these all values of i are alike, so that some
// near them, and one on each side, stand for all integers.
//
// How near: let P be the numbers, the keys and the elements that occur, C the largest
// offset, and d the number of nested quantifiers. Two choices of the variables are told
// apart by d further quantifiers only if their order differs, or a distance of two, or to
// a number of P, that is smaller than (C+1)*2^d: this is the game of Ehrenfeucht and
// Fraïssé for integers with order and successor (Libkin, Elements of Finite Model Theory,
// theorem 3.6). So the integers within that distance of P stand for all.

// maxFar bounds the numbers of which neighbours are tried, so that nothing overflows.
const maxFar = 1 << 40

// neighbourhood is what a body with bound variables says of the integers that matter.
type neighbourhood struct {
	bound  map[*term.Variable]bool
	points []int64 // P
	offset int64   // C
	depth  int     // of the quantifiers
}

// representatives returns integers that stand for all where a bound variable takes them in
// a body, in order; false: it is not known which do.
func (e *evaluator) representatives(v *term.Variable, body *term.Term) ([]int64, bool) {
	h := &neighbourhood{bound: map[*term.Variable]bool{v: true}}
	if !h.formula(e.partly(body), 1) || h.depth > 8 {
		return nil, false
	}
	if len(h.points) == 0 {
		h.points = []int64{0}
	}
	slices.Sort(h.points)
	near := (h.offset + 1) << h.depth
	if near > maxRange {
		return nil, false
	}
	var out []int64
	for _, p := range slices.Compact(h.points) {
		from := p - near
		if len(out) > 0 {
			from = max(from, out[len(out)-1]+1)
		}
		for n := from; n <= p+near; n++ {
			if len(out) == maxRange {
				return nil, false
			}
			out = append(out, n)
		}
	}
	return out, true
}

// maxPartial bounds the applications that are replaced by bodies where variables are open:
// such a recursion need not end.
const maxPartial = 2_000

// partly evaluates a term as far as that can be done before its bound variables have values.
func (e *evaluator) partly(t *term.Term) *term.Term {
	o := e.functions.evaluator()
	o.open, o.left = true, maxPartial
	v := o.eval(t)
	e.steps, e.deep = e.steps+o.steps, e.deep || o.over()
	return v
}

// formula notes what matters in a formula, within so many quantifiers; false: it is not of
// the simple kind.
func (h *neighbourhood) formula(t *term.Term, depth int) bool {
	h.depth = max(h.depth, depth)
	switch {
	case t == term.True, t == term.False:
		return true
	case t.Is(term.Forall), t.Is(term.Exists):
		v := t.Arg(0).Variable()
		h.bound[v] = true
		return v.Sort == term.SortInt && h.formula(t.Arg(1), depth+1)
	case t.Is(term.BoolAnd), t.Is(term.BoolOr), t.Is(term.BoolImplies), t.Is(term.BoolNot), t.Is(term.BoolEq), t.Is(term.KIte):
		for _, a := range t.Args() {
			if !h.formula(a, depth) {
				return false
			}
		}
		return true
	case t.Is(term.IntLe), t.Is(term.IntLt), t.Is(term.IntEq):
		return h.comparison(t.Arg(0), t.Arg(1), depth)
	}
	return false
}

// comparison notes what matters where two integers are compared.
func (h *neighbourhood) comparison(a, b *term.Term, depth int) bool {
	var l linear
	if !l.add(a, 1) || !l.add(b, -1) {
		return h.finite(a, depth) && h.finite(b, depth)
	}
	vars, rest := h.divide(&l)
	switch {
	case len(vars) == 0:
		return h.finite(a, depth) && h.finite(b, depth)
	case len(vars) == 1 && len(rest) == 0: // with a number
		return l.unit(vars[0]) && h.point(-l.coefficient[vars[0]]*l.constant)
	case len(vars) == 1 && len(rest) == 1: // with an element
		return l.opposite(vars[0], rest[0]) && rest[0].Is(term.ArraySelect) && h.finite(rest[0], depth) && h.shift(l.constant)
	case len(vars) == 2 && len(rest) == 0: // with each other
		return l.opposite(vars[0], vars[1]) && h.shift(l.constant)
	}
	return false
}

// finite notes what matters in a term in which bound variables are only within indexes, so
// that it has finitely many values; false: it is not such a term.
func (h *neighbourhood) finite(t *term.Term, depth int) bool {
	switch {
	case t.IsValue():
		return true
	case t.Is(term.ArraySelect):
		return h.array(t.Arg(0)) && h.index(t.Arg(1), depth)
	case t.Is(term.KIte):
		return h.formula(t.Arg(0), depth) && h.finite(t.Arg(1), depth) && h.finite(t.Arg(2), depth)
	case t.Is(term.IntAdd), t.Is(term.IntSub), t.Is(term.IntMul):
		return h.finite(t.Arg(0), depth) && h.finite(t.Arg(1), depth)
	}
	return false
}

// index notes what matters in an index: a bound variable or an element, with an offset.
func (h *neighbourhood) index(t *term.Term, depth int) bool {
	var l linear
	if !l.add(t, 1) {
		return false
	}
	vars, rest := h.divide(&l)
	switch {
	case len(vars) == 0 && len(rest) == 0:
		return true
	case len(vars) == 1 && len(rest) == 0:
		return l.coefficient[vars[0]] == 1 && h.shift(l.constant)
	case len(vars) == 0 && len(rest) == 1:
		return l.coefficient[rest[0]] == 1 && rest[0].Is(term.ArraySelect) && h.finite(rest[0], depth) && h.shift(l.constant)
	}
	return false
}

// array notes the keys and the elements of an array.
func (h *neighbourhood) array(t *term.Term) bool {
	if t.Kind() != term.KArray || !t.IsValue() || !h.number(t.ArrayDefault()) {
		return false
	}
	for _, e := range t.ArrayEntries() {
		if !h.number(e.Key) || !h.number(e.Value) {
			return false
		}
	}
	return true
}

func (h *neighbourhood) number(t *term.Term) bool {
	n, ok := t.Int64()
	return ok && h.point(n)
}

func (h *neighbourhood) point(n int64) bool {
	h.points = append(h.points, n)
	return n >= -maxFar && n <= maxFar
}

func (h *neighbourhood) shift(n int64) bool {
	h.offset = max(h.offset, n, -n)
	return h.offset <= maxRange
}

// divide returns the bound variables of a sum, and its other terms.
func (h *neighbourhood) divide(l *linear) (vars, rest []*term.Term) {
	for _, t := range l.terms {
		switch {
		case l.coefficient[t] == 0:
		case t.IsVar() && h.bound[t.Variable()]:
			vars = append(vars, t)
		default:
			rest = append(rest, t)
		}
	}
	return vars, rest
}

// linear is a sum of multiples of terms, and of a number.
type linear struct {
	terms       []*term.Term // in order of occurrence
	coefficient map[*term.Term]int64
	constant    int64
}

func (l *linear) unit(t *term.Term) bool { return l.coefficient[t] == 1 || l.coefficient[t] == -1 }

// opposite reports whether a sum is the difference of two terms, but for a number.
func (l *linear) opposite(s, t *term.Term) bool {
	return l.unit(s) && l.coefficient[s] == -l.coefficient[t]
}

// add adds a multiple of a term; false: numbers are too large.
func (l *linear) add(t *term.Term, times int64) bool {
	switch {
	case t.IsInt():
		n, ok := t.Int64()
		if !ok || n > maxFar || n < -maxFar {
			return false
		}
		l.constant += times * n
		return l.constant <= maxFar && l.constant >= -maxFar
	case t.Is(term.IntAdd):
		return l.add(t.Arg(0), times) && l.add(t.Arg(1), times)
	case t.Is(term.IntSub):
		return l.add(t.Arg(0), times) && l.add(t.Arg(1), -times)
	case t.Is(term.IntMul) && t.Arg(0).IsInt():
		n, ok := t.Arg(0).Int64()
		return ok && n > -maxRange && n < maxRange && times > -maxRange && times < maxRange && l.add(t.Arg(1), times*n)
	}
	for _, u := range l.terms {
		if term.Equal(u, t) {
			t = u
		}
	}
	if l.coefficient == nil {
		l.coefficient = map[*term.Term]int64{}
	}
	if _, have := l.coefficient[t]; !have {
		l.terms = append(l.terms, t)
	}
	l.coefficient[t] += times
	return true
}
