package smt

import (
	"encoding/binary"
	"slices"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/linear"
)

// consistent looks whether a solution gives functions one value for equal
// arguments, and products theirs. If not, clauses that forbid what it saw are
// added, and it returns false.
func (e *simplex) consistent() bool {
	if e.rounds++; e.rounds > maxRounds || len(e.products) > 0 && e.rounds > maxProductRounds {
		e.refuse = true
		return true
	}
	ok := true
	held := map[string]int32{} // by array and index: the item that reads it
	for _, i := range e.reads {
		it := e.items[i]
		key := string(number(number(nil, int64(it.a.ID)), e.value(e.polynomial(it.b))))
		first, found := held[key]
		if !found {
			held[key] = i
			continue
		}
		if e.valueOf(first) != e.valueOf(i) {
			unless := e.differ(nil, e.polynomial(e.items[first].b), e.polynomial(it.b))
			e.equalIf(unless, ofItem(first), ofItem(i))
			ok = false
		}
	}
	made := map[string]*fol.Node{}
	for _, n := range e.arrays { // arrays differ in the solution, so their arguments have to
		key := e.key(n, held)
		if first := made[key]; first != nil && first != n {
			if !e.sameReads(first, n) {
				e.refuse = true
				return true
			}
			ok = false
		}
		made[key] = n
	}
	applied := map[string]*fol.Node{}
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
	ok = e.functional(e.divided, e.dividends) && ok
	return e.multiplication() && ok || e.refuse
}

// sameReads adds that two arrays, of one function, have the same at the same index if
// the function's arguments are equal; false if that is not news.
func (e *simplex) sameReads(m, n *fol.Node) bool {
	news := false
	for _, i := range e.reads {
		for _, j := range e.reads {
			x, y := e.items[i], e.items[j]
			if x.a != m || y.a != n || e.valueOf(i) == e.valueOf(j) || e.value(e.polynomial(x.b)) != e.value(e.polynomial(y.b)) {
				continue
			}
			if unless, ok := e.different(m, n); ok {
				e.equalIf(e.differ(unless, e.polynomial(x.b), e.polynomial(y.b)), ofItem(i), ofItem(j))
				news = true
			}
		}
	}
	return news
}

// dividends returns the arguments of a quotient or remainder.
func (e *simplex) dividends(i int32) (kind kind, a, b *polynomial) {
	it := e.items[i]
	return it.kind, e.polynomial(it.a), e.polynomial(it.b)
}

// functional looks whether items have one value where they are of one kind and
// have equal arguments.
func (e *simplex) functional(items []int32, arguments func(int32) (kind, *polynomial, *polynomial)) bool {
	type call struct {
		kind kind
		a, b int64
	}
	ok := true
	seen := map[call]int32{}
	for _, i := range items {
		kind, a, b := arguments(i)
		c := call{kind, e.value(a), e.value(b)}
		first, found := seen[c]
		if !found {
			seen[c] = i
			continue
		}
		if e.valueOf(first) != e.valueOf(i) {
			_, a1, b1 := arguments(first)
			e.equalIf(e.differ(e.differ(nil, a, a1), b, b1), ofItem(first), ofItem(i))
			ok = false
		}
	}
	return ok
}

// How many solutions are looked at. Products get the values that a solution asks
// for, one by one: where that does not end soon, it hardly ever does.
const (
	maxRounds        = 40
	maxProductRounds = 10
)

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
func (e *simplex) open(n *fol.Node) bool {
	return n.Domain == fol.Bool && e.solver.Holds(e.lits[2*n.ID].of) == 0
}

// result returns the value of an application.
func (e *simplex) result(n *fol.Node) int64 {
	if n.Domain == fol.Bool {
		return int64(e.solver.Holds(e.lits[2*n.ID].of))
	}
	return e.value(e.polynomial(n))
}

// key is the same for applications of a function to equal arguments, and for these
// alone.
func (e *simplex) key(n *fol.Node, held map[string]int32) string {
	b := number(make([]byte, 0, 64), int64(n.Fun.ID))
	for _, a := range n.Args {
		if a.Domain == fol.Array {
			b = e.arrayKey(b, a, held)
		} else {
			b = number(b, e.value(e.argument(a)))
		}
	}
	return string(b)
}

// arrayKey writes an array as the one it was made from and what differs from that.
// Arrays that nothing is known of are made to differ where they are not read.
func (e *simplex) arrayKey(b []byte, n *fol.Node, held map[string]int32) []byte {
	type entry struct{ index, value int64 }
	var written []entry
	for ; n.Op == fol.Store; n = n.Args[0] {
		i := e.value(e.polynomial(n.Args[1]))
		if !slices.ContainsFunc(written, func(w entry) bool { return w.index == i }) {
			written = append(written, entry{i, e.value(e.polynomial(n.Args[2]))})
		}
	}
	fill := int64(0)
	if n.Op == fol.Fill {
		fill = e.value(e.polynomial(n.Args[0]))
		b = number(number(b, -1), fill)
	} else {
		b = number(number(b, -2), int64(n.ID))
	}
	written = slices.DeleteFunc(written, func(w entry) bool {
		if n.Op == fol.Fill {
			return w.value == fill
		}
		i, ok := held[string(number(number(nil, int64(n.ID)), w.index))]
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

// overwritten appends literals one of which is true if two arrays differ, where one
// was made from the other: they are equal if what was written was there. False if
// neither was.
func (e *simplex) overwritten(out []linear.Lit, a, b *fol.Node) ([]linear.Lit, bool) {
	if !madeFrom(a, b) {
		a, b = b, a
	}
	if !madeFrom(a, b) {
		return out, false
	}
	for ; a != b; a = a.Args[0] {
		out = e.differ(out, e.selected(b, a.Args[1]), e.polynomial(a.Args[2]))
	}
	return out, true
}

// madeFrom says that an array is another one that was written to.
func madeFrom(a, b *fol.Node) bool {
	for a != b && a.Op == fol.Store {
		a = a.Args[0]
	}
	return a == b
}

// different returns literals one of which is true if two applications of a function
// have different arguments; false if there are no such literals.
func (e *simplex) different(m, n *fol.Node) (unless []linear.Lit, ok bool) {
	for i, a := range m.Args {
		b := n.Args[i]
		switch {
		case a == b:
		case a.Domain == fol.Array:
			if unless, ok = e.overwritten(unless, a, b); !ok {
				return nil, false
			}
		default:
			unless = e.differ(unless, e.argument(a), e.argument(b))
		}
	}
	return unless, true
}

// congruent adds that two applications of one function have one value if their
// arguments have; false if that cannot be said, since it is about different
// arrays.
func (e *simplex) congruent(m, n *fol.Node) bool {
	unless, ok := e.different(m, n)
	if !ok {
		return false
	}
	if m.Domain == fol.Bool {
		x, y := e.lits[2*m.ID].of, e.lits[2*n.ID].of
		k := len(unless)
		e.solver.Clause(append(unless[:k:k], x.Not(), y)...)
		e.solver.Clause(append(unless[:k:k], x, y.Not())...)
		return true
	}
	e.equalIf(unless, e.polynomial(m), e.polynomial(n))
	return true
}
