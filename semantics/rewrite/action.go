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
	kind actionKind
	// over is the rule over the stack, of one that rewrites. It is compiled when it is first
	// tried on a top that it does not clash with: most are never.
	over *overRule
	// hole is the operand that is heated or cooled, sorts those that the operands must
	// have, SortK for any, and tests what else is asked of them.
	hole  *hole
	sorts []term.Sort
	tests []operandTest
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
	operands []*pat // the patterns of those of the top, where it is an application
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
	a := x.usual(r)
	if a == nil {
		a = &action{kind: unknown}
	}
	a.rule, a.rank = r, int64(r.Priority)<<32+int64(r.Index)
	return a
}

// usual compiles a rule that is not of an unusual form; nil for others.
func (x *actions) usual(r *compile.Rule) *action {
	if x.form != nil {
		if r = x.form.flat(x.def.Lattice, r); r == nil {
			return nil
		}
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
	if top := p.top(); top != nil && top.op == opApp {
		p.operands = top.args
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
// A context with a condition that is no test of an operand's sort, or with a pattern for an
// operand, gives rules like any other.
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
	if a.hole = x.hole(app.Symbol(), h); a.hole == nil || !x.tests(a, r.Requires, app.Args()) {
		return nil
	}
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

// tests reads the conditions of a rule; false if one is no test of an operand.
func (x *actions) tests(a *action, requires, operands []*term.Term) bool {
	for _, c := range requires {
		t := operandTest{}
		if t.negated = c.Is(term.BoolNot); t.negated {
			c = c.Arg(0)
		}
		if c.Kind() != term.KApp || len(c.Args()) != 1 {
			return false
		}
		ok := false
		if t.sort, ok = x.def.Tested(c.Symbol()); !ok {
			return false
		}
		if t.sym, t.operand = c.Symbol(), variableAt(operands, c.Arg(0)); t.operand < 0 {
			return false
		}
		a.tests = append(a.tests, t)
	}
	return true
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
	if a.kind != rewrites {
		return true
	}
	p := a.over.top
	if top == term.NoSort { // nothing is there
		return p == nil
	}
	return p == nil || !p.IsVar() || p.Sort() == term.SortK || l.Leq(top, p.Sort())
}

// top is the pattern of a rule over the stack for what is on top, nil if it has none.
func (p *Program) top() *pat {
	if i := slices.IndexFunc(p.left, func(s slotPat) bool { return s.slot == itemPlace(0) }); i >= 0 {
		return p.left[i].p
	}
	return nil
}
