package rewrite

import (
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Program is a rule or claim compiled for matching.
type Program struct {
	Rule      *compile.Rule
	nvars     int
	names     []*term.Variable // by number; nil where a subject is kept
	left      []slotPat
	over      *overStack   // of a rule over the stack; nil if the slots hold all
	args      []*pat       // of a rule for a function
	conds     []*bld       // Requires
	needs     [][]int      // the variables of each of conds
	certain   []bool       // which of conds have a value whatever their variables are
	evaluable []*bld       // Evaluable
	defined   []*bld       // Defined, as far as it does not mention ?X
	hidden    []*bld       // Hidden, likewise: what concrete runs have to check
	sources   []*term.Term // the conditions of hidden, as they stand in the rule
	ensures   []*bld       // what is said of ?X by Defined, and Ensures
	promises  []*term.Term // the same, as it stands in the rule
	promise   promise
	right     []slotBld
	result    *bld
	exist     []int
}

// slotPat is a pattern for a slot or, if that is negative, for a part of a computation
// that is taken apart ([overStack]).
type slotPat struct {
	slot int
	p    *pat
}

type slotBld struct {
	slot int
	b    *bld
}

// NewProgram compiles a rule. Variables for which constant is true are not
// matched: they stand for themselves. It may be nil.
func NewProgram(l *term.Lattice, r *compile.Rule, constant func(*term.Variable) bool) *Program {
	return newProgram(l, r, r.Defined, constant)
}

// newProgram is NewProgram with the conditions under which the right side has a value,
// as far as they need not hold.
func newProgram(l *term.Lattice, r *compile.Rule, owed []*term.Term, constant func(*term.Variable) bool) *Program {
	c := newPatternCompiler(l, constant)
	c.bindQuantified(r.Requires)
	c.bindQuantified(r.Ensures)
	p := &Program{Rule: r}
	for _, s := range r.Left {
		p.left = append(p.left, slotPat{s.Index, c.pattern(s.Term)})
	}
	for _, a := range r.LeftArgs {
		p.args = append(p.args, c.pattern(a))
	}
	b := &builderCompiler{patternCompiler: c, reuse: true, isClaim: r.Kind == compile.ClaimRule}
	p.conds = b.all(r.Requires)
	for _, cond := range p.conds {
		p.needs = append(p.needs, cond.variables(nil))
	}
	for _, cond := range r.Requires {
		p.certain = append(p.certain, len(r.Evaluable) == 0 || !partial(cond))
	}
	p.evaluable = b.all(r.Evaluable)
	// A result with an arbitrary value is one for which it is defined.
	of, free := split(owed, r.Existentials)
	p.promises = append(of, r.Ensures...)
	p.defined, p.ensures = b.all(free), b.all(p.promises)
	_, p.sources = split(r.Hidden, r.Existentials)
	p.hidden = b.all(p.sources)
	p.promise = promiseOf(r, of)
	p.promise.builds = b.all(p.promise.formulas)
	for _, s := range r.Right {
		p.right = append(p.right, slotBld{s.Index, b.compile(s.Term)})
	}
	p.keepPosition()
	if r.RightTerm != nil {
		p.result = b.compile(r.RightTerm)
	}
	for _, v := range r.Existentials {
		p.exist = append(p.exist, c.number(v))
	}
	p.nvars, p.names = len(c.names), c.names
	p.markWanted()
	return p
}

// keepPosition makes what a rule puts on the computation stand where what it
// replaces stood in the program's text: the term on top, or the one that waited
// behind a result.
func (p *Program) keepPosition() {
	for _, l := range p.left {
		items, own := p.itemsOf(l)
		if len(items) < 2 {
			continue
		}
		source := items[0]
		if !source.isApplication() {
			source = items[1]
		}
		if !source.isApplication() {
			return
		}
		source.place = true
		for _, r := range p.right {
			if own(r.slot) {
				r.b.takePlace()
			}
		}
		return
	}
}

// itemsOf returns the first two items of the computation that l is the pattern of, and
// which parts of the right side take its place; what follows the first is an item here
// too. There is one item, or none, if l is the pattern of something else.
func (p *Program) itemsOf(l slotPat) (items []*pat, own func(slot int) bool) {
	switch {
	case l.slot == itemPlace(0):
		for _, o := range p.left {
			if o.slot < 0 {
				items = append(items, o.p)
			}
		}
		return items, func(slot int) bool { return slot < 0 }
	case l.slot >= 0 && l.p.op == opSeq:
		next := l.p.args[1]
		if next.op == opSeq {
			next = next.args[0]
		}
		items = []*pat{l.p.args[0], next}
	}
	return items, func(slot int) bool { return slot == l.slot }
}

// isApplication reports whether the pattern is an application of a constructor. One
// without arguments is made to look like the others: its subject has a position.
func (p *pat) isApplication() bool {
	if p.op == opLit && isBare(p.lit) {
		p.op, p.sym = opApp, p.lit.Symbol()
	}
	return p.op == opApp
}

// isBare reports whether t is a constructor without arguments.
func isBare(t *term.Term) bool {
	return t.Kind() == term.KApp && len(t.Args()) == 0 && t.Symbol().Class == term.Constructor && t != term.DotK
}

func (b *bld) takePlace() {
	if b.op == buildConst && isBare(b.lit) {
		b.op, b.sym = buildApp, b.lit.Symbol()
	}
	switch b.op {
	case buildSeq:
		b.args[0].takePlace()
		b.args[1].takePlace()
	case buildApp:
		if b.sym.Class == term.Constructor {
			b.placed = true
		}
	}
}

// split returns the terms that mention one of vars and those that do not.
func split(ts []*term.Term, vars []*term.Variable) (some, none []*term.Term) {
	for _, t := range ts {
		if mentions(t, vars) {
			some = append(some, t)
		} else {
			none = append(none, t)
		}
	}
	return some, none
}

// partial reports whether a function occurs in t that is not known to be total.
func partial(t *term.Term) bool {
	return term.Some(t, func(u *term.Term) bool {
		return u.Kind() == term.KApp && u.Symbol().Class == term.Function && (!u.Symbol().Total || u.Symbol().Hook == "")
	})
}

// mentions reports whether one of some variables occurs in t.
func mentions(t *term.Term, vars []*term.Variable) bool {
	return slices.ContainsFunc(vars, func(v *term.Variable) bool { return term.Occurs(v, t) })
}

func (c *builderCompiler) all(ts []*term.Term) []*bld {
	var out []*bld
	for _, t := range ts {
		out = append(out, c.compile(t))
	}
	return out
}

// markWanted finds the opaque parts of map patterns that something uses.
func (p *Program) markWanted() {
	used := map[int]bool{}
	var visit func(b *bld)
	visit = func(b *bld) {
		if b == nil {
			return
		}
		if b.op == buildVar {
			used[b.idx] = true
		}
		for _, a := range b.args {
			visit(a)
		}
		for _, a := range b.edits.parts() {
			visit(a)
		}
	}
	for _, list := range [][]*bld{p.conds, p.evaluable, p.defined, p.hidden, p.ensures, p.promise.builds, {p.result}} {
		for _, b := range list {
			visit(b)
		}
	}
	for _, s := range p.right {
		visit(s.b)
	}
	var walk func(q *pat)
	walk = func(q *pat) {
		for _, a := range q.args {
			walk(a)
		}
		if q.late == nil {
			return
		}
		q.wanted = q.rest >= 0 && used[q.rest]
		for i := range q.entries {
			if q.entries[i].value != nil {
				walk(q.entries[i].value)
			}
		}
		for _, a := range q.back {
			walk(a)
		}
	}
	for _, s := range p.left {
		walk(s.p)
	}
	for _, a := range p.args {
		walk(a)
	}
}

// Match is one way in which a program matches a configuration.
type Match struct {
	Program  *Program
	bindings []*term.Term
	place    int32 // the position mark of what is replaced
	// Equations are what must hold between symbolic data for the match to exist.
	Equations []*term.Term
	// Undecided is not empty if it cannot be told whether the program matches;
	// the bindings are then incomplete and only the equations say when it may.
	Undecided string
	// Open are variables of the program that the match does not determine but
	// that its equations mention.
	Open []OpenVariable
}

// OpenVariable is a variable of a program and the new variable that stands for
// its value in a match.
type OpenVariable struct{ Value, Variable *term.Variable }

// Refine replaces variables in all that the match bound.
func (m *Match) Refine(sub term.Substitution) {
	for i, t := range m.bindings {
		if t != nil {
			m.bindings[i] = sub.Apply(t)
		}
	}
	for i, t := range m.Equations {
		m.Equations[i] = sub.Apply(t)
	}
}

// Substitution returns the bindings by variable.
func (m *Match) Substitution() term.Substitution {
	s := term.Substitution{}
	for i, v := range m.Program.names {
		if v != nil && m.bindings[i] != nil {
			s[v] = m.bindings[i]
		}
	}
	return s
}

// Bind gives a variable that the left side does not bind its value.
func (m *Match) Bind(v *term.Variable, t *term.Term) {
	for i, w := range m.Program.names {
		if w == v {
			m.bindings[i] = t
		}
	}
}

// Unbound returns the variables of the program that have no value yet.
func (m *Match) Unbound() []*term.Variable {
	var out []*term.Variable
	for i, v := range m.Program.names {
		if v != nil && m.bindings[i] == nil {
			out = append(out, v)
		}
	}
	return out
}

// Matches returns all ways in which the left side matches, symbolically.
func (p *Program) Matches(l *term.Lattice, slots []*term.Term) []*Match {
	m := spare.Get().(*matcher)
	m.lattice, m.symbolic, m.choose = l, true, p.Rule.Kind == compile.ClaimRule
	out := p.matches(m, slots)
	m.choose = false
	spare.Put(m)
	return out
}

// spare are matchers that nobody uses: to begin with none takes memory for all variables
// of a claim, at each state.
var spare = sync.Pool{New: func() any { return &matcher{} }}

func (p *Program) matches(m *matcher, slots []*term.Term) []*Match {
	m.reset(p.nvars)
	for _, s := range p.left {
		if !m.match(s.p, slots[s.slot]) {
			return nil
		}
	}
	var out []*Match
	m.solve(func() bool {
		out = append(out, &Match{Program: p, bindings: slices.Clone(m.b), place: m.place,
			Equations: slices.Clone(m.conds), Undecided: m.undecided, Open: slices.Clone(m.open)})
		return true
	})
	return out
}

// Requires returns the rule's conditions under the match; it must not be
// undecided.
func (m *Match) Requires() []*term.Term { return m.buildAll(m.Program.conds) }

// certain returns those of the conditions that have a value in any case.
func (m *Match) certain() []*term.Term {
	var some []*bld
	for i, c := range m.Program.conds {
		if m.Program.certain[i] {
			some = append(some, c)
		}
	}
	return m.buildAll(some)
}

// Evaluable returns when the conditions have a value.
func (m *Match) Evaluable() []*term.Term { return m.buildAll(m.Program.evaluable) }

// Defined returns when the right side has a value.
func (m *Match) Defined() []*term.Term { return m.buildAll(m.Program.defined) }

// Condition is an instance of a conjunct of a rule's Requires, with that
// conjunct; the source of a definedness condition is nil.
type Condition struct{ Formula, Source *term.Term }

// Conditions returns the rule's conditions under the match, the equations of
// the match and the conditions of definedness included, each with its source.
func (m *Match) Conditions() []Condition {
	var out []Condition
	add := func(ts []*term.Term, source *term.Term) {
		for _, t := range ts {
			out = append(out, Condition{t, source})
		}
	}
	add(m.Equations, nil)
	for i, b := range m.Program.conds {
		add(m.buildAll([]*bld{b}), m.Program.Rule.Requires[i])
	}
	add(m.buildAll(m.Program.evaluable), nil)
	add(m.buildAll(m.Program.defined), nil)
	return out
}

// Known returns the conditions that can be evaluated although it is undecided
// whether the program matches: those whose variables are bound.
func (m *Match) Known() []*term.Term {
	var out []*term.Term
	for i, b := range m.Program.conds {
		if !slices.ContainsFunc(m.Program.needs[i], func(n int) bool { return m.bindings[n] == nil }) {
			out = append(out, m.buildAll([]*bld{b})...)
		}
	}
	return out
}

// Ensures returns what the rule says of its result.
func (m *Match) Ensures() []*term.Term { return m.buildAll(m.Program.ensures) }

// buildAll builds conditions under the match and returns their conjuncts.
func (m *Match) buildAll(bs []*bld) []*term.Term {
	if len(bs) == 0 {
		return nil
	}
	mm := &matcher{b: m.bindings, symbolic: true, eager: true}
	var out []*term.Term
	for _, b := range bs {
		out = term.Conjuncts(out, mm.build(b))
	}
	return out
}

// Result returns the slots with the right side put in.
func (m *Match) Result(slots []*term.Term) []*term.Term {
	mm := &matcher{b: m.bindings, place: m.place, symbolic: true}
	out := slices.Clone(slots)
	for _, s := range m.Program.right {
		out[s.slot] = mm.build(s.b)
	}
	return out
}

// Existentials returns the rule's ?X that are to be made fresh.
func (m *Match) Existentials() []*term.Variable { return m.Program.Rule.Existentials }
