package rewrite

import (
	"rlv/semantics/compose"
	"rlv/semantics/term"
)

// hotCode finds what code of a program a machine comes to again and again, and has compositions of
// the rules that are applied from there on until it, or other such code, is on top again.
//
// Code is a node of the program's text. What is on top is looked at once in sampleEvery steps, so that
// a run in which nothing is hot pays next to nothing. When a node has been seen hotAt times, the steps
// from it on are recorded each time that no composition applies to it, up to maxPaths times. A
// composition takes about as long as costOfStep steps for each of its own: there may not be more of
// them than the steps that were made are worth.
type hotCode struct {
	start  []*term.Term // the first configuration, where the program's text is
	text   map[*term.Term]bool
	seen   map[*term.Term]int
	wait   int // steps to the next look
	table  []*hotHead
	heads  []*hotHead
	record *recording
	spent  int64 // steps that were composed
	saved  int64 // steps that were made by compositions
}

const (
	sampleEvery = 53
	hotAt       = 4
	maxHeads    = 128
	maxPaths    = 12
	maxRecorded = 500
	minComposed = 6
	costOfStep  = 400
)

// hotHead is a node of the program's text that is hot, with what is composed from there on.
type hotHead struct {
	top    *term.Term
	paths  []*composed
	closed bool // nothing more is recorded
	failed int
	hits   int64
	misses int64
}

// recording is a part of a run that is being recorded.
type recording struct {
	head  *hotHead
	trace compose.Trace
	last  []*action
}

// ComposeHot makes the machine compose rules where a run comes to the same code again and
// again. Then it does not stop after every step.
func (m *Machine) ComposeHot() *Machine {
	if m.sites != nil && m.sites.actions.form == nil {
		m.hot = &hotCode{start: append([]*term.Term(nil), m.slots...), seen: map[*term.Term]int{}, wait: sampleEvery, table: make([]*hotHead, 1)}
	}
	return m
}

// Composed returns the compositions that a machine has made, in the order in which their code became
// hot.
func (m *Machine) Composed() []*compose.Rule {
	var out []*compose.Rule
	if m.hot == nil {
		return nil
	}
	for _, h := range m.hot.heads {
		for _, p := range h.paths {
			out = append(out, p.rule)
		}
	}
	return out
}

// find returns the hot code that is on top, nil if that is not hot.
func (h *hotCode) find(top *term.Term) *hotHead {
	mask := uint64(len(h.table) - 1)
	for i := top.Hash() & mask; ; i = (i + 1) & mask {
		if c := h.table[i]; c == nil || c.top == top {
			return c
		}
	}
}

// add makes a node hot.
func (h *hotCode) add(top *term.Term) {
	h.heads = append(h.heads, &hotHead{top: top})
	if len(h.table) < 4*len(h.heads) {
		h.table = make([]*hotHead, 16*len(h.heads))
	}
	clear(h.table)
	mask := uint64(len(h.table) - 1)
	for _, c := range h.heads {
		i := c.top.Hash() & mask
		for h.table[i] != nil {
			i = (i + 1) & mask
		}
		h.table[i] = c
	}
}

// stepOrMore makes a step, or as many as a composition has.
func (m *Machine) stepOrMore() (bool, error) {
	h, s := m.hot, m.stack
	if m.loaded && s.open == nil && s.top != nil {
		if head := h.find(s.top); head != nil {
			if h.record != nil {
				m.compose()
			}
			if m.applyComposed(head) {
				return true, m.settle()
			}
			m.beginRecord(head)
		} else if h.wait--; h.wait < 0 {
			m.sample()
		}
	}
	if h.record == nil {
		return m.Step()
	}
	return m.recordStep()
}

// sample counts the code that is on top, if that is not an operand of something.
func (m *Machine) sample() {
	h, s := m.hot, m.stack
	h.wait = sampleEvery
	last := len(s.frames) - 1
	if h.record != nil || last >= 0 && s.frames[last].hole != nil || len(h.heads) >= maxHeads || !h.isText(s.top) {
		return
	}
	if h.seen[s.top]++; h.seen[s.top] >= hotAt {
		delete(h.seen, s.top)
		h.add(s.top)
	}
}

// isText reports whether a term is an application in the text of the program.
func (h *hotCode) isText(t *term.Term) bool {
	if h.text == nil {
		h.text = map[*term.Term]bool{}
		for _, s := range h.start {
			term.Walk(s, func(u *term.Term) bool {
				if u.Kind() == term.KApp && len(u.Args()) > 0 {
					h.text[u] = true
				}
				return true
			})
		}
	}
	return h.text[t]
}

// applyComposed applies a composition that begins with what is on top, if one applies. Which is
// tried first does not matter: each does what the single steps do.
func (m *Machine) applyComposed(head *hotHead) bool {
	for i, p := range head.paths {
		if !m.tryComposed(p) {
			continue
		}
		if i > 0 {
			head.paths[i-1], head.paths[i] = p, head.paths[i-1]
		}
		head.hits++
		m.Steps += int64(p.rule.Steps)
		m.hot.saved += int64(p.rule.Steps)
		m.last, m.stale = p.last, true
		return true
	}
	head.misses++
	return false
}

// beginRecord begins to record from hot code on, if that is worth it.
func (m *Machine) beginRecord(head *hotHead) {
	h := m.hot
	if head.closed || len(head.paths) >= maxPaths || h.spent*costOfStep > m.Steps+h.saved {
		return
	}
	h.record = &recording{head: head, trace: compose.Trace{Start: append([]*term.Term(nil), m.Slots()...), Text: h.isText}}
}

// recordStep makes a step and records it. The recording ends without a composition where a
// step is not one of the stack, and where input is read.
func (m *Machine) recordStep() (bool, error) {
	h := m.hot
	at, steps, slow := m.sites.at(m.stack), m.Steps, m.slow
	ok, err := m.Step()
	n := -1
	for i, a := range at.actions {
		if a.rule == m.last {
			n = i
		}
	}
	if !ok || err != nil || m.Steps != steps+1 || m.slow != slow || n < 0 || !m.loaded {
		m.compose()
		return ok, err
	}
	step := compose.Step{Rule: m.last, Behind: at.looksBehind || at.key.behind != nil}
	for _, a := range at.actions[:n] {
		step.Tried = append(step.Tried, a.rule)
	}
	h.record.trace.Steps = append(h.record.trace.Steps, step)
	if len(h.record.trace.Steps) == maxRecorded {
		m.compose()
	}
	return ok, err
}

// compose composes what was recorded.
func (m *Machine) compose() {
	h := m.hot
	rec := h.record
	h.record = nil
	h.spent += int64(len(rec.trace.Steps))
	if p := m.composition(rec); p != nil {
		rec.head.paths = append(rec.head.paths, p)
	} else if rec.head.failed++; rec.head.failed >= 3 {
		rec.head.closed = true
	}
}

// composition is one that leads from the recorded configuration to the very one to which
// single steps lead; nil if there is none.
func (m *Machine) composition(rec *recording) *composed {
	k := m.engine.index.place.slot
	if len(rec.trace.Steps) < minComposed {
		return nil
	}
	r := compose.Compose(m.engine.Definition, k, &rec.trace)
	if r == nil || r.Steps < minComposed {
		return nil
	}
	p := newComposed(r, rec.trace.Steps[r.Steps-1].Rule, k)
	if p == nil || !m.engine.leadsTo(p, rec.trace.Start) {
		return nil
	}
	return p
}

// leadsTo reports whether a composition does with a configuration what single steps do.
func (e *Engine) leadsTo(p *composed, start []*term.Term) bool {
	one, all := e.NewMachine(start, IO{}), e.NewMachine(start, IO{})
	for range p.rule.Steps {
		if ok, err := one.Step(); !ok || err != nil {
			return false
		}
	}
	if !all.load() || !all.tryComposed(p) {
		return false
	}
	all.stale = true
	a, b := one.Slots(), all.Slots()
	for i := range a {
		if !samePlace(a[i], b[i]) {
			return false
		}
	}
	return true
}

// tryComposed applies a composition if it matches and its conditions hold. All of it is built
// before anything changes.
func (m *Machine) tryComposed(p *composed) bool {
	mm := &m.m
	mm.reset(p.regs)
	for i, s := range p.behind {
		if !m.fitsBehind(s, i) {
			return false
		}
	}
	if p.over.closed && m.stack.holds(p.over.items) {
		return false
	}
	for i := range p.slots {
		if !mm.fits(p.slots[i].form, m.slots[p.slots[i].slot]) {
			return false
		}
	}
	for i := range p.checks {
		if !mm.checks(&p.checks[i]) {
			return false
		}
	}
	m.pending = m.pending[:0]
	for _, b := range p.items {
		m.pending = append(m.pending, mm.build(b))
	}
	for i := range p.writes {
		m.pending = append(m.pending, mm.build(p.writes[i].b))
	}
	for _, t := range m.pending {
		if t.HasFunctions() {
			return false
		}
	}
	for i := range p.writes {
		m.slots[p.writes[i].slot] = m.pending[len(p.items)+i]
	}
	m.stack.replace(&p.over, m.pending[:len(p.items)])
	return true
}

// fitsBehind matches item n of what waits. A freezer is no term on the stack.
func (m *Machine) fitsBehind(s *form, n int) bool {
	fr, base, t := m.stack.waitsAt(n)
	if fr == nil {
		return t != nil && m.m.fits(s, t)
	}
	if s.op != formApp {
		return m.m.fits(s, m.stack.frozen(fr, base))
	}
	if s.sym != fr.hole.freezer || s.pos != fr.place {
		return false
	}
	for i, a := range s.args {
		if !m.m.fits(a, m.stack.operands[base+fr.hole.frozen[i]]) {
			return false
		}
	}
	return true
}

// fits matches a shape.
func (m *matcher) fits(s *form, t *term.Term) bool {
	switch s.op {
	case formAny:
		if s.sort != term.SortK && !m.lattice.Leq(t.Sort(), s.sort) {
			return false
		}
		m.b[s.reg] = t
		return true
	case formAgain:
		return samePlace(m.b[s.reg], t)
	case formSame:
		return samePlace(s.lit, t)
	case formApp:
		if t.Symbol() != s.sym || t.Pos() != s.pos {
			return false
		}
		for i, a := range t.Args() {
			if !m.fits(s.args[i], a) {
				return false
			}
		}
		return true
	}
	return m.fitsList(s, t)
}

func (m *matcher) fitsList(s *form, t *term.Term) bool {
	n := len(s.args)
	if t.Kind() != term.KList || t.Len() < n || t.Segments() > 0 || s.op == formItems && t.Len() > n {
		return false
	}
	for i, a := range s.args {
		if !m.fits(a, t.Item(i).Term) {
			return false
		}
	}
	if s.op == formList {
		m.b[s.reg] = t.Slice(n, t.Len())
	}
	return true
}

// checks asks for a check.
func (m *matcher) checks(c *check) bool {
	switch c.op {
	case checkTrue:
		return m.build(c.key) == term.True
	case checkEntry:
		v, found := m.b[c.reg].Get(m.build(c.key))
		return found == term.Present && m.fits(c.form, v)
	case checkMember:
		_, found := m.b[c.reg].Get(m.build(c.key))
		return found == term.Present
	case checkLen:
		return m.b[c.reg].Len() == c.n && len(m.b[c.reg].Opaque()) == 0
	}
	t, sole := m.b[c.reg], (*term.Term)(nil)
	if t.Kind() != term.KSet || t.Len() != 1 {
		return false
	}
	t.EachEntry(func(k, _ *term.Term) bool { sole = k; return false })
	return m.fits(c.form, sole)
}
