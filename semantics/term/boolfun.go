package term

func init() {
	BoolNot.Eval = func(a arg) *Term { return notEval(a[0]) }
	BoolAnd.Eval = andEval
	BoolAndThen.Eval = func(a arg) *Term { return Apply(BoolAnd, a[0], a[1]) }
	BoolOr.Eval = orEval
	BoolOrElse.Eval = func(a arg) *Term { return Apply(BoolOr, a[0], a[1]) }
	BoolXor.Eval = func(a arg) *Term { return Apply(BoolNe, a[0], a[1]) }
	BoolImplies.Eval = impliesEval
	BoolEq.Eval = boolEqEval
	BoolNe.Eval = func(a arg) *Term { return Not(Apply(BoolEq, a[0], a[1])) }
	KEq.Eval = func(a arg) *Term { return equalEval(a[0], a[1]) }
	KNe.Eval = func(a arg) *Term { return Not(Eq(a[0], a[1])) }
	KIte.Eval, KIte.chooses = iteEval, true
	Forall.Eval = func(a arg) *Term { return quantEval(Forall, a) }
	Exists.Eval = func(a arg) *Term { return quantEval(Exists, a) }
}

// And returns the conjunction; no operand is true.
func And(ts ...*Term) *Term {
	out := True
	for _, t := range ts {
		out = Apply(BoolAnd, out, t)
	}
	return out
}

// Or returns the disjunction; no operand is false.
func Or(ts ...*Term) *Term {
	out := False
	for _, t := range ts {
		out = Apply(BoolOr, out, t)
	}
	return out
}

// Not returns the negation.
func Not(t *Term) *Term { return Apply(BoolNot, t) }

// Implies returns a implies b.
func Implies(a, b *Term) *Term { return Apply(BoolImplies, a, b) }

// Eq returns that two terms of any sort are equal.
func Eq(a, b *Term) *Term { return Apply(KEq, a, b) }

// Ite returns if c then a else b.
func Ite(c, a, b *Term) *Term { return Apply(KIte, c, a, b) }

// Conjuncts appends the conjuncts of t to out.
func Conjuncts(out []*Term, t *Term) []*Term {
	if t.sym == BoolAnd {
		return Conjuncts(Conjuncts(out, t.args[0]), t.args[1])
	}
	if t == True {
		return out
	}
	return append(out, t)
}

// notEval negates comparisons by turning them round, so that no negation of one is
// left; an equation keeps it.
func notEval(t *Term) *Term {
	switch {
	case t == True:
		return False
	case t == False:
		return True
	case t.sym == BoolNot:
		return t.args[0]
	case t.sym == IntLt:
		return Le(t.args[1], t.args[0])
	case t.sym == IntLe:
		return Lt(t.args[1], t.args[0])
	}
	return nil
}

// andEval simplifies a conjunction by its two operands only: by constants, x and x,
// x and not x. What follows from several conjuncts is for the solvers.
func andEval(a arg) *Term {
	x, y := a[0], a[1]
	switch {
	case x == True:
		return y
	case y == True, Equal(x, y):
		return x
	case x == False, y == False, complementary(x, y):
		return False
	}
	return nil
}

// orEval is andEval for a disjunction.
func orEval(a arg) *Term {
	x, y := a[0], a[1]
	switch {
	case x == False:
		return y
	case y == False, Equal(x, y):
		return x
	case x == True, y == True, complementary(x, y):
		return True
	}
	return nil
}

// complementary reports whether one of the two is syntactically the negation of the other.
func complementary(x, y *Term) bool {
	if x.sym == BoolNot && Equal(x.args[0], y) || y.sym == BoolNot && Equal(y.args[0], x) {
		return true
	}
	if x.sym == IntLt && y.sym == IntLe || x.sym == IntLe && y.sym == IntLt {
		return Equal(x.args[0], y.args[1]) && Equal(x.args[1], y.args[0])
	}
	return false
}

func impliesEval(a arg) *Term {
	x, y := a[0], a[1]
	switch {
	case x == True:
		return y
	case x == False, y == True, Equal(x, y):
		return True
	case y == False:
		return Not(x)
	}
	return nil
}

func boolEqEval(a arg) *Term {
	x, y := a[0], a[1]
	switch {
	case Equal(x, y):
		return True
	case x == True:
		return y
	case y == True:
		return x
	case x == False:
		return Not(y)
	case y == False:
		return Not(x)
	case complementary(x, y):
		return False
	}
	return nil
}

// equalEval simplifies an equality of any sort.
func equalEval(a, b *Term) *Term {
	switch {
	case Equal(a, b):
		return True
	case a.sort == SortInt && b.sort == SortInt:
		return Apply(IntEq, a, b)
	case a.sort == SortBool && b.sort == SortBool:
		return Apply(BoolEq, a, b)
	case a.IsSeq() || b.IsSeq() || a == DotK || b == DotK:
		return equalSeq(a, b)
	case Distinct(a, b):
		return False
	case a == EmptyList && b.sort == SortList:
		return Eq(Apply(ListSize, b), Int(0))
	case b == EmptyList && a.sort == SortList:
		return Eq(Apply(ListSize, a), Int(0))
	case a == EmptySet && b.Is(SetIntersection) && apartSets(b.args[0], b.args[1]) != nil:
		return apartSets(b.args[0], b.args[1])
	case b == EmptySet && a.Is(SetIntersection) && apartSets(a.args[0], a.args[1]) != nil:
		return apartSets(a.args[0], a.args[1])
	case a.kind == KMap && b.kind == KMap:
		return equalMaps(a, b)
	case a.kind == KApp && b.kind == KApp && a.sym == b.sym && a.sym.Class == Constructor:
		out := True
		for i := range a.args {
			out = And(out, Eq(a.args[i], b.args[i]))
		}
		return out
	case Compare(a, b) > 0:
		return Apply(KEq, b, a)
	}
	return nil
}

// equalMaps compares maps with the same opaque parts entry by entry.
func equalMaps(a, b *Term) *Term {
	x, y := a.data.(*mapData), b.data.(*mapData)
	if len(x.opaque) != len(y.opaque) || len(x.opaque) > 0 && !sameOpaque(x.opaque, y.opaque) {
		return nil
	}
	if x.symbolic == 0 && y.symbolic == 0 && x.entries.Len() != y.entries.Len() {
		return False
	}
	if x.entries.Len() != y.entries.Len() {
		return nil
	}
	out := True
	x.each(func(k, v *Term) bool {
		w, found := y.entries.Get(k)
		switch {
		case found:
			out = And(out, Eq(v, w))
		case x.symbolic == 0 && y.symbolic == 0:
			out = False
		default:
			out = nil
		}
		return out != nil && out != False
	})
	return out
}

// sameOpaque compares opaque parts, which are in order; there are as many of both.
func sameOpaque(a, b []*Term) bool {
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// equalSeq compares computations item by item; a single item is a sequence of one.
func equalSeq(a, b *Term) *Term {
	if !itemwise(a) || !itemwise(b) {
		return nil
	}
	out := True
	for {
		switch {
		case a == DotK && b == DotK:
			return out
		case a == DotK || b == DotK:
			return False
		}
		out = And(out, Eq(a.Head(), b.Head()))
		if out == False {
			return False
		}
		a, b = a.Tail(), b.Tail()
		if !itemwise(a) || !itemwise(b) {
			return And(out, Apply(KEq, a, b))
		}
	}
}

// itemwise reports whether the first item of a computation, or its end, is known.
func itemwise(t *Term) bool {
	if t == DotK {
		return true
	}
	h := t.Head()
	return h.sort != SortK
}

// iteEval is x or y by c. Between formulas it is a formula, so that solvers need not
// split.
func iteEval(a arg) *Term {
	c, x, y := a[0], a[1], a[2]
	switch {
	case c == True, Equal(x, y):
		return x
	case c == False:
		return y
	case x.sort == SortBool && y.sort == SortBool:
		return Or(And(c, x), And(Not(c), y))
	}
	return nil
}

// quantEval drops a quantifier whose variable does not occur in the body, and
// one over a constant. Every sort has a value, so both directions hold.
func quantEval(s *Symbol, a arg) *Term {
	if a[1] == True || a[1] == False || !Occurs(a[0].Variable(), a[1]) {
		return a[1]
	}
	return nil
}
