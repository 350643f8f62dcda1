package logic

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

// told is what is known of the sort of a term by its other sorts (Coq: told).
func (c Calculator) told(s uint64, t *Term) verdict {
	c.Meter.Spend(len(c.Known))
	for _, p := range c.Known {
		if is := p[0]; IsOp(is, OIs) && p[1].IsFalse() && c.Meter.Equal(t, is.A) {
			switch {
			case is.N == s:
				return yes
			case c.excludes(s, is.N):
				return no
			}
		}
	}
	return unknown
}
