package annotate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"rlv/annotate/ahead"
	"rlv/annotate/attach"
	"rlv/annotate/carried"
	"rlv/annotate/meaning"
	"rlv/annotate/nested"
	"rlv/annotate/passage"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// loopGoals is a loop as it is reached in a unit: the pattern of its head, and
// the goals made of it.
type loopGoals struct {
	c     *compiler
	owner *unit
	info  *attach.Loop
	// head is the pattern at the loop's head; what the loop changes are
	// variables of their own, the changed ones.
	head    *rewrite.State
	changed map[*term.Variable]bool
	// given are variables that stand for what differs between the states in which
	// the loop is reached, and that the loop leaves as it is.
	given map[*term.Variable]bool
	// rests are those of them that stand for the parts of maps and sets that the loop
	// leaves alone, by slot; nil: nothing is left out.
	rests    map[int]*term.Term
	moved    []*term.Variable // places of what is elsewhere after an iteration
	assigned []*term.Term     // names of what it changes in parts
	known    carried.Known    // of what was before it
	entry    *rewrite.State   // in which it is come to; nil: that is not known
	recalls  bool             // something speaks of that
	passed   *passage.Passage // on all paths to there: points
	inv      []meaning.Clause
	variant  *prover.Variant
	listed   meaning.Modified // by a modifies clause
	behind   *term.Term       // the computation behind the head, where it is come to first
	frame    *term.Term       // the same in the head's pattern; a variable for a framed loop
	use      *rewrite.Program
	goals    []*prover.Goal
	widened  int
}

// cutPoint is a loop that is left by a jump: one goal, from its head to the
// right side of the goal around it.
type cutPoint struct {
	*loopGoals
}

// arrive handles a path that has reached the head of a loop. It returns the state behind
// the loop; nil: the path has been followed, or cannot be.
func (x *exploration) arrive(info *attach.Loop, st *rewrite.State) *rewrite.State {
	cut := info.Jumps.Loop || info.Jumps.Function
	forms, isFull := x.forms(info, st, cut)
	i := slices.IndexFunc(forms, func(l *loopGoals) bool { return l.covers(st, l.given) })
	isCovered := i >= 0
	if !isCovered {
		i = slices.IndexFunc(forms, func(l *loopGoals) bool { return l.widen(l.as(st), l.given) })
	}
	var l *loopGoals
	switch {
	case i < 0 && isFull:
		x.leave(forms)
		return nil
	case i < 0:
		if l = x.enter(info, st, cut); l == nil {
			return nil
		}
	default:
		l = forms[i]
		if l.keepOnly(st, x.course.watch) || !isCovered {
			x.study(l)
		} else if cut {
			return nil // its paths have been followed
		}
	}
	if cut {
		return nil
	}
	next := ahead.Apply(x.c.space.Lattice, l.use, st)
	if next != nil {
		l.known.Note(x.owner.behind, l.head.Slots, st, next)
	}
	return next
}

// forms are the patterns of a loop's head that a state coming to it may be an instance of: states that differ in more than data, as
// where more variables have been declared, have a pattern each. A cut point belongs to the computation behind it, and so does what is
// known of what the loop of a function does not come near where that is called: another call has another part. No other is made once
// there are as many as there may be; nor within a loop, of which the pattern may not be general enough yet, but for loops of a function
// that is executed there.
func (x *exploration) forms(info *attach.Loop, st *rewrite.State, cut bool) (forms []*loopGoals, isFull bool) {
	k := st.Slots[x.c.K].Tail()
	var all []*loopGoals
	for _, l := range x.owner.loops {
		if l.info == info && !(cut && !term.Equal(l.frame, k)) {
			all = append(all, l)
		}
	}
	forms = slices.DeleteFunc(slices.Clone(all), func(l *loopGoals) bool { return l.known.IsBeside() && !term.Equal(l.behind, k) })
	isFull = len(all) >= maxForms || len(forms) > 0 && x.depth > 0 && !forms[0].isExecuted()
	if len(forms) == 0 && len(all) >= maxApart {
		forms = all[len(all)-1:]
	}
	return forms, isFull
}

// leave notes that a path to a loop is not followed, as no pattern of its head stands for the state there.
func (x *exploration) leave(forms []*loopGoals) {
	x.way.Left = true
	for _, l := range forms {
		if l.known.Valued != nil { // a proof may find its form
			l.known.Valued = nil
			l.resolveInvariant()
			x.study(l)
		}
	}
}

// enter makes the pattern of a loop's head from the first state that reaches
// it, and studies it.
func (x *exploration) enter(info *attach.Loop, st *rewrite.State, cut bool) *loopGoals {
	c := x.c
	k := st.Slots[c.K]
	l := &loopGoals{c: c, owner: x.owner, info: info, changed: map[*term.Variable]bool{},
		given: map[*term.Variable]bool{}, behind: k.Tail(), frame: k.Tail(), entry: st, recalls: c.layout.Entered}
	if x.course.watch != nil {
		l.passed = x.course.watch.passed.Outside(x.owner.home)
	}
	if !cut {
		l.frame = term.Fresh("Rest", term.SortK)
	}
	if !cut && (!c.options.Whole || l.isExecuted()) {
		st = l.narrow(st)
	}
	l.listed = c.modified(info.Modifies)
	head := c.WithK(st, term.DotK)
	whole, part := c.Shape.Assigned(info.Node.T)
	if len(info.Modifies) > 0 {
		// What the text does not assign as a whole, such as a pointer, most likely stays.
		whole, part = meaning.Among(whole, l.listed.Names), slices.Concat(l.listed.Names, c.Roots(l.listed)) // of parts all else is shown to be kept
	}
	for _, name := range whole {
		if next, ok := c.Havoc(head, name, l.changed); ok {
			head = next
		}
	}
	for _, name := range part {
		if next, ok := c.HavocParts(head, name, info.Node.T, l.changed); ok {
			head = next
		}
	}
	for _, kind := range l.listed.Streams {
		head = c.AnyStream(head, kind, l.changed)
	}
	head = c.WithK(head, term.Seq(k.Head(), l.frame))
	if c.Counter >= 0 {
		n := term.Fresh("Next", term.SortInt)
		head.Slots[c.Counter] = n
		l.changed[n.Variable()] = true
	}
	l.head = head
	l.assigned = part
	l.noteMarks()
	l.known.Enter(head.Slots, st, l.lost(), l.owner.contract.marked)
	l.presume(l.entry)
	l.head.PC = nil
	if n := c.problems.ErrorCount(); !l.readInvariant() && !x.reread(l, n) {
		l.unread(n)
		return nil
	}
	x.owner.loops = append(x.owner.loops, l)
	if cut {
		x.cuts = append(x.cuts, &cutPoint{l})
	}
	x.study(l)
	return l
}

// reread explores what a loop does of which the invariant cannot be read in the first pattern of its head, as it speaks of what only
// iterations make, and reads it in the pattern of what they change. From problem n on what could not be read first is void then.
func (x *exploration) reread(l *loopGoals, n int) bool {
	keep, first, was, loops, ct := x.c.problems.ErrorCount(), l.head, *x, x.owner.loops, cmp.Or(x.owner.contract, &contract{})
	if !slices.ContainsFunc(x.c.problems.Errors()[n:], meaning.IsMissing) {
		return false
	}
	notes, waits, known := ct.notes, x.c.waits, len(x.c.relaxed)+len(x.c.contracts)
	x.owner.loops = append(slices.Clip(loops), l)
	x.study(l)
	*x, x.owner.loops, ct.notes = was, loops, notes
	if isAgain := x.c.waits != waits || len(x.c.relaxed)+len(x.c.contracts) != known; isAgain || l.head != first { // or all is explored again
		keep = n
	}
	x.c.problems.Cut(keep)
	return l.head != first && l.resolveInvariant()
}

// noteMarks notes which variables of the head's pattern are marks of arrays that the loop
// changes.
func (l *loopGoals) noteMarks() {
	for _, name := range l.assigned {
		for _, m := range l.c.Marks(l.head, name) {
			if m.IsVar() && l.changed[m.Variable()] && !slices.Contains(l.known.Marks, m.Variable()) {
				l.known.Marks = append(l.known.Marks, m.Variable())
			}
		}
	}
}

// lost reports of which variables nothing is known at the head: those that the loop
// changes, and those that do not stand there.
func (l *loopGoals) lost() func(*term.Variable) bool {
	return carried.Lost(l.c.WithK(l.head, term.DotK).Slots, l.changed, l.owner.rigid)
}

// keepOnly drops what is known at the head and not in a state arriving there, and of the points
// passed before; it reports whether there was any.
func (l *loopGoals) keepOnly(st *rewrite.State, on *watch) bool {
	lost := l.lost()
	passed := l.passed.Join(on.passed, l.c.space, func(v *term.Variable) bool { return !lost(v) })
	dropped := l.known.KeepOnly(l.head.Slots, st, lost, l.owner.contract.marked) || passed != l.passed
	dropped = l.presume(l.as(st)) || dropped
	l.passed = passed
	if l.recalls {
		entry := passage.Joined(l.entry, st, l.c.space, func(v *term.Variable) bool { return !lost(v) })
		dropped, l.entry = dropped || entry != l.entry, entry
	}
	return dropped && l.resolveInvariant()
}

// watch knows the points passed before what goes on at the head, where the loop is not come to anew.
func (l *loopGoals) watch() *watch { return &watch{l.owner, l.entered(), l.info.Body.Pos()} }

// entered knows the points passed before the head, and where the loop was come to if something speaks of that.
func (l *loopGoals) entered() *passage.Passage {
	if !l.c.layout.Entered {
		return l.passed
	}
	then := l.comeTo()
	if then == nil {
		return l.passed
	}
	return &passage.Passage{Before: l.passed, At: passage.Landmark{Loop: l.info, Entry: true}, State: then}
}

// begun knows those passed where an iteration has begun in a state.
func (l *loopGoals) begun(st *rewrite.State) *watch {
	w := &watch{u: l.owner, passed: l.entered()}
	if l.c.layout.Iterated(l.info.Body.Pos()) != nil {
		w.passed = &passage.Passage{Before: w.passed, At: passage.Landmark{Loop: l.info}, State: st}
	}
	return w
}

// scope is what names mean in a state at the head.
func (l *loopGoals) scope(st *rewrite.State) *meaning.Scope {
	s := &meaning.Scope{Reader: l.c.Reader, State: st}
	home := l.c.layout.HomeOf(l.info.Node.Span)
	if s.Old, s.NoOld = l.owner.oldAt(l.c.Reader, l.info.Node.Span, l.passed); s.Old != nil && home != l.owner.home {
		l.remember(passage.Landmark{Home: home}, s.Old.State) // of a function that is executed
	}
	s.At = func(name string) (*meaning.Scope, string) { return l.at(name, s) }
	return s
}

// measure is that of a loop around, or its own, in a state at the head; nil: it has no meaning there.
func (l *loopGoals) measure(st *rewrite.State, of *attach.Loop) []*term.Term {
	if st == nil {
		return nil
	}
	v, defined, problem := l.scope(st).Variant(of.Decreases)
	if v == nil || problem != nil || of != l.info && len(defined) > 0 {
		return nil
	}
	return v.Terms
}

// resolveInvariant is readInvariant, and what follows if it cannot be read.
func (l *loopGoals) resolveInvariant() bool {
	n := l.c.problems.ErrorCount()
	isRead := l.readInvariant()
	if !isRead {
		l.unread(n)
	}
	return isRead
}

// unread notes that the invariant cannot be read, by all problems but n, where the function, which has goals of its own, is executed.
func (l *loopGoals) unread(n int) {
	if l.isExecuted() && l.c.problems.ErrorCount() > n {
		l.c.leaveOut(l.info, l.owner, n)
	}
}

// readInvariant reads the invariant in the pattern of the head.
func (l *loopGoals) readInvariant() bool {
	s := l.scope(l.head)
	n := l.c.problems.ErrorCount()
	l.inv = l.c.clauses(l.info.Inv, s)
	var defined []meaning.Clause
	l.variant, defined = l.c.variant(l.info.Decreases, s)
	l.inv = append(l.inv, defined...)
	if ct := l.owner.contract; ct != nil {
		l.inv = append(append(l.inv, ct.before(l.head)...), ct.kept(l.head)...)
		if len(l.info.Modifies) == 0 {
			l.inv = append(l.inv, meaning.OthersKeep(ct.elements, ct.Modifies, func(v *term.Variable) *term.Term { return ct.partIn(l.head, v) })...)
		}
	}
	if len(l.listed.Parts) > 0 {
		l.inv = append(l.inv, l.others(s)...)
	}
	for _, f := range l.known.Valued {
		l.inv = append(l.inv, meaning.Clause{Formula: f, Span: l.info.Node.Span, Text: "what has a value before the loop keeps having one", Found: true})
	}
	for _, f := range l.known.Filled {
		l.inv = append(l.inv, meaning.Clause{Formula: f.Formula(), Span: l.info.Node.Span, Text: "what iterations gave a value has one", Found: true})
	}
	for _, u := range l.known.Untouched {
		for _, f := range u.Formulas() {
			l.inv = append(l.inv, meaning.Clause{Formula: f, Span: l.info.Node.Span, Text: "what iterations made is as they made it, and what they have not come to as it was", Found: true})
		}
	}
	for _, v := range l.moved {
		for _, f := range l.c.space.Apart(l.head, v.Term()) {
			l.inv = append(l.inv, meaning.Clause{Formula: f, Span: l.info.Node.Span, Text: "what may be elsewhere is apart from all else", Found: true})
		}
	}
	l.inv = append(l.inv, l.c.typed(l.head, slices.Collect(maps.Keys(l.changed)), l.info.Node.Span)...)
	return l.c.problems.ErrorCount() == n
}

// isExecuted reports whether the loop is one of a function that is only executed here.
func (l *loopGoals) isExecuted() bool { return l.c.layout.HomeOf(l.info.Node.Span) != l.owner.home }

// parted are the arrays of which the loop may have a part only, where its invariant cannot speak of the rest.
func (l *loopGoals) parted() []*term.Variable {
	if !l.isExecuted() {
		return nil
	}
	return slices.DeleteFunc(term.Vars(l.head.Slots...), func(v *term.Variable) bool { return v.Sort != term.SortArray || !l.changed[v] })
}

// at is the scope of a label in the invariant. Of its variables what is not in the head's
// pattern is remembered: it is what was there on the path to the loop.
func (l *loopGoals) at(name string, around *meaning.Scope) (*meaning.Scope, string) {
	var point passage.Landmark
	var then *rewrite.State
	why := "paths come to this loop in states of which none stands for all"
	if name == attach.LoopEntry {
		then, l.recalls = l.comeTo(), true
	} else {
		point, then, why = l.owner.labelled(name, l.info.Node.Span, l.passed)
	}
	if then == nil {
		return nil, why
	}
	l.remember(point, then)
	return &meaning.Scope{Reader: around.Reader, State: l.c.WithK(then, term.DotK), Old: around.Old, NoOld: around.NoOld, At: around.At}, ""
}

// remember keeps what the variables are that the invariant speaks of as they were at a point.
func (l *loopGoals) remember(point passage.Landmark, then *rewrite.State) {
	for _, v := range term.Vars(then.Slots...) {
		if _, known := l.c.remembered[v]; !known && !l.owner.rigid[v] {
			l.c.remembered[v] = passage.Memory{At: point, State: then}
		}
	}
}

// comeTo is the state in which the loop is come to, nil if that is not known. Where it is come to in
// several, as in each pass of a loop around it that is followed, what the loop leaves alone is what
// it is at the head.
func (l *loopGoals) comeTo() *rewrite.State {
	if l.entry == nil {
		return nil
	}
	return passage.Kept(l.entry, l.head, l.c.K, l.kept(), l.owner.rigid)
}

// covers reports whether a state has the form of the head's pattern, in which the
// changed variables, and those in more, may have any value.
func (l *loopGoals) covers(st *rewrite.State, more map[*term.Variable]bool) bool {
	isFixed := func(v *term.Variable) bool { return l.isFixed(v) && !more[v] }
	rule := &compile.Rule{Kind: compile.ClaimRule, Left: pattern.Slots(l.head.Slots)}
	p := rewrite.NewProgram(l.c.Engine.Definition.Lattice, rule, isFixed)
	for _, m := range p.Matches(l.c.Engine.Definition.Lattice, st.Slots) {
		if m.Undecided == "" && len(m.Equations) == 0 {
			return true
		}
	}
	return false
}

// isFixed reports whether a variable stands for itself in the head's pattern: all
// but the changed ones and the frame.
func (l *loopGoals) isFixed(v *term.Variable) bool {
	return !l.changed[v] && !(l.frame.IsVar() && l.frame.Variable() == v)
}

// maxForms bounds the patterns of the head of a loop, and maxApart for how many calls of a function the loops in it are looked
// at apart where one pattern would do.
const (
	maxForms = 32
	maxApart = 8
)

// maxWidenings bounds how often the pattern of a head is made more general.
const maxWidenings = 40

// widen makes the pattern of the head general enough for another state; false
// if that is not possible. New variables are noted in into: the changed ones
// where the state comes from the loop itself.
func (l *loopGoals) widen(st *rewrite.State, into map[*term.Variable]bool) bool {
	if l.widened++; l.widened > maxWidenings {
		return false
	}
	keep := maps.Clone(l.changed)
	maps.Copy(keep, into)
	a, b, moved := l.c.space.Moved(l.head.Slots, st.Slots)
	slots, made, ok := l.c.space.General(keep, a, b)
	if made = append(made, moved...); !ok || len(made) == 0 {
		return false
	}
	l.moved = append(l.moved, moved...)
	for _, v := range made {
		into[v] = true
	}
	head, before := *l.head, *l.head
	before.PC = slices.Concat(l.known.Facts, l.known.Valued)
	head.Slots = slots
	l.head = &head
	l.noteMarks()
	l.known.Enter(slots, &before, l.lost(), l.owner.contract.marked)
	return l.resolveInvariant()
}

// study follows the paths inside a loop until its head's pattern covers all
// states that come back to it, then makes its goals.
func (x *exploration) study(l *loopGoals) {
	study, ct := x.studyCut, cmp.Or(x.owner.contract, &contract{})
	if l.frame.IsVar() && !(l.info.Jumps.Loop || l.info.Jumps.Function) {
		study = x.studyFramed
	}
	x.depth++
	for was := ct.notes; study(l); ct.notes = was { // what a pattern that was too narrow reads on entry need not be there
	}
	x.depth--
}

// asked is what the precondition of a function that is executed says in a state at the head: a call is as it says, if nothing else.
func (l *loopGoals) asked(st *rewrite.State) []meaning.Clause {
	h := l.c.layout.HomeOf(l.info.Node.Span)
	if !l.isExecuted() || h == nil || h.Procedure == nil {
		return nil
	}
	out, problems := l.scope(st).Clauses(h.Procedure.Pre)
	for _, p := range problems { // what cannot be read need not hold
		out = append(out, meaning.Clause{Formula: term.False, Span: p.Span})
	}
	return out
}

// presume looks at what of that holds in a state that comes to the head; it reports whether something held before that does not.
func (l *loopGoals) presume(st *rewrite.State) bool {
	return l.known.Presume(l.asked(st), func(f *term.Term) bool {
		return rewrite.Holds(st.PC, f) || l.c.Oracle.Prune(st.PC, term.Not(f)) == rewrite.Unsatisfiable
	})
}

// start is the state at the head with invariant and carried facts.
func (l *loopGoals) start() *rewrite.State {
	st := *l.head
	st.PC = slices.Concat(l.known.Facts, l.known.Presumed(l.asked(l.head), l.lost()), meaning.Formulas(l.inv))
	return &st
}

// back reports whether a state is at the head again.
func (l *loopGoals) back(st *rewrite.State) bool {
	return l.c.loopOnTop(st) == l.info && term.Equal(st.Slots[l.c.K].Tail(), l.frame)
}

// studyCut follows the paths from a cut point as part of the exploration around
// it; it reports whether the pattern was widened.
func (x *exploration) studyCut(l *loopGoals) bool {
	outer, start := x.ends, l.start()
	widened := false
	var back []*rewrite.State
	x.ends = func(st *rewrite.State) bool {
		if l.back(st) {
			back = append(back, st)
			if !l.covers(st, nil) && !widened {
				widened = l.repeats(st)
			}
			return true
		}
		return outer(st)
	}
	n := len(x.finals)
	here := x.course
	x.course.watch = l.watch() // what else led to the loop is not known at its head
	x.walk(start, onTop)
	x.ends, x.course = outer, here
	if widened || x.fills(l, start, back) {
		x.finals = x.finals[:n]
		return true
	}
	kept := x.finals[:n]
	for _, f := range x.finals[n:] {
		if outer(f) {
			kept = append(kept, f)
		}
	}
	x.finals = kept
	return false
}

// studyFramed follows the condition, then the body, of a framed loop; it
// reports whether the pattern was widened.
func (x *exploration) studyFramed(l *loopGoals) bool {
	c := l.c
	start := l.start()
	cond := c.followed(start, onTop, x.way.Inside(), func() *exploration {
		return &exploration{c: c, owner: x.owner, depth: x.depth, course: course{watch: l.watch()}, ends: func(st *rewrite.State) bool {
			return term.Equal(st.Slots[c.K], l.frame) || c.OnTop(st, l.info.Body)
		}}
	})
	x.way.Left = x.way.Left || cond.way.Left
	var exits, bodies []*rewrite.State
	for _, st := range cond.finals {
		if term.Equal(st.Slots[c.K], l.frame) {
			exits = append(exits, st)
		} else {
			bodies = append(bodies, st)
		}
	}
	body := &exploration{c: c, owner: x.owner, depth: x.depth, way: x.way, ends: l.back}
	for _, st := range bodies {
		body.course.watch = l.begun(st)
		body.walk(st, onTop)
	}
	for _, st := range body.finals {
		if !l.covers(st, nil) && l.repeats(st) {
			x.forget(l, (*loopGoals).isExecuted) // what they leave alone may be more now
			return true
		}
	}
	if x.fills(l, start, body.finals) {
		return true
	}
	l.makeFramed(start, exits, bodies, body.cuts)
	return false
}

// fills reports whether it is known now, or not any more, what iterations give a value that come
// back to the head in some states.
func (x *exploration) fills(l *loopGoals, start *rewrite.State, back []*rewrite.State) bool {
	follows := func(pc []*term.Term, f *term.Term) bool {
		return x.c.Oracle.Prune(pc, term.Not(f)) == rewrite.Unsatisfiable
	}
	isNew := func(f *term.Term) bool { return !follows(start.PC, f) }
	n := len(l.known.Filled) + len(l.known.Untouched)
	filled := l.known.Fill(l.head.Slots, l.entry, back, len(start.PC), l.lost(), isNew)
	of, counted := carried.WithBeside(l.head.Slots, l.c.Lengths(l.head, l.info.Words(), l.changed)), false
	if parted := l.parted(); len(of)+len(parted) > 0 {
		known := slices.DeleteFunc(slices.Clone(back), func(st *rewrite.State) bool { return !l.covers(st, nil) })
		counted = l.known.Count(carried.Iterations{Head: l.head.Slots, First: l.entry, Back: known, Lost: l.lost(), Follows: follows, Behind: l.owner.behind}, of, parted, isNew)
	}
	if !filled && !counted {
		return false
	}
	if len(l.known.Filled)+len(l.known.Untouched) > n { // what is within is come to with more
		x.forget(l, func(*loopGoals) bool { return true })
	}
	return l.resolveInvariant()
}

// forget drops those of the loops within one that are to be found anew.
func (x *exploration) forget(around *loopGoals, is func(*loopGoals) bool) {
	n := slices.Index(x.owner.loops, around) + 1
	x.owner.loops = append(x.owner.loops[:n:n], slices.DeleteFunc(slices.Clone(x.owner.loops[n:]), is)...)
	x.cuts = slices.DeleteFunc(x.cuts, func(cp *cutPoint) bool { return !slices.Contains(x.owner.loops, cp.loopGoals) })
}

// makeFramed makes the two goals of a loop: the whole loop, and its body.
func (l *loopGoals) makeFramed(start *rewrite.State, exits, bodies []*rewrite.State, cuts []*cutPoint) {
	l.goals = nil
	common := len(start.PC)
	final := l.primed()
	at := l.place()
	if len(exits) > 0 {
		if slots, cond, vars, ok := l.c.space.Merged(exits, common); ok {
			g := l.goal("loop", fmt.Sprintf("loop at %s: the whole loop reaches the invariant and the negated condition", at), start, l.watch())
			vars = append(vars, carried.MadeSince(start, append(slots, cond))...)
			l.finish(g, final, slots, l.frame, append(meaning.Under(final, l.inv), l.condition(final.Apply(cond))...), vars)
			g.Cut = true
			l.use = rewrite.NewProgram(l.c.Engine.Definition.Lattice, g.Claim, nil)
			l.goals = append(l.goals, g)
		}
	} else {
		// No state that satisfies the invariant leaves the loop.
		g := l.goal("loop", fmt.Sprintf("loop at %s: the loop never ends", at), start, l.watch())
		never := meaning.Clause{Formula: term.False, Span: l.info.Node.Span, Text: "the loop ends", Found: true}
		l.finish(g, final, l.head.Slots, l.frame, []meaning.Clause{never}, nil)
		g.Cut = true
		l.use = rewrite.NewProgram(l.c.Engine.Definition.Lattice, g.Claim, nil)
		l.goals = append(l.goals, g)
	}
	for i, group := range l.bodyGroups(bodies, common) {
		name := "body"
		if i > 0 {
			name = fmt.Sprintf("body %d", i+1)
		}
		g := l.goal(name, fmt.Sprintf("loop at %s: its body preserves the invariant", at), group, l.begun(group))
		rest := l.bodyFrame(g, group, len(cuts) > 0)
		l.finish(g, final, l.head.Slots, rest, append(meaning.Under(final, l.inv), l.progress(final)...), nil)
		l.goals = append(l.goals, g)
		aim(l.c, cuts, g)
		for _, cp := range cuts {
			l.goals = append(l.goals, cp.goals...)
		}
	}
}

// condition is a clause without a text of its own.
func (l *loopGoals) condition(cond *term.Term) []meaning.Clause {
	var out []meaning.Clause
	for _, f := range term.Conjuncts(nil, cond) {
		out = append(out, meaning.Clause{Formula: f, Span: l.info.Node.Span, Text: "the negated condition of the loop", Found: true})
	}
	return out
}

func (l *loopGoals) place() string {
	line, column := l.info.Node.Span.File.Position(l.info.Node.Span.Start)
	return fmt.Sprintf("%d:%d", line, column)
}

// bodyGroups turns the states in which the body is entered into left sides:
// one, if they differ in data only.
func (l *loopGoals) bodyGroups(bodies []*rewrite.State, common int) []*rewrite.State {
	if len(bodies) == 0 {
		return nil
	}
	slots, cond, _, ok := l.c.space.Merged(bodies, common)
	if !ok || len(bodies) == 1 {
		return bodies
	}
	st := *bodies[0]
	st.Slots = slots
	st.PC = term.Conjuncts(slices.Clone(bodies[0].PC[:common]), cond)
	return []*rewrite.State{&st}
}

// bodyFrame gives the left side of a body goal its frame: the loop's head and
// what is behind it become a frame variable, as in the paper's formula (3),
// unless the body looks at them. It returns the computation of the right side.
func (l *loopGoals) bodyFrame(g *prover.Goal, st *rewrite.State, keep bool) *term.Term {
	k := st.Slots[l.c.K]
	var items []*term.Term
	rest := k
	for rest.IsSeq() && !(len(items) > 0 && l.isHead(rest.Head())) {
		items = append(items, rest.Head())
		rest = rest.Tail()
	}
	whole := k
	right := rest
	if !keep && !l.info.Jumps.Body && l.isHead(rest.Head()) {
		right = term.Fresh("Rest", term.SortK)
		whole = right
		for i := len(items) - 1; i >= 0; i-- {
			whole = term.Seq(items[i], whole)
		}
	}
	for i := range g.Claim.Left {
		if g.Claim.Left[i].Index == l.c.K {
			g.Claim.Left[i].Term = whole
		}
	}
	return right
}

func (l *loopGoals) isHead(t *term.Term) bool {
	body := l.c.Shape.LoopBody(t)
	return body != nil && body.Pos() == l.info.Body.Pos()
}

// primed renames what the loop changes to the existentials of right sides.
func (l *loopGoals) primed() term.Substitution {
	sub := term.Substitution{}
	for v := range l.changed {
		sub[v] = term.Fresh(v.BaseName(), v.Sort)
	}
	return sub
}

// goal starts a goal of the loop from a state.
func (l *loopGoals) goal(kind, title string, st *rewrite.State, on *watch) *prover.Goal {
	if a := l.owner.around; a != nil && (l.info.Node.Span.Start < a.Span.Start || l.info.Node.Span.End > a.Span.End) {
		title += ", as called in " + l.owner.name
	}
	g := l.c.newGoal(l.owner, fmt.Sprintf("%s.loop@%s.%s", l.owner.name, l.place(), kind), title, l.info.Node.Span, st, on)
	g.Conjuncts = append(g.Conjuncts, meaning.ConjunctsOf(l.inv...)...)
	if ct := l.owner.contract; ct != nil { // the procedure may end within
		g.Program = &aboutContract{g.Program, l.c, ct}
	}
	if len(l.info.Modifies) > 0 {
		g.Frame, g.Listed, g.Keeps = narrowLoop, l.info.Modifies[0].Span, l.kept()
	}
	if kind == "loop" || kind == "cut" {
		g.Variant = l.variant
	}
	return g
}

// progress is the condition that the variant is smaller at the end than at the start.
func (l *loopGoals) progress(final term.Substitution) []meaning.Clause {
	if l.variant == nil {
		return nil
	}
	return []meaning.Clause{{Formula: prover.Less(final.ApplyAll(l.variant.Terms), l.variant.Terms), Span: l.variant.Span, Text: l.variant.Text, Measure: true}}
}

// finish gives a goal its right side.
func (l *loopGoals) finish(g *prover.Goal, final term.Substitution, slots []*term.Term, k *term.Term, ensures []meaning.Clause, more []*term.Variable) {
	out := final.ApplyAll(slots)
	out[l.c.K] = k
	var exist []*term.Variable
	for _, t := range final {
		exist = append(exist, t.Variable())
	}
	l.c.finishGoal(g, out, ensures, append(exist, more...))
}

// aim gives cut points the right side of the goal around them.
func aim(c *compiler, cuts []*cutPoint, around *prover.Goal) {
	loops := make([]nested.Loop, len(cuts))
	for i, cp := range cuts {
		l := cp.loopGoals
		g := l.goal("cut", fmt.Sprintf("loop at %s: from the invariant to the end of %s", l.place(), around.Name), l.start(), l.watch())
		g.Cut = true
		g.Claim.Right, g.Cases = around.Claim.Right, around.Cases
		g.Claim.Ensures = around.Claim.Ensures
		g.Claim.Existentials = around.Claim.Existentials
		g.Conjuncts = append(g.Conjuncts, around.Conjuncts...)
		l.goals = []*prover.Goal{g}
		loops[i] = nested.Loop{
			Info: l.info, Goal: g,
			Measure: func(of *attach.Loop) []*term.Term { return l.measure(l.head, of) },
			Entered: func(of *attach.Loop) []*term.Term { return l.measure(l.entry, of) },
		}
	}
	nested.Order(&c.nests, loops)
}
