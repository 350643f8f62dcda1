package rewrite

import (
	"context"
	"fmt"

	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Machine runs a concrete configuration. A Machine belongs to one goroutine.
//
// A step takes the rules that the top of the computation admits, in order of priority, and
// applies the first one that matches and whose conditions are true. Values that are
// computed on the way are kept until the rule is known to apply; only then cells are
// written, and of those only the ones that the rule changes. Where several operands may be
// heated, the first rule in the definition decides: any order is an execution of the
// language, and a run is one of them.
//
// The cells are a fixed array of slots that is rewritten in place. The computation is not
// among them but on a [stack], where what is half evaluated need not be built at each step;
// [sites] has the rules to try. Where computations are in a Map or Set of cells, each has a stack
// (elements.go). What is in another collection, a computation of which something is not known,
// and rules of an unusual form ([unknown]) go another way, in which all is in the slots
// (onslots.go). Both ways give the same steps.
type Machine struct {
	engine *Engine
	slots  []*term.Term
	Steps  int64
	// Unsure reports whether a rule was passed over whose condition has no value: it
	// cannot be told whether it should have been applied.
	Unsure  bool
	streams *streams
	m       matcher
	pending []*term.Term
	sites   *sites        // nil: all steps are on the slots
	loaded  bool          // the computations are on stacks
	stale   bool          // and not in their slot
	stack   *stack        // at hand
	last    *compile.Rule // that was applied
	slow    int64         // steps on the slots
	hot     *hotCode      // nil: each step is made by itself
	// Where computations are in a collection: its elements, in the order of their keys, the one at
	// hand, and what is known of the rules that are not about one element.
	elements  []*element
	now       *element
	unmatched []unmatched
}

// Stuck is why a run ended other than by an empty computation.
type Stuck struct {
	// Operation is an application of a partial function outside its domain,
	// nil if simply no rule applies.
	Operation *term.Term
	Needs     *term.Term    // or a condition without which the rule has no result
	Rule      *compile.Rule // the rule that has no result
}

func (s *Stuck) Error() string {
	switch {
	case s.Operation != nil:
		return fmt.Sprintf("%s has no value", s.Operation)
	case s.Needs == term.False:
		return fmt.Sprintf("the right side of the rule %s never has a value", ruleName(s.Rule))
	case s.Needs != nil:
		return fmt.Sprintf("the rule %s has a result only where %s", ruleName(s.Rule), s.Needs)
	}
	return "no rule applies"
}

// Arbitrary is why a run cannot go on: the rule that applies leaves a value open,
// and none is better than another. A run that chose one would say nothing of the
// others.
type Arbitrary struct {
	Rule  *compile.Rule
	Value *term.Variable
}

func (a *Arbitrary) Error() string {
	return fmt.Sprintf("the rule at %s leaves %s open: a concrete run has no value for it", a.Rule.Span, a.Value.Name)
}

// ruleName is what messages call a rule: its label, else its place.
func ruleName(r *compile.Rule) string {
	if r.Label != "" {
		return r.Label
	}
	return r.Span.String()
}

// NewMachine returns a machine that starts in the given configuration, with
// the streams of io; its slots are copied.
func (e *Engine) NewMachine(slots []*term.Term, io IO) *Machine {
	return &Machine{engine: e, slots: e.evaluated(slots), m: matcher{lattice: e.Definition.Lattice, unshared: true},
		streams: newStreams(e.Definition.Layout, io), sites: e.sites, stack: &stack{}}
}

// Slots returns the configuration. It is the machine's own, and changed by the next step.
func (m *Machine) Slots() []*term.Term {
	if m.loaded && m.stale {
		if f := m.sites.actions.form; f != nil {
			m.joinElements(f)
		} else {
			m.slots[m.engine.index.place.slot] = m.stack.whole()
		}
		m.stale = false
	}
	return m.slots
}

// load takes the computations apart; false if they have to stay in their slot.
func (m *Machine) load() bool {
	if m.loaded || m.sites == nil {
		return m.loaded
	}
	if f := m.sites.actions.form; f != nil {
		m.loaded = m.takeElements(f)
	} else if k := m.slots[m.engine.index.place.slot]; !k.HasFunctions() {
		m.stack.load(k)
		m.loaded = true
	}
	return m.loaded
}

// checkEvery is how many steps pass between two looks at the context. A step on the slots
// of a large configuration may take a tenth of a millisecond.
const checkEvery = 1 << 8

// Run steps until no rule applies, the limit of steps is reached (0: none) or
// the context ends. Where an evaluation would not end, its LimitError is returned. It
// returns nil when no rule applies; Stuck is found by the
// caller with [Machine.Finished], or returned when a result has no value.
func (m *Machine) Run(ctx context.Context, limit int64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if err = AsLimit(r); err == nil {
				panic(r)
			}
		}
	}()
	if err := m.streams.settle(m.slots); err != nil {
		return err
	}
	next := m.Step
	if m.hot != nil && limit <= 0 {
		next = m.Advance
	}
	for n := int64(1); ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if limit > 0 && m.Steps >= limit {
			return nil
		}
		ok, err := next()
		if err != nil || !ok {
			return err
		}
	}
}

// Finished reports whether all computations have been used up, or have come down to
// a result.
func (m *Machine) Finished() bool { return len(m.Waiting()) == 0 }

// Waiting returns the computations that are not finished: one at most, unless the
// computation cell is in a collection.
func (m *Machine) Waiting() []Computation { return m.engine.Waiting(m.Slots()) }

// Waiting returns the computations of a configuration that are not finished.
func (e *Engine) Waiting(slots []*term.Term) []Computation {
	var out []Computation
	x := e.index.place
	x.each(slots[x.slot], func(k, around *term.Term) bool {
		if !e.finished(k) {
			out = append(out, Computation{K: k, Cell: around})
		}
		return true
	})
	return out
}

// Computation is a computation of a configuration, with the term of the cell
// around it that is an element of a collection; nil if there is none.
type Computation struct{ K, Cell *term.Term }

func (e *Engine) finished(k *term.Term) bool {
	return k == term.DotK || !k.IsSeq() && e.isResult != nil && term.Apply(e.isResult, k) == term.True
}

// Step applies the first rule that matches; it reports whether there was one.
func (m *Machine) Step() (bool, error) {
	if m.load() {
		step := m.stepOnStack
		if m.sites.actions.form != nil {
			step = m.stepOnElements
		}
		switch of, err := step(); {
		case err != nil:
			return false, err
		case of == someRule:
			m.stale = m.loaded
			m.Steps++
			return true, m.settle()
		case of == noRule:
			return m.read()
		}
	}
	return m.stepOnSlots()
}

// Last is the rule that was applied last.
func (m *Machine) Last() *compile.Rule { return m.last }

// OnSlots makes the machine take all steps on the slots, and returns it. Tests compare the
// other way with that one.
func (m *Machine) OnSlots() *Machine {
	m.Slots()
	m.sites, m.loaded, m.m.unshared = nil, false, false
	return m
}

// StepsOnSlots is how many steps were looked for on the slots.
func (m *Machine) StepsOnSlots() int64 { return m.slow }

// Unusual returns the rules of a form that the stack does not know: their steps are made
// on the slots.
func (e *Engine) Unusual() []*compile.Rule {
	var out []*compile.Rule
	for i := range e.Definition.Entries {
		if entry := &e.Definition.Entries[i]; e.sites == nil || e.sites.unusual(entry) {
			out = append(out, entry.Rule())
		}
	}
	return out
}

// Remarks says of the unusual rules that they are.
func (e *Engine) Remarks() []*source.Diagnostic {
	var out []*source.Diagnostic
	for _, r := range e.Unusual() {
		d := source.Warningf(r.Span, "unusual-form", "a step by this rule takes longer than others: its form is none that is applied to the operand stack of one computation")
		d.Severity = source.Note
		out = append(out, d)
	}
	return out
}
