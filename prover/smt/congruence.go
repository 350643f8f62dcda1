package smt

import (
	"encoding/binary"
	"slices"

	"rlv/prover/smt/linear"
)

// maxProduct bounds the factors whose products are looked at.
const maxProduct = 1 << 30

// consistent looks whether a solution gives functions one value for equal
// arguments, and products theirs. If not, clauses that forbid what it saw are
// added, and it returns false.
func (e *simplex) consistent() bool {
	ok := true
	held := map[string]int32{} // by array and index: the item that reads it
	for _, i := range e.reads {
		it := e.items[i]
		key := string(number(number(nil, int64(it.a.id)), e.value(e.polynomial(it.b))))
		first, found := held[key]
		if !found {
			held[key] = i
			continue
		}
		if e.valueOf(first) != e.valueOf(i) {
			unless := e.differ(nil, e.polynomial(e.items[first].b), e.polynomial(it.b))
			e.equalIf(unless, &polynomial{terms: []monomial{{first, 1}}}, &polynomial{terms: []monomial{{i, 1}}})
			ok = false
		}
	}
	applied := map[string]*node{}
	for _, n := range e.funs {
		key := e.key(n, held)
		first := applied[key]
		if first == nil || e.open(first) {
			applied[key] = n
			continue
		}
		if !e.open(n) && e.result(first) != e.result(n) {
			ok = false
			if !e.congruent(first, n) {
				e.refuse = true
				return true
			}
		}
	}
	for _, i := range e.others {
		if !e.exact(i) {
			ok = false
		}
		if e.refuse {
			return true
		}
	}
	return ok
}

func number(b []byte, n int64) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }

// valueOf returns the value of an item, value that of a polynomial.
func (e *simplex) valueOf(i int32) int64 { return e.solver.Value(e.vars[i].of) }

func (e *simplex) value(p *polynomial) int64 {
	n := p.constant
	for _, m := range p.terms {
		n += m.coef * e.valueOf(m.item)
	}
	return n
}

// open says that an application may be true or false.
func (e *simplex) open(n *node) bool {
	return n.dom == domBool && e.solver.Holds(e.lits[2*n.id].of) == 0
}

// result returns the value of an application.
func (e *simplex) result(n *node) int64 {
	if n.dom == domBool {
		return int64(e.solver.Holds(e.lits[2*n.id].of))
	}
	return e.value(e.polynomial(n))
}

// key is the same for applications of a function to equal arguments, and for these
// alone.
func (e *simplex) key(n *node, held map[string]int32) string {
	b := number(make([]byte, 0, 64), int64(n.fun.id))
	for _, a := range n.args {
		if a.dom == domArray {
			b = e.arrayKey(b, a, held)
		} else {
			b = number(b, e.value(e.argument(a)))
		}
	}
	return string(b)
}

// arrayKey writes an array as the one it was made from and what differs from that.
// Arrays that nothing is known of are made to differ where they are not read.
func (e *simplex) arrayKey(b []byte, n *node, held map[string]int32) []byte {
	type entry struct{ index, value int64 }
	var written []entry
	for ; n.op == opStore; n = n.args[0] {
		i := e.value(e.polynomial(n.args[1]))
		if !slices.ContainsFunc(written, func(w entry) bool { return w.index == i }) {
			written = append(written, entry{i, e.value(e.polynomial(n.args[2]))})
		}
	}
	fill := int64(0)
	if n.op == opFill {
		fill = e.value(e.polynomial(n.args[0]))
		b = number(number(b, -1), fill)
	} else {
		b = number(number(b, -2), int64(n.id))
	}
	written = slices.DeleteFunc(written, func(w entry) bool {
		if n.op == opFill {
			return w.value == fill
		}
		i, ok := held[string(number(number(nil, int64(n.id)), w.index))]
		return ok && e.valueOf(i) == w.value
	})
	slices.SortFunc(written, func(v, w entry) int {
		if v.index < w.index {
			return -1
		}
		return 1
	})
	b = number(b, int64(len(written)))
	for _, w := range written {
		b = number(number(b, w.index), w.value)
	}
	return b
}

// differ appends the literals that say that two polynomials have different values.
func (e *simplex) differ(out []linear.Lit, p, q *polynomial) []linear.Lit {
	d := &polynomial{}
	d.add(p, 1)
	d.add(q, -1)
	least, most := e.equal(d)
	return append(out, least.Not(), most.Not())
}

// congruent adds that two applications of one function have one value if their
// arguments have; false if that cannot be said, since it is about different
// arrays.
func (e *simplex) congruent(m, n *node) bool {
	var unless []linear.Lit
	for i, a := range m.args {
		b := n.args[i]
		switch {
		case a == b:
		case a.dom == domArray:
			return false
		default:
			unless = e.differ(unless, e.argument(a), e.argument(b))
		}
	}
	if m.dom == domBool {
		x, y := e.lits[2*m.id].of, e.lits[2*n.id].of
		k := len(unless)
		e.solver.Clause(append(unless[:k:k], x.Not(), y)...)
		e.solver.Clause(append(unless[:k:k], x, y.Not())...)
		return true
	}
	e.equalIf(unless, e.polynomial(m), e.polynomial(n))
	return true
}

// exact says that a product, quotient or remainder has its value. A product that
// has not gets it for the values that all factors but one have.
func (e *simplex) exact(i int32) bool {
	n := e.items[i].a
	values := make([]int64, len(n.args))
	for k, a := range n.args {
		values[k] = e.value(e.polynomial(a))
		if values[k] <= -maxProduct || values[k] >= maxProduct {
			e.refuse = true
			return true
		}
	}
	if n.op != opMul {
		e.refuse = e.refuse || values[1] == 0 || euclidean(n.op, values[0], values[1]) != e.valueOf(i)
		return true
	}
	product, last := int64(1), int64(1)
	for _, v := range values {
		last = product
		if product *= v; product <= -maxProduct || product >= maxProduct {
			e.refuse = true
			return true
		}
	}
	if product == e.valueOf(i) {
		return true
	}
	if last <= -maxFactor || last >= maxFactor {
		e.refuse = true
		return true
	}
	var unless []linear.Lit
	for k, a := range n.args[:len(n.args)-1] {
		unless = e.differ(unless, e.polynomial(a), &polynomial{constant: values[k]})
	}
	p := &polynomial{}
	if last != 0 {
		p.add(e.polynomial(n.args[len(n.args)-1]), last)
	}
	e.equalIf(unless, &polynomial{terms: []monomial{{i, 1}}}, p)
	return false
}

// euclidean is division with a remainder that is not negative, or that remainder.
func euclidean(o op, x, y int64) int64 {
	r := x % y
	if r < 0 {
		r += max(y, -y)
	}
	if o == opMod {
		return r
	}
	return (x - r) / y
}
