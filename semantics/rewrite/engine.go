package rewrite

import (
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Engine executes one definition. It is safe for concurrent use once built.
type Engine struct {
	Definition *compile.Definition
	index      *index
	sites      *sites // nil if computations are in a collection whose elements have no form
	effects    *effects
	threads    func() *threads
	freshness  func() *Freshness
	shape      func() *shape.Shape
	isResult   *term.Symbol // the test isKResult
	values     *values

	simplifications map[*term.Symbol]func() []*Program

	matchers sync.Pool // of *matcher, for steps with symbols
}

// matcher returns a matcher for steps with symbols. It goes back to the pool when
// nothing of it is in use; one with which an evaluation broke off does not.
func (e *Engine) matcher() *matcher {
	if m, ok := e.matchers.Get().(*matcher); ok {
		return m
	}
	return &matcher{lattice: e.Definition.Lattice, symbolic: true}
}

// New prepares the rules of a definition for execution and installs the
// evaluators of its functions. A rule is compiled when it may first be used: a
// program needs few of them.
func New(d *compile.Definition) *Engine {
	e := &Engine{Definition: d, simplifications: map[*term.Symbol]func() []*Program{}}
	for sym, rules := range d.Functions {
		if d.IsTest(sym) {
			installTest(d, sym, rules)
		} else {
			install(d.Lattice, sym, rules)
		}
	}
	for sym, rules := range d.Anywhere {
		installAnywhere(d.Lattice, sym, rules)
	}
	if s, ok := d.Lattice.Lookup("KResult"); ok {
		e.isResult = d.Predicate(s)
	}
	for sym, rules := range d.Simplifications {
		e.simplifications[sym] = lazily(d.Lattice, rules)
	}
	e.shape = sync.OnceValue(func() *shape.Shape { return shape.Of(d) })
	e.freshness = sync.OnceValue(func() *Freshness { return freshnessOf(d, e.Shape().Probes) })
	e.index = newIndex(d, e.freshness)
	e.sites = newSites(d, e.index)
	e.effects = newEffects(d)
	e.threads = sync.OnceValue(func() *threads { return newThreads(d, e.index.place) })
	e.values = newValues(e)
	return e
}

// Shape is the shape of the definition's language.
func (e *Engine) Shape() *shape.Shape { return e.shape() }

// evaluated returns a copy of slots to which the rules that apply anywhere have
// been applied. What rules build is so already; what others build need not be.
func (e *Engine) evaluated(slots []*term.Term) []*term.Term {
	out := slices.Clone(slots)
	if len(e.Definition.Anywhere) > 0 {
		for i, t := range out {
			out[i] = term.Evaluate(t)
		}
	}
	return out
}

// Evaluate evaluates the terms of a claim, which may have been built before the
// rules of their symbols were known.
func (e *Engine) Evaluate(claim *compile.Rule) *compile.Rule {
	c := *claim
	for _, list := range []*[]compile.Slot{&c.Left, &c.Right} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i].Term = e.evaluate((*list)[i].Term)
		}
	}
	for _, list := range []*[]*term.Term{&c.Requires, &c.Ensures} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i] = e.evaluate((*list)[i])
		}
	}
	return &c
}

// evaluate is term.Evaluate for what may be large: without functions and without rules
// that apply anywhere there is nothing to evaluate.
func (e *Engine) evaluate(t *term.Term) *term.Term {
	if !t.HasFunctions() && len(e.Definition.Anywhere) == 0 {
		return t
	}
	return term.Evaluate(t)
}

// lazily returns a function that compiles rules when it is first called.
func lazily(l *term.Lattice, rules *compile.Equations) func() []*Program {
	return sync.OnceValue(func() []*Program {
		var programs []*Program
		for _, r := range rules.Rules() {
			programs = append(programs, NewProgram(l, r, nil))
		}
		return programs
	})
}
