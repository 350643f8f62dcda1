package smt

import (
	"slices"

	"rlv/prover/smt/internal/columns"
	"rlv/semantics/term"
)

// path is the question at hand, conjunct by conjunct, with what was worked out for each of
// its beginnings. The questions of a path of a program are each the one before with a
// conjunct more, or with another last one, so that what belongs to the beginning that two
// of them share is kept:
//
//	a, b, c       three conjuncts are pushed
//	a, b, d, e    c is popped, d and e are pushed
//
// A question is the same whether it was reached this way or pushed all at once; only a
// valuation is what was found when the beginning was itself a question.
type path struct {
	canonizer
	conj    []*term.Term
	levels  []level                           // of the beginnings, from that of no conjunct on
	hashes  map[uint64]int                    // how often conjuncts with a hash occur
	mention map[*term.Variable][]int32        // the conjuncts that mention a variable, by place, but for those of apart
	apart   map[apart][]int32                 // those that say that a variable is not a number
	given   map[*term.Variable]columns.Column // the variables that conjuncts give values
	table   columns.Table
}

// apart is a variable and a number that it is not. Behind n cases of a choice there are n for
// one variable; where its value changes, all but those with that number are true.
type apart struct {
	variable *term.Variable
	number   int64
}

// apartOf returns what a conjunct keeps apart, if it is such a one.
func apartOf(c *term.Term) (apart, bool) {
	if !c.Is(term.BoolNot) || !c.Arg(0).Is(term.IntEq) {
		return apart{}, false
	}
	x, number := c.Arg(0).Arg(0), c.Arg(0).Arg(1)
	if !x.IsVar() {
		x, number = number, x
	}
	n, small := number.Int64()
	return apart{x.Variable(), n}, x.IsVar() && small
}

// level is what is known of a beginning of a question.
type level struct {
	set       uint64 // a number of the set of its conjuncts
	sequence  uint64 // a number of their sequence
	form      int32  // its canonical form, or noForm
	terms     int    // how many terms are numbered in it
	binders   bool   // a conjunct has quantifiers
	valuation *valuation
	other     *valuation       // found where a condition of a branch was added, that before the last
	vars      []*term.Variable // of the last conjunct
	columns   []columns.Column // to which the last conjunct gives values, and none before does
}

// branched notes a valuation of a question with one conjunct more.
func (l *level) branched(v *valuation) {
	if v != l.valuation {
		l.valuation, l.other = v, l.valuation
	}
}

func newPath() *path {
	return &path{
		canonizer: newCanonizer(), levels: []level{{}},
		hashes: map[uint64]int{}, mention: map[*term.Variable][]int32{}, apart: map[apart][]int32{}, given: map[*term.Variable]columns.Column{},
	}
}

// align makes a question the one at hand. It keeps the slice.
func (p *path) align(conj []*term.Term) {
	keep := 0
	for keep < len(conj) && keep < len(p.conj) && conj[keep] == p.conj[keep] {
		keep++
	}
	for len(p.levels) > keep+1 {
		p.pop(p.conj[len(p.levels)-2])
	}
	for _, c := range conj[keep:] {
		p.push(c)
	}
	p.conj = conj
}

// mixed spreads the bits of a hash, so that a sum tells sets apart.
func mixed(h uint64) uint64 {
	h *= 0x9fb21c651e98df25
	return (h ^ h>>29) * 0x9e3779b97f4a7c15
}

// push adds a conjunct.
func (p *path) push(c *term.Term) {
	next := *p.top()
	next.vars, next.columns, next.valuation, next.other = term.Vars(c), nil, nil, nil
	h := c.Hash()
	if p.hashes[h]++; p.hashes[h] == 1 {
		next.set += mixed(h)
	}
	next.sequence = (next.sequence ^ h) * 0x9fb21c651e98df25
	next.sequence ^= next.sequence >> 29
	next.form = p.follow(next.form, c)
	next.terms = len(p.terms)
	next.binders = next.binders || c.HasBinders()
	at := int32(len(p.levels) - 1)
	if a, ok := apartOf(c); ok {
		p.apart[a] = append(p.apart[a], at)
	} else {
		for _, v := range next.vars {
			p.mention[v] = append(p.mention[v], at)
		}
	}
	for _, col := range p.table.Of(c) {
		if _, ok := p.given[col.Variable]; !ok {
			p.given[col.Variable] = col
			next.columns = append(next.columns, col)
		}
	}
	p.levels = append(p.levels, next)
}

// pop takes the last conjunct back, which is c.
func (p *path) pop(c *term.Term) {
	h := c.Hash()
	if p.hashes[h]--; p.hashes[h] == 0 {
		delete(p.hashes, h)
	}
	if a, ok := apartOf(c); ok {
		withoutLast(p.apart, a)
	} else {
		for _, v := range p.top().vars {
			withoutLast(p.mention, v)
		}
	}
	for _, col := range p.top().columns {
		delete(p.given, col.Variable)
	}
	p.levels = slices.Delete(p.levels, len(p.levels)-1, len(p.levels))
	p.forget(p.top().terms)
}

// withoutLast takes the last of the places of something away.
func withoutLast[K comparable](places map[K][]int32, of K) {
	if at := places[of]; len(at) > 1 {
		places[of] = at[:len(at)-1]
	} else {
		delete(places, of)
	}
}

// top is what is known of the whole question.
func (p *path) top() *level { return &p.levels[len(p.levels)-1] }
