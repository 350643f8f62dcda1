package rewrite

import (
	"slices"

	"rlv/semantics/term"
)

// op is what a pattern does with its subject.
type op uint8

const (
	opVar   op = iota // binds variable idx, if the subject's sort is below sort
	opAgain           // variable idx is bound: the subject must equal it
	opApp             // symbol applied to args
	opSeq             // args[0] ~> args[1]
	opLit             // a fixed term: equal, or an equation for symbolic data
	opArray           // elements where nothing and where something was written, or as opExpr
	opExpr            // a term over bound variables: an equation, after all else
	opMap             // entries and rest, after all else
	opSet
	opList // front items, a segment, back items
)

// pat is a compiled pattern. The left side X:Id = V:Int ~> K, with the variables
// numbered from 0, is
//
//	opSeq
//	  opApp _=_  [opVar 0 Id, opVar 1 Int]
//	  opVar 2 K
//
// and f(N, N +Int 1), with an expression over what is bound elsewhere, has opExpr for
// N +Int 1: it is built once N is bound, and compared.
type pat struct {
	op      op
	anySort bool
	place   bool // opApp: the position mark of the subject is noted
	sort    term.Sort
	idx     int // opVar, opAgain: variable; else where the subject is kept, or -1
	sym     *term.Symbol
	args    []*pat
	lit     *term.Term
	*late   // opArray, opExpr, opMap, opSet and opList; most patterns are none of these
}

// late is what is matched after all else, and asks for more.
type late struct {
	expr  *bld
	needs []int            // opArray, opExpr: the variables of the expression
	vars  []*term.Variable // the same, by name

	entries []entryPat
	numbers []int // of the entries
	rest    int   // variable of the opaque part, -1 none
	wanted  bool  // the rest is used somewhere
	back    []*pat
}

// entryPat is an entry of a map or set pattern.
type entryPat struct {
	key   *pat
	keyOf *bld // evaluates the key once its variables are bound
	needs []int
	value *pat
}

// patternCompiler numbers the variables of one rule. Variables outside
// matchable are constants.
type patternCompiler struct {
	lattice  *term.Lattice
	names    []*term.Variable // by number; nil where a subject is kept
	seen     map[int]bool     // the variables that are bound; nil if there are none
	constant func(*term.Variable) bool
	bound    []*term.Variable // by quantifiers: no pattern variables either
	// shared are left-hand subterms that the right side repeats; the subject is kept.
	shared []sharedPat
	maps   []*mapSource
}

// sharedPat is the pattern of a subterm of the left side.
type sharedPat struct {
	term *term.Term
	pat  *pat
}

// mapSource remembers a map pattern of the left side, so that the right side
// can edit the subject in place.
type mapSource struct {
	rest *term.Variable
	keys []*term.Term
	at   int // where the subject is kept
}

func newPatternCompiler(l *term.Lattice, constant func(*term.Variable) bool) *patternCompiler {
	return &patternCompiler{lattice: l, constant: constant}
}

// number returns the index of a variable.
func (c *patternCompiler) number(v *term.Variable) int {
	if i := slices.Index(c.names, v); i >= 0 {
		return i
	}
	return c.next(v)
}

// next returns the next number, of a variable or, if that is nil, of a subject that is kept.
func (c *patternCompiler) next(v *term.Variable) int {
	c.names = append(c.names, v)
	return len(c.names) - 1
}

// see notes that a variable is bound.
func (c *patternCompiler) see(i int) {
	if c.seen == nil {
		c.seen = map[int]bool{}
	}
	c.seen[i] = true
}

// isConstant reports whether a variable is not one of the pattern: it matches itself
// only.
func (c *patternCompiler) isConstant(v *term.Variable) bool {
	return slices.Contains(c.bound, v) || c.constant != nil && c.constant(v)
}

// bindQuantified notes the variables that quantifiers in ts bind; they have
// names of their own.
func (c *patternCompiler) bindQuantified(ts []*term.Term) {
	for _, t := range ts {
		if !t.HasBinders() {
			continue
		}
		term.Walk(t, func(u *term.Term) bool {
			if u.Kind() == term.KApp && u.Symbol().Class == term.Binder {
				c.bound = append(c.bound, u.Arg(0).Variable())
			}
			return u.HasBinders()
		})
	}
}

// pattern compiles a term as a pattern, and notes it as one that the right side may
// share.
func (c *patternCompiler) pattern(t *term.Term) *pat {
	p := c.compile(t)
	if p.op == opApp || p.op == opSeq {
		c.shared = append(c.shared, sharedPat{t, p})
	}
	return p
}

func (c *patternCompiler) compile(t *term.Term) *pat {
	switch t.Kind() {
	case term.KVar:
		return c.variable(t)
	case term.KMap, term.KSet:
		return c.collection(t)
	case term.KList:
		return c.list(t)
	case term.KApp:
		return c.application(t)
	case term.KArray:
		return c.array(t)
	}
	return &pat{op: opLit, lit: t, idx: -1}
}

func (c *patternCompiler) variable(t *term.Term) *pat {
	v := t.Variable()
	if c.isConstant(v) {
		return &pat{op: opLit, lit: t, idx: -1}
	}
	i := c.number(v)
	if c.seen[i] {
		return &pat{op: opAgain, idx: i}
	}
	c.see(i)
	return &pat{op: opVar, idx: i, sort: v.Sort, anySort: v.Sort == term.SortK}
}

func (c *patternCompiler) application(t *term.Term) *pat {
	switch {
	case t.IsSeq():
		return &pat{op: opSeq, idx: -1, args: []*pat{c.pattern(t.Head()), c.pattern(t.Tail())}}
	case !c.matchable(t):
		return &pat{op: opLit, lit: t, idx: -1}
	case t.Symbol().Class != term.Constructor:
		return c.expression(opExpr, t)
	}
	p := &pat{op: opApp, sym: t.Symbol(), idx: -1, args: make([]*pat, len(t.Args()))}
	for i, a := range t.Args() {
		p.args[i] = c.pattern(a)
	}
	return p
}

// expression compiles what is an equation, once its variables are bound.
func (c *patternCompiler) expression(op op, t *term.Term) *pat {
	p := &pat{op: op, idx: -1, lit: t, late: &late{expr: c.builder().compile(t)}}
	for _, v := range term.Vars(t) {
		if !c.isConstant(v) {
			p.needs, p.vars = append(p.needs, c.number(v)), append(p.vars, v)
		}
	}
	return p
}

// array compiles an array in which only concrete indexes were written: against another one with
// these indexes it is what was written there that has to match, and against anything else an equation.
func (c *patternCompiler) array(t *term.Term) *pat {
	if !c.matchable(t) {
		return &pat{op: opLit, lit: t, idx: -1}
	}
	p := c.expression(opArray, t)
	saved := c.seen // where the equation is asked the parts bind nothing
	c.seen = nil
	for _, part := range arrayParts(t) {
		p.args = append(p.args, c.compile(part))
	}
	c.seen = saved
	return p
}

// isWrittenAs reports whether an array was written at the indexes of a pattern, and nowhere else.
func (p *pat) isWrittenAs(t *term.Term) bool {
	if t.Kind() != term.KArray {
		return false
	}
	sameKey := func(a, b term.Entry) bool { return term.Equal(a.Key, b.Key) }
	return slices.EqualFunc(p.lit.ArrayEntries(), t.ArrayEntries(), sameKey)
}

// isExpression reports whether a pattern that is put off is asked as an equation.
func (p *pat) isExpression() bool { return p.op == opArray || p.op == opExpr }

// arrayParts are the element that an array has where nothing was written, and those that were, by
// their indexes.
func arrayParts(t *term.Term) []*term.Term {
	out := []*term.Term{t.ArrayDefault()}
	for _, e := range t.ArrayEntries() {
		out = append(out, e.Value)
	}
	return out
}

// matchable reports whether t has variables to bind.
func (c *patternCompiler) matchable(t *term.Term) bool {
	if t.IsGround() {
		return false
	}
	free := func(v *term.Variable) bool { return !c.isConstant(v) }
	if t.HasBinders() {
		return slices.ContainsFunc(term.Vars(t), free)
	}
	return term.Some(t, func(u *term.Term) bool { return u.IsVar() && free(u.Variable()) })
}

func (c *patternCompiler) builder() *builderCompiler { return &builderCompiler{patternCompiler: c} }

func (c *patternCompiler) collection(t *term.Term) *pat {
	p := &pat{op: opMap, idx: -1, lit: t, late: &late{rest: -1}}
	if t.Kind() == term.KSet {
		p.op = opSet
	}
	if !c.matchable(t) {
		return &pat{op: opLit, lit: t, idx: -1}
	}
	entries, opaque := t.Entries()
	source := &mapSource{}
	for _, e := range entries {
		ep := entryPat{key: c.keyPattern(e.Key), keyOf: c.builder().compile(e.Key)}
		for _, v := range term.Vars(e.Key) {
			if !c.isConstant(v) {
				ep.needs = append(ep.needs, c.number(v))
			}
		}
		if e.Value != nil {
			ep.value = c.pattern(e.Value)
		}
		p.entries, p.numbers = append(p.entries, ep), append(p.numbers, len(p.entries))
		source.keys = append(source.keys, e.Key)
	}
	for _, o := range opaque {
		if o.IsVar() && !c.isConstant(o.Variable()) {
			p.rest = c.number(o.Variable())
			c.see(p.rest)
			source.rest = o.Variable()
			continue
		}
		p.back = append(p.back, &pat{op: opLit, lit: o, idx: -1}) // a constant opaque part: must be there
	}
	if source.rest != nil && p.op == opMap && len(p.entries) > 0 && len(p.back) == 0 {
		p.idx = c.next(nil)
		source.at = p.idx
		c.maps = append(c.maps, source)
	}
	return p
}

// keyPattern compiles a key for the case that it has to be enumerated: an
// unbound variable is bound by it.
func (c *patternCompiler) keyPattern(t *term.Term) *pat {
	if t.IsVar() && !c.isConstant(t.Variable()) {
		return &pat{op: opVar, idx: c.number(t.Variable()), sort: t.Sort(), anySort: t.Sort() == term.SortK}
	}
	if t.IsGround() {
		return &pat{op: opLit, lit: t, idx: -1}
	}
	saved := c.seen
	c.seen = nil
	p := c.compile(t)
	c.seen = saved
	return p
}

func (c *patternCompiler) list(t *term.Term) *pat {
	if !c.matchable(t) {
		return &pat{op: opLit, lit: t, idx: -1}
	}
	p := &pat{op: opList, idx: -1, lit: t, late: &late{rest: -1}}
	back := false
	for _, it := range t.Items(0, -1) {
		switch {
		case it.Segment && it.Term.IsVar() && !c.isConstant(it.Term.Variable()) && p.rest < 0:
			p.rest = c.number(it.Term.Variable())
			c.see(p.rest)
			back = true
		case it.Segment:
			q := &pat{op: opLit, lit: it.Term, idx: -2} // a constant segment: must be there as such
			p.addItem(q, back)
		default:
			p.addItem(c.pattern(it.Term), back)
		}
	}
	return p
}

func (p *pat) addItem(q *pat, back bool) {
	if back {
		p.back = append(p.back, q)
	} else {
		p.args = append(p.args, q)
	}
}
