package arith

import "rlv/prover/smt/internal/linear"

// multiplication reports whether products have their values. Those that have not get
// them by lemmas that are linear, the more general ones first.
func (e *Solver) multiplication() bool {
	if !e.functional(e.products, e.factorsOf) {
		return false
	}
	var wrong []int32
	for _, i := range e.products {
		it := e.items[i]
		x, y := e.valueOf(it.x), e.valueOf(it.y)
		if !limited(x, maxProduct) || !limited(y, maxProduct) {
			e.refuse = true
			return false
		}
		if x*y != e.valueOf(i) {
			wrong = append(wrong, i)
		}
	}
	if len(wrong) > 0 && !e.rewritten(wrong) && !e.ordered(wrong) {
		for _, i := range wrong {
			e.evaluated(i)
		}
	}
	return len(wrong) == 0
}

// maxProduct bounds the factors of products that are looked at.
const maxProduct = 1 << 30

func limited(n, most int64) bool { return -most < n && n < most }

// factorsOf returns the factors of a product, in the order of their values.
func (e *Solver) factorsOf(i int32) (kind kind, a, b *polynomial) {
	it := e.items[i]
	a, b = ofItem(it.x), ofItem(it.y)
	if e.value(a) > e.value(b) {
		a, b = b, a
	}
	return it.kind, a, b
}

// rewritten adds what products are where one of their factors is another item and a
// number: x = y + k makes x*z = y*z + k*z. It reports whether that is news. An item is
// written as an earlier one, so that this ends.
func (e *Solver) rewritten(products []int32) bool {
	news := false
	e.solver.Equations(func(f linear.Form, k int64) {
		at := 0
		if e.itemOf(f[1].Var) > e.itemOf(f[0].Var) {
			at = 1
		}
		own, other := f[at], f[1-at]
		if own.Coef != 1 && own.Coef != -1 || !limited(other.Coef, maxFactor) {
			return
		}
		x, y := e.itemOf(own.Var), e.itemOf(other.Var)
		if e.items[x].kind == itemProduct || e.items[y].kind == itemProduct {
			return
		}
		sum := &polynomial{constant: -k}
		sum.add(ofItem(y), other.Coef)
		value := &polynomial{} // of x
		value.add(sum, -own.Coef)
		unless := []linear.Lit{e.solver.AtLeast(f, k).Not(), e.solver.AtMost(f, k).Not()}
		for _, i := range products {
			it := e.items[i]
			z := it.y
			if it.y == x {
				z = it.x
			} else if it.x != x {
				continue
			}
			product := e.times(value, ofItem(z))
			e.form(&product)
			if !e.refuse && e.value(&product) != e.valueOf(i) {
				e.equalIf(unless, ofItem(i), &product)
				news = true
			}
		}
	})
	return news
}

// evaluated adds what a product is where one of its factors has the value that it
// has now, and prefers that it has.
func (e *Solver) evaluated(i int32) {
	it := e.items[i]
	x, y := it.x, it.y
	if e.items[x].kind != itemProduct { // a quotient is made after what it divides
		x, y = y, x
	}
	v := e.valueOf(y)
	if !limited(v, maxFactor) {
		e.refuse = true
		return
	}
	scaled := &polynomial{}
	if v != 0 {
		scaled.add(ofItem(x), v)
	}
	unless := e.differ(nil, ofItem(y), &polynomial{constant: v})
	for _, l := range unless {
		e.solver.Prefer(l.Not())
	}
	e.equalIf(unless, ofItem(i), scaled)
}

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
