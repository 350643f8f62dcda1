package smt

import (
	"math/big"
	"slices"
)

// domain is the sort of a node. Everything that is no integer, no Boolean and
// no array of integers lives in one uninterpreted domain of values.
type domain uint8

const (
	domBool domain = iota
	domInt
	domArray // from Int to Int
	domValue
)

// op is what a node does with its arguments.
type op uint8

const (
	opTrue op = iota
	opFalse
	opInt   // num
	opApp   // fun applied to args; without args a constant
	opBound // a bound variable, named by fun
	opNot
	opAnd
	opOr
	opImplies
	opEq
	opIte
	opAdd
	opSub
	opMul
	opDiv // Euclidean, as in SMT-LIB
	opMod
	opLe
	opLt
	opSelect
	opStore
	opFill // the array with args[0] everywhere
	opForall
	opExists // args: bound variables, then the body
)

// fun is an uninterpreted function.
type fun struct {
	name     string // as in SMT-LIB text, quoted if need be
	args     []domain
	result   domain
	id       uint32
	declared bool // by the prelude: known to the process engines already
}

// flags are properties of nodes that hold if they hold of a part.
type flags uint8

const (
	flagFacts      flags = 1 << iota // facts go with it
	flagApprox                       // something was abstracted
	flagAxioms                       // a function that lemmas or the prelude speak about
	flagQuantified                   // a quantifier
)

// node is a formula or term for the solvers. Nodes are hash-consed by a
// builder: equal nodes are the same pointer.
type node struct {
	op    op
	dom   domain
	flags flags
	id    uint32
	depth int32
	hash  uint64
	fun   *fun
	num   *big.Int
	args  []*node
	facts []*node // side facts, true whenever the node occurs
	free  []*node // bound variables that no quantifier within the node binds
}

// builder makes nodes.
type builder struct {
	table map[uint64][]*node
	count uint32
	funs  uint32
}

func newBuilder() *builder { return &builder{table: map[uint64][]*node{}} }

func (b *builder) newFun(name string, args []domain, result domain) *fun {
	f := &fun{name: name, args: args, result: result, id: b.funs}
	b.funs++
	return f
}

// intern returns the node equal to n, n itself if it is new.
func (b *builder) intern(n node) *node {
	h := uint64(n.op)*0x9e3779b97f4a7c15 + uint64(n.dom)
	if n.fun != nil {
		h = (h ^ uint64(n.fun.id)) * 0x9fb21c651e98df25
	}
	if n.num != nil {
		for _, w := range n.num.Bits() {
			h = (h ^ uint64(w)) * 0x9fb21c651e98df25
		}
		h += uint64(n.num.Sign())
	}
	for _, a := range n.args {
		h = (h ^ a.hash) * 0x9fb21c651e98df25
		h ^= h >> 29
	}
	n.hash = h
	for _, old := range b.table[h] {
		if sameNode(old, &n) {
			return old
		}
	}
	n.id = b.count
	b.count++
	n.inherit()
	made := &n
	if made.op == opBound {
		made.free = []*node{made}
	}
	b.table[h] = append(b.table[h], made)
	return made
}

func sameNode(a, b *node) bool {
	if a.op != b.op || a.dom != b.dom || a.fun != b.fun || (a.num == nil) != (b.num == nil) {
		return false
	}
	return (a.num == nil || a.num.Cmp(b.num) == 0) && slices.Equal(a.args, b.args)
}

// inherit sets what a node has from its arguments.
func (n *node) inherit() {
	for _, a := range n.args {
		n.flags |= a.flags
		n.depth = max(n.depth, a.depth+1)
		for _, v := range a.free {
			if !slices.Contains(n.free, v) {
				n.free = append(slices.Clip(n.free), v)
			}
		}
	}
	if n.op == opForall || n.op == opExists {
		n.flags |= flagQuantified
		own := n.args[:len(n.args)-1]
		n.free = slices.DeleteFunc(slices.Clone(n.free), func(v *node) bool { return slices.Contains(own, v) })
	}
}

// has reports whether the node has a property.
func (n *node) has(f flags) bool { return n.flags&f != 0 }

// closed reports whether no bound variable is free in the node.
func (n *node) closed() bool { return len(n.free) == 0 }

// mentions reports whether a bound variable is free in the node.
func (n *node) mentions(v *node) bool { return slices.Contains(n.free, v) }

// attach gives a closed node its side facts, unless it has some already or is not
// closed. The node is marked before they are made, so that the facts, which are
// about the node, inherit the mark as all does that is built from it.
func (n *node) attach(facts func() []*node) {
	if n.facts != nil || !n.closed() {
		return
	}
	n.flags |= flagFacts
	n.facts = facts()
}

func (b *builder) op(o op, d domain, args ...*node) *node {
	return b.intern(node{op: o, dom: d, args: args})
}

func (b *builder) truth(v bool) *node {
	if v {
		return b.op(opTrue, domBool)
	}
	return b.op(opFalse, domBool)
}

func (b *builder) integer(n *big.Int) *node { return b.intern(node{op: opInt, dom: domInt, num: n}) }

func (b *builder) int64(n int64) *node { return b.integer(big.NewInt(n)) }

// apply applies a function. The node has properties of its own beside those of the
// arguments.
func (b *builder) apply(f *fun, own flags, args ...*node) *node {
	return b.intern(node{op: opApp, dom: f.result, fun: f, args: args, flags: own})
}

func (b *builder) not(a *node) *node { return b.op(opNot, domBool, a) }

func (b *builder) eq(x, y *node) *node { return b.op(opEq, domBool, x, y) }

func (b *builder) ite(c, x, y *node) *node { return b.op(opIte, x.dom, c, x, y) }

func (b *builder) neg(x *node) *node { return b.op(opSub, domInt, b.int64(0), x) }

// sideFacts returns the side facts of n and its parts, those of the facts themselves
// included, each once. A fact may be a part of n as well.
func (n *node) sideFacts() []*node {
	if !n.has(flagFacts) {
		return nil
	}
	var out []*node
	seen, added := map[*node]bool{}, map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if !n.has(flagFacts) || seen[n] {
			return
		}
		seen[n] = true
		for _, a := range n.args {
			visit(a)
		}
		for _, f := range n.facts {
			if !added[f] {
				added[f] = true
				visit(f)
				out = append(out, f)
			}
		}
	}
	visit(n)
	return out
}
