package fol

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// constants makes n integer constants, each third with a side fact.
func constants(b *Builder, n int) []*Node {
	var out []*Node
	for i := range n {
		c := b.Apply(b.NewFun(fmt.Sprint("c", i), nil, Int), 0)
		if i%3 == 0 {
			c.Attach(func() []*Node { return []*Node{b.Make(Le, Bool, b.Int64(0), c)} })
		}
		out = append(out, c)
	}
	return out
}

func TestEqualNodesAreOne(t *testing.T) {
	b := NewBuilder()
	c := constants(b, 2)
	sum := func() *Node { return b.Make(Add, Int, c[0], b.Int64(7), c[1]) }
	if n := sum(); n != sum() || n == b.Make(Add, Int, c[1], b.Int64(7), c[0]) || n == b.Make(Sub, Int, c[0], b.Int64(7), c[1]) {
		t.Error("a node is not that of its operation and arguments")
	}
	if b.Int64(-1) == b.Int64(1) || b.Truth(true) == b.Truth(false) {
		t.Error("different values are one node")
	}
	before := b.Len()
	sum()
	if b.Len() != before {
		t.Error("a node was made twice")
	}
}

// Properties and facts go up; a quantifier binds its variables.
func TestInheritance(t *testing.T) {
	b := NewBuilder()
	c := constants(b, 4)
	v := b.Intern(Node{Op: Bound, Domain: Int, Fun: b.NewFun("v", nil, Int), Flags: Approximate})
	body := b.Make(Lt, Bool, v, c[3])
	if body.Closed() || !body.Mentions(v) || !body.Has(Approximate) || !body.Has(HasFacts) {
		t.Error("the body lacks what its arguments have")
	}
	all := b.Make(Forall, Bool, v, body)
	if !all.Closed() || !all.Has(Quantified) || body.Has(Quantified) {
		t.Error("the variable is not bound")
	}
	body.Attach(func() []*Node { t.Error("facts about a bound variable"); return nil })
	two := b.Make(And, Bool, b.Make(Lt, Bool, c[0], c[1]), b.Make(Lt, Bool, c[0], c[3]))
	if got := two.SideFacts(); len(got) != 2 || got[0] == got[1] {
		t.Errorf("side facts %v", got)
	}
	if plain := b.Make(Lt, Bool, c[1], c[2]); plain.SideFacts() != nil {
		t.Error("facts of nothing")
	}
}

// What a solver is told, level by level, is the question and its side facts, each
// once, whatever was asked before.
func TestStackAlign(t *testing.T) {
	b := NewBuilder()
	c := constants(b, 9)
	r := rand.New(rand.NewPCG(1, 2))
	var s Stack
	var told [][]*Node
	var question []*Node
	shared := 0
	for range 400 {
		question = slices.Clone(question[:len(question)-r.IntN(len(question)+1)])
		for range r.IntN(4) {
			question = append(question, b.Make(Lt, Bool, c[r.IntN(9)], c[r.IntN(9)]))
		}
		popped, pushed := s.Align(question)
		told = told[:len(told)-popped]
		shared += len(told)
		for _, l := range pushed {
			told = append(told, append(slices.Clone(l.Facts), l.Assertion))
		}
		var want []*Node
		for _, a := range question {
			for _, f := range a.SideFacts() {
				if !slices.Contains(want, f) {
					want = append(want, f)
				}
			}
			want = append(want, a)
		}
		if got := slices.Concat(told...); !slices.Equal(got, want) {
			t.Fatalf("%d assertions are told as %d, not %d", len(question), len(got), len(want))
		}
	}
	if shared == 0 {
		t.Error("nothing was shared")
	}
}

func TestDeep(t *testing.T) {
	b := NewBuilder()
	n := constants(b, 2)[1]
	for range MaxDepth {
		n = b.Neg(n)
	}
	if (Query{Assertions: []*Node{n}}).Deep() {
		t.Error("the deepest that is allowed is refused")
	}
	if !(Query{Assertions: []*Node{b.Truth(true), b.Neg(n)}}).Deep() {
		t.Error("one more is not")
	}
}
