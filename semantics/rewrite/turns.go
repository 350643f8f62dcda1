package rewrite

import (
	"math"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// turn is how far an element has come with the rules that its top admits. The rules that were
// found not to apply are not tried again before the element is written, or a slot that they
// read.
type turn struct {
	site    *site   // nil: it has to be looked up
	next    int     // of the rules on the stack: those before it do not apply
	reads   slotSet // the slots that those read
	tried   int     // of the rules on the collection: those before it have been tried in this step
	changed int64   // the step by which the element was written last
}

// slotSet is a set of slots of a configuration; all from 63 on are one.
type slotSet uint64

// slotsOf returns the slots of a side of a rule, below a number.
func slotsOf(side []compile.Slot, below int) (out slotSet) {
	for _, s := range side {
		if s.Index >= 0 && s.Index < below {
			out |= 1 << min(s.Index, 63)
		}
	}
	return out
}

// settle writes out what stands in the output cell.
func (m *Machine) settle() error {
	out := m.streams.outSlot
	if out < 0 {
		return nil
	}
	before := m.slots[out]
	err := m.streams.settle(m.slots)
	if m.slots[out] != before {
		m.wake(1 << min(out, 63))
	}
	return err
}

// gathered is a rule on the collection: about several elements, or of an unusual form. It is tried
// on the slots, with the elements as terms. That is done only if there is an element for each of
// its patterns, and if one of these has changed since the rule was found not to match.
type gathered struct {
	number   int
	rule     *candidate
	reads    slotSet
	patterns []*action // for the elements; nil in it: any fits
	// closed reports whether nothing but these elements, and the slots that are read, says
	// whether the rule applies.
	closed bool
}

// gather prepares a rule for the collection.
func (x *actions) gather(r *compile.Rule, c *candidate) *gathered {
	g := &gathered{number: x.gathered, rule: c, reads: slotsOf(r.Left, x.form.first) &^ slotsOf([]compile.Slot{{Index: x.form.slot}}, x.form.first)}
	x.gathered++
	left := compile.ContentOf(r.Left, x.form.slot)
	if left == nil {
		return g
	}
	entries, rest := x.form.framed(left)
	if rest == nil {
		return g
	}
	for _, e := range entries {
		g.patterns = append(g.patterns, x.pattern(r, e))
	}
	mentioned := func(t *term.Term) bool { return term.Occurs(rest, t) }
	inElements := func(e term.Entry) bool { return mentioned(e.Key) || mentioned(e.Value) }
	inOthers := func(s compile.Slot) bool { return s.Index != x.form.slot && mentioned(s.Term) }
	g.closed = !slices.ContainsFunc(slices.Concat(r.Requires, r.Ensures, r.Evaluable, r.Defined, r.Hidden), mentioned) &&
		!slices.ContainsFunc(entries, inElements) && !slices.ContainsFunc(r.Left, inOthers)
	return g
}

// pattern is the pattern that a rule has for an element, as a rule on the stack that says only
// whether it may match; nil if it cannot be said so.
func (x *actions) pattern(r *compile.Rule, e term.Entry) *action {
	alone := x.form.alone(e.Key, e.Value)
	one := &compile.Rule{Kind: r.Kind, Left: []compile.Slot{{Index: x.form.slot, Term: term.Union(alone, term.Var("REST", alone.Sort()))}}}
	flat := x.form.flat(x.def.Lattice, one)
	if flat == nil {
		return nil
	}
	flat, o := over(flat, x.k)
	if flat == nil {
		return nil
	}
	a := rewriting(flat, o)
	a.rule = one
	return a
}

// beginTurns forgets what is known of the rules: the elements, or the slots, are others.
func (m *Machine) beginTurns() {
	for _, e := range m.elements {
		e.turn.next, e.turn.reads = 0, 0
	}
	clear(m.unmatched)
}

// wake lets the rules be tried again that read slots which have been written.
func (m *Machine) wake(written slotSet) {
	if written == 0 {
		return
	}
	for _, e := range m.elements {
		if e.turn.reads&written != 0 {
			e.turn.next, e.turn.reads = 0, 0
		}
	}
	for i := range m.unmatched {
		if u := &m.unmatched[i]; u.reads&written != 0 {
			u.since = 0
		}
	}
}

// unmatched is since when it is known that a rule on the collection does not apply.
type unmatched struct {
	since int64 // one more than the number of steps; 0: it is not known
	reads slotSet
}

// stepOnElements applies the first rule that applies to some element, or to several. It is looked
// for in the lists of all elements, which are in one order, as if they were one list.
func (m *Machine) stepOnElements() (outcome, error) {
	m.findSites()
	for _, e := range m.elements {
		e.turn.tried = 0
	}
	for {
		e, limit := m.nextTurn()
		if e == nil {
			return noRule, nil
		}
		for a := m.nextOf(&e.turn); a != nil && a.rank <= limit; a = m.nextOf(&e.turn) {
			found, err := m.applyTo(e, a)
			if found != noRule || err != nil {
				m.last = a.rule
				return found, err
			}
			e.turn.pass(a)
		}
	}
}

// findSites looks up the rules of the elements that have been written.
func (m *Machine) findSites() {
	for _, e := range m.elements {
		if e.turn.site == nil {
			e.turn.site = m.sites.at(&e.stack)
		}
	}
}

// ownTurn returns the element whose next rule about it alone is the first of all; nil if none is left.
func (m *Machine) ownTurn() (first *element) {
	m.findSites()
	for _, e := range m.elements {
		if a := e.turn.own(); a != nil && (first == nil || a.rank < first.turn.own().rank) {
			first = e
		}
	}
	return first
}

// own is the next rule about the element alone, nil if none is left.
func (t *turn) own() *action {
	if t.next < len(t.site.actions) {
		return t.site.actions[t.next]
	}
	return nil
}

// nextTurn returns the element whose next rule is the first of all, and the rank up to which it is
// this element's turn; nil if no rule is left. Of elements with the same rule the first has its turn.
func (m *Machine) nextTurn() (first *element, limit int64) {
	rank := int64(math.MaxInt64)
	limit = rank
	for _, e := range m.elements {
		a := m.nextOf(&e.turn)
		switch {
		case a == nil:
		case first == nil || a.rank < rank:
			if first != nil {
				limit = rank - 1 // the one before comes first where the ranks are equal
			}
			first, rank = e, a.rank
		case a.rank <= limit:
			limit = a.rank
		}
	}
	return first, limit
}

// nextOf is the next rule to try, nil if none is left. One on the collection is tried once in a
// step, however many elements have it.
func (m *Machine) nextOf(t *turn) *action {
	a := t.own()
	for t.tried < len(t.site.gathered) && m.isUnmatched(t.site.gathered[t.tried].gathered) {
		t.tried++
	}
	if t.tried < len(t.site.gathered) {
		if b := t.site.gathered[t.tried]; a == nil || b.rank < a.rank {
			return b
		}
	}
	return a
}

// isUnmatched reports whether a rule on the collection has been tried in this step.
func (m *Machine) isUnmatched(g *gathered) bool {
	return g.number < len(m.unmatched) && m.unmatched[g.number].since == m.Steps+1
}

// pass goes on behind a rule that does not apply.
func (t *turn) pass(a *action) {
	if a.gathered != nil {
		t.tried++
		return
	}
	t.next++
	t.reads |= a.reads
}

// applyTo applies a rule to an element, or to the collection.
func (m *Machine) applyTo(e *element, a *action) (outcome, error) {
	if a.gathered != nil {
		return m.applyGathered(a.gathered)
	}
	m.enter(e)
	found, err := m.apply(a)
	if found == someRule {
		e.whole, e.turn = nil, turn{changed: m.Steps + 1}
		m.wake(a.writes)
	}
	return found, err
}

// undisturbed reports whether the steps of a composition, from the element at hand on, are those that come next
// whatever the others do. So it is if none of these may apply a rule that comes before one of the steps: of those
// that are known not to apply, none reads what the steps write, and the next to try comes after all of them. A rule on
// the collection may come to apply by the steps, so it has to come after them even if it did not apply before.
func (m *Machine) undisturbed(p *composed) bool {
	earlier := true // in the order of the elements: theirs is the turn where the rule is the same
	for _, e := range m.elements {
		if e == m.now {
			earlier = false
			continue
		}
		t := &e.turn
		if t.reads&p.changes != 0 {
			return false
		}
		if a := t.own(); a != nil && (a.rank < p.rank || earlier && a.rank == p.rank) {
			return false
		}
		if len(t.site.gathered) > 0 && t.site.gathered[0].rank < p.rank {
			return false
		}
	}
	return true
}

// enter makes an element the one that rules on the stack are about.
func (m *Machine) enter(e *element) { m.now, m.stack = e, &e.stack }

// applyGathered applies a rule to the collection.
func (m *Machine) applyGathered(g *gathered) (outcome, error) {
	for g.number >= len(m.unmatched) {
		m.unmatched = append(m.unmatched, unmatched{})
	}
	u := &m.unmatched[g.number]
	known := u.since
	u.since, u.reads = m.Steps+1, g.reads
	if known == m.Steps+1 || g.closed && known > 0 && !m.anyFits(g, known) || !m.eachFits(g) {
		return noRule, nil
	}
	m.slow++
	slots := m.Slots()
	p := m.engine.index.try(g.rule, slots, allSlots)
	if p == nil {
		return noRule, nil
	}
	applied, err := m.try(p)
	if !applied {
		return noRule, err
	}
	m.loaded = false
	return someRule, err
}

// anyFits reports whether an element that was written by some step may be one that a rule is about.
func (m *Machine) anyFits(g *gathered, since int64) bool {
	for _, e := range m.elements {
		if e.turn.changed >= since && slices.ContainsFunc(g.patterns, func(p *action) bool { return m.fits(p, e) }) {
			return true
		}
	}
	return false
}

// eachFits reports whether there may be an element for each pattern of a rule.
func (m *Machine) eachFits(g *gathered) bool {
	return !slices.ContainsFunc(g.patterns, func(p *action) bool {
		return !slices.ContainsFunc(m.elements, func(e *element) bool { return m.fits(p, e) })
	})
}

// fits reports whether an element may match a pattern; nil is one of which that is not known.
func (m *Machine) fits(a *action, e *element) bool {
	if a == nil {
		return true
	}
	if top := a.over.top; top != nil {
		if sym := compile.HeadSymbol(top); e.stack.empty() || sym != nil && sym != e.stack.symbol() {
			return false
		}
	}
	m.enter(e)
	p := m.program(a)
	return p != nil && m.matchLeft(p.Program)
}
