package compose

import (
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Step is a rule that was applied.
type Step struct {
	Rule *compile.Rule
	// Tried are the rules that were tried before it, and did not apply.
	Tried []*compile.Rule
	// Behind reports whether which rules are tried depends on what waits behind the top.
	Behind bool
}

// Trace is a part of a run.
type Trace struct {
	Cells []*compile.Cell // the slots
	K     int             // that of the computation
	Start []*term.Term    // what stands in them before it
	Steps []Step
	// Text reports whether a term is a piece of the program's text, which is never taken apart.
	Text func(*term.Term) bool
}

// Rule is a composition of rules over the slots of a trace: from Left, where Requires holds, just Steps steps
// lead to Right. Slots that are not among those of Left are neither read nor written. Its variables are fresh.
type Rule struct {
	*compile.Rule
	Cells []*compile.Cell
	Steps int
	// Recorded is the instance that the trace began with.
	Recorded term.Substitution
}

// Compose composes a trace, or as much of its beginning as can be composed; nil if that is nothing. Work is
// how often a rule was tried on the pattern, or that was made more special: a measure of the time.
func Compose(d *compile.Definition, t *Trace) (r *Rule, work int) {
	c := &composer{def: d, cells: t.Cells, k: t.K, text: t.Text, known: term.Substitution{}, may: workOfStep * len(t.Steps)}
	for i, v := range t.Start {
		c.left = append(c.left, c.begin(i, v))
	}
	c.now = slices.Clone(c.left)
	n := 0
	for n < len(t.Steps) && c.step(&t.Steps[n]) {
		n++
	}
	if n == 0 {
		return nil, c.work
	}
	return c.rule(n), c.work
}

// workOfStep is how much work there may be for each step of a trace: most take a tenth.
const workOfStep = 200

// composer is a composition on its way: Left leads to now where the guards hold.
type composer struct {
	def       *compile.Definition
	cells     []*compile.Cell
	k         int
	text      func(*term.Term) bool
	left, now []*term.Term
	guards    []*term.Term
	known     term.Substitution // the recorded values
	dry       bool              // nothing is made more special
	work, may int               // work that was done, and that may be
}

// signal is a panic that ends an attempt at a step.
type signal int

const (
	again   signal = iota // the pattern has become more special
	unknown               // it cannot be told what every instance does
)

// begin is what is known of a slot at first: of the computation, the code on top.
func (c *composer) begin(slot int, value *term.Term) *term.Term {
	if slot != c.k || value == term.DotK {
		cell := c.cells[slot]
		v := term.Fresh(strings.ToUpper(cell.Name[:1])+cell.Name[1:], cell.Sort)
		c.known[v.Variable()] = value
		return v
	}
	return term.Seq(c.part("V", value.Head()), c.rest(value.Tail()))
}

// rest is a variable for a computation.
func (c *composer) rest(value *term.Term) *term.Term {
	v := term.Fresh("K", term.SortK)
	c.known[v.Variable()] = value
	return v
}

// part is what stands for a recorded value: a piece of code itself, else a variable of its sort.
func (c *composer) part(name string, value *term.Term) *term.Term {
	if value.Kind() == term.KToken || value.Kind() == term.KApp && (len(value.Args()) == 0 || c.text(value)) {
		return value
	}
	v := term.Fresh(name, value.Sort())
	c.known[v.Variable()] = value
	return v
}

// put replaces a variable everywhere, and ends the attempt.
func (c *composer) put(v *term.Variable, t *term.Term) {
	c.worked()
	s := term.Substitution{v: t}
	for i := range c.left {
		c.left[i], c.now[i] = s.Apply(c.left[i]), s.Apply(c.now[i])
	}
	guards := c.guards
	c.guards = nil
	for _, g := range guards {
		c.guard(s.Apply(g))
	}
	panic(again)
}

// worked counts work, and ends the attempt where there is too much.
func (c *composer) worked() {
	if c.work++; c.work > c.may {
		panic(unknown)
	}
}

// guard asks for a condition that holds of the recorded run.
func (c *composer) guard(t *term.Term) {
	for _, g := range term.Conjuncts(nil, t) {
		if g == term.True || slices.ContainsFunc(c.guards, func(h *term.Term) bool { return term.Equal(g, h) }) {
			continue
		}
		if c.known.Apply(g) != term.True {
			panic(unknown)
		}
		c.guards = append(c.guards, g)
	}
}

// refine replaces a variable by the top of its recorded value, and ends the attempt.
func (c *composer) refine(v *term.Variable) {
	value := c.known[v]
	if value == nil {
		panic(unknown)
	}
	c.put(v, c.exposed(v, value))
}

// exposed is the top of a recorded value, with variables below it.
func (c *composer) exposed(v *term.Variable, value *term.Term) *term.Term {
	if v.Sort == term.SortK && value != term.DotK {
		return term.Seq(c.part("V", value.Head()), c.rest(value.Tail()))
	}
	switch value.Kind() {
	case term.KInt, term.KBool, term.KString, term.KToken:
		return value
	case term.KApp:
		if len(value.Args()) == 0 || c.text(value) {
			return value
		}
		var args []*term.Term
		for _, a := range value.Args() {
			args = append(args, c.part("V", a))
		}
		return term.AppAt(value.Symbol(), value.Pos(), args)
	case term.KList:
		return c.exposedList(value)
	case term.KSet:
		return c.exposedSet(value)
	case term.KMap:
		if value == term.EmptyMap {
			return value
		}
	}
	panic(unknown)
}

// exposedList shows the first item of a list.
func (c *composer) exposedList(value *term.Term) *term.Term {
	if value.Len() == 0 {
		return value
	}
	first := value.Item(0)
	if first.Segment {
		panic(unknown)
	}
	rest := term.Fresh("L", term.SortList)
	c.known[rest.Variable()] = value.Slice(1, value.Len())
	return term.Concat(term.ListOf(c.part("V", first.Term)), rest)
}

// MaxElements is how many elements a set may have of which all are shown.
const MaxElements = 8

// exposedSet shows the elements of a set. Where an integer of the pattern is recorded as an
// element that is taken to be it: the names of objects are in several places.
func (c *composer) exposedSet(value *term.Term) *term.Term {
	entries, opaque := value.Entries()
	if len(entries) > MaxElements || len(opaque) > 0 {
		panic(unknown)
	}
	out := term.EmptySet
	for _, e := range entries {
		key := c.variableFor(e.Key)
		if key == nil {
			key = c.part("V", e.Key)
		}
		out = term.Union(out, term.SingletonSet(key))
	}
	return out
}

// variableFor finds an integer of the pattern with a recorded value, nil if there is none.
func (c *composer) variableFor(value *term.Term) *term.Term {
	if !value.IsInt() {
		return nil
	}
	for _, v := range term.Vars(c.left...) {
		if v.Sort == term.SortInt && term.Equal(c.known[v], value) {
			return v.Term()
		}
	}
	return nil
}

// isData reports whether values of a sort are not taken apart: what is known of one of
// them stays the same for all.
func isData(s term.Sort) bool {
	return s == term.SortInt || s == term.SortBool || s == term.SortString
}

// step applies a step to the pattern; false if it cannot be told what every instance does.
func (c *composer) step(s *Step) bool {
	for {
		switch done, why := c.attempt(s); {
		case done:
			return true
		case why == unknown:
			return false
		}
	}
}

func (c *composer) attempt(s *Step) (done bool, why signal) {
	defer func() {
		if r := recover(); r != nil {
			if of, ok := r.(signal); ok {
				why, c.dry = of, false
				return
			}
			panic(r)
		}
	}()
	c.exposeTop(s.Behind)
	for _, r := range s.Tried {
		if c.applies(r, c.stable(r), nil) != nil {
			panic(unknown)
		}
	}
	b := c.applies(s.Rule, s.Rule.Left, nil)
	if b == nil {
		panic(unknown)
	}
	c.write(s.Rule, b)
	return true, again
}

// exposeTop makes known what says which rules are tried: the constructor and the sort of what
// is on top and, where that is asked for, the constructor of what waits.
func (c *composer) exposeTop(behind bool) {
	k := c.now[c.k]
	c.showFirst(k)
	if k == term.DotK {
		panic(unknown)
	}
	c.exposeItem(k.Head())
	if behind {
		if tail := k.Tail(); tail != term.DotK {
			c.showFirst(tail)
			c.exposeItem(tail.Head())
		}
	}
}

// showFirst makes the first item of a computation known.
func (c *composer) showFirst(k *term.Term) {
	if k.IsVar() && k.Sort() == term.SortK {
		c.refine(k.Variable())
	}
}

// exposeItem makes the constructor and the sort of an item known.
func (c *composer) exposeItem(t *term.Term) {
	switch {
	case t.IsVar() && !isData(t.Sort()):
		c.refine(t.Variable())
	case t.Kind() == term.KApp && t.Symbol().Class != term.Constructor && !isData(t.Sort()):
		panic(unknown)
	}
	c.settleSort(t)
}

// settleSort makes the sort of a term that of all its instances: an overloaded application has
// the least sort of its operands.
func (c *composer) settleSort(t *term.Term) {
	if t.Kind() != term.KApp || t.Symbol().Variants == nil || t.IsGround() {
		return
	}
	for _, a := range t.Args() {
		if !isData(a.Sort()) {
			if a.IsVar() {
				c.refine(a.Variable())
			}
			if a.Kind() == term.KApp && a.Symbol().Class != term.Constructor {
				panic(unknown)
			}
		}
		c.settleSort(a)
	}
}

// unchanged reports whether a slot is as it was.
func (c *composer) unchanged(i int) bool {
	return term.Equal(c.left[i], c.now[i]) && term.SamePlaces(c.left[i], c.now[i])
}

// used are the variables that guards and what is written depend on.
func (c *composer) used() map[*term.Variable]bool {
	ts := slices.Clone(c.guards)
	for i := range c.now {
		if !c.unchanged(i) {
			ts = append(ts, c.now[i])
		}
	}
	out := map[*term.Variable]bool{}
	for _, v := range term.Vars(ts...) {
		out[v] = true
	}
	return out
}

// rule is what has been composed.
func (c *composer) rule(steps int) *Rule {
	r := &compile.Rule{Kind: compile.UserRule, Requires: c.guards}
	used := c.used()
	for i := range c.left {
		same := c.unchanged(i)
		if same && c.left[i].IsVar() && !used[c.left[i].Variable()] {
			continue
		}
		r.Left = append(r.Left, compile.Slot{Index: i, Term: c.left[i]})
		if !same {
			r.Right = append(r.Right, compile.Slot{Index: i, Term: c.now[i]})
		}
	}
	return &Rule{Rule: r, Cells: c.cells, Steps: steps, Recorded: c.known}
}
