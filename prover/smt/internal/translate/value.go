package translate

import (
	"fmt"
	"strconv"

	"rlv/prover/smt/internal/fol"
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
func (t *Translator) value(x *term.Term) *fol.Node {
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
func (t *Translator) literal(kind, text string) *fol.Node {
	name := quote("c:" + kind + " " + text)
	n := t.Apply(t.named(name, nil, fol.Value), fol.Approximate)
	t.distinguish(n, kind)
	return n
}

// distinguish adds the facts that tell a value from all others of its kind, and
// its kind from other kinds.
func (t *Translator) distinguish(n *fol.Node, kind string) {
	n.Attach(func() []*fol.Node {
		t.values++
		val := t.Apply(t.named("|val:|", []fol.Domain{fol.Value}, fol.Int), fol.Approximate, n)
		return []*fol.Node{t.tagged(n, kind), t.Eq(val, t.Int64(t.values))}
	})
}

// constant is the constant of a ground term; equal terms have one constant.
func (t *Translator) constant(kind string, x *term.Term) *fol.Node {
	text := kind + " " + x.String() + " " + strconv.FormatUint(x.Hash(), 16)
	if n := t.byText[text]; n != nil {
		return n
	}
	n := t.Apply(t.named(quote("c:"+kind+":"+strconv.Itoa(len(t.byText))), nil, fol.Value), fol.Approximate)
	t.distinguish(n, kind)
	t.byText[text] = n
	return n
}

// parts translates a collection as a function of its parts.
func (t *Translator) parts(kind string, x *term.Term) *fol.Node {
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
	var args []*fol.Node
	term.Children(x, func(c *term.Term) { args = append(args, t.As(fol.Value, c)) })
	f := t.named(quote("p:"+shape), values(len(args)), fol.Value)
	return t.Apply(f, fol.Approximate, args...)
}

func values(n int) []fol.Domain {
	ds := make([]fol.Domain, n)
	for i := range ds {
		ds[i] = fol.Value
	}
	return ds
}

// constructor translates the application of a constructor.
func (t *Translator) constructor(x *term.Term) *fol.Node {
	if x.IsSeq() {
		return t.sequence(x)
	}
	kind := "k:" + x.Symbol().Name
	free := x.Sort() != term.SortK && x != term.DotK
	if free && x.IsValue() && size(x, smallValue) >= smallValue {
		return t.constant(kind, x)
	}
	args := make([]*fol.Node, len(x.Args()))
	doms := make([]fol.Domain, len(args))
	for i, a := range x.Args() {
		doms[i] = fol.Value
		if i < len(x.Symbol().Args) {
			doms[i] = DomainOf(x.Symbol().Args[i])
		}
		args[i] = t.As(doms[i], a)
	}
	n := t.Apply(t.named(quote(kind), doms, fol.Value), fol.Approximate, args...)
	if free {
		t.makeFree(n, kind)
	}
	return n
}

// makeFree adds that a constructor is injective and differs from others.
func (t *Translator) makeFree(n *fol.Node, kind string) {
	n.Attach(func() []*fol.Node {
		facts := []*fol.Node{t.tagged(n, kind)}
		for i, a := range n.Args {
			sel := t.named(quote("s:"+strconv.Itoa(i)+":"+kind), []fol.Domain{fol.Value}, a.Domain)
			facts = append(facts, t.Eq(t.Apply(sel, fol.Approximate, n), a))
		}
		return facts
	})
}

// sequence translates a computation. One item is a sequence of one.
func (t *Translator) sequence(x *term.Term) *fol.Node {
	head, tail := x.Head(), x.Tail()
	if tail == term.DotK && head.Sort() != term.SortK {
		return t.As(fol.Value, head)
	}
	f := t.named("|k:~>|", values(2), fol.Value)
	return t.Apply(f, fol.Approximate, t.As(fol.Value, head), t.As(fol.Value, tail))
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
