package fol

import (
	"math/big"
	"slices"
)

// Domain is the sort of a node. Everything that is no integer, no Boolean and
// no array of integers lives in one uninterpreted domain of values.
type Domain uint8

// The domains.
const (
	Bool Domain = iota
	Int
	Array // from Int to Int
	Value
)

// Bits is the domain of vectors of bits, so many of them.
func Bits(width int) Domain { return Value + Domain(width) }

// Width is how many bits vectors of a domain have; 0 if it is none of vectors.
func (d Domain) Width() int { return max(0, int(d)-int(Value)) }

// Op is what a node does with its arguments.
type Op uint8

// The operations. Those without a note are as in SMT-LIB.
const (
	True Op = iota
	False
	Numeral // the number Num
	App     // Fun applied to Args; without Args a constant
	Bound   // a bound variable, named by Fun
	Not
	And
	Or
	Implies
	Eq
	Ite
	Add
	Sub
	Mul
	Div // Euclidean, as in SMT-LIB
	Mod
	Le
	Lt
	Select
	Store
	Fill // the array with Args[0] everywhere
	Forall
	Exists // Args: the bound variables, then the body
)

// Fun is an uninterpreted function.
type Fun struct {
	Name     string // as in SMT-LIB text, quoted if need be
	Args     []Domain
	Result   Domain
	ID       uint32
	Declared bool // by the prelude: solvers over text know it already
}

// Flags are properties of nodes that hold if they hold of a part.
type Flags uint8

// The properties of nodes.
const (
	HasFacts    Flags = 1 << iota // side facts go with it
	Approximate                   // something was abstracted
	HasAxioms                     // a function that lemmas or the prelude speak about
	Quantified                    // a quantifier
)

// Node is a formula or term for the solvers. Nodes are hash-consed by a
// builder: equal nodes are the same pointer.
type Node struct {
	Op     Op
	Domain Domain
	Flags  Flags
	ID     uint32 // unique within the builder, from 0 on
	depth  int32
	hash   uint64
	Fun    *Fun     // of an App or a Bound
	Num    *big.Int // of a Numeral
	Args   []*Node
	facts  []*Node // side facts, true whenever the node occurs
	free   []*Node // bound variables that no quantifier within the node binds
}

// inherit sets what a node has from its arguments.
func (n *Node) inherit() {
	for _, a := range n.Args {
		n.Flags |= a.Flags
		n.depth = max(n.depth, a.depth+1)
		for _, v := range a.free {
			if !slices.Contains(n.free, v) {
				n.free = append(slices.Clip(n.free), v)
			}
		}
	}
	if n.Op == Forall || n.Op == Exists {
		n.Flags |= Quantified
		own := n.Args[:len(n.Args)-1]
		n.free = slices.DeleteFunc(slices.Clone(n.free), func(v *Node) bool { return slices.Contains(own, v) })
	}
}

// Has reports whether the node has a property.
func (n *Node) Has(f Flags) bool { return n.Flags&f != 0 }

// Closed reports whether no bound variable is free in the node.
func (n *Node) Closed() bool { return len(n.free) == 0 }

// Mentions reports whether a bound variable is free in the node.
func (n *Node) Mentions(v *Node) bool { return slices.Contains(n.free, v) }

// Attach gives a closed node its side facts, unless it has some already or is not
// closed. The node is marked before they are made, so that the facts, which are
// about the node, inherit the mark as all does that is built from it.
func (n *Node) Attach(facts func() []*Node) {
	if n.facts != nil || !n.Closed() {
		return
	}
	n.Flags |= HasFacts
	n.facts = facts()
}

// SideFacts returns the side facts of n and its parts, those of the facts themselves
// included, each once. A fact may be a part of n as well.
func (n *Node) SideFacts() []*Node {
	if !n.Has(HasFacts) {
		return nil
	}
	var out []*Node
	seen, added := map[*Node]bool{}, map[*Node]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if !n.Has(HasFacts) || seen[n] {
			return
		}
		seen[n] = true
		for _, a := range n.Args {
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
