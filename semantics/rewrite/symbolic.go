package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// State is a pattern: a configuration and a path condition (Definition 3 of the
// paper), with the position mark of the last program text that was on top.
type State struct {
	Slots []*term.Term
	PC    []*term.Term // conjuncts
	Pos   int32
}

// With returns the state with conjuncts added to the path condition; false if
// one of them is false.
func (s *State) With(conds []*term.Term) (*State, bool) {
	c := *s
	for _, t := range conds {
		if t == term.False {
			return nil, false
		}
		if t != term.True && !Holds(c.PC, t) {
			if len(c.PC) == len(s.PC) { // no larger than it will be: many states wait
				c.PC = append(make([]*term.Term, 0, len(s.PC)+len(conds)), s.PC...)
			}
			c.PC = append(c.PC, t)
		}
	}
	return &c, true
}

// Holds reports whether a conjunct stands literally in a path condition.
func Holds(pc []*term.Term, t *term.Term) bool {
	return slices.ContainsFunc(pc, func(c *term.Term) bool { return term.Equal(c, t) })
}

// Verdict is an answer of an [Oracle].
type Verdict int

// The verdicts. Unknown is neither of the others, whatever the reason.
const (
	Unknown Verdict = iota
	Satisfiable
	Unsatisfiable
)

// Oracle decides path conditions.
type Oracle interface {
	// Prune decides with little effort whether the conjunction of pc and extra is
	// satisfiable: states that are not need no look.
	Prune(pc []*term.Term, extra ...*term.Term) Verdict
	// Decide is Prune with all effort: it is for what a proof rests on.
	Decide(pc []*term.Term, extra ...*term.Term) Verdict
}

// Follows reports whether a formula is known to follow from a path condition.
func Follows(o Oracle, pc []*term.Term, f *term.Term) bool {
	return Holds(pc, f) || o.Prune(pc, term.Not(f)) == Unsatisfiable
}

// Successor is a symbolic step: the rule, how it matched, and the new state.
type Successor struct {
	State *State
	Rule  *compile.Rule
	Match *Match
	Conds []*term.Term // what the step added to the path condition
}

// Undecided is a rule of which it cannot be told whether it applies.
type Undecided struct {
	Entry  *compile.Entry
	Reason string
}

// LeftOut is a rule that matches and leads nowhere: no state satisfies its conditions.
type LeftOut struct {
	Rule  *compile.Rule
	Conds []*term.Term
}

// Derivative is the outcome of one symbolic step (Definition 10 of the paper)
// with what its soundness depends on.
type Derivative struct {
	Successors []Successor
	// Uncovered is nil if the successors cover the state: the rules' conditions
	// follow from the path condition (totality is not asked of a definition).
	// Else it holds what to add to the path condition to describe the rest, which
	// is stuck, and Verdict says whether that is satisfiable or not known to be.
	Uncovered []*term.Term
	Verdict   Verdict
	// Because says why the rest is stuck although a rule matches; "" if none does.
	Because   string
	Undecided []Undecided
	LeftOut   []LeftOut
	// Reduced is set if steps were left out that may as well come later; see
	// [Orders.Local].
	Reduced bool
}

// Derive computes the symbolic successors of a state; of the orders in which
// operands may be evaluated it leaves out those that make no difference where a
// computation ends.
func (e *Engine) Derive(s *State, oracle Oracle) *Derivative { return e.DeriveIn(s, oracle, Orders{}) }

// DeriveIn is Derive where it matters what is passed on the way.
func (e *Engine) DeriveIn(s *State, oracle Oracle, orders Orders) *Derivative {
	d := &deriver{engine: e, state: s, oracle: oracle, orders: orders, out: &Derivative{}, matcher: e.matcher()}
	found := e.index.candidates(s.Slots, &d.matcher.candidates)
	rest := term.True // what the rules so far leave of the state
	for i := 0; i < len(found) && rest != term.False; {
		j := i
		for j < len(found) && found[j].entry.Priority == found[i].entry.Priority {
			j++
		}
		rest = d.group(found[i:j], rest)
		i = j
	}
	d.finish(rest)
	e.matchers.Put(d.matcher)
	return d.out
}

// deriver computes the successors of one state.
type deriver struct {
	engine  *Engine
	state   *State
	oracle  Oracle
	orders  Orders
	out     *Derivative
	matcher *matcher
	stuck   []stuckCase
	unknown bool // of some rule it is undecided whether it applies, as the computation is not known
}

// stuckCase is a part of a state in which a rule matches and has no result.
type stuckCase struct {
	where *term.Term
	rule  *compile.Rule
	wants *term.Term // what does not hold there
}

// why says what keeps the rule from having a result.
func (c *stuckCase) why() string {
	if c.wants != term.False {
		return fmt.Sprintf("the rule %s has a result only where %s", ruleName(c.rule), c.wants)
	}
	var all []string
	for _, t := range slices.Concat(c.rule.Evaluable, c.rule.Defined, c.rule.Ensures) {
		all = append(all, t.String())
	}
	return fmt.Sprintf("the rule %s has no result here; it has one only where %s", ruleName(c.rule), strings.Join(all, " and "))
}

// applicable is a match with the conditions under which it applies, as far as
// they are not known to hold.
type applicable struct {
	match     *Match
	reached   []*term.Term // the left side matches, and what surely has a value in the conditions holds
	evaluable []*term.Term // the conditions have a value
	conds     []*term.Term // all of that and the conditions
	defined   []*term.Term // the right side has a value
	promise   *term.Term   // for some values of its ?X what it ensures holds
}

// surely is when the rule applies and has a result.
func (a *applicable) surely() *term.Term {
	return term.And(term.And(a.conds...), term.And(a.defined...), a.promise)
}

// group applies the rules of one priority to what rest leaves of the state and
// returns what they leave. A rule whose conditions have no value, or whose
// result has none, leaves nothing to other rules: execution is stuck there.
//
// An example: the state x / y under true, and the rule A / B => A /Int B. The rule
// matches, and its result has a value under y =/=Int 0: one successor under that
// condition, and what is left, y ==Int 0, is stuck. With  A / 0 => error  of a smaller
// number the state is split before: that rule takes y ==Int 0, and leaves y =/=Int 0 to
// the other one, whose result then has a value by what it is left.
func (d *deriver) group(found []*candidate, rest *term.Term) *term.Term {
	matches := d.matchAll(found, rest)
	if len(matches) == 0 {
		return rest
	}
	matches = d.reduceThreads(d.reduceHeating(matches))
	if a := matches[0]; len(matches) == 1 {
		if all := a.surely(); all == term.True && rest == term.True || d.decide(rest, term.Not(all)) == Unsatisfiable {
			// The only rule's conditions follow from the path condition.
			a.conds, a.defined = nil, nil
			d.apply(a, rest, rest != term.True)
			return term.False
		}
	}
	covered := term.False
	for _, a := range matches {
		applies, blocked := term.And(a.conds...), term.False
		if len(a.evaluable) > 0 {
			blocked = term.And(term.And(a.reached...), term.Not(term.And(a.evaluable...)))
			d.leave(a, rest, blocked, term.And(a.evaluable...))
		}
		if result := term.And(term.And(a.defined...), a.promise); result != term.True {
			d.leave(a, rest, term.And(applies, term.Not(result)), result)
		}
		covered = term.Or(covered, applies, blocked)
	}
	remaining := term.And(rest, term.Not(covered))
	for _, a := range matches {
		d.apply(a, rest, len(matches) > 1 || remaining != term.False || len(d.stuck) > 0)
	}
	return remaining
}

// leave notes that execution is stuck in a part of the state.
func (d *deriver) leave(a *applicable, rest, where, wants *term.Term) {
	if where = term.And(rest, where); where != term.False {
		d.stuck = append(d.stuck, stuckCase{where, a.match.Program.Rule, wants})
	}
}

// prune asks, with little effort, whether conditions are satisfiable in the state.
func (d *deriver) prune(conds ...*term.Term) Verdict { return d.ask(d.oracle.Prune, conds) }

// decide is prune with all effort.
func (d *deriver) decide(conds ...*term.Term) Verdict { return d.ask(d.oracle.Decide, conds) }

func (d *deriver) ask(oracle func([]*term.Term, ...*term.Term) Verdict, conds []*term.Term) Verdict {
	var extra []*term.Term
	for _, c := range conds {
		extra = term.Conjuncts(extra, c)
	}
	for _, c := range extra {
		if c == term.False {
			return Unsatisfiable
		}
	}
	if len(d.state.PC)+len(extra) == 0 {
		return Satisfiable
	}
	return oracle(d.state.PC, extra...)
}

// matchAll returns the matches whose conditions are not plainly false.
func (d *deriver) matchAll(found []*candidate, rest *term.Term) []*applicable {
	var out []*applicable
	for _, c := range found {
		if d.unknown && d.engine.index.asksOfUnknown(c, d.state.Slots) {
			// Where a value is on top and what waits is a variable, as at the end of each
			// function, most rules that cool are such. One that is undecided is enough.
			d.out.Undecided = append(d.out.Undecided, Undecided{c.entry, unknownComputation})
			continue
		}
		if d.engine.index.clash(c, d.state.Slots, allSlots) {
			continue
		}
		p := c.program()
		for _, m := range p.matches(d.matcher, d.state.Slots) {
			if len(m.Open) > 0 && m.Undecided == "" {
				m.Undecided = "the value of " + m.Open[0].Variable.Name + " is not determined"
			}
			if m.Undecided != "" {
				conds, ok := d.open(append(m.Equations, m.Known()...))
				if ok && d.prune(append([]*term.Term{rest}, conds...)...) != Unsatisfiable {
					d.out.Undecided = append(d.out.Undecided, Undecided{c.entry, m.Undecided})
					d.unknown = d.unknown || m.Undecided == unknownComputation
				}
				continue
			}
			if a := d.applicable(m); a != nil {
				out = append(out, a)
			}
		}
	}
	return out
}

// applicable returns what is to be known of a match; nil if it does not apply
// whatever else holds.
func (d *deriver) applicable(m *Match) *applicable {
	for _, v := range m.Existentials() {
		m.Bind(v, term.Fresh(v.Name, v.Sort))
	}
	a := &applicable{match: m, promise: d.promised(m)}
	var ok bool
	if a.defined, ok = d.open(d.settled(m.Defined())); !ok {
		a.defined = []*term.Term{term.False}
	}
	conditions := slices.Concat(m.Equations, m.Requires())
	if len(m.Program.evaluable) == 0 {
		if a.conds, ok = d.open(conditions); !ok {
			d.leaveOut(m, conditions)
			return nil
		}
		return a
	}
	if a.reached, ok = d.open(slices.Concat(m.Equations, m.certain())); !ok {
		d.leaveOut(m, conditions)
		return nil
	}
	if a.evaluable, ok = d.open(d.settled(m.Evaluable())); !ok {
		a.evaluable = []*term.Term{term.False}
	}
	if a.conds, ok = d.open(slices.Concat(conditions, a.evaluable)); !ok {
		if len(a.evaluable) == 0 { // they have a value, which is false
			d.leaveOut(m, conditions)
			return nil
		}
		a.conds = []*term.Term{term.False}
	}
	return a
}

func (d *deriver) leaveOut(m *Match, conds []*term.Term) {
	d.out.LeftOut = append(d.out.LeftOut, LeftOut{m.Program.Rule, conds})
}

// settled decides conditions of definedness as far as it can.
func (d *deriver) settled(conds []*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range conds {
		out = term.Conjuncts(out, d.engine.Settle(c, d.oracle))
	}
	return out
}

// open drops conditions that stand in the path condition; false if one is
// plainly false.
func (d *deriver) open(conds []*term.Term) ([]*term.Term, bool) {
	var out []*term.Term
	for _, c := range conds {
		switch {
		case c == term.False || Holds(d.state.PC, term.Not(c)):
			return nil, false
		case c == term.True || Holds(d.state.PC, c) || Holds(out, c):
		default:
			out = append(out, c)
		}
	}
	return out, true
}

// apply adds the successor of a match; checked reports whether its conditions may
// be unsatisfiable.
func (d *deriver) apply(a *applicable, rest *term.Term, checked bool) {
	conds := term.Conjuncts(slices.Concat(a.conds, a.defined), rest)
	if checked && len(conds) > 0 && d.prune(conds...) == Unsatisfiable {
		d.leaveOut(a.match, conds)
		return
	}
	conds = append(conds, d.settled(a.match.Ensures())...)
	next := *d.state
	next.Slots = a.match.Result(d.state.Slots)
	if pos := d.engine.index.place.moved(d.state.Slots, next.Slots); pos != 0 {
		next.Pos = pos
	}
	st, ok := next.With(conds)
	if !ok {
		d.leaveOut(a.match, conds)
		return
	}
	d.out.Successors = append(d.out.Successors, Successor{State: st, Rule: a.match.Program.Rule, Match: a.match, Conds: conds})
}

// Position returns the position mark of a piece of program text: its own, or
// that of its first part that has one.
func Position(t *term.Term) int32 {
	for depth := 0; depth < 8; depth++ {
		if t.Pos() != 0 {
			return t.Pos()
		}
		if t.Kind() != term.KApp {
			return 0
		}
		next := (*term.Term)(nil)
		for _, a := range t.Args() {
			if a.Kind() == term.KApp && a.Symbol().Class == term.Constructor {
				next = a
				break
			}
		}
		if next == nil {
			return 0
		}
		t = next
	}
	return 0
}

// finish records what no rule covers, or else where a rule has no result.
func (d *deriver) finish(rest *term.Term) {
	if d.uncovered(rest) {
		return
	}
	for _, c := range d.stuck {
		if d.uncovered(c.where) {
			d.out.Because = c.why()
			return
		}
	}
}

// uncovered records a part of the state unless it is empty; it reports whether
// it did.
func (d *deriver) uncovered(part *term.Term) bool {
	if part == term.False {
		return false
	}
	v := d.decide(part)
	if v == Unsatisfiable {
		return false
	}
	d.out.Verdict = v
	d.out.Uncovered = term.Conjuncts([]*term.Term{}, part)
	return true
}

// MayStep reports whether some rule matches a configuration, whatever its
// conditions are. Where none does and the computation is used up, an execution has
// come to its end: no oracle has to be asked.
func (e *Engine) MayStep(slots []*term.Term) bool {
	m := e.matcher()
	may := slices.ContainsFunc(e.index.candidates(slots, &m.candidates), func(c *candidate) bool {
		p := e.index.try(c, slots, allSlots)
		return p != nil && len(p.matches(m, slots)) > 0
	})
	e.matchers.Put(m)
	return may
}

// Awaits reports whether some rule that takes an item from the front of a list, the
// given slot, matches a configuration in all other slots, whatever its conditions
// are: execution waits for an item there.
func (e *Engine) Awaits(slots []*term.Term, slot int) bool {
	m := e.matcher()
	awaits := slices.ContainsFunc(e.index.candidates(slots, &m.candidates), func(c *candidate) bool {
		_, waits := e.index.waits(c, m, slots, slot)
		return waits
	})
	e.matchers.Put(m)
	return awaits
}

// Refuses reports whether rules that take an item from the front of a list wait for one,
// and none of them takes the item that is there: they want another sort.
func (e *Engine) Refuses(slots []*term.Term, slot int) bool {
	m := matcher{lattice: e.Definition.Lattice, symbolic: true}
	waiting := false
	for _, c := range e.index.candidates(slots, &candidateBuffer{}) {
		if _, waits := e.index.waits(c, &m, slots, slot); waits {
			if len(c.program().matches(&m, slots)) > 0 {
				return false
			}
			waiting = true
		}
	}
	return waiting
}
