package rewrite

import (
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// effects computes which cells the evaluation of a piece of code may read and
// write, whether it may end otherwise than with a result, and whether it
// certainly ends, so that the order of operands that cannot interfere need not be
// enumerated. It is computed from the rules alone. A rule counts once all the
// constructors in its pattern of the computation cell may be there; it adds what
// its right side may bring: constructors, tokens and data of sorts that other
// rules rewrite, results of functions, and, where it puts there something that it
// found in another cell, whatever stands in that cell.
//
// Rules that cannot apply yet are left out: those that want another constructor
// in a cell that nothing else writes (the cell then counts as read), and those
// that are about code that assigns where none does.
//
// An example, with three rules:
//
//	rule <k> X:Id => V ...</k> <env>... X |-> V:Int ...</env>
//	rule <k> X:Id = V:Int => V ...</k> <env>... X |-> (_ => V) ...</env>
//	rule A:Int + B:Int => A +Int B
//
// In x + y there are the constructor _+_ and tokens of sort Id; so the first rule may
// apply, which brings data of sort Int, and the third, but not the second: its _=_ is
// nowhere, and nothing brings it. The code reads env and writes nothing. In x + (y = 2)
// all three may apply, so it writes env, too: there the order of the operands counts.
// The answer is a least fixed point: what a rule brings may let another one apply
// ([effects.of]). With n operands that do not interfere, one order is followed instead
// of n!.
type effects struct {
	mu      sync.Mutex // guards all that follows
	slot    int
	lattice *term.Lattice
	def     *compile.Definition
	bySym   map[*term.Symbol][]*ruleEffect // by a constructor that the rule wants
	bySort  map[term.Sort][]*ruleEffect    // with only a variable on top
	free    []*ruleEffect                  // without a pattern for the computation
	results map[*term.Symbol]*brought      // of functions, and of constructors with anywhere rules
	sorts   map[term.Sort]*brought         // what an unknown term of a sort may be made of
	filed   bool
	known   map[*term.Term]*knownEffect // of code
	held    map[*term.Term]*brought     // by the contents of cells

	// The rules that may apply to a construct, by what is on top of the
	// computation and by what is behind that.
	onTop, behind map[*term.Symbol][]*ruleEffect
	onAny         []*ruleEffect
}

// brought is what may come to stand on the computation.
type brought struct {
	symbols map[*term.Symbol]bool
	tokens  map[term.Sort]bool // the sorts of tokens and data
	sorts   map[term.Sort]bool // the sorts of what constructors make
	all     bool               // anything
}

func newBrought() *brought {
	return &brought{symbols: map[*term.Symbol]bool{}, tokens: map[term.Sort]bool{}, sorts: map[term.Sort]bool{}}
}

// add notes a constructor with the sorts that it may have.
func (b *brought) add(sym *term.Symbol, sort term.Sort) {
	b.symbols[sym] = true
	b.sorts[sort] = true
	for _, v := range sym.Variants {
		b.sorts[v.Result] = true
	}
}

// join adds what c brings.
func (b *brought) join(c *brought) {
	for s := range c.symbols {
		b.symbols[s] = true
	}
	for s := range c.tokens {
		b.tokens[s] = true
	}
	for s := range c.sorts {
		b.sorts[s] = true
	}
	b.all = b.all || c.all
}

// size grows with every addition; it shows when the fixed point is reached.
func (b *brought) size() int {
	n := len(b.symbols) + len(b.tokens) + len(b.sorts)
	if b.all {
		n++
	}
	return n
}

// ruleEffect is what one rule does. What it wants is found by look, all else by complete.
type ruleEffect struct {
	entry         *compile.Entry
	looked        bool
	reads, writes set
	code          set  // cells from which it takes what it puts on the computation
	escapes       bool // what waits for the code at hand may be dropped, moved or looked at
	brings        *brought

	wants     []*term.Symbol       // what must be in the computation
	behind    []term.Sort          // the sorts of what must wait in it
	assigning bool                 // the code at hand must assign something
	cells     map[int]*term.Symbol // what must stand in other cells

	descent
}

// set is a set of slots.
type set uint64

func (s *set) add(i int) { *s |= 1 << uint(i&63) }

func (s set) has(i int) bool { return s&(1<<uint(i&63)) != 0 }

// effect is the effect of evaluating a piece of code.
type effect struct {
	reads, writes, code set
	escapes             bool
	may                 *brought
	rules               []*ruleEffect // those that may apply
}

// newEffects returns the effects of a definition, nil if nothing can be said of
// them. The rules are looked at when they may first apply.
func newEffects(d *compile.Definition) *effects {
	if d.Layout.K < 0 || len(d.Layout.Slots) > 64 {
		return nil
	}
	return &effects{slot: d.Layout.K, lattice: d.Lattice, def: d,
		bySym: map[*term.Symbol][]*ruleEffect{}, bySort: map[term.Sort][]*ruleEffect{},
		results: map[*term.Symbol]*brought{}, sorts: map[term.Sort]*brought{},
		known: map[*term.Term]*knownEffect{}, held: map[*term.Term]*brought{},
		onTop: map[*term.Symbol][]*ruleEffect{}, behind: map[*term.Symbol][]*ruleEffect{}}
}

// prepare files the rules; it is called with the lock held.
func (x *effects) prepare() {
	if x.filed {
		return
	}
	x.filed = true
	effects := make([]ruleEffect, len(x.def.Entries))
	for i := range effects {
		effects[i].entry = &x.def.Entries[i]
		x.file(&effects[i])
	}
}

// left returns the pattern of a rule for the computation, nil if it has none.
func (x *effects) left(r *compile.Rule) *term.Term { return compile.ContentOf(r.Left, x.slot) }

// complete finds what a rule does.
func (x *effects) complete(e *ruleEffect) *ruleEffect {
	if e.brings != nil {
		return e
	}
	r := e.entry.Rule()
	e.brings, e.cells = newBrought(), map[int]*term.Symbol{}
	k, right := x.left(r), (*term.Term)(nil)
	for _, s := range r.Left {
		if s.Index == x.slot {
			continue
		}
		e.reads.add(s.Index)
		if t := s.Term; t.Kind() == term.KApp && t.Symbol().Class == term.Constructor {
			e.cells[s.Index] = t.Symbol()
		}
	}
	for _, s := range r.Right {
		if s.Index == x.slot {
			right = s.Term
		} else {
			e.writes.add(s.Index)
		}
	}
	for _, c := range r.Requires {
		e.assigning = e.assigning || asksForAssignment(c, k)
	}
	e.escapes = k != nil && x.escapes(r, k, right)
	if right != nil {
		x.bring(e, r, k, right)
	}
	e.descent = x.descentOf(r, k, right)
	return e
}

// bring adds what the right side puts on the computation.
func (x *effects) bring(e *ruleEffect, r *compile.Rule, k, right *term.Term) {
	x.contents(right, e.brings)
	for _, v := range term.Vars(right) {
		if k != nil && term.Occurs(v, k) {
			continue // a part of the code at hand
		}
		if slices.Contains(r.Existentials, v) {
			e.brings.join(x.ofSort(v.Sort))
			continue
		}
		if isData(v.Sort) {
			e.brings.join(x.ofSort(v.Sort))
			continue
		}
		for _, l := range r.Left {
			if l.Index != x.slot && term.Occurs(v, l.Term) {
				e.code.add(l.Index)
			}
		}
	}
}

// isData reports whether nothing of a sort has parts that are code.
func isData(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortString || s == term.SortArray
}

// contents adds what occurs in t; variables are left to the caller.
func (x *effects) contents(t *term.Term, out *brought) {
	term.Walk(t, func(u *term.Term) bool {
		switch {
		case u.IsVar() || u.IsSeq() || u == term.DotK:
		case u.Kind() != term.KApp:
			out.tokens[u.Sort()] = true
		case u.Symbol().Class == term.Constructor:
			out.add(u.Symbol(), u.Sort())
		default:
			out.join(x.resultOf(u.Symbol()))
		}
		return true
	})
}

// resultOf is what an application of a function may be, or what rules that apply
// anywhere make of a constructor, its arguments apart: looking something up in a
// collection brings what that holds.
func (x *effects) resultOf(f *term.Symbol) *brought {
	if b := x.results[f]; b != nil {
		return b
	}
	b := newBrought()
	seen := map[*term.Symbol]bool{f: true}
	for work := []*term.Symbol{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		rules := slices.Concat(x.def.Functions.Of(g), x.def.Anywhere.Of(g))
		if len(rules) == 0 {
			x.unexplained(g, b)
		}
		for _, r := range rules {
			term.Walk(r.RightTerm, func(u *term.Term) bool {
				if function := x.note(u, r, b); function != nil && !seen[function] {
					seen[function] = true
					work = append(work, function)
				}
				return true
			})
		}
	}
	x.results[f] = b
	return b
}

// note adds what a part of an equation's right side brings itself; it returns the
// function that it applies, if it does.
func (x *effects) note(u *term.Term, r *compile.Rule, b *brought) *term.Symbol {
	switch {
	case u.IsVar():
		if isData(u.Sort()) || slices.Contains(r.Existentials, u.Variable()) {
			b.join(x.ofSort(u.Sort()))
		}
	case u.IsSeq() || u == term.DotK:
	case u.Kind() != term.KApp:
		b.tokens[u.Sort()] = true
	case u.Symbol().Class != term.Constructor:
		return u.Symbol()
	default:
		b.add(u.Symbol(), u.Sort())
	}
	return nil
}

// unexplained adds what a function without equations may bring: one that is built
// in, that is not known at all, or that stands for a constructor of which it is
// not known whether a rule applies.
func (x *effects) unexplained(f *term.Symbol, b *brought) {
	for sym := range x.def.Anywhere {
		if sym.Pending == f {
			b.add(sym, sym.Result)
			b.join(x.resultOf(sym))
			return
		}
	}
	switch {
	case f.Result == term.SortK || f.Result == term.SortKItem || isCollectionSort(f.Result):
	case f.Hook != "" || len(x.def.Productions(f)) == 0:
		b.tokens[f.Result] = true
	default:
		b.join(x.ofSort(f.Result))
	}
}

func isCollectionSort(s term.Sort) bool {
	return s == term.SortMap || s == term.SortSet || s == term.SortList
}

// ofSort is what an unknown term of a sort may be made of.
func (x *effects) ofSort(s term.Sort) *brought {
	if b := x.sorts[s]; b != nil {
		return b
	}
	b := newBrought()
	seen := map[term.Sort]bool{s: true}
	for work := []term.Sort{s}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s == term.SortK || s == term.SortKItem {
			b.all = true
		}
		for t := term.Sort(1); int(t) < x.lattice.Len(); t++ {
			if x.lattice.Leq(t, s) {
				b.tokens[t] = true
			}
		}
		for _, sym := range x.def.Constructors(s) {
			b.add(sym, sym.Result)
			for _, a := range sym.Args {
				if !seen[a] {
					seen[a] = true
					work = append(work, a)
				}
			}
		}
	}
	x.sorts[s] = b
	return b
}

// escapes reports whether a rule does not leave alone what may wait behind the code at
// hand: it does not put all of it back as it was, or it uses it elsewhere. Behind
// an operand waits what it is an operand of.
func (x *effects) escapes(r *compile.Rule, k, right *term.Term) bool {
	if k.IsVar() {
		return true
	}
	rest := k.Tail()
	for ; rest != term.DotK && rest.Head().Sort() != term.SortK; rest = rest.Tail() {
		if head := rest.Head(); head.IsVar() && x.lattice.Leq(term.SortKItem, head.Sort()) {
			return true // it takes whatever waits there
		}
	}
	if rest == term.DotK {
		return false // nothing may wait: it does not apply to an operand
	}
	tail := rest.Head()
	if !tail.IsVar() {
		return true
	}
	v := tail.Variable()
	if right == nil {
		right = k
	}
	last, count := right, 0
	for last != term.DotK && last.Tail() != term.DotK {
		last = last.Tail()
	}
	if last == term.DotK || !term.Equal(last.Head(), tail) {
		return true
	}
	for t := right; t != term.DotK; t = t.Tail() {
		if term.Occurs(v, t.Head()) {
			count++
		}
	}
	inCell := func(s compile.Slot) bool { return s.Index != x.slot && term.Occurs(v, s.Term) }
	inCondition := func(c *term.Term) bool { return term.Occurs(v, c) }
	return count != 1 || slices.ContainsFunc(r.Right, inCell) || slices.ContainsFunc(slices.Concat(r.Requires, r.Ensures), inCondition)
}

// file puts a rule where it is found by a constructor of its pattern, or by the sort of its
// variable.
func (x *effects) file(e *ruleEffect) {
	switch {
	case e.entry.First != nil:
		x.onTop[e.entry.First] = append(x.onTop[e.entry.First], e)
		x.bySym[e.entry.First] = append(x.bySym[e.entry.First], e)
	case e.entry.Next != nil:
		x.behind[e.entry.Next] = append(x.behind[e.entry.Next], e)
		x.bySym[e.entry.Next] = append(x.bySym[e.entry.Next], e)
	default:
		k := x.left(e.entry.Rule())
		if k == nil {
			x.free = append(x.free, e)
			return
		}
		x.onAny = append(x.onAny, e)
		if x.look(e); len(e.wants) == 0 {
			x.bySort[k.Head().Sort()] = append(x.bySort[k.Head().Sort()], e)
		} else {
			x.bySym[e.wants[0]] = append(x.bySym[e.wants[0]], e)
		}
	}
}

// look finds what a rule with a pattern for the computation wants of it.
func (x *effects) look(e *ruleEffect) {
	if e.looked {
		return
	}
	e.looked = true
	k := x.left(e.entry.Rule())
	for _, item := range itemsBefore(k)[1:] {
		if item.IsVar() {
			e.behind = append(e.behind, item.Sort())
		}
	}
	wants := newBrought()
	x.contents(k, wants)
	for s := range wants.symbols {
		e.wants = append(e.wants, s)
	}
}

// asksForAssignment reports whether a condition holds only of code in k that assigns.
func asksForAssignment(c, k *term.Term) bool {
	if c.Is(term.BoolOr) {
		return asksForAssignment(c.Arg(0), k) && asksForAssignment(c.Arg(1), k)
	}
	return c.Is(term.SyntaxAssigns) && k != nil &&
		!slices.ContainsFunc(term.Vars(c), func(v *term.Variable) bool { return !term.Occurs(v, k) })
}

// compute is of for code that is looked at the first time: a least fixed point.
func (x *effects) compute(t *term.Term, slots []*term.Term) *effect {
	total := &effect{may: newBrought()}
	x.addTerm(total.may, t)
	taken, read := map[*ruleEffect]bool{}, set(0)
	for _, r := range x.free {
		total.take(x.complete(r), taken)
	}
	for grew := true; grew; {
		size, reads := total.may.size()+len(total.rules), total.reads
		for s := range total.may.symbols {
			if x.def.Anywhere[s] != nil {
				total.may.join(x.resultOf(s))
			}
			for _, r := range x.bySym[s] {
				if !taken[r] && x.admits(total, r, slots) {
					total.take(r, taken)
				}
			}
		}
		for s, rules := range x.bySort {
			if !x.mayHave(total.may, s) {
				continue
			}
			for _, r := range rules {
				if !taken[r] && x.admits(total, r, slots) {
					total.take(r, taken)
				}
			}
		}
		for i := range slots {
			if total.code.has(i) && !read.has(i) {
				read.add(i)
				total.may.join(x.heldBy(slots[i]))
			}
		}
		grew = total.may.size()+len(total.rules) > size || total.reads != reads
	}
	total.escapes = total.escapes || total.may.all
	return total
}

// mayHave reports whether a term of sort s or below may come on the computation.
func (x *effects) mayHave(b *brought, s term.Sort) bool {
	for _, sorts := range []map[term.Sort]bool{b.tokens, b.sorts} {
		for t := range sorts {
			if x.lattice.Leq(t, s) {
				return true
			}
		}
	}
	return b.all
}

// take adds a rule that may apply.
func (e *effect) take(r *ruleEffect, taken map[*ruleEffect]bool) {
	taken[r] = true
	e.rules = append(e.rules, r)
	e.reads |= r.reads
	e.writes |= r.writes
	e.code |= r.code
	e.escapes = e.escapes || r.escapes
	e.may.join(r.brings)
}

// admits reports whether the rule may apply in the course of the evaluation. A
// cell that keeps it from doing so counts as read.
func (x *effects) admits(e *effect, r *ruleEffect, slots []*term.Term) bool {
	x.look(r)
	for _, s := range r.wants {
		if !e.may.symbols[s] {
			return false
		}
	}
	for _, s := range r.behind {
		if !x.mayHave(e.may, s) {
			return false
		}
	}
	if x.complete(r); r.assigning && !e.assigns() {
		return false
	}
	for i, want := range r.cells {
		t := slots[i]
		if !e.writes.has(i) && t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && t.Symbol() != want {
			e.reads.add(i)
			return false
		}
	}
	return true
}

// assigns reports whether code that assigns may be evaluated.
func (e *effect) assigns() bool {
	for s := range e.may.symbols {
		if s.Assigns {
			return true
		}
	}
	return e.may.all
}

// addTerm adds what may come of everything that occurs in t. Of the unknown part
// of a collection nothing comes: what depends on it is undecided.
func (x *effects) addTerm(b *brought, t *term.Term) {
	x.contents(t, b)
	for _, v := range term.Vars(t) {
		if !isCollectionSort(v.Sort) {
			b.join(x.ofSort(v.Sort))
		}
	}
}

// undisturbed reports whether f, evaluated before e or after it, makes no
// difference to e, which writes nothing. What f runs that it wrote itself is not
// known, and may do anything.
func (e *effect) undisturbed(f *effect) bool {
	return !f.escapes && f.writes&f.code == 0 && f.writes&e.reads == 0
}
