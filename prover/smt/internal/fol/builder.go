package fol

import (
	"math/big"
	"slices"
)

// Builder makes nodes and functions. It keeps all that it made.
type Builder struct {
	table map[uint64][]*Node
	count uint32
	funs  uint32
}

// NewBuilder returns a builder that has made nothing yet.
func NewBuilder() *Builder { return &Builder{table: map[uint64][]*Node{}} }

// Len returns the number of nodes that were made.
func (b *Builder) Len() int { return int(b.count) }

// NewFun makes an uninterpreted function.
func (b *Builder) NewFun(name string, args []Domain, result Domain) *Fun {
	f := &Fun{Name: name, Args: args, Result: result, ID: b.funs}
	b.funs++
	return f
}

// Intern returns the node equal to n, n itself if it is new.
func (b *Builder) Intern(n Node) *Node {
	h := uint64(n.Op)*0x9e3779b97f4a7c15 + uint64(n.Domain)
	if n.Fun != nil {
		h = (h ^ uint64(n.Fun.ID)) * 0x9fb21c651e98df25
	}
	if n.Num != nil {
		for _, w := range n.Num.Bits() {
			h = (h ^ uint64(w)) * 0x9fb21c651e98df25
		}
		h += uint64(n.Num.Sign())
	}
	for _, a := range n.Args {
		h = (h ^ a.hash) * 0x9fb21c651e98df25
		h ^= h >> 29
	}
	n.hash = h
	for _, old := range b.table[h] {
		if sameNode(old, &n) {
			return old
		}
	}
	n.ID = b.count
	b.count++
	n.inherit()
	made := &n
	if made.Op == Bound {
		made.free = []*Node{made}
	}
	b.table[h] = append(b.table[h], made)
	return made
}

func sameNode(a, b *Node) bool {
	if a.Op != b.Op || a.Domain != b.Domain || a.Fun != b.Fun || (a.Num == nil) != (b.Num == nil) {
		return false
	}
	return (a.Num == nil || a.Num.Cmp(b.Num) == 0) && slices.Equal(a.Args, b.Args)
}

// Make returns the node of an operation.
func (b *Builder) Make(o Op, d Domain, args ...*Node) *Node {
	return b.Intern(Node{Op: o, Domain: d, Args: args})
}

// Truth returns the node of a truth value.
func (b *Builder) Truth(v bool) *Node {
	if v {
		return b.Make(True, Bool)
	}
	return b.Make(False, Bool)
}

// Integer returns the node of a number.
func (b *Builder) Integer(n *big.Int) *Node { return b.Intern(Node{Op: Numeral, Domain: Int, Num: n}) }

// Int64 is Integer of a small number.
func (b *Builder) Int64(n int64) *Node { return b.Integer(big.NewInt(n)) }

// Apply applies a function. The node has properties of its own beside those of the
// arguments.
func (b *Builder) Apply(f *Fun, own Flags, args ...*Node) *Node {
	return b.Intern(Node{Op: App, Domain: f.Result, Fun: f, Args: args, Flags: own})
}

// Not returns the negation of a formula.
func (b *Builder) Not(a *Node) *Node { return b.Make(Not, Bool, a) }

// Eq returns the equation of two nodes of one domain.
func (b *Builder) Eq(x, y *Node) *Node { return b.Make(Eq, Bool, x, y) }

// Ite returns the node that is x if c holds, and y if not.
func (b *Builder) Ite(c, x, y *Node) *Node { return b.Make(Ite, x.Domain, c, x, y) }

// Neg returns 0 - x.
func (b *Builder) Neg(x *Node) *Node { return b.Make(Sub, Int, b.Int64(0), x) }
