package rewrite

import (
	"slices"
	"sync/atomic"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// action is how a rule is applied to a [stack].
type action struct {
	rule *compile.Rule
	// about is the rule over the slots of an element, where computations are in a collection; else the rule.
	about *compile.Rule
	kind  actionKind
	// over is the rule over the stack, of one that rewrites. It is compiled when it is first
	// tried on a top that it does not clash with: most are never.
	over *overRule
	// hole is the operand that is heated or cooled, sorts those that the operands must
	// have, SortK for any, and tests which they must have or not have besides.
	hole  *hole
	sorts []term.Sort
	tests []operandTest
	conds []*bld // what else, with the operands as variables
	// rank orders the rules as they are tried.
	rank int64
	// Where computations are in a collection: the slots of the configuration that the rule reads
	// and writes or, of one that is unknown, how it is tried on the collection.
	reads, writes slotSet
	gathered      *gathered
}

// overRule is a rule over a stack.
type overRule struct {
	flat     *compile.Rule
	over     *overStack
	top      *term.Term // the pattern for what is on top; nil: there is none
	compiled atomic.Pointer[overProgram]
}

// overProgram is a rule over a stack that has been compiled.
type overProgram struct {
	*Program
	operands []*pat       // the patterns of those of the top, where it is an application
	behind   *term.Symbol // the constructor of the second item, nil if it has none
}

type actionKind uint8

// The kinds of actions. A rule of an unusual form is unknown: where its turn comes the
// step is made on the slots ([Machine.stepOnSlots]), where all rules are tried again.
const (
	rewrites actionKind = iota
	heats
	cools
	unknown
)

// operandTest asks whether an operand is of a sort; negated, whether it is not.
type operandTest struct {
	operand int
	sym     *term.Symbol
	sort    term.Sort
	negated bool
}

// actions compiles rules to actions.
type actions struct {
	def       *compile.Definition
	form      *elementForm           // nil if the computation has a slot of its own
	gathered  int                    // how many rules are tried on the collection
	k         int                    // the slot of the computation
	holes     map[*term.Symbol]*hole // by freezer
	operators map[*term.Symbol]*operator
}

// of compiles a rule.
func (x *actions) of(r *compile.Rule) *action {
	about := r
	if x.form != nil {
		about = x.form.flat(x.def.Lattice, r)
	}
	a := x.usual(about)
	if a == nil {
		a = &action{kind: unknown}
	}
	a.rule, a.about, a.rank = r, about, int64(r.Priority)<<32+int64(r.Index)
	return a
}

// usual compiles a rule that is not of an unusual form; nil for others, and for none.
func (x *actions) usual(r *compile.Rule) *action {
	if r == nil {
		return nil
	}
	if a := x.operand(r); a != nil {
		return a
	}
	flat, o := over(r, x.k)
	if flat == nil {
		return nil
	}
	a := rewriting(flat, o)
	if x.form != nil {
		a.reads, a.writes = slotsOf(flat.Left, x.form.first), slotsOf(flat.Right, x.form.first)
	}
	return a
}

// rewriting is a rule over the stack.
func rewriting(flat *compile.Rule, o *overStack) *action {
	v := &overRule{flat: flat, over: o}
	if i := slices.IndexFunc(flat.Left, func(s compile.Slot) bool { return s.Index == itemPlace(0) }); i >= 0 {
		v.top = flat.Left[i].Term
	}
	return &action{kind: rewrites, over: v}
}

// compileOver compiles a rule over the stack. Machines that come to it at once may each do so;
// the first program counts.
func (x *index) compileOver(a *action) *overProgram {
	p := &overProgram{Program: x.compile(a.rule, a.over.flat)}
	p.over = a.over.over
	if top := p.item(0); top != nil && top.op == opApp {
		p.operands = top.args
	}
	if next := p.item(1); next != nil {
		switch next.op {
		case opApp:
			p.behind = next.sym
		case opLit:
			p.behind = next.lit.Symbol()
		}
	}
	a.over.compiled.CompareAndSwap(nil, p)
	return a.over.compiled.Load()
}

// operand compiles a rule that heats or cools an operand; nil if it is none or does more.
// With variables for all operands and freezers that keep them, such rules are
//
//	rule <k> A + B => B ~> #freezer(A) ...</k> requires notBool isKResult(B)
//	rule <k> B ~> #freezer(A) => A + B ...</k> requires isKResult(B)
//
// Contexts may have conditions. One with a pattern for an operand, or that wraps it, gives
// rules like any other.
func (x *actions) operand(r *compile.Rule) *action {
	if r.Kind != compile.HeatRule && r.Kind != compile.CoolRule || len(r.Left) != 1 || len(r.Right) != 1 ||
		r.Left[0].Index != x.k || r.Right[0].Index != x.k || len(r.Ensures)+len(r.Evaluable)+len(r.Defined)+len(r.Hidden)+len(r.Existentials) > 0 {
		return nil
	}
	a := &action{kind: heats}
	whole, frozen := r.Left[0].Term, r.Right[0].Term
	if r.Kind == compile.CoolRule {
		a.kind, whole, frozen = cools, frozen, whole
	}
	if !whole.IsSeq() || !frozen.IsSeq() || !frozen.Tail().IsSeq() || !whole.Tail().IsVar() || !term.Equal(whole.Tail(), frozen.Tail().Tail()) {
		return nil
	}
	app, out, freezer := whole.Head(), frozen.Head(), frozen.Tail().Head()
	if compile.HeadSymbol(app) == nil || compile.HeadSymbol(freezer) == nil || !out.IsVar() || !distinctVariables(app.Args()) || !distinctVariables(freezer.Args()) {
		return nil
	}
	h := &hole{at: variableAt(app.Args(), out), freezer: freezer.Symbol()}
	for _, v := range freezer.Args() {
		h.frozen = append(h.frozen, variableAt(app.Args(), v))
	}
	if h.at < 0 || slices.Contains(h.frozen, -1) || slices.Contains(h.frozen, h.at) || len(h.frozen) != len(app.Args())-1 {
		return nil
	}
	for _, v := range app.Args() {
		a.sorts = append(a.sorts, v.Sort())
	}
	if a.hole = x.hole(app.Symbol(), h); a.hole == nil {
		return nil
	}
	x.conditions(a, r.Requires, app.Args())
	return a
}

// hole returns the one for a freezer; nil if that is one of another operand.
func (x *actions) hole(sym *term.Symbol, h *hole) *hole {
	old := x.holes[h.freezer]
	if old == nil {
		h.of = x.operator(sym)
		x.holes[h.freezer] = h
		return h
	}
	if old.of.sym != sym || old.at != h.at || !slices.Equal(old.frozen, h.frozen) {
		return nil
	}
	return old
}

// operator returns the one for a constructor.
func (x *actions) operator(sym *term.Symbol) *operator {
	if x.operators[sym] == nil {
		x.operators[sym] = &operator{sym: sym, n: len(sym.Args)}
	}
	return x.operators[sym]
}

// conditions reads the conditions of a rule about operands.
func (x *actions) conditions(a *action, requires, operands []*term.Term) {
	c := newPatternCompiler(x.def.Lattice, nil)
	c.bindQuantified(requires)
	for _, v := range operands {
		c.number(v.Variable())
	}
	for _, cond := range requires {
		if t, ok := x.test(cond, operands); ok {
			a.tests = append(a.tests, t)
		} else {
			a.conds = append(a.conds, c.builder().compile(cond))
		}
	}
}

// test reads a condition that tests the sort of an operand; false if it is none.
func (x *actions) test(cond *term.Term, operands []*term.Term) (t operandTest, ok bool) {
	if t.negated = cond.Is(term.BoolNot); t.negated {
		cond = cond.Arg(0)
	}
	if cond.Kind() != term.KApp || len(cond.Args()) != 1 {
		return t, false
	}
	if t.sort, ok = x.def.Tested(cond.Symbol()); !ok {
		return t, false
	}
	t.sym, t.operand = cond.Symbol(), variableAt(operands, cond.Arg(0))
	return t, t.operand >= 0
}

// distinctVariables reports whether terms are variables, no two of them the same.
func distinctVariables(ts []*term.Term) bool {
	for i, t := range ts {
		if !t.IsVar() || variableAt(ts[:i], t) >= 0 {
			return false
		}
	}
	return true
}

// variableAt is the index of a variable among terms, -1 if it is none of them.
func variableAt(ts []*term.Term, v *term.Term) int {
	return slices.IndexFunc(ts, func(t *term.Term) bool { return v.IsVar() && t.IsVar() && t.Variable() == v.Variable() })
}

// fits reports whether the rule may apply to a term of a sort on top, by the sort of a
// variable there and by what is asked of it. It is not asked of overloaded applications,
// whose sort does not tell all.
func (a *action) fits(l *term.Lattice, top term.Sort) bool {
	if a.kind == cools {
		at := a.hole.at
		return l.Leq(top, a.sorts[at]) && !slices.ContainsFunc(a.tests, func(t operandTest) bool {
			return t.operand == at && l.Leq(top, t.sort) == t.negated
		})
	}
	if a.gathered != nil && len(a.gathered.patterns) > 0 {
		return slices.ContainsFunc(a.gathered.patterns, func(p *action) bool { return p == nil || p.fits(l, top) })
	}
	if a.kind != rewrites {
		return true
	}
	p := a.over.top
	if o := a.over.over; o.closed && o.items == 0 && top != term.NoSort {
		return false // the rule is about an empty computation
	}
	if top == term.NoSort { // nothing is there
		return p == nil
	}
	return p == nil || !p.IsVar() || p.Sort() == term.SortK || l.Leq(top, p.Sort())
}

// item is the pattern of a rule over the stack for item i, nil if it has none.
func (p *Program) item(i int) *pat {
	if i := slices.IndexFunc(p.left, func(s slotPat) bool { return s.slot == itemPlace(i) }); i >= 0 {
		return p.left[i].p
	}
	return nil
}
