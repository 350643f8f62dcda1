package arith

import (
	"slices"

	"rlv/prover/smt/internal/fol"
)

// kind is what an item is.
type kind uint8

const (
	itemNode      kind = iota // the value of a node that is neither sum nor product
	itemRead                  // what the array of the first node holds at the second
	itemQuotient              // the first node divided by the second (Euclidean)
	itemRemainder             // of that division
	itemTruth                 // 1 if the first node is true, else 0
	itemProduct               // of two items
)

// item is something that has an integer value: an unknown of package linear.
type item struct {
	kind kind
	a, b *fol.Node
	x, y int32 // factors by number; the second is no product, and no smaller than those of the first
}

// monomial is an item, by number, and its factor.
type monomial struct {
	item int32
	coef int64
}

// polynomial is a sum of items and a constant.
type polynomial struct {
	terms    []monomial // sorted by item
	constant int64
	refuse   bool // a number was too large
}

// The bounds on the numbers of polynomials, those of package linear.
const (
	maxFactor = 1 << 20
	maxNumber = 1 << 33
)

// add adds f times another polynomial.
func (p *polynomial) add(q *polynomial, f int64) {
	p.refuse = p.refuse || q.refuse
	p.constant += f * q.constant
	for _, m := range q.terms {
		i, found := slices.BinarySearchFunc(p.terms, m.item, func(m monomial, n int32) int { return int(m.item - n) })
		switch {
		case !found:
			p.terms = slices.Insert(p.terms, i, monomial{m.item, f * m.coef})
		case p.terms[i].coef+f*m.coef == 0:
			p.terms = slices.Delete(p.terms, i, i+1)
			continue
		default:
			p.terms[i].coef += f * m.coef
		}
		p.limit(p.terms[i].coef, maxFactor)
	}
	p.limit(p.constant, maxNumber)
}

// limit empties a polynomial whose numbers are too large for more arithmetic.
func (p *polynomial) limit(n, most int64) {
	if n <= -most || n >= most {
		*p = polynomial{refuse: true}
	}
}

// table has the items that questions are about, with numbers, and the polynomials of
// nodes over them. It grows from question to question.
type table struct {
	polynomials []*polynomial // by node id
	items       []item
	numbers     map[item]int32
}

// polynomial returns that of a node of integers or values, and the difference of
// both sides for a comparison.
func (t *table) polynomial(n *fol.Node) *polynomial {
	for int(n.ID) >= len(t.polynomials) {
		t.polynomials = append(t.polynomials, make([]*polynomial, len(t.polynomials)+256)...)
	}
	if p := t.polynomials[n.ID]; p != nil {
		return p
	}
	p := &polynomial{}
	switch n.Op {
	case fol.Numeral:
		if n.Num.IsInt64() {
			p.constant = n.Num.Int64()
			p.limit(p.constant, maxNumber)
		} else {
			p.refuse = true
		}
	case fol.Add:
		for _, a := range n.Args {
			p.add(t.polynomial(a), 1)
		}
	case fol.Sub, fol.Le, fol.Lt, fol.Eq:
		p.add(t.polynomial(n.Args[0]), 1)
		for _, a := range n.Args[1:] {
			p.add(t.polynomial(a), -1)
		}
	case fol.Mul:
		t.product(p, n)
	case fol.Div, fol.Mod:
		t.division(p, n)
	case fol.Select:
		t.selection(p, n.Args[0], n.Args[1])
	default:
		t.addItem(p, item{kind: itemNode, a: n}, 1)
	}
	t.polynomials[n.ID] = p
	return p
}

func (t *table) addItem(p *polynomial, it item, f int64) {
	p.add(ofItem(t.number(it)), f)
}

// ofItem is the polynomial of an item.
func ofItem(i int32) *polynomial { return &polynomial{terms: []monomial{{i, 1}}} }

func (t *table) number(it item) int32 {
	n, ok := t.numbers[it]
	if !ok {
		n = int32(len(t.items))
		t.numbers[it] = n
		t.items = append(t.items, it)
	}
	return n
}

// product multiplies polynomials out.
func (t *table) product(p *polynomial, n *fol.Node) {
	*p = polynomial{constant: 1}
	for _, a := range n.Args {
		q := t.polynomial(a)
		if p.refuse || q.refuse || len(p.terms)*len(q.terms) > maxTerms {
			*p = polynomial{refuse: true}
			return
		}
		*p = t.times(p, q)
	}
}

// maxTerms bounds the terms of a product.
const maxTerms = 64

func (t *table) times(p, q *polynomial) polynomial {
	var out polynomial
	scale := func(p *polynomial, f int64) {
		if out.limit(f, maxFactor); !out.refuse && f != 0 {
			out.add(p, f)
		}
	}
	if len(q.terms) == 0 {
		scale(p, q.constant)
		return out
	}
	scale(q, p.constant)
	if !out.refuse && q.constant != 0 {
		rest := *p
		rest.constant = 0
		scale(&rest, q.constant)
	}
	for _, m := range p.terms {
		for _, n := range q.terms {
			if !out.refuse {
				t.addItem(&out, t.multiplied(m.item, n.item), m.coef*n.coef)
			}
		}
	}
	return out
}

// multiplied returns the product of two items, which are products of others maybe.
func (t *table) multiplied(x, y int32) item {
	factors := t.factors(t.factors(nil, x), y)
	slices.Sort(factors)
	p := item{kind: itemProduct, x: factors[0], y: factors[1]}
	for _, f := range factors[2:] {
		p = item{kind: itemProduct, x: t.number(p), y: f}
	}
	return p
}

func (t *table) factors(out []int32, x int32) []int32 {
	if it := t.items[x]; it.kind == itemProduct {
		return append(t.factors(out, it.x), it.y)
	}
	return append(out, x)
}

// division is a quotient, or the remainder that goes with it. By 0, they are
// functions of which nothing is known.
func (t *table) division(p *polynomial, n *fol.Node) {
	q := item{kind: itemQuotient, a: n.Args[0], b: n.Args[1]}
	d := t.polynomial(q.b)
	switch {
	case d.refuse || len(d.terms) > maxTerms:
		p.refuse = true
	case n.Op == fol.Div:
		t.addItem(p, q, 1)
	case len(d.terms) == 0 && d.constant != 0:
		p.add(t.polynomial(q.a), 1)
		t.addItem(p, q, -d.constant)
	default:
		t.addItem(p, item{kind: itemRemainder, a: q.a, b: q.b}, 1)
	}
}
