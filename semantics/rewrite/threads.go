package rewrite

import (
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// threads knows which steps of an element of a collection of cells, such as a thread,
// nothing else in a configuration can see, bring about or prevent. Such steps may be
// taken before those of other threads: any execution in which they come later can be
// reordered, and ends in the same configuration. They are a persistent set (P. Godefroid,
// Partial-Order Methods for the Verification of Concurrent Systems, 1996, section 4.2).
//
// A rule is local if it reads and writes one element and nothing else, such as
//
//	rule <k> A:Int + B:Int => A +Int B ...</k>
//
// A thread is at a local place if no other rule has a pattern of an element that it fits.
// So whatever other threads do, nothing but local rules will apply to it, and the same
// ones. The rule  <k> wait T => .K ...</k> <thread>... <id> T </id> <k> .K </k> ...</thread>
// looks at two threads: one whose computation is used up is not at a local place, since
// the other pattern fits it.
//
// It is known only if all rules have one priority (else what is applied to one thread
// depends on what may be applied to another one), the collection is a Map (in a Set two
// threads may become one), and each rule says of which elements it is about: it does not
// look at how many there are, or at those that it only passes on.
type threads struct {
	slot    int
	lattice *term.Lattice
	local   map[*compile.Rule]bool
	open    []*Program // the patterns of elements in rules that are not local
}

// newThreads reads the rules of a definition; nil if nothing is known.
func newThreads(d *compile.Definition, at place) *threads {
	if at.direct() {
		return nil
	}
	x := &threads{slot: at.slot, lattice: d.Lattice, local: map[*compile.Rule]bool{}}
	for _, r := range d.Rules() {
		if r.Priority != d.Entries[0].Priority || !x.add(r) {
			return nil
		}
	}
	return x
}

// add reads a rule; it reports whether that says of which elements it is.
func (x *threads) add(r *compile.Rule) bool {
	left, right := compile.ContentOf(r.Left, x.slot), compile.ContentOf(r.Right, x.slot)
	if left == nil {
		return right == nil
	}
	elements, frame := framed(left, term.KMap)
	if frame == nil {
		return false
	}
	after := elements
	if right != nil {
		var kept *term.Variable
		if after, kept = framed(right, term.KMap); kept != frame {
			return false
		}
	}
	aside, conditions := besides(r, x.slot, elements, after)
	mentioned := func(t *term.Term) bool { return term.Occurs(frame, t) }
	asked := func(t *term.Term) bool { return looksAt(t, frame) }
	if slices.ContainsFunc(aside, mentioned) || slices.ContainsFunc(conditions, asked) {
		return false
	}
	others := func(s compile.Slot) bool { return s.Index != x.slot }
	x.local[r] = !slices.ContainsFunc(slices.Concat(r.Left, r.Right), others) && !slices.ContainsFunc(conditions, mentioned) &&
		len(elements) == 1 && len(after) == 1 && term.Equal(elements[0].Key, after[0].Key)
	if !x.local[r] {
		for _, e := range elements {
			one := &compile.Rule{Kind: r.Kind, Left: []compile.Slot{{Index: 0, Term: e.Value}}}
			x.open = append(x.open, NewProgram(x.lattice, one, nil))
		}
	}
	return true
}

// framed splits a collection of a kind into entries and the variable for all others; nil if it has no
// such form.
func framed(t *term.Term, kind term.Kind) ([]term.Entry, *term.Variable) {
	if t.IsVar() {
		return nil, t.Variable()
	}
	if t.Kind() != kind {
		return nil, nil
	}
	entries, opaque := t.Entries()
	if len(opaque) != 1 || !opaque[0].IsVar() {
		return nil, nil
	}
	return entries, opaque[0].Variable()
}

// besides returns what a rule has in its patterns and its right side other than the rest
// of the collection, and its conditions.
func besides(r *compile.Rule, slot int, left, right []term.Entry) (terms, conditions []*term.Term) {
	for _, s := range slices.Concat(r.Left, r.Right) {
		if s.Index != slot {
			terms = append(terms, s.Term)
		}
	}
	for _, e := range slices.Concat(left, right) {
		terms = append(terms, e.Key, e.Value)
	}
	return terms, slices.Concat(r.Requires, r.Ensures, r.Evaluable, r.Defined, r.Hidden)
}

// looksAt reports whether a condition is about more of a map than which keys it has;
// those a local step does not change.
func looksAt(condition *term.Term, frame *term.Variable) bool {
	found := false
	term.Walk(condition, func(t *term.Term) bool {
		if t.Is(term.MapInKeys) && t.Arg(1).IsVar() && !term.Occurs(frame, t.Arg(0)) {
			return false
		}
		found = found || t.IsVar() && t.Variable() == frame
		return !found
	})
	return found
}

// atLocalPlace reports whether only local rules may ever apply to an element as it is.
func (x *threads) atLocalPlace(element *term.Term) bool {
	m := matcher{lattice: x.lattice, symbolic: true}
	slots := []*term.Term{element}
	return !slices.ContainsFunc(x.open, func(p *Program) bool { return len(p.matches(&m, slots)) > 0 })
}

// keyOf is the key of the element that a match of a local rule is about.
func (x *threads) keyOf(a *applicable) *term.Term {
	m := &matcher{b: a.match.bindings, symbolic: true}
	return m.build(a.match.Program.left[0].p.entries[0].keyOf)
}

// reduceThreads keeps only the steps of one thread, if that is at a local place and
// surely has steps.
func (d *deriver) reduceThreads(matches []*applicable) []*applicable {
	if len(matches) < 2 || !d.orders.Local {
		return matches
	}
	x := d.engine.threads()
	if x == nil {
		return matches
	}
	steps := map[*term.Term][]*applicable{} // of threads, by their elements
	var elements []*term.Term
	for _, a := range matches {
		if !x.local[a.match.Program.Rule] {
			continue
		}
		e, found := d.state.Slots[x.slot].Get(x.keyOf(a))
		if found != term.Present {
			continue
		}
		if steps[e] == nil {
			elements = append(elements, e)
		}
		steps[e] = append(steps[e], a)
	}
	for _, e := range elements {
		sure := !slices.ContainsFunc(steps[e], func(a *applicable) bool { return a.surely() != term.True })
		if sure && len(steps[e]) < len(matches) && x.atLocalPlace(e) {
			d.out.Reduced = true
			return steps[e]
		}
	}
	return matches
}
