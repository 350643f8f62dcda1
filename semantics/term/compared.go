package term

// The bounds of integers that are small, and of the depth of the terms whose value is
// looked for.
const (
	maxSmall      = 1 << 30
	maxSmallDepth = 4
)

// Compared returns the truth of a comparison of integers, or of its negation, with values
// for its variables, if all in it is small. It makes no terms, so that it costs a tenth of
// what [Substitution.Apply] does, which finds the same.
func Compared(t *Term, value func(*Variable) *Term) (truth, ok bool) {
	negated := t.sym == BoolNot
	if negated {
		t = t.args[0]
	}
	f := t.sym
	if f != IntEq && f != IntLe && f != IntLt {
		return false, false
	}
	a, small := t.args[0].smallValue(value, maxSmallDepth)
	b, alsoSmall := t.args[1].smallValue(value, maxSmallDepth)
	switch f {
	case IntEq:
		truth = a == b
	case IntLe:
		truth = a <= b
	case IntLt:
		truth = a < b
	}
	return truth != negated, small && alsoSmall
}

// smallValue returns the value of a sum or product if that and all in it are small.
func (t *Term) smallValue(value func(*Variable) *Term, depth int) (int64, bool) {
	switch f := t.sym; {
	case t.kind == KVar:
		t = value(t.Variable())
	case f == nil || depth == 0:
	case f == IntAdd || f == IntSub || f == IntMul:
		a, small := t.args[0].smallValue(value, depth-1)
		b, alsoSmall := t.args[1].smallValue(value, depth-1)
		switch f {
		case IntAdd:
			a += b
		case IntSub:
			a -= b
		case IntMul:
			a *= b
		}
		return a, small && alsoSmall && -maxSmall < a && a < maxSmall
	}
	if t == nil || t.kind != KInt || !t.small {
		return 0, false
	}
	return t.num, -maxSmall < t.num && t.num < maxSmall
}
