package logic

import (
	"iter"
	"slices"
)

// HeadKind is the kind of the top of a value.
type HeadKind uint8

// The kinds of tops.
const (
	HInt HeadKind = iota + 1
	HBool
	HStr
	HTok
	HSym
	HMap
	HArr
	HList
)

// Head is the top of a value (Coq: head).
type Head struct {
	Kind HeadKind
	Sym  Sym // of an HTok, HSym
}

// Test is passed by a value whose head is Head and whose arguments, from the last to the
// first, are of the sorts with the numbers Args; none: they are not looked at (Coq: test).
type Test struct {
	Head Head
	Args []uint64
}

// headOf is the top of the values of a term; its kind is 0 if it is not known (Coq: thead).
func headOf(t *Term) Head {
	switch k := t.kind; {
	case t.Kind == TApp:
		return t.A.head
	case t.Kind == TSym:
		return Head{Kind: HSym, Sym: t.Sym}
	case k.of == ofSort && k.sort.Kind == STok:
		return Head{Kind: HTok, Sym: k.sort.Tok}
	case k.of == ofSort:
		return Head{Kind: [...]HeadKind{SInt: HInt, SBool: HBool, SStr: HStr, SMap: HMap, SArr: HArr, SList: HList, SK: 0}[k.sort.Kind]}
	}
	return Head{}
}

// Head is the top of the values of a term, if it is known.
func (t *Term) Head() (Head, bool) { return t.head, t.head.Kind != 0 }

// verdict is yes, no, or not known.
type verdict uint8

const (
	unknown verdict = iota
	no
	yes
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// passes is whether a term passes a test (Coq: tpasses).
func (c Calculator) passes(t *Term, h Head, args []uint64) verdict {
	c.Meter.Spend(1)
	if len(args) == 0 {
		if own, ok := t.Head(); ok {
			return verdictOf(own == h)
		}
		return unknown
	}
	if t.Kind != TApp {
		if t.kind == anything || t.kind.of == isApplication {
			return unknown
		}
		return no
	}
	front, last := c.passes(t.A, h, args[1:]), c.isOfSort(args[0], t.B)
	switch {
	case front == no || last == no:
		return no
	case front == yes:
		return last
	}
	return unknown
}

// isOfSort is whether a term is of the sort with a number (Coq: tis).
func (c Calculator) isOfSort(s uint64, t *Term) verdict {
	out := no
	for _, x := range c.tests(s) {
		switch c.passes(t, x.Head, x.Args) {
		case yes:
			return yes
		case unknown:
			out = unknown
		}
	}
	return out
}

func (c Calculator) tests(s uint64) []Test {
	if s >= uint64(len(c.Tests)) {
		return nil
	}
	return c.Tests[s]
}

// excludes reports whether no value is of both sorts: by their heads (Coq: excludes).
func (c Calculator) excludes(s, other uint64) bool {
	for _, x := range c.tests(s) {
		c.Meter.Spend(len(c.tests(other)))
		for _, y := range c.tests(other) {
			if x.Head == y.Head {
				return false
			}
		}
	}
	return true
}

// includes reports whether what is of sort other is of sort s: each test for other is one for s, or one of its
// head is (Coq: includes).
func (c Calculator) includes(s, other uint64) bool {
	for _, y := range c.tests(other) {
		c.Meter.Spend(len(c.tests(s)))
		if !slices.ContainsFunc(c.tests(s), func(x Test) bool {
			return x.Head == y.Head && (len(x.Args) == 0 || slices.Equal(x.Args, y.Args))
		}) {
			return false
		}
	}
	return true
}

// told is what is known of the sort of a term by its other sorts (Coq: told).
func (c Calculator) told(s uint64, t *Term) verdict {
	for known := range c.sortsOf(t) {
		switch {
		case known == s || c.includes(s, known):
			return yes
		case c.excludes(s, known):
			return no
		}
	}
	return unknown
}

// sortsOf are the sorts that a term is known to be of.
func (c Calculator) sortsOf(t *Term) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		c.Meter.Spend(len(c.Known))
		for _, p := range c.Known {
			if IsOp(p[0], OIs) && p[1].IsFalse() && c.Meter.Equal(t, p[0].A) && !yield(p[0].N) {
				return
			}
		}
	}
}

// Foreign reports whether no instance of a pattern is one of a term: by their kinds, or as the values of a sort
// that the term is known to be of have other heads (Coq: foreign).
func (c Calculator) Foreign(p, t *Term) bool {
	if Apart(t, p) {
		return true
	}
	h, ok := p.Head()
	if !ok {
		return false
	}
	for s := range c.sortsOf(t) {
		c.Meter.Spend(len(c.tests(s)))
		if !slices.ContainsFunc(c.tests(s), func(x Test) bool { return x.Head == h }) {
			return true
		}
	}
	return false
}
