package rewrite

import (
	"cmp"
	"slices"

	"rlv/semantics/term"
)

// try applies p if it matches and its conditions hold.
func (m *Machine) try(p *Program) (bool, error) {
	if !m.matchLeft(p) {
		return false, nil
	}
	mm := &m.m
	if len(mm.deferred) > 0 {
		matched, decided := mm.solveFast()
		if !decided {
			return m.trySlow(p)
		}
		if !matched {
			return false, nil
		}
	}
	switch mm.holds(p) {
	case term.False:
		return false, nil
	case nil:
		return false, m.undefined(p)
	}
	return true, m.write(p)
}

// decided reports whether it is known that a condition which is not true has no
// value or is false: nothing unknown occurs in it.
func (m *Machine) decided(t *term.Term) bool {
	m.Unsure = m.Unsure || !t.IsGround()
	return t.IsGround()
}

// undefined says what keeps a rule that matches from being applied; nil if that
// is not known.
func (m *Machine) undefined(p *Program) error {
	for _, c := range p.conds {
		if t := m.m.build(c); t != term.True && m.decided(t) {
			return &Stuck{Operation: cmp.Or(m.engine.valueless(t), undefinedPart(t)), Rule: p.Rule}
		}
	}
	for i, c := range p.hidden {
		if t := m.m.build(c); t != term.True && m.decided(t) {
			return &Stuck{Operation: m.engine.valueless(p.sources[i]), Needs: p.sources[i], Rule: p.Rule}
		}
	}
	return nil
}

// trySlow is try with alternatives: collections whose keys must be enumerated.
func (m *Machine) trySlow(p *Program) (bool, error) {
	m.matchLeft(p)
	mm := &m.m
	applied, err := false, error(nil)
	mm.solve(func() bool {
		switch mm.holds(p) {
		case term.False:
			return true
		case nil:
			err = m.undefined(p)
			return false
		}
		applied, err = true, m.write(p)
		return false
	})
	return applied, err
}

// write puts the right side in. All of it is built before anything changes.
func (m *Machine) write(p *Program) error {
	if open := p.Rule.Existentials; len(open) > 0 {
		return &Arbitrary{Rule: p.Rule, Value: open[0]}
	}
	m.pending = m.pending[:0]
	for i := range p.right {
		t := m.m.build(p.right[i].b)
		if t.HasFunctions() {
			return &Stuck{Operation: undefinedPart(t), Rule: p.Rule}
		}
		m.pending = append(m.pending, t)
	}
	for i, c := range p.ensures {
		if t := m.m.build(c); t != term.True {
			return &Stuck{Needs: p.promises[i], Rule: p.Rule}
		}
	}
	first, items := 0, 0 // of the computation, among what was built
	for i := range p.right {
		if slot := p.right[i].slot; slot >= 0 {
			m.put(slot, m.pending[i])
		} else {
			if items == 0 {
				first = i
			}
			items++
		}
	}
	if p.over != nil && p.over.writes {
		m.stack.replace(p.over, m.pending[first:first+items])
	}
	return nil
}

// matchLeft matches the left side of p, but for what is put off.
func (m *Machine) matchLeft(p *Program) bool {
	mm := &m.m
	mm.reset(p.nvars)
	o := p.over
	if o != nil && o.closed && m.stack.holds(o.items) {
		return false
	}
	for i := range p.left {
		l := &p.left[i]
		switch {
		case l.slot >= 0:
			if !mm.match(l.p, m.at(l.slot)) {
				return false
			}
		case l.slot == itemPlace(0):
			if !m.matchTop(l.p) {
				return false
			}
		case l.slot == restPlace:
			if o.captured && !mm.match(l.p, m.stack.behindItems(o.items-1)) {
				return false
			}
		default:
			if !m.matchBehind(l.p, itemPlace(1)-l.slot) {
				return false
			}
		}
	}
	return true
}

// at is what stands in a slot of the configuration or, with a number behind those, of the element
// at hand.
func (m *Machine) at(slot int) *term.Term {
	if slot < len(m.slots) {
		return m.slots[slot]
	}
	return m.now.cells[slot-len(m.slots)]
}

// put writes what stands in such a slot.
func (m *Machine) put(slot int, t *term.Term) {
	if slot < len(m.slots) {
		m.slots[slot] = t
	} else {
		m.now.cells[slot-len(m.slots)] = t
	}
}

// matchTop matches what is on top; its operands are enough for most patterns.
func (m *Machine) matchTop(p *pat) bool {
	s, mm := m.stack, &m.m
	if p.op != opApp || p.idx >= 0 {
		s.close()
		return mm.match(p, s.top)
	}
	if p.sym != s.symbol() {
		return false
	}
	if p.place {
		mm.place = s.pos()
	}
	args := s.args()
	for i, q := range p.args {
		if q.op == opVar && mm.b[q.idx] == nil {
			mm.b[q.idx] = args[i] // it is of the sort: [Machine.program] has asked
		} else if !mm.match(q, args[i]) {
			return false
		}
	}
	return true
}

// matchBehind matches item n of what waits.
func (m *Machine) matchBehind(p *pat, n int) bool {
	t := m.stack.behind(n)
	return t != nil && m.m.match(p, t)
}

// valueless returns the application about whose value a condition is, nil if it
// is about none.
func (e *Engine) valueless(condition *term.Term) *term.Term {
	var found *term.Term
	term.Walk(condition, func(t *term.Term) bool {
		if f := e.values.functions[t.Symbol()]; f != nil && found == nil {
			found = term.App(f, t.Args()...)
		}
		return found == nil
	})
	return found
}

// undefinedPart returns an innermost function application.
func undefinedPart(t *term.Term) *term.Term {
	var found *term.Term
	term.Walk(t, func(x *term.Term) bool {
		if found != nil || !x.HasFunctions() {
			return false
		}
		if x.Kind() == term.KApp && x.Symbol().Class != term.Constructor && !slices.ContainsFunc(x.Args(), (*term.Term).HasFunctions) {
			found = x
		}
		return found == nil
	})
	return found
}
