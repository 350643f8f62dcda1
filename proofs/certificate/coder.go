package certificate

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"rlv/proofs/logic"
)

// coder reads or writes: one description of the format serves both, so that they agree.
type coder struct {
	reading bool
	in, out []byte
	terms   []*logic.Term
	numbers map[uint64][]uint64 // of terms, by their hash; only where it writes
	depth   int
	things  int // so far
	err     error
}

// newCoder returns one that reads a text, or one that writes if there is none.
func newCoder(text []byte) *coder {
	return &coder{reading: text != nil, in: text, numbers: map[uint64][]uint64{}}
}

func (c *coder) fail(why string) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: %s", ErrDamaged, why)
	}
}

// thing counts what is read or written.
func (c *coder) thing() {
	if c.things++; c.things > maxThings {
		c.fail("it is too large")
	}
}

// number is a natural number.
func (c *coder) number(n *uint64) {
	if !c.reading {
		c.out = binary.AppendUvarint(c.out, *n)
		return
	}
	x, size := binary.Uvarint(c.in)
	if size <= 0 || c.err != nil {
		c.fail("it ends within a number")
		*n = 0
		return
	}
	*n, c.in = x, c.in[size:]
}

// length is the number of things that follow, of which each takes a byte at least.
func (c *coder) length(n int) int {
	x := uint64(n)
	c.number(&x)
	if c.reading && x > uint64(len(c.in)) {
		c.fail("it has less than it says")
		return 0
	}
	return int(x)
}

func (c *coder) flag(b *bool) {
	var n uint8
	if *b {
		n = 1
	}
	choice(c, &n, 2)
	*b = n == 1
}

func (c *coder) text(s *string) {
	n := c.length(len(*s))
	if !c.reading {
		c.out = append(c.out, *s...)
		return
	}
	*s, c.in = string(c.in[:n]), c.in[n:]
}

func (c *coder) hash(h *Hash) {
	if !c.reading {
		c.out = append(c.out, h[:]...)
		return
	}
	if len(c.in) < len(h) {
		c.fail("it ends within a hash")
		return
	}
	c.in = c.in[copy(h[:], c.in):]
}

// list is a list of things.
func list[T any](c *coder, xs *[]T, each func(*T)) {
	n := c.length(len(*xs))
	if c.reading {
		*xs = nil
	}
	for i := 0; i < n && c.err == nil; i++ {
		c.thing()
		if c.reading {
			var x T
			each(&x)
			*xs = append(*xs, x)
		} else {
			each(&(*xs)[i])
		}
	}
}

// choice is a number below a bound.
func choice[T ~uint8](c *coder, x *T, bound T) {
	n := uint64(*x)
	c.number(&n)
	if n >= uint64(bound) {
		c.fail("it has a form that there is not")
		n = 0
	}
	*x = T(n)
}

func (c *coder) sym(s *logic.Sym) {
	c.number((*uint64)(s))
	if c.reading && *s == 0 {
		c.fail("it has the symbol 0")
	}
}

func (c *coder) sort(s *logic.Sort) {
	choice(c, &s.Kind, logic.SK+1)
	if s.Kind == logic.STok {
		c.sym(&s.Tok)
	}
}

func (c *coder) variable(v *logic.Var) {
	c.sort(&v.Sort)
	c.number(&v.N)
}

func (c *coder) integer(z **big.Int) {
	if !c.reading {
		sign := uint64((*z).Sign() + 1)
		c.number(&sign)
		s := string((*z).Bytes())
		c.text(&s)
		return
	}
	var sign uint64
	var s string
	c.number(&sign)
	c.text(&s)
	*z = new(big.Int).SetBytes([]byte(s))
	if sign == 0 {
		(*z).Neg(*z)
	}
	if (*z).Sign()+1 != int(sign) {
		c.fail("it has an integer with a wrong sign")
	}
}

// deeper counts how deep what is read or written is nested; false if it is too deep.
func (c *coder) deeper() bool {
	c.thing()
	if c.depth++; c.depth > maxDepth {
		c.fail("it is nested too deep")
	}
	return c.err == nil
}

// term is the number of a term: that of one that was there before, or the next, which
// follows.
func (c *coder) term(t **logic.Term) {
	if !c.deeper() {
		return
	}
	defer func() { c.depth-- }()
	next := uint64(len(c.terms))
	n := next
	if !c.reading {
		for _, i := range c.numbers[(*t).Hash()] {
			if logic.Equal(c.terms[i], *t) {
				n = i
			}
		}
	}
	// The number is counted back from the last, so that near ones are short.
	back := next - n
	c.number(&back)
	if c.reading {
		switch {
		case c.err != nil:
			return
		case back > next:
			c.fail("it has the number of no term")
			return
		case back > 0:
			*t = c.terms[next-back]
			return
		}
		*t = c.newTerm()
	} else if back == 0 {
		c.whole(*t)
	} else {
		return
	}
	if c.err == nil {
		c.numbers[(*t).Hash()] = append(c.numbers[(*t).Hash()], uint64(len(c.terms)))
		c.terms = append(c.terms, *t)
	}
}

// newTerm reads a term in full.
func (c *coder) newTerm() *logic.Term {
	var t logic.Term
	c.whole(&t)
	if c.err != nil {
		return logic.True
	}
	return logic.Rebuilt(t)
}

// whole is a term in full.
func (c *coder) whole(t *logic.Term) {
	choice(c, &t.Kind, logic.TFun+1)
	switch t.Kind {
	case logic.TV:
		c.sort(&t.Sort)
		c.number(&t.N)
	case logic.TB:
		c.number(&t.N)
	case logic.TInt:
		c.integer(&t.Int)
	case logic.TBool:
		c.number(&t.N)
		if t.N > 1 {
			c.fail("it has a Boolean that there is not")
		}
	case logic.TStr:
		c.text(&t.Text)
	case logic.TTok:
		c.sym(&t.Sym)
		c.text(&t.Text)
	case logic.TSym:
		c.sym(&t.Sym)
	case logic.TApp:
		c.term(&t.A)
		c.term(&t.B)
	case logic.TOp:
		choice(c, &t.Op, logic.NumOps)
		if t.Op == logic.OIs {
			c.number(&t.N)
		}
		c.term(&t.A)
		c.term(&t.B)
	case logic.TFun:
		c.sym(&t.Sym)
		c.sort(&t.Sort)
		c.term(&t.A)
	}
}

func (c *coder) form(f **logic.Form) {
	if !c.deeper() {
		return
	}
	defer func() { c.depth-- }()
	if c.reading {
		*f = &logic.Form{}
	}
	choice(c, &(*f).Kind, logic.FEx+1)
	switch (*f).Kind {
	case logic.FT:
		c.term(&(*f).Term)
	case logic.FNot, logic.FAll, logic.FEx:
		c.form(&(*f).A)
	default:
		c.form(&(*f).A)
		c.form(&(*f).B)
	}
}

func (c *coder) subst(s *logic.Subst) {
	list(c, (*[]logic.Binding)(s), func(b *logic.Binding) {
		c.variable(&b.Var)
		c.term(&b.Term)
	})
}
