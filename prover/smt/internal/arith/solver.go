package arith

import (
	"context"
	"slices"
	"strconv"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/linear"
)

// Solver is a backend in this process.
type Solver struct {
	solver *linear.Solver
	table

	question
	stack    fol.Stack
	levels   []extent    // of the question, where the assertions on the stack begin
	lastForm linear.Form // what form returned last
	rounds   int         // solutions that were looked at
}

// simplexEffort is the effort after which a question is left to others.
var simplexEffort = linear.Effort{Conflicts: 150, Pivots: 1500, Branches: 12}

// New returns a solver that was asked nothing yet. It makes so many times the usual
// effort.
func New(effort float64) *Solver {
	return &Solver{solver: linear.New(simplexEffort.Times(effort)), table: table{numbers: map[item]int32{}}}
}

// Check implements [fol.Backend]. What was built for the assertions that the question
// before began with, too, is kept. The answer is the same without that.
func (e *Solver) Check(_ context.Context, q fol.Query) fol.Reply {
	if q.Deep() {
		return fol.GiveUp(fol.TooDeep)
	}
	if slices.ContainsFunc(q.Assertions, func(n *fol.Node) bool { return n.Has(fol.Quantified) }) {
		return fol.GiveUp("quantifiers")
	}
	popped, pushed := e.stack.Align(q.Assertions)
	e.pop(popped)
	for _, l := range pushed {
		e.push()
		for _, f := range l.Facts {
			e.assert(f, true)
		}
		e.assert(l.Assertion, true)
	}
	if e.refuse {
		return fol.GiveUp("not linear")
	}
	defer e.cut(e.extent()) // the search for a solution adds what it finds missing
	e.rounds = 0
	switch r := e.solver.Solve(e.consistent); {
	case e.refuse:
	case r == linear.Unsatisfiable:
		return fol.Reply{Result: fol.Unsat}
	case r == linear.Satisfiable:
		return fol.Reply{Result: fol.Sat, Values: e.texts(q.Want)}
	}
	return fol.GiveUp("not decided")
}

// push begins the level of an assertion.
func (e *Solver) push() {
	e.solver.Push()
	e.levels = append(e.levels, e.extent())
}

// pop takes the last n assertions back.
func (e *Solver) pop(n int) {
	if n == 0 {
		return
	}
	left := len(e.levels) - n
	e.cut(e.levels[left])
	e.levels = e.levels[:left]
	if left == 0 {
		e.solver.Reset() // in one go
		return
	}
	e.solver.Pop(n)
}

// Name implements [fol.Backend].
func (e *Solver) Name() string { return "simplex" }

// Quantifiers implements [fol.Backend].
func (e *Solver) Quantifiers() bool { return false }

// Reset implements [fol.Backend].
func (e *Solver) Reset() {
	e.solver.Reset()
	e.table = table{numbers: map[item]int32{}}
	e.question, e.levels = question{}, nil
	e.stack.Reset()
}

// assert adds that a formula is true, or that it is not.
func (e *Solver) assert(n *fol.Node, truth bool) {
	switch {
	case n.Op == fol.Not:
		e.assert(n.Args[0], !truth)
	case n.Op == fol.And && truth, n.Op == fol.Or && !truth:
		for _, a := range n.Args {
			e.assert(a, truth)
		}
	case n.Op == fol.Implies && !truth:
		e.assert(n.Args[0], true)
		e.assert(n.Args[1], false)
	case isNumeric(n) && truth:
		least, most := e.sides(n)
		e.solver.Clause(least)
		e.solver.Clause(most)
	default:
		e.solver.Clause(e.members(n, truth, make([]linear.Lit, 0, 8))...)
	}
}

// isNumeric reports whether a node is an equation of integers or values.
func isNumeric(n *fol.Node) bool {
	return n.Op == fol.Eq && (n.Args[0].Domain == fol.Int || n.Args[0].Domain == fol.Value)
}

// sides returns the two bounds that make up an equation.
func (e *Solver) sides(n *fol.Node) (least, most linear.Lit) { return e.equal(e.polynomial(n)) }

// equal returns the two bounds that say that a polynomial is 0.
func (e *Solver) equal(p *polynomial) (least, most linear.Lit) {
	f := e.form(p)
	return e.solver.AtLeast(f, -p.constant), e.solver.AtMost(f, -p.constant)
}

// members appends the literals one of which is true if a formula is: those of its
// members if it is a disjunction.
func (e *Solver) members(n *fol.Node, truth bool, out []linear.Lit) []linear.Lit {
	switch {
	case n.Op == fol.Not:
		return e.members(n.Args[0], !truth, out)
	case n.Op == fol.Or && truth, n.Op == fol.And && !truth:
		for _, a := range n.Args {
			out = e.members(a, truth, out)
		}
		return out
	case n.Op == fol.Implies && truth:
		return e.members(n.Args[1], true, e.members(n.Args[0], false, out))
	case isNumeric(n) && !truth:
		least, most := e.sides(n)
		return append(out, least.Not(), most.Not())
	}
	return append(out, e.literal(n, truth))
}

// literal returns a literal that implies a formula, or its negation. A formula
// with parts gets an unknown of its own (D. Plaisted and S. Greenbaum, "A
// structure-preserving clause form translation", 1986).
func (e *Solver) literal(n *fol.Node, truth bool) linear.Lit {
	switch n.Op {
	case fol.True, fol.False:
		if (n.Op == fol.True) == truth {
			return linear.True
		}
		return linear.False
	case fol.Not:
		return e.literal(n.Args[0], !truth)
	case fol.Le, fol.Lt:
		p := e.polynomial(n)
		k := -p.constant
		if n.Op == fol.Lt {
			k--
		}
		l := e.solver.AtMost(e.form(p), k)
		if !truth {
			l = l.Not()
		}
		return l
	}
	at := 2 * int(n.ID)
	if !truth {
		at++
	}
	if l, ok := e.lits.get(at); ok {
		return l
	}
	p := e.solver.Bool()
	e.lits.put(at, p)
	if n.Op == fol.App {
		e.lits.put(at^1, p.Not())
		e.apply(n)
		return p
	}
	e.define(p, n, truth)
	return p
}

// imply adds that p implies one of the members of all formulas.
func (e *Solver) imply(p linear.Lit, truths ...truth) {
	out := append(make([]linear.Lit, 0, 8), p.Not())
	for _, t := range truths {
		out = e.members(t.n, t.is, out)
	}
	e.solver.Clause(out...)
}

// truth is a formula or its negation.
type truth struct {
	n  *fol.Node
	is bool
}

// define adds that p implies a formula, or its negation.
func (e *Solver) define(p linear.Lit, n *fol.Node, is bool) {
	switch {
	case n.Op == fol.And, n.Op == fol.Or:
		if is == (n.Op == fol.Or) { // a disjunction
			e.solver.Clause(e.members(n, is, append(make([]linear.Lit, 0, 8), p.Not()))...)
			return
		}
		for _, a := range n.Args {
			e.imply(p, truth{a, is})
		}
	case n.Op == fol.Implies && is:
		e.imply(p, truth{n.Args[0], false}, truth{n.Args[1], true})
	case n.Op == fol.Implies:
		e.imply(p, truth{n.Args[0], true})
		e.imply(p, truth{n.Args[1], false})
	case n.Op == fol.Ite:
		e.imply(p, truth{n.Args[0], false}, truth{n.Args[1], is})
		e.imply(p, truth{n.Args[0], true}, truth{n.Args[2], is})
	case isNumeric(n):
		least, most := e.sides(n)
		if is {
			e.solver.Clause(p.Not(), least)
			e.solver.Clause(p.Not(), most)
			return
		}
		e.solver.Clause(p.Not(), least.Not(), most.Not())
	case n.Op == fol.Eq && n.Args[0].Domain == fol.Bool:
		e.imply(p, truth{n.Args[0], false}, truth{n.Args[1], is})
		e.imply(p, truth{n.Args[0], true}, truth{n.Args[1], !is})
	default: // equations of arrays, quantifiers
		e.refuse = true
	}
}

// form returns a polynomial without its constant as a form of package linear. It is valid
// until the next one is made.
func (e *Solver) form(p *polynomial) linear.Form {
	if p.refuse {
		e.refuse = true
		return nil
	}
	for _, m := range p.terms {
		e.unknown(m.item) // with forms of what defines it
	}
	f := e.lastForm[:0]
	for _, m := range p.terms {
		f = append(f, linear.Term{Var: e.vars.of(int(m.item)), Coef: m.coef})
	}
	e.lastForm = f
	slices.SortFunc(f, func(a, b linear.Term) int { return int(a.Var - b.Var) })
	return f
}

// unknown returns the unknown of an item, which comes with what defines it.
func (e *Solver) unknown(i int32) linear.Var {
	if v, ok := e.vars.get(int(i)); ok {
		return v
	}
	v := e.solver.Int()
	e.vars.put(int(i), v)
	self := ofItem(i)
	switch it := e.items[i]; it.kind {
	case itemNode:
		switch it.a.Op {
		case fol.App:
			e.apply(it.a)
		case fol.Ite:
			e.choice(self, it.a.Args[0], e.polynomial(it.a.Args[1]), e.polynomial(it.a.Args[2]))
		default:
			e.refuse = true
		}
	case itemRead:
		e.read(i, self)
	case itemQuotient:
		e.quotient(i, it)
	case itemRemainder:
		e.remainder(i, it)
	case itemProduct:
		e.unknown(it.x)
		e.unknown(it.y)
		e.products = append(e.products, i)
		if it.x == it.y { // squares of integers
			e.atMost(nil, ofItem(it.x), self)
			negated := &polynomial{}
			negated.add(ofItem(it.x), -1)
			e.atMost(nil, negated, self)
		}
	case itemTruth:
		f := linear.Form{{Var: v, Coef: 1}}
		e.solver.Clause(e.solver.AtLeast(f, 0))
		e.solver.Clause(e.solver.AtMost(f, 1))
		e.imply(e.solver.AtLeast(f, 1), truth{it.a, true})
		e.imply(e.solver.AtMost(f, 0), truth{it.a, false})
	}
	return v
}

// quotient adds that a remainder is not negative, and less than the divisor's
// absolute value, unless the divisor is 0.
func (e *Solver) quotient(i int32, it item) {
	a, d := e.polynomial(it.a), e.polynomial(it.b)
	product := e.times(ofItem(i), d)
	zero := e.zero(d)
	if zero != linear.False {
		e.divided = append(e.divided, i)
	}
	e.atMost([]linear.Lit{zero}, &product, a)
	rest := &polynomial{constant: 1} // less than the divisor, or its negation
	rest.add(a, 1)
	rest.add(&product, -1)
	negated := &polynomial{}
	negated.add(d, -1)
	e.atMost(e.bound(d, 0), rest, d)
	e.atMost(e.bound(negated, 0), rest, negated)
}

// remainder adds what a division leaves, unless the divisor is 0.
func (e *Solver) remainder(i int32, it item) {
	e.divided = append(e.divided, i)
	d := e.polynomial(it.b)
	product := e.times(ofItem(e.number(item{kind: itemQuotient, a: it.a, b: it.b})), d)
	rest := &polynomial{}
	rest.add(e.polynomial(it.a), 1)
	rest.add(&product, -1)
	e.equalIf([]linear.Lit{e.zero(d)}, ofItem(i), rest)
}

// zero returns a literal that is true if and only if a polynomial is 0.
func (e *Solver) zero(p *polynomial) linear.Lit {
	if len(p.terms) == 0 && !p.refuse {
		if p.constant == 0 {
			return linear.True
		}
		return linear.False
	}
	least, most := e.equal(p)
	zero := e.solver.Bool()
	e.solver.Clause(zero, least.Not(), most.Not())
	e.solver.Clause(zero.Not(), least)
	e.solver.Clause(zero.Not(), most)
	return zero
}

// bound returns the literal that says that a polynomial is at most k.
func (e *Solver) bound(p *polynomial, k int64) []linear.Lit {
	return []linear.Lit{e.solver.AtMost(e.form(p), k-p.constant)}
}

// atMost adds that a polynomial is at most another one unless a literal is true.
func (e *Solver) atMost(unless []linear.Lit, p, q *polynomial) {
	d := &polynomial{}
	d.add(p, 1)
	d.add(q, -1)
	e.solver.Clause(append(e.bound(d, 0), unless...)...)
}

// choice adds that an item is one thing if a condition holds, another if not.
func (e *Solver) choice(self *polynomial, c *fol.Node, yes, no *polynomial) {
	switch known := e.solver.Known(e.literal(c, true)); {
	case known > 0:
		e.equalIf(nil, self, yes)
		return
	case known < 0: // nothing but the condition's falsity makes the literal false
		e.equalIf(nil, self, no)
		return
	}
	e.equalIf(e.members(c, false, nil), self, yes)
	e.equalIf(e.members(c, true, nil), self, no)
}

// equalIf adds that two polynomials are equal unless one of some literals is true.
func (e *Solver) equalIf(unless []linear.Lit, p, q *polynomial) {
	d := &polynomial{}
	d.add(p, 1)
	d.add(q, -1)
	least, most := e.equal(d)
	n := len(unless)
	e.solver.Clause(append(unless[:n:n], least)...)
	e.solver.Clause(append(unless[:n:n], most)...)
}

// apply notes the application of a function.
func (e *Solver) apply(n *fol.Node) {
	if len(n.Args) > 0 {
		e.arguments(n)
		e.funs = append(e.funs, n)
	}
}

// arguments gives the arguments of a function values in each solution.
func (e *Solver) arguments(n *fol.Node) {
	for _, a := range n.Args {
		if a.Domain != fol.Array {
			e.form(e.argument(a))
		} else {
			e.arrayParts(a)
		}
	}
}

// argument returns the polynomial of a node that is no array.
func (e *Solver) argument(n *fol.Node) *polynomial {
	if n.Domain != fol.Bool {
		return e.polynomial(n)
	}
	p := &polynomial{}
	e.addItem(p, item{kind: itemTruth, a: n}, 1)
	return p
}

// texts writes the values of nodes in the solution that was found as SMT-LIB text, "" where a
// value is not known: any will do there, or it is not asked for here. An array has 0 where it is
// not read.
func (e *Solver) texts(want []*fol.Node) []string {
	if len(want) == 0 {
		return nil
	}
	out := make([]string, len(want))
	for i, n := range want {
		out[i] = e.text(n)
	}
	return out
}

func (e *Solver) text(n *fol.Node) string {
	switch n.Domain {
	case fol.Bool:
		if l, ok := e.lits.get(2 * int(n.ID)); ok {
			return strconv.FormatBool(e.solver.Holds(l) > 0)
		}
	case fol.Int:
		p := e.polynomial(n)
		for _, m := range p.terms {
			if _, ok := e.vars.get(int(m.item)); !ok {
				return ""
			}
		}
		if !p.refuse {
			return integer(e.value(p))
		}
	case fol.Array:
		if len(n.Args) > 0 {
			return ""
		}
		out := "((as const (Array Int Int)) 0)"
		for _, i := range e.reads {
			if it := e.items[i]; it.a == n {
				out = "(store " + out + " " + integer(e.value(e.polynomial(it.b))) + " " + integer(e.valueOf(i)) + ")"
			}
		}
		return out
	}
	return ""
}

func integer(n int64) string {
	if n < 0 {
		return "(- " + strconv.FormatInt(n, 10)[1:] + ")"
	}
	return strconv.FormatInt(n, 10)
}
