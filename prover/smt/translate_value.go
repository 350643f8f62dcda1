package smt

import (
	"fmt"
	"strconv"

	"rlv/semantics/term"
)

// Values outside Int, Bool and Array, and how much the solver is told:
//
//   - a constructor is an uninterpreted function of its arguments; its kind
//     (tag) tells it from other constructors, and a selector for each argument
//     makes it injective;
//   - strings, tokens, collections without variables and large ground terms are
//     constants, told apart by a number (val) among those of their kind;
//   - a collection with variables is an uninterpreted function of its entries.
//
// Computations (sort K) are associative and flattened: they get congruence only.

// smallValue is the number of nodes up to which a ground constructor term is
// sent as it is; a larger one becomes a constant.
const smallValue = 24

// value translates strings, tokens and collections.
func (t *translator) value(x *term.Term) *node {
	switch x.Kind() {
	case term.KString:
		return t.literal("string", x.Text())
	case term.KToken:
		return t.literal("token", strconv.Itoa(int(x.Sort()))+" "+x.Text())
	}
	kind := map[term.Kind]string{term.KMap: "map", term.KSet: "set", term.KList: "list"}[x.Kind()]
	if x.IsValue() {
		return t.constant(kind, x)
	}
	return t.parts(kind, x)
}

// literal is the constant of a text; different texts of one kind differ.
func (t *translator) literal(kind, text string) *node {
	name := quote("c:" + kind + " " + text)
	n := t.apply(t.named(name, nil, domValue), flagApprox)
	t.distinguish(n, kind)
	return n
}

// distinguish adds the facts that tell a value from all others of its kind, and
// its kind from other kinds.
func (t *translator) distinguish(n *node, kind string) {
	n.attach(func() []*node {
		t.values++
		val := t.apply(t.named("|val:|", []domain{domValue}, domInt), flagApprox, n)
		return []*node{t.tagged(n, kind), t.eq(val, t.int64(t.values))}
	})
}

// constant is the constant of a ground term; equal terms have one constant.
func (t *translator) constant(kind string, x *term.Term) *node {
	text := kind + " " + x.String() + " " + strconv.FormatUint(x.Hash(), 16)
	if n := t.byText[text]; n != nil {
		return n
	}
	n := t.apply(t.named(quote("c:"+kind+":"+strconv.Itoa(len(t.byText))), nil, domValue), flagApprox)
	t.distinguish(n, kind)
	t.byText[text] = n
	return n
}

// parts translates a collection as a function of its parts.
func (t *translator) parts(kind string, x *term.Term) *node {
	shape := kind
	switch x.Kind() {
	case term.KMap, term.KSet:
		shape += fmt.Sprintf(" %d %d", x.Len(), len(x.Opaque()))
	case term.KList:
		for _, it := range x.Items(0, -1) {
			if it.Segment {
				shape += "s"
			} else {
				shape += "i"
			}
		}
	}
	var args []*node
	term.Children(x, func(c *term.Term) { args = append(args, t.as(domValue, c)) })
	f := t.named(quote("p:"+shape), values(len(args)), domValue)
	return t.apply(f, flagApprox, args...)
}

func values(n int) []domain {
	ds := make([]domain, n)
	for i := range ds {
		ds[i] = domValue
	}
	return ds
}

// constructor translates the application of a constructor.
func (t *translator) constructor(x *term.Term) *node {
	if x.IsSeq() {
		return t.sequence(x)
	}
	kind := "k:" + x.Symbol().Name
	free := x.Sort() != term.SortK && x != term.DotK
	if free && x.IsValue() && size(x, smallValue) >= smallValue {
		return t.constant(kind, x)
	}
	args := make([]*node, len(x.Args()))
	doms := make([]domain, len(args))
	for i, a := range x.Args() {
		doms[i] = domValue
		if i < len(x.Symbol().Args) {
			doms[i] = domainOf(x.Symbol().Args[i])
		}
		args[i] = t.as(doms[i], a)
	}
	n := t.apply(t.named(quote(kind), doms, domValue), flagApprox, args...)
	if free {
		t.makeFree(n, kind)
	}
	return n
}

// makeFree adds that a constructor is injective and differs from others.
func (t *translator) makeFree(n *node, kind string) {
	n.attach(func() []*node {
		facts := []*node{t.tagged(n, kind)}
		for i, a := range n.args {
			sel := t.named(quote("s:"+strconv.Itoa(i)+":"+kind), []domain{domValue}, a.dom)
			facts = append(facts, t.eq(t.apply(sel, flagApprox, n), a))
		}
		return facts
	})
}

// sequence translates a computation. One item is a sequence of one.
func (t *translator) sequence(x *term.Term) *node {
	head, tail := x.Head(), x.Tail()
	if tail == term.DotK && head.Sort() != term.SortK {
		return t.as(domValue, head)
	}
	f := t.named("|k:~>|", values(2), domValue)
	return t.apply(f, flagApprox, t.as(domValue, head), t.as(domValue, tail))
}

// size counts the nodes of a term up to a limit.
func size(x *term.Term, limit int) int {
	n := 1
	term.Children(x, func(c *term.Term) {
		if n < limit {
			n += size(c, limit-n)
		}
	})
	return n
}
