package rewrite

import (
	"slices"

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
	c.PC = c.PC[:len(c.PC):len(c.PC)]
	for _, t := range conds {
		if t == term.False {
			return nil, false
		}
		if t != term.True && !Holds(c.PC, t) {
			c.PC = append(c.PC, t)
		}
	}
	return &c, true
}

// Holds says that a conjunct stands literally in a path condition.
func Holds(pc []*term.Term, t *term.Term) bool {
	for _, c := range pc {
		if term.Equal(c, t) {
			return true
		}
	}
	return false
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
	// Check says, with little effort, whether the conjunction of pc and extra is
	// satisfiable: it is for pruning.
	Check(pc []*term.Term, extra ...*term.Term) Verdict
	// Refute is Check with all effort: it is for what a proof rests on.
	Refute(pc []*term.Term, extra ...*term.Term) Verdict
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
	Rule   *compile.Rule
	Reason string
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
	Undecided []Undecided
}

// Derive computes all symbolic successors of a state.
func (e *Engine) Derive(s *State, oracle Oracle) *Derivative {
	d := &deriver{engine: e, state: s, oracle: oracle, out: &Derivative{}}
	d.matcher = matcher{lattice: e.Definition.Lattice, symbolic: true}
	programs := e.index.candidates(s.Slots, &candidateBuffer{})
	rest := term.True // what the rules so far leave of the state
	for i := 0; i < len(programs) && rest != term.False; {
		j := i
		for j < len(programs) && programs[j].Rule.Priority == programs[i].Rule.Priority {
			j++
		}
		rest = d.group(programs[i:j], rest)
		i = j
	}
	d.finish(rest)
	return d.out
}

type deriver struct {
	engine  *Engine
	state   *State
	oracle  Oracle
	out     *Derivative
	matcher matcher
}

// applicable is a match with the conditions under which it applies.
type applicable struct {
	match *Match
	conds []*term.Term // not yet known to hold
}

// group applies the rules of one priority to what rest leaves of the state and
// returns what they leave.
func (d *deriver) group(programs []*Program, rest *term.Term) *term.Term {
	matches := d.matchAll(programs, rest)
	if len(matches) == 0 {
		return rest
	}
	matches = d.reduceHeating(matches)
	covered := term.False
	for _, a := range matches {
		covered = term.Or(covered, term.And(a.conds...))
	}
	remaining := term.And(rest, term.Not(covered))
	if len(matches) == 1 && remaining != term.False && d.refute(rest, term.Not(covered)) == Unsatisfiable {
		// The only rule's conditions follow from the path condition.
		matches[0].conds = nil
		remaining = term.False
	}
	for _, a := range matches {
		d.apply(a, rest, len(matches) > 1 || remaining != term.False)
	}
	return remaining
}

func (d *deriver) check(conds ...*term.Term) Verdict { return d.ask(d.oracle.Check, conds) }

func (d *deriver) refute(conds ...*term.Term) Verdict { return d.ask(d.oracle.Refute, conds) }

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
	return oracle(d.state.PC, extra...)
}

// matchAll returns the matches whose conditions are not plainly false.
func (d *deriver) matchAll(programs []*Program, rest *term.Term) []*applicable {
	var out []*applicable
	for _, p := range programs {
		for _, m := range p.matches(&d.matcher, d.state.Slots) {
			if len(m.Open) > 0 && m.Undecided == "" {
				m.Undecided = "the value of " + m.Open[0].Variable.Name + " is not determined"
			}
			if m.Undecided != "" {
				conds, ok := d.open(append(m.Equations, m.Known()...))
				if ok && d.check(append([]*term.Term{rest}, conds...)...) != Unsatisfiable {
					d.out.Undecided = append(d.out.Undecided, Undecided{p.Rule, m.Undecided})
				}
				continue
			}
			if conds, ok := d.open(append(m.Equations, m.Requires()...)); ok {
				out = append(out, &applicable{m, conds})
			}
		}
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

// reduceHeating keeps only one of several operands that may be evaluated first,
// if the operands cannot interfere: whichever is first, the others can be
// evaluated after it, to the same results. It is the leftmost of those that
// change nothing, if there is one: an operand that changes something may also
// never end, and hide that another one is stuck.
func (d *deriver) reduceHeating(matches []*applicable) []*applicable {
	x := d.engine.effects
	if len(matches) < 2 || x == nil {
		return matches
	}
	for _, a := range matches {
		if a.match.Program.Rule.Operand == nil || len(a.conds) > 0 {
			return matches
		}
	}
	effects := make([]*effect, len(matches))
	first := 0
	for i, a := range matches {
		path := a.match.Program.Rule.Operand
		effects[i] = x.of(a.match.Result(d.state.Slots)[x.slot].Head(), d.state.Slots)
		for j, b := range matches[:i] {
			if !apart(path, b.match.Program.Rule.Operand) || !independent(effects[i], effects[j]) {
				return matches
			}
		}
		if pure, before := effects[i].writes == 0, effects[first].writes == 0; pure && !before ||
			pure == before && slices.Compare(path, matches[first].match.Program.Rule.Operand) < 0 {
			first = i
		}
	}
	return matches[first : first+1]
}

// apart says that neither of two ways leads through the end of the other.
func apart(p, q []int) bool {
	n := min(len(p), len(q))
	return !slices.Equal(p[:n], q[:n])
}

// apply adds the successor of a match; checked says whether its conditions may
// be unsatisfiable.
func (d *deriver) apply(a *applicable, rest *term.Term, checked bool) {
	conds := term.Conjuncts(append([]*term.Term(nil), a.conds...), rest)
	if checked && len(conds) > 0 && d.check(conds...) == Unsatisfiable {
		return
	}
	for _, v := range a.match.Existentials() {
		a.match.Bind(v, term.Fresh(v.Name, v.Sort))
	}
	conds = append(conds, a.match.Ensures()...)
	next := *d.state
	next.Slots = a.match.Result(d.state.Slots)
	if k := d.engine.Definition.Layout.K; k >= 0 {
		if pos := Position(next.Slots[k].Head()); pos != 0 {
			next.Pos = pos
		}
	}
	st, ok := next.With(conds)
	if !ok {
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

// finish records what no rule covers.
func (d *deriver) finish(rest *term.Term) {
	if rest == term.False {
		return
	}
	v := d.refute(rest)
	if v == Unsatisfiable {
		return
	}
	d.out.Verdict = v
	d.out.Uncovered = []*term.Term{}
	d.out.Uncovered = term.Conjuncts(d.out.Uncovered, rest)
}
