package rewrite

import (
	"slices"

	"rlv/semantics/term"
)

// matcher holds the state of one attempt to match. It is reused.
//
// A pattern is matched in two passes. The first one walks pattern and subject together,
// binds variables and puts collections and expressions off ([matcher.match]); it has
// no alternatives, since patterns are linear. The second works the rest off, what is
// decided best first ([matcher.solve]). For
//
//	<k> X:Id = V:Int ~> K </k> <env> X |-> _  Rest </env>
//	<k> y = 3 ~> L </k> <env> x |-> 0  y |-> 1 </env>
//
// the walk binds X to y, V to 3 and K to L; then the key X is looked up, and Rest is
// x |-> 0. On a symbolic subject a literal makes an equation on data (the pattern 0
// against a variable n: n ==Int 0, in conds), and a key that may be one of several an
// alternative for each ([matcher.lookUpSymbolic]). What cannot be told by matching,
// such as whether a key is in the unknown part of a map, makes the match undecided; a
// certain failure elsewhere still counts, so the order of the passes is no matter.
type matcher struct {
	lattice  *term.Lattice
	b        []*term.Term // bindings by variable number
	conds    []*term.Term // equations on symbolic data
	deferred []deferred
	scratch  []*term.Term
	place    int32 // the position mark of what the rule replaces
	symbolic bool
	choose   bool           // of a claim, which holds of all values of its variables
	unshared bool           // what is built is not looked for among what was built before
	branches int            // how many undecided conditions are around what is built
	eager    bool           // of a rule that rewrites, whose conditions are asked once: calls in branches are evaluated
	open     []OpenVariable // variables that only expressions mention
	// undecided is why it cannot be told whether the pattern matches; a certain
	// failure elsewhere still counts.
	undecided string
	// effort is that of the evaluation of which this is a part, nil for none, and
	// own what it is counted in where it begins here.
	effort *term.Effort
	own    term.Effort

	trail   []*term.Term // bindings to give back, see mark
	waiting []deferred   // what solve works off, in the order of nesting
	listed  [2]listing   // the collections that were enumerated last

	candidates candidateBuffer
	memo       *memo // of a function whose rules are tried
}

// listing is a collection with its entries in order.
type listing struct {
	t       *term.Term
	entries []term.Entry
}

// deferred is a pattern that was put off, with its subject.
type deferred struct {
	p *pat
	t *term.Term
}

// reset prepares for a match with n variables.
func (m *matcher) reset(n int) {
	if cap(m.b) < n {
		m.b = make([]*term.Term, n, 2*n+8)
	}
	m.b = m.b[:n]
	clear(m.b)
	m.conds = m.conds[:0]
	m.deferred = m.deferred[:0]
	m.undecided = ""
	m.open = m.open[:0]
	m.trail, m.waiting = m.trail[:0], m.waiting[:0]
	m.place = 0
}

// unsure records that the subject is too unknown to tell; matching goes on.
func (m *matcher) unsure(why string) bool {
	if !m.symbolic {
		return false
	}
	if m.undecided == "" {
		m.undecided = why
	}
	return true
}

// match walks pattern and subject; false is a certain failure.
func (m *matcher) match(p *pat, t *term.Term) bool {
	switch p.op {
	case opVar:
		return m.bind(p, t)
	case opApp:
		if t.Symbol() == p.sym {
			if p.idx >= 0 {
				m.b[p.idx] = t
			}
			if p.place {
				m.place = t.Pos()
			}
			for i, a := range t.Args() {
				if !m.match(p.args[i], a) {
					return false
				}
			}
			return true
		}
		return m.clash(p.sym.Result, p.sym, t)
	case opSeq:
		return m.matchSeq(p, t)
	case opLit:
		return m.equate(p.lit, t)
	case opAgain:
		if m.b[p.idx] == nil {
			m.b[p.idx] = t
			return true
		}
		return m.equate(m.b[p.idx], t)
	case opArray:
		if p.isWrittenAs(t) {
			for i, part := range arrayParts(t) {
				if !m.match(p.args[i], part) {
					return false
				}
			}
			return true
		}
		m.deferred = append(m.deferred, deferred{p, t})
		return true
	default:
		if p.op >= opMap && p.idx >= 0 {
			m.b[p.idx] = t
		}
		m.deferred = append(m.deferred, deferred{p, t})
		return true
	}
}

// differ reports whether some pattern certainly does not match its subject, by the tops
// alone; it is asked of what is known, before a match is begun. Most rules that are tried
// are told apart so: those of  #greatest(char), #greatest(short)  and so on.
func differ(l *term.Lattice, patterns []*pat, ts []*term.Term) bool {
	for i, p := range patterns {
		switch p.op {
		case opApp:
			if ts[i].Symbol() != p.sym {
				return true
			}
		case opLit:
			if ts[i].Symbol() != p.lit.Symbol() {
				return true
			}
		case opVar:
			if !p.anySort && !l.Leq(ts[i].Sort(), p.sort) {
				return true
			}
		}
	}
	return false
}

// clash decides a constructor pattern against another top.
func (m *matcher) clash(result term.Sort, sym *term.Symbol, t *term.Term) bool {
	if !m.symbolic || !isOpen(t) {
		return false
	}
	if m.lattice.Leq(result, t.Sort()) {
		return m.unsure("the term is not known")
	}
	for _, v := range sym.Variants {
		if m.lattice.Leq(v.Result, t.Sort()) {
			return m.unsure("the term is not known")
		}
	}
	return false
}

// isOpen reports whether the top of t is not known: a variable or an application of
// a function.
func isOpen(t *term.Term) bool {
	return t.IsVar() || t.Kind() == term.KApp && t.Symbol().Class != term.Constructor
}

// bind binds a variable, if the subject is of its sort. Where the subject is a
// variable or a function application of a larger sort, its value may be: that is
// undecided.
func (m *matcher) bind(p *pat, t *term.Term) bool {
	if !p.anySort && !m.lattice.Leq(t.Sort(), p.sort) {
		if m.symbolic && isOpen(t) && m.overlap(t.Sort(), p.sort) {
			return m.unsure("the sort of the term is not known")
		}
		return false
	}
	if old := m.b[p.idx]; old != nil {
		return m.equate(old, t)
	}
	m.b[p.idx] = t
	return true
}

// overlap reports whether two sorts may have a common element.
func (m *matcher) overlap(a, b term.Sort) bool {
	return m.lattice.HaveCommonSubsort(a, b)
}

// unknownComputation is why it is not known whether a rule applies where a variable stands for
// any computation.
const unknownComputation = "the computation is not known here"

// matchSeq matches head and tail of a computation. A subject that is a variable of
// sort K may be empty or have any head.
func (m *matcher) matchSeq(p *pat, t *term.Term) bool {
	if t == term.DotK {
		return false
	}
	head := t.Head()
	if head.Sort() == term.SortK {
		if m.symbolic {
			return m.unsure(unknownComputation)
		}
		return false
	}
	if p.idx >= 0 {
		m.b[p.idx] = t
	}
	return m.match(p.args[0], head) && m.match(p.args[1], t.Tail())
}

// equate requires two terms to be equal: decided, or an equation on data.
func (m *matcher) equate(a, t *term.Term) bool {
	if term.Equal(a, t) {
		return true
	}
	if !m.symbolic || m.apart(a, t) || m.apart(t, a) {
		return false
	}
	eq := term.Eq(a, t)
	switch eq {
	case term.True:
		return true
	case term.False:
		return false
	}
	if isOpen(t) && t.Sort() == term.SortK || isOpen(a) && a.Sort() == term.SortK {
		return m.unsure(unknownComputation)
	}
	m.conds = append(m.conds, eq)
	return true
}

// apart reports whether a and t differ by their sorts alone.
func (m *matcher) apart(a, t *term.Term) bool {
	if isOpen(a) {
		return !m.lattice.HaveCommonSubsort(a.Sort(), t.Sort())
	}
	return a.Kind() == term.KApp && a.Symbol().Variants == nil && !a.IsSeq() && !m.lattice.Leq(a.Sort(), t.Sort()) && isOpen(t)
}

// solve works off the collections that were put off, and calls yield for each
// way to do so until it returns false. The result is false if yield asked to
// stop.
func (m *matcher) solve(yield func() bool) bool {
	i := m.nextDeferred()
	if i < 0 {
		return yield()
	}
	d := m.deferred[i]
	saved, base := m.deferred, len(m.waiting)
	m.waiting = append(append(m.waiting, m.deferred[:i]...), m.deferred[i+1:]...)
	m.deferred = m.waiting[base:len(m.waiting):len(m.waiting)]
	defer func() { m.deferred, m.waiting = saved, m.waiting[:base] }()
	switch d.p.op {
	case opArray, opExpr:
		k := m.mark()
		defer m.undo(k)
		if m.choose {
			m.choices(d.p, d.p.expr, d.t)
		}
		m.openUp(d.p)
		if !m.equate(m.build(d.p.expr), d.t) {
			return true
		}
		return m.solve(yield)
	case opList:
		return m.matchList(d.p, d.t, yield)
	}
	return m.matchEntries(d.p, d.t, d.p.numbers, yield)
}

// openUp gives the variables of an expression that nothing else binds a
// variable of their own as value; the equation says what it must be.
func (m *matcher) openUp(p *pat) {
	for i, n := range p.needs {
		if m.b[n] == nil {
			value := term.Fresh(p.vars[i].BaseName(), p.vars[i].Sort)
			m.b[n] = value
			m.open = append(m.open, OpenVariable{value.Variable(), p.vars[i]})
		}
	}
}

// choices gives the variables of an expression of a claim that nothing else binds the values by which it is written as its
// subject is, of store(a, 0, X) those of store(b, 0, 3), as far as there are such: a claim holds of any values, and the
// equation says what else they must be.
func (m *matcher) choices(p *pat, b *bld, t *term.Term) {
	isFree := func(b *bld) bool { return b.op == buildVar && m.b[b.idx] == nil }
	switch {
	case isFree(b):
		i := slices.Index(p.needs, b.idx)
		if i >= 0 && m.lattice.Leq(t.Sort(), p.vars[i].Sort) {
			m.b[b.idx] = t
		}
	case b.sym == term.IntAdd:
		if i := slices.IndexFunc(b.args, isFree); i >= 0 && t.Sort() == term.SortInt {
			if other := b.args[1-i]; !isFree(other) && m.isBuilt(other) {
				m.choices(p, b.args[i], term.Sub(t, m.build(other)))
			}
		} else if t.Is(term.IntAdd) {
			m.choices(p, b.args[0], t.Arg(0))
			m.choices(p, b.args[1], t.Arg(1))
		}
	case b.sym != nil && t.Kind() == term.KApp && t.Symbol() == b.sym && len(t.Args()) == len(b.args):
		for i, a := range b.args {
			m.choices(p, a, t.Arg(i))
		}
	}
}

// isBuilt reports whether all that something is built of is bound.
func (m *matcher) isBuilt(b *bld) bool {
	return !(b.op == buildVar && m.b[b.idx] == nil) && !slices.ContainsFunc(b.args, func(a *bld) bool { return !m.isBuilt(a) })
}

// nextDeferred picks what can be decided best: collections whose keys are all
// bound, lists, then other collections, expressions last.
func (m *matcher) nextDeferred() int {
	best, rank := -1, 4
	for i, d := range m.deferred {
		r := 1
		switch {
		case d.p.isExpression() && m.isBound(d.p.needs):
			r = 2
		case d.p.isExpression():
			r = 3
		case d.p.op == opList, m.keysBound(d.p):
			r = 0
		}
		if r < rank {
			best, rank = i, r
		}
	}
	return best
}

// keysBound reports whether the keys of a collection can be built.
func (m *matcher) keysBound(p *pat) bool {
	for i := range p.entries {
		if !m.isBound(p.entries[i].needs) {
			return false
		}
	}
	return true
}

// isBound reports whether variables have values.
func (m *matcher) isBound(needs []int) bool {
	for _, n := range needs {
		if m.b[n] == nil {
			return false
		}
	}
	return true
}

// mark and undo give back what a failed alternative bound. Each mark is undone
// once, the last one first.
type mark struct {
	conds     int
	deferred  []deferred
	undecided string
	open      int
}

func (m *matcher) mark() mark {
	m.trail = append(m.trail, m.b...)
	return mark{len(m.conds), m.deferred, m.undecided, len(m.open)}
}

func (m *matcher) undo(k mark) {
	at := len(m.trail) - len(m.b)
	copy(m.b, m.trail[at:])
	m.trail = m.trail[:at]
	m.conds = m.conds[:k.conds]
	m.deferred = k.deferred
	m.undecided = k.undecided
	m.open = m.open[:k.open]
}

// solveFast is solve for collections whose keys are bound and found, the
// common case of concrete runs: no alternatives, no closures. It reports
// whether it could decide.
func (m *matcher) solveFast() (matched, decided bool) {
	for len(m.deferred) > 0 {
		i := m.nextDeferred()
		d := m.deferred[i]
		if d.p.op != opMap || !m.keysBound(d.p) || d.t.Kind() != term.KMap {
			return false, false
		}
		m.deferred[i] = m.deferred[len(m.deferred)-1]
		m.deferred = m.deferred[:len(m.deferred)-1]
		for j := range d.p.entries {
			e := &d.p.entries[j]
			v, found := d.t.Get(m.build(e.keyOf))
			if found == term.Unknown {
				return false, false
			}
			if found == term.Absent || !m.match(e.value, v) {
				return false, true
			}
		}
		if len(d.p.back) > 0 {
			return false, false
		}
		if len(d.p.entries) > 1 && !m.distinctKeys(d.p) {
			return false, true
		}
		if !m.takeRest(d.p, d.t) {
			return false, true
		}
	}
	return true, true
}

// distinctKeys reports whether the keys of several entries are pairwise different.
func (m *matcher) distinctKeys(p *pat) bool {
	for i := range p.entries {
		for j := range i {
			if term.Equal(m.build(p.entries[i].keyOf), m.build(p.entries[j].keyOf)) {
				return false
			}
		}
	}
	return true
}

// entries returns the entries of a map or set in order. Several rules enumerate
// the same one.
func (m *matcher) entries(t *term.Term) []term.Entry {
	for i := range m.listed {
		if m.listed[i].t == t {
			return m.listed[i].entries
		}
	}
	entries, _ := t.Entries()
	m.listed[1] = m.listed[0]
	m.listed[0] = listing{t, entries}
	return entries
}

// takeRest binds the opaque part of a map pattern to what the entries leave.
func (m *matcher) takeRest(p *pat, t *term.Term) bool {
	if p.rest < 0 {
		return t.Len() == len(p.entries) && len(t.Opaque()) == 0
	}
	if !p.wanted {
		return true
	}
	r := t
	for j := range p.entries {
		r = r.Rest(m.build(p.entries[j].keyOf))
	}
	m.b[p.rest] = r
	return true
}
