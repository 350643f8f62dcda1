package logic

// HeadKind is the kind of the top of a value.
type HeadKind uint8

// The kinds of tops.
const (
	HInt HeadKind = iota
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

// Head is the top of the values of a term, if it is known (Coq: thead).
func (t *Term) Head() (Head, bool) {
	for t.Kind == TApp {
		t = t.A
	}
	if t.Kind == TSym {
		return Head{Kind: HSym, Sym: t.Sym}, true
	}
	if k := t.kind; k.of == ofSort {
		switch k.sort.Kind {
		case SInt:
			return Head{Kind: HInt}, true
		case SBool:
			return Head{Kind: HBool}, true
		case SStr:
			return Head{Kind: HStr}, true
		case STok:
			return Head{Kind: HTok, Sym: k.sort.Tok}, true
		case SMap:
			return Head{Kind: HMap}, true
		case SArr:
			return Head{Kind: HArr}, true
		case SList:
			return Head{Kind: HList}, true
		}
	}
	return Head{}, false
}

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
		for _, y := range c.tests(other) {
			if x.Head == y.Head {
				return false
			}
		}
	}
	return true
}

// told is what is known of the sort of a term by its other sorts (Coq: told).
func (c Calculator) told(d Known, s uint64, t *Term) verdict {
	for _, p := range d {
		if is := p[0]; IsOp(is, OIs) && p[1].IsFalse() && Equal(t, is.A) {
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
