package rewrite

import (
	"cmp"
	"slices"
	"sync"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// Engine executes one definition. It is safe for concurrent use once built.
type Engine struct {
	Definition *compile.Definition
	index      *index
	effects    *effects
	isResult   *term.Symbol // the test isKResult

	simplifications map[*term.Symbol]func() []*Program
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
	e.index = newIndex(d)
	e.effects = newEffects(d)
	return e
}

// evaluated returns a copy of slots to which the rules that apply anywhere have
// been applied. What rules build is so already; what others build need not be.
func (e *Engine) evaluated(slots []*term.Term) []*term.Term {
	out := append([]*term.Term(nil), slots...)
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
			(*list)[i].Term = term.Evaluate((*list)[i].Term)
		}
	}
	for _, list := range []*[]*term.Term{&c.Requires, &c.Ensures} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i] = term.Evaluate((*list)[i])
		}
	}
	return &c
}

// lazily returns a function that compiles rules when it is first called.
func lazily(l *term.Lattice, rules []*compile.Rule) func() []*Program {
	return sync.OnceValue(func() []*Program {
		var programs []*Program
		for _, r := range rules {
			programs = append(programs, NewProgram(l, r, nil))
		}
		return programs
	})
}

// index finds the rules that can match by the first two items of the
// computation cell.
type index struct {
	lattice *term.Lattice
	slot    int
	first   map[*term.Symbol][]*compile.Rule // a constructor on top
	next    map[*term.Symbol][]*compile.Rule // a variable on top, a constructor behind it
	any     []*compile.Rule

	mu       sync.RWMutex
	compiled map[*compile.Rule]*Program
	merged   map[indexKey][]*Program // in order of priority, then of the definition
}

type indexKey struct {
	first, second         *term.Symbol
	openFirst, openSecond bool
}

func newIndex(d *compile.Definition) *index {
	x := &index{lattice: d.Lattice, slot: d.Layout.K,
		first: map[*term.Symbol][]*compile.Rule{}, next: map[*term.Symbol][]*compile.Rule{},
		compiled: map[*compile.Rule]*Program{}, merged: map[indexKey][]*Program{}}
	for _, r := range d.Rules {
		x.add(r)
	}
	return x
}

func (x *index) add(r *compile.Rule) {
	for _, s := range r.Left {
		if s.Index != x.slot {
			continue
		}
		if sym := headSymbol(s.Term.Head()); sym != nil {
			x.first[sym] = append(x.first[sym], r)
			return
		}
		if sym := headSymbol(s.Term.Tail().Head()); sym != nil && s.Term.Head().IsVar() {
			x.next[sym] = append(x.next[sym], r)
			return
		}
	}
	x.any = append(x.any, r)
}

func headSymbol(t *term.Term) *term.Symbol {
	if t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && t != term.DotK {
		return t.Symbol()
	}
	return nil
}

// candidates returns the programs to try for a computation, in order.
func (x *index) candidates(slots []*term.Term) []*Program {
	key := indexKey{}
	if x.slot >= 0 {
		k := slots[x.slot]
		head := k.Head()
		key = indexKey{first: head.Symbol(), openFirst: isOpen(head)}
		if t := k.Tail(); t != term.DotK {
			key.second = t.Head().Symbol()
			key.openSecond = isOpen(t.Head())
		}
	}
	x.mu.RLock()
	merged, ok := x.merged[key]
	x.mu.RUnlock()
	if !ok {
		merged = x.merge(key)
	}
	return merged
}

// merge compiles the rules for a key.
func (x *index) merge(key indexKey) []*Program {
	rules := slices.Concat(x.first[key.first], x.any, x.next[key.second])
	if key.openFirst {
		// An unknown term on top: everything may match.
		rules = slices.Clone(x.any)
		for _, rs := range x.first {
			rules = append(rules, rs...)
		}
		for _, rs := range x.next {
			rules = append(rules, rs...)
		}
	} else if key.openSecond {
		for s, rs := range x.next {
			if s != key.second {
				rules = append(rules, rs...)
			}
		}
	}
	slices.SortFunc(rules, func(a, b *compile.Rule) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.Index, b.Index))
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	programs := make([]*Program, len(rules))
	for i, r := range rules {
		if x.compiled[r] == nil {
			x.compiled[r] = NewProgram(x.lattice, r, nil)
		}
		programs[i] = x.compiled[r]
	}
	x.merged[key] = programs
	return programs
}
