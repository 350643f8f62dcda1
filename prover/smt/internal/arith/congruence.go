package arith

import (
	"encoding/binary"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/linear"
)

// Package linear knows nothing of functions, arrays and products: each application is
// an unknown of its own. A solution is looked at afterwards, and what is wrong with it
// is forbidden by a clause, which holds in every interpretation (Ackermann's
// reduction, on demand). Of
//
//	x <= y, y <= x, f(x) < f(y)
//
// the first solution may be x = y = 0, f(x) = 0, f(y) = 1. The arguments are equal,
// the values are not, so the clause
//
//	x < y  or  y < x  or  f(x) = f(y)
//
// is added, in its two halves f(x) <= f(y) and f(x) >= f(y). With it there is no
// solution. Most questions need no such clause, or one: those that need more than
// maxRounds are left to others.

// consistent reports whether a solution gives functions one value for equal
// arguments, and products theirs. If not, clauses that forbid what it saw have been
// added. It is also true, to end the search, where the question is left to others.
func (e *Solver) consistent() bool {
	if e.rounds++; e.rounds > maxRounds || len(e.products) > 0 && e.rounds > maxProductRounds {
		e.refuse = true
		return true
	}
	held, ok := e.readsAgree()
	ok = e.arraysAgree(held) && ok
	if !e.refuse {
		ok = e.functionsAgree(held) && ok
	}
	if e.refuse {
		return true
	}
	ok = e.functional(e.divided, e.dividends) && ok
	return e.multiplication() && ok || e.refuse
}

// functionsAgree reports whether applications of a function to equal arguments have
// one value.
func (e *Solver) functionsAgree(held map[string]int32) bool {
	ok := true
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
				return false
			}
		}
	}
	return ok
}

// dividends returns the arguments of a quotient or remainder.
func (e *Solver) dividends(i int32) (kind kind, a, b *polynomial) {
	it := e.items[i]
	return it.kind, e.polynomial(it.a), e.polynomial(it.b)
}

// functional reports whether items have one value where they are of one kind and
// have equal arguments.
func (e *Solver) functional(items []int32, arguments func(int32) (kind, *polynomial, *polynomial)) bool {
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

// The numbers of solutions that are looked at. Products get the values that a solution
// asks for, one by one: where that does not end soon, it hardly ever does.
const (
	maxRounds        = 40
	maxProductRounds = 10
)

func number(b []byte, n int64) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }

// valueOf returns the value of an item, value that of a polynomial.
func (e *Solver) valueOf(i int32) int64 { return e.solver.Value(e.vars.of(int(i))) }

func (e *Solver) value(p *polynomial) int64 {
	n := p.constant
	for _, m := range p.terms {
		n += m.coef * e.valueOf(m.item)
	}
	return n
}

// open reports whether an application may be true or false.
func (e *Solver) open(n *fol.Node) bool {
	return n.Domain == fol.Bool && e.solver.Holds(e.lits.of(2*int(n.ID))) == 0
}

// result returns the value of an application.
func (e *Solver) result(n *fol.Node) int64 {
	if n.Domain == fol.Bool {
		return int64(e.solver.Holds(e.lits.of(2 * int(n.ID))))
	}
	return e.value(e.polynomial(n))
}

// key is the same for applications of a function to equal arguments, and for these
// alone.
func (e *Solver) key(n *fol.Node, held map[string]int32) string {
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

// differ appends the literals that say that two polynomials have different values.
func (e *Solver) differ(out []linear.Lit, p, q *polynomial) []linear.Lit {
	d := &polynomial{}
	d.add(p, 1)
	d.add(q, -1)
	least, most := e.equal(d)
	return append(out, least.Not(), most.Not())
}

// different returns literals one of which is true if two applications of a function
// have different arguments; false if there are no such literals.
func (e *Solver) different(m, n *fol.Node) (unless []linear.Lit, ok bool) {
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
func (e *Solver) congruent(m, n *fol.Node) bool {
	unless, ok := e.different(m, n)
	if !ok {
		return false
	}
	if m.Domain == fol.Bool {
		x, y := e.lits.of(2*int(m.ID)), e.lits.of(2*int(n.ID))
		k := len(unless)
		e.solver.Clause(append(unless[:k:k], x.Not(), y)...)
		e.solver.Clause(append(unless[:k:k], x, y.Not())...)
		return true
	}
	e.equalIf(unless, e.polynomial(m), e.polynomial(n))
	return true
}
