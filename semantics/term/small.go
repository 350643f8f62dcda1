package term

// smallOp is an operation on two integers that is done without a call through the symbol
// where both are small: most steps of a program add or compare some.
type smallOp uint8

const (
	noSmallOp smallOp = iota
	smallAdd
	smallSub
	smallLt
	smallLe
	smallGt
	smallGe
	smallEq
	smallNe
)

func init() {
	for s, op := range map[*Symbol]smallOp{IntAdd: smallAdd, IntSub: smallSub, IntLt: smallLt, IntLe: smallLe,
		IntGt: smallGt, IntGe: smallGe, IntEq: smallEq, IntNe: smallNe} {
		s.small = op
	}
}

// OnSmall reports whether [Small] may have a value for applications of the symbol.
func (s *Symbol) OnSmall() bool { return s.small != noSmallOp }

// Small is the value of an operation on two integers if they are small, and so is the
// value; else nil. It is the one that [Apply] gives.
func Small(s *Symbol, x, y *Term) *Term {
	if !x.small || !y.small {
		return nil
	}
	a, b := x.num, y.num
	switch s.small {
	case smallAdd:
		if c := a + b; (c > a) == (b > 0) {
			return Int(c)
		}
	case smallSub:
		if c := a - b; (c < a) == (b > 0) {
			return Int(c)
		}
	case smallLt:
		return Bool(a < b)
	case smallLe:
		return Bool(a <= b)
	case smallGt:
		return Bool(a > b)
	case smallGe:
		return Bool(a >= b)
	case smallEq:
		return Bool(a == b)
	case smallNe:
		return Bool(a != b)
	}
	return nil
}
