package instantiate

import (
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// pool has the ground terms of a question at which formulas are instantiated.
type pool struct {
	indexes              []index      // of array reads and writes
	known                termmap.Set  // those reads and writes
	parts                termmap.Set  // arrays that begin within others
	arrays               termmap.Set  // array variables
	apps                 termmap.Set  // applications of trigger functions
	items                []*term.Term // new applications that are items of lists
	lists                termmap.Set  // lists that are put together
	remainders, compared termmap.Set
	bits, told           termmap.Set // terms that are about bits, and those of which facts were added
	halved, halves       termmap.Set // those of them that are divided by two, and of these those of which that was said
	compares             termmap.Set // what items of arrays are compared with, and they
	seen                 map[*term.Term]bool
	bare                 map[*term.Term]bool // whether there is nothing of this in a term; for all questions
	// depth is how many unfoldings an application comes from; absent: none.
	depth termmap.Map[int]
}

// index is a ground index with the root of its array; nil: unknown.
type index struct{ root, at *term.Term }

// indexTerms returns the indexes, each once.
func (p *pool) indexTerms() []*term.Term {
	var out termmap.Set
	for _, i := range p.indexes {
		out.Add(i.at)
	}
	return out.Order
}

// collect adds the ground terms of a formula.
func (p *pool) collect(f *term.Term) {
	if p.isBare(f) || p.seen[f] {
		return
	}
	if p.seen == nil {
		p.seen = map[*term.Term]bool{}
	}
	p.seen[f] = true
	if f.Kind() == term.KApp {
		if s := f.Symbol(); s == term.ArraySelect || s == term.ArrayStore {
			if root := arrayRoot(f.Arg(0)); p.known.Add(f) {
				p.indexes = append(p.indexes, index{root, f.Arg(1)})
			}
		}
		if f.Is(term.ArrayShift) {
			p.parts.Add(f)
		}
		if s := f.Symbol(); s == term.IntLt || s == term.IntLe || s == term.IntEq {
			p.compare(f.Arg(0), f.Arg(1))
			p.compare(f.Arg(1), f.Arg(0))
		}
		if f.Is(term.ListInt) {
			p.items = append(p.items, f)
		}
		if isRemainder(f) && len(p.remainders.Order) < maxRemainders {
			p.remainders.Add(f)
		}
		if IsBits(f) && len(p.bits.Order) < maxBits {
			p.bits.Add(f)
		}
		if halvesBits(f) && len(p.halved.Order) < maxBits {
			p.halved.Add(f.Arg(0))
		}
		if isTrigger(f) && len(p.apps.Order) < maxGroundTerms {
			p.apps.Add(f)
		}
	}
	if f.Kind() == term.KList {
		p.addItems(f)
	}
	if f.Kind() == term.KVar && f.Sort() == term.SortArray {
		p.arrays.Add(f)
	}
	term.Children(f, p.collect)
}

// compare notes what an item of an array is compared with.
func (p *pool) compare(item, with *term.Term) {
	if item.Is(term.ArraySelect) {
		p.compares.Add(item)
		p.compares.Add(with)
	}
}

// maxBare bounds the terms that are known to be bare, or not.
const maxBare = 1 << 16

// isBare reports whether there is nothing to collect in a term.
func (p *pool) isBare(f *term.Term) bool {
	if f.Kind() == term.KInt {
		return true
	}
	bare, ok := p.bare[f]
	if ok {
		return bare
	}
	switch f.Kind() {
	case term.KApp:
		s := f.Symbol()
		bare = s != term.ArraySelect && s != term.ArrayStore && s != term.ArrayShift && s != term.ListInt && !isRemainder(f) && !IsBits(f) && !isTrigger(f)
	case term.KList:
	default:
		bare = !f.IsVar() || f.Sort() != term.SortArray
	}
	term.Children(f, func(c *term.Term) { bare = bare && p.isBare(c) })
	if len(p.bare) >= maxBare {
		clear(p.bare)
	}
	p.bare[f] = bare
	return bare
}

// deepen marks the applications of sym in f that are new.
func (p *pool) deepen(f *term.Term, sym *term.Symbol, depth int) {
	term.Walk(f, func(t *term.Term) bool {
		if t.Is(sym) && !p.apps.Has(t) && !p.depth.Has(t) {
			p.depth.Put(t, depth)
		}
		return t.HasFunctions()
	})
}
