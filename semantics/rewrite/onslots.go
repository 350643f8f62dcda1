package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// stepOnSlots is a step with the computation in its slot, or in a collection of cells.
func (m *Machine) stepOnSlots() (bool, error) {
	m.slow++
	slots := m.Slots()
	m.loaded = false
	for _, c := range m.engine.index.candidates(slots, &m.m.candidates) {
		p := m.engine.index.try(c, slots, allSlots)
		if p == nil {
			continue
		}
		applied, err := m.try(p)
		if err != nil {
			return false, err
		}
		if applied {
			m.last = p.Rule
			m.Steps++
			return true, m.streams.settle(m.slots)
		}
	}
	return m.read()
}

// read reads an item of the input if some rule would then apply, and makes that step.
func (m *Machine) read() (bool, error) {
	if sort, wanted := m.wantsInput(); wanted && m.streams.supply(m.slots, sort) {
		m.beginTurns()
		return m.Step()
	}
	return false, m.streams.failure
}

// wantsInput says of which sort an item of the input cell would let some rule
// apply, if any would; a finished program never waits for input.
func (m *Machine) wantsInput() (term.Sort, bool) {
	in := m.streams.inSlot
	if in < 0 {
		return 0, false
	}
	for _, c := range m.engine.index.candidates(m.Slots(), &m.m.candidates) {
		if sort, waits := m.engine.index.waits(c, &m.m, m.slots, in); waits {
			return sort, true
		}
	}
	return 0, false
}

// waits says of which sort the item is that a rule takes from the front of the input
// cell, where it matches in all other slots.
func (x *index) waits(c *candidate, m *matcher, slots []*term.Term, in int) (term.Sort, bool) {
	if !slices.ContainsFunc(c.rule().Left, func(s compile.Slot) bool { return s.Index == in }) {
		return 0, false
	}
	p := x.try(c, slots, in)
	if p == nil {
		return 0, false
	}
	sort, reads := p.readsItem(in)
	return sort, reads && p.fitsBut(m, slots, in)
}

// readsItem says of which sort the item is that p takes from the front of the
// input cell.
func (p *Program) readsItem(in int) (term.Sort, bool) {
	for _, l := range p.left {
		if l.slot == in && l.p.op == opList && len(l.p.args) > 0 && l.p.args[0].op == opVar {
			return l.p.args[0].sort, true
		}
	}
	return 0, false
}

// fitsBut reports whether p matches in all slots but one.
func (p *Program) fitsBut(m *matcher, slots []*term.Term, slot int) bool {
	m.reset(p.nvars)
	for _, l := range p.left {
		if l.slot != slot && !m.match(l.p, slots[l.slot]) {
			return false
		}
	}
	return true
}
