package kernel

import (
	"errors"
	"fmt"
	"slices"

	"rlv/proofs/logic"
)

// ErrInvalid is the error of a certificate that the kernel does not accept.
var ErrInvalid = errors.New("the certificate is not valid")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// Machine executes the instructions of certificates (Coq: sections Exec and Check).
type Machine struct {
	language *Language
	terms    logic.Calculator
	index    *index
	goals    []Goal
	axioms   []*logic.Form
	total    bool // hypotheses are used only where a measure is smaller
	meter    *logic.Meter
}

// NewMachine returns a machine for goals that may use each other, and axioms.
func NewMachine(l *Language, goals []Goal, axioms []*logic.Form, total bool) *Machine {
	m := &Machine{language: l, index: newIndex(l), goals: goals, axioms: axioms, total: total, meter: &logic.Meter{}}
	m.terms = calculatorOf(l, m.meter)
	return m
}

// With returns the machine with other axioms.
func (m *Machine) With(axioms []*logic.Form) *Machine {
	out := *m
	out.axioms = axioms
	return &out
}

// Normal is the normal form of a term.
func (m *Machine) Normal(t *logic.Term) *logic.Term { return m.terms.Within(nil, t) }

// Run is the proof of a goal or of one of its nodes at work: the goal, and the nodes that are
// proved.
type Run struct {
	*Machine
	Goal  *Goal
	Nodes []Node
}

// earlier are the successors by rules of an earlier group (Coq: earlier).
func earlier(x *successor, all []successor) []*successor {
	var out []*successor
	for i := range all {
		if all[i].prio < x.prio {
			out = append(out, &all[i])
		}
	}
	return out
}

// condition is when a rule leads on: its own conditions, and those of earlier rules do not
// hold (Coq: condition).
func condition(all []successor, x *successor) []*logic.Form {
	out := append(holds(x.cond), holds(x.ensures)...)
	for _, y := range earlier(x, all) {
		out = append(out, logic.Not(conj(holds(y.cond))))
	}
	return out
}

func named(rules []uint64) func(*successor) bool {
	return func(x *successor) bool { return slices.Contains(rules, x.rule) }
}

func every(*successor) bool { return true }

// step makes one symbolic step, by the rules that are kept; that no other leads on is an
// obligation (Coq: do_step).
func (r *Run) step(kept func(*successor) bool, w logic.Subst, s *State) ([]*State, []*Obligation, error) {
	r.charge(s, false)
	r.meter.Spend(256) // what a step makes takes as long
	all, err := r.derive(r.terms.Knowing(s.PC), s.N, s.Term)
	if err != nil {
		return nil, nil, err
	}
	bounded := func() bool {
		r.charge(s, true)
		return s.Term.Below(s.N) && formsBelow(s.N, s.PC)
	}
	if slices.ContainsFunc(all, func(x successor) bool { return x.n != s.N }) && !bounded() {
		return nil, nil, invalid("a variable is not below the bound of its state")
	}
	if len(w) > 0 && !(bounded() && w.Sorted() && w.Closed() && w.Above(s.N)) {
		return nil, nil, invalid("what a step has as witnesses are none")
	}
	var states []*State
	var out []*Obligation
	var ways []*logic.Form
	for i := range all {
		x := &all[i]
		before := earlier(x, all)
		if slices.ContainsFunc(before, func(y *successor) bool { return len(y.cond) == 0 }) {
			continue // blocked
		}
		pc := add(r.meter, s.PC, condition(all, x)...)
		if !kept(x) {
			out = append(out, &Obligation{x.n, pc, falsity})
			continue
		}
		states = append(states, &State{x.n, pc, x.t})
		if !slices.ContainsFunc(before, func(y *successor) bool { return len(y.ensures) > 0 }) {
			ways = append(ways, w.InForm(r.meter, conj(append(holds(x.cond), holds(x.ensures)...))))
		}
	}
	return states, append(out, &Obligation{s.N, s.PC, disj(ways)}), nil
}

// sound reports whether a substitution may be used in a state (Coq: subst_ok).
func sound(s logic.Subst, n uint64) bool { return s.Sorted() && s.Closed() && s.Below(n) }

func follow(s *State, fs ...*logic.Form) []*Obligation {
	out := make([]*Obligation, len(fs))
	for i, f := range fs {
		out[i] = &Obligation{s.N, s.PC, f}
	}
	return out
}

// beyond is what of a list is left where it begins as the hypotheses do (Coq: beyond).
func beyond(m *logic.Meter, hypotheses, fs []*logic.Form) []*logic.Form {
	for len(hypotheses) > 0 && len(fs) > 0 && m.EqualForms(hypotheses[0], fs[0]) {
		hypotheses, fs = hypotheses[1:], fs[1:]
	}
	return fs
}

// Exec executes an instruction in a state, and returns the states that it leads to and what
// is left to prove (Coq: exec).
func (r *Run) Exec(i *Instr, s *State) (states []*State, obligations []*Obligation, err error) {
	defer recovered(&err)
	r.charge(s, i.Kind >= IUse)
	admit(r.meter, []*logic.Form{i.Form}, i.Term)
	admitSubst(r.meter, i.Subst)
	switch i.Kind {
	case IStep:
		return r.step(named(i.Rules), i.Subst, s)
	case ISteps:
		return r.steps(i.N, s)
	case ICut:
		return []*State{{s.N, add(r.meter, s.PC, i.Form), s.Term}}, follow(s, i.Form), nil
	case ISplit:
		if !i.Term.IsBool() {
			return nil, nil, invalid("cases of what is no Boolean")
		}
		return []*State{{s.N, add(r.meter, s.PC, logic.Holds(i.Term)), s.Term}, {s.N, add(r.meter, s.PC, logic.Holds(logic.Negated(i.Term))), s.Term}}, nil, nil
	case IInf:
		return nil, follow(s, falsity), nil
	case IUse:
		return r.use(i, s)
	case ICirc:
		return r.hypothesis(i, s)
	case IDone:
		return r.done(i, s)
	}
	return nil, nil, invalid("an instruction that there is not")
}

// steps makes steps with one successor each (Coq: do_steps).
func (r *Run) steps(n uint64, s *State) ([]*State, []*Obligation, error) {
	var all []*Obligation
	for range n {
		next, os, err := r.step(every, nil, s)
		if err == nil && len(next) != 1 {
			err = invalid("%d successors where one is wanted", len(next))
		}
		if err != nil {
			return nil, nil, err
		}
		all, s = append(all, os...), next[0]
	}
	return []*State{s}, all, nil
}

func (r *Run) use(i *Instr, s *State) ([]*State, []*Obligation, error) {
	if i.N >= uint64(len(r.Nodes)) {
		return nil, nil, invalid("node %d is not proved before", i.N)
	}
	n, c := &r.Nodes[i.N], r.terms.Knowing(s.PC)
	if !sound(i.Subst, s.N) || !i.Subst.Above(r.Goal.N) {
		return nil, nil, invalid("a substitution for node %d that is none", i.N)
	}
	eqs, ok := unify(c, s.Term, c.Within(i.Subst, n.Term), nil)
	if !ok {
		return nil, nil, invalid("node %d is about other configurations", i.N)
	}
	return nil, follow(s, append(eqs, beyond(r.meter, s.PC, c.WithinForms(i.Subst, n.Pre))...)...), nil
}

func (r *Run) hypothesis(i *Instr, s *State) ([]*State, []*Obligation, error) {
	if i.N >= uint64(len(r.goals)) {
		return nil, nil, invalid("there is no goal %d", i.N)
	}
	g, c := &r.goals[i.N], r.terms.Knowing(s.PC)
	if !sound(i.Subst, s.N) || g.N > s.N || !formsBelow(s.N, s.PC) {
		return nil, nil, invalid("a substitution for goal %d that is none", i.N)
	}
	eqs, ok := unify(c, s.Term, c.Within(i.Subst, g.Left), nil)
	if !ok {
		return nil, nil, invalid("goal %d is about other configurations", i.N)
	}
	less, err := r.decrease(g, i.Subst)
	if err != nil {
		return nil, nil, err
	}
	sub := append(fresh(s.N, g.Ex), i.Subst...)
	next := &State{s.N + uint64(len(g.Ex)), add(r.meter, s.PC, c.WithinForms(sub, g.Post)...), c.Within(sub, g.Right)}
	return []*State{next}, follow(s, slices.Concat(eqs, c.WithinForms(i.Subst, g.Pre), less)...), nil
}

// decrease is that a measure becomes smaller (Coq: decrease).
func (r *Run) decrease(g *Goal, s logic.Subst) ([]*logic.Form, error) {
	switch {
	case !r.total || g.Rank < r.Goal.Rank:
		return nil, nil
	case g.Rank > r.Goal.Rank:
		return nil, invalid("a hypothesis of a higher rank")
	case len(g.Variant) != len(r.Goal.Variant):
		return nil, invalid("measures of different lengths")
	}
	var measure []*logic.Term
	for _, t := range g.Variant {
		measure = append(measure, r.terms.Within(s, t))
	}
	return []*logic.Form{smaller(measure, r.Goal.Variant)}, nil
}

// smaller is that a measure is smaller than another (Coq: smaller).
func smaller(a, b []*logic.Term) *logic.Form {
	if len(a) == 0 || len(b) == 0 {
		return falsity
	}
	x, y := a[0], b[0]
	return &logic.Form{Kind: logic.FOr,
		A: &logic.Form{Kind: logic.FAnd, A: logic.Holds(logic.Operation(logic.OLe, logic.Int64(0), y)), B: logic.Holds(logic.Operation(logic.OLt, x, y))},
		B: &logic.Form{Kind: logic.FAnd, A: logic.Holds(logic.Operation(logic.OEq, x, y)), B: smaller(a[1:], b[1:])}}
}

func (r *Run) done(i *Instr, s *State) ([]*State, []*Obligation, error) {
	r.meter.Spend(len(i.Subst) * len(r.Goal.Ex))
	others := slices.ContainsFunc(i.Subst, func(b logic.Binding) bool { return !slices.Contains(r.Goal.Ex, b.Var) })
	if !i.Subst.Sorted() || !i.Subst.Closed() || others {
		return nil, nil, invalid("what the right side has as witnesses are none")
	}
	c := r.terms.Knowing(s.PC)
	eqs, ok := unify(c, s.Term, c.Within(i.Subst, r.Goal.Right), nil)
	if !ok {
		return nil, nil, invalid("the configuration is not that of the right side")
	}
	return nil, follow(s, append(eqs, c.WithinForms(i.Subst, r.Goal.Post)...)...), nil
}
