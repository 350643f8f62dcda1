package smt

import (
	"rlv/prover/smt/internal/bounds"
	"rlv/prover/smt/internal/instantiate"
	"rlv/prover/smt/internal/termmap"
	"rlv/semantics/term"
)

// Presolve looks at a question before any backend does: for literals that contradict
// each other, bounds of one polynomial that exclude each other, disjunctions of which
// all but one member are excluded, and equations that give a variable a value. Most
// obligations of a proof end here. For example, of
//
//	x + 1 <= y    y < x or z = 0    0 < z
//
// the first is the bound 1 of y - x. The bound 1 of x - y, which is y < x, is
// excluded by it, so z = 0 is a literal, and that is excluded by the bound 1 of z.

// presolver decides questions by syntax. It remembers the linear forms of comparisons,
// and what the conjuncts of the question at hand say.
type presolver struct {
	forms *bounds.Forms
	asked *facts
}

func newPresolver() *presolver {
	p := &presolver{forms: bounds.NewForms()}
	p.forget()
	return p
}

// forget forgets the question at hand.
func (p *presolver) forget() { p.asked = newFacts(p.forms) }

// known is what the literals of a question say.
type known struct {
	bounds.Known
	literals termmap.Set
}

// excluded reports whether two conjuncts of the question at hand exclude each other. It
// costs as much as the question has conjuncts more than the one before.
func (p *presolver) excluded(conj []*term.Term) bool {
	p.asked.align(conj)
	return p.asked.levels[len(conj)].closed
}

// contradictory reports whether the conjunction certainly has no solution.
func (p *presolver) contradictory(conj []*term.Term) bool {
	if p.asked.closed(conj) {
		return true
	}
	solved, changed := substituteEquations(conj)
	return changed && newFacts(p.forms).closed(solved)
}

// facts is what is known of a question, conjunct by conjunct: what belongs to the beginning
// that two questions share stays.
type facts struct {
	known
	conj   []*term.Term
	levels []depth
	others []*term.Term // the conjuncts that are no bounds
}

// depth is how much there is for a beginning of a question.
type depth struct {
	bounds, literals, others int
	closed                   bool // two of the conjuncts exclude each other
}

func newFacts(forms *bounds.Forms) *facts {
	return &facts{known: known{Known: bounds.Known{Forms: forms}}, levels: []depth{{}}}
}

// top is how much there is now, closed or not.
func (f *facts) top(closed bool) depth {
	return depth{f.Known.Len(), len(f.literals.Order), len(f.others), closed}
}

// cut takes back what there is beyond a depth.
func (f *facts) cut(to depth) {
	f.Known.Cut(to.bounds)
	f.literals.Cut(to.literals)
	f.others = f.others[:to.others]
}

// align makes a question the one at hand. Bounds exclude each other in pairs, so that one
// is looked at when it comes, and the later of the two finds the other.
func (f *facts) align(conj []*term.Term) {
	keep := 0
	for keep < len(conj) && keep < len(f.conj) && conj[keep] == f.conj[keep] {
		keep++
	}
	f.levels = f.levels[:keep+1]
	f.cut(f.levels[keep])
	for _, c := range conj[keep:] {
		closed := f.levels[len(f.levels)-1].closed || c == term.False
		if b := f.Of(c); b.OK && !b.Equation {
			closed = closed || f.refutes(c)
		} else {
			f.others = append(f.others, c)
		}
		f.add(c)
		f.levels = append(f.levels, f.top(closed))
	}
	f.conj = conj
}

// propagations bounds the rounds of unit propagation.
const propagations = 3

// closed reports whether literals, and members that disjunctions leave, exclude each other.
func (f *facts) closed(conj []*term.Term) bool {
	f.align(conj)
	base := f.levels[len(conj)]
	if base.closed {
		return true
	}
	defer f.cut(base)
	for range propagations {
		changed := false
		for _, c := range f.others {
			if f.refutes(c) {
				return true
			}
			if u := f.unit(c); u != nil && f.add(u) { // no bound excludes it: c is not refuted
				changed = true
			}
		}
		if !changed {
			return false
		}
	}
	return false
}

// add notes a formula, and reports whether it is new.
func (k *known) add(c *term.Term) bool {
	if !k.literals.Add(c) {
		return false
	}
	if c.Is(term.BoolAnd) {
		k.add(c.Arg(0))
		k.add(c.Arg(1))
		return true
	}
	k.Add(c)
	return true
}

// proves reports whether a formula is known to hold.
func (k *known) proves(c *term.Term) bool {
	if c == term.True || k.literals.Has(c) {
		return true
	}
	switch c.Symbol() {
	case term.BoolNot:
		return k.refutes(c.Arg(0))
	case term.BoolAnd:
		return k.proves(c.Arg(0)) && k.proves(c.Arg(1))
	case term.BoolOr:
		return k.proves(c.Arg(0)) || k.proves(c.Arg(1))
	case term.BoolImplies:
		return k.refutes(c.Arg(0)) || k.proves(c.Arg(1))
	}
	l := k.Of(c)
	return l.OK && k.AtLeast(l.Key, l.Least) && (!l.Equation || k.AtLeast(l.Neg, -l.Least))
}

// refutes reports whether a formula is known not to hold.
func (k *known) refutes(c *term.Term) bool {
	if c == term.False {
		return true
	}
	switch c.Symbol() {
	case term.BoolNot:
		return k.proves(c.Arg(0))
	case term.BoolAnd:
		return k.refutes(c.Arg(0)) || k.refutes(c.Arg(1))
	case term.BoolOr:
		return k.refutes(c.Arg(0)) && k.refutes(c.Arg(1))
	case term.BoolImplies:
		return k.proves(c.Arg(0)) && k.refutes(c.Arg(1))
	}
	l := k.Of(c)
	switch {
	case !l.OK:
		return k.literals.Has(term.Not(c))
	case k.AtLeast(l.Neg, 1-l.Least):
		return true
	case l.Equation:
		return k.AtLeast(l.Key, l.Least+1) || k.literals.Has(term.Not(c))
	}
	return false // the negation of a bound is a bound
}

// unit returns the only member of a disjunction that is not refuted.
func (k *known) unit(c *term.Term) *term.Term {
	var a, b *term.Term
	switch {
	case c.Is(term.BoolOr):
		a, b = c.Arg(0), c.Arg(1)
	case c.Is(term.BoolImplies):
		a, b = term.Not(c.Arg(0)), c.Arg(1)
	case c.Is(term.BoolNot) && c.Arg(0).Is(term.BoolAnd):
		a, b = term.Not(c.Arg(0).Arg(0)), term.Not(c.Arg(0).Arg(1))
	default:
		return nil
	}
	if k.refutes(a) {
		return k.narrowed(b)
	}
	if k.refutes(b) {
		return k.narrowed(a)
	}
	return nil
}

func (k *known) narrowed(c *term.Term) *term.Term {
	if u := k.unit(c); u != nil {
		return u
	}
	return c
}

// maxSubstituted bounds the conjuncts in which equations are substituted: it must
// cost less than a solver.
const maxSubstituted = 64

// substituteEquations replaces variables that an equation gives a value.
func substituteEquations(conj []*term.Term) ([]*term.Term, bool) {
	if len(conj) > maxSubstituted {
		return nil, false
	}
	return instantiate.Eliminate(conj, findEquation)
}

// findEquation returns a conjunct that is a variable's definition.
func findEquation(conj []*term.Term, used map[*term.Variable]bool) (*term.Variable, *term.Term, int) {
	for i, c := range conj {
		if s := c.Symbol(); s != term.IntEq && s != term.KEq {
			continue
		}
		for side := range 2 {
			x, value := c.Arg(side), c.Arg(1-side)
			v := x.Variable()
			if v != nil && !used[v] && v.Sort == value.Sort() && !term.Occurs(v, value) {
				return v, value, i
			}
		}
	}
	return nil, nil, 0
}
