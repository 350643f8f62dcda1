package kernel

import "testing"

// Equality of what an operation gives is said of its operands, that of integers of the whole;
// where the operands differ, it is said of the whole, too.
func TestUnifyByParts(t *testing.T) {
	x, y, m := variable(SInt, 0), variable(SInt, 1), variable(SMap, 0)
	one := Operation(OAdd, x, Int64(1))
	other := Operation(OAdd, Int64(1), x)
	same := func(o Op, a, b *Term) *Term { return Operation(o, a, b) }
	for _, c := range []struct {
		name string
		a, b *Term
		want []*Term
	}{
		{"look-up", same(OLook, m, one), same(OLook, m, other), []*Term{same(OEq, one, other)}},
		{"item", same(OItem, one, unit), same(OItem, other, unit), []*Term{same(OEq, one, other)}},
		{"update at a key that is not seen", same(OUpd, m, App(one, x)), same(OUpd, m, App(other, y)), []*Term{same(OEq, one, other), same(OEq, x, y)}},
		{"integer", one, same(OAdd, y, Int64(1)), []*Term{same(OEq, one, same(OAdd, y, Int64(1)))}},
		{"operands that differ", same(OLook, m, x), same(OLook, m, one), []*Term{same(OKEq, same(OLook, m, x), same(OLook, m, one))}},
	} {
		got, ok := known(nil).unify(c.a, c.b, nil)
		if !ok || len(got) != len(c.want) {
			t.Errorf("%s: %v %v", c.name, ok, got)
			continue
		}
		for i, f := range got {
			if !Equal(f.Term, c.want[i]) {
				t.Errorf("%s: %v for %v", c.name, f.Term, c.want[i])
			}
		}
	}
}
