package rewrite

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Machine runs a concrete configuration. It rewrites its slots in place, so a
// run needs no more memory than the configuration. A Machine belongs to one
// goroutine.
//
// A step takes the rules that the top of the computation admits ([index.candidates]), in
// order of priority, and applies the first one that matches and whose conditions are
// true. Values that are computed on the way are kept until the rule is known to apply;
// only then slots are written, and of those only the ones that the rule changes. Where
// several operands may be heated, the first rule in the definition decides: any order is
// an execution of the language, and a run is one of them.
type Machine struct {
	engine *Engine
	Slots  []*term.Term
	Steps  int64
	// Unsure reports whether a rule was passed over whose condition has no value: it
	// cannot be told whether it should have been applied.
	Unsure  bool
	streams *streams
	m       matcher
	pending []*term.Term
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
	return &Machine{engine: e, Slots: e.evaluated(slots), m: matcher{lattice: e.Definition.Lattice},
		streams: newStreams(e.Definition.Layout, io)}
}

// checkEvery is how many steps pass between two looks at the context.
const checkEvery = 1 << 14

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
	if err := m.streams.settle(m.Slots); err != nil {
		return err
	}
	for n := int64(1); ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if limit > 0 && m.Steps >= limit {
			return nil
		}
		ok, err := m.Step()
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
func (m *Machine) Waiting() []Computation { return m.engine.Waiting(m.Slots) }

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
	for _, p := range m.engine.index.candidates(m.Slots, &m.m.candidates) {
		applied, err := m.try(p)
		if err != nil {
			return false, err
		}
		if applied {
			m.Steps++
			return true, m.streams.settle(m.Slots)
		}
	}
	if sort, wanted := m.wantsInput(); wanted && m.streams.supply(m.Slots, sort) {
		return m.Step()
	}
	return false, m.streams.failure
}

// wantsInput says of which sort an item of the input cell would let some rule
// apply, if any would; a finished program never waits for input.
func (m *Machine) wantsInput() (term.Sort, bool) {
	in := m.streams.inSlot
	if in < 0 {
		return 0, false
	}
	for _, p := range m.engine.index.candidates(m.Slots, &m.m.candidates) {
		if sort, reads := p.readsItem(in); reads && p.fitsBut(&m.m, m.Slots, in) {
			return sort, true
		}
	}
	return 0, false
}

// readsItem says of which sort the item is that p takes from the front of the
// input cell.
func (p *Program) readsItem(in int) (term.Sort, bool) {
	for _, l := range p.left {
		if l.slot == in && l.p.op == opList && len(l.p.args) > 0 && l.p.args[0].op == opVar {
			return l.p.args[0].sort, true
		}
	}
	return 0, false
}

// fitsBut reports whether p matches in all slots but one.
func (p *Program) fitsBut(m *matcher, slots []*term.Term, slot int) bool {
	m.reset(p.nvars)
	for _, l := range p.left {
		if l.slot != slot && !m.match(l.p, slots[l.slot]) {
			return false
		}
	}
	return true
}

// try applies p if it matches and its conditions hold.
func (m *Machine) try(p *Program) (bool, error) {
	mm := &m.m
	mm.reset(p.nvars)
	for i := range p.left {
		if !mm.match(p.left[i].p, m.Slots[p.left[i].slot]) {
			return false, nil
		}
	}
	if len(mm.deferred) > 0 {
		matched, decided := mm.solveFast()
		if !decided {
			return m.trySlow(p)
		}
		if !matched {
			return false, nil
		}
	}
	switch mm.holds(p) {
	case term.False:
		return false, nil
	case nil:
		return false, m.undefined(p)
	}
	return true, m.write(p)
}

// decided reports whether it is known that a condition which is not true has no
// value or is false: nothing unknown occurs in it.
func (m *Machine) decided(t *term.Term) bool {
	m.Unsure = m.Unsure || !t.IsGround()
	return t.IsGround()
}

// undefined says what keeps a rule that matches from being applied; nil if that
// is not known.
func (m *Machine) undefined(p *Program) error {
	for _, c := range p.conds {
		if t := m.m.build(c); t != term.True && m.decided(t) {
			return &Stuck{Operation: cmp.Or(m.engine.valueless(t), undefinedPart(t)), Rule: p.Rule}
		}
	}
	for i, c := range p.hidden {
		if t := m.m.build(c); t != term.True && m.decided(t) {
			return &Stuck{Operation: m.engine.valueless(p.sources[i]), Needs: p.sources[i], Rule: p.Rule}
		}
	}
	return nil
}

// trySlow is try with alternatives: collections whose keys must be enumerated.
func (m *Machine) trySlow(p *Program) (bool, error) {
	mm := &m.m
	mm.reset(p.nvars)
	for i := range p.left {
		if !mm.match(p.left[i].p, m.Slots[p.left[i].slot]) {
			return false, nil
		}
	}
	applied, err := false, error(nil)
	mm.solve(func() bool {
		switch mm.holds(p) {
		case term.False:
			return true
		case nil:
			err = m.undefined(p)
			return false
		}
		applied, err = true, m.write(p)
		return false
	})
	return applied, err
}

// write puts the right side in. All of it is built before any slot changes.
func (m *Machine) write(p *Program) error {
	if open := p.Rule.Existentials; len(open) > 0 {
		return &Arbitrary{Rule: p.Rule, Value: open[0]}
	}
	m.pending = m.pending[:0]
	for i := range p.right {
		t := m.m.build(p.right[i].b)
		if t.HasFunctions() {
			return &Stuck{Operation: undefinedPart(t), Rule: p.Rule}
		}
		m.pending = append(m.pending, t)
	}
	for i, c := range p.ensures {
		if t := m.m.build(c); t != term.True {
			return &Stuck{Needs: p.promises[i], Rule: p.Rule}
		}
	}
	for i := range p.right {
		m.Slots[p.right[i].slot] = m.pending[i]
	}
	return nil
}

// valueless returns the application about whose value a condition is, nil if it
// is about none.
func (e *Engine) valueless(condition *term.Term) *term.Term {
	var found *term.Term
	term.Walk(condition, func(t *term.Term) bool {
		if f := e.values.functions[t.Symbol()]; f != nil && found == nil {
			found = term.App(f, t.Args()...)
		}
		return found == nil
	})
	return found
}

// undefinedPart returns an innermost function application.
func undefinedPart(t *term.Term) *term.Term {
	var found *term.Term
	term.Walk(t, func(x *term.Term) bool {
		if found != nil || !x.HasFunctions() {
			return false
		}
		if x.Kind() == term.KApp && x.Symbol().Class != term.Constructor && !slices.ContainsFunc(x.Args(), (*term.Term).HasFunctions) {
			found = x
		}
		return found == nil
	})
	return found
}
