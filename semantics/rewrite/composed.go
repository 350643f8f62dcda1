package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/compose"
	"rlv/semantics/term"
)

// composed is a composition of rules (package compose), compiled for the stack of a machine.
type composed struct {
	rule *compose.Rule
	last *compile.Rule // the last of the rules
	// Where computations are in a collection: the greatest rank of the rules, and the slots of the configuration that
	// they write.
	rank    int64
	changes slotSet
	regs    int
	top     *form   // of what is on top; nil where that is code, by which the composition is found
	behind  []*form // of the items that wait behind it
	slots   []slotForm
	checks  []check
	over    overStack
	items   []*bld // what takes the place of the top and of the items
	writes  []slotBld
	costs   []int // of the checks before each, and of all
	built   int   // the cost of what it builds
	profit  int   // what it has saved, less what it has cost
}

// worth is what a step is worth, in the terms that checks and right sides build.
const worth = 4

// maxProfit bounds what a composition has saved that makes up for what it costs later, and what it may have cost
// before it is given up: half a millisecond.
const maxProfit = 1 << 14

type slotForm struct {
	slot int
	form *form
}

// form is a pattern for a concrete term.
type form struct {
	op   formOp
	reg  int
	sort term.Sort // formAny
	lit  *term.Term
	sym  *term.Symbol
	pos  int32
	args []*form // formApp; formList: the first items
}

type formOp uint8

const (
	formAny   formOp = iota // of the sort; goes to reg
	formAgain               // what is in reg
	formSame                // lit, at its place
	formApp                 // sym at pos applied to args
	formList                // args and what follows them, which goes to reg
	formItems               // args and nothing else
)

// check is what is asked when the registers that it needs are set.
type check struct {
	op   checkOp
	reg  int // the collection
	key  *bld
	form *form
	n    int
	// known and forms are those of checkElements; known are those, of checkAbsent, that key may be all the same.
	known []*bld
	forms []*form
}

type checkOp uint8

const (
	checkTrue     checkOp = iota // key is true
	checkEntry                   // the map has an entry for key, of a form
	checkAbsent                  // it has none
	checkLen                     // the collection has n entries
	checkMember                  // the set has key
	checkElements                // the elements of the set are the known ones, and others of the forms
)

// composedCompiler compiles a composition.
type composedCompiler struct {
	out     *composed
	regs    map[*term.Variable]int
	bound   map[*term.Variable]bool
	views   map[*term.Variable]*view
	pending []pending
	failed  bool
}

// view is what a pattern leaves of a map: the map without some entries.
type view struct {
	reg     int
	entries []term.Entry
}

// pending is a check that waits until what it needs is bound.
type pending struct {
	check
	needs *term.Term // a key or condition, nil for nothing
	value *term.Term // what the form is of
	// elements are those of a set, of checkElements, as they were in order when they were recorded: where no check is
	// ready, they are taken in order. Any order makes an instance of the pattern.
	elements []*term.Term
	// but are keys of entries that the pattern has, of checkAbsent: what is asked not to be in the rest may be one of them.
	but []*term.Term
}

// newComposed compiles a composition of rules for a computation in slot k; nil if it is of a form that
// is not known.
func newComposed(r *compose.Rule, of []*action, k int) *composed {
	c := &composedCompiler{out: &composed{rule: r, last: of[len(of)-1].rule}, regs: map[*term.Variable]int{}, bound: map[*term.Variable]bool{},
		views: map[*term.Variable]*view{}}
	left, right := compile.ContentOf(r.Left, k), compile.ContentOf(r.Right, k)
	if left == nil {
		return nil
	}
	if right == nil {
		right = left
	}
	before, rest := takeApart(left)
	if !before[0].IsGround() {
		c.out.top = c.formOf(before[0])
	}
	for _, t := range before[1:] {
		c.out.behind = append(c.out.behind, c.formOf(t))
	}
	for _, s := range r.Left {
		if s.Index != k {
			c.out.slots = append(c.out.slots, slotForm{s.Index, c.formOf(s.Term)})
		}
	}
	c.guards(r.Requires)
	c.schedule()
	c.computation(before, right, rest)
	for _, s := range r.Right {
		if s.Index != k {
			c.out.writes = append(c.out.writes, slotBld{s.Index, c.build(s.Term)})
		}
	}
	if c.failed {
		return nil
	}
	for _, a := range of {
		c.out.rank, c.out.changes = max(c.out.rank, a.rank), c.out.changes|a.writes
	}
	c.out.reckon()
	return c.out
}

// reckon says what applying a composition costs: the terms that are built.
func (c *composed) reckon() {
	sum := len(c.behind) + len(c.slots)
	for _, k := range c.checks {
		c.costs = append(c.costs, sum)
		sum += 1 + size(k.key) + size(k.known...)
	}
	c.costs = append(c.costs, sum)
	c.built = size(c.items...)
	for _, w := range c.writes {
		c.built += size(w.b)
	}
}

// size is the number of terms that are built, but for those that are there.
func size(bs ...*bld) int {
	n := 0
	for _, b := range bs {
		if b != nil && b.op != buildConst && b.op != buildVar {
			n += 1 + size(b.args...) + size(b.edits.parts()...)
		}
	}
	return n
}

// pays reports whether it does: what it has saved so far and what the steps are worth that it makes now, less what it
// costs. One whose conditions take longer to ask for than the steps would, or that hardly ever hold, does not.
func (c *composed) pays(gain, cost int) bool {
	c.profit = min(c.profit+gain-cost, maxProfit)
	return c.profit > -maxProfit
}

// computation compiles what takes the place of the items of the left side.
func (c *composedCompiler) computation(before []*term.Term, right, rest *term.Term) {
	after, end := takeApart(right)
	if rest != end {
		c.failed = true
		return
	}
	o := &c.out.over
	o.items, o.writes, o.stays, o.closed = len(before), true, rest != nil, rest == nil
	for o.stays && o.kept < min(len(before)-1, len(after)) && samePlace(before[len(before)-1-o.kept], after[len(after)-1-o.kept]) {
		o.kept++
	}
	for _, t := range after[:len(after)-o.kept] {
		c.out.items = append(c.out.items, c.build(t))
	}
}

// samePlace reports whether two terms are the same, their places included.
func samePlace(a, b *term.Term) bool { return a == b || term.Equal(a, b) && term.SamePlaces(a, b) }

// guards compiles conditions. That a key is not in what a pattern leaves of a map is asked of the whole
// map: where it is also none of those that the pattern has, these need not be asked.
func (c *composedCompiler) guards(conditions []*term.Term) {
	var implied []*term.Term
	isAsked := func(f *term.Term) bool {
		return f == term.True || slices.ContainsFunc(conditions, func(g *term.Term) bool { return term.Equal(f, g) })
	}
	for _, g := range conditions {
		if key, w := c.absence(g); w != nil && len(w.but(key, isAsked)) == 0 {
			for _, e := range w.entries {
				implied = append(implied, term.Not(term.Eq(key, e.Key)))
			}
		}
	}
	for _, g := range conditions {
		if slices.ContainsFunc(implied, func(t *term.Term) bool { return term.Equal(t, g) }) {
			continue
		}
		p := pending{check: check{op: checkTrue}, needs: g}
		if key, w := c.absence(g); w != nil {
			p = pending{check: check{op: checkAbsent, reg: w.reg}, needs: key, but: w.but(key, isAsked)}
		}
		c.pending = append(c.pending, p)
	}
}

// but are the keys of the entries of a pattern that a key is not asked to differ from, and may be.
func (w *view) but(key *term.Term, isAsked func(*term.Term) bool) []*term.Term {
	var out []*term.Term
	for _, e := range w.entries {
		if !term.Distinct(key, e.Key) && !isAsked(term.Not(term.Eq(key, e.Key))) {
			out = append(out, e.Key)
		}
	}
	return out
}

// absence reads a condition that a key is not in what a pattern leaves of a map; nil for others.
func (c *composedCompiler) absence(g *term.Term) (key *term.Term, w *view) {
	if !g.Is(term.BoolNot) || !g.Arg(0).Is(term.MapInKeys) || !g.Arg(0).Arg(1).IsVar() {
		return nil, nil
	}
	return g.Arg(0).Arg(0), c.views[g.Arg(0).Arg(1).Variable()]
}

// register returns the register of a variable.
func (c *composedCompiler) register(v *term.Variable) int {
	i, ok := c.regs[v]
	if !ok {
		i = c.newRegister()
		c.regs[v] = i
	}
	return i
}

func (c *composedCompiler) newRegister() int {
	c.out.regs++
	return c.out.regs - 1
}

// formOf compiles a pattern. Collections in it are kept, and asked for when all keys are known.
func (c *composedCompiler) formOf(t *term.Term) *form {
	switch {
	case t.IsGround():
		return &form{op: formSame, lit: t}
	case t.IsVar():
		v := t.Variable()
		if c.bound[v] {
			return &form{op: formAgain, reg: c.register(v)}
		}
		c.bound[v] = true
		return &form{op: formAny, reg: c.register(v), sort: v.Sort}
	case t.Kind() == term.KMap || t.Kind() == term.KSet:
		return c.collection(t)
	case t.Kind() == term.KList:
		return c.list(t)
	case t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && !t.IsSeq():
		s := &form{op: formApp, sym: t.Symbol(), pos: t.Pos()}
		for _, a := range t.Args() {
			s.args = append(s.args, c.formOf(a))
		}
		return s
	}
	c.failed = true
	return &form{}
}

// collection compiles the pattern of a map or set.
func (c *composedCompiler) collection(t *term.Term) *form {
	reg := c.newRegister()
	entries, opaque := t.Entries()
	switch {
	case len(opaque) == 0:
		c.pending = append(c.pending, pending{check: check{op: checkLen, reg: reg, n: len(entries)}})
	case len(opaque) > 1 || !opaque[0].IsVar() || t.Kind() == term.KSet || c.views[opaque[0].Variable()] != nil:
		c.failed = true
	default:
		c.views[opaque[0].Variable()] = &view{reg, entries}
	}
	if t.Kind() == term.KSet && len(opaque) == 0 && !slices.ContainsFunc(entries, func(e term.Entry) bool { return !e.Key.IsVar() }) {
		p := pending{check: check{op: checkElements, reg: reg}}
		for _, e := range entries {
			p.elements = append(p.elements, e.Key)
		}
		recorded := c.out.rule.Recorded
		slices.SortFunc(p.elements, func(a, b *term.Term) int { return term.Compare(recorded[a.Variable()], recorded[b.Variable()]) })
		c.pending = append(c.pending, p)
	}
	for i, e := range entries {
		p := pending{check: check{op: checkEntry, reg: reg}, needs: e.Key, value: e.Value}
		if t.Kind() == term.KSet {
			p.op = checkMember
		}
		c.pending = append(c.pending, p)
		for _, other := range entries[:i] { // two entries of a pattern are two entries
			if !term.Distinct(other.Key, e.Key) {
				c.pending = append(c.pending, pending{check: check{op: checkTrue}, needs: term.Not(term.Eq(other.Key, e.Key))})
			}
		}
	}
	return &form{op: formAny, reg: reg, sort: t.Sort()}
}

// list compiles the pattern of a list.
func (c *composedCompiler) list(t *term.Term) *form {
	s := &form{op: formItems}
	items := t.Items(0, -1)
	for i, it := range items {
		if !it.Segment {
			s.args = append(s.args, c.formOf(it.Term))
			continue
		}
		if i != len(items)-1 || !it.Term.IsVar() || c.bound[it.Term.Variable()] {
			c.failed = true
			return s
		}
		c.bound[it.Term.Variable()] = true
		s.op, s.reg = formList, c.register(it.Term.Variable())
	}
	return s
}

// schedule puts the checks in an order in which each comes when what it needs is bound,
// conditions first, and what binds elements of sets last.
func (c *composedCompiler) schedule() {
	rank := func(p pending) int {
		switch p.op {
		case checkTrue:
			return 0
		case checkElements:
			return 2
		}
		return 1
	}
	for len(c.pending) > 0 && !c.failed {
		next := -1
		for i, p := range c.pending {
			if c.ready(p.needs) && !slices.ContainsFunc(p.but, func(k *term.Term) bool { return !c.ready(k) }) && (next < 0 || rank(p) < rank(c.pending[next])) {
				next = i
			}
		}
		if next < 0 {
			c.failed = true
			return
		}
		p := c.pending[next]
		c.pending = slices.Delete(c.pending, next, next+1)
		if p.op == checkElements && !c.takeElements(&p) {
			continue
		}
		if p.needs != nil {
			p.key = c.build(p.needs)
		}
		for _, k := range p.but {
			p.known = append(p.known, c.build(k))
		}
		if p.value != nil {
			p.form = c.formOf(p.value)
		}
		c.out.checks = append(c.out.checks, p.check)
	}
}

// takeElements makes the check that takes the elements of a set in order; false if all of them are bound, and so
// are asked for.
func (c *composedCompiler) takeElements(p *pending) bool {
	for _, t := range p.elements {
		if c.ready(t) {
			p.known = append(p.known, c.build(t))
		}
	}
	if len(p.known) == len(p.elements) {
		return false
	}
	for _, t := range p.elements {
		if !c.ready(t) {
			p.forms = append(p.forms, c.formOf(t))
		}
	}
	c.pending = slices.DeleteFunc(c.pending, func(q pending) bool { return q.op == checkMember && q.reg == p.reg })
	return true
}

// ready reports whether a term can be built.
func (c *composedCompiler) ready(t *term.Term) bool {
	if t == nil {
		return true
	}
	for _, v := range term.Vars(t) {
		if w := c.views[v]; w != nil {
			for _, e := range w.entries {
				if !c.ready(e.Key) {
					return false
				}
			}
		} else if !c.bound[v] {
			return false
		}
	}
	return true
}

// build compiles what is built from registers.
func (c *composedCompiler) build(t *term.Term) *bld {
	switch {
	case t.IsGround():
		return &bld{op: buildConst, lit: t}
	case t.IsVar():
		if w := c.views[t.Variable()]; w != nil {
			return c.edit(w, nil)
		}
		if !c.bound[t.Variable()] {
			c.failed = true
		}
		return &bld{op: buildVar, idx: c.register(t.Variable())}
	case t.Kind() == term.KMap:
		return c.buildMap(t)
	case t.Kind() == term.KSet:
		entries, opaque := t.Entries()
		out := c.join(term.SetConcat, nil, opaque)
		for _, e := range entries {
			out = joined(term.SetConcat, out, &bld{op: buildApp, sym: term.SetElement, args: []*bld{c.build(e.Key)}})
		}
		return out
	case t.Kind() == term.KList:
		var out *bld
		for _, it := range t.Items(0, -1) {
			b := c.build(it.Term)
			if !it.Segment {
				b = &bld{op: buildApp, sym: term.ListElement, args: []*bld{b}}
			}
			out = joined(term.ListConcat, out, b)
		}
		return out
	case t.Kind() == term.KArray:
		return buildArray(t, c.build)
	case t.Kind() == term.KApp:
		return c.application(t)
	}
	c.failed = true
	return &bld{}
}

func (c *composedCompiler) application(t *term.Term) *bld {
	b := &bld{op: buildApp, sym: t.Symbol(), pos: t.Pos()}
	switch {
	case t.IsSeq():
		b.op = buildSeq
	case t.Symbol().Class == term.Binder:
		c.failed = true
	default:
		b.op = opOf(t.Symbol())
	}
	for _, a := range t.Args() {
		b.args = append(b.args, c.build(a))
	}
	return b
}

// join is a collection of opaque parts.
func (c *composedCompiler) join(concat *term.Symbol, out *bld, opaque []*term.Term) *bld {
	for _, o := range opaque {
		out = joined(concat, out, c.build(o))
	}
	return out
}

func joined(concat *term.Symbol, a, b *bld) *bld {
	if a == nil {
		return b
	}
	return &bld{op: buildApp, sym: concat, args: []*bld{a, b}}
}

// buildMap compiles a map: one that the left side has, with some entries changed. That those which
// are added are not there is among the conditions of the rule.
func (c *composedCompiler) buildMap(t *term.Term) *bld {
	entries, opaque := t.Entries()
	if len(opaque) == 1 && opaque[0].IsVar() {
		if w := c.views[opaque[0].Variable()]; w != nil {
			return c.edit(w, entries)
		}
		out := &bld{op: buildEdit, idx: c.register(opaque[0].Variable()), edits: &edits{}}
		for _, e := range entries {
			out.edits.puts = append(out.edits.puts, [2]*bld{c.build(e.Key), c.build(e.Value)})
		}
		return out
	}
	out := c.join(term.MapConcat, nil, opaque)
	for _, e := range entries {
		out = joined(term.MapConcat, out, &bld{op: buildApp, sym: term.MapElement, args: []*bld{c.build(e.Key), c.build(e.Value)}})
	}
	return out
}

// edit is the map of a view with other entries in place of those that it leaves out.
func (c *composedCompiler) edit(w *view, entries []term.Entry) *bld {
	out := &bld{op: buildEdit, idx: w.reg, edits: &edits{}}
	for _, e := range w.entries {
		if !hasKey(entries, e.Key) {
			out.edits.removed = append(out.edits.removed, c.build(e.Key))
		}
	}
	for _, e := range entries {
		if !slices.ContainsFunc(w.entries, func(o term.Entry) bool { return term.Equal(o.Key, e.Key) && samePlace(o.Value, e.Value) }) {
			out.edits.puts = append(out.edits.puts, [2]*bld{c.build(e.Key), c.build(e.Value)})
		}
	}
	if len(out.edits.removed)+len(out.edits.puts) == 0 {
		return &bld{op: buildVar, idx: w.reg}
	}
	return out
}

// tryComposed applies a composition if it matches and its conditions hold, and returns what that cost. All of it is
// built before anything changes.
func (m *Machine) tryComposed(p *composed) (applied bool, cost int) {
	mm := &m.m
	mm.reset(p.regs)
	if p.top != nil && !mm.fits(p.top, m.stack.top) {
		return false, p.costs[0]
	}
	for i, s := range p.behind {
		if !m.fitsBehind(s, i) {
			return false, p.costs[0]
		}
	}
	if p.over.closed && m.stack.holds(p.over.items) {
		return false, p.costs[0]
	}
	for i := range p.slots {
		if !mm.fits(p.slots[i].form, m.at(p.slots[i].slot)) {
			return false, p.costs[0]
		}
	}
	for i := range p.checks {
		if !mm.checks(&p.checks[i]) {
			return false, p.costs[i+1]
		}
	}
	cost = p.costs[len(p.checks)] + p.built
	m.pending = m.pending[:0]
	for _, b := range p.items {
		m.pending = append(m.pending, mm.build(b))
	}
	for i := range p.writes {
		m.pending = append(m.pending, mm.build(p.writes[i].b))
	}
	for _, t := range m.pending {
		if t.HasFunctions() {
			return false, cost
		}
	}
	for i := range p.writes {
		m.put(p.writes[i].slot, m.pending[len(p.items)+i])
	}
	m.stack.replace(&p.over, m.pending[:len(p.items)])
	return true, cost
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

// fits matches a form.
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
	case checkAbsent:
		key := m.build(c.key)
		_, found := m.b[c.reg].Get(key)
		return found == term.Absent || found == term.Present && slices.ContainsFunc(c.known, func(k *bld) bool { return term.Equal(m.build(k), key) })
	case checkMember:
		_, found := m.b[c.reg].Get(m.build(c.key))
		return found == term.Present
	case checkLen:
		return m.b[c.reg].Len() == c.n && len(m.b[c.reg].Opaque()) == 0
	}
	return m.fitsElements(c)
}

// fitsElements takes the elements of a set that are not known in order.
func (m *matcher) fitsElements(c *check) bool {
	t := m.b[c.reg]
	if t.Kind() != term.KSet || len(t.Opaque()) > 0 || t.Len() != len(c.known)+len(c.forms) {
		return false
	}
	known := make([]*term.Term, len(c.known), compose.MaxElements)
	for i, k := range c.known {
		known[i] = m.build(k)
	}
	others := make([]*term.Term, 0, compose.MaxElements)
	t.EachEntry(func(e, _ *term.Term) bool {
		if !slices.ContainsFunc(known, func(k *term.Term) bool { return term.Equal(e, k) }) {
			others = append(others, e)
		}
		return true
	})
	if len(others) != len(c.forms) {
		return false
	}
	slices.SortFunc(others, term.Compare)
	for i, e := range others {
		if !m.fits(c.forms[i], e) {
			return false
		}
	}
	return true
}
