package logic

import (
	"runtime"
	"testing"
)

// Terms and formulas are written for messages in one walk, however deep they are.
func TestDeepTermsArePrintedInOneWalk(t *testing.T) {
	const depth = 20_000
	x := variable(SInt, 0)
	sum, tuple, calls := x, x, x
	f := Holds(x)
	for range depth {
		sum, tuple, calls = Operation(OAdd, sum, x), App(x, tuple), Fun(20, Sort{}, calls)
		f = &Form{Kind: FAll, A: Implies(Not(f), Holds(x))}
	}
	for name, write := range map[string]func() string{"sum": sum.String, "tuple": tuple.String, "calls": calls.String, "formula": f.String} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		text := write()
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 400*depth {
			t.Errorf("%s: %d KB are made for a text of %d KB", name, bytes>>10, len(text)>>10)
		}
	}
}

// Every operation is brought into normal form in bounded work, and so is what compares terms, though its operands
// stand in each other: twice as deep takes at most four times as much.
func TestDeepTermsAreComputed(t *testing.T) {
	work := func(u *Term) int {
		m := &Meter{}
		c := Calculator{Meter: m}.Knowing([]*Form{Holds(Unary(ONot, Operation(OEq, u, Int64(1))))})
		n := c.Within(nil, u)
		c.Same(n, u)
		c.Differ(u, n)
		return m.spent
	}
	sorts := []SortKind{SInt, SBool, SStr, SMap, SArr, SList, SK}
	for o := range NumOps {
		for _, k := range sorts {
			for _, pair := range []bool{false, true} {
				nest := func(depth int, left bool) *Term {
					x := variable(k, 0)
					other, u := x, x
					if pair {
						other = App(variable(k, 1), variable(k, 2))
					}
					for range depth {
						switch {
						case left:
							u = Operation(o, u, other)
						case pair:
							u = Operation(o, x, App(u, x))
						default:
							u = Operation(o, x, u)
						}
					}
					return u
				}
				for _, left := range []bool{false, true} {
					small, large := work(nest(200, left)), work(nest(400, left))
					if large > 4*small+4*small/10 {
						t.Errorf("%v of %v, pair %v, left %v: %d, then %d", o, k, pair, left, small, large)
					}
				}
			}
		}
	}
}
