package rewrite

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/compose"
	"rlv/semantics/term"
)

// hotCode finds what code of a program a machine comes to again and again, and has compositions of
// the rules that are applied from there on until it, or other such code, is on top again.
//
// Code is a node of the program's text. What is on top is looked at once in sampleEvery steps, so that
// a run in which nothing is hot pays next to nothing. When a node has been seen hotAt times, the steps
// from it on are recorded each time that no composition applies to it, up to maxPaths times. Where
// a value comes to a freezer that waited when the recording began, as behind a call, it ends: to such
// a freezer values come from many places, and what follows is composed for itself. Where a recording comes to
// the same code twice it went around a loop, and begins anew from there: that loop is hot.
//
// To compose is work; a unit of it takes about as long as fifty steps of a small language, sixteen of a
// large one. So much may be done as pays (Heat).
type hotCode struct {
	Heat
	start []*term.Term        // the first configuration, where the program's text is
	text  map[*term.Term]bool // its applications
	// freezers says of symbols whether they are those of what waits for an operand.
	freezers map[*term.Symbol]bool
	seen     map[*term.Term]int
	wait     int        // steps to the next look
	drift    uint64     // a random number, by whose first bits they are more than SampleEvery: any other order is that of some loop's steps
	table    []*hotHead // of a power of two places, most of them free
	heads    []*hotHead
	returns  int // how many of them are freezers
	record   *recording
	work     int64
	saved    int64 // steps that were made by compositions
	refused  int
}

// Heat says when code is hot.
type Heat struct {
	SampleEvery, HotAt int
	LeastSteps         int64 // before anything is composed
	// Grant is how much work may be done for nothing; then there has to be a step for each PerStep, and one that
	// a composition has saved for each PerSaved.
	Grant, PerStep, PerSaved int64
}

// Usual is the heat with which composing pays: where nothing is saved it takes a twentieth of
// the time of the steps, and where steps are saved about as long as those would have.
var Usual = Heat{SampleEvery: 53, HotAt: 4, LeastSteps: 10_000, Grant: 240, PerStep: 1000, PerSaved: 30}

const (
	driftBits   = 61 // not used
	maxHeads    = 128
	maxPaths    = 12
	maxRecorded = 500
	minComposed = 4
	minApart    = 12 // steps from hot code to other hot code, at which a composition ends
	maxFailed   = 3
)

// hotHead is what is hot, with what is composed from there on: a node of the program's text, or else a
// freezer at a place that waits for a result, which is on top.
type hotHead struct {
	top    *term.Term
	behind *term.Symbol
	place  int32
	paths  []*composed
	failed int // recordings that came to nothing
	least  int // how many steps a recording must be allowed, since one of half as many was too short
}

// recording is a part of a run that is being recorded.
type recording struct {
	head  *hotHead
	of    *element // whose steps are recorded; nil where the computation has a slot of its own
	trace compose.Trace
	rules []*action    // of the steps
	most  int          // steps
	met   []*term.Term // code that was on top since
}

// ComposeHot makes the machine compose rules where a run comes to the same code again and
// again, and returns it. Where computations are in a collection, a composition is of the steps of one element; it is
// applied where no other has its turn between them.
func (m *Machine) ComposeHot(heat Heat) *Machine {
	if m.sites != nil {
		m.hot = &hotCode{Heat: heat, start: slices.Clone(m.slots), freezers: map[*term.Symbol]bool{}, seen: map[*term.Term]int{}, wait: heat.SampleEvery, table: make([]*hotHead, 1)}
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

// Refused returns how many compositions were refused, since they did not do what the recorded steps had done. There
// are none, but for mistakes of package compose.
func (m *Machine) Refused() int {
	if m.hot == nil {
		return 0
	}
	return m.hot.refused
}

// isFreezer reports whether a symbol is that of what waits for a strict operand, or for that of a context.
func (h *hotCode) isFreezer(x *index, sym *term.Symbol) bool {
	is, known := h.freezers[sym]
	if !known {
		is = sym != nil && slices.ContainsFunc(x.next[sym], func(b behind) bool { return b.Rule().Kind == compile.CoolRule })
		h.freezers[sym] = is
	}
	return is
}

// find returns what is hot on a stack where nothing is open, nil if that is nothing.
func (h *hotCode) find(d *compile.Definition, s *stack) *hotHead {
	mask := uint64(len(h.table) - 1)
	for i := s.top.Hash() & mask; ; i = (i + 1) & mask {
		if c := h.table[i]; c == nil {
			break
		} else if c.top == s.top {
			return c
		}
	}
	if h.returns == 0 || !d.IsResult(s.top) {
		return nil
	}
	behind := s.next()
	if behind == nil {
		return nil
	}
	place := s.nextPlace()
	for i := returnHash(behind, place) & mask; ; i = (i + 1) & mask {
		if c := h.table[i]; c == nil || c.top == nil && c.behind == behind && c.place == place {
			return c
		}
	}
}

// returnHash is the hash of a freezer at a place.
func returnHash(sym *term.Symbol, place int32) uint64 {
	return sym.Hash() ^ uint64(place)*0x9e3779b97f4a7c15
}

// add makes something hot.
func (h *hotCode) add(head *hotHead) {
	h.heads = append(h.heads, head)
	if head.top == nil {
		h.returns++
	}
	h.enter()
}

// drop makes a node one that never is hot.
func (h *hotCode) drop(head *hotHead) {
	if head.top == nil {
		return // else it were found again
	}
	h.heads = slices.DeleteFunc(h.heads, func(c *hotHead) bool { return c == head })
	h.seen[head.top] = math.MinInt
	h.enter()
}

// enter makes the table.
func (h *hotCode) enter() {
	if len(h.table) < 4*len(h.heads) {
		h.table = make([]*hotHead, 1<<bits.Len(uint(8*len(h.heads))))
	}
	clear(h.table)
	mask := uint64(len(h.table) - 1)
	for _, c := range h.heads {
		i := c.hash() & mask
		for h.table[i] != nil {
			i = (i + 1) & mask
		}
		h.table[i] = c
	}
}

// hash is what a table finds it by.
func (c *hotHead) hash() uint64 {
	if c.top == nil {
		return returnHash(c.behind, c.place)
	}
	return c.top.Hash()
}

// Advance makes a step, or as many at once as a composition has; it reports whether a rule applied.
func (m *Machine) Advance() (bool, error) {
	h := m.hot
	if h == nil {
		return m.Step()
	}
	if h.wait > 0 && len(h.heads) == 0 && h.record == nil { // nothing is hot: that costs no more than this
		h.wait--
		return m.Step()
	}
	if s := m.atHand(); s != nil && s.open == nil && s.top != nil && (h.record == nil || h.record.of == m.now) {
		head := h.find(m.engine.Definition, s)
		if head == nil && h.record != nil && m.returned() {
			head = &hotHead{behind: s.next(), place: s.nextPlace()}
			h.add(head)
		}
		if head == nil && h.record != nil && m.turns() {
			// What it does from there on until it is there again is the same code whatever led there: that first.
			head, h.record = &hotHead{top: s.top}, nil
			h.add(head)
		}
		if head != nil && (h.record == nil || head == h.record.head || len(h.record.trace.Steps) >= minApart) {
			if h.record != nil {
				m.compose()
			}
			switch m.applyComposed(head) {
			case oneApplied:
				return true, m.settle()
			case noneApplies:
				m.beginRecord(head)
			}
		} else if h.wait--; h.wait < 0 {
			m.sample()
		}
	}
	if h.record == nil {
		return m.Step()
	}
	return m.recordStep()
}

// atHand is the stack of the computation whose turn it is, if no rule on the collection applies; nil if no rule is
// left, or the computation is not on a stack.
func (m *Machine) atHand() *stack {
	if !m.loaded {
		return nil
	}
	switch {
	case m.sites.actions.form == nil:
	case len(m.elements) == 1:
		m.enter(m.elements[0])
	default:
		e := m.ownTurn()
		if e == nil {
			return nil
		}
		m.enter(e)
	}
	return m.stack
}

// sample counts the code that is on top, if that is not an operand of something.
func (m *Machine) sample() {
	h, s := m.hot, m.stack
	h.drift = h.drift*6364136223846793005 + 1442695040888963407 // D. Knuth, MMIX: the first bits are the random ones
	h.wait = h.SampleEvery + int(h.drift>>driftBits)
	if h.record != nil || !m.mayHead() {
		return
	}
	// Others that were seen are counted anew: most of them are on the way from this one to itself.
	if h.seen[s.top]++; h.seen[s.top] >= h.HotAt && m.Steps >= h.LeastSteps {
		maps.DeleteFunc(h.seen, func(_ *term.Term, n int) bool { return n > 0 })
		h.add(&hotHead{top: s.top})
	}
}

// mayHead reports whether what is on top is code that may become hot: no operand of something.
func (m *Machine) mayHead() bool {
	h, s := m.hot, m.stack
	return len(h.heads) < maxHeads && !h.isFreezer(m.engine.index, s.next()) && h.isText(s.top)
}

// turns reports whether code is on top that was there before, in what is being recorded: that goes around a
// loop which lies within what was hot, and no two such recordings need be alike.
func (m *Machine) turns() bool {
	rec := m.hot.record
	if !m.mayHead() || m.hot.seen[m.stack.top] < 0 {
		return false
	}
	if slices.Contains(rec.met, m.stack.top) {
		return true
	}
	rec.met = append(rec.met, m.stack.top)
	return false
}

// returned reports whether a value is on top of a freezer that waited when the recording began: all that did
// is below the frames.
func (m *Machine) returned() bool {
	h, s := m.hot, m.stack
	return len(h.record.trace.Steps) >= minComposed && len(s.frames) == 0 && h.isFreezer(m.engine.index, s.next()) && len(h.heads) < maxHeads && m.engine.Definition.IsResult(s.top)
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

// trial is what trying compositions has come to.
type trial int

const (
	oneApplied trial = iota
	noneApplies
	disturbed // one might, were there not other elements
)

// applyComposed applies a composition that begins with what is on top, if one applies. Which is
// tried first does not matter: each does what the single steps do. One that does not pay is given up.
func (m *Machine) applyComposed(head *hotHead) trial {
	found := noneApplies
	for i := 0; i < len(head.paths); {
		p := head.paths[i]
		if !m.undisturbed(p) {
			found = disturbed
			i++
			continue
		}
		fits, cost := m.tryComposed(p)
		gain := 0
		if fits {
			gain = worth * p.rule.Steps
		}
		switch {
		case !p.pays(gain, cost):
			head.paths = slices.Delete(head.paths, i, i+1)
			m.hot.fail(head)
		case fits && i > 0:
			head.paths[i-1], head.paths[i] = p, head.paths[i-1]
		case !fits:
			i++
		}
		if !fits {
			continue
		}
		m.Steps += int64(p.rule.Steps)
		m.hot.saved += int64(p.rule.Steps)
		m.last, m.stale = p.last, true
		if m.sites.actions.form != nil {
			m.now.whole, m.now.turn = nil, turn{changed: m.Steps}
			m.wake(p.changes)
		}
		return oneApplied
	}
	return found
}

// fail notes that a composition from hot code on came to nothing. Of code of which that is so again and again, and of
// which there is none, nothing more is expected.
func (h *hotCode) fail(head *hotHead) {
	if head.failed++; head.failed >= maxFailed && len(head.paths) == 0 {
		h.drop(head)
	}
}

// beginRecord begins to record from hot code on, if that is worth it.
func (m *Machine) beginRecord(head *hotHead) {
	h := m.hot
	if len(head.paths) >= maxPaths || head.failed >= maxFailed {
		return
	}
	// A step of a trace takes two units of work.
	most := int(min(maxRecorded, (h.Grant+m.Steps/h.PerStep+h.saved/h.PerSaved-h.work)/2))
	if most >= max(minComposed, head.least) {
		h.record = &recording{head: head, of: m.now, most: most, trace: m.beginTrace()}
	}
}

// beginTrace is a trace without steps, over the slots of the configuration and those of the element, where
// computations are in a collection.
func (m *Machine) beginTrace() compose.Trace {
	t := compose.Trace{Cells: m.engine.Definition.Layout.Slots, K: m.sites.actions.k, Start: slices.Clone(m.Slots()), Text: m.hot.isText}
	if f := m.sites.actions.form; f != nil {
		t.Start[f.slot] = f.alone(m.now.key, f.term(m.now)) // single steps from there on are those of this element
		t.Cells, t.Start = slices.Concat(t.Cells, f.cells), append(t.Start, m.now.cells...)
	}
	return t
}

// recordStep makes a step and records it. The recording ends where a step is not one of the stack, and without
// a composition where another element has its turn.
func (m *Machine) recordStep() (bool, error) {
	h := m.hot
	rec, s := h.record, m.stack
	if !m.loaded {
		h.record = nil
		return m.Step()
	}
	if rec.of != nil {
		s = &rec.of.stack
	}
	at, steps := m.sites.at(s), m.Steps
	ok, err := m.Step()
	if ok && m.loaded && m.now != rec.of {
		h.work += 2 * int64(1+len(rec.trace.Steps))
		h.record = nil
		return ok, err
	}
	n := slices.IndexFunc(at.actions, func(a *action) bool { return a.rule == m.last })
	if !ok || err != nil || m.Steps != steps+1 || n < 0 || !m.loaded || len(at.gathered) > 0 {
		m.compose()
		return ok, err
	}
	step := compose.Step{Rule: at.actions[n].about, Behind: at.looksBehind || at.key.behind != nil}
	for _, a := range at.actions[:n] {
		step.Tried = append(step.Tried, a.about)
	}
	rec.trace.Steps, rec.rules = append(rec.trace.Steps, step), append(rec.rules, at.actions[n])
	switch {
	case len(rec.trace.Steps) == maxRecorded:
		m.compose()
	case len(rec.trace.Steps) == rec.most:
		// It would be too much work now.
		rec.head.least, h.record = min(2*rec.most, maxRecorded), nil
	}
	return ok, err
}

// compose composes what was recorded.
func (m *Machine) compose() {
	h := m.hot
	rec := h.record
	h.record = nil
	if p := m.composition(rec); p != nil {
		rec.head.paths = append(rec.head.paths, p)
	} else {
		h.fail(rec.head)
	}
}

// composition is one that leads from the recorded configuration to the very one to which
// single steps lead; nil if there is none. A run does without one that fails by a mistake of ours, which
// tests do not.
func (m *Machine) composition(rec *recording) (p *composed) {
	defer func() {
		if r := recover(); r != nil {
			if AsLimit(r) == nil && compile.Verifying {
				panic(r)
			}
			p = nil
		}
	}()
	if len(rec.trace.Steps) < minComposed {
		return nil
	}
	r, work := compose.Compose(m.engine.Definition, &rec.trace)
	if m.hot.work += int64(work); r == nil || r.Steps < minComposed {
		return nil
	}
	p = newComposed(r, rec.rules[:r.Steps], rec.trace.K)
	if p == nil {
		return nil
	}
	if !m.engine.leadsTo(p, rec.trace.Start[:len(m.slots)]) {
		m.hot.refused++
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
	if !all.load() || all.atHand() == nil {
		return false
	}
	if ok, _ := all.tryComposed(p); !ok {
		return false
	}
	if all.stale = true; all.now != nil {
		all.now.whole = nil
	}
	a, b := one.Slots(), all.Slots()
	for i := range a {
		if !samePlace(a[i], b[i]) {
			return false
		}
	}
	return true
}
