package arith

import "rlv/prover/smt/internal/linear"

// maxOrdered bounds what is said of the order of products after one solution.
const maxOrdered = 12

// ordered adds, of products that have not their values, what the solution has wrong in the order
// of two with a common factor, one of which may be 0:
//
//	x < y and 0 <= z  implies  x * z + z <= y * z
//	x < y and z <= 0  implies  x * z + z >= y * z
//	x = y  implies  x * z = y * z
//
// It reports whether there is any.
func (e *Solver) ordered(wrong []int32) bool {
	news := 0
	for _, i := range wrong {
		it := e.items[i]
		for _, f := range [][2]int32{{it.x, it.y}, {it.y, it.x}} {
			x, z := f[0], f[1]
			if e.order(ofItem(x), ofItem(i), &polynomial{}, &polynomial{}, z) {
				news++
			}
			for _, j := range e.products {
				y, shared := e.cofactor(j, z)
				if j != i && shared && news < maxOrdered && e.order(ofItem(x), ofItem(i), ofItem(y), ofItem(j), z) {
					news++
				}
			}
			if it.x == it.y {
				break
			}
		}
	}
	return news > 0
}

// cofactor returns the other factor of a product, if one is z.
func (e *Solver) cofactor(product, z int32) (other int32, ok bool) {
	it := e.items[product]
	if it.x == z {
		return it.y, true
	}
	return it.x, it.y == z
}

// order adds what holds of the products xz of x and z, and yz of y and z, unless the solution
// has it right.
func (e *Solver) order(x, xz, y, yz *polynomial, z int32) bool {
	if e.value(x) > e.value(y) {
		x, xz, y, yz = y, yz, x, xz
	}
	if e.value(x) == e.value(y) {
		if e.value(xz) == e.value(yz) {
			return false
		}
		e.equalIf(e.differ(nil, x, y), xz, yz)
		return true
	}
	sum := &polynomial{}
	sum.add(xz, 1)
	sum.add(ofItem(z), 1)
	factor := e.form(ofItem(z))
	var unless []linear.Lit
	switch v := e.valueOf(z); {
	case v > 0 && e.value(sum) > e.value(yz):
		unless = append(unless, e.solver.AtMost(factor, -1))
	case v < 0 && e.value(sum) < e.value(yz):
		unless = append(unless, e.solver.AtLeast(factor, 1))
		sum, yz = yz, sum
	default:
		return false
	}
	less := &polynomial{} // y <= x
	less.add(y, 1)
	less.add(x, -1)
	e.atMost(append(unless, e.bound(less, 0)...), sum, yz)
	return true
}
