package kernel

import (
	"slices"

	"rlv/proofs/logic"
)

// instructions executes a list of instructions from a state, and adds what is left to prove
// (Coq: run).
func (r *Run) instructions(is []Instr, s *State, out []*Obligation) ([]*Obligation, error) {
	open := []*State{s}
	for k := range is {
		if len(open) == 0 {
			return nil, invalid("instruction %d has no state to work on", k)
		}
		last := len(open) - 1
		next, os, err := r.Exec(&is[k], open[last])
		if err != nil {
			return nil, err
		}
		open = open[:last]
		for i := len(next) - 1; i >= 0; i-- {
			open = append(open, next[i])
		}
		out = append(out, os...)
	}
	if len(open) > 0 {
		return nil, invalid("a state is left over")
	}
	return out, nil
}

// Obligations are what is left to prove of a proof: that of the nodes, then that of the goal
// (Coq: obligations_of).
func (m *Machine) Obligations(g *Goal, p *Proof) (out []*Obligation, err error) {
	defer recovered(&err)
	admit(m.meter, slices.Concat(g.Pre, g.Post), append(slices.Clip(g.Variant), g.Left, g.Right)...)
	for i := range p.Nodes {
		admit(m.meter, p.Nodes[i].Pre, p.Nodes[i].Term)
	}
	if !g.ok() {
		return nil, invalid("a goal has a variable that is not below its bound")
	}
	if len(p.Goal) == 0 || p.Goal[0].Kind != IStep {
		return nil, invalid("a proof does not begin with a step")
	}
	for j := range p.Nodes {
		n := &p.Nodes[j]
		if n.N < g.N || n.N > maxNumbers || !n.Term.Below(n.N) || !formsBelow(n.N, n.Pre) {
			return nil, invalid("a node has a variable that is not below its bound")
		}
		r := &Run{m, g, p.Nodes[:j]}
		if out, err = r.instructions(n.Proof, n.Start(m.meter), out); err != nil {
			return nil, err
		}
	}
	return (&Run{m, g, p.Nodes}).instructions(p.Goal, g.Start(m.meter), out)
}

// Start is the state in which the proof of a goal begins.
func (g *Goal) Start(m *logic.Meter) *State { return &State{g.N, add(m, nil, g.Pre...), g.Left} }

// Start is the state in which the proof of a node begins.
func (n *Node) Start(m *logic.Meter) *State { return &State{n.N, add(m, nil, n.Pre...), n.Term} }

// ok is Coq's goal_ok.
func (g *Goal) ok() bool {
	for _, t := range g.Variant {
		if !t.Below(g.N) {
			return false
		}
	}
	return g.N <= maxNumbers && g.Left.Below(g.N) && g.Right.Below(g.N) && formsBelow(g.N, g.Pre) && formsBelow(g.N, g.Post)
}

// Act takes an act (Coq: do_act).
func (m *Machine) Act(a *Act, o *Obligation) (out *Obligation, err error) {
	defer recovered(&err)
	admitSubst(m.meter, a.Subst)
	admit(m.meter, []*logic.Form{a.Form}, a.Term)
	m.charge(&State{PC: append(o.Hypotheses[:len(o.Hypotheses):len(o.Hypotheses)], o.Conclusion), Term: logic.True}, true)
	bounded := func() bool { return formsBelow(o.N, o.Hypotheses) && o.Conclusion.Below(o.N) }
	with := func(n uint64, f *logic.Form) (*Obligation, error) {
		return &Obligation{n, append(o.Hypotheses[:len(o.Hypotheses):len(o.Hypotheses)], f), o.Conclusion}, nil
	}
	at := func() *logic.Form {
		if a.I < uint64(len(o.Hypotheses)) {
			return o.Hypotheses[a.I]
		}
		return logic.Holds(logic.True)
	}
	value := func() bool { return a.Term.Closed() && a.Term.IsInt() }
	c := o.Conclusion
	switch {
	case a.Kind == AInst && value():
		if f := at().Under(logic.FAll, a.Term); f != nil {
			return with(o.N, f)
		}
	case a.Kind == AAxiom && a.I < uint64(len(m.axioms)) && a.Subst.Sorted() && a.Subst.Closed():
		return with(o.N, a.Subst.InForm(m.meter, m.axioms[a.I]))
	case a.Kind == AOpen && bounded():
		if f := at().Under(logic.FEx, logic.V(logic.Var{N: o.N})); f != nil {
			return with(o.N+1, f)
		}
	case a.Kind == AIntro && c.Kind == logic.FAll && bounded():
		return &Obligation{o.N + 1, o.Hypotheses, c.Open(logic.V(logic.Var{N: o.N}))}, nil
	case a.Kind == AIntro && c.Kind == logic.FImp:
		return &Obligation{o.N, append(o.Hypotheses[:len(o.Hypotheses):len(o.Hypotheses)], c.A), c.B}, nil
	case a.Kind == AWitness && c.Kind == logic.FEx && value():
		return &Obligation{o.N, o.Hypotheses, c.Open(a.Term)}, nil
	case a.Kind == AUse && a.Form.Kind == logic.FAll && value():
		return with(o.N, logic.Implies(a.Form, a.Form.Open(a.Term)))
	case a.Kind == AUse && a.Form.Kind == logic.FEx && value():
		return with(o.N, logic.Implies(a.Form.Open(a.Term), a.Form))
	case a.Kind == AName && a.Form.Kind == logic.FEx && c.Stable() && a.Form.Below(o.N) && bounded():
		return with(o.N+1, logic.Implies(a.Form, a.Form.Open(logic.V(logic.Var{N: o.N}))))
	case a.Kind == AName && a.Form.Kind == logic.FAll && c.Stable() && a.Form.A.Stable() && a.Form.Below(o.N) && bounded():
		return with(o.N+1, logic.Implies(a.Form.Open(logic.V(logic.Var{N: o.N})), a.Form))
	case a.Kind == ABack && at().Kind == logic.FImp && m.meter.EqualForms(at().B, c):
		return &Obligation{o.N, o.Hypotheses, at().A}, nil
	case a.Kind == AKind && m.language.Within(a.I, a.J):
		return with(o.N, logic.Implies(logic.Holds(logic.Is(a.I, a.Term)), logic.Holds(logic.Is(a.J, a.Term))))
	}
	return nil, invalid("an act that is not possible")
}

// Use prepares an obligation by its core (Coq: use_core).
func (m *Machine) Use(c *Core, o *Obligation) (used *Obligation, err error) {
	defer recovered(&err)
	for i := range c.Acts {
		if o, err = m.Act(&c.Acts[i], o); err != nil {
			return nil, err
		}
	}
	out := &Obligation{N: o.N, Conclusion: o.Conclusion}
	if len(c.Keep) > len(o.Hypotheses) {
		return nil, invalid("a core keeps more hypotheses than there are")
	}
	for _, i := range c.Keep {
		if i >= uint64(len(o.Hypotheses)) {
			return nil, invalid("a core keeps hypothesis %d of %d", i, len(o.Hypotheses))
		}
		out.Hypotheses = append(out.Hypotheses, o.Hypotheses[i])
	}
	m.charge(&State{PC: append(slices.Clip(out.Hypotheses), out.Conclusion), Term: logic.True}, true) // so that it can be written out
	return out, nil
}

// Check returns what is left to prove of all goals, with the hypotheses that cores keep, for
// each goal (Coq: check).
func (m *Machine) Check(proofs []Proof) (out [][]*Obligation, err error) {
	defer recovered(&err)
	admit(m.meter, m.axioms)
	for i := range m.goals {
		admit(m.meter, slices.Concat(m.goals[i].Pre, m.goals[i].Post), m.goals[i].Left, m.goals[i].Right)
	}
	for i := range m.language.Rules {
		if !m.language.Rules[i].ok() {
			return nil, invalid("rule %d has a form that rules must not have", i)
		}
	}
	for i := range m.language.Equations {
		if !m.language.Equations[i].ok() {
			return nil, invalid("equation %d has a form that equations must not have", i)
		}
	}
	if len(proofs) != len(m.goals) {
		return nil, invalid("%d proofs of %d goals", len(proofs), len(m.goals))
	}
	for i := range m.goals {
		os, err := m.checkGoal(&m.goals[i], &proofs[i])
		if err != nil {
			return nil, err
		}
		out = append(out, os)
	}
	return out, nil
}

// checkGoal is Coq's check_goal.
func (m *Machine) checkGoal(g *Goal, p *Proof) ([]*Obligation, error) {
	os, err := m.Obligations(g, p)
	if err != nil {
		return nil, err
	}
	var out []*Obligation
	cores := p.Cores
	for _, o := range os {
		if trivial(m.meter, o.Hypotheses, o.Conclusion) {
			continue
		}
		if len(cores) == 0 {
			return nil, invalid("an obligation has no core")
		}
		used, err := m.Use(&cores[0], o)
		if err != nil {
			return nil, err
		}
		out, cores = append(out, used), cores[1:]
	}
	if len(cores) > 0 {
		return nil, invalid("a core has no obligation")
	}
	return out, nil
}

// ok is Coq's rule_ok.
func (u *Rule) ok() bool {
	var left logic.Subst
	if !isPattern(u.Left, &left) {
		return false
	}
	all := left
	for _, v := range u.Ex {
		if left.Binds(logic.V(v)) {
			return false
		}
		all = append(all[:len(all):len(all)], logic.Binding{Var: v})
	}
	for _, c := range u.Cond {
		if !left.Binds(c) {
			return false
		}
	}
	for _, c := range u.Ensures {
		if !all.Binds(c) {
			return false
		}
	}
	return all.Binds(u.Right)
}

// isPattern collects the variables of a linear pattern; false if it is none.
func isPattern(t *logic.Term, vs *logic.Subst) bool {
	switch t.Kind {
	case logic.TV:
		if vs.Binds(t) {
			return false
		}
		*vs = append(*vs, logic.Binding{Var: t.Var()})
		return true
	case logic.TSym:
		return true
	case logic.TApp:
		return isPattern(t.A, vs) && isPattern(t.B, vs)
	}
	return false
}
