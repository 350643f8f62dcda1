package rewrite

import "rlv/semantics/term"

// outcome is what trying a rule, or all, has come to.
type outcome int

const (
	noRule outcome = iota
	someRule
	// onSlots is that the step is to be made on the slots.
	onSlots
)

// stepOnStack applies the first rule that matches.
func (m *Machine) stepOnStack() (outcome, error) {
	s := m.stack
	if s.empty() || s.open == nil && !s.top.IsGround() && isOpen(s.top) {
		return onSlots, nil
	}
	for _, a := range m.sites.at(s).actions {
		found, err := m.apply(a)
		if found != noRule || err != nil {
			m.last = a.rule
			return found, err
		}
	}
	return noRule, nil
}

// at returns the site for what is on top of a stack.
func (x *sites) at(s *stack) *site {
	key := siteKey{}
	switch {
	case s.open != nil:
		key.top = s.open.sym
		key.sort = key.top.SortOf(s.args())
	case s.top != nil:
		key.top, key.sort = s.top.Symbol(), s.top.Sort()
	}
	at := x.of(key)
	if at.looksBehind {
		if key.behind = s.next(); key.behind != nil {
			at = x.of(key)
		}
	}
	return at
}

// apply applies a rule to the stack.
func (m *Machine) apply(a *action) (outcome, error) {
	switch a.kind {
	case heats:
		found := m.admits(a, m.stack.args())
		if found == someRule {
			m.stack.heat(a.hole)
		}
		return found, nil
	case cools:
		return m.cool(a)
	case rewrites:
		p := m.program(a)
		if p == nil {
			return noRule, nil
		}
		applied, err := m.try(p.Program)
		if !applied {
			return noRule, err
		}
		return someRule, err
	}
	return onSlots, nil
}

// program returns the program of a rule over the stack, nil if that clashes with what is on top.
func (m *Machine) program(a *action) *overProgram {
	p := a.over.compiled.Load()
	if p == nil {
		if m.clashes(a.over.top) {
			return nil
		}
		p = m.engine.index.compileOver(a)
	}
	if p.operands != nil && differ(m.engine.Definition.Lattice, p.operands, m.stack.args()) {
		return nil
	}
	if p.behind != nil && p.behind != m.stack.next() {
		return nil
	}
	return p
}

// clashes reports whether a pattern certainly does not match what is on top.
func (m *Machine) clashes(top *term.Term) bool {
	s, x := m.stack, m.engine.index
	switch {
	case top == nil:
		return false
	case s.open == nil:
		return x.clashes(top, s.top)
	case top.Kind() != term.KApp || top.Symbol() != s.open.sym:
		return false
	}
	for i, t := range s.args() {
		if x.clashes(top.Arg(i), t) {
			return true
		}
	}
	return false
}

// admits reports whether operands are what a rule asks for.
func (m *Machine) admits(a *action, operands []*term.Term) outcome {
	l := m.engine.Definition.Lattice
	for i, sort := range a.sorts {
		if sort != term.SortK && !l.Leq(operands[i].Sort(), sort) {
			return noRule
		}
	}
	for i := range a.tests {
		t := &a.tests[i]
		switch of := t.holds(l, operands[t.operand]); {
		case of == nil:
			return onSlots
		case (of == term.True) == t.negated:
			return noRule
		}
	}
	if len(a.conds) > 0 {
		return m.m.admits(a.conds, operands)
	}
	return someRule
}

// admits reports whether conditions hold of operands, which are their variables.
func (m *matcher) admits(conds []*bld, operands []*term.Term) outcome {
	found := someRule
	m.reset(len(operands))
	copy(m.b, operands)
	for _, c := range conds {
		switch m.build(c) {
		case term.True:
		case term.False:
			return noRule
		default:
			found = onSlots
		}
	}
	return found
}

// holds tests an operand without the negation: true, false, or nil for what is not known.
func (t *operandTest) holds(l *term.Lattice, operand *term.Term) *term.Term {
	if l.Leq(operand.Sort(), t.sort) {
		return term.True
	}
	if sym := operand.Symbol(); operand.IsGround() && (sym == nil || sym.Variants == nil && !operand.IsSeq()) {
		return term.False
	}
	of := term.Apply(t.sym, operand)
	if of != term.True && of != term.False {
		return nil
	}
	return of
}

// cool puts a result back among the operands of the application that waits for it.
func (m *Machine) cool(a *action) (outcome, error) {
	s, h := m.stack, a.hole
	s.close()
	if s.next() != h.freezer {
		return noRule, nil
	}
	s.thaw(h)
	operands := s.waiting(h)
	operands[h.at] = s.top
	if found := m.admits(a, operands); found != someRule {
		return found, nil
	}
	if h.of.sym.Eval == nil {
		s.cool()
		return someRule, nil
	}
	// Rules that apply anywhere may apply to it.
	t := term.ApplyAt(h.of.sym, s.frames[len(s.frames)-1].place, operands)
	if t.HasFunctions() {
		return noRule, &Stuck{Operation: undefinedPart(t), Rule: a.rule}
	}
	s.dropFrame()
	s.setTop(t)
	return someRule, nil
}
